/* Words that tell what numbers are: in English and other languages. */
#include "format/read/read.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

/* Words for rows, for columns and for queens; whole words of English and other languages, and what
 * may stand for them only beside each other.  The case of letters beyond ASCII counts. */
static const char *const rows[] = {
    "row",    "rows",  "rank",  "line", "ligne", "zeile",  "fila",  "reihe",  "riga",   "linha",
    "rij",    "rad",   "rivi",  "sor",  "baris", "wiersz", "satır", "række",  "rekke",  "rząd",
    "hàng",   "řádek", "Řádek", "ред",  "Ред",   "рядок",  "Рядок", "строка", "Строка", "γραμμή",
    "Γραμμή", "行",    "행",    "r",    "y",     "i",      NULL};
static const char *const columns[] = {
    "col",    "column", "columns", "file",   "colonne",  "spalte",   "columna", "colonna",
    "coluna", "kolom",  "kolumna", "kolumn", "kolonne",  "sarake",   "oszlop",  "sloupec",
    "sütun",  "cột",    "колона",  "Колона", "стовпець", "Стовпець", "столбец", "Столбец",
    "στήλη",  "Στήλη",  "列",      "열",     "c",        "x",        "j",       NULL};
static const char *const queens[] = {"queen", "queens",   "dame",      "reina",  "regina", "rainha",
                                     "dama",  "koningin", "drottning", "hetman", "vezir",  "ферзь",
                                     "Ферзь", "皇后",     "퀸",        "q",      NULL};

/* What a search writes down about itself; a name may have them as a part, best_fitness, and in the
 * plural. */
static const char *const measures[] = {
    "step",        "time",        "second",  "ms",         "runtime",   "duration",   "cost",
    "score",       "conflict",    "attack",  "fitness",    "energy",    "violation",  "penalty",
    "temperature", "temp",        "average", "avg",        "mean",      "node",       "backtrack",
    "restart",     "swap",        "move",    "evaluation", "error",     "history",    "weight",
    "rank",        "parent",      "point",   "domain",     "candidate", "order",      "count",
    "threshold",   "collision",   "clash",   "failure",    "h",         "rotation",   "loss",
    "elapsed",     "probability", "seed",    "sum",        "diff",      "difference", "diag",
    "diagonal",    "call",        "size",    "length",     "total",     "threat",     NULL};

/* Conflicts, attacks, threats and fitness in other languages, as the start of a word or, without
 * blanks between words, anywhere. */
static const char *const foreign_measures[] = {
    "conflit", "konflik", "çakışma",  "конфликт",   "Конфликт", "Çakışma",  "çatışma",    "Çatışma",
    "Атак",    "Угроз",   "Saldırı",  "冲突",       "衝突",     "충돌",     "تعارض",      "ataque",
    "attaque", "angriff", "атак",     "攻击",       "攻撃",     "공격",     "saldırı",    "amenaza",
    "ameaça",  "menace",  "угроз",    "aptitud",    "aptid",    "uygunluk", "пригодност", "适应度",
    "適応度",  "적합도",  "برازندگی", "thích nghi", NULL};

/* Words for squares or rows that hold no queen of the answer: attacked squares, safe rows. */
static const char *const aside[] = {
    "attack",    "attacks",   "attacked",   "attacking", "threatened", "conflicting",
    "used",      "unused",    "safe",       "unsafe",    "free",       "available",
    "legal",     "allowed",   "rng",        "blocked",   "excluded",   "forbidden",
    "remaining", "candidate", "candidates", NULL};

/* The same, but a board may follow in the singular: Best: [1, 3, 0, 2], Run: 1 3 0 2. */
static const char *const mere[] = {"iteration", "iter",   "generation", "gen",   "epoch",
                                   "best",      "worst",  "run",        "trial", "depth",
                                   "level",     "thread", NULL};

/* What boards are called, whatever else the words say of them. */
static const char *const names[] = {
    "solution",    "board",       "queen",  "answer", "state",    "individual",
    "chromosome",  "gene",        "genome", "path",   "position", "configuration",
    "permutation", "assignment",  "row",    "column", "result",   "array",
    "placement",   "arrangement", "layout", NULL};

/* Whether a part of the word is in the table, as in best_fitness, or in the plural, meanCosts;
 * `plural`: only so. */
static bool has_part(const nq_node *node, const char *const *table, bool plural) {
  const char *text = node->text;
  for (size_t start = 0, end; start < node->size; start = end + (end == start)) {
    end = start;
    while (end < node->size && is_letter(text[end]) && text[end] != '_' &&
           !(end > start && isupper((unsigned char)text[end]) &&
             islower((unsigned char)text[end - 1])))
      end++;
    const nq_text part = {text + start, end - start};
    for (size_t i = 0; table[i] != NULL && part.size > 0; i++) {
      if ((*part.at | 0x20) != *table[i]) continue;
      size_t size = strlen(table[i]);
      bool y = table[i][size - 1] == 'y'; /* penalty, penalties */
      if (!plural && nq_text_is(part, table[i])) return true;
      size -= y;
      if (part.size <= size || strncasecmp(part.at, table[i], size) != 0) continue;
      const nq_text end_of = {part.at + size, part.size - size};
      if (y ? nq_text_is(end_of, "ies") : nq_text_is(end_of, "s") || nq_text_is(end_of, "es"))
        return true;
    }
  }
  return false;
}

static const char *const none[] = {"no",    "non",   "not",   "without", "cannot",
                                   "can't", "don't", "never", NULL};

bool nq_words_are_aside(const nq_node *first, const nq_node *end) {
  static const char *const squares[] = {"row", "column", "position", "state", "queen", NULL};
  bool found = false;
  for (const nq_node *node = first; node < end; node = nq_next(node)) {
    if (node->kind != NQ_KIND_WORD) continue;
    if (nq_node_is_any(node, none)) return false; /* non-attacking queens */
    if (nq_node_is_any(node, aside))
      found = true;
    else if (has_part(node, names, false) && !has_part(node, squares, false))
      found = false; /* safe placement */
  }
  return found;
}

/* r + c, row - col: sums and differences of the squares of a board. */
static bool is_sum(const nq_node *sign, const nq_node *first, const nq_node *end) {
  bool sum = nq_node_is_sign(sign, '+') || nq_node_is_sign(sign, '-') ||
             nq_node_is_sign(sign, 0x2212); /* a minus */
  return sum && sign > first && sign + 1 < end && nq_words_are_axes(sign - 1, sign + 1);
}

static bool is_foreign_measure(const nq_node *node) {
  const nq_text word = {node->text, node->size};
  for (size_t i = 0; foreign_measures[i] != NULL; i++)
    if (nq_text_contains(word, foreign_measures[i])) return true;
  return false;
}

bool nq_words_are_measure(const nq_node *first, const nq_node *end, bool *board) {
  static const char *const good[] = {"best", "min", "minimum", NULL};
  static const char *const tries[] = {"partial", "trying", "tried", "far", NULL}; /* so far */
  bool measure = false, per = false, name = false; /* the last word is the name of a board */
  bool best = false, part = false;                 /* of a board */
  *board = false;
  if (nq_words_are_aside(first, end)) return true;
  for (const nq_node *node = first; node < end; node = nq_next(node)) {
    bool word = node->kind == NQ_KIND_WORD || node->kind == NQ_KIND_STRING ||
                node->kind == NQ_KIND_CALL;    /* time(s) */
    if (nq_node_is_scalar(node)) return false; /* Cost 0: 1 3 0 2 */
    measure = measure || is_sum(node, first, end);
    if (!word) continue;
    best = best || has_part(node, good, false);
    part = part || (nq_node_is_any(node, tries) && (node > first || !nq_node_is(node, "far")));
    bool found =
        has_part(node, measures, false) || has_part(node, mere, true) || is_foreign_measure(node);
    measure = measure || (found && !(node > first && nq_node_is_any(node - 1, none)));
    bool number = node > first && nq_node_is(node - 1, "number") && nq_node_is(node, "of");
    measure = measure || number;
    per = per || number || nq_node_is(node, "per") || nq_node_is(node, "by");
    if (found && name) *board = false; /* solution costs */
    name = !per && has_part(node, names, false);
    *board = *board || name || best;
  }
  if (part && !best) *board = false;
  return (part && !best) || (measure && !name);
}

bool nq_word_is_board(const nq_node *node) {
  static const char *const boards[] = {"solution", "board", "queens", "answer", NULL};
  return nq_node_is_any(node, boards);
}

/* What a search does to queens that are no answer yet. */
static const char *const moves[] = {
    "move",      "moves",      "moved",       "moving",       "swap",   "swaps",   "swapped",
    "swapping",  "try",        "trying",      "tried",        "remove", "removed", "removing",
    "backtrack", "backtracks", "backtracked", "backtracking", NULL};

bool nq_is_move(const nq_node *list) {
  for (const nq_node *node = list + 1; node < nq_next(list); node = nq_next(node))
    if (node->kind >= NQ_KIND_WORD && nq_node_is_any(node, moves)) return true;
  return false;
}

bool nq_word_is_count(const nq_node *node) {
  static const char *const counts[] = {"solution", "solutions", "count",       "counts",   "unique",
                                       "total",    "all",       "fundamental", "distinct", "number",
                                       "q",        "u",         NULL};
  return nq_node_is_any(node, counts);
}

bool nq_word_is_measure(const nq_node *node) {
  return has_part(node, measures, false) || has_part(node, mere, false);
}

bool nq_word_is_amount(const nq_node *node) {
  static const char *const amounts[] = {
      "calls",   "choices", "branches", "attempts",  "tries",      "visited", "explored",
      "memory",  "kb",      "us",       "objective", "population", "pid",     "port",
      "version", "tested",  "checked",  "copyright", "try",        NULL};
  return nq_node_is_any(node, amounts);
}

bool nq_words_are_swapped(const nq_node *first, const nq_node *second) {
  return first != NULL && second != NULL && nq_node_is_any(first, rows) &&
         nq_node_is_any(second, columns);
}

bool nq_words_are_axes(const nq_node *first, const nq_node *second) {
  return nq_words_are_swapped(first, second) || nq_words_are_swapped(second, first);
}

bool nq_word_is_columns(const nq_node *node) {
  nq_node word = *node;
  if (word.size > 5 && strncasecmp(word.text, "queen", 5) == 0) word.text += 5, word.size -= 5;
  while (word.size > 0 && strchr("_sS", *word.text) != NULL) word.text++, word.size--;
  return word.size > 2 && (nq_node_is_any(&word, columns) || nq_node_is(&word, "cols"));
}

bool nq_word_is_index(const nq_node *node) {
  static const char *const words[] = {"index", "indices", "idx", "xs", "key", "keys", NULL};
  return nq_node_is_any(node, words);
}

bool nq_word_is_queen(const nq_node *node) {
  return nq_node_is_any(node, queens);
}

bool nq_word_is_row(const nq_node *node) {
  return node->size > 2 && nq_node_is_any(node, rows);
}

bool nq_word_names_square(const nq_node *node) {
  return nq_word_is_row(node) ||
         (node->size > 2 && (nq_word_is_queen(node) || nq_node_is_any(node, columns)));
}

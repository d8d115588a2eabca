/* Words that tell what numbers are: in English and other languages. */
#include "format/read/read.h"

#include <string.h>
#include <strings.h>

/* Words for rows, for columns and for queens; whole words of English and other languages, and what
 * may stand for them only beside each other. */
static const char *const rows[] = {"row",   "rows", "rank",  "line", "ligne",
                                   "zeile", "fila", "reihe", "riga", "linha",
                                   "rij",   "r",    "y",     "i",    NULL};
static const char *const columns[] = {"col",    "column",  "columns", "file",   "colonne",
                                      "spalte", "columna", "colonna", "coluna", "kolom",
                                      "c",      "x",       "j",       NULL};
static const char *const queens[] = {"queen",  "queens", "dame", "reina",
                                     "regina", "rainha", "q",    NULL};

/* What a search writes down about itself. */
static const char *const measures[] = {
    "iteration",   "iterations", "iter",       "step",      "steps",   "generation", "generations",
    "gen",         "epoch",      "time",       "seconds",   "ms",      "runtime",    "cost",
    "costs",       "score",      "conflict",   "conflicts", "attacks", "fitness",    "energy",
    "temperature", "temp",       "best",       "average",   "avg",     "mean",       "worst",
    "trial",       "nodes",      "backtracks", "restarts",  "run",     "swaps",      "moves",
    "evaluations", NULL};

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

bool nq_words_are_quality(const nq_node *last, const nq_node *before) {
  static const char *const parts[] = {"fitness", "cost",  "conflict", "score",     "energy",
                                      "histor",  "error", "attack",   "violation", "penalt"};
  static const char *const plurals[] = {"values", "history", "list", "trace", NULL};
  const nq_node *node = nq_node_is_any(last, plurals) ? before : last;
  for (size_t i = 0; i < sizeof parts / sizeof *parts && node != NULL; i++)
    if (nq_text_contains((nq_text){node->text, node->size}, parts[i])) return true;
  return false;
}

bool nq_word_is_count(const nq_node *node) {
  static const char *const counts[] = {"solution", "solutions", "count",       "counts",   "unique",
                                       "total",    "all",       "fundamental", "distinct", "number",
                                       "q",        "u",         NULL};
  return nq_node_is_any(node, counts);
}

bool nq_word_is_measure(const nq_node *node) {
  return nq_node_is_any(node, measures);
}

bool nq_words_are_swapped(const nq_node *first, const nq_node *second) {
  return first != NULL && second != NULL && nq_node_is_any(first, rows) &&
         nq_node_is_any(second, columns);
}

bool nq_word_is_columns(const nq_node *node) {
  nq_node word = *node;
  if (word.size > 5 && strncasecmp(word.text, "queen", 5) == 0) word.text += 5, word.size -= 5;
  while (word.size > 0 && strchr("_sS", *word.text) != NULL) word.text++, word.size--;
  return word.size > 2 && (nq_node_is_any(&word, columns) || nq_node_is(&word, "cols"));
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

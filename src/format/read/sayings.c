/* What solvers say besides their answers, and lines that are certainly text. */
#include "format/read/grid.h"
#include "format/read/read.h"

#include <string.h>

static bool is_same(nq_text text, const char *words) {
  return text.size == strlen(words) && memcmp(text.at, words, text.size) == 0;
}

#define NO      NQ_ANSWER_UNSATISFIABLE
#define UNKNOWN NQ_ANSWER_UNKNOWN
#define BOARD   NQ_ANSWER_BOARD

/* A list up to NULL. */
#define WORDS(...) ((const char *const[]){__VA_ARGS__, NULL})

/* Of the rows of a kind, the first with words that match counts. */
static const struct {
  nq_saying kind;
  nq_answer answer;
  const char *const *words;
} sayings[] = {
    {NQ_SAYS_WORD, BOARD,
     WORDS("sat", "SAT", "SATISFIABLE", "SATISFIED", "OPTIMUM", "OPTIMAL", "FEASIBLE",
           "ALL_SOLUTIONS")},
    {NQ_SAYS_WORD, NO,
     WORDS("unsat", "UNSAT", "UNSATISFIABLE", "INCONSISTENT", "INFEASIBLE", "no solution")},
    {NQ_SAYS_WORD, UNKNOWN,
     WORDS("unknown", "timeout", "UNKNOWN", "INDETERMINATE", "INDET", "failed to solve")},
    {NQ_SAYS_MARK, NO, WORDS("=====UNSATISFIABLE", "<<< no")},
    {NQ_SAYS_MARK, UNKNOWN, WORDS("=====UNKNOWN", "=====UNSATorUNBOUNDED", "=====UNBOUNDED")},
    {NQ_SAYS_STATUS, UNKNOWN, WORDS("(no ", "unbounded")},
    {NQ_SAYS_STATUS, NO, WORDS("infeasible", "empty", "no feasible")},
    {NQ_SAYS_STATUS, UNKNOWN, WORDS("undefined")},
    {NQ_SAYS_STATUS, BOARD, WORDS("optimal", "feasible", "stopped")},
    {NQ_SAYS_LINE, NO,
     WORDS("false.$", "false$", "False$", "no$", "None$", "fail$", "*** No$", "No (", "0 solutions",
           "Found 0 solutions", "NIL$", "nil$")},
    {NQ_SAYS_WITHIN, NO,
     WORDS("no solution", "no solutions", "unsatisfiable", "infeasible", "unsat", "unsolvable",
           "no feasible", "not solvable", "problem solvable?: no", "not exist", "incoherent",
           "no primal feasible", "keine Lösung", "nicht lösbar", "unlösbar", "geen oplossing",
           "no hay solución", "no hay soluciones", "no existe solución", "aucune solution",
           "pas de solution", "nessuna soluzione", "não há solução", "não existe solução",
           "nenhuma solução", "brak rozwiązań", "brak rozwiązania", "ingen lösning", "çözüm yok",
           "Çözüm yok", "решений нет", "Решений нет", "нет решений", "Нет решений",
           "решение не существует", "Решение не существует", "решения не существует", "无解",
           "無解", "解はありません", "解なし", "해가 없", "řešení neexistuje", "solution not found",
           "solutions not found", "solutions: 0", "нет решения", "Нет решения",
           "решение не найдено", "Решение не найдено", "çözüm bulunamadı", "Çözüm bulunamadı",
           "không có nghiệm", "khong co nghiem", "sem solução", "cannot be solved", "no solute",
           "are 0 solutions", "solutions found: 0", "solutions = 0", "solutions=0", "solutions : 0",
           "no integer feasible", "not have an optimal solution", "infeasible_solution",
           "primal_infeasible", "not possible", "impossible", "no valid")},
    {NQ_SAYS_WITHIN, UNKNOWN, WORDS("unknown", "time limit", "timed out", "timeout")},
};

/* Starts of the lines of logs, which are no verdicts. */
static const char *const *const logs = WORDS(
    "Gurobi ", "Optimize a model", "Model fingerprint", "Variable types", "Coefficient", "Matrix ",
    "Objective range", "Bounds range", "RHS ", "Cost [", "Cost  [", "Cost   [", "Bound [",
    "Bound  [", "Bound   [", "Presolve", "Root relaxation", "Explored ", "Thread count",
    "Best objective", "Found heuristic", "Cbc0", "Cgl0", "Optimal solution", "All other variables",
    "Clp0", "Set parameter", "Running HiGHS", "==99", "--- ", "+++ ", "@@ -", "diff ",
    "[Finished in ", "- 9 in [", "- 99 in [", "- 999 in [", "- 9 Booleans", "- 99 Booleans",
    "SCIP version", "Copyright (C)", "time | node", "Version identifier", "Expl Unexpl",
    "Solution count 9", "Tried aggregator", "CPXPARAM", "State 9: <", "State 99: <", "State 999: <",
    "*** This is NuSMV", "ampl: ", "B-Prolog Version", "SICStus 9", "> (run ", "** Choco", "Model[",
    "- Solution #", "- Complete ", "- [ Search", "! Total ", "(round 9, ", "o -9", "c$");

bool nq_verdict_of(nq_saying kind, nq_text text, nq_answer *answer) {
  typedef bool matches(nq_text text, const char *words);
  static matches *const match[] = {is_same, nq_text_starts, nq_text_contains, nq_text_starts,
                                   nq_text_has};
  for (size_t i = 0; i < sizeof sayings / sizeof *sayings; i++) {
    const char *const *words = sayings[i].words;
    while (sayings[i].kind == kind && *words != NULL && !match[kind](text, *words)) words++;
    if (sayings[i].kind != kind || *words == NULL) continue;
    *answer = sayings[i].answer;
    return true;
  }
  return false;
}

bool nq_verdict_of_node(const nq_node *node, nq_answer *answer) {
  return (node->kind == NQ_KIND_WORD || node->kind == NQ_KIND_STRING) &&
         nq_verdict_of(NQ_SAYS_WORD, (nq_text){node->text, node->size}, answer);
}

bool nq_verdict_of_line(nq_text line, nq_answer *answer) {
  if (line.size > 200) return false;
  if (nq_text_contains(line, "(\"") || nq_text_contains(line, "('")) return false; /* print("no") */
  bool gnu = line.size > 3 && line.at[0] == '(' && memcmp(line.at + line.size - 3, " no", 3) == 0;
  if (gnu) line = (nq_text){"no", 2}; /* GNU Prolog: (1 ms) no */
  return nq_verdict_of(NQ_SAYS_LINE, line, answer) || nq_verdict_of(NQ_SAYS_WITHIN, line, answer);
}

/* A line with 12:30:01, 2026-01-31 or a year and 12:30, at most two numbers other than (12) and no
 * list; [main] is none. */
static bool is_stamped(nq_text line) {
  static const char *const dates[] = {"99:99:99",   "9999-99-99", "9999/99/99",
                                      "99/99/9999", "99.99.9999", NULL};
  static const char *const times[] = {"9:99", "99:99", NULL}, *const years[] = {"19", "20", NULL};
  unsigned seen = 0, others = 0; /* seen: a time, 1, and a year, 2, or a date */
  for (size_t at = 0; at < line.size && line.size < 300;) {
    nq_text rest = {line.at + at, line.size - at}, after = {rest.at + 1, rest.size - 1};
    size_t digits = nq_text_span(rest, "0123456789");
    bool zone = digits == 4 && at > 0 && memchr("+-", rest.at[-1], 2) != NULL;
    unsigned date = nq_text_starts_any(rest, dates)                  ? 3
                    : nq_text_starts_any(rest, times)                ? 1
                    : digits == 4 && nq_text_starts_any(rest, years) ? 2
                                                                     : 0;
    const char *end = *rest.at == '[' ? memchr(rest.at, ']', rest.size) : NULL;
    bool thread = end != NULL && end > after.at + 1 && is_letter(*after.at) &&
                  memchr(after.at, ',', (size_t)(end - after.at)) == NULL;
    if (memchr("[{|", *rest.at, 3) != NULL && !thread && !nq_text_starts_any(after, dates))
      return false;
    size_t open = at - (at > 0 && rest.at[-1] == '-');
    bool alone = open > 2 && line.at[open - 1] == '(' && line.at[open - 2] == ' ' &&
                 is_letter(line.at[open - 3]) && digits < rest.size &&
                 memchr(")/", rest.at[digits], 2) != NULL;
    bool other = digits > 0 && date == 0 && !zone && !alone;
    if (other && digits > 3) return false;
    others += other;
    seen |= date;
    at += date > 0 ? nq_text_span(rest, "0123456789:-.,/TZ") : digits + (digits == 0);
  }
  return seen == 3 && others <= 2;
}

/* 0.012 0.000 0.012: numbers with a point, one of which is not whole, and no squares 1.2 2.4. */
static bool are_real(nq_text line) {
  size_t reals = 0;
  int64_t value;
  while (line.size > 0) {
    size_t size = nq_text_span(line, "0123456789.");
    const char *point = size > 0 ? memchr(line.at, '.', size) : NULL;
    if (point == NULL || line.at + size - point < 4) return false;
    reals += nq_number_of(line.at, size, &value) == NQ_KIND_REAL;
    line = nq_text_trim((nq_text){line.at + size, line.size - size});
  }
  return reals > 0;
}

/* 0.0031 or 0:00:00.0031 alone on the line, or a percentage at its start: no row. */
static bool is_amount(nq_text line) {
  static const char *const times[] = {"9:99:99", "99:99:99", NULL};
  bool open = line.size > 0 && *line.at == '[';
  nq_text text = nq_text_trim((nq_text){line.at + open, line.size - open});
  size_t size = nq_text_span(text, "0123456789.");
  nq_text rest = {text.at + size, text.size - size};
  int64_t value;
  if (size == 0) return false;
  if (nq_text_starts(rest, "%") || nq_text_is(rest, " %")) return true;
  if (open) return false;
  return nq_number_of(text.at, text.size, &value) == NQ_KIND_REAL || are_real(text) ||
         (nq_text_starts_any(text, times) && nq_text_span(text, "0123456789:.") == text.size);
}

/* Whether the digits are the rows of a board, each once and not in order. */
static bool is_permutation(nq_text digits) {
  int64_t rows[9];
  bool series = true;
  if (digits.size < 4 || digits.size > 9) return false;
  for (size_t i = 0; i < digits.size; i++) {
    rows[i] = digits.at[i] - '0';
    series = series && rows[i] == rows[0] + (int64_t)i;
  }
  return !series && nq_numbers_is_whole(rows, digits.size, 1);
}

/* Whether what a row of a log has is no square or row: 8.00000, *sign: 0.1s, 60%, 0:00:02, -inf. */
static bool is_measure(nq_text part, bool *sign) {
  static const char *const signs[] = {"---$",    "unknown$", "inf$", "-inf$",
                                      "9:99:99", "99:99:99", NULL};
  size_t digits = nq_text_span(part, "0123456789"), size = nq_text_span(part, "0123456789.");
  nq_text rest = {part.at + digits, part.size - digits};
  bool unit = size > 0 && size + 1 == part.size && memchr("s%", part.at[size], 2) != NULL;
  *sign = unit || nq_text_starts_any(part, signs);
  return *sign || (digits > 0 && nq_text_starts(rest, ".9999"));
}

/* A row of the log of a search, with two measures, one of which has a sign: no names or brackets,
 * and no four numbers that may be rows. */
static bool is_node(nq_text line) {
  size_t measures = 0, signs = 0, run = 0; /* run: of whole numbers */
  int64_t value = 0, last = 0, most = 0;
  bool rows = false, runs = false, zeros = false;
  bool real = memchr(line.at, '.', line.size) != NULL && line.size < 300;
  for (nq_text rest = line; real && rest.size > 0; rest = nq_text_trim(rest)) {
    nq_text part = {rest.at, 0};
    while (part.size < rest.size && memchr(" |\t", part.at[part.size], 3) == NULL) part.size++;
    rest = (nq_text){part.at + part.size, rest.size - part.size};
    if (rest.size > 0) rest.at++, rest.size--;
    if (part.size == 0) continue;
    bool sign, name = part.size > 1 && is_letter(*part.at) && is_digit(part.at[part.size - 1]);
    for (size_t i = 0; i < part.size; i++)
      if (name || memchr("[({,\"_", part.at[i], 6) != NULL) return false;
    measures += is_measure(part, &sign);
    signs += sign;
    bool whole = nq_text_span(part, "0123456789") == part.size &&
                 nq_number_of(part.at, part.size, &value) == NQ_KIND_NUMBER;
    if (whole && is_permutation(part)) return false; /* 2413 */
    run = whole ? run + 1 : 0;
    zeros = run > 1 && (zeros || (value == 0 && last == 0));
    if (run > 0) last = value, most = run == 1 || value > most ? value : most;
    runs = runs || run >= 4;
    rows = rows || (run >= 4 && most <= (int64_t)run && (!zeros || most == 1));
  }
  return measures >= 2 && signs > 0 && !rows && (!runs || signs >= 3);
}

bool nq_is_log(nq_text line) {
  static const char *const sizes[] = {"rows", "cols", "columns", "nonzeros", "binary", "conflicts"};
  static const char *const parts[][2] = {{": obj = ", " inf = "}, /* GLPK */
                                         {": mip = ", "<="},
                                         {">>>>> ", "<="},
                                         {"min|aij| = ", "ratio = "},
                                         {" sec, ", "itr]:"}};
  size_t named = 0;
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes && line.size < 200; i++)
    named += nq_text_has(line, sizes[i]);
  bool part = nq_text_contains(line, " : size="); /* x : Size=64, Index={1, 2}*{1, 2} */
  bool other = line.size < 200 && (memchr(line.at, '=', line.size) != NULL || *line.at == '[');
  for (size_t i = 0; i < sizeof parts / sizeof *parts && !part && other; i++)
    part = nq_text_contains(line, parts[i][0]) && nq_text_contains(line, parts[i][1]);
  return nq_text_starts_any(line, logs) || part || is_stamped(line) || is_amount(line) ||
         is_node(line) || (named >= 2 && memchr(line.at, '[', line.size) == NULL);
}

bool nq_text_run(nq_text *rest, nq_text *run) {
  *run = (nq_text){rest->at, nq_text_span(*rest, "0123456789")};
  if (rest->size == 0) return false;
  if (run->size == 0)
    while (run->size < rest->size && is_letter(rest->at[run->size])) run->size++;
  run->size += run->size == 0;
  rest->at += run->size;
  rest->size -= run->size;
  return true;
}

bool nq_text_has_rows(nq_text line) {
  nq_text found = {NULL, 0}, run;
  size_t words = 0, numbers = 0;
  bool text = false;
  while (nq_text_run(&line, &run)) {
    bool digits = is_digit(*run.at), letters = is_letter(*run.at);
    if (digits && run.size > 5 && is_permutation(run)) return true; /* hardly by chance */
    if (digits) found = run;
    numbers += digits;
    const nq_node word = nq_text_word(run);
    bool other = letters && (nq_word_is_measure(&word) || nq_word_is_amount(&word) ||
                             (nq_word_is_count(&word) && run.size > 1));
    text = text || (other && !nq_word_is_board(&word)) || memchr("+-.,/%$", *run.at, 7) != NULL;
    words += letters;
  }
  return !text && numbers == 1 && words <= 2 && is_permutation(found);
}

/* ---- Lines that could not be read, and are certainly text ---- */

typedef struct prose {
  nq_text words[16]; /* the first */
  size_t word_count, names, amounts;
  int64_t most, last; /* numbers; the last */
  bool apart;         /* a word stands after the last number */
  bool place;         /* the last word names a row, column or queen */
  bool odd;           /* an amount is no row: 0.01, 12:30 */
  bool words_alike;   /* a word stands three times, or is a value or a square */
  bool wordy;         /* a word has three letters or more */
  bool board, digits; /* Solution: 2414 */
  bool move;          /* a word says that a queen moves */
  size_t pairs;       /* 1-2 or 1/2 */
  int depth;          /* of brackets */
} prose;

/* 92, 0.01, 12:30:01 or 184,320 at the start; *plain: a number, but no year.  False at 2-4-1-3. */
static bool take_amount(nq_text *rest, int64_t *value, bool *plain) {
  size_t digits = nq_text_span(*rest, "0123456789"), parts = 1, least = digits < 3 ? 2 : 1;
  bool colon = false;
  if (nq_number_of(rest->at, digits, value) != NQ_KIND_NUMBER) return false;
  *plain = digits != 4 || *value < 1900 || *value > 2099;
  for (;; parts++) {
    *rest = (nq_text){rest->at + digits, rest->size - digits};
    if (rest->size < 2 || memchr(".:/-,", *rest->at, 5) == NULL) break;
    nq_text next = {rest->at + 1, rest->size - 1};
    digits = nq_text_span(next, "0123456789");
    if (digits == 0 || (*rest->at == ',' && digits != 3) || (*rest->at == ':' && digits < least))
      break;
    colon = colon || *rest->at == ':';
    *plain = false;
    digits++;
  }
  return parts < 4 || (parts == 4 && colon);
}

static bool add_amount(prose *found, nq_text line, nq_text *rest) {
  const char *start = rest->at;
  int64_t value;
  bool plain;
  if (!take_amount(rest, &value, &plain)) return false;
  nq_text run = {start, (size_t)(rest->at - start)};
  bool item = start > line.at && memchr("[{", start[-1], 2) != NULL && rest->size > 0 &&
              memchr("]}", *rest->at, 2) != NULL;
  if (plain && item && (value < 1000 || nq_text_has_rows(run))) return false; /* q[1] */
  if (plain && ((found->place && !found->move) || (!found->apart && value != found->last + 1)))
    return false;
  found->odd = found->odd || !plain || !found->apart; /* or one of 1 2 3 */
  bool pair = run.size < 6 &&
              (memchr(run.at, '-', run.size) != NULL || memchr(run.at, '/', run.size) != NULL);
  found->pairs += pair;
  found->digits = found->digits || (plain && run.size > 3);
  found->amounts++;
  if (value > found->most) found->most = value;
  found->last = value;
  found->apart = !plain;
  return true;
}

static void add_word(prose *found, nq_text *rest) {
  static const char *const values[] = {"true", "false", "none", "null", "nan", NULL};
  nq_text run;
  size_t same = 1, kinds = 0;
  (void)nq_text_run(rest, &run);
  const nq_node word = nq_text_word(run);
  bool single = run.size == 1 && memchr("rcxyij", *run.at | 0x20, 6) != NULL;
  found->place = single || (nq_word_names_square(&word) && (run.at[run.size - 1] | 0x20) != 's');
  for (size_t i = 0; i < run.size; i++) kinds += memchr(run.at, run.at[i], i) == NULL;
  for (size_t i = 0; i < found->word_count && i < 16; i++)
    same += found->words[i].size == run.size && memcmp(found->words[i].at, run.at, run.size) == 0;
  if (found->word_count < 16) found->words[found->word_count] = run;
  found->word_count++;
  found->words_alike = found->words_alike || same > 2 || nq_node_is_any(&word, values);
  found->wordy = found->wordy || kinds > 2; /* no row of squares */
  if (found->word_count == 2) {             /* | r | c | */
    const nq_node first = nq_text_word(found->words[0]);
    found->wordy = found->wordy || nq_words_are_axes(&first, &word);
  }
  size_t index = nq_text_span(*rest, "0123456789"), blanks = nq_text_span(*rest, " ");
  bool legend = rest->size > blanks && memchr("=:", rest->at[blanks], 2) != NULL; /* Q = queen */
  found->words_alike = found->words_alike || (nq_text_is(run, "Q") && index == 0 && !legend);
  found->names += index > 0;
  found->board = found->board || nq_word_is_board(&word);
  const nq_node line[2] = {{.kind = NQ_KIND_LIST, .span = 2}, word};
  found->move = found->move || nq_is_move(line);
  *rest = (nq_text){rest->at + index, rest->size - index};
  found->apart = true;
}

bool nq_is_text(nq_text line) {
  prose found = {.apart = true};
  bool less = false, answer = *line.at == '>' || nq_text_starts(line, "=>"); /* > m, => true */
  bool whole = line.size > 4096 || memchr("{.", *line.at, 2) != NULL || nq_text_has_rows(line);
  if (whole || nq_grid_is_in_line(line)) return false;
  for (nq_text rest = line; rest.size > 0;) {
    if (is_digit(*rest.at) && !add_amount(&found, line, &rest)) return false;
    if (rest.size > 0 && is_letter(*rest.at)) add_word(&found, &rest);
    if (rest.size == 0 || is_letter(*rest.at)) continue;
    found.depth += memchr("([{", *rest.at, 3) != NULL;
    less = less || *rest.at == '<'; /* 1 <= n <= 9 */
    if ((unsigned char)*rest.at < ' ' && *rest.at != '\t') return false;
    found.depth -= memchr(")]}", *rest.at, 3) != NULL;
    if (found.depth < 0) return false;
    if (memchr(" =:#", *rest.at, 4) == NULL) found.place = false;
    rest.at++, rest.size--;
  }
  if (found.depth != 0 || found.names > 2 || found.pairs > 2) return false;
  if (found.board && found.digits && !found.odd) return false;
  if (line.size == 3 && *line.at == '(' && found.word_count == 1) /* (a) */
    return memchr("qx", line.at[1] | 0x20, 2) == NULL;
  if (found.amounts == 0)
    return (found.wordy && !found.words_alike) || (answer && found.word_count == 1);
  bool other = found.odd || found.move || found.most > (int64_t)found.amounts;
  return (found.wordy || (less && found.word_count > 0)) && found.names < found.amounts &&
         (found.amounts <= 2 || (other && !found.words_alike));
}

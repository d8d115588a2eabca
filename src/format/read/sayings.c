/* What solvers say besides their answers. */
#include "format/read/read.h"

#include <string.h>

static bool is_same(nq_text text, const char *words) {
  return text.size == strlen(words) && memcmp(text.at, words, text.size) == 0;
}

#define NO      NQ_ANSWER_UNSATISFIABLE
#define UNKNOWN NQ_ANSWER_UNKNOWN
#define BOARD   NQ_ANSWER_BOARD

/* Of the rows of a kind, the first with words that match counts. */
static const struct {
  nq_saying kind;
  nq_answer answer;
  const char *words[10];
} sayings[] = {
    {NQ_SAYS_WORD, BOARD, {"sat", "SAT", "SATISFIABLE", "SATISFIED", "OPTIMUM", "OPTIMAL"}},
    {NQ_SAYS_WORD, BOARD, {"FEASIBLE", "ALL_SOLUTIONS"}},
    {NQ_SAYS_WORD,
     NO,
     {"unsat", "UNSAT", "UNSATISFIABLE", "INCONSISTENT", "INFEASIBLE", "no solution"}},
    {NQ_SAYS_WORD,
     UNKNOWN,
     {"unknown", "timeout", "UNKNOWN", "INDETERMINATE", "INDET", "failed to solve"}},
    {NQ_SAYS_MARK, NO, {"=====UNSATISFIABLE", "<<< no"}},
    {NQ_SAYS_MARK, UNKNOWN, {"=====UNKNOWN", "=====UNSATorUNBOUNDED", "=====UNBOUNDED"}},
    {NQ_SAYS_STATUS, UNKNOWN, {"(no ", "unbounded"}},
    {NQ_SAYS_STATUS, NO, {"infeasible", "empty", "no feasible"}},
    {NQ_SAYS_STATUS, UNKNOWN, {"undefined"}},
    {NQ_SAYS_STATUS, BOARD, {"optimal", "feasible", "stopped"}},
    {NQ_SAYS_LINE, NO, {"false.$", "false$", "False$", "no$", "None$", "fail$", "*** No$", "No ("}},
    {NQ_SAYS_LINE, NO, {"0 solutions", "Found 0 solutions", "NIL$", "nil$"}},
    {NQ_SAYS_WITHIN, NO, {"no solution", "no solutions", "unsatisfiable", "infeasible", "unsat"}},
    {NQ_SAYS_WITHIN, NO, {"unsolvable", "no feasible", "not solvable", "problem solvable?: no"}},
    {NQ_SAYS_WITHIN, NO, {"not exist", "incoherent", "no primal feasible"}},
    {NQ_SAYS_WITHIN, NO, {"keine Lösung", "nicht lösbar", "unlösbar", "geen oplossing"}},
    {NQ_SAYS_WITHIN, NO, {"no hay solución", "no hay soluciones", "no existe solución"}},
    {NQ_SAYS_WITHIN, NO, {"aucune solution", "pas de solution", "nessuna soluzione"}},
    {NQ_SAYS_WITHIN, NO, {"não há solução", "não existe solução", "nenhuma solução"}},
    {NQ_SAYS_WITHIN, NO, {"brak rozwiązań", "brak rozwiązania", "ingen lösning", "çözüm yok"}},
    {NQ_SAYS_WITHIN, NO, {"Çözüm yok", "решений нет", "Решений нет", "нет решений", "Нет решений"}},
    {NQ_SAYS_WITHIN,
     NO,
     {"решение не существует", "Решение не существует", "решения не существует"}},
    {NQ_SAYS_WITHIN,
     NO,
     {"无解", "無解", "解はありません", "解なし", "해가 없", "řešení neexistuje"}},
    {NQ_SAYS_WITHIN, NO, {"solution not found", "solutions not found", "solutions: 0"}},
    {NQ_SAYS_WITHIN, UNKNOWN, {"unknown", "time limit", "timed out", "timeout"}},
    {NQ_SAYS_LOG, UNKNOWN, {"Gurobi ", "Optimize a model", "Model fingerprint", "Variable types"}},
    {NQ_SAYS_LOG, UNKNOWN, {"Coefficient", "Matrix ", "Objective range", "Bounds range", "RHS "}},
    {NQ_SAYS_LOG, UNKNOWN, {"Cost [", "Cost  [", "Cost   [", "Bound [", "Bound  [", "Bound   ["}},
    {NQ_SAYS_LOG, UNKNOWN, {"Presolve", "Root relaxation", "Explored "}},
    {NQ_SAYS_LOG, UNKNOWN, {"Thread count", "Best objective", "Found heuristic", "Cbc0", "Cgl0"}},
    {NQ_SAYS_LOG, UNKNOWN, {"Optimal solution", "All other variables", "Clp0", "Set parameter"}},
    {NQ_SAYS_LOG, UNKNOWN, {"Running HiGHS", "--- ", "+++ ", "@@ -", "diff ", "[Finished in "}},
    {NQ_SAYS_LOG,
     UNKNOWN,
     {"- 9 in [", "- 99 in [", "- 999 in [", "- 9 Booleans", "- 99 Booleans"}},
    {NQ_SAYS_LOG, UNKNOWN, {"SCIP version", "Copyright (C)", "time | node", "Version identifier"}},
    {NQ_SAYS_LOG, UNKNOWN, {"Expl Unexpl", "Solution count 9", "Tried aggregator", "CPXPARAM"}},
    {NQ_SAYS_LOG, UNKNOWN, {"State 9: <", "State 99: <", "State 999: <", "*** This is NuSMV"}},
    {NQ_SAYS_LOG, UNKNOWN, {"ampl: ", "B-Prolog Version", "SICStus 9", "> (run "}},
    {NQ_SAYS_LOG, UNKNOWN, {"** Choco", "Model[", "- Solution #", "- Complete ", "- [ Search"}},
};

bool nq_verdict_of(nq_saying kind, nq_text text, nq_answer *answer) {
  typedef bool matches(nq_text text, const char *words);
  static matches *const match[] = {is_same,        nq_text_starts, nq_text_contains,
                                   nq_text_starts, nq_text_has,    nq_text_starts};
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
  bool gnu = line.size > 3 && line.at[0] == '(' && memcmp(line.at + line.size - 3, " no", 3) == 0;
  if (gnu) line = (nq_text){"no", 2}; /* GNU Prolog: (1 ms) no */
  return nq_verdict_of(NQ_SAYS_LINE, line, answer) || nq_verdict_of(NQ_SAYS_WITHIN, line, answer);
}

/* A line with 12:30:01, 2026-01-31 or a year and 12:30, at most two other numbers and no list. */
static bool is_stamped(nq_text line) {
  static const char *const dates[] = {"99:99:99",   "9999-99-99", "9999/99/99",
                                      "99/99/9999", "99.99.9999", NULL};
  static const char *const times[] = {"9:99", "99:99", NULL}, *const years[] = {"19", "20", NULL};
  unsigned seen = 0, others = 0; /* seen: a time, 1, and a year, 2, or a date */
  for (size_t at = 0; at < line.size && line.size < 200;) {
    nq_text rest = {line.at + at, line.size - at}, after = {rest.at + 1, rest.size - 1};
    size_t digits = nq_text_span(rest, "0123456789");
    bool zone = digits == 4 && at > 0 && memchr("+-", rest.at[-1], 2) != NULL;
    unsigned date = nq_text_starts_any(rest, dates)                  ? 3
                    : nq_text_starts_any(rest, times)                ? 1
                    : digits == 4 && nq_text_starts_any(rest, years) ? 2
                                                                     : 0;
    if (memchr("[{|", *rest.at, 3) != NULL && !nq_text_starts_any(after, dates)) return false;
    if (digits > 3 && date == 0 && !zone) return false;
    others += digits > 0 && date == 0 && !zone;
    seen |= date;
    at += date > 0 ? nq_text_span(rest, "0123456789:-.,/TZ") : digits + (digits == 0);
  }
  return seen == 3 && others <= 2;
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
  return nq_number_of(text.at, text.size, &value) == NQ_KIND_REAL ||
         (nq_text_starts_any(text, times) && nq_text_span(text, "0123456789:.") == text.size);
}

/* A row of the search of a mixed integer solver: ends at its time or its gap, with 8.00000 and a
 * sign for what is not known before. */
static bool is_node(nq_text line) {
  size_t last = line.size, reals = 0;
  while (last > 0 && line.at[last - 1] != ' ' && line.at[last - 1] != '|') last--;
  nq_text end = {line.at + last, line.size - last};
  if (end.size == 0 || last == 0) return false;
  size_t span = nq_text_span(end, "0123456789.");
  for (size_t i = 0; i + 5 < last; i++) reals += nq_text_starts((nq_text){line.at + i, 5}, ".9999");
  bool unit = span > 0 && span + 1 == end.size && strchr("s%", end.at[span]) != NULL;
  bool gap = nq_text_contains(line, " - ") || nq_text_contains(line, "% ") || unit;
  return reals > 0 && gap && (unit || nq_text_is(end, "---") || nq_text_is(end, "unknown"));
}

bool nq_is_log(nq_text line) {
  static const char *const sizes[] = {"rows", "cols", "columns", "nonzeros", "binary", "conflicts"};
  size_t named = 0;
  nq_answer unused;
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes && line.size < 200; i++)
    named += nq_text_has(line, sizes[i]);
  bool pyomo = nq_text_contains(line, " : size="); /* x : Size=64, Index={1, 2}*{1, 2} */
  return nq_verdict_of(NQ_SAYS_LOG, line, &unused) || pyomo || is_stamped(line) ||
         is_amount(line) || is_node(line) ||
         (named >= 2 && memchr(line.at, '[', line.size) == NULL);
}

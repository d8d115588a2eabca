#include "format/read/read.h"

#include <string.h>

#define SEEN NQ_BASE_SEEN
#define TEXT (NQ_HASH | NQ_PERCENT | NQ_SLASHES | NQ_STARS)

/* The first is any text. */
static const nq_dialect dialects[] = {
    {.format = NQ_FORMAT_AUTO, .style = TEXT | NQ_MARKUP, .read = nq_read_text, .base = SEEN},
    {.format = NQ_FORMAT_SMT,
     .style = NQ_SEMICOLON | NQ_BARS,
     .read = nq_read_smt,
     .skips = true,
     .order = NQ_ORDER_FIRST,
     .base = SEEN,
     .likely = 1,
     .missing = "sat, but no values of Q1 .. Qn or q_1_1 .. q_n_n follow (get-value): no board",
     .starts = {"((?", "((|", "(= ?", "(model", "(objectives", "(define-fun", "(error"},
     .first = {";"}},
    {.format = NQ_FORMAT_SAT,
     .read = nq_read_literals,
     .order = NQ_ORDER_ANY,
     .missing = "s SATISFIABLE, but no v lines with the solution: no board",
     .starts = {"s SATISFIABLE", "s UNSATISFIABLE", "s OPTIMUM", "s UNKNOWN", "v -", "v 9", "v x"},
     .first = {"s ?", "v ?", "v 9", "o 9"}},
    {.format = NQ_FORMAT_XCSP3,
     .read = nq_read_literals,
     .order = NQ_ORDER_ANY,
     .ours = "q",
     .missing = "s SATISFIABLE, but no v lines with the solution: no board",
     .starts = {"<instantiation", "<!--", "v <"}},
    {.format = NQ_FORMAT_ASP,
     .style = NQ_PERCENT,
     .read = nq_read_atoms,
     .skips = true,
     .order = NQ_ORDER_LAST,
     .base = SEEN,
     .likely = 1,
     .missing = "a solution exists, but no answer shows its atoms: no board",
     .starts = {"clingo version", "clasp version", "pyclingo version"}},
    {.format = NQ_FORMAT_CBC,
     .style = NQ_BARS,
     .read = nq_read_variables,
     .skips = true,
     .order = NQ_ORDER_FIRST,
     .base = SEEN,
     .missing = "no variables x_column_row with the value 1: no board",
     .starts = {"Model status", "# Solution for model",
                "solution status:", "Value of objective function", "Optimal - obj",
                "Infeasible - obj", "Integer infeasible - obj", "Unbounded - obj", "Stopped on ",
                "<?xml version", "<CPLEXSolution", "This problem is infeasible",
                "Actual values of the variables", "No.   Row name", "No. Column name"}},
    {.format = NQ_FORMAT_GLPK, .read = nq_read_glpk, .starts = {"s mip ", "s bas ", "s ipt "}},
    {.format = NQ_FORMAT_TOULBAR2,
     .read = nq_read_toulbar2,
     .skips = true,
     .starts = {"cmd: ", "loading ", "Read 9", "New solution: 9", "No solution in "}},
    {.format = NQ_FORMAT_CPSAT,
     .style = NQ_HASH,
     .read = nq_read_response,
     .skips = true,
     .order = NQ_ORDER_FIRST,
     .missing = "the status promises a solution, but no solution: lines follow: no board",
     .starts = {"status: OPTIMAL$", "status: FEASIBLE$", "status: INFEASIBLE$", "status: UNKNOWN$",
                "status: MODEL_INVALID$", "num_booleans: ", "CpSolverResponse", "MODEL_INVALID"}},
    {.format = NQ_FORMAT_ESSENCE,
     .style = NQ_DOLLAR,
     .read = nq_read_text,
     .base = SEEN,
     .likely = 1,
     .ours = "queens",
     .starts = {"letting ", "language Essence"},
     .first = {"$"}},
    {.format = NQ_FORMAT_OPL,
     .style = NQ_SLASHES | NQ_STARS,
     .read = nq_read_text,
     .base = SEEN,
     .likely = 1,
     .ours = "x",
     .starts = {"<<<", "OBJECTIVE:"}},
    /* These are not recognised: any text may be in one of them. */
    {.format = NQ_FORMAT_MINIZINC,
     .style = NQ_PERCENT | NQ_STARS,
     .read = nq_read_text,
     .base = SEEN,
     .likely = 1,
     .ours = "queens"},
    {.format = NQ_FORMAT_Z3PY, .style = NQ_HASH, .read = nq_read_text, .base = SEEN, .likely = 1},
    {.format = NQ_FORMAT_JSON, .style = NQ_HASH | NQ_STRICT, .read = nq_read_objects},
    {.format = NQ_FORMAT_LINE, .read = nq_read_native, .base = SEEN},
    {.format = NQ_FORMAT_JUDGE, .style = NQ_HASH, .read = nq_read_text, .base = 1},
    {.format = NQ_FORMAT_QUBO, .style = NQ_HASH, .read = nq_read_samples},
    {.format = NQ_FORMAT_PICTURE, .style = NQ_HASH, .base = SEEN, .read = nq_read_text},
    {.format = NQ_FORMAT_LIST, .style = NQ_HASH, .read = nq_read_text},
    {.format = NQ_FORMAT_CHESS, .style = NQ_HASH, .read = nq_read_text, .base = SEEN},
    {.format = NQ_FORMAT_VALUES, .style = NQ_HASH, .read = nq_read_text, .base = SEEN, .likely = 1},
};

#define DIALECTS (sizeof dialects / sizeof *dialects)

const nq_dialect *nq_dialect_of(nq_format format) {
  for (size_t i = 0; i < DIALECTS; i++)
    if (dialects[i].format == format) return &dialects[i];
  return &dialects[0];
}

/* ---- Recognising ---- */

/* Answer: 1, or Answer: 1 (Time: 0.003s) */
static bool is_answer(nq_text line) {
  if (!nq_text_starts(line, "Answer: 9")) return false;
  nq_text rest = {line.at + 8, line.size - 8};
  size_t digits = nq_text_span(rest, "0123456789");
  rest = (nq_text){rest.at + digits, rest.size - digits};
  return rest.size == 0 || nq_text_starts(rest, " (");
}

/* `Answer: 1` before a line of atoms or none, `Problem:` before `Rows:`, `SAT` before literals, a
 * bracket alone, `Variable:` above a name and its value. */
static const nq_dialect *judge_pair(nq_terms *terms, nq_text line) {
  bool answer = is_answer(line) || nq_text_starts(line, "ANSWER$");
  bool problem = nq_text_starts(line, "Problem:"), sat = nq_text_starts(line, "SAT$");
  bool bracket = nq_text_starts(line, "($"), values = nq_text_starts(line, "Variable:$");
  if (!answer && !problem && !sat && !bracket && !values) return NULL;
  if (values)
    return nq_text_starts(nq_terms_look(terms, 2), "Value: ") ? nq_dialect_of(NQ_FORMAT_CBC) : NULL;
  line = nq_terms_look(terms, 1);
  if (line.at == NULL) return NULL;
  if (bracket && nq_text_starts(line, "(")) return nq_dialect_of(NQ_FORMAT_SMT);
  if (sat && memchr(line.at, '-', line.size) != NULL && /* -1 2 -3 -4 0 */
      nq_text_span(line, "0123456789- ") == line.size)
    return nq_dialect_of(NQ_FORMAT_SAT);
  if (problem && nq_text_starts(line, "Rows:")) return nq_dialect_of(NQ_FORMAT_CBC);
  bool atoms = line.size == 0 || memchr(line.at, '(', line.size) != NULL;
  return answer && atoms ? nq_dialect_of(NQ_FORMAT_ASP) : NULL;
}

static const nq_dialect *judge_line(nq_text line, bool first) {
  for (size_t i = 1; i < DIALECTS; i++)
    if (nq_text_starts_any(line, dialects[i].starts)) return &dialects[i];
  for (size_t i = 1; i < DIALECTS && first; i++)
    if (nq_text_starts_any(line, dialects[i].first)) return &dialects[i];
  return NULL;
}

const nq_dialect *nq_dialect_at(nq_terms *terms, bool first) {
  static const char *const comments[] = {"c$", "c ", "c\t", "* ", NULL};
  size_t ahead = 0, marks = 0; /* lines that start with a star, as comments of OPB or items */
  nq_text line = nq_terms_look(terms, 0);
  if (line.size == 0) return NULL;
  for (; line.at != NULL && first && ahead < 1000; line = nq_terms_look(terms, ++ahead)) {
    marks += line.size > 0 && line.at[0] == '*';
    if (!nq_text_starts_any(line, comments) && line.size > 0) break;
  }
  if (line.at == NULL) return marks > 0 ? NULL : nq_dialect_of(NQ_FORMAT_SAT);
  const nq_dialect *found = judge_line(line, first);
  return found == NULL && ahead == 0 ? judge_pair(terms, line) : found;
}

#include "format/read/read.h"

#include <string.h>

#define TEXT (NQ_HASH | NQ_PERCENT | NQ_SLASHES | NQ_STARS)

/* The first is any text. */
static const nq_dialect dialects[] = {
    {.format = NQ_FORMAT_AUTO, .style = TEXT, .read = nq_read_text, .base = NQ_BASE_SEEN},
    {.format = NQ_FORMAT_SMT,
     .style = NQ_SEMICOLON | NQ_BARS,
     .read = nq_read_smt,
     .order = NQ_ORDER_FIRST,
     .base = NQ_BASE_SEEN,
     .likely = 1,
     .missing = "sat, but no values of Q1 .. Qn or q_1_1 .. q_n_n follow (get-value): no board",
     .starts = {"((?", "((|", "(= ?", "(model", "(define-fun", "(error"},
     .first = {";"}},
    {.format = NQ_FORMAT_SAT,
     .read = nq_read_literals,
     .order = NQ_ORDER_ANY,
     .likely = 1,
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
     .order = NQ_ORDER_LAST,
     .base = NQ_BASE_SEEN,
     .likely = 1,
     .missing = "a solution exists, but no answer shows its atoms: no board",
     .starts = {"clingo version", "clasp version", "pyclingo version"}},
    {.format = NQ_FORMAT_CBC,
     .style = NQ_BARS,
     .read = nq_read_variables,
     .order = NQ_ORDER_FIRST,
     .base = NQ_BASE_SEEN,
     .missing = "no variables x_column_row with the value 1: no board",
     .starts = {"Model status", "# Solution for model",
                "solution status:", "Value of objective function", "Optimal - obj",
                "Infeasible - obj", "Integer infeasible - obj", "Unbounded - obj", "Stopped on ",
                "<?xml version", "<CPLEXSolution", "This problem is infeasible"}},
    {.format = NQ_FORMAT_GLPK, .read = nq_read_glpk, .starts = {"s mip ", "s bas ", "s ipt "}},
    {.format = NQ_FORMAT_TOULBAR2,
     .read = nq_read_toulbar2,
     .starts = {"cmd: ", "loading ", "Read 9", "New solution: 9", "No solution in "}},
    {.format = NQ_FORMAT_CPSAT,
     .style = NQ_HASH,
     .read = nq_read_response,
     .order = NQ_ORDER_FIRST,
     .missing = "the status promises a solution, but no solution: lines follow: no board",
     .starts = {"status: OPTIMAL$", "status: FEASIBLE$", "status: INFEASIBLE$", "status: UNKNOWN$",
                "status: MODEL_INVALID$", "num_booleans: ", "CpSolverResponse", "MODEL_INVALID"}},
    {.format = NQ_FORMAT_ESSENCE,
     .style = NQ_DOLLAR,
     .read = nq_read_text,
     .base = NQ_BASE_SEEN,
     .likely = 1,
     .ours = "queens",
     .starts = {"letting ", "language Essence"},
     .first = {"$"}},
    {.format = NQ_FORMAT_OPL,
     .style = NQ_SLASHES | NQ_STARS,
     .read = nq_read_text,
     .base = NQ_BASE_SEEN,
     .likely = 1,
     .ours = "x",
     .starts = {"<<<", "OBJECTIVE:"},
     .first = {"//", "/*"}},
    /* These are not recognised: any text may be in one of them. */
    {.format = NQ_FORMAT_MINIZINC,
     .style = NQ_PERCENT | NQ_STARS,
     .read = nq_read_text,
     .base = NQ_BASE_SEEN,
     .likely = 1,
     .ours = "queens"},
    {.format = NQ_FORMAT_Z3PY,
     .style = NQ_HASH,
     .read = nq_read_text,
     .base = NQ_BASE_SEEN,
     .likely = 1},
    {.format = NQ_FORMAT_JSON, .style = NQ_HASH | NQ_STRICT, .read = nq_read_objects},
    {.format = NQ_FORMAT_JUDGE, .style = NQ_HASH, .read = nq_read_text, .base = 1, .likely = 1},
    {.format = NQ_FORMAT_QUBO, .style = NQ_HASH, .read = nq_read_samples},
    {.format = NQ_FORMAT_PICTURE, .style = NQ_HASH, .base = NQ_BASE_SEEN, .read = nq_read_text},
    {.format = NQ_FORMAT_LIST, .style = NQ_HASH, .read = nq_read_text},
    {.format = NQ_FORMAT_CHESS, .style = NQ_HASH, .read = nq_read_text, .base = NQ_BASE_SEEN},
    {.format = NQ_FORMAT_VALUES,
     .style = NQ_HASH,
     .read = nq_read_text,
     .base = NQ_BASE_SEEN,
     .likely = 1},
};

#define DIALECTS (sizeof dialects / sizeof *dialects)

const nq_dialect *nq_dialect_of(nq_format format) {
  for (size_t i = 0; i < DIALECTS; i++)
    if (dialects[i].format == format) return &dialects[i];
  return &dialects[0];
}

/* ---- Recognising ---- */

/* Literals that end at their 0, without a v: -1 2 -3 -4 0 */
static bool is_literals(nq_text line) {
  bool minus = nq_text_starts(line, "-9");
  for (size_t i = 1; i < line.size; i++) {
    if (line.at[i] != ' ' && line.at[i] != '-' && !is_digit(line.at[i])) return false;
    minus = minus || (line.at[i] == '-' && line.at[i - 1] == ' ');
  }
  return minus && (line.size == NQ_INPUT_WINDOW || line.at[line.size - 1] == '0');
}

/* `Answer: 1` before a line of atoms or none, `Problem:` before `Rows:`, `SAT` before literals, a
 * bracket alone. */
static const nq_dialect *judge_pair(nq_terms *terms, nq_text line) {
  bool answer = nq_text_starts(line, "Answer: 9") || nq_text_starts(line, "ANSWER$");
  bool problem = nq_text_starts(line, "Problem:"), sat = nq_text_starts(line, "SAT$");
  bool bracket = nq_text_starts(line, "($");
  if (!answer && !problem && !sat && !bracket) return NULL;
  line = nq_terms_look(terms, 1);
  if (line.at == NULL) return NULL;
  if (bracket) return nq_text_starts(line, "(") ? nq_dialect_of(NQ_FORMAT_SMT) : NULL;
  if (sat) return is_literals(line) ? nq_dialect_of(NQ_FORMAT_SAT) : NULL;
  if (problem) return nq_text_starts(line, "Rows:") ? nq_dialect_of(NQ_FORMAT_CBC) : NULL;
  bool atoms = line.size == 0 || memchr(line.at, '(', line.size) != NULL || *line.at == '%';
  return atoms ? nq_dialect_of(NQ_FORMAT_ASP) : NULL;
}

/* x = [2 4: OPL has blanks between numbers. */
static bool is_opl(nq_text line) {
  size_t i = 0;
  while (i < line.size && (is_letter(line.at[i]) || is_digit(line.at[i]))) i++;
  if (i == 0 || is_digit(line.at[0])) return false;
  nq_text rest = {line.at + i, line.size - i};
  for (i = 4; nq_text_starts(rest, " = [9") && i < rest.size && is_digit(rest.at[i]);) i++;
  return i > 4 && nq_text_starts((nq_text){rest.at + i, rest.size - i}, " 9");
}

static const nq_dialect *find_start(nq_text line, bool first) {
  for (size_t i = 1; i < DIALECTS; i++) {
    const char *const *start = first ? dialects[i].first : dialects[i].starts;
    for (; *start != NULL; start++)
      if (nq_text_starts(line, *start)) return &dialects[i];
  }
  return NULL;
}

static const nq_dialect *judge_line(nq_text line, bool first) {
  const nq_dialect *found = find_start(line, false);
  if (found == NULL && first) found = find_start(line, true);
  return found == NULL && is_opl(line) ? nq_dialect_of(NQ_FORMAT_OPL) : found;
}

const nq_dialect *nq_dialect_at(nq_terms *terms, bool first) {
  size_t ahead = 0, marks = 0; /* lines that start with a star, as comments of OPB or items */
  nq_text line = nq_terms_look(terms, 0);
  if (line.size == 0) return NULL;
  for (; line.at != NULL && first && ahead < 1000; line = nq_terms_look(terms, ++ahead)) {
    bool comment = nq_text_starts(line, "c$") || nq_text_starts(line, "c ") ||
                   nq_text_starts(line, "c\t") || nq_text_starts(line, "* ");
    marks += line.size > 0 && line.at[0] == '*';
    if (!comment && (line.size > 0 || ahead == 0)) break;
  }
  if (line.at == NULL) return marks > 0 ? NULL : nq_dialect_of(NQ_FORMAT_SAT);
  const nq_dialect *found = judge_line(line, first);
  return found == NULL && ahead == 0 ? judge_pair(terms, line) : found;
}

#include "format/read/dialects.h"
#include "format/read/sheet.h"

#include <stdint.h>
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
     .first = {"s ?", "v ?", "v 9", "o 9", "* ??", "* #??"}},
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

/* Whether the text starts so; 9 stands for any digit, ? for any letter and $ for the end. */
static bool starts(const char *text, size_t size, const char *pattern) {
  size_t i = 0;
  for (; pattern[i] != '\0'; i++) {
    if (pattern[i] == '$') return i == size;
    if (i >= size) return false;
    bool any = pattern[i] == '9'   ? is_digit(text[i])
               : pattern[i] == '?' ? is_letter(text[i])
                                   : text[i] == pattern[i];
    if (!any) return false;
  }
  return true;
}

/* The line `ahead` lines after the next one, up to the look-ahead; false beyond the end. */
static bool look(nq_terms *terms, size_t ahead, const char **text, size_t *size) {
  size_t at = terms->at;
  bool found = true;
  for (; ahead > 0 && found; ahead--) {
    found = nq_terms_line(terms, size) && *size != SIZE_MAX;
    if (found) terms->at += *size + (nq_terms_peek(terms, *size) == '\n');
  }
  found = found && nq_terms_line(terms, size);
  size_t start = terms->at;
  terms->at = at;
  if (!found) return false;
  if (*size == SIZE_MAX) *size = 256;
  *text = (const char *)terms->input->next + start;
  *size = trim_text(text, *size);
  return true;
}

/* Literals that end at their 0, without a v: -1 2 -3 -4 0 */
static bool is_literals(const char *text, size_t size) {
  bool minus = starts(text, size, "-9");
  for (size_t i = 1; i < size; i++) {
    if (text[i] != ' ' && text[i] != '-' && !is_digit(text[i])) return false;
    minus = minus || (text[i] == '-' && text[i - 1] == ' ');
  }
  return minus && (size == 256 || text[size - 1] == '0');
}

/* `Answer: 1` before a line of atoms or none, `Problem:` before `Rows:`, `SAT` before literals, a
 * bracket alone. */
static const nq_dialect *judge_pair(nq_terms *terms, const char *text, size_t size) {
  bool answer = starts(text, size, "Answer: 9") || (size == 6 && starts(text, size, "ANSWER"));
  bool problem = starts(text, size, "Problem:"), bracket = size == 1 && *text == '(';
  if (bracket) return nq_dialect_of(NQ_FORMAT_SMT);
  bool sat = size == 3 && starts(text, size, "SAT");
  if ((!answer && !problem && !sat) || !look(terms, 1, &text, &size)) return NULL;
  if (sat) return is_literals(text, size) ? nq_dialect_of(NQ_FORMAT_SAT) : NULL;
  if (problem) return starts(text, size, "Rows:") ? nq_dialect_of(NQ_FORMAT_CBC) : NULL;
  bool atoms = size == 0 || memchr(text, '(', size) != NULL || *text == '%';
  return atoms ? nq_dialect_of(NQ_FORMAT_ASP) : NULL;
}

/* x = [2 4: OPL has blanks between numbers. */
static bool is_opl(const char *text, size_t size) {
  size_t i = 0;
  while (i < size && (is_letter(text[i]) || is_digit(text[i]))) i++;
  if (i == 0 || is_digit(text[0]) || !starts(text + i, size - i, " = [9")) return false;
  for (i += 4; i < size && is_digit(text[i]); i++) {
  }
  return i + 1 < size && text[i] == ' ' && is_digit(text[i + 1]);
}

static const nq_dialect *judge_line(const char *text, size_t size, bool first) {
  for (size_t i = 1; i < DIALECTS; i++)
    for (const char *const *start = dialects[i].starts; *start != NULL; start++)
      if (starts(text, size, *start)) return &dialects[i];
  for (size_t i = 1; i < DIALECTS; i++)
    for (const char *const *start = dialects[i].first; first && *start != NULL; start++)
      if (starts(text, size, *start)) return &dialects[i];
  return is_opl(text, size) ? nq_dialect_of(NQ_FORMAT_OPL) : NULL;
}

const nq_dialect *nq_dialect_at(nq_terms *terms, bool first) {
  const char *text;
  size_t size, ahead = 0;
  if (!look(terms, 0, &text, &size) || size == 0) return NULL;
  bool comment = first && *text == 'c' && (size == 1 || text[1] == ' ' || text[1] == '\t');
  if (!comment) {
    const nq_dialect *found = judge_line(text, size, first);
    return found != NULL ? found : judge_pair(terms, text, size);
  }
  while (look(terms, ++ahead, &text, &size))
    if (size > 0 && !(*text == 'c' && (size == 1 || text[1] == ' ' || text[1] == '\t')))
      return judge_line(text, size, first);
  return nq_dialect_of(NQ_FORMAT_SAT);
}

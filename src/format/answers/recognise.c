/* The answers of other solvers by their first lines.
 *
 * MODEL.  Comments, lines that start with `c `, %, ; or $, are skipped; the start of the first
 * other line decides:
 *
 *     a text of the table             its format
 *     name = [   name = array1d       a list, as MiniZinc's; name = [2 4: OPL's
 *     {"Solver"   {"name" : [         clingo's JSON, MiniZinc's (but for "rows": json)
 *     [name =                         z3's Python
 *     (1   [array(   array(   [True,  a list, as Python's and NumPy's
 *     name(1                          an atom
 *     name1 = 2   name[1] = 2         variables;  a1 b2: squares of chess
 *     ... - objective value           CBC
 *
 * If the look-ahead contains only comments, these decide: c is a SAT solver's, % is MiniZinc's, ;
 * is SMT-LIB's, $ is Essence's.  No board in the other formats starts like any of these.  Boards
 * start with digits and dots, with a line of Q, _, dots and blanks, or with an object that has the
 * key rows. */
#include "format/answers/answers.h"

#include <stdbool.h>
#include <string.h>

/* Enough of a line for every rule. */
#define LINE_BYTES 256

static const char *skip_blanks(const char *at) {
  while (*at == ' ' || *at == '\t' || *at == '\r' || *at == '\n') at++;
  return at;
}

static const char *skip_name(const char *at) {
  while (is_letter(*at) || is_digit(*at)) at++;
  return at;
}

static bool starts(const char *text, const char *prefix) {
  return strncmp(text, prefix, strlen(prefix)) == 0;
}

/* ---- Rules ---- */

/* name = [ or name = array1d; OPL has blanks between numbers, MiniZinc commas. */
static nq_format judge_assignment(const char *text) {
  if (!is_letter(*text)) return NQ_FORMAT_AUTO;
  const char *at = skip_blanks(skip_name(text));
  if (*at != '=') return NQ_FORMAT_AUTO;
  at = skip_blanks(at + 1);
  if (*at != '[') return starts(at, "array1d") ? NQ_FORMAT_MINIZINC : NQ_FORMAT_AUTO;
  const char *number = skip_blanks(at + 1);
  at = skip_blanks(skip_name(number));
  return at > number && is_digit(*number) && is_digit(*at) ? NQ_FORMAT_OPL : NQ_FORMAT_MINIZINC;
}

/* A word alone on its line, or with a comment of SMT-LIB's. */
static bool is_alone(const char *text, const char *word) {
  if (!starts(text, word)) return false;
  const char *at = text + strlen(word);
  while (*at == ' ' || *at == '\t' || *at == '\r') at++;
  return *at == '\n' || *at == '\0' || *at == ';';
}

/* {"Solver" and {"name" : [ */
static nq_format judge_object(const char *text) {
  const char *key = skip_blanks(text + 1);
  if (*key++ != '"') return NQ_FORMAT_AUTO;
  const char *end = skip_name(key);
  if (*end != '"' || starts(key, "rows\"")) return NQ_FORMAT_AUTO;
  if (starts(key, "Solver\"")) return NQ_FORMAT_ASP;
  const char *at = skip_blanks(end + 1);
  return *at == ':' && *skip_blanks(at + 1) == '[' ? NQ_FORMAT_MINIZINC : NQ_FORMAT_AUTO;
}

static nq_format judge_words(const char *text) {
  static const struct {
    nq_format format;
    const char *lines[6], *starts[6]; /* whole lines, and how lines start */
  } table[] = {
      {NQ_FORMAT_SMT, {"sat", "unsat", "unknown", "timeout"}, {"("}},
      {NQ_FORMAT_Z3PY, {"no solution", "failed to solve"}, {NULL}},
      {NQ_FORMAT_GLPK, {NULL}, {"s mip ", "s bas ", "s ipt "}},
      {NQ_FORMAT_XCSP3, {NULL}, {"v <instantiation", "<instantiation", "<!--"}},
      {NQ_FORMAT_SAT, {NULL}, {"s ", "v ", "o "}},
      {NQ_FORMAT_ASP,
       {"ANSWER", "SATISFIABLE", "UNSATISFIABLE", "INCONSISTENT", "OPTIMUM FOUND"},
       {"clingo version", "clasp version", "Answer:"}},
      {NQ_FORMAT_MINIZINC, {"----------"}, {"====="}},
      {NQ_FORMAT_ESSENCE, {NULL}, {"letting ", "language Essence"}},
      {NQ_FORMAT_OPL, {NULL}, {"//", "/*", "<<<", "OBJECTIVE:"}},
      {NQ_FORMAT_CPSAT,
       {"OPTIMAL", "FEASIBLE", "INFEASIBLE", "UNKNOWN", "MODEL_INVALID"},
       {"status: ", "num_booleans: ", "CpSolverResponse"}},
      {NQ_FORMAT_PICTURE, {NULL}, {"Solution "}},
      {NQ_FORMAT_TOULBAR2,
       {NULL},
       {"cmd: ", "loading ", "Read ", "New solution:", "No solution in "}},
  };
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    for (const char *const *line = table[i].lines; *line != NULL; line++)
      if (is_alone(text, *line)) return table[i].format;
    for (const char *const *start = table[i].starts; *start != NULL; start++)
      if (starts(text, *start)) return table[i].format;
  }
  return NQ_FORMAT_AUTO;
}

/* A word in the place of a row, such as [True, or [nan 1: what the list's reader refuses. */
static bool is_item(const char *text, bool bracket) {
  const char *end = skip_name(text), *after = skip_blanks(end);
  if (end == text || *after == '\0') return false;
  return strchr(",])", *after) != NULL || (bracket && (is_letter(*after) || is_digit(*after)));
}

/* (1   ((1   array(   [array(   [None */
static bool is_list(const char *text) {
  const char *at = text;
  while (*at == '(') at = skip_blanks(at + 1);
  if (at > text && is_digit(*at)) return true;
  bool bracket = *at == '[';
  if (bracket) at = skip_blanks(at + 1);
  if (starts(at, "array(")) return true;
  return at > text && (starts(at, "None") || starts(at, "null") || is_item(at, bracket));
}

/* name1 = 2 or name[1] = 2 */
static bool is_variable(const char *text) {
  const char *at = skip_name(text);
  bool index = at > text && is_digit(at[-1]);
  if (at > text && *at == '[' && is_digit(at[1])) {
    at = skip_name(at + 1);
    index = *at++ == ']';
  }
  if (!index || !is_letter(*text)) return false;
  at = skip_blanks(at);
  return *at == '=' && is_digit(*skip_blanks(at + 1));
}

/* a1 alone or before a blank or comma */
static bool is_square(const char *text) {
  const char *at = text;
  while (*at >= 'a' && *at <= 'z' && at < text + 2) at++;
  const char *rank = at;
  while (is_digit(*at)) at++;
  return rank > text && at > rank && strchr(" \t\r\n,;", *at) != NULL;
}

static nq_format judge_line(const char *text) {
  if (is_list(text)) return NQ_FORMAT_LIST;
  nq_format format = judge_words(text);
  if (format != NQ_FORMAT_AUTO) return format;
  if (is_variable(text)) return NQ_FORMAT_VALUES;
  if (is_square(text)) return NQ_FORMAT_CHESS;
  format = judge_assignment(text);
  if (format != NQ_FORMAT_AUTO) return format;
  if (*text == '{') return judge_object(text);
  if (*text == '[') {
    const char *item = skip_blanks(text + 1);
    bool number = starts(item, "np."); /* of NumPy, in a list */
    return is_letter(*item) && !number ? NQ_FORMAT_Z3PY : NQ_FORMAT_AUTO;
  }
  const char *after = skip_name(text);
  if (after > text && *after == '(' && is_digit(after[1])) return NQ_FORMAT_ASP;
  const char *end = strchr(text, '\n'), *value = strstr(text, " - objective value");
  return value != NULL && (end == NULL || value < end) ? NQ_FORMAT_CBC : NQ_FORMAT_AUTO;
}

/* ---- Lines of the look ahead ---- */

/* The first bytes from `at` on.  A NUL byte ends them, as no rule contains one.  They may go beyond
 * the first line, as an object may take several. */
static void copy_text(nq_input *input, size_t at, char text[LINE_BYTES + 1]) {
  for (;;) {
    size_t left = (size_t)(input->end - input->next) - at;
    bool object = left > 0 && (input->next[at] == '{' || input->next[at] == '[');
    bool whole = !object && memchr(input->next + at, '\n', left) != NULL;
    if (whole || left >= LINE_BYTES || !nq_input_more(input)) break;
  }
  size_t size = (size_t)(input->end - input->next) - at;
  if (size > LINE_BYTES) size = LINE_BYTES;
  memcpy(text, input->next + at, size);
  text[size] = '\0';
}

static bool is_comment(const char *text) {
  return *text == '%' || *text == ';' || *text == '$' ||
         (*text == 'c' && strchr(" \t\r\n", text[1]) != NULL);
}

/* Go to the next line; false if it is beyond the look-ahead. */
static bool skip_line(nq_input *input, size_t *at) {
  for (;;) {
    size_t size = (size_t)(input->end - input->next);
    const unsigned char *end = memchr(input->next + *at, '\n', size - *at);
    if (end != NULL) {
      *at = (size_t)(end - input->next) + 1;
      return true;
    }
    *at = size;
    if (!nq_input_more(input)) return false;
  }
}

nq_format nq_recognise_answer(nq_input *input, size_t at) {
  char text[LINE_BYTES + 1];
  copy_text(input, at, text);
  char comment = is_comment(text) ? text[0] : '\0';
  while (is_comment(text) || (comment != '\0' && is_alone(text, "") && text[0] != '\0')) {
    if (!skip_line(input, &at)) break;
    copy_text(input, at, text);
  }
  nq_format format = is_comment(text) ? NQ_FORMAT_AUTO : judge_line(text);
  if (comment == '\0' || format != NQ_FORMAT_AUTO) return format;
  bool more = text[0] != '\0' && !is_comment(text);
  if (more) return NQ_FORMAT_AUTO;
  switch (comment) {
  case 'c':
    return NQ_FORMAT_SAT;
  case ';':
    return NQ_FORMAT_SMT;
  case '$':
    return NQ_FORMAT_ESSENCE;
  default:
    return NQ_FORMAT_MINIZINC;
  }
}

/* What solvers say besides their answers. */
#include "format/read/dialect.h"

#include <stdbool.h>
#include <string.h>
#include <strings.h>

bool nq_verdict_of_word(const char *word, size_t size, nq_answer *answer) {
  static const char *const words[][9] = {
      [NQ_ANSWER_BOARD] = {"sat", "SAT", "SATISFIABLE", "SATISFIED", "OPTIMUM", "OPTIMAL",
                           "FEASIBLE", "ALL_SOLUTIONS"},
      [NQ_ANSWER_UNSATISFIABLE] = {"unsat", "UNSAT", "UNSATISFIABLE", "INCONSISTENT", "INFEASIBLE"},
      [NQ_ANSWER_UNKNOWN] = {"unknown", "timeout", "UNKNOWN", "INDETERMINATE", "INDET"}};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    for (size_t k = 0; words[i][k] != NULL; k++) {
      if (strlen(words[i][k]) != size || memcmp(word, words[i][k], size) != 0) continue;
      *answer = (nq_answer)i;
      return true;
    }
  return false;
}

/* Whether the words stand in the line, whatever the case, and not within others. */
static bool has_words(const char *line, size_t size, const char *words) {
  size_t length = strlen(words);
  for (size_t at = 0; at + length <= size; at++) {
    bool start = at == 0 || !is_letter(line[at - 1]);
    bool end = at + length == size || !is_letter(line[at + length]);
    if (start && end && strncasecmp(line + at, words, length) == 0) return true;
  }
  return false;
}

bool nq_verdict_of_line(const char *line, size_t size, nq_answer *answer) {
  static const char *const none[] = {"no solution", "no solutions", "unsatisfiable",
                                     "infeasible",  "unsat",        "unsolvable",
                                     "no feasible", "not solvable", "problem solvable?: no",
                                     "not exist",   "incoherent",   "no primal feasible"};
  static const char *const lines[] = {"false.", "false", "False", "no", "None", "fail", "*** No"};
  static const char *const unknown[] = {"unknown", "time limit", "timed out", "timeout"};
  size = trim_text(&line, size);
  if (size > 200) return false;
  if (size > 0 && line[0] == '(' && size > 3 && strncmp(line + size - 3, " no", 3) == 0)
    size = 2, line = "no";
  if (size > 3 && strncmp(line, "No (", 4) == 0) size = 2, line = "no";
  *answer = NQ_ANSWER_UNSATISFIABLE;
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
    if (strlen(lines[i]) == size && memcmp(lines[i], line, size) == 0) return true;
  for (size_t i = 0; i < sizeof none / sizeof *none; i++)
    if (has_words(line, size, none[i])) return true;
  *answer = NQ_ANSWER_UNKNOWN;
  for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++)
    if (has_words(line, size, unknown[i])) return true;
  return false;
}

const char *nq_dialect_missing(const nq_dialect *dialect) {
  return dialect->missing != NULL ? dialect->missing : "a solution exists, but no board follows";
}

bool nq_is_log(const char *line, size_t size) {
  static const char *const starts[] = {"Gurobi ",
                                       "Optimize a model",
                                       "Model fingerprint",
                                       "Variable types",
                                       "Coefficient",
                                       "Matrix ",
                                       "Objective range",
                                       "Bounds range",
                                       "RHS ",
                                       "Cost ",
                                       "Bound ",
                                       "Presolve",
                                       "Root relaxation",
                                       "Explored ",
                                       "Thread count",
                                       "Best objective",
                                       "Found heuristic",
                                       "Optimal solution",
                                       "All other variables",
                                       "Cbc0",
                                       "Cgl0",
                                       "Clp0",
                                       "Set parameter",
                                       "Running HiGHS"};
  static const char *const sizes[] = {"rows", "cols", "columns", "nonzeros", "binary", "conflicts"};
  size_t named = 0;
  size = trim_text(&line, size);
  for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
    if (size >= strlen(starts[i]) && strncmp(line, starts[i], strlen(starts[i])) == 0) return true;
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes && size < 200; i++)
    named += has_words(line, size, sizes[i]);
  return named >= 2;
}

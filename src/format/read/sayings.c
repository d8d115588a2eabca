/* What solvers say besides their answers. */
#include "format/read/dialect.h"

#include <string.h>

typedef struct saying {
  nq_answer answer;
  const char *words[30];
} saying;

typedef bool matches(nq_text text, const char *words);

static bool is_same(nq_text text, const char *words) {
  return text.size == strlen(words) && memcmp(text.at, words, text.size) == 0;
}

/* The answer of the first row with words that match; the table ends with a row without. */
static bool find_saying(const saying *row, nq_text text, matches *match, nq_answer *answer) {
  for (; row->words[0] != NULL; row++)
    for (const char *const *words = row->words; *words != NULL; words++) {
      if (!match(text, *words)) continue;
      *answer = row->answer;
      return true;
    }
  return false;
}

bool nq_verdict_of_word(nq_text word, nq_answer *answer) {
  static const saying words[] = {
      {NQ_ANSWER_BOARD,
       {"sat", "SAT", "SATISFIABLE", "SATISFIED", "OPTIMUM", "OPTIMAL", "FEASIBLE",
        "ALL_SOLUTIONS"}},
      {NQ_ANSWER_UNSATISFIABLE, {"unsat", "UNSAT", "UNSATISFIABLE", "INCONSISTENT", "INFEASIBLE"}},
      {NQ_ANSWER_UNKNOWN, {"unknown", "timeout", "UNKNOWN", "INDETERMINATE", "INDET"}},
      {0}};
  return find_saying(words, word, is_same, answer);
}

bool nq_verdict_of_node(const nq_node *node, nq_answer *answer) {
  return (node->kind == NQ_KIND_WORD || node->kind == NQ_KIND_STRING) &&
         nq_verdict_of_word((nq_text){node->text, node->size}, answer);
}

bool nq_verdict_of_mark(nq_text line, nq_answer *answer) {
  static const saying marks[] = {
      {NQ_ANSWER_UNSATISFIABLE, {"=====UNSATISFIABLE"}},
      {NQ_ANSWER_UNKNOWN, {"=====UNKNOWN", "=====UNSATorUNBOUNDED", "=====UNBOUNDED"}},
      {NQ_ANSWER_UNSATISFIABLE, {"<<< no"}},
      {0}};
  return find_saying(marks, line, nq_text_starts, answer);
}

nq_answer nq_verdict_of_status(nq_text line) {
  static const saying table[] = {{NQ_ANSWER_UNKNOWN, {"(no ", "unbounded"}},
                                 {NQ_ANSWER_UNSATISFIABLE, {"infeasible", "empty", "no feasible"}},
                                 {NQ_ANSWER_UNKNOWN, {"undefined"}},
                                 {NQ_ANSWER_BOARD, {"optimal", "feasible", "stopped"}},
                                 {0}};
  nq_answer answer = NQ_ANSWER_UNKNOWN;
  find_saying(table, line, nq_text_contains, &answer);
  return answer;
}

bool nq_verdict_of_line(nq_text line, nq_answer *answer) {
  static const saying lines[] = {
      {NQ_ANSWER_UNSATISFIABLE,
       {"false.$", "false$", "False$", "no$", "None$", "fail$", "*** No$", "No ("}},
      {0}};
  static const saying words[] = {
      {NQ_ANSWER_UNSATISFIABLE,
       {"no solution", "no solutions", "unsatisfiable", "infeasible", "unsat", "unsolvable",
        "no feasible", "not solvable", "problem solvable?: no", "not exist", "incoherent",
        "no primal feasible"}},
      {NQ_ANSWER_UNKNOWN, {"unknown", "time limit", "timed out", "timeout"}},
      {0}};
  if (line.size > 200) return false;
  bool gnu = line.size > 3 && line.at[0] == '(' && memcmp(line.at + line.size - 3, " no", 3) == 0;
  if (gnu) line = (nq_text){"no", 2}; /* GNU Prolog: (1 ms) no */
  return find_saying(lines, line, nq_text_starts, answer) ||
         find_saying(words, line, nq_text_has, answer);
}

/* 12:30:01 or 2026-01-31, and words without numbers or lists after it. */
static bool is_stamped(nq_text line) {
  if (!nq_text_starts(line, "99:99:99") && !nq_text_starts(line, "9999-99-99")) return false;
  size_t at = 0;
  while (at < line.size && (is_digit(line.at[at]) || memchr(":-.,TZ ", line.at[at], 7) != NULL))
    at++;
  for (; at < line.size; at++)
    if (is_digit(line.at[at]) || memchr("[({|", line.at[at], 4) != NULL) return false;
  return true;
}

bool nq_is_log(nq_text line) {
  static const saying starts[] = {{NQ_ANSWER_UNKNOWN,
                                   {"Gurobi ",
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
                                    "Running HiGHS",
                                    "--- ",
                                    "+++ ",
                                    "@@ -",
                                    "diff "}},
                                  {0}};
  static const char *const sizes[] = {"rows", "cols", "columns", "nonzeros", "binary", "conflicts"};
  size_t named = 0;
  nq_answer unused;
  if (find_saying(starts, line, nq_text_starts, &unused)) return true;
  if (is_stamped(line)) return true;
  if (nq_text_contains(line, " : size=")) return true; /* Pyomo: x : Size=64, Index={1, 2}*{1, 2} */
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes && line.size < 200; i++)
    named += nq_text_has(line, sizes[i]);
  return named >= 2;
}

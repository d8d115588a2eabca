#include "format/answers/verdict.h"

#include <inttypes.h>
#include <string.h>

nq_status nq_answer_verdict(nq_reader *reader, nq_answer answer, uint64_t line, nq_error *error) {
  static const char *const words[] = {"a board", "no board can be made from this answer",
                                      "the solver reports that there is no solution",
                                      "the solver does not know"};
  reader->answer = answer;
  nq_error_set(error, NQ_NO_BOARD, "%s", words[answer]);
  if (error != NULL) error->line = line;
  return NQ_NO_BOARD;
}

nq_status nq_answer_unexpected(const nq_symbol *found, const char *expected, nq_error *error) {
  char words[NQ_SYMBOL_WORDS];
  return nq_error_at(error, found->line, "%s was expected, not %s", expected,
                     nq_symbol_words(found, words));
}

nq_status nq_answer_cut(uint64_t line, const char *missing, nq_error *error) {
  return nq_error_at(error, line, "the answer is cut short: %s is missing", missing);
}

nq_status nq_answer_contradicts(uint64_t line, uint64_t none, nq_error *error) {
  return nq_error_at(
      error, line,
      "the answer contradicts itself: line %" PRIu64 " reports that there is no solution", none);
}

nq_status nq_answer_missing(nq_reader *reader, const char *what, nq_error *error) {
  uint64_t line = reader->state.verdict;
  reader->state.verdict = 0;
  return nq_error_at(error, line, "%s", what);
}

bool nq_answer_by_word(const char *word, nq_answer *answer) {
  static const char *const words[][6] = {
      [NQ_ANSWER_BOARD] = {"sat", "SATISFIABLE", "OPTIMUM", "OPTIMAL", "FEASIBLE"},
      [NQ_ANSWER_UNSATISFIABLE] = {"unsat", "UNSATISFIABLE", "INCONSISTENT", "INFEASIBLE"},
      [NQ_ANSWER_UNKNOWN] = {"unknown", "timeout", "UNKNOWN", "INDETERMINATE"}};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    for (size_t k = 0; words[i][k] != NULL; k++) {
      if (strcmp(word, words[i][k]) != 0) continue;
      *answer = (nq_answer)i;
      return true;
    }
  return false;
}

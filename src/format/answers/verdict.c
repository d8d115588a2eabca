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

bool nq_answer_by_word(const char *word, nq_answer *answer) {
  static const struct {
    const char *word;
    nq_answer answer;
  } table[] = {
      {"sat", NQ_ANSWER_BOARD},
      {"SATISFIABLE", NQ_ANSWER_BOARD},
      {"OPTIMUM", NQ_ANSWER_BOARD},
      {"OPTIMAL", NQ_ANSWER_BOARD},
      {"FEASIBLE", NQ_ANSWER_BOARD},
      {"unsat", NQ_ANSWER_UNSATISFIABLE},
      {"UNSATISFIABLE", NQ_ANSWER_UNSATISFIABLE},
      {"INCONSISTENT", NQ_ANSWER_UNSATISFIABLE},
      {"INFEASIBLE", NQ_ANSWER_UNSATISFIABLE},
      {"unknown", NQ_ANSWER_UNKNOWN},
      {"timeout", NQ_ANSWER_UNKNOWN},
      {"UNKNOWN", NQ_ANSWER_UNKNOWN},
      {"INDETERMINATE", NQ_ANSWER_UNKNOWN},
  };
  for (size_t i = 0; i < sizeof table / sizeof *table; i++)
    if (strcmp(word, table[i].word) == 0) {
      *answer = table[i].answer;
      return true;
    }
  return false;
}

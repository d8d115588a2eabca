/* For tests of complete search: a search from its beginning to its end. */
#ifndef NQ_TESTS_COMPLETE_H
#define NQ_TESTS_COMPLETE_H

#include "exact/complete.h"
#include "instances.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

/* What a search found, and the board. */
struct answer {
  nq_complete_end end;
  nq_complete_statistics statistics;
  nq_board board;
};

/* Run the search to its end, `branches` at a time. */
static inline struct answer answer(const nq_complete_plan *plan, uint64_t branches) {
  struct answer answer = {.end = NQ_COMPLETE_STEPS};
  nq_complete *search;
  nq_error error = {0};
  nq_watch watch;
  nq_watch_init(&watch, 0, NULL, NULL);
  assert_int_equal(nq_complete_new(plan, &search, &error), NQ_OK);
  while (answer.end == NQ_COMPLETE_STEPS)
    if (nq_complete_run(search, branches, &watch, &answer.end, &error) != NQ_OK)
      fail_msg("seed %" PRIu64 ": %s", plan->seed, error.message);
  answer.statistics = *nq_complete_statistics_of(search);
  if (answer.end == NQ_COMPLETE_SOLVED) {
    assert_int_equal(nq_board_init(&answer.board, nq_instance_n(plan->instance), NULL), NQ_OK);
    nq_complete_rows(search, answer.board.rows);
    expect_solution(&answer.board, plan->instance, plan->seed);
  }
  assert_int_equal(nq_complete_finish(search, &error), NQ_OK);
  nq_complete_free(search);
  nq_watch_release(&watch);
  return answer;
}

#endif

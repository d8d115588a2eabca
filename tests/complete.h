/* For tests of complete search: a search from its beginning to its end. */
#ifndef NQ_TESTS_COMPLETE_H
#define NQ_TESTS_COMPLETE_H

#include "exact/complete.h"
#include "exact/exact.h"
#include "instances.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

/* What is searched, and how. */
typedef struct complete_plan {
  const nq_instance *instance;
  uint64_t seed, stream;
  const char *proof;
  nq_branch_trace *trace;
  void *trace_context;
  bool by_counts, relaxed;
} complete_plan;

/* A search, of a task that it needs until its end. */
struct running {
  nq_solve_options options;
  nq_task task;
  nq_complete *search;
};

static inline nq_status begin_search(struct running *running, const complete_plan *plan,
                                     nq_watch *watch, nq_error *error) {
  void *search;
  nq_solve_options_init(&running->options);
  running->options.seed = plan->seed;
  running->options.stream = plan->stream;
  running->options.proof = plan->proof;
  running->options.backtracking.trace = plan->trace;
  running->options.backtracking.trace_context = plan->trace_context;
  running->task = (nq_task){.instance = plan->instance,
                            .options = &running->options,
                            .watch = watch,
                            .n = nq_instance_n(plan->instance)};
  nq_status status = nq_search_backtracking.begin(&running->task, &search, error);
  running->search = search;
  if (search == NULL) return status;
  running->search->by_counts = plan->by_counts;
  running->search->relaxed = plan->relaxed;
  return status;
}

/* What a search found, and the board. */
struct answer {
  nq_verdict verdict;
  nq_complete_statistics statistics;
  nq_board board;
};

/* Run the search to its end, `branches` at a time.  Instances that contradict themselves never
 * reach it. */
static inline struct answer answer(const complete_plan *plan, uint64_t branches) {
  struct answer answer = {.verdict = NQ_UNKNOWN};
  struct running running;
  nq_error error = {0};
  nq_watch watch;
  if (nq_instance_contradiction(plan->instance, &error)) {
    assert_int_equal(nq_sat_proof_write_contradiction(plan->proof, plan->instance, &error), NQ_OK);
    answer.verdict = NQ_UNSOLVABLE;
    return answer;
  }
  nq_watch_init(&watch, 0, NULL, NULL);
  assert_int_equal(begin_search(&running, plan, &watch, &error), NQ_OK);
  while (answer.verdict == NQ_UNKNOWN)
    if (nq_search_backtracking.run(running.search, branches, &answer.verdict, &error) != NQ_OK)
      fail_msg("seed %" PRIu64 ": %s", plan->seed, error.message);
  answer.statistics = running.search->statistics;
  if (answer.verdict == NQ_SOLVED) {
    assert_int_equal(nq_board_init(&answer.board, nq_instance_n(plan->instance), NULL), NQ_OK);
    nq_search_backtracking.rows(running.search, answer.board.rows);
    expect_solution(&answer.board, plan->instance, plan->seed);
  }
  if (answer.verdict == NQ_UNSOLVABLE)
    assert_int_equal(nq_search_backtracking.finish(running.search, &error), NQ_OK);
  nq_search_backtracking.end(running.search);
  nq_watch_release(&watch);
  return answer;
}

#endif

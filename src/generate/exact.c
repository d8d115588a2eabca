/* Verdicts and counts of instances by exact search. */
#include "exact/backtracking.h"
#include "generate/kinds.h"

#include <stdio.h>
#include <string.h>

/* Of all searches together: some seconds. */
#define VERDICT_STEPS 4000000

/* The checker verifies every solution that makes an instance solvable. */
typedef struct witness {
  const nq_instance *instance;
  nq_enumerate_visit *visit; /* or NULL */
  void *context;
  nq_status status;
  nq_error error;
} witness;

static bool check_witness(void *context, const uint32_t *rows) {
  witness *at = context;
  nq_check_report report;
  at->status = nq_check(rows, nq_instance_n(at->instance), at->instance, &report, &at->error);
  if (at->status == NQ_OK && !report.valid)
    at->status = nq_error_set(&at->error, NQ_INTERNAL,
                              "the search returned a board that is not a "
                              "solution: this is a bug of nqueens");
  if (at->status != NQ_OK) return false;
  return at->visit == NULL || at->visit(at->context, rows);
}

static nq_status search(nq_backtrack_plan plan, witness *seen, nq_exact *exact, nq_error *error) {
  nq_error contradiction = {0};
  nq_backtrack_report report;
  const nq_instance *instance = plan.instance;
  seen->instance = instance;
  plan.visit = check_witness;
  plan.context = seen;
  *exact = (nq_exact){.answer = NQ_KNOWN_UNSOLVABLE};
  if (nq_instance_contradiction(instance, &contradiction)) {
    snprintf(exact->reason, sizeof exact->reason, "%.190s", contradiction.message);
    return NQ_OK;
  }
  nq_status status = nq_backtrack_fail_first(&plan, &report, error);
  if (status != NQ_OK) return status;
  if (seen->status != NQ_OK) return nq_error_set(error, seen->status, "%s", seen->error.message);
  if (report.end == NQ_BACKTRACK_WATCH) return NQ_END;
  exact->solutions = report.solutions;
  exact->branches = report.branches;
  if (report.solutions > 0) exact->answer = NQ_KNOWN_SOLVABLE;
  if (report.end == NQ_BACKTRACK_BRANCHES || report.end == NQ_BACKTRACK_VISITOR)
    exact->answer = NQ_KNOWN_NOTHING;
  if (exact->answer == NQ_KNOWN_UNSOLVABLE)
    snprintf(exact->reason, sizeof exact->reason, "all possibilities were searched");
  return NQ_OK;
}

nq_status nq_exact_count(const nq_generating *generation, const nq_instance *instance,
                         uint64_t limit, uint64_t branches, nq_exact *exact, nq_error *error) {
  witness seen = {0};
  const nq_backtrack_plan plan = {
      .instance = instance, .watch = generation->watch, .solutions = limit, .branches = branches};
  return search(plan, &seen, exact, error);
}

nq_status nq_exact_visit(const nq_generating *generation, const nq_instance *instance,
                         nq_enumerate_visit *visit, void *context, nq_exact *exact,
                         nq_error *error) {
  witness seen = {.visit = visit, .context = context};
  const nq_backtrack_plan plan = {.instance = instance, .watch = generation->watch};
  return search(plan, &seen, exact, error);
}

nq_status nq_exact_verdict(const nq_generating *generation, const nq_instance *instance,
                           nq_exact *exact, nq_error *error) {
  nq_solve_options solve;
  nq_result result;
  nq_board board = {0};
  nq_solve_options_init(&solve);
  solve.method = "auto";
  solve.limits.steps = VERDICT_STEPS;
  solve.progress = nq_generate_report;
  solve.context = generation->watch;
  *exact = (nq_exact){.answer = NQ_KNOWN_NOTHING};
  nq_status status = nq_solve(instance, &solve, &board, &result, error);
  nq_board_release(&board);
  if (status != NQ_OK) return status;
  if (result.interrupted) return NQ_END;
  if (result.verdict == NQ_SOLVED) exact->answer = NQ_KNOWN_SOLVABLE;
  if (result.verdict == NQ_UNSOLVABLE) {
    exact->answer = NQ_KNOWN_UNSOLVABLE;
    memcpy(exact->reason, result.reason, sizeof exact->reason);
  }
  return NQ_OK;
}

/* How runs end. */
#include "experiment/plan.h"

#include <stdio.h>
#include <string.h>

static const char *const outcomes[] = {
    [NQ_OUTCOME_SOLVED] = "solved",   [NQ_OUTCOME_PROVED] = "proved",
    [NQ_OUTCOME_UNKNOWN] = "unknown", [NQ_OUTCOME_TIME] = "time",
    [NQ_OUTCOME_MEMORY] = "memory",   [NQ_OUTCOME_CRASHED] = "crashed",
    [NQ_OUTCOME_WRONG] = "wrong",     [NQ_OUTCOME_UNSUPPORTED] = "unsupported"};

const char *nq_outcome_name(nq_outcome outcome) {
  return outcomes[outcome];
}

nq_outcome nq_outcome_by_name(const char *name) {
  nq_outcome outcome = 0;
  while (outcome < NQ_OUTCOMES && strcmp(name, outcomes[outcome]) != 0) outcome++;
  return outcome;
}

const char *nq_outcome_verdict(nq_outcome outcome) {
  if (outcome == NQ_OUTCOME_SOLVED) return nq_verdict_name(NQ_SOLVED);
  return nq_verdict_name(outcome == NQ_OUTCOME_PROVED ? NQ_UNSOLVABLE : NQ_UNKNOWN);
}

void nq_attempt_end(nq_attempt *attempt, nq_outcome outcome, const char *what, const char *detail) {
  nq_result *result = &attempt->result;
  size_t most = sizeof result->reason - strlen(what) - 1;
  snprintf(result->reason, sizeof result->reason, "%s%.*s", what, (int)most, detail);
  attempt->outcome = outcome;
}

void nq_attempt_judge(nq_attempt *attempt) {
  const nq_result *result = &attempt->result;
  if (result->verdict == NQ_SOLVED)
    attempt->outcome = NQ_OUTCOME_SOLVED;
  else if (result->verdict == NQ_UNKNOWN)
    attempt->outcome =
        result->seconds_total >= attempt->plan->time_limit ? NQ_OUTCOME_TIME : NQ_OUTCOME_UNKNOWN;
  else if (question_of(attempt)->answer == NQ_KNOWN_SOLVABLE)
    nq_attempt_end(attempt, NQ_OUTCOME_WRONG, "no solution, but there is one", "");
  else
    attempt->outcome = NQ_OUTCOME_PROVED;
}

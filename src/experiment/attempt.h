/* A run of a method or program on an instance, and how it ended. */
#ifndef NQ_EXPERIMENT_ATTEMPT_H
#define NQ_EXPERIMENT_ATTEMPT_H

#include "core/core.h"

/* How a run ended. */
typedef enum nq_outcome {
  NQ_OUTCOME_SOLVED,
  NQ_OUTCOME_PROVED,  /* there is no solution */
  NQ_OUTCOME_UNKNOWN, /* no answer, or none that can be read */
  NQ_OUTCOME_TIME,    /* it reached the time limit */
  NQ_OUTCOME_MEMORY,
  NQ_OUTCOME_CRASHED, /* a signal, or an exit code without an answer */
  NQ_OUTCOME_WRONG,
  NQ_OUTCOME_UNSUPPORTED, /* the method does not take this instance */
  NQ_OUTCOMES
} nq_outcome;

const char *nq_outcome_name(nq_outcome outcome);
/* NQ_OUTCOMES: none has this name. */
nq_outcome nq_outcome_by_name(const char *name);

/* A run of a method on an instance, and what came of it. */
typedef struct nq_attempt {
  const char *text; /* of the variant */
  const nq_instance *instance;
  nq_known answer;    /* of the instance */
  const char *digest; /* of the instance; NULL: a plain board */
  uint64_t seed;
  double seconds; /* time limit */
  nq_watch *watch;
  const char *files; /* a folder for exports and wrong answers, which need not exist; NULL: none */

  nq_result result; /* its reason says why there is no answer */
  nq_outcome outcome;
  double cpu_seconds;
} nq_attempt;

#define NQ_ATTEMPT_PATH 2048

/* Set the outcome, and the reason: both texts. */
void nq_attempt_end(nq_attempt *attempt, nq_outcome outcome, const char *what, const char *detail);

/* Choose the outcome by the verdict, the answer and the time. */
void nq_attempt_judge(nq_attempt *attempt);

#endif

#include "cli/check/checker.h"

/* Seconds after which the check of one board is shown. */
#define LONG_CHECK 1

static bool is_stopped(const cli_checker *checker) {
  return checker->watch != NULL && watch_stop(checker->watch) != NQ_STOP_NOT;
}

bool cli_report_reading(void *context, const nq_progress *at) {
  cli_checker *checker = context;
  return cli_progress_report(checker->progress, at) && !is_stopped(checker);
}

/* Most checks are short: then the bytes read say more. */
bool cli_report_check(void *context, const nq_progress *at) {
  const cli_checker *checker = context;
  if (at->seconds < LONG_CHECK) return !is_stopped(checker);
  return cli_report_reading(context, at);
}

/* nqueens count --estimate: N -> nq_estimate -> ln Q, Q and alpha, each with an interval. */
#include "cli/commands.h"
#include "cli/count/modes.h"
#include "core/json.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>

/* An estimate in words: as many digits as its interval justifies, and one more. */
struct estimate {
  uint32_t n;
  const nq_estimate_result *result;
  double low, high; /* of ln Q */
  char count[64], least[64], most[64];
};

static void put_in_words(struct estimate *estimate) {
  const nq_estimate_result *result = estimate->result;
  estimate->low = result->ln_count - result->half_width;
  estimate->high = result->ln_count + result->half_width;
  int digits = result->half_width > 0 ? (int)ceil(2 - log10(result->half_width)) : 1;
  if (digits < 1) digits = 1;
  if (digits > 15) digits = 15;
  nq_estimate_text(result->ln_count, digits, estimate->count, sizeof estimate->count);
  nq_estimate_text(estimate->low, digits, estimate->least, sizeof estimate->least);
  nq_estimate_text(estimate->high, digits, estimate->most, sizeof estimate->most);
}

static void print_line(const struct estimate *estimate) {
  const nq_estimate_result *result = estimate->result;
  double n = estimate->n, width = result->half_width;
  int places = width > 0 ? (int)ceil(1 - log10(width)) : 1;
  int alpha_places = width > 0 ? (int)ceil(1 - log10(width / n)) : 1;
  if (places < 0) places = 0;
  if (alpha_places < 0) alpha_places = 0;
  printf("n=%" PRIu32 " ln_count=%.*f ln_interval=%.*f..%.*f count=%s count_interval=%s..%s "
         "alpha=%.*f alpha_interval=%.*f..%.*f\n",
         estimate->n, places, result->ln_count, places, estimate->low, places, estimate->high,
         estimate->count, estimate->least, estimate->most, alpha_places, result->alpha,
         alpha_places, result->alpha - width / n, alpha_places, result->alpha + width / n);
}

/* `code` is the exit code of the run; returns it. */
static int print_json(const struct estimate *estimate, uint64_t seed, int code) {
  const nq_estimate_result *result = estimate->result;
  bool known = !result->stopped;
  double width = result->half_width / estimate->n;
  json_t *object = json_object();
  nq_json_put(&object, "n", json_integer(estimate->n));
  cli_count_put_interval(&object, "ln_count", "ln_interval", known, result->ln_count, estimate->low,
                         estimate->high);
  nq_json_put(&object, "count", known ? json_string(estimate->count) : json_null());
  nq_json_put(&object, "count_interval",
              known ? json_pack("[s,s]", estimate->least, estimate->most) : json_null());
  cli_count_put_interval(&object, "alpha", "alpha_interval", known, result->alpha,
                         result->alpha - width, result->alpha + width);
  nq_json_put(&object, "chains", json_integer((json_int_t)result->chains));
  nq_json_put(&object, "seconds", json_real(result->seconds));
  nq_json_put(&object, "seed", json_integer((json_int_t)seed));
  return cli_stats_print(object, code);
}

static void say_effort(const cli_count_options *options, uint32_t n,
                       const nq_estimate_result *result) {
  char time[32];
  if (options->quiet) return;
  cli_describe_seconds(result->seconds, time, sizeof time);
  if (result->stopped)
    cli_say("n = %" PRIu32 " not estimated: %s after %s%s", n,
            result->interrupted ? "interrupted" : "the time limit was reached", time,
            result->interrupted ? "" : "; an interval needs at least 8 chains");
  else
    cli_say("n = %" PRIu32 ": %" PRIu64 " chain%s in %s (seed %" PRIu64 ")%s", n, result->chains,
            nq_plural(result->chains), time, options->seed,
            result->wide ? "; the time limit was reached before the relative error" : "");
}

static int show_estimate(const cli_count_options *options, uint32_t n,
                         const nq_estimate_result *result) {
  struct estimate estimate = {.n = n, .result = result};
  int code = result->interrupted               ? CLI_INTERRUPTED
             : result->stopped || result->wide ? CLI_UNKNOWN
                                               : CLI_YES;
  if (!result->stopped) put_in_words(&estimate);
  if (options->json)
    code = print_json(&estimate, options->seed, code);
  else if (!result->stopped)
    print_line(&estimate);
  if (code == CLI_ERROR || fflush(stdout) != 0) return CLI_ERROR;
  say_effort(options, n, result);
  return code;
}

/* `seconds`: of this n; 0: no limit. */
static int estimate_n(cli_count_run *run, uint32_t n, double seconds) {
  const cli_count_options *options = run->options;
  nq_error error = {0};
  nq_estimate_options ask;
  nq_estimate_result result;
  nq_estimate_options_init(&ask);
  ask.seed = options->seed;
  ask.threads = options->threads;
  ask.relative_error = options->relative_error > 0 ? options->relative_error : 0;
  ask.seconds = seconds;
  ask.progress = cli_progress_report;
  ask.context = &run->progress;
  nq_status status = nq_estimate(n, &ask, &result, &error);
  cli_progress_clear(&run->progress);
  if (status == NQ_NONE) {
    cli_say("%s", error.message);
    return CLI_NO;
  }
  return status == NQ_OK ? show_estimate(options, n, &result) : cli_say_error(NULL, &error);
}

int cli_count_estimate(cli_count_run *run) {
  const cli_count_options *options = run->options;
  int worst = CLI_YES;
  if (options->relative_error == 0)
    return cli_say("--relative-error: it must be more than 0, as in 0.01");
  if (run->stream) return cli_say("--estimate takes no numbers from standard input");
  cli_catch_interrupts();
  for (size_t i = 0; i < run->sizes.count; i++) {
    double left = run->progress.deadline - nq_clock(); /* an equal part for each n */
    double seconds = run->progress.deadline == 0 ? 0 : left / (double)(run->sizes.count - i);
    int code = estimate_n(run, run->sizes.n[i], seconds == 0 ? 0 : fmax(seconds, 1e-9));
    if (code == CLI_INTERRUPTED || code == CLI_ERROR) return code;
    if (code != CLI_YES) worst = code;
  }
  return worst;
}

/* nqueens count --estimate: N -> nq_estimate -> ln Q, Q and alpha, each with an interval. */
#include "cli/count/count.h"
#include "cli/describe.h"
#include "cli/progress.h"
#include "core/json.h"
#include "core/limits.h"
#include "core/number.h"

#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- Options ---- */

/* Refuse the first of the options that is given; `names` ends with NULL. */
static bool check_absent(const cli_call *call, const char *why, const char *const *names) {
  for (; *names != NULL; names++)
    if (cli_row_find(call, *names)->given) return cli_refuse("--%s %s", *names, why);
  return true;
}

bool cli_count_check_kind(const cli_call *call, const cli_count_options *options) {
  static const char *const exact[] = {
      "fundamental", "slice", "checkpoint", "merge",  "path",  "first-diagonals", "instance",
      "verify",      "plan",  "sample",     "memory", "table", "stats",           NULL};
  static const char *const estimated[] = {"relative-error", NULL};
  static const char *const counts[] = {"table", "stats", NULL};
  if (options->estimate && options->numbered)
    return cli_refuse("--estimate and --nth cannot be combined");
  if (options->numbered && call->argument_count != 1)
    return cli_refuse("--nth: one N is needed, as in `nqueens count 8 --nth 0`");
  if (options->relative_error == 0)
    return cli_refuse("--relative-error: it must be more than 0, as in 0.01");
  if (options->estimate) return check_absent(call, "cannot be combined with --estimate", exact);
  if (options->numbered && !check_absent(call, "cannot be combined with --nth", exact))
    return false;
  if ((options->merge || options->verify != NULL || options->plan || options->numbered) &&
      !check_absent(call, "is for counts and estimates", counts))
    return false;
  if (options->json && options->table) return cli_refuse("--json and --table cannot be combined");
  return check_absent(call, "is for --estimate only", estimated);
}

/* ---- An estimate ---- */

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

static json_t *make_interval(double low, double high) {
  json_t *array = json_array();
  nq_json_append(&array, json_real(low));
  nq_json_append(&array, json_real(high));
  return array;
}

static void put_numbers(json_t **object, const struct estimate *estimate) {
  const nq_estimate_result *result = estimate->result;
  double width = result->half_width / estimate->n;
  json_t *texts = json_array();
  nq_json_append(&texts, json_string(estimate->least));
  nq_json_append(&texts, json_string(estimate->most));
  nq_json_put(object, "ln_count", json_real(result->ln_count));
  nq_json_put(object, "ln_interval", make_interval(estimate->low, estimate->high));
  nq_json_put(object, "count", json_string(estimate->count));
  nq_json_put(object, "count_interval", texts);
  nq_json_put(object, "alpha", json_real(result->alpha));
  nq_json_put(object, "alpha_interval",
              make_interval(result->alpha - width, result->alpha + width));
}

static void put_nulls(json_t **object) {
  static const char *const keys[] = {"ln_count",       "ln_interval", "count",
                                     "count_interval", "alpha",       "alpha_interval"};
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) nq_json_put(object, keys[i], json_null());
}

/* False, and nothing printed, when memory is short. */
static bool print_json(const struct estimate *estimate, uint64_t seed) {
  const nq_estimate_result *result = estimate->result;
  json_t *object = json_object();
  nq_json_put(&object, "n", json_integer(estimate->n));
  if (result->stopped)
    put_nulls(&object);
  else
    put_numbers(&object, estimate);
  nq_json_put(&object, "chains", json_integer((json_int_t)result->chains));
  nq_json_put(&object, "seconds", json_real(result->seconds));
  nq_json_put(&object, "seed", json_integer((json_int_t)seed));
  char *text = nq_json_text(object, JSON_COMPACT);
  json_decref(object);
  if (text != NULL) puts(text);
  free(text);
  return text != NULL;
}

static void say_effort(const cli_count_options *options, uint32_t n,
                       const nq_estimate_result *result) {
  char time[32];
  cli_describe_seconds(result->seconds, time, sizeof time);
  cli_say("n = %" PRIu32 ": %" PRIu64 " chain%s in %s (seed %" PRIu64 ")%s", n, result->chains,
          nq_plural(result->chains), time, options->seed,
          result->wide ? "; the time limit was reached before the relative error" : "");
}

static int say_unfinished(const cli_count_options *options, uint32_t n,
                          const nq_estimate_result *result) {
  char time[32];
  cli_describe_seconds(result->seconds, time, sizeof time);
  if (!options->quiet)
    cli_say("n = %" PRIu32 " not estimated: %s after %s%s", n,
            result->interrupted ? "interrupted" : "the time limit was reached", time,
            result->interrupted ? "" : "; an interval needs at least 8 chains");
  return result->interrupted ? CLI_INTERRUPTED : CLI_UNKNOWN;
}

/* `seconds`: of this n; 0: no limit. */
static int estimate_n(const cli_count_options *options, uint32_t n, double seconds,
                      cli_progress *progress) {
  nq_error error = {0};
  nq_estimate_options ask;
  nq_estimate_result result;
  nq_estimate_options_init(&ask);
  ask.seed = options->seed;
  ask.threads = cli_count_threads(options);
  ask.relative_error = options->relative_error > 0 ? options->relative_error : 0;
  ask.seconds = seconds;
  ask.progress = cli_progress_report;
  ask.context = progress;
  nq_status status = nq_estimate(n, &ask, &result, &error);
  cli_progress_clear(progress);
  if (status == NQ_NONE) {
    cli_say("%s", error.message);
    return CLI_NO;
  }
  if (status != NQ_OK) return cli_say_error(NULL, &error);
  struct estimate estimate = {.n = n, .result = &result};
  if (!result.stopped) put_in_words(&estimate);
  if (options->json && !print_json(&estimate, options->seed)) return cli_say("out of memory");
  if (!options->json && !result.stopped) print_line(&estimate);
  if (fflush(stdout) != 0) return CLI_ERROR;
  if (result.stopped) return say_unfinished(options, n, &result);
  if (!options->quiet) say_effort(options, n, &result);
  return result.wide ? CLI_UNKNOWN : CLI_YES;
}

static bool parse_n(const char *text, uint32_t *n) {
  static const nq_option size = {NQ_OPTION_COUNT32, "N", .least = 1, .most = NQ_ESTIMATE_N_MAX};
  nq_error error = {0};
  return nq_option_set(&size, text, n, &error) == NQ_OK || cli_refuse("%s", error.message);
}

int cli_count_estimate(const cli_count_options *options, size_t count, char **words,
                       const cli_signals *signals) {
  cli_progress progress;
  uint32_t n;
  int worst = CLI_YES;
  for (size_t i = 0; i < count; i++)
    if (!parse_n(words[i], &n)) return CLI_ERROR;
  cli_progress_init(&progress, signals, options->quiet);
  double end = options->seconds >= 0 ? nq_clock() + options->seconds : 0;
  for (size_t i = 0; i < count; i++) {
    if (!parse_n(words[i], &n)) return CLI_ERROR;
    double left = (end - nq_clock()) / (double)(count - i); /* an equal part for each n */
    int code = estimate_n(options, n, end == 0 ? 0 : fmax(left, 1e-9), &progress);
    if (code == CLI_INTERRUPTED || code == CLI_ERROR) return code;
    if (code != CLI_YES) worst = code;
  }
  return worst;
}

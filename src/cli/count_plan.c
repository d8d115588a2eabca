/* nqueens count --plan: N -> units, memory and core hours, from a random sample of units that are
 * counted.
 *
 * MODEL.  The sample is drawn without replacement.  Its mean, times the number of units, estimates
 * the whole; the interval is the one of Student's t for 95 %, with the correction for a finite
 * population.  Times are processor time, so other work on the machine matters less. */
#include "cli/count.h"
#include "cli/describe.h"
#include "cli/progress.h"
#include "core/number.h"

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

/* The values of a sample of units, of which `units` there are. */
typedef struct plan_sum {
  double sum, squares;
  uint64_t count, units;
} plan_sum;

typedef struct plan_run {
  cli_progress progress;
  plan_sum seconds, solutions;
} plan_run;

static void add_value(plan_sum *sum, double value) {
  sum->sum += value;
  sum->squares += value * value;
  sum->count++;
}

/* The 97.5 % point of Student's t (Cornish-Fisher expansion, within 1 % from 4 degrees on). */
static double student(double degrees) {
  const double z = 1.959964, z3 = z * z * z, z5 = z3 * z * z;
  if (degrees < 2) return 12.706;
  if (degrees < 3) return 4.303;
  if (degrees < 4) return 3.182;
  return z + (z3 + z) / (4 * degrees) + (5 * z5 + 16 * z3 + 3 * z) / (96 * degrees * degrees);
}

/* The expected total of all units, and half of its interval. */
static double expect(const plan_sum *sum, double *either_side) {
  double count = (double)sum->count, units = (double)sum->units, mean = sum->sum / count;
  double variance = count > 1 ? (sum->squares - sum->sum * mean) / (count - 1) : 0;
  double rest = 1 - count / units;
  *either_side = units * student(count - 1) * sqrt(fmax(variance * rest, 0) / count);
  return units * mean;
}

static nq_status record(void *context, const nq_count_range *range, nq_error *error) {
  plan_run *run = context;
  (void)error;
  add_value(&run->seconds, range->seconds);
  add_value(&run->solutions, (double)range->count + ldexp((double)range->count_high, 64));
  return NQ_OK;
}

static bool report(void *context, const nq_progress *at) {
  plan_run *run = context;
  return cli_progress_in_time(&run->progress, at);
}

static int by_begin(const void *a, const void *b) {
  const nq_count_range *x = a, *y = b;
  return x->begin < y->begin ? -1 : x->begin > y->begin ? 1 : 0;
}

/* Draw different units, one a range (R. W. Floyd); returns their number. */
static size_t draw_units(nq_count_range *ranges, uint32_t sample, uint64_t units, uint64_t seed) {
  nq_pcg64 random;
  size_t count = 0;
  nq_pcg64_seed(&random, seed, 0);
  if (sample > units) sample = (uint32_t)units;
  for (uint64_t last = units - sample; last < units; last++) {
    uint64_t unit = nq_pcg64_below(&random, last + 1);
    for (size_t i = 0; i < count; i++)
      if (ranges[i].begin == unit) unit = last;
    ranges[count++] = (nq_count_range){.begin = unit, .end = unit + 1};
  }
  qsort(ranges, count, sizeof *ranges, by_begin);
  return count;
}

static void print_plan(const cli_count_options *options, uint32_t n, const plan_run *run) {
  struct rusage usage;
  double side, total = expect(&run->seconds, &side), lowest = fmax(total - side, 0);
  getrusage(RUSAGE_SELF, &usage);
  printf("n %" PRIu32 "\nunits %" PRIu64 "\nsample %" PRIu64 "\nseed %" PRIu64 "\n", n,
         run->seconds.units, run->seconds.count, options->seed);
  printf("threads %" PRIu32 "\nmemory_gib %.3f\n", cli_count_threads(options),
         (double)usage.ru_maxrss / (1 << 20));
  printf("core_hours %.4g\ncore_hours_interval %.4g %.4g\n", total / 3600, lowest / 3600,
         (total + side) / 3600);
  printf("hours_100_cores %.4g\nhours_1000_cores %.4g\n", total / 3600 / 100, total / 3600 / 1000);
  total = expect(&run->solutions, &side);
  printf("solutions %.4g\nsolutions_interval %.4g %.4g\n", total, fmax(total - side, 0),
         total + side);
}

static int finish(const cli_count_options *options, uint32_t n, plan_run *run) {
  const char *why;
  int code = cli_progress_stop(&run->progress, &why);
  const plan_sum *seconds = &run->seconds;
  if (code == CLI_INTERRUPTED || (seconds->count < 2 && seconds->count < seconds->units)) {
    cli_say("no plan: %s after %" PRIu64 " unit%s", why, seconds->count, nq_plural(seconds->count));
    return code;
  }
  print_plan(options, n, run);
  return CLI_YES;
}

static int count_sample(const cli_count_options *options, uint32_t n, const nq_count_plan *plan,
                        nq_count_range *ranges, plan_run *run) {
  nq_error error = {0};
  nq_count_result result;
  uint64_t units = nq_count_plan_units(plan);
  run->seconds.units = run->solutions.units = units;
  const nq_count_options ask = {.threads = cli_count_threads(options),
                                .path = options->path,
                                .record = record,
                                .progress = report,
                                .context = run,
                                .memory = cli_count_memory(options)};
  size_t count = draw_units(ranges, options->sample, units, options->seed);
  nq_status status = nq_count_run(plan, ranges, count, &ask, &result, &error);
  cli_progress_clear(&run->progress);
  return status == NQ_OK ? finish(options, n, run) : cli_say_error(NULL, &error);
}

int cli_count_plan(cli_count_options *options, const char *n_text, const cli_signals *signals) {
  uint32_t n;
  nq_error error = {0};
  nq_count_plan *plan;
  plan_run run = {.seconds.count = 0};
  if (!cli_count_parse_n(n_text, "N", &n)) return CLI_ERROR;
  if (!options->seeded && !cli_system_seed(&options->seed)) return CLI_ERROR;
  if (nq_count_plan_new(n, &plan, &error) != NQ_OK) return cli_say_error(NULL, &error);
  signals->catch_interrupts();
  cli_progress_init(&run.progress, signals->interrupted, options->quiet);
  cli_progress_limit(&run.progress, cli_limit_seconds(options->seconds));
  nq_count_range *ranges = calloc(options->sample, sizeof *ranges);
  int code = ranges != NULL ? count_sample(options, n, plan, ranges, &run)
                            : cli_say("no memory for the sample");
  free(ranges);
  nq_count_plan_free(plan);
  return code;
}

/* nqueens count --plan: N -> units, memory and core hours, from a random sample of units that are
 * counted.
 *
 * MODEL.  The sample is drawn without replacement.  Its mean, times the number of units, estimates
 * the whole; the interval is the one of Student's t for 95 %, with the correction for a finite
 * population.  Times are processor time, so other work on the machine matters less.
 *
 * A unit after its neighbour finds part of the tables in the caches.  Where that matters, for short
 * units, the sample consists of runs of RUN_UNITS units. */
#include "cli/count/modes.h"
#include "core/json.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

enum { RUN_UNITS = 8, RUN_N_MAX = 22 };

/* The values of a sample of runs, each as if the run had all its units, and their real total. */
typedef struct plan_sum {
  double sum, squares, count, total;
} plan_sum;

/* What was counted of a run of units. */
typedef struct plan_part {
  uint64_t done;
  double seconds, solutions;
} plan_part;

typedef struct forecast {
  cli_count_run *command;
  uint64_t units; /* of all */
  uint64_t run;   /* units in a run */
  nq_count_range *ranges;
  plan_part *parts; /* of the ranges */
  size_t count;     /* of both */
  uint64_t sampled;
  plan_sum seconds, solutions; /* of the complete runs */
} forecast;

static void add_value(plan_sum *sum, double value, double weight) {
  sum->total += value;
  value *= weight;
  sum->sum += value;
  sum->squares += value * value;
  sum->count++;
}

/* Expected of all units, with its interval. */
typedef struct plan_total {
  double number, low, high;
} plan_total;

/* In a measure, such as hours of 3600 seconds. */
static plan_total expect(const forecast *run, const plan_sum *sum, double measure) {
  double count = sum->count, mean = sum->sum / count;
  double variance = count > 1 ? (sum->squares - sum->sum * mean) / (count - 1) : 0;
  double sampled = (double)run->sampled, units = (double)run->units;
  double runs = units / (double)run->run, rest = 1 - sampled / units;
  double side = runs * nq_student_point(count - 1) * sqrt(fmax(variance * rest, 0) / count);
  double total = sum->total * (units / sampled);
  return (plan_total){total / measure, fmax(total - side, 0) / measure, (total + side) / measure};
}

/* Add a counted part to its run. */
static nq_status record_part(void *context, const nq_count_range *range, nq_error *error) {
  forecast *run = context;
  plan_part *part = &run->parts[nq_checkpoint_range_of(run->ranges, run->count, range->begin)];
  (void)error;
  part->done += range->end - range->begin;
  part->seconds += range->seconds;
  part->solutions += (double)range->count + ldexp((double)range->count_high, 64);
  return NQ_OK;
}

static void sum_parts(forecast *run) {
  for (size_t i = 0; i < run->count; i++) {
    const plan_part *part = &run->parts[i];
    uint64_t units = run->ranges[i].end - run->ranges[i].begin;
    if (part->done < units) continue;
    /* The last run of all may be shorter. */
    double weight = (double)run->run / (double)units;
    run->sampled += units;
    add_value(&run->seconds, part->seconds, weight);
    add_value(&run->solutions, part->solutions, weight);
  }
}

static bool report_units(void *run, const nq_progress *at) {
  return cli_progress_in_time(&((forecast *)run)->command->progress, at);
}

static int by_begin(const void *a, const void *b) {
  const nq_count_range *x = a, *y = b;
  return x->begin < y->begin ? -1 : x->begin > y->begin ? 1 : 0;
}

/* Draw different runs (R. W. Floyd). */
static void draw_runs(forecast *run, uint64_t seed) {
  nq_pcg64 random;
  uint64_t all = (run->units + run->run - 1) / run->run, sample = run->count;
  nq_pcg64_seed(&random, seed, 0);
  run->count = 0;
  for (uint64_t last = all - sample; last < all; last++) {
    uint64_t begin = nq_pcg64_below(&random, last + 1) * run->run;
    for (size_t i = 0; i < run->count; i++)
      if (run->ranges[i].begin == begin) begin = last * run->run;
    uint64_t rest = run->units - begin;
    run->ranges[run->count++] =
        (nq_count_range){.begin = begin, .end = begin + (rest < run->run ? rest : run->run)};
  }
  qsort(run->ranges, run->count, sizeof *run->ranges, by_begin);
}

/* `code` is the exit code of the run, by which the totals are known or not; returns it. */
static int print_plan(const forecast *run, int code) {
  const cli_count_options *options = run->command->options;
  bool known = code == CLI_YES;
  plan_total hours = known ? expect(run, &run->seconds, 3600) : (plan_total){0};
  plan_total count = known ? expect(run, &run->solutions, 1) : (plan_total){0};
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  double memory = (double)usage.ru_maxrss / (1 << 20);
  if (options->json) {
    json_t *object = json_pack("{s:I, s:I, s:I, s:I, s:I, s:f}", "n", (json_int_t)run->command->n,
                               "units", (json_int_t)run->units, "sample", (json_int_t)run->sampled,
                               "seed", (json_int_t)options->seed, "threads",
                               (json_int_t)options->threads, "memory_gib", memory);
    cli_count_put_interval(&object, "core_hours", "core_hours_interval", known, hours.number,
                           hours.low, hours.high);
    cli_count_put_interval(&object, "solutions", "solutions_interval", known, count.number,
                           count.low, count.high);
    return cli_stats_print(object, code);
  }
  if (!known) return code;
  printf("n %" PRIu32 "\nunits %" PRIu64 "\nsample %" PRIu64 "\nseed %" PRIu64 "\n",
         run->command->n, run->units, run->sampled, options->seed);
  printf("threads %" PRIu32 "\nmemory_gib %.3f\n", options->threads, memory);
  printf("core_hours %.4g\ncore_hours_interval %.4g %.4g\n", hours.number, hours.low, hours.high);
  printf("hours_100_cores %.4g\nhours_1000_cores %.4g\n", hours.number / 100, hours.number / 1000);
  printf("solutions %.4g\nsolutions_interval %.4g %.4g\n", count.number, count.low, count.high);
  return code;
}

static int show_forecast(forecast *run) {
  const char *why;
  int code = cli_progress_stop(&run->command->progress, &why);
  sum_parts(run);
  if (code == CLI_INTERRUPTED || (run->seconds.count < 2 && run->sampled < run->units))
    cli_say("no plan: %s after %" PRIu64 " unit%s", why, run->sampled, nq_plural(run->sampled));
  else
    code = CLI_YES;
  return print_plan(run, code);
}

static int count_sample(forecast *run) {
  const cli_count_options *options = run->command->options;
  nq_error error = {0};
  nq_count_result result;
  const nq_count_options ask = {.threads = options->threads,
                                .path = options->path,
                                .record = record_part,
                                .progress = report_units,
                                .context = run,
                                .memory = cli_count_memory(options)};
  draw_runs(run, options->seed);
  nq_status status =
      nq_count_run(run->command->plan, run->ranges, run->count, &ask, &result, &error);
  cli_progress_clear(&run->command->progress);
  return status == NQ_OK ? show_forecast(run) : cli_say_error(NULL, &error);
}

/* Room for the sample: at least two runs, where there are two. */
static bool init_sample(forecast *run, uint32_t sample) {
  run->units = nq_count_plan_units(run->command->plan);
  run->run = run->command->n <= RUN_N_MAX ? RUN_UNITS : 1;
  uint64_t all = (run->units + run->run - 1) / run->run;
  uint64_t runs = (sample + run->run - 1) / run->run;
  if (runs < 2) runs = 2;
  run->count = (size_t)(runs < all ? runs : all);
  run->parts = calloc(run->count, sizeof *run->parts);
  run->ranges = calloc(run->count, sizeof *run->ranges);
  return run->parts != NULL && run->ranges != NULL;
}

int cli_count_plan(cli_count_run *run) {
  forecast sample = {.command = run};
  cli_catch_interrupts();
  int code = init_sample(&sample, run->options->sample) ? count_sample(&sample)
                                                        : cli_say("no memory for the sample");
  free(sample.parts);
  free(sample.ranges);
  return code;
}

/* Counting runs: threads share the units.
 *
 * MODEL.  The units of all ranges form one queue.  A thread takes a chunk (consecutive units of one
 * range), counts it and reports it as a range.  A chunk should take a fiftieth of the elapsed time,
 * at most a minute: so chunks are short at the start, and a long run has few records.  Chunks
 * shrink towards the end, so that the threads finish together.  A stopped run reports the units
 * that its chunks have finished. */
#include "core/limits.h"
#include "core/memory.h"
#include "core/wide.h"
#include "counting/parts.h"
#include "counting/simple.h"

#include <inttypes.h>
#include <stdbool.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct nq_count_plan {
  uint32_t n;
  uint64_t count; /* of units */
  count_units units;
};

enum { JOIN_N_MIN = 4 }; /* smaller halves cannot be cut into strips: one unit, by backtracking */

static nq_status require_n(uint32_t n, nq_error *error) {
  if (n == 0) return nq_error_set(error, NQ_BAD_VALUE, "n = 0: counting needs a board, n >= 1");
  if (n > NQ_COUNT_N_MAX)
    return nq_error_set(error, NQ_UNSUPPORTED,
                        "n = %" PRIu32 ": counting goes up to n = %d, as far as a half board's "
                        "diagonals fit in 64 bits",
                        n, NQ_COUNT_N_MAX);
  return NQ_OK;
}

nq_status nq_count_plan_new(uint32_t n, nq_count_plan **result, nq_error *error) {
  *result = NULL;
  nq_status status = require_n(n, error);
  if (status != NQ_OK) return status;
  nq_count_plan *plan = calloc(1, sizeof *plan);
  if (plan == NULL) return nq_error_set(error, NQ_NO_MEMORY, "no memory for the plan");
  plan->n = n;
  plan->count = 1;
  if (n >= JOIN_N_MIN) {
    status = nq_count_units_init(&plan->units, n, error);
    if (status != NQ_OK) {
      nq_count_plan_free(plan);
      return status;
    }
    plan->count = plan->units.count;
  }
  *result = plan;
  return NQ_OK;
}

void nq_count_plan_free(nq_count_plan *plan) {
  if (plan == NULL) return;
  nq_count_units_release(&plan->units);
  free(plan);
}

uint32_t nq_count_plan_n(const nq_count_plan *plan) {
  return plan->n;
}

uint64_t nq_count_plan_units(const nq_count_plan *plan) {
  return plan->count;
}

nq_status nq_count_slice(const nq_count_plan *plan, uint64_t slice, uint64_t slices,
                         nq_count_range *range, nq_error *error) {
  if (slices == 0 || slice >= slices ||
      slices > NQ_COUNT_SLICES_MAX) /* up to it slice * units fits in 64 bits */
    return nq_error_set(error, NQ_BAD_VALUE,
                        "slice %" PRIu64 "/%" PRIu64
                        ": slices K/M go from 0/M to (M - 1)/M, 1 <= M <= 2^32",
                        slice, slices);
  *range = (nq_count_range){.begin = slice * plan->count / slices,
                            .end = (slice + 1) * plan->count / slices};
  return NQ_OK;
}

/* ---- Paths ---------------------------------------------------------------------------------- */

const count_path *nq_count_path_at(size_t i) {
  static const count_path *const paths[] = {
#if NQ_COUNT_X86
    &nq_count_path_avx512,
    &nq_count_path_avx2,
#endif
    &nq_count_path_portable,
    &nq_count_path_simple,
    NULL
  };
  const count_path *const *path = paths;
  while (*path != NULL && i > 0) path++, i--;
  return *path;
}

const char *nq_count_path_name(size_t i, bool *available) {
  const count_path *path = nq_count_path_at(i);
  if (path == NULL) return NULL;
  *available = path->available();
  return path->name;
}

static nq_status find_path(const char *name, const count_path **found, nq_error *error) {
  const count_path *path;
  for (size_t i = 0; (path = nq_count_path_at(i)) != NULL; i++) {
    if (name != NULL && strcmp(name, path->name) != 0) continue;
    *found = path;
    if (path->available()) return NQ_OK;
    if (name != NULL)
      return nq_error_set(error, NQ_UNSUPPORTED, "this machine cannot run the %s path", name);
  }
  return nq_error_set(error, NQ_BAD_VALUE, "no path is called %s", name);
}

/* ---- Runs ----------------------------------------------------------------------------------- */

/* Shared by the threads of a run; `lock` guards everything that changes. */
typedef struct count_run {
  const nq_count_plan *plan;
  const nq_count_range *ranges;
  size_t range_count;
  const nq_count_options *options;
  const count_path *path;
  bool kept;              /* the tables */
  count_limits limits;    /* of a thread's lists */
  count_tables tables[2]; /* by symmetry */
  double began;
  atomic_bool stop;
  _Atomic double told; /* time of the last call of progress */
  pthread_mutex_t lock;
  size_t range;  /* of the next unit to take */
  uint64_t next; /* the next unit to take */
  uint64_t total, left;
  nq_count_result result;
  nq_status status;
  nq_error error;
} count_run;

static double least(double a, double b) {
  return a < b ? a : b;
}

/* The next chunk for a thread whose units took `unit_seconds` each; false when there is none. */
static bool take_chunk(count_run *run, double unit_seconds, nq_count_range *chunk) {
  pthread_mutex_lock(&run->lock);
  while (run->range < run->range_count && run->next == run->ranges[run->range].end) {
    run->range++;
    if (run->range < run->range_count) run->next = run->ranges[run->range].begin;
  }
  bool found = run->range < run->range_count && !atomic_load(&run->stop);
  if (found) {
    double aim = least(0.01 + (nq_clock() - run->began) / 50, 60);
    double most = (double)run->left / (4.0 * run->options->threads);
    double size = least(unit_seconds > 0 ? aim / unit_seconds : 8, most);
    uint64_t room = run->ranges[run->range].end - run->next;
    uint64_t units = size < 1 ? 1 : (uint64_t)least(size, (double)room);
XX
    run->next += units;
    run->left -= units;
  }
  pthread_mutex_unlock(&run->lock);
  return found;
}

/* End the run with an error and keep the first one.  Call with the lock held. */
static void fail(count_run *run, nq_status status, const nq_error *error) {
  if (run->status == NQ_OK) {
    run->status = status;
    run->error = *error;
  }
  atomic_store(&run->stop, true);
}

/* Add to a sum in halves: n = 29 has more than 2^64 solutions. */
static void add_count(uint64_t *low, uint64_t *high, wide more) {
  wide sum = add_wide((wide){*low, *high}, more);
  *low = sum.low;
  *high = sum.high;
}

static void report_chunk(count_run *run, const nq_count_range *chunk) {
  nq_error error = {0};
  nq_status status = NQ_OK;
  pthread_mutex_lock(&run->lock);
  if (run->status != NQ_OK)
    status = run->status; /* `record` is not called again after its own error */
  else if (run->options->record != NULL)
    status = run->options->record(run->options->context, chunk, &error);
  if (status == NQ_OK) {
    add_count(&run->result.count, &run->result.count_high, (wide){chunk->count, chunk->count_high});
    run->result.units += chunk->end - chunk->begin;
  } else {
    fail(run, status, &error);
  }
  pthread_mutex_unlock(&run->lock);
}

/* Report progress when due; false when the run must stop. */
static bool keep_on(count_run *run) {
  if (run->options->progress != NULL) {
    double time = nq_clock(), told = atomic_load(&run->told);
    if (time - told >= 0.1 && atomic_compare_exchange_strong(&run->told, &told, time)) {
      pthread_mutex_lock(&run->lock);
      nq_progress progress = {.phase = "count",
                              .done = run->result.units,
                              .total = run->total,
                              .seconds = time - run->began};
      if (!atomic_load(&run->stop) && !run->options->progress(run->options->context, &progress)) {
        run->result.interrupted = true;
        atomic_store(&run->stop, true);
      }
      pthread_mutex_unlock(&run->lock);
    }
  }
  return !atomic_load(&run->stop);
}

static bool pulse(void *context) {
  return keep_on(context);
}

/* Count the chunk's units until it is done or the run stops; sets chunk->end to the first unit not
 * counted. */
static void count_chunk(count_run *run, count_worker *worker, nq_count_range *chunk) {
  double began = nq_clock();
  uint64_t unit = chunk->begin;
  for (; unit < chunk->end && keep_on(run); unit++) {
    count_unit rows;
    uint64_t count = 0;
    bool whole = false;
    nq_error error = {0};
    nq_count_units_at(&run->plan->units, unit, &rows);
    nq_status status =
        nq_count_worker_unit(worker, &run->tables[rows.symmetry], &rows, &count, &whole, &error);
    if (status != NQ_OK) {
      pthread_mutex_lock(&run->lock);
      fail(run, status, &error);
      pthread_mutex_unlock(&run->lock);
    }
    if (!whole) break;
    add_count(&chunk->count, &chunk->count_high, (wide){count, 0});
  }
  chunk->end = unit;
  chunk->seconds = nq_clock() - began;
}

static void *work(void *argument) {
  count_run *run = argument;
  count_worker *worker = nq_count_worker_new(run->plan->n, run->path, &run->limits, pulse, run);
  if (worker == NULL) {
    nq_error error = {0};
    nq_status status = nq_error_set(&error, NQ_NO_MEMORY, "no memory for a counting thread");
    pthread_mutex_lock(&run->lock);
    fail(run, status, &error);
    pthread_mutex_unlock(&run->lock);
    return NULL;
  }
  nq_count_range chunk;
  double unit_seconds = 0;
  while (take_chunk(run, unit_seconds, &chunk)) {
    count_chunk(run, worker, &chunk);
    if (chunk.end == chunk.begin) break;
    unit_seconds = chunk.seconds / (double)(chunk.end - chunk.begin);
    report_chunk(run, &chunk);
  }
  nq_count_worker_free(worker);
  return NULL;
}

static uint32_t thread_count(const count_run *run) {
  return run->options->threads < run->total ? run->options->threads : (uint32_t)run->total;
}

/* Run the threads, the calling one among them; continue with fewer if some cannot start. */
static void run_threads(count_run *run) {
  uint32_t threads = thread_count(run), started = 0;
  pthread_t *thread = calloc(threads, sizeof *thread);
  while (thread != NULL && started + 1 < threads &&
         pthread_create(&thread[started], NULL, work, run) == 0)
    started++;
  work(run);
  for (uint32_t i = 0; i < started; i++) pthread_join(thread[i], NULL);
  free(thread);
}

static nq_status check_ranges(const nq_count_plan *plan, const nq_count_range *ranges, size_t count,
                              uint64_t *total, nq_error *error) {
  *total = 0;
  for (size_t i = 0; i < count; i++) {
    if (ranges[i].begin > ranges[i].end || ranges[i].end > plan->count)
      return nq_error_set(error, NQ_BAD_VALUE,
                          "units %" PRIu64 " to %" PRIu64 " are not among the %" PRIu64
                          " of n = %" PRIu32,
                          ranges[i].begin, ranges[i].end, plan->count, plan->n);
    *total += ranges[i].end - ranges[i].begin;
  }
  return NQ_OK;
}

/* The only unit of a board too small to be cut. */
static void count_small(count_run *run) {
  if (run->total == 0) return;
  nq_count_range all = {
      .begin = 0, .end = 1, .count = nq_count_backtracking(run->plan->n), .path = run->path->name};
  report_chunk(run, &all);
}

#define MEMORY_DEFAULT (UINT64_C(4) << 30)
#define WORDS_LEAST    (UINT64_C(1) << 14) /* lists are not cut below this */

/* Divide the memory: keep the tables if they take at most half of it, and cut the threads' lists to
 * fit into the rest.  Refuse before starting if tables and workers are not available. */
static nq_status require_memory(count_run *run, nq_error *error) {
  uint32_t n = run->plan->n, threads = thread_count(run);
  uint64_t most = run->options->memory != 0 ? run->options->memory : MEMORY_DEFAULT;
  char what[40];
  uint64_t workers = threads * nq_count_worker_bytes(n), tables = UINT64_MAX;
  if (run->path->join_strips != NULL && n / 2 <= COUNT_HALF_KEPT) {
    tables = nq_count_tables_bytes(n, BY_QUARTERS);
    if (n % 2 != 0) tables += nq_count_tables_bytes(n, BY_OFFSET);
  }
  run->kept = tables <= most / 2;
  uint64_t bytes = workers + (run->kept ? tables : 0);
  uint64_t words = most > bytes ? (most - bytes) / threads / COUNT_BYTES_PER_WORD : 0;
  run->limits.words = words > WORDS_LEAST ? words : WORDS_LEAST;
  snprintf(what, sizeof what, "counting n = %" PRIu32, n);
  return nq_memory_require(bytes, what, error);
}

static nq_status init_tables(count_run *run, nq_error *error) {
  uint32_t n = run->plan->n;
  nq_status status =
      nq_count_tables_init(&run->tables[BY_QUARTERS], n, BY_QUARTERS, run->kept, pulse, run, error);
  if (status == NQ_OK && n % 2 != 0 && !atomic_load(&run->stop))
    status =
        nq_count_tables_init(&run->tables[BY_OFFSET], n, BY_OFFSET, run->kept, pulse, run, error);
  return status;
}

void nq_count_options_init(nq_count_options *options) {
  *options = (nq_count_options){.threads = 1};
}

nq_status nq_count_run(const nq_count_plan *plan, const nq_count_range *ranges, size_t range_count,
                       const nq_count_options *options, nq_count_result *result, nq_error *error) {
  count_run run = {.plan = plan, .ranges = ranges, .range_count = range_count, .options = options};
  memset(result, 0, sizeof *result);
  if (options->threads == 0)
    return nq_error_set(error, NQ_BAD_VALUE, "0 threads: at least 1 is needed");
  nq_status status = check_ranges(plan, ranges, range_count, &run.total, error);
  if (status == NQ_OK) status = find_path(options->path, &run.path, error);
  if (status != NQ_OK) return status;
  run.began = nq_clock();
  run.left = run.total;
  if (range_count > 0) run.next = ranges[0].begin;
  pthread_mutex_init(&run.lock, NULL);
  if (plan->n < JOIN_N_MIN) {
    count_small(&run);
  } else if (run.total > 0) {
    run.status = require_memory(&run, &run.error);
    if (run.status == NQ_OK) run.status = init_tables(&run, &run.error);
    if (run.status == NQ_OK && !atomic_load(&run.stop)) run_threads(&run);
    for (uint32_t i = 0; i < 2; i++) nq_count_tables_release(&run.tables[i]);
  }
  pthread_mutex_destroy(&run.lock);
  *result = run.result;
  result->seconds = nq_clock() - run.began;
  if (run.status != NQ_OK && error != NULL) *error = run.error;
  return run.status;
}

nq_status nq_count(uint32_t n, unsigned threads, nq_progress_function *progress, void *context,
                   uint64_t *solutions, bool *interrupted, nq_error *error) {
  *solutions = 0;
  *interrupted = false;
  if (threads == 0) return nq_error_set(error, NQ_BAD_VALUE, "threads is 0; it must be 1 or more");
  if (n == NQ_COUNT_N_MAX)
    return nq_error_set(error, NQ_UNSUPPORTED,
                        "n = %" PRIu32 ": the number of solutions exceeds 64 bits; nq_count_run "
                        "counts them",
                        n);
  nq_count_plan *plan;
  nq_status status = nq_count_plan_new(n, &plan, error);
  if (plan == NULL) return status;
  const nq_count_range all = {.begin = 0, .end = nq_count_plan_units(plan)};
  const nq_count_options options = {.threads = threads, .progress = progress, .context = context};
  nq_count_result result;
  status = nq_count_run(plan, &all, 1, &options, &result, error);
  nq_count_plan_free(plan);
  if (status != NQ_OK) return status;
  *interrupted = result.interrupted;
  *solutions = result.interrupted ? 0 : result.count;
  return NQ_OK;
}

/* ---- Known numbers: OEIS A000170 ------------------------------------------------------------ */

uint64_t nq_count_known(uint32_t n) {
  /* clang-format off */
  static const uint64_t solutions[] = {
      1, 1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200, 73712, 365596, 2279184, 14772512,
      95815104, 666090624, 4968057848, 39029188884, 314666222712, 2691008701644,
      24233937684440, 227514171973736, 2207893435808352, 22317699616364044, 234907967154122528};
  /* clang-format on */
  return n < sizeof solutions / sizeof *solutions ? solutions[n] : UINT64_MAX;
}

static bool is_wanted(void *context) {
  return !nq_watch_poll(context, (nq_progress){.phase = "count"});
}

/* Divide the solutions into classes; false when they are not a whole number of classes. */
static bool classify(wide solutions, uint64_t half, uint64_t quarter, nq_count_classes *classes) {
  if (half < quarter || (half - quarter) % 4 != 0 || quarter % 2 != 0) return false;
  if (is_less_wide(solutions, (wide){half, 0})) return false;
  wide plain = subtract_wide(solutions, (wide){half, 0});
  *classes =
      (nq_count_classes){plain.low >> 3 | plain.high << 61, (half - quarter) / 4, quarter / 2};
  return plain.low % 8 == 0 && plain.high >> 3 == 0;
}

nq_status nq_count_classify(uint32_t n, uint64_t solutions, uint64_t solutions_high,
                            nq_progress_function *progress, void *context,
                            nq_count_classes *classes, bool *interrupted, nq_error *error) {
  nq_watch watch;
  *classes = (nq_count_classes){.plain = 1};
  *interrupted = false;
  nq_status status = require_n(n, error);
  if (status != NQ_OK) return status;
  nq_watch_init(&watch, 0, progress, context);
  uint64_t half = nq_count_half_turn(n, is_wanted, &watch);
  nq_watch_release(&watch);
  *interrupted = half == NQ_COUNT_UNKNOWN;
  if (*interrupted) return NQ_OK;
  uint64_t quarter = nq_count_quarter_turn(n);
  wide all = {solutions, solutions_high};
  char text[WIDE_TEXT_BYTES];
  bool good =
      n == 1 ? solutions == 1 && solutions_high == 0 : classify(all, half, quarter, classes);
  if (good) return NQ_OK;
  return nq_error_set(error, NQ_INTERNAL,
                      "n = %" PRIu32 ": %s solutions, %" PRIu64 " and %" PRIu64
                      " of them symmetric under half and quarter turns, do not make a whole number "
                      "of classes",
                      n, nq_wide_format(all, text), half, quarter);
}

nq_status nq_count_fundamental(uint32_t n, uint64_t solutions, nq_progress_function *progress,
                               void *context, uint64_t *classes, bool *interrupted,
                               nq_error *error) {
  nq_count_classes by;
  nq_status status = nq_count_classify(n, solutions, 0, progress, context, &by, interrupted, error);
  bool good = status == NQ_OK && !*interrupted;
  *classes = good ? by.plain + by.half_turn + by.quarter_turn : 0;
  return status;
}

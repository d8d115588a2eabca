/* Counting runs.
 *
 * MODEL.  The units of all ranges form one queue.  What a thread or another process does at a time
 * is a chunk: consecutive units of one range, reported as a range.  The first chunks are single
 * units.  Later ones should take a fiftieth of the elapsed time, at most CHUNK_SECONDS: so a long
 * run has few records, and what is lost when it is killed is little.  Chunks shrink towards the
 * end, so that all workers finish together.  A stopped run reports the units that its chunks have
 * finished. */
#include "counting/parts.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHUNK_SECONDS 5

/* ---- Paths ---------------------------------------------------------------------------------- */

const count_path *nq_count_path_at(size_t i) {
  static const count_path *const paths[] = {
#if NQ_COUNT_X86
    &nq_count_path_avx512,
    &nq_count_path_avx2,
#endif
    &nq_count_path_portable,
    &nq_count_path_simple,
  };
  return i < sizeof paths / sizeof *paths ? paths[i] : NULL; /* NOLINT(bugprone-sizeof-*) */
}

const char *nq_count_path_name(size_t i, bool *available) {
  const count_path *path = nq_count_path_at(i);
  if (path == NULL) return NULL;
  *available = path->available();
  return path->name;
}

/* The path of that name; "": the fastest. */
static nq_status find_path(const char *name, const count_path **found, nq_error *error) {
  const count_path *path;
  for (size_t i = 0; (path = nq_count_path_at(i)) != NULL; i++) {
    if (name[0] != '\0' && strcmp(name, path->name) != 0) continue;
    *found = path;
    if (path->available()) return NQ_OK;
    if (name[0] != '\0')
      return nq_error_set(error, NQ_UNSUPPORTED, "this machine cannot run the %s path", name);
  }
  return nq_error_set(error, NQ_BAD_VALUE, "no path is called %s", name);
}

/* ---- Jobs: how units are counted, in any process --------------------------------------------- */

/* A count on its way to another process. */
typedef struct count_order {
  uint32_t n;
  unsigned threads;
  uint64_t memory; /* as in nq_count_options, but of this process alone */
  char path[24];   /* "": the fastest of that machine */
} count_order;

/* What a chunk needs.  The first thread builds the tables. */
typedef struct count_job {
  const nq_count_plan *plan;
  nq_count_plan *own; /* the plan of a job from another process; or NULL */
  count_order order;
  const count_path *path;
  count_path ordered; /* where pairs are shown: the path */
  count_see *see;     /* or NULL */
  void *seer;
  nq_watch *watch;
  pthread_mutex_t building;
  bool built;
  bool kept;              /* the tables */
  count_limits limits;    /* of a thread's lists */
  count_tables tables[2]; /* by symmetry */
} count_job;

static bool goes_on(void *job) {
  return watch_stop(((count_job *)job)->watch) == NQ_STOP_NOT;
}

#define MEMORY_DEFAULT (UINT64_C(4) << 30)
#define WORDS_LEAST    (UINT64_C(1) << 14) /* lists are not cut below this */

/* Divide the memory: keep the tables if they take at most 7/8 of it, and cut the threads' lists to
 * fit into the rest.  Returns the size of tables and workers. */
static uint64_t divide_memory(count_job *job) {
  uint32_t n = job->plan->n;
  uint64_t most = job->order.memory != 0 ? job->order.memory : MEMORY_DEFAULT;
  bool may_keep = job->path->join_strips != NULL && n / 2 <= COUNT_HALF_KEPT;
  uint64_t tables = may_keep ? nq_count_tables_bytes(n) : UINT64_MAX;
  job->kept = tables <= most / 8 * 7;
  uint64_t bytes = job->order.threads * nq_count_worker_bytes(n) + (job->kept ? tables : 0);
  uint64_t words = most > bytes ? (most - bytes) / job->order.threads / COUNT_BYTES_PER_WORD : 0;
  if (job->see == NULL) job->limits.words = words > WORDS_LEAST ? words : WORDS_LEAST;
  return bytes;
}

/* Refuse before starting if tables and workers are not available, also where each of `together`
 * processes of a machine keeps tables of its own. */
static nq_status require_memory(count_job *job, unsigned together, nq_error *error) {
  char what[100];
  nq_error why = {0};
  int length = snprintf(what, sizeof what, "counting n = %" PRIu32, job->plan->n);
  if (together == 1) return nq_memory_require(divide_memory(job), what, error);
  snprintf(what + length, sizeof what - (size_t)length, " in %u processes of a machine", together);
  if (nq_memory_require(together * divide_memory(job), what, &why) == NQ_OK) return NQ_OK;
  return nq_error_set(error, NQ_NO_MEMORY, "%s: one process with %u threads keeps its tables once",
                      why.message, together * job->order.threads);
}

static nq_status build_tables(count_job *job, nq_error *error) {
  if (!goes_on(job)) return NQ_END;
  nq_status status = require_memory(job, 1, error);
  if (status == NQ_OK)
    status = nq_count_tables_init(job->tables, job->plan->n, job->kept, goes_on, job, error);
  job->built = status == NQ_OK;
  if (!job->built) nq_watch_end(job->watch); /* so the others do not try */
  return status;
}

static nq_status hire(void *context, void **worker, nq_error *error) {
  count_job *job = context;
  nq_status status = NQ_OK;
  if (job->plan->n < JOIN_N_MIN) return NQ_OK;
  pthread_mutex_lock(&job->building);
  if (!job->built) status = build_tables(job, error);
  pthread_mutex_unlock(&job->building);
  if (status != NQ_OK) return status;
  count_worker *hired = nq_count_worker_new(job->plan->n, job->path, &job->limits, goes_on, job);
  if (hired == NULL) return nq_error_set(error, NQ_NO_MEMORY, "no memory for a counting thread");
  hired->see = job->see;
  hired->seer = job->seer;
  *worker = hired;
  return NQ_OK;
}

/* Count the chunk's units until it is done or the run stops; sets chunk->end to the first unit not
 * counted. */
static nq_status count_chunk(count_job *job, count_worker *worker, nq_count_range *chunk,
                             nq_error *error) {
  uint64_t unit = chunk->begin;
  nq_status status = NQ_OK;
  for (; unit < chunk->end && goes_on(job); unit++) {
    count_unit rows;
    uint64_t count = 0;
    nq_count_unit_at(job->plan, unit, &rows);
    status = nq_count_worker_unit(worker, &job->tables[rows.symmetry], &rows, &count, error);
    if (status != NQ_OK) break;
    add_to_halves(&chunk->count, &chunk->count_high, (nq_wide){count, 0});
  }
  chunk->end = unit;
  return status == NQ_END ? NQ_OK : status;
}

static nq_status perform(void *job, void *worker, const void *unit, void *result, nq_error *error) {
  nq_count_range *chunk = result;
  const count_job *counting = job;
  double began = nq_clock_thread();
  nq_status status = NQ_OK;
  *chunk = *(const nq_count_range *)unit;
  snprintf(chunk->path, sizeof chunk->path, "%s", counting->path->name);
  if (counting->plan->n < JOIN_N_MIN) /* the only unit of a board too small to be cut */
    chunk->count = nq_count_known(counting->plan->n);
  else
    status = count_chunk(job, worker, chunk, error);
  chunk->seconds = nq_clock_thread() - began;
  if (status == NQ_OK && chunk->begin == chunk->end) status = NQ_END;
  return status;
}

static void close_job(void *closed) {
  count_job *job = closed;
  nq_count_tables_release(job->tables);
  pthread_mutex_destroy(&job->building);
  nq_count_plan_free(job->own);
  free(job);
}

/* For `plan`, or one of its own for order->n where that is NULL. */
static nq_status new_job(const count_order *order, const nq_count_plan *plan, nq_watch *watch,
                         count_job **result, nq_error *error) {
  const count_path *path = NULL;
  nq_count_plan *own = NULL;
  nq_status status = find_path(order->path, &path, error);
  if (status == NQ_OK && plan == NULL) status = nq_count_plan_new(order->n, &own, error);
  if (status != NQ_OK) return status;
  count_job *job = *result = calloc(1, sizeof *job); /* too large for a small stack */
  if (job == NULL) {
    nq_count_plan_free(own);
    return nq_error_set(error, NQ_NO_MEMORY, "no memory for a count");
  }
  job->plan = plan != NULL ? plan : own;
  job->own = own;
  job->order = *order;
  job->path = path;
  job->watch = watch;
  pthread_mutex_init(&job->building, NULL);
  return NQ_OK;
}

/* The fastest loops, but half boards in the order of the portable ones: the others list them in
 * orders of their own, and what is seen must not depend on the machine. */
static void show_pairs(count_job *job, count_see *see, void *seer) {
  job->ordered = *job->path;
  job->ordered.join_strips = nq_count_path_portable.join_strips;
  job->ordered.part_words = nq_count_path_portable.part_words;
  job->path = &job->ordered;
  job->see = see;
  job->seer = seer;
}

static void pack_job(const void *job, nq_bytes *bytes) {
  nq_bytes_add(bytes, &((const count_job *)job)->order, sizeof(count_order));
}

static nq_status open_job(nq_bytes *packed, nq_watch *watch, void **result, nq_error *error) {
  count_order order = {0};
  count_job *job = NULL;
  if (!nq_bytes_take(packed, &order, sizeof order)) return NQ_INTERNAL;
  nq_status status = new_job(&order, NULL, watch, &job, error);
  *result = job;
  return status;
}

const nq_work_kind nq_count_work = {.name = "count",
                                    .unit_size = sizeof(nq_count_range),
                                    .result_size = sizeof(nq_count_range),
                                    .hire = hire,
                                    .dismiss = nq_count_worker_free,
                                    .perform = perform,
                                    .pack_job = pack_job,
                                    .open = open_job,
                                    .close = close_job};

/* ---- Runs: which units are counted ----------------------------------------------------------- */

typedef struct count_run {
  const nq_count_range *ranges;
  size_t range_count;
  const nq_count_options *options;
  double workers;
  double began;
  size_t range;  /* of the next unit to take */
  uint64_t next; /* the next unit to take */
  uint64_t total, left;
  _Atomic double unit_seconds; /* of those counted, on average; 0: none yet */
  double seconds;              /* that they took together */
  nq_watch watch;
  nq_count_result result;
} count_run;

static nq_work_next next_chunk(void *context, void *unit) {
  count_run *run = context;
  while (run->range < run->range_count && run->next == run->ranges[run->range].end) {
    run->range++;
    if (run->range < run->range_count) run->next = run->ranges[run->range].begin;
  }
  if (run->range == run->range_count) return NQ_WORK_END;
  double unit_seconds = atomic_load(&run->unit_seconds);
  double aim = fmin(0.01 + (nq_clock() - run->began) / 50, CHUNK_SECONDS);
  double most = (double)run->left / (4.0 * run->workers);
  double size = fmin(unit_seconds > 0 ? aim / unit_seconds : 1, most);
  uint64_t room = run->ranges[run->range].end - run->next;
  uint64_t units = size < 1 ? 1 : (uint64_t)fmin(size, (double)room);
  *(nq_count_range *)unit = (nq_count_range){.begin = run->next, .end = run->next + units};
  run->next += units;
  run->left -= units;
  return NQ_WORK_UNIT;
}

static nq_status settle_chunk(void *context, nq_work_slot *slot) {
  count_run *run = context;
  const nq_count_range *chunk = slot->result;
  nq_error *error = &slot->error;
  nq_status status = NQ_OK;
  if (run->options->record != NULL)
    status = run->options->record(run->options->context, chunk, error);
  if (status != NQ_OK) return status;
  add_to_halves(&run->result.count, &run->result.count_high,
                (nq_wide){chunk->count, chunk->count_high});
  run->result.units += chunk->end - chunk->begin;
  run->seconds += chunk->seconds;
  atomic_store(&run->unit_seconds, run->seconds / (double)run->result.units);
  return NQ_OK;
}

static void poll(void *context, nq_work *work) {
  count_run *run = context;
  (void)work;
  (void)nq_watch_poll(
      &run->watch, (nq_progress){.phase = "count", .done = run->result.units, .total = run->total});
}

/* Whether the last range has units of one before it.  `reach` is the greatest end of those: ranges
 * in order need no search. */
static bool overlaps(const nq_count_range *ranges, size_t last, uint64_t reach) {
  const nq_count_range *a = &ranges[last];
  for (const nq_count_range *b = ranges; b < a && a->begin < reach; b++)
    if (a->begin < b->end && b->begin < a->end && a->begin < a->end && b->begin < b->end)
      return true;
  return false;
}

static nq_status check_ranges(const nq_count_plan *plan, const nq_count_range *ranges, size_t count,
                              uint64_t *total, nq_error *error) {
  uint64_t reach = 0;
  *total = 0;
  for (size_t i = 0; i < count; i++) {
    if (ranges[i].begin > ranges[i].end || ranges[i].end > plan->count)
      return nq_error_set(error, NQ_BAD_VALUE,
                          "units %" PRIu64 " to %" PRIu64 " are not among the %" PRIu64
                          " of n = %" PRIu32,
                          ranges[i].begin, ranges[i].end, plan->count, plan->n);
    if (overlaps(ranges, i, reach))
      return nq_error_set(error, NQ_BAD_VALUE,
                          "units %" PRIu64 " to %" PRIu64 " overlap another range", ranges[i].begin,
                          ranges[i].end);
    if (ranges[i].end > reach) reach = ranges[i].end;
    *total += ranges[i].end - ranges[i].begin;
  }
  return NQ_OK;
}

void nq_count_options_init(nq_count_options *options) {
  *options = (nq_count_options){.threads = 1};
}

static nq_status run_job(count_run *run, count_job *job, nq_error *error) {
  const nq_crew *crew = run->options->crew;
  count_order *order = &job->order;
  if (run->total < order->threads) order->threads = (unsigned)run->total;
  if (crew != NULL && crew->together > 1 && order->n >= JOIN_N_MIN) {
    if (order->memory != 0) order->memory = order->memory / crew->together + 1;
    nq_status status = require_memory(job, crew->together, error);
    if (status != NQ_OK) return status;
  }
  const nq_work_plan work = {.kind = &nq_count_work,
                             .job = job,
                             .threads = run->options->threads,
                             .most = run->total,
                             .watch = &run->watch,
                             .crew = run->options->crew,
                             .context = run,
                             .next = next_chunk,
                             .settle = settle_chunk,
                             .poll = poll};
  nq_status status = nq_work_run(&work, error);
  run->result.interrupted = status == NQ_END;
  return status == NQ_END ? NQ_OK : status;
}

nq_status nq_count_run_seen(const nq_count_plan *plan, const nq_count_range *ranges,
                            size_t range_count, const nq_count_options *options, count_see *see,
                            void *seer, nq_count_result *result, nq_error *error) {
  const nq_crew *crew = options->crew;
  count_run run = {.ranges = ranges, .range_count = range_count, .options = options};
  count_order order = {.n = plan->n, .threads = options->threads, .memory = options->memory};
  count_job *job;
  memset(result, 0, sizeof *result);
  if (options->threads == 0)
    return nq_error_set(error, NQ_BAD_VALUE, "0 threads: at least 1 is needed");
  nq_status status = check_ranges(plan, ranges, range_count, &run.total, error);
  if (options->path != NULL) snprintf(order.path, sizeof order.path, "%s", options->path);
  if (status == NQ_OK) status = new_job(&order, plan, &run.watch, &job, error);
  if (status != NQ_OK) return status;
  if (see != NULL) show_pairs(job, see, seer);
  run.began = nq_clock();
  run.left = run.total;
  run.workers = options->threads * (crew != NULL ? 1.0 + crew->others : 1.0);
  if (range_count > 0) run.next = ranges[0].begin;
  nq_watch_init(&run.watch, 0, options->progress, options->context);
  if (run.total > 0) status = run_job(&run, job, error);
  nq_watch_release(&run.watch);
  close_job(job);
  *result = run.result;
  result->seconds = nq_clock() - run.began;
  return status;
}

nq_status nq_count_run(const nq_count_plan *plan, const nq_count_range *ranges, size_t range_count,
                       const nq_count_options *options, nq_count_result *result, nq_error *error) {
  return nq_count_run_seen(plan, ranges, range_count, options, NULL, NULL, result, error);
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

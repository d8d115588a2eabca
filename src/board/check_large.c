/* The checker of boards that need not fit into memory, on the marks of board/lines.h.
 *
 * MODEL.  The lines of each direction are cut into ranges of equal length.  A worker owns one range at
 * a time: it reads all columns and marks the lines of the queens in it.
 *
 * The first pair is found from its second queen: the leftmost extra of all ranges.  A last look at
 * the columns before it finds the first queen on that line. */
#include "board/check_large.h"
#include "board/lines.h"
#include "parallel/threads.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#define CHUNK        (UINT64_C(1) << 16) /* columns that are read together */
#define FETCH_AHEAD  32
#define THREADS_MOST 64
#define RANGE_LEAST  4096 /* lines */

struct direction {
  uint64_t count;         /* of its lines */
  uint64_t range, ranges; /* lines of a range, and their number */
};

/* An extra; of those in a column, the one of the first direction comes first. */
struct extra {
  bool any;
  uint64_t column, line;
};

struct check {
  const nq_large_board *board;
  nq_watch *watch;
  struct direction direction[NQ_DIRECTIONS];
  uint64_t range, ranges;     /* the longest, and the number of all */
  atomic_uint_least64_t next; /* range that no worker has taken */
  atomic_uint_least64_t read; /* columns, in all ranges */
  pthread_mutex_t noting;
  nq_line_counts counts;
  struct extra first; /* the leftmost */
  nq_large_report *report;
  nq_status status;
  nq_error error;
};

/* Owns one range after the other. */
struct worker {
  struct check *check;
  nq_direction which;
  nq_line_range range;
  struct extra first;
};

static void fail(struct check *check, nq_status status, const nq_error *error) {
  pthread_mutex_lock(&check->noting);
  if (check->status == NQ_OK) {
    check->status = status;
    check->error = *error;
  }
  pthread_mutex_unlock(&check->noting);
}

/* ---- A range ---- */

static void take_earlier(struct extra *first, const struct extra *other) {
  if (!other->any) return;
  if (first->any && (other->column > first->column ||
                     (other->column == first->column && other->line > first->line)))
    return;
  *first = *other;
}

static void note_extra(struct worker *worker, uint64_t column, uint64_t offset) {
  const struct extra extra = {true, column, worker->range.begin + offset};
  take_earlier(&worker->first, &extra);
  (void)nq_line_count_extra(&worker->range, offset);
}

static void mark_lines(struct worker *worker, uint64_t column, const uint64_t *rows, size_t count) {
  nq_line_range *range = &worker->range;
  uint64_t n = range->n, lines = range->count, slope = line_slope(worker->which);
  uint64_t shift = line_shift(n, worker->which, column) - range->begin;
  for (size_t i = 0; i < count; i++, shift += slope) {
    if (i + FETCH_AHEAD < count) {
      uint64_t ahead = rows[i + FETCH_AHEAD] + shift + FETCH_AHEAD * slope;
      if (ahead < lines) __builtin_prefetch(&range->marks[ahead / 64], 1);
    }
    uint64_t offset = rows[i] + shift; /* wraps to a large number before the range */
    if (offset >= lines || rows[i] >= n) continue;
    if (line_mark(range, offset)) note_extra(worker, column + i, offset);
  }
}

static void look_for_strays(struct check *check, uint64_t column, const uint64_t *rows,
                            size_t count) {
  nq_large_report *report = check->report;
  for (size_t i = 0; i < count; i++) {
    if (rows[i] < check->board->n) continue;
    if (report->out_of_range++ > 0) continue;
    report->first_out_of_range = column + i;
    report->row_out_of_range = rows[i];
  }
}

static bool must_stop(struct check *check, uint64_t columns) {
  uint64_t n = check->board->n;
  uint64_t done = atomic_fetch_add_explicit(&check->read, columns, memory_order_relaxed) + columns;
  nq_progress progress = {.phase = "check", .done = done / check->ranges, .total = n};
  return nq_watch_poll(check->watch, progress);
}

static void check_range(struct worker *worker, uint64_t *rows) {
  struct check *check = worker->check;
  const nq_large_board *board = check->board;
  nq_error error = {0};
  for (uint64_t column = 0; column < board->n; column += CHUNK) {
    size_t count = (size_t)(board->n - column < CHUNK ? board->n - column : CHUNK);
    nq_status status = board->read(board->context, column, rows, count, &error);
    if (status != NQ_OK) fail(check, status, &error);
    if (status != NQ_OK || must_stop(check, count)) return;
    if (worker->range.begin == 0) look_for_strays(check, column, rows, count);
    mark_lines(worker, column, rows, count);
  }
}

/* Add what was found in a range to the rest. */
static void add_range(struct check *check, const struct worker *worker) {
  pthread_mutex_lock(&check->noting);
  take_earlier(&check->first, &worker->first);
  nq_line_counts_add(&check->counts, &worker->range.counts);
  pthread_mutex_unlock(&check->noting);
}

/* Take the i-th range. */
static void take_range(struct worker *worker, uint64_t i) {
  const struct direction *direction = worker->check->direction;
  uint64_t n = worker->check->board->n;
  worker->which = NQ_ROW;
  for (; i >= direction->ranges; direction++, worker->which++) i -= direction->ranges;
  uint64_t first = i * direction->range, rest = direction->count - first;
  nq_line_range_set(&worker->range, n, line_first(n, worker->which) + first,
                    rest < direction->range ? rest : direction->range);
  worker->first.any = false;
}

static void *work(void *argument) {
  struct check *check = argument;
  struct worker worker = {.check = check};
  uint64_t *rows = malloc(CHUNK * sizeof *rows), i;
  nq_error error;
  bool ready = nq_line_range_init(&worker.range, check->range) && rows != NULL;
  if (!ready)
    fail(check,
         nq_error_set(&error, NQ_NO_MEMORY, "checking needs %" PRIu64 " bytes more",
                      check->range / 8),
         &error);
  while (ready && watch_stop(check->watch) == NQ_STOP_NOT &&
         (i = atomic_fetch_add(&check->next, 1)) < check->ranges) {
    take_range(&worker, i);
    check_range(&worker, rows);
    add_range(check, &worker);
  }
  nq_line_range_release(&worker.range);
  free(rows);
  return NULL;
}

/* ---- All ranges ---- */

/* Find the leftmost queen on the line of the first extra, unless the watch stops it. */
static void find_first(struct check *check) {
  nq_large_report *report = check->report;
  const nq_large_board *board = check->board;
  uint64_t n = board->n, line = check->first.line, *rows = malloc(CHUNK * sizeof *rows);
  nq_error error;
  nq_status status =
      rows != NULL ? NQ_OK : nq_error_set(&error, NQ_NO_MEMORY, "no memory for the check");
  report->direction = line_direction(n, line);
  report->line = line - line_first(n, report->direction);
  report->second_column = check->first.column;
  for (uint64_t column = 0; rows != NULL && status == NQ_OK && column < report->second_column;
       column += CHUNK) {
    if (nq_watch_poll(check->watch, (nq_progress){.phase = "check", .done = column, .total = n}))
      break;
    size_t count = (size_t)(n - column < CHUNK ? n - column : CHUNK);
    status = board->read(board->context, column, rows, count, &error);
    for (size_t i = 0; status == NQ_OK && i < count; i++) {
      if (rows[i] >= n || rows[i] + line_shift(n, report->direction, column + i) != line) continue;
      report->first_column = column + i;
      free(rows);
      return;
    }
  }
  if (status != NQ_OK) fail(check, status, &error);
  free(rows);
}

/* Cut the lines of each direction into ranges, so that one for each thread fits into memory. */
static void cut(struct check *check, unsigned threads, uint64_t memory) {
  uint64_t most = memory == 0 ? UINT64_MAX : memory / threads * 8;
  if (most < RANGE_LEAST) most = RANGE_LEAST;
  for (unsigned i = 0; i < NQ_DIRECTIONS; i++) {
    struct direction *direction = &check->direction[i];
    uint64_t n = check->board->n, count = line_first(n, i + 1) - line_first(n, i);
    uint64_t ranges = count / most + (count % most > 0);
    direction->count = count;
    direction->range = ((count + ranges - 1) / ranges + 63) / 64 * 64;
    direction->ranges = (count + direction->range - 1) / direction->range;
    if (direction->range > check->range) check->range = direction->range;
    check->ranges += direction->ranges;
  }
}

nq_status nq_large_check_watched(const nq_large_board *board, unsigned threads, uint64_t memory,
                                 nq_watch *watch, nq_large_report *report, nq_error *error) {
  struct check check = {.board = board, .watch = watch, .report = report};
  *report = (nq_large_report){0};
  if (board->n < 1 || board->n > NQ_LARGE_N_MAX)
    return nq_error_set(error, NQ_BAD_VALUE, "n is %" PRIu64 "; it must be 1 to 2^40", board->n);
  if (threads > THREADS_MOST) threads = THREADS_MOST;
  cut(&check, threads, memory);
  pthread_mutex_init(&check.noting, NULL);
  nq_threads_run(threads < check.ranges ? threads : (unsigned)check.ranges, work, &check);
  if (check.status == NQ_OK && check.counts.no_memory)
    check.status = nq_error_set(&check.error, NQ_NO_MEMORY, "no memory for the check");
  nq_line_counts_report(&check.counts, report);
  if (check.status == NQ_OK && watch_stop(watch) == NQ_STOP_NOT && check.first.any)
    find_first(&check);
  pthread_mutex_destroy(&check.noting);
  report->valid = report->conflicts == 0 && report->out_of_range == 0;
  if (check.status != NQ_OK && error != NULL) *error = check.error;
  if (check.status != NQ_OK) return check.status;
  return watch_stop(watch) != NQ_STOP_NOT ? NQ_END : NQ_OK;
}

nq_status nq_large_check(const nq_large_board *board, const nq_large_check_options *options,
                         nq_large_report *report, nq_error *error) {
  nq_watch watch;
  if (options->threads == 0)
    return nq_error_set(error, NQ_BAD_VALUE, "threads is 0; it must be 1 or more");
  nq_watch_init(&watch, 0, options->progress, options->context);
  nq_status status =
      nq_large_check_watched(board, options->threads, options->memory_bytes, &watch, report, error);
  nq_watch_release(&watch);
  return status;
}

void nq_large_describe(const nq_large_report *report, char *text, size_t size) {
  static const char *const names[] = {"row", "rising diagonal", "falling diagonal"};
  if (size > 0) text[0] = '\0';
  if (report->conflicts > 0)
    snprintf(text, size, "columns %" PRIu64 " and %" PRIu64 " share %s %" PRIu64,
             report->first_column, report->second_column, names[report->direction], report->line);
  else if (report->out_of_range > 0 && report->row_out_of_range == NQ_LARGE_EMPTY)
    snprintf(text, size, "column %" PRIu64 " is empty", report->first_out_of_range);
  else if (report->out_of_range > 0)
    snprintf(text, size, "column %" PRIu64 " has row %" PRIu64 ", which is not on the board",
             report->first_out_of_range, report->row_out_of_range);
}

/* The checker of boards that need not fit into memory.  Like board/check.c it shares no code with
 * the search and counts from the rows alone.
 *
 * MODEL.  The lines of each direction are numbered as in board/check.c, line = row + shift(column),
 *
 *     rows 0 .. n - 1        rising 0 .. 2n - 2        falling 0 .. 2n - 2
 *
 * and cut into ranges of equal length, a bit for each line.  A worker reads all columns once for a
 * range and marks the lines of the queens in it.  A queen whose line is already marked is an extra;
 * the i-th extra of a line adds i pairs.  The extras of each line are counted in a table, up to
 * EXTRAS_MOST of them; after that pairs are counted no more, but the first one is known.
 *
 * The first pair is found from its second queen: the leftmost extra of all ranges.  A last look at
 * the columns before it finds the first queen on that line. */
#include "board/check_large.h"
#include "core/memory.h"
#include "core/table.h"
#include "core/threads.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DIRECTIONS   3
#define CHUNK        (UINT64_C(1) << 16) /* columns that are read together */
#define FETCH_AHEAD  32
#define EXTRAS_MOST  (UINT64_C(1) << 20) /* in a range */
#define THREADS_MOST 64
#define RANGE_LEAST  4096 /* lines */

struct direction {
  uint64_t first, slope; /* the line of a queen is row + first + slope * column, modulo 2^64 */
  uint64_t count;
  uint64_t range, ranges; /* lines of a range, and their number */
};

struct check {
  const nq_large_board *board;
  nq_watch *watch;
  struct direction direction[DIRECTIONS];
  uint64_t range, ranges;     /* the longest, and the number of all */
  atomic_uint_least64_t next; /* range that no worker has taken */
  atomic_uint_least64_t read; /* columns, in all ranges */
  pthread_mutex_t noting;
  nq_large_report *report;
  nq_status status;
  nq_error error;
};

/* One range. */
struct worker {
  struct check *check;
  nq_direction which;
  uint64_t begin; /* the first line of the range */
  uint64_t *marks;
  nq_table extras;
  nq_large_report report;
};

static void set_directions(struct check *check, uint64_t n) {
  uint64_t diagonals = 2 * n - 1;
  check->direction[NQ_ROW] = (struct direction){0, 0, n, 0, 0};
  check->direction[NQ_RISING] = (struct direction){0, 1, diagonals, 0, 0};
  check->direction[NQ_FALLING] = (struct direction){n - 1, UINT64_MAX, diagonals, 0, 0};
}

static void fail(struct check *check, nq_status status, const nq_error *error) {
  pthread_mutex_lock(&check->noting);
  if (check->status == NQ_OK) {
    check->status = status;
    check->error = *error;
  }
  pthread_mutex_unlock(&check->noting);
}

/* ---- A range ---- */

/* Is the pair of `b` to be reported rather than that of `a`? */
static bool is_earlier(const nq_large_report *a, const nq_large_report *b) {
  if (b->conflicts == 0) return false;
  return a->conflicts == 0 || b->second_column < a->second_column ||
         (b->second_column == a->second_column && b->direction < a->direction);
}

/* Report the pair of `other` rather than the one so far if it is earlier. */
static void take_earlier(nq_large_report *report, const nq_large_report *other) {
  if (!is_earlier(report, other)) return;
  report->second_column = other->second_column;
  report->direction = other->direction;
  report->line = other->line;
}

static void note_extra(struct worker *worker, uint64_t column, uint64_t line) {
  nq_direction direction = worker->which;
  nq_large_report *report = &worker->report;
  nq_large_report found = {
      .conflicts = 1, .second_column = column, .direction = direction, .line = line};
  take_earlier(report, &found);
  uint32_t extras = nq_table_get(&worker->extras, line) + 1;
  uint64_t pairs = extras;
  if (worker->extras.used >= EXTRAS_MOST || !nq_table_set(&worker->extras, line, extras)) {
    report->more = true;
    pairs = report->conflicts == 0;
  }
  report->pairs[direction] += pairs;
  report->conflicts += pairs;
}

static void mark_lines(struct worker *worker, uint64_t column, const uint64_t *rows, size_t count) {
  const struct check *check = worker->check;
  const struct direction *direction = &check->direction[worker->which];
  uint64_t n = check->board->n, range = direction->range, *marks = worker->marks;
  uint64_t shift = direction->first + direction->slope * column - worker->begin;
  for (size_t i = 0; i < count; i++, shift += direction->slope) {
    if (i + FETCH_AHEAD < count) {
      uint64_t ahead = rows[i + FETCH_AHEAD] + shift + FETCH_AHEAD * direction->slope;
      if (ahead < range) __builtin_prefetch(&marks[ahead / 64], 1);
    }
    uint64_t mark = rows[i] + shift; /* wraps to a large number before the range */
    if (mark >= range || rows[i] >= n) continue;
    uint64_t bit = UINT64_C(1) << mark % 64;
    if (marks[mark / 64] & bit) note_extra(worker, column + i, mark + worker->begin);
    marks[mark / 64] |= bit;
  }
}

static void look_for_strays(struct worker *worker, uint64_t column, const uint64_t *rows,
                            size_t count) {
  nq_large_report *report = &worker->report;
  for (size_t i = 0; i < count; i++) {
    if (rows[i] < worker->check->board->n) continue;
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
    if (worker->which == NQ_ROW && worker->begin == 0) look_for_strays(worker, column, rows, count);
    mark_lines(worker, column, rows, count);
  }
}

/* Add a range's report to that of the board. */
static void add_report(struct check *check, const nq_large_report *part) {
  nq_large_report *report = check->report;
  pthread_mutex_lock(&check->noting);
  take_earlier(report, part);
  for (unsigned i = 0; i < DIRECTIONS; i++) report->pairs[i] += part->pairs[i];
  report->conflicts += part->conflicts;
  report->more = report->more || part->more;
  if (part->out_of_range > 0) {
    report->out_of_range = part->out_of_range;
    report->first_out_of_range = part->first_out_of_range;
    report->row_out_of_range = part->row_out_of_range;
  }
  pthread_mutex_unlock(&check->noting);
}

/* Set the direction and the first line of the i-th range. */
static void take_range(struct worker *worker, uint64_t i) {
  const struct direction *direction = worker->check->direction;
  worker->which = NQ_ROW;
  for (; i >= direction->ranges; direction++, worker->which++) i -= direction->ranges;
  worker->begin = i * direction->range;
}

static void *work(void *argument) {
  struct check *check = argument;
  struct worker worker = {.check = check};
  uint64_t words = check->range / 64, *rows = malloc(CHUNK * sizeof *rows), range;
  bool used = false;
  nq_error error;
  worker.marks = nq_memory_new(words, sizeof *worker.marks);
  if (worker.marks == NULL || rows == NULL)
    fail(check,
         nq_error_set(&error, NQ_NO_MEMORY, "checking needs %" PRIu64 " bytes more", 8 * words),
         &error);
  while (worker.marks != NULL && rows != NULL && watch_stop(check->watch) == NQ_STOP_NOT &&
         (range = atomic_fetch_add(&check->next, 1)) < check->ranges) {
    take_range(&worker, range);
    worker.report = (nq_large_report){0};
    if (used) memset(worker.marks, 0, (size_t)words * sizeof *worker.marks);
    used = true;
    nq_table_clear(&worker.extras);
    check_range(&worker, rows);
    add_report(check, &worker.report);
  }
  nq_memory_free(worker.marks, words, sizeof *worker.marks);
  nq_table_release(&worker.extras);
  free(rows);
  return NULL;
}

/* ---- All ranges ---- */

/* Find the leftmost queen on the line that the report names, unless the watch stops it. */
static void find_first(struct check *check) {
  nq_large_report *report = check->report;
  const struct direction *direction = &check->direction[report->direction];
  const nq_large_board *board = check->board;
  uint64_t *rows = malloc(CHUNK * sizeof *rows);
  nq_error error;
  nq_status status =
      rows != NULL ? NQ_OK : nq_error_set(&error, NQ_NO_MEMORY, "no memory for the check");
  for (uint64_t column = 0; rows != NULL && status == NQ_OK && column < report->second_column;
       column += CHUNK) {
    if (nq_watch_poll(check->watch,
                      (nq_progress){.phase = "check", .done = column, .total = board->n}))
      break;
    size_t count = (size_t)(board->n - column < CHUNK ? board->n - column : CHUNK);
    status = board->read(board->context, column, rows, count, &error);
    for (size_t i = 0; status == NQ_OK && i < count; i++) {
      uint64_t line = rows[i] + direction->first + direction->slope * (column + i);
      if (rows[i] >= board->n || line != report->line) continue;
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
  for (unsigned i = 0; i < DIRECTIONS; i++) {
    struct direction *direction = &check->direction[i];
    uint64_t count = direction->count, ranges = count / most + (count % most > 0);
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
  set_directions(&check, board->n);
  cut(&check, threads, memory);
  pthread_mutex_init(&check.noting, NULL);
  nq_threads_run(threads < check.ranges ? threads : (unsigned)check.ranges, work, &check);
  if (check.status == NQ_OK && watch_stop(watch) == NQ_STOP_NOT && report->conflicts > 0)
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

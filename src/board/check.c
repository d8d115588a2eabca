/* The checker: every solution passes through it, so it shares no code with the search and counts
 * from the rows alone.
 *
 * MODEL.  One direction at a time, each column marks its queen's line (board/lines.h).  Boards
 * without extras take the fast path of board/clean.c, which only finds out whether there are any.
 * If a board has too many lines with extras for the table, it is counted in passes, each with plain
 * counters for a part of the lines, in the memory of the marks: the k-th queen on a line adds
 * k - 1.  No direction needs more than 22 passes.
 *
 * Memory, in bytes:   marks 3n/8 (2n bits; or counters for 3n/32 lines)   table n/8 at most */
#include "board/board.h"
#include "board/lines.h"

#include <string.h>

/* Marks are fetched this many columns ahead: beyond n = 10^7 each is a cache miss. */
#define FETCH_AHEAD 32

typedef struct workspace {
  nq_line_range range;
  nq_watch *watch; /* or NULL */
  uint64_t done;   /* columns that were counted, in all passes */
  unsigned passes; /* over all columns, as far as is known */
  uint32_t n;
} workspace;

/* ---- Memory ---- */

static uint64_t marks_needed(uint32_t n) {
  return (uint64_t)n * 3 + 64;
}

/* Lines in the table, which with them takes n/8 + 200 bytes at most, also while it grows. */
static uint64_t lines_allowed(uint32_t n) {
  return n / 1024 + 4;
}

static uint64_t workspace_bytes(uint32_t n) {
  return marks_needed(n) / 8 + n / 8 + 200;
}

/* The fast path releases its memory before the slow one starts. */
uint64_t nq_check_bytes(uint32_t n, unsigned threads) {
  uint64_t quick = nq_clean_bytes(n, threads), slow = workspace_bytes(n);
  return quick > slow ? quick : slow;
}

/* Columns between looks at the watch. */
#define PIECE (UINT32_C(1) << 20)

/* Look at the watch once in a while; counts are discarded after it stops. */
static bool must_stop(workspace *work, uint32_t column) {
  if (column % PIECE != PIECE - 1) return false;
  work->done += PIECE;
  nq_progress progress = {.phase = "check", .done = work->done / work->passes, .total = work->n};
  return work->watch != NULL && nq_watch_poll(work->watch, progress);
}

static bool is_stopped(const nq_watch *watch) {
  return watch != NULL && watch_stop(watch) != NQ_STOP_NOT;
}

/* ---- Pairs ---- */

/* Mark the line of every queen and count the extras.  False when there are too many for the table:
 * then only the first one is known. */
static bool count_extras(workspace *work, const uint32_t *restrict rows, uint32_t n,
                         nq_direction direction) {
  nq_line_range *range = &work->range;
  uint64_t shift = line_index(n, direction, 0, 0), slope = line_slope(direction);
  for (uint32_t column = 0; column < n; column++, shift += slope) {
    if (must_stop(work, column)) break;
    if (n - column > FETCH_AHEAD && rows[column + FETCH_AHEAD] < n)
      __builtin_prefetch(
          &range->marks[(rows[column + FETCH_AHEAD] + shift + slope * FETCH_AHEAD) / 64], 1);
    uint32_t row = rows[column];
    if (row >= n || !line_mark(range, row + shift)) continue;
    if (nq_line_count_extra(range, column, row + shift) == 0) return false;
  }
  return true;
}

/* Pairs on the `count` lines from `start` on. */
static uint64_t count_part(workspace *work, const uint32_t *restrict rows, uint32_t n,
                           nq_direction direction, uint64_t start, uint64_t count) {
  uint32_t *restrict counters = (uint32_t *)(void *)work->range.marks;
  memset(counters, 0, (size_t)count * sizeof *counters);
  uint64_t pairs = 0, shift = line_index(n, direction, 0, 0) - start, slope = line_slope(direction);
  for (uint32_t column = 0; column < n; column++, shift += slope) {
    if (must_stop(work, column)) break;
    uint32_t row = rows[column];
    uint64_t counter = row + shift; /* wraps to a large number before `start` */
    if (row < n && counter < count) pairs += counters[counter]++;
  }
  return pairs;
}

/* All pairs of a direction, and its first one. */
static nq_line_counts count_direction(workspace *work, const uint32_t *rows, uint32_t n,
                                      nq_direction direction) {
  uint64_t lines = line_count(n, direction), part = 2 * work->range.words;
  nq_line_range_set(&work->range, n, line_first(n, direction), lines);
  bool counted = count_extras(work, rows, n, direction);
  nq_line_counts found = {.first_column = work->range.counts.first_column,
                          .first_line = work->range.counts.first_line};
  found.pairs[direction] = counted ? work->range.counts.pairs[direction] : 0;
  if (counted) return found;
  work->passes += (unsigned)((lines + part - 1) / part);
  for (uint64_t start = 0; start < lines; start += part)
    found.pairs[direction] += count_part(work, rows, n, direction, start, part);
  return found;
}

static void report_pairs(workspace *work, const uint32_t *rows, uint32_t n,
                         nq_check_report *report) {
  nq_line_counts counts = NQ_LINE_COUNTS_NONE;
  for (nq_direction direction = NQ_ROW; direction <= NQ_FALLING; direction++) {
    const nq_line_counts found = count_direction(work, rows, n, direction);
    nq_line_counts_add(&counts, &found);
    if (is_stopped(work->watch)) return;
  }
  nq_line_counts_report(n, &counts, report);
  if (report->conflicts == 0) return;
  uint32_t column = 0; /* the leftmost queen on the line */
  while (rows[column] >= n ||
         line_index(n, report->direction, column, rows[column]) != report->line)
    column++;
  report->first_column = column;
}

/* ---- Columns and instance ---- */

static void report_columns(const uint32_t *rows, uint32_t n, nq_check_report *report) {
  for (uint32_t column = 0; column < n; column++)
    if (rows[column] >= n) nq_report_column(report, column, rows[column], rows[column] == NQ_EMPTY);
}

/* Follow the instance's lists: a column is broken by its placed queen or, if it has none, by a
 * blocked square. */
static void report_listed(const uint32_t *rows, const nq_instance *instance,
                          nq_check_report *report) {
  uint32_t column, row;
  for (size_t i = 0; i < nq_instance_placed_count(instance); i++) {
    nq_instance_placed_at(instance, i, &column, &row);
    if (row != nq_instance_placed_row(instance, column)) continue; /* counted at its first queen */
    if (rows[column] != row || !nq_instance_allows(instance, column, row))
      nq_report_broken(report, column, rows[column]);
  }
  for (size_t i = 0; i < nq_instance_blocked_count(instance); i++) {
    nq_instance_blocked_at(instance, i, &column, &row);
    if (rows[column] == row && nq_instance_placed_row(instance, column) == NQ_EMPTY)
      nq_report_broken(report, column, rows[column]);
  }
}

static void report_each(const uint32_t *rows, uint32_t n, const nq_instance *instance,
                        nq_check_report *report) {
  for (uint32_t column = 0; column < n; column++) {
    uint32_t row = rows[column];
    if (nq_report_misses_placed(instance, column, row) ||
        (row < n && !nq_instance_allows(instance, column, row)))
      nq_report_broken(report, column, rows[column]);
  }
}

static void report_instance(const uint32_t *rows, uint32_t n, const nq_instance *instance,
                            nq_check_report *report) {
  size_t placed = nq_instance_placed_count(instance), blocked = nq_instance_blocked_count(instance);
  if (nq_instance_excluded_count(instance) == 0 && placed <= n && blocked <= n)
    report_listed(rows, instance, report);
  else
    report_each(rows, n, instance, report);
}

static nq_status report_lines(const uint32_t *rows, uint32_t n, nq_watch *watch,
                              nq_check_report *report, nq_error *error) {
  workspace work = {.watch = watch, .passes = NQ_DIRECTIONS, .n = n};
  if (!nq_line_range_init(&work.range, marks_needed(n), lines_allowed(n)))
    return nq_error_set(error, NQ_NO_MEMORY,
                        "checking a board of n = %" PRIu32 " needs %" PRIu64 " bytes of memory", n,
                        workspace_bytes(n));
  report_columns(rows, n, report);
  report_pairs(&work, rows, n, report);
  nq_line_range_release(&work.range);
  return NQ_OK;
}

nq_status nq_check_watched(const uint32_t *rows, uint32_t n, const nq_instance *instance,
                           unsigned threads, nq_watch *watch, nq_check_report *report,
                           nq_error *error) {
  *report = (nq_check_report){0};
  if (n == 0) return nq_error_set(error, NQ_BAD_VALUE, "a board has at least one column");
  if (instance != NULL && nq_instance_n(instance) != n)
    return nq_error_set(error, NQ_BAD_VALUE,
                        "the board has n = %" PRIu32 ", but the instance has n = %" PRIu32, n,
                        nq_instance_n(instance));
  if (!nq_rows_are_clean(rows, n, threads, watch)) {
    if (is_stopped(watch)) return NQ_END;
    nq_status status = report_lines(rows, n, watch, report, error);
    if (status != NQ_OK) return status;
    if (is_stopped(watch)) return NQ_END;
  }
  if (instance != NULL) report_instance(rows, n, instance, report);
  nq_report_judge(report);
  return NQ_OK;
}

nq_status nq_check(const uint32_t *rows, uint32_t n, const nq_instance *instance,
                   nq_check_report *report, nq_error *error) {
  return nq_check_watched(rows, n, instance, 1, NULL, report, error);
}

nq_status nq_check_with(const uint32_t *rows, uint32_t n, const nq_instance *instance,
                        const nq_check_options *options, nq_check_report *report, nq_error *error) {
  nq_watch watch;
  if (options->threads == 0)
    return nq_error_set(error, NQ_BAD_VALUE, "threads is 0; it must be 1 or more");
  nq_watch_init(&watch, 0, options->progress, options->context);
  nq_status status = nq_check_watched(rows, n, instance, options->threads, &watch, report, error);
  nq_watch_release(&watch);
  return status;
}

/* The checker: every solution passes through it, so it shares no code with the search and counts
 * from the rows alone.
 *
 * MODEL.  In each direction the queen of a column stands on the line
 *
 *     line = row + shift(column),   shift(column) = first + slope * column
 *
 *     direction   first   slope   lines
 *     row           0       0       n
 *     rising        0       1     2n - 1
 *     falling     n - 1    -1     2n - 1
 *
 * in arithmetic modulo 2^64, so that the slope -1 needs no sign.  One direction at a time, each
 * column marks its queen's line in a bitset.  A queen whose line is already marked is an EXTRA: a
 * line with e extras holds e + 1 queens and so e(e + 1)/2 pairs, which is the sum 1 + 2 + ... + e
 * that results when the i-th extra adds i.  Boards without extras take the fast path of
 * board/clean.c, which only finds out whether there are any.
 *
 * The extras of each line are counted in a small hash table of the crowded lines.  If a board has
 * too many crowded lines for the table, it is counted in passes, each with plain counters for a
 * range of lines: the k-th queen on a line adds k - 1.  No direction needs more than 22
 * passes.
 *
 * Memory, in bytes:   marks 3n/8 (2n bits; or counters for 3n/32 lines)   table n/8 */
#include "board/board.h"
#include "core/memory.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define DIRECTIONS 3

/* Marks are fetched this many columns ahead: beyond n = 10^7 each is a cache miss. */
#define FETCH_AHEAD 32

/* After this many probes the table counts as full, so that crafted boards cannot make it slow. */
#define PROBES_MAX 256

/* A line with extras; a free entry when there are none. */
typedef struct crowded_line {
  uint64_t line;
  uint64_t extras;
} crowded_line;

typedef struct workspace {
  uint32_t *marks;
  uint64_t marks_count;
  crowded_line *table;
  uint64_t table_count;
  uint64_t table_used;
  nq_watch *watch; /* or NULL */
  uint64_t done;   /* columns that were counted, in all passes */
  unsigned passes; /* over all columns, as far as is known */
  uint32_t n;
} workspace;

typedef struct lines {
  uint64_t first, slope, count;
} lines;

/* The result of one direction. */
typedef struct tally {
  uint64_t pairs;
  uint32_t column; /* if there are pairs: of the first extra, */
  uint64_t line;   /* and its line */
} tally;

/* ---- Memory ---- */

static uint64_t marks_needed(uint32_t n) {
  return (uint64_t)n * 3 / 32 + 2;
}

static uint64_t table_needed(uint32_t n) {
  return n / 128 + 8;
}

static uint64_t workspace_bytes(uint32_t n) {
  return marks_needed(n) * sizeof(uint32_t) + table_needed(n) * sizeof(crowded_line);
}

/* The fast path releases its memory before the slow one starts. */
uint64_t nq_check_bytes(uint32_t n, unsigned threads) {
  uint64_t quick = nq_clean_bytes(n, threads), slow = workspace_bytes(n);
  return quick > slow ? quick : slow;
}

static void release_workspace(workspace *work) {
  nq_memory_free(work->marks, work->marks_count, sizeof *work->marks);
  nq_memory_free(work->table, work->table_count, sizeof *work->table);
}

static bool init_workspace(workspace *work, uint32_t n) {
  *work = (workspace){
      .marks_count = marks_needed(n), .table_count = table_needed(n), .passes = DIRECTIONS, .n = n};
  work->marks = nq_memory_new(work->marks_count, sizeof *work->marks);
  work->table = nq_memory_new(work->table_count, sizeof *work->table);
  if (work->marks != NULL && work->table != NULL) return true;
  release_workspace(work);
  return false;
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

/* ---- Lines ---- */

static lines lines_of(nq_direction direction, uint32_t n) {
  uint64_t diagonals = 2 * (uint64_t)n - 1;
  switch (direction) {
  case NQ_RISING:
    return (lines){0, 1, diagonals};
  case NQ_FALLING:
    return (lines){n - 1, UINT64_MAX, diagonals};
  case NQ_ROW:
    break;
  }
  return (lines){0, 0, n};
}

static uint64_t line_at(lines direction, uint32_t column, uint32_t row) {
  return row + direction.first + direction.slope * column;
}

/* ---- Pairs ---- */

/* Count one more extra on `line` and return their number, or 0 when the table is full. */
static uint64_t add_extra(workspace *work, uint64_t line) {
  uint64_t hash = (line * UINT64_C(0x9e3779b97f4a7c15)) >> 32;
  uint64_t place = (hash * work->table_count) >> 32;
  for (int probe = 0; probe < PROBES_MAX; probe++) {
    crowded_line *entry = &work->table[place];
    if (entry->extras == 0) {
      if (work->table_used >= work->table_count / 2) return 0;
      work->table_used++;
      entry->line = line;
    }
    if (entry->line == line) return ++entry->extras;
    if (++place == work->table_count) place = 0;
  }
  return 0;
}

static void fetch_mark(const uint32_t *marks, uint64_t line) {
#if defined(__GNUC__)
  __builtin_prefetch(&marks[line / 32], 1);
#else
  (void)marks, (void)line;
#endif
}

/* Mark the line of every queen and tally the extras.  False when there are too many for the table:
 * then only the first one is known. */
static bool tally_extras(workspace *work, const uint32_t *restrict rows, uint32_t n,
                         lines direction, tally *found) {
  uint32_t *restrict marks = work->marks;
  uint64_t shift = direction.first;
  for (uint32_t column = 0; column < n; column++, shift += direction.slope) {
    if (must_stop(work, column)) break;
    if (n - column > FETCH_AHEAD && rows[column + FETCH_AHEAD] < n)
      fetch_mark(marks, line_at(direction, column + FETCH_AHEAD, rows[column + FETCH_AHEAD]));
    uint32_t row = rows[column];
    if (row >= n) continue;
    uint64_t line = row + shift;
    uint32_t bit = UINT32_C(1) << (line % 32);
    if (!(marks[line / 32] & bit)) {
      marks[line / 32] |= bit;
      continue;
    }
    if (found->pairs == 0) found->column = column, found->line = line;
    uint64_t extras = add_extra(work, line);
    if (extras == 0) return false;
    found->pairs += extras;
  }
  return true;
}

/* Pairs on the lines start .. start + marks_count - 1. */
static uint64_t count_range(workspace *work, const uint32_t *restrict rows, uint32_t n,
                            lines direction, uint64_t start) {
  uint32_t *restrict counters = work->marks;
  memset(counters, 0, (size_t)work->marks_count * sizeof *counters);
  uint64_t pairs = 0, shift = direction.first - start;
  for (uint32_t column = 0; column < n; column++, shift += direction.slope) {
    if (must_stop(work, column)) break;
    uint32_t row = rows[column];
    uint64_t counter = row + shift; /* wraps to a large number before `start` */
    if (row < n && counter < work->marks_count) pairs += counters[counter]++;
  }
  return pairs;
}

static tally tally_direction(workspace *work, const uint32_t *rows, uint32_t n, lines direction) {
  tally found = {0};
  memset(work->marks, 0, (size_t)((direction.count + 31) / 32) * sizeof *work->marks);
  if (work->table_used > 0) memset(work->table, 0, (size_t)work->table_count * sizeof *work->table);
  work->table_used = 0;
  if (tally_extras(work, rows, n, direction, &found)) return found;
  found.pairs = 0;
  work->passes += (unsigned)((direction.count + work->marks_count - 1) / work->marks_count);
  for (uint64_t start = 0; start < direction.count; start += work->marks_count)
    found.pairs += count_range(work, rows, n, direction, start);
  return found;
}

/* The leftmost queen on `line`, which must have one. */
static uint32_t leftmost_on(const uint32_t *rows, uint32_t n, lines direction, uint64_t line) {
  uint32_t column = 0;
  while (rows[column] >= n || line_at(direction, column, rows[column]) != line) column++;
  return column;
}

static void report_pairs(workspace *work, const uint32_t *rows, uint32_t n,
                         nq_check_report *report) {
  for (nq_direction direction = NQ_ROW; direction <= NQ_FALLING; direction++) {
    tally found = tally_direction(work, rows, n, lines_of(direction, n));
    if (found.pairs > 0 && (report->conflicts == 0 || found.column < report->second_column)) {
      report->second_column = found.column;
      report->direction = direction;
      report->line = found.line;
    }
    report->pairs[direction] = found.pairs;
    report->conflicts += found.pairs;
    if (work->watch != NULL && watch_stop(work->watch) != NQ_STOP_NOT) return;
  }
  if (report->conflicts > 0)
    report->first_column = leftmost_on(rows, n, lines_of(report->direction, n), report->line);
}

/* ---- Columns and instance ---- */

static void note_column(uint64_t *count, uint32_t *first, uint32_t column) {
  if (*count == 0 || column < *first) *first = column;
  (*count)++;
}

static void report_columns(const uint32_t *rows, uint32_t n, nq_check_report *report) {
  for (uint32_t column = 0; column < n; column++) {
    if (rows[column] < n) continue;
    if (rows[column] == NQ_EMPTY)
      note_column(&report->empty_columns, &report->first_empty, column);
    else
      note_column(&report->out_of_range, &report->first_out_of_range, column);
  }
}

/* The column has a placed queen, and the board has it on another row or not at all. */
static bool misses_placed(const nq_instance *instance, uint32_t column, uint32_t row) {
  uint32_t placed = nq_instance_placed_row(instance, column);
  return placed != NQ_EMPTY && placed != row;
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
      note_column(&report->broken, &report->first_broken, column);
  }
  for (size_t i = 0; i < nq_instance_blocked_count(instance); i++) {
    nq_instance_blocked_at(instance, i, &column, &row);
    if (rows[column] == row && nq_instance_placed_row(instance, column) == NQ_EMPTY)
      note_column(&report->broken, &report->first_broken, column);
  }
}

static void report_each(const uint32_t *rows, uint32_t n, const nq_instance *instance,
                        nq_check_report *report) {
  for (uint32_t column = 0; column < n; column++) {
    uint32_t row = rows[column];
    if (misses_placed(instance, column, row) ||
        (row < n && !nq_instance_allows(instance, column, row)))
      note_column(&report->broken, &report->first_broken, column);
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
  workspace work;
  if (!init_workspace(&work, n))
    return nq_error_set(error, NQ_NO_MEMORY,
                        "checking a board of n = %" PRIu32 " needs %" PRIu64 " bytes of memory", n,
                        workspace_bytes(n));
  work.watch = watch;
  report_columns(rows, n, report);
  report_pairs(&work, rows, n, report);
  release_workspace(&work);
  return NQ_OK;
}

nq_status nq_check_watched(const uint32_t *rows, uint32_t n, const nq_instance *instance,
                           unsigned threads, nq_watch *watch, nq_check_report *report,
                           bool *stopped, nq_error *error) {
  *report = (nq_check_report){0};
  *stopped = false;
  if (n == 0) return nq_error_set(error, NQ_BAD_VALUE, "a board has at least one column");
  if (instance != NULL && nq_instance_n(instance) != n)
    return nq_error_set(error, NQ_BAD_VALUE,
                        "the board has n = %" PRIu32 ", but the instance has n = %" PRIu32, n,
                        nq_instance_n(instance));
  if (!nq_rows_are_clean(rows, n, threads, watch)) {
    nq_status status = NQ_OK;
    *stopped = watch != NULL && watch_stop(watch) != NQ_STOP_NOT;
    if (!*stopped) status = report_lines(rows, n, watch, report, error);
    *stopped = watch != NULL && watch_stop(watch) != NQ_STOP_NOT;
    if (status != NQ_OK || *stopped) return status;
  }
  if (instance != NULL) report_instance(rows, n, instance, report);
  report->valid = report->conflicts == 0 && report->empty_columns == 0 &&
                  report->out_of_range == 0 && report->broken == 0;
  return NQ_OK;
}

nq_status nq_check(const uint32_t *rows, uint32_t n, const nq_instance *instance,
                   nq_check_report *report, nq_error *error) {
  bool stopped;
  return nq_check_watched(rows, n, instance, 1, NULL, report, &stopped, error);
}

nq_status nq_check_with(const uint32_t *rows, uint32_t n, const nq_instance *instance,
                        const nq_check_options *options, nq_check_report *report, nq_error *error) {
  nq_watch watch;
  bool stopped;
  if (options->threads == 0)
    return nq_error_set(error, NQ_BAD_VALUE, "threads is 0; it must be 1 or more");
  nq_watch_init(&watch, 0, options->progress, options->context);
  nq_status status =
      nq_check_watched(rows, n, instance, options->threads, &watch, report, &stopped, error);
  nq_watch_release(&watch);
  return status == NQ_OK && stopped ? NQ_END : status;
}

/* ---- Description ---- */

static bool is_blocked(const nq_instance *instance, uint32_t column, uint32_t row) {
  for (size_t i = 0; i < nq_instance_blocked_count(instance); i++) {
    uint32_t blocked_column, blocked_row;
    nq_instance_blocked_at(instance, i, &blocked_column, &blocked_row);
    if (blocked_column == column && blocked_row == row) return true;
  }
  return false;
}

/* How `column`, which has a queen, breaks the instance. */
static void describe_broken(const nq_instance *instance, uint32_t n, uint32_t column, uint32_t row,
                            char *text, size_t size) {
  static const char *const names[] = {"falling", "rising"};
  if (misses_placed(instance, column, row)) {
    snprintf(text, size,
             "column %" PRIu32 " has row %" PRIu32 ", but a queen is placed on row %" PRIu32,
             column, row, nq_instance_placed_row(instance, column));
    return;
  }
  if (is_blocked(instance, column, row)) {
    snprintf(text, size, "column %" PRIu32 ", row %" PRIu32 " is blocked", column, row);
    return;
  }
  for (size_t i = 0; i < nq_instance_excluded_count(instance); i++) {
    bool rising;
    uint64_t diagonal = nq_instance_excluded_at(instance, i, &rising);
    if (line_at(lines_of(rising ? NQ_RISING : NQ_FALLING, n), column, row) != diagonal) continue;
    snprintf(text, size, "column %" PRIu32 ", row %" PRIu32 " is on excluded %s diagonal %" PRIu64,
             column, row, names[rising], diagonal);
    return;
  }
  snprintf(text, size, "column %" PRIu32 ": two queens are placed there", column);
}

static void describe_empty(const nq_check_report *report, char *text, size_t size) {
  if (report->empty_columns == 1)
    snprintf(text, size, "column %" PRIu32 " is empty", report->first_empty);
  else
    snprintf(text, size, "column %" PRIu32 " is empty, and %" PRIu64 " more", report->first_empty,
             report->empty_columns - 1);
}

void nq_check_describe(const nq_check_report *report, const uint32_t *rows, uint32_t n,
                       const nq_instance *instance, char *text, size_t size) {
  static const char *const names[DIRECTIONS] = {"row", "rising diagonal", "falling diagonal"};
  if (size > 0) *text = '\0';
  if (report->out_of_range > 0)
    snprintf(text, size, "column %" PRIu32 " has row %" PRIu32 ", outside 0..%" PRIu32,
             report->first_out_of_range, rows[report->first_out_of_range], n - 1);
  else if (report->empty_columns > 0)
    describe_empty(report, text, size);
  else if (report->conflicts > 0)
    snprintf(text, size, "columns %" PRIu32 " and %" PRIu32 " share %s %" PRIu64,
             report->first_column, report->second_column, names[report->direction], report->line);
  else if (report->broken > 0 && instance != NULL)
    describe_broken(instance, n, report->first_broken, rows[report->first_broken], text, size);
}

/* Ranks that check a large board together.  Nothing is shared with the search: the rows that are
 * read are all that is known.
 *
 * MODEL.  The columns are read in steps, and in a step each rank reads one chunk; the lines
 * (board/lines.h: one order of all 5n - 2) are marked in sweeps, and in a sweep each rank owns a
 * range of them:
 *
 *     columns   | rank 0 | rank 1 | rank 2 | rank 0 | rank 1 | ..      lines   | rank 0 | rank 1 | rank 2 |
 *               |-------- step 0 ---------|-------- step 1 ..                  |-------- sweep 0 -------|
 *
 * Each rank sends the lines of its queens to their owners, who mark them.  There is one sweep if
 * the memory of all ranks holds a bit for each line, otherwise as many as it takes.
 *
 * An owner takes the lines of a step in the order of columns, of a column in that of directions.
 * So the first extra that it meets in a sweep is its leftmost, and the line of the leftmost of all
 * is among those first ones.  A last look at the columns, up to the first step that had an extra,
 * finds the first two queens on each of them, and with these the pair that nq_large_check
 * reports. */
#include "board/check_party.h"
#include "board/lines.h"
#include "board/report.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define STEP_COLUMNS (UINT64_C(1) << 21) /* of all ranks together, */
#define CHUNK_LEAST  (UINT64_C(1) << 13) /* but of each at least, */
#define CHUNK_MOST   (UINT64_C(1) << 16) /* and at most */
#define LINES_LEAST  UINT64_C(2048)      /* of a rank in a sweep */
#define FETCH_AHEAD  256

/* The first extra that a rank met in a sweep; all zero: none. */
struct extra {
  uint64_t steps, line; /* up to and with that one; the line's number + 1 */
};

struct check {
  const nq_large_board *board;
  nq_party *party;
  nq_watch *watch;
  nq_check_report *report;
  uint64_t chunk, steps;          /* columns of a rank in a step; steps of a sweep */
  uint64_t length, sweeps, sweep; /* lines of a rank in a sweep; their number; this one */
  nq_arrays arrays;
  nq_line_range range;         /* own lines */
  nq_line_counts counts;       /* of all sweeps */
  struct extra *extras;        /* by sweep and rank */
  uint64_t *rows;              /* of a chunk */
  uint64_t *items, *taken;     /* lines by rank, from the first that the other owns */
  uint64_t *sent, *got, *ones; /* numbers of items by rank */
  bool stopped;
  nq_status status;
  nq_error error;
};

/* ---- What all ranks know ---- */

/* None has failed, or is to stop. */
static bool all_go_on(struct check *check) {
  uint64_t ends = check->status != NQ_OK || check->stopped;
  check->party->sum(check->party, &ends, 1);
  return ends == 0;
}

/* The same at the end of a part of the check: the error of the lowest rank that has one, or
 * NQ_END. */
static nq_status agree(struct check *check) {
  uint64_t stopped = check->stopped;
  if (check->status == NQ_NO_MEMORY) check->party->sign(check->party, &check->error);
  check->party->sum(check->party, &stopped, 1);
  check->status = nq_party_agree(check->party, check->status, &check->error);
  if (check->status == NQ_OK && stopped > 0) check->status = NQ_END;
  return check->status;
}

/* Add up a count of all ranks; *first is the least, and *row, unless NULL, that of its rank. */
static void join_notes(nq_party *party, uint64_t *count, uint64_t *first, uint64_t *row,
                       uint64_t *values) {
  memset(values, 0, 3 * (size_t)party->ranks * sizeof *values);
  uint64_t *own = values + 3 * (size_t)party->own;
  own[0] = *count;
  own[1] = *first;
  own[2] = row != NULL ? *row : 0;
  party->sum(party, values, 3 * (size_t)party->ranks);
  *count = 0;
  for (const uint64_t *other = values; other < values + 3 * (size_t)party->ranks; other += 3) {
    if (other[0] == 0) continue;
    if (*count == 0 || other[1] < *first) {
      *first = other[1];
      if (row != NULL) *row = other[2];
    }
    *count += other[0];
  }
}

static void join_counts(struct check *check) {
  nq_line_counts *own = &check->counts;
  uint64_t sum[2 * NQ_DIRECTIONS + 2];
  memcpy(sum, own->pairs, sizeof own->pairs);
  memcpy(sum + NQ_DIRECTIONS, own->extras, sizeof own->extras);
  sum[2 * NQ_DIRECTIONS] = own->lines;
  sum[2 * NQ_DIRECTIONS + 1] = own->full;
  check->party->sum(check->party, sum, 2 * NQ_DIRECTIONS + 2);
  memcpy(own->pairs, sum, sizeof own->pairs);
  memcpy(own->extras, sum + NQ_DIRECTIONS, sizeof own->extras);
  own->lines = sum[2 * NQ_DIRECTIONS];
  own->full = sum[2 * NQ_DIRECTIONS + 1] > 0;
}

/* ---- Columns ---- */

/* Read this rank's chunk of a step, after a look at the watch; returns the number of columns. */
static uint64_t read_chunk(struct check *check, uint64_t step, uint64_t *column) {
  const nq_large_board *board = check->board;
  uint64_t n = board->n, done = (check->sweep * check->steps + step) * (n / check->steps);
  nq_progress progress = {.phase = "check", .done = done / check->sweeps, .total = n};
  *column = (step * check->party->ranks + check->party->own) * check->chunk;
  uint64_t rest = n > *column ? n - *column : 0;
  uint64_t count = rest < check->chunk ? rest : check->chunk;
  check->stopped = nq_watch_poll(check->watch, progress);
  if (count == 0 || check->stopped) return 0;
  check->status = board->read(board->context, *column, check->rows, (size_t)count, &check->error);
  return check->status == NQ_OK ? count : 0;
}

/* Called for each chunk when it is read for the first time. */
static void look_at_rows(struct check *check, uint64_t column, uint64_t count) {
  const nq_large_board *board = check->board;
  const uint64_t *rows = check->rows;
  for (uint64_t i = 0; i < count; i++)
    if (rows[i] >= board->n)
      nq_report_column(check->report, column + i, rows[i], rows[i] == NQ_LARGE_EMPTY);
  if (board->visit != NULL && count > 0) board->visit(board->context, column, rows, (size_t)count);
}

/* ---- Marks ---- */

/* Put the lines of this sweep into items, by owner, or only count them. */
static void deal_lines(struct check *check, uint64_t column, uint64_t count, uint64_t *numbers,
                       bool puts) {
  uint64_t n = check->board->n, begin = check->sweep * check->party->ranks * check->length;
  for (uint64_t i = 0; i < count; i++)
    for (unsigned direction = 0; direction < NQ_DIRECTIONS && check->rows[i] < n; direction++) {
      uint64_t line = check->rows[i] + line_shift(n, direction, column + i) - begin;
      uint64_t owner = line / check->length; /* a large number before the sweep */
      if (owner >= check->party->ranks) continue;
      if (puts) check->items[numbers[owner]] = line - owner * check->length;
      numbers[owner]++;
    }
}

/* Send the lines of the queens to their owners; returns how many have come. */
static uint64_t trade_lines(struct check *check, uint64_t column, uint64_t count) {
  nq_party *party = check->party;
  uint64_t sum = 0, *next = check->got; /* until numbers come */
  memset(check->sent, 0, party->ranks * sizeof *check->sent);
  deal_lines(check, column, count, check->sent, false);
  for (unsigned rank = 0; rank < party->ranks; sum += check->sent[rank++]) next[rank] = sum;
  deal_lines(check, column, count, next, true);
  party->trade(party, check->sent, check->ones, check->got, check->ones);
  party->trade(party, check->items, check->sent, check->taken, check->got);
  sum = 0;
  for (unsigned rank = 0; rank < party->ranks; rank++) sum += check->got[rank];
  return sum;
}

static void mark(struct check *check, uint64_t step, uint64_t count) {
  nq_line_range *range = &check->range;
  struct extra *first = &check->extras[check->sweep * check->party->ranks + check->party->own];
  for (uint64_t i = 0; i < count; i++) {
    uint64_t offset = check->taken[i];
    if (i + FETCH_AHEAD < count)
      __builtin_prefetch(&range->marks[check->taken[i + FETCH_AHEAD] / 64], 1);
    if (!line_mark(range, offset)) continue;
    if (first->steps == 0) *first = (struct extra){step + 1, range->begin + offset + 1};
    (void)nq_line_count_extra(range, offset);
  }
}

static nq_status sweep(struct check *check) {
  uint64_t column, total = line_total(check->board->n);
  uint64_t begin = (check->sweep * check->party->ranks + check->party->own) * check->length;
  uint64_t rest = begin < total ? total - begin : 0;
  nq_line_range_set(&check->range, check->board->n, begin,
                    rest < check->length ? rest : check->length);
  for (uint64_t step = 0; step < check->steps; step++) {
    uint64_t count = read_chunk(check, step, &column);
    if (!all_go_on(check)) break;
    if (check->sweep == 0) look_at_rows(check, column, count);
    mark(check, step, trade_lines(check, column, count));
  }
  nq_line_counts_add(&check->counts, &check->range.counts);
  if (check->status == NQ_OK && check->counts.no_memory)
    check->status = nq_error_set(&check->error, NQ_NO_MEMORY, "no memory for the check");
  return agree(check);
}

/* ---- The first pair ---- */

/* Lines with several queens, one of which is that of the leftmost pair. */
struct lines {
  size_t count;
  uint64_t *line, *columns; /* the first two queens' on each, UINT64_MAX: none */
  uint64_t steps;           /* that have them */
  nq_table places;          /* from 1 */
};

static void note_queen(uint64_t columns[2], uint64_t column) {
  uint64_t larger = column < columns[0] ? columns[0] : column;
  if (column < columns[0]) columns[0] = column;
  if (larger < columns[1]) columns[1] = larger;
}

/* The extras of all ranks that were met first.  False when memory is short. */
static bool gather_lines(struct check *check, struct lines *lines) {
  size_t all = (size_t)check->sweeps * check->party->ranks;
  check->party->sum(check->party, &check->extras->steps, 2 * all);
  for (size_t i = 0; i < all; i++)
    if (check->extras[i].steps > 0 && (lines->steps == 0 || check->extras[i].steps < lines->steps))
      lines->steps = check->extras[i].steps;
  lines->line = calloc(all + 1, sizeof *lines->line);
  lines->columns = calloc(2 * all + 1, sizeof *lines->columns);
  if (lines->line == NULL || lines->columns == NULL) return false;
  for (size_t i = 0; i < all; i++) {
    if (check->extras[i].steps != lines->steps) continue;
    lines->line[lines->count++] = check->extras[i].line - 1;
    if (!nq_table_set(&lines->places, check->extras[i].line - 1, (uint32_t)lines->count))
      return false;
  }
  memset(lines->columns, 0xff, 2 * lines->count * sizeof *lines->columns);
  return true;
}

/* The first two queens of each line, in the columns of this rank. */
static void find_queens(struct check *check, const struct lines *lines) {
  uint64_t n = check->board->n, column;
  check->sweep = 0;
  check->sweeps = 1;
  for (uint64_t step = 0; step < lines->steps; step++) {
    uint64_t count = read_chunk(check, step, &column);
    if (!all_go_on(check)) return;
    for (uint64_t i = 0; i < count; i++)
      for (unsigned direction = 0; direction < NQ_DIRECTIONS && check->rows[i] < n; direction++) {
        uint64_t line = check->rows[i] + line_shift(n, direction, column + i);
        uint32_t place = table_get(&lines->places, line);
        if (place > 0) note_queen(&lines->columns[2 * (place - 1)], column + i);
      }
  }
}

/* Report the leftmost pair. */
static void report_first(struct check *check, const struct lines *lines) {
  nq_party *party = check->party;
  nq_check_report *report = check->report;
  uint64_t n = check->board->n, best = 0, *all = check->items;
  report->second_column = UINT64_MAX;
  for (size_t i = 0; i < lines->count; i++) {
    uint64_t columns[2] = {UINT64_MAX, UINT64_MAX}, line = lines->line[i];
    memset(all, 0, 2 * (size_t)party->ranks * sizeof *all);
    memcpy(all + 2 * (size_t)party->own, &lines->columns[2 * i], sizeof columns);
    party->sum(party, all, 2 * (size_t)party->ranks);
    for (unsigned j = 0; j < 2 * party->ranks; j++) note_queen(columns, all[j]);
    if (columns[1] > report->second_column || (columns[1] == report->second_column && line > best))
      continue;
    best = line;
    report->first_column = columns[0];
    report->second_column = columns[1];
  }
  report->direction = line_direction(n, best);
  report->line = best - line_first(n, report->direction);
}

static void find_first(struct check *check) {
  struct lines lines = {0};
  if (!gather_lines(check, &lines))
    check->status = nq_error_set(&check->error, NQ_NO_MEMORY, "no memory for the check");
  if (agree(check) == NQ_OK) find_queens(check, &lines);
  if (agree(check) == NQ_OK) report_first(check, &lines);
  nq_table_release(&lines.places);
  free(lines.line);
  free(lines.columns);
}

/* ---- All ---- */

static void divide(struct check *check, uint64_t memory) {
  uint64_t n = check->board->n, ranks = check->party->ranks;
  uint64_t share = (line_total(n) + ranks - 1) / ranks, most = memory * 8;
  if (most < LINES_LEAST) most = LINES_LEAST;
  if (memory == 0 || most > share) most = share;
  check->sweeps = (share + most - 1) / most;
  check->length = (share + check->sweeps - 1) / check->sweeps;
  check->chunk = STEP_COLUMNS / ranks;
  if (check->chunk > CHUNK_MOST) check->chunk = CHUNK_MOST;
  if (check->chunk < CHUNK_LEAST) check->chunk = CHUNK_LEAST;
  check->steps = (n - 1) / (check->chunk * ranks) + 1;
}

/* Numbers in items and in what is taken, at most; the first also are room for a few of each
 * rank. */
static uint64_t items_room(const struct check *check) {
  return NQ_DIRECTIONS * check->chunk + 3 * check->party->ranks;
}

static uint64_t taken_room(const struct check *check) {
  return NQ_DIRECTIONS * check->chunk * check->party->ranks;
}

static nq_status get_memory(struct check *check) {
  uint64_t ranks = check->party->ranks;
  nq_arrays *arrays = &check->arrays;
  check->rows = nq_arrays_take(arrays, check->chunk, sizeof *check->rows);
  check->items = nq_arrays_take(arrays, items_room(check), sizeof *check->items);
  check->taken = nq_arrays_take(arrays, taken_room(check), sizeof *check->taken);
  check->sent = nq_arrays_take(arrays, ranks, sizeof *check->sent);
  check->got = nq_arrays_take(arrays, ranks, sizeof *check->got);
  check->ones = nq_arrays_take(arrays, ranks, sizeof *check->ones);
  check->extras = nq_arrays_take(arrays, check->sweeps * ranks, sizeof *check->extras);
  if (arrays->failed || !nq_line_range_init(&check->range, check->length, NQ_LINES_MOST))
    check->status =
        nq_error_set(&check->error, NQ_NO_MEMORY, "checking needs %" PRIu64 " bytes of memory",
                     check->length / 8 + arrays->bytes);
  if (agree(check) != NQ_OK) return check->status;
  for (size_t i = 0; i < ranks; i++) check->ones[i] = 1;
  return NQ_OK;
}

static void run(struct check *check) {
  nq_check_report *report = check->report;
  for (; check->sweep < check->sweeps; check->sweep++)
    if (sweep(check) != NQ_OK) return;
  join_counts(check);
  nq_line_counts_report(&check->counts, report);
  join_notes(check->party, &report->empty_columns, &report->first_empty, NULL, check->items);
  join_notes(check->party, &report->out_of_range, &report->first_out_of_range,
             &report->row_out_of_range, check->items);
  nq_report_judge(report);
  if (report->conflicts > 0) find_first(check);
}

nq_status nq_large_check_party(const nq_large_board *board, nq_party *party, uint64_t memory_bytes,
                               nq_watch *watch, nq_check_report *report, nq_error *error) {
  struct check check = {.board = board, .party = party, .watch = watch, .report = report};
  *report = (nq_check_report){0};
  divide(&check, memory_bytes);
  if (get_memory(&check) == NQ_OK) run(&check);
  nq_line_range_release(&check.range);
  nq_arrays_release(&check.arrays);
  if (check.status != NQ_OK && error != NULL) *error = check.error;
  return check.status;
}

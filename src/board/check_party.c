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
 * An owner gets each line with the column of its queen, in the order of columns.  The leftmost
 * extra of all is the second queen of the pair that nq_large_check reports; a last look at the
 * columns before it finds the first. */
#include "board/board.h"
#include "board/lines.h"

#include <string.h>

#define STEP_COLUMNS (UINT64_C(1) << 21) /* of all ranks together, */
#define CHUNK_LEAST  (UINT64_C(1) << 13) /* but of each at least, */
#define CHUNK_MOST   (UINT64_C(1) << 16) /* and at most */
#define LINES_LEAST  UINT64_C(2048)      /* of a rank in a sweep */
#define FETCH_AHEAD  256

/* What a rank has found. */
struct found {
  nq_line_counts counts;
  nq_check_report report;
};
enum { FOUND_WORDS = (sizeof(struct found) + 7) / 8 };

struct check {
  const nq_large_board *board;
  nq_party *party;
  nq_watch *watch;
  nq_check_report *report;
  uint64_t chunk, steps;          /* columns of a rank in a step; steps of a sweep */
  uint64_t length, sweeps, sweep; /* lines of a rank in a sweep; their number; this one */
  nq_arrays arrays;
  nq_line_range range;     /* own lines */
  nq_line_counts counts;   /* of all sweeps */
  uint64_t *rows;          /* of a chunk */
  uint64_t *items, *taken; /* by rank: line << bits | column, from the first of owner and step */
  unsigned bits;
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

/* The `size` bytes of each rank into taken[], where they begin at whole words. */
static void gather(struct check *check, const void *own, size_t size) {
  nq_party *party = check->party;
  size_t words = (size + 7) / 8;
  memset(check->taken, 0, words * party->ranks * sizeof *check->taken);
  memcpy(check->taken + words * party->own, own, size);
  party->sum(party, check->taken, words * party->ranks);
}

/* What all ranks have found. */
static void join_found(struct check *check) {
  struct found own = {check->counts, *check->report}, other;
  gather(check, &own, sizeof own);
  check->counts = NQ_LINE_COUNTS_NONE;
  *check->report = (nq_check_report){0};
  for (unsigned rank = 0; rank < check->party->ranks; rank++) {
    memcpy(&other, check->taken + (size_t)rank * FOUND_WORDS, sizeof other);
    nq_line_counts_add(&check->counts, &other.counts);
    nq_report_add(check->report, &other.report);
  }
  nq_line_counts_report(check->board->n, &check->counts, check->report);
  nq_report_judge(check->report);
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

/* ---- Marks ---- */

/* Put the lines of this sweep into items, by owner, or only count them. */
static void deal_lines(struct check *check, uint64_t column, uint64_t count, uint64_t *numbers,
                       bool puts) {
  uint64_t n = check->board->n, begin = check->sweep * check->party->ranks * check->length;
  uint64_t place = check->party->own * check->chunk; /* of the column in the step */
  for (uint64_t i = 0; i < count; i++)
    for (unsigned direction = 0; direction < NQ_DIRECTIONS && check->rows[i] < n; direction++) {
      uint64_t line = check->rows[i] + line_shift(n, direction, column + i) - begin;
      uint64_t owner = line / check->length; /* a large number before the sweep */
      if (owner >= check->party->ranks) continue;
      if (puts)
        check->items[numbers[owner]] = (line - owner * check->length) << check->bits | (place + i);
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
  nq_party_trade(party, check->sent, check->ones, check->got, check->ones);
  nq_party_trade(party, check->items, check->sent, check->taken, check->got);
  sum = 0;
  for (unsigned rank = 0; rank < party->ranks; rank++) sum += check->got[rank];
  return sum;
}

static void mark(struct check *check, uint64_t step, uint64_t count) {
  nq_line_range *range = &check->range;
  uint64_t begin = step * check->party->ranks * check->chunk;
  for (uint64_t i = 0; i < count; i++) {
    uint64_t offset = check->taken[i] >> check->bits;
    if (i + FETCH_AHEAD < count)
      __builtin_prefetch(&range->marks[(check->taken[i + FETCH_AHEAD] >> check->bits) / 64], 1);
    if (line_mark(range, offset))
      (void)nq_line_count_extra(range, begin + (check->taken[i] ^ offset << check->bits), offset);
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
    if (check->sweep == 0)
      nq_report_look(check->report, check->board, column, check->rows, (size_t)count);
    mark(check, step, trade_lines(check, column, count));
  }
  nq_line_counts_add(&check->counts, &check->range.counts);
  if (check->status == NQ_OK && check->counts.no_memory)
    check->status = nq_error_set(&check->error, NQ_NO_MEMORY, "no memory for the check");
  return agree(check);
}

/* ---- The first pair ---- */

/* Find the leftmost queen on the line of the first extra. */
static void find_first(struct check *check) {
  nq_check_report *report = check->report;
  uint64_t width = check->party->ranks * check->chunk, column;
  check->sweep = 0;
  check->sweeps = 1;
  report->first_column = UINT64_MAX;
  for (uint64_t step = 0;
       report->first_column == UINT64_MAX && step * width < report->second_column; step++) {
    uint64_t count = read_chunk(check, step, &column);
    if (!all_go_on(check)) break;
    uint64_t own =
        nq_line_find(check->board->n, check->counts.first_line, column, check->rows, (size_t)count);
    gather(check, &own, sizeof own);
    for (unsigned rank = 0; rank < check->party->ranks; rank++)
      if (check->taken[rank] < report->first_column) report->first_column = check->taken[rank];
  }
  (void)agree(check);
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
  while (UINT64_C(1) << check->bits < check->chunk * ranks) check->bits++;
}

static nq_status get_memory(struct check *check) {
  uint64_t ranks = check->party->ranks, most = NQ_DIRECTIONS * check->chunk; /* items of a rank */
  nq_arrays *arrays = &check->arrays;
  check->rows = nq_arrays_take(arrays, check->chunk, sizeof *check->rows);
  check->items = nq_arrays_take(arrays, most, sizeof *check->items);
  check->taken = nq_arrays_take(arrays, most * ranks, sizeof *check->taken);
  check->sent = nq_arrays_take(arrays, ranks, sizeof *check->sent);
  check->got = nq_arrays_take(arrays, ranks, sizeof *check->got);
  check->ones = nq_arrays_take(arrays, ranks, sizeof *check->ones);
  if (arrays->failed || !nq_line_range_init(&check->range, check->length, NQ_LINES_MOST))
    check->status =
        nq_error_set(&check->error, NQ_NO_MEMORY, "checking needs %" PRIu64 " bytes of memory",
                     check->length / 8 + arrays->bytes);
  if (agree(check) != NQ_OK) return check->status;
  for (size_t i = 0; i < ranks; i++) check->ones[i] = 1;
  return NQ_OK;
}

static void run(struct check *check) {
  for (; check->sweep < check->sweeps; check->sweep++)
    if (sweep(check) != NQ_OK) return;
  join_found(check);
  if (check->report->conflicts > 0) find_first(check);
}

nq_status nq_large_check_party(const nq_large_board *board, nq_party *party, uint64_t memory_bytes,
                               nq_watch *watch, nq_check_report *report, nq_error *error) {
  struct check check = {.board = board,
                        .party = party,
                        .watch = watch,
                        .report = report,
                        .counts = NQ_LINE_COUNTS_NONE};
  *report = (nq_check_report){0};
  divide(&check, memory_bytes);
  if (get_memory(&check) == NQ_OK) run(&check);
  nq_line_range_release(&check.range);
  nq_arrays_release(&check.arrays);
  if (check.status != NQ_OK) nq_error_pass(error, &check.error);
  return check.status;
}

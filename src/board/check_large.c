/* The checker of boards that need not fit into memory, on the marks of board/lines.h.
 *
 * MODEL.  A pass reads all columns once, in chunks, and marks the lines that fit into memory: in
 * each pass the next part of the rows, of the rising and of the falling diagonals.  In a step of a
 * pass, one job reads the next chunk into one of two buffers; of the chunk before, one job looks
 * for rows that are not on the board and shows all to `visit`, and each other one owns a range of
 * lines of one direction and marks in it those of the queens.  A team of threads shares out the
 * jobs.  As one of them often waits for the disk, there is one thread more than asked for, unless
 * that is one.
 *
 * The first pair is found from its second queen: the leftmost extra of all ranges.  A last look at
 * the columns before it finds the first queen on that line. */
#include "board/board.h"
#include "board/lines.h"
#include "parallel/threads.h"

#include <stdlib.h>

#define CHUNK        (UINT64_C(1) << 17) /* columns that are read together */
#define BUFFERS      2
#define FETCH_AHEAD  256
#define THREADS_MOST 64
#define RANGE_LEAST  4096 /* lines */

enum { READER, LOOKER, MARKERS }; /* the jobs of a step; MARKERS + i: of range i */

struct check {
  const nq_large_board *board;
  nq_watch *watch;
  uint64_t chunks, passes, pass;
  uint64_t step;        /* of this pass: reads that chunk, and marks the one before */
  unsigned cuts;        /* of each direction in a pass */
  nq_line_range *range; /* of this pass; range i is of direction i % NQ_DIRECTIONS */
  uint64_t *rows;       /* chunk i is in buffer i % BUFFERS */
  nq_line_counts counts;
  nq_check_report *report;
  nq_status status;
  nq_error error;
};

static unsigned count_ranges(const struct check *check) {
  return check->cuts * NQ_DIRECTIONS;
}

/* ---- One chunk ---- */

static uint64_t columns_of(const struct check *check, uint64_t chunk) {
  uint64_t rest = check->board->n - chunk * CHUNK;
  return rest < CHUNK ? rest : CHUNK;
}

static void read_chunk(struct check *check, uint64_t chunk) {
  const nq_large_board *board = check->board;
  uint64_t *rows = check->rows + chunk % BUFFERS * CHUNK;
  uint64_t done = (check->pass * check->chunks + chunk) * CHUNK / check->passes;
  nq_progress progress = {.phase = "check", .done = done, .total = board->n};
  if (nq_watch_poll(check->watch, progress)) return;
  check->status = board->read(board->context, chunk * CHUNK, rows, (size_t)columns_of(check, chunk),
                              &check->error);
}

static void look_at_chunk(struct check *check, uint64_t chunk) {
  nq_report_look(check->report, check->board, chunk * CHUNK, check->rows + chunk % BUFFERS * CHUNK,
                 (size_t)columns_of(check, chunk));
}

/* Whether a line is in the range may be as good as random, so there is no branch for it: a line
 * outside sets no bit, in the first word. */
static void mark_chunk(struct check *check, nq_line_range *range, nq_direction direction,
                       uint64_t chunk) {
  const uint64_t *rows = check->rows + chunk % BUFFERS * CHUNK;
  uint64_t n = range->n, column = chunk * CHUNK, count = columns_of(check, chunk);
  uint64_t lines = range->count, slope = line_slope(direction);
  uint64_t shift = line_shift(n, direction, column) - range->begin;
  for (uint64_t i = 0; i < count; i++, shift += slope) {
    if (i + FETCH_AHEAD < count) {
      uint64_t ahead = rows[i + FETCH_AHEAD] + shift + FETCH_AHEAD * slope;
      __builtin_prefetch(&range->marks[(ahead & -(uint64_t)(ahead < lines)) / 64], 1);
    }
    uint64_t offset = rows[i] + shift; /* wraps to a large number before the range */
    bool inside = (offset < lines) & (rows[i] < n);
    if (line_mark_if(range, offset & -(uint64_t)inside, inside))
      (void)nq_line_count_extra(range, column + i, offset);
  }
}

/* ---- A pass ---- */

/* The longest range of a direction: its lines are cut into equal parts for all passes. */
static uint64_t range_lines(const struct check *check, nq_direction direction) {
  uint64_t parts = check->passes * check->cuts;
  /* NOLINTNEXTLINE(clang-analyzer-core.DivideZero): there is a pass */
  return ((line_count(check->board->n, direction) + parts - 1) / parts + 63) / 64 * 64;
}

static void begin_pass(struct check *check) {
  uint64_t n = check->board->n;
  for (unsigned i = 0; i < count_ranges(check); i++) {
    nq_direction direction = i % NQ_DIRECTIONS;
    uint64_t first = line_first(n, direction), count = line_count(n, direction);
    uint64_t length = range_lines(check, direction);
    uint64_t begin = (check->pass * check->cuts + i / NQ_DIRECTIONS) * length;
    if (begin > count) begin = count;
    nq_line_range_set(&check->range[i], n, first + begin,
                      count - begin < length ? count - begin : length);
  }
}

static void do_job(void *context, uint64_t job) {
  struct check *check = context;
  uint64_t step = check->step;
  if (job == READER && step < check->chunks)
    read_chunk(check, step);
  else if (job == LOOKER && step > 0 && check->pass == 0) /* it looks once */
    look_at_chunk(check, step - 1);
  else if (job >= MARKERS && step > 0)
    mark_chunk(check, &check->range[job - MARKERS], (job - MARKERS) % NQ_DIRECTIONS, step - 1);
}

static bool goes_on(const struct check *check) {
  return check->status == NQ_OK && watch_stop(check->watch) == NQ_STOP_NOT;
}

static void run_pass(struct check *check, nq_team *team) {
  begin_pass(check);
  for (check->step = 0; check->step <= check->chunks && goes_on(check); check->step++)
    nq_team_run(team, do_job, check, MARKERS + count_ranges(check));
  for (unsigned i = 0; i < count_ranges(check); i++)
    nq_line_counts_add(&check->counts, &check->range[i].counts);
}

/* ---- All passes ---- */

/* Find the leftmost queen on the line of the first extra, unless the watch stops it. */
static void find_first(struct check *check) {
  nq_check_report *report = check->report;
  const nq_large_board *board = check->board;
  uint64_t n = board->n, line = check->counts.first_line;
  report->first_column = UINT64_MAX;
  for (uint64_t column = 0; report->first_column == UINT64_MAX && column < report->second_column;
       column += CHUNK) {
    if (nq_watch_poll(check->watch, (nq_progress){.phase = "check", .done = column, .total = n}))
      break;
    size_t count = (size_t)columns_of(check, column / CHUNK);
    check->status = board->read(board->context, column, check->rows, count, &check->error);
    if (check->status != NQ_OK) break;
    report->first_column = nq_line_find(n, line, column, check->rows, count);
  }
}

/* Decide on the passes, so that the lines of one fit into memory, and on cuts, for all threads. */
static void divide(struct check *check, unsigned threads, uint64_t memory) {
  uint64_t n = check->board->n, bytes = line_total(n) / 8 + 1;
  uint64_t most = n / RANGE_LEAST + 1; /* cuts of a direction, in all passes */
  check->chunks = (n + CHUNK - 1) / CHUNK;
  check->passes = memory == 0 ? 1 : (bytes - 1) / memory + 1;
  if (check->passes > most) check->passes = most;
  check->cuts = (threads + NQ_DIRECTIONS - 1) / NQ_DIRECTIONS;
  while (check->cuts > 1 && check->cuts * check->passes > most) check->cuts--;
}

static nq_status get_memory(struct check *check) {
  check->rows = calloc(BUFFERS * CHUNK, sizeof *check->rows);
  check->range = calloc(count_ranges(check), sizeof *check->range);
  bool ready = check->rows != NULL && check->range != NULL;
  for (unsigned i = 0; ready && i < count_ranges(check); i++)
    ready =
        nq_line_range_init(&check->range[i], range_lines(check, i % NQ_DIRECTIONS), NQ_LINES_MOST);
  if (ready) return NQ_OK;
  return nq_error_set(&check->error, NQ_NO_MEMORY, "checking needs %" PRIu64 " bytes of memory",
                      line_total(check->board->n) / check->passes / 8 +
                          BUFFERS * CHUNK * sizeof *check->rows);
}

static void release_memory(struct check *check) {
  for (unsigned i = 0; check->range != NULL && i < count_ranges(check); i++)
    nq_line_range_release(&check->range[i]);
  free(check->range);
  free(check->rows);
}

/* Run all passes, then find the first pair. */
static void run(struct check *check, unsigned threads) {
  nq_team team;
  if (threads > 1) threads++;
  if (threads > MARKERS + count_ranges(check)) threads = MARKERS + count_ranges(check);
  nq_team_init(&team, threads);
  for (; check->pass < check->passes && goes_on(check); check->pass++) run_pass(check, &team);
  nq_team_release(&team);
  nq_line_counts_report(check->board->n, &check->counts, check->report);
  if (check->status == NQ_OK && check->counts.no_memory)
    check->status = nq_error_set(&check->error, NQ_NO_MEMORY, "no memory for the check");
  if (goes_on(check) && check->report->conflicts > 0) find_first(check);
}

nq_status nq_large_check_watched(const nq_large_board *board, unsigned threads, uint64_t memory,
                                 nq_watch *watch, nq_check_report *report, nq_error *error) {
  struct check check = {
      .board = board, .watch = watch, .report = report, .counts = NQ_LINE_COUNTS_NONE};
  *report = (nq_check_report){0};
  if (board->n < 1 || board->n > NQ_LARGE_N_MAX)
    return nq_error_set(error, NQ_BAD_VALUE, "n is %" PRIu64 "; it must be 1 to 2^40", board->n);
  if (threads > THREADS_MOST) threads = THREADS_MOST;
  divide(&check, threads, memory);
  check.status = get_memory(&check);
  if (check.status == NQ_OK) run(&check, threads);
  release_memory(&check);
  nq_report_judge(report);
  if (check.status != NQ_OK) nq_error_pass(error, &check.error);
  if (check.status != NQ_OK) return check.status;
  return watch_stop(watch) != NQ_STOP_NOT ? NQ_END : NQ_OK;
}

nq_status nq_large_check(const nq_large_board *board, const nq_check_options *options,
                         nq_check_report *report, nq_error *error) {
  nq_watch watch;
  if (options->threads == 0)
    return nq_error_set(error, NQ_BAD_VALUE, "threads is 0; it must be 1 or more");
  nq_watch_init(&watch, 0, options->progress, options->context);
  nq_status status =
      nq_large_check_watched(board, options->threads, options->memory_bytes, &watch, report, error);
  nq_watch_release(&watch);
  return status;
}

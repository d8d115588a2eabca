/* The checker of boards that need not fit into memory, on the marks of board/lines.h.
 *
 * MODEL.  A pass reads all columns once, in chunks, and marks the lines that fit into memory: in each
 * pass the next part of the rows, of the rising and of the falling diagonals.  One member of a pass reads
 * the chunks into a ring of buffers; one looks for rows that are not on the board, and shows all to
 * `visit`; each other member owns a range of lines of one direction and marks in it the lines of the
 * queens of a chunk.  A member does one chunk after the other, and any thread may do its next one, so
 * threads read and mark side by side.  As one of them often waits for the disk, there is one thread more
 * than asked for, unless that is one.
 *
 * The first pair is found from its second queen: the leftmost extra of all ranges.  A last look at
 * the columns before it finds the first queen on that line. */
#include "board/check_large.h"
#include "board/lines.h"
#include "board/report.h"
#include "parallel/threads.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

#define CHUNK        (UINT64_C(1) << 16) /* columns that are read together */
#define BUFFERS      4
#define FETCH_AHEAD  256
#define THREADS_MOST 64
#define RANGE_LEAST  4096 /* lines */

/* An extra; of those in a column, the one of the first direction comes first. */
struct extra {
  bool any;
  uint64_t column, line;
};

struct member {
  uint64_t chunks; /* that it has done in this pass */
  bool busy;       /* a thread does the next one */
  /* Of those that mark: */
  nq_direction direction;
  nq_line_range range; /* of this pass */
  struct extra first;  /* the leftmost of all passes */
};

enum { READER, LOOKER, MARKERS }; /* the place of each in members[] */

struct check {
  const nq_large_board *board;
  nq_watch *watch;
  uint64_t chunks, passes, pass;
  unsigned parts;         /* of each direction in a pass */
  struct member *members; /* with parts * NQ_DIRECTIONS that mark */
  uint64_t *rows;         /* chunk i is in buffer i % BUFFERS */
  pthread_mutex_t mutex;  /* of members, status and error */
  pthread_cond_t moved;   /* a member has done a chunk, or all is over */
  nq_line_counts counts;
  nq_check_report *report;
  nq_status status;
  nq_error error;
};

static unsigned members_of(const struct check *check) {
  return MARKERS + check->parts * NQ_DIRECTIONS;
}

/* The first failure is the one that is reported. */
static void fail(struct check *check, nq_status status, const nq_error *error) {
  if (check->status != NQ_OK) return;
  check->status = status;
  check->error = *error;
}

/* ---- One chunk ---- */

static uint64_t columns_of(const struct check *check, uint64_t chunk) {
  uint64_t rest = check->board->n - chunk * CHUNK;
  return rest < CHUNK ? rest : CHUNK;
}

static nq_status read_chunk(struct check *check, uint64_t chunk, nq_error *error) {
  const nq_large_board *board = check->board;
  uint64_t *rows = check->rows + chunk % BUFFERS * CHUNK;
  return board->read(board->context, chunk * CHUNK, rows, (size_t)columns_of(check, chunk), error);
}

static void look_at_chunk(struct check *check, uint64_t chunk) {
  const nq_large_board *board = check->board;
  const uint64_t *rows = check->rows + chunk % BUFFERS * CHUNK;
  uint64_t column = chunk * CHUNK, count = columns_of(check, chunk);
  if (board->visit != NULL) board->visit(board->context, column, rows, (size_t)count);
  for (uint64_t i = 0; i < count; i++)
    if (rows[i] >= board->n)
      nq_report_column(check->report, column + i, rows[i], rows[i] == NQ_LARGE_EMPTY);
}

static void take_earlier(struct extra *first, const struct extra *other) {
  if (!other->any) return;
  if (first->any && (other->column > first->column ||
                     (other->column == first->column && other->line > first->line)))
    return;
  *first = *other;
}

static void note_extra(struct member *member, uint64_t column, uint64_t offset) {
  const struct extra extra = {true, column, member->range.begin + offset};
  take_earlier(&member->first, &extra);
  (void)nq_line_count_extra(&member->range, offset);
}

/* Whether a line is in the range may be as good as random, so there is no branch for it: a line outside
 * sets no bit, in the first word. */
static void mark_chunk(struct check *check, struct member *member, uint64_t chunk) {
  nq_line_range *range = &member->range;
  const uint64_t *rows = check->rows + chunk % BUFFERS * CHUNK;
  uint64_t n = range->n, column = chunk * CHUNK, count = columns_of(check, chunk);
  uint64_t lines = range->count, slope = line_slope(member->direction);
  uint64_t shift = line_shift(n, member->direction, column) - range->begin;
  for (uint64_t i = 0; i < count; i++, shift += slope) {
    if (i + FETCH_AHEAD < count) {
      uint64_t ahead = rows[i + FETCH_AHEAD] + shift + FETCH_AHEAD * slope;
      __builtin_prefetch(&range->marks[(ahead & -(uint64_t)(ahead < lines)) / 64], 1);
    }
    uint64_t offset = rows[i] + shift; /* wraps to a large number before the range */
    bool inside = (offset < lines) & (rows[i] < n);
    if (line_mark_if(range, offset & -(uint64_t)inside, inside))
      note_extra(member, column + i, offset);
  }
}

/* ---- A pass ---- */

/* The longest range of a direction: its lines are cut into equal parts for all passes. */
static uint64_t range_lines(const struct check *check, nq_direction direction) {
  uint64_t parts = check->passes * check->parts;
  return ((line_count(check->board->n, direction) + parts - 1) / parts + 63) / 64 * 64;
}

/* The reader if there is a buffer for it, else who has done least of those who can go on; NULL: none. */
static struct member *find_ready(struct check *check) {
  struct member *reader = &check->members[READER], *ready = NULL;
  uint64_t slowest = check->chunks;
  for (unsigned i = LOOKER; i < members_of(check); i++) {
    struct member *member = &check->members[i];
    if (member->chunks < slowest) slowest = member->chunks;
    if (!member->busy && member->chunks < reader->chunks &&
        (ready == NULL || member->chunks < ready->chunks))
      ready = member;
  }
  bool can_read =
      !reader->busy && reader->chunks < check->chunks && reader->chunks < slowest + BUFFERS;
  return can_read ? reader : ready;
}

static bool is_over(const struct check *check) {
  if (check->status != NQ_OK || watch_stop(check->watch) != NQ_STOP_NOT) return true;
  for (unsigned i = 0; i < members_of(check); i++)
    if (check->members[i].chunks < check->chunks) return false;
  return true;
}

/* Do the next chunk of a member.  Entered and left with the mutex locked. */
static void advance(struct check *check, struct member *member) {
  nq_status status = NQ_OK;
  nq_error error;
  member->busy = true;
  pthread_mutex_unlock(&check->mutex);
  if (member == &check->members[READER]) {
    uint64_t done = (check->pass * check->chunks + member->chunks) * CHUNK / check->passes;
    nq_progress progress = {.phase = "check", .done = done, .total = check->board->n};
    if (!nq_watch_poll(check->watch, progress)) status = read_chunk(check, member->chunks, &error);
  } else if (member == &check->members[LOOKER]) {
    look_at_chunk(check, member->chunks);
  } else {
    mark_chunk(check, member, member->chunks);
  }
  pthread_mutex_lock(&check->mutex);
  if (status != NQ_OK) fail(check, status, &error);
  member->chunks++;
  member->busy = false;
  pthread_cond_broadcast(&check->moved);
}

static void *work(void *argument) {
  struct check *check = argument;
  pthread_mutex_lock(&check->mutex);
  while (!is_over(check)) {
    struct member *member = find_ready(check);
    if (member != NULL)
      advance(check, member);
    else
      pthread_cond_wait(&check->moved, &check->mutex);
  }
  pthread_mutex_unlock(&check->mutex);
  return NULL;
}

static void begin_pass(struct check *check) {
  uint64_t n = check->board->n;
  check->members[READER].chunks = 0;
  check->members[LOOKER].chunks = check->pass == 0 ? 0 : check->chunks; /* it looks once */
  for (unsigned i = MARKERS; i < members_of(check); i++) {
    struct member *member = &check->members[i];
    uint64_t first = line_first(n, member->direction), count = line_count(n, member->direction);
    uint64_t length = range_lines(check, member->direction);
    uint64_t begin = (check->pass * check->parts + (i - MARKERS) / NQ_DIRECTIONS) * length;
    if (begin > count) begin = count;
    nq_line_range_set(&member->range, n, first + begin,
                      count - begin < length ? count - begin : length);
    member->chunks = 0;
  }
}

static void end_pass(struct check *check) {
  for (unsigned i = MARKERS; i < members_of(check); i++)
    nq_line_counts_add(&check->counts, &check->members[i].range.counts);
}

/* ---- All passes ---- */

/* Find the leftmost queen on the line of the first extra, unless the watch stops it. */
static void find_first(struct check *check, const struct extra *first) {
  nq_check_report *report = check->report;
  const nq_large_board *board = check->board;
  uint64_t n = board->n, line = first->line, *rows = check->rows;
  nq_error error;
  nq_status status = NQ_OK;
  report->direction = line_direction(n, line);
  report->line = line - line_first(n, report->direction);
  report->second_column = first->column;
  for (uint64_t column = 0; status == NQ_OK && column < report->second_column; column += CHUNK) {
    if (nq_watch_poll(check->watch, (nq_progress){.phase = "check", .done = column, .total = n}))
      break;
    size_t count = (size_t)columns_of(check, column / CHUNK);
    status = board->read(board->context, column, rows, count, &error);
    for (size_t i = 0; status == NQ_OK && i < count; i++) {
      if (rows[i] >= n || rows[i] + line_shift(n, report->direction, column + i) != line) continue;
      report->first_column = column + i;
      return;
    }
  }
  if (status != NQ_OK) fail(check, status, &error);
}

/* Decide on the passes, so that the lines of one fit into memory, and on parts, for all threads. */
static void divide(struct check *check, unsigned threads, uint64_t memory) {
  uint64_t n = check->board->n, bytes = line_total(n) / 8 + 1;
  uint64_t most = n / RANGE_LEAST + 1; /* parts of a direction, in all passes */
  check->chunks = (n + CHUNK - 1) / CHUNK;
  check->passes = memory == 0 ? 1 : (bytes - 1) / memory + 1;
  if (check->passes > most) check->passes = most;
  check->parts = (threads + NQ_DIRECTIONS - 1) / NQ_DIRECTIONS;
  while (check->parts > 1 && check->parts * check->passes > most) check->parts--;
}

static nq_status get_memory(struct check *check, nq_error *error) {
  check->rows = calloc(BUFFERS * CHUNK, sizeof *check->rows);
  check->members = calloc(members_of(check), sizeof *check->members);
  bool ready = check->rows != NULL && check->members != NULL;
  for (unsigned i = MARKERS; ready && i < members_of(check); i++) {
    struct member *member = &check->members[i];
    member->direction = (i - MARKERS) % NQ_DIRECTIONS;
    ready =
        nq_line_range_init(&member->range, range_lines(check, member->direction), NQ_LINES_MOST);
  }
  if (ready) return NQ_OK;
  return nq_error_set(error, NQ_NO_MEMORY, "checking needs %" PRIu64 " bytes of memory",
                      line_total(check->board->n) / check->passes / 8 +
                          BUFFERS * CHUNK * sizeof *check->rows);
}

static void release_memory(struct check *check) {
  for (unsigned i = MARKERS; check->members != NULL && i < members_of(check); i++)
    nq_line_range_release(&check->members[i].range);
  free(check->members);
  free(check->rows);
}

/* Run all passes, then find the first pair. */
static void run(struct check *check, unsigned threads) {
  if (threads > 1) threads++;
  if (threads > members_of(check)) threads = members_of(check);
  for (; check->pass < check->passes && check->status == NQ_OK &&
         watch_stop(check->watch) == NQ_STOP_NOT;
       check->pass++) {
    begin_pass(check);
    nq_threads_run(threads, work, check);
    end_pass(check);
  }
  nq_line_counts_report(&check->counts, check->report);
  if (check->status == NQ_OK && check->counts.no_memory)
    check->status = nq_error_set(&check->error, NQ_NO_MEMORY, "no memory for the check");
  struct extra first = {0};
  for (unsigned i = MARKERS; i < members_of(check); i++)
    take_earlier(&first, &check->members[i].first);
  if (check->status == NQ_OK && watch_stop(check->watch) == NQ_STOP_NOT && first.any)
    find_first(check, &first);
}

nq_status nq_large_check_watched(const nq_large_board *board, unsigned threads, uint64_t memory,
                                 nq_watch *watch, nq_check_report *report, nq_error *error) {
  struct check check = {.board = board, .watch = watch, .report = report};
  *report = (nq_check_report){0};
  if (board->n < 1 || board->n > NQ_LARGE_N_MAX)
    return nq_error_set(error, NQ_BAD_VALUE, "n is %" PRIu64 "; it must be 1 to 2^40", board->n);
  if (threads > THREADS_MOST) threads = THREADS_MOST;
  divide(&check, threads, memory);
  pthread_mutex_init(&check.mutex, NULL);
  pthread_cond_init(&check.moved, NULL);
  check.status = get_memory(&check, &check.error);
  if (check.status == NQ_OK) run(&check, threads);
  release_memory(&check);
  pthread_cond_destroy(&check.moved);
  pthread_mutex_destroy(&check.mutex);
  nq_report_judge(report);
  if (check.status != NQ_OK && error != NULL) *error = check.error;
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

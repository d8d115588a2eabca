/* The exact number of solutions of an instance, whatever is placed, blocked or excluded.
 *
 * MODEL.  The search is fail-first: the next queen goes to the line (column or row) with the fewest
 * squares left.  It is cut into parts:
 *
 *     first breadth first, until there are enough      then each part on its own, depth first,
 *     positions: the parts                             by any thread; the last open columns are
 *                                                      searched column by column, which is faster
 *           o
 *         / | \              The parts do not depend on the number of threads.  Slice K of M has
 *        o  o  o             the parts K, K + M, K + 2 M, ..., since neighbouring parts take about
 *       /\  |  /\            equal work.  Solutions found before the cut belong to slice 0.
 *      1  2 3 4  5
 *
 * On boards of more than 64 columns only the open columns are searched, at most 64. */
#include "board/open.h"
#include "parallel/threads.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* The last 10 open columns are searched column by column, which tries five times as many queens as
 * fail-first but takes less time. */
#define TAIL_COLUMNS    10
#define PARTS_LEAST     1024
#define PARTS_PER_SLICE 4
#define NODES_PER_LOOK  (UINT64_C(1) << 12)

static uint64_t bit(uint32_t i) {
  return UINT64_C(1) << i;
}

/* ---- The board ---- */

/* Maps the lines of the view to the instance's board.  `dense`: the view has all lines, with the
 * same numbers.  Otherwise it has the open ones, and place[] maps back. */
typedef struct count_board {
  nq_arrays arrays;
  uint32_t n, lines;
  bool dense;
  uint32_t at[2][NQ_COUNT_COLUMNS_MAX];
  /* For each of the n lines its number in the view; NQ_COUNT_COLUMNS_MAX if it is not there. */
  uint8_t *place[2];
  uint64_t allowed[NQ_COUNT_COLUMNS_MAX];
} count_board;

/* The squares of the open lines; on a dense board also those of the placed queens. */
static void fill_allowed(count_board *board, const nq_open *open) {
  uint32_t column, row;
  for (uint32_t i = 0; i < open->count; i++)
    for (uint32_t j = 0; j < open->count; j++)
      if (open_allows(open, i, j))
        board->allowed[board->dense ? open->columns[i] : i] |=
            bit(board->dense ? open->rows[j] : j);
  for (size_t i = 0; board->dense && i < nq_instance_placed_count(open->instance); i++) {
    nq_instance_placed_at(open->instance, i, &column, &row);
    board->allowed[column] = bit(row);
  }
}

/* False: no memory. */
static bool number_lines(count_board *board, const nq_open *open) {
  const uint32_t *lines[] = {[SQUARES_OF_COLUMNS] = open->columns, [SQUARES_OF_ROWS] = open->rows};
  for (unsigned kind = 0; kind < 2; kind++) {
    board->place[kind] = nq_arrays_take(&board->arrays, board->n, 1);
    if (board->place[kind] == NULL) return false;
    memset(board->place[kind], NQ_COUNT_COLUMNS_MAX, board->n);
    for (uint32_t i = 0; i < board->lines; i++) {
      board->at[kind][i] = lines[kind][i];
      board->place[kind][lines[kind][i]] = (uint8_t)i;
    }
  }
  return true;
}

/* For an instance whose placed queens do not attack each other.  Too many open columns are refused
 * before any memory is taken for the lines, of which there may be billions. */
static nq_status init_board(count_board *board, const nq_instance *instance, nq_watch *watch,
                            nq_error *error) {
  uint32_t n = nq_instance_n(instance);
  uint64_t columns = n - nq_instance_placed_count(instance);
  nq_open open;
  *board = (count_board){.n = n, .dense = n <= NQ_COUNT_COLUMNS_MAX};
  if (!board->dense && columns > NQ_COUNT_COLUMNS_MAX)
    return nq_error_set(error, NQ_UNSUPPORTED,
                        "n = %" PRIu32 " with %" PRIu64 " columns without a placed queen: an exact "
                        "count goes up to %d of them; `nqueens solve` may decide whether there is "
                        "a solution",
                        n, columns, NQ_COUNT_COLUMNS_MAX);
  nq_status status = nq_open_init(&open, instance, watch, error);
  board->lines = board->dense ? n : open.count;
  if (status == NQ_OK && !board->dense && !number_lines(board, &open))
    status = nq_error_set(error, NQ_NO_MEMORY,
                          "n = %" PRIu32 ": no memory for the lines of the instance", n);
  if (status == NQ_OK && watch_stop(watch) == NQ_STOP_NOT) fill_allowed(board, &open);
  nq_open_release(&open);
  return status;
}

/* ---- Queens ---- */

/* As squares_take, but neighbours in the view may be apart on the board. */
static void take_apart(const count_board *board, uint64_t *lines, unsigned kind, uint32_t line,
                       uint32_t square) {
  const uint32_t *at = board->at[kind], from = at[line], to = board->at[1 - kind][square];
  const uint8_t *place = board->place[1 - kind];
  for (uint32_t other = 0; other < board->lines; other++) {
    uint32_t away = at[other] > from ? at[other] - from : from - at[other];
    uint32_t up = to >= away ? place[to - away] : NQ_COUNT_COLUMNS_MAX;
    uint32_t down = away < board->n - to ? place[to + away] : NQ_COUNT_COLUMNS_MAX;
    uint64_t taken = bit(square);
    if (up < NQ_COUNT_COLUMNS_MAX) taken |= bit(up);
    if (down < NQ_COUNT_COLUMNS_MAX) taken |= bit(down);
    lines[other] = other == line ? bit(square) : lines[other] & ~taken;
  }
}

/* Put a queen on the line's lowest square in the set `squares`. */
static void put_queen(const count_board *board, nq_squares *view, nq_squares_line line,
                      uint64_t squares) {
  uint32_t square = (uint32_t)__builtin_ctzll(squares);
  uint32_t column = line.kind == SQUARES_OF_COLUMNS ? line.index : square;
  uint32_t row = line.kind == SQUARES_OF_COLUMNS ? square : line.index;
  if (board->dense) {
    squares_put_queen(view, board->n, column, row);
    return;
  }
  take_apart(board, view->lines[SQUARES_OF_COLUMNS], SQUARES_OF_COLUMNS, column, row);
  take_apart(board, view->lines[SQUARES_OF_ROWS], SQUARES_OF_ROWS, row, column);
  view->open[SQUARES_OF_COLUMNS] &= ~bit(column);
  view->open[SQUARES_OF_ROWS] &= ~bit(row);
}

/* ---- The search ---- */

/* What a thread has found: solutions, nodes, failures, and whether it searched at all. */
typedef nq_count_instance_result count_tally;

typedef enum position { DEAD, SOLVED, OPEN } position;

/* Put the queens whose line has one square left.  If the position stays open, *line is its
 * narrowest line. */
static position settle(const count_board *board, nq_squares *view, nq_squares_line *line,
                       count_tally *tally) {
  unsigned squares = 1;
  while (view->open[SQUARES_OF_COLUMNS] != 0 && (squares = squares_find_narrowest(view, line)) == 1)
    put_queen(board, view, *line, view->lines[line->kind][line->index]);
  position found = view->open[SQUARES_OF_COLUMNS] == 0 ? SOLVED : squares == 0 ? DEAD : OPEN;
  tally->count += found == SOLVED;
  tally->failures += found == DEAD;
  return found;
}

/* For the open columns from left to right: the rows left in each, and the distance to the next. */
typedef struct count_tail {
  uint32_t columns;
  uint64_t left[TAIL_COLUMNS];
  uint8_t step[TAIL_COLUMNS];
} count_tail;

/* Put queens on the squares `left` of a column that is not the last.  Masks as in backtracking.h,
 * but of the tail's queens only. */
static void search_tail(const count_tail *tail, uint32_t at, uint64_t left, uint64_t rows,
                        uint64_t rising, uint64_t falling, count_tally *tally) {
  uint32_t step = tail->step[at], next = at + 1;
  for (; left != 0; left &= left - 1) {
    uint64_t queen = left & -left, taken = rows | queen;
    uint64_t up = (rising | queen) >> step, down = (falling | queen) << step;
    uint64_t below = tail->left[next] & ~(taken | up | down);
    tally->nodes++;
    if (below == 0) {
      tally->failures++;
    } else if (next + 1 < tail->columns) {
      search_tail(tail, next, below, taken, up, down, tally);
    } else {
      uint64_t found = (uint64_t)__builtin_popcountll(below);
      tally->count += found;
      tally->nodes += found;
    }
  }
}

/* Each open line has at least two squares, so there are at least two columns. */
static void count_tail_of(const nq_squares *view, count_tally *tally) {
  count_tail tail = {0};
  for (uint64_t open = view->open[SQUARES_OF_COLUMNS]; open != 0 && tail.columns < TAIL_COLUMNS;
       open &= open - 1) {
    uint32_t column = (uint32_t)__builtin_ctzll(open), i = tail.columns++;
    uint64_t later = open & (open - 1);
    tail.left[i] = view->lines[SQUARES_OF_COLUMNS][column];
    tail.step[i] = later == 0 ? 1 : (uint8_t)((uint32_t)__builtin_ctzll(later) - column);
  }
  invariant(tail.columns > 1 && tail.left[0] != 0);
  search_tail(&tail, 0, tail.left[0], 0, 0, 0, tally);
}

/* A FIFO of positions, in a ring. */
typedef struct view_queue {
  nq_squares *views;
  size_t room, first, count;
} view_queue;

/* Shared by the threads. */
typedef struct count_search {
  const nq_count_instance_options *options;
  nq_watch *watch;
  count_board board;
  view_queue parts;
  atomic_uint_fast64_t next, done; /* of the slice's parts */
  pthread_mutex_t lock;            /* of the result */
  nq_count_instance_result *result;
} count_search;

typedef struct count_thread {
  count_search *search;
  count_tally tally;
  uint64_t pause; /* number of nodes at the next look at the watch */
} count_thread;

static bool goes_on(count_thread *thread) {
  count_search *search = thread->search;
  thread->pause = thread->tally.nodes + NODES_PER_LOOK;
  if (nq_watch_claim(search->watch))
    nq_watch_report(search->watch, (nq_progress){.phase = "count",
                                                 .done = atomic_load(&search->done),
                                                 .total = search->result->parts});
  return watch_stop(search->watch) == NQ_STOP_NOT;
}

/* Count all solutions from here; false if stopped.  The depth of the recursion is at most the
 * number of columns. */
static bool explore(count_thread *thread, nq_squares *view) {
  const count_board *board = &thread->search->board;
  nq_squares_line line;
  if (settle(board, view, &line, &thread->tally) != OPEN) return true;
  if (board->dense && __builtin_popcountll(view->open[SQUARES_OF_COLUMNS]) <= TAIL_COLUMNS) {
    count_tail_of(view, &thread->tally);
    return thread->tally.nodes < thread->pause || goes_on(thread);
  }
  for (uint64_t left = view->lines[line.kind][line.index]; left != 0; left &= left - 1) {
    nq_squares below = *view;
    put_queen(board, &below, line, left);
    if (++thread->tally.nodes >= thread->pause && !goes_on(thread)) return false;
    if (!explore(thread, &below)) return false;
  }
  return true;
}

/* ---- Parts ---- */

static nq_squares *push(view_queue *queue) {
  return &queue->views[(queue->first + queue->count++) % queue->room];
}

/* Expand the oldest position until there are `enough` positions, or none. */
static void cut_parts(count_search *search, size_t enough, count_tally *tally) {
  const count_board *board = &search->board;
  view_queue *queue = &search->parts;
  squares_init(push(queue), board->lines, board->allowed);
  while (queue->count > 0 && queue->count < enough) {
    nq_squares_line line = {0};
    nq_squares view = queue->views[queue->first];
    queue->first = (queue->first + 1) % queue->room;
    queue->count--;
    if (settle(board, &view, &line, tally) != OPEN) continue;
    for (uint64_t left = view.lines[line.kind][line.index]; left != 0; left &= left - 1) {
      nq_squares *below = push(queue);
      *below = view;
      put_queen(board, below, line, left);
      tally->nodes++;
    }
  }
}

static nq_status init_parts(count_search *search, nq_error *error) {
  count_tally *tally = search->result;
  const nq_count_instance_options *options = search->options;
  size_t enough = PARTS_PER_SLICE * (size_t)options->slices;
  if (enough < PARTS_LEAST) enough = PARTS_LEAST;
  view_queue *queue = &search->parts;
  queue->room = enough + NQ_COUNT_COLUMNS_MAX;
  queue->views = malloc(queue->room * sizeof *queue->views);
  if (queue->views == NULL)
    return nq_error_set(error, NQ_NO_MEMORY, "counting needs %zu bytes of memory for its parts",
                        queue->room * sizeof *queue->views);
  if (search->board.lines == 0)
    tally->count = 1; /* every queen is placed */
  else
    cut_parts(search, enough, tally);
  if (options->slice > 0) tally->count = 0;
  tally->parts = (queue->count + options->slices - 1 - options->slice) / options->slices;
  return NQ_OK;
}

/* ---- Runs ---- */

static void add_thread(count_search *search, const count_thread *thread) {
  nq_count_instance_result *result = search->result;
  pthread_mutex_lock(&search->lock);
  result->count += thread->tally.count;
  result->nodes += thread->tally.nodes;
  result->failures += thread->tally.failures;
  result->threads += thread->tally.threads;
  pthread_mutex_unlock(&search->lock);
}

static void *count_parts(void *shared) {
  count_search *search = shared;
  count_thread thread = {.search = search};
  const view_queue *queue = &search->parts;
  const nq_count_instance_options *options = search->options;
  uint64_t parts = search->result->parts;
  for (uint64_t i; goes_on(&thread) && (i = atomic_fetch_add(&search->next, 1)) < parts;) {
    uint64_t part = options->slice + i * options->slices;
    nq_squares view = queue->views[(queue->first + part) % queue->room];
    thread.tally.threads = 1;
    if (!explore(&thread, &view)) break;
    atomic_fetch_add(&search->done, 1);
  }
  add_thread(search, &thread);
  return NULL;
}

/* The calling thread works too; with fewer threads if some cannot start. */
static void run_threads(count_search *search) {
  nq_count_instance_result *result = search->result;
  unsigned threads = search->options->threads;
  if (threads > result->parts) threads = (unsigned)result->parts;
  pthread_mutex_init(&search->lock, NULL);
  result->threads = 0;
  nq_threads_run(threads, count_parts, search);
  pthread_mutex_destroy(&search->lock);
  result->done = atomic_load(&search->done);
  result->stopped = result->done < result->parts;
  if (result->threads == 0) result->threads = 1;
}

static nq_status require_options(const nq_count_instance_options *options, nq_error *error) {
  if (options->threads == 0)
    return nq_error_set(error, NQ_BAD_VALUE, "0 threads: at least 1 is needed");
  if (!(options->seconds >= 0))
    return nq_error_set(error, NQ_BAD_VALUE, "seconds must be 0 (no limit) or more");
  if (options->slices == 0 || options->slice >= options->slices ||
      options->slices > NQ_COUNT_INSTANCE_SLICES_MAX)
    return nq_error_set(error, NQ_BAD_VALUE,
                        "there is no slice %" PRIu64 "/%" PRIu64 ": in K/M, K must be from 0 to "
                        "M - 1, and M from 1 to %d",
                        options->slice, options->slices, NQ_COUNT_INSTANCE_SLICES_MAX);
  return NQ_OK;
}

void nq_count_instance_options_init(nq_count_instance_options *options) {
  *options = (nq_count_instance_options){.slices = 1, .threads = 1};
}

static nq_status count_all(count_search *search, const nq_instance *instance, nq_error *error) {
  nq_status status = init_board(&search->board, instance, search->watch, error);
  bool stopped = search->result->stopped = watch_stop(search->watch) != NQ_STOP_NOT;
  if (status == NQ_OK && !stopped) status = init_parts(search, error);
  if (status == NQ_OK && !stopped) run_threads(search);
  free(search->parts.views);
  nq_arrays_release(&search->board.arrays);
  return status;
}

nq_status nq_count_instance(const nq_instance *instance, const nq_count_instance_options *options,
                            nq_count_instance_result *result, nq_error *error) {
  nq_watch watch;
  nq_error why;
  *result = (nq_count_instance_result){.threads = 1};
  nq_status status = require_options(options, error);
  if (status != NQ_OK || nq_instance_contradiction(instance, &why)) return status;
  nq_watch_init(&watch, options->seconds, options->progress, options->context);
  count_search search = {.options = options, .watch = &watch, .result = result};
  status = count_all(&search, instance, error);
  result->interrupted = watch_stop(&watch) == NQ_STOP_INTERRUPT;
  result->seconds = nq_clock() - watch.begin;
  nq_watch_release(&watch);
  return status;
}

/* Solutions that a half or a quarter turn maps to themselves.
 *
 * MODEL.  A turn by 180 degrees maps (c, r) to (n-1-c, n-1-r), one by 90 degrees to (r, n-1-c).
 * Columns c and n-1-c form the class min(c, n-1-c); rows do the same.  If n is odd, the middle
 * column and row are in no class: their queen is in the centre.  There are h = n/2 classes.  An
 * orbit is
 *
 *     half turn      2 queens: a class of columns x, a class of rows y and a side
 *                        (x, y) or (x, n-1-y), and its image
 *     quarter turn   4 queens: two classes x != y, each for columns and for rows, and a side
 *                        (x, y) or (x, n-1-y), and its three images
 *
 * Half turn: a permutation matches classes of columns with classes of rows.  Quarter turn: the
 * classes are matched in pairs, so h must be even.  So no two queens share a row, and only
 * diagonals conflict.
 *
 * A step splits two orbits and recombines their classes,
 *
 *     (x, y) (u, v)  ->  (x, v) (u, y)      or, for quarter turns,      (x, u) (y, v)
 *
 * with random sides, if the conflicts do not grow.  The first of the two has a queen in conflict.
 * When no tries are left a new board is drawn.  The solutions are not equally likely: those that
 * more boards lead to come more often. */
#include "board/board.h"
#include "board/conflicts.h"
#include "generate/kinds.h"

#define ITEM_BYTES 16 /* board and orbits, per column */
#define POLL_TRIES 256

typedef struct orbit {
  uint32_t x, y;
  bool side;
} orbit;

typedef struct turning {
  nq_making *at;
  nq_conflicts *counters;
  uint32_t n, half;
  bool quarter;
  orbit *orbits;
  uint32_t count;
  uint32_t *orbit_of; /* class of columns -> its orbit */
  uint32_t *scratch;  /* half entries */
} turning;

nq_status nq_symmetric_prepare(nq_generating *generation, nq_error *error) {
  uint32_t n = generation->options.n;
  uint64_t *turn = &generation->options.value[NQ_GENERATE_TURN];
  if (*turn == NQ_GENERATE_DEFAULT) *turn = 0;
  bool quarter = *turn == 1;
  nq_status status = nq_generate_require_solution(n, error);
  if (status != NQ_OK || !quarter) return status;
  if (n % 4 > 1)
    return nq_error_set(
        error, NQ_NONE,
        "no solution of n = %" PRIu32
        " is unchanged by a quarter turn: queens come in fours, with one at the centre "
        "of an odd board, so n modulo 4 must be 0 or 1",
        n);
  if (n == 8 || n == 9)
    return nq_error_set(error, NQ_NONE,
                        "no solution of n = %" PRIu32
                        " is unchanged by a quarter turn, although 4, 5, 12 and 13 have some",
                        n);
  return NQ_OK;
}

/* ---- Orbits on the board ---- */

static void place_orbit(turning *board, const orbit *at) {
  uint32_t last = board->n - 1, x = at->x, y = at->side ? last - at->y : at->y;
  nq_conflicts_place(board->counters, x, y);
  nq_conflicts_place(board->counters, last - x, last - y);
  if (!board->quarter) return;
  nq_conflicts_place(board->counters, y, last - x);
  nq_conflicts_place(board->counters, last - y, x);
}

static void remove_orbit(turning *board, const orbit *at) {
  uint32_t last = board->n - 1;
  nq_conflicts_remove(board->counters, at->x);
  nq_conflicts_remove(board->counters, last - at->x);
  if (!board->quarter) return;
  nq_conflicts_remove(board->counters, at->y);
  nq_conflicts_remove(board->counters, last - at->y);
}

static void note_orbit(turning *board, uint32_t i) {
  board->orbit_of[board->orbits[i].x] = i;
  if (board->quarter) board->orbit_of[board->orbits[i].y] = i;
}

/* ---- Search ---- */

/* False when stopped. */
static bool start_board(turning *board) {
  uint32_t *classes = board->scratch;
  if (!nq_conflicts_clear(board->counters, &board->at->look) ||
      !nq_generate_permutation(board->at, classes, board->half))
    return false;
  for (uint32_t i = 0; i < board->count; i++) {
    if (nq_generate_poll_at(board->at, i)) return false;
    uint32_t x = board->quarter ? classes[2 * i] : i;
    uint32_t y = board->quarter ? classes[2 * i + 1] : classes[i];
    board->orbits[i] = (orbit){x, y, next_below(board->at, 2) != 0};
    place_orbit(board, &board->orbits[i]);
    note_orbit(board, i);
  }
  if (board->n % 2 == 1) nq_conflicts_place(board->counters, board->half, board->half);
  return true;
}

/* The orbit of a random queen in conflict; a random orbit if that queen is in the centre. */
static uint32_t draw_orbit(const turning *board) {
  uint32_t count = nq_conflicts_queens(board->counters);
  uint32_t column = nq_conflicts_queen(board->counters, next_below(board->at, count));
  uint32_t mirrored = board->n - 1 - column, class = column < mirrored ? column : mirrored;
  return class < board->half ? board->orbit_of[class] : next_below(board->at, board->count);
}

static void join_anew(const turning *board, orbit *a, orbit *b) {
  uint32_t *with = board->quarter && next_below(board->at, 2) != 0 ? &b->x : &b->y, y = a->y;
  a->y = *with;
  *with = y;
  a->side = next_below(board->at, 2) != 0;
  b->side = next_below(board->at, 2) != 0;
}

static void try_step(turning *board) {
  uint32_t i = draw_orbit(board), j = next_below(board->at, board->count);
  orbit a = board->orbits[i], b = board->orbits[j];
  uint64_t before = nq_conflicts_total(board->counters);
  remove_orbit(board, &a);
  if (i == j) {
    board->orbits[i].side = !a.side;
  } else {
    remove_orbit(board, &b);
    join_anew(board, &board->orbits[i], &board->orbits[j]);
    place_orbit(board, &board->orbits[j]);
  }
  place_orbit(board, &board->orbits[i]);
  if (nq_conflicts_total(board->counters) > before) {
    remove_orbit(board, &board->orbits[i]);
    if (i != j) remove_orbit(board, &board->orbits[j]);
    board->orbits[i] = a;
    board->orbits[j] = b;
    place_orbit(board, &a);
    if (i != j) place_orbit(board, &b);
  }
  note_orbit(board, i);
  note_orbit(board, j);
}

static nq_status search(turning *board) {
  for (;;) {
    if (!start_board(board)) return NQ_END;
    /* Dozens per class, and enough to explore a small board. */
    uint64_t tries = 64 * (uint64_t)board->half + 2000;
    for (uint64_t i = 0; i < tries && nq_conflicts_total(board->counters) > 0; i++) {
      if (i % POLL_TRIES == 0 && nq_generate_poll(board->at->generation)) return NQ_END;
      try_step(board);
    }
    if (nq_conflicts_total(board->counters) == 0) return NQ_OK;
  }
}

/* ---- The item ---- */

static bool is_symmetric(const nq_board *board, bool quarter) {
  uint32_t last = board->n - 1;
  for (uint32_t column = 0; column <= last; column++) {
    uint32_t row = board->rows[column];
    if (board->rows[last - column] != last - row) return false;
    if (quarter && board->rows[row] != last - column) return false;
  }
  return true;
}

static nq_status find(turning *board, uint32_t *rows) {
  nq_arrays *arrays = &board->at->arrays;
  board->counters = nq_conflicts_new(board->n);
  board->orbits = nq_arrays_take(arrays, board->half, sizeof *board->orbits);
  board->orbit_of = nq_arrays_take(arrays, board->half, sizeof *board->orbit_of);
  board->scratch = nq_arrays_take(arrays, board->half, sizeof *board->scratch);
  bool memory = board->counters != NULL && !arrays->failed;
  nq_status status = memory ? search(board) : nq_generate_no_memory(board->n, board->at->error);
  for (uint32_t column = 0; column < board->n && status == NQ_OK; column++)
    rows[column] = nq_conflicts_row(board->counters, column);
  nq_conflicts_free(board->counters);
  return status;
}

nq_status nq_symmetric_make(nq_making *at) {
  bool quarter = at->item->value[NQ_GENERATE_TURN] == 1;
  uint32_t half = at->n / 2;
  turning board = {
      .at = at, .n = at->n, .half = half, .quarter = quarter, .count = quarter ? half / 2 : half};
  uint64_t bytes = nq_conflicts_bytes(at->n) + ITEM_BYTES * (uint64_t)at->n;
  nq_status status = nq_memory_require(bytes, "a board and its counters", at->error);
  if (status == NQ_OK) status = find(&board, at->item->board.rows);
  if (status == NQ_OK && !is_symmetric(&at->item->board, quarter))
    status = nq_error_set(at->error, NQ_INTERNAL, "a board lacks the requested symmetry");
  return status;
}

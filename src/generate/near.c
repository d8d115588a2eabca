/* Boards with exactly K conflicts.
 *
 * MODEL.  From a start with few conflicts, move one queen at a time within its column, with O(1)
 * counters.
 *
 *     gap = K - conflicts
 *
 * A move is made if it neither widens the gap nor takes the conflicts beyond K; others are made
 * rarely.  For K up to n/2 the start is a solution and rows are drawn at random, so the board
 * looks nearly solved; the one pair of K = 1 nearly always shares a row, since one queen has
 * moved.  For larger K, queens are first moved to one row, where m queens make m(m - 1)/2
 * conflicts, then to another row for the rest, and so on: random moves alone do not reach more
 * than about 1.2 n conflicts.
 *
 * Not every K up to n(n - 1)/2 exists.  Let the fullest line have m queens, and let f = n - m
 * queens be off it.  Each of these attacks at most 2 queens of the line: one along each of its
 * lines in the other directions.  And no queen is attacked by more than 3(m - 1).  So
 *
 *     m(m - 1)/2  <=  conflicts  <=  m(m - 1)/2 + 2f + f(f - 1)/2  and  3n(m - 1)/2
 *
 * and K is refused if it is outside all these ranges.  Up to n = 7 all boards are searched when the
 * moves find none. */
#include "board/board.h"
#include "board/conflicts.h"
#include "generate/kinds.h"

#include <math.h>

#define EXHAUSTIVE_N 7
/* Number of starts; a large board reaches its goal from one of the first. */
#define ROUNDS       64
#define LARGE_N      4096
#define LARGE_ROUNDS 4
#define PILES        8
#define POLL_TRIES   4096

static uint64_t pairs_of(uint64_t queens) {
  return queens * (queens - 1) / 2;
}

static nq_status refuse(uint32_t n, uint64_t conflicts, nq_error *error) {
  return nq_error_set(error, NQ_NONE,
                      "no board of n = %" PRIu32 " has exactly %" PRIu64
                      " conflicts; the most is %" PRIu64 ", but not every number below exists",
                      n, conflicts, pairs_of(n));
}

/* The most conflicts with m queens on the fullest line.  The second bound is used only for m <=
 * n/3. */
static uint64_t most_with(uint64_t n, uint64_t m) {
  uint64_t beside = n - m, most = pairs_of(m) + 2 * beside + pairs_of(beside);
  uint64_t attacked = 3 * n * (m - 1) / 2;
  return m <= n / 3 && attacked < most ? attacked : most;
}

/* Whether K is in the range of some m.  The lower bounds rise with m: up to `top` they are at most
 * K.  The upper bounds rise, then fall up to m = n/3, and are convex above.  So only the m with the
 * largest upper bounds are tested, not up to 2^32 of them: both ends of the convex part, and the m
 * about the peak, where the two upper bounds are equal. */
static bool is_possible(uint64_t n, uint64_t conflicts) {
  double size = (double)n, width = 1.25 * size + 1;
  uint64_t top = (uint64_t)((1 + sqrt(1 + 8 * (double)conflicts)) / 2) + 1, third = n / 3;
  uint64_t peak = (uint64_t)(width - sqrt(width * width - size * (size / 2 + 3)));
  while (top > n || pairs_of(top) > conflicts) top--;
  if (most_with(n, top) >= conflicts) return true;
  if (top > third && most_with(n, third + 1) >= conflicts) return true;
  for (uint64_t m = peak > 1 ? peak - 1 : 1; m <= peak + 2 && m <= top && m <= third; m++)
    if (most_with(n, m) >= conflicts) return true;
  return false;
}

nq_status nq_near_prepare(nq_generating *generation, nq_error *error) {
  uint32_t n = generation->options.n;
  uint64_t *conflicts = &generation->options.value[NQ_GENERATE_CONFLICTS];
  if (*conflicts == NQ_GENERATE_DEFAULT) *conflicts = 1;
  if (*conflicts == 0) return nq_generate_require_solution(n, error);
  if (*conflicts > pairs_of(n))
    return nq_error_set(error, NQ_NONE,
                        "%" PRIu64 " conflicts are more than there are pairs of queens: at most "
                        "%" PRIu64 " for n = %" PRIu32,
                        *conflicts, pairs_of(n), n);
  return is_possible(n, *conflicts) ? NQ_OK : refuse(n, *conflicts, error);
}

/* ---- By moves ---- */

typedef struct climbing {
  nq_making *at;
  nq_conflicts *counters;
  uint32_t n, pile; /* the pile's row, or NQ_EMPTY */
  uint64_t goal;
} climbing;

static uint64_t gap_of(const climbing *climb, uint64_t total) {
  return total > climb->goal ? total - climb->goal : climb->goal - total;
}

/* The conflicts after a move of the column's queen. */
static uint64_t total_after(const nq_conflicts *counters, uint32_t column, uint32_t row) {
  uint32_t from = nq_conflicts_row(counters, column);
  return nq_conflicts_total(counters) - nq_conflicts_at(counters, column, from) +
         nq_conflicts_at(counters, column, row);
}

static void move_queen(nq_conflicts *counters, uint32_t column, uint32_t row) {
  nq_conflicts_remove(counters, column);
  nq_conflicts_place(counters, column, row);
}

/* Try one move.  Make it if it neither widens the gap nor passes the goal, as few moves lead back
 * once it is passed.  If `loose`, rarely make another one. */
static void try_move(climbing *climb, bool loose) {
  nq_conflicts *counters = climb->counters;
  nq_pcg64 *random = &climb->at->random;
  uint32_t column = next_below(climb->at, climb->n);
  uint64_t row =
      nq_pcg64_below(random, climb->pile == NQ_EMPTY ? climb->n : 2 * (uint64_t)climb->n);
  uint32_t to = row < climb->n ? (uint32_t)row : climb->pile;
  uint64_t total = nq_conflicts_total(counters), moved = total_after(counters, column, to);
  uint64_t before = gap_of(climb, total), after = gap_of(climb, moved);
  bool careful = after <= before && (moved <= climb->goal || total > climb->goal);
  bool careless = loose && after <= 2 * before + 4 && nq_pcg64_below(random, 32) == 0;
  if (to == nq_conflicts_row(counters, column) || !(careful || careless)) return;
  move_queen(counters, column, to);
}

/* NQ_OK when the goal is reached, NQ_UNSUPPORTED when no tries are left. */
static nq_status climb_once(climbing *climb) {
  uint64_t tries = 32 * (uint64_t)climb->n + 20000;
  for (uint64_t i = 0; i < tries && nq_conflicts_total(climb->counters) != climb->goal; i++) {
    if (i % POLL_TRIES == 0 && nq_generate_poll(climb->at->generation)) return NQ_END;
    try_move(climb, i > tries / 8);
  }
  return nq_conflicts_total(climb->counters) == climb->goal ? NQ_OK : NQ_UNSUPPORTED;
}

/* A solution, or for n <= 3 the main diagonal. */
static nq_status start_board(const climbing *climb, uint32_t *rows) {
  if (climb->n > 3) return nq_generate_solution(climb->at, rows);
  for (uint32_t column = 0; column < climb->n; column++) rows[column] = column;
  return NQ_OK;
}

/* Move queens to the row, in the order of columns[], as long as the conflicts do not pass the
 * goal.  False when the watch stops it. */
static bool pile_up(const climbing *climb, const uint32_t *columns, uint32_t row) {
  for (uint32_t i = 0; i < climb->n; i++) {
    if (nq_generate_poll_at(climb->at, i)) return false;
    uint64_t total = nq_conflicts_total(climb->counters);
    uint64_t moved = total_after(climb->counters, columns[i], row);
    if (moved > total && moved <= climb->goal) move_queen(climb->counters, columns[i], row);
  }
  return true;
}

/* Pile queens up on one row after another; `columns` is scratch. */
static bool pile_all(const climbing *climb, uint32_t *columns) {
  if (!nq_generate_permutation(climb->at, columns, climb->at->n)) return false;
  uint32_t row = climb->pile;
  for (unsigned pile = 0; pile < PILES; pile++) {
    if (!pile_up(climb, columns, row)) return false;
    row = next_below(climb->at, climb->n);
  }
  return true;
}

static nq_status climb_to(climbing *climb, uint32_t *rows) {
  nq_status status = NQ_UNSUPPORTED;
  unsigned rounds = climb->n < LARGE_N ? ROUNDS : LARGE_ROUNDS;
  for (unsigned round = 0; round < rounds && status == NQ_UNSUPPORTED; round++) {
    status = start_board(climb, rows);
    if (status != NQ_OK) return status;
    climb->pile = climb->goal > climb->n / 2 ? next_below(climb->at, climb->n) : NQ_EMPTY;
    bool counted = nq_conflicts_load(climb->counters, rows, &climb->at->look);
    if (counted && climb->pile != NQ_EMPTY) counted = pile_all(climb, rows);
    status = counted ? climb_once(climb) : NQ_END;
  }
  for (uint32_t column = 0; column < climb->n && status == NQ_OK; column++)
    rows[column] = nq_conflicts_row(climb->counters, column);
  return status;
}

/* ---- By searching all boards ---- */

static uint64_t attacks_before(const uint32_t *rows, uint32_t column) {
  uint64_t attacks = 0;
  for (uint32_t other = 0; other < column; other++) {
    uint32_t apart = column - other, row = rows[column], before = rows[other];
    attacks += row == before || row == before + apart || before == row + apart;
  }
  return attacks;
}

/* Fill the columns from `column` on so that they add exactly `goal` conflicts. */
static bool find_board(uint32_t *rows, uint32_t n, uint32_t column, uint64_t goal) {
  if (column == n) return goal == 0;
  for (uint32_t row = 0; row < n; row++) {
    rows[column] = row;
    uint64_t attacks = attacks_before(rows, column);
    if (attacks <= goal && find_board(rows, n, column + 1, goal - attacks)) return true;
  }
  return false;
}

static nq_status look_through(const climbing *climb, uint32_t *rows) {
  if (climb->n > EXHAUSTIVE_N)
    return nq_error_set(climb->at->error, NQ_UNSUPPORTED,
                        "no board of n = %" PRIu32 " with exactly %" PRIu64
                        " conflicts was found; there may be some",
                        climb->n, climb->goal);
  return find_board(rows, climb->n, 0, climb->goal)
             ? NQ_OK
             : refuse(climb->n, climb->goal, climb->at->error);
}

nq_status nq_near_make(nq_making *at) {
  uint32_t *rows = at->item->board.rows;
  climbing climb = {.at = at, .n = at->n, .goal = at->item->value[NQ_GENERATE_CONFLICTS]};
  uint64_t bytes = nq_conflicts_bytes(at->n) + at->n * sizeof(uint32_t);
  nq_status status = nq_memory_require(bytes, "a board and its counters", at->error);
  if (status != NQ_OK) return status;
  climb.counters = nq_conflicts_new(at->n);
  if (climb.counters == NULL) return nq_generate_no_memory(at->n, at->error);
  status = climb_to(&climb, rows);
  nq_conflicts_free(climb.counters);
  return status == NQ_UNSUPPORTED ? look_through(&climb, rows) : status;
}

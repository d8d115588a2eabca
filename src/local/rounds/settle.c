/* MODEL.  The columns left over and the rows left over, about one in fifty, are matched in waves.
 * In a wave each column draws one of the free rows.  If both diagonals of that square are free, the
 * column claims its three lines.  A claim wins if no claim of an earlier column of the same batch
 * (every fourth piece of the columns) includes one of them.  So a batch has one outcome, in
 * whatever order and place its lines are looked up:
 *
 *     draw, test      read only: by any number of threads
 *     claim           in the order of columns; lines of losers are freed at the end of the batch
 *
 * Winners move to the settled squares: each batch adds a segment of them in the order of columns.
 * The few columns left when waves win nothing more exchange rows with random queens: column a
 * without a queen and the free row r, column b with its queen on row s, if (a, s) and (b, r) are
 * free once that queen is gone.  Each try draws a random column.  With a party, several tries are
 * looked up with one sum over all ranks.  Only the tries up to the first that succeeds are made;
 * the others are looked up again.  All ranks make the same tries.  Then all these squares are
 * written in the order of columns. */
#include "local/rounds/rounds.h"

#include <stdlib.h>
#include <string.h>

#define AHEAD      16
#define TRIES_MOST (UINT64_C(1) << 20)
#define TOGETHER   64 /* tries of a party */

/* ---- Waves, where this rank has all columns ---- */

/* A column of the batch that would take a free row. */
struct proposal {
  square at;
  uint64_t index, place; /* in columns[] and free_rows[] */
  unsigned taken;        /* if the claim lost: which of the lines' bits it had set */
};

/* The waves of a rank that has all columns. */
struct here {
  nq_rounds *rounds;
  struct proposal *proposals; /* of the batch: those of a piece from piece * ROUNDS_PIECE on, */
  uint16_t *proposed;         /* and their number, by piece */
};

static inline void fetch_diagonals(const nq_rounds *rounds, const square *at) {
  __builtin_prefetch(rounds->rising + rising_of(at) / 8, 1);
  __builtin_prefetch(rounds->falling + falling_of(rounds, at) / 8, 1);
}

/* ---- A batch ---- */

/* Draw for the columns of a piece.  A hole has the diagonals of row 0. */
static void propose_rows(void *context, uint64_t piece) {
  const struct here *here = context;
  const nq_rounds *rounds = here->rounds;
  uint64_t begin = (piece * rounds->parts + rounds->part) * ROUNDS_PIECE;
  uint64_t count = rounds->active - begin < ROUNDS_PIECE ? rounds->active - begin : ROUNDS_PIECE;
  struct proposal *proposals = here->proposals + piece * ROUNDS_PIECE;
  uint64_t place[ROUNDS_PIECE], row[ROUNDS_PIECE];
  uint16_t proposed = 0;
  for (uint64_t i = 0; i < count; i++) {
    place[i] = draw_place(rounds, begin + i);
    __builtin_prefetch(rounds->free_rows.item + place[i]);
  }
  for (uint64_t i = 0; i < count; i++) {
    row[i] = rounds->free_rows.item[place[i]];
    const square at = {rounds->columns.item[begin + i], row[i] == ROUNDS_HOLE ? 0 : row[i]};
    fetch_diagonals(rounds, &at);
  }
  for (uint64_t i = 0; i < count; i++) {
    const square at = {rounds->columns.item[begin + i], row[i] == ROUNDS_HOLE ? 0 : row[i]};
    proposals[proposed] = (struct proposal){.at = at, .index = begin + i, .place = place[i]};
    /* Branchless: no processor could predict taken diagonals. */
    unsigned used = test_bit(rounds->rising, rising_of(&at));
    used |= test_bit(rounds->falling, falling_of(rounds, &at));
    proposed = (uint16_t)(proposed + ((row[i] != ROUNDS_HOLE) & (used == 0)));
  }
  here->proposed[piece] = proposed;
}

/* Set a bit; returns whether it was clear. */
static inline unsigned take_bit(uint8_t *bits, uint64_t i) {
  unsigned taken = !test_bit(bits, i);
  set_bit(bits, i);
  return taken;
}

/* Claim the square's lines; false when one of them had been claimed. */
static bool claim_lines(nq_rounds *rounds, struct proposal *claim) {
  const square *at = &claim->at;
  claim->taken = take_bit(rounds->rows, at->row) | take_bit(rounds->rising, rising_of(at)) << 1 |
                 take_bit(rounds->falling, falling_of(rounds, at)) << 2;
  return claim->taken == 7;
}

static void free_lost(nq_rounds *rounds, const struct proposal *lost, uint64_t count) {
  for (uint64_t i = 0; i < count; i++) {
    const square *at = &lost[i].at;
    unsigned taken = lost[i].taken;
    if (taken & 1) clear_bit(rounds->rows, at->row);
    if (taken & 2) clear_bit(rounds->rising, rising_of(at));
    if (taken & 4) clear_bit(rounds->falling, falling_of(rounds, at));
  }
}

/* Settle the batch: columns that won, and their rows, become ROUNDS_HOLE; the claims that lose move
 * to the front. */
static void settle_batch(struct here *here, uint64_t pieces) {
  nq_rounds *rounds = here->rounds;
  struct proposal *proposals = here->proposals;
  uint64_t count = 0, lost = 0;
  for (uint64_t piece = 0; piece < pieces; piece++) { /* move those of all pieces together */
    memmove(proposals + count, proposals + piece * ROUNDS_PIECE,
            here->proposed[piece] * sizeof *proposals);
    count += here->proposed[piece];
  }
  for (uint64_t i = 0; i < count; i++) {
    if (i + AHEAD < count) {
      __builtin_prefetch(rounds->rows + proposals[i + AHEAD].at.row / 8, 1);
      fetch_diagonals(rounds, &proposals[i + AHEAD].at);
    }
    if (!claim_lines(rounds, &proposals[i])) {
      proposals[lost++] = proposals[i];
      continue;
    }
    add_settled(rounds, proposals[i].at);
    rounds->columns.item[proposals[i].index] = ROUNDS_HOLE;
    rounds->free_rows.item[proposals[i].place] = ROUNDS_HOLE;
  }
  free_lost(rounds, proposals, lost);
}

/* ---- A wave ---- */

/* Each column draws once; false when the run must end. */
static bool play_wave(void *context) {
  struct here *here = context;
  nq_rounds *rounds = here->rounds;
  for (uint64_t part = 0; part < rounds->parts; part++) {
    nq_rounds_begin_batch(rounds, part);
    uint64_t pieces = rounds_pieces(rounds->in_batch);
    if (!nq_rounds_make_room(rounds, rounds->in_batch)) return false;
    nq_team_run(&rounds->team, propose_rows, here, pieces);
    settle_batch(here, pieces);
    if (nq_rounds_must_end(rounds, "start", rounds->plan.n - rounds->active)) return false;
  }
  bool fine = nq_rounds_close_up(rounds, &rounds->columns);
  rounds->active = rounds->columns.count;
  return fine && nq_rounds_close_up(rounds, &rounds->free_rows);
}

static bool play_here(nq_rounds *rounds) {
  uint64_t room = rounds->columns.count / ROUNDS_BATCHES + 2 * ROUNDS_BATCH_LEAST;
  struct here here = {.rounds = rounds};
  here.proposals = nq_rounds_new(rounds, room, sizeof *here.proposals);
  here.proposed = nq_rounds_new(rounds, room / ROUNDS_PIECE + 1, sizeof *here.proposed);
  bool played = here.proposals != NULL && here.proposed != NULL && nq_rounds_list_rows(rounds) &&
                nq_rounds_play_waves(rounds, play_wave, &here);
  nq_rounds_free(rounds, here.proposals, room, sizeof *here.proposals);
  nq_rounds_free(rounds, here.proposed, room / ROUNDS_PIECE + 1, sizeof *here.proposed);
  return played;
}

/* ---- Repair ---- */

/* Tries that were drawn and not yet made. */
struct tries {
  nq_pcg64 random;
  size_t count;
  uint64_t column[TOGETHER];
  square *moved[TOGETHER]; /* a settled square, or NULL */
  uint64_t row[TOGETHER];
  uint64_t taken[TOGETHER]; /* of the diagonals that the exchange needs */
};

static int compare_columns(const void *a, const void *b) {
  uint64_t first = ((const square *)a)->column, second = ((const square *)b)->column;
  return (first > second) - (first < second);
}

/* The row of a queen that no wave placed; NQ_LARGE_EMPTY if there is none, and at other ranks 0. */
static uint64_t read_row(nq_rounds *rounds, uint64_t column) {
  const nq_rounds_plan *plan = &rounds->plan;
  uint64_t row = NQ_LARGE_EMPTY;
  if (column < rounds_column(rounds, rounds->own) ||
      column >= rounds_column(rounds, rounds->own + 1))
    return 0;
  /* Columns after the last pass were not written. */
  if (column / (8 * plan->bytes) % plan->blocks >= plan->filled) return row;
  nq_error error = {0};
  nq_status status = rounds->board->read(rounds->board->context, column, &row, 1, &error);
  if (status != NQ_OK) nq_rounds_fail(rounds, status, &error);
  return status == NQ_OK && row < plan->n ? row : NQ_LARGE_EMPTY;
}

static void find_queens(nq_rounds *rounds, struct tries *tries) {
  const nq_rounds_unwritten *unwritten = rounds->unwritten;
  for (size_t t = 0; t < tries->count; t++) {
    square *moved = NULL;
    for (uint64_t i = unwritten->segment[unwritten->segments]; i < unwritten->count; i++)
      if (unwritten->settled[i].column == tries->column[t]) moved = &unwritten->settled[i];
    tries->moved[t] = moved;
    tries->row[t] = moved == NULL ? read_row(rounds, tries->column[t]) : 0;
  }
  if (rounds->party != NULL) rounds->party->sum(rounds->party, tries->row, tries->count);
  for (size_t t = 0; t < tries->count; t++)
    if (tries->moved[t] != NULL) tries->row[t] = tries->moved[t]->row;
}

/* The number of the square's diagonals that are at home here and have a queen. */
static unsigned diagonals_taken_here(const nq_rounds *rounds, const square *at) {
  uint64_t rising = rising_of(at), falling = falling_of(rounds, at);
  return (unsigned)(line_is_here(rounds, ROUNDS_RISING, rising) &&
                    test_bit(rounds->rising, rising)) +
         (unsigned)(line_is_here(rounds, ROUNDS_FALLING, falling) &&
                    test_bit(rounds->falling, falling));
}

/* The open column would take the queen's row, and the queen the free one: no diagonal of these
 * squares is the queen's own. */
static void test_exchanges(nq_rounds *rounds, const square *open, struct tries *tries) {
  for (size_t t = 0; t < tries->count; t++) {
    const square first = {open->column, tries->row[t]}, second = {tries->column[t], open->row};
    tries->taken[t] = 0;
    if (tries->row[t] != NQ_LARGE_EMPTY)
      tries->taken[t] =
          diagonals_taken_here(rounds, &first) + diagonals_taken_here(rounds, &second);
  }
  if (rounds->party != NULL) rounds->party->sum(rounds->party, tries->taken, tries->count);
  for (size_t t = 0; t < tries->count; t++) {
    const square first = {open->column, tries->row[t]}, second = {tries->column[t], open->row};
    if (tries->row[t] == NQ_LARGE_EMPTY || rising_of(&first) == rising_of(&second) ||
        falling_of(rounds, &first) == falling_of(rounds, &second))
      tries->taken[t] = 1;
  }
}

static void set_line(nq_rounds *rounds, rounds_kind kind, uint64_t i, bool taken) {
  uint8_t *bits = rounds_bits(rounds, kind);
  if (!line_is_here(rounds, kind, i)) return;
  if (taken)
    set_bit(bits, i);
  else
    clear_bit(bits, i);
}

static void set_diagonals(nq_rounds *rounds, const square *at, bool taken) {
  set_line(rounds, ROUNDS_RISING, rising_of(at), taken);
  set_line(rounds, ROUNDS_FALLING, falling_of(rounds, at), taken);
}

/* Make the exchange of a try.  There is room for its squares. */
static void exchange(nq_rounds *rounds, const square *open, const struct tries *tries, size_t t) {
  const square old = {tries->column[t], tries->row[t]}, queen = {old.column, open->row};
  const square placed = {open->column, old.row};
  set_diagonals(rounds, &old, false);
  set_diagonals(rounds, &queen, true);
  set_diagonals(rounds, &placed, true);
  set_line(rounds, ROUNDS_ROWS, open->row, true);
  if (tries->moved[t] != NULL)
    *tries->moved[t] = queen;
  else
    add_settled(rounds, queen);
  add_settled(rounds, placed);
  rounds->active--;
}

/* Find a queen for one column; false when there is none, or the run must end. */
static bool repair_column(nq_rounds *rounds, const square *open, struct tries *tries,
                          nq_result *result) {
  uint64_t n = rounds->plan.n;
  for (uint64_t made = 0; made < TRIES_MOST;) {
    if (tries->count == 0)
      while (tries->count < (rounds->party == NULL ? 1 : TOGETHER))
        tries->column[tries->count++] = below_pcg64(&tries->random, n);
    find_queens(rounds, tries);
    if ((rounds->party != NULL || made % 256 == 0) &&
        nq_rounds_must_end(rounds, "repair", n - rounds->active))
      return false;
    test_exchanges(rounds, open, tries);
    size_t done = 0;
    while (done < tries->count && tries->taken[done] > 0) done++;
    bool success = done < tries->count;
    if (success) exchange(rounds, open, tries, done++);
    made += done;
    tries->count -= done;
    memmove(tries->column, tries->column + done, tries->count * sizeof *tries->column);
    result->steps += success;
    if (success) return true;
  }
  return false;
}

/* Find queens for the columns that are left; false when that failed or the run must end. */
static bool repair(nq_rounds *rounds, nq_result *result) {
  nq_rounds_unwritten *unwritten = rounds->unwritten;
  struct tries tries = {0};
  nq_pcg64_seed(&tries.random, rounds->key + 1, UINT64_MAX);
  uint64_t first = unwritten->segment[unwritten->segments] = unwritten->count;
  if (!nq_rounds_agree(rounds, nq_rounds_make_room(rounds, 2 * rounds->active))) return false;
  for (uint64_t i = rounds->active; i-- > 0;) {
    const square open = {rounds->columns.item[i], rounds->free_rows.item[i]};
    if (!repair_column(rounds, &open, &tries, result)) return false;
  }
  if (unwritten->count > first)
    qsort(unwritten->settled + first, (size_t)(unwritten->count - first),
          sizeof *unwritten->settled, compare_columns);
  unwritten->segment[++unwritten->segments] = unwritten->count;
  return true;
}

/* ---- All of it ---- */

bool nq_rounds_settle(nq_rounds *rounds, nq_result *result) {
  rounds->settled = rounds->left_total == 0;
  if (rounds->settled) return true;
  nq_rounds_unwritten *unwritten = nq_rounds_new_object(rounds, sizeof *unwritten);
  if (unwritten == NULL) return false;
  unwritten->board = rounds->board;
  rounds->unwritten = unwritten;
  rounds->active = rounds->left_total;
  rounds->drawn = 0;
  bool goes_on = rounds->party != NULL ? nq_rounds_play_ranks(rounds) : play_here(rounds);
  if (goes_on) {
    rounds->settled = repair(rounds, result);
    goes_on = rounds->settled
                  ? nq_rounds_write_settled(rounds)
                  : !nq_rounds_must_end(rounds, "repair", rounds->plan.n - rounds->active);
  }
  if (rounds->settled && rounds->party == NULL) return goes_on; /* the check writes them */
  nq_rounds_free(rounds, unwritten->settled, unwritten->room, sizeof *unwritten->settled);
  nq_rounds_free(rounds, unwritten, 1, sizeof *unwritten);
  rounds->unwritten = NULL;
  return goes_on;
}

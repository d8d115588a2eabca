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
 * free once that queen is gone.  Then all these squares are written in the order of columns. */
#include "local/rounds/settling.h"

#include <string.h>

#define AHEAD 16

static inline void fetch_diagonals(const nq_rounds *rounds, const square *at) {
  __builtin_prefetch(rounds->rising + rising_of(at) / 8, 1);
  __builtin_prefetch(rounds->falling + falling_of(rounds, at) / 8, 1);
}

/* ---- Rows ---- */

static bool collect_rows(nq_rounds *rounds) {
  uint64_t n = rounds->plan.n, count = 0;
  rounds->free_rows = nq_rounds_new(rounds, rounds->left_count, sizeof *rounds->free_rows);
  rounds->rows_room = rounds->left_count;
  if (rounds->free_rows == NULL) return false;
  for (uint64_t row = 0; row < n; row += 56)
    for (uint64_t free = ~load_bits(rounds->rows, row) & ((UINT64_C(1) << 56) - 1); free != 0;
         free &= free - 1) {
      uint64_t found = row + (unsigned)__builtin_ctzll(free);
      if (found < n && count < rounds->left_count) rounds->free_rows[count++] = found;
    }
  return true;
}

/* ---- A batch ---- */

/* Draw for the columns of a piece.  A hole has the diagonals of row 0. */
static void propose_rows(void *context, uint64_t piece) {
  const struct settling *settling = context;
  const nq_rounds *rounds = settling->rounds;
  uint64_t begin = batch_place(settling, piece * ROUNDS_PIECE);
  uint64_t count =
      settling->active - begin < ROUNDS_PIECE ? settling->active - begin : ROUNDS_PIECE;
  struct proposal *proposals = settling->proposals + piece * ROUNDS_PIECE;
  uint64_t place[ROUNDS_PIECE], row[ROUNDS_PIECE];
  uint16_t proposed = 0;
  for (uint64_t i = 0; i < count; i++) {
    place[i] = draw_place(settling, begin + i);
    __builtin_prefetch(rounds->free_rows + place[i]);
  }
  for (uint64_t i = 0; i < count; i++) {
    row[i] = rounds->free_rows[place[i]];
    const square at = {rounds->columns[begin + i], row[i] == ROUNDS_HOLE ? 0 : row[i]};
    fetch_diagonals(rounds, &at);
  }
  for (uint64_t i = 0; i < count; i++) {
    const square at = {rounds->columns[begin + i], row[i] == ROUNDS_HOLE ? 0 : row[i]};
    proposals[proposed] = (struct proposal){at, begin + i, place[i]};
    proposed =
        (uint16_t)(proposed + ((row[i] != ROUNDS_HOLE) & diagonals_of_square_free(rounds, &at)));
  }
  settling->proposed[piece] = proposed;
}

/* Move the proposals of all pieces together; returns their number. */
static uint64_t join_proposals(const struct settling *settling, uint64_t pieces) {
  uint64_t count = 0;
  for (uint64_t piece = 0; piece < pieces; piece++) {
    memmove(settling->proposals + count, settling->proposals + piece * ROUNDS_PIECE,
            settling->proposed[piece] * sizeof *settling->proposals);
    count += settling->proposed[piece];
  }
  return count;
}

/* Set a bit; returns whether it was clear. */
static inline unsigned take_bit(uint8_t *bits, uint64_t i) {
  unsigned taken = !test_bit(bits, i);
  set_bit(bits, i);
  return taken;
}

/* Claim the square's lines; false when one of them had been claimed. */
static bool claim_lines(struct settling *settling, const square *at) {
  nq_rounds *rounds = settling->rounds;
  unsigned taken = take_bit(rounds->rows, at->row) | take_bit(rounds->rising, rising_of(at)) << 1 |
                   take_bit(rounds->falling, falling_of(rounds, at)) << 2;
  if (taken == 7) return true;
  settling->lost[settling->lost_count] = *at;
  settling->lost_bits[settling->lost_count++] = (uint8_t)taken;
  return false;
}

static void free_lost(struct settling *settling) {
  nq_rounds *rounds = settling->rounds;
  for (uint64_t i = 0; i < settling->lost_count; i++) {
    const square *at = &settling->lost[i];
    unsigned taken = settling->lost_bits[i];
    if (taken & 1) clear_bit(rounds->rows, at->row);
    if (taken & 2) clear_bit(rounds->rising, rising_of(at));
    if (taken & 4) clear_bit(rounds->falling, falling_of(rounds, at));
  }
  settling->lost_count = 0;
}

static void fetch_lines(const nq_rounds *rounds, const square *at) {
  __builtin_prefetch(rounds->rows + at->row / 8, 1);
  fetch_diagonals(rounds, at);
}

/* Settle the batch; columns that won, and their rows, become ROUNDS_HOLE. */
static void settle_batch(struct settling *settling, uint64_t pieces) {
  nq_rounds *rounds = settling->rounds;
  const struct proposal *proposals = settling->proposals;
  uint64_t count = join_proposals(settling, pieces);
  for (uint64_t i = 0; i < count; i++) {
    if (i + AHEAD < count) fetch_lines(rounds, &proposals[i + AHEAD].at);
    if (!claim_lines(settling, &proposals[i].at)) continue;
    settling->settled[settling->settled_count++] = proposals[i].at;
    rounds->columns[proposals[i].index] = ROUNDS_HOLE;
    rounds->free_rows[proposals[i].place] = ROUNDS_HOLE;
  }
  free_lost(settling);
}

/* ---- A wave ---- */

/* Each column draws once; false when the run must end. */
static bool play_wave_here(void *context) {
  struct settling *settling = context;
  nq_rounds *rounds = settling->rounds;
  uint64_t n = rounds->plan.n;
  for (uint64_t part = 0; part < settling->parts; part++) {
    nq_rounds_begin_batch(settling, part);
    uint64_t pieces = rounds_pieces(settling->count);
    if (!nq_rounds_make_room(settling, settling->count)) return false;
    nq_team_run(rounds->team, propose_rows, settling, pieces);
    settle_batch(settling, pieces);
    if (nq_rounds_must_end(rounds, "start", n - settling->active)) return false;
  }
  return nq_rounds_end_wave(settling);
}

/* ---- All of it ---- */

/* The waves, when this rank has all columns. */
static bool play_here(struct settling *settling) {
  nq_rounds *rounds = settling->rounds;
  settling->batch_room = rounds->left_count / ROUNDS_BATCHES + 2 * ROUNDS_BATCH_LEAST;
  settling->proposals = nq_rounds_new(rounds, settling->batch_room, sizeof *settling->proposals);
  settling->proposed =
      nq_rounds_new(rounds, settling->batch_room / ROUNDS_PIECE + 1, sizeof *settling->proposed);
  settling->lost = nq_rounds_new(rounds, settling->batch_room, sizeof *settling->lost);
  settling->lost_bits = nq_rounds_new(rounds, settling->batch_room, sizeof *settling->lost_bits);
  if (settling->proposals == NULL || settling->proposed == NULL || settling->lost == NULL ||
      settling->lost_bits == NULL)
    return false;
  return collect_rows(rounds) && nq_rounds_play_waves(settling, play_wave_here, settling);
}

static bool settle_all(struct settling *settling, nq_result *result) {
  nq_rounds *rounds = settling->rounds;
  bool played = rounds->party != NULL ? nq_rounds_play_ranks(settling) : play_here(settling);
  if (!played) return false;
  rounds->settled = nq_rounds_repair(settling, result);
  if (rounds->settled) return nq_rounds_write_settled(settling);
  return !nq_rounds_must_end(rounds, "repair", rounds->plan.n - settling->active);
}

bool nq_rounds_settle(nq_rounds *rounds, nq_result *result) {
  rounds->settled = rounds->left_total == 0;
  if (rounds->settled) return true;
  struct settling *settling = nq_rounds_new(rounds, 1, sizeof *settling);
  if (!nq_rounds_agree(rounds, settling != NULL) || settling == NULL) {
    nq_rounds_free(rounds, settling, 1, sizeof *settling);
    return false;
  }
  settling->rounds = rounds;
  settling->key = rounds->key + 1;
  settling->active = rounds->left_total;
  bool settled = settle_all(settling, result);
  uint64_t room = settling->batch_room;
  nq_rounds_free(rounds, settling->proposals, room, sizeof *settling->proposals);
  nq_rounds_free(rounds, settling->proposed, room / ROUNDS_PIECE + 1, sizeof *settling->proposed);
  nq_rounds_free(rounds, settling->lost, room, sizeof *settling->lost);
  nq_rounds_free(rounds, settling->lost_bits, room, sizeof *settling->lost_bits);
  nq_rounds_free(rounds, settling->settled, settling->settled_room, sizeof *settling->settled);
  nq_rounds_free(rounds, settling, 1, sizeof *settling);
  return settled;
}

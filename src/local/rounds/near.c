/* The waves of left.c when few columns are left over: all ranks know all of them and all free
 * rows, and draw the same squares.
 *
 * MODEL.  A rank looks only at lines whose bits are at home there.  Two sums over all ranks settle
 * a batch: the number of taken diagonals of each square, and then the number of lines that each
 * claim was the first to claim.  It won if these are all three. */
#include "core/random.h"
#include "local/rounds/settling.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define BATCH (ROUNDS_NEAR_MOST / ROUNDS_BATCHES + 2 * ROUNDS_BATCH_LEAST)

struct near {
  nq_rounds *rounds;
  struct settling *settling;
  uint64_t want[BATCH];  /* by column of the batch: its place in free_rows[], or a hole */
  uint64_t count[BATCH]; /* of lines of each square */
  uint8_t first[BATCH];  /* of the lines at home here, as bits */
};

static square square_at(const struct near *near, uint64_t i) {
  const struct settling *settling = near->settling;
  return (square){near->rounds->columns[batch_place(settling, i)],
                  near->rounds->free_rows[near->want[i]]};
}

static void sum_counts(struct near *near) {
  nq_party *party = near->rounds->party;
  party->sum(party, near->count, (size_t)near->settling->count);
}

/* Draw for all columns of the batch, by pieces; want[] is a hole unless both diagonals are free. */
static void propose(struct near *near) {
  struct settling *settling = near->settling;
  const nq_rounds *rounds = near->rounds;
  nq_pcg64 random;
  for (uint64_t i = 0; i < settling->count; i++) {
    if (i % ROUNDS_PIECE == 0)
      nq_pcg64_seed(&random, settling->key,
                    settling->pieces + batch_place(settling, i) / ROUNDS_PIECE);
    near->want[i] = below_pcg64(&random, settling->active);
    const square at = square_at(near, i);
    near->count[i] = at.row == ROUNDS_HOLE ? 0 : diagonals_taken_here(rounds, &at);
  }
  sum_counts(near);
  for (uint64_t i = 0; i < settling->count; i++)
    if (near->count[i] > 0 || rounds->free_rows[near->want[i]] == ROUNDS_HOLE)
      near->want[i] = ROUNDS_HOLE;
}

/* Take the bits of a claim that are at home here and clear; returns which. */
static unsigned take_lines(const nq_rounds *rounds, const square *at) {
  const uint64_t line[] = {at->row, rising_of(at), falling_of(rounds, at)};
  uint8_t *const bits[] = {rounds->rows, rounds->rising, rounds->falling};
  unsigned taken = 0;
  for (rounds_kind kind = 0; kind < ROUNDS_KINDS; kind++) {
    if (!line_is_here(rounds, kind, line[kind]) || test_bit(bits[kind], line[kind])) continue;
    set_bit(bits[kind], line[kind]);
    taken |= 1U << kind;
  }
  return taken;
}

static void free_lines(const nq_rounds *rounds, const square *at, unsigned taken) {
  if (taken & 1) clear_bit(rounds->rows, at->row);
  if (taken & 2) clear_bit(rounds->rising, rising_of(at));
  if (taken & 4) clear_bit(rounds->falling, falling_of(rounds, at));
}

static void claim(struct near *near) {
  const struct settling *settling = near->settling;
  for (uint64_t i = 0; i < settling->count; i++) {
    near->first[i] = 0;
    near->count[i] = 0;
    if (near->want[i] == ROUNDS_HOLE) continue;
    const square at = square_at(near, i);
    near->first[i] = (uint8_t)take_lines(near->rounds, &at);
    near->count[i] = (unsigned)__builtin_popcount(near->first[i]);
  }
  sum_counts(near);
}

static void settle(struct near *near) {
  struct settling *settling = near->settling;
  nq_rounds *rounds = near->rounds;
  for (uint64_t i = 0; i < settling->count; i++) {
    if (near->want[i] == ROUNDS_HOLE) continue;
    const square at = square_at(near, i);
    if (near->count[i] == ROUNDS_KINDS) {
      settling->settled[settling->settled_count++] = at;
      rounds->columns[batch_place(settling, i)] = ROUNDS_HOLE;
    } else {
      free_lines(rounds, &at, near->first[i]);
      near->want[i] = ROUNDS_HOLE;
    }
  }
  for (uint64_t i = 0; i < settling->count; i++)
    if (near->want[i] != ROUNDS_HOLE) rounds->free_rows[near->want[i]] = ROUNDS_HOLE;
}

static bool play_wave(void *context) {
  struct near *near = context;
  struct settling *settling = near->settling;
  nq_rounds *rounds = near->rounds;
  for (uint64_t part = 0; part < settling->parts; part++) {
    nq_rounds_begin_batch(settling, part);
    propose(near);
    claim(near);
    settle(near);
  }
  nq_rounds_close_up(rounds->free_rows, settling->active);
  settling->active = nq_rounds_close_up(rounds->columns, settling->active);
  return !nq_rounds_must_end(rounds, "start", rounds->plan.n - settling->active);
}

bool nq_rounds_play_near(struct settling *settling) {
  nq_rounds *rounds = settling->rounds;
  struct near *near = nq_rounds_new(rounds, 1, sizeof *near);
  bool fine = near != NULL && nq_rounds_make_room(settling, settling->active);
  fine = nq_rounds_agree(rounds, fine);
  if (near != NULL) {
    near->rounds = rounds;
    near->settling = settling;
    fine = fine && nq_rounds_play_waves(settling, 0, play_wave, near);
  }
  nq_rounds_free(rounds, near, 1, sizeof *near);
  return fine;
}

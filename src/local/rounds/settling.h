/* What the stages that settle the columns left over share. */
#ifndef NQ_LOCAL_ROUNDS_SETTLING_H
#define NQ_LOCAL_ROUNDS_SETTLING_H

#include "board/occupancy.h"
#include "core/random.h"
#include "local/rounds/lines.h"
#include "local/rounds/rounds.h"

#define ROUNDS_PIECE       256 /* columns, of a job */
#define ROUNDS_BATCHES     4   /* of a wave: at most one column in 14 finds a square in it */
#define ROUNDS_BATCH_LEAST 256
#define ROUNDS_SEGMENTS    4096 /* batches of all waves, about */
#define ROUNDS_VAIN_WAVES  16   /* without a winner, before the rest is repaired */
#define ROUNDS_HOLE        UINT64_MAX

typedef struct square {
  uint64_t column, row;
} square;

/* A column of the batch that would take a free row. */
struct proposal {
  square at;
  uint64_t index, place; /* in columns[] and free_rows[] */
};

struct settling {
  nq_rounds *rounds;
  uint64_t key;
  uint64_t active;            /* columns without a queen, and rows */
  uint64_t part, parts;       /* the batch, and how many the wave has */
  uint64_t count;             /* columns of the batch */
  uint64_t drawn;             /* rows, in earlier waves */
  struct proposal *proposals; /* of the batch: those of a piece from piece * ROUNDS_PIECE on, */
  uint16_t *proposed;         /* and their number, by piece */
  square *lost;               /* claims that lost, and which of the bits they had set */
  uint8_t *lost_bits;
  uint64_t lost_count, batch_room;
  square *settled;
  uint64_t settled_count, settled_room;
  uint64_t segment[ROUNDS_SEGMENTS + 2]; /* of a batch: where it begins in settled[] */
  uint64_t segments;
  unsigned vain; /* waves in a row without a winner */
};

static inline uint64_t rising_of(const square *at) {
  return at->column + at->row;
}

static inline uint64_t falling_of(const nq_rounds *rounds, const square *at) {
  return at->row + rounds->plan.n - 1 - at->column;
}

/* Branchless: no processor could predict taken diagonals. */
static inline bool diagonals_of_square_free(const nq_rounds *rounds, const square *at) {
  unsigned used = test_bit(rounds->rising, rising_of(at));
  used |= test_bit(rounds->falling, falling_of(rounds, at));
  return used == 0;
}

/* The free row that column i of the wave draws: its place in free_rows[].  The high half of the
 * product favours no place by more than active / 2^64. */
static inline uint64_t draw_place(const struct settling *settling, uint64_t i) {
  return multiply_full(scatter(settling->key + settling->drawn + i), settling->active).high;
}

/* Is the bit of a line at home here?  Without a party, all are. */
static inline bool line_is_here(const nq_rounds *rounds, rounds_kind kind, uint64_t bit) {
  return rounds->party == NULL || (bit / 8 >= nq_rounds_home(rounds, kind, rounds->party->own) &&
                                   bit / 8 < nq_rounds_home(rounds, kind, rounds->party->own + 1));
}

/* The number of the square's diagonals that are at home here and have a queen. */
static inline unsigned diagonals_taken_here(const nq_rounds *rounds, const square *at) {
  uint64_t rising = rising_of(at), falling = falling_of(rounds, at);
  return (unsigned)(line_is_here(rounds, ROUNDS_RISING, rising) &&
                    test_bit(rounds->rising, rising)) +
         (unsigned)(line_is_here(rounds, ROUNDS_FALLING, falling) &&
                    test_bit(rounds->falling, falling));
}

/* The columns of this rank. */
static inline uint64_t first_column(const nq_rounds *rounds) {
  uint64_t first = nq_rounds_own_group(rounds) * rounds->plan.blocks * 8 * rounds->plan.bytes;
  return first < rounds->plan.n ? first : rounds->plan.n;
}

static inline uint64_t end_column(const nq_rounds *rounds) {
  uint64_t group = nq_rounds_own_group(rounds) + nq_rounds_own_groups(rounds);
  uint64_t end = group * rounds->plan.blocks * 8 * rounds->plan.bytes;
  return end < rounds->plan.n ? end : rounds->plan.n;
}

/* ---- waves.c: for all waves ---- */

/* Room for more settled squares; false, with an error noted, when memory is short. */
bool nq_rounds_make_room(struct settling *settling, uint64_t more);
/* Move the items that are no holes together; returns their number. */
uint64_t nq_rounds_close_up(uint64_t *items, uint64_t count);
/* Give back the memory of columns or rows that were settled; false when there is none to move the
 * others to. */
bool nq_rounds_shrink(nq_rounds *rounds, uint64_t active, uint64_t **items, uint64_t *room);

/* Both, for all columns and free rows at this rank. */
bool nq_rounds_end_wave(struct settling *settling);

/* The number of batches of a wave.  Each has every parts-th piece of the columns, so that all ranks
 * have a part of each. */
static inline uint64_t nq_rounds_parts(uint64_t active) {
  uint64_t parts = active / ROUNDS_BATCH_LEAST;
  return parts < 1 ? 1 : parts < ROUNDS_BATCHES ? parts : ROUNDS_BATCHES;
}

static inline uint64_t rounds_pieces(uint64_t columns) {
  return (columns + ROUNDS_PIECE - 1) / ROUNDS_PIECE;
}

/* The column i of the batch: its place among all. */
static inline uint64_t batch_place(const struct settling *settling, uint64_t i) {
  return (i / ROUNDS_PIECE * settling->parts + settling->part) * ROUNDS_PIECE + i % ROUNDS_PIECE;
}

/* Begin a batch of a wave: its columns, and a segment. */
void nq_rounds_begin_batch(struct settling *settling, uint64_t part);

/* Play waves while they win some, `wave` being one of them; false when the run must end. */
bool nq_rounds_play_waves(struct settling *settling, bool (*wave)(void *context), void *context);

/* ---- Stages ---- */

/* ranks.c: the waves of a party, after which all ranks know the columns that are left; false when
 * the run must end. */
bool nq_rounds_play_ranks(struct settling *settling);

/* repair.c: find queens for the columns that are left; false when that failed or the run must
 * end. */
bool nq_rounds_repair(struct settling *settling, nq_result *result);
/* unwritten.c: write the settled squares of this rank's columns, or leave them to nq_rounds_read;
 * false when the run must end. */
bool nq_rounds_write_settled(struct settling *settling);

#endif

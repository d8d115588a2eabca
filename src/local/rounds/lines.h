/* Which rank holds which bits of lines.
 *
 * MODEL.  Each rank has addresses for all bits, but memory only for those that it holds.  Everyone
 * computes where all bits are, from the schedule alone: each kind of line is cut into segments,
 * with the rank that holds the segment and the half-round that used it last.
 *
 *     half-round   0                1                2               ...
 *     rank r       plan 1           plan 2
 *                  send, receive    send, receive                    what no half-round uses now,
 *                  fill             fill                             while it fills,
 *                  send, receive    send, receive                    and then the rest
 *                  settle           settle
 *
 * A segment that nobody has held is zero everywhere; only row bits after the last row are set. */
#ifndef NQ_LOCAL_ROUNDS_LINES_H
#define NQ_LOCAL_ROUNDS_LINES_H

#include "local/rounds/rounds.h"

typedef enum rounds_kind { ROUNDS_ROWS, ROUNDS_RISING, ROUNDS_FALLING, ROUNDS_KINDS } rounds_kind;

/* The bits of a kind, and their bytes. */
static inline uint64_t rounds_bytes(const nq_rounds *rounds, rounds_kind kind) {
  return kind == ROUNDS_ROWS ? rounds->row_bytes : rounds->diagonal_bytes;
}

static inline uint8_t *rounds_bits(const nq_rounds *rounds, rounds_kind kind) {
  return kind == ROUNDS_ROWS     ? rounds->rows
         : kind == ROUNDS_RISING ? rounds->rising
                                 : rounds->falling;
}

typedef struct rounds_segment {
  uint64_t from, to; /* bytes */
  unsigned holder;   /* or NQ_PARTY_RANKS: nobody */
  uint64_t used;     /* the last half-round */
} rounds_segment;

typedef struct rounds_move {
  rounds_kind kind;
  uint64_t from, to;
  unsigned sender, receiver;
  bool late; /* used by the half-round before */
} rounds_move;

struct nq_rounds_lines {
  rounds_segment *segment[ROUNDS_KINDS];
  size_t count[ROUNDS_KINDS], room[ROUNDS_KINDS];
  rounds_move *move; /* for the half-round that was planned last */
  size_t moves, moves_room;
  uint64_t first_held; /* bytes that it makes this rank hold, and nobody held before */
};

/* False, with an error noted, when memory is short. */
bool nq_rounds_lines_init(nq_rounds *rounds);
void nq_rounds_lines_release(nq_rounds *rounds);

/* Plan half-round `time` of the fill: the moves that bring all bits to the ranks that use them.
 * `round` and `half` are those of the schedule, first and end the blocks of the pass in each
 * group.  Memory that runs short is noted. */
void nq_rounds_lines_plan(nq_rounds *rounds, uint64_t time, uint64_t round, uint64_t half,
                          uint64_t first, uint64_t end);
/* Plan to have all bits at home. */
void nq_rounds_lines_plan_home(nq_rounds *rounds, uint64_t time);
/* Begin the moves that were planned, those that are late or those that are not. */
void nq_rounds_lines_begin(nq_rounds *rounds, bool late);
/* Wait for all of them, and give back the memory of what was sent. */
void nq_rounds_lines_settle(nq_rounds *rounds);

/* After the fill, rank `rank` has the bytes home(rank) .. home(rank + 1) - 1 of a kind. */
uint64_t nq_rounds_home(const nq_rounds *rounds, rounds_kind kind, unsigned rank);
/* The rank where a bit is at home. */
unsigned nq_rounds_home_of(const nq_rounds *rounds, rounds_kind kind, uint64_t bit);

#endif

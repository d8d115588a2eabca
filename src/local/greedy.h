/* The greedy start: queens in turn to squares without conflicts.
 *
 * WORDS
 *
 *     block     8 * bytes columns, or as many rows: whole bytes of bits
 *     stratum   an equal part of the rows: 16 to 64 of them
 *     layer     an equal part of a stratum, or all of it, whose load is known (local/load.h)
 *     strip     as many diagonals as a layer has rows
 *     deal      the strata that the columns of a block draw from
 *     window    56 rows of a column that are tested at once (local/window.h)
 *     pair      a column that the blocks left over, and a free row
 *
 *     stratum 2   . . . # . .         A block of columns meets the blocks of rows marked #, one in
 *                 . . . . # .         each stratum: local/greedy_schedule.h.  Each of its columns
 *     stratum 1   . . . # . .         draws a stratum from the deal, and takes a free square in a
 *                 . . . . # .         window of the block of rows there: local/greedy_blocks.c.
 *     stratum 0   . . . # . .         Columns without one are paired with free rows anywhere:
 *                 . . . . # .         local/greedy_pairs.c.
 *                 blocks of columns ->
 */
#ifndef NQ_LOCAL_GREEDY_H
#define NQ_LOCAL_GREEDY_H

#include "board/domain.h"
#include "board/occupancy.h"
#include "core/core.h"

typedef enum nq_greedy_end {
  NQ_GREEDY_FILLED,
  NQ_GREEDY_STUCK, /* more columns are left over than there is room for: the walk ends unsolved */
  NQ_GREEDY_STOPPED,
  NQ_GREEDY_NO_MEMORY
} nq_greedy_end;

typedef struct nq_greedy {
  const nq_domain *domain;
  nq_occupancy *occupancy; /* empty; afterwards it holds every queen placed */
  uint32_t *rows;          /* n entries, any content; afterwards a row for every column, or NQ_EMPTY
                              if the column was left over */
  nq_pcg64 *random;
  nq_watch *watch;
  unsigned threads;    /* >= 1; the board does not depend on it */
  uint32_t left_from;  /* after the blocks: the first column left over, n if none */
  uint32_t *left;      /* room for nq_greedy_room columns */
  uint32_t *free_rows; /* room for as many rows */
  uint64_t left_count; /* when filled: columns in left[], and as many rows without a queen in
                          free_rows[] */
} nq_greedy;

/* Entries in left[] and in free_rows[]. */
uint64_t nq_greedy_room(const nq_domain *domain);

/* Place queens on squares without conflicts until no more are found.  The board depends on the
 * domain and on *random, not on the number of threads. */
nq_greedy_end nq_greedy_fill(nq_greedy *greedy);

/* ---- The stages for many columns ---- */

/* greedy_blocks.c: place most queens, n > 512; rows[] is NQ_EMPTY for the columns left over. */
nq_greedy_end nq_greedy_fill_blocks(nq_greedy *greedy);

/* greedy_pairs.c: place queens in the columns left[0 .. left_count - 1], in that order, on random
 * rows of free_rows[0 .. left_count - 1]; both then hold what is still without a queen.  False when
 * stopped. */
bool nq_greedy_fill_pairs(nq_greedy *greedy);

#endif

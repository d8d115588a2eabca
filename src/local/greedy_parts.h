/* What the stages of the greedy start share. */
#ifndef NQ_LOCAL_GREEDY_PARTS_H
#define NQ_LOCAL_GREEDY_PARTS_H

#include "board/domain.h"
#include "board/occupancy.h"
#include "core/limits.h"

#include <stdbool.h>
#include <stdint.h>

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

/* ---- The stages for many columns ---- */

/* greedy_blocks.c: place most queens, n > 512; rows[] is NQ_EMPTY for the columns left over. */
nq_greedy_end nq_greedy_fill_blocks(nq_greedy *greedy);

/* greedy_pairs.c: place queens in the columns left[0 .. left_count - 1], in that order, on random
 * rows of free_rows[0 .. left_count - 1]; both then hold what is still without a queen.  False when
 * stopped. */
bool nq_greedy_fill_pairs(nq_greedy *greedy);

#endif

/* The greedy start: queens in turn to squares without conflicts. */
#ifndef NQ_LOCAL_GREEDY_H
#define NQ_LOCAL_GREEDY_H

#include "board/domain.h"
#include "board/occupancy.h"
#include "core/limits.h"

#include <stdint.h>

typedef struct nq_greedy {
  const nq_domain *domain;
  nq_occupancy *occupancy; /* empty; afterwards it holds every queen placed */
  uint32_t *rows;          /* n entries, any content; afterwards a row for every column but the
                              left-over ones, which are NQ_EMPTY */
  nq_pcg64 *random;
  nq_watch *watch;
  unsigned threads;    /* >= 1; the board does not depend on it */
  uint32_t *left;      /* room for nq_greedy_room columns; */
  uint32_t *free_rows; /* and for as many rows */
  uint64_t left_count; /* when filled: columns in left[], and as many rows without a queen in
                          free_rows[] */
} nq_greedy;

typedef enum nq_greedy_end {
  NQ_GREEDY_FILLED,
  NQ_GREEDY_STUCK, /* more columns were left over than there is room for: try another seed */
  NQ_GREEDY_STOPPED
} nq_greedy_end;

/* left[] and free_rows[] have room for this many entries. */
uint64_t nq_greedy_room(const nq_domain *domain);

/* Place as many queens as squares without conflicts are found for.  The board depends on the domain
 * and on *random, not on the number of threads. */
nq_greedy_end nq_greedy_fill(nq_greedy *greedy);

#endif

/* The greedy start: queens in turn to squares without conflicts. */
#ifndef NQ_SEARCH_GREEDY_H
#define NQ_SEARCH_GREEDY_H

#include "core/limits.h"
#include "core/occupancy.h"
#include "search/domain.h"

typedef struct nq_greedy {
  const nq_domain *domain;
  nq_occupancy *occupancy; /* empty; afterwards it holds every queen placed */
  uint32_t *rows;          /* n entries, any content; afterwards a row for every column but the
                              left-over ones, which are NQ_EMPTY */
  nq_pcg64 *random;
  nq_watch *watch;
  uint32_t *left;      /* room for nq_greedy_room(n) columns; */
  uint32_t *free_rows; /* and for as many rows */
  uint64_t left_count; /* afterwards: columns in left[], and as many rows without a queen in
                          free_rows[] */
} nq_greedy;

/* left[] and free_rows[] have room for this many entries at size n. */
uint64_t nq_greedy_room(uint32_t n);

/* Place as many queens as squares without conflicts are found for.  False when it was stopped. */
bool nq_greedy_fill(nq_greedy *greedy);

#endif

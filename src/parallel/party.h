/* Processes that do one job in step, each with a part of its data.
 *
 * MODEL.  All ranks run the same code.  What the code does next depends only on what all ranks
 * know, so all call these functions in the same order, each from the one thread that runs the job
 * there.  src/cluster has them over MPI; a job that one process does alone has no party. */
#ifndef NQ_PARALLEL_PARTY_H
#define NQ_PARALLEL_PARTY_H

#include "nqueens.h"

#define NQ_PARTY_RANKS 4096 /* at most */

typedef struct nq_party nq_party;
struct nq_party {
  unsigned own, ranks; /* this one's number; of all */
  /* Replace each of the values by its sum over all ranks. */
  void (*sum)(nq_party *party, uint64_t *values, size_t count);
  /* Begin to send bytes to another rank, or to receive them.  Messages between two ranks are begun
   * in the same order at both.  The bytes are not used until `settle` has returned. */
  void (*send)(nq_party *party, unsigned to, const void *bytes, uint64_t count);
  void (*receive)(nq_party *party, unsigned from, void *bytes, uint64_t count);
  /* Let what has begun go on. */
  void (*poll)(nq_party *party);
  /* Wait for its end. */
  void (*settle)(nq_party *party);
  /* Rank 0 reports the errors of all: add whose this one is. */
  void (*sign)(nq_party *party, nq_error *error);
  /* By this rank, so far. */
  uint64_t messages, sent_bytes;
  uint64_t waits; /* for others, */
  double waited;  /* and seconds */
};

/* Called by all ranks: give each rank `counts[rank]` of the items, which are in the order of ranks,
 * and take what all give to this one, in that order, too.  Settles all that has begun. */
void nq_party_trade(nq_party *party, const uint64_t *items, const uint64_t *counts, uint64_t *taken,
                    const uint64_t *taken_counts);

/* Called by all ranks: the status of the lowest rank that has one other than NQ_OK, with its error,
 * which is not changed if there is none.  Without a party: `own`. */
nq_status nq_party_agree(nq_party *party, nq_status own, nq_error *error);

#endif

#include "parallel/party.h"

#include <string.h>

/* (The counts of MPI_Alltoallv are ints, and a trade may have more items.) */
void nq_party_trade(nq_party *party, const uint64_t *items, const uint64_t *counts, uint64_t *taken,
                    const uint64_t *taken_counts) {
  uint64_t *own = NULL;
  for (unsigned rank = 0; rank < party->ranks; rank++) {
    if (taken_counts[rank] == 0) continue;
    if (rank == party->own)
      own = taken;
    else
      party->receive(party, rank, taken, taken_counts[rank] * sizeof *taken);
    taken += taken_counts[rank];
  }
  for (unsigned rank = 0; rank < party->ranks; rank++) {
    if (counts[rank] == 0) continue;
    if (rank != party->own)
      party->send(party, rank, items, counts[rank] * sizeof *items);
    else if (own != NULL)
      memcpy(own, items, (size_t)counts[rank] * sizeof *items);
    items += counts[rank];
  }
  party->settle(party);
}

nq_status nq_party_agree(nq_party *party, nq_status own, nq_error *error) {
  uint64_t failed = own != NQ_OK;
  if (party == NULL) return own;
  party->sum(party, &failed, 1);
  for (unsigned rank = 0; failed > 0 && rank < party->ranks; rank++) {
    struct {
      uint64_t status, words[(sizeof *error + 7) / 8];
    } sum = {0};
    if (rank == party->own && own != NQ_OK) {
      sum.status = (uint64_t)own;
      memcpy(sum.words, error, sizeof *error);
    }
    party->sum(party, &sum.status, sizeof sum / sizeof sum.status);
    if (sum.status == NQ_OK) continue;
    memcpy(error, sum.words, sizeof *error);
    return (nq_status)sum.status;
  }
  return NQ_OK;
}

#include "parallel/party.h"

#include <string.h>

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

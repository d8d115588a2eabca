/* The ranks as a party (parallel/party.h). */
#ifndef NQ_CLUSTER_PARTY_H
#define NQ_CLUSTER_PARTY_H

#include "parallel/party.h"

#include <mpi.h>

/* Called by all ranks of the communicator.  Ends the run when memory is short. */
nq_party *nq_party_new(MPI_Comm comm);
/* Let all have the bytes of the first one. */
void nq_party_tell(nq_party *base, void *bytes, size_t count);
/* All that was begun is settled. */
void nq_party_free(nq_party *base);

#endif

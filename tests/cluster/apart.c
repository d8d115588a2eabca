/* A library to preload: each rank, or each $APART ranks, are a machine of their own. */
#include <mpi.h>
#include <stdlib.h>

int MPI_Comm_split_type(MPI_Comm ranks, int type, int key, MPI_Info info, MPI_Comm *machine) {
  const char *apart = getenv("APART");
  int rank, together = apart != NULL ? atoi(apart) : 1;
  (void)type;
  (void)info;
  PMPI_Comm_rank(ranks, &rank);
  return PMPI_Comm_split(ranks, rank / together, key, machine);
}

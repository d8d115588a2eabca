/* As much of MPI as the check of a board by ranks uses, for ranks that are threads of one process:
 * mpi.c.  It has no threads or machines of its own, so it runs under sanitizers and without mpirun. */
#ifndef TESTS_RANKS_MPI_H
#define TESTS_RANKS_MPI_H

#include <stddef.h>
#include <stdint.h>

typedef int MPI_Comm;
typedef enum { MPI_INT, MPI_BYTE, MPI_UINT32_T, MPI_UINT64_T } MPI_Datatype;
typedef enum { MPI_MIN, MPI_MAX, MPI_SUM } MPI_Op;
typedef struct message *MPI_Request; /* that is not received yet */
typedef struct MPI_Status {
  int MPI_SOURCE, MPI_TAG;
  size_t bytes;
} MPI_Status;

#define MPI_COMM_WORLD    0
#define MPI_ANY_SOURCE    (-1)
#define MPI_ANY_TAG       (-1)
#define MPI_REQUEST_NULL  NULL
#define MPI_STATUS_IGNORE NULL
#define MPI_IN_PLACE      NULL

int MPI_Comm_dup(MPI_Comm comm, MPI_Comm *made);
int MPI_Comm_free(MPI_Comm *comm);
int MPI_Comm_rank(MPI_Comm comm, int *rank);
int MPI_Comm_size(MPI_Comm comm, int *ranks);

int MPI_Bcast(void *buffer, int count, MPI_Datatype type, int root, MPI_Comm comm);
int MPI_Allreduce(const void *own, void *result, int count, MPI_Datatype type, MPI_Op op,
                  MPI_Comm comm);
int MPI_Allgather(const void *own, int own_count, MPI_Datatype own_type, void *result, int count,
                  MPI_Datatype type, MPI_Comm comm);
int MPI_Allgatherv(const void *own, int own_count, MPI_Datatype own_type, void *result,
                   const int *counts, const int *places, MPI_Datatype type, MPI_Comm comm);

int MPI_Iprobe(int source, int tag, MPI_Comm comm, int *there, MPI_Status *status);
int MPI_Get_count(const MPI_Status *status, MPI_Datatype type, int *count);
int MPI_Recv(void *buffer, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
             MPI_Status *status);
int MPI_Send(const void *buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm);
int MPI_Issend(const void *buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm,
               MPI_Request *request);
int MPI_Test(MPI_Request *request, int *done, MPI_Status *status);
int MPI_Abort(MPI_Comm comm, int code);

/* ---- For the test ---- */

/* How long a box of lines is at most, in check_lines.c: ranks have several without 2^32 lines. */
#define GRAINS_MOST ranks_grains
extern uint32_t ranks_grains;

#define RANKS_MOST 8

/* Call `work` at so many ranks at once, and wait until all have returned. */
void ranks_run(int ranks, void (*work)(void *context, int rank), void *context);

#endif

/* The ranks on one machine: they have its memory and its cores in common. */
#ifndef NQ_CLUSTER_MACHINE_H
#define NQ_CLUSTER_MACHINE_H

#include <limits.h>
#include <mpi.h>

#define NQ_MACHINE_CORES 8192 /* at most */

/* A set of cores, in bits, as the system has it. */
typedef struct nq_machine_cores {
  unsigned long bits[NQ_MACHINE_CORES / CHAR_BIT / sizeof(unsigned long)];
} nq_machine_cores;

typedef struct nq_machine {
  MPI_Comm comm;        /* its ranks */
  int rank, ranks;      /* this one's number among them, 0 for the lowest; of all */
  nq_machine_cores own; /* to which this rank is bound */
} nq_machine;

/* Called by all ranks. */
void nq_machine_init(nq_machine *machine);
void nq_machine_release(nq_machine *machine);

/* Called by all ranks of the machine: the thread that calls it at the machine's rank 0, and threads
 * that this one starts, may use the cores of all of them.  Returns the number of cores that the
 * caller may use now. */
unsigned nq_machine_take_cores(nq_machine *machine);
/* Its own ones again. */
void nq_machine_give_cores(const nq_machine *machine);

#endif

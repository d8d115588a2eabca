#define _GNU_SOURCE /* sched_setaffinity */
#include "cluster/machine.h"

#include <sched.h>
#include <stdbool.h>

#define BYTES sizeof(nq_machine_cores)

void nq_machine_init(nq_machine *machine) {
  *machine = (nq_machine){.ranks = 1};
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &machine->comm);
  MPI_Comm_rank(machine->comm, &machine->rank);
  MPI_Comm_size(machine->comm, &machine->ranks);
}

void nq_machine_release(nq_machine *machine) {
  MPI_Comm_free(&machine->comm);
}

static bool bind_to(const nq_machine_cores *cores) {
  return sched_setaffinity(0, BYTES, (const cpu_set_t *)(const void *)cores) == 0;
}

unsigned nq_machine_take_cores(nq_machine *machine) {
  nq_machine_cores all = {{0}}, *own = &machine->own;
  (void)sched_getaffinity(0, BYTES, (cpu_set_t *)(void *)own);
  MPI_Reduce(own, &all, (int)BYTES, MPI_BYTE, MPI_BOR, 0, machine->comm);
  bool taken = machine->rank == 0 && bind_to(&all);
  return (unsigned)CPU_COUNT_S(BYTES, (const cpu_set_t *)(const void *)(taken ? &all : own));
}

void nq_machine_give_cores(const nq_machine *machine) {
  (void)bind_to(&machine->own);
}

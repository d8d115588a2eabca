#define _GNU_SOURCE /* sched_setaffinity */
/* The party of a job that all ranks do in step, over MPI, and the ranks of one machine.
 *
 * MODEL.  All is non-blocking, and one function waits.  A rank that waits long sleeps, since ranks
 * may share a core, and looks whether mpirun is still there. */
#include "cluster/ranks.h"

#include <limits.h>
#include <mpi.h>
#include <sched.h>
#include <stdlib.h>

#define SPIN_SECONDS  0.0002 /* of waiting, before it sleeps */
#define MESSAGE_BYTES (UINT64_C(1) << 28)

typedef struct party {
  nq_party base;
  MPI_Comm comm;
  int rank;             /* among all of the run */
  MPI_Request step;     /* of what all ranks do together */
  MPI_Request *request; /* of messages that are under way */
  int count;
  size_t room;
} party;

/* No other rank could go on. */
static _Noreturn void end_run(void) {
  MPI_Abort(MPI_COMM_WORLD, 2);
  abort();
}

static party *party_of(nq_party *base) {
  return (party *)(void *)base;
}

static void wait_for(party *self, MPI_Request *requests, int count) {
  double began = nq_clock(), now = began;
  unsigned naps = 0;
  int done = 0;
  for (;; now = nq_clock()) {
    MPI_Testall(count, requests, &done, MPI_STATUSES_IGNORE);
    if (done) break;
    if (now - began < SPIN_SECONDS)
      sched_yield();
    else
      nq_rank_nap(&naps);
    if (naps > 0) nq_rank_end_orphan();
  }
  self->base.waited += nq_clock() - began;
  self->base.waits++;
}

static void sum(nq_party *base, uint64_t *values, size_t count) {
  party *self = party_of(base);
  if (count > INT_MAX) end_run();
  MPI_Iallreduce(MPI_IN_PLACE, values, (int)count, MPI_UINT64_T, MPI_SUM, self->comm, &self->step);
  wait_for(self, &self->step, 1);
  MPI_Wait(&self->step, MPI_STATUS_IGNORE); /* done; clang-tidy asks for it */
  base->messages++;
  base->sent_bytes += count * sizeof *values;
}

static MPI_Request *new_request(party *self) {
  if (!nq_memory_grow(&self->request, (size_t)self->count, &self->room, sizeof(MPI_Request)))
    end_run();
  return &self->request[self->count++];
}

static void send(nq_party *base, unsigned to, const void *bytes, uint64_t count) {
  party *self = party_of(base);
  const unsigned char *next = bytes;
  base->sent_bytes += count;
  for (uint64_t now; count > 0; count -= now, next += now, base->messages++) {
    now = count < MESSAGE_BYTES ? count : MESSAGE_BYTES;
    MPI_Isend(next, (int)now, MPI_BYTE, (int)to, 0, self->comm, new_request(self));
  }
}

static void receive(nq_party *base, unsigned from, void *bytes, uint64_t count) {
  party *self = party_of(base);
  unsigned char *next = bytes;
  for (uint64_t now; count > 0; count -= now, next += now) {
    now = count < MESSAGE_BYTES ? count : MESSAGE_BYTES;
    MPI_Irecv(next, (int)now, MPI_BYTE, (int)from, 0, self->comm, new_request(self));
  }
}

static void poll(nq_party *base) {
  const party *self = party_of(base);
  int done;
  if (self->count > 0) MPI_Testall(self->count, self->request, &done, MPI_STATUSES_IGNORE);
}

static void settle(nq_party *base) {
  party *self = party_of(base);
  if (self->count > 0) wait_for(self, self->request, self->count);
  self->count = 0;
}

static void sign(nq_party *base, nq_error *error) {
  int rank = party_of(base)->rank;
  if (rank > 0) nq_rank_sign(rank, error);
}

void nq_party_tell(nq_party *base, void *bytes, size_t count) {
  party *self = party_of(base);
  MPI_Ibcast(bytes, (int)count, MPI_BYTE, 0, self->comm, &self->step);
  wait_for(self, &self->step, 1);
  MPI_Wait(&self->step, MPI_STATUS_IGNORE); /* done; clang-tidy asks for it */
}

nq_party *nq_party_new(MPI_Comm comm) {
  party *self = calloc(1, sizeof *self);
  int own, ranks;
  if (self == NULL) end_run();
  MPI_Comm_dup(comm, &self->comm);
  MPI_Comm_rank(self->comm, &own);
  MPI_Comm_size(self->comm, &ranks);
  MPI_Comm_rank(MPI_COMM_WORLD, &self->rank);
  self->base = (nq_party){.own = (unsigned)own,
                          .ranks = (unsigned)ranks,
                          .sum = sum,
                          .send = send,
                          .receive = receive,
                          .poll = poll,
                          .settle = settle,
                          .sign = sign};
  return &self->base;
}

void nq_party_free(nq_party *base) {
  party *self = party_of(base);
  MPI_Comm_free(&self->comm);
  free(self->request);
  free(self);
}

/* ---- The ranks on one machine ---- */

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

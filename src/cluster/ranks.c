#include "cluster/ranks.h"

#include <limits.h>
#include <mpi.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

/* In nanoseconds. */
#define NAP_LEAST 50000
#define NAP_MOST  5000000

void nq_rank_begin(nq_bytes *bytes, uint64_t job) {
  *bytes = (nq_bytes){0};
  nq_bytes_add(bytes, &job, sizeof job);
}

bool nq_rank_send(int to, rank_tag tag, nq_bytes *bytes) {
  bool fits = !bytes->failed && bytes->size <= INT_MAX;
  if (fits) MPI_Send(bytes->data, (int)bytes->size, MPI_BYTE, to, (int)tag, MPI_COMM_WORLD);
  nq_bytes_release(bytes);
  return fits;
}

bool nq_rank_tell(int to, rank_tag tag, uint64_t job, const void *data, size_t size) {
  nq_bytes bytes;
  nq_rank_begin(&bytes, job);
  nq_bytes_add(&bytes, data, size);
  return nq_rank_send(to, tag, &bytes);
}

bool nq_rank_receive(rank_message *message) {
  int there = 0, size = 0;
  MPI_Status status;
  MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &there, &status);
  if (!there) return false;
  MPI_Get_count(&status, MPI_BYTE, &size);
  nq_bytes bytes = {.data = malloc((size_t)size), .size = (size_t)size, .room = (size_t)size};
  if (bytes.data == NULL) MPI_Abort(MPI_COMM_WORLD, 2); /* it cannot even be thrown away */
  MPI_Recv(bytes.data, size, MPI_BYTE, status.MPI_SOURCE, status.MPI_TAG, MPI_COMM_WORLD,
           MPI_STATUS_IGNORE);
  *message =
      (rank_message){.tag = (rank_tag)status.MPI_TAG, .from = status.MPI_SOURCE, .bytes = bytes};
  return nq_bytes_take(&message->bytes, &message->job, sizeof message->job);
}

void nq_rank_nap(unsigned *naps) {
  long nap = NAP_LEAST;
  for (unsigned i = 0; i < *naps / 8 && nap < NAP_MOST; i++) nap *= 2;
  const struct timespec time = {.tv_nsec = nap < NAP_MOST ? nap : NAP_MOST};
  ++*naps;
  nanosleep(&time, NULL);
}

bool nq_rank_is_orphan(void) {
  static atomic_long parent; /* 0: not yet known; the tests' ranks are threads */
  long known = 0, now = getppid();
  return !atomic_compare_exchange_strong(&parent, &known, now) && known != now;
}

void nq_rank_end_orphan(void) {
  if (nq_rank_is_orphan()) _exit(CLI_INTERRUPTED);
}

void nq_rank_sign(int rank, nq_error *error) {
  char host[64] = "";
  const nq_error why = *error;
  (void)gethostname(host, sizeof host - 1);
  nq_error_set(error, why.status, "rank %d on %s: %.300s", rank, host, why.message);
}

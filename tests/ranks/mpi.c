/* MODEL.  A rank is a thread.  In a collective call each shows what it has, waits for all, takes what
 * it needs from what the others show, and waits until all have done so.  Messages to a rank are in one list, in
 * the order in which they were sent. */
#include "ranks/mpi.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

uint32_t ranks_grains = 2;

struct message {
  struct message *next;
  int from, tag;
  MPI_Comm comm;
  size_t size;
  bool waits; /* the sender waits for the receiver, and frees it */
  bool taken;
  unsigned char bytes[];
};

static struct {
  int ranks;
  pthread_barrier_t barrier;
  pthread_mutex_t mutex;
  pthread_cond_t sent;
  struct message *first[RANKS_MOST]; /* to a rank */
  const void *shown[RANKS_MOST];
} all = {.mutex = PTHREAD_MUTEX_INITIALIZER, .sent = PTHREAD_COND_INITIALIZER};

static _Thread_local int own_rank, communicators;

static size_t size_of(MPI_Datatype type) {
  static const size_t sizes[] = {sizeof(int), 1, sizeof(uint32_t), sizeof(uint64_t)};
  return sizes[type];
}

static void require(bool holds) {
  if (!holds) abort();
}

/* Not by malloc, which a test may make fail. */
static void *get_memory(size_t size) {
  void *memory = aligned_alloc(16, size / 16 * 16 + 16);
  require(memory != NULL);
  return memory;
}

static void copy(void *to, const void *from, size_t size) {
  if (size > 0) memmove(to, from, size);
}

/* ---- Together ---- */

static void show(const void *what) {
  all.shown[own_rank] = what;
  pthread_barrier_wait(&all.barrier);
}

static void end_showing(void) {
  pthread_barrier_wait(&all.barrier);
}

int MPI_Comm_dup(MPI_Comm comm, MPI_Comm *made) {
  (void)comm;
  *made = ++communicators;
  return 0;
}

int MPI_Comm_free(MPI_Comm *comm) {
  *comm = -1;
  return 0;
}

int MPI_Comm_rank(MPI_Comm comm, int *rank) {
  (void)comm;
  *rank = own_rank;
  return 0;
}

int MPI_Comm_size(MPI_Comm comm, int *ranks) {
  (void)comm;
  *ranks = all.ranks;
  return 0;
}

int MPI_Bcast(void *buffer, int count, MPI_Datatype type, int root, MPI_Comm comm) {
  (void)comm;
  require(root >= 0 && root < all.ranks);
  show(buffer);
  if (own_rank != root) copy(buffer, all.shown[root], (size_t)count * size_of(type));
  end_showing();
  return 0;
}

static uint64_t reduce(uint64_t one, uint64_t other, MPI_Op op) {
  if (op == MPI_SUM) return one + other;
  return (one < other) == (op == MPI_MIN) ? one : other;
}

int MPI_Allreduce(const void *own, void *result, int count, MPI_Datatype type, MPI_Op op,
                  MPI_Comm comm) {
  size_t size = (size_t)count * size_of(type);
  unsigned char *sum = get_memory(size);
  (void)comm;
  show(own == MPI_IN_PLACE ? result : own);
  copy(sum, all.shown[0], size);
  for (int rank = 1; rank < all.ranks; rank++)
    for (int i = 0; i < count; i++) {
      const unsigned char *item =
          (const unsigned char *)all.shown[rank] + (size_t)i * size_of(type);
      uint64_t one = 0, other = 0; /* of an int, not negative: its bytes */
      copy(&one, sum + (size_t)i * size_of(type), size_of(type));
      copy(&other, item, size_of(type));
      one = reduce(one, other, op);
      copy(sum + (size_t)i * size_of(type), &one, size_of(type));
    }
  end_showing();
  copy(result, sum, size);
  free(sum);
  return 0;
}

int MPI_Allgatherv(const void *own, int own_count, MPI_Datatype own_type, void *result,
                   const int *counts, const int *places, MPI_Datatype type, MPI_Comm comm) {
  (void)comm;
  /* cppcheck-suppress uninitvar ; MPI_Allgather of this file has filled them */
  require(own_count == counts[own_rank] && own_type == type);
  show(own);
  for (int rank = 0; rank < all.ranks; rank++)
    copy((unsigned char *)result + (size_t)places[rank] * size_of(type), all.shown[rank],
         (size_t)counts[rank] * size_of(type));
  end_showing();
  return 0;
}

int MPI_Allgather(const void *own, int own_count, MPI_Datatype own_type, void *result, int count,
                  MPI_Datatype type, MPI_Comm comm) {
  int counts[RANKS_MOST], places[RANKS_MOST];
  for (int rank = 0; rank < all.ranks; rank++) {
    counts[rank] = count;
    places[rank] = count * rank;
  }
  return MPI_Allgatherv(own, own_count, own_type, result, counts, places, type, comm);
}

/* ---- Messages ---- */

static struct message *post(const void *buffer, size_t size, int to, int tag, MPI_Comm comm,
                            bool waits) {
  struct message *message = get_memory(sizeof *message + size), **end;
  require(to >= 0 && to < all.ranks);
  *message =
      (struct message){.from = own_rank, .tag = tag, .comm = comm, .size = size, .waits = waits};
  copy(message->bytes, buffer, size);
  pthread_mutex_lock(&all.mutex);
  for (end = &all.first[to]; *end != NULL;) end = &(*end)->next;
  *end = message;
  pthread_cond_broadcast(&all.sent);
  pthread_mutex_unlock(&all.mutex);
  return message;
}

int MPI_Send(const void *buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm) {
  (void)post(buffer, (size_t)count * size_of(type), to, tag, comm, false);
  return 0;
}

int MPI_Issend(const void *buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm,
               MPI_Request *request) {
  *request = post(buffer, (size_t)count * size_of(type), to, tag, comm, true);
  return 0;
}

int MPI_Test(MPI_Request *request, int *done, MPI_Status *status) {
  (void)status;
  pthread_mutex_lock(&all.mutex);
  *done = *request == MPI_REQUEST_NULL || (*request)->taken;
  pthread_mutex_unlock(&all.mutex);
  if (!*done) return 0;
  free(*request);
  *request = MPI_REQUEST_NULL;
  return 0;
}

/* Where the first such message to this rank is, or the end of the list.  With the mutex locked. */
static struct message **find(int source, int tag, MPI_Comm comm) {
  struct message **at = &all.first[own_rank];
  while (*at != NULL && ((*at)->comm != comm || (source >= 0 && (*at)->from != source) ||
                         (tag >= 0 && (*at)->tag != tag)))
    at = &(*at)->next;
  return at;
}

int MPI_Iprobe(int source, int tag, MPI_Comm comm, int *there, MPI_Status *status) {
  pthread_mutex_lock(&all.mutex);
  const struct message *message = *find(source, tag, comm);
  *there = message != NULL;
  if (message != NULL)
    *status =
        (MPI_Status){.MPI_SOURCE = message->from, .MPI_TAG = message->tag, .bytes = message->size};
  pthread_mutex_unlock(&all.mutex);
  return 0;
}

int MPI_Get_count(const MPI_Status *status, MPI_Datatype type, int *count) {
  *count = (int)(status->bytes / size_of(type));
  return 0;
}

int MPI_Recv(void *buffer, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
             MPI_Status *status) {
  struct message **at, *message;
  (void)status;
  pthread_mutex_lock(&all.mutex);
  while (*(at = find(source, tag, comm)) == NULL) pthread_cond_wait(&all.sent, &all.mutex);
  message = *at;
  *at = message->next;
  require(message->size <= (size_t)count * size_of(type));
  copy(buffer, message->bytes, message->size);
  bool waits = message->waits;
  message->taken = true;
  pthread_mutex_unlock(&all.mutex);
  if (!waits) free(message);
  return 0;
}

int MPI_Abort(MPI_Comm comm, int code) {
  (void)comm, (void)code;
  abort();
}

/* ---- Threads ---- */

struct start {
  int rank;
  void (*work)(void *context, int rank);
  void *context;
};

static void *run(void *argument) {
  const struct start *start = argument;
  own_rank = start->rank;
  communicators = 0;
  start->work(start->context, start->rank);
  return NULL;
}

void ranks_run(int ranks, void (*work)(void *context, int rank), void *context) {
  struct start start[RANKS_MOST];
  pthread_t threads[RANKS_MOST];
  require(ranks <= RANKS_MOST);
  all.ranks = ranks;
  require(pthread_barrier_init(&all.barrier, NULL, (unsigned)ranks) == 0);
  for (int rank = 0; rank < ranks; rank++) {
    start[rank] = (struct start){rank, work, context};
    require(pthread_create(&threads[rank], NULL, run, &start[rank]) == 0);
  }
  for (int rank = 0; rank < ranks; rank++) require(pthread_join(threads[rank], NULL) == 0);
  pthread_barrier_destroy(&all.barrier);
  for (int rank = 0; rank < ranks; rank++) require(all.first[rank] == NULL); /* all was received */
}

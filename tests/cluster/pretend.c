/* What rank 0 spends on a unit of work: a count over MPI whose other ranks only pretend to count.
 *
 *   mpirun -n R pretend N FLIGHT SECONDS FOR FILE
 *
 * Rank 0 hands out the units of N as it always does, with the checkpoint FILE, and stops after FOR
 * seconds.  The other ranks together pretend to be FLIGHT threads, each of which has one chunk of
 * units at a time, and count SECONDS for a unit; with SECONDS < 0 they say so, but answer at once.
 * What is printed leaves out the first second. */
#include "cli/commands.h"
#include "cluster/ranks.h"
#include "core/core.h"
#include "ledger/ledger.h"

#include <inttypes.h>
#include <math.h>
#include <mpi.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- Messages of this process, counted where MPI's profiling interface is ---- */

static uint64_t messages;

int MPI_Send(const void *data, int count, MPI_Datatype type, int to, int tag, MPI_Comm ranks) {
  messages++;
  return PMPI_Send(data, count, type, to, tag, ranks);
}

int MPI_Recv(void *data, int count, MPI_Datatype type, int from, int tag, MPI_Comm ranks,
             MPI_Status *status) {
  messages++;
  return PMPI_Recv(data, count, type, from, tag, ranks, status);
}

/* ---- A rank that pretends ---- */

typedef struct chunk {
  double due;
  nq_count_range range;
  uint64_t slot;
} chunk;

typedef struct pretender {
  double seconds; /* for a unit */
  size_t flight;  /* threads of this rank */
  chunk *ring;    /* of as many */
  size_t first, count;
  uint64_t job;
  bool stopped;
} pretender;

static void want(const pretender *self, unsigned count) {
  nq_bytes bytes;
  nq_rank_begin(&bytes, self->job);
  nq_bytes_add(&bytes, &count, sizeof count);
  (void)nq_rank_send(0, RANK_WANT, &bytes);
}

static void take_units(pretender *self, nq_bytes *bytes) {
  chunk got = {.due = 0};
  while (nq_bytes_take(bytes, &got.range, sizeof got.range) &&
         nq_bytes_take(bytes, &got.slot, sizeof got.slot)) {
    got.range.seconds = fabs(self->seconds) * (double)(got.range.end - got.range.begin);
    got.due = self->seconds < 0 ? 0 : nq_clock() + got.range.seconds;
    self->ring[(self->first + self->count++) % self->flight] = got;
  }
}

/* Answer the first chunk, as a thread that then wants another one. */
static void answer(pretender *self) {
  const chunk *done = &self->ring[self->first];
  const nq_error error = {.status = NQ_END};
  const rank_result head = {.slot = done->slot, .status = self->stopped ? NQ_END : NQ_OK};
  nq_bytes bytes;
  nq_rank_begin(&bytes, self->job);
  nq_bytes_add(&bytes, &head, sizeof head);
  if (self->stopped)
    nq_bytes_add(&bytes, &error, sizeof error);
  else
    nq_bytes_add(&bytes, &done->range, sizeof done->range);
  (void)nq_rank_send(0, RANK_RESULT, &bytes);
  self->first = (self->first + 1) % self->flight;
  self->count--;
  if (!self->stopped) want(self, 1);
}

static void pretend(pretender *self) {
  rank_message message;
  for (unsigned naps = 0;;) {
    bool any = nq_rank_receive(&message);
    if (any && message.tag == RANK_QUIT) break;
    if (any && message.tag == RANK_JOB) {
      self->job = message.job;
      want(self, (unsigned)self->flight);
    } else if (any && message.tag == RANK_UNITS) {
      take_units(self, &message.bytes);
    } else if (any) {
      self->stopped = true;
    }
    if (any) nq_bytes_release(&message.bytes);
    while (self->count > 0 && (self->stopped || self->ring[self->first].due <= nq_clock())) {
      answer(self);
      any = true;
    }
    if (any)
      naps = 0;
    else
      nq_rank_nap(&naps);
  }
  nq_bytes_release(&message.bytes);
}

/* ---- Rank 0 ---- */

typedef struct moment {
  double time, processor;
  uint64_t messages, chunks;
} moment;

typedef struct measurement {
  nq_checkpoint *checkpoint;
  double began, most;
  uint64_t chunks;
  moment from, to;
} measurement;

static moment now(const measurement *self) {
  return (moment){nq_clock(), nq_clock_thread(), messages, self->chunks};
}

static nq_status record(void *context, const nq_count_range *range, nq_error *error) {
  measurement *self = context;
  self->chunks++;
  return nq_checkpoint_append(self->checkpoint, range, error);
}

static bool goes_on(void *context, const nq_progress *at) {
  measurement *self = context;
  (void)at;
  double elapsed = nq_clock() - self->began;
  if (elapsed >= 1 && self->from.chunks == 0) self->from = now(self);
  self->to = now(self);
  return elapsed < self->most;
}

static void print(const measurement *self, unsigned flight, double seconds) {
  double chunks = (double)(self->to.chunks - self->from.chunks);
  double each = (self->to.processor - self->from.processor) / chunks;
  printf("in_flight %u\nchunks_per_second %.0f\nmessages_per_chunk %.2f\n"
         "microseconds_per_chunk %.2f\nload %.3f\nthreads_fed %.0f\nthreads_fed_at_5_s %.0f\n",
         flight, chunks / (self->to.time - self->from.time),
         (double)(self->to.messages - self->from.messages) / chunks, each * 1e6,
         (self->to.processor - self->from.processor) / (self->to.time - self->from.time),
         fabs(seconds) / each, 5 / each);
}

static bool lead(char **words, int ranks) {
  unsigned flight = (unsigned)strtoul(words[1], NULL, 10);
  measurement self = {.most = strtod(words[3], NULL)};
  nq_count_plan *plan = NULL;
  nq_count_result result;
  nq_error error = {0};
  cli_signals_init();
  nq_crew *crew = nq_leader_new(ranks, 1);
  if (crew == NULL) return false;
  crew->others = flight;
  nq_status status = nq_count_plan_new((uint32_t)strtoul(words[0], NULL, 10), &plan, &error);
  if (status == NQ_OK) status = nq_checkpoint_open(words[4], plan, &self.checkpoint, NULL, &error);
  if (status == NQ_OK) {
    /* The path without tables; its thread counts one chunk, without an end. */
    const nq_count_options options = {.threads = 1,
                                      .path = "simple",
                                      .record = record,
                                      .progress = goes_on,
                                      .context = &self,
                                      .crew = crew};
    const nq_count_range all = {.begin = 0, .end = nq_count_plan_units(plan)};
    self.began = nq_clock();
    status = nq_count_run(plan, &all, 1, &options, &result, &error);
  }
  if (status == NQ_OK) status = nq_checkpoint_close(self.checkpoint, &error);
  if (status == NQ_OK)
    print(&self, flight, strtod(words[2], NULL));
  else
    fprintf(stderr, "pretend: %s\n", error.message);
  nq_count_plan_free(plan);
  return nq_leader_free(crew) && status == NQ_OK;
}

int main(int argc, char **argv) {
  int provided, rank, ranks;
  bool good = argc == 6;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  (void)nq_rank_is_orphan();
  if (!good || ranks < 2) {
    if (rank == 0) fprintf(stderr, "usage: mpirun -n R pretend N FLIGHT SECONDS FOR FILE; R > 1\n");
    good = false;
  } else if (rank == 0) {
    good = lead(argv + 1, ranks);
  } else {
    size_t flight = strtoul(argv[2], NULL, 10) / (size_t)(ranks - 1);
    pretender self = {.seconds = strtod(argv[3], NULL), .flight = flight > 0 ? flight : 1};
    self.ring = calloc(self.flight, sizeof *self.ring);
    if (self.ring != NULL)
      pretend(&self);
    else
      MPI_Abort(MPI_COMM_WORLD, 2);
    free(self.ring);
  }
  MPI_Finalize();
  return good ? 0 : 2;
}

/* The other ranks.
 *
 * MODEL.  A follower runs the work of a job, too: its source is the inbox of units that rank 0
 * sent, its sink sends the results, and its crew is rank 0.  Whether a failed unit ends the run is
 * for rank 0 to decide, so failures are sent as well.  A unit is followed by the number of its slot
 * at rank 0. */
#include "cli/commands.h"
#include "cli/solve/parts.h"
#include "cluster/ranks.h"
#include "counting/parts.h"
#include "experiment/store.h"
#include "generate/kinds.h"

#include <mpi.h>
#include <string.h>

/* Units that take less are asked for ahead, so that no thread waits for rank 0. */
#define SECONDS_SHORT 0.1

typedef struct follower {
  nq_crew crew;   /* rank 0 */
  bool signalled; /* rank 0 knows of it */
  int rank;
  uint64_t number;   /* of the job */
  nq_work_kind kind; /* with the number of the slot in its units */
  unsigned threads;
  nq_watch watch;
  double began;      /* the job */
  uint64_t finished; /* units */
  unsigned open;     /* units that were asked for, or have come, and have no result yet */
  nq_error failed;   /* why the job cannot be done here */
  bool early;        /* a message has come that is not about the job: */
  rank_message next;
  /* while the job runs, with the lock of its work: */
  nq_bytes inbox; /* units */
  bool closed;    /* no unit will follow */
} follower;

/* ---- Results ---- */

/* Rank 0 would wait for ever for a unit that is lost here. */
static void require(const follower *self, bool memory) {
  nq_error error = {0};
  if (memory) return;
  (void)nq_error_set(&error, NQ_NO_MEMORY, "out of memory");
  nq_rank_sign(self->rank, &error);
  (void)cli_say_error(NULL, &error);
  MPI_Abort(MPI_COMM_WORLD, CLI_ERROR);
}

static bool try_result(const follower *self, const nq_work_slot *slot) {
  rank_result head = {.status = slot->status};
  nq_bytes bytes;
  size_t last = self->kind.unit_size - sizeof head.slot;
  memcpy(&head.slot, (const unsigned char *)slot->unit + last, sizeof head.slot);
  nq_rank_begin(&bytes, self->number);
  nq_bytes_add(&bytes, &head, sizeof head);
  if (slot->status != NQ_OK)
    nq_bytes_add(&bytes, &slot->error, sizeof slot->error);
  else if (self->kind.pack != NULL)
    self->kind.pack(slot->result, &bytes);
  else
    nq_bytes_add(&bytes, slot->result, self->kind.result_size);
  return nq_rank_send(0, RANK_RESULT, &bytes);
}

static void send_result(const follower *self, nq_work_slot *slot) {
  if (try_result(self, slot)) return;
  slot->status =
      nq_error_set(&slot->error, NQ_NO_MEMORY,
                   "rank %d: no memory to send a result, or it is over 2 GiB", self->rank);
  require(self, try_result(self, slot));
}

static nq_status settle_result(void *context, nq_work_slot *slot) {
  follower *self = context;
  if (slot->status == NQ_NO_MEMORY) nq_rank_sign(self->rank, &slot->error);
  send_result(self, slot);
  self->finished++;
  self->open--;
  return NQ_OK;
}

/* ---- Units ---- */

static nq_work_next next_unit(void *context, void *unit) {
  follower *self = context;
  if (nq_bytes_take(&self->inbox, unit, self->kind.unit_size)) return NQ_WORK_UNIT;
  return self->closed ? NQ_WORK_END : NQ_WORK_LATER;
}

/* Answer the units in the inbox: they are not done here, because of the error if there is one. */
static void refuse_units(follower *self, const nq_error *error) {
  unsigned char unit[NQ_WORK_UNIT_MOST + sizeof(uint64_t)];
  nq_work_slot slot = {.unit = unit};
  while (self->number > 0 && nq_bytes_take(&self->inbox, unit, self->kind.unit_size)) {
    slot.status = error != NULL ? error->status : NQ_END;
    if (error != NULL) slot.error = *error;
    send_result(self, &slot);
  }
}

static void want(follower *self, unsigned count) {
  if (nq_rank_tell(0, RANK_WANT, self->number, &count, sizeof count)) self->open += count;
}

/* Ask for what the threads need. */
static void want_more(follower *self) {
  double seconds = (nq_clock() - self->began) * self->threads;
  bool ahead = seconds < SECONDS_SHORT * (double)self->finished;
  unsigned need = self->threads * (ahead ? 2 : 1);
  if (self->open < need) want(self, need - self->open);
}

/* Signals that come to this process alone are for rank 0, too. */
static void pass_signal(follower *self) {
  if (!self->signalled && cli_interrupted())
    self->signalled = nq_rank_tell(0, RANK_STOP, 0, NULL, 0);
}

/* ---- Rank 0 as a crew ---- */

/* A message about the job that runs, or one that has ended. */
static void heed(follower *self, rank_message *message, nq_work *work) {
  nq_bytes *bytes = &message->bytes;
  bool stop; /* also the units that are being done */
  if (self->number == 0 || message->job != self->number) return;
  if (work != NULL) nq_work_lock(work);
  if (message->tag == RANK_UNITS) {
    if (self->inbox.taken == self->inbox.size) self->inbox.size = self->inbox.taken = 0;
    nq_bytes_add(&self->inbox, bytes->data + bytes->taken, bytes->size - bytes->taken);
    require(self, !self->inbox.failed);
  } else if (message->tag == RANK_CLOSE && nq_bytes_take(bytes, &stop, sizeof stop)) {
    self->closed = true;
    if (stop) nq_watch_end(&self->watch);
  }
  if (work != NULL) nq_work_wake(work);
}

static bool follow_turn(nq_crew *crew, nq_work *work) {
  follower *self = (follower *)(void *)crew;
  rank_message message;
  bool any = false;
  while (!self->early && nq_rank_receive(&message)) {
    any = true;
    self->early = message.tag == RANK_JOB || message.tag == RANK_JOIN || message.tag == RANK_QUIT;
    if (self->early) { /* rank 0 has all results, or has given up this rank */
      self->next = message;
      nq_watch_end(&self->watch);
      break;
    }
    heed(self, &message, work);
    nq_bytes_release(&message.bytes);
  }
  nq_rank_end_orphan();
  pass_signal(self);
  if (!nq_work_is_over(work)) want_more(self);
  return any;
}

/* ---- Jobs ---- */

static const nq_work_kind *find_kind(const char *name) {
  static const nq_work_kind *const kinds[] = {&nq_count_work,  &nq_compare_work, &nq_generate_work,
                                              &cli_solve_work, &cli_check_work,  NULL};
  for (size_t i = 0; kinds[i] != NULL; i++)
    if (strcmp(kinds[i]->name, name) == 0) return kinds[i];
  return NULL;
}

static nq_status run_job(follower *self, nq_bytes *packed, nq_error *error) {
  void *job = NULL;
  nq_status status = self->kind.open(packed, &self->watch, &job, error);
  const nq_work_plan plan = {.kind = &self->kind,
                             .job = job,
                             .threads = self->threads,
                             .watch = &self->watch,
                             .crew = &self->crew,
                             .context = self,
                             .next = next_unit,
                             .settle = settle_result,
                             .failures = true};
  if (status == NQ_OK) status = nq_work_run(&plan, error);
  if (job != NULL) self->kind.close(job);
  return status;
}

/* A rank that cannot do the job asks for one unit and answers it with the error. */
static void do_job(follower *self, rank_message *message) {
  rank_job head;
  nq_error error = {0};
  if (!nq_bytes_take(&message->bytes, &head, sizeof head)) return;
  const nq_work_kind *kind = find_kind(head.kind);
  if (kind == NULL) return;
  self->number = message->job;
  self->kind = *kind;
  self->kind.unit_size += sizeof(uint64_t);
  self->kind.pack_job = NULL; /* nothing is passed on */
  self->threads = head.threads;
  self->began = nq_clock();
  self->finished = self->open = 0;
  self->closed = false;
  nq_watch_init(&self->watch, 0, NULL, NULL);
  nq_status status = run_job(self, &message->bytes, &error);
  nq_watch_release(&self->watch);
  if (status != NQ_OK && status != NQ_END) {
    nq_rank_sign(self->rank, &error);
    want(self, 1);
  }
  self->failed = error;
}

void nq_follow(int rank) {
  follower self = {.crew = {.turn = follow_turn}, .rank = rank};
  unsigned naps = 0;
  for (bool more = true; more;) {
    rank_message message = self.next;
    if (!self.early && !nq_rank_receive(&message)) {
      nq_rank_end_orphan();
      pass_signal(&self);
      nq_rank_nap(&naps);
      continue;
    }
    naps = 0;
    self.early = false;
    more = message.tag != RANK_QUIT;
    if (message.tag == RANK_JOB)
      do_job(&self, &message);
    else if (message.tag == RANK_JOIN)
      nq_joint_follow();
    else
      heed(&self, &message, NULL);
    refuse_units(&self, self.failed.status != NQ_OK ? &self.failed : NULL);
    nq_bytes_release(&message.bytes);
  }
  nq_bytes_release(&self.inbox);
}

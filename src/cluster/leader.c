/* Rank 0: hands out units as the others ask for them, and takes their results. */
#include "cluster/ranks.h"
#include "cli/commands.h"

#include <mpi.h>
#include <stdlib.h>
#include <string.h>

/* Units in a message, so that it is short. */
#define UNITS_MOST 16
/* When a run was stopped, the others have this long to give back what they have. */
#define SECONDS_TO_STOP 5

typedef struct leader {
  nq_crew crew;
  int ranks;
  uint64_t job;
  bool closed, stopped; /* the others know it */
  double stopped_at;
  bool lost;        /* some did not answer */
  unsigned wants[]; /* of each rank: units that it waits for */
} leader;

static leader *leader_of(nq_crew *crew) {
  return (leader *)(void *)crew;
}

static void begin_job(nq_crew *crew, nq_work *work) {
  leader *self = leader_of(crew);
  const nq_work_plan *plan = work->plan;
  rank_job job = {.threads = plan->threads};
  strncpy(job.kind, plan->kind->name, sizeof job.kind - 1);
  self->job++;
  self->closed = self->stopped = false;
  for (int rank = 1; rank < self->ranks; rank++) {
    nq_bytes bytes;
    nq_rank_begin(&bytes, self->job);
    nq_bytes_add(&bytes, &job, sizeof job);
    plan->kind->pack_job(plan->job, &bytes);
    self->wants[rank] = 0;
    (void)nq_rank_send(rank, RANK_JOB, &bytes); /* without it the rank wants nothing */
  }
}

/* No rank will return these. */
static void refuse(nq_work *work, nq_work_slot *const *slots, unsigned count) {
  for (unsigned i = 0; i < count; i++) {
    slots[i]->status =
        nq_error_set(&slots[i]->error, NQ_NO_MEMORY, "no memory for a message to a rank");
    nq_work_give(work, slots[i]);
  }
}

/* Send the rank as many units as it wants, if there are so many. */
static bool serve(leader *self, nq_work *work, int rank) {
  const nq_work_plan *plan = work->plan;
  nq_work_slot *sent[UNITS_MOST];
  unsigned count = 0;
  nq_bytes bytes;
  nq_rank_begin(&bytes, self->job);
  while (count < self->wants[rank] && count < UNITS_MOST) {
    nq_work_slot *slot = nq_work_take(work);
    if (slot == NULL) break;
    uint64_t number = (uint64_t)(slot - work->slot);
    slot->holder = (unsigned)rank;
    nq_bytes_add(&bytes, slot->unit, plan->kind->unit_size);
    nq_bytes_add(&bytes, &number, sizeof number);
    sent[count++] = slot;
  }
  self->wants[rank] -= count;
  if (count == 0)
    nq_bytes_release(&bytes);
  else if (!nq_rank_send(rank, RANK_UNITS, &bytes))
    refuse(work, sent, count);
  return count > 0;
}

static void take_result(nq_work *work, rank_message *message) {
  const nq_work_kind *kind = work->plan->kind;
  rank_result result;
  bool whole = nq_bytes_take(&message->bytes, &result, sizeof result);
  nq_work_slot *slot = whole ? &work->slot[result.slot] : NULL;
  if (slot == NULL || slot->done || slot->holder != (unsigned)message->from) return;
  slot->status = result.status;
  if (result.status != NQ_OK)
    whole = nq_bytes_take(&message->bytes, &slot->error, sizeof slot->error);
  else if (kind->unpack != NULL)
    whole = kind->unpack(&message->bytes, slot->result);
  else
    whole = nq_bytes_take(&message->bytes, slot->result, kind->result_size);
  if (!whole)
    slot->status = nq_error_set(&slot->error, NQ_NO_MEMORY, "no memory for the result of rank %d",
                                message->from);
  nq_work_give(work, slot);
}

static bool receive_all(leader *self, nq_work *work) {
  rank_message message;
  bool any = false;
  while (nq_rank_receive(&message)) {
    unsigned count = 0;
    any = true;
    if (message.job == self->job && message.tag == RANK_RESULT)
      take_result(work, &message);
    else if (message.job == self->job && message.tag == RANK_WANT &&
             nq_bytes_take(&message.bytes, &count, sizeof count))
      self->wants[message.from] += count;
    else if (message.tag == RANK_STOP)
      cli_interrupt();
    nq_bytes_release(&message.bytes);
  }
  return any;
}

/* Tell the others that no unit will follow, or that the run was stopped. */
static void close_job(nq_crew *crew, nq_work *work) {
  leader *self = leader_of(crew);
  bool stop = watch_stop(work->plan->watch) != NQ_STOP_NOT;
  if (self->stopped || (self->closed && !stop) || !nq_work_is_over(work)) return;
  for (int rank = 1; rank < self->ranks; rank++)
    (void)nq_rank_tell(rank, RANK_CLOSE, self->job, &stop, sizeof stop);
  self->closed = true;
  self->stopped = stop;
  if (stop) self->stopped_at = nq_clock();
}

/* A rank that has died cannot give back its units. */
static void give_up(leader *self, nq_work *work) {
  for (size_t i = 0; i < work->slots; i++) {
    nq_work_slot *slot = &work->slot[i];
    if (slot->done || slot->holder == 0) continue;
    slot->status = NQ_END;
    nq_work_give(work, slot);
  }
  self->lost = true;
}

static bool lead_turn(nq_crew *crew, nq_work *work) {
  leader *self = leader_of(crew);
  bool any = receive_all(self, work);
  for (int rank = 1; rank < self->ranks; rank++)
    while (self->wants[rank] > 0 && serve(self, work, rank)) any = true;
  close_job(crew, work);
  if (nq_rank_is_orphan()) cli_interrupt();
  if (self->stopped && nq_clock() - self->stopped_at > SECONDS_TO_STOP) give_up(self, work);
  return any;
}

static nq_status lead_joint(nq_crew *crew, const char *name, void *job, nq_error *error) {
  const uint64_t none = 0; /* the number of no job; to send it takes no memory */
  for (int rank = 1; rank < leader_of(crew)->ranks; rank++)
    MPI_Send(&none, sizeof none, MPI_BYTE, rank, RANK_JOIN, MPI_COMM_WORLD);
  return nq_joint_lead(name, job, error);
}

nq_crew *nq_leader_new(int ranks, int together) {
  leader *self = calloc(1, sizeof *self + (size_t)ranks * sizeof *self->wants);
  if (self == NULL) return NULL;
  *self = (leader){.crew = {.others = (unsigned)ranks - 1,
                            .together = (unsigned)together,
                            .begin = begin_job,
                            .turn = lead_turn,
                            .end = close_job,
                            .join = lead_joint},
                   .ranks = ranks};
  return &self->crew;
}

bool nq_leader_free(nq_crew *crew) {
  leader *self = leader_of(crew);
  bool lost = self->lost || nq_rank_is_orphan();
  for (int rank = 1; rank < self->ranks && !lost; rank++)
    (void)nq_rank_tell(rank, RANK_QUIT, self->job, NULL, 0);
  free(self);
  return !lost;
}

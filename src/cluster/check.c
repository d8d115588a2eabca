/* The check of a large board by all ranks: of one that rank 0 has opened, and of a new one. */
#include "board/board.h"
#include "cli/check/large.h"
#include "cluster/party.h"
#include "cluster/ranks.h"

#include <inttypes.h>
#include <limits.h>
#include <mpi.h>
#include <stdio.h>

/* What rank 0 sends to the others first. */
struct order {
  uint64_t memory_bytes, n, identity;
  char name[PATH_MAX];
};

/* Called by all ranks.  A new board gets the checksums of its files if it is valid; those of another
 * one are compared. */
static nq_status check(nq_party *party, cli_shards *shards, bool new, uint64_t memory_bytes,
                       nq_watch *watch, nq_check_report *report, nq_error *error) {
  const nq_large_board board = cli_shards_board(shards);
  nq_status status = nq_large_check_party(&board, party, memory_bytes, watch, report, error);
  if (status != NQ_OK || shards->folder < 0 || (new && !report->valid)) return status;
  status = cli_shards_join_sums(shards, party, error);
  if (status != NQ_OK) return status;
  if (!new) return cli_shards_verify(shards, 0, shards->count, NULL, NULL, error);
  status = cli_shards_sum(shards, 0, shards->count, NULL, NULL, error);
  shards->summed = status == NQ_OK;
  return status;
}

/* Differs for other boards, if they are in shards. */
static uint64_t identify(const cli_shards *shards) {
  uint64_t identity = shards->count;
  for (size_t i = 0; i < shards->count; i++)
    identity = identity * UINT64_C(0x9e3779b97f4a7c15) + shards->shard[i].checksum;
  return identity;
}

/* Of the watch at each rank. */
static bool go_on(void *context, const nq_progress *now) {
  const cli_check_together *job = context;
  nq_rank_end_orphan();
  return job == NULL || job->progress == NULL || job->progress(job->context, now);
}

nq_status nq_check_new(nq_party *party, cli_shards *shards, nq_progress_function *progress,
                       void *context, nq_check_report *report, nq_error *error) {
  cli_check_together job = {.progress = progress, .context = context};
  nq_watch watch;
  nq_watch_init(&watch, 0, go_on, &job);
  nq_status status = check(party, shards, true, 0, &watch, report, error);
  nq_watch_release(&watch);
  return status;
}

/* ---- Of a board that rank 0 has opened ---- */

static nq_status lead(void *context, nq_error *error) {
  cli_check_together *job = context;
  nq_party *party = nq_party_new(MPI_COMM_WORLD);
  nq_watch watch;
  struct order order = {
      .memory_bytes = job->memory_bytes, .n = job->shards->n, .identity = identify(job->shards)};
  snprintf(order.name, sizeof order.name, "%s", job->shards->name);
  nq_watch_init(&watch, 0, go_on, job);
  nq_party_tell(party, &order, sizeof order);
  nq_status status = nq_party_agree(party, NQ_OK, error);
  if (status == NQ_OK)
    status = check(party, job->shards, false, job->memory_bytes, &watch, &job->report, error);
  nq_watch_release(&watch);
  nq_party_free(party);
  return status;
}

/* Open the board that rank 0 has opened. */
static nq_status open_board(cli_shards *shards, const struct order *order, nq_error *error) {
  nq_status status = cli_shards_open(shards, order->name, error);
  if (status != NQ_OK || (shards->n == order->n && identify(shards) == order->identity))
    return status;
  return nq_error_set(error, NQ_BAD_FORMAT,
                      "%.200s is another board here: all ranks must read the same files",
                      order->name);
}

static void follow(void) {
  nq_party *party = nq_party_new(MPI_COMM_WORLD);
  nq_watch watch;
  struct order order;
  cli_shards shards = CLI_SHARDS_CLOSED;
  nq_check_report report;
  nq_error error = {0};
  nq_watch_init(&watch, 0, go_on, NULL);
  nq_party_tell(party, &order, sizeof order);
  nq_status status = open_board(&shards, &order, &error);
  if (status != NQ_OK) party->sign(party, &error);
  if (nq_party_agree(party, status, &error) == NQ_OK)
    (void)check(party, &shards, false, order.memory_bytes, &watch, &report, &error);
  cli_shards_release(&shards);
  nq_watch_release(&watch);
  nq_party_free(party);
}

const rank_joint nq_joint_check = {.name = "check", .lead = lead, .follow = follow};

#define _GNU_SOURCE /* realpath */
/* Ranks that solve a large board together: each writes its columns to the shards, which are on a
 * common file system. */
#include "cli/commands.h"
#include "cli/solve/together.h"
#include "cluster/party.h"
#include "cluster/ranks.h"
#include "core/limits.h"
#include "solve/large.h"

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* What rank 0 gives to all. */
struct order {
  uint64_t n, shard_columns, row_bytes;
  uint64_t seed, stream, threads;
  char path[PATH_MAX]; /* absolute: ranks may have other working directories */
};

static nq_status make_order(const cli_solve_together *job, struct order *order, nq_error *error) {
  char *path = realpath(job->shards->name, NULL);
  *order = (struct order){.n = job->shards->n,
                          .shard_columns = job->shards->shard_columns,
                          .row_bytes = job->shards->row_bytes,
                          .seed = job->solve->seed,
                          .stream = job->solve->stream,
                          .threads = job->solve->threads};
  bool fits = path != NULL && strlen(path) + 2 <= sizeof order->path;
  if (fits) strcat(strcpy(order->path, path), "/");
  free(path);
  return fits ? NQ_OK : nq_error_set(error, NQ_IO, "%.300s: no path to it", job->shards->name);
}

/* Each rank reads its part, and has the checksums of all files afterwards. */
static nq_status check(nq_party *party, const cli_solve_together *job, nq_error *error) {
  nq_large_report report;
  double begin = nq_clock();
  nq_status status = nq_check_lines(job->shards, job->progress, job->context, &report, error);
  job->result->seconds_check = nq_clock() - begin;
  job->result->seconds_total += job->result->seconds_check;
  if (status == NQ_OK) status = nq_large_require_valid(&report, error);
  return nq_party_agree(party, status, error);
}

/* At all ranks. */
static nq_status solve(nq_party *party, const cli_solve_together *job, nq_error *error) {
  const nq_large_board board = cli_shards_board(job->shards);
  nq_status status = nq_large_solve_party(&board, job->solve, party, job->result, error);
  uint64_t unsolved = job->result->verdict != NQ_SOLVED;
  status = nq_party_agree(party, status, error);
  party->sum(party, &unsolved, 1);
  if (status != NQ_OK || unsolved > 0) return status;
  return check(party, job, error);
}

static nq_status lead(void *context, nq_error *error) {
  cli_solve_together *job = context;
  nq_party *party = nq_party_new();
  struct order order;
  nq_status status = make_order(job, &order, error);
  if (status != NQ_OK) order.n = 0;
  nq_party_tell(party, &order, sizeof order);
  if (status == NQ_OK) status = nq_party_agree(party, NQ_OK, error);
  if (status == NQ_OK) status = solve(party, job, error);
  nq_party_free(party);
  return status;
}

static void follow(void) {
  nq_party *party = nq_party_new();
  struct order order;
  cli_shards shards = {.folder = -1, .file = {.descriptor = -1}};
  nq_error error = {0};
  nq_result result;
  nq_party_tell(party, &order, sizeof order);
  if (order.n > 0) {
    nq_solve_options options;
    nq_solve_options_init(&options);
    options.seed = order.seed;
    options.stream = order.stream;
    options.threads = (unsigned)order.threads;
    nq_status status = cli_shards_join(&shards, order.path, order.n, order.shard_columns,
                                       (unsigned)order.row_bytes, &error);
    if (status != NQ_OK) party->sign(party, &error);
    const cli_solve_together job = {.shards = &shards, .solve = &options, .result = &result};
    if (nq_party_agree(party, status, &error) == NQ_OK) (void)solve(party, &job, &error);
    cli_shards_release(&shards);
  }
  nq_party_free(party);
}

const rank_joint nq_joint_solve = {.name = "solve", .lead = lead, .follow = follow};

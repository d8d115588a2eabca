#define _GNU_SOURCE /* realpath */
/* Ranks that solve a large board together, in shards on a common file system.
 *
 * MODEL.  The ranks of a machine solve as threads of its first one, on the cores of all of them.
 * Threads share the bits of lines, which ranks would have to send to each other.  With several
 * machines, each of the first ranks solves and writes a part of the columns, and all ranks check. */
#include "board/method.h"
#include "board/board.h"
#include "cli/commands.h"
#include "cli/solve/work.h"
#include "cluster/machine.h"
#include "cluster/party.h"
#include "cluster/ranks.h"
#include "solve/parts.h"

#include <limits.h>
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

/* What rank 0 gives to all. */
struct order {
  uint64_t n, shard_columns, row_bytes;
  uint64_t seed, stream, threads;
  char path[PATH_MAX]; /* absolute: ranks may have other working directories */
};

struct crowd {
  nq_party *all, *first; /* the first ranks of all machines; NULL: this is none */
  nq_machine machine;
  uint64_t machines;
};

static struct crowd gather(void) {
  struct crowd crowd = {.all = nq_party_new(MPI_COMM_WORLD)};
  MPI_Comm firsts;
  nq_machine_init(&crowd.machine);
  bool first = crowd.machine.rank == 0;
  MPI_Comm_split(MPI_COMM_WORLD, first ? 0 : MPI_UNDEFINED, 0, &firsts);
  if (first) {
    crowd.first = nq_party_new(firsts);
    MPI_Comm_free(&firsts);
  }
  crowd.machines = first;
  crowd.all->sum(crowd.all, &crowd.machines, 1);
  return crowd;
}

static void part(struct crowd *crowd) {
  if (crowd->first != NULL) nq_party_free(crowd->first);
  nq_machine_release(&crowd->machine);
  nq_party_free(crowd->all);
}

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

/* Of the watch at rank 0 of one machine, which waits for nobody. */
static bool go_on(void *context, const nq_progress *now) {
  const nq_solve_options *given = context;
  nq_rank_end_orphan();
  return given->progress(given->context, now);
}

/* The first rank of a machine has as many threads as all ranks there, if there are cores for them. */
static nq_status search(struct crowd *crowd, const cli_solve_together *job, nq_error *error) {
  nq_large_board board = cli_shards_board(job->shards);
  nq_solve_options given = *job->solve, options = given;
  unsigned cores = nq_machine_take_cores(&crowd->machine), least = options.threads;
  nq_status status = NQ_OK;
  options.threads *= (unsigned)crowd->machine.ranks;
  if (options.threads > cores) options.threads = cores < least ? least : cores;
  if (given.progress != NULL) {
    options.progress = go_on;
    options.context = &given;
  }
  if (crowd->first != NULL)
    status = nq_large_solve_party(&board, &options, crowd->machines > 1 ? crowd->first : NULL,
                                  job->result, error);
  nq_machine_give_cores(&crowd->machine);
  return nq_party_agree(crowd->all, status, error);
}

/* Each rank reads its part, and has the checksums of all files afterwards. */
static nq_status check(nq_party *party, const cli_solve_together *job, nq_error *error) {
  nq_check_report report;
  double begin = nq_clock();
  nq_status status = nq_check_new(party, job->shards, job->progress, job->context, &report, error);
  job->result->seconds_check = nq_clock() - begin;
  job->result->seconds_total += job->result->seconds_check;
  if (status == NQ_OK) status = nq_report_require_valid(&report, job->shards->n, NULL, error);
  return nq_party_agree(party, status, error);
}

/* At all ranks. */
static nq_status solve(struct crowd *crowd, const cli_solve_together *job, nq_error *error) {
  nq_status status = search(crowd, job, error);
  uint64_t unsolved = crowd->first != NULL && job->result->verdict != NQ_SOLVED;
  crowd->all->sum(crowd->all, &unsolved, 1);
  nq_result_count(job->result, "ranks", crowd->all->ranks);
  nq_result_count(job->result, "machines", (double)crowd->machines);
  bool checked = crowd->machines == 1; /* as by nqueens */
  if (status != NQ_OK || unsolved > 0 || checked) return status;
  status = check(crowd->all, job, error);
  /* What this machine wrote, rank 0 cannot put on the disk. */
  if (status == NQ_OK) status = cli_shards_sync(job->shards, job->progress, job->context, error);
  return nq_party_agree(crowd->all, status, error);
}

static nq_status lead(void *context, nq_error *error) {
  cli_solve_together *job = context;
  struct crowd crowd = gather();
  struct order order;
  nq_status status = make_order(job, &order, error);
  if (status != NQ_OK) order.n = 0;
  nq_party_tell(crowd.all, &order, sizeof order);
  if (status == NQ_OK) status = nq_party_agree(crowd.all, NQ_OK, error);
  if (status == NQ_OK) status = solve(&crowd, job, error);
  part(&crowd);
  return status;
}

static void follow(void) {
  struct crowd crowd = gather();
  struct order order;
  cli_shards shards = CLI_SHARDS_CLOSED;
  nq_error error = {0};
  nq_result result = {.verdict = NQ_UNKNOWN};
  nq_party_tell(crowd.all, &order, sizeof order);
  if (order.n > 0) {
    nq_solve_options options;
    nq_solve_options_init(&options);
    options.seed = order.seed;
    options.stream = order.stream;
    options.threads = (unsigned)order.threads;
    nq_status status = cli_shards_join(&shards, order.path, order.n, order.shard_columns,
                                       (unsigned)order.row_bytes, &error);
    if (status != NQ_OK) crowd.all->sign(crowd.all, &error);
    const cli_solve_together job = {.shards = &shards, .solve = &options, .result = &result};
    if (nq_party_agree(crowd.all, status, &error) == NQ_OK) (void)solve(&crowd, &job, &error);
    cli_shards_release(&shards);
  }
  part(&crowd);
}

const rank_joint nq_joint_solve = {.name = "solve", .lead = lead, .follow = follow};

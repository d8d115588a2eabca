#define _GNU_SOURCE /* realpath */
/* The jobs that all ranks do together, in shards on a common file system: to check a large board,
 * and to solve one.
 *
 * MODEL.  The ranks of a machine solve as threads of its first one, on the cores of all of them.
 * Threads share the bits of lines, which ranks would have to send to each other.  With several
 * machines, each of the first ranks solves and writes a part of the columns, and all ranks
 * check. */
#include "board/board.h"
#include "board/method.h"
#include "cli/check/checker.h"
#include "cli/solve/parts.h"
#include "cluster/ranks.h"
#include "solve/parts.h"

#include <limits.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Whom the watch of a rank tells; all zero: nobody. */
struct listener {
  nq_progress_function *progress;
  void *context;
};

static bool go_on(void *context, const nq_progress *now) {
  const struct listener *told = context;
  nq_rank_end_orphan();
  return told->progress == NULL || told->progress(told->context, now);
}

/* What rank 0 tells the others first. */
struct order {
  bool solve; /* otherwise check */
  uint64_t n;
  char path[PATH_MAX]; /* of the board's files */
  /* To check */
  uint64_t memory_bytes, identity;
  /* To solve */
  uint64_t shard_columns, seed, stream;
  unsigned row_bytes, threads;
};

/* ---- Check ---- */

/* Called by all ranks.  A board without an index gets the checksums of its files if it is valid;
 * those of another one are compared. */
static nq_status check(nq_party *party, cli_check_together *job, nq_error *error) {
  cli_shards *shards = job->shards;
  const nq_large_board board = cli_shards_board(shards);
  struct listener told = {shards->progress, shards->context};
  nq_watch watch;
  nq_watch_init(&watch, 0, go_on, &told);
  nq_status status =
      nq_large_check_party(&board, party, job->memory_bytes, &watch, &job->report, error);
  nq_watch_release(&watch);
  bool summed = shards->folder >= 0 && (shards->listed || job->report.valid);
  if (status != NQ_OK || !summed) return status;
  cli_shards_join_sums(shards, party);
  return cli_shards_sum(shards, 0, shards->count, error);
}

/* Differs for other boards, if they are in shards. */
static uint64_t identify(const cli_shards *shards) {
  uint64_t identity = shards->count;
  for (size_t i = 0; i < shards->count; i++)
    identity = identity * UINT64_C(0x9e3779b97f4a7c15) + shards->shard[i].checksum;
  return identity;
}

/* Open the board that rank 0 has opened. */
static nq_status open_board(cli_shards *shards, const struct order *order, nq_error *error) {
  nq_status status = cli_shards_open(shards, order->path, error);
  if (status != NQ_OK || (shards->n == order->n && identify(shards) == order->identity))
    return status;
  return nq_error_set(error, NQ_BAD_FORMAT,
                      "%.200s is another board here: all ranks must read the same files",
                      order->path);
}

/* ---- Solve ---- */

struct crowd {
  nq_party *all, *first; /* the first ranks of all machines; NULL: this is none */
  nq_machine machine;
  uint64_t machines;
};

static struct crowd gather(nq_party *all) {
  struct crowd crowd = {.all = all};
  MPI_Comm firsts;
  nq_machine_init(&crowd.machine);
  bool first = crowd.machine.rank == 0;
  MPI_Comm_split(MPI_COMM_WORLD, first ? 0 : MPI_UNDEFINED, 0, &firsts);
  if (first) {
    crowd.first = nq_party_new(firsts);
    MPI_Comm_free(&firsts);
  }
  crowd.machines = first;
  all->sum(all, &crowd.machines, 1);
  return crowd;
}

static void part(struct crowd *crowd) {
  if (crowd->first != NULL) nq_party_free(crowd->first);
  nq_machine_release(&crowd->machine);
}

/* The first rank of a machine has as many threads as all ranks there, if there are cores for
 * them. */
static nq_status search(struct crowd *crowd, const cli_solve_together *job, nq_error *error) {
  nq_large_board board = cli_shards_board(job->shards);
  nq_solve_options options = *job->solve;
  struct listener told = {options.progress, options.context};
  unsigned cores = nq_machine_take_cores(&crowd->machine), least = options.threads;
  nq_status status = NQ_OK;
  options.threads *= (unsigned)crowd->machine.ranks;
  if (options.threads > cores) options.threads = cores < least ? least : cores;
  if (told.progress != NULL) {
    options.progress = go_on;
    options.context = &told;
  }
  if (crowd->first != NULL)
    status = nq_large_solve_party(&board, &options, crowd->machines > 1 ? crowd->first : NULL,
                                  job->result, error);
  nq_machine_give_cores(&crowd->machine);
  return nq_party_agree(crowd->all, status, error);
}

/* Each rank reads its part, and has the checksums of all files afterwards. */
static nq_status check_new(nq_party *party, const cli_solve_together *job, nq_error *error) {
  cli_check_together new = {.shards = job->shards};
  double begin = nq_clock();
  nq_status status = check(party, &new, error);
  job->result->seconds_check = nq_clock() - begin;
  job->result->seconds_total += job->result->seconds_check;
  if (status == NQ_OK) status = nq_report_require_valid(&new.report, job->shards->n, NULL, error);
  return nq_party_agree(party, status, error);
}

static nq_status solve_and_check(struct crowd *crowd, const cli_solve_together *job,
                                 nq_error *error) {
  nq_status status = search(crowd, job, error);
  uint64_t unsolved = crowd->first != NULL && job->result->verdict != NQ_SOLVED;
  crowd->all->sum(crowd->all, &unsolved, 1);
  nq_result_count(job->result, "ranks", crowd->all->ranks);
  nq_result_count(job->result, "machines", (double)crowd->machines);
  bool checked = crowd->machines == 1; /* as by nqueens */
  if (status != NQ_OK || unsolved > 0 || checked) return status;
  status = check_new(crowd->all, job, error);
  /* What this machine wrote, rank 0 cannot put on the disk. */
  if (status == NQ_OK) status = cli_shards_sync(job->shards, error);
  return nq_party_agree(crowd->all, status, error);
}

/* Called by all ranks. */
static nq_status solve(nq_party *party, const cli_solve_together *job, nq_error *error) {
  struct crowd crowd = gather(party);
  nq_status status = solve_and_check(&crowd, job, error);
  part(&crowd);
  return status;
}

static void follow_solve(nq_party *party, cli_shards *shards, const struct order *order,
                         nq_error *error) {
  nq_solve_options options;
  nq_result result = {.verdict = NQ_UNKNOWN};
  nq_solve_options_init(&options);
  options.seed = order->seed;
  options.stream = order->stream;
  options.threads = order->threads;
  (void)solve(party, &(cli_solve_together){shards, &options, &result}, error);
}

/* ---- Both ---- */

/* The path to solve is absolute: ranks may have other working directories. */
static nq_status make_solve_order(const cli_solve_together *job, struct order *order,
                                  nq_error *error) {
  char *path = realpath(job->shards->name, NULL);
  *order = (struct order){.solve = true,
                          .n = job->shards->n,
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

static void make_check_order(const cli_check_together *job, struct order *order) {
  *order = (struct order){
      .n = job->shards->n, .memory_bytes = job->memory_bytes, .identity = identify(job->shards)};
  snprintf(order->path, sizeof order->path, "%s", job->shards->name);
}

nq_status nq_joint_lead(const char *name, void *job, nq_error *error) {
  nq_party *party = nq_party_new(MPI_COMM_WORLD);
  struct order order;
  nq_status status = NQ_OK;
  if (strcmp(name, "check") == 0)
    make_check_order(job, &order);
  else
    status = make_solve_order(job, &order, error);
  nq_party_tell(party, &order, sizeof order);
  status = nq_party_agree(party, status, error);
  if (status == NQ_OK) status = order.solve ? solve(party, job, error) : check(party, job, error);
  nq_party_free(party);
  return status;
}

void nq_joint_follow(void) {
  nq_party *party = nq_party_new(MPI_COMM_WORLD);
  struct order order;
  cli_shards shards = CLI_SHARDS_CLOSED;
  nq_error error = {0};
  nq_status status = NQ_OK;
  nq_party_tell(party, &order, sizeof order);
  if (!order.solve)
    status = open_board(&shards, &order, &error);
  else if (order.path[0] != '\0')
    status =
        cli_shards_join(&shards, order.path, order.n, order.shard_columns, order.row_bytes, &error);
  if (status != NQ_OK) party->sign(party, &error);
  status = nq_party_agree(party, status, &error);
  if (status == NQ_OK && order.solve)
    follow_solve(party, &shards, &order, &error);
  else if (status == NQ_OK)
    (void)check(party, &(cli_check_together){.shards = &shards, .memory_bytes = order.memory_bytes},
                &error);
  cli_shards_release(&shards);
  nq_party_free(party);
}

/* nqueens-mpi: the program nqueens on the ranks of an MPI run. */
#include "cli/commands.h"
#include "cluster/ranks.h"

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* When a signal has come, rank 0 has this long to end the run before another rank ends itself. */
#define SECONDS_TO_END 10

/* Ranks understand each other if they are the same program. */
typedef struct identity {
  char version[32];
  size_t sizes[3]; /* of structs, which are sent as they are */
  char host[MPI_MAX_PROCESSOR_NAME];
} identity;

static identity identify(void) {
  identity own = {.sizes = {sizeof(void *), sizeof(nq_result), sizeof(nq_work_slot)}};
  int length;
  snprintf(own.version, sizeof own.version, "%s", nq_version());
  MPI_Get_processor_name(own.host, &length);
  return own;
}

/* The first rank that is another program than rank 0; 0: none. */
static int find_stranger(const identity *all, int ranks) {
  for (int rank = 1; rank < ranks; rank++)
    if (memcmp(&all[rank], &all[0], offsetof(identity, host)) != 0) return rank;
  return 0;
}

/* Do all ranks run the same program?  Otherwise rank 0 reports it. */
static bool ranks_agree(int rank, int ranks) {
  const identity own = identify();
  int agree = 1;
  identity *all = rank == 0 ? calloc((size_t)ranks, sizeof *all) : NULL;
  if (rank == 0 && all == NULL) {
    MPI_Abort(MPI_COMM_WORLD, CLI_ERROR);
    return false;
  }
  MPI_Gather(&own, sizeof own, MPI_BYTE, all, sizeof own, MPI_BYTE, 0, MPI_COMM_WORLD);
  int stranger = rank == 0 ? find_stranger(all, ranks) : 0;
  if (stranger > 0) {
    agree = 0;
    cli_say("rank %d on %s runs version %s, rank 0 on %s runs version %s: all ranks must run the "
            "same nqueens-mpi",
            stranger, all[stranger].host, all[stranger].version, all[0].host, all[0].version);
  }
  free(all);
  MPI_Bcast(&agree, 1, MPI_INT, 0, MPI_COMM_WORLD);
  return agree != 0;
}

/* At rank 0: the most ranks on one machine. */
static int count_together(void) {
  nq_machine machine;
  int most = 1;
  nq_machine_init(&machine);
  MPI_Reduce(&machine.ranks, &most, 1, MPI_INT, MPI_MAX, 0, MPI_COMM_WORLD);
  nq_machine_release(&machine);
  return most;
}

/* "Open MPI v4.1.4" of "Open MPI v4.1.4, package: ..". */
static void name_library(char mpi[MPI_MAX_LIBRARY_VERSION_STRING]) {
  int length;
  MPI_Get_library_version(mpi, &length);
  mpi[strcspn(mpi, ",\n")] = '\0';
}

static int lead(int argc, char **argv, int ranks, int together) {
  nq_crew *crew = NULL;
  char mpi[MPI_MAX_LIBRARY_VERSION_STRING];
  if (ranks > 1 && (crew = nq_leader_new(ranks, together)) == NULL) {
    cli_say("out of memory");
    MPI_Abort(MPI_COMM_WORLD, CLI_ERROR);
  }
  name_library(mpi);
  int code = cli_run(argc, argv, crew, mpi);
  if (crew != NULL && !nq_leader_free(crew)) MPI_Abort(MPI_COMM_WORLD, code);
  return code;
}

int main(int argc, char **argv) {
  int provided, rank, ranks, together, code;
  cli_signals_init();
  MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  (void)nq_rank_is_orphan();                    /* remembers the parent */
  if (rank > 0) cli_end_within(SECONDS_TO_END); /* rank 0 ends the run */
  code = rank == 0 ? CLI_ERROR : CLI_YES;
  if (!ranks_agree(rank, ranks)) {
    MPI_Finalize();
    return code;
  }
  together = count_together();
  if (rank == 0)
    code = lead(argc, argv, ranks, together);
  else
    nq_follow(rank);
  MPI_Finalize();
  return code;
}

/* Islands: populations that breed apart, in threads, and exchange their best individuals.
 *
 * MODEL.  A run is a sequence of restarts; a restart is a sequence of stages.  In a stage each
 * island breeds by itself, with its own random stream and memory, for as many generations as there
 * are up to the next migration; or it takes its migrants:
 *
 *     stage     0        1                2         3
 *     island 0  start  | breed ........ | receive | breed ........ |
 *     island 1  start  | breed ........ | receive | breed ........ |
 *     island 2  start  | breed ........ | receive | breed ........ |
 *                      ^                ^ settle  ^
 *
 * Any thread works on any island: a stage of all islands is a batch of jobs (parallel/threads.h),
 * one for each island or, where the threads cannot share them equally, for each of its turns.
 * Between two stages the calling thread alone counts, traces and decides, in the order of
 * generations and islands, so that nothing depends on the threads.  An island that solves in
 * generation g ends the run there: the others breed up to g, and what they counted beyond is left
 * out.
 *
 * Migration (R. Tanese, "Distributed genetic algorithms", Proc. 3rd Int. Conf. on Genetic
 * Algorithms, 1989): the best of an island replace the worst of the next one (ring) or of all
 * others (full).  No island sends what it replaces, so all can receive at the same time. */
#ifndef NQ_GENETIC_ISLANDS_H
#define NQ_GENETIC_ISLANDS_H

#include "genetic/population.h"

#include <stdatomic.h>

/* An island after a generation. */
typedef struct nq_island_record {
  nq_generation shown; /* all of it if the run is traced; otherwise the best and the evaluations */
  uint64_t steps, memetic_steps;
} nq_island_record;

typedef struct nq_island {
  nq_genetic_plan plan; /* with the island's part of the population */
  nq_population population;
  nq_breeding breeding;     /* NQ_BREEDING_STEPS: it rests */
  bool left_out;            /* of this restart: it rests already */
  uint64_t reached;         /* generations of this restart, with generation 0 */
  uint64_t steps_before;    /* this restart */
  nq_island_record *record; /* of the generations of this stage */
  nq_island_record last;    /* of the stages before */
  uint32_t *boards;   /* n rows for each record, and for `last`; NULL: not traced, or n is large */
  uint32_t *solution; /* n rows */
  nq_lineage family;  /* of the only island, where boards are traced */
  nq_birth birth;     /* that is shown, */
  uint64_t *before;   /* and the costs of the generation before */
  atomic_uint_least64_t turns; /* that it has had in this stage */
  unsigned char apart[64];     /* no two islands share a cache line */
} nq_island;

typedef enum nq_stage { NQ_STAGE_START, NQ_STAGE_BREED, NQ_STAGE_RECEIVE } nq_stage;

typedef struct nq_islands {
  const nq_task *task;
  const nq_genetic_plan *plan;
  nq_island *island;
  /* of this stage: generations first .. until - 1 */
  nq_stage stage;
  uint64_t turns; /* of each island */
  uint64_t first, until;
  atomic_uint_least64_t solved_at; /* the first generation with a solution, or UINT64_MAX */
  /* of this restart */
  uint64_t restart, best, recorded; /* the lowest cost, and its first generation */
  /* of the run */
  uint64_t turns_most;
  bool done;
  nq_breeding end;
  uint32_t winner; /* the island that solved, or has the best board */
  uint64_t generations, evaluations, steps, memetic_steps, migrations;
} nq_islands;

/* NQ_NO_MEMORY, or NQ_OK.  Release it in any case. */
nq_status nq_islands_init(nq_islands *islands, const nq_genetic_plan *plan, nq_task *task,
                          nq_error *error);
void nq_islands_release(nq_islands *islands);
/* Bytes of all islands; UINT64_MAX on overflow. */
uint64_t nq_islands_bytes(const nq_genetic_plan *plan, const nq_task *task);

/* Breed until the task is solved or a limit is reached. */
void nq_islands_run(nq_islands *islands);

/* True when the placed queens leave at most one open column: the first generation then contains
 * every possible board. */
bool nq_islands_have_one_board(const nq_islands *islands);

#endif

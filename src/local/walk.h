/* One walk of min-conflicts: a start board and the steps from it, up to a number of tries.
 *
 * MODEL.  A run is a sequence of walks 0, 1, 2, ..; each walk has its own random stream, so it
 * depends only on the options and its number.  The answer is that of the lowest walk that solves
 * within its tries, whether the walks run in sequence or in parallel.
 *
 *     try    one candidate step is examined: a pair of queens, or a whole column
 *     step   a try that moved a queen or swapped two (counted by limits.steps)
 *
 * Evaluations are the rows of a column that is scanned, the swaps whose change of conflicts is
 * computed, the start boards, and the queens that the greedy start places. */
#ifndef NQ_LOCAL_WALK_H
#define NQ_LOCAL_WALK_H

#include "board/conflicts.h"
#include "board/method.h"
#include "board/occupancy.h"

#include <stdatomic.h>

/* Shared by all walks of a run. */
typedef struct nq_walk_plan {
  const nq_domain *domain;
  nq_watch *watch;
  nq_min_conflicts_options options; /* all chosen; patience: tries of the first walk */
  uint64_t seed, stream;
  uint32_t n;
  unsigned threads; /* for the start of walk 0, which runs alone; the board does not depend on it */
  atomic_uint_least64_t *last; /* later walks need not go on; or NULL */
  const uint32_t *given;       /* n entries: the board of NQ_START_GIVEN; or NULL */
  bool keep;                   /* its queens return to their rows where that costs no conflicts */
  bool compact; /* repair on bits (board/occupancy.h), not on full counters (board/conflicts.h) */
} nq_walk_plan;

/* A walker: memory that its walks use one after another. */
typedef struct nq_walk {
  const nq_walk_plan *plan;
  uint32_t *rows;             /* n entries: its board */
  void *memory;               /* of all that follows but the conflicts: in one block, most of it
                                 is in a huge page */
  uint32_t *left, *free_rows; /* nq_walk_room entries; see local/greedy.h */
  uint64_t left_count;        /* when compact: entries of left[] that are to be repaired */
  uint32_t *ties;             /* n entries for steps column and sweep */
  nq_occupancy occupancy;     /* for the greedy start */
  bool started;               /* the occupancy was used: it is not empty */
  nq_conflicts *conflicts;    /* NULL when compact */
  nq_pcg64 random;
  uint32_t index;
  /* of the last walk */
  bool solved;
  bool stopped; /* by the watch */
  bool failed;  /* with `error` */
  nq_error error;
  uint64_t tries, steps, evaluations, start_conflicts, left_over, conflicts_now;
  double seconds_start;
} nq_walk;

/* Do queens move within their columns, and may rows hold several? */
static inline bool walk_in_columns(const nq_walk_plan *plan) {
  return plan->options.step == NQ_STEP_COLUMN || plan->options.step == NQ_STEP_SWEEP;
}

/* ---- options.c ---- */

/* The table of options. */
extern const nq_option nq_min_conflicts_table[];

/* Choose every default of options->min_conflicts for the instance. */
nq_status nq_min_conflicts_resolve(nq_solve_options *options, const nq_instance *instance,
                                   nq_error *error);

/* Plan the walks of a task: the options with all defaults chosen, in range.  NQ_BAD_VALUE;
 * NQ_NO_MEMORY: there is not enough for one walker either. */
nq_status nq_walk_plan_init(nq_walk_plan *plan, const nq_task *task, const nq_domain *domain,
                            nq_error *error);

/* ---- walk_start.c ---- */

/* Allocate a walker's memory except `rows`: NQ_NO_MEMORY, or NQ_OK.  Release it in any case. */
nq_status nq_walk_init(nq_walk *walk, const nq_walk_plan *plan, uint32_t *rows, nq_error *error);
void nq_walk_release(nq_walk *walk);
uint64_t nq_walk_bytes(const nq_walk_plan *plan);
/* Entries in left[] and in free_rows[]. */
uint64_t nq_walk_room(const nq_walk_plan *plan);

/* Fill walk->rows with a start board and count its conflicts; false when stopped, failed, or the
 * greedy start is stuck: then neither flag is set. */
bool nq_walk_start(nq_walk *walk);

/* Count the board in walk->rows on the full counters; false when stopped. */
bool nq_walk_count(nq_walk *walk);

/* ---- walk_steps.c ---- */

/* Begin walk number `index`; false: its start board was stopped, stuck or failed.  Go on until it
 * has made, in all, `tries` tries or `steps` steps (both >= 1); with larger limits again. */
bool nq_walk_begin(nq_walk *walk, uint32_t index);
void nq_walk_go_on(nq_walk *walk, uint64_t tries, uint64_t steps);

/* Take steps on walk->conflicts until no conflicts are left or a limit is reached. */
void nq_walk_steps(nq_walk *walk, uint64_t tries, uint64_t steps);
/* The same with swaps on walk->occupancy, to repair the queens of columns walk->left[0 ..
 * left_count - 1]. */
void nq_walk_repair(nq_walk *walk, uint64_t tries, uint64_t steps);

static inline void walk_fail(nq_walk *walk, nq_status status, const char *why) {
  walk->failed = true;
  nq_error_set(&walk->error, status, "%s", why);
}

/* Must the walk end early: stopped, or because an earlier one has solved?  Call it once in a
 * while. */
static inline bool walk_must_stop(nq_walk *walk, uint64_t conflicts) {
  nq_progress progress = {.phase = "repair", .conflicts = conflicts, .restarts = walk->index};
  const nq_walk_plan *plan = walk->plan;
  walk->stopped = nq_watch_poll(plan->watch, progress);
  return walk->stopped || (plan->last != NULL &&
                           atomic_load_explicit(plan->last, memory_order_relaxed) < walk->index);
}

#endif

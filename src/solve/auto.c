/* MODEL.  Several searches take turns until one of them has found a solution or proved that there
 * is none:
 *
 *     backtracking    goes through all possibilities: in the end it answers
 *     min-conflicts   finds solutions of boards that are too large for that
 *     sat             is stronger than both on some instances; where CaDiCaL is there
 *
 * In round 0, 1, 2, .. each search gets a time that doubles with the round, stated as a number of
 * its steps (nq_search_cost), and goes on where it stopped.  A search that needs more time than
 * that before its first step waits for a later round.  So whichever search is best for the
 * instance, the run takes a small multiple of its time.
 *
 * With several threads the searches of a round run side by side.  What they find is settled in
 * their order, and no clock is read: the result depends on the instance, the options and the seed
 * alone.  A board without restrictions is left to min-conflicts, which always solves it. */
#include "solve/parts.h"
#include "exact/exact.h"
#include "local/local.h"
#include "parallel/threads.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

/* Nanoseconds of a round: the first, and no more than the largest. */
#define WORK_FIRST (UINT64_C(1) << 20)
#define WORK_MOST  (UINT64_C(1) << 62)

/* A search takes part with 1 / share of the round's time. */
struct part {
  const nq_search_kind *kind;
  unsigned share;
  /* Counters of the result; NULL: the search has its own. */
  const char *steps, *restarts, *seconds;
};

static const struct part parts[] = {
    {&nq_search_backtracking, 1, NULL, "backtracking_restarts", "backtracking_seconds"},
    {&nq_search_min_conflicts, 2, "min_conflicts_steps", "min_conflicts_restarts",
     "min_conflicts_seconds"},
#ifdef NQ_HAVE_CADICAL
    {&nq_search_sat, 8, "sat_steps", NULL, "sat_seconds"},
#endif
};

enum { PARTS = sizeof parts / sizeof *parts }; /* NOLINT(bugprone-sizeof-expression) */

struct team;

struct member {
  const struct part *part;
  struct team *team;
  size_t place; /* in the order of the members */
  nq_search_cost cost;
  bool able;      /* it can search the instance, and has memory for it */
  nq_watch watch; /* its own: it stops too when an earlier member has answered */
  nq_task task;
  nq_result result; /* as of the last turn that was settled */
  void *search;     /* NULL until its first turn */
  uint64_t steps;   /* most of the turn */
  nq_verdict verdict;
  nq_status status;
  nq_error error;
  nq_progress progress; /* the last; guarded by the team's lock */
  double seconds;
};

struct team {
  nq_task *task;
  struct member member[PARTS];
  struct member *turn[PARTS]; /* the members of this round */
  size_t turns;
  atomic_size_t next_turn;
  atomic_uint_least64_t answered; /* the first of the members that have answered, or PARTS */
  pthread_mutex_t lock;
  uint64_t rounds;
};

/* ---- Progress and stops ---- */

/* One line for all: the branches of complete search, and the restarts of both. */
static nq_progress merge_progress(const struct team *team) {
  nq_progress merged = {.phase = "search"};
  for (size_t i = 0; i < PARTS; i++) {
    const nq_progress *at = &team->member[i].progress;
    merged.restarts += at->restarts;
    merged.conflicts += at->conflicts;
    if (at->branches == 0) continue;
    merged.branches = at->branches;
    merged.done = at->done;
    merged.total = at->total;
    merged.bytes = at->bytes;
  }
  return merged;
}

/* Whether the member may go on. */
static bool report_progress(void *context, const nq_progress *progress) {
  struct member *member = context;
  struct team *team = member->team;
  nq_watch *watch = team->task->watch;
  pthread_mutex_lock(&team->lock);
  member->progress = *progress;
  bool due = nq_watch_claim(watch);
  nq_progress merged = merge_progress(team);
  pthread_mutex_unlock(&team->lock);
  if (due) nq_watch_report(watch, merged);
  return watch_stop(watch) == NQ_STOP_NOT && atomic_load(&team->answered) > member->place;
}

/* ---- Turns ---- */

static void take_turn(struct member *member) {
  const nq_search_kind *kind = member->part->kind;
  struct team *team = member->team;
  double begin = nq_clock();
  member->verdict = NQ_UNKNOWN;
  member->status = NQ_OK;
  if (atomic_load(&team->answered) < member->place) return;
  if (member->search == NULL)
    member->status = kind->begin(&member->task, &member->search, &member->error);
  if (member->status == NQ_OK)
    member->status = kind->run(member->search, member->steps, &member->verdict, &member->error);
  member->seconds += nq_clock() - begin;
  bool goes_on = member->status == NQ_OK && member->verdict == NQ_UNKNOWN;
  if (goes_on || member->status == NQ_NO_MEMORY) return;
  lower_to(&team->answered, member->place);
}

static void *take_turns(void *context) {
  struct team *team = context;
  for (size_t i; (i = atomic_fetch_add(&team->next_turn, 1)) < team->turns;)
    take_turn(team->turn[i]);
  return NULL;
}

/* ---- Rounds ---- */

static void sum_members(const struct team *team, nq_result *result) {
  result->steps = result->restarts = result->memory_bytes = 0;
  result->conflicts = UINT64_MAX;
  for (size_t i = 0; i < PARTS; i++) {
    const nq_result *own = &team->member[i].result;
    result->steps += own->steps;
    result->restarts += own->restarts;
    result->memory_bytes += own->memory_bytes;
    if (own->steps > 0 && own->conflicts < result->conflicts) result->conflicts = own->conflicts;
  }
}

static void end_search(struct member *member) {
  if (member->search != NULL) member->part->kind->end(member->search);
  member->search = NULL;
}

static bool any_is_able(const struct team *team) {
  for (size_t i = 0; i < PARTS; i++)
    if (team->member[i].able) return true;
  return false;
}

/* Note what the turn came to.  A search without memory leaves the team; the last one fails. */
static nq_status settle_turn(struct team *team, struct member *member, nq_error *error) {
  if (member->status == NQ_NO_MEMORY) {
    end_search(member);
    member->able = false;
    if (any_is_able(team)) return NQ_OK;
  }
  if (member->status != NQ_OK) {
    nq_error_pass(error, &member->error);
    return member->status;
  }
  member->result = (nq_result){.verdict = member->verdict, .conflicts = UINT64_MAX};
  member->part->kind->report(member->search, &member->result);
  sum_members(team, team->task->result);
  return NQ_OK;
}

/* Take the turns, and settle them up to the first answer. */
static nq_status run_turns(struct team *team, nq_error *error) {
  unsigned threads = team->task->options->threads;
  nq_status status = NQ_OK;
  atomic_store(&team->next_turn, 0);
  nq_threads_run(threads < team->turns ? threads : (unsigned)team->turns, take_turns, team);
  for (size_t i = 0; status == NQ_OK && i < team->turns; i++)
    if (team->turn[i]->place <= atomic_load(&team->answered))
      status = settle_turn(team, team->turn[i], error);
  return status;
}

/* Why the run must end without an answer, or NULL. */
static const char *limit_reached(const struct team *team) {
  const nq_limits *limits = &team->task->options->limits;
  const nq_result *result = team->task->result;
  if (limits->steps > 0 && result->steps >= limits->steps) return "the limit of steps was reached";
  if (limits->restarts > 0 && result->restarts >= limits->restarts)
    return "the limit of restarts was reached";
  return nq_watch_poll(team->task->watch, merge_progress(team)) ? "" : NULL;
}

static bool has_ended(const struct team *team) {
  return atomic_load(&team->answered) < PARTS || limit_reached(team) != NULL;
}

/* With a limit of steps each turn is on its own: what it may spend is known only then. */
static nq_status run_round(struct team *team, uint64_t work, nq_error *error) {
  const nq_limits *limits = &team->task->options->limits;
  nq_status status = NQ_OK;
  team->rounds++;
  team->turns = 0;
  for (size_t i = 0; status == NQ_OK && i < PARTS; i++) {
    struct member *member = &team->member[i];
    uint64_t time = work / member->part->share;
    if (!member->able || time < member->cost.start) continue;
    member->steps = 1 + time / member->cost.step;
    team->turn[team->turns++] = member;
    if (limits->steps == 0) continue;
    if (has_ended(team)) return NQ_OK;
    uint64_t left = limits->steps - team->task->result->steps;
    if (left < member->steps) member->steps = left;
    status = run_turns(team, error);
    team->turns = 0;
  }
  return team->turns > 0 ? run_turns(team, error) : status;
}

/* ---- The result ---- */

static nq_status take_answer(struct team *team, nq_error *error) {
  const struct member *member = &team->member[atomic_load(&team->answered)];
  const nq_search_kind *kind = member->part->kind;
  nq_result *result = team->task->result;
  result->verdict = member->verdict;
  result->member = kind->method;
  memcpy(result->reason, member->result.reason, sizeof result->reason);
  if (member->verdict == NQ_SOLVED && kind->rows != NULL)
    kind->rows(member->search, team->task->rows);
  bool refuted = member->verdict == NQ_UNSOLVABLE && kind->finish != NULL;
  return refuted ? kind->finish(member->search, error) : NQ_OK;
}

static void count_members(const struct team *team) {
  nq_result *result = team->task->result;
  nq_result_count(result, "rounds", (double)team->rounds);
  for (size_t i = 0; i < PARTS; i++) {
    const struct member *member = &team->member[i];
    const struct part *part = member->part;
    const nq_result *own = &member->result;
    if (part->steps != NULL) nq_result_count(result, part->steps, (double)own->steps);
    if (part->restarts != NULL) nq_result_count(result, part->restarts, (double)own->restarts);
    nq_result_count(result, part->seconds, member->seconds);
    for (size_t k = 0; k < own->counters; k++)
      nq_result_count(result, own->counter[k].name, own->counter[k].value);
  }
}

static nq_status run_rounds(struct team *team, nq_error *error) {
  nq_status status = NQ_OK;
  for (uint64_t work = WORK_FIRST; status == NQ_OK && !has_ended(team);) {
    status = run_round(team, work, error);
    if (work < WORK_MOST) work *= 2;
  }
  if (status != NQ_OK) return status;
  count_members(team);
  if (atomic_load(&team->answered) < PARTS) return take_answer(team, error);
  const char *limit = limit_reached(team);
  nq_result_unknown(team->task->result, team->task->watch, limit != NULL ? limit : "");
  return NQ_OK;
}

/* ---- The method ---- */

static void init_team(struct team *team, nq_task *task) {
  *team = (struct team){.task = task};
  atomic_init(&team->answered, PARTS);
  pthread_mutex_init(&team->lock, NULL);
  for (size_t i = 0; i < PARTS; i++) {
    struct member *member = &team->member[i];
    member->part = &parts[i];
    member->team = team;
    member->place = i;
    member->task = *task;
    member->task.watch = &member->watch;
    nq_watch_init(&member->watch, 0, report_progress, member);
    member->able = member->part->kind->cost(&member->task, &member->cost);
  }
}

static void release_team(struct team *team) {
  for (size_t i = 0; i < PARTS; i++) {
    end_search(&team->member[i]);
    nq_watch_release(&team->member[i].watch);
  }
  pthread_mutex_destroy(&team->lock);
}

static nq_status solve_in_turns(nq_task *task, nq_error *error) {
  double begin = nq_clock();
  if (nq_instance_is_plain(task->instance) && task->n != 2 && task->n != 3) {
    task->result->member = nq_method_min_conflicts.name;
    return nq_method_min_conflicts.solve(task, error);
  }
  struct team team;
  init_team(&team, task);
  nq_status status = run_rounds(&team, error);
  release_team(&team);
  task->result->seconds_search = nq_clock() - begin;
  return status;
}

const nq_method nq_method_auto = {
    .name = "auto",
    .summary = "exact and local search in turns; any n and any instance",
    .solve = solve_in_turns,
    .step = "one step of any of the searches that take turns",
    .proves = true,
};

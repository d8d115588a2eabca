/* Backtracking on several threads.
 *
 * MODEL.  The calling thread searches the first columns and hands out the rest in parts, in
 * lexicographic order.  The parts are in a ring of slots:
 *
 *          head              taken              handed
 *     - - - | done  full  done | waiting  waiting | - - -
 *           next in order: its boards are passed on
 *
 * A thread takes the next waiting part, searches it and puts its boards into the slot's sink.  When
 * the sink is full, the thread waits until the part is the head and its sink is emptied.  So memory
 * holds no more than the sinks of the ring, and the calling thread, which needs a free slot for
 * each part, never runs far ahead.  The calling thread also passes on boards, polls the watch, and
 * adds up the statistics: those of its own search up to the head, and those of the parts before the
 * head.
 *
 * A limit of solutions counts boards in order.  When a part becomes the head, its thread learns the
 * rest of the limit after its first sink is passed on.  If that first sink reaches the limit, its
 * boards are dropped and the calling thread searches the part again up to the limit, because the
 * statistics at the last board are not known otherwise. */
#include "exact/backtracking_parts.h"
#include "parallel/threads.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#define SLOTS_PER_THREAD    4
#define NANOSECONDS_BETWEEN 20000000 /* between polls of the watch while waiting */

enum part_state {
  PART_WAITING, /* for a thread */
  PART_TAKEN,
  PART_FULL, /* its thread waits until the sink is empty */
  PART_DONE
};

struct part {
  enum part_state state;
  nq_backtrack_run run;       /* its search; only its thread may use it unless FULL or DONE */
  nq_squares view;            /* of `run` */
  uint32_t columns;           /* that have queens */
  nq_enumerate_result before; /* the walk up to here */
  uint64_t passed;            /* solutions passed on from the sink */
  void *sink;
};

struct nq_backtrack_team {
  const nq_backtrack_plan *plan;
  uint32_t columns; /* that the walk of a part fills */
  struct part *ring;
  uint64_t slots, head, taken,
      handed;                 /* numbers of parts; a part's slot is its number modulo slots */
  atomic_bool stop;           /* the threads end */
  nq_enumerate_result report; /* up to the head; its end when that is known */
  struct part *again;         /* part to search again, up to the limit; or NULL */
  pthread_t *threads;
  unsigned started;
  pthread_mutex_t lock;      /* guards all that changes except the atomic */
  pthread_cond_t handed_out; /* threads wait for it */
  pthread_cond_t emptied;    /* threads with a full sink wait for it */
  pthread_cond_t moved;      /* the calling thread waits for it: a part is DONE or FULL */
};

static struct part *part_at(nq_backtrack_team *team, uint64_t number) {
  return &team->ring[number % team->slots];
}

/* ---- The threads ---- */

/* Wait until the sink is empty again; false when the search is over. */
static bool wait_for_sink(struct part *part) {
  nq_backtrack_team *team = part->run.team;
  pthread_mutex_lock(&team->lock);
  part->state = PART_FULL;
  pthread_cond_signal(&team->moved);
  while (part->state == PART_FULL && !atomic_load(&team->stop))
    pthread_cond_wait(&team->emptied, &team->lock);
  bool emptied = part->state == PART_TAKEN;
  pthread_mutex_unlock(&team->lock);
  return emptied;
}

static bool put_board(void *context, const uint32_t *rows) {
  struct part *part = context;
  nq_backtrack_put put = part->run.plan.sink->put(part->sink, rows);
  return put == NQ_PUT_MORE || (put == NQ_PUT_FULL && wait_for_sink(part));
}

static void search_part(struct part *part) {
  nq_backtrack_run *run = &part->run;
  run->report = (nq_enumerate_result){0};
  nq_backtrack_set_pause(run);
  run->walk(run, part->columns);
}

static void *search_parts(void *argument) {
  nq_backtrack_team *team = argument;
  pthread_mutex_lock(&team->lock);
  while (!atomic_load(&team->stop)) {
    if (team->taken < team->handed) {
      struct part *part = part_at(team, team->taken++);
      part->state = PART_TAKEN;
      pthread_mutex_unlock(&team->lock);
      search_part(part);
      pthread_mutex_lock(&team->lock);
      part->state = PART_DONE;
      if (part == part_at(team, team->head)) pthread_cond_signal(&team->moved);
    } else {
      pthread_cond_wait(&team->handed_out, &team->lock);
    }
  }
  pthread_mutex_unlock(&team->lock);
  return NULL;
}

/* ---- The calling thread, which holds the lock ---- */

/* The search ends at the head. */
static bool end_with(nq_backtrack_team *team, nq_enumerate_end end) {
  team->report.end = end;
  return false;
}

/* Pass on the boards in the sink, without the lock; false: the visitor ended the search. */
static bool pass_on(nq_backtrack_team *team, struct part *part) {
  const nq_backtrack_plan *plan = team->plan;
  bool passed = true;
  if (plan->visit != NULL) {
    pthread_mutex_unlock(&team->lock);
    passed = plan->sink->pass_on(plan->context, part->sink);
    pthread_mutex_lock(&team->lock);
  }
  team->report.solutions += part->run.report.solutions - part->passed;
  part->passed = part->run.report.solutions;
  return passed || end_with(team, NQ_ENUMERATE_VISITOR);
}

static void add_statistics(nq_backtrack_team *team, const nq_enumerate_result *part) {
  team->report.branches += part->branches;
  team->report.failures += part->failures;
}

/* Pass on the head, which is FULL or DONE; false: the search ends. */
static bool move_head(nq_backtrack_team *team) {
  struct part *part = part_at(team, team->head);
  uint64_t limit = team->plan->solutions, left = limit - team->report.solutions;
  if (limit > 0 && part->passed == 0 && part->run.report.solutions >= left) {
    team->again = part;
    return end_with(team, NQ_ENUMERATE_LIMIT);
  }
  if (!pass_on(team, part)) return false;
  if (part->state == PART_FULL) {
    if (limit > 0) part->run.plan.solutions = part->passed + limit - team->report.solutions;
    part->state = PART_TAKEN;
    pthread_cond_broadcast(&team->emptied);
    return true;
  }
  add_statistics(team, &part->run.report);
  if (part->run.report.end != NQ_ENUMERATE_ALL) return end_with(team, part->run.report.end);
  team->head++;
  return true;
}

/* Pass parts on until at most `most` are in the ring; false: the search ends. */
static bool move_on(nq_backtrack_team *team, uint64_t most) {
  while (team->head < team->handed) {
    enum part_state state = part_at(team, team->head)->state;
    bool ready = state == PART_DONE || state == PART_FULL;
    if (!ready && team->handed - team->head <= most) break;
    if (nq_watch_poll(team->plan->watch, (nq_progress){.phase = "search"}))
      return end_with(team, NQ_ENUMERATE_STOPPED);
    if (!ready)
      nq_condition_wait(&team->moved, &team->lock, NANOSECONDS_BETWEEN);
    else if (!move_head(team))
      return false;
  }
  return true;
}

static bool hand_out(nq_backtrack_run *run, const nq_squares *view) {
  nq_backtrack_team *team = run->team;
  uint64_t limit = team->plan->solutions;
  pthread_mutex_lock(&team->lock);
  bool goes_on = move_on(team, team->slots - 1);
  if (goes_on) {
    struct part *part = part_at(team, team->handed++);
    part->run = *run;
    part->run.hand_out = NULL;
    part->run.columns = team->columns;
    part->run.stop = &team->stop;
    part->run.plan.visit = run->plan.visit != NULL ? put_board : NULL;
    part->run.plan.context = part;
    if (limit > 0) part->run.plan.solutions = limit - team->report.solutions;
    part->run.view = view != NULL ? &part->view : NULL;
    if (view != NULL) part->view = *view;
    part->columns = view != NULL ? 0 : run->columns;
    part->before = run->report;
    part->passed = 0;
    part->state = PART_WAITING;
    pthread_cond_signal(&team->handed_out);
  }
  pthread_mutex_unlock(&team->lock);
  return goes_on;
}

/* ---- The end ---- */

/* After the time limit, still pass on the boards that are in order, last those of the part that was
 * not searched to its end. */
static void pass_on_rest(nq_backtrack_team *team) {
  uint64_t limit = team->plan->solutions;
  pthread_mutex_lock(&team->lock);
  for (bool whole = true; whole && team->head < team->taken; team->head += whole) {
    struct part *part = part_at(team, team->head);
    uint64_t more = part->run.report.solutions - part->passed;
    if (limit > 0 && more >= limit - team->report.solutions) break;
    whole = pass_on(team, part) && part->run.report.end == NQ_ENUMERATE_ALL;
    if (whole) add_statistics(team, &part->run.report);
  }
  pthread_mutex_unlock(&team->lock);
}

static void search_again(nq_backtrack_team *team) {
  nq_backtrack_run *run = &team->again->run;
  run->stop = NULL;
  run->plan = *team->plan;
  run->plan.solutions -= team->report.solutions;
  search_part(team->again);
  team->report.solutions += run->report.solutions;
  team->report.end = run->report.end;
  add_statistics(team, &run->report);
}

static void finish_team(nq_backtrack_team *team, nq_backtrack_run *run, bool goes_on) {
  pthread_mutex_lock(&team->lock);
  goes_on = goes_on && move_on(team, 0);
  if (team->report.end == NQ_ENUMERATE_ALL) team->report.end = run->report.end;
  atomic_store(&team->stop, true);
  pthread_cond_broadcast(&team->handed_out);
  pthread_cond_broadcast(&team->emptied);
  pthread_mutex_unlock(&team->lock);
  nq_threads_join(team->threads, team->started);
  if (!goes_on && team->report.end == NQ_ENUMERATE_STOPPED) pass_on_rest(team);
  if (team->again != NULL) search_again(team);
  /* Those of the calling thread count up to the part where the search ended. */
  bool ended = team->head < team->handed;
  add_statistics(team, ended ? &part_at(team, team->head)->before : &run->report);
  run->report = team->report;
}

/* ---- The beginning ---- */

static void release_team(nq_backtrack_team *team) {
  for (uint64_t i = 0; team->ring != NULL && i < team->slots; i++)
    if (team->ring[i].sink != NULL) team->plan->sink->close(team->ring[i].sink);
  free(team->ring);
  free(team->threads);
  pthread_mutex_destroy(&team->lock);
  pthread_cond_destroy(&team->handed_out);
  pthread_cond_destroy(&team->emptied);
  pthread_cond_destroy(&team->moved);
}

static bool open_sinks(nq_backtrack_team *team) {
  const nq_backtrack_plan *plan = team->plan;
  for (uint64_t i = 0; plan->visit != NULL && i < team->slots; i++) {
    team->ring[i].sink = plan->sink->open(plan->context);
    if (team->ring[i].sink == NULL) return false;
  }
  return true;
}

static bool init_team(nq_backtrack_team *team, nq_backtrack_run *run) {
  *team = (nq_backtrack_team){.plan = &run->plan, .columns = run->columns};
  team->slots = (uint64_t)run->plan.threads * SLOTS_PER_THREAD;
  atomic_init(&team->stop, false);
  pthread_mutex_init(&team->lock, NULL);
  pthread_cond_init(&team->handed_out, NULL);
  pthread_cond_init(&team->emptied, NULL);
  nq_condition_init(&team->moved);
  if (team->slots <= SIZE_MAX) team->ring = calloc((size_t)team->slots, sizeof *team->ring);
  team->threads = calloc(run->plan.threads, sizeof *team->threads);
  return team->ring != NULL && team->threads != NULL && open_sinks(team);
}

/* Parts small enough that most fit into a sink, and large enough to be worth handing out. */
static uint32_t choose_shared(const nq_backtrack_run *run) {
  uint32_t n = run->n, below = n < 14 ? n - 2 : n <= 16 ? 12 : 13;
  uint32_t columns = n - below < n / 2 ? n - below : n / 2;
  return columns > run->prefix ? columns : run->prefix;
}

bool nq_backtrack_share(nq_backtrack_run *run, bool (*walk)(nq_backtrack_run *run)) {
  nq_backtrack_team team;
  if (init_team(&team, run))
    team.started = nq_threads_start(team.threads, run->plan.threads, search_parts, &team);
  bool ready = team.started > 0;
  if (ready) {
    run->team = &team;
    run->hand_out = hand_out;
    run->columns = choose_shared(run);
    finish_team(&team, run, walk(run));
    run->team = NULL;
  }
  release_team(&team);
  return ready;
}

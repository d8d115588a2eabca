/* Complete search: its preparation, walks and restarts. */
#include "exact/complete.h"
#include "core/core.h"
#include "exact/complete_parts.h"

#include <inttypes.h>
#include <stdlib.h>

/* Dead ends allowed in the first walk, and the growth factors.  With masks, a few short walks find
 * the lines that cause dead ends, within milliseconds; after that, restarts would only repeat work.
 * With counts, a walk soon finds a solution or has begun badly, so restarts are frequent. */
enum { FIRST_FAILURES = 250, SHORT_WALKS = 3, GROWTH_SHORT = 16, GROWTH_LONG = 1000 };
enum { GROWTH_BRIEF = 2 };

/* Steps, and squares examined, between two polls of the watch: some milliseconds each. */
enum { STEPS_PER_LOOK = 4096 };
#define SQUARES_PER_LOOK (UINT64_C(1) << 19)

/* The numbers of lines need two spare bits. */
#define OPEN_MOST (UINT32_MAX / 4)

nq_status nq_complete_new(const nq_complete_plan *plan, nq_complete **search, nq_error *error) {
  *search = NULL;
  nq_complete *new = calloc(1, sizeof *new);
  if (new == NULL) return nq_error_set(error, NQ_NO_MEMORY, "no memory for the search");
  new->plan = *plan;
  new->end = NQ_COMPLETE_STOPPED;
  nq_status status = plan->trace != NULL ? nq_complete_tracer_new(new, error) : NQ_OK;
  if (status == NQ_OK && plan->proof != NULL) status = nq_refutation_open(new, error);
  if (status == NQ_OK)
    *search = new;
  else
    nq_complete_free(new);
  return status;
}

/* ---- Preparation ---- */

static void release_board(nq_complete *search) {
  if (search->board != NULL && search->kind->close != NULL) search->kind->close(search->board);
  search->board = NULL;
  nq_arrays_release(&search->arrays);
  nq_open_release(&search->open);
}

void nq_complete_free(nq_complete *search) {
  if (search == NULL) return;
  release_board(search);
  nq_complete_tracer_free(search->tracer);
  (void)nq_refutation_close(search, false, NULL);
  free(search);
}

static nq_status make_board(nq_complete *search, nq_watch *watch, nq_error *error) {
  static const nq_complete_kind *const kinds[] = {&nq_complete_diagonals, &nq_complete_masks,
                                                  &nq_complete_counts};
  nq_status status = NQ_END;
  for (size_t i = search->plan.by_counts ? 2 : 0; i < 3 && status == NQ_END; i++) {
    nq_arrays_release(&search->arrays);
    search->kind = kinds[i];
    status = kinds[i]->open(search, watch, error);
  }
  search->queens = nq_arrays_take(&search->arrays, search->open.count, sizeof *search->queens);
  if (status == NQ_OK && search->queens == NULL)
    status =
        nq_error_set(error, NQ_NO_MEMORY, "no memory for %" PRIu32 " queens", search->open.count);
  return status;
}

/* Set up everything before the first walk.  If the watch stops it, the next run starts it again. */
static nq_status prepare(nq_complete *search, nq_watch *watch, nq_error *error) {
  uint64_t bytes = nq_open_bytes(search->plan.instance);
  nq_status status = nq_memory_require(bytes, "the open lines", error);
  if (status != NQ_OK) return status;
  search->statistics.bytes = bytes;
  nq_pcg64_seed(&search->random, search->plan.seed, search->plan.stream);
  status = nq_open_init(&search->open, search->plan.instance, watch, error);
  search->statistics.open = search->open.count;
  bool empty = search->open.contradiction || search->open.count == 0;
  if (status == NQ_OK && search->open.count > OPEN_MOST)
    status = nq_error_set(error, NQ_UNSUPPORTED,
                          "%" PRIu32 " open columns, but at most %" PRIu32 " can be searched",
                          search->open.count, OPEN_MOST);
  if (status == NQ_OK && !empty && watch_stop(watch) == NQ_STOP_NOT)
    status = make_board(search, watch, error);
  if (status == NQ_OK && search->refutation != NULL && watch_stop(watch) == NQ_STOP_NOT)
    status = nq_refutation_state(search, watch, error);
  search->prepared = status == NQ_OK && watch_stop(watch) == NQ_STOP_NOT;
  if (!search->prepared)
    release_board(search);
  else if (empty)
    search->end = search->open.contradiction ? NQ_COMPLETE_REFUTED : NQ_COMPLETE_SOLVED;
  return status;
}

/* ---- Walks ---- */

/* Look for a simple reason why there is no solution, such as a set of columns with too few rows. */
static nq_status explain(nq_complete *search, bool *proved, nq_error *error) {
  nq_complete_statistics *statistics = &search->statistics;
  nq_domain domain;
  nq_status status = nq_domain_init(&domain, search->plan.instance, error);
  if (status == NQ_OK)
    status =
        nq_domain_refute(&domain, proved, statistics->reason, sizeof statistics->reason, error);
  nq_domain_release(&domain);
  return status;
}

/* The search alone would refute every branch. */
static nq_status match(nq_complete *search, nq_error *error) {
  bool proved = false;
  if (search->refutation != NULL || nq_instance_n(search->plan.instance) > NQ_DOMAIN_TABLE_N)
    return NQ_OK;
  nq_status status = explain(search, &proved, error);
  if (proved) search->end = NQ_COMPLETE_REFUTED;
  return status;
}

static void note_end(nq_complete *search, nq_walk_end end) {
  search->midway = end == NQ_WALK_MIDWAY;
  if (end == NQ_WALK_SOLVED) search->end = NQ_COMPLETE_SOLVED;
  if (end == NQ_WALK_REFUTED) search->end = NQ_COMPLETE_REFUTED;
}

/* Dead ends allowed in the next walk. */
static uint64_t walk_budget(const nq_complete *search) {
  uint64_t failures = FIRST_FAILURES;
  /* Another walk would prove the same again. */
  if (search->kind == &nq_complete_diagonals && search->refutation != NULL) return UINT64_MAX / 2;
  for (uint64_t i = 1; i <= search->walk; i++) {
    uint64_t growth = i < SHORT_WALKS ? GROWTH_SHORT : GROWTH_LONG;
    if (search->kind->brief) growth = GROWTH_BRIEF;
    if (failures > UINT64_MAX / 2 / GROWTH_LONG) break;
    failures *= growth;
  }
  return failures;
}

/* Match only after the first walk, since most instances are easy. */
static nq_status begin_walk(nq_complete *search, nq_error *error) {
  nq_status status = search->walk == 1 ? match(search, error) : NQ_OK;
  if (status != NQ_OK || search->end != NQ_COMPLETE_STOPPED) return status;
  search->walk_failures = search->statistics.failures + walk_budget(search);
  search->statistics.restarts = search->walk++;
  note_end(search, search->kind->begin(search));
  return NQ_OK;
}

static void go(nq_complete *search, uint64_t steps_end) {
  const nq_complete_statistics *statistics = &search->statistics;
  uint64_t next_look = statistics->steps + STEPS_PER_LOOK;
  search->pause_steps = next_look < steps_end ? next_look : steps_end;
  search->pause_failures = search->walk_failures;
  search->pause_queens = statistics->queens + 1 + SQUARES_PER_LOOK / (search->open.count + 64);
  note_end(search, search->kind->go(search));
}

static bool is_stopped(const nq_complete *search, nq_watch *watch) {
  const nq_complete_statistics *statistics = &search->statistics;
  nq_progress progress = {.phase = "search"};
  if (statistics->branches > 0)
    progress = (nq_progress){.phase = "search",
                             .done = statistics->best,
                             .total = statistics->open,
                             .branches = statistics->branches,
                             .restarts = statistics->restarts,
                             .bytes = nq_refutation_bytes(search)};
  return nq_watch_poll(watch, progress);
}

nq_status nq_complete_run(nq_complete *search, uint64_t steps, nq_watch *watch,
                          nq_complete_end *end, nq_error *error) {
  const nq_complete_statistics *statistics = &search->statistics;
  uint64_t most = UINT64_MAX;
  if (steps > 0 && steps < most - statistics->steps) most = statistics->steps + steps;
  nq_status status = search->prepared ? NQ_OK : prepare(search, watch, error);
  *end = NQ_COMPLETE_STOPPED;
  while (status == NQ_OK && search->prepared && search->end == NQ_COMPLETE_STOPPED) {
    bool whole = !search->midway;
    if (whole && (search->walk == 0 || statistics->failures >= search->walk_failures)) {
      status = begin_walk(search, error);
      continue;
    }
    if (whole && statistics->steps >= most) *end = NQ_COMPLETE_STEPS;
    if (*end == NQ_COMPLETE_STEPS || is_stopped(search, watch)) return status;
    go(search, most);
    if (nq_refutation_failed(search))
      status = nq_error_set(error, NQ_IO, "%s: the proof cannot be written", search->plan.proof);
  }
  if (search->end != NQ_COMPLETE_STOPPED) *end = search->end;
  bool proved, obvious = *end == NQ_COMPLETE_REFUTED && statistics->branches == 0;
  if (status == NQ_OK && obvious && statistics->reason[0] == '\0')
    status = explain(search, &proved, error);
  return status;
}

const nq_complete_statistics *nq_complete_statistics_of(const nq_complete *search) {
  return &search->statistics;
}

void nq_complete_rows(const nq_complete *search, uint32_t *rows) {
  const nq_instance *instance = search->plan.instance;
  for (size_t i = 0; i < nq_instance_placed_count(instance); i++) {
    uint32_t column, row;
    nq_instance_placed_at(instance, i, &column, &row);
    rows[column] = row;
  }
  for (uint32_t i = 0; i < search->depth; i++)
    rows[search->open.columns[search->queens[i].column]] = search->open.rows[search->queens[i].row];
}

nq_status nq_complete_finish(nq_complete *search, nq_error *error) {
  return nq_refutation_close(search, true, error);
}

/* The method backtracking: one complete search, its preparation, walks and restarts, or that of
 * textbooks. */
#include "exact/complete.h"
#include "exact/exact.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

/* ---- Preparation ---- */

/* Measured on blocked boards of n = 28 to 80 and plain boards to n = 10,000. */
static bool estimate(const nq_task *task, nq_search_cost *cost) {
  uint64_t placed = nq_instance_placed_count(task->instance);
  uint64_t open = placed < task->n ? task->n - placed : 0;
  cost->start = open < UINT64_C(1) << 30 ? 4 * open * open + 20 * (uint64_t)task->n : UINT64_MAX;
  /* A proof is refused at once where there are too many open columns. */
  if (task->options->proof != NULL) cost->start = 0;
  cost->step = 1000 + 20 * open;
  return true;
}

static nq_status open_trace(nq_complete *search, nq_error *error) {
  uint32_t n = search->task->n;
  if (n > NQ_TRACE_N_MAX)
    return nq_error_set(error, NQ_BAD_VALUE, "a trace needs n <= %d", NQ_TRACE_N_MAX);
  search->traced = calloc(2 * (size_t)n, sizeof *search->traced);
  if (search->traced == NULL) return nq_error_set(error, NQ_NO_MEMORY, "no memory for a trace");
  for (uint32_t column = 0; column < n; column++)
    search->traced[column] = nq_instance_placed_row(search->task->instance, column);
  return NQ_OK;
}

static void end(void *ended) {
  nq_complete *search = ended;
  (void)nq_refutation_close(search, false, NULL);
  nq_arrays_release(&search->arrays);
  nq_open_release(&search->open);
  free(search->traced);
  free(search);
}

static nq_status begin(const nq_task *task, void **begun, nq_error *error) {
  nq_complete *search = calloc(1, sizeof *search);
  *begun = NULL;
  if (search == NULL) return nq_error_set(error, NQ_NO_MEMORY, "no memory for the search");
  search->task = task;
  search->verdict = NQ_UNKNOWN;
  nq_status status = task->options->backtracking.trace != NULL ? open_trace(search, error) : NQ_OK;
  if (status == NQ_OK)
    status =
        nq_sat_proof_open(task->options->proof, task->instance, &search->refutation.files, error);
  if (status == NQ_OK)
    *begun = search;
  else
    end(search);
  return status;
}

static nq_status make_board(nq_complete *search, nq_error *error) {
  static const nq_complete_kind *const kinds[] = {&nq_complete_diagonals, &nq_complete_masks,
                                                  &nq_complete_counts, &nq_complete_textbook};
  nq_status status = NQ_END;
  size_t first = search->textbook ? 3 : search->by_counts ? 2 : 0;
  for (size_t i = first; i < 4 && status == NQ_END; i++) {
    nq_arrays_release(&search->arrays);
    search->kind = kinds[i];
    status = kinds[i]->open(search, error);
  }
  search->queens = nq_arrays_take(&search->arrays, search->open.count, sizeof *search->queens);
  if (status == NQ_OK && search->queens == NULL)
    status =
        nq_error_set(error, NQ_NO_MEMORY, "no memory for %" PRIu32 " queens", search->open.count);
  return status;
}

static bool is_stopped(const nq_complete *search) {
  return watch_stop(search->task->watch) != NQ_STOP_NOT;
}

/* Set up everything before the first walk, unless the watch stops it. */
static nq_status prepare(nq_complete *search, nq_error *error) {
  const nq_task *task = search->task;
  uint64_t bytes = nq_open_bytes(task->instance);
  nq_status status = nq_memory_require(bytes, "the open lines", error);
  if (status != NQ_OK) return status;
  search->prepared = true;
  search->statistics.bytes = bytes;
  search->refutation.linear = nq_sat_proof_is_linear(task->options->proof);
  nq_pcg64_seed(&search->random, task->options->seed, task->options->stream);
  status = nq_open_init(&search->open, task->instance, task->watch, error);
  search->statistics.open = search->open.count;
  if (status == NQ_OK && search->open.count > OPEN_MOST)
    status = nq_error_set(error, NQ_UNSUPPORTED,
                          "%" PRIu32 " open columns, but at most %" PRIu32 " can be searched",
                          search->open.count, OPEN_MOST);
  if (status != NQ_OK || is_stopped(search)) return status;
  if (search->open.count == 0) search->verdict = NQ_SOLVED;
  if (search->open.count == 0) return NQ_OK;
  status = make_board(search, error);
  if (status != NQ_OK || !complete_proves(search) || is_stopped(search)) return status;
  return nq_refutation_begin(search, error);
}

/* ---- Walks ---- */

/* Look for a simple reason why there is no solution, such as a set of columns with too few rows. */
static nq_status explain(nq_complete *search, nq_error *error) {
  nq_domain domain;
  nq_error why = {0};
  nq_status status = nq_domain_init(&domain, search->task->instance, &why);
  if (status == NQ_OK) status = nq_domain_refute(&domain, &why);
  nq_domain_release(&domain);
  if (status == NQ_OK) return NQ_OK;
  if (status != NQ_NONE) return nq_error_pass(error, &why);
  search->verdict = NQ_UNSOLVABLE;
  memcpy(search->statistics.reason, why.message, sizeof search->statistics.reason - 1);
  return NQ_OK;
}

/* Dead ends allowed in the next walk. */
static uint64_t walk_budget(const nq_complete *search) {
  uint64_t failures = FIRST_FAILURES;
  bool once =
      search->textbook || (search->kind == &nq_complete_diagonals && complete_proves(search));
  /* Another walk would find the same again. */
  if (once) return UINT64_MAX / 2;
  for (uint64_t i = 1; i <= search->walk; i++) {
    uint64_t growth = i < SHORT_WALKS ? GROWTH_SHORT : GROWTH_LONG;
    if (search->kind->brief) growth = GROWTH_BRIEF;
    if (failures > UINT64_MAX / 2 / GROWTH_LONG) break;
    failures *= growth;
  }
  return failures;
}

/* After the first walk, which solves most instances, columns with too few rows are looked for: the
 * search alone would refute every branch. */
static nq_status begin_walk(nq_complete *search, nq_error *error) {
  if (search->walk == 1 && !complete_proves(search) && search->task->n <= NQ_DOMAIN_TABLE_N) {
    nq_status status = explain(search, error);
    if (status != NQ_OK || search->verdict != NQ_UNKNOWN) return status;
  }
  search->walk_failures = search->statistics.failures + walk_budget(search);
  search->statistics.restarts = search->walk++;
  search->kind->begin(search);
  search->level = 0;
  search->verdict = search->kind->enter(search, 0);
  return NQ_OK;
}

/* What the choice at the walk's level led to is refuted. */
static void refute(nq_complete *search) {
  search->kind->take_back(search);
  nq_refutation_learn(search, search->level);
}

/* Continue the walk until it pauses before a step, is stopped, or ends. */
static nq_verdict walk_on(nq_complete *search) {
  const nq_complete_kind *kind = search->kind;
  while (!is_stopped(search)) {
    nq_complete_choice choice = kind->choose(search);
    if (choice == NQ_CHOICE_LATER) break;
    if (choice == NQ_CHOICE_NONE && search->level == 0) return NQ_UNSOLVABLE;
    if (choice == NQ_CHOICE_NONE) {
      search->level--;
      refute(search);
      continue;
    }
    nq_verdict verdict = kind->enter(search, search->level + 1);
    if (verdict == NQ_SOLVED) return NQ_SOLVED;
    if (verdict == NQ_UNKNOWN) search->level++;
    if (verdict == NQ_UNSOLVABLE) refute(search);
  }
  return NQ_UNKNOWN;
}

static void go(nq_complete *search, uint64_t steps_end) {
  const nq_complete_statistics *statistics = &search->statistics;
  uint64_t next_look = statistics->steps + STEPS_PER_LOOK;
  search->pause_steps = next_look < steps_end ? next_look : steps_end;
  search->pause_failures = search->walk_failures;
  search->pause_queens = statistics->queens + 1 + SQUARES_PER_LOOK / (search->open.count + 64);
  search->verdict = walk_on(search);
}

/* About `steps` more steps, and no more branches than that. */
static nq_status run(void *running, uint64_t steps, nq_verdict *verdict, nq_error *error) {
  nq_complete *search = running;
  const nq_complete_statistics *statistics = &search->statistics;
  uint64_t most = UINT64_MAX;
  if (steps > 0 && steps < most - statistics->steps) most = statistics->steps + steps;
  nq_status status = search->prepared ? NQ_OK : prepare(search, error);
  while (status == NQ_OK && search->verdict == NQ_UNKNOWN && !is_stopped(search)) {
    if (search->walk == 0 || statistics->failures >= search->walk_failures) {
      status = begin_walk(search, error);
      continue;
    }
    if (statistics->steps >= most || nq_complete_stops(search)) break;
    go(search, most);
    if (nq_sat_proof_failed(search->refutation.files))
      status = nq_error_set(error, NQ_IO, "%s: the proof cannot be written",
                            search->task->options->proof);
  }
  *verdict = search->verdict;
  bool obvious = *verdict == NQ_UNSOLVABLE && statistics->branches == 0 && !search->textbook;
  if (status == NQ_OK && obvious && statistics->reason[0] == '\0') status = explain(search, error);
  return status;
}

/* ---- The result ---- */

static void report(const void *reported, nq_result *result) {
  const nq_complete *search = reported;
  const nq_complete_statistics *statistics = &search->statistics;
  result->steps = statistics->branches;
  result->restarts = statistics->restarts;
  result->memory_bytes = statistics->bytes;
  nq_result_count(result, "evaluations", (double)statistics->queens);
  nq_result_count(result, "branches", (double)statistics->branches);
  nq_result_count(result, "failures", (double)statistics->failures);
  nq_result_count(result, "open_columns", statistics->open);
  if (!search->textbook) nq_result_count(result, "best_depth", statistics->best);
  memcpy(result->reason, statistics->reason, sizeof result->reason);
  if (search->verdict == NQ_UNSOLVABLE && statistics->reason[0] == '\0')
    snprintf(result->reason, sizeof result->reason,
             "no solution exists: all possibilities were searched, in %" PRIu64 " %s",
             statistics->branches,
             search->textbook            ? "nodes"
             : statistics->branches == 1 ? "branch"
                                         : "branches");
}

static void take_rows(const void *solved, uint32_t *rows) {
  const nq_complete *search = solved;
  const nq_instance *instance = search->task->instance;
  for (size_t i = 0; i < nq_instance_placed_count(instance); i++) {
    uint32_t column, row;
    nq_instance_placed_at(instance, i, &column, &row);
    rows[column] = row;
  }
  for (uint32_t i = 0; i < search->depth; i++)
    rows[search->open.columns[search->queens[i].column]] = search->open.rows[search->queens[i].row];
}

static nq_status finish(void *refuted, nq_error *error) {
  return nq_refutation_close(refuted, true, error);
}

const nq_search_kind nq_search_backtracking = {"backtracking", estimate,  begin,  run,
                                               report,         take_rows, finish, end};

static nq_status begin_textbook(const nq_task *task, void **begun, nq_error *error) {
  nq_status status = begin(task, begun, error);
  nq_complete *search = *begun;
  if (search != NULL) search->textbook = true;
  return status;
}

static const nq_search_kind by_textbook = {"backtracking", estimate,  begin_textbook, run,
                                           report,         take_rows, finish,         end};

/* ---- The method ---- */

static const nq_choice presets[] = {
    {"textbook", NQ_BACKTRACKING_PRESET_TEXTBOOK, "Russell and Norvig's, column by column"},
    {0},
};
static const nq_choice variables[] = {
    {"first", NQ_VARIABLE_FIRST, "the leftmost open column"},
    {"mrv", NQ_VARIABLE_MRV, "the open column with the fewest squares left"},
    {0},
};
static const nq_choice values[] = {
    {"first", NQ_VALUE_FIRST, "rows from 0 on"},
    {"lcv", NQ_VALUE_LCV, "rows that remove the fewest squares from other columns first"},
    {0},
};
static const nq_choice inferences[] = {
    {"none", NQ_INFERENCE_NONE, "nothing"},
    {"forward-checking", NQ_INFERENCE_FORWARD_CHECKING,
     "queens that leave a column without a square"},
    {0},
};

#define AT(member) offsetof(nq_solve_options, backtracking.member)

static const nq_option options[] = {
    {NQ_OPTION_CHOICE, "preset", .key_only = true, .offset = AT(preset), .choices = presets,
     .fallback = "none", .help = "an algorithm as printed"},
    {NQ_OPTION_CHOICE, "variable", .key_only = true, .offset = AT(variable), .choices = variables,
     .only_with = "preset=textbook", .fallback = "first",
     .help = "which column is next, with preset textbook"},
    {NQ_OPTION_CHOICE, "value", .key_only = true, .offset = AT(value), .choices = values,
     .only_with = "preset=textbook", .fallback = "first",
     .help = "which row of it is next, with preset textbook"},
    {NQ_OPTION_CHOICE, "inference", .key_only = true, .offset = AT(inference),
     .choices = inferences, .only_with = "preset=textbook", .fallback = "none",
     .help = "what is excluded after each queen, with preset textbook"},
    {0},
};

static nq_status resolve(nq_solve_options *chosen, const nq_instance *instance, nq_error *error) {
  nq_backtracking_options *own = &chosen->backtracking;
  (void)instance;
  if (own->preset != NQ_BACKTRACKING_PRESET_TEXTBOOK) {
    if (!own->variable && !own->value && !own->inference) return NQ_OK;
    return nq_error_set(error, NQ_BAD_VALUE,
                        "variable, value and inference are options of preset=textbook");
  }
  if (own->variable == NQ_VARIABLE_AUTO) own->variable = NQ_VARIABLE_FIRST;
  if (own->value == NQ_VALUE_AUTO) own->value = NQ_VALUE_FIRST;
  if (own->inference == NQ_INFERENCE_AUTO) own->inference = NQ_INFERENCE_NONE;
  return NQ_OK;
}

static nq_status solve(nq_task *task, nq_error *error) {
  nq_solve_options chosen = *task->options;
  bool textbook = chosen.backtracking.preset == NQ_BACKTRACKING_PRESET_TEXTBOOK;
  nq_status status = resolve(&chosen, task->instance, error);
  if (status != NQ_OK) return status;
  if (textbook && task->options->proof != NULL)
    return nq_error_set(error, NQ_UNSUPPORTED, "preset textbook writes no proofs");
  if (textbook && task->n > NQ_TRACE_N_MAX)
    return nq_error_set(error, NQ_UNSUPPORTED,
                        "preset textbook takes boards up to n = %d: take backtracking without it",
                        NQ_TRACE_N_MAX);
  return nq_search_solve(textbook ? &by_textbook : &nq_search_backtracking, task, error);
}

const nq_method nq_method_backtracking = {
    .name = "backtracking",
    .summary = "exact search; any n, fast with few open columns",
    .solve = solve,
    .options = options,
    .step = "one branch: a queen tried on a square",
    .resolve = resolve,
    .proves = true,
};

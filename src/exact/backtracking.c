/* The method backtracking: one complete search. */
#include "board/method.h"
#include "exact/complete.h"
#include "exact/exact.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct search {
  const nq_task *task;
  nq_complete *complete;
  nq_complete_end end;
};

/* Measured on blocked boards of n = 28 to 80 and plain boards to n = 10,000. */
static bool estimate_backtracking(const nq_task *task, nq_search_cost *cost) {
  uint64_t placed = nq_instance_placed_count(task->instance);
  uint64_t open = placed < task->n ? task->n - placed : 0;
  cost->start = open < UINT64_C(1) << 30 ? 4 * open * open + 20 * (uint64_t)task->n : UINT64_MAX;
  /* A proof is refused at once where there are too many open columns. */
  if (task->options->proof != NULL) cost->start = 0;
  cost->step = 1000 + 20 * open;
  return true;
}

static nq_status begin_backtracking(const nq_task *task, void **begun, nq_error *error) {
  const nq_solve_options *options = task->options;
  const nq_complete_plan plan = {.instance = task->instance,
                                 .seed = options->seed,
                                 .stream = options->stream,
                                 .proof = options->proof,
                                 .trace = options->backtracking.trace,
                                 .trace_context = options->backtracking.trace_context};
  *begun = NULL;
  struct search *search = calloc(1, sizeof *search);
  if (search == NULL) return nq_error_set(error, NQ_NO_MEMORY, "no memory for the search");
  search->task = task;
  nq_status status = nq_complete_new(&plan, &search->complete, error);
  if (status == NQ_OK)
    *begun = search;
  else
    free(search);
  return status;
}

static nq_status run_backtracking(void *running, uint64_t steps, nq_verdict *verdict,
                                  nq_error *error) {
  struct search *search = running;
  nq_status status =
      nq_complete_run(search->complete, steps, search->task->watch, &search->end, error);
  *verdict = search->end == NQ_COMPLETE_SOLVED    ? NQ_SOLVED
             : search->end == NQ_COMPLETE_REFUTED ? NQ_UNSOLVABLE
                                                  : NQ_UNKNOWN;
  return status;
}

static void report_backtracking(const void *reported, nq_result *result) {
  const struct search *search = reported;
  const nq_complete_statistics *statistics = nq_complete_statistics_of(search->complete);
  result->steps = statistics->branches;
  result->restarts = statistics->restarts;
  result->conflicts = UINT64_MAX;
  result->memory_bytes = statistics->bytes;
  nq_result_count(result, "evaluations", (double)statistics->queens);
  nq_result_count(result, "branches", (double)statistics->branches);
  nq_result_count(result, "failures", (double)statistics->failures);
  nq_result_count(result, "open_columns", statistics->open);
  nq_result_count(result, "best_depth", statistics->best);
  memcpy(result->reason, statistics->reason, sizeof result->reason);
  if (search->end == NQ_COMPLETE_REFUTED && statistics->reason[0] == '\0')
    snprintf(result->reason, sizeof result->reason,
             "no solution exists: all possibilities were searched, in %" PRIu64 " %s",
             statistics->branches, statistics->branches == 1 ? "branch" : "branches");
}

static void take_backtracking_rows(const void *solved, uint32_t *rows) {
  nq_complete_rows(((const struct search *)solved)->complete, rows);
}

static nq_status finish_backtracking(void *refuted, nq_error *error) {
  return nq_complete_finish(((struct search *)refuted)->complete, error);
}

static void end_backtracking(void *ended) {
  struct search *search = ended;
  nq_complete_free(search->complete);
  free(search);
}

const nq_search_kind nq_search_backtracking = {
    "backtracking",      estimate_backtracking,  begin_backtracking,  run_backtracking,
    report_backtracking, take_backtracking_rows, finish_backtracking, end_backtracking};

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

static nq_status solve_by_backtracking(nq_task *task, nq_error *error) {
  const nq_backtracking_options *own = &task->options->backtracking;
  bool textbook = own->preset == NQ_BACKTRACKING_PRESET_TEXTBOOK;
  if (!textbook && (own->variable || own->value || own->inference))
    return nq_error_set(error, NQ_BAD_VALUE,
                        "variable, value and inference are options of preset=textbook");
  if (textbook && task->options->proof != NULL)
    return nq_error_set(error, NQ_UNSUPPORTED, "preset textbook writes no proofs");
  return textbook ? nq_textbook_solve(task, error)
                  : nq_search_solve(&nq_search_backtracking, task, error);
}

static nq_status resolve(nq_solve_options *chosen, const nq_instance *instance, nq_error *error) {
  nq_backtracking_options *own = &chosen->backtracking;
  (void)instance;
  (void)error;
  if (own->preset != NQ_BACKTRACKING_PRESET_TEXTBOOK) return NQ_OK;
  if (own->variable == NQ_VARIABLE_AUTO) own->variable = NQ_VARIABLE_FIRST;
  if (own->value == NQ_VALUE_AUTO) own->value = NQ_VALUE_FIRST;
  if (own->inference == NQ_INFERENCE_AUTO) own->inference = NQ_INFERENCE_NONE;
  return NQ_OK;
}

const nq_method nq_method_backtracking = {
    .name = "backtracking",
    .summary = "exact search; any n, fast with few open columns",
    .solve = solve_by_backtracking,
    .options = options,
    .step = "one branch: a queen tried on a square",
    .resolve = resolve,
    .proves = true,
};

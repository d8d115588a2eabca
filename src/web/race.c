/* A race of methods on one n: the runs and the statistics are those of `compare`; the page asks for
 * one run after another, so that it can show each. */
#include "board/method.h"
#include "experiment/child.h"
#include "experiment/summary.h"
#include "web/web.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

/* The runs of a race, in memory, in place of a store on the disk: summaries are made from it. */
struct nq_store {
  nq_stored_run *runs; /* run i of the plan */
  uint64_t count;
};

static struct race {
  nq_plan plan;
  nq_store store;
} race;

nq_status nq_store_each(nq_store *store, const nq_plan *plan, nq_stored_run_function *take,
                        void *context, nq_error *error) {
  (void)plan, (void)error;
  for (uint64_t i = 0; i < store->count; i++) take(context, &store->runs[i]);
  return NQ_OK;
}

/* A page runs no other program. */
nq_status nq_child_require(const char *name, nq_error *error) {
  return nq_error_set(error, NQ_UNSUPPORTED, "%.60s is not installed", name);
}

nq_status nq_child_run(nq_child *child, nq_bytes *output, nq_error *error) {
  (void)output;
  return nq_error_set(error, NQ_UNSUPPORTED, "%s: a page runs no other program", child->words[0]);
}

static void release(void) {
  nq_plan_release(&race.plan);
  free(race.store.runs);
  race = (struct race){0};
}

static nq_status plan_race(web_page *web) {
  nq_status status = NQ_OK;
  size_t i;
  const json_t *method;
  nq_plan *plan = &race.plan;
  json_array_foreach(json_object_get(web->request, "methods"), i, method) {
    if (status == NQ_OK && json_is_string(method))
      status = nq_plan_add_variant(plan, json_string_value(method), &web->error);
  }
  if (status == NQ_OK) status = nq_plan_set_sizes(plan, web_text(web, "n", ""), &web->error);
  plan->first_seed = (uint64_t)web_number(web, "seed", 1);
  plan->seeds = (uint64_t)web_number(web, "runs", 10);
  plan->time_limit = web_number(web, "seconds", 10);
  if (status == NQ_OK) status = nq_plan_check(plan, &web->error);
  return status;
}

/* {"runs": how many, "labels": of the methods} */
json_t *web_race_begin(web_page *web) {
  release();
  if (plan_race(web) != NQ_OK) return NULL;
  uint64_t runs = nq_plan_runs(&race.plan);
  race.store.runs = calloc((size_t)runs, sizeof *race.store.runs);
  json_t *labels = json_array();
  for (size_t i = 0; i < race.plan.variant_count; i++)
    nq_json_append(&labels, json_string(race.plan.variant[i].label));
  return race.store.runs != NULL
             ? json_pack("{s:I,s:o}", "runs", (json_int_t)runs, "labels", labels)
             : NULL;
}

static void keep(const nq_plan_run *run, const nq_result *result) {
  static const nq_outcome ended[] = {[NQ_UNKNOWN] = NQ_OUTCOME_UNKNOWN,
                                     [NQ_SOLVED] = NQ_OUTCOME_SOLVED,
                                     [NQ_UNSOLVABLE] = NQ_OUTCOME_PROVED};
  race.store.runs[race.store.count++] = (nq_stored_run){.run = *run,
                                                        .solved = result->verdict == NQ_SOLVED,
                                                        .ended = ended[result->verdict],
                                                        .steps = result->steps,
                                                        .restarts = result->restarts,
                                                        .seconds = result->seconds_total,
                                                        .reason = "",
                                                        .counters = "",
                                                        .version = NQ_VERSION,
                                                        .machine = "a browser",
                                                        .finished = ""};
}

/* The next run. */
json_t *web_race_run(web_page *web) {
  nq_result result;
  if (race.store.count >= nq_plan_runs(&race.plan)) return json_pack("{s:b}", "end", 1);
  nq_plan_run run = nq_plan_get(&race.plan, race.store.count);
  nq_solve_options options = nq_plan_options(&race.plan, &run);
  const nq_instance *instance = race.plan.question[run.question].instance;
  options.progress = web_report;
  nq_board_release(&web->board);
  if (nq_solve(instance, &options, &web->board, &result, &web->error) != NQ_OK) return NULL;
  keep(&run, &result);
  json_t *object = web_describe(&options, instance, &result);
  nq_json_put(&object, "variant", json_integer((json_int_t)run.variant));
  if (web->board.n <= 64 && web->board.rows != NULL)
    nq_json_put(&object, "board", nq_json_rows(web->board.rows, web->board.n));
  return object;
}

/* ---- How the conflicts of a run fall ---- */

#define CURVE_POINTS 400

/* Points (evaluations, conflicts): every `every`-th of those seen, at most CURVE_POINTS. */
typedef struct web_curve {
  json_t *points;
  uint64_t seen, every;
  uint64_t restart, before, latest; /* evaluations of earlier restarts, and of this one */
} web_curve;

static json_t *point(uint64_t effort, uint64_t conflicts) {
  return json_pack("[I,I]", (json_int_t)effort, (json_int_t)conflicts);
}

static void add_point(web_curve *curve, uint64_t effort, uint64_t conflicts) {
  if (curve->seen++ % curve->every != 0) return;
  nq_json_append(&curve->points, point(effort, conflicts));
  if (json_array_size(curve->points) < CURVE_POINTS) return;
  curve->every *= 2;
  for (size_t i = 1; i < json_array_size(curve->points); i++) json_array_remove(curve->points, i);
}

static void add_step(void *context, const nq_step_state *state) {
  web_curve *curve = context;
  if (state->restart != curve->restart) {
    curve->restart = state->restart;
    curve->before += curve->latest;
  }
  curve->latest = state->evaluations;
  add_point(curve, curve->before + curve->latest, state->conflicts);
}

static void add_generation(void *context, const nq_generation *generation) {
  add_point(context, generation->evaluations, generation->best_conflicts);
}

/* A run on one seed: {"points": [[evaluations, conflicts], ...]}, empty without such a trace. */
json_t *web_race_curve(web_page *web) {
  size_t variant = (size_t)web_number(web, "variant", 0);
  nq_result result = {0};
  web_curve curve = {.points = json_array(), .every = 1};
  if (variant >= race.plan.variant_count) return json_pack("{s:o}", "points", curve.points);
  nq_plan_run run = {.variant = variant, .seed = race.plan.first_seed};
  nq_solve_options options = nq_plan_options(&race.plan, &run);
  const nq_instance *instance = race.plan.question[0].instance;
  nq_board board = {0};
  options.min_conflicts.trace = options.hill_climbing.trace = options.annealing.trace = add_step;
  options.genetic.trace = add_generation;
  options.min_conflicts.trace_context = options.hill_climbing.trace_context =
      options.annealing.trace_context = options.genetic.trace_context = &curve;
  if (n_of(&race.plan, 0) <= NQ_TRACE_N_MAX &&
      nq_solve(instance, &options, &board, &result, &web->error) == NQ_OK && curve.seen > 0 &&
      result.verdict == NQ_SOLVED)
    nq_json_append(&curve.points, point((uint64_t)nq_result_counted(&result, "evaluations"), 0));
  nq_board_release(&board);
  return json_pack("{s:o}", "points", curve.points);
}

static json_t *sentences(const nq_summary *summary) {
  json_t *list = json_array();
  for (size_t i = 0; i < summary->claims; i++)
    nq_json_append(&list, json_string(nq_words_claim(summary, &summary->claim[i]).text));
  return list;
}

/* {"answer": a sentence, "pairs": [...], "summary": as `compare --json` writes it} */
json_t *web_race_summary(web_page *web) {
  nq_summary summary;
  char *text = NULL;
  size_t size = 0;
  nq_error *error = &web->error;
  if (nq_summary_init(&summary, &race.plan, &race.store, error) != NQ_OK) return NULL;
  json_t *pairs = sentences(&summary), *object = NULL;
  FILE *stream = open_memstream(&text, &size);
  if (stream != NULL) {
    bool written = nq_summary_write_json(&summary, stream, error) == NQ_OK && !ferror(stream);
    if (fclose(stream) == 0 && written)
      object = json_pack("{s:s,s:O,s:o}", "answer", nq_words_answer(&summary).text, "pairs", pairs,
                         "summary", json_loads(text, 0, NULL));
  }
  json_decref(pairs);
  free(text);
  nq_summary_release(&summary);
  return object;
}

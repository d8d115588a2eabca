#include "experiment/compare_plan.h"
#include "core/sizes.h"
#include "experiment/command.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define PROBE_SECONDS 0.01

void nq_plan_release(nq_plan *plan) {
  free(plan->variant);
  free(plan->n);
  *plan = (nq_plan){0};
}

nq_status nq_plan_add_variant(nq_plan *plan, const char *text, nq_error *error) {
  nq_variant parsed;
  nq_status status = nq_variant_parse(text, &parsed, error);
  if (status != NQ_OK) return status;
  for (size_t i = 0; i < plan->variant_count; i++) {
    const nq_variant *other = &plan->variant[i];
    if (strcmp(other->text, parsed.text) == 0)
      return nq_error_set(error, NQ_BAD_VALUE, "'%.200s' is given twice", parsed.text);
    if (other->labelled && parsed.labelled && strcmp(other->label, parsed.label) == 0)
      return nq_error_set(error, NQ_BAD_VALUE,
                          "the label '%s' is given twice: for %.150s and for %.150s", parsed.label,
                          other->text, parsed.text);
  }
  nq_variant *grown = realloc(plan->variant, (plan->variant_count + 1) * sizeof *grown);
  if (grown == NULL) return nq_error_set(error, NQ_NO_MEMORY, "no memory for the plan");
  plan->variant = grown;
  plan->variant[plan->variant_count++] = parsed;
  nq_variants_label(plan->variant, plan->variant_count);
  return NQ_OK;
}

/* Call `take` with each item of a comma-separated list. */
static nq_status split(nq_plan *plan, const char *list,
                       nq_status (*take)(nq_plan *, const char *, nq_error *), nq_error *error) {
  char *copy = strdup(list);
  if (copy == NULL) return nq_error_set(error, NQ_NO_MEMORY, "no memory for the plan");
  nq_status status = NQ_OK;
  for (char *part = copy; part != NULL && status == NQ_OK;) {
    char *comma = strchr(part, ',');
    if (comma != NULL) *comma = '\0';
    status = take(plan, part, error);
    part = comma != NULL ? comma + 1 : NULL;
  }
  free(copy);
  return status;
}

static nq_status take_method(nq_plan *plan, const char *text, nq_error *error) {
  if (strchr(text, ':') != NULL || strchr(text, '=') != NULL)
    return nq_error_set(error, NQ_BAD_VALUE,
                        "'%.60s': a list holds methods without options; give those with options "
                        "or a label one by one, as in --method 'near=min-conflicts:start=random'",
                        text);
  return nq_plan_add_variant(plan, text, error);
}

nq_status nq_plan_add_methods(nq_plan *plan, const char *list, nq_error *error) {
  return split(plan, list, take_method, error);
}

static int compare_sizes(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return x < y ? -1 : x > y;
}

nq_status nq_plan_set_sizes(nq_plan *plan, const char *list, nq_error *error) {
  static const nq_option size = {NQ_OPTION_COUNT32, "n", .least = NQ_PLAN_N_LEAST,
                                 .most = NQ_N_MAX};
  nq_sizes sizes = {0};
  nq_status status = nq_sizes_add(&sizes, &size, list, error);
  if (status == NQ_OK) status = nq_sizes_require_distinct(&sizes, &size, error);
  if (sizes.count > 1) qsort(sizes.n, sizes.count, sizeof *sizes.n, compare_sizes);
  free(plan->n);
  plan->n = sizes.n;
  plan->n_count = sizes.count;
  return status;
}

/* Run the variant once: only the method knows which options cannot be combined. */
static nq_status probe(const nq_plan *plan, size_t variant, nq_error *error) {
  const nq_plan_run run = {.variant = variant, .n = 0, .seed = plan->first_seed};
  if (nq_command_is(plan->variant[variant].text)) return NQ_OK;
  nq_solve_options options = nq_plan_options(plan, &run);
  options.limits.seconds = PROBE_SECONDS;
  nq_instance *instance = nq_instance_new(plan->n[0]);
  if (instance == NULL) return nq_error_set(error, NQ_NO_MEMORY, "no memory for the plan");
  nq_board board = {0};
  nq_result result;
  nq_error why = {0};
  nq_status status = nq_solve(instance, &options, &board, &result, &why);
  nq_board_release(&board);
  nq_instance_free(instance);
  if (status == NQ_OK) return NQ_OK;
  return nq_error_set(error, status, "%.150s: %.240s", plan->variant[variant].text, why.message);
}

nq_status nq_plan_check(const nq_plan *plan, nq_error *error) {
  if (plan->variant_count == 0 || plan->n_count == 0 || plan->seeds == 0)
    return nq_error_set(error, NQ_BAD_VALUE, "a comparison needs a method, an n and a run");
  if (plan->seeds > NQ_PLAN_RUNS_MOST)
    return nq_error_set(error, NQ_BAD_VALUE, "%" PRIu64 " runs are too many: at most %" PRIu64,
                        plan->seeds, (uint64_t)NQ_PLAN_RUNS_MOST);
  if (plan->first_seed > NQ_PLAN_SEED_MOST - plan->seeds)
    return nq_error_set(error, NQ_BAD_VALUE, "the seeds must stay below 2^63");
  for (size_t i = 0; i < plan->variant_count; i++) {
    nq_status status = probe(plan, i, error);
    if (status != NQ_OK) return status;
  }
  return NQ_OK;
}

uint64_t nq_plan_runs(const nq_plan *plan) {
  return plan->seeds * plan->n_count * plan->variant_count;
}

nq_plan_run nq_plan_get(const nq_plan *plan, uint64_t i) {
  uint64_t rest = i / plan->variant_count;
  return (nq_plan_run){.variant = (size_t)(i % plan->variant_count),
                       .n = (size_t)(rest % plan->n_count),
                       .seed = plan->first_seed + rest / plan->n_count};
}

nq_solve_options nq_plan_options(const nq_plan *plan, const nq_plan_run *run) {
  nq_solve_options options = plan->variant[run->variant].solve;
  options.seed = run->seed;
  options.threads = 1;
  options.limits.seconds = plan->time_limit;
  options.limits.steps = plan->step_limit;
  return options;
}

void nq_plan_pack(const nq_plan *plan, nq_bytes *bytes) {
  nq_bytes_add(bytes, plan, sizeof *plan);
  for (size_t i = 0; i < plan->variant_count; i++)
    nq_bytes_add(bytes, plan->variant[i].text, sizeof plan->variant[i].text);
  nq_bytes_add(bytes, plan->n, plan->n_count * sizeof *plan->n);
}

nq_status nq_plan_unpack(nq_plan *plan, nq_bytes *bytes, nq_error *error) {
  *plan = (nq_plan){0};
  nq_plan packed;
  if (!nq_bytes_take(bytes, &packed, sizeof packed))
    return nq_error_set(error, NQ_INTERNAL, "the plan is cut off");
  packed.watch = NULL;
  packed.variant = calloc(packed.variant_count, sizeof *packed.variant);
  packed.n = calloc(packed.n_count, sizeof *packed.n);
  *plan = packed;
  if (packed.variant == NULL || packed.n == NULL)
    return nq_error_set(error, NQ_NO_MEMORY, "no memory for the plan");
  for (size_t i = 0; i < plan->variant_count; i++) {
    char text[NQ_VARIANT_TEXT];
    if (!nq_bytes_take(bytes, text, sizeof text))
      return nq_error_set(error, NQ_INTERNAL, "the plan is cut off");
    nq_status status = nq_variant_read(text, &plan->variant[i], error);
    if (status != NQ_OK) return status;
  }
  return nq_bytes_take(bytes, plan->n, plan->n_count * sizeof *plan->n)
             ? NQ_OK
             : nq_error_set(error, NQ_INTERNAL, "the plan is cut off");
}

#include "experiment/plan.h"
#include "board/board.h"
#include "core/option.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PROBE_SECONDS 0.01

static void release_question(const nq_question *question) {
  free(question->name);
  nq_instance_free(question->instance);
}

void nq_plan_release(nq_plan *plan) {
  for (size_t i = 0; plan->question != NULL && i < nq_plan_questions(plan); i++)
    release_question(&plan->question[i]);
  free(plan->question);
  free(plan->family);
  free(plan->variant);
  *plan = (nq_plan){0};
}

static nq_status append(nq_plan *plan, const nq_variant *variant, nq_error *error) {
  nq_variant *grown = realloc(plan->variant, (plan->variant_count + 1) * sizeof *grown);
  if (grown == NULL) return nq_error_set(error, NQ_NO_MEMORY, "no memory for the plan");
  plan->variant = grown;
  plan->variant[plan->variant_count++] = *variant;
  nq_variants_label(plan->variant, plan->variant_count);
  return NQ_OK;
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
  return append(plan, &parsed, error);
}

nq_status nq_plan_add_merged(nq_plan *plan, const char *text, const char *label,
                             const char *version, nq_error *error) {
  nq_variant merged = {0};
  nq_status status = NQ_OK;
  bool taken = false, command = nq_command_is(text);
  for (size_t i = 0; i < plan->variant_count; i++) {
    bool labelled = strcmp(plan->variant[i].label, label) == 0;
    taken = taken || labelled;
    if (strcmp(plan->variant[i].text, text) != 0) continue;
    if (labelled) return NQ_OK;
    return nq_error_set(error, NQ_BAD_VALUE,
                        "'%.100s' has the same command as '%.100s': runs are told apart by it, so "
                        "one needs another, such as ./%.100s {}",
                        label, plan->variant[i].label, label);
  }
  if (command) snprintf(merged.text, sizeof merged.text, "%s", text);
  if (command) merged.solve.method = NQ_COMMAND;
  if (!command) status = nq_variant_read(text, &merged, error);
  if (status == NQ_OK && !taken && label[strcspn(label, ":=")] == '\0')
    status = nq_label_set(&merged, label, strlen(label), error);
  if (status != NQ_OK) return status;
  nq_variant_set_version(&merged, version);
  merged.merged = true;
  return append(plan, &merged, error);
}

nq_status nq_plan_add_methods(nq_plan *plan, const char *list, nq_error *error) {
  char *copy = strdup(list);
  if (copy == NULL) return nq_error_set(error, NQ_NO_MEMORY, "no memory for the plan");
  nq_status status = NQ_OK;
  for (char *text = copy, *comma; text != NULL && status == NQ_OK;
       text = comma != NULL ? comma + 1 : NULL) {
    comma = strchr(text, ',');
    if (comma != NULL) *comma = '\0';
    if (strpbrk(text, ":=") == NULL)
      status = nq_plan_add_variant(plan, text, error);
    else
      status = nq_error_set(error, NQ_BAD_VALUE,
                            "'%.60s': a list holds methods without options; give those with "
                            "options or a label one by one, as in --method "
                            "'near=min-conflicts:start=random'",
                            text);
  }
  free(copy);
  return status;
}

/* Put it before the i-th question; it is the plan's, also after an error. */
static nq_status insert_question(nq_plan *plan, size_t i, const nq_question *added,
                                 nq_error *error) {
  size_t count = nq_plan_questions(plan);
  nq_question *grown = realloc(plan->question, (count + 1) * sizeof *grown);
  if (grown != NULL) plan->question = grown;
  if (grown == NULL || added->name == NULL || added->instance == NULL) {
    release_question(added);
    return nq_error_set(error, NQ_NO_MEMORY, "no memory for the plan");
  }
  memmove(grown + i + 1, grown + i, (count - i) * sizeof *grown);
  grown[i] = *added;
  return NQ_OK;
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
  for (size_t i = 0; i < sizes.count && status == NQ_OK; i++) {
    const nq_question plain = {
        .name = strdup(""), .answer = NQ_KNOWN_SOLVABLE, .instance = nq_instance_new(sizes.n[i])};
    status = insert_question(plan, i, &plain, error);
    plan->n_count += status == NQ_OK;
  }
  nq_sizes_release(&sizes);
  return status;
}

/* The index of the family, added if it is new; SIZE_MAX when memory is short. */
static size_t take_family(nq_plan *plan, const char *name) {
  char family[NQ_FAMILY];
  snprintf(family, sizeof family, "%s", name);
  for (size_t i = 0; i < plan->family_count; i++)
    if (strcmp(plan->family[i], family) == 0) return i;
  void *grown = realloc(plan->family, (plan->family_count + 1) * sizeof *plan->family);
  if (grown == NULL) return SIZE_MAX;
  plan->family = grown;
  memcpy(plan->family[plan->family_count], family, sizeof family);
  return plan->family_count++;
}

nq_status nq_plan_add_instance(nq_plan *plan, const char *name, const char *family, nq_known answer,
                               nq_instance *instance, nq_error *error) {
  nq_question added = {.name = strdup(name),
                       .family = take_family(plan, family),
                       .answer = answer,
                       .instance = instance};
  bool made = added.family != SIZE_MAX && nq_instance_digest(instance, added.digest);
  bool again = false;
  for (size_t i = 0; i < nq_plan_questions(plan) && made; i++)
    again = again || (strcmp(plan->question[i].digest, added.digest) == 0 &&
                      strcmp(plan->question[i].name, name) == 0);
  if (made && !again) {
    nq_status status = insert_question(plan, nq_plan_questions(plan), &added, error);
    plan->instance_count += status == NQ_OK;
    return status;
  }
  release_question(&added);
  return again ? nq_error_set(error, NQ_BAD_VALUE, "'%.200s' is given twice", name)
               : nq_error_set(error, NQ_NO_MEMORY, "no memory for the plan");
}

/* Run the variant once: only the method knows which options cannot be combined. */
static nq_status probe(const nq_plan *plan, size_t variant, nq_error *error) {
  const nq_plan_run run = {.variant = variant, .question = 0, .seed = plan->first_seed};
  if (nq_command_is(plan->variant[variant].text) || plan->n_count == 0 ||
      plan->variant[variant].merged)
    return NQ_OK;
  nq_solve_options options = nq_plan_options(plan, &run);
  options.limits.seconds = PROBE_SECONDS;
  nq_board board = {0};
  nq_result result;
  nq_error why = {0};
  nq_status status = nq_solve(plan->question[0].instance, &options, &board, &result, &why);
  nq_board_release(&board);
  if (status == NQ_OK) return NQ_OK;
  return nq_error_set(error, status, "%.150s: %.240s", plan->variant[variant].text, why.message);
}

nq_status nq_plan_check(const nq_plan *plan, nq_error *error) {
  if (plan->variant_count == 0 || nq_plan_questions(plan) == 0 || plan->seeds == 0)
    return nq_error_set(error, NQ_BAD_VALUE,
                        "a comparison needs a method, an n or instance, and a run");
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
  return plan->seeds * nq_plan_questions(plan) * plan->variant_count;
}

nq_plan_run nq_plan_get(const nq_plan *plan, uint64_t i) {
  uint64_t rest = i / plan->variant_count;
  return (nq_plan_run){.variant = (size_t)(i % plan->variant_count),
                       .question = (size_t)(rest % nq_plan_questions(plan)),
                       .seed = plan->first_seed + rest / nq_plan_questions(plan)};
}

nq_solve_options nq_plan_options(const nq_plan *plan, const nq_plan_run *run) {
  nq_solve_options options = plan->variant[run->variant].solve;
  options.seed = run->seed;
  options.threads = 1;
  options.limits.seconds = plan->time_limit;
  options.limits.steps = plan->step_limit;
  return options;
}

/* ---- On its way to another process ---- */

void nq_plan_pack(const nq_plan *plan, nq_bytes *bytes) {
  nq_bytes_add(bytes, plan, sizeof *plan);
  for (size_t i = 0; i < plan->variant_count; i++)
    nq_bytes_add(bytes, plan->variant[i].text, sizeof plan->variant[i].text);
  for (size_t i = 0; i < nq_plan_questions(plan); i++) {
    const nq_question *question = &plan->question[i];
    uint32_t n = nq_instance_n(question->instance);
    nq_bytes_add(bytes, question->digest, sizeof question->digest);
    nq_bytes_add(bytes, &question->answer, sizeof question->answer);
    nq_bytes_add(bytes, &n, sizeof n);
    nq_instance_pack(question->instance, bytes);
  }
}

/* Its name and family stay where they are: only the store and the summary need them. */
static bool unpack_question(nq_bytes *bytes, nq_question *question) {
  uint32_t n;
  return nq_bytes_take(bytes, question->digest, sizeof question->digest) &&
         nq_bytes_take(bytes, &question->answer, sizeof question->answer) &&
         nq_bytes_take(bytes, &n, sizeof n) && nq_instance_unpack(bytes, n, &question->instance);
}

nq_status nq_plan_unpack(nq_plan *plan, nq_bytes *bytes, nq_error *error) {
  nq_plan packed = {0};
  char text[NQ_VARIANT_TEXT];
  nq_status status = NQ_OK;
  bool whole = nq_bytes_take(bytes, &packed, sizeof packed);
  packed.watch = NULL;
  packed.family = NULL;
  packed.variant = calloc(packed.variant_count + 1, sizeof *packed.variant);
  packed.question = calloc(nq_plan_questions(&packed) + 1, sizeof *packed.question);
  *plan = packed;
  if (packed.variant == NULL || packed.question == NULL)
    return nq_error_set(error, NQ_NO_MEMORY, "no memory for the plan");
  for (size_t i = 0; i < plan->variant_count && whole && status == NQ_OK; i++) {
    whole = nq_bytes_take(bytes, text, sizeof text);
    if (whole) status = nq_variant_read(text, &plan->variant[i], error);
  }
  if (status != NQ_OK) return status;
  for (size_t i = 0; i < nq_plan_questions(plan) && whole; i++)
    whole = unpack_question(bytes, &plan->question[i]);
  return whole ? NQ_OK : nq_error_set(error, NQ_INTERNAL, "the plan is cut off");
}

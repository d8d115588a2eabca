/* Labels: given ones are checked, the others are made from the method, its preset, and those of its
 * options in which the unlabelled variants of the method differ. */
#include "experiment/compare_plan.h"
#include "board/board.h"
#include "core/option.h"
#include "core/sizes.h"
#include "core/utf8.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Short enough that all keys with their longest values fit into the canonical text. */
#define INPUT_MOST 400

/* A solver of others: without a label, the name of its program. */
static nq_status set_command(nq_variant *variant, const char *text, nq_error *error) {
  char label[NQ_LABEL];
  variant->solve.method = NQ_COMMAND;
  snprintf(variant->text, sizeof variant->text, "%s", text);
  nq_status status = nq_command_check(text, error);
  if (status != NQ_OK || variant->labelled) return status;
  nq_command_label(text, label, NQ_LABEL_COLUMNS + 1);
  return nq_label_set(variant, label, strlen(label), error);
}

static nq_status set_method(nq_variant *variant, const char *text, nq_error *error) {
  nq_solve_options_init(&variant->solve);
  if (nq_command_is(text)) return set_command(variant, text, error);
  nq_status status = nq_solve_options_set(&variant->solve, text, error);
  if (status == NQ_OK) nq_solve_options_text(&variant->solve, variant->text, sizeof variant->text);
  return status;
}

nq_status nq_variant_parse(const char *text, nq_variant *variant, nq_error *error) {
  *variant = (nq_variant){0};
  if (strlen(text) > INPUT_MOST)
    return nq_error_set(error, NQ_BAD_VALUE, "'%.60s...' is too long for a method", text);
  size_t length = strcspn(text, "=:");
  nq_status status = NQ_OK;
  if (text[length] == '=') {
    status = nq_label_set(variant, text, length, error);
    text += length + 1;
  }
  return status == NQ_OK ? set_method(variant, text, error) : status;
}

nq_status nq_variant_read(const char *text, nq_variant *variant, nq_error *error) {
  *variant = (nq_variant){0};
  return set_method(variant, text, error);
}

void nq_variant_set_version(nq_variant *variant, const char *text) {
  const char *digit = strpbrk(text, "0123456789"), *line = text;
  for (const char *end; digit != NULL && (end = strchr(line, '\n')) != NULL && end < digit;)
    line = end + 1;
  snprintf(variant->version, sizeof variant->version, "%.*s", (int)strcspn(line, "\r\n"), line);
  for (char *sign = variant->version; *sign != '\0'; sign++)
    if ((unsigned char)*sign < ' ' || (unsigned char)*sign > '~') *sign = '?';
}

const char *nq_variant_options(const nq_variant *variant) {
  const char *colon = strchr(variant->text, ':');
  return colon != NULL ? colon + 1 : "";
}

/* ---- Given labels ---- */

/* The columns of a character on a terminal; 0: not allowed in a label. */
static unsigned columns_of(uint32_t point) {
  static const struct {
    uint32_t first, last;
    unsigned columns;
  } ranges[] = {{' ', '~', 1},       {0xa1, 0xac, 1},     {0xae, 0x2ff, 1},    {0x370, 0x482, 1},
                {0x48a, 0x52f, 1},   {0x3041, 0x3096, 2}, {0x30a1, 0x30fa, 2}, {0x3400, 0x4dbf, 2},
                {0x4e00, 0x9fff, 2}, {0xac00, 0xd7a3, 2}};
  if (point == '=' || point == ':') return 0;
  for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
    if (point >= ranges[i].first && point <= ranges[i].last) return ranges[i].columns;
  return 0;
}

size_t nq_label_columns(const char *label) {
  size_t columns = 0, length;
  uint32_t point;
  for (; *label != '\0'; label += length) {
    length = nq_utf8_read(label, strlen(label), &point);
    if (length == 0) return columns;
    columns += point == ':' || point == '=' ? 1 : columns_of(point);
  }
  return columns;
}

nq_status nq_label_set(nq_variant *variant, const char *text, size_t length, nq_error *error) {
  size_t columns = 0, size;
  bool allowed = length > 0 && text[0] != ' ' && text[length - 1] != ' ';
  for (size_t i = 0; i < length && allowed; i += size) {
    uint32_t point;
    size = nq_utf8_read(text + i, length - i, &point);
    unsigned wide = size > 0 ? columns_of(point) : 0;
    columns += wide;
    allowed = wide > 0 && columns <= NQ_LABEL_COLUMNS;
  }
  if (!allowed)
    return nq_error_set(error, NQ_BAD_VALUE,
                        "'%.*s' is no label: a label has 1 to %d letters, digits, blanks and "
                        "signs, without ':' and '=', and neither begins nor ends with a blank",
                        (int)(length < 60 ? length : 60), text, NQ_LABEL_COLUMNS);
  memcpy(variant->label, text, length);
  variant->label[length] = '\0';
  variant->labelled = true;
  return NQ_OK;
}

/* ---- Parameters ---- */

/* What nq_solve makes of the options; a default that it has no number for stays as it is. */
static nq_solve_options resolve_options(const nq_variant *variant, uint32_t n) {
  nq_solve_options resolved = variant->solve;
  nq_instance *instance = nq_instance_new(n);
  bool known = instance != NULL && nq_solve_options_resolve(&resolved, instance, NULL) == NQ_OK;
  nq_instance_free(instance);
  return known ? resolved : variant->solve;
}

bool nq_variant_parameter(const nq_variant *variant, uint32_t n, size_t i,
                          nq_parameter *parameter) {
  nq_solve_options defaults, used = resolve_options(variant, n);
  const nq_option *option;
  char fallback[sizeof parameter->value];
  nq_solve_options_init(&defaults);
  for (size_t j = 0; (option = nq_method_option(variant->solve.method, j)) != NULL; j++) {
    if (!nq_option_is_key(option) || i-- > 0) continue;
    *parameter = (nq_parameter){.name = option->name};
    nq_option_format(option, &defaults, fallback, sizeof fallback);
    nq_option_format(option, &variant->solve, parameter->value, sizeof parameter->value);
    parameter->given = strcmp(parameter->value, fallback) != 0;
    nq_option_format(option, &used, parameter->value, sizeof parameter->value);
    if (strcmp(parameter->value, fallback) == 0 && !parameter->given && option->fallback != NULL)
      snprintf(parameter->value, sizeof parameter->value, "%s", option->fallback);
    if (!parameter->given &&
        !nq_option_has_effect(nq_method_option(variant->solve.method, 0), option, &used))
      parameter->value[0] = '\0';
    return true;
  }
  return false;
}

const char *nq_variant_step(const nq_variant *variant) {
  const char *name;
  for (size_t i = 0; (name = nq_method_name(i)) != NULL; i++)
    if (strcmp(name, variant->solve.method) == 0) return nq_method_step(i);
  return "";
}

int64_t nq_result_evaluations(const nq_result *result) {
  for (size_t i = 0; i < result->counters; i++)
    if (strcmp(result->counter[i].name, "evaluations") == 0)
      return (int64_t)result->counter[i].value;
  return -1;
}

/* ---- Labels that are made ---- */

static bool is_like(const nq_variant *one, const nq_variant *other) {
  return !other->labelled && strcmp(one->solve.method, other->solve.method) == 0;
}

/* Does the option belong in labels: a preset, or one in which the unlabelled variants of the method
 * differ? */
static bool tells_apart(const nq_variant *variants, size_t count, const nq_variant *variant,
                        const nq_option *option) {
  char value[64], other[64];
  if (strcmp(option->name, "preset") == 0) return true;
  nq_option_format(option, &variant->solve, value, sizeof value);
  for (size_t i = 0; i < count; i++) {
    if (!is_like(variant, &variants[i])) continue;
    nq_option_format(option, &variants[i].solve, other, sizeof other);
    if (strcmp(value, other) != 0) return true;
  }
  return false;
}

enum form {
  IN_FULL,  /* genetic:selection=rank,population=50 */
  IN_BRIEF, /* genetic:rank,pop=50 */
  FORMS
};

static void make_label(const nq_variant *variants, size_t count, const nq_variant *variant,
                       enum form form, char *text, size_t size) {
  nq_solve_options defaults;
  const nq_option *option;
  char separator = ':';
  nq_solve_options_init(&defaults);
  size_t length = (size_t)snprintf(text, size, "%s", variant->solve.method);
  for (size_t i = 0; (option = nq_method_option(variant->solve.method, i)) != NULL; i++) {
    char value[64], fallback[64];
    if (!nq_option_is_key(option) || !tells_apart(variants, count, variant, option)) continue;
    nq_option_format(option, &variant->solve, value, sizeof value);
    nq_option_format(option, &defaults, fallback, sizeof fallback);
    if (strcmp(value, fallback) == 0 || length >= size) continue;
    bool bare = form == IN_BRIEF && option->choices != NULL;
    const char *name = form == IN_BRIEF && option->alias != NULL ? option->alias : option->name;
    length += (size_t)snprintf(text + length, size - length, "%c%s%s%s", separator,
                               bare ? "" : name, bare ? "" : "=", value);
    separator = ',';
  }
}

static bool is_free(const nq_variant *variants, size_t count, const nq_variant *variant,
                    const char *label) {
  for (size_t i = 0; i < count; i++) {
    const nq_variant *other = &variants[i];
    bool earlier = other->labelled || other < variant;
    if (other != variant && earlier && strcmp(other->label, label) == 0) return false;
  }
  return true;
}

void nq_variants_label(nq_variant *variants, size_t count) {
  for (size_t i = 0; i < count; i++) {
    nq_variant *variant = &variants[i];
    char text[NQ_VARIANT_TEXT];
    bool fits = false;
    if (variant->labelled) continue;
    for (enum form form = IN_FULL; form < FORMS && !fits; form++) {
      make_label(variants, count, variant, form, text, sizeof text);
      fits = strlen(text) <= NQ_LABEL_COLUMNS && is_free(variants, count, variant, text);
    }
    for (size_t number = i + 1; !fits; number++) {
      snprintf(text, sizeof text, "%s #%zu", variant->solve.method, number);
      fits = is_free(variants, count, variant, text);
    }
    snprintf(variant->label, sizeof variant->label, "%.*s", NQ_LABEL_COLUMNS, text);
  }
}

/* ---- Plans ---- */

#define PROBE_SECONDS 0.01

void nq_plan_release(nq_plan *plan) {
  for (size_t i = 0; plan->instance != NULL && i < plan->instance_count; i++) {
    free(plan->instance[i].name);
    nq_instance_free(plan->instance[i].instance);
  }
  free(plan->instance);
  free(plan->family);
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

/* By the bytes that other processes get of it. */
static bool take_digest(nq_question *question) {
  nq_bytes bytes = {0};
  uint32_t n = nq_instance_n(question->instance);
  nq_bytes_add(&bytes, &n, sizeof n);
  nq_instance_pack(question->instance, &bytes);
  if (!bytes.failed) nq_sha256(bytes.data, bytes.size, question->digest);
  nq_bytes_release(&bytes);
  return !bytes.failed;
}

nq_status nq_plan_add_instance(nq_plan *plan, const char *name, const char *family, nq_known answer,
                               nq_instance *instance, nq_error *error) {
  nq_question added = {.name = strdup(name), .answer = answer, .instance = instance};
  size_t count = plan->instance_count;
  nq_question *grown = realloc(plan->instance, (count + 1) * sizeof *grown);
  if (grown != NULL) plan->instance = grown;
  added.family = take_family(plan, family);
  bool made =
      grown != NULL && added.name != NULL && added.family != SIZE_MAX && take_digest(&added);
  bool again = false;
  for (size_t i = 0; i < count && made; i++)
    again = again ||
            (strcmp(grown[i].digest, added.digest) == 0 && strcmp(grown[i].name, added.name) == 0);
  if (made && !again) {
    grown[plan->instance_count++] = added;
    return NQ_OK;
  }
  free(added.name);
  nq_instance_free(instance);
  return again ? nq_error_set(error, NQ_BAD_VALUE, "'%.200s' is given twice", name)
               : nq_error_set(error, NQ_NO_MEMORY, "no memory for the plan");
}

/* Run the variant once: only the method knows which options cannot be combined. */
static nq_status probe(const nq_plan *plan, size_t variant, nq_error *error) {
  const nq_plan_run run = {.variant = variant, .question = 0, .seed = plan->first_seed};
  if (nq_command_is(plan->variant[variant].text) || plan->n_count == 0) return NQ_OK;
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

nq_attempt nq_plan_attempt(const nq_plan *plan, const nq_plan_run *run) {
  const nq_question *question = nq_plan_instance(plan, run->question);
  return (nq_attempt){.text = plan->variant[run->variant].text,
                      .instance = question != NULL ? question->instance : NULL,
                      .answer = question != NULL ? question->answer : NQ_KNOWN_SOLVABLE,
                      .digest = question != NULL ? question->digest : NULL,
                      .seed = run->seed,
                      .seconds = plan->time_limit,
                      .files = plan->files[0] != '\0' ? plan->files : NULL};
}

void nq_plan_pack(const nq_plan *plan, nq_bytes *bytes) {
  nq_bytes_add(bytes, plan, sizeof *plan);
  for (size_t i = 0; i < plan->variant_count; i++)
    nq_bytes_add(bytes, plan->variant[i].text, sizeof plan->variant[i].text);
  nq_bytes_add(bytes, plan->n, plan->n_count * sizeof *plan->n);
  for (size_t i = 0; i < plan->instance_count; i++) {
    uint32_t n = nq_instance_n(plan->instance[i].instance);
    nq_bytes_add(bytes, &plan->instance[i], sizeof plan->instance[i]);
    nq_bytes_add(bytes, &n, sizeof n);
    nq_instance_pack(plan->instance[i].instance, bytes);
  }
}

/* Its name stays where it is: only the store needs it. */
static bool unpack_question(nq_bytes *bytes, nq_question *question) {
  uint32_t n;
  bool whole = nq_bytes_take(bytes, question, sizeof *question);
  question->name = NULL;
  question->instance = NULL;
  return whole && nq_bytes_take(bytes, &n, sizeof n) &&
         nq_instance_unpack(bytes, n, &question->instance);
}

nq_status nq_plan_unpack(nq_plan *plan, nq_bytes *bytes, nq_error *error) {
  *plan = (nq_plan){0};
  nq_plan packed;
  if (!nq_bytes_take(bytes, &packed, sizeof packed))
    return nq_error_set(error, NQ_INTERNAL, "the plan is cut off");
  packed.watch = NULL;
  packed.family = NULL;
  packed.variant = calloc(packed.variant_count, sizeof *packed.variant);
  packed.n = calloc(packed.n_count + 1, sizeof *packed.n);
  packed.instance = calloc(packed.instance_count + 1, sizeof *packed.instance);
  *plan = packed;
  if (packed.variant == NULL || packed.n == NULL || packed.instance == NULL)
    return nq_error_set(error, NQ_NO_MEMORY, "no memory for the plan");
  for (size_t i = 0; i < plan->variant_count; i++) {
    char text[NQ_VARIANT_TEXT];
    if (!nq_bytes_take(bytes, text, sizeof text))
      return nq_error_set(error, NQ_INTERNAL, "the plan is cut off");
    nq_status status = nq_variant_read(text, &plan->variant[i], error);
    if (status != NQ_OK) return status;
  }
  bool whole = nq_bytes_take(bytes, plan->n, plan->n_count * sizeof *plan->n);
  for (size_t i = 0; i < plan->instance_count && whole; i++)
    whole = unpack_question(bytes, &plan->instance[i]);
  return whole ? NQ_OK : nq_error_set(error, NQ_INTERNAL, "the plan is cut off");
}

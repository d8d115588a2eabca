#include "experiment/store.h"
#include "core/json.h"
#include "experiment/store_file.h"
#include "experiment/summary.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Writing ---- */

/* A text that is no UTF-8, as of a program that crashed, has '?' for its bytes beyond ASCII. */
static json_t *plain_text(const char *text) {
  json_t *made = json_string(text);
  char *copy = made == NULL ? strdup(text) : NULL;
  for (char *byte = copy; byte != NULL && *byte != '\0'; byte++)
    if ((unsigned char)*byte > '~') *byte = '?';
  if (copy != NULL) made = json_string(copy);
  free(copy);
  return made;
}

static void add_run(void *runs, const nq_stored_run *stored) {
  const nq_run_column *column;
  json_t *run = json_object();
  for (size_t i = 0; (column = nq_run_column_at(i)) != NULL; i++) {
    const void *value = (const char *)stored + column->offset;
    json_t *made = NULL;
    if (column->kind <= NQ_RUN_OUTCOME)
      made = plain_text(*(const char *const *)value);
    else if (column->kind == NQ_RUN_SECONDS)
      made = json_real(*(const double *)value);
    else
      made = *(const int64_t *)value < 0 ? json_null() : json_integer(*(const int64_t *)value);
    nq_json_put(&run, column->name, made);
  }
  nq_json_append(runs, run);
}

nq_status nq_results_write(const nq_plan *plan, nq_store *store, FILE *stream, nq_error *error) {
  json_t *variants = json_array(), *runs = json_array(), *object;
  nq_status status = nq_store_each(store, plan, add_run, &runs, error);
  for (size_t i = 0; i < plan->variant_count; i++)
    nq_json_append(&variants, json_pack("{s:s, s:o, s:s}", "label", plan->variant[i].label,
                                        "variant", plain_text(plan->variant[i].text), "version",
                                        plan->variant[i].version));
  object = json_pack("{s:s, s:s, s:f, s:I, s:o, s:o}", "nqueens", NQ_VERSION, "suite", plan->suite,
                     "time_limit", plan->time_limit, "step_limit", (json_int_t)plan->step_limit,
                     "variants", variants, "runs", runs);
  if (status == NQ_OK) {
    char *text = nq_json_text(object, JSON_INDENT(1) | JSON_PRESERVE_ORDER);
    if (text == NULL) status = nq_error_set(error, NQ_NO_MEMORY, "no memory for the results");
    if (text != NULL) fprintf(stream, "%s\n", text);
    free(text);
  }
  json_decref(object);
  return status;
}

/* ---- Merging ---- */

static const char *text_of(const json_t *object, const char *key) {
  const char *text = json_string_value(json_object_get(object, key));
  return text != NULL ? text : "";
}

nq_status nq_results_add_variants(const json_t *results, nq_plan *plan, nq_error *error) {
  const nq_plan there = {.time_limit = json_number_value(json_object_get(results, "time_limit")),
                         .step_limit =
                             (uint64_t)json_integer_value(json_object_get(results, "step_limit"))};
  const json_t *variant;
  size_t i;
  if (!json_is_array(json_object_get(results, "variants")) ||
      !json_is_array(json_object_get(results, "runs")))
    return nq_error_set(error, NQ_BAD_FORMAT, "these are no results: variants or runs are missing");
  if (strcmp(text_of(results, "suite"), plan->suite) != 0)
    return nq_error_set(error, NQ_BAD_VALUE,
                        "its runs are on another suite: the checksum of the index is %.16s..., and "
                        "%.16s... here",
                        text_of(results, "suite"), plan->suite);
  if (there.time_limit != plan->time_limit || there.step_limit != plan->step_limit)
    return nq_error_set(error, NQ_BAD_VALUE, "its runs have other limits: %s",
                        nq_words_limits(&there).text);
  json_array_foreach(json_object_get(results, "variants"), i, variant) {
    nq_status status =
        nq_plan_add_merged(plan, text_of(variant, "variant"), text_of(variant, "label"),
                           text_of(variant, "version"), error);
    if (status != NQ_OK) return status;
  }
  return NQ_OK;
}

/* Take a column of the run; false when it is missing or no value of its kind. */
static bool take_column(const json_t *object, const nq_run_column *column, nq_stored_run *run) {
  const json_t *found = json_object_get(object, column->name);
  void *value = (char *)run + column->offset;
  if (column->kind <= NQ_RUN_OUTCOME) {
    const char *text = json_string_value(found);
    *(const char **)value = text;
    return text != NULL && strlen(text) == json_string_length(found);
  }
  if (column->kind == NQ_RUN_SECONDS) {
    *(double *)value = json_number_value(found);
    return json_is_number(found) && json_number_value(found) >= 0 &&
           json_number_value(found) <= NQ_STORE_SECONDS;
  }
  bool none = column->kind == NQ_RUN_MAYBE && json_is_null(found);
  *(int64_t *)value = none ? -1 : json_integer_value(found);
  return none || (json_is_integer(found) && json_integer_value(found) >= 0);
}

/* The instance of the run, or NULL: it is on a plain board, or on none of the plan. */
static const nq_question *find_question(const nq_plan *plan, const nq_stored_run *run) {
  for (size_t i = plan->n_count; i < nq_plan_questions(plan); i++)
    if (strcmp(plan->question[i].digest, run->digest) == 0) return &plan->question[i];
  return NULL;
}

/* What contradicts the outcome of the run or the suite, or NULL. */
static const char *find_contradiction(const nq_plan *plan, const nq_stored_run *run) {
  if (run->digest[0] != '\0' && find_question(plan, run) == NULL) return "digest";
  nq_outcome outcome = nq_outcome_by_name(run->outcome);
  if (outcome == NQ_OUTCOMES) return "outcome";
  bool agrees = run->verdict != NULL && strcmp(run->verdict, nq_outcome_verdict(outcome)) == 0;
  if (!agrees) return "verdict";
  return outcome == NQ_OUTCOME_SOLVED && run->conflicts > 0 ? "conflicts" : NULL;
}

/* Runs of a variant that is compared here are made here. */
static bool is_merged(const nq_plan *plan, const char *variant) {
  size_t i = 0;
  while (i < plan->variant_count && strcmp(plan->variant[i].text, variant) != 0) i++;
  return i == plan->variant_count || plan->variant[i].merged;
}

/* A proof is wrong where the known answer says that there is a solution. */
static void judge(const nq_plan *plan, nq_stored_run *run) {
  if (nq_outcome_by_name(run->outcome) != NQ_OUTCOME_PROVED) return;
  const nq_question *question = find_question(plan, run);
  if (question == NULL || question->answer != NQ_KNOWN_SOLVABLE) return;
  run->outcome = nq_outcome_name(NQ_OUTCOME_WRONG);
  run->verdict = "unknown";
  run->reason = "no solution, but there is one";
}

nq_status nq_results_add_runs(const json_t *results, const nq_plan *plan, nq_store *store,
                              nq_error *error) {
  const nq_run_column *column;
  const json_t *object;
  size_t i;
  json_array_foreach(json_object_get(results, "runs"), i, object) {
    nq_stored_run run = {.variant = "", .digest = ""};
    for (size_t j = 0; (column = nq_run_column_at(j)) != NULL; j++)
      if (!take_column(object, column, &run))
        return nq_error_set(error, NQ_BAD_FORMAT, "run %zu: its %s is missing or wrong", i + 1,
                            column->name);
    const char *wrong = find_contradiction(plan, &run);
    if (wrong != NULL)
      return nq_error_set(error, NQ_BAD_FORMAT, "run %zu: its %s is impossible", i + 1, wrong);
    if (!is_merged(plan, run.variant)) continue;
    judge(plan, &run);
    nq_status status = nq_store_merge(store, &run, error);
    if (status != NQ_OK) return status;
  }
  return NQ_OK;
}

/* ---- CSV ---- */

/* A cell may be text of a store that others wrote. */
void nq_csv_write_cell(const char *text, FILE *stream) {
  bool formula = text[0] != '\0' && strchr("=+-@\t\r", text[0]) != NULL;
  bool quoted = formula || strpbrk(text, ",\"\r\n") != NULL;
  if (quoted) fputc('"', stream);
  if (formula) fputc('\'', stream);
  for (unsigned char before = 0; *text != '\0'; before = (unsigned char)*text++) {
    if (*text == '"') fputc('"', stream);
    bool space = strchr("\t\r\n", *text) != NULL;
    fputc(!space && nq_is_control((unsigned char)*text, before) ? '?' : *text, stream);
  }
  if (quoted) fputc('"', stream);
}

struct csv {
  const nq_plan *plan;
  FILE *stream;
};

static void write_run(void *context, const nq_stored_run *stored) {
  const struct csv *csv = context;
  const nq_run_column *column;
  nq_csv_write_cell(csv->plan->variant[stored->run.variant].label, csv->stream);
  for (size_t i = 1; (column = nq_run_column_at(i)) != NULL; i++) {
    const void *value = (const char *)stored + column->offset;
    fputc(',', csv->stream);
    if (column->kind <= NQ_RUN_OUTCOME)
      nq_csv_write_cell(*(const char *const *)value, csv->stream);
    else if (column->kind == NQ_RUN_SECONDS)
      fprintf(csv->stream, "%.9g", *(const double *)value);
    else if (*(const int64_t *)value >= 0)
      fprintf(csv->stream, "%" PRId64, *(const int64_t *)value);
  }
  fputs("\r\n", csv->stream);
}

/* The first column is the label instead of the variant. */
nq_status nq_runs_write_csv(const nq_plan *plan, nq_store *store, FILE *stream, nq_error *error) {
  struct csv csv = {plan, stream};
  fputs("label", stream);
  for (size_t i = 1; nq_run_column_at(i) != NULL; i++)
    fprintf(stream, ",%s", nq_run_column_at(i)->name);
  fputs("\r\n", stream);
  return nq_store_each(store, plan, write_run, &csv, error);
}

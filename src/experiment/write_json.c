#include "core/json.h"
#include "experiment/write.h"

#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* JSON has no infinity: a value beyond the limit is null. */
static json_t *number(double value) {
  return isfinite(value) ? json_real(value) : json_null();
}

static json_t *interval(nq_interval of) {
  json_t *array = json_array();
  nq_json_append(&array, number(of.low));
  nq_json_append(&array, number(of.high));
  return array;
}

static json_t *measure(const nq_measure *of) {
  static const char *const names[] = {"lower_quartile", "median", "upper_quartile"};
  json_t *object = json_object();
  for (size_t i = 0; i < NQ_QUARTILES; i++) {
    json_t *quartile = json_object();
    nq_json_put(&quartile, "value", number(of->quartile[i]));
    nq_json_put(&quartile, "interval", interval(of->interval[i]));
    nq_json_put(&object, names[i], quartile);
  }
  return object;
}

static json_t *cells(const nq_summary *summary) {
  const nq_plan *plan = summary->plan;
  json_t *array = json_array();
  for (size_t n = 0; n < plan->n_count; n++)
    for (size_t i = 0; i < plan->variant_count; i++) {
      const nq_cell *cell = nq_summary_cell(summary, i, n);
      json_t *object = json_object();
      nq_json_put(&object, "label", json_string(plan->variant[i].label));
      nq_json_put(&object, "variant", json_string(plan->variant[i].text));
      nq_json_put(&object, "n", json_integer(plan->n[n]));
      nq_json_put(&object, "runs", json_integer((json_int_t)cell->count));
      nq_json_put(&object, "solved", json_integer((json_int_t)cell->solved));
      nq_standing standing = nq_summary_standing(summary, i, n);
      nq_json_put(&object, "faster_than", json_integer((json_int_t)standing.wins));
      nq_json_put(&object, "slower_than", json_integer((json_int_t)standing.losses));
      if (cell->count > 0) {
        nq_json_put(&object, "solved_interval", interval(cell->solved_share));
        nq_json_put(&object, "par2", number(cell->par2));
        nq_json_put(&object, "seconds", measure(&cell->measure[NQ_SECONDS]));
        nq_json_put(&object, "steps", measure(&cell->measure[NQ_STEPS]));
      }
      nq_json_append(&array, object);
    }
  return array;
}

/* null where it is not known. */
static json_t *ratio(const nq_claim *claim) {
  if (!(claim->ratio.value > 0)) return json_null();
  json_t *object = json_object();
  nq_json_put(&object, "value", number(claim->ratio.value));
  nq_json_put(&object, "interval", interval(claim->ratio.interval));
  nq_json_put(&object, "of", json_string(claim->horizon > 0 ? "means" : "medians"));
  if (claim->horizon > 0) nq_json_put(&object, "within", number(claim->horizon));
  return object;
}

static json_t *claims(const nq_summary *summary) {
  const nq_plan *plan = summary->plan;
  json_t *array = json_array();
  for (size_t i = 0; i < summary->claims; i++) {
    const nq_claim *claim = &summary->claim[i];
    char text[NQ_SENTENCE];
    nq_words_claim(summary, claim, text);
    json_t *object = json_object();
    nq_json_put(&object, "n", json_integer(plan->n[claim->n]));
    nq_json_put(&object, "first", json_string(plan->variant[claim->first].text));
    nq_json_put(&object, "second", json_string(plan->variant[claim->second].text));
    nq_json_put(&object, "first_label", json_string(plan->variant[claim->first].label));
    nq_json_put(&object, "second_label", json_string(plan->variant[claim->second].label));
    nq_json_put(&object, "a", number(claim->a));
    nq_json_put(&object, "p", number(claim->p));
    nq_json_put(&object, "ratio", ratio(claim));
    nq_json_put(&object, "test", json_string(claim->censored ? "log-rank" : "Mann-Whitney"));
    nq_json_put(&object, "faster", json_boolean(nq_claim_holds(claim)));
    nq_json_put(&object, "text", json_string(text));
    nq_json_append(&array, object);
  }
  return array;
}

/* Has the i-th option of its method different values on different n? */
static bool depends_on_n(const nq_plan *plan, const nq_variant *variant, size_t i) {
  nq_parameter first, other;
  if (!nq_variant_parameter(variant, plan->n[0], i, &first)) return false;
  for (size_t n = 1; n < plan->n_count; n++)
    if (nq_variant_parameter(variant, plan->n[n], i, &other) &&
        strcmp(first.value, other.value) != 0)
      return true;
  return false;
}

/* {"8": "32", "16": "64"} */
static json_t *values_by_n(const nq_plan *plan, const nq_variant *variant, size_t i) {
  json_t *object = json_object();
  nq_parameter parameter;
  for (size_t n = 0; n < plan->n_count; n++) {
    char key[16];
    (void)nq_variant_parameter(variant, plan->n[n], i, &parameter);
    snprintf(key, sizeof key, "%" PRIu32, plan->n[n]);
    nq_json_put(&object, key, json_string(parameter.value));
  }
  return object;
}

static json_t *variants(const nq_plan *plan) {
  json_t *array = json_array();
  for (size_t i = 0; i < plan->variant_count; i++) {
    const nq_variant *variant = &plan->variant[i];
    json_t *object = json_object(), *parameters = json_object(), *by_n = json_object(),
           *given = json_array();
    nq_parameter parameter;
    for (size_t j = 0; nq_variant_parameter(variant, plan->n[0], j, &parameter); j++) {
      if (depends_on_n(plan, variant, j))
        nq_json_put(&by_n, parameter.name, values_by_n(plan, variant, j));
      else
        nq_json_put(&parameters, parameter.name, json_string(parameter.value));
      if (parameter.given) nq_json_append(&given, json_string(parameter.name));
    }
    nq_json_put(&object, "label", json_string(variant->label));
    nq_json_put(&object, "variant", json_string(variant->text));
    nq_json_put(&object, "method", json_string(variant->solve.method));
    nq_json_put(&object, "parameters", parameters);
    nq_json_put(&object, "parameters_by_n", by_n);
    nq_json_put(&object, "given", given);
    nq_json_put(&object, "step", json_string(nq_variant_step(variant)));
    nq_json_append(&array, object);
  }
  return array;
}

static json_t *fits(const nq_summary *summary) {
  json_t *array = json_array();
  for (size_t i = 0; i < summary->plan->variant_count; i++) {
    const nq_fit *fit = &summary->fit[i];
    if (fit->points == 0) continue;
    json_t *object = json_object();
    nq_json_put(&object, "label", json_string(summary->plan->variant[i].label));
    nq_json_put(&object, "variant", json_string(summary->plan->variant[i].text));
    nq_json_put(&object, "exponent", number(fit->exponent));
    nq_json_put(&object, "interval", interval(fit->interval));
    nq_json_put(&object, "sizes", json_integer((json_int_t)fit->points));
    nq_json_append(&array, object);
  }
  return array;
}

static json_t *setup(const nq_summary *summary) {
  const nq_plan *plan = summary->plan;
  json_t *object = json_object();
  nq_json_put(&object, "command",
              summary->command != NULL ? nq_json_bytes(summary->command) : json_null());
  nq_json_put(&object, "version", json_string(summary->version));
  nq_json_put(&object, "machine", json_string(summary->machine));
  if (summary->conditions.threads > 0) {
    nq_json_put(&object, "threads", json_integer(summary->conditions.threads));
    nq_json_put(&object, "processors", json_integer(summary->conditions.processors));
    nq_json_put(&object, "runs_before", json_integer((json_int_t)summary->conditions.found));
  }
  nq_json_put(&object, "first_end", json_string(summary->first_end));
  nq_json_put(&object, "last_end", json_string(summary->last_end));
  nq_json_put(&object, "first_seed", json_integer((json_int_t)plan->first_seed));
  nq_json_put(&object, "seeds", json_integer((json_int_t)plan->seeds));
  nq_json_put(&object, "runs", json_integer((json_int_t)summary->runs));
  nq_json_put(&object, "time_limit", json_real(plan->time_limit));
  nq_json_put(&object, "step_limit",
              plan->step_limit > 0 ? json_integer((json_int_t)plan->step_limit) : json_null());
  return object;
}

nq_status nq_summary_write_json(const nq_summary *summary, FILE *stream, nq_error *error) {
  json_t *object = setup(summary);
  nq_json_put(&object, "variants", variants(summary->plan));
  nq_json_put(&object, "about_steps",
              json_string("Each method counts its own kind of steps: steps of different methods "
                          "are not comparable."));
  nq_json_put(&object, "cells", cells(summary));
  nq_json_put(&object, "claims", claims(summary));
  nq_json_put(&object, "scaling", fits(summary));
  char *text = nq_json_text(object, JSON_INDENT(1) | JSON_PRESERVE_ORDER | JSON_REAL_PRECISION(9));
  json_decref(object);
  if (text == NULL) return nq_error_set(error, NQ_NO_MEMORY, "no memory for the JSON summary");
  fputs(text, stream);
  free(text);
  fputc('\n', stream);
  return NQ_OK;
}

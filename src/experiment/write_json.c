#include "core/json.h"
#include "experiment/summary.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* JSON has no infinity: a value beyond the limit is null. */
static json_t *number(double value) {
  return isfinite(value) ? json_real(value) : json_null();
}

static json_t *interval(nq_interval of) {
  return json_pack("[o, o]", number(of.low), number(of.high));
}

static json_t *measure(const nq_measure *of) {
  static const char *const names[] = {"lower_quartile", "median", "upper_quartile"};
  json_t *object = json_object();
  for (size_t i = 0; i < NQ_QUARTILES; i++)
    nq_json_put(&object, names[i],
                json_pack("{s:o, s:o}", "value", number(of->quartile[i]), "interval",
                          interval(of->interval[i])));
  return object;
}

/* The n of a group, or the name of one of instances; NULL: it has none. */
static json_t *size_of(const nq_plan *plan, size_t group) {
  return group < plan->n_count ? json_integer((json_int_t)n_of(plan, group)) : NULL;
}

static json_t *family_of(const nq_plan *plan, size_t group) {
  return group < plan->n_count ? NULL : json_string(nq_words_group_short(plan, group).text);
}

/* {"solved": 20, "time": 5} */
static json_t *outcomes(const nq_cell *cell) {
  json_t *object = json_object();
  for (nq_outcome i = 0; i < NQ_OUTCOMES; i++)
    if (cell->outcomes[i] > 0)
      nq_json_put(&object, nq_outcome_name(i), json_integer((json_int_t)cell->outcomes[i]));
  return object;
}

static json_t *cells(const nq_summary *summary) {
  const nq_plan *plan = summary->plan;
  json_t *array = json_array();
  for (size_t n = 0; n < nq_plan_groups(plan); n++)
    for (size_t i = 0; i < plan->variant_count; i++) {
      const nq_cell *cell = nq_summary_cell(summary, i, n);
      nq_standing standing = nq_summary_standing(summary, i, n);
      json_t *object = json_pack(
          "{s:s, s:o, s:o*, s:o*, s:I, s:I, s:I, s:I}", "label", plan->variant[i].label, "variant",
          nq_json_bytes(plan->variant[i].text), "n", size_of(plan, n), "family", family_of(plan, n),
          "runs", (json_int_t)cell->count, "solved", (json_int_t)cell->solved, "faster_than",
          (json_int_t)standing.wins, "slower_than", (json_int_t)standing.losses);
      if (cell->count > 0) {
        nq_json_put(&object, "solved_interval", interval(cell->solved_share));
        nq_json_put(&object, "par2", number(cell->par2));
        nq_json_put(&object, "seconds", measure(&cell->measure[NQ_SECONDS]));
        nq_json_put(&object, "steps", measure(&cell->measure[NQ_STEPS]));
        nq_json_put(&object, "outcomes", outcomes(cell));
      }
      nq_json_append(&array, object);
    }
  return array;
}

/* null where it is not known. */
static json_t *ratio(const nq_claim *claim) {
  if (!(claim->ratio.value > 0)) return json_null();
  json_t *object =
      json_pack("{s:o, s:o, s:s}", "value", number(claim->ratio.value), "interval",
                interval(claim->ratio.interval), "of", claim->horizon > 0 ? "means" : "medians");
  if (claim->horizon > 0) nq_json_put(&object, "within", number(claim->horizon));
  return object;
}

static json_t *claims(const nq_summary *summary) {
  const nq_plan *plan = summary->plan;
  json_t *array = json_array();
  for (size_t i = 0; i < summary->claims; i++) {
    const nq_claim *claim = &summary->claim[i];
    const nq_variant *first = &plan->variant[claim->first], *second = &plan->variant[claim->second];
    nq_json_append(&array,
                   json_pack("{s:o*, s:o*, s:o, s:o, s:s, s:s, s:o, s:o, s:o, s:s, s:b, s:s}", "n",
                             size_of(plan, claim->n), "family", family_of(plan, claim->n), "first",
                             nq_json_bytes(first->text), "second", nq_json_bytes(second->text),
                             "first_label", first->label, "second_label", second->label, "a",
                             number(claim->a), "p", number(claim->p), "ratio", ratio(claim), "test",
                             claim->censored ? "log-rank" : "Mann-Whitney", "faster",
                             nq_claim_holds(claim), "text", nq_words_claim(summary, claim).text));
  }
  return array;
}

/* {"8": "32", "16": "64"}, and whether the i-th option of its method has different values. */
static json_t *values_by_n(const nq_plan *plan, const nq_variant *variant, size_t i, bool *differ) {
  json_t *object = json_object();
  nq_parameter first, parameter;
  *differ = false;
  (void)nq_variant_parameter(variant, n_of(plan, 0), i, &first);
  for (size_t n = 0; n < plan->n_count; n++) {
    (void)nq_variant_parameter(variant, n_of(plan, n), i, &parameter);
    *differ = *differ || strcmp(first.value, parameter.value) != 0;
    nq_json_put(&object, nq_say("%" PRIu32, n_of(plan, n)).text, json_string(parameter.value));
  }
  return object;
}

static json_t *variants(const nq_plan *plan) {
  json_t *array = json_array();
  for (size_t i = 0; i < plan->variant_count; i++) {
    const nq_variant *variant = &plan->variant[i];
    json_t *parameters = json_object(), *by_n = json_object(), *given = json_array();
    nq_parameter parameter;
    for (size_t j = 0; nq_variant_parameter(variant, n_of(plan, 0), j, &parameter); j++) {
      if (parameter.value[0] == '\0') continue;
      bool differ;
      json_t *values = values_by_n(plan, variant, j, &differ);
      if (differ) nq_json_put(&by_n, parameter.name, json_incref(values));
      if (!differ) nq_json_put(&parameters, parameter.name, json_string(parameter.value));
      json_decref(values);
      if (parameter.given) nq_json_append(&given, json_string(parameter.name));
    }
    nq_json_append(&array, json_pack("{s:s, s:o, s:s, s:o, s:o, s:o, s:s, s:s}", "label",
                                     variant->label, "variant", nq_json_bytes(variant->text),
                                     "method", variant->solve.method, "parameters", parameters,
                                     "parameters_by_n", by_n, "given", given, "step",
                                     nq_variant_step(variant), "version", variant->version));
  }
  return array;
}

/* {"runs": 24, "solved": 20, "par2": 3.2,
 *  "adds": [{"label": "a", "fastest": 9, "alone": 1, "par2": 4}]} */
static json_t *best(const nq_summary *summary) {
  const nq_plan *plan = summary->plan;
  json_t *array = json_array();
  for (size_t i = 0; i < plan->variant_count; i++)
    nq_json_append(&array, json_pack("{s:s, s:I, s:I, s:o}", "label", plan->variant[i].label,
                                     "fastest", (json_int_t)summary->adds[i].fastest, "alone",
                                     (json_int_t)summary->adds[i].alone, "par2",
                                     number(summary->adds[i].par2)));
  return json_pack("{s:I, s:I, s:o, s:o}", "runs", (json_int_t)summary->best.runs, "solved",
                   (json_int_t)summary->best.solved, "par2", number(summary->best.par2), "adds",
                   array);
}

static json_t *fits(const nq_summary *summary) {
  json_t *array = json_array();
  for (size_t i = 0; i < summary->plan->variant_count; i++) {
    const nq_variant *variant = &summary->plan->variant[i];
    const nq_fit *fit = &summary->fit[i];
    if (fit->points > 0)
      nq_json_append(&array, json_pack("{s:s, s:o, s:o, s:o, s:I}", "label", variant->label,
                                       "variant", nq_json_bytes(variant->text), "exponent",
                                       number(fit->exponent), "interval", interval(fit->interval),
                                       "sizes", (json_int_t)fit->points));
  }
  return array;
}

/* How, by what and where the runs were made. */
static json_t *setup(const nq_summary *summary) {
  const nq_plan *plan = summary->plan;
  const nq_conditions *conditions = &summary->conditions;
  json_t *object =
      json_pack("{s:o, s:s, s:s}", "command",
                summary->command != NULL ? nq_json_bytes(summary->command) : json_null(), "version",
                summary->version, "machine", summary->machine);
  if (conditions->threads > 0) {
    nq_json_put(&object, "threads", json_integer(conditions->threads));
    nq_json_put(&object, "processors", json_integer(conditions->processors));
    nq_json_put(&object, "runs_before", json_integer((json_int_t)conditions->found));
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

/* What the number of runs decides. */
static json_t *power(const nq_summary *summary) {
  nq_power of = nq_summary_power(summary);
  return json_pack("{s:I, s:I, s:I, s:o, s:s}", "pairs", (json_int_t)summary->claims, "decided",
                   (json_int_t)of.decided, "runs", (json_int_t)of.runs, "least_a",
                   number(of.least_effect), "text", nq_words_power(summary).text);
}

nq_status nq_summary_write_json(const nq_summary *summary, FILE *stream, nq_error *error) {
  json_t *object = setup(summary);
  if (summary->claims > 0) {
    nq_json_put(&object, "answer", json_string(nq_words_answer(summary).text));
    nq_json_put(&object, "power", power(summary));
  }
  nq_json_put(&object, "variants", variants(summary->plan));
  nq_json_put(&object, "about_steps", json_string(NQ_WORDS_STEPS));
  nq_json_put(&object, "cells", cells(summary));
  nq_json_put(&object, "claims", claims(summary));
  if (summary->plan->instance_count > 0) nq_json_put(&object, "virtual_best", best(summary));
  nq_json_put(&object, "scaling", fits(summary));
  char *text = nq_json_text(object, JSON_INDENT(1) | JSON_PRESERVE_ORDER | JSON_REAL_PRECISION(9));
  json_decref(object);
  if (text == NULL) return nq_error_set(error, NQ_NO_MEMORY, "no memory for the JSON summary");
  fputs(text, stream);
  free(text);
  fputc('\n', stream);
  return NQ_OK;
}

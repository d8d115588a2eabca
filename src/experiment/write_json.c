#include "experiment/words.h"
#include "experiment/write.h"

#include <jansson.h>
#include <math.h>

/* JSON has no infinity: null is a figure beyond the limit. */
static json_t *number(double value) {
  return isfinite(value) ? json_real(value) : json_null();
}

static json_t *interval(nq_interval of) {
  json_t *array = json_array();
  json_array_append_new(array, number(of.low));
  json_array_append_new(array, number(of.high));
  return array;
}

static json_t *measure(const nq_measure *of) {
  static const char *const names[] = {"lower_quartile", "median", "upper_quartile"};
  json_t *object = json_object();
  for (size_t i = 0; i < NQ_QUARTILES; i++) {
    json_t *quartile = json_object();
    json_object_set_new(quartile, "value", number(of->quartile[i]));
    json_object_set_new(quartile, "interval", interval(of->interval[i]));
    json_object_set_new(object, names[i], quartile);
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
      json_array_append_new(array, object);
      json_object_set_new(object, "variant", json_string(plan->variant[i].text));
      json_object_set_new(object, "n", json_integer(plan->n[n]));
      json_object_set_new(object, "runs", json_integer((json_int_t)cell->count));
      json_object_set_new(object, "solved", json_integer((json_int_t)cell->solved));
      if (cell->count == 0) continue;
      json_object_set_new(object, "solved_interval", interval(cell->solved_share));
      json_object_set_new(object, "par2", number(cell->par2));
      json_object_set_new(object, "seconds", measure(&cell->measure[NQ_SECONDS]));
      json_object_set_new(object, "steps", measure(&cell->measure[NQ_STEPS]));
    }
  return array;
}

static json_t *claims(const nq_summary *summary) {
  const nq_plan *plan = summary->plan;
  json_t *array = json_array();
  for (size_t i = 0; i < summary->claims; i++) {
    const nq_claim *claim = &summary->claim[i];
    char text[NQ_SENTENCE];
    nq_words_claim(summary, claim, SIZE_MAX, text);
    json_t *object = json_object();
    json_array_append_new(array, object);
    json_object_set_new(object, "n", json_integer(plan->n[claim->n]));
    json_object_set_new(object, "first", json_string(plan->variant[claim->first].text));
    json_object_set_new(object, "second", json_string(plan->variant[claim->second].text));
    json_object_set_new(object, "a", json_real(claim->a));
    json_object_set_new(object, "p", json_real(claim->p));
    json_object_set_new(object, "test", json_string(claim->censored ? "log-rank" : "Mann-Whitney"));
    json_object_set_new(object, "faster", json_boolean(nq_claim_holds(claim)));
    json_object_set_new(object, "text", json_string(text));
  }
  return array;
}

static json_t *fits(const nq_summary *summary) {
  json_t *array = json_array();
  for (size_t i = 0; i < summary->plan->variant_count; i++) {
    const nq_fit *fit = &summary->fit[i];
    if (fit->points == 0) continue;
    json_t *object = json_object();
    json_array_append_new(array, object);
    json_object_set_new(object, "variant", json_string(summary->plan->variant[i].text));
    json_object_set_new(object, "exponent", number(fit->exponent));
    json_object_set_new(object, "interval", interval(fit->interval));
    json_object_set_new(object, "sizes", json_integer((json_int_t)fit->points));
  }
  return array;
}

nq_status nq_summary_write_json(const nq_summary *summary, FILE *stream, nq_error *error) {
  const nq_plan *plan = summary->plan;
  json_t *object = json_object();
  json_object_set_new(object, "version", json_string(summary->version));
  json_object_set_new(object, "machine", json_string(summary->machine));
  json_object_set_new(object, "first_seed", json_integer((json_int_t)plan->first_seed));
  json_object_set_new(object, "seeds", json_integer((json_int_t)plan->seeds));
  json_object_set_new(object, "time_limit", json_real(plan->time_limit));
  json_object_set_new(object, "step_limit",
                      plan->step_limit > 0 ? json_integer((json_int_t)plan->step_limit)
                                           : json_null());
  json_object_set_new(object, "cells", cells(summary));
  json_object_set_new(object, "claims", claims(summary));
  json_object_set_new(object, "scaling", fits(summary));
  int failed =
      json_dumpf(object, stream, JSON_INDENT(1) | JSON_PRESERVE_ORDER | JSON_REAL_PRECISION(9));
  json_decref(object);
  if (failed != 0) return nq_error_set(error, NQ_NO_MEMORY, "the JSON summary cannot be written");
  fputc('\n', stream);
  return NQ_OK;
}

/* Suites: their rows, made by the generators and compared with their checksums. */
#include "board/board.h"
#include "generate/kinds.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SUITES 3

static const nq_suite *const suites[SUITES] = {&nq_queens_2026_main, &nq_queens_2026_smoke,
                                               &nq_queens_2026_open};

const nq_suite *nq_suite_at(size_t i) {
  return i < SUITES ? suites[i] : NULL;
}

const nq_suite *nq_suite_by_name(const char *name, const char *size) {
  for (size_t i = 0; i < SUITES; i++)
    if (strcmp(suites[i]->name, name) == 0 && (size == NULL || strcmp(suites[i]->size, size) == 0))
      return suites[i];
  return NULL;
}

const char *nq_suite_solver(size_t i) {
  static const char *const names[NQ_SUITE_SOLVERS] = {
      "min-conflicts", "sat", "backtracking", "cadical", "clingo", "cp-sat", "z3", "cbc", "glpsol"};
  return i < NQ_SUITE_SOLVERS ? names[i] : NULL;
}

/* ---- A row ---- */

/* NQ_INTERNAL unless the item is the instance of the row, whose checksum it fills in. */
static nq_status require_listed(const nq_suite *suite, const nq_suite_row *row,
                                const nq_generated *item, char sum[NQ_SHA256_TEXT],
                                nq_error *error) {
  char first[17];
  if (!nq_instance_digest(item->instance, sum))
    return nq_error_set(error, NQ_NO_MEMORY, "no memory for an instance");
  snprintf(first, sizeof first, "%016" PRIx64, row->checksum);
  if (strncmp(sum, first, strlen(first)) == 0 &&
      (item->answer == row->answer || item->answer == NQ_KNOWN_NOTHING))
    return NQ_OK;
  return nq_error_set(error, NQ_INTERNAL,
                      "%s, %s, n = %" PRIu32 ", index %" PRIu32
                      ": the generator makes another instance than the suite had: this is a "
                      "bug of nqueens",
                      suite->name, row->kind, row->n, row->index);
}

/* The instance of queens that the row lists. */
static nq_status place_listed(const nq_suite_row *row, nq_instance *instance, nq_error *error) {
  nq_status status = instance != NULL ? NQ_OK : nq_generate_no_memory(row->n, error);
  const char *text = row->queens;
  while (status == NQ_OK && *text != '\0') {
    char *end;
    uint32_t column = (uint32_t)strtoul(text, &end, 10), r = (uint32_t)strtoul(end, &end, 10);
    status = nq_instance_place(instance, column, r, error);
    text = end;
  }
  return status;
}

static nq_status make_item(const nq_suite_row *row, nq_generating *generation, nq_generated *item,
                           nq_error *error) {
  nq_generate_options *options = &generation->options;
  if (row->queens != NULL) {
    *item = nq_generate_blank(options, nq_generate_kind_by_name(row->kind), row->index);
    item->instance = nq_instance_new(row->n);
    return place_listed(row, item->instance, error);
  }
  if (row->parameter < NQ_GENERATE_PARAMETERS) options->value[row->parameter] = row->value;
  nq_status status = nq_generate_begin(generation, error);
  if (status != NQ_OK) return status;
  return nq_generate_make_item(generation, NULL, &options->first, item, error);
}

/* Visit the item of a row, with the row's answer. */
static nq_status visit_row(const nq_suite *suite, const nq_suite_row *row, unsigned threads,
                           nq_watch *watch, nq_suite_visit *visit, nq_error *error) {
  char sum[NQ_SHA256_TEXT];
  nq_generated item = {0};
  nq_generating generation = {.watch = watch};
  nq_generate_options_init(&generation.options);
  generation.options.kind = row->kind;
  generation.options.n = row->n;
  generation.options.seed = suite->seed;
  generation.options.first = row->index;
  generation.options.threads = threads;
  nq_status status = make_item(row, &generation, &item, error);
  if (status == NQ_OK) status = require_listed(suite, row, &item, sum, error);
  item.answer = row->answer;
  item.solutions = row->solutions;
  if (status == NQ_OK && !visit(watch->context, &item, row, sum)) status = NQ_END;
  nq_generate_release(&item);
  nq_generate_end(&generation);
  return status;
}

nq_status nq_suite_generate(const nq_suite *suite, const nq_generate_options *how,
                            nq_suite_visit *visit, nq_error *error) {
  nq_watch watch;
  nq_status status = NQ_OK;
  nq_watch_init(&watch, how->seconds > 0 ? how->seconds : 0, how->progress, how->context);
  for (size_t i = 0; i < suite->count && status == NQ_OK; i++)
    status = visit_row(suite, &suite->rows[i], how->threads, &watch, visit, error);
  nq_watch_release(&watch);
  return status;
}

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

typedef struct visiting {
  const nq_suite *suite;
  const nq_suite_row *row;
  const nq_generate_options *how;
  nq_suite_visit *visit;
  nq_error *error;
  nq_error odd; /* why the instance is not that of the row; or NQ_OK */
} visiting;

/* Whether the instance is that of the row. */
static bool is_as_listed(visiting *at, const nq_generated *item, char sum[NQ_SHA256_TEXT]) {
  char first[17];
  if (!nq_instance_digest(item->instance, sum)) {
    nq_error_set(&at->odd, NQ_NO_MEMORY, "no memory for an instance");
    return false;
  }
  snprintf(first, sizeof first, "%016" PRIx64, at->row->checksum);
  if (strncmp(sum, first, strlen(first)) == 0 &&
      (item->answer == at->row->answer || item->answer == NQ_KNOWN_NOTHING))
    return true;
  nq_error_set(&at->odd, NQ_INTERNAL,
               "%s, %s, n = %" PRIu32 ", index %" PRIu32
               ": the generator makes another instance than the suite had: this is a "
               "bug of nqueens",
               at->suite->name, at->row->kind, at->row->n, at->row->index);
  return false;
}

/* Give the item the answer of its row, after its checksum. */
static bool visit_row(void *context, const nq_generated *made) {
  visiting *at = context;
  char sum[NQ_SHA256_TEXT];
  nq_generated item = *made;
  if (!is_as_listed(at, &item, sum)) return false;
  item.answer = at->row->answer;
  item.solutions = at->row->solutions;
  return at->visit(at->how->context, &item, at->row, sum);
}

static bool report_row(void *context, const nq_progress *progress) {
  const visiting *at = context;
  return at->how->progress(at->how->context, progress);
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

static nq_status visit_listed(visiting *at, const nq_generate_options *options) {
  const nq_suite_row *row = at->row;
  nq_generated item =
      nq_generate_blank(options, nq_generate_kind_by_name(row->kind), options->first);
  item.instance = nq_instance_new(row->n);
  nq_status status = place_listed(row, item.instance, at->error);
  if (status == NQ_OK && !visit_row(at, &item)) status = NQ_END;
  nq_instance_free(item.instance);
  return status;
}

static nq_status make_row(visiting *at, double deadline) {
  nq_generate_options options;
  const nq_suite_row *row = at->row;
  nq_generate_options_init(&options);
  options.kind = row->kind;
  options.n = row->n;
  options.seed = at->suite->seed;
  options.first = row->index;
  if (row->queens != NULL) return visit_listed(at, &options);
  options.threads = at->how->threads;
  options.crew = at->how->crew;
  options.progress = at->how->progress != NULL ? report_row : NULL;
  options.context = at;
  if (row->parameter < NQ_GENERATE_PARAMETERS) options.value[row->parameter] = row->value;
  if (deadline > 0) options.seconds = deadline - nq_clock();
  if (deadline > 0 && options.seconds <= 0) return NQ_END;
  return nq_generate(&options, visit_row, at->error);
}

nq_status nq_suite_generate(const nq_suite *suite, const nq_generate_options *how,
                            nq_suite_visit *visit, nq_error *error) {
  double deadline = how->seconds > 0 ? nq_clock() + how->seconds : 0;
  nq_status status = NQ_OK;
  for (size_t i = 0; i < suite->count && status == NQ_OK; i++) {
    visiting at = {suite, &suite->rows[i], how, visit, error, {0}};
    status = make_row(&at, deadline);
    if (at.odd.status != NQ_OK) status = nq_error_pass(error, &at.odd);
  }
  return status;
}

/* The lines of a board.
 *
 * MODEL.  There are 6n - 2 lines, numbered by place:
 *
 *     0 ..          columns    index 0 .. n - 1     one square up at each step
 *     n ..          rows       index 0 .. n - 1     one to the right
 *     2n ..         rising     index 0 .. 2n - 2    to the right and down: column + row stays
 *     4n - 1 ..     falling    index 0 .. 2n - 2    to the right and up: row - column stays */
#include "format/exports/lines.h"

#include <inttypes.h>

/* Some solvers keep numbers of variables in signed 32-bit integers. */
#define COUNT_MAX INT32_MAX

uint64_t nq_lines_count(uint32_t n) {
  return 6 * (uint64_t)n - 2;
}

/* Squares left of, or below, the diagonal's first one. */
static uint32_t past_corner(uint32_t n, uint64_t index) {
  return index < n ? 0 : (uint32_t)(index - (n - 1));
}

static uint32_t diagonal_length(uint32_t n, uint64_t index) {
  return (uint32_t)(index < n ? index + 1 : 2 * (uint64_t)n - 1 - index);
}

static nq_line diagonal_at(uint32_t n, bool rising, uint64_t index) {
  uint32_t count = diagonal_length(n, index), past = past_corner(n, index);
  if (rising) return (nq_line){NQ_LINE_RISING, index, past, (uint32_t)(index - past), count, 1, -1};
  uint32_t column = index < n ? (uint32_t)(n - 1 - index) : 0;
  return (nq_line){NQ_LINE_FALLING, index, column, past, count, 1, 1};
}

nq_line nq_line_at(uint32_t n, uint64_t place) {
  uint64_t diagonals = 2 * (uint64_t)n - 1;
  if (place < n) return (nq_line){NQ_LINE_COLUMN, place, (uint32_t)place, 0, n, 0, 1};
  place -= n;
  if (place < n) return (nq_line){NQ_LINE_ROW, place, 0, (uint32_t)place, n, 1, 0};
  place -= n;
  bool rising = place < diagonals;
  return diagonal_at(n, rising, rising ? place : place - diagonals);
}

const char *nq_line_name(nq_line_kind kind) {
  static const char *const names[] = {"column", "row", "rising", "falling"};
  return names[kind];
}

bool nq_line_is_exact(const nq_line *line) {
  return line->kind == NQ_LINE_COLUMN || line->kind == NQ_LINE_ROW;
}

bool nq_line_binds(const nq_line *line) {
  return nq_line_is_exact(line) || line->count > 1;
}

uint64_t nq_lines_binding(uint32_t n) {
  return n == 1 ? 2 : nq_lines_count(n) - 4;
}

void nq_export_line(const nq_export *export, const nq_line *line, const nq_sum *sum) {
  nq_place at = {.n = export->n, .index = line->index, .kind = nq_line_name(line->kind)};
  for (uint32_t i = 0; i < line->count; i++) {
    at.column = line_column(line, i);
    at.row = line_row(line, i);
    const char *text = i == 0                              ? sum->first
                       : i % 8 == 0 && sum->eighth != NULL ? sum->eighth
                                                           : sum->next;
    nq_export_text(export, text, &at);
  }
  nq_output_text(export->output, sum->end);
}

void nq_export_lines(const nq_export *export, const nq_sum *exact, const nq_sum *most) {
  for (uint64_t place = 0; place < nq_lines_count(export->n); place++) {
    nq_line line = nq_line_at(export->n, place);
    if (nq_output_status(export->output, NULL) != NQ_OK) return;
    if (nq_line_binds(&line)) nq_export_line(export, &line, nq_line_is_exact(&line) ? exact : most);
  }
}

/* ---- Squares that the instance decides ---- */

static void visit_excluded(const nq_instance *instance, size_t i, nq_decided_visit *visit,
                           void *context) {
  bool rising;
  uint64_t index = nq_instance_excluded_at(instance, i, &rising);
  nq_line line = diagonal_at(nq_instance_n(instance), rising, index);
  for (uint32_t at = 0; at < line.count; at++)
    visit(context, line.column + at, rising ? line.row - at : line.row + at, false);
}

void nq_decided_each(const nq_instance *instance, nq_decided_visit *visit, void *context) {
  uint32_t column, row;
  for (size_t i = 0; i < nq_instance_placed_count(instance); i++) {
    nq_instance_placed_at(instance, i, &column, &row);
    visit(context, column, row, true);
  }
  for (size_t i = 0; i < nq_instance_blocked_count(instance); i++) {
    nq_instance_blocked_at(instance, i, &column, &row);
    visit(context, column, row, false);
  }
  for (size_t i = 0; i < nq_instance_excluded_count(instance); i++)
    visit_excluded(instance, i, visit, context);
}

typedef struct decided {
  const nq_export *export;
  const char *queen, *none;
} decided;

static void write_square(void *context, uint32_t column, uint32_t row, bool queen) {
  const decided *texts = context;
  const nq_place at = {.n = texts->export->n, .column = column, .row = row};
  nq_export_text(texts->export, queen ? texts->queen : texts->none, &at);
}

void nq_export_decided(const nq_export *export, const char *queen, const char *none) {
  nq_decided_each(export->instance, write_square, &(decided){export, queen, none});
}

uint64_t nq_decided_count(const nq_instance *instance) {
  uint64_t count = nq_instance_placed_count(instance) + nq_instance_blocked_count(instance);
  bool rising;
  for (size_t i = 0; i < nq_instance_excluded_count(instance); i++)
    count +=
        diagonal_length(nq_instance_n(instance), nq_instance_excluded_at(instance, i, &rising));
  return count;
}

nq_status nq_require_count(const nq_export *export, uint64_t count, const char *things,
                           nq_error *error) {
  if (count <= COUNT_MAX) return NQ_OK;
  return nq_error_set(error, NQ_UNSUPPORTED,
                      "n = %" PRIu32 " is too large: it needs %" PRIu64
                      " %s, and solvers number them up to %d",
                      export->n, count, things, COUNT_MAX);
}

/* OPB: pseudo-Boolean constraints, as in the competitions of pseudo-Boolean solvers.
 *
 * MODEL.  x_v with v = column * n + row + 1 is 1 when a queen stands on (column, row).  The sum over
 * each column and each row is 1, and minus the sum over each diagonal of two squares or more is
 * -1 or more: OPB knows = and >= only.  Placed queens are x_v = 1, blocked squares and those of
 * excluded diagonals x_v = 0. */
#include "format/exports/lines.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>

static void write_head(const nq_export *export) {
  nq_output_print(export->output, "* #variable= %" PRIu64 " #constraint= %" PRIu64 "\n",
                  (uint64_t) export->n * export->n,
                  nq_lines_binding(export->n) + nq_decided_count(export->instance));
  nq_export_head(export, "*",
                 "x<column * n + row + 1>: a queen stands there, both from 0; rising = column + "
                 "row, falling = row - column + n - 1");
}

static void write_line(const nq_export *export, const nq_line *line) {
  nq_output *output = export->output;
  bool exact = nq_line_is_exact(line);
  for (uint32_t i = 0; i < line->count; i++) {
    char *text = nq_output_reserve(output, 32);
    if (text == NULL) return;
    text[0] = exact ? '+' : '-';
    text[1] = '1';
    text[2] = ' ';
    text[3] = 'x';
    char *end = nq_put_number(text + 4, line_variable(line, export->n, i));
    *end++ = ' ';
    output->used += (size_t)(end - text);
  }
  nq_output_text(output, exact ? "= 1 ;\n" : ">= -1 ;\n");
}

static void write_square(void *context, uint32_t column, uint32_t row, bool queen) {
  const nq_export *export = context;
  nq_output_text(export->output, "+1 x");
  nq_output_number(export->output, (uint64_t)column * export->n + row + 1);
  nq_output_text(export->output, queen ? " = 1 ;\n" : " = 0 ;\n");
}

static void write_squares(const nq_export *export) {
  nq_export context = *export;
  nq_decided_each(export->instance, write_square, &context);
}

static nq_status write_opb(const nq_export *export, nq_error *error) {
  nq_status status = nq_require_count(export, (uint64_t) export->n * export->n, "variables", error);
  if (status != NQ_OK) return status;
  write_head(export);
  uint64_t lines = nq_lines_count(export->n);
  for (uint64_t place = 0; place < lines; place++) {
    nq_line line = nq_line_at(export->n, place);
    if (nq_output_status(export->output, NULL) != NQ_OK) return NQ_OK;
    if (nq_line_binds(&line)) write_line(export, &line);
  }
  write_squares(export);
  return NQ_OK;
}

const nq_export_entry nq_export_opb = {
    .format = {.name = "opb", .summary = "OPB, for pseudo-Boolean solvers", .suffix = ".opb"},
    .write = write_opb,
    .growth = {{2, 21, 7.6}}};

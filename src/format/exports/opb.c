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

/* A term without its digits: "+1 x" and the blank. */
#define TERM_BYTES 5

static const char exact_end[] = "= 1 ;\n", most_end[] = ">= -1 ;\n";

static void write_head(const nq_export *export) {
  nq_output_print(export->output, "* #variable= %" PRIu64 " #constraint= %" PRIu64 "\n",
                  (uint64_t) export->n * export->n,
                  nq_lines_binding(export->n) + nq_squares_count(export->instance));
  nq_export_head(export, "*",
                 "x<column * n + row + 1>: a queen stands there, both from 0; rising = column + "
                 "row, falling = row - column + n - 1");
}

static void write_line(nq_output *output, nq_progression variables, bool exact) {
  for (uint64_t i = 0; i < variables.count; i++) {
    char *text = nq_output_reserve(output, 32);
    if (text == NULL) return;
    text[0] = exact ? '+' : '-';
    text[1] = '1';
    text[2] = ' ';
    text[3] = 'x';
    char *end = nq_put_number(text + 4, (uint32_t)(variables.first + variables.step * i));
    *end++ = ' ';
    output->used += (size_t)(end - text);
  }
  nq_output_text(output, exact ? exact_end : most_end);
}

static void write_square(void *context, uint32_t column, uint32_t row, bool queen) {
  const nq_export *export = context;
  nq_output_text(export->output, "+1 x");
  nq_output_number(export->output, (uint64_t)column * export->n + row + 1);
  nq_output_text(export->output, queen ? " = 1 ;\n" : " = 0 ;\n");
}

static void write_squares(const nq_export *export) {
  nq_export context = *export;
  nq_squares_visit(export->instance, write_square, &context);
}

static nq_status write_opb(const nq_export *export, nq_error *error) {
  nq_status status = nq_require_count(export, (uint64_t) export->n * export->n, "variables", error);
  if (status != NQ_OK) return status;
  write_head(export);
  uint64_t lines = nq_lines_count(export->n);
  for (uint64_t place = 0; place < lines; place++) {
    nq_line line = nq_line_at(export->n, place);
    if (nq_output_status(export->output, NULL) != NQ_OK) return NQ_OK;
    if (nq_line_binds(&line))
      write_line(export->output, nq_line_variables(&line, export->n), nq_line_is_exact(&line));
  }
  write_squares(export);
  return NQ_OK;
}

static nq_status size_opb(const nq_export *export, uint64_t *bytes, nq_error *error) {
  nq_status status = nq_require_count(export, (uint64_t) export->n * export->n, "variables", error);
  if (status != NQ_OK) return status;
  write_head(export);
  write_squares(export);
  uint64_t lines = nq_lines_count(export->n);
  for (uint64_t place = 0; place < lines; place++) {
    nq_line line = nq_line_at(export->n, place);
    if (!nq_line_binds(&line)) continue;
    size_t end = nq_line_is_exact(&line) ? sizeof exact_end : sizeof most_end;
    *bytes += nq_progression_digits(nq_line_variables(&line, export->n)) +
              line.count * (uint64_t)TERM_BYTES + end - 1;
  }
  return NQ_OK;
}

const nq_export_entry nq_export_opb = {
    .format = {.name = "opb", .summary = "OPB, for pseudo-Boolean solvers", .suffix = ".opb"},
    .write = write_opb,
    .size = size_opb};

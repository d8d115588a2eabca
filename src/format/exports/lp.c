/* The LP format of CPLEX, which CBC, GLPK and others read.
 *
 * MODEL.  The binary variable x_<column>_<row>, both from 0, is 1 when a queen stands there.  The
 * rows of the program are the lines of the board, named column_<c>, row_<r>, rising_<column + row>,
 * falling_<row - column + n - 1>: the sum of a column or row is 1, that of a diagonal at most 1.
 * Placed queens, blocked squares and the squares of excluded diagonals are further rows, x = 1 or
 * x = 0, as some readers reset bounds when they come to the list of binary variables.
 *
 * Long lines of text are broken, as some readers take only 255 or 510 bytes. */
#include "format/exports/lines.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define TERMS_A_LINE 8

static void write_head(const nq_export *export) {
  nq_export_head(export, "\\",
                 "x_<column>_<row>: a queen stands there, both from 0; rising_<column + row>, "
                 "falling_<row - column + n - 1>");
  nq_output_text(export->output, "Minimize\n none: 0 x_0_0\nSubject To\n");
}

/* "x_3_5" */
static char *put_name(char *at, uint32_t column, uint32_t row) {
  *at++ = 'x';
  *at++ = '_';
  at = nq_put_number(at, column);
  *at++ = '_';
  return nq_put_number(at, row);
}

static void write_name(nq_output *output, const nq_line *line) {
  nq_output_text(output, " ");
  nq_output_text(output, nq_line_name(line->kind));
  nq_output_text(output, "_");
  nq_output_number(output, line->index);
  nq_output_text(output, ":");
}

/* " + x_0_3", with " x_0_3" first, and a new line of text before every eighth. */
static void write_line(nq_output *output, const nq_line *line) {
  write_name(output, line);
  for (uint32_t i = 0; i < line->count; i++) {
    char *text = nq_output_reserve(output, 64);
    if (text == NULL) return;
    memcpy(text, i > 0 && i % TERMS_A_LINE == 0 ? "\n + " : " + ", 4);
    char *at = text + (i == 0 ? 1 : i % TERMS_A_LINE == 0 ? 4 : 3);
    at = put_name(at, line_column(line, i), line_row(line, i));
    output->used += (size_t)(at - text);
  }
  nq_output_text(output, nq_line_is_exact(line) ? " = 1\n" : " <= 1\n");
}

static void write_square(void *context, uint32_t column, uint32_t row, bool queen) {
  nq_output *output = context;
  char *text = nq_output_reserve(output, 64);
  if (text == NULL) return;
  *text = ' ';
  char *at = put_name(text + 1, column, row);
  memcpy(at, queen ? " = 1\n" : " = 0\n", 5);
  output->used += (size_t)(at + 5 - text);
}

static void write_binary(nq_output *output, uint32_t n) {
  for (uint32_t column = 0; column < n; column++)
    for (uint32_t row = 0; row < n; row++) {
      char *text = nq_output_reserve(output, 64);
      if (text == NULL) return;
      *text = ' ';
      char *at = put_name(text + 1, column, row);
      *at++ = '\n';
      output->used += (size_t)(at - text);
    }
}

static nq_status write_lp(const nq_export *export, nq_error *error) {
  nq_output *output = export->output;
  nq_status status = nq_require_count(export, (uint64_t) export->n * export->n, "variables", error);
  if (status != NQ_OK) return status;
  write_head(export);
  uint64_t lines = nq_lines_count(export->n);
  for (uint64_t place = 0; place < lines; place++) {
    nq_line line = nq_line_at(export->n, place);
    if (nq_output_status(output, NULL) != NQ_OK) return NQ_OK;
    if (nq_line_binds(&line)) write_line(output, &line);
  }
  nq_decided_each(export->instance, write_square, output);
  nq_output_text(output, "Binary\n");
  write_binary(output, export->n);
  nq_output_text(output, "End\n");
  return NQ_OK;
}

const nq_export_entry nq_export_lp = {
    .format = {.name = "lp",
               .summary = "the LP format of CPLEX, for integer programming",
               .suffix = ".lp"},
    .write = write_lp,
    .growth = {{2, 31, 9.1}}};

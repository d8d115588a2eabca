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

/* Of a term: "x_" and "_" around the digits, and what stands before. */
#define TERM_BYTES 6

static const char exact_end[] = " = 1\n", most_end[] = " <= 1\n";

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

/* The column and row of the line's i-th square. */
static uint32_t nth_column(const nq_line *line, uint32_t i) {
  return line->column_step > 0 ? line->column + i : line->column;
}

static uint32_t nth_row(const nq_line *line, uint32_t i) {
  if (line->row_step == 0) return line->row;
  return line->row_step > 0 ? line->row + i : line->row - i;
}

/* " + x_0_3", with " x_0_3" first, and a new line of text before every eighth. */
static void write_line(nq_output *output, const nq_line *line) {
  write_name(output, line);
  for (uint32_t i = 0; i < line->count; i++) {
    char *text = nq_output_reserve(output, 64);
    if (text == NULL) return;
    memcpy(text, i > 0 && i % TERMS_A_LINE == 0 ? "\n + " : " + ", 4);
    char *at = text + (i == 0 ? 1 : i % TERMS_A_LINE == 0 ? 4 : 3);
    at = put_name(at, nth_column(line, i), nth_row(line, i));
    output->used += (size_t)(at - text);
  }
  nq_output_text(output, nq_line_is_exact(line) ? exact_end : most_end);
}

static uint64_t line_bytes(const nq_line *line) {
  uint64_t name = strlen(nq_line_name(line->kind)) + 3 +
                  nq_progression_digits((nq_progression){line->index, 1, 1});
  uint64_t breaks = (line->count - 1) / TERMS_A_LINE;
  uint64_t end = nq_line_is_exact(line) ? sizeof exact_end : sizeof most_end;
  return name + nq_line_name_digits(line) + line->count * (uint64_t)TERM_BYTES - 2 + breaks + end -
         1;
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
  nq_squares_visit(export->instance, write_square, output);
  nq_output_text(output, "Binary\n");
  write_binary(output, export->n);
  nq_output_text(output, "End\n");
  return NQ_OK;
}

static nq_status size_lp(const nq_export *export, uint64_t *bytes, nq_error *error) {
  uint64_t squares = (uint64_t) export->n * export->n;
  nq_status status = nq_require_count(export, squares, "variables", error);
  if (status != NQ_OK) return status;
  write_head(export);
  nq_squares_visit(export->instance, write_square, export->output);
  nq_output_text(export->output, "Binary\nEnd\n");
  uint64_t lines = nq_lines_count(export->n);
  for (uint64_t place = 0; place < lines; place++) {
    nq_line line = nq_line_at(export->n, place);
    if (nq_line_binds(&line)) *bytes += line_bytes(&line);
    if (line.kind == NQ_LINE_COLUMN) *bytes += nq_line_name_digits(&line);
  }
  *bytes += squares * (strlen(" x_") + strlen("_\n"));
  return NQ_OK;
}

const nq_export_entry nq_export_lp = {
    .format = {.name = "lp",
               .summary = "the LP format of CPLEX, for integer programming",
               .suffix = ".lp"},
    .write = write_lp,
    .size = size_lp};

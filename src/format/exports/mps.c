/* Free MPS, for integer programming.
 *
 * MODEL.  The same variables and lines as in LP: x_<column>_<row>, and the rows column_<c>,
 * row_<r>, rising_<column + row>, falling_<row - column + n - 1>.  MPS lists a variable's rows, one
 * on each line of text, so each square writes its column, its row and its diagonals of two squares
 * or more.  A placed queen is a row placed_<column> of its variable alone; all variables are
 * bounded by BV (binary), and by FX 0 where the instance allows no queen. */
#include "format/exports/lines.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* ---- Pieces of text ---- */

static char *put_text(char *at, const char *text) {
  while (*text != '\0') *at++ = *text++;
  return at;
}

static char *put_indexed(char *at, const char *name, uint64_t index) {
  at = put_text(at, name);
  *at++ = '_';
  return nq_put_number(at, (uint32_t)index);
}

static char *put_variable(char *at, uint32_t column, uint32_t row) {
  at = put_indexed(at, "x", column);
  *at++ = '_';
  return nq_put_number(at, row);
}

/* ---- Sections ---- */

/* Write the name of each line, with text before and after it. */
static void write_names(const nq_export *export, const char *exact, const char *most,
                        const char *end) {
  nq_output *output = export->output;
  uint64_t lines = nq_lines_count(export->n);
  for (uint64_t place = 0; place < lines; place++) {
    nq_line line = nq_line_at(export->n, place);
    char *text = nq_output_reserve(output, 128);
    if (text == NULL) return;
    if (!nq_line_binds(&line)) continue;
    char *at = put_text(text, nq_line_is_exact(&line) ? exact : most);
    at = put_text(put_indexed(at, nq_line_name(line.kind), line.index), end);
    output->used += (size_t)(at - text);
  }
}

static void write_placed(const nq_export *export, const char *before, const char *end) {
  uint32_t column, row;
  for (size_t i = 0; i < nq_instance_placed_count(export->instance); i++) {
    nq_instance_placed_at(export->instance, i, &column, &row);
    nq_output_text(export->output, before);
    nq_output_number(export->output, column);
    nq_output_text(export->output, end);
  }
}

static void write_head(const nq_export *export) {
  nq_export_head(export, "*",
                 "x_<column>_<row>: a queen stands there, both from 0; rising_<column + row>, "
                 "falling_<row - column + n - 1>");
  nq_output_text(export->output, "NAME nqueens FREE\nROWS\n N none\n");
  write_names(export, " E ", " L ", "\n");
  write_placed(export, " E placed_", "\n");
  nq_output_text(export->output, "COLUMNS\n MARKER 'MARKER' 'INTORG'\n");
}

/* Write the sections after the squares. */
static void write_right_sides(const nq_export *export) {
  nq_output_text(export->output, " MARKER 'MARKER' 'INTEND'\nRHS\n");
  write_names(export, " RHS ", " RHS ", " 1\n");
  write_placed(export, " RHS placed_", " 1\n");
  nq_output_text(export->output, "BOUNDS\n");
}

/* " x_3_5 rising_8 1" */
static char *put_entry(char *at, const char *name, size_t size, const char *line, uint64_t index) {
  memcpy(at, name, size);
  at = put_indexed(at + size, line, index);
  return put_text(at, " 1\n");
}

static bool is_corner(uint32_t n, uint64_t diagonal) {
  return diagonal == 0 || diagonal == 2 * (uint64_t)n - 2;
}

/* The rows of one square. */
static void write_square(const nq_export *export, uint32_t column, uint32_t row, bool placed) {
  char *text = nq_output_reserve(export->output, 512), *at = text, name[64];
  uint64_t rising = (uint64_t)column + row, falling = (uint64_t)row + export->n - 1 - column;
  if (text == NULL) return;
  name[0] = ' ';
  char *end = put_variable(name + 1, column, row);
  *end++ = ' ';
  size_t size = (size_t)(end - name);
  at = put_entry(at, name, size, "column", column);
  at = put_entry(at, name, size, "row", row);
  if (!is_corner(export->n, rising)) at = put_entry(at, name, size, "rising", rising);
  if (!is_corner(export->n, falling)) at = put_entry(at, name, size, "falling", falling);
  if (placed) at = put_entry(at, name, size, "placed", column);
  export->output->used += (size_t)(at - text);
}

static void write_columns(const nq_export *export) {
  for (uint32_t column = 0; column < export->n; column++) {
    if (nq_output_status(export->output, NULL) != NQ_OK) return;
    uint32_t placed = nq_instance_placed_row(export->instance, column);
    for (uint32_t row = 0; row < export->n; row++) write_square(export, column, row, row == placed);
  }
}

static void write_bound(const nq_export *export, uint32_t column, uint32_t row) {
  bool allowed = nq_instance_allows(export->instance, column, row);
  char *text = nq_output_reserve(export->output, 64);
  if (text == NULL) return;
  char *at = put_text(text, allowed ? " BV B " : " FX B ");
  at = put_text(put_variable(at, column, row), allowed ? "\n" : " 0\n");
  export->output->used += (size_t)(at - text);
}

static void write_bounds(const nq_export *export) {
  for (uint32_t column = 0; column < export->n; column++) {
    if (nq_output_status(export->output, NULL) != NQ_OK) return;
    for (uint32_t row = 0; row < export->n; row++) write_bound(export, column, row);
  }
}

static nq_status write_mps(const nq_export *export, nq_error *error) {
  nq_status status = nq_require_count(export, (uint64_t) export->n * export->n, "variables", error);
  if (status != NQ_OK) return status;
  write_head(export);
  write_columns(export);
  write_right_sides(export);
  write_bounds(export);
  nq_output_text(export->output, "ENDATA\n");
  return NQ_OK;
}

const nq_export_entry nq_export_mps = {
    .format = {.name = "mps", .summary = "free MPS, for integer programming", .suffix = ".mps"},
    .write = write_mps,
    .growth = {{2, 73, 12}}};

/* The lines of a board as constraints over its squares, for formats with a variable for each
 * square. */
#ifndef NQ_FORMAT_EXPORTS_LINES_H
#define NQ_FORMAT_EXPORTS_LINES_H

#include "format/exports/export.h"

typedef enum nq_line_kind {
  NQ_LINE_COLUMN,
  NQ_LINE_ROW,
  NQ_LINE_RISING,
  NQ_LINE_FALLING
} nq_line_kind;

/* `count` squares from (column, row) on, the columns ascending. */
typedef struct nq_line {
  nq_line_kind kind;
  uint64_t index; /* the column, the row, column + row, or row - column + n - 1 */
  uint32_t column, row, count;
  int column_step, row_step;
} nq_line;

/* The column and the row of the line's i-th square. */
static inline uint32_t line_column(const nq_line *line, uint32_t i) {
  return line->column + i * (uint32_t)line->column_step;
}

static inline uint32_t line_row(const nq_line *line, uint32_t i) {
  return line->row + i * (uint32_t)line->row_step;
}

/* The variable of the square: column * n + row + 1, at most 2^31 - 1 (nq_require_count). */
static inline uint32_t line_variable(const nq_line *line, uint32_t n, uint32_t i) {
  return line_column(line, i) * n + line_row(line, i) + 1;
}

/* Lines are numbered by `place`: columns, rows, rising and falling diagonals, each by its index. */
uint64_t nq_lines_count(uint32_t n);
nq_line nq_line_at(uint32_t n, uint64_t place);

/* "column", "row", "rising", "falling". */
const char *nq_line_name(nq_line_kind kind);
/* Columns and rows hold exactly one queen, diagonals at most one. */
bool nq_line_is_exact(const nq_line *line);

/* Whether the line is a constraint: a diagonal of one square is not. */
bool nq_line_binds(const nq_line *line);
/* The number of lines that are. */
uint64_t nq_lines_binding(uint32_t n);

/* How a language writes a line: texts of its first square, of the others, of every eighth if it is
 * not NULL, and what follows them. */
typedef struct nq_sum {
  const char *first, *next, *eighth, *end;
} nq_sum;

/* Write each line that is a constraint: one that holds exactly one queen, or at most one. */
void nq_export_lines(const nq_export *export, const nq_sum *exact, const nq_sum *most);
void nq_export_line(const nq_export *export, const nq_line *line, const nq_sum *sum);

/* ---- Squares that the instance decides ---- */

/* Called with a square that must have a queen, or must not. */
typedef void nq_decided_visit(void *context, uint32_t column, uint32_t row, bool queen);

/* Each placed queen, each blocked square, each square of each excluded diagonal, in this order. */
void nq_decided_each(const nq_instance *instance, nq_decided_visit *visit, void *context);
/* Write a text for each of them. */
void nq_export_decided(const nq_export *export, const char *queen, const char *none);
/* The number of these. */
uint64_t nq_decided_count(const nq_instance *instance);

/* NQ_UNSUPPORTED if there are more `things` (variables, ...) than solvers can number. */
nq_status nq_require_count(const nq_export *export, uint64_t count, const char *things,
                           nq_error *error);

#endif

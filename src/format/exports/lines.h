/* The lines of a board as constraints over its squares, for formats with a variable for each
 * square. */
#ifndef NQ_FORMAT_EXPORTS_LINES_H
#define NQ_FORMAT_EXPORTS_LINES_H

#include "format/exports/export.h"

#include <stdbool.h>
#include <stdint.h>

/* ---- Progressions ---- */

/* The numbers first, first + step, ..., `count` of them. */
typedef struct nq_progression {
  uint64_t first, step, count;
} nq_progression;

/* The number of decimal digits in all of them together, in O(1). */
uint64_t nq_progression_digits(nq_progression numbers);

/* ---- Lines ---- */

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

/* The variables of the line's squares; a square has the variable column * n + row + 1. */
nq_progression nq_line_variables(const nq_line *line, uint32_t n);
/* The number of digits in the columns and rows of all its squares. */
uint64_t nq_line_name_digits(const nq_line *line);

/* ---- Squares that the instance decides ---- */

/* Called with a square that must have a queen, or must not. */
typedef void nq_square_visit(void *context, uint32_t column, uint32_t row, bool queen);

/* Each placed queen, each blocked square, each square of each excluded diagonal, in this order. */
void nq_squares_visit(const nq_instance *instance, nq_square_visit *visit, void *context);
/* The number of these. */
uint64_t nq_squares_count(const nq_instance *instance);

/* NQ_UNSUPPORTED if there are more `things` (variables, ...) than solvers can number. */
nq_status nq_require_count(const nq_export *export, uint64_t count, const char *things,
                           nq_error *error);

#endif

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

#include <stdint.h>

#define FIRST  " %k_%i: x_%c_%r"
#define NEXT   " + x_%c_%r"
#define EIGHTH "\n + x_%c_%r"

static nq_status write_lp(const nq_export *export, nq_error *error) {
  static const nq_sum exact = {FIRST, NEXT, EIGHTH, " = 1\n"};
  static const nq_sum most = {FIRST, NEXT, EIGHTH, " <= 1\n"};
  nq_status status = nq_require_count(export, (uint64_t) export->n * export->n, "variables", error);
  if (status != NQ_OK) return status;
  nq_export_head(export, "\\",
                 "x_<column>_<row>: a queen stands there, both from 0; rising_<column + row>, "
                 "falling_<row - column + n - 1>");
  nq_output_text(export->output, "Minimize\n none: 0 x_0_0\nSubject To\n");
  nq_export_lines(export, &exact, &most);
  nq_export_decided(export, " x_%c_%r = 1\n", " x_%c_%r = 0\n");
  nq_output_text(export->output, "Binary\n");
  nq_export_squares(export, " x_%c_%r\n");
  nq_output_text(export->output, "End\n");
  return NQ_OK;
}

const nq_export_entry nq_export_lp = {
    .format = {.name = "lp",
               .summary = "the LP format of CPLEX, for integer programming",
               .suffix = ".lp"},
    .write = write_lp,
    .growth = {{2, 31, 9.1}}};

/* Linear programs in zeros and ones: OPB, LP and MPS.
 *
 * Each line of the board is a sum of the variables of its squares: 1 on a column and a row, at most 1
 * on a diagonal of two squares or more. */
#include "format/exports/export.h"

#include <inttypes.h>

/* OPB: pseudo-Boolean constraints, as in the competitions of pseudo-Boolean solvers.
 *
 * MODEL.  x_v with v = column * n + row + 1 is 1 when a queen stands on (column, row).  The sum over
 * each column and each row is 1, and minus the sum over each diagonal of two squares or more is
 * -1 or more: OPB knows = and >= only.  Placed queens are x_v = 1, blocked squares and those of
 * excluded diagonals x_v = 0. */

static nq_status write_opb(const nq_export *export) {
  static const nq_sum exact = {"+1 x%v ", "+1 x%v ", NULL, "= 1 ;\n"};
  static const nq_sum most = {"-1 x%v ", "-1 x%v ", NULL, ">= -1 ;\n"};
  uint32_t n = export->n;
  uint64_t lines = n == 1 ? 2 : nq_lines_count(n) - 4; /* but the corners */
  nq_output_print(export->output, "* #variable= %" PRIu64 " #constraint= %" PRIu64 "\n",
                  square_count(export), lines + nq_decided_count(export->instance));
  nq_export_head(export, "*",
                 "x<column * n + row + 1>: a queen stands there, both from 0; rising = column + "
                 "row, falling = row - column + n - 1");
  nq_export_lines(export, &exact, &most);
  nq_export_decided(export, "+1 x%v = 1 ;\n", "+1 x%v = 0 ;\n");
  return NQ_OK;
}

const nq_export_entry nq_export_opb = {
    .format = {.name = "opb", .summary = "OPB, for pseudo-Boolean solvers", .suffix = ".opb"},
    .squares = true,
    .write = write_opb,
    .growth = {{2, 21, 7.6}}};

/* The LP format of CPLEX, which CBC, GLPK and others read.
 *
 * MODEL.  The binary variable x_<column>_<row>, both from 0, is 1 when a queen stands there.  The
 * rows of the program are the lines of the board, named column_<c>, row_<r>, rising_<column + row>,
 * falling_<row - column + n - 1>: the sum of a column or row is 1, that of a diagonal at most 1.
 * Placed queens, blocked squares and the squares of excluded diagonals are further rows, x = 1 or
 * x = 0, as some readers reset bounds when they come to the list of binary variables.
 *
 * Long lines of text are broken, as some readers take only 255 or 510 bytes. */

#define CONVENTION                                                                                 \
  "x_<column>_<row>: a queen stands there, both from 0; rising_<column + row>, "                   \
  "falling_<row - column + n - 1>"

#define FIRST  " %k_%i: x_%c_%r"
#define NEXT   " + x_%c_%r"
#define EIGHTH "\n + x_%c_%r"

static nq_status write_lp(const nq_export *export) {
  static const nq_sum exact = {FIRST, NEXT, EIGHTH, " = 1\n"};
  static const nq_sum most = {FIRST, NEXT, EIGHTH, " <= 1\n"};
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
    .mark = "\\",
    .convention = CONVENTION,
    .squares = true,
    .write = write_lp,
    .growth = {{2, 31, 9.1}}};

/* Free MPS, for integer programming.
 *
 * MODEL.  The same variables and lines as in LP: x_<column>_<row>, and the rows column_<c>,
 * row_<r>, rising_<column + row>, falling_<row - column + n - 1>.  MPS lists a variable's rows, one
 * on each line of text, so each square writes its column, its row and its diagonals of two squares
 * or more.  A placed queen is a row placed_<column> of its variable alone; all variables are
 * bounded by BV (binary), and by FX 0 where the instance allows no queen. */

/* ROWS and RHS name each line, and each placed queen. */
static void write_names(const nq_export *export, const char *exact, const char *most,
                        const char *placed) {
  const nq_list_style queens = {.separator = "", .tenth = "", .item = {placed}};
  nq_export_lines(export, &(nq_sum){exact, "", NULL, ""}, &(nq_sum){most, "", NULL, ""});
  nq_export_list(export, NQ_LIST_PLACED, &queens);
}

static bool is_corner(uint32_t n, uint64_t diagonal) {
  return diagonal == 0 || diagonal == 2 * (uint64_t)n - 2;
}

/* The rows of a square. */
static void write_square(const nq_export *export, const nq_place *at) {
  uint64_t rising = (uint64_t)at->column + at->row;
  uint64_t falling = (uint64_t)at->row + at->n - 1 - at->column;
  nq_export_text(export, " x_%c_%r column_%c 1\n x_%c_%r row_%r 1\n", at);
  if (!is_corner(at->n, rising)) nq_export_text(export, " x_%c_%r rising_%s 1\n", at);
  if (!is_corner(at->n, falling)) nq_export_text(export, " x_%c_%r falling_%d 1\n", at);
  if (at->row == nq_instance_placed_row(export->instance, at->column))
    nq_export_text(export, " x_%c_%r placed_%c 1\n", at);
}

static void write_bound(const nq_export *export, const nq_place *at) {
  bool allowed = nq_instance_allows(export->instance, at->column, at->row);
  nq_export_text(export, allowed ? " BV B x_%c_%r\n" : " FX B x_%c_%r 0\n", at);
}

static void each_square(const nq_export *export,
                        void (*visit)(const nq_export *export, const nq_place *at)) {
  nq_place at = {.n = export->n};
  for (; at.column < at.n && nq_export_goes_on(export); at.column++)
    for (at.row = 0; at.row < at.n; at.row++) visit(export, &at);
}

static nq_status write_mps(const nq_export *export) {
  nq_output *output = export->output;
  nq_output_text(output, "NAME nqueens FREE\nROWS\n N none\n");
  write_names(export, " E %k_%i\n", " L %k_%i\n", " E placed_%c\n");
  nq_output_text(output, "COLUMNS\n MARKER 'MARKER' 'INTORG'\n");
  each_square(export, write_square);
  nq_output_text(output, " MARKER 'MARKER' 'INTEND'\nRHS\n");
  write_names(export, " RHS %k_%i 1\n", " RHS %k_%i 1\n", " RHS placed_%c 1\n");
  nq_output_text(output, "BOUNDS\n");
  each_square(export, write_bound);
  nq_output_text(output, "ENDATA\n");
  return NQ_OK;
}

const nq_export_entry nq_export_mps = {
    .format = {.name = "mps", .summary = "free MPS, for integer programming", .suffix = ".mps"},
    .mark = "*",
    .convention = CONVENTION,
    .squares = true,
    .write = write_mps,
    .growth = {{2, 73, 12}}};

/* Formats with a variable for each square: linear programs in zeros and ones, OPB, LP and MPS,
 * where each line of the board is a sum, 1 on a column and a row and at most 1 on a diagonal of two
 * squares or more; and QUBO. */
#include "core/core.h"
#include "format/exports/export.h"

#include <string.h>

/* OPB: pseudo-Boolean constraints, as in the competitions of pseudo-Boolean solvers.
 *
 * MODEL.  x_v with v = column * n + row + 1 is 1 when a queen stands on (column, row).  The sum
 * over each column and each row is 1, and minus the sum over each diagonal of two squares or more
 * is -1 or more: OPB knows = and >= only.  Placed queens are x_v = 1, blocked squares and those of
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
  const nq_list_style queens = {.item = {placed}};
  nq_export_lines(export, &(nq_sum){exact, "", NULL, ""}, &(nq_sum){most, "", NULL, ""});
  nq_export_list(export, NQ_LIST_PLACED, &queens);
}

static bool is_corner(uint32_t n, uint64_t diagonal) {
  return diagonal == 0 || diagonal == 2 * (uint64_t)n - 2;
}

/* The rows of a square. */
static void write_rows_of(const nq_export *export, const nq_place *at) {
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
  each_square(export, write_rows_of);
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

/* QUBO: quadratic unconstrained binary optimization, for annealers and samplers.
 *
 * MODEL.  The variable column * n + row is 1 when a queen stands on (column, row).  The energy is a
 * sum of penalties, none of which is negative, so it is 0 for the solutions and at least 1
 * otherwise:
 *
 *     (1 - queens)^2   for each column and each row
 *     1                for each pair of queens on a diagonal
 *     2                for each queen on a blocked square, for each excluded diagonal that it is on,
 *                      and for each placed queen that is missing
 *
 * Expanded, each square has the coefficient -2, each pair of squares in a column or row 2, and each
 * pair on a diagonal 1; a blocked or excluded square has 2 more each time, a placed queen's 2 less.
 * The constant, `offset`, is 2 n + 2 placed queens: the coefficients alone have their minimum at
 * -offset.
 *
 *     coo    lines `i j coefficient` with i <= j: the upper triangle of the matrix
 *     json   a binary quadratic model as dimod.BinaryQuadraticModel.from_serializable takes it */

enum { ENCODING_COO, ENCODING_JSON };

enum { SQUARE = -2, SAME_LINE = 2, SAME_DIAGONAL = 1, FORCED = 2 };

static int64_t offset_of(const nq_export *export) {
  return 2 * (int64_t) export->n + FORCED * (int64_t)nq_instance_placed_count(export->instance);
}

static uint64_t all_pairs(uint32_t n) {
  uint64_t pairs = 0;
  for (uint64_t place = 0; place < nq_lines_count(n); place++) {
    uint64_t count = nq_line_at(n, place).count;
    pairs += count * (count - 1) / 2;
  }
  return pairs;
}

/* ---- Squares ---- */

/* The coefficient of each square: at most 3 penalties and a queen meet on one.  NULL when memory is
 * short. */
static int8_t *new_coefficients(const nq_export *export) {
  uint64_t squares = square_count(export);
  int8_t *coefficients = nq_memory_new(squares, 1);
  if (coefficients == NULL) return NULL;
  memset(coefficients, SQUARE, (size_t)squares);
  for (nq_decided at = {0}; nq_decided_next(export->instance, &at);) {
    int8_t *coefficient = coefficients + (uint64_t)at.column * export->n + at.row;
    *coefficient = (int8_t)(*coefficient + (at.queen ? -FORCED : FORCED));
  }
  return coefficients;
}

static void put_coefficient(nq_output *output, int64_t coefficient) {
  if (coefficient < 0) nq_output_text(output, "-");
  nq_output_number(output, (uint64_t)(coefficient < 0 ? -coefficient : coefficient));
}

/* ---- Pairs ---- */

/* What to write of each pair of squares on a line. */
typedef enum pair_text { PAIR_COO, PAIR_HEAD, PAIR_TAIL, PAIR_COEFFICIENT } pair_text;

#define PAIR_BYTES 32

static char *put_pair(char *at, uint32_t first, uint32_t second, unsigned coefficient,
                      pair_text text) {
  bool all = text == PAIR_COO;
  if (!all) *at++ = ',';
  if (all || text == PAIR_HEAD) at = nq_put_number(at, first);
  if (all) *at++ = ' ';
  if (all || text == PAIR_TAIL) at = nq_put_number(at, second);
  if (all) *at++ = ' ';
  if (all || text == PAIR_COEFFICIENT) *at++ = (char)('0' + coefficient);
  if (all) *at++ = '\n';
  return at;
}

/* The pairs of all lines; a list has a comma before each item but the first. */
static void write_pairs(const nq_export *export, pair_text text) {
  nq_output *output = export->output;
  bool first = text != PAIR_COO;
  for (uint64_t place = 0; place < nq_lines_count(export->n); place++) {
    nq_line line = nq_line_at(export->n, place);
    uint32_t step = line_variable(&line, export->n, 1) - line_variable(&line, export->n, 0);
    unsigned coefficient = line.exact ? SAME_LINE : SAME_DIAGONAL;
    for (uint32_t i = 0; i < line.count; i++) {
      uint32_t one = line_variable(&line, export->n, i) - 1, other = one;
      for (uint32_t j = i + 1; j < line.count; j++) {
        char *begin = nq_output_reserve(output, PAIR_BYTES);
        if (begin == NULL) return;
        char *end = put_pair(begin, one, other += step, coefficient, text);
        if (first) memmove(begin, begin + 1, (size_t)(--end - begin));
        first = false;
        output->used += (size_t)(end - begin);
      }
    }
  }
}

/* ---- Files ---- */

/* The coefficients of the squares, each after `text`, with the separator between two. */
static void write_squares(const nq_export *export, const int8_t *coefficients, const char *text,
                          const char *separator) {
  nq_place at = {.n = export->n};
  for (uint64_t i = 0; i < square_count(export); i++) {
    if (i > 0) nq_output_text(export->output, separator);
    at.index = i;
    nq_export_text(export, text, &at);
    put_coefficient(export->output, coefficients[i]);
  }
}

static void write_coo_head(const nq_export *export) {
  nq_export_head(export, "#",
                 "variable column * n + row: a queen stands there, both from 0; rising = "
                 "column + row, falling = row - column + n - 1");
  nq_output_print(export->output,
                  "# solutions: energy 0 with the offset, %" PRId64 " without\n"
                  "# offset=%" PRId64 "\n# vartype=BINARY\n",
                  -offset_of(export), offset_of(export));
}

static void write_json_head(const nq_export *export, const int8_t *coefficients) {
  nq_output *output = export->output;
  uint64_t squares = square_count(export);
  nq_output_print(output,
                  "{\"type\":\"BinaryQuadraticModel\",\"version\":{\"bqm_schema\":\"3.0.0\"},"
                  "\"use_bytes\":false,\"index_type\":\"int32\",\"bias_type\":\"float64\","
                  "\"num_variables\":%" PRIu64 ",\"num_interactions\":%" PRIu64
                  ",\"variable_type\":\"BINARY\",\"offset\":%" PRId64,
                  squares, all_pairs(export->n), offset_of(export));
  nq_output_print(output,
                  ",\"info\":{\"instance\":\"n = %" PRIu32
                  ": %zu placed, %zu blocked, %zu diagonals excluded\","
                  "\"variable\":\"column * n + row, both from 0\",\"ground_energy\":0,"
                  "\"comment\":\"",
                  export->n, nq_instance_placed_count(export->instance),
                  nq_instance_blocked_count(export->instance),
                  nq_instance_excluded_count(export->instance));
  nq_export_inline(export, ' ', "\"\\");
  nq_output_text(output, "\"},\"variable_labels\":[");
  for (nq_place at = {.index = 0}; at.index < squares; at.index++)
    nq_export_text(export, at.index > 0 ? ",%i" : "%i", &at);
  nq_output_text(output, "],\"linear_biases\":[");
  write_squares(export, coefficients, "", ",");
}

static void write_json_pairs(const nq_export *export) {
  static const char *const heads[] = {"],\"quadratic_biases\":[", "],\"quadratic_head\":[",
                                      "],\"quadratic_tail\":["};
  static const pair_text texts[] = {PAIR_COEFFICIENT, PAIR_HEAD, PAIR_TAIL};
  for (size_t i = 0; i < 3; i++) {
    nq_output_text(export->output, heads[i]);
    write_pairs(export, texts[i]);
  }
  nq_output_text(export->output, "]}\n");
}

static nq_status write_qubo(const nq_export *export) {
  int8_t *coefficients = new_coefficients(export);
  if (coefficients == NULL)
    return nq_error_set(export->error, NQ_NO_MEMORY, "no memory for %" PRIu64 " squares",
                        square_count(export));
  if (export->encoding == ENCODING_COO) {
    write_coo_head(export);
    write_squares(export, coefficients, "%i %i ", "\n");
    nq_output_text(export->output, "\n");
    write_pairs(export, PAIR_COO);
  } else {
    write_json_head(export, coefficients);
    write_json_pairs(export);
  }
  nq_memory_free(coefficients, square_count(export), 1);
  return NQ_OK;
}

static const char *const encodings[] = {"coo", "json", NULL};

const nq_export_entry nq_export_qubo = {
    .format = {"qubo", "quadratic binary model, for annealers and dimod", ".qubo",
               .encodings = encodings},
    .squares = true,
    .write = write_qubo,
    .growth = {{3, 3.7, 7.9}, {3, 3.6, 8}}};

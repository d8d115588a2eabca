/* The entry of an export format for the table (table.c), and code shared by the formats. */
#ifndef NQ_FORMAT_EXPORTS_EXPORT_H
#define NQ_FORMAT_EXPORTS_EXPORT_H

#include "format/stream.h"

/* An export under way. */
typedef struct nq_export {
  nq_output *output;
  const nq_instance *instance;
  uint32_t n;
  size_t encoding;    /* index in the format's `encodings` */
  size_t strategy[2]; /* the same in its `strategies` */
  nq_part part;
  const char *comment; /* or NULL */
  nq_error *error;
} nq_export;

/* The size of a file without queens, blocked squares and diagonals, to some percent for n >= 100:
 * n^power * (text + digits * log10(n)) bytes, as measured. */
typedef struct nq_export_growth {
  double power, text, digits;
} nq_export_growth;

#define NQ_EXPORT_ENCODINGS 4

/* One format.  `write` need not check for failures of the output, but a long loop must end when
 * the export does not go on. */
typedef struct nq_export_entry {
  nq_export_format format;
  const char *mark, *convention; /* of nq_export_head, which comes first; or NULL */
  bool squares;                  /* each square is a variable: n^2 must not be too large */
  nq_status (*write)(const nq_export *export);
  nq_export_growth growth[NQ_EXPORT_ENCODINGS]; /* by encoding; all 0: independent of n */
} nq_export_entry;

/* Those of table.c. */
extern const nq_export_entry nq_export_native, nq_export_dimacs, nq_export_opb, nq_export_lp,
    nq_export_mps, nq_export_wcsp, nq_export_xcsp3, nq_export_csplib, nq_export_smtlib,
    nq_export_minizinc, nq_export_opl, nq_export_cpsat, nq_export_ortools_cp, nq_export_z3py,
    nq_export_asp, nq_export_qubo;

/* False after a failure of the output. */
bool nq_export_goes_on(const nq_export *export);

/* NQ_UNSUPPORTED if there are more `things` (variables, ...) than solvers can number. */
nq_status nq_export_require(const nq_export *export, uint64_t count, const char *things);

/* NQ_NO_MEMORY to write `what`. */
nq_status nq_export_no_memory(const nq_export *export, const char *what);

/* n^2 */
static inline uint64_t square_count(const nq_export *export) {
  return (uint64_t) export->n * export->n;
}

/* Write the comment and the lines that every file has (n, the numbers of placed, blocked and
 * excluded items, and the format's convention for base and axis), each line after `mark` and a
 * space. */
void nq_export_head(const nq_export *export, const char *mark, const char *convention);

/* Write each line of the text after `mark` and a space, an empty line as the mark alone.  Each
 * character that could end a line in some language, and each byte that is not UTF-8, becomes a
 * ?. */
void nq_export_comment(nq_output *output, const char *mark, const char *text);

/* Write export->comment within a line of a language without comments: line feeds become ;, and all
 * bytes that are not from `first` to ~ or are `refused` become _. */
void nq_export_inline(const nq_export *export, char first, const char *refused);

/* ---- Texts with numbers ---- */

/* What the letters in a text stand for, as in "x_%c_%r":
 *
 *     %c %r    column and row, from 0         %C %R    from 1
 *     %v       column * n + row + 1
 *     %s %d    the diagonals of the square: column + row; row - column + n - 1
 *     %m       n - 1 - column
 *     %i %I    the index of a diagonal or another line, from 0; from 1
 *     %S %D    of a diagonal: column + row, from 1; row - column, which may be negative
 *     %k       the kind of line: column, row, rising, falling
 *     %n %b    n; the bits of 2n - 1 */
typedef struct nq_place {
  uint32_t n, column, row;
  uint64_t index;
  const char *kind;
} nq_place;

/* Write a text, which takes at most 2000 bytes. */
void nq_export_text(const nq_export *export, const char *text, const nq_place *at);

/* Write the text with n for each column, with the separator between two; for each square, column
 * by column. */
void nq_export_columns(const nq_export *export, const char *text, const char *separator);
void nq_export_squares(const nq_export *export, const char *text);

/* ---- What an instance holds, as lists ---- */

typedef enum nq_list {
  NQ_LIST_PLACED,  /* squares */
  NQ_LIST_BLOCKED, /* squares */
  NQ_LIST_RISING,  /* excluded diagonals */
  NQ_LIST_FALLING, /* the same */
  NQ_LISTS
} nq_list;

/* How a language writes lists; NULL is no text. */
typedef struct nq_list_style {
  const char *open, *close, *none; /* `none` replaces an empty list */
  const char *separator, *tenth;   /* the other after every tenth item */
  const char *item[NQ_LISTS];      /* texts; without one, the items are left out */
} nq_list_style;

/* Write the items of a list, or of all in the instance's order (NQ_LISTS). */
void nq_export_list(const nq_export *export, nq_list list, const nq_list_style *style);

/* ---- The lines of a board as constraints, where each square is a variable ----
 *
 * MODEL.  There are 6n - 2 lines, numbered by place:
 *
 *     0 ..          columns    index 0 .. n - 1     one square up at each step
 *     n ..          rows       index 0 .. n - 1     one to the right
 *     2n ..         rising     index 0 .. 2n - 2    to the right and down: column + row stays
 *     4n - 1 ..     falling    index 0 .. 2n - 2    to the right and up: row - column stays */

/* `count` squares from (column, row) on, the columns ascending. */
typedef struct nq_line {
  const char *kind; /* "column", "row", "rising", "falling" */
  bool exact;       /* columns and rows hold exactly one queen, diagonals at most one */
  uint64_t index;   /* the column, the row, column + row, or row - column + n - 1 */
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

/* The variable of the square: column * n + row + 1, at most 2^31 - 1 (nq_export_require). */
static inline uint32_t line_variable(const nq_line *line, uint32_t n, uint32_t i) {
  return line_column(line, i) * n + line_row(line, i) + 1;
}

uint64_t nq_lines_count(uint32_t n);
nq_line nq_line_at(uint32_t n, uint64_t place);

/* Whether the line is a constraint: a diagonal of one square is not. */
bool nq_line_binds(const nq_line *line);

/* How a language writes a line: texts of its first square, of the others, of every eighth if it is
 * not NULL, and what follows them. */
typedef struct nq_sum {
  const char *first, *next, *eighth, *end;
} nq_sum;

/* Write each line that is a constraint: one that holds exactly one queen, or at most one. */
void nq_export_lines(const nq_export *export, const nq_sum *exact, const nq_sum *most);
void nq_export_line(const nq_export *export, const nq_line *line, const nq_sum *sum);

/* ---- Squares that the instance decides ---- */

/* A square that must have a queen, or must not. */
typedef struct nq_decided {
  uint32_t column, row;
  bool queen;
  nq_line line;    /* of this square and others like it, */
  uint32_t passed; /* of which so many have come */
  size_t items;    /* of the instance that have come */
} nq_decided;

/* The next: each placed queen, each blocked square, each square of each excluded diagonal, in this
 * order.  The first comes after zeros; false at the end. */
bool nq_decided_next(const nq_instance *instance, nq_decided *square);
/* Write a text for each of them. */
void nq_export_decided(const nq_export *export, const char *queen, const char *none);
/* The number of these. */
uint64_t nq_decided_count(const nq_instance *instance);

/* ---- Scripts in Python: models.c ---- */

/* Write a script: head, `imports` (lines), the data, its own functions with main(), and
 *     options          of the command line: all, rows, times
 *     start            when the script started
 *     head(number)     with --times, print a line before the solution with this number, from 1
 *     forbidden(c)     the rows where no queen of column c may stand, in ascending order
 *     show(rows)       print a solution as a picture or, with --rows, as row numbers
 * with n, placed (column -> row), blocked, rising, falling; all from 0. */
void nq_python_write(const nq_export *export, const char *imports, const char *functions);

#endif

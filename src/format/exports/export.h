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
} nq_export;

/* The size of a file without queens, blocked squares and diagonals, to some percent for n >= 100:
 * n^power * (text + digits * log10(n)) bytes, as measured. */
typedef struct nq_export_growth {
  double power, text, digits;
} nq_export_growth;

#define NQ_EXPORT_ENCODINGS 4

/* One format.  `write` need not check for failures of the output, but a long loop must end when
 * nq_output_status is not NQ_OK. */
typedef struct nq_export_entry {
  nq_export_format format;
  nq_status (*write)(const nq_export *export, nq_error *error);
  nq_export_growth growth[NQ_EXPORT_ENCODINGS]; /* by encoding; all 0: independent of n */
} nq_export_entry;

/* One entry for each format, in a file of its own. */
extern const nq_export_entry nq_export_native;
extern const nq_export_entry nq_export_dimacs;
extern const nq_export_entry nq_export_opb;
extern const nq_export_entry nq_export_lp;
extern const nq_export_entry nq_export_mps;
extern const nq_export_entry nq_export_wcsp;
extern const nq_export_entry nq_export_xcsp3;
extern const nq_export_entry nq_export_csplib;
extern const nq_export_entry nq_export_smtlib;
extern const nq_export_entry nq_export_minizinc;
extern const nq_export_entry nq_export_opl;
extern const nq_export_entry nq_export_cpsat;
extern const nq_export_entry nq_export_ortools_cp;
extern const nq_export_entry nq_export_z3py;
extern const nq_export_entry nq_export_asp;
extern const nq_export_entry nq_export_qubo;

/* Write the comment and the lines that every file has (n, the numbers of placed, blocked and
 * excluded items, and the format's convention for base and axis), each line after `mark` and a
 * space. */
void nq_export_head(const nq_export *export, const char *mark, const char *convention);

/* Write each line of the text after `mark` and a space, an empty line as the mark alone.  Each
 * character that could end a line in some language, and each byte that is not UTF-8, becomes a
 * ?. */
void nq_export_comment(nq_output *output, const char *mark, const char *text);

/* ---- Texts with numbers: text.c ---- */

/* What the letters in a text stand for, as in "x_%c_%r":
 *
 *     %c %r    column and row, from 0         %C %R    from 1
 *     %u       column * n + row               %v       from 1
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
  const char *separator, *tenth;   /* the other after every tenth item; NULL: commas */
  const char *item[NQ_LISTS];      /* texts; without one, the items are left out */
} nq_list_style;

/* Write the items of a list, or of all in the instance's order (NQ_LISTS). */
void nq_export_list(const nq_export *export, nq_list list, const nq_list_style *style);

/* ---- Scripts in Python: python.c ---- */

/* Write a script: head, `imports` (lines), the data, its own functions with main(), and
 *     options          of the command line: all, rows, times
 *     start            when the script started
 *     head(number)     with --times, print a line before the solution with this number, from 1
 *     forbidden(c)     the rows where no queen of column c may stand, in ascending order
 *     show(rows)       print a solution as a picture or, with --rows, as row numbers
 * with n, placed (column -> row), blocked, rising, falling; all from 0. */
void nq_python_write(const nq_export *export, const char *imports, const char *functions);

#endif

/* The table of export formats, and what a format provides for it. */
#ifndef NQ_FORMAT_EXPORTS_EXPORT_H
#define NQ_FORMAT_EXPORTS_EXPORT_H

#include "format/output.h"

#include <stddef.h>
#include <stdint.h>

/* An export under way. */
typedef struct nq_export {
  nq_output *output;
  const nq_instance *instance;
  uint32_t n;
  size_t encoding; /* its place in the format's table */
  nq_part part;
  const char *comment; /* or NULL */
} nq_export;

/* Functions of one format.  `write` need not look for failures of the output, but a loop that may
 * be long ends when nq_output_status is not NQ_OK.  `size` may be NULL where the file is small
 * (linear in n and the instance): it is then measured by writing to nowhere.  Where it is not NULL
 * it may write the small parts, to nowhere too, and adds the rest up into *bytes, which is 0. */
typedef struct nq_export_entry {
  nq_export_format format;
  nq_status (*write)(const nq_export *export, nq_error *error);
  nq_status (*size)(const nq_export *export, uint64_t *bytes, nq_error *error);
} nq_export_entry;

/* One entry a format, each in its own file export_<format>.c; export.c has the table of them. */
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

/* Each line of the comment, and then of the lines that every file has (n, what is placed, blocked
 * and excluded, base and axis as the format uses them), with `mark` and a space before. */
void nq_export_head(const nq_export *export, const char *mark, const char *convention);

/* Each line of the text behind `mark` and a space, an empty line as the mark alone.  Bytes that
 * could end a line somewhere, or are not UTF-8, become a ? each. */
void nq_export_comment(nq_output *output, const char *mark, const char *text);

/* ---- What an instance holds, as the lists of another language ---- */

typedef enum nq_list {
  NQ_LIST_PLACED,  /* squares */
  NQ_LIST_BLOCKED, /* squares */
  NQ_LIST_RISING,  /* excluded diagonals, as column + row */
  NQ_LIST_FALLING, /* excluded diagonals, as row - column, which may be negative */
  NQ_LISTS
} nq_list;

/* How a language writes a list: open, items with the separator between, close.  An item is a square
 * (before, column, between, row, behind) or a diagonal (before, number, behind). */
typedef struct nq_list_style {
  const char *open, *close, *none; /* `none` in place of an empty list with its open and close */
  const char *before, *between, *behind;
  const char *separator;
  unsigned base; /* of columns and rows */
} nq_list_style;

/* A set of diagonals, counted from 1: {5, 7}. */
extern const nq_list_style nq_diagonal_set;

/* Write a list; after each ten items or so a line ends. */
void nq_export_list(const nq_export *export, nq_list list, const nq_list_style *style);

/* ---- Scripts in Python ---- */

/* The script up to its own functions: head, `imports` (lines), the data, and
 *     options          of the command line: all, rows
 *     forbidden(c)     the rows where no queen of column c may stand, in ascending order
 *     show(rows)       print a solution as a picture or, with --rows, as row numbers
 * with n, placed (column -> row), blocked, rising, falling; all from 0. */
void nq_python_begin(const nq_export *export, const char *imports);

#endif

/* What an instance holds, as the lists of another language. */
#ifndef NQ_FORMAT_EXPORTS_LISTS_H
#define NQ_FORMAT_EXPORTS_LISTS_H

#include "format/exports/export.h"

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

#endif

/* The decision: what the shapes found becomes a board.
 *
 * MODEL.  A sheet has the squares of one answer as they are named, in any order: those with a queen
 * and those named as empty.  It does not know what numbers count from.  A reading of a sheet is a
 * base, 0 or 1, for its columns and rows.
 *
 *   - A 0 shows base 0; the number n, and no 0, base 1.  Where neither is there the board lacks a row,
 *     so that no reading is a solution, and the likelier base is taken.
 *   - A reading is whole if each column and each row has one queen: only such a board can be a
 *     solution.  Where the columns count from one base and the rows from the other, and the board is
 *     whole only then, the user is asked.
 *   - Two queens in a column, or one outside the board, make an answer invalid.  A square with a queen
 *     and without one, or a variable with two values, make it contradict itself, which is refused.
 */
#ifndef NQ_FORMAT_READ_SHEET_H
#define NQ_FORMAT_READ_SHEET_H

#include "format/format.h"

typedef struct nq_square {
  int64_t column, row;
} nq_square;

typedef struct nq_square_list {
  nq_square *at;
  size_t count, room;
} nq_square_list;

/* Memory grows with the input, not with the n that it claims. */
typedef struct nq_sheet {
  const char *form; /* rows, matrix, picture, pairs, assignments, literals */
  bool native;      /* our own form if it counts from 0 */
  uint64_t line;
  uint64_t n;       /* given or stated; 0: take it from the squares */
  bool claimed;     /* n is only what the answer says */
  bool ordered;     /* columns are places in a list or picture, so from 0 */
  bool by_column;   /* each column has a variable whose value is the row */
  bool unique;      /* a square that is given twice is a queen too many */
  bool contradicts; /* a second value of it is a contradiction, not a second queen */
  int base;         /* NQ_BASE_SEEN, 0 or 1 */
  int likely;       /* the base if none is seen */
  uint64_t named;   /* squares or columns that were named, with queens or without */
  nq_square_list queens, empties;
  nq_square odd;    /* the first whose value is neither 0 nor 1, */
  bool has_odd;     /* if there is one */
  bool failed;      /* memory was short */
  char reason[160]; /* why it is no board, or "" */
} nq_sheet;

void nq_sheet_begin(nq_sheet *sheet, const char *form, uint64_t line);
/* The same for a board of n whose squares are in order, from 0. */
void nq_sheet_begin_board(nq_sheet *sheet, const char *form, uint64_t line, uint64_t n);
void nq_sheet_release(nq_sheet *sheet);
void nq_sheet_queen(nq_sheet *sheet, int64_t column, int64_t row);
/* Name a square whose variable has a value: 1 is a queen, 0 is none, any other becomes the reason.
 */
void nq_sheet_value(nq_sheet *sheet, int64_t column, int64_t row, int64_t value);
/* Set the reason, unless there is one. */
void nq_sheet_refuse(nq_sheet *sheet, const char *format, ...) NQ_PRINTF(2, 3);
/* NQ_BAD_FORMAT: a sample needs n^2 values. */
nq_status nq_sheet_refuse_sample(uint64_t count, uint64_t line, nq_error *error);

/* Whether each column and row has one queen if columns and rows count from these. */
bool nq_sheet_is_whole(const nq_sheet *sheet, int64_t column_base, int64_t row_base);
/* Add the board, or why there is none, to what the reader found.  Releases the sheet. 
 * NQ_NO_MEMORY. */
nq_status nq_sheet_finish(nq_sheet *sheet, nq_reader *reader);

/* The side of the largest board with at most this many squares. */
uint32_t nq_side(uint64_t squares);

#endif

/* The board of an answer, from its squares as they come. */
#ifndef NQ_FORMAT_ANSWERS_SQUARES_H
#define NQ_FORMAT_ANSWERS_SQUARES_H

#include "format/format.h"

#include <stdbool.h>
#include <stdint.h>

/* The queens of one answer, in any order.  Memory grows with the input, whatever it says of n. */
typedef struct nq_squares {
  uint32_t n;       /* expected, or 0: as large as what was seen */
  uint64_t size;    /* 1 + the largest column or row that was seen */
  uint64_t named;   /* squares that were named, with queens or without */
  uint64_t queens;  /* those with queens, in range or not */
  nq_rows pairs;    /* column, row, column, row, ... */
  nq_rows empty;    /* the same of squares that were said to have no queen */
  bool by_column;   /* a queen is the value of its column's variable, which has one only */
  char reason[200]; /* why no board can say this answer, or "" */
} nq_squares;

void nq_squares_begin(nq_squares *squares, const nq_reader *reader);
void nq_squares_release(nq_squares *squares);

/* There is a column; there is a square (which tells of its row's number too). */
void nq_squares_see_column(nq_squares *squares, int64_t column);
void nq_squares_see(nq_squares *squares, int64_t column, int64_t row);
/* A queen, both counted from 0.  What is out of range becomes the answer's reason. */
nq_status nq_squares_put(nq_squares *squares, int64_t column, int64_t row, nq_error *error);
/* Keep the first reason. */
void nq_squares_refuse(nq_squares *squares, const char *format, ...) NQ_PRINTF(2, 3);
/* The value of a square's variable: 1 a queen, 0 none; any other becomes the answer's reason. */
nq_status nq_squares_value(nq_squares *squares, int64_t column, int64_t row, int64_t value,
                           nq_error *error);

/* The board of at least one queen or named square, NQ_OK; or NQ_NO_BOARD, invalid, with the reason;
 * NQ_BAD_FORMAT when n cannot be told or the answer contradicts itself.  The squares are then released. */
nq_status nq_squares_finish(nq_squares *squares, nq_reader *reader, nq_board *board, uint64_t line,
                            nq_error *error);

#endif

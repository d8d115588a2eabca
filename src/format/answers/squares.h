/* The board of an answer, built from its squares as they are read. */
#ifndef NQ_FORMAT_ANSWERS_SQUARES_H
#define NQ_FORMAT_ANSWERS_SQUARES_H

#include "format/format.h"

#include <stdbool.h>
#include <stdint.h>

/* The queens of one answer, in any order.  Memory grows with the input, not with the n that it
 * claims. */
typedef struct nq_squares {
  uint32_t n;       /* expected, or 0: take it from the squares */
  uint64_t size;    /* 1 + the largest column or row seen */
  uint64_t named;   /* squares that were named, with queens or without */
  uint64_t queens;  /* of these, in range or not */
  nq_rows pairs;    /* column, row, column, row, ... */
  nq_rows empty;    /* the same for squares named as empty */
  bool by_column;   /* each column has a variable whose value is the row */
  char reason[200]; /* why the answer is not a board, or "" */
} nq_squares;

void nq_squares_begin(nq_squares *squares, const nq_reader *reader);
void nq_squares_release(nq_squares *squares);

/* Note that the answer names a column. */
void nq_squares_see_column(nq_squares *squares, int64_t column);
/* Add a queen, both counted from 0.  A queen out of range becomes the answer's reason. */
nq_status nq_squares_put(nq_squares *squares, int64_t column, int64_t row, nq_error *error);
/* Add the value of a square's variable: 1 is a queen, 0 is none; any other value becomes the
 * answer's reason. */
nq_status nq_squares_value(nq_squares *squares, int64_t column, int64_t row, int64_t value,
                           nq_error *error);

/* Make the board, from at least one queen or named square.  NQ_NO_BOARD, with the answer invalid,
 * if there is a reason; NQ_BAD_FORMAT if n cannot be determined or the answer contradicts itself.
 * Releases the squares in any case. */
nq_status nq_squares_finish(nq_squares *squares, nq_reader *reader, nq_board *board, uint64_t line,
                            nq_error *error);

/* The side of the largest board with at most this many squares. */
uint32_t nq_answer_side(uint64_t squares);

#endif

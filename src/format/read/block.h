/* Lines of numbers that are gathered as rows of a table, and the labels before their numbers. */
#ifndef NQ_FORMAT_READ_BLOCK_H
#define NQ_FORMAT_READ_BLOCK_H

#include "format/format.h"
#include "format/read/numbers.h"
#include "format/read/scan.h"

typedef enum nq_label {
  NQ_LABEL_NONE,
  NQ_LABEL_WORDS,  /* Solution 1: */
  NQ_LABEL_NUMBER, /* 1: or 1) */
  NQ_LABEL_R,      /* [1,] or [1] */
  NQ_LABEL_INDEX,  /* the labels of columns after an empty field: ,0,1,2 */
  NQ_LABEL_HEAD    /* the labels of the columns of a matrix: [,1] [,2] or : 1 2 := */
} nq_label;

/* Skip the label at the start of the tree's line; returns the first node after it. */
const nq_node *nq_label_skip(const nq_node *root, nq_label *found);

/* A line: its numbers are the last row of the table. */
typedef struct nq_block_line {
  nq_label label;
  int64_t number; /* of R's label */
  bool commas, wide_gap;
  bool real;          /* a number is not whole */
  bool pairs;         /* commas stand within each two numbers, not between them */
  const nq_node *gap; /* the first number without a comma before it, where others have one */
  const nq_node *odd; /* the first that is no row: not whole, below 0 or too large */
} nq_block_line;

typedef struct nq_block {
  nq_reader *reader;
  nq_numbers table;
  nq_setting setting;
} nq_block;

/* Add the numbers of the tree as a row; false if it is no line of numbers. */
bool nq_block_take(nq_block *state, nq_block_line *found);
/* Read the next line, if it is one of numbers, as another row.  NQ_END, and nothing is taken, if
 * not. */
nq_status nq_block_next(nq_block *state, nq_block_line *found);
const nq_number_row *nq_block_last(const nq_block *state);
void nq_block_drop(nq_block *state);

/* Drop the last row, and return to where its line starts. */
void nq_block_give_back(nq_block *state, nq_place before);

/* Take rows like the last one, of `count` numbers, up to `most` in all; `binary`: all 0 or 1. */
nq_status nq_block_gather(nq_block *state, nq_label like, size_t count, size_t most, bool binary);
/* Whether an empty line or the end is next. */
bool nq_block_at_gap(nq_block *state);
/* Whether nothing but blanks follows. */
bool nq_block_at_end(nq_block *state);
/* Add the boards of the table to what the reader found. */
nq_status nq_block_finish(nq_block *state);

#endif

/* The shapes of numbers: rows, a matrix, pairs, literals; from lines of numbers and from lists. */
#ifndef NQ_FORMAT_READ_NUMBERS_H
#define NQ_FORMAT_READ_NUMBERS_H

#include "format/read/sheet.h"
#include "format/read/scan.h"

#define NQ_HOLE INT64_MIN /* a value that is missing */

/* Numbers in rows of any length. */
typedef struct nq_number_row {
  size_t start, count;
  uint64_t line;
  bool truths; /* all are true or false */
} nq_number_row;

typedef struct nq_numbers {
  int64_t *values;
  size_t count, room;
  nq_number_row *rows;
  size_t row_count, row_room;
  bool failed; /* memory was short */
} nq_numbers;

/* How the numbers stand in the text. */
typedef struct nq_setting {
  int base;         /* NQ_BASE_SEEN, or what rows count from */
  int likely;       /* if no number shows it */
  bool native;      /* a line of our own form */
  bool named;       /* a solver's variable, so that its board has the n that is expected */
  bool swapped;     /* pairs are row and column */
  bool tuple;       /* lists in parentheses, which may be columns and rows */
  bool samples;     /* n^2 values or variables are the squares, from 0 */
  const char *form; /* of variables: pairs or assignments */
  bool unique;      /* of pairs: a square that is given twice is a queen too many */
  bool contradicts; /* a second value of a variable is a contradiction, not a second queen */
  bool alone;       /* other variables with as many indices are refused */
  const char *ours; /* the name that goes before all others that the user did not give, or NULL */
} nq_setting;

void nq_numbers_release(nq_numbers *table);
void nq_numbers_add(nq_numbers *table, int64_t value);
/* End the row with the values since the last. */
void nq_numbers_end_row(nq_numbers *table, uint64_t line, bool truths);

/* Add the boards to what the reader found.  NQ_BAD_FORMAT if the numbers are none. */
nq_status nq_numbers_boards(const nq_numbers *table, const nq_setting *setting, nq_reader *reader);
/* All rows of the table are pairs of one board of n, or of as many squares if n is 0. */
nq_status nq_numbers_pairs(const nq_numbers *table, uint64_t n, const nq_setting *setting,
                           nq_reader *reader);
/* One row of the table is a board by itself. */
nq_status nq_numbers_vector(const nq_numbers *table, size_t row, const nq_setting *setting,
                            nq_reader *reader);
/* Whether the rows are a permutation of the numbers from 0 or from 1. */
bool nq_numbers_is_whole(const int64_t *rows, size_t count);
/* Whether the row is 1, -2, 3 ...: variable i, true or false, is the i-th value. */
bool nq_numbers_is_literals(const nq_numbers *table, size_t row);
/* Whether all values of the row are 0 or 1. */
bool nq_numbers_is_binary(const nq_numbers *table, size_t row);

#endif

#include "format/answers/squares.h"
#include "format/answers/verdict.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

/* At most this many columns for each named square: no real answer has fewer squares, and a larger
 * board would take memory for all its empty columns. */
#define COLUMNS_PER_SQUARE 4
#define COLUMNS_FREE       1024

void nq_squares_begin(nq_squares *squares, const nq_reader *reader) {
  *squares = (nq_squares){.n = reader->expected_n};
}

void nq_squares_release(nq_squares *squares) {
  nq_rows_release(&squares->pairs);
  nq_rows_release(&squares->empty);
}

/* Set the reason, unless there is one. */
static NQ_PRINTF(2, 3) void refuse(nq_squares *squares, const char *format, ...) {
  if (squares->reason[0] != '\0') return;
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(squares->reason, sizeof squares->reason, format, arguments);
  va_end(arguments);
}

static void see(nq_squares *squares, int64_t index) {
  if (index >= 0 && (uint64_t)index >= squares->size) squares->size = (uint64_t)index + 1;
}

void nq_squares_see_column(nq_squares *squares, int64_t column) {
  squares->named++;
  see(squares, column);
}

static nq_status append(nq_rows *pairs, int64_t column, int64_t row, nq_error *error) {
  nq_status status = nq_rows_append(pairs, (uint32_t)column, error);
  return status == NQ_OK ? nq_rows_append(pairs, (uint32_t)row, error) : status;
}

/* Readers clip numbers at 2^62 (symbol.h). */
static const char *index_words(int64_t index, char words[24]) {
  const int64_t most = INT64_C(1000000000000000000);
  if (index > most) return "above 10^18";
  if (index < -most) return "below -10^18";
  snprintf(words, 24, "%" PRId64, index);
  return words;
}

nq_status nq_squares_put(nq_squares *squares, int64_t column, int64_t row, nq_error *error) {
  char words[24];
  squares->queens++;
  nq_squares_see_column(squares, column);
  uint64_t columns = squares->n > 0 ? squares->n : NQ_N_MAX;
  if (column < 0 || (uint64_t)column >= columns) {
    refuse(squares, "a queen in column %s, outside 0..%" PRIu64, index_words(column, words),
           columns - 1);
    return NQ_OK;
  }
  if (row < 0 || row >= NQ_EMPTY) {
    refuse(squares, "column %" PRId64 " has row %s, outside the board", column,
           index_words(row, words));
    return NQ_OK;
  }
  return append(&squares->pairs, column, row, error);
}

nq_status nq_squares_value(nq_squares *squares, int64_t column, int64_t row, int64_t value,
                           nq_error *error) {
  nq_squares_see_column(squares, column);
  see(squares, row);
  if (value == 1) return nq_squares_put(squares, column, row, error);
  if (value != 0)
    refuse(squares, "column %" PRId64 ", row %" PRId64 " has a value other than 0 and 1", column,
           row);
  bool inside = column >= 0 && column < NQ_N_MAX && row >= 0 && row < NQ_N_MAX;
  return value == 0 && inside ? append(&squares->empty, column, row, error) : NQ_OK;
}

static nq_status choose_n(nq_squares *squares, uint64_t line, nq_error *error) {
  uint64_t most = COLUMNS_FREE + COLUMNS_PER_SQUARE * squares->named;
  if (squares->n > most)
    refuse(squares, "%" PRIu64 " queen%s for %" PRIu32 " columns", squares->queens,
           squares->queens == 1 ? "" : "s", squares->n);
  if (squares->n > 0) return NQ_OK;
  if (squares->size <= (most < NQ_N_MAX ? most : NQ_N_MAX)) {
    squares->n = squares->size > 0 ? (uint32_t)squares->size : 1;
    return NQ_OK;
  }
  char words[24];
  return nq_error_at(
      error, line, "n cannot be determined: %" PRIu64 " squares are named, up to number %s; give n",
      squares->named, index_words((int64_t)squares->size, words));
}

static nq_status fill_board(nq_squares *squares, nq_board *board, uint64_t line, nq_error *error) {
  for (uint64_t i = 0; i + 1 < squares->pairs.count; i += 2) {
    uint32_t column = squares->pairs.rows[i], row = squares->pairs.rows[i + 1];
    uint32_t *at = &board->rows[column];
    bool second = *at != NQ_EMPTY && *at != row;
    if (second && squares->by_column)
      return nq_error_at(error, line,
                         "the answer contradicts itself: column %" PRIu32 " has the rows %" PRIu32
                         " and %" PRIu32 ", counted from 0",
                         column, *at, row);
    if (second)
      refuse(squares, "column %" PRIu32 " has queens on rows %" PRIu32 " and %" PRIu32, column, *at,
             row);
    *at = row;
  }
  for (uint64_t i = 0; i + 1 < squares->empty.count; i += 2) {
    uint32_t column = squares->empty.rows[i], row = squares->empty.rows[i + 1];
    if (column < board->n && board->rows[column] == row)
      return nq_error_at(error, line,
                         "the answer contradicts itself: column %" PRIu32 ", row %" PRIu32
                         ", counted from 0, has a queen and has none",
                         column, row);
  }
  return NQ_OK;
}

static nq_status make_board(nq_squares *squares, nq_reader *reader, nq_board *board, uint64_t line,
                            nq_error *error) {
  nq_status status = choose_n(squares, line, error);
  if (status == NQ_OK && squares->reason[0] == '\0') {
    status = nq_board_init(board, squares->n, error);
    if (status == NQ_OK) status = fill_board(squares, board, line, error);
  }
  if (status == NQ_OK && squares->reason[0] == '\0') return NQ_OK;
  nq_board_release(board);
  if (status != NQ_OK) return status;
  reader->answer_n = squares->n;
  nq_answer_verdict(reader, NQ_ANSWER_INVALID, line, error);
  return nq_error_set(error, NQ_NO_BOARD, "%s", squares->reason);
}

nq_status nq_squares_finish(nq_squares *squares, nq_reader *reader, nq_board *board, uint64_t line,
                            nq_error *error) {
  nq_status status = make_board(squares, reader, board, line, error);
  nq_squares_release(squares);
  return status;
}

uint32_t nq_answer_side(uint64_t squares) {
  uint64_t low = 0, high = UINT32_MAX;
  while (low < high) {
    uint64_t middle = high - (high - low) / 2;
    if (middle <= squares / middle)
      low = middle;
    else
      high = middle - 1;
  }
  return (uint32_t)low;
}

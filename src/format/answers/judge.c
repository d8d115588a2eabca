/* Answers in the form of the judges of programming contests: one board a line, rows from 1.
 *
 * `2 4 1 3` looks like a line of rows from 0 but is a different board.  So this format is never
 * recognised; the user must name it.  Lists, as (2, 4, 1, 3) or 2,4,1,3, may be named so too. */
#include "format/answers/answers.h"
#include "format/answers/verdict.h"
#include "format/boards/boards.h"

#include <inttypes.h>
#include <stdbool.h>

nq_status nq_judge_read(nq_reader *reader, nq_board *board, uint64_t *line, nq_error *error) {
  nq_status status = nq_input_skip_comments(&reader->input, error);
  bool list = status == NQ_OK && nq_brackets_start(reader);
  if (status == NQ_OK)
    status = (list ? nq_brackets_read : nq_line_read)(reader, board, line, error);
  if (status != NQ_OK) return status;
  for (uint32_t column = 0; column < board->n; column++) {
    if (board->rows[column] == NQ_EMPTY) continue;
    if (board->rows[column]-- > 0) continue;
    reader->answer_n = board->n;
    nq_board_release(board);
    nq_answer_verdict(reader, NQ_ANSWER_INVALID, *line, error);
    return nq_error_set(error, NQ_NO_BOARD, "column %" PRIu32 " has row 0, but rows are from 1",
                        column);
  }
  return NQ_OK;
}

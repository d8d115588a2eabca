/* Any bytes, read as answers of other solvers: no crash, an end, and for each call a board, a
 * verdict or an error.  The first byte is the format (FUZZ_FORMAT in the environment overrides
 * it, to give one reader all the time), the second n, below 16, or 0 for an n that is not given;
 * NAMED is added to name the variable that is the board. */
#include "nqueens.h"
#include "scratch.h"

#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#define FORMATS ((unsigned)NQ_FORMAT_VALUES + 1)
#define NAMED   16

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static void require_answer(const nq_reader *reader, nq_status status, const nq_board *board,
                           const nq_error *error) {
  uint32_t n;
  nq_answer answer = nq_reader_answer(reader, &n);
  require((status == NQ_OK) == (board->rows != NULL));
  if (status == NQ_OK) require(answer == NQ_ANSWER_BOARD && n == board->n);
  if (status == NQ_NO_BOARD) require(answer != NQ_ANSWER_BOARD);
  if (status == NQ_OK) return;
  require(error->status == status && error->message[0] != '\0');
  for (const char *at = error->message; *at != '\0'; at++) require((unsigned char)*at >= ' ');
}

static void read_all(int input, nq_format format, uint32_t n, const char *variable,
                     uint64_t most_lines) {
  nq_reader *reader = nq_reader_new(input, format);
  require(reader != NULL);
  if (variable != NULL) nq_reader_variable(reader, variable);
  if (n > 0) nq_reader_expect(reader, n);
  nq_board board = {0};
  for (uint64_t answers = 0;; answers++) {
    uint64_t line;
    nq_error error = {0};
    nq_status status = nq_reader_next(reader, &board, &line, &error);
    if (status == NQ_END) break;
    require_answer(reader, status, &board, &error);
    require(line <= most_lines && error.line <= most_lines && answers <= 4096);
    if (status != NQ_OK) continue;
    nq_check_report report;
    require(nq_check(board.rows, board.n, NULL, &report, NULL) == NQ_OK);
  }
  nq_board_release(&board);
  nq_reader_free(reader);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  static int input = -1;
  if (input < 0) input = scratch_file();
  if (size < 2) return 0;
  const char *named = getenv("FUZZ_FORMAT");
  nq_format format = named != NULL ? nq_format_by_name(named) : (nq_format)(bytes[0] % FORMATS);
  if (format == NQ_FORMAT_NPY) return 0; /* its lines are boards */
  scratch_fill(input, bytes + 2, size - 2);
  uint64_t lines = 1;
  for (size_t i = 2; i < size; i++) lines += bytes[i] == '\n';
  require(lseek(input, 0, SEEK_SET) == 0);
  read_all(input, format, bytes[1] % 16, bytes[1] & NAMED ? "other" : NULL, lines);
  return 0;
}

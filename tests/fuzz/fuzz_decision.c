/* Squares in any order, from 0 or from 1, become a sheet: what is decided is a board of exactly these
 * queens, or none.  Bytes: how they are named, n or 0, and two for each square. */
#include "format/format.h"
#include "format/read/read.h"
#include "scratch.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

enum { ORDERED = 1, BY_COLUMN = 2, CONTRADICTS = 4, LIKELY = 8, CLAIMED = 16, EMPTIES = 32 };

/* Each queen that was named is on the board, and no other.  Columns count from 0 where their numbers are
 * in order, or where rows have variables of which one is 0. */
static void require_same(const nq_board *board, unsigned base, const uint8_t *squares, size_t count,
                         unsigned how) {
  size_t queens = 0, found = 0;
  bool zero = (how & ORDERED) != 0;
  for (size_t i = 0; i < count; i++) zero = zero || ((how & BY_COLUMN) != 0 && squares[2 * i] == 0);
  for (uint32_t column = 0; column < board->n; column++) queens += board->rows[column] != NQ_EMPTY;
  for (size_t i = 0; i < count; i++) {
    if ((how & EMPTIES) != 0 && i % 3 == 2) continue;
    uint32_t column = squares[2 * i] - (zero ? 0 : base);
    require(column < board->n && board->rows[column] == squares[2 * i + 1] - base);
    bool again = false;
    for (size_t k = 0; k < i; k++)
      again = again || (((how & EMPTIES) == 0 || k % 3 != 2) && squares[2 * k] == squares[2 * i]);
    found += !again;
  }
  require(queens == found);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  static int file = -1;
  if (file < 0) file = scratch_file();
  if (size < 2) return 0;
  unsigned how = bytes[0];
  size_t count = (size - 2) / 2;
  nq_reader *reader = nq_reader_new(file, NQ_FORMAT_AUTO);
  nq_board board = {0};
  nq_error error = {0};
  nq_sheet sheet;
  uint64_t line;
  require(reader != NULL);
  reader->error = &error;
  nq_sheet_begin(&sheet, "pairs", 1);
  sheet.n = bytes[1];
  sheet.ordered = (how & ORDERED) != 0;
  sheet.by_column = (how & BY_COLUMN) != 0;
  sheet.setting.contradicts = (how & CONTRADICTS) != 0;
  sheet.setting.named = (how & LIKELY) != 0;
  sheet.claimed = (how & CLAIMED) != 0;
  for (size_t i = 0; i < count; i++)
    nq_sheet_value(&sheet, bytes[2 + 2 * i], bytes[3 + 2 * i], (how & EMPTIES) == 0 || i % 3 != 2);
  require(nq_sheet_finish(&sheet, reader) == NQ_OK && reader->finds.first != NULL);
  nq_status status = nq_found_take(reader, &board, &line);
  require((status == NQ_OK) == (board.rows != NULL) && reader->finds.first == NULL);
  if (status == NQ_OK) require_same(&board, reader->form_base, bytes + 2, count, how);
  nq_board_release(&board);
  nq_reader_free(reader);
  return 0;
}

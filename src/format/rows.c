#include "format/stream.h"
#include "core/core.h"

#define FIRST_ROOM    16
#define DOUBLED_UP_TO (UINT64_C(1) << 26)
#define SINK_ROOM     ((uint64_t)1 << 16) /* passed on at once; fits a cache */

/* Double small arrays; grow by a quarter from 256 MiB on, as doubling could ask for gigabytes that
 * are never filled. */
static uint64_t larger_room(const nq_rows *rows) {
  uint64_t room = rows->room;
  if (room == 0) return rows->guess > 0 ? rows->guess : FIRST_ROOM;
  return room < DOUBLED_UP_TO ? 2 * room : room + room / 4;
}

static nq_status grow_to(nq_rows *rows, uint64_t room, nq_error *error) {
  const size_t size = sizeof *rows->rows;
  nq_status status = NQ_OK;
  if (room > rows->room && room > DOUBLED_UP_TO)
    status = nq_memory_require((room - rows->room) * size, "the rest of the board", error);
  if (status != NQ_OK) return status;
  uint32_t *larger = rows->rows == NULL ? nq_memory_new(room, size)
                                        : nq_memory_resize(rows->rows, rows->room, room, size);
  if (larger == NULL)
    return nq_error_set(error, NQ_NO_MEMORY,
                        "a board of more than %" PRIu64 " queens needs %" PRIu64
                        " bytes of memory at once, more than is available",
                        rows->room, room * size);
  rows->rows = larger;
  rows->room = room;
  return NQ_OK;
}

static nq_status pass_on(nq_rows *rows, nq_error *error) {
  if (!rows->sink(rows->context, rows->rows, (size_t)rows->count))
    return nq_error_set(error, NQ_IO, "reading was stopped");
  rows->passed += rows->count;
  rows->count = 0;
  return NQ_OK;
}

nq_status nq_rows_grow(nq_rows *rows, uint64_t most, nq_error *error) {
  if (nq_rows_seen(rows) >= most)
    return nq_error_set(error, NQ_BAD_FORMAT, "a board has at most %" PRIu64 " columns", most);
  if (rows->sink != NULL)
    return rows->room > 0 ? pass_on(rows, error) : grow_to(rows, SINK_ROOM, error);
  uint64_t room = larger_room(rows);
  return grow_to(rows, room < most ? room : most, error);
}

nq_status nq_rows_settle(nq_rows *rows, int base, unsigned *found, nq_error *error) {
  uint32_t least = NQ_EMPTY, past = 0; /* past the last row; an empty column is 0 */
  *found = base == 1;
  if (rows->passed > 0 || base == 0) return NQ_OK;
  for (uint64_t i = 0; i < rows->count && least > 0; i++) {
    uint32_t row = rows->rows[i];
    least = row < least ? row : least;
    past = row + 1 > past ? row + 1 : past;
  }
  if (base == 1 && least == 0)
    return nq_error_set(error, NQ_NO_BOARD, "a row is 0, but rows are from 1");
  *found = base == 1 || (least > 0 && past == rows->count + 1);
  for (uint64_t i = 0; i < rows->count && *found == 1; i++)
    rows->rows[i] -= rows->rows[i] != NQ_EMPTY;
  return NQ_OK;
}

nq_status nq_rows_finish(nq_rows *rows, nq_board *board, nq_error *error) {
  if (rows->sink != NULL) {
    nq_status status = pass_on(rows, error);
    if (status == NQ_OK && rows->passed > NQ_N_MAX)
      return nq_error_set(error, NQ_BAD_FORMAT, "a board has at most %" PRIu32 " columns",
                          NQ_N_MAX);
    *board = (nq_board){.n = (uint32_t)rows->passed};
    return status;
  }
  if (rows->room != rows->count) {
    nq_status status = grow_to(rows, rows->count, error);
    if (status != NQ_OK) return status;
  }
  *board = (nq_board){(uint32_t)rows->count, rows->rows};
  *rows = (nq_rows){0};
  return NQ_OK;
}

void nq_rows_release(nq_rows *rows) {
  nq_memory_free(rows->rows, rows->room, sizeof *rows->rows);
  *rows = (nq_rows){0};
}

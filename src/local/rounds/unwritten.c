/* The writing of the settled squares, between rows that are written already.
 *
 * MODEL.  Nearly all columns left over are of the last two passes.  So most pieces of the other
 * runs stay as they are, and only pieces that have a settled square are written again.
 *
 * The squares of a chunk are put in when the check reads it (nq_rounds_finishing): so the disk is
 * read once for both.  Otherwise all chunks are written here.
 *
 * The settled squares are in segments, each in increasing order of columns.  Whoever goes through
 * columns from left to right keeps the place that it has reached in each segment. */
#include "local/rounds/rounds.h"

#include <stdlib.h>
#include <string.h>

#define CHUNK   (UINT64_C(1) << 16) /* columns that are read together */
#define PIECE   (UINT64_C(1) << 9)  /* of columns, that is written: a page of 8 bytes a row */
#define PIECES  (CHUNK / PIECE)
#define STRETCH (UINT64_C(1) << 20) /* columns of a job */

/* ---- A chunk ---- */

/* The first square of a segment whose column is not below `column`. */
static uint64_t seek(const nq_rounds_unwritten *unwritten, uint64_t segment, uint64_t column) {
  uint64_t low = unwritten->segment[segment], high = unwritten->segment[segment + 1];
  while (low < high) {
    uint64_t middle = low + (high - low) / 2;
    if (unwritten->settled[middle].column < column)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* Put the settled squares among count <= CHUNK columns into their rows, and note the pieces that
 * have some.  place[] moves on to the columns after them. */
static void put_settled(const nq_rounds_unwritten *unwritten, uint64_t begin, uint64_t count,
                        uint64_t *place, bool changed[PIECES], uint64_t *rows) {
  const square *settled = unwritten->settled;
  for (uint64_t segment = 0; segment < unwritten->segments; segment++) {
    uint64_t at = place[segment], end = unwritten->segment[segment + 1];
    for (; at < end && settled[at].column < begin + count; at++) {
      changed[(settled[at].column - begin) / PIECE] = true;
      rows[settled[at].column - begin] = settled[at].row;
    }
    place[segment] = at;
  }
}

/* Write runs of pieces that changed. */
static nq_status write_pieces(const nq_large_board *board, uint64_t begin, uint64_t count,
                              const bool changed[PIECES], const uint64_t *rows, nq_error *error) {
  nq_status status = NQ_OK;
  for (uint64_t i = 0, end; i * PIECE < count && status == NQ_OK; i = end) {
    for (end = i + 1; end * PIECE < count && changed[end] == changed[i];) end++;
    uint64_t from = i * PIECE, to = end * PIECE < count ? end * PIECE : count;
    if (changed[i])
      status = board->write(board->context, begin + from, rows + from, (size_t)(to - from), error);
  }
  return status;
}

/* Read count <= CHUNK columns, and write what settled squares change. */
static nq_status finish_chunk(const nq_rounds_unwritten *unwritten, uint64_t begin, uint64_t count,
                              uint64_t *place, uint64_t *rows, nq_error *error) {
  const nq_large_board *board = unwritten->board;
  bool changed[PIECES] = {false};
  nq_status status = board->read(board->context, begin, rows, (size_t)count, error);
  if (status != NQ_OK) return status;
  put_settled(unwritten, begin, count, place, changed, rows);
  return write_pieces(board, begin, count, changed, rows, error);
}

/* ---- All chunks, now ---- */

static nq_status write_stretch(const nq_rounds_unwritten *unwritten, uint64_t begin, uint64_t end,
                               nq_error *error) {
  nq_status status = NQ_OK;
  uint64_t *place = malloc((size_t)(unwritten->segments + CHUNK) * sizeof *place);
  if (place == NULL) return nq_error_set(error, NQ_NO_MEMORY, "no memory for rows to write");
  uint64_t *rows = place + unwritten->segments;
  for (uint64_t i = 0; i < unwritten->segments; i++) place[i] = seek(unwritten, i, begin);
  for (uint64_t count; begin < end && status == NQ_OK; begin += count) {
    count = end - begin < CHUNK ? end - begin : CHUNK;
    status = finish_chunk(unwritten, begin, count, place, rows, error);
  }
  free(place);
  return status;
}

/* A job: a stretch of the columns of this rank. */
static void write_job(void *context, uint64_t job) {
  nq_rounds *rounds = context;
  uint64_t begin = rounds_column(rounds, rounds->own) + job * STRETCH;
  uint64_t end = rounds_column(rounds, rounds->own + 1);
  nq_error error = {0};
  if (end - begin > STRETCH) end = begin + STRETCH;
  nq_status status = write_stretch(rounds->unwritten, begin, end, &error);
  if (status != NQ_OK) nq_rounds_fail(rounds, status, &error);
}

bool nq_rounds_write_settled(nq_rounds *rounds) {
  nq_rounds_unwritten *unwritten = rounds->unwritten;
  if (rounds->party == NULL) {
    memcpy(unwritten->place, unwritten->segment, sizeof unwritten->place);
    return true;
  }
  uint64_t columns = rounds_column(rounds, rounds->own + 1) - rounds_column(rounds, rounds->own);
  nq_team_run(&rounds->team, write_job, rounds, (columns + STRETCH - 1) / STRETCH);
  return !nq_rounds_must_end(rounds, "write", rounds->plan.n);
}

/* ---- What is not yet written ---- */

static nq_status read_finished(void *context, uint64_t column, uint64_t *rows, size_t count,
                               nq_error *error) {
  nq_rounds_unwritten *unwritten = context;
  const nq_large_board *board = unwritten->board;
  nq_status status = NQ_OK;
  if (column < unwritten->finished) return board->read(board->context, column, rows, count, error);
  invariant(column == unwritten->finished);
  for (uint64_t done = 0, fit; done < count && status == NQ_OK; done += fit) {
    fit = count - done < CHUNK ? count - done : CHUNK;
    status = finish_chunk(unwritten, column + done, fit, unwritten->place, rows + done, error);
  }
  unwritten->finished = column + count;
  return status;
}

static void visit_finished(void *context, uint64_t column, const uint64_t *rows, size_t count) {
  const nq_large_board *board = ((const nq_rounds_unwritten *)context)->board;
  board->visit(board->context, column, rows, count);
}

nq_large_board nq_rounds_finishing(nq_rounds_unwritten *unwritten) {
  return (nq_large_board){.n = unwritten->board->n,
                          .context = unwritten,
                          .read = read_finished,
                          .visit = unwritten->board->visit == NULL ? NULL : visit_finished};
}

void nq_rounds_unwritten_free(nq_rounds_unwritten *unwritten) {
  if (unwritten == NULL) return;
  nq_memory_free(unwritten->settled, unwritten->room, sizeof *unwritten->settled);
  nq_memory_free(unwritten, 1, sizeof *unwritten);
}

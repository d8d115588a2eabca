/* The writing of the settled squares, between rows that are written already.
 *
 * MODEL.  Nearly all columns left over are of the last two passes.  So most pieces of the other runs
 * stay as they are, and only pieces that have a settled square are written again.
 *
 * The squares of a chunk are put in when the check is about to read it (nq_rounds_finish): so the disk is
 * read once for both.  Otherwise all chunks are written here. */
#include "local/rounds/settling.h"
#include "core/memory.h"
#include "local/local.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define CHUNK  (UINT64_C(1) << 18) /* columns that are read together */
#define PIECE  (UINT64_C(1) << 9)  /* of columns, that is written: a page of 8 bytes a row */
#define PIECES (CHUNK / PIECE)

struct nq_rounds_rest {
  const nq_large_board *board;
  square *settled;
  uint64_t settled_room;
  uint64_t segment[ROUNDS_SEGMENTS + 2], segments; /* as in struct settling */
  uint64_t finished;                               /* columns */
};

/* ---- A chunk ---- */

/* The first square of a segment whose column is not below `column`. */
static uint64_t seek(const nq_rounds_rest *rest, uint64_t segment, uint64_t column) {
  uint64_t low = rest->segment[segment], high = rest->segment[segment + 1];
  while (low < high) {
    uint64_t middle = low + (high - low) / 2;
    if (rest->settled[middle].column < column)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* Put the settled squares among count <= CHUNK columns into their rows, and note the pieces that have
 * some; returns whether there are any. */
static bool put_settled(const nq_rounds_rest *rest, uint64_t begin, uint64_t count,
                        bool changed[PIECES], uint64_t *rows) {
  bool any = false;
  for (uint64_t segment = 0; segment < rest->segments; segment++) {
    const square *at = rest->settled + seek(rest, segment, begin);
    const square *end = rest->settled + rest->segment[segment + 1];
    for (; at < end && at->column < begin + count; at++) {
      any = true;
      changed[(at->column - begin) / PIECE] = true;
      rows[at->column - begin] = at->row;
    }
  }
  return any;
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

static nq_status write_chunk(const nq_rounds_rest *rest, uint64_t begin, uint64_t count,
                             nq_error *error) {
  const nq_large_board *board = rest->board;
  bool changed[PIECES] = {false};
  uint64_t *rows = malloc(CHUNK * sizeof *rows);
  if (rows == NULL) return nq_error_set(error, NQ_NO_MEMORY, "no memory for rows to write");
  nq_status status = board->read(board->context, begin, rows, (size_t)count, error);
  if (status == NQ_OK && put_settled(rest, begin, count, changed, rows))
    status = write_pieces(board, begin, count, changed, rows, error);
  free(rows);
  return status;
}

/* ---- All chunks, now ---- */

struct writing {
  nq_rounds *rounds;
  const nq_rounds_rest *rest;
  uint64_t first, columns;
};

/* The last chunk is first: the check then begins with columns that were just written, and are in the
 * page cache. */
static void write_job(void *context, uint64_t job) {
  const struct writing *writing = context;
  uint64_t begin = ((writing->columns - 1) / CHUNK - job) * CHUNK, count = writing->columns - begin;
  nq_error error = {0};
  nq_status status =
      write_chunk(writing->rest, writing->first + begin, count < CHUNK ? count : CHUNK, &error);
  if (status != NQ_OK) nq_rounds_fail(writing->rounds, status, &error);
}

static bool write_all(nq_rounds *rounds, const nq_rounds_rest *rest) {
  struct writing writing = {.rounds = rounds, .rest = rest, .first = first_column(rounds)};
  writing.columns = end_column(rounds) - writing.first;
  nq_team_run(rounds->team, write_job, &writing, (writing.columns + CHUNK - 1) / CHUNK);
  return !nq_rounds_must_end(rounds, "write", rounds->plan.n);
}

/* ---- The rest ---- */

bool nq_rounds_write_settled(struct settling *settling) {
  nq_rounds *rounds = settling->rounds;
  nq_rounds_rest *rest = nq_rounds_new(rounds, 1, sizeof *rest);
  if (!nq_rounds_agree(rounds, rest != NULL) || rest == NULL) {
    nq_rounds_free(rounds, rest, 1, sizeof *rest);
    return false;
  }
  rest->board = rounds->board;
  rest->settled = settling->settled;
  rest->settled_room = settling->settled_room;
  rest->segments = settling->segments;
  memcpy(rest->segment, settling->segment, sizeof rest->segment);
  if (rounds->party == NULL && rounds->store == NULL) {
    settling->settled = NULL;
    rounds->rest = rest;
    return true;
  }
  bool goes_on = write_all(rounds, rest);
  nq_rounds_free(rounds, rest, 1, sizeof *rest);
  return goes_on;
}

nq_status nq_rounds_finish(nq_rounds_rest *rest, uint64_t end, nq_error *error) {
  uint64_t n = rest->board->n;
  nq_status status = NQ_OK;
  while (rest->finished < end && status == NQ_OK) {
    uint64_t count = n - rest->finished < CHUNK ? n - rest->finished : CHUNK;
    status = write_chunk(rest, rest->finished, count, error);
    rest->finished += count;
  }
  return status;
}

void nq_rounds_rest_free(nq_rounds_rest *rest) {
  if (rest == NULL) return;
  nq_memory_free(rest->settled, rest->settled_room, sizeof *rest->settled);
  nq_memory_free(rest, 1, sizeof *rest);
}

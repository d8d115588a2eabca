/* MODEL.  The waves of left.c where the bits of lines are not all in memory: the same squares win.
 * All batches of a wave are drawn before the first is settled, and their diagonals are tested part
 * by part while the bits pass through memory:
 *
 *     draw       a row for each column, of a slice of the columns that memory has room for
 *     test       for each part of the diagonals: set what the wave before won; strike out columns
 *                whose square has its diagonal there taken
 *     settle     batch by batch, what survived, against each other alone
 *
 * Few survive, one in 14 or less, and hardly any two of them share a line.  The lines that are
 * shared are found by sorting; only these are looked up when a batch is settled.
 *
 * When few columns are left, single bits are read instead. */
#include "core/memory.h"
#include "core/random.h"
#include "local/rounds/settling.h"
#include "local/rounds/store.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#define PARTS          8           /* of the bits in memory: most to be read together */
#define LOOKUP_BYTES   (32U << 10) /* that are read in the time of a lookup */
#define SURVIVORS_PART 12          /* of the columns, at most, as a rule */
#define SPILL_BYTES    (UINT64_C(1) << 20)
#define COLLECT_ROUND  1024 /* blocks of columns between looks at the clock */

/* A line of several survivors. */
struct contest {
  uint64_t line;
  uint64_t batch; /* the last one that claimed it, from 1 on; or 0 */
  bool won;
};

struct sweep {
  struct settling *settling;
  uint64_t applied;      /* settled squares whose diagonals are set */
  uint64_t first, count; /* columns of the slice */
  uint64_t slice;        /* at most */
  uint64_t *rows;        /* drawn by the columns of the slice; or ROUNDS_HOLE */
  bool lookup;           /* read single bits */
  rounds_kind kind;      /* the part: lines from .. to - 1 of a kind */
  uint64_t from, to;
  struct proposal *survivors; /* of the wave, in the order of columns */
  uint64_t survivors_count, survivors_room;
  struct contest *contests[ROUNDS_KINDS]; /* in increasing order of lines */
  uint64_t contests_count[ROUNDS_KINDS];
};

static uint64_t line_of(const nq_rounds *rounds, rounds_kind kind, const square *at) {
  return kind == ROUNDS_ROWS     ? at->row
         : kind == ROUNDS_RISING ? rising_of(at)
                                 : falling_of(rounds, at);
}

/* ---- Columns and rows left over ---- */

/* Add the columns of a block that have no queen; false, with an error noted, if they are too many. */
static bool collect_block(nq_rounds *rounds, uint64_t block, uint64_t *rows, uint64_t *found) {
  const nq_rounds_plan *plan = &rounds->plan;
  uint64_t width = 8 * plan->bytes, begin = block * width;
  uint64_t count = begin >= plan->n ? 0 : plan->n - begin < width ? plan->n - begin : width;
  bool written = block % plan->blocks < plan->filled;
  nq_error error = {0};
  nq_status status = NQ_OK;
  if (written && count > 0)
    status = rounds->board->read(rounds->board->context, begin, rows, (size_t)count, &error);
  for (uint64_t i = 0; i < count && status == NQ_OK; i++)
    if (!written || rows[i] == NQ_LARGE_EMPTY) {
      if (*found == rounds->left_count)
        status = nq_error_set(&error, NQ_IO, "the columns read are not those written");
      else
        rounds->columns[(*found)++] = begin + i;
    }
  if (status != NQ_OK) nq_rounds_fail(rounds, status, &error);
  return status == NQ_OK;
}

static bool collect_columns(nq_rounds *rounds) {
  uint64_t rows[8 * NQ_ROUNDS_BYTES], found = 0, n = rounds->plan.n;
  uint64_t blocks = rounds->plan.groups * rounds->plan.blocks;
  rounds->columns = nq_rounds_new(rounds, rounds->left_count, sizeof *rounds->columns);
  rounds->columns_room = rounds->left_count;
  if (rounds->columns == NULL) return false;
  for (uint64_t block = 0; block < blocks; block++) {
    if (!collect_block(rounds, block, rows, &found)) return false;
    if (block % COLLECT_ROUND == 0 && nq_rounds_must_end(rounds, "start", n - rounds->left_count))
      return false;
  }
  return true;
}

/* The rows are not looked up afterwards. */
static bool collect_rows(nq_rounds *rounds) {
  nq_rounds_store *store = rounds->store;
  uint64_t bytes = store->chunk_bytes, count = 0;
  rounds->free_rows = nq_rounds_new(rounds, rounds->left_count, sizeof *rounds->free_rows);
  rounds->rows_room = rounds->left_count;
  if (rounds->free_rows == NULL) return false;
  for (uint64_t from = 0; 8 * from < rounds->plan.n; from += bytes) {
    nq_rounds_store_begin(rounds);
    nq_rounds_store_want(rounds, ROUNDS_ROWS, from, from + bytes, ROUNDS_READ);
    if (!nq_rounds_store_bring(rounds)) return false;
    uint64_t to = from + bytes < rounds->row_bytes ? from + bytes : rounds->row_bytes;
    for (uint64_t byte = from; byte < to; byte++)
      for (unsigned free = (uint8_t)~rounds->rows[byte]; free != 0; free &= free - 1)
        if (count < rounds->left_count)
          rounds->free_rows[count++] = 8 * byte + (unsigned)__builtin_ctz(free);
  }
  nq_rounds_store_drop(rounds, ROUNDS_ROWS);
  return true;
}

/* ---- Draws and tests ---- */

/* The places in free_rows[] that a piece of the columns draws; returns their number. */
static uint64_t draw_places(const struct settling *settling, uint64_t piece,
                            uint64_t place[ROUNDS_PIECE]) {
  uint64_t begin = piece * ROUNDS_PIECE, count = settling->active - begin;
  nq_pcg64 random;
  if (count > ROUNDS_PIECE) count = ROUNDS_PIECE;
  nq_pcg64_seed(&random, settling->key, settling->pieces + piece);
  for (uint64_t i = 0; i < count; i++) place[i] = below_pcg64(&random, settling->active);
  return count;
}

/* Job of the team: a piece of the slice. */
static void draw(void *context, uint64_t job) {
  struct sweep *sweep = context;
  const struct settling *settling = sweep->settling;
  uint64_t place[ROUNDS_PIECE];
  uint64_t count = draw_places(settling, sweep->first / ROUNDS_PIECE + job, place);
  uint64_t *rows = sweep->rows + job * ROUNDS_PIECE;
  for (uint64_t i = 0; i < count; i++) __builtin_prefetch(settling->rounds->free_rows + place[i]);
  for (uint64_t i = 0; i < count; i++) rows[i] = settling->rounds->free_rows[place[i]];
}

/* Job of the team: strike out the columns of a piece whose line is in the part, and taken. */
static void test(void *context, uint64_t job) {
  struct sweep *sweep = context;
  nq_rounds *rounds = sweep->settling->rounds;
  const uint64_t *columns = rounds->columns + sweep->first;
  const uint8_t *bits = sweep->kind == ROUNDS_RISING ? rounds->rising : rounds->falling;
  uint64_t begin = job * ROUNDS_PIECE, end = begin + ROUNDS_PIECE;
  uint64_t lines = sweep->to - sweep->from;
  if (end > sweep->count) end = sweep->count;
  for (uint64_t i = begin; i < end; i++) {
    const square at = {columns[i], sweep->rows[i]};
    uint64_t line = at.row == ROUNDS_HOLE ? UINT64_MAX : line_of(rounds, sweep->kind, &at);
    if (line - sweep->from < lines &&
        (sweep->lookup ? nq_rounds_store_test(rounds, sweep->kind, line) : test_bit(bits, line)))
      sweep->rows[i] = ROUNDS_HOLE;
  }
}

/* Set the bits of the part that the wave before won. */
static void apply(const struct sweep *sweep) {
  const struct settling *settling = sweep->settling;
  for (uint64_t i = sweep->applied; i < settling->settled_count; i++) {
    uint64_t line = line_of(settling->rounds, sweep->kind, &settling->settled[i]);
    if (line - sweep->from < sweep->to - sweep->from)
      nq_rounds_store_put(settling->rounds, sweep->kind, line, true);
  }
}

static void test_part(struct sweep *sweep) {
  apply(sweep);
  nq_team_run(sweep->settling->rounds->team, test, sweep, rounds_pieces(sweep->count));
}

/* The chunks from chunk i of a kind on that are tested together: all in memory, or some. */
static uint64_t choose_part(const struct sweep *sweep, uint64_t i, uint64_t chunks) {
  const nq_rounds_store *store = sweep->settling->rounds->store;
  const rounds_chunk *chunk = &store->chunk[store->first[sweep->kind] + i];
  uint64_t part = 0;
  while (i + part < chunks && chunk[part].held) part++;
  if (part == 0) part = store->room / PARTS < 1 ? 1 : store->room / PARTS;
  return sweep->lookup || part > chunks - i ? chunks - i : part;
}

/* Test all lines of a kind, a part of the bits at a time. */
static bool test_kind(struct sweep *sweep) {
  nq_rounds *rounds = sweep->settling->rounds;
  const nq_rounds_store *store = rounds->store;
  uint64_t chunks = store->first[sweep->kind + 1] - store->first[sweep->kind], part;
  for (uint64_t i = 0; i < chunks; i += part) {
    part = choose_part(sweep, i, chunks);
    uint64_t from = i * store->chunk_bytes, to = (i + part) * store->chunk_bytes;
    sweep->from = 8 * from;
    sweep->to = 8 * to;
    if (!sweep->lookup) {
      nq_rounds_store_begin(rounds);
      nq_rounds_store_want(rounds, sweep->kind, from, to, ROUNDS_READ);
      if (!nq_rounds_store_bring(rounds)) return false;
      if (i + part < chunks)
        nq_rounds_store_announce(rounds, sweep->kind, to, to + part * store->chunk_bytes);
    }
    test_part(sweep);
  }
  return true;
}

/* Put settled squares that nothing looks up any more into the file. */
static bool spill(const struct sweep *sweep) {
  struct settling *settling = sweep->settling;
  uint64_t bytes = (sweep->applied - settling->spilled) * sizeof(square);
  if (bytes < SPILL_BYTES || !nq_memory_is_mapped(settling->settled_room, sizeof(square)))
    return true;
  uint64_t at = settling->spilled * sizeof(square);
  settling->spilled = sweep->applied;
  return nq_rounds_store_move(settling->rounds, (uint8_t *)settling->settled + at, at, bytes, true);
}

bool nq_rounds_unspill(struct settling *settling) {
  uint64_t bytes = settling->spilled * sizeof(square);
  settling->spilled = 0;
  return bytes == 0 ||
         (nq_rounds_store_limit(settling->rounds, bytes, 0) &&
          nq_rounds_store_move(settling->rounds, (uint8_t *)settling->settled, 0, bytes, false));
}

static bool test_slice(struct sweep *sweep) {
  sweep->kind = ROUNDS_RISING;
  if (!test_kind(sweep)) return false;
  sweep->kind = ROUNDS_FALLING;
  if (!test_kind(sweep)) return false;
  sweep->applied = sweep->settling->settled_count;
  return spill(sweep);
}

/* What so many survivors take beside their own array. */
static uint64_t beside_survivors(const struct settling *settling, uint64_t survivors) {
  uint64_t settled = (settling->settled_count + survivors) / 8 * 9; /* room for them */
  uint64_t more = settled > settling->settled_room ? settled - settling->settled_room : 0;
  uint64_t contests = survivors / 6 * sizeof(struct contest);
  return survivors * 2 * sizeof(uint64_t) + contests + more * sizeof(square);
}

/* Bits make room for more survivors than usual. */
static bool grow_survivors(struct sweep *sweep) {
  nq_rounds *rounds = sweep->settling->rounds;
  uint64_t old = sweep->survivors_room, room = old + old / 4;
  uint64_t others = beside_survivors(sweep->settling, room);
  if (!nq_rounds_store_limit(rounds, others + (room - old) * sizeof(struct proposal), 2))
    return false;
  struct proposal *grown =
      nq_rounds_resize(rounds, sweep->survivors, old, room, sizeof *sweep->survivors);
  if (grown == NULL) return false;
  sweep->survivors = grown;
  sweep->survivors_room = room;
  return true;
}

/* Add those of the slice that are not struck out to the survivors. */
static bool gather(struct sweep *sweep) {
  const struct settling *settling = sweep->settling;
  uint64_t place[ROUNDS_PIECE], last = UINT64_MAX;
  for (uint64_t i = 0; i < sweep->count; i++) {
    uint64_t index = sweep->first + i;
    if (sweep->rows[i] == ROUNDS_HOLE) continue;
    if (sweep->survivors_count == sweep->survivors_room && !grow_survivors(sweep)) return false;
    if (index / ROUNDS_PIECE != last) draw_places(settling, last = index / ROUNDS_PIECE, place);
    sweep->survivors[sweep->survivors_count++] = (struct proposal){
        {settling->rounds->columns[index], sweep->rows[i]}, index, place[index % ROUNDS_PIECE]};
  }
  return true;
}

/* ---- Settling a batch ---- */

static int compare_lines(const void *a, const void *b) {
  uint64_t first = *(const uint64_t *)a, second = *(const uint64_t *)b;
  return (first > second) - (first < second);
}

/* List the lines of a kind that several survivors share. */
static bool find_contests(struct sweep *sweep, rounds_kind kind) {
  nq_rounds *rounds = sweep->settling->rounds;
  uint64_t count = sweep->survivors_count, shared = 0;
  uint64_t *lines = nq_rounds_new(rounds, count, sizeof *lines);
  if (lines == NULL) return false;
  for (uint64_t i = 0; i < count; i++) lines[i] = line_of(rounds, kind, &sweep->survivors[i].at);
  qsort(lines, (size_t)count, sizeof *lines, compare_lines);
  for (uint64_t i = 1; i < count; i++)
    if (lines[i] == lines[i - 1] && (shared == 0 || lines[shared - 1] != lines[i]))
      lines[shared++] = lines[i];
  sweep->contests_count[kind] = shared;
  if (shared > 0) sweep->contests[kind] = nq_rounds_new(rounds, shared, sizeof(struct contest));
  for (uint64_t i = 0; i < shared && sweep->contests[kind] != NULL; i++)
    sweep->contests[kind][i].line = lines[i];
  nq_rounds_free(rounds, lines, count, sizeof *lines);
  return shared == 0 || sweep->contests[kind] != NULL;
}

static struct contest *find_contest(const struct sweep *sweep, rounds_kind kind, uint64_t line) {
  if (sweep->contests_count[kind] == 0) return NULL;
  return bsearch(&line, sweep->contests[kind], (size_t)sweep->contests_count[kind],
                 sizeof(struct contest), compare_lines);
}

/* Claim the square's lines; false when an earlier batch won one, or this one claimed it. */
static bool claim(const struct sweep *sweep, const square *at, uint64_t batch) {
  struct contest *contest[ROUNDS_KINDS];
  bool wins = true;
  for (rounds_kind kind = 0; kind < ROUNDS_KINDS; kind++) {
    contest[kind] = find_contest(sweep, kind, line_of(sweep->settling->rounds, kind, at));
    if (contest[kind] == NULL) continue;
    if (contest[kind]->won && contest[kind]->batch != batch) return false;
    wins &= contest[kind]->batch != batch;
  }
  for (rounds_kind kind = 0; kind < ROUNDS_KINDS; kind++)
    if (contest[kind] != NULL && contest[kind]->batch != batch) {
      contest[kind]->batch = batch;
      contest[kind]->won = wins;
    }
  return wins;
}

static void settle_batch(struct sweep *sweep, uint64_t part) {
  struct settling *settling = sweep->settling;
  nq_rounds *rounds = settling->rounds;
  nq_rounds_begin_batch(settling, part);
  for (uint64_t i = 0; i < sweep->survivors_count; i++) {
    const struct proposal *proposal = &sweep->survivors[i];
    if (proposal->index / ROUNDS_PIECE % settling->parts != part ||
        !claim(sweep, &proposal->at, part + 1))
      continue;
    settling->settled[settling->settled_count++] = proposal->at;
    rounds->columns[proposal->index] = ROUNDS_HOLE;
    rounds->free_rows[proposal->place] = ROUNDS_HOLE;
  }
}

static bool settle(struct sweep *sweep) {
  struct settling *settling = sweep->settling;
  bool fine = nq_rounds_make_room(settling, sweep->survivors_count);
  for (rounds_kind kind = 0; kind < ROUNDS_KINDS && sweep->survivors_count > 0; kind++)
    fine = fine && find_contests(sweep, kind);
  for (uint64_t part = 0; part < settling->parts && fine; part++) settle_batch(sweep, part);
  for (rounds_kind kind = 0; kind < ROUNDS_KINDS; kind++) {
    nq_rounds_free(settling->rounds, sweep->contests[kind], sweep->contests_count[kind],
                   sizeof(struct contest));
    sweep->contests[kind] = NULL;
    sweep->contests_count[kind] = 0;
  }
  return fine;
}

/* ---- A wave ---- */

/* Divide memory between bits and what a wave needs beside them, and give the bits their part. */
static bool share_memory(struct sweep *sweep) {
  const struct settling *settling = sweep->settling;
  nq_rounds *rounds = settling->rounds;
  nq_rounds_store *store = rounds->store;
  uint64_t active = settling->active, columns = rounds_pieces(active) * ROUNDS_PIECE;
  uint64_t survivors = active / SURVIVORS_PART + ROUNDS_PIECE;
  uint64_t others = beside_survivors(settling, survivors) + survivors * sizeof(struct proposal);
  uint64_t used = rounds->memory_bytes - store->held * store->chunk_bytes + others;
  uint64_t rest = rounds->board->memory_bytes > used ? rounds->board->memory_bytes - used : 0;
  sweep->slice = rest / 2 / sizeof *sweep->rows / ROUNDS_PIECE * ROUNDS_PIECE;
  if (sweep->slice < ROUNDS_PIECE) sweep->slice = ROUNDS_PIECE;
  if (sweep->slice > columns) sweep->slice = columns;
  sweep->survivors_room = survivors;
  if (!nq_rounds_store_limit(rounds, others + sweep->slice * sizeof *sweep->rows, 2)) return false;
  uint64_t away = store->first[ROUNDS_KINDS] - store->first[ROUNDS_RISING];
  away = away > store->room ? away - store->room : 0;
  sweep->lookup = active < away * store->chunk_bytes / LOOKUP_BYTES;
  store->cycle = 3 * PARTS * (store->first[ROUNDS_KINDS] / store->room + 1);
  return true;
}

static bool play_slices(struct sweep *sweep) {
  struct settling *settling = sweep->settling;
  nq_rounds *rounds = settling->rounds;
  for (uint64_t first = 0; first < settling->active; first += sweep->slice) {
    uint64_t rest = settling->active - first;
    sweep->first = first;
    sweep->count = rest < sweep->slice ? rest : sweep->slice;
    nq_team_run(rounds->team, draw, sweep, rounds_pieces(sweep->count));
    if (!test_slice(sweep) || !gather(sweep) ||
        nq_rounds_must_end(rounds, "start", rounds->plan.n - settling->active))
      return false;
  }
  return settle(sweep);
}

static bool play_wave(void *context) {
  struct sweep *sweep = context;
  struct settling *settling = sweep->settling;
  nq_rounds *rounds = settling->rounds;
  if (!share_memory(sweep)) return false;
  uint64_t slice = sweep->slice;
  sweep->survivors_count = 0;
  sweep->rows = nq_rounds_new(rounds, slice, sizeof *sweep->rows);
  sweep->survivors = nq_rounds_new(rounds, sweep->survivors_room, sizeof *sweep->survivors);
  bool fine = sweep->rows != NULL && sweep->survivors != NULL && play_slices(sweep);
  nq_rounds_free(rounds, sweep->rows, slice, sizeof *sweep->rows);
  nq_rounds_free(rounds, sweep->survivors, sweep->survivors_room, sizeof *sweep->survivors);
  return fine && nq_rounds_end_wave(settling);
}

bool nq_rounds_play_swept(struct settling *settling) {
  nq_rounds *rounds = settling->rounds;
  struct sweep sweep = {.settling = settling};
  if (!nq_rounds_store_limit(rounds, 2 * rounds->left_count * sizeof(uint64_t), 2) ||
      !collect_columns(rounds) || !collect_rows(rounds) ||
      !nq_rounds_play_waves(settling, 0, play_wave, &sweep))
    return false;
  for (sweep.kind = ROUNDS_RISING; sweep.kind < ROUNDS_KINDS; sweep.kind++) {
    sweep.to = UINT64_MAX;
    apply(&sweep);
  }
  return atomic_load(&rounds->failed) == NQ_OK;
}

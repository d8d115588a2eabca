/* MODEL.  The columns left over and the rows left over, about one in fifty, are matched in waves.  In
 * a wave each column draws one of the free rows.  If both diagonals of that square are free, the
 * column claims its three lines; a claim wins if no claim of an earlier column of the same batch, a
 * sixteenth of the columns, includes one of them.  So a batch has one outcome, in whatever order and
 * place its lines are looked up:
 *
 *     draw, test      read only: by any number of threads
 *     claim           in the order of columns; the lines of losers are freed at the end of the batch
 *
 * Winners move to the settled squares: each wave adds a segment of them in the order of columns.
 * The few columns left when a wave brings nothing exchange rows with random queens: column a without
 * a queen and the free row r, column b with its queen on row s, if (a, s) and (b, r) are free once
 * that queen is gone.  Then all these squares are written in the order of columns. */
#include "board/occupancy.h"
#include "core/random.h"
#include "local/rounds_parts.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define PIECE        256 /* columns that share a random stream */
#define BATCHES      16  /* of a wave */
#define BATCH_LEAST  256
#define WAVES        1024
#define VAIN_WAVES   16 /* without a winner, before the rest is repaired */
#define REPAIR_TRIES (UINT64_C(1) << 20)
#define HOLE         UINT64_MAX
#define AHEAD        16
#define CHUNK        (UINT64_C(1) << 18) /* columns that are written together */

typedef struct square {
  uint64_t column, row;
} square;

static int compare_columns(const void *a, const void *b) {
  uint64_t first = ((const square *)a)->column, second = ((const square *)b)->column;
  return (first > second) - (first < second);
}

/* A column of the batch that would take a free row. */
struct proposal {
  square at;
  uint64_t index, place; /* in columns[] and free_rows[] */
};

struct settling {
  nq_rounds *rounds;
  uint64_t key;
  uint64_t active;            /* columns without a queen, and rows */
  uint64_t begin, count;      /* the batch */
  uint64_t pieces;            /* of earlier batches */
  struct proposal *proposals; /* of the batch: those of a piece from piece * PIECE on, */
  uint16_t *proposed;         /* and their number, by piece */
  square *lost;               /* claims that lost, and which of the bits they had set */
  uint8_t *lost_bits;
  uint64_t lost_count, batch_room;
  square *settled;
  uint64_t settled_count, settled_room;
  uint64_t segment[WAVES + 2]; /* where each begins in settled[] */
  uint64_t segments;
};

static inline uint64_t rising_of(const square *at) {
  return at->column + at->row;
}

static inline uint64_t falling_of(const nq_rounds *rounds, const square *at) {
  return at->row + rounds->plan.n - 1 - at->column;
}

static inline void fetch_diagonals(const nq_rounds *rounds, const square *at) {
  __builtin_prefetch(rounds->rising + rising_of(at) / 8, 1);
  __builtin_prefetch(rounds->falling + falling_of(rounds, at) / 8, 1);
}

/* Branchless: no processor could predict taken diagonals. */
static inline bool diagonals_of_square_free(const nq_rounds *rounds, const square *at) {
  unsigned used = test_bit(rounds->rising, rising_of(at));
  used |= test_bit(rounds->falling, falling_of(rounds, at));
  return used == 0;
}

/* ---- Rows ---- */

static bool collect_rows(nq_rounds *rounds) {
  uint64_t n = rounds->plan.n, count = 0;
  rounds->free_rows = nq_rounds_new(rounds, rounds->left_count, sizeof *rounds->free_rows);
  rounds->rows_room = rounds->left_count;
  if (rounds->free_rows == NULL) return false;
  for (uint64_t row = 0; row < n; row += 56)
    for (uint64_t free = ~load_bits(rounds->rows, row) & ((UINT64_C(1) << 56) - 1); free != 0;
         free &= free - 1) {
      uint64_t found = row + (unsigned)__builtin_ctzll(free);
      if (found < n && count < rounds->left_count) rounds->free_rows[count++] = found;
    }
  return true;
}

/* ---- A batch ---- */

/* Draw for the columns of a piece.  A hole has the diagonals of row 0. */
static void propose(void *context, uint64_t piece) {
  const struct settling *settling = context;
  const nq_rounds *rounds = settling->rounds;
  uint64_t begin = settling->begin + piece * PIECE,
           count = settling->begin + settling->count - begin;
  if (count > PIECE) count = PIECE;
  struct proposal *proposals = settling->proposals + piece * PIECE;
  uint64_t place[PIECE], row[PIECE];
  uint16_t proposed = 0;
  nq_pcg64 random;
  nq_pcg64_seed(&random, settling->key, settling->pieces + piece);
  for (uint64_t i = 0; i < count; i++) {
    place[i] = below_pcg64(&random, settling->active);
    __builtin_prefetch(rounds->free_rows + place[i]);
  }
  for (uint64_t i = 0; i < count; i++) {
    row[i] = rounds->free_rows[place[i]];
    const square at = {rounds->columns[begin + i], row[i] == HOLE ? 0 : row[i]};
    fetch_diagonals(rounds, &at);
  }
  for (uint64_t i = 0; i < count; i++) {
    const square at = {rounds->columns[begin + i], row[i] == HOLE ? 0 : row[i]};
    proposals[proposed] = (struct proposal){at, begin + i, place[i]};
    proposed = (uint16_t)(proposed + ((row[i] != HOLE) & diagonals_of_square_free(rounds, &at)));
  }
  settling->proposed[piece] = proposed;
}

/* Move the proposals of all pieces together; returns their number. */
static uint64_t join_proposals(const struct settling *settling, uint64_t pieces) {
  uint64_t count = 0;
  for (uint64_t piece = 0; piece < pieces; piece++) {
    memmove(settling->proposals + count, settling->proposals + piece * PIECE,
            settling->proposed[piece] * sizeof *settling->proposals);
    count += settling->proposed[piece];
  }
  return count;
}

/* Set a bit; returns whether it was clear. */
static inline unsigned take_bit(uint8_t *bits, uint64_t i) {
  unsigned taken = !test_bit(bits, i);
  set_bit(bits, i);
  return taken;
}

/* Claim the square's lines; false when one of them had been claimed. */
static bool claim(struct settling *settling, const square *at) {
  nq_rounds *rounds = settling->rounds;
  unsigned taken = take_bit(rounds->rows, at->row) | take_bit(rounds->rising, rising_of(at)) << 1 |
                   take_bit(rounds->falling, falling_of(rounds, at)) << 2;
  if (taken == 7) return true;
  settling->lost[settling->lost_count] = *at;
  settling->lost_bits[settling->lost_count++] = (uint8_t)taken;
  return false;
}

static void free_lost(struct settling *settling) {
  nq_rounds *rounds = settling->rounds;
  for (uint64_t i = 0; i < settling->lost_count; i++) {
    const square *at = &settling->lost[i];
    unsigned taken = settling->lost_bits[i];
    if (taken & 1) clear_bit(rounds->rows, at->row);
    if (taken & 2) clear_bit(rounds->rising, rising_of(at));
    if (taken & 4) clear_bit(rounds->falling, falling_of(rounds, at));
  }
  settling->lost_count = 0;
}

static bool make_room(struct settling *settling, uint64_t more) {
  uint64_t room = settling->settled_count + more;
  if (room <= settling->settled_room) return true;
  room += room / 8;
  square *settled = nq_rounds_resize(settling->rounds, settling->settled, settling->settled_room,
                                     room, sizeof *settled);
  if (settled == NULL) return false;
  settling->settled = settled;
  settling->settled_room = room;
  return true;
}

static void fetch_lines(const nq_rounds *rounds, const square *at) {
  __builtin_prefetch(rounds->rows + at->row / 8, 1);
  fetch_diagonals(rounds, at);
}

/* Settle the batch; columns that won, and their rows, become HOLE. */
static void settle_batch(struct settling *settling, uint64_t pieces) {
  nq_rounds *rounds = settling->rounds;
  const struct proposal *proposals = settling->proposals;
  uint64_t count = join_proposals(settling, pieces);
  for (uint64_t i = 0; i < count; i++) {
    if (i + AHEAD < count) fetch_lines(rounds, &proposals[i + AHEAD].at);
    if (!claim(settling, &proposals[i].at)) continue;
    settling->settled[settling->settled_count++] = proposals[i].at;
    rounds->columns[proposals[i].index] = HOLE;
    rounds->free_rows[proposals[i].place] = HOLE;
  }
  free_lost(settling);
}

/* ---- Waves ---- */

static uint64_t close_up(uint64_t *items, uint64_t count) {
  uint64_t kept = 0;
  for (uint64_t i = 0; i < count; i++) {
    items[kept] = items[i];
    kept += items[i] != HOLE;
  }
  return kept;
}

/* Give back the memory of columns or rows that were settled; false when there is none to move the
 * others to. */
static bool shrink(nq_rounds *rounds, uint64_t active, uint64_t **items, uint64_t *room) {
  if (*room - active < *room / 8 + 2) return true;
  uint64_t *resized = nq_rounds_resize(rounds, *items, *room, active + 1, sizeof *resized);
  if (resized == NULL) return false;
  *items = resized;
  *room = active + 1;
  return true;
}

/* Each column draws once; false when the run must end. */
static bool play_wave(struct settling *settling) {
  nq_rounds *rounds = settling->rounds;
  uint64_t batch = settling->active / BATCHES + 1, n = rounds->plan.n;
  if (batch < BATCH_LEAST) batch = BATCH_LEAST;
  settling->segment[settling->segments++] = settling->settled_count;
  for (settling->begin = 0; settling->begin < settling->active; settling->begin += batch) {
    uint64_t rest = settling->active - settling->begin;
    settling->count = rest < batch ? rest : batch;
    uint64_t pieces = (settling->count + PIECE - 1) / PIECE;
    if (!make_room(settling, settling->count)) return false;
    nq_team_run(rounds->team, propose, settling, pieces);
    settling->pieces += pieces;
    settle_batch(settling, pieces);
    if (nq_rounds_must_end(rounds, "start", n - settling->active)) return false;
  }
  uint64_t kept = close_up(rounds->columns, settling->active);
  close_up(rounds->free_rows, settling->active);
  settling->active = kept;
  return shrink(rounds, kept, &rounds->columns, &rounds->columns_room) &&
         shrink(rounds, kept, &rounds->free_rows, &rounds->rows_room);
}

static bool play_waves(struct settling *settling) {
  unsigned vain = 0;
  while (settling->active > 0 && vain < VAIN_WAVES && settling->segments < WAVES) {
    uint64_t before = settling->active;
    if (!play_wave(settling)) return false;
    vain = settling->active == before ? vain + 1 : 0;
  }
  return true;
}

/* ---- Repair ---- */

/* Is the column's row in the file?  Those after the last pass were not written. */
static bool is_written(const nq_rounds *rounds, uint64_t column) {
  const nq_rounds_plan *plan = &rounds->plan;
  return column / (8 * plan->bytes) % plan->blocks < plan->filled;
}

/* The queen in the column that no wave placed; its row is NQ_LARGE_EMPTY if there is none. */
static bool find_queen(struct settling *settling, uint64_t column, square **moved, square *queen) {
  nq_rounds *rounds = settling->rounds;
  *queen = (square){column, NQ_LARGE_EMPTY};
  *moved = NULL;
  for (uint64_t i = settling->segment[settling->segments]; i < settling->settled_count; i++)
    if (settling->settled[i].column == column) *moved = &settling->settled[i];
  if (*moved != NULL) *queen = **moved;
  if (*moved != NULL || !is_written(rounds, column)) return true;
  nq_error error = {0};
  nq_status status = rounds->board->read(rounds->board->context, column, &queen->row, 1, &error);
  if (status != NQ_OK) nq_rounds_fail(rounds, status, &error);
  if (queen->row >= rounds->plan.n) queen->row = NQ_LARGE_EMPTY;
  return status == NQ_OK;
}

static void put_queen(nq_rounds *rounds, const square *at) {
  set_bit(rounds->rising, rising_of(at));
  set_bit(rounds->falling, falling_of(rounds, at));
}

static void take_queen(nq_rounds *rounds, const square *at) {
  clear_bit(rounds->rising, rising_of(at));
  clear_bit(rounds->falling, falling_of(rounds, at));
}

/* Let the open column take the queen's row and the queen the free one, if both squares are free
 * then. */
static bool exchange(nq_rounds *rounds, square *open, square *queen) {
  square first = {open->column, queen->row}, second = {queen->column, open->row};
  take_queen(rounds, queen);
  if (diagonals_of_square_free(rounds, &first) && diagonals_of_square_free(rounds, &second) &&
      rising_of(&first) != rising_of(&second) &&
      falling_of(rounds, &first) != falling_of(rounds, &second)) {
    put_queen(rounds, &first);
    put_queen(rounds, &second);
    set_bit(rounds->rows, open->row);
    *open = first;
    *queen = second;
    return true;
  }
  put_queen(rounds, queen);
  return false;
}

/* Find a queen for one column; false when there is none, or the run must end. */
static bool repair_column(struct settling *settling, square open, nq_pcg64 *random,
                          nq_result *result) {
  nq_rounds *rounds = settling->rounds;
  uint64_t n = rounds->plan.n;
  square *moved, queen;
  for (uint64_t i = 1; i <= REPAIR_TRIES; i++) {
    if (i % 256 == 0 && nq_rounds_must_end(rounds, "repair", n - settling->active)) return false;
    if (!find_queen(settling, below_pcg64(random, n), &moved, &queen)) return false;
    if (queen.row == NQ_LARGE_EMPTY || !exchange(rounds, &open, &queen)) continue;
    if (!make_room(settling, 2)) return false;
    if (moved == NULL)
      settling->settled[settling->settled_count++] = queen;
    else
      settling->settled[moved - settling->settled] = queen;
    settling->settled[settling->settled_count++] = open;
    settling->active--;
    result->steps++;
    return true;
  }
  return false;
}

static bool repair(struct settling *settling, nq_result *result) {
  nq_rounds *rounds = settling->rounds;
  nq_pcg64 random;
  nq_pcg64_seed(&random, settling->key, UINT64_MAX);
  settling->segment[settling->segments] = settling->settled_count;
  for (uint64_t i = settling->active; i-- > 0;) {
    const square open = {rounds->columns[i], rounds->free_rows[i]};
    if (!repair_column(settling, open, &random, result)) return false;
  }
  uint64_t first = settling->segment[settling->segments++];
  if (settling->settled_count > first)
    qsort(settling->settled + first, (size_t)(settling->settled_count - first),
          sizeof *settling->settled, compare_columns);
  settling->segment[settling->segments] = settling->settled_count;
  return true;
}

/* ---- Writing ---- */

/* The first square of a segment whose column is not below `column`. */
static uint64_t seek(const struct settling *settling, uint64_t segment, uint64_t column) {
  uint64_t low = settling->segment[segment], high = settling->segment[segment + 1];
  while (low < high) {
    uint64_t middle = low + (high - low) / 2;
    if (settling->settled[middle].column < column)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* Write the settled squares of a chunk of columns into it, if there are any. */
static void write_chunk(void *context, uint64_t chunk) {
  struct settling *settling = context;
  nq_rounds *rounds = settling->rounds;
  const nq_large_board *board = rounds->board;
  uint64_t begin = chunk * CHUNK, count = rounds->plan.n - begin;
  uint64_t *rows = NULL;
  nq_status status = NQ_OK;
  nq_error error = {0};
  if (count > CHUNK) count = CHUNK;
  for (uint64_t segment = 0; segment < settling->segments && status == NQ_OK; segment++) {
    uint64_t i = seek(settling, segment, begin), end = seek(settling, segment, begin + count);
    if (i == end) continue;
    if (rows == NULL) {
      rows = malloc((size_t)count * sizeof *rows);
      status = rows == NULL ? nq_error_set(&error, NQ_NO_MEMORY, "no memory for rows to write")
                            : board->read(board->context, begin, rows, (size_t)count, &error);
    }
    for (; status == NQ_OK && rows != NULL && i < end; i++)
      rows[settling->settled[i].column - begin] = settling->settled[i].row;
  }
  if (status == NQ_OK && rows != NULL)
    status = board->write(board->context, begin, rows, (size_t)count, &error);
  if (status != NQ_OK) nq_rounds_fail(rounds, status, &error);
  free(rows);
}

static bool write_settled(struct settling *settling) {
  nq_rounds *rounds = settling->rounds;
  uint64_t n = rounds->plan.n;
  nq_team_run(rounds->team, write_chunk, settling, (n + CHUNK - 1) / CHUNK);
  return !nq_rounds_must_end(rounds, "write", n);
}

/* ---- All of it ---- */

static bool settle_all(struct settling *settling, nq_result *result, bool *repaired) {
  nq_rounds *rounds = settling->rounds;
  settling->batch_room = rounds->left_count / BATCHES + BATCH_LEAST + 1;
  settling->proposals = nq_rounds_new(rounds, settling->batch_room, sizeof *settling->proposals);
  settling->proposed =
      nq_rounds_new(rounds, settling->batch_room / PIECE + 1, sizeof *settling->proposed);
  settling->lost = nq_rounds_new(rounds, settling->batch_room, sizeof *settling->lost);
  settling->lost_bits = nq_rounds_new(rounds, settling->batch_room, sizeof *settling->lost_bits);
  if (settling->proposals == NULL || settling->proposed == NULL || settling->lost == NULL ||
      settling->lost_bits == NULL)
    return false;
  if (!play_waves(settling)) return false;
  *repaired = repair(settling, result);
  if (!*repaired) return !nq_rounds_must_end(rounds, "repair", rounds->plan.n - settling->active);
  return write_settled(settling);
}

bool nq_rounds_settle(nq_rounds *rounds, nq_result *result, bool *repaired) {
  *repaired = true;
  if (rounds->left_count == 0) return true;
  struct settling *settling = calloc(1, sizeof *settling);
  if (settling == NULL) {
    nq_error error;
    nq_rounds_fail(rounds, nq_error_set(&error, NQ_NO_MEMORY, "no memory for the waves"), &error);
    return false;
  }
  settling->rounds = rounds;
  settling->key = rounds->key + 1;
  settling->active = rounds->left_count;
  bool settled = collect_rows(rounds) && settle_all(settling, result, repaired);
  uint64_t room = settling->batch_room;
  nq_rounds_free(rounds, settling->proposals, room, sizeof *settling->proposals);
  nq_rounds_free(rounds, settling->proposed, room / PIECE + 1, sizeof *settling->proposed);
  nq_rounds_free(rounds, settling->lost, room, sizeof *settling->lost);
  nq_rounds_free(rounds, settling->lost_bits, room, sizeof *settling->lost_bits);
  nq_rounds_free(rounds, settling->settled, settling->settled_room, sizeof *settling->settled);
  free(settling);
  return settled;
}

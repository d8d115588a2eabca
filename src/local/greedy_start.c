/* MODEL.  Up to SMALL_N columns: each column in turn gets a uniformly random square without
 * conflicts, if it has one, on a row that is free.  More columns are filled in two stages:
 *
 *   1. greedy_blocks.c fills nearly all columns, block by block.
 *   2. The columns left over are paired with rows that are still free: first within the halves,
 *      where two threads do not meet, and then those that are still left over with any.
 *
 * The caller repairs the columns that are then left over: about a dozen, whatever n.
 *
 * Pairs are plain greedy search, too: a column draws free rows, uniformly, until both diagonals of
 * its square are free.  The columns come in batches, whose size is a fraction of the free rows, so
 * that a whole batch can draw in parallel:
 *
 *     propose   each column draws on the board as it was before the batch, and notes the place in
 *               free_rows[] of the row that it wants.  Any number of threads take pieces of
 *               columns, each piece with its own random stream.
 *     settle    one after another, queens are put on their squares if these are still free.  A row
 *               that is taken becomes a hole in free_rows[], and drawing a hole fails; when there
 *               are many holes the array is closed up.  A column that lost its square joins the
 *               next batch; a column all of whose draws failed is left over.
 *
 *     left[]    | left over |  free to use  | lost | columns to come         |
 *                         kept            begin              end           left_count
 *
 * Every test is a cache miss when n is large: so a wave of columns draws together, prefetches its
 * rows and then its lines, and only then tests them. */
#include "local/greedy.h"
#include "parallel/threads.h"

#include <stdatomic.h>
#include <string.h>

#define SMALL_N       1024
#define DRAWS         32 /* of a free row for a column, before all of them are tried */
#define LARGE_N       (1U << 22)
#define SMALL_ROOM    8192
#define TOGETHER      32  /* columns counted at a time */
#define WAVE          32  /* columns that draw together, */
#define WAVE_FAR      128 /* or this many if each draw is a cache miss */
#define TRIES         64  /* draws of a column before it is left over */
#define PIECE         256 /* columns that share a random stream */
#define BATCH_PART    10  /* a batch is 1/10 of the free rows */
#define HOLES_PART    5   /* at most 1/5 of the places are holes */
#define ROUND_LEAST   16  /* a round for fewer columns does not pay */
#define THREADS_MOST  16
#define THREADS_LEAST 100000 /* columns left over that are worth more threads */
#define FETCH_AHEAD   16

/* Of a plain board the blocks leave over about 1/24 + 1/100 of the columns, of a large one 1/64 +
 * 1/100 or less; the room is a fifth larger.  With many placed queens they may leave all. */
uint64_t nq_greedy_room(const nq_domain *domain) {
  uint64_t n = domain->n;
  bool plain = domain->fixed == NULL && !domain->restricted;
  return plain && n > SMALL_ROOM ? n / (n < LARGE_N ? 16 : 32) + SMALL_ROOM : n;
}

/* Collect the rows without a queen, part by part; those of part p are free_rows[first[p]] to
 * free_rows[first[p + 1] - 1].  After a greedy start there are as many as columns left over,
 * because no two of its queens share a row. */
static void collect_free_rows(nq_greedy *greedy, uint64_t first[NQ_PARTS + 1]) {
  const nq_occupancy *occupancy = greedy->occupancy;
  uint64_t count = 0;
  for (uint32_t part = 0; part < NQ_PARTS; part++) {
    first[part] = count;
    for (uint64_t base = part; part < occupancy->parts && base < occupancy->n;
         base += occupancy->parts * NQ_WINDOW) {
      uint64_t free = ~load_bits(occupancy->rows, row_bit(occupancy, base));
      for (free &= (UINT64_C(1) << NQ_WINDOW) - 1; free != 0; free &= free - 1)
        greedy->free_rows[count++] = part_line(occupancy, (uint64_t)__builtin_ctzll(free), base);
    }
  }
  first[NQ_PARTS] = count;
}

/* ---- Small n ---- */

static bool is_square_free(const nq_greedy *greedy, uint32_t column, uint32_t row) {
  return diagonals_free(greedy->occupancy, column, row) &&
         (!greedy->domain->restricted || domain_allows(greedy->domain, column, row));
}

/* Draw a square without conflicts in the column, uniformly: its place among the first `count` of
 * free_rows[], or `count` if there is none. */
static uint64_t draw_place(const nq_greedy *greedy, uint32_t column, uint64_t count) {
  for (unsigned draws = 0; draws < DRAWS && count > 0; draws++) {
    uint64_t place = below_pcg64(greedy->random, count);
    if (is_square_free(greedy, column, greedy->free_rows[place])) return place;
  }
  uint64_t chosen = count, squares = 0;
  for (uint64_t place = 0; place < count; place++)
    if (is_square_free(greedy, column, greedy->free_rows[place]) &&
        below_pcg64(greedy->random, ++squares) == 0)
      chosen = place;
  return chosen;
}

/* Fill the columns in turn.  free_rows[] begins as all rows without a queen, and loses each row
 * that is taken. */
static void fill_columns(nq_greedy *greedy) {
  uint64_t first[NQ_PARTS + 1], count;
  collect_free_rows(greedy, first);
  count = first[NQ_PARTS];
  for (uint32_t column = 0; column < greedy->domain->n; column++) {
    if (domain_is_fixed(greedy->domain, column)) continue;
    uint64_t place = draw_place(greedy, column, count);
    greedy->rows[column] = place < count ? greedy->free_rows[place] : NQ_EMPTY;
    if (place < count) {
      occupy_free(greedy->occupancy, column, greedy->free_rows[place]);
      greedy->free_rows[place] = greedy->free_rows[--count];
    } else {
      greedy->left[greedy->left_count++] = column;
    }
  }
  invariant(count == greedy->left_count);
  nq_pcg64_shuffle(greedy->random, greedy->left, (size_t)greedy->left_count);
}

/* ---- Pairs ---- */

struct team {
  nq_team *threads;
  nq_greedy *greedy;
  uint32_t part;                 /* of all rows, or any if only this thread places queens */
  atomic_uint_least64_t *filled; /* columns with a queen, of the whole board */
  uint64_t places;               /* in free_rows[] */
  uint64_t rows;                 /* places that hold a row; the others are holes, NQ_EMPTY */
  uint64_t key;                  /* of the pieces' random streams */
  const uint32_t *columns;       /* of the batch */
  uint64_t count, pieces;        /* columns, and pieces of earlier batches */
  atomic_uint_least64_t vain;    /* columns of the batch all of whose draws failed */
};

static inline void fetch(const uint8_t *bits, uint64_t i) {
  __builtin_prefetch(bits + (i >> 3), 1);
}

static inline void fetch_lines(const nq_occupancy *occupancy, uint32_t column, uint32_t row) {
  fetch(occupancy->rising, rising_bit(occupancy, column, row));
  fetch(occupancy->falling, falling_bit(occupancy, column, row));
}

/* Branchless: no processor could predict holes and taken diagonals.  For a hole the bits of a row
 * of the group's part are read, which no other thread writes. */
static inline bool is_free(const nq_domain *domain, const nq_occupancy *occupancy, uint32_t part,
                           uint32_t column, uint32_t row) {
  unsigned used = row == NQ_EMPTY;
  uint64_t there = (row & (used - 1)) | (part & (0 - used));
  used |= test_bit(occupancy->rising, rising_bit(occupancy, column, there));
  used |= test_bit(occupancy->falling, falling_bit(occupancy, column, there));
  if (!domain->restricted) return used == 0;
  return used == 0 && domain_allows(domain, column, row);
}

/* ---- Propose ---- */

/* Columns in flight and, if each draw is a cache miss, their draws. */
struct wave {
  uint32_t column[WAVE_FAR], tries[WAVE_FAR], place[WAVE_FAR], row[WAVE_FAR];
};

/* Draw for the columns in flight, and fetch what the tests will read. */
static void draw_rows(const struct team *team, nq_pcg32 *random, struct wave *wave,
                      uint32_t flying) {
  const nq_greedy *greedy = team->greedy;
  uint32_t places = (uint32_t)team->places;
  for (uint32_t i = 0; i < flying; i++) {
    wave->place[i] = below_pcg32(random, places);
    __builtin_prefetch(&greedy->free_rows[wave->place[i]]);
  }
  for (uint32_t i = 0; i < flying; i++) {
    wave->row[i] = greedy->free_rows[wave->place[i]];
    if (wave->row[i] != NQ_EMPTY) fetch_lines(greedy->occupancy, wave->column[i], wave->row[i]);
  }
}

/* Note the place that each of the columns wants in its entry of rows[], or NQ_EMPTY if all its
 * draws failed; returns the number of the latter.  `far`: each draw is a cache miss. */
static inline __attribute__((always_inline)) uint32_t
propose_in_waves(const struct team *team, const uint32_t *columns, uint32_t count, nq_pcg32 random,
                 bool far, uint32_t shift) {
  const nq_greedy *greedy = team->greedy;
  const uint32_t *const free_rows = greedy->free_rows, places = (uint32_t)team->places;
  uint32_t *const rows = greedy->rows;
  const nq_occupancy occupancy = shifted_by(greedy->occupancy, shift);
  const uint32_t part = team->part;
  struct wave wave = {0};
  uint32_t next = 0, vain = 0, most = far ? WAVE_FAR : WAVE, flying = 0;
  while (next < count || flying > 0) {
    for (; flying < most && next < count; flying++) {
      wave.column[flying] = columns[next++];
      wave.tries[flying] = 0;
    }
    if (far) draw_rows(team, &random, &wave, flying);
    uint32_t still = 0;
    for (uint32_t i = 0; i < flying; i++) {
      uint32_t column = wave.column[i], tries = wave.tries[i] + 1;
      uint32_t place = far ? wave.place[i] : below_pcg32(&random, places);
      uint32_t row = far ? wave.row[i] : free_rows[place];
      bool found = is_free(greedy->domain, &occupancy, part, column, row);
      rows[column] = place; /* the last draw stays */
      wave.column[still] = column;
      wave.tries[still] = tries;
      still += !found;
      if (tries < TRIES || found) continue;
      rows[column] = NQ_EMPTY;
      still--;
      vain++;
    }
    flying = still;
  }
  return vain;
}

/* Propose for the columns of a piece. */
static void propose_piece(void *context, uint64_t piece) {
  struct team *team = context;
  uint64_t begin = piece * PIECE, rest = team->count - begin;
  nq_pcg32 random;
  if (greedy_stopped(team->greedy, team->filled)) return;
  nq_pcg32_seed(&random, team->key, team->pieces + piece);
  const uint32_t *columns = team->columns + begin;
  uint32_t count = (uint32_t)(rest < PIECE ? rest : PIECE);
  bool far = team->greedy->domain->n >= NQ_PREFETCH_N;
  uint32_t vain =
      team->greedy->occupancy->shift == 0
          ? (far ? propose_in_waves(team, columns, count, random, true, 0)
                 : propose_in_waves(team, columns, count, random, false, 0))
          : (far ? propose_in_waves(team, columns, count, random, true, NQ_PARTS_SHIFT)
                 : propose_in_waves(team, columns, count, random, false, NQ_PARTS_SHIFT));
  atomic_fetch_add_explicit(&team->vain, vain, memory_order_relaxed);
}

/* ---- Settle ---- */

/* Put the queen on the row at `place`; false when the square is no longer free. */
static inline bool put(struct team *team, nq_occupancy *occupancy, uint32_t column,
                       uint32_t place) {
  nq_greedy *greedy = team->greedy;
  uint32_t row = greedy->free_rows[place];
  if (!is_free(greedy->domain, occupancy, team->part, column, row)) return false;
  occupy_free(occupancy, column, row);
  greedy->rows[column] = row;
  greedy->free_rows[place] = NQ_EMPTY;
  team->rows--;
  return true;
}

/* Move the columns of left[begin .. end - 1] whose draws all failed to left[*kept ..]; returns
 * where the others begin. */
static uint64_t set_aside(const nq_greedy *greedy, uint64_t begin, uint64_t end, uint64_t *kept) {
  uint32_t *left = greedy->left;
  uint64_t middle = begin;
  for (uint64_t i = begin; i < end; i++)
    if (greedy->rows[left[i]] == NQ_EMPTY) swap_values(left, i, middle++);
  memmove(left + *kept, left + begin, (size_t)(middle - begin) * sizeof *left);
  *kept += middle - begin;
  return middle;
}

/* Prefetch for the columns after left[i]: first the rows that they want, then the lines of those
 * squares. */
static inline __attribute__((always_inline)) void
fetch_ahead(const nq_greedy *greedy, const nq_occupancy *occupancy, uint64_t i, uint64_t end) {
  const uint32_t *rows = greedy->rows, *left = greedy->left, *free_rows = greedy->free_rows;
  if (i + 2 * FETCH_AHEAD < end) __builtin_prefetch(&free_rows[rows[left[i + 2 * FETCH_AHEAD]]], 1);
  if (i + FETCH_AHEAD >= end) return;
  uint32_t column = left[i + FETCH_AHEAD], row = free_rows[rows[column]];
  fetch_lines(occupancy, column, row);
  fetch(occupancy->rows, row_bit(occupancy, row));
}

/* Settle left[begin .. end - 1]; columns that lost their squares move to the end of that range.
 * Returns where they begin. */
static inline __attribute__((always_inline)) uint64_t settle_by(struct team *team, uint64_t begin,
                                                                uint64_t end, uint32_t shift) {
  nq_greedy *greedy = team->greedy;
  nq_occupancy occupancy = shifted_by(greedy->occupancy, shift);
  uint32_t *left = greedy->left;
  uint64_t lost = 0;
  for (uint64_t i = begin; i < end; i++) {
    fetch_ahead(greedy, &occupancy, i, end);
    uint32_t column = left[i];
    if (put(team, &occupancy, column, greedy->rows[column])) continue;
    greedy->rows[column] = NQ_EMPTY;
    left[begin + lost++] = column;
  }
  memmove(left + end - lost, left + begin, (size_t)lost * sizeof *left);
  return end - lost;
}

static uint64_t settle_batch(struct team *team, uint64_t begin, uint64_t end) {
  if (team->greedy->occupancy->shift == 0) return settle_by(team, begin, end, 0);
  return settle_by(team, begin, end, NQ_PARTS_SHIFT);
}

static void close_up(struct team *team) {
  uint32_t *rows = team->greedy->free_rows;
  uint64_t count = 0;
  for (uint64_t i = 0; i < team->places; i++) {
    rows[count] = rows[i];
    count += rows[i] != NQ_EMPTY;
  }
  team->places = count;
}

/* Process all columns of left[], each in as many batches as it needs; false when the run must
 * stop. */
static bool play_round(struct team *team) {
  nq_greedy *greedy = team->greedy;
  uint64_t begin = 0, kept = 0;
  while (begin < greedy->left_count) {
    uint64_t count = team->rows / BATCH_PART + 1, rest = greedy->left_count - begin;
    if (count > rest) count = rest;
    uint64_t pieces = (count + PIECE - 1) / PIECE, end = begin + count;
    team->columns = greedy->left + begin;
    team->count = count;
    atomic_store_explicit(&team->vain, 0, memory_order_relaxed);
    nq_team_run(team->threads, propose_piece, team, pieces);
    team->pieces += pieces;
    if (greedy_stopped(team->greedy, team->filled)) return false;
    if (atomic_load_explicit(&team->vain, memory_order_relaxed) > 0)
      begin = set_aside(greedy, begin, end, &kept);
    uint64_t before = team->rows;
    begin = settle_batch(team, begin, end);
    atomic_fetch_add(team->filled, before - team->rows);
    if (team->places - team->rows > team->places / HOLES_PART) close_up(team);
  }
  greedy->left_count = kept;
  close_up(team);
  return true;
}

static struct team team_for(nq_greedy *greedy, uint32_t part, nq_team *threads, uint64_t key,
                            atomic_uint_least64_t *filled) {
  return (struct team){.threads = threads,
                       .greedy = greedy,
                       .part = part,
                       .filled = filled,
                       .places = greedy->left_count,
                       .rows = greedy->left_count,
                       .key = key};
}

/* Place queens in the columns left[0 .. left_count - 1], in that order, on random rows of
 * free_rows[0 .. left_count - 1]; both then hold what is still without a queen.  False when
 * stopped. */
static bool fill_pairs(nq_greedy *greedy, nq_team *threads, uint64_t key,
                       atomic_uint_least64_t *filled) {
  struct team team = team_for(greedy, 0, threads, key, filled);
  uint64_t before;
  bool goes_on = true;
  do {
    before = greedy->left_count;
    goes_on = before == 0 || play_round(&team);
  } while (goes_on && greedy->left_count > ROUND_LEAST && greedy->left_count < before - before / 4);
  return goes_on;
}

/* ---- Pairs within halves ---- */

/* For each part of the rows a group: columns of the same half, and as many of the part's free
 * rows.  free_rows[] has the parts one after another, and left[] the groups in the same places; a
 * group that lacks columns is followed by columns of the other half. */
struct groups {
  nq_greedy group[NQ_PARTS]; /* with its pieces of left[] and of free_rows[] */
  uint64_t first[NQ_PARTS + 1];
  uint64_t room[NQ_PARTS]; /* places without a column */
  uint64_t columns[NQ_PARTS];
  uint64_t key;
  unsigned threads;             /* for a half */
  atomic_uint_least64_t filled; /* columns with a queen, of the whole board */
  atomic_bool stopped;
};

/* Put a column into left[], for the roomier of two parts; false when there is no room. */
static inline bool put_left(struct groups *groups, const uint32_t parts[NQ_HALVES], uint32_t column,
                            bool own) {
  uint32_t part = groups->room[parts[0]] >= groups->room[parts[1]] ? parts[0] : parts[1];
  nq_greedy *group = &groups->group[part];
  if (groups->room[part] == 0) return false;
  uint64_t room = groups->room[part]--;
  group->left[group->left_count + (own ? 0 : room - 1)] = column;
  group->left_count += own;
  return true;
}

/* Put the columns left over into left[]. */
static void collect_left(const nq_greedy *greedy, struct groups *groups) {
  const uint32_t *rows = greedy->rows;
  uint32_t n = greedy->domain->n, parts[2][NQ_HALVES];
  for (uint32_t odd = 0; odd < 2; odd++)
    for (unsigned half = 0; half < NQ_HALVES; half++)
      parts[odd][half] = half_row(greedy->occupancy, half, odd);
  for (uint32_t column = greedy->left_from; column < n;) {
    uint32_t end = n - column < TOGETHER ? n : column + TOGETHER, empty = 0;
    for (uint32_t i = column; i < end; i++) empty += rows[i] == NQ_EMPTY;
    for (; empty > 0 && column < end; column++)
      if (rows[column] == NQ_EMPTY && !put_left(groups, parts[column % 2], column, true))
        (void)put_left(groups, parts[1 - column % 2], column, false);
    column = end;
  }
}

static void make_groups(nq_greedy *greedy, struct groups *groups) {
  collect_free_rows(greedy, groups->first);
  invariant(groups->first[NQ_PARTS] == greedy->left_count);
  for (uint32_t part = 0; part < NQ_PARTS; part++) {
    nq_greedy *group = &groups->group[part];
    *group = *greedy;
    group->left += groups->first[part];
    group->free_rows += groups->first[part];
    group->left_count = 0;
    groups->room[part] = groups->first[part + 1] - groups->first[part];
  }
  collect_left(greedy, groups);
  for (uint32_t part = 0; part < NQ_PARTS; part++)
    groups->columns[part] = groups->group[part].left_count;
}

/* Append the places `begin` .. end - 1 of a group to left[] and free_rows[]. */
static void keep_places(nq_greedy *greedy, const nq_greedy *group, uint64_t begin, uint64_t end) {
  for (uint64_t i = begin; i < end; i++) {
    greedy->left[greedy->left_count] = group->left[i];
    greedy->free_rows[greedy->left_count++] = group->free_rows[i];
  }
}

/* Move what the groups have left over to the front of left[] and free_rows[]. */
static void join_groups(nq_greedy *greedy, const struct groups *groups) {
  greedy->left_count = 0;
  for (uint32_t part = 0; part < NQ_PARTS; part++) {
    const nq_greedy *group = &groups->group[part];
    keep_places(greedy, group, 0, group->left_count);
    keep_places(greedy, group, groups->columns[part],
                groups->first[part + 1] - groups->first[part]);
  }
}

static void fill_half(void *context, uint64_t half) {
  struct groups *groups = context;
  nq_team threads;
  nq_team_init(&threads, groups->threads);
  for (uint32_t column = 0; column < 2; column++) {
    uint32_t part = half_row(groups->group[0].occupancy, (unsigned)half, column);
    struct team team = team_for(&groups->group[part], part, &threads, scatter(groups->key + part),
                                &groups->filled);
    if (!play_round(&team)) atomic_store(&groups->stopped, true);
  }
  nq_team_release(&threads);
}

/* ---- The start ---- */

static nq_greedy_end fill_in_stages(nq_greedy *greedy, nq_team *threads) {
  nq_greedy_end end = nq_greedy_fill_blocks(greedy, threads);
  if (end != NQ_GREEDY_FILLED) return end;
  if (greedy->left_count > nq_greedy_room(greedy->domain)) return NQ_GREEDY_STUCK;
  struct groups groups = {.key = next_pcg64(greedy->random), .threads = 1};
  atomic_store(&groups.filled, greedy->domain->n - greedy->left_count);
  make_groups(greedy, &groups);
  if (halves_of(greedy->occupancy->parts) > 1) {
    if (greedy->left_count >= THREADS_LEAST) groups.threads = (threads->started + 1) / NQ_HALVES;
    nq_team_run(threads, fill_half, &groups, NQ_HALVES);
    join_groups(greedy, &groups);
  }
  return !atomic_load(&groups.stopped) && fill_pairs(greedy, threads, groups.key, &groups.filled)
             ? NQ_GREEDY_FILLED
             : NQ_GREEDY_STOPPED;
}

nq_greedy_end nq_greedy_fill(nq_greedy *greedy) {
  const nq_domain *domain = greedy->domain;
  nq_team threads;
  greedy->left_count = 0;
  for (uint32_t column = 0; domain->fixed != NULL && column < domain->n; column++) {
    if (!domain_is_fixed(domain, column)) continue;
    greedy->rows[column] = domain_fixed_row(domain, column); /* they may attack each other */
    if (!nq_occupancy_place(greedy->occupancy, column, greedy->rows[column]))
      return NQ_GREEDY_NO_MEMORY;
  }
  if (domain->n <= SMALL_N) {
    fill_columns(greedy);
    return NQ_GREEDY_FILLED;
  }
  unsigned most = domain->n < NQ_PARTS_N ? 1 : THREADS_MOST;
  nq_team_init(&threads, greedy->threads < most ? greedy->threads : most);
  nq_greedy_end end = fill_in_stages(greedy, &threads);
  nq_team_release(&threads);
  return end;
}

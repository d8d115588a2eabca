/* MODEL.  When a pass begins, the columns of each block are dealt to the groups of rows, at random
 * in proportion to the squares estimated to be free there.  Only their numbers are kept, as starts:
 *
 *     x           0 ......... start[J] ..... start[J + 1] ........ room      room: a power of 2
 *     group       0      1    J              J + 1                 groups - 1
 *     column      begin + shuffle(x), a bijection of 0 .. room - 1 made of the block's own numbers;
 *                 those past the block's or the board's end do not count
 *
 * When a block of columns meets the group J of rows, its
 * columns of that group take squares in the block of rows met there, by windows as in
 * local/greedy_blocks.c.  Their rows are kept as offsets from that block, found[x], of 16 bits.  At
 * the end of the pass they are put in the order of columns and written, once.
 *
 * The estimate counts the queens of each pair of groups.  With u = (the middle of the run) / blocks,
 * a queen in columns of the group I and rows of the group J counts towards strips of diagonals, each
 * as wide as a group, as in local/greedy_load.h:
 *
 *     rising    (1 - u) in strip I + J,      u in I + J + 1
 *     falling   (1 - u) in strip J - I + groups,      u in J - I + groups - 1
 *
 * All in whole numbers, so that every machine gets the same. */
#include "board/occupancy.h"
#include "core/memory.h"
#include "core/random.h"
#include "local/rounds_lines.h"
#include "local/rounds_parts.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define WINDOWS     16 /* of a column whose first window is full */
#define NOT_FOUND   UINT16_MAX
#define DECK_BITS   12
#define DECK        (1U << DECK_BITS)
#define FRACTION    15 /* bits of a fraction of lines */
#define UNIT        (UINT64_C(1) << 8)
#define WRITE_ROWS  (UINT64_C(1) << 16)
#define BLOCK_MOST  (8 * NQ_ROUNDS_BYTES)
#define GROUPS      NQ_ROUNDS_GROUPS
#define CACHE_LINE  64
#define PREFETCH_N  (UINT64_C(1) << 22)
#define LEFT_LEAST  1024
#define POLL_BLOCKS 1024

/* The columns of a group that no pass placed a queen in. */
struct left {
  uint64_t *columns;
  uint64_t count, room;
};

struct fill {
  nq_rounds *rounds;
  nq_rounds_plan plan;
  uint64_t own_group;  /* the first one of this rank, */
  uint64_t own_groups; /* and how many it has */
  uint64_t width;      /* columns of a block */
  unsigned bits;       /* 2^bits is the room of a deal */
  uint64_t first, end; /* of the pass, in each group */
  uint64_t round, half;
  uint64_t windows;
  uint16_t *found;                  /* by group of columns, block of the run, x */
  uint16_t *starts;                 /* by group of columns, block of the run, group of rows */
  uint64_t run;                     /* blocks that both have room for, in each group */
  uint64_t placed[GROUPS][GROUPS];  /* in this pass, by group of columns and of rows */
  uint64_t row_load[GROUPS];        /* queens, */
  uint64_t rising_load[2 * GROUPS]; /* and queens times UNIT */
  uint64_t falling_load[2 * GROUPS];
  uint32_t weight_sum[GROUPS][GROUPS + 1]; /* of the groups of rows below */
  struct left left[GROUPS];
  uint64_t done; /* columns */
};

/* A block of columns. */
struct block {
  uint64_t index, begin; /* among all blocks; its first column */
  uint64_t height;
  uint64_t add; /* of its shuffle */
  uint64_t factor[2];
  uint64_t random; /* 16 more bits */
};

/* ---- The deal of a block ---- */

static struct block take_block(const struct fill *fill, uint64_t group, uint64_t k) {
  const nq_rounds_plan *plan = &fill->plan;
  struct block block = {.index = group * plan->blocks + k};
  uint64_t random = scatter(fill->rounds->key - block.index - 1);
  block.begin = block.index * fill->width;
  block.height = rounds_height(plan, block.index);
  block.add = random & 0xFFFF;
  block.factor[0] = (random >> 16 & 0xFFFF) | 1;
  block.factor[1] = (random >> 32 & 0xFFFF) | 1;
  block.random = random >> 48;
  return block;
}

static uint64_t place_in_run(const struct fill *fill, uint64_t group, uint64_t k) {
  return (group - fill->own_group) * fill->run + k - fill->first;
}

static uint16_t *found_in(const struct fill *fill, uint64_t group, uint64_t k) {
  return fill->found + (place_in_run(fill, group, k) << fill->bits);
}

/* The x from which columns are dealt to each group of rows. */
static uint16_t *starts_in(const struct fill *fill, uint64_t group, uint64_t k) {
  return fill->starts + place_in_run(fill, group, k) * (fill->plan.groups + 1);
}

/* The weights of the groups of rows, summed up, but for the part of the last one that is past the
 * board. */
static uint64_t total_weight(const struct fill *fill, const struct block *block,
                             const uint32_t *sum) {
  const nq_rounds_plan *plan = &fill->plan;
  uint64_t last = plan->groups - 1, base = (last * plan->blocks + block->height) * fill->width;
  uint64_t there = base < plan->n ? plan->n - base : 0;
  if (there > fill->width) there = fill->width;
  return sum[last] + (sum[last + 1] - sum[last]) * there / fill->width;
}

/* Fill group_of[] so that a random entry is each group in proportion to its weight. */
static void fill_deck(const struct fill *fill, const struct block *block, const uint32_t *sum,
                      uint8_t group_of[DECK]) {
  uint64_t total = total_weight(fill, block, sum), next = 0, groups = fill->plan.groups;
  for (uint64_t g = 0; g < groups; g++) {
    uint64_t end = DECK;
    if (g + 1 < groups && total > 0)
      end = (((uint64_t)sum[g + 1] << (DECK_BITS + 16)) / total + block->random) >> 16;
    if (end > DECK) end = DECK;
    if (end > next) memset(group_of + next, (int)g, (size_t)(end - next));
    if (end > next) next = end;
  }
}

/* Deal the columns of a block: each x draws a group. */
static void deal_block(const struct fill *fill, const struct block *block, const uint32_t *sum,
                       uint16_t *starts) {
  uint8_t group_of[DECK];
  uint16_t count[GROUPS] = {0};
  uint64_t groups = fill->plan.groups, room = UINT64_C(1) << fill->bits;
  uint64_t key = scatter(~fill->rounds->key + block->index);
  fill_deck(fill, block, sum, group_of);
  for (uint64_t x = 0; x < room; x += 4) {
    uint64_t random = scatter(key + x);
    for (unsigned i = 0; i < 4; i++, random >>= 16) count[group_of[random % DECK]]++;
  }
  starts[0] = 0;
  for (uint64_t g = 0; g < groups; g++) starts[g + 1] = (uint16_t)(starts[g] + count[g]);
}

/* Deal the columns of a run; a job of the team. */
static void deal_run(void *context, uint64_t job) {
  const struct fill *fill = context;
  uint64_t group = fill->own_group + job;
  for (uint64_t k = fill->first; k < fill->end; k++) {
    struct block block = take_block(fill, group, k);
    deal_block(fill, &block, fill->weight_sum[group], starts_in(fill, group, k));
  }
}

static inline uint32_t shuffle(const struct fill *fill, const struct block *block, uint32_t x) {
  uint32_t mask = (UINT32_C(1) << fill->bits) - 1;
  unsigned half = (fill->bits + 1) / 2;
  x = ((x + (uint32_t)block->add) * (uint32_t)block->factor[0]) & mask;
  x ^= x >> half;
  x = (x * (uint32_t)block->factor[1]) & mask;
  return x ^ x >> half;
}

/* The columns of the block that are on the board. */
static uint64_t count_columns(const struct fill *fill, const struct block *block) {
  uint64_t n = fill->plan.n;
  if (block->begin >= n) return 0;
  return n - block->begin < fill->width ? n - block->begin : fill->width;
}

/* ---- A block of columns meets a block of rows ---- */

struct meeting {
  const struct fill *fill;
  const struct block *block;
  uint64_t base; /* the first byte of row bits */
  uint64_t columns;
  uint16_t *found;
  uint64_t placed;
  nq_pcg32 random;
};

/* Look for a square for the column of x, in `windows` windows. */
static inline __attribute__((always_inline)) bool place(struct meeting *meeting, uint32_t x,
                                                        uint64_t windows) {
  const struct fill *fill = meeting->fill;
  const nq_rounds *rounds = fill->rounds;
  uint32_t within = shuffle(fill, meeting->block, x);
  if (within >= meeting->columns) {
    meeting->found[x] = NOT_FOUND;
    return true;
  }
  uint64_t column = meeting->block->begin + within, mirrored = fill->plan.n - 1 - column;
  uint64_t starts = fill->plan.bytes - 8 * (windows - 1);
  uint64_t y = next_pcg32(&meeting->random) * starts >> 32, last = y + 8 * (windows - 1), free;
  const uint8_t *row_bits = rounds->rows + meeting->base;
  const uint8_t *up = rounds->rising + meeting->base + column / 8;
  const uint8_t *down = rounds->falling + meeting->base + mirrored / 8;
  for (;; y += 8) {
    uint64_t used = load_bits(row_bits + y, 0) | load_bits(up + y, 0) >> column % 8 |
                    load_bits(down + y, 0) >> mirrored % 8;
    free = ~used << (64 - NQ_WINDOW);
    if (free != 0 || y == last) break;
  }
  if (free == 0) return false;
  uint64_t offset = 8 * y + (unsigned)__builtin_ctzll(free) - (64 - NQ_WINDOW);
  uint64_t row = 8 * meeting->base + offset;
  set_bit(rounds->rows, row);
  set_bit(rounds->rising, column + row);
  set_bit(rounds->falling, mirrored + row);
  meeting->found[x] = (uint16_t)offset;
  meeting->placed++;
  return true;
}

/* Returns the number of columns that found a square. */
static uint64_t meet(const struct fill *fill, uint64_t k, const struct block *block,
                     uint64_t group) {
  const nq_rounds_plan *plan = &fill->plan;
  uint16_t failed[BLOCK_MOST];
  uint64_t column_group = block->index / plan->blocks;
  const uint16_t *starts = starts_in(fill, column_group, k);
  uint32_t count = 0, from = starts[group], end = starts[group + 1];
  uint64_t meeting_index = block->index * plan->groups + group;
  struct meeting meeting = {.fill = fill,
                            .block = block,
                            .base = (group * plan->blocks + block->height) * plan->bytes,
                            .columns = count_columns(fill, block),
                            .found = found_in(fill, column_group, k)};
  nq_pcg32_seed(&meeting.random, scatter(fill->rounds->key + meeting_index), meeting_index);
  for (uint32_t x = from; x < end; x++) {
    failed[count] = (uint16_t)x;
    count += !place(&meeting, x, 1);
  }
  for (uint32_t i = 0; i < count; i++)
    if (!place(&meeting, failed[i], fill->windows)) meeting.found[failed[i]] = NOT_FOUND;
  return meeting.placed;
}

/* Always inlined: gcc considers a function that only prefetches free of effects, and drops it. */
static inline __attribute__((always_inline)) void fetch(const uint8_t *bytes, uint64_t count) {
  for (uint64_t i = 0; i < count; i += CACHE_LINE) __builtin_prefetch(bytes + i, 1, 2);
}

static inline __attribute__((always_inline)) void
fetch_meeting(const struct fill *fill, const struct block *block, uint64_t group) {
  const nq_rounds *rounds = fill->rounds;
  uint64_t bytes = fill->plan.bytes, n = fill->plan.n;
  uint64_t base = (group * fill->plan.blocks + block->height) * bytes;
  fetch(rounds->rows + base, bytes);
  fetch(rounds->rising + base + block->begin / 8, 2 * bytes);
  if (block->begin + fill->width <= n)
    fetch(rounds->falling + base + (n - block->begin) / 8 - bytes, 2 * bytes);
}

/* ---- Jobs of the team: one for each group of columns of this rank ---- */

/* The next block of the run that meets rows of the current half, from k on; false: none. */
static bool find_block(const struct fill *fill, uint64_t group, uint64_t *k, struct block *block) {
  for (; *k < fill->end; ++*k) {
    *block = take_block(fill, group, *k);
    bool upper = block->height >= fill->plan.blocks / 2;
    if (upper == (fill->half == 1)) return block->begin < fill->plan.n;
  }
  return false;
}

static void play_half(void *context, uint64_t job) {
  struct fill *fill = context;
  const nq_rounds_plan *plan = &fill->plan;
  uint64_t group = fill->own_group + job;
  uint64_t row_group = (plan->turn * group + fill->round) % plan->groups;
  bool fetches = plan->n >= PREFETCH_N;
  struct block block, next;
  uint64_t k = fill->first, next_k, placed = 0;
  bool more = find_block(fill, group, &k, &block);
  while (more && watch_stop(fill->rounds->watch) == NQ_STOP_NOT) {
    next_k = k + 1;
    more = find_block(fill, group, &next_k, &next);
    if (more && fetches) fetch_meeting(fill, &next, row_group);
    placed += meet(fill, k, &block, row_group);
    if (k % POLL_BLOCKS == 0) nq_rounds_poll(fill->rounds);
    k = next_k;
    block = next;
  }
  nq_rounds_poll(fill->rounds);
  fill->placed[group][row_group] += placed;
}

/* Add a column to those left over; false when memory is short. */
static bool leave_over(struct fill *fill, struct left *left, uint64_t column) {
  if (left->count == left->room) {
    uint64_t room = left->room + left->room / 4 + LEFT_LEAST;
    uint64_t *columns =
        nq_rounds_resize(fill->rounds, left->columns, left->room, room, sizeof *columns);
    if (columns == NULL) return false;
    left->columns = columns;
    left->room = room;
  }
  left->columns[left->count++] = column;
  return true;
}

/* rows[0 .. width - 1] of the block, in the order of columns. */
static void order_rows(const struct fill *fill, uint64_t group, uint64_t k,
                       const struct block *block, uint64_t *rows) {
  const nq_rounds_plan *plan = &fill->plan;
  const uint16_t *found = found_in(fill, group, k), *starts = starts_in(fill, group, k);
  uint64_t columns = count_columns(fill, block);
  for (uint64_t i = 0; i < columns; i++) rows[i] = NQ_LARGE_EMPTY;
  for (uint64_t g = 0; g < plan->groups; g++) {
    uint64_t base = (g * plan->blocks + block->height) * fill->width;
    for (uint32_t x = starts[g]; x < starts[g + 1]; x++) {
      uint32_t within = shuffle(fill, block, x);
      if (within < columns && found[x] != NOT_FOUND) rows[within] = base + found[x];
    }
  }
}

static bool write_rows(struct fill *fill, uint64_t column, const uint64_t *rows, uint64_t count) {
  nq_rounds *rounds = fill->rounds;
  nq_error error = {0};
  nq_status status = count == 0 ? NQ_OK
                                : rounds->board->write(rounds->board->context, column, rows,
                                                       (size_t)count, &error);
  if (status != NQ_OK) nq_rounds_fail(rounds, status, &error);
  return status == NQ_OK;
}

/* Write the run of a group of columns in pieces, made in rows[], and add its columns without a queen
 * to those left over. */
static void write_pieces(struct fill *fill, uint64_t group, uint64_t *rows) {
  struct left *left = &fill->left[group];
  uint64_t count = 0, first = 0;
  for (uint64_t k = fill->first; k < fill->end; k++) {
    struct block block = take_block(fill, group, k);
    uint64_t columns = count_columns(fill, &block);
    if (count == 0) first = block.begin;
    if (columns > 0) order_rows(fill, group, k, &block, rows + count);
    for (uint64_t i = 0; i < columns; i++)
      if (rows[count + i] == NQ_LARGE_EMPTY && !leave_over(fill, left, block.begin + i)) return;
    count += columns;
    if (count < WRITE_ROWS) continue;
    if (!write_rows(fill, first, rows, count)) return;
    count = 0;
  }
  write_rows(fill, first, rows, count);
}

static void write_run(void *context, uint64_t job) {
  struct fill *fill = context;
  uint64_t group = fill->own_group + job;
  uint64_t *rows = malloc((WRITE_ROWS + BLOCK_MOST) * sizeof *rows);
  nq_error error;
  if (rows != NULL)
    write_pieces(fill, group, rows);
  else
    nq_rounds_fail(fill->rounds, nq_error_set(&error, NQ_NO_MEMORY, "no memory for rows to write"),
                   &error);
  free(rows);
  nq_rounds_poll(fill->rounds);
}

/* ---- Passes ---- */

/* The fraction of lines without a queen. */
static uint64_t part_free(uint64_t taken, uint64_t lines) {
  return taken >= lines ? 0 : ((lines - taken) << FRACTION) / lines;
}

/* For a group of columns, the squares free in each group of rows in the middle of the run, summed
 * up. */
static void weigh(struct fill *fill, uint64_t group, uint64_t u) {
  const nq_rounds_plan *plan = &fill->plan;
  uint64_t lines = 8 * plan->bytes * plan->blocks, sum = 0;
  const uint64_t *rising = fill->rising_load + group;
  const uint64_t *falling = fill->falling_load + (plan->groups - group - 1);
  fill->weight_sum[group][0] = 0;
  for (uint64_t g = 0; g < plan->groups; g++) {
    uint64_t there = plan->n < g * lines ? 0 : plan->n - g * lines;
    if (there > lines) there = lines;
    uint64_t row = part_free(fill->row_load[g], there);
    uint64_t up = part_free(rising[g], UNIT * lines),
             up_next = part_free(rising[g + 1], UNIT * lines);
    uint64_t down = part_free(falling[g + 1], UNIT * lines);
    uint64_t down_next = part_free(falling[g], UNIT * lines);
    up = ((UNIT - u) * up + u * up_next) / UNIT;
    down = ((UNIT - u) * down + u * down_next) / UNIT;
    sum += row * up * down >> (3 * FRACTION - 24); /* 65 of them fit into 31 bits */
    fill->weight_sum[group][g + 1] = (uint32_t)sum;
  }
}

/* The middle of the pass, in UNITs of a group. */
static uint64_t middle_of(const struct fill *fill) {
  return (fill->first + fill->end) * UNIT / (2 * fill->plan.blocks);
}

static void count_pass(struct fill *fill, uint64_t u) {
  uint64_t groups = fill->plan.groups;
  nq_party *party = fill->rounds->party;
  if (party != NULL) party->sum(party, fill->placed[0], sizeof fill->placed / sizeof(uint64_t));
  for (uint64_t i = 0; i < groups; i++)
    for (uint64_t g = 0; g < groups; g++) {
      uint64_t placed = fill->placed[i][g];
      fill->row_load[g] += placed;
      fill->rising_load[i + g] += (UNIT - u) * placed;
      fill->rising_load[i + g + 1] += u * placed;
      fill->falling_load[g + groups - i] += (UNIT - u) * placed;
      fill->falling_load[g + groups - i - 1] += u * placed;
      fill->placed[i][g] = 0;
    }
}

/* The round and the half that are played at `time`: half-rounds before it. */
static uint64_t round_at(const struct fill *fill, uint64_t time, uint64_t *half) {
  const nq_rounds_plan *plan = &fill->plan;
  uint64_t pass = time / (2 * plan->groups), t = time % (2 * plan->groups) / 2;
  nq_pcg64 random;
  nq_pcg64_seed(&random, fill->rounds->key, pass + 1);
  *half = time % 2;
  return (below_pcg64(&random, plan->groups) + t * plan->step) % plan->groups;
}

/* Plan where the bits must be at `time`. */
static void plan_lines(const struct fill *fill, uint64_t time) {
  const nq_rounds_plan *plan = &fill->plan;
  uint64_t pass = time / (2 * plan->groups), half, round = round_at(fill, time, &half);
  if (pass == plan->passes)
    nq_rounds_lines_plan_home(fill->rounds, time);
  else
    nq_rounds_lines_plan(fill->rounds, time, round, half, rounds_first(plan, pass),
                         rounds_first(plan, pass + 1));
}

/* Bits for the next half-round move meanwhile. */
static void play(struct fill *fill, uint64_t time) {
  nq_rounds *rounds = fill->rounds;
  bool moves = rounds->party != NULL;
  if (moves) nq_rounds_lines_settle(rounds);
  if (moves) plan_lines(fill, time + 1);
  if (moves) nq_rounds_lines_begin(rounds, false);
  fill->round = round_at(fill, time, &fill->half);
  nq_team_run(rounds->team, play_half, fill, fill->own_groups);
  if (moves) nq_rounds_lines_begin(rounds, true);
}

static bool play_pass(struct fill *fill, uint64_t pass) {
  const nq_rounds_plan *plan = &fill->plan;
  nq_rounds *rounds = fill->rounds;
  fill->first = rounds_first(plan, pass);
  fill->end = rounds_first(plan, pass + 1);
  uint64_t u = middle_of(fill), time = 2 * plan->groups * pass;
  uint64_t columns = (fill->end - fill->first) * fill->width; /* of a round */
  for (uint64_t i = 0; i < plan->groups; i++) weigh(fill, i, u);
  nq_team_run(rounds->team, deal_run, fill, fill->own_groups);
  for (uint64_t t = 0; t < plan->groups; t++) {
    play(fill, time++);
    play(fill, time++);
    fill->done += columns;
    if (nq_rounds_must_end(rounds, "start", fill->done)) return false;
  }
  nq_team_run(rounds->team, write_run, fill, fill->own_groups);
  count_pass(fill, u);
  return !nq_rounds_must_end(rounds, "start", fill->done);
}

/* The columns after the last pass are left over, too. */
static bool leave_rest(struct fill *fill) {
  const nq_rounds_plan *plan = &fill->plan;
  for (uint64_t i = 0; i < fill->own_groups; i++) {
    uint64_t group = fill->own_group + i;
    uint64_t first = (group * plan->blocks + plan->filled) * fill->width;
    uint64_t end = (group + 1) * plan->blocks * fill->width;
    if (end > plan->n) end = plan->n;
    for (uint64_t column = first; column < end; column++)
      if (!leave_over(fill, &fill->left[group], column)) return false;
  }
  return true;
}

/* Move the columns left over in each group into one array. */
static bool join_left(struct fill *fill) {
  nq_rounds *rounds = fill->rounds;
  for (uint64_t i = 0; i < fill->plan.groups; i++) rounds->left_count += fill->left[i].count;
  if (rounds->left_count > 0)
    rounds->columns = nq_rounds_new(rounds, rounds->left_count, sizeof *rounds->columns);
  rounds->columns_room = rounds->left_count;
  if (rounds->columns == NULL) return rounds->left_count == 0;
  uint64_t *next = rounds->columns;
  for (uint64_t i = 0; i < fill->plan.groups; i++) {
    struct left *left = &fill->left[i];
    if (left->count == 0) continue;
    memcpy(next, left->columns, (size_t)left->count * sizeof *next);
    next += left->count;
    nq_rounds_free(rounds, left->columns, left->room, sizeof *left->columns);
    *left = (struct left){0};
  }
  return true;
}

static void count_left(nq_rounds *rounds) {
  rounds->left_total = rounds->left_count;
  if (rounds->party != NULL) rounds->party->sum(rounds->party, &rounds->left_total, 1);
}

static bool fill_all(struct fill *fill) {
  bool goes_on = true;
  if (fill->rounds->party != NULL) plan_lines(fill, 0);
  for (uint64_t pass = 0; pass < fill->plan.passes && goes_on; pass++)
    goes_on = play_pass(fill, pass);
  if (fill->rounds->party != NULL) nq_rounds_lines_settle(fill->rounds);
  if (!goes_on) return false;
  bool fine = leave_rest(fill) && join_left(fill);
  count_left(fill->rounds);
  return nq_rounds_agree(fill->rounds, fine);
}

bool nq_rounds_fill(nq_rounds *rounds) {
  const nq_rounds_plan *plan = &rounds->plan;
  struct fill *fill = calloc(1, sizeof *fill);
  nq_error error;
  if (fill == NULL) {
    nq_rounds_fail(rounds, nq_error_set(&error, NQ_NO_MEMORY, "no memory for the rounds"), &error);
    return false;
  }
  fill->rounds = rounds;
  fill->plan = *plan;
  fill->own_group = nq_rounds_own_group(rounds);
  fill->own_groups = nq_rounds_own_groups(rounds);
  fill->width = 8 * plan->bytes;
  while (UINT64_C(1) << fill->bits < fill->width) fill->bits++;
  fill->windows = (plan->bytes + 7) / 8 < WINDOWS ? (plan->bytes + 7) / 8 : WINDOWS;
  fill->run = plan->filled / plan->passes + 1;
  uint64_t places = (fill->own_groups * fill->run + 1) << fill->bits;
  fill->found = nq_rounds_new(rounds, places, sizeof *fill->found);
  uint64_t starts = (fill->own_groups * fill->run + 1) * (plan->groups + 1);
  fill->starts = nq_rounds_new(rounds, starts, sizeof *fill->starts);
  bool fine = fill->found != NULL && fill->starts != NULL;
  bool filled = nq_rounds_agree(rounds, fine) && fill_all(fill);
  nq_rounds_free(rounds, fill->found, places, sizeof *fill->found);
  nq_rounds_free(rounds, fill->starts, starts, sizeof *fill->starts);
  for (unsigned i = 0; i < GROUPS; i++)
    nq_rounds_free(rounds, fill->left[i].columns, fill->left[i].room, sizeof(uint64_t));
  free(fill);
  return filled;
}

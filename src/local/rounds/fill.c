/* MODEL.  The columns are filled in passes.  When one begins, the columns of each block are dealt
 * to the groups of rows, at random in proportion to the squares estimated to be free there, and
 * sorted by group:
 *
 *     dealt[]          0 ........... deal[J] ............... deal[J + 1] .......... columns
 *     group of rows    0 ...         J                       J + 1 ...
 *     block of columns first .. end  first, first + 1, .. end ...
 *
 * When a block of columns meets the group J of rows, its columns of that group take squares in the
 * block of rows met there, by windows as in greedy_blocks.c.  Their rows are kept beside them
 * as offsets from that block, 16 bits for each of the two.  At the end of the pass they are put in
 * the order of columns and written, once.
 *
 * The free squares are estimated by the load of the passes before.  The queens of each pair of
 * groups are summed over all ranks at the end of a pass, so that everyone gets the same load. */
#include "local/greedy.h"
#include "local/rounds/rounds.h"

#include <stdlib.h>
#include <string.h>

#define NOT_FOUND   UINT16_MAX
#define WRITE_ROWS  (UINT64_C(1) << 16)
#define LEFT_LEAST  1024
#define POLL_BLOCKS 1024
/* Blocks filled, dealt or sorted between two looks at the clock: some milliseconds. */
#define LOOK_BLOCKS 64
#define WINDOWS     16 /* of a column whose first window is full: at most twice 8 */
#define GROUPS      NQ_ROUNDS_GROUPS

_Static_assert(GROUPS <= NQ_LAYERS, "each group of rows is a stratum of the load");

/* A column, from its block's first one on, and its row, from the first one met on. */
struct dealt {
  uint16_t column, row;
};

struct fill {
  nq_rounds *rounds;
  nq_rounds_plan plan;
  uint64_t own_group, own_groups; /* the first one of this rank, and how many it has */
  uint64_t width;                 /* columns of a block */
  uint64_t first, end;            /* of the pass, in each group */
  uint64_t round, half;
  uint64_t windows;
  struct dealt *dealt; /* by group of columns, group of rows, block of the run */
  uint16_t *counts;    /* by group of columns, group of rows, block of the run */
  uint16_t *waiting;   /* by group of columns: those of a block that find no square at first */
  uint64_t deal[GROUPS]
               [GROUPS + 1]; /* by group of columns: where the deal to a group of rows begins */
  uint64_t run;              /* blocks that both have room for, in each group */
  uint64_t placed[GROUPS][GROUPS]; /* in this pass, by group of columns and of rows */
  nq_load load;                    /* of the passes before */
  float weight[GROUPS][GROUPS];    /* by group of columns: of each group of rows */
  nq_rounds_list left[GROUPS];     /* by group: the columns that are left over so far */
  uint64_t done;                   /* columns */
};

/* A block of columns. */
struct block {
  uint64_t index, begin; /* among all blocks; its first column */
  uint64_t height;
  uint64_t columns; /* on the board */
};

/* ---- The deal of a block ---- */

static struct block take_block(const struct fill *fill, uint64_t group, uint64_t k) {
  const nq_rounds_plan *plan = &fill->plan;
  struct block block = {.index = group * plan->blocks + k};
  block.begin = block.index * fill->width;
  block.height = rounds_height(plan, block.index);
  if (block.begin < plan->n) block.columns = plan->n - block.begin;
  if (block.columns > fill->width) block.columns = fill->width;
  return block;
}

/* The columns of a run that were dealt to a group of rows, by block. */
static uint16_t *counts_in(const struct fill *fill, uint64_t group, uint64_t row_group) {
  return fill->counts + ((group - fill->own_group) * fill->plan.groups + row_group) * fill->run;
}

/* The deal of a run to the groups of rows from row_group on. */
static struct dealt *dealt_in(const struct fill *fill, uint64_t group, uint64_t row_group) {
  return fill->dealt + (group - fill->own_group) * fill->run * fill->width +
         fill->deal[group][row_group];
}

/* Deal the columns of a block: each one draws a group, in proportion to its free squares. */
static void draw_groups(const struct fill *fill, uint64_t group, uint64_t k, uint8_t *drawn) {
  struct block block = take_block(fill, group, k);
  uint8_t group_of[NQ_DEAL_ROOM];
  uint64_t key = scatter(~fill->rounds->key + block.index);
  uint16_t *counts = counts_in(fill, group, 0) + (k - fill->first), count[GROUPS] = {0};
  uint64_t groups = fill->plan.groups;
  uint64_t base = ((groups - 1) * fill->plan.blocks + block.height) * fill->width;
  float weight[GROUPS];
  memcpy(weight, fill->weight[group], sizeof weight);
  weight[groups - 1] *= part_on_board(fill->plan.n, base, fill->width);
  nq_load_deal(weight, (uint32_t)groups, (float)(key >> 40) * 0x1p-24F, group_of);
  for (uint64_t column = 0; column < block.columns; column += 4) {
    uint64_t random = scatter(key + column);
    for (unsigned i = 0; i < 4; i++, random >>= 16) drawn[column + i] = group_of[random % NQ_DEAL];
  }
  for (uint64_t column = 0; column < block.columns; column++) count[drawn[column]]++;
  for (uint64_t g = 0; g < groups; g++) counts[g * fill->run] = count[g];
}

static bool must_stop(const struct fill *fill) {
  return nq_rounds_must_stop(fill->rounds, "start", fill->done);
}

/* Sort the columns of a run by the groups that they drew, where they are kept. */
static void sort_run(struct fill *fill, uint64_t group, const uint8_t *drawn) {
  uint64_t groups = fill->plan.groups, *deal = fill->deal[group], next[GROUPS];
  for (uint64_t g = 0; g < groups; g++) {
    const uint16_t *counts = counts_in(fill, group, g);
    deal[g + 1] = deal[g];
    for (uint64_t i = 0; i < fill->end - fill->first; i++) deal[g + 1] += counts[i];
  }
  struct dealt *dealt = dealt_in(fill, group, 0);
  memcpy(next, deal, sizeof next);
  for (uint64_t k = fill->first; k < fill->end; k++) {
    uint64_t columns = take_block(fill, group, k).columns;
    for (uint64_t column = 0; column < columns; column++)
      dealt[next[drawn[column]]++] = (struct dealt){(uint16_t)column, NOT_FOUND};
    drawn += fill->width;
    if (k % LOOK_BLOCKS == 0 && must_stop(fill)) return;
  }
}

/* A job: deal the columns of the run of a group. */
static void deal_run(void *context, uint64_t job) {
  struct fill *fill = context;
  uint64_t group = fill->own_group + job, k = fill->first;
  uint8_t *drawn = malloc((size_t)(fill->run * fill->width + 3));
  bool stopped = drawn == NULL;
  if (drawn == NULL) nq_rounds_lack(fill->rounds, "the rounds");
  for (; k < fill->end && !stopped; k++) {
    draw_groups(fill, group, k, drawn + (k - fill->first) * fill->width);
    stopped = k % LOOK_BLOCKS == 0 && must_stop(fill);
  }
  if (!stopped) sort_run(fill, group, drawn);
  free(drawn);
}

/* ---- A block of columns meets a block of rows ---- */

/* The bits of the lines, from the first row of the block of rows on:
 *
 *     rows[row]     rising[column + row]     falling[last - column + row]
 */
struct meeting {
  uint8_t *rows, *rising, *falling;
  uint32_t last;
  uint32_t windows; /* to look at for each column, */
  uint64_t starts;  /* and the bytes of row bits at which they may begin */
  nq_pcg32 random;
};

/* The first of the column's windows from byte y on with a free square; any if there is none. */
static inline uint32_t find_window(const struct meeting *here, uint64_t y, uint32_t column,
                                   uint32_t mirrored) {
  const uint8_t *row = here->rows + y, *rising = here->rising + column / 8 + y;
  const uint8_t *falling = here->falling + mirrored / 8 + y;
  uint32_t up = column % 8, down = mirrored % 8, windows = here->windows;
  uint32_t found = window_find(row, rising, up, falling, down, windows < 8 ? windows : 8),
           at = 8 * found;
  if (windows <= 8 || window_squares(load_bytes(row + at), load_bytes(rising + at), up,
                                     load_bytes(falling + at), down) != 0)
    return found;
  return 8 + window_find(row + 64, rising + 64, up, falling + 64, down, windows - 8);
}

/* Look for a square for each of the columns dealt[0 .. count - 1] or, unless it is their `first`
 * look, for those that waiting[] lists.  List those that find none; returns their number. */
static inline __attribute__((always_inline)) uint32_t place_columns(struct meeting *meeting,
                                                                    struct dealt *dealt,
                                                                    uint16_t *waiting,
                                                                    uint32_t count, bool first) {
  const struct meeting here = *meeting;
  nq_pcg32 random = meeting->random;
  uint32_t kept = 0;
  for (uint32_t i = 0; i < count; i++) {
    uint32_t x = first ? i : waiting[i], column = dealt[x].column, mirrored = here.last - column;
    uint64_t y = next_pcg32(&random) * here.starts >> 32;
    uint8_t *rising = here.rising + column / 8, *falling = here.falling + mirrored / 8;
    if (!first) y += 8 * find_window(&here, y, column, mirrored);
    uint64_t in_row = load_bytes(here.rows + y), in_rising = load_bytes(rising + y);
    uint64_t in_falling = load_bytes(falling + y);
    uint64_t free = window_squares(in_row, in_rising, column % 8, in_falling, mirrored % 8);
    if (free == 0) {
      waiting[kept++] = (uint16_t)x;
      continue;
    }
    uint64_t bit = free & -free;
    store_bits(here.rows + y, in_row | bit);
    store_bits(rising + y, in_rising | bit << column % 8);
    store_bits(falling + y, in_falling | bit << mirrored % 8);
    dealt[x].row = (uint16_t)(8 * y + (unsigned)__builtin_ctzll(bit));
  }
  meeting->random = random;
  return kept;
}

/* The columns dealt[0 .. count - 1] of a block meet a group of rows; returns the number that found
 * a square.  waiting[] has room for as many. */
static uint64_t meet(const struct fill *fill, const struct block *block, uint64_t group,
                     struct dealt *dealt, uint32_t count, uint16_t *waiting) {
  const nq_rounds_plan *plan = &fill->plan;
  const nq_rounds *rounds = fill->rounds;
  uint64_t index = block->index * plan->groups + group;
  uint64_t base = (group * plan->blocks + block->height) * plan->bytes;
  uint64_t last = plan->n - block->begin - block->columns; /* its falling diagonal on row 0 */
  struct meeting meeting = {.rows = rounds->rows + base,
                            .rising = rounds->rising + base + block->begin / 8,
                            .falling = rounds->falling + base + last / 8,
                            .last = (uint32_t)(last % 8 + block->columns - 1),
                            .windows = 1,
                            .starts = plan->bytes};
  nq_pcg32_seed(&meeting.random, scatter(fill->rounds->key + index), index);
  uint32_t left = place_columns(&meeting, dealt, waiting, count, true);
  meeting.windows = (uint32_t)fill->windows;
  meeting.starts = plan->bytes - 8 * (fill->windows - 1);
  left = place_columns(&meeting, dealt, waiting, left, false);
  return count - left;
}

/* ---- The run of a group of columns of this rank: a job of the team ---- */

/* The next block of the run that meets rows of the current half, from k on; false: none. */
static bool find_block(const struct fill *fill, uint64_t group, uint64_t *k, struct block *block) {
  for (; *k < fill->end; ++*k) {
    *block = take_block(fill, group, *k);
    bool upper = block->height >= fill->plan.blocks / 2;
    if (upper == (fill->half == 1)) return block->begin < fill->plan.n;
  }
  return false;
}

/* A job: let the run of a group of columns meet the group of rows of this half-round. */
static void play_half(void *context, uint64_t job) {
  struct fill *fill = context;
  const nq_rounds_plan *plan = &fill->plan;
  uint64_t group = fill->own_group + job;
  uint64_t row_group = (plan->turn * group + fill->round) % plan->groups;
  const nq_rounds *bits = fill->rounds;
  struct block block, next;
  uint64_t k = fill->first, met = fill->first, next_k, placed = 0;
  const uint16_t *counts = counts_in(fill, group, row_group);
  struct dealt *dealt = dealt_in(fill, group, row_group);
  bool more = find_block(fill, group, &k, &block);
  while (more && watch_stop(fill->rounds->watch) == NQ_STOP_NOT) {
    next_k = k + 1;
    more = find_block(fill, group, &next_k, &next);
    if (more && plan->n >= NQ_PREFETCH_N)
      fetch_meeting(bits->rows, bits->rising, bits->falling, plan->n, next.begin,
                    (row_group * plan->blocks + next.height) * plan->bytes, plan->bytes);
    for (; met < k; met++) dealt += counts[met - fill->first];
    placed += meet(fill, &block, row_group, dealt, counts[k - fill->first],
                   fill->waiting + job * fill->width);
    if (k % POLL_BLOCKS == 0) nq_rounds_poll(fill->rounds);
    if (k % LOOK_BLOCKS == 0) (void)must_stop(fill);
    k = next_k;
    block = next;
  }
  nq_rounds_poll(fill->rounds);
  fill->placed[group][row_group] += placed;
}

/* Add a column to those left over; false when memory is short. */
static bool leave_over(struct fill *fill, nq_rounds_list *left, uint64_t column) {
  if (left->count == left->room &&
      !nq_rounds_resize(fill->rounds, &left->item, &left->room,
                        left->room + left->room / 4 + LEFT_LEAST, sizeof *left->item))
    return false;
  left->item[left->count++] = column;
  return true;
}

/* rows[0 .. width - 1] of the block, in the order of columns; next[] is where its deal to each
 * group of rows begins, and ends afterwards. */
static void order_rows(const struct fill *fill, uint64_t group, uint64_t k,
                       const struct block *block, const struct dealt *next[GROUPS],
                       uint64_t *rows) {
  const nq_rounds_plan *plan = &fill->plan;
  const uint16_t *counts = counts_in(fill, group, 0) + (k - fill->first);
  for (uint64_t g = 0; g < plan->groups; g++) {
    uint64_t base = (g * plan->blocks + block->height) * fill->width;
    const struct dealt *dealt = next[g], *end = dealt + counts[g * fill->run];
    for (; dealt < end; dealt++)
      rows[dealt->column] = dealt->row == NOT_FOUND ? NQ_LARGE_EMPTY : base + dealt->row;
    next[g] = end;
  }
}

static bool write_rows(nq_rounds *rounds, uint64_t column, const uint64_t *rows, size_t count) {
  const nq_large_board *board = rounds->board;
  nq_error error = {0};
  nq_status status = count == 0 ? NQ_OK : board->write(board->context, column, rows, count, &error);
  if (status != NQ_OK) nq_rounds_fail(rounds, status, &error);
  return status == NQ_OK;
}

/* Write the run of a group of columns in pieces, made in rows[], and add its columns without a
 * queen to those left over. */
static void write_pieces(struct fill *fill, uint64_t group, const struct dealt *dealt,
                         uint64_t *rows) {
  nq_rounds_list *left = &fill->left[group];
  const struct dealt *next[GROUPS];
  for (uint64_t g = 0; g < GROUPS; g++) next[g] = dealt + fill->deal[group][g];
  uint64_t count = 0, first = 0;
  for (uint64_t k = fill->first; k < fill->end; k++) {
    struct block block = take_block(fill, group, k);
    uint64_t columns = block.columns;
    if (count == 0) first = block.begin;
    if (columns > 0) order_rows(fill, group, k, &block, next, rows + count);
    for (uint64_t i = 0; i < columns; i++)
      if (rows[count + i] == NQ_LARGE_EMPTY && !leave_over(fill, left, block.begin + i)) return;
    count += columns;
    if (count < WRITE_ROWS) continue;
    if (!write_rows(fill->rounds, first, rows, (size_t)count) || must_stop(fill)) return;
    count = 0;
  }
  write_rows(fill->rounds, first, rows, (size_t)count);
}

/* A job: write the run of a group, and add its columns without a queen to those left over. */
static void write_run(void *context, uint64_t job) {
  struct fill *fill = context;
  uint64_t group = fill->own_group + job;
  if (must_stop(fill)) return;
  uint64_t *rows = malloc((WRITE_ROWS + 8 * NQ_ROUNDS_BYTES) * sizeof *rows);
  if (rows != NULL)
    write_pieces(fill, group, dealt_in(fill, group, 0), rows);
  else
    nq_rounds_lack(fill->rounds, "rows to write");
  free(rows);
  nq_rounds_poll(fill->rounds);
}

/* ---- Passes ---- */

/* The middle of the pass in a group of columns, measured in groups from the left. */
static float place_of(const struct fill *fill, uint64_t group) {
  double middle = (double)(fill->first + fill->end) / (2 * (double)fill->plan.blocks);
  return (float)((double)group + middle);
}

static void count_pass(struct fill *fill) {
  uint64_t groups = fill->plan.groups;
  nq_party *party = fill->rounds->party;
  if (party != NULL) party->sum(party, fill->placed[0], sizeof fill->placed / sizeof(uint64_t));
  for (uint64_t i = 0; i < groups; i++) {
    float placed[GROUPS];
    for (uint64_t g = 0; g < groups; g++) placed[g] = (float)fill->placed[i][g];
    nq_load_add(&fill->load, place_of(fill, i), placed);
  }
  memset(fill->placed, 0, sizeof fill->placed);
}

/* The round that is played at `time`: half-rounds before it. */
static uint64_t round_at(const struct fill *fill, uint64_t time) {
  const nq_rounds_plan *plan = &fill->plan;
  uint64_t pass = time / (2 * plan->groups), t = time % (2 * plan->groups) / 2;
  nq_pcg64 random;
  nq_pcg64_seed(&random, fill->rounds->key, pass + 1);
  return (below_pcg64(&random, plan->groups) + t * plan->step) % plan->groups;
}

/* Bits for the next half-round move meanwhile. */
static void play(struct fill *fill, uint64_t time) {
  nq_rounds *rounds = fill->rounds;
  bool moves = rounds->party != NULL;
  if (moves) {
    nq_rounds_lines_settle(rounds);
    nq_rounds_lines_plan(rounds, time + 1, round_at(fill, time + 1));
    nq_rounds_lines_begin(rounds, false);
  }
  fill->round = round_at(fill, time);
  fill->half = time % 2;
  nq_team_run(&rounds->team, play_half, fill, fill->own_groups);
  if (moves) nq_rounds_lines_begin(rounds, true);
}

static bool play_pass(struct fill *fill, uint64_t pass) {
  const nq_rounds_plan *plan = &fill->plan;
  nq_rounds *rounds = fill->rounds;
  fill->first = rounds_first(plan, pass);
  fill->end = rounds_first(plan, pass + 1);
  uint64_t time = 2 * plan->groups * pass;
  uint64_t columns = (fill->end - fill->first) * fill->width; /* of a round */
  for (uint64_t i = 0; i < plan->groups; i++)
    nq_load_weigh(&fill->load, place_of(fill, i), fill->weight[i]);
  nq_team_run(&rounds->team, deal_run, fill, fill->own_groups);
  if (nq_rounds_must_end(rounds, "start", fill->done)) return false;
  for (uint64_t t = 0; t < plan->groups; t++) {
    play(fill, time++);
    play(fill, time++);
    fill->done += columns;
    if (nq_rounds_must_end(rounds, "start", fill->done)) return false;
  }
  nq_team_run(&rounds->team, write_run, fill, fill->own_groups);
  count_pass(fill);
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
  nq_rounds_list *all = &rounds->columns;
  uint64_t count = 0;
  for (uint64_t i = 0; i < fill->plan.groups; i++) count += fill->left[i].count;
  if (count > 0 && !nq_rounds_resize(rounds, &all->item, &all->room, count, sizeof *all->item))
    return false;
  for (uint64_t i = 0; i < fill->plan.groups; i++) {
    nq_rounds_list *left = &fill->left[i];
    if (left->count == 0) continue;
    memcpy(all->item + all->count, left->item, (size_t)left->count * sizeof *left->item);
    all->count += left->count;
    nq_rounds_drop(rounds, left);
  }
  return true;
}

static bool fill_all(struct fill *fill) {
  nq_rounds *rounds = fill->rounds;
  bool goes_on = true;
  if (rounds->party != NULL) nq_rounds_lines_plan(rounds, 0, round_at(fill, 0));
  for (uint64_t pass = 0; pass < fill->plan.passes && goes_on; pass++)
    goes_on = play_pass(fill, pass);
  if (rounds->party != NULL) nq_rounds_lines_settle(rounds);
  if (!goes_on) return false;
  bool fine = leave_rest(fill) && join_left(fill);
  rounds->left_total = rounds->columns.count;
  if (rounds->party != NULL) rounds->party->sum(rounds->party, &rounds->left_total, 1);
  return nq_rounds_agree(rounds, fine);
}

bool nq_rounds_fill(nq_rounds *rounds) {
  const nq_rounds_plan *plan = &rounds->plan;
  uint64_t width = 8 * plan->bytes, run = plan->filled / plan->passes + 1,
           own = rounds_group(rounds, rounds->own);
  uint64_t groups = rounds_group(rounds, rounds->own + 1) - own, windows = (plan->bytes + 7) / 8;
  uint64_t places = (groups * run + 1) * width, counts = groups * run * plan->groups + 1;
  struct fill *fill = nq_rounds_new_object(rounds, sizeof *fill);
  if (fill == NULL) return false;
  fill->rounds = rounds;
  fill->plan = *plan;
  fill->own_group = own;
  fill->own_groups = groups;
  fill->width = width;
  fill->windows = windows < WINDOWS ? windows : WINDOWS;
  fill->run = run;
  nq_load_init(&fill->load, plan->n, plan->groups * plan->blocks * width, (uint32_t)plan->groups);
  fill->dealt = nq_rounds_new(rounds, places, sizeof *fill->dealt);
  fill->counts = nq_rounds_new(rounds, counts, sizeof *fill->counts);
  fill->waiting = nq_rounds_new(rounds, groups * width, sizeof *fill->waiting);
  bool fine = fill->dealt != NULL && fill->counts != NULL && fill->waiting != NULL;
  bool filled = nq_rounds_agree(rounds, fine) && fill_all(fill);
  nq_rounds_free(rounds, fill->dealt, places, sizeof *fill->dealt);
  nq_rounds_free(rounds, fill->counts, counts, sizeof *fill->counts);
  nq_rounds_free(rounds, fill->waiting, groups * width, sizeof *fill->waiting);
  for (unsigned i = 0; i < GROUPS; i++) nq_rounds_drop(rounds, &fill->left[i]);
  nq_rounds_free(rounds, fill, 1, sizeof *fill);
  return filled;
}

/* Solutions by their number in the order of the count.
 *
 * MODEL.  The count adds up the units of work (plan.c) in their order.  A unit's contribution is the
 * sum of the weights of its pairs of half boards; a pair of weight w stands for w boards, images of
 * the solution that the pair makes.  So a number R belongs to a unit, a pair in it, and an image:
 *
 *     units   counted one by one, by nq_count_run; running sums give the unit of each number
 *     pairs   only units with a wanted number are gone through again.  Here their half boards are
 *             listed by backtracking, and dealt to buckets by the central diagonals that they
 *             occupy; the pairs of two buckets that share none of these are examined
 *     images  the distinct images of a solution in lexicographic order are divided among those that
 *             are counted (plan.c), in the same order, as many to each as its weight
 *
 * So any number of boards takes one count, and the units that have a wanted number once more.  The
 * order depends on n alone.  Each unit's pairs must add up to what the count found. */
#include "core/limits.h"
#include "core/memory.h"
#include "counting/parts.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* A wanted number, and where its board goes. */
typedef struct wish {
  uint64_t rank;
  size_t place;
} wish;

/* ---- Half boards ---------------------------------------------------------------------------- */

enum { BUCKET_BITS = 12, BUCKETS = 1 << BUCKET_BITS };

/* A half board: the diagonals of both directions that it shares with the other half, the central
 * ones in the highest bits; and the rows of its columns, 5 bits each, from the left edge (of the
 * right half: from the right edge) inwards. */
typedef struct half_board {
  uint64_t lines, rows;
} half_board;

typedef struct half_list {
  half_board *boards;
  size_t count, room;
} half_list;

/* The half boards of one side: as they are found, and by bucket. */
typedef struct half_side {
  half_list found[2], dealt[2];   /* [tie] */
  uint32_t start[2][BUCKETS + 1]; /* in dealt[] */
  uint32_t bucket[2][BUCKETS];    /* those that are not empty */
  uint32_t bucket_count[2];
} half_side;

typedef struct pick_work {
  uint32_t n, half;
  const count_unit *unit;
  half_side side[2];
  bool no_memory;
  count_pulse *pulse;
  void *context;
} pick_work;

/* A search for half boards; bit r of falling (rising) says that the diagonal through row r of the
 * present column is occupied. */
typedef struct half_walk {
  pick_work *picker;
  uint32_t side, columns;
  uint32_t row[16];
} half_walk;

/* The n diagonals of each direction nearest to the middle of the board include all that the halves
 * share.  Bits from the centre outwards, from bit 63 downwards. */
static uint64_t line_bits(uint32_t n, uint32_t column, uint32_t row) {
  int64_t last = n - 1, rising = (int64_t)column + row - last, falling = (int64_t)row - column;
  int64_t reach = (last + 1) / 2;
  uint64_t bits = 0;
  for (int i = 0; i < 2; i++) {
    int64_t away = i == 0 ? rising : falling;
    if (away < -reach || away > reach) continue;
    int64_t order = away > 0 ? 2 * away - 1 : -2 * away; /* 0, 1, -1, 2, ... */
    bits |= UINT64_C(1) << (63 - (2 * order + i));
  }
  return bits;
}

static bool add_half(half_list *list, half_board board) {
  if (list->count == list->room) {
    size_t room = list->room > 0 ? 2 * list->room : 256;
    half_board *larger = realloc(list->boards, room * sizeof *larger);
    if (larger == NULL) return false;
    list->boards = larger;
    list->room = room;
  }
  list->boards[list->count++] = board;
  return true;
}

/* 0: the symmetry leaves it out; 1: kept; 2: kept, and a tie. */
static int judge_half(const half_walk *walk) {
  const pick_work *picker = walk->picker;
  uint32_t half = picker->half, set = 0;
  if (picker->unit->symmetry == BY_OFFSET) {
    if (walk->side == 1) return 1;
    for (uint32_t c = 0; c < half; c++)
      if (walk->row[c] == half) return half - c < walk->row[half] - half;
    return 0;
  }
  for (uint32_t c = 0; c < half; c++)
    if (walk->row[c] < half) set |= 1u << (half - 1 - c);
  uint32_t measure = measure_set(set, half), bound = picker->unit->bound;
  return measure < bound ? 1 : measure == bound ? 2 : 0;
}

static void enter_half(half_walk *walk) {
  pick_work *picker = walk->picker;
  int verdict = judge_half(walk);
  if (verdict == 0) return;
  half_board board = {0};
  for (uint32_t c = 0; c < walk->columns; c++) {
    uint32_t column = walk->side == 0 ? c : picker->n - 1 - c;
    board.lines |= line_bits(picker->n, column, walk->row[c]);
    board.rows |= (uint64_t)walk->row[c] << (5 * c);
  }
  if (!add_half(&picker->side[walk->side].found[verdict - 1], board)) picker->no_memory = true;
}

/* The rows that the centre's queen, if there is one, and the symmetry leave in a column. */
static uint32_t open_rows(const pick_work *picker, uint32_t c) {
  uint32_t half = picker->half;
  if (picker->n % 2 == 0) return UINT32_MAX;
  if (picker->unit->symmetry == BY_OFFSET)
    return c < half ? UINT32_MAX : UINT32_MAX << half << 1; /* below the centre */
  return ~(1u << half | 1u << c | 1u << (picker->n - 1 - c));
}

static void walk_halves(half_walk *walk, uint32_t c, uint32_t rows, uint32_t up, uint32_t down) {
  if (c == walk->columns) {
    enter_half(walk);
    return;
  }
  uint32_t open = rows & ~(up | down) & open_rows(walk->picker, c);
  for (; open != 0; open &= open - 1) {
    uint32_t row = open & -open;
    walk->row[c] = (uint32_t)__builtin_ctz(row);
    walk_halves(walk, c + 1, rows ^ row, (up | row) >> 1, (down | row) << 1);
  }
}

/* Deal the boards to buckets, in the order in which they were found. */
static bool deal(half_side *side, int tie) {
  const half_list *from = &side->found[tie];
  half_list *to = &side->dealt[tie];
  uint32_t *start = side->start[tie], next[BUCKETS];
  if (to->room < from->count) {
    half_board *larger = realloc(to->boards, from->room * sizeof *larger);
    if (larger == NULL) return false;
    to->boards = larger;
    to->room = from->room;
  }
  memset(start, 0, (BUCKETS + 1) * sizeof *start);
  for (size_t i = 0; i < from->count; i++)
    start[(from->boards[i].lines >> (64 - BUCKET_BITS)) + 1]++;
  side->bucket_count[tie] = 0;
  for (uint32_t i = 0; i < BUCKETS; i++) {
    if (start[i + 1] > 0) side->bucket[tie][side->bucket_count[tie]++] = i;
    next[i] = start[i];
    start[i + 1] += start[i];
  }
  for (size_t i = 0; i < from->count; i++)
    to->boards[next[from->boards[i].lines >> (64 - BUCKET_BITS)]++] = from->boards[i];
  to->count = from->count;
  return true;
}

static bool list_halves(pick_work *picker, uint32_t side) {
  bool middle = picker->unit->symmetry == BY_OFFSET && side == 0;
  half_walk walk = {.picker = picker, .side = side, .columns = picker->half + middle};
  half_side *to = &picker->side[side];
  to->found[0].count = to->found[1].count = 0;
  walk_halves(&walk, 0, picker->unit->rows[side], 0, 0);
  return !picker->no_memory && deal(to, 0) && deal(to, 1);
}

/* ---- Images --------------------------------------------------------------------------------- */

typedef struct image {
  uint8_t rows[32];
} image;

static int compare_images(const void *a, const void *b) {
  return memcmp(a, b, sizeof(image));
}

/* Image number i of the board, 0 .. 7. */
static image turn(uint32_t n, const image *board, int i) {
  image result = {{0}};
  for (uint32_t column = 0; column < n; column++) {
    uint32_t x = column, y = board->rows[column];
    if ((i & 1) != 0) x = n - 1 - x;
    if ((i & 2) != 0) y = n - 1 - y;
    result.rows[(i & 4) != 0 ? y : x] = (uint8_t)((i & 4) != 0 ? x : y);
  }
  return result;
}

/* The measures of the halves: rows from the upper and the lower edge, columns from the left and the
 * right.  *first: the outermost queen of the upper half stands on the left. */
static void measure_halves(uint32_t n, const image *board, uint32_t measure[4], bool *first) {
  uint32_t half = n / 2, set[4] = {0};
  for (uint32_t column = 0; column < n; column++) {
    uint32_t row = board->rows[column];
    bool left = column < half, upper = row < half;
    if (upper && left) set[0] |= 1u << (half - 1 - row);
    if (row >= n - half && left) set[1] |= 1u << (half - 1 - (n - 1 - row));
    if (left && upper) set[2] |= 1u << (half - 1 - column);
    if (column >= n - half && upper) set[3] |= 1u << (half - 1 - (n - 1 - column));
  }
  for (int i = 0; i < 4; i++) measure[i] = measure_set(set[i], half);
  *first = (set[0] >> (half - 1) & 1) != 0;
}

/* With how many boards the count lets this one stand for its images; see plan.c. */
static unsigned weigh(uint32_t n, const image *board) {
  uint32_t half = n / 2, measure[4], column = 0;
  bool first;
  if (n % 2 != 0 && board->rows[half] != half) {
    while (board->rows[column] != half) column++;
    bool placed = board->rows[half] > half && column < half;
    return placed && half - column < board->rows[half] - half ? 8 : 0;
  }
  measure_halves(n, board, measure, &first);
  unsigned ties = 1;
  for (int i = 1; i < 4; i++) {
    if (measure[i] > measure[0]) return 0;
    ties += measure[i] == measure[0];
  }
  if (!first) return 0;
  if (ties == 3) return measure[1] == measure[0] ? 0 : 8;
  return 8 / ties;
}

/* Replace the board by the image that its number `i` among those of its weight stands for. */
static bool take_image(uint32_t n, image *board, uint64_t i) {
  image images[8];
  size_t count = 0;
  uint64_t before = 0, all = 0;
  for (int k = 0; k < 8; k++) images[k] = turn(n, board, k);
  qsort(images, 8, sizeof *images, compare_images);
  for (size_t k = 0; k < 8; k++)
    if (count == 0 || compare_images(&images[count - 1], &images[k]) != 0)
      images[count++] = images[k];
  for (size_t k = 0; k < count; k++) {
    unsigned weight = weigh(n, &images[k]);
    if (compare_images(&images[k], board) < 0) before += weight;
    all += weight;
  }
  if (all != count || before + i >= count) return false;
  *board = images[before + i];
  return true;
}

/* ---- Pairs ---------------------------------------------------------------------------------- */

/* The wishes of one unit, their ranks from the unit's first board. */
typedef struct unit_wishes {
  const wish *wishes;
  size_t count, next;
  uint64_t first; /* rank of the unit's first board */
  uint64_t seen;  /* weight of the pairs so far */
  uint8_t *rows;  /* n for each wish of the call */
} unit_wishes;

static bool wanted(const unit_wishes *unit, uint64_t end) {
  return unit->next < unit->count && unit->wishes[unit->next].rank - unit->first < end;
}

/* Write the boards that this pair of the given weight stands for. */
static bool fulfil(const pick_work *picker, unit_wishes *unit, const half_board *left,
                   const half_board *right, unsigned weight) {
  uint32_t n = picker->n, half = picker->half;
  image made = {{0}};
  if (n % 2 != 0) /* overwritten where the left half has the middle column */
    made.rows[half] = (uint8_t)half;
  for (uint32_t c = 0; c < half; c++) {
    made.rows[c] = left->rows >> (5 * c) & 31;
    made.rows[n - 1 - c] = right->rows >> (5 * c) & 31;
  }
  if (picker->unit->symmetry == BY_OFFSET) made.rows[half] = left->rows >> (5 * half) & 31;
  for (; wanted(unit, unit->seen + weight); unit->next++) {
    const wish *at = &unit->wishes[unit->next];
    image board = made;
    if (!take_image(n, &board, at->rank - unit->first - unit->seen)) return false;
    memcpy(unit->rows + at->place * n, board.rows, n);
  }
  return true;
}

/* Number of boards in right[] that share no diagonal with the left one. */
static uint64_t count_free(uint64_t lines, const half_board *right, size_t count) {
  uint64_t found = 0;
  for (size_t i = 0; i < count; i++) found += (lines & right[i].lines) == 0;
  return found;
}

/* Go through the pairs of two buckets. */
static bool pair_buckets(const pick_work *picker, unit_wishes *unit, const half_board *left,
                         size_t left_count, const half_board *right, size_t right_count,
                         unsigned weight) {
  for (size_t i = 0; i < left_count; i++) {
    uint64_t pairs = count_free(left[i].lines, right, right_count);
    if (!wanted(unit, unit->seen + weight * pairs)) {
      unit->seen += weight * pairs;
      continue;
    }
    for (size_t j = 0; j < right_count; j++) {
      if ((left[i].lines & right[j].lines) != 0) continue;
      if (!fulfil(picker, unit, &left[i], &right[j], weight)) return false;
      unit->seen += weight;
    }
  }
  return true;
}

/* All pairs of half boards that are ties or not, as given. */
static bool pair_lists(const pick_work *picker, unit_wishes *unit, int left_tie, int right_tie) {
  const half_side *left = &picker->side[0], *right = &picker->side[1];
  unsigned weight = picker->unit->weight[left_tie][right_tie];
  if (weight == 0) return true;
  for (uint32_t i = 0; i < left->bucket_count[left_tie]; i++) {
    uint32_t a = left->bucket[left_tie][i], first = left->start[left_tie][a];
    if (!picker->pulse(picker->context)) return true;
    for (uint32_t j = 0; j < right->bucket_count[right_tie]; j++) {
      uint32_t b = right->bucket[right_tie][j], second = right->start[right_tie][b];
      if ((a & b) == 0 && !pair_buckets(picker, unit, left->dealt[left_tie].boards + first,
                                        left->start[left_tie][a + 1] - first,
                                        right->dealt[right_tie].boards + second,
                                        right->start[right_tie][b + 1] - second, weight))
        return false;
    }
  }
  return true;
}

/* ---- A call --------------------------------------------------------------------------------- */

typedef struct pick_run {
  uint32_t n;
  count_units units;
  uint64_t *counts; /* of each unit */
  uint64_t *before; /* ... and of all before it */
  wish *wishes;     /* by rank */
  size_t count;
  uint8_t *rows;
  nq_watch watch;
  pthread_mutex_t lock; /* of the rest */
  size_t next;          /* the first wish that no thread has taken */
  nq_status status;
  nq_error error;
} pick_run;

static nq_status note_unit(void *context, const nq_count_range *range, nq_error *error) {
  pick_run *run = context;
  (void)error;
  run->counts[range->begin] = range->count;
  return NQ_OK;
}

static bool report_count(void *context, const nq_progress *progress) {
  pick_run *run = context;
  return !nq_watch_poll(&run->watch, *progress);
}

/* Count each unit as a range of its own. */
static nq_status count_units_alone(pick_run *run, const nq_count_plan *plan, unsigned threads,
                                   nq_error *error) {
  uint64_t units = nq_count_plan_units(plan);
  nq_count_range *ranges = nq_memory_new(units, sizeof *ranges);
  if (ranges == NULL) return nq_error_set(error, NQ_NO_MEMORY, "no memory for the units");
  for (uint64_t i = 0; i < units; i++) ranges[i] = (nq_count_range){.begin = i, .end = i + 1};
  nq_count_options options;
  nq_count_options_init(&options);
  options.threads = threads;
  options.record = note_unit;
  options.progress = report_count;
  options.context = run;
  nq_count_result result;
  nq_status status = nq_count_run(plan, ranges, units, &options, &result, error);
  nq_memory_free(ranges, units, sizeof *ranges);
  if (status == NQ_OK && result.interrupted) return NQ_END;
  if (status == NQ_OK && result.count != nq_count_known(run->n))
    return nq_error_set(error, NQ_INTERNAL, "n = %" PRIu32 ": the count is %" PRIu64, run->n,
                        result.count);
  for (uint64_t i = 0, sum = 0; i < units; sum += run->counts[i++]) run->before[i] = sum;
  return status;
}

/* The last unit that begins at or before the rank. */
static uint64_t unit_of(const pick_run *run, uint64_t rank) {
  uint64_t first = 0, end = run->units.count;
  while (end - first > 1) {
    uint64_t middle = first + (end - first) / 2;
    if (run->before[middle] <= rank)
      first = middle;
    else
      end = middle;
  }
  return first;
}

/* Take the wishes of the next unit; false when there are none. */
static bool take_unit(pick_run *run, uint64_t *number, unit_wishes *unit) {
  pthread_mutex_lock(&run->lock);
  bool found = run->next < run->count && run->status == NQ_OK;
  if (found) {
    *number = unit_of(run, run->wishes[run->next].rank);
    uint64_t end = run->before[*number] + run->counts[*number];
    size_t first = run->next;
    while (run->next < run->count && run->wishes[run->next].rank < end) run->next++;
    *unit = (unit_wishes){.wishes = run->wishes + first,
                          .count = run->next - first,
                          .first = run->before[*number],
                          .rows = run->rows};
  }
  pthread_mutex_unlock(&run->lock);
  return found;
}

static bool pulse(void *context) {
  pick_run *run = context;
  return !nq_watch_poll(&run->watch, (nq_progress){.phase = "pick"});
}

static nq_status pick_unit(pick_run *run, pick_work *picker, uint64_t number, unit_wishes *wishes,
                           nq_error *error) {
  count_unit unit;
  nq_count_units_at(&run->units, number, &unit);
  picker->unit = &unit;
  if (!list_halves(picker, 0) || !list_halves(picker, 1))
    return nq_error_set(error, NQ_NO_MEMORY, "no memory for the half boards of n = %" PRIu32,
                        run->n);
  bool right = true;
  for (int i = 0; i < 4 && right; i++) right = pair_lists(picker, wishes, i / 2, i % 2);
  if (watch_stop(&run->watch) != NQ_STOP_NOT) return NQ_END;
  if (right && wishes->seen == run->counts[number] && wishes->next == wishes->count) return NQ_OK;
  return nq_error_set(error, NQ_INTERNAL,
                      "n = %" PRIu32 ", unit %" PRIu64 ": %" PRIu64 " boards instead of %" PRIu64,
                      run->n, number, wishes->seen, run->counts[number]);
}

static void *pick(void *argument) {
  pick_run *run = argument;
  uint64_t number;
  unit_wishes wishes;
  pick_work *picker = calloc(1, sizeof *picker);
  while (take_unit(run, &number, &wishes)) {
    nq_error error = {0};
    nq_status status = NQ_NO_MEMORY;
    if (picker == NULL) {
      (void)nq_error_set(&error, status, "no memory for a thread");
    } else {
      picker->n = run->n;
      picker->half = run->n / 2;
      picker->pulse = pulse;
      picker->context = run;
      status = pick_unit(run, picker, number, &wishes, &error);
    }
    if (status == NQ_OK) continue;
    pthread_mutex_lock(&run->lock);
    if (run->status == NQ_OK) {
      run->status = status;
      run->error = error;
    }
    pthread_mutex_unlock(&run->lock);
  }
  for (int i = 0; picker != NULL && i < 4; i++) {
    free(picker->side[i / 2].found[i % 2].boards);
    free(picker->side[i / 2].dealt[i % 2].boards);
  }
  free(picker);
  return NULL;
}

static void pick_all(pick_run *run, unsigned threads) {
  unsigned started = 0, most = threads < run->count ? threads : (unsigned)run->count;
  pthread_t *thread = calloc(most, sizeof *thread);
  while (thread != NULL && started + 1 < most &&
         pthread_create(&thread[started], NULL, pick, run) == 0)
    started++;
  pick(run);
  while (started > 0) pthread_join(thread[--started], NULL);
  free(thread);
}

static int compare_wishes(const void *a, const void *b) {
  const wish *one = a, *two = b;
  if (one->rank != two->rank) return one->rank < two->rank ? -1 : 1;
  return one->place < two->place ? -1 : 1;
}

static nq_status pick_large(pick_run *run, const uint64_t *ranks, unsigned threads,
                            nq_error *error) {
  nq_count_plan *plan = NULL;
  nq_status status = nq_count_plan_new(run->n, &plan, error);
  if (status == NQ_OK) status = nq_count_units_init(&run->units, run->n, error);
  if (status == NQ_OK) {
    run->counts = nq_memory_new(run->units.count, sizeof *run->counts);
    run->before = nq_memory_new(run->units.count, sizeof *run->before);
    run->wishes = nq_memory_new(run->count, sizeof *run->wishes);
    if (run->counts == NULL || run->before == NULL || run->wishes == NULL)
      status = nq_error_set(error, NQ_NO_MEMORY, "no memory for %zu boards", run->count);
  }
  if (status == NQ_OK) status = count_units_alone(run, plan, threads, error);
  if (status == NQ_OK) {
    for (size_t i = 0; i < run->count; i++) run->wishes[i] = (wish){ranks[i], i};
    qsort(run->wishes, run->count, sizeof *run->wishes, compare_wishes);
    pick_all(run, threads);
    status = run->status;
    if (status != NQ_OK && error != NULL) *error = run->error;
  }
  nq_memory_free(run->counts, run->units.count, sizeof *run->counts);
  nq_memory_free(run->before, run->units.count, sizeof *run->before);
  nq_memory_free(run->wishes, run->count, sizeof *run->wishes);
  nq_count_units_release(&run->units);
  nq_count_plan_free(plan);
  return status;
}

nq_status nq_count_pick(uint32_t n, const uint64_t *ranks, size_t count, unsigned threads,
                        nq_progress_function *progress, void *context, uint8_t *rows,
                        bool *interrupted, nq_error *error) {
  *interrupted = false;
  if (n == 0 || n > NQ_COUNT_PICK_N_MAX)
    return nq_error_set(error, NQ_UNSUPPORTED,
                        "n = %" PRIu32 " is out of range: boards are numbered for n = 1 to %d", n,
                        NQ_COUNT_PICK_N_MAX);
  if (n == 2 || n == 3)
    return nq_error_set(error, NQ_NONE, "no solution exists for n = %" PRIu32, n);
  if (threads == 0) return nq_error_set(error, NQ_BAD_VALUE, "threads must be at least 1");
  for (size_t i = 0; i < count; i++)
    if (ranks[i] >= nq_count_known(n))
      return nq_error_set(error, NQ_BAD_VALUE,
                          "n = %" PRIu32 " has no board %" PRIu64 ": they go from 0 to %" PRIu64, n,
                          ranks[i], nq_count_known(n) - 1);
  if (n == 1) memset(rows, 0, count);
  if (n == 1 || count == 0) return NQ_OK;
  pick_run run = {.n = n, .count = count, .rows = rows};
  nq_watch_init(&run.watch, 0, progress, context);
  pthread_mutex_init(&run.lock, NULL);
  nq_status status = pick_large(&run, ranks, threads, error);
  pthread_mutex_destroy(&run.lock);
  nq_watch_release(&run.watch);
  *interrupted = status == NQ_END;
  return status == NQ_END ? NQ_OK : status;
}

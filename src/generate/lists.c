/* Instances of random lists of queens, squares or diagonals: completion, blocked, diagonals, hard
 * and unsolvable (I. P. Gent, C. Jefferson, P. Nightingale, "Complexity of n-Queens Completion",
 * JAIR 59, 2017).
 *
 * MODEL of `hard`.  With few queens placed, squares blocked or diagonals excluded nearly every
 * instance has a solution; with many, almost none has.  The hardest are in between.  Half have a
 * solution at this point:
 *
 *     completion   measured (half_completion); above n = 40 the authors' fit, with sqrt(n / 0.19)
 *                  queens left to place
 *     blocked      measured with this generator, at least 4 squares left per line (half_blocked)
 *     diagonals    measured by the authors, at least 4 left (half_diagonals)
 *
 * Points are interpolated between the measured n and extrapolated with the last slope.  `hard`
 * draws one of the two neighbouring whole numbers so that the mean is the point.
 *
 * MODEL of `unsolvable`.  Reasons placed, blocked and diagonals: a random list of items that do not
 * conflict is cut off after the first item that removes the last solution.
 *
 *     first 0 .. t - 1 items   solvable, or not decided within a limit of the search
 *     first t items            no solution: all possibilities were searched
 *
 * More items can only remove solutions, so t is found by bisection.  Lists that propagation alone
 * refutes are rejected: lists are drawn until the proof takes at least one decision.
 *
 * Reason pigeonhole: s + 1 columns have squares in the same s rows only.  A counting argument
 * proves it without diagonals; it is hard for solvers that only resolve clauses. */
#include "board/board.h"
#include "board/domain.h"
#include "generate/kinds.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define SAMPLE_TRIES          100
#define LEAST                 4
#define HARD_N_MIN            8
#define HARD_N_MAX            4096
#define HARD_N_MAX_COMPLETION 10000
#define CUT_BRANCHES          20000
#define CUT_TRIES             64
#define PIGEONHOLE_N          4096
#define HOLES_MOST            12
#define POLL_SQUARES          65536
#define POLL_DIAGONALS        64
#define BLOCKED_N             4096  /* all n^2 squares are shuffled */
#define DIAGONALS_N           16384 /* every diagonal is walked along */

/* In the order of the parameter `family`, and of nq_item_kind. */
typedef enum family_kind { COMPLETION, BLOCKED, DIAGONALS, FAMILIES } family_kind;

static const struct family {
  nq_generate_parameter count;
  const char *items;
  uint32_t n_most;
} families[FAMILIES] = {
    [COMPLETION] = {NQ_GENERATE_PLACED, "queens", UINT32_MAX},
    [BLOCKED] = {NQ_GENERATE_BLOCKS, "squares", BLOCKED_N},
    [DIAGONALS] = {NQ_GENERATE_DIAGONALS, "diagonals", DIAGONALS_N},
};

/* The most items of a family's list. */
static uint64_t most_items(family_kind family, uint64_t n) {
  return family == COMPLETION ? n : family == BLOCKED ? n * n : 2 * (2 * n - 1);
}

/* ---- A list ---- */

/* Up to `room` items, each at random among those that
 *
 *     completion   are in a free row and column and attack no queen (gives up after n^2 draws)
 *     blocked      leave `least` squares in every column and row
 *     diagonals    leave `least` squares in every column and row
 *
 * A prefix of it makes an instance. */
typedef struct sample {
  nq_making *at;
  family_kind family;
  uint32_t n;
  uint64_t *items; /* as of nq_instance_add */
  uint64_t count, room, least;
  nq_arrays arrays; /* these and the items */
  /* The lines while the list is drawn; diagonals by their items. */
  uint32_t *columns, *rows; /* the squares left on each; of completions the free lines, */
  uint32_t lines;           /* as many of each */
  uint8_t *taken;           /* 1: a diagonal with a queen, or an excluded one */
} sample;

static uint64_t rising_item(int64_t column, int64_t row) {
  return (uint64_t)(column + row) << 1 | 1;
}

static uint64_t falling_item(int64_t column, int64_t row, uint32_t n) {
  return (uint64_t)(row + n - 1 - column) << 1;
}

static void add_square(sample *list, uint32_t column, uint32_t row) {
  list->items[list->count++] = (uint64_t)column << 32 | row;
}

static void draw_queen(sample *list) {
  uint32_t i = next_below(list->at, list->lines), j = next_below(list->at, list->lines);
  uint32_t column = list->columns[i], row = list->rows[j];
  uint64_t rising = rising_item(column, row), falling = falling_item(column, row, list->n);
  if (list->taken[rising] || list->taken[falling]) return;
  list->taken[rising] = list->taken[falling] = 1;
  list->lines--;
  list->columns[i] = list->columns[list->lines];
  list->rows[j] = list->rows[list->lines];
  add_square(list, column, row);
}

static nq_status draw_queens(sample *list) {
  uint64_t draws = (uint64_t)list->n * list->n;
  for (uint64_t i = 0; i < draws && list->count < list->room; i++) {
    if (nq_generate_poll_at(list->at, i)) return NQ_END;
    draw_queen(list);
  }
  return NQ_OK;
}

static void take_block(sample *list, uint32_t square) {
  uint32_t column = square / list->n, row = square % list->n;
  if (list->columns[column] <= list->least || list->rows[row] <= list->least) return;
  list->columns[column]--;
  list->rows[row]--;
  add_square(list, column, row);
}

/* Remove the squares of a diagonal, row = base + slope * column, from their lines, except those
 * that a diagonal of the other direction has removed.  Nothing is changed when a line would keep
 * too few. */
static void take_diagonal(sample *list, uint32_t item) {
  uint32_t n = list->n;
  int64_t index = (int64_t)(item >> 1), last = (int64_t)n - 1, slope = item & 1 ? -1 : 1;
  int64_t base = slope < 0 ? index : index - last;
  int64_t past = -slope * (index - last); /* columns missing on the left, or right if negative */
  int64_t first = past > 0 ? past : 0, end = past > 0 ? last : last + past;
  for (int pass = 0; pass < 2; pass++)
    for (int64_t column = first; column <= end; column++) {
      int64_t row = base + slope * column;
      if (list->taken[item & 1 ? falling_item(column, row, n) : rising_item(column, row)]) continue;
      if (list->columns[column] <= list->least || list->rows[row] <= list->least) return;
      list->columns[column] -= (uint32_t)pass;
      list->rows[row] -= (uint32_t)pass;
    }
  list->taken[item] = 1;
  list->items[list->count++] = item;
}

/* All squares, or diagonals, in random order. */
static nq_status draw_items(sample *list) {
  bool squares = list->family == BLOCKED;
  uint32_t all = (uint32_t)most_items(list->family, list->n);
  uint32_t *order = nq_arrays_take(&list->arrays, all, sizeof *order);
  if (order == NULL) return nq_generate_no_memory(list->n, list->at->error);
  nq_status status = nq_generate_permutation(list->at, order, all) ? NQ_OK : NQ_END;
  for (uint32_t i = 0; i < all && list->count < list->room && status == NQ_OK; i++)
    if (i % (squares ? POLL_SQUARES : POLL_DIAGONALS) == 63 &&
        nq_generate_poll(list->at->generation))
      status = NQ_END;
    else if (squares)
      take_block(list, order[i]);
    else
      take_diagonal(list, order[i]);
  return status;
}

/* NQ_UNSUPPORTED when n is too large for the family, NQ_NO_MEMORY, NQ_END.  Release its arrays
 * always. */
static nq_status draw_list(nq_making *at, family_kind family, uint64_t most, uint64_t least,
                           sample *list) {
  uint32_t n = at->n, n_most = families[family].n_most;
  uint64_t room = most_items(family, n);
  *list = (sample){.at = at, .family = family, .n = n, .least = least, .lines = n};
  if (n > n_most)
    return nq_error_set(at->error, NQ_UNSUPPORTED,
                        "n = %" PRIu32 " is over %" PRIu32 ", the most for this kind", n, n_most);
  list->room = most < room ? most : room;
  list->items = nq_arrays_take(&list->arrays, list->room, sizeof *list->items);
  list->columns = nq_arrays_take(&list->arrays, n, sizeof *list->columns);
  list->rows = nq_arrays_take(&list->arrays, n, sizeof *list->rows);
  list->taken = nq_arrays_take(&list->arrays, n, 4); /* two directions of 2n - 1 diagonals */
  if (list->arrays.failed) return nq_generate_no_memory(n, at->error);
  for (uint32_t i = 0; i < n; i++) list->columns[i] = list->rows[i] = family == COMPLETION ? i : n;
  return family == COMPLETION ? draw_queens(list) : draw_items(list);
}

/* The instance of the first `count` items; NULL when the watch stops it, or after an error. */
static nq_status build(const sample *list, uint64_t count, nq_instance **instance) {
  nq_status status = NQ_OK;
  *instance = nq_instance_new(list->n);
  if (*instance == NULL) return nq_generate_no_memory(list->n, list->at->error);
  for (uint64_t i = 0; i < count && status == NQ_OK; i++)
    status = nq_generate_poll_at(list->at, i)
                 ? NQ_END
                 : nq_instance_add(*instance, (nq_item_kind)list->family, list->items[i],
                                   list->at->error);
  if (status == NQ_OK) return NQ_OK;
  nq_instance_free(*instance);
  *instance = NULL;
  return status;
}

/* ---- Where half have a solution ---- */

typedef struct point {
  double n, value;
} point;

static const point half_diagonals[] = {{10, 6},    {12, 8.3},  {14, 10.7},
                                       {16, 13.2}, {18, 15.9}, {20, 17.9}};
/* Mean number of squares left in a line, from 300 instances at each of several numbers of blocks.
 * At n = 10 it agrees with the paper's 49 blocks. */
static const point half_blocked[] = {{8, 4.27},  {10, 5.08}, {12, 5.30}, {14, 5.66}, {16, 5.78},
                                     {20, 6.01}, {24, 6.29}, {28, 6.37}, {32, 6.52}, {40, 6.66}};

/* Queens placed, from 400 instances at each of several numbers of queens, 300 from n = 100 on.
 * These and the paper's formula, n - sqrt(n / 0.19), agree from n = 20 to n = 200, where it is
 * used; at n = 1000 it leaves 73 queens to place, with which four of five instances have a
 * solution. */
static const point half_completion[] = {{8, 2.70},   {9, 3.46},      {10, 3.54},     {11, 3.98},
                                        {12, 4.67},  {13, 5.34},     {14, 5.86},     {15, 6.61},
                                        {16, 7.32},  {18, 8.60},     {20, 10.10},    {25, 13.74},
                                        {30, 17.51}, {40, 25.50},    {200, 167.6},   {500, 452.4},
                                        {1000, 936}, {2000, 1916.9}, {5000, 4879.7}, {10000, 9850}};

#define FORMULA_N     40
#define FORMULA_N_END 200

static double interpolate(const point *points, size_t count, double n) {
  size_t i = 1;
  while (i + 1 < count && points[i].n < n) i++;
  const point *a = &points[i - 1], *b = &points[i];
  return a->value + (b->value - a->value) * (n - a->n) / (b->n - a->n);
}

static double half_of_completion(double n) {
  if (n > FORMULA_N && n < FORMULA_N_END) return n - sqrt(n / 0.19);
  /* Farther on, the queens left grow as from n = 5000 to n = 10,000. */
  if (n > HARD_N_MAX_COMPLETION) return n - 150 * pow(n / HARD_N_MAX_COMPLETION, 0.32);
  return interpolate(half_completion, sizeof half_completion / sizeof(point), n);
}

static double half_point(family_kind family, uint32_t n) {
  double size = n, value;
  if (family == COMPLETION)
    value = half_of_completion(size);
  else if (family == BLOCKED)
    value = size * (size - interpolate(half_blocked, sizeof half_blocked / sizeof(point), size));
  else
    value = interpolate(half_diagonals, sizeof half_diagonals / sizeof(point), size);
  return value > 0 ? value : 0;
}

/* ---- completion, blocked, diagonals and hard ---- */

/* Draw random lists until one is long enough. */
static nq_status make_sampled(nq_making *at, family_kind family) {
  nq_generated *item = at->item;
  uint64_t count = item->value[families[family].count], longest = 0;
  uint64_t least = family == COMPLETION ? 0 : item->value[NQ_GENERATE_LEAST];
  for (unsigned i = 0; i < SAMPLE_TRIES; i++) {
    sample list;
    nq_status status = draw_list(at, family, count, least, &list);
    if (status == NQ_OK && list.count == count) status = build(&list, count, &item->instance);
    if (list.count > longest) longest = list.count;
    nq_arrays_release(&list.arrays);
    if (status != NQ_OK) return status;
    if (item->instance == NULL) continue;
    return item->value[NQ_GENERATE_VERDICT] == 1 ? nq_exact_verdict(at) : NQ_OK;
  }
  return nq_error_set(at->error, NQ_UNSUPPORTED,
                      "no random list for n = %" PRIu32 " had %" PRIu64
                      " %s: the longest of %d had %" PRIu64,
                      at->n, count, families[family].items, SAMPLE_TRIES, longest);
}

/* The family whose count the kind takes. */
static family_kind family_of(const nq_generate_kind *kind) {
  family_kind family = COMPLETION;
  while ((kind->parameters >> families[family].count & 1) == 0) family++;
  return family;
}

/* Check or fill in the number of items and of squares to leave. */
nq_status nq_sampled_prepare(nq_generating *generation, nq_error *error) {
  family_kind family = family_of(&generation->entry->kind);
  uint32_t n = generation->options.n;
  uint64_t *least = &generation->options.value[NQ_GENERATE_LEAST];
  if (family != COMPLETION && *least == NQ_GENERATE_DEFAULT) *least = n / 2 < LEAST ? n / 2 : LEAST;
  if (family != COMPLETION && *least > n)
    return nq_error_set(error, NQ_BAD_VALUE,
                        "least: a line of n = %" PRIu32 " has no %" PRIu64 " squares", n, *least);
  return nq_generate_settle(generation, families[family].count,
                            (uint64_t)(half_point(family, n) + 0.5), 0, most_items(family, n),
                            error);
}

nq_status nq_sampled_make(nq_making *at) {
  return make_sampled(at, family_of(at->item->kind));
}

nq_status nq_hard_prepare(nq_generating *generation, nq_error *error) {
  uint32_t n = generation->options.n;
  bool completion = generation->options.value[NQ_GENERATE_FAMILY] == COMPLETION;
  int most = completion ? HARD_N_MAX_COMPLETION : HARD_N_MAX;
  if (n >= HARD_N_MIN && n <= (uint32_t)most) return NQ_OK;
  return nq_error_set(
      error, NQ_UNSUPPORTED,
      "n = %" PRIu32 " is out of range: it must be %d to %d, since elsewhere it is not known where "
      "half of the instances have a solution",
      n, HARD_N_MIN, most);
}

/* One of the two neighbouring whole numbers. */
static uint64_t round_randomly(double value, nq_pcg64 *random) {
  double whole = floor(value);
  return (uint64_t)whole + (nq_pcg64_unit(random) < value - whole);
}

nq_status nq_hard_make(nq_making *at) {
  uint64_t *value = at->item->value, *family = &value[NQ_GENERATE_FAMILY];
  if (*family == NQ_GENERATE_DEFAULT) *family = at->item->index % FAMILIES;
  family_kind of = (family_kind)*family;
  if (of != COMPLETION) value[NQ_GENERATE_LEAST] = LEAST;
  value[families[of].count] = round_randomly(half_point(of, at->n), &at->random);
  return make_sampled(at, of);
}

/* ---- unsolvable ---- */

enum { REASON_PIGEONHOLE = FAMILIES, REASONS };

nq_status nq_unsolvable_prepare(nq_generating *generation, nq_error *error) {
  uint32_t n = generation->options.n;
  uint64_t reason = generation->options.value[NQ_GENERATE_REASON];
  uint32_t most = reason == REASON_PIGEONHOLE ? PIGEONHOLE_N : NQ_BACKTRACK_N_MAX;
  if (n == 1)
    return nq_error_set(error, NQ_NONE,
                        "a board of one square has a solution unless that square is forbidden: n "
                        "must be 2 or more");
  if (n < 4 && reason == REASON_PIGEONHOLE)
    return nq_error_set(error, NQ_UNSUPPORTED, "pigeonhole: n must be 4 to %d", PIGEONHOLE_N);
  if (n <= most) return NQ_OK;
  return nq_error_set(error, NQ_UNSUPPORTED, "n = %" PRIu32 " is over %" PRIu32 ": %s", n, most,
                      most == PIGEONHOLE_N ? "the most for pigeonhole"
                                           : "the proof is by exact search; --reason pigeonhole "
                                             "goes up to 4096");
}

static nq_status refute_prefix(const sample *list, uint64_t count, bool *refuted,
                               uint64_t *branches) {
  nq_instance *instance;
  nq_enumerate_result report = {0};
  nq_status status = build(list, count, &instance);
  const nq_backtrack_plan plan = {.instance = instance, .solutions = 1, .branches = CUT_BRANCHES};
  if (status == NQ_OK) status = nq_exact_search(list->at, plan, &report);
  nq_instance_free(instance);
  *refuted = status == NQ_OK && report.end == NQ_ENUMERATE_ALL;
  *branches = report.branches;
  return status;
}

/* The shortest prefix that is proved to have no solution; *instance stays NULL if the whole list
 * cannot be refuted. */
static nq_status cut_list(const sample *list, nq_instance **instance, uint64_t *branches) {
  uint64_t low = 0, high = list->count;
  bool refuted;
  nq_status status = refute_prefix(list, high, &refuted, branches);
  if (!refuted) return status;
  while (status == NQ_OK && low < high) {
    uint64_t middle = low + (high - low) / 2, of_middle;
    status = refute_prefix(list, middle, &refuted, &of_middle);
    if (refuted) {
      high = middle;
      *branches = of_middle;
    } else {
      low = middle + 1;
    }
  }
  return status == NQ_OK ? build(list, high, instance) : status;
}

static nq_status make_cut(nq_making *at, family_kind family) {
  nq_generated *item = at->item;
  bool searched = false;
  for (unsigned i = 0; i < CUT_TRIES && !searched; i++) {
    sample list;
    uint64_t branches = 0;
    nq_instance *instance = NULL;
    nq_status status = draw_list(at, family, UINT64_MAX, 1, &list);
    if (status == NQ_OK) status = cut_list(&list, &instance, &branches);
    nq_arrays_release(&list.arrays);
    if (instance != NULL && (item->instance == NULL || branches > 0)) {
      nq_instance_free(item->instance);
      item->instance = instance;
      searched = branches > 0;
    } else {
      nq_instance_free(instance);
    }
    if (status != NQ_OK) return status;
  }
  item->answer = NQ_KNOWN_UNSOLVABLE;
  snprintf(item->reason, sizeof item->reason, "all possibilities were searched");
  if (item->instance != NULL) return NQ_OK;
  return nq_error_set(at->error, NQ_UNSUPPORTED, "no instance of n = %" PRIu32 " could be refuted",
                      at->n);
}

/* Block columns[0 .. holes] except on rows[0 .. holes - 1]. */
static nq_status block_around(nq_instance *instance, const uint32_t *columns, const uint32_t *rows,
                              uint32_t holes, nq_error *error) {
  uint32_t n = nq_instance_n(instance);
  nq_status status = NQ_OK;
  for (uint32_t i = 0; i <= holes; i++)
    for (uint32_t j = holes; j < n && status == NQ_OK; j++)
      status = nq_instance_block(instance, columns[i], rows[j], error);
  return status;
}

static nq_status prove_pigeonhole(const nq_making *at) {
  nq_generated *item = at->item;
  nq_domain domain;
  nq_error why = {0};
  nq_status status = nq_domain_init(&domain, item->instance, &why);
  if (status == NQ_OK) status = nq_domain_refute(&domain, &why);
  nq_domain_release(&domain);
  if (status == NQ_OK)
    return nq_error_set(at->error, NQ_INTERNAL, "a pigeonhole instance was not refuted");
  if (status != NQ_NONE) return nq_error_pass(at->error, &why);
  memcpy(item->reason, why.message, sizeof item->reason - 1);
  return NQ_OK;
}

static nq_status make_pigeonhole(nq_making *at) {
  uint32_t n = at->n, most = n / 2 < HOLES_MOST ? n / 2 : HOLES_MOST;
  uint32_t holes = 2 + next_below(at, most - 1);
  uint32_t *columns = nq_arrays_take(&at->arrays, n, sizeof *columns);
  uint32_t *rows = nq_arrays_take(&at->arrays, n, sizeof *rows);
  at->item->instance = nq_instance_new(n);
  at->item->answer = NQ_KNOWN_UNSOLVABLE;
  if (at->arrays.failed || at->item->instance == NULL) return nq_generate_no_memory(n, at->error);
  (void)nq_generate_permutation(at, columns, n);
  (void)nq_generate_permutation(at, rows, n);
  nq_status status = block_around(at->item->instance, columns, rows, holes, at->error);
  return status == NQ_OK ? prove_pigeonhole(at) : status;
}

nq_status nq_unsolvable_make(nq_making *at) {
  uint64_t *reason = &at->item->value[NQ_GENERATE_REASON];
  if (*reason == NQ_GENERATE_DEFAULT)
    *reason = at->item->index % (at->n < 4 ? (uint64_t)FAMILIES : REASONS);
  return *reason == REASON_PIGEONHOLE ? make_pigeonhole(at) : make_cut(at, (family_kind)*reason);
}

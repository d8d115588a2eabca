/* Runs of backtracking: their beginnings, slices, and the walk with masks. */
#include "exact/backtracking_parts.h"

#include <stdlib.h>

/* A slice has at least this many choices for the first columns, if there are enough. */
#define CHOICES_PER_SLICE 4

/* For fewer solutions than this, a table of tails or threads cost more than they save. */
#define BRIEF_SOLUTIONS 10000

/* ---- The first columns ---- */

/* The squares of the next column that earlier queens attack, by direction. */
struct attacked {
  uint64_t rows, rising, falling;
};

static struct attacked attack(struct attacked before, uint64_t queen) {
  return (struct attacked){before.rows | queen, (before.rising | queen) >> 1,
                           (before.falling | queen) << 1};
}

/* Number all choices for the first run->prefix columns in order, and continue the walk after those
 * of the slice. */
static bool walk_prefixes(nq_backtrack_run *run, uint32_t column, struct attacked attacked) {
  if (column == run->prefix) {
    uint64_t number = run->seen++;
    if (run->walk == NULL || number < run->begin || number >= run->end) return true;
    return run->walk(run, column);
  }
  uint64_t left = run->allowed[column] & ~(attacked.rows | attacked.rising | attacked.falling);
  for (; left != 0 && (run->walk == NULL || run->seen < run->end); left &= left - 1) {
    run->rows[column] = (uint32_t)__builtin_ctzll(left);
    if (column == 0 && run->plan.fundamental) nq_backtrack_allow_least(run);
    if (run->walk != NULL) run->report.branches++;
    if (!walk_prefixes(run, column + 1, attack(attacked, row_bit(run->rows[column])))) return false;
  }
  return true;
}

static uint64_t count_prefixes(nq_backtrack_run *run, uint32_t columns) {
  run->prefix = columns;
  run->seen = run->begin = run->end = 0;
  walk_prefixes(run, 0, (struct attacked){0});
  return run->seen;
}

static void choose_prefix(nq_backtrack_run *run) {
  const nq_backtrack_plan *plan = &run->plan;
  uint32_t columns = plan->fundamental ? 1 : 0;
  uint64_t choices = 1;
  if (plan->slices > 1) {
    columns = 0;
    do choices = count_prefixes(run, ++columns);
    while (columns < run->n && choices > 0 && choices < CHOICES_PER_SLICE * plan->slices);
  }
  run->prefix = columns;
  run->seen = run->begin = 0;
  run->end = UINT64_MAX;
  if (plan->slices <= 1) return;
  run->begin = choices * plan->slice / plan->slices; /* fits into 64 bits */
  run->end = choices * (plan->slice + 1) / plan->slices;
}

/* ---- The last columns of a plain board, from a table ----
 *
 * MODEL.  A tail is the queens of the last TAIL_COLUMNS columns, none of which attack each
 * other.  All tails are listed by their set of rows, and for each set in lexicographic order.
 * Earlier queens attack a diagonal at its square in the first of these columns:
 *
 *     . . . | . . Q        a queen on row r, j columns after the cut, is attacked by
 *     . . . | . . .            rising  bit r + j    (shifted by -1 with every column)
 *     . . . | . . .            falling bit r - j    (shifted by +1)
 *      cut ^  j = 2        if that is on the board
 *
 * So a tail fits a board with the same free rows if none of its bits is attacked.  Tails are
 * scanned 16 at a time with a filter of the 16 middle bits of each direction, which are all bits up
 * to n = 16; those that pass are tested against all bits. */

/* The table saves time from TAIL_N_LEAST on and is too large above TAIL_N_MOST. */
enum { TAIL_COLUMNS = 6, TAIL_N_LEAST = 13, TAIL_N_MOST = 18 };

#define BLOCK    16
#define ROW_BITS 5

struct nq_backtrack_tails {
  nq_arrays arrays;
  uint32_t n;
  uint32_t *start;  /* 2^n + 1, by row set: its first tail, a multiple of BLOCK */
  uint32_t *filter; /* 16 bits of rising, 16 of falling */
  uint64_t *lines;  /* n bits of rising; from bit 32 on, n bits of falling */
  uint32_t *rows;   /* ROW_BITS for each column */
};

static uint32_t filter_of(uint64_t lines, uint32_t n) {
  uint32_t skip = n > 16 ? (n - 16) / 2 : 0;
  return (uint32_t)(lines >> skip & 0xffff) | (uint32_t)(lines >> (32 + skip) & 0xffff) << 16;
}

/* Vector extension of gcc and clang, for unaligned loads of four words, which every processor has.
 * Wider vectors were no faster. */
typedef uint32_t four __attribute__((vector_size(16), aligned(4), may_alias));
typedef uint64_t two __attribute__((vector_size(16)));

/* The first block from `at` on with a tail that passes the filter; `end`: none. */
static uint32_t find_block(const uint32_t *filter, uint32_t at, uint32_t end, uint32_t attacked) {
  const four all = {attacked, attacked, attacked, attacked};
  for (; at < end; at += BLOCK) {
    const four *block = (const four *)(filter + at);
    two passes = (two)((block[0] & all) == 0) | (two)((block[1] & all) == 0) |
                 (two)((block[2] & all) == 0) | (two)((block[3] & all) == 0);
    if ((passes[0] | passes[1]) != 0) break;
  }
  return at;
}

/* The tails of a block that pass, as bits; without branches. */
static uint32_t find_in_block(const uint32_t *filter, uint32_t attacked) {
  static const four bits[] = {{1 << 0, 1 << 1, 1 << 2, 1 << 3},
                              {1 << 4, 1 << 5, 1 << 6, 1 << 7},
                              {1 << 8, 1 << 9, 1 << 10, 1 << 11},
                              {1 << 12, 1 << 13, 1 << 14, 1 << 15}};
  const four all = {attacked, attacked, attacked, attacked};
  const four *block = (const four *)filter;
  two passes = (two)((four)((block[0] & all) == 0) & bits[0]) |
               (two)((four)((block[1] & all) == 0) & bits[1]) |
               (two)((four)((block[2] & all) == 0) & bits[2]) |
               (two)((four)((block[3] & all) == 0) & bits[3]);
  uint64_t both = passes[0] | passes[1];
  return (uint32_t)(both | both >> 32);
}

/* A partial tail. */
struct tail {
  uint32_t set, rows;
  uint64_t lines, rising, falling;
};

static struct tail extend(const struct tail *before, uint32_t n, uint32_t column, uint32_t row) {
  uint64_t queen = UINT64_C(1) << row;
  struct tail tail = *before;
  tail.set |= (uint32_t)queen;
  tail.rows |= row << (ROW_BITS * column);
  if (row + column < n) tail.lines |= queen << column;
  if (row >= column) tail.lines |= queen >> column << 32;
  tail.rising = (tail.rising | queen) >> 1;
  tail.falling = (tail.falling | queen) << 1;
  return tail;
}

/* Visit all tails: the first pass counts those of each set, the second stores them. */
static void build(nq_backtrack_tails *tails, const struct tail *before, uint32_t column) {
  if (column == TAIL_COLUMNS) {
    uint32_t at = tails->start[before->set]++;
    if (tails->rows == NULL) return;
    tails->filter[at] = filter_of(before->lines, tails->n);
    tails->lines[at] = before->lines;
    tails->rows[at] = before->rows;
    return;
  }
  uint64_t left = (UINT64_C(1) << tails->n) - 1;
  for (left &= ~(before->set | before->rising | before->falling); left != 0; left &= left - 1) {
    struct tail tail = extend(before, tails->n, column, (uint32_t)__builtin_ctzll(left));
    build(tails, &tail, column + 1);
  }
}

/* Turn counts into starts, each rounded up to whole blocks; returns the total. */
static uint32_t add_up(uint32_t *start, size_t sets) {
  uint32_t sum = 0;
  for (size_t set = 0; set < sets; set++) {
    uint32_t count = start[set];
    start[set] = sum;
    sum += (count + BLOCK - 1) / BLOCK * BLOCK;
  }
  return sum;
}

/* Places without a tail are filled so that they never fit. */
static bool reserve(nq_backtrack_tails *tails, size_t count) {
  tails->filter = nq_arrays_take(&tails->arrays, count, sizeof *tails->filter);
  tails->lines = nq_arrays_take(&tails->arrays, count, sizeof *tails->lines);
  tails->rows = nq_arrays_take(&tails->arrays, count, sizeof *tails->rows);
  for (size_t i = 0; i < count && !tails->arrays.failed; i++) {
    tails->filter[i] = UINT32_MAX;
    tails->lines[i] = UINT64_MAX;
  }
  return !tails->arrays.failed;
}

static void free_tails(nq_backtrack_tails *tails) {
  if (tails != NULL) nq_arrays_release(&tails->arrays);
  free(tails);
}

/* The table for n; NULL when there is no memory for it. */
static nq_backtrack_tails *make_tails(uint32_t n) {
  static const struct tail none = {0};
  size_t sets = (size_t)1 << n;
  nq_backtrack_tails *tails = calloc(1, sizeof *tails);
  if (tails == NULL) return NULL;
  tails->n = n;
  tails->start = nq_arrays_take(&tails->arrays, sets + 1, sizeof *tails->start);
  if (tails->start != NULL) {
    build(tails, &none, 0);
    uint32_t count = add_up(tails->start, sets);
    if (count > 0 && reserve(tails, count)) {
      build(tails, &none, 0);
      /* Storing the tails has moved each start to the set's end. */
      for (size_t set = sets; set > 0; set--)
        tails->start[set] = (tails->start[set - 1] + BLOCK - 1) / BLOCK * BLOCK;
      tails->start[0] = 0;
      return tails;
    }
  }
  free_tails(tails);
  return NULL;
}

static bool take_solution(nq_backtrack_run *run, uint32_t rows) {
  for (uint32_t i = 0; i < TAIL_COLUMNS; i++)
    run->rows[run->n - TAIL_COLUMNS + i] = rows >> (ROW_BITS * i) & ((1U << ROW_BITS) - 1);
  run->tails_taken++;
  return nq_backtrack_solution(run);
}

/* Visit the solutions that begin with run->rows[], of which only the last columns are missing.
 * False: the search ends. */
static bool take_tails(nq_backtrack_run *run, struct attacked earlier) {
  const nq_backtrack_tails *tails = run->tails;
  uint64_t board = (UINT64_C(1) << tails->n) - 1, set = board & ~earlier.rows;
  uint64_t attacked = (earlier.rising & board) | (earlier.falling & board) << 32;
  uint32_t filter = filter_of(attacked, tails->n), end = tails->start[set + 1];
  bool taken = false, exact = tails->n <= 16;
  if ((set & ~(earlier.rising | earlier.falling)) == 0)
    end = 0; /* no square in the tail's first column */
  for (uint32_t at = tails->start[set]; (at = find_block(tails->filter, at, end, filter)) < end;
       at += BLOCK) {
    for (uint32_t left = find_in_block(tails->filter + at, filter); left != 0; left &= left - 1) {
      uint32_t i = at + (uint32_t)__builtin_ctz(left);
      if (!exact && (tails->lines[i] & attacked) != 0) continue;
      taken = true;
      if (!take_solution(run, tails->rows[i])) return false;
    }
  }
  run->report.failures += !taken;
  return true;
}

/* ---- The walk ---- */

/* Whether table and threads must not be used: too little work, or a limit that needs the order. */
static bool is_brief(const nq_backtrack_plan *plan) {
  return plan->branches > 0 || (plan->solutions > 0 && plan->solutions < BRIEF_SOLUTIONS);
}

/* Use a table for the last columns where it saves time.  Without memory for it the search is only
 * slower. */
static void choose_tails(nq_backtrack_run *run) {
  bool small = run->n >= TAIL_N_LEAST && run->n <= TAIL_N_MOST;
  if (small && !is_brief(&run->plan) && run->prefix <= run->n - TAIL_COLUMNS &&
      run->begin < run->end)
    run->tails = make_tails(run->n);
}

/* The walk has placed all its queens: hand out a part, report a solution, or continue with the
 * tails. */
static bool finish_walk(nq_backtrack_run *run, struct attacked attacked) {
  if (run->hand_out != NULL) return run->hand_out(run, NULL);
  if (run->tails == NULL) return nq_backtrack_solution(run);
  return take_tails(run, attacked);
}

/* With masks alone. */
static bool walk_columns(nq_backtrack_run *run, uint32_t first) {
  const uint64_t *allowed = run->allowed;
  const uint32_t end = run->columns;
  uint64_t left[NQ_BACKTRACK_N_MAX], branches = run->report.branches, failures = 0;
  struct attacked stack[NQ_BACKTRACK_N_MAX + 1];
  bool goes_on = true;
  uint32_t column = first;
  stack[first] = (struct attacked){0};
  for (uint32_t i = 0; i < first; i++) stack[first] = attack(stack[first], row_bit(run->rows[i]));
  if (first == end) return finish_walk(run, stack[first]);
  left[first] = allowed[first] & ~(stack[first].rows | stack[first].rising | stack[first].falling);
  failures += left[first] == 0;
  while (goes_on) {
    uint64_t squares = left[column];
    if (squares == 0) {
      if (column-- == first) break;
      continue;
    }
    left[column] = squares & (squares - 1);
    run->rows[column] = (uint32_t)__builtin_ctzll(squares);
    branches++;
    struct attacked next = attack(stack[column], squares & -squares);
    if (column + 1 < end) {
      left[column + 1] = allowed[column + 1] & ~(next.rows | next.rising | next.falling);
      if (left[column + 1] != 0)
        stack[++column] = next;
      else
        failures++;
    } else {
      if (run->hand_out != NULL) { /* a part is handed out with the statistics up to it */
        run->report.branches = branches;
        run->report.failures += failures;
        failures = 0;
      }
      goes_on = finish_walk(run, next);
    }
    if (branches >= run->pause && goes_on) {
      run->report.branches = branches;
      goes_on = nq_backtrack_goes_on(run);
    }
  }
  run->report.branches = branches + run->tails_taken;
  run->report.failures += failures;
  run->tails_taken = 0;
  return goes_on;
}

/* ---- Runs ---- */

static nq_status require_plan(const nq_backtrack_plan *plan, nq_error *error) {
  uint32_t n = nq_instance_n(plan->instance);
  if (n > NQ_BACKTRACK_N_MAX)
    return nq_error_set(error, NQ_UNSUPPORTED,
                        "n = %" PRIu32 " is over %d, the largest n of an enumeration; `solve` "
                        "finds one solution of a larger board",
                        n, NQ_BACKTRACK_N_MAX);
  if (plan->slices > NQ_ENUMERATE_SLICES_MAX || (plan->slices > 0 && plan->slice >= plan->slices))
    return nq_error_set(error, NQ_BAD_VALUE,
                        "there is no slice %" PRIu64 "/%" PRIu64 ": K/M is a K from 0 to M - 1 of "
                        "1 to %d slices",
                        plan->slice, plan->slices, NQ_ENUMERATE_SLICES_MAX);
  if (plan->fundamental && !nq_instance_is_plain(plan->instance))
    return nq_error_set(error, NQ_UNSUPPORTED,
                        "fundamental solutions are those of plain boards: the images of a solution "
                        "need not keep this instance");
  return NQ_OK;
}

/* Fill run->allowed: the squares of each column that are neither forbidden nor attacked by a placed
 * queen of another column. */
static nq_status fill_allowed(nq_backtrack_run *run, nq_error *error) {
  nq_domain domain;
  nq_status status = nq_domain_init(&domain, run->plan.instance, error);
  for (uint32_t column = 0; column < run->n && status == NQ_OK; column++) {
    run->allowed[column] = 0;
    for (uint32_t row = 0; row < run->n; row++)
      if (domain_allows(&domain, column, row)) run->allowed[column] |= row_bit(row);
    if (domain_is_fixed(&domain, column))
      run->allowed[column] &= row_bit(domain_fixed_row(&domain, column));
  }
  nq_domain_release(&domain);
  return status;
}

static bool walk_all(nq_backtrack_run *run) {
  return walk_prefixes(run, 0, (struct attacked){0});
}

static bool is_shareable(const nq_backtrack_run *run) {
  const nq_backtrack_plan *plan = &run->plan;
  return plan->threads > 1 && run->n >= NQ_TEAM_N_LEAST && !is_brief(plan) &&
         (plan->visit == NULL || plan->sink != NULL);
}

nq_status nq_backtrack_enumerate(const nq_backtrack_plan *plan, nq_enumerate_result *report,
                                 nq_error *error) {
  nq_backtrack_run run = {.plan = *plan};
  nq_error why;
  *report = run.report;
  nq_status status = require_plan(plan, error);
  if (status != NQ_OK) return status;
  run.n = nq_instance_n(plan->instance);
  nq_backtrack_set_pause(&run);
  status = fill_allowed(&run, error);
  if (status != NQ_OK) return status;
  if (nq_instance_contradiction(plan->instance, &why)) run.allowed[0] = 0;
  /* NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult): n is at least 1 */
  if (plan->fundamental) run.allowed[0] &= UINT64_MAX >> (64 - (run.n + 1) / 2);
  choose_prefix(&run);
  bool plain = !plan->fail_first && nq_instance_is_plain(plan->instance);
  run.walk = plain ? walk_columns : nq_backtrack_walk_lines;
  if (plain) choose_tails(&run);
  run.columns = run.n - (run.tails != NULL ? TAIL_COLUMNS : 0);
  if (!is_shareable(&run) || !nq_backtrack_share(&run, walk_all)) walk_all(&run);
  free_tails(run.tails);
  *report = run.report;
  return NQ_OK;
}

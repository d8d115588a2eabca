/* Runs of backtracking: limits, slices, fundamental solutions. */
#include "exact/backtracking_parts.h"
#include "exact/exact.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

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
    if (column == 0 && run->plan->fundamental) nq_backtrack_allow_least(run);
    if (run->walk != NULL) run->report->branches++;
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
  const nq_backtrack_plan *plan = run->plan;
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

/* ---- The walk ---- */

/* Whether table and threads must not be used: too little work, or a limit that needs the order. */
static bool is_brief(const nq_backtrack_plan *plan) {
  return plan->branches > 0 || (plan->solutions > 0 && plan->solutions < BRIEF_SOLUTIONS);
}

/* Use a table for the last columns where it saves time.  Without memory for it the search is only
 * slower. */
static void choose_tails(nq_backtrack_run *run) {
  bool small = run->n >= NQ_TAIL_N_LEAST && run->n <= NQ_TAIL_N_MOST;
  if (small && !is_brief(run->plan) && run->prefix <= run->n - NQ_TAIL_COLUMNS &&
      run->begin < run->end)
    run->tails = nq_backtrack_tails_new(run->n);
}

/* The walk has placed all its queens: hand out a part, report a solution, or continue with the
 * tails. */
static bool finish_walk(nq_backtrack_run *run, struct attacked attacked) {
  if (run->team != NULL) return run->hand_out(run, run->shared, NULL);
  if (run->tails == NULL) return nq_backtrack_solution(run);
  return nq_backtrack_take_tails(run, attacked.rows, attacked.rising, attacked.falling);
}

static uint32_t walk_end(const nq_backtrack_run *run) {
  if (run->team != NULL) return run->shared;
  return run->n - (run->tails != NULL ? NQ_TAIL_COLUMNS : 0);
}

/* With masks alone. */
static bool walk_columns(nq_backtrack_run *run, uint32_t first) {
  const uint64_t *allowed = run->allowed;
  const uint32_t end = walk_end(run);
  uint64_t left[NQ_BACKTRACK_N_MAX], branches = run->report->branches, failures = 0;
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
      if (run->team != NULL) { /* a part is handed out with the statistics up to it */
        run->report->branches = branches;
        run->report->failures += failures;
        failures = 0;
      }
      goes_on = finish_walk(run, next);
    }
    if (branches >= run->pause && goes_on) {
      run->report->branches = branches;
      goes_on = nq_backtrack_goes_on(run);
    }
  }
  run->report->branches = branches + run->tails_taken;
  run->report->failures += failures;
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
  nq_status status = nq_domain_init(&domain, run->plan->instance, error);
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
  const nq_backtrack_plan *plan = run->plan;
  return plan->threads > 1 && run->n >= NQ_TEAM_N_LEAST && !is_brief(plan) &&
         (plan->visit == NULL || plan->sink != NULL);
}

nq_status nq_backtrack_enumerate(const nq_backtrack_plan *plan, nq_backtrack_report *report,
                                 nq_error *error) {
  nq_backtrack_run run = {.plan = plan, .report = report, .in_order = !plan->fail_first};
  nq_error why;
  *report = (nq_backtrack_report){.end = NQ_BACKTRACK_EXHAUSTED};
  nq_status status = require_plan(plan, error);
  if (status != NQ_OK) return status;
  run.n = nq_instance_n(plan->instance);
  nq_backtrack_set_pause(&run);
  status = fill_allowed(&run, error);
  if (status != NQ_OK) return status;
  if (nq_instance_contradiction(plan->instance, &why)) run.allowed[0] = 0;
  if (plan->fundamental) run.allowed[0] &= UINT64_MAX >> (64 - (run.n + 1) / 2);
  choose_prefix(&run);
  bool plain = run.in_order && nq_instance_is_plain(plan->instance);
  run.walk = plain ? walk_columns : nq_backtrack_walk_lines;
  if (plain) choose_tails(&run);
  if (!is_shareable(&run) || !nq_backtrack_share(&run, walk_all)) walk_all(&run);
  nq_backtrack_tails_free(run.tails);
  return NQ_OK;
}

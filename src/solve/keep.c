/* MODEL.  A column's HOME is its row on the start board; a queen elsewhere is moved.  A solution is
 * improved in PARTS: the queens of a few columns are taken off, and a search in depth puts them on
 * the free squares again, in all ways, to have more of them at home.  It turns back where no more
 * can be at home than in the best way so far.
 *
 *     up to n = 22    The part is the whole board: when the search ends before its limit, the
 *                     solution moves the fewest queens that any solution moves.
 *     beyond          A part for each moved queen: its column, the columns of the queens that keep
 *                     it from its home, and other moved queens, 14 in all; until no part has
 *                     improved the solution in 8 passes, or the limit is reached.  This proves
 *                     nothing. */
#include "solve/parts.h"
#include "board/domain.h"

#include <math.h>

#define WHOLE_N    22
#define PART       14
#define PASSES     8                   /* without an improvement */
#define NODES      (UINT64_C(1) << 24) /* queens put on squares, of a run, */
#define PART_NODES (UINT64_C(1) << 14) /* and of a part that is not the whole board */
#define POLL_NODES (UINT64_C(1) << 16)

struct keeper {
  const nq_domain *domain;
  const uint32_t *from;
  uint32_t *rows, n;
  uint32_t *holder; /* by line, rows, rising and falling: 1 + the column of its queen, or 0 */
  nq_watch *watch;
  uint64_t nodes, limit; /* of all parts so far; of them when this part ends */
  bool stopped;
  uint32_t count, part[WHOLE_N],
      row[WHOLE_N];              /* columns, and the rows that are free without them */
  uint32_t best, found[WHOLE_N]; /* most queens at home, and all rows then */
};

nq_status nq_keep_require(const nq_solve_options *options, uint32_t n, nq_error *error) {
  if (options->from == NULL && options->keep)
    return nq_error_set(error, NQ_BAD_VALUE, "queens are kept of a start board: give one");
  for (uint32_t column = 0; options->from != NULL && column < n; column++)
    if (options->from[column] >= n && options->from[column] != NQ_EMPTY)
      return nq_error_set(error, NQ_BAD_VALUE,
                          "the start board has row %" PRIu32 " in column %" PRIu32
                          ": the rows are 0 to %" PRIu32,
                          options->from[column], column, n - 1);
  return NQ_OK;
}

static bool is_moved(const struct keeper *keeper, uint32_t column) {
  return keeper->from[column] != NQ_EMPTY && keeper->rows[column] != keeper->from[column];
}

static uint32_t *holder_of(const struct keeper *keeper, nq_direction direction, uint32_t column,
                           uint32_t row) {
  uint64_t n = keeper->n;
  uint64_t before = direction == NQ_ROW      ? 0
                    : direction == NQ_RISING ? n + column
                                             : 3 * n - 1 + (n - 1 - column);
  return &keeper->holder[before + row];
}

static void set_holder(const struct keeper *keeper, uint32_t column, uint32_t row, uint32_t value) {
  for (nq_direction direction = NQ_ROW; direction <= NQ_FALLING; direction++)
    *holder_of(keeper, direction, column, row) = value;
}

static bool is_free(const struct keeper *keeper, uint32_t column, uint32_t row) {
  return row != NQ_EMPTY && *holder_of(keeper, NQ_ROW, column, row) == 0 &&
         *holder_of(keeper, NQ_RISING, column, row) == 0 &&
         *holder_of(keeper, NQ_FALLING, column, row) == 0 &&
         domain_allows(keeper->domain, column, row);
}

/* ---- The search of a part ---- */

static bool must_end(struct keeper *keeper) {
  if (++keeper->nodes % POLL_NODES == 0)
    keeper->stopped |= nq_watch_poll(keeper->watch, (nq_progress){.phase = "keep"});
  return keeper->stopped || keeper->nodes >= keeper->limit;
}

/* Most queens of part[depth ..] that can be at home together with those before. */
static uint32_t may_be_home(const struct keeper *keeper, uint32_t depth) {
  uint32_t count = 0;
  for (uint32_t i = depth; i < keeper->count; i++)
    count += is_free(keeper, keeper->part[i], keeper->from[keeper->part[i]]);
  return count;
}

static void search_part(struct keeper *keeper, uint32_t depth, uint32_t at_home) {
  if (depth == keeper->count) {
    keeper->best = at_home;
    for (uint32_t i = 0; i < depth; i++) keeper->found[i] = keeper->rows[keeper->part[i]];
    return;
  }
  uint32_t column = keeper->part[depth], home = keeper->from[column];
  for (uint32_t i = 0; i <= keeper->count; i++) { /* home, then the others */
    uint32_t row = i == 0 ? home : keeper->row[i - 1];
    if (at_home + may_be_home(keeper, depth) <= keeper->best || must_end(keeper)) return;
    if ((i > 0 && row == home) || !is_free(keeper, column, row)) continue;
    keeper->rows[column] = row;
    set_holder(keeper, column, row, column + 1);
    search_part(keeper, depth + 1, at_home + (i == 0));
    set_holder(keeper, column, row, 0);
  }
}

/* Have more queens of the part at home; whether there are. */
static bool improve_part(struct keeper *keeper, uint64_t nodes) {
  uint32_t at_home = 0;
  for (uint32_t i = 0; i < keeper->count; i++) {
    uint32_t column = keeper->part[i];
    keeper->row[i] = keeper->found[i] = keeper->rows[column];
    at_home += keeper->rows[column] == keeper->from[column];
    set_holder(keeper, column, keeper->rows[column], 0);
  }
  keeper->best = at_home;
  keeper->limit = NODES - keeper->nodes < nodes ? NODES : keeper->nodes + nodes;
  search_part(keeper, 0, 0);
  for (uint32_t i = 0; i < keeper->count; i++) {
    keeper->rows[keeper->part[i]] = keeper->found[i];
    set_holder(keeper, keeper->part[i], keeper->found[i], keeper->part[i] + 1);
  }
  return keeper->best > at_home;
}

/* ---- Parts ---- */

/* False where it has a placed queen, which stays. */
static bool add_column(struct keeper *keeper, uint32_t column) {
  if (domain_is_fixed(keeper->domain, column)) return false;
  for (uint32_t i = 0; i < keeper->count; i++)
    if (keeper->part[i] == column) return true;
  keeper->part[keeper->count++] = column;
  return true;
}

/* False when the queen cannot return: a placed queen attacks its home, or it is forbidden. */
static bool choose_part(struct keeper *keeper, const uint32_t *moved, uint32_t count,
                        uint32_t column, nq_pcg64 *random) {
  uint32_t home = keeper->from[column];
  keeper->count = 0;
  if (!domain_allows(keeper->domain, column, home)) return false;
  (void)add_column(keeper, column);
  for (nq_direction direction = NQ_ROW; direction <= NQ_FALLING; direction++) {
    uint32_t holder = *holder_of(keeper, direction, column, home);
    if (holder != 0 && !add_column(keeper, holder - 1)) return false;
  }
  for (uint32_t i = 0; i < 2 * PART && keeper->count < PART; i++)
    (void)add_column(keeper, moved[below_pcg64(random, count)]);
  return true;
}

static uint32_t list_moved(const struct keeper *keeper, uint32_t *moved) {
  uint32_t count = 0;
  for (uint32_t column = 0; column < keeper->n; column++)
    if (is_moved(keeper, column)) moved[count++] = column;
  return count;
}

/* A pass over all moved queens; whether fewer are moved now. */
static bool improve_parts(struct keeper *keeper, uint32_t *moved, nq_pcg64 *random) {
  bool changed = false;
  uint32_t count = list_moved(keeper, moved);
  nq_pcg64_shuffle(random, moved, count);
  for (uint32_t i = 0; i < count && !keeper->stopped && keeper->nodes < NODES; i++) {
    if (is_moved(keeper, moved[i]) && choose_part(keeper, moved, count, moved[i], random))
      changed |= improve_part(keeper, PART_NODES);
  }
  return changed;
}

/* *proved: no solution moves fewer queens. */
static void improve(struct keeper *keeper, const nq_task *task, uint32_t *moved, bool *proved) {
  nq_pcg64 random;
  *proved = list_moved(keeper, moved) == 0;
  if (*proved) return;
  if (keeper->n <= WHOLE_N) {
    keeper->count = 0;
    for (uint32_t column = 0; column < keeper->n; column++) (void)add_column(keeper, column);
    (void)improve_part(keeper, NODES);
    *proved = !keeper->stopped && keeper->nodes < keeper->limit; /* all ways were tried */
    return;
  }
  nq_pcg64_seed(&random, task->options->seed, task->options->stream << 32 | UINT32_MAX);
  for (unsigned pass = 0; pass < PASSES && !keeper->stopped && keeper->nodes < NODES; pass++)
    if (improve_parts(keeper, moved, &random)) pass = 0;
}

/* ---- The run ---- */

static nq_status keep(nq_task *task, bool *proved, nq_error *error) {
  nq_domain domain;
  nq_watch watch;
  struct keeper keeper = {
      .domain = &domain, .from = task->options->from, .rows = task->rows, .n = task->n};
  uint64_t lines = 5 * (uint64_t)task->n - 2, bytes = (lines + task->n) * sizeof *keeper.holder;
  nq_status status = nq_memory_require(bytes + nq_domain_bytes(task->instance), "keeping", error);
  if (status != NQ_OK) return status;
  nq_arrays arrays = {0};
  keeper.holder = nq_arrays_take(&arrays, lines, sizeof *keeper.holder);
  uint32_t *moved = nq_arrays_take(&arrays, task->n, sizeof *moved);
  status = nq_domain_init(&domain, task->instance, error);
  if (status == NQ_OK && arrays.failed)
    status = nq_error_set(error, NQ_NO_MEMORY, "no memory for keeping the start board's queens");
  /* The check needs time as well. */
  double limit = task->watch->seconds, left = limit - (nq_clock() - task->watch->begin);
  nq_watch_init(&watch, limit > 0 ? fmax(left / 2, 1e-9) : 0, nq_watch_goes_on, task->watch);
  keeper.watch = &watch;
  for (uint32_t column = 0; status == NQ_OK && column < task->n; column++)
    set_holder(&keeper, column, task->rows[column], column + 1);
  if (status == NQ_OK) improve(&keeper, task, moved, proved);
  nq_watch_release(&watch);
  nq_domain_release(&domain);
  nq_arrays_release(&arrays);
  bytes += nq_domain_bytes(task->instance);
  if (bytes > task->result->memory_bytes) task->result->memory_bytes = bytes;
  return status;
}

nq_status nq_keep_queens(nq_task *task, nq_error *error) {
  bool proved = false;
  uint64_t moved = 0;
  const struct keeper kept = {.from = task->options->from, .rows = task->rows, .n = task->n};
  nq_status status = task->options->keep ? keep(task, &proved, error) : NQ_OK;
  for (uint32_t column = 0; column < task->n; column++) moved += is_moved(&kept, column);
  nq_result_count(task->result, "moved", (double)moved);
  if (proved) nq_result_count(task->result, "fewest_moved", (double)moved);
  return status;
}

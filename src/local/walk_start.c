/* Start boards of a walk. */
#include "local/greedy.h"
#include "local/walk.h"

/* Columns between looks at the watch. */
#define POLL_COLUMNS 65536

/* Draws of a partner for a swap before a matching is tried. */
#define SWAP_DRAWS 512

/* Look at the watch once in a while, by the counter `i`. */
static bool must_stop(nq_walk *walk, uint32_t i) {
  return i % POLL_COLUMNS == POLL_COLUMNS - 1 && walk_must_stop(walk, 0);
}

/* The row in which a column's queen starts: a placed queen's, a random one or that of the given
 * board, if allowed; NQ_EMPTY: none. */
static uint32_t first_row(nq_walk *walk, uint32_t column) {
  const nq_walk_plan *plan = walk->plan;
  uint32_t row = domain_fixed_row(plan->domain, column);
  if (row != NQ_EMPTY) return row;
  if (plan->options.start == NQ_START_RANDOM)
    return nq_domain_draw_row(plan->domain, column, &walk->random);
  if (plan->options.start == NQ_START_GIVEN && plan->given[column] != NQ_EMPTY &&
      domain_allows(plan->domain, column, plan->given[column]))
    return plan->given[column];
  return NQ_EMPTY;
}

/* Columns without a row are left over: the steps begin with placing them. */
static bool start_columns(nq_walk *walk) {
  for (uint32_t column = 0; column < walk->plan->n; column++) {
    if (must_stop(walk, column)) return false;
    walk->rows[column] = first_row(walk, column);
    if (walk->rows[column] == NQ_EMPTY) walk->left[walk->left_over++] = column;
  }
  return true;
}

/* Shuffle the rows of columns[0 .. count - 1], or of the first `count` columns if NULL; false when
 * stopped. */
static bool shuffle_columns(nq_walk *walk, const uint32_t *columns, uint32_t count) {
  uint32_t *rows = walk->rows;
  for (uint32_t left = count; left > 1; left--) {
    if (must_stop(walk, left)) return false;
    uint32_t a = left - 1, b = (uint32_t)below_pcg64(&walk->random, left);
    if (columns != NULL) a = columns[a], b = columns[b];
    swap_values(rows, a, b);
  }
  return true;
}

/* A random permutation of the rows without placed queens over the columns without them. */
static bool shuffle_rows(nq_walk *walk) {
  const nq_domain *domain = walk->plan->domain;
  uint32_t n = domain->n, *rows = walk->rows;
  uint32_t *holder = walk->left; /* row -> its column */
  for (uint32_t i = 0; i < n; i++) {
    if (must_stop(walk, i)) return false;
    rows[i] = i;
    if (domain->fixed != NULL) holder[i] = i;
  }
  if (domain->fixed == NULL) return shuffle_columns(walk, NULL, n);
  /* Give every placed queen its row first, by swaps; then shuffle among the other columns. */
  for (uint32_t column = 0; column < n; column++) {
    if (must_stop(walk, column)) return false;
    uint32_t to = domain_fixed_row(domain, column), row = rows[column];
    if (to == NQ_EMPTY) continue;
    rows[holder[to]] = row;
    holder[row] = holder[to];
    rows[column] = to;
    holder[to] = column;
  }
  uint32_t *movable = walk->free_rows, count = 0;
  for (uint32_t column = 0; column < n; column++) {
    if (must_stop(walk, column)) return false;
    if (!domain_is_fixed(domain, column)) movable[count++] = column;
  }
  return shuffle_columns(walk, movable, count);
}

/* Swap the column's row with random others until both queens stand on allowed squares; false when
 * no swap was found. */
static bool allow_column(nq_walk *walk, uint32_t a) {
  const nq_domain *domain = walk->plan->domain;
  uint32_t *rows = walk->rows;
  for (unsigned draw = 0;; draw++) {
    uint32_t b = (uint32_t)below_pcg64(&walk->random, domain->n);
    if (draw == SWAP_DRAWS) return false;
    if (domain_is_fixed(domain, b) || !domain_allows(domain, a, rows[b]) ||
        !domain_allows(domain, b, rows[a]))
      continue;
    swap_values(rows, a, b);
    return true;
  }
}

/* Give the columns whose queens stand on forbidden squares other rows, and move as few others as
 * necessary; with a table of squares all columns are matched, in random order. */
static bool match_rows(nq_walk *walk) {
  const nq_domain *domain = walk->plan->domain;
  uint32_t n = domain->n, *order = walk->left, *rows = walk->rows;
  for (uint32_t i = 0; i < n; i++) {
    order[i] = i;
    if (n <= NQ_DOMAIN_TABLE_N ||
        (!domain_is_fixed(domain, i) && !domain_allows(domain, i, rows[i])))
      rows[i] = NQ_EMPTY;
  }
  if (n <= NQ_DOMAIN_TABLE_N) nq_pcg64_shuffle(&walk->random, order, n);
  nq_status status = nq_domain_match(domain, order, rows, NULL, walk->plan->watch, &walk->error);
  walk->stopped = status == NQ_END;
  walk->failed = status != NQ_OK && status != NQ_END;
  return status == NQ_OK;
}

/* Swap rows at random until every queen stands on an allowed square, and where that takes too long,
 * find a matching. */
static bool allow_permutation(nq_walk *walk) {
  const nq_domain *domain = walk->plan->domain;
  uint32_t n = domain->n;
  bool allowed = true;
  if (!domain->restricted) return true;
  for (uint32_t a = 0; a < n && (allowed || n > NQ_DOMAIN_TABLE_N); a++) {
    if (must_stop(walk, a)) return false;
    if (!domain_is_fixed(domain, a) && !domain_allows(domain, a, walk->rows[a]))
      allowed &= allow_column(walk, a);
  }
  return allowed || match_rows(walk);
}

static bool start_greedy(nq_walk *walk) {
  const nq_walk_plan *plan = walk->plan;
  nq_greedy greedy = {.domain = plan->domain,
                      .occupancy = &walk->occupancy,
                      .rows = walk->rows,
                      .random = &walk->random,
                      .watch = plan->watch,
                      .threads = walk->index == 0 ? plan->threads : 1,
                      .left = walk->left,
                      .free_rows = walk->free_rows};
  if (walk->started) nq_occupancy_clear(&walk->occupancy);
  walk->started = true;
  nq_greedy_end end = nq_greedy_fill(&greedy);
  walk->stopped = end == NQ_GREEDY_STOPPED;
  if (end == NQ_GREEDY_NO_MEMORY) walk_fail(walk, NQ_NO_MEMORY, "no memory for the greedy start");
  walk->left_over = greedy.left_count;
  if (end != NQ_GREEDY_FILLED) return false;
  if (plan->options.step != NQ_STEP_SWAP) return true;
  /* Deal the rows left over to the columns left over. */
  nq_pcg64_shuffle(&walk->random, walk->free_rows, (size_t)walk->left_over);
  for (uint64_t i = 0; i < walk->left_over; i++) walk->rows[walk->left[i]] = walk->free_rows[i];
  return true;
}

/* Add the left-over queens of a greedy start to the compact counters, which hold the others. */
static bool place_left_over(nq_walk *walk) {
  for (uint64_t i = 0; i < walk->left_over; i++) {
    uint32_t column = walk->left[i];
    if (!nq_occupancy_place(&walk->occupancy, column, walk->rows[column])) {
      walk_fail(walk, NQ_NO_MEMORY, "no memory for the table of crowded lines");
      return false;
    }
  }
  walk->left_count = walk->left_over;
  walk->start_conflicts = walk->occupancy.total;
  return true;
}

bool nq_walk_count(nq_walk *walk) {
  nq_look look = {.watch = walk->plan->watch,
                  .progress = {.phase = "repair", .restarts = walk->index}};
  bool counted = nq_conflicts_load(walk->conflicts, walk->rows, &look);
  walk->stopped = look.stopped;
  return counted;
}

bool nq_walk_start(nq_walk *walk) {
  const nq_walk_plan *plan = walk->plan;
  walk->left_over = 0;
  bool begun = plan->options.start == NQ_START_GREEDY        ? start_greedy(walk)
               : plan->options.start == NQ_START_PERMUTATION ? shuffle_rows(walk)
                                                             : start_columns(walk);
  if (!begun) return false;
  if (plan->compact) return place_left_over(walk);
  bool permutation =
      plan->options.start == NQ_START_PERMUTATION || plan->options.step == NQ_STEP_SWAP;
  if (permutation && !allow_permutation(walk)) return false;
  return nq_walk_count(walk);
}

/* ---- Memory ---- */

uint64_t nq_walk_room(const nq_walk_plan *plan) {
  return plan->compact ? nq_greedy_room(plan->domain) : plan->n;
}

/* Bytes of walk->memory: all but the full counters. */
static uint64_t memory_bytes(const nq_walk_plan *plan) {
  uint64_t bytes = 2 * sizeof(uint32_t) * nq_walk_room(plan);
  if (plan->options.start == NQ_START_GREEDY) bytes += nq_occupancy_bytes(plan->n);
  if (walk_in_columns(plan)) bytes += sizeof(uint32_t) * (uint64_t)plan->n;
  return bytes;
}

uint64_t nq_walk_bytes(const nq_walk_plan *plan) {
  return memory_bytes(plan) + (plan->compact ? 0 : nq_conflicts_bytes(plan->n));
}

nq_status nq_walk_init(nq_walk *walk, const nq_walk_plan *plan, uint32_t *rows, nq_error *error) {
  *walk = (nq_walk){.plan = plan, .rows = rows};
  uint64_t room = nq_walk_room(plan);
  walk->memory = nq_memory_new(memory_bytes(plan), 1);
  if (!plan->compact) walk->conflicts = nq_conflicts_new(plan->n);
  if (walk->memory != NULL && (plan->compact || walk->conflicts != NULL)) {
    walk->left = walk->memory;
    walk->free_rows = walk->left + room;
    walk->ties = walk->free_rows + room;
    uint32_t *end = walk->ties + (walk_in_columns(plan) ? plan->n : 0);
    if (plan->options.start == NQ_START_GREEDY)
      nq_occupancy_use(&walk->occupancy, plan->n, (uint8_t *)end);
    return NQ_OK;
  }
  return nq_error_set(error, NQ_NO_MEMORY,
                      "the search for n = %" PRIu32 " needs %" PRIu64
                      " bytes of memory besides the board",
                      plan->n, nq_walk_bytes(plan));
}

void nq_walk_release(nq_walk *walk) {
  if (walk->plan == NULL) return;
  nq_memory_free(walk->memory, memory_bytes(walk->plan), 1);
  nq_occupancy_release(&walk->occupancy);
  nq_conflicts_free(walk->conflicts);
  *walk = (nq_walk){0};
}

#include "board/conflicts.h"
#include "genetic/genetic.h"

#include <string.h>

#define ALIGNMENT 64

static uint64_t count_lines(const nq_genetic_plan *plan) {
  return 2 * (2 * (uint64_t)plan->n - 1) + (has_rows(plan) ? plan->n : 0);
}

uint64_t nq_genome_bytes(const nq_genetic_plan *plan) {
  uint64_t bytes = (plan->n + count_lines(plan)) * sizeof(uint32_t);
  return (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

nq_genome nq_genome_at(const nq_genetic_plan *plan, void *bytes) {
  uint64_t n = plan->n, diagonals = 2 * n - 1;
  uint32_t *rows = bytes, *lines = rows + n;
  return (nq_genome){.rows = rows,
                     .rising = lines,
                     .falling = lines + diagonals,
                     .row = has_rows(plan) ? lines + 2 * diagonals : NULL};
}

/* ---- Drawing ---- */

/* The next genes of an inside-out shuffle over the columns without placed queens. */
static void draw_genes(const nq_genetic_plan *plan, uint32_t *rows, nq_piece piece,
                       nq_pcg64 *random) {
  for (uint64_t i = piece.begin; i < piece.end; i++) {
    uint64_t j = nq_pcg64_below(random, i + 1);
    rows[plan->gene[i]] = rows[plan->gene[j]];
    rows[plan->gene[j]] = plan->free_row[i];
  }
}

static uint32_t draw_row(const nq_genetic_plan *plan, uint32_t column, nq_pcg64 *random) {
  const nq_domain *domain = plan->domain;
  return domain_is_fixed(domain, column) ? domain_fixed_row(domain, column)
                                         : nq_domain_draw_row(domain, column, random);
}

void nq_genome_draw(const nq_genetic_plan *plan, nq_genome *genome, nq_pcg64 *random,
                    nq_look *look) {
  bool permutes = !has_rows(plan);
  nq_piece piece = {0};
  if (permutes && plan->domain->fixed == NULL) {
    (void)nq_permutation_draw(genome->rows, plan->n, random, look);
    return;
  }
  for (uint32_t column = 0; permutes && column < plan->n; column++)
    genome->rows[column] = domain_fixed_row(plan->domain, column);
  while (permutes && look_piece(look, &piece, plan->genes))
    draw_genes(plan, genome->rows, piece, random);
  while (!permutes && look_piece(look, &piece, plan->n))
    for (uint64_t column = piece.begin; column < piece.end; column++)
      genome->rows[column] = draw_row(plan, (uint32_t)column, random);
}

/* ---- A given board ---- */

static bool is_kept(const nq_genetic_plan *plan, uint32_t column) {
  return plan->given[column] != NQ_EMPTY &&
         domain_allows(plan->domain, column, plan->given[column]);
}

/* Columns whose given row is taken get those that are left: at first in order, then shuffled. */
static void give_permutation(const nq_genetic_plan *plan, uint32_t *rows, uint32_t *scratch,
                             nq_pcg64 *random) {
  uint32_t *taken = scratch, *open = scratch + plan->n, count = 0, row = 0;
  memset(taken, 0, plan->n * sizeof *taken);
  for (uint32_t column = 0; column < plan->n; column++) {
    rows[column] = domain_fixed_row(plan->domain, column);
    if (rows[column] != NQ_EMPTY) taken[rows[column]] = 1;
  }
  for (uint32_t i = 0; i < plan->genes; i++) {
    uint32_t column = gene_column(plan, i);
    if (is_kept(plan, column) && taken[plan->given[column]]++ == 0)
      rows[column] = plan->given[column];
    else
      open[count++] = column;
  }
  nq_pcg64_shuffle(random, open, count);
  for (uint32_t i = 0; i < count; i++, row++) {
    while (taken[row] != 0) row++;
    rows[open[i]] = row;
  }
}

void nq_genome_give(const nq_genetic_plan *plan, nq_genome *genome, uint32_t changes,
                    uint32_t *scratch, nq_pcg64 *random, nq_look *look) {
  uint32_t *rows = genome->rows;
  bool permutes = !has_rows(plan);
  if (permutes)
    give_permutation(plan, rows, scratch, random);
  else
    for (uint32_t column = 0; column < plan->n; column++) {
      bool kept = !domain_is_fixed(plan->domain, column) && is_kept(plan, column);
      rows[column] = kept ? plan->given[column] : draw_row(plan, column, random);
    }
  if (look_stops(look) || plan->genes == 0) return;
  for (; changes > 0; changes--) {
    uint32_t a = gene_column(plan, (uint32_t)nq_pcg64_below(random, plan->genes));
    uint32_t b = gene_column(plan, (uint32_t)nq_pcg64_below(random, plan->genes));
    if (permutes)
      swap_values(rows, a, b);
    else
      rows[a] = draw_row(plan, a, random);
  }
}

/* ---- Counting ---- */

static void count_columns(const nq_genetic_plan *plan, nq_genome *genome, nq_piece columns,
                          nq_score *score) {
  uint64_t n = plan->n, conflicts = 0, first = columns.begin, end = columns.end;
  for (uint64_t column = first; column < end; column++) {
    uint64_t row = genome->rows[column];
    conflicts += genome->rising[column + row]++;
    conflicts += genome->falling[row + n - 1 - column]++;
  }
  if (genome->row != NULL)
    for (uint64_t column = first; column < end; column++)
      conflicts += genome->row[genome->rows[column]]++;
  if (plan->domain->restricted)
    for (uint64_t column = first; column < end; column++)
      score->broken += !domain_allows(plan->domain, (uint32_t)column, genome->rows[column]);
  score->conflicts += conflicts;
}

nq_score nq_genome_count(const nq_genetic_plan *plan, nq_genome *genome, nq_look *look) {
  uint64_t lines = count_lines(plan);
  nq_score score = {0, 0};
  nq_piece cleared = {0}, counted = {0};
  while (look_piece(look, &cleared, lines))
    memset(genome->rising + cleared.begin, 0,
           (size_t)(cleared.end - cleared.begin) * sizeof(uint32_t));
  while (cleared.end == lines && look_piece(look, &counted, plan->n))
    count_columns(plan, genome, counted, &score);
  return score;
}

/* ---- Edits ---- */

static uint64_t queens_on(const void *counters, nq_direction direction, uint64_t line) {
  const nq_genome *genome = counters;
  return direction == NQ_RISING ? genome->rising[line] : genome->falling[line];
}

static nq_score swapped(const nq_genetic_plan *plan, const nq_genome *genome, nq_score score,
                        nq_edit edit) {
  const nq_domain *domain = plan->domain;
  uint32_t a = edit.a, b = edit.b, row_a = genome->rows[a], row_b = genome->rows[b];
  const nq_swap swap = {a, row_a, b, row_b};
  score.conflicts += (uint64_t)swap_change(genome, plan->n - 1, swap, queens_on);
  if (domain->restricted) {
    score.broken += (uint64_t)!domain_allows(domain, a, row_b) + !domain_allows(domain, b, row_a);
    score.broken -= (uint64_t)!domain_allows(domain, a, row_a) + !domain_allows(domain, b, row_b);
  }
  return score;
}

/* Only allowed rows are drawn, so score.broken does not change. */
static nq_score moved(const nq_genetic_plan *plan, const nq_genome *genome, nq_score score,
                      nq_edit edit) {
  int64_t n = plan->n, column = edit.a, before = genome->rows[column], row = edit.b;
  if (before == row) return score;
  const uint32_t *rising = genome->rising, *falling = genome->falling + (n - 1);
  int64_t left =
      (int64_t)rising[column + before] + falling[before - column] + genome->row[before] - 3;
  int64_t joined = (int64_t)rising[column + row] + falling[row - column] + genome->row[row];
  score.conflicts += (uint64_t)(joined - left);
  return score;
}

nq_score nq_genome_edited(const nq_genetic_plan *plan, const nq_genome *genome, nq_score score,
                          nq_edit edit) {
  return genome->row == NULL ? swapped(plan, genome, score, edit)
                             : moved(plan, genome, score, edit);
}

static void lift(nq_genome *genome, uint64_t n, uint64_t column) {
  uint64_t row = genome->rows[column];
  genome->rising[column + row]--;
  genome->falling[row + n - 1 - column]--;
}

static void put(nq_genome *genome, uint64_t n, uint64_t column, uint32_t row) {
  genome->rows[column] = row;
  genome->rising[column + row]++;
  genome->falling[row + n - 1 - column]++;
}

nq_edit nq_genome_edit(const nq_genetic_plan *plan, nq_genome *genome, nq_edit edit) {
  uint32_t row_a = genome->rows[edit.a];
  lift(genome, plan->n, edit.a);
  if (genome->row != NULL) {
    genome->row[row_a]--;
    genome->row[edit.b]++;
    put(genome, plan->n, edit.a, edit.b);
    return (nq_edit){edit.a, row_a};
  }
  uint32_t row_b = genome->rows[edit.b];
  lift(genome, plan->n, edit.b);
  put(genome, plan->n, edit.a, row_b);
  put(genome, plan->n, edit.b, row_a);
  return edit;
}

/* ---- The store ---- */

void nq_genome_store_init(nq_genome_store *store, const nq_genetic_plan *plan, uint32_t count,
                          nq_arrays *arrays) {
  *store = (nq_genome_store){.plan = plan, .count = count, .each = nq_genome_bytes(plan)};
  store->bytes = nq_arrays_take(arrays, store->each, count);
  store->users = nq_arrays_take(arrays, count, sizeof *store->users);
  store->unused = nq_arrays_take(arrays, count, sizeof *store->unused);
}

void nq_genome_store_clear(nq_genome_store *store) {
  store->unused_count = store->count;
  for (uint32_t i = 0; i < store->count; i++) {
    store->users[i] = 0;
    store->unused[i] = store->count - 1 - i;
  }
}

uint32_t nq_genome_take(nq_genome_store *store) {
  invariant(store->unused_count > 0);
  uint32_t genome = store->unused[--store->unused_count];
  store->users[genome] = 1;
  return genome;
}

void nq_genome_drop(nq_genome_store *store, uint32_t genome) {
  invariant(genome < store->count && store->users[genome] > 0);
  if (--store->users[genome] == 0) store->unused[store->unused_count++] = genome;
}

uint32_t nq_genome_copy(nq_genome_store *store, const nq_genome_store *from, uint32_t genome,
                        nq_look *look) {
  uint32_t copy = nq_genome_take(store);
  unsigned char *to = store->bytes + copy * store->each;
  const unsigned char *bytes = from->bytes + genome * from->each;
  nq_piece piece = {0};
  while (look_piece(look, &piece, store->each))
    memcpy(to + piece.begin, bytes + piece.begin, (size_t)(piece.end - piece.begin));
  return copy;
}

uint32_t nq_genome_own(nq_genome_store *store, uint32_t genome, nq_look *look) {
  invariant(genome < store->count && store->users[genome] > 0);
  if (store->users[genome] == 1) return genome;
  uint32_t copy = nq_genome_copy(store, store, genome, look);
  store->users[genome]--;
  return copy;
}

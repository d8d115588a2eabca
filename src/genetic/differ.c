/* MODEL.  A population soon descends from one individual, so its members differ in few genes: those
 * in which their genomes differ, and those of their pending edits.  One-point, two-point and pmx
 * keep what both parents have in common, so the child is the first parent with an edit for each
 * difference between the cuts. */
#include "genetic/differ.h"
#include "core/invariant.h"

#include <stdbool.h>
#include <stdint.h>

/* Genes that are compared at a time. */
#define BLOCK 16

/* The columns in which the parents may differ, and their rows there. */
struct differences {
  uint32_t count;
  uint32_t column[NQ_DIFFERENCES]; /* ascending */
  uint32_t child[NQ_DIFFERENCES], b[NQ_DIFFERENCES];
};

/* Add a column; false when there is no more room. */
static bool add_column(struct differences *differences, uint32_t column) {
  uint32_t *columns = differences->column, i = differences->count;
  while (i > 0 && columns[i - 1] > column) i--;
  if (i > 0 && columns[i - 1] == column) return true;
  if (differences->count == NQ_DIFFERENCES) return false;
  for (uint32_t k = differences->count++; k > i; k--) columns[k] = columns[k - 1];
  columns[i] = column;
  return true;
}

static bool add_edited(struct differences *differences, const nq_individual *individual,
                       bool rows) {
  for (uint32_t i = 0; i < individual->edits; i++)
    if (!add_column(differences, individual->edit[i].a) ||
        (!rows && !add_column(differences, individual->edit[i].b)))
      return false;
  return true;
}

static bool add_unequal(struct differences *differences, const uint32_t *a, const uint32_t *b,
                        uint32_t n) {
  uint32_t column = 0;
  for (; column + BLOCK <= n; column += BLOCK) {
    uint32_t unequal = 0;
    for (uint32_t i = 0; i < BLOCK; i++) unequal |= a[column + i] ^ b[column + i];
    if (unequal == 0) continue;
    for (uint32_t i = column; i < column + BLOCK; i++)
      if (a[i] != b[i] && !add_column(differences, i)) return false;
  }
  for (; column < n; column++)
    if (a[column] != b[column] && !add_column(differences, column)) return false;
  return true;
}

static bool find_differences(const nq_genome_store *store, const nq_individual *a,
                             const nq_individual *b, struct differences *differences) {
  const nq_genetic_plan *plan = store->plan;
  nq_genome genome_a = genome_in(store, a->genome);
  nq_genome genome_b = genome_in(store, b->genome);
  bool rows = plan->options.encoding == NQ_ENCODING_ROWS;
  differences->count = 0;
  if (a->genome != b->genome && !add_unequal(differences, genome_a.rows, genome_b.rows, plan->n))
    return false;
  if (!add_edited(differences, a, rows) || !add_edited(differences, b, rows)) return false;
  for (uint32_t i = 0; i < differences->count; i++) {
    differences->child[i] = individual_row(plan, &genome_a, a, differences->column[i]);
    differences->b[i] = individual_row(plan, &genome_b, b, differences->column[i]);
  }
  return true;
}

/* As cross_pmx: exchange b's row with the one that it displaces. */
static nq_edit exchange(struct differences *differences, uint32_t i) {
  uint32_t *child = differences->child, place = 0;
  while (place + 1 < differences->count && child[place] != differences->b[i]) place++;
  child[place] = child[i];
  child[i] = differences->b[i];
  return (nq_edit){differences->column[i], differences->column[place]};
}

bool nq_differ_cross(const nq_genome_store *store, const nq_individual *a, const nq_individual *b,
                     const nq_mating *mating, nq_edit *edit, uint32_t *edits) {
  const nq_genetic_plan *plan = store->plan;
  struct differences differences;
  if (plan->options.crossover == NQ_CROSSOVER_ORDER ||
      plan->options.crossover == NQ_CROSSOVER_CYCLE)
    return false;
  if (!find_differences(store, a, b, &differences)) return false;
  /* The columns of the first and the last gene between the cuts. */
  invariant(mating->from < mating->to && mating->to <= mating->count);
  uint32_t first = gene_column(plan, mating->from), last = gene_column(plan, mating->to - 1);
  *edits = 0;
  for (uint32_t i = 0; i < differences.count; i++) {
    uint32_t column = differences.column[i];
    if (column < first || column > last) continue;
    if (differences.child[i] == differences.b[i]) continue;
    edit[(*edits)++] = plan->options.encoding == NQ_ENCODING_ROWS
                           ? (nq_edit){column, differences.b[i]}
                           : exchange(&differences, i);
  }
  return true;
}

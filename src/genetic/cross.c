/* Crossover: a child's genes from two parents.
 *
 * MODEL.  Parents a and b, their genes 0 .. count - 1, and two cuts 0 <= from < to <= count:
 *
 *     a       . . . | . . . . | . .
 *                  from       to
 *
 *     one-point            a before `from`, b after it (J. H. Holland, "Adaptation in Natural and
 *                          Artificial Systems", 1975)
 *     one-point-two-sided  the same, and a second child with the two sides exchanged
 *     two-point            b between the cuts, a outside (K. A. De Jong, "An Analysis of the
 *                          Behavior of a Class of Genetic Adaptive Systems", 1975)
 *
 * and for permutations of the same values, whose child is one too:
 *
 *     pmx    b's genes between the cuts, each exchanged inside a with the gene that it displaces
 *            (D. E. Goldberg, R. Lingle, "Alleles, loci, and the traveling salesman problem", Proc.
 *            1st Int. Conf. on Genetic Algorithms, 1985)
 *     order  a's genes between the cuts stay; the others follow from the second cut on, wrapping
 *            around, in the order that they have in b from its second cut on (L. Davis, "Applying
 *            adaptive algorithms to epistatic domains", Proc. 9th IJCAI, 1985)
 *     cycle  a's genes on the cycle through `from`, b's elsewhere: every gene keeps the place it
 *            has in one of the parents (I. M. Oliver, D. J. Smith, J. R. C. Holland, "A study of
 *            permutation crossover operators on the traveling salesman problem", Proc. 2nd Int.
 *            Conf. on Genetic Algorithms, 1987) */
#include "genetic/genetic.h"

#include <string.h>

/* b's genes from one cut to another, a's elsewhere. */
static void cross_between(const nq_mating *mating, uint32_t to) {
  uint32_t from = mating->from;
  memcpy(mating->child, mating->a, mating->count * sizeof *mating->child);
  memcpy(mating->child + from, mating->b + from, (to - from) * sizeof *mating->child);
}

/* Set where[value] to the index of the value in genes[]; false when stopped. */
static bool index_genes(const nq_mating *mating, const uint32_t *genes) {
  nq_piece piece = {0};
  while (look_piece(mating->look, &piece, mating->count))
    for (uint64_t i = piece.begin; i < piece.end; i++) mating->where[genes[i]] = (uint32_t)i;
  return piece.end == mating->count;
}

/* Poll once in a while, by the number of genes so far. */
static bool stops_at(const nq_mating *mating, uint32_t genes) {
  return genes % LOOK_NUMBERS == LOOK_NUMBERS - 1 && look_stops(mating->look);
}

static void cross_pmx(const nq_mating *mating) {
  uint32_t *child = mating->child, *where = mating->where;
  memcpy(child, mating->a, mating->count * sizeof *child);
  if (!index_genes(mating, child)) return;
  for (uint32_t i = mating->from; i < mating->to && !stops_at(mating, i); i++) {
    uint32_t wanted = mating->b[i], driven = child[i], place = where[wanted];
    child[place] = driven;
    child[i] = wanted;
    where[driven] = place;
    where[wanted] = i;
  }
}

static void cross_order(const nq_mating *mating) {
  uint32_t *child = mating->child, count = mating->count;
  if (!index_genes(mating, mating->a)) return;
  for (uint32_t i = mating->from; i < mating->to; i++) child[i] = mating->a[i];
  uint32_t place = mating->to % count, from = place;
  for (uint32_t i = 0; i < count && !stops_at(mating, i); i++) {
    uint32_t value = mating->b[from], at = mating->where[value];
    if (++from == count) from = 0;
    if (at >= mating->from && at < mating->to) continue;
    child[place] = value;
    if (++place == count) place = 0;
  }
}

static void cross_cycle(const nq_mating *mating) {
  if (!index_genes(mating, mating->a)) return;
  memcpy(mating->child, mating->b, mating->count * sizeof *mating->child);
  uint32_t i = mating->from, genes = 0;
  do {
    mating->child[i] = mating->a[i];
    i = mating->where[mating->b[i]];
  } while (i != mating->from && !stops_at(mating, genes++));
}

void nq_cross(nq_crossover crossover, const nq_mating *mating) {
  if (crossover == NQ_CROSSOVER_PMX)
    cross_pmx(mating);
  else if (crossover == NQ_CROSSOVER_ORDER)
    cross_order(mating);
  else if (crossover == NQ_CROSSOVER_CYCLE)
    cross_cycle(mating);
  else
    cross_between(mating, crossover == NQ_CROSSOVER_TWO_POINT ? mating->to : mating->count);
}

/* ---- Parents that differ in a few genes ---- */

/* MODEL.  A population soon descends from one individual, so its members differ in few genes: those
 * in which their genomes differ, and those of their pending edits.  One-point, two-point and pmx
 * keep what both parents have in common, so the child is the first parent with an edit for each
 * difference between the cuts. */

#define BLOCK 16 /* genes that are compared at a time */

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
  differences->count = 0;
  if ((a->genome != b->genome &&
       !add_unequal(differences, genome_a.rows, genome_b.rows, plan->n)) ||
      !add_edited(differences, a, has_rows(plan)) || !add_edited(differences, b, has_rows(plan)))
    return false;
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
      plan->options.crossover == NQ_CROSSOVER_CYCLE || !find_differences(store, a, b, &differences))
    return false;
  /* The columns of the first and the last gene between the cuts. */
  invariant(mating->from < mating->to && mating->to <= mating->count);
  uint32_t first = gene_column(plan, mating->from), last = gene_column(plan, mating->to - 1);
  *edits = 0;
  for (uint32_t i = 0; i < differences.count; i++) {
    uint32_t column = differences.column[i];
    if (column < first || column > last || differences.child[i] == differences.b[i]) continue;
    edit[(*edits)++] =
        has_rows(plan) ? (nq_edit){column, differences.b[i]} : exchange(&differences, i);
  }
  return true;
}

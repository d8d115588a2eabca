/* The birth of a child: crossover or a share of the parent's genome, mutation, improvement. */
#include "genetic/individual.h"
#include "core/random.h"
#include "genetic/cross.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

void nq_individual_evaluate(nq_population *population, nq_individual *individual) {
  nq_genome genome = genome_in(&population->store, individual->genome);
  individual->score = nq_genome_count(population->plan, &genome);
  population->unwatched += 4 * (uint64_t)population->plan->n;
}

void nq_individual_make_edit(nq_population *population, nq_individual *individual) {
  if (!is_edit(individual->edit)) return;
  uint32_t shared = individual->genome;
  individual->genome = nq_genome_own(&population->store, shared);
  if (individual->genome != shared) population->unwatched += population->plan->n;
  nq_genome genome = genome_in(&population->store, individual->genome);
  nq_genome_edit(population->plan, &genome, individual->edit);
  individual->edit = NQ_NO_EDIT;
}

/* ---- Crossover ---- */

/* Copy a parent's genes into the dense array that crossover needs.  Without placed queens rows[]
 * itself is such an array. */
static const uint32_t *gather(const nq_genetic_plan *plan, const uint32_t *rows, uint32_t *dense) {
  if (plan->gene == NULL) return rows;
  for (uint32_t i = 0; i < plan->genes; i++) dense[i] = rows[plan->gene[i]];
  return dense;
}

/* Draw two cuts, uniform over all pairs, or the single cut or start that the crossover needs. */
static void draw_cuts(nq_population *population, nq_mating *mating) {
  nq_crossover crossover = population->plan->crossover;
  uint64_t count = mating->count;
  if (crossover == NQ_CROSSOVER_CYCLE) {
    mating->from = (uint32_t)below_pcg64(&population->random, count);
  } else if (crossover == NQ_CROSSOVER_ONE_POINT || crossover == NQ_CROSSOVER_ONE_POINT_TWO_SIDED) {
    mating->from = count > 1 ? 1 + (uint32_t)below_pcg64(&population->random, count - 1) : 0;
  } else {
    uint32_t one = (uint32_t)below_pcg64(&population->random, count + 1);
    uint32_t other = (uint32_t)below_pcg64(&population->random, count);
    if (other >= one) other++;
    mating->from = one < other ? one : other;
    mating->to = one < other ? other : one;
  }
}

/* Make a child of two parents whose edits have been made.  `mirrored`: cross at the previous
 * child's cut. */
static void cross(nq_population *population, nq_individual *child, const nq_individual *a,
                  const nq_individual *b, bool mirrored) {
  const nq_genetic_plan *plan = population->plan;
  uint32_t n = plan->n, *scratch = population->scratch;
  nq_genome genome_a = genome_in(&population->store, a->genome);
  nq_genome genome_b = genome_in(&population->store, b->genome);
  *child = (nq_individual){.genome = nq_genome_take(&population->store), .edit = NQ_NO_EDIT};
  nq_genome genome = genome_in(&population->store, child->genome);
  nq_mating mating = {.a = gather(plan, genome_a.rows, scratch),
                      .b = gather(plan, genome_b.rows, scratch + n),
                      .child = plan->gene == NULL ? genome.rows : scratch + 2 * (size_t)n,
                      .where = scratch + 3 * (size_t)n,
                      .count = plan->genes};
  if (mirrored)
    mating.from = population->cut;
  else
    draw_cuts(population, &mating);
  population->cut = mating.from;
  nq_cross(plan->crossover, &mating);
  if (plan->gene == NULL) return;
  uint32_t *rows = genome.rows;
  memcpy(rows, genome_a.rows, n * sizeof *rows);
  for (uint32_t i = 0; i < plan->genes; i++) rows[plan->gene[i]] = mating.child[i];
}

/* ---- Mutation ---- */

/* The number of genes before the next one that mutates: geometric, as each mutates
 * independently. */
static uint64_t draw_gap(nq_population *population) {
  double probability = population->plan->mutation;
  if (probability >= 1) return 0;
  if (!(probability > 0)) return UINT64_MAX;
  double gap = log(1 - nq_pcg64_unit(&population->random)) / log1p(-probability);
  return gap < 1e18 ? (uint64_t)gap : UINT64_MAX;
}

static nq_edit draw_swap(nq_population *population) {
  const nq_genetic_plan *plan = population->plan;
  uint32_t a = (uint32_t)below_pcg64(&population->random, plan->genes);
  uint32_t b = (uint32_t)below_pcg64(&population->random, plan->genes - 1);
  if (b >= a) b++;
  return (nq_edit){gene_column(plan, a), gene_column(plan, b)};
}

/* Add an edit to a child.  Its last edit stays pending; an earlier one is made first. */
static void mutate(nq_population *population, nq_individual *child, nq_edit edit) {
  if (is_edit(child->edit)) nq_individual_make_edit(population, child);
  nq_genome genome = genome_in(&population->store, child->genome);
  child->score = nq_genome_edited(population->plan, &genome, child->score, edit);
  child->edit = edit;
  population->steps++;
}

static void mutate_swap(nq_population *population, nq_individual *child) {
  const nq_genetic_plan *plan = population->plan;
  if (plan->genes < 2 || steps_left(population) == 0) return;
  if (nq_pcg64_unit(&population->random) >= plan->mutation) return;
  mutate(population, child, draw_swap(population));
}

static void mutate_rows(nq_population *population, nq_individual *child) {
  const nq_genetic_plan *plan = population->plan;
  uint64_t gene = draw_gap(population);
  while (gene < plan->genes && steps_left(population) > 0) {
    uint32_t column = gene_column(plan, (uint32_t)gene);
    nq_genome genome = genome_in(&population->store, child->genome);
    uint32_t row = nq_domain_draw_row(plan->domain, column, &population->random);
    if (row != individual_row(plan, &genome, child->edit, column))
      mutate(population, child, (nq_edit){column, row});
    uint64_t gap = draw_gap(population);
    gene = gap > UINT64_MAX - gene - 1 ? UINT64_MAX : gene + 1 + gap;
  }
}

/* ---- The memetic step ---- */

static void improve(nq_population *population, nq_individual *child) {
  uint64_t most = population->plan->memetic_steps, left = steps_left(population);
  if (is_solved(child) || left == 0) return;
  nq_individual_make_edit(population, child);
  child->genome = nq_genome_own(&population->store, child->genome);
  nq_genome genome = genome_in(&population->store, child->genome);
  uint64_t taken = population->improver->improve(population->improver_work, genome.rows,
                                                 most < left ? most : left, &population->random);
  population->steps += taken;
  population->memetic_steps += taken;
  nq_individual_evaluate(population, child);
}

/* ---- Birth ---- */

void nq_individual_bear(nq_population *population, nq_individual *child, uint32_t i) {
  const nq_genetic_plan *plan = population->plan;
  const nq_individual *parent = &population->now[population->first[i]];
  uint64_t steps = population->steps;
  bool crossed = population->second[i] != NQ_EMPTY;
  if (crossed) {
    cross(population, child, parent, &population->now[population->second[i]],
          population->mirrored[i]);
    nq_individual_evaluate(population, child);
  } else {
    *child = *parent;
    population->store.users[child->genome]++;
  }
  if (plan->encoding == NQ_ENCODING_PERMUTATION)
    mutate_swap(population, child);
  else
    mutate_rows(population, child);
  if (population->improver_work != NULL) improve(population, child);
  population->evaluations += crossed || population->steps > steps;
  population->unwatched += 16;
}

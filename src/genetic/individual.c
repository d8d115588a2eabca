/* The birth of a child: crossover or a share of the parent's genome, mutation, improvement. */
#include "genetic/genetic.h"

#include <math.h>
#include <string.h>

void nq_individual_evaluate(nq_population *population, nq_individual *individual) {
  nq_genome genome = genome_in(&population->store, individual->genome);
  individual->score = nq_genome_count(population->plan, &genome, &population->look);
  population->unwatched += 4 * (uint64_t)population->plan->n;
}

void nq_individual_settle(nq_population *population, nq_individual *individual) {
  uint32_t shared = individual->genome;
  individual->genome = nq_genome_own(&population->store, shared, &population->look);
  if (individual->genome != shared) population->unwatched += population->plan->n;
  nq_genome genome = genome_in(&population->store, individual->genome);
  for (uint32_t i = 0; i < individual->edits; i++)
    (void)nq_genome_edit(population->plan, &genome, individual->edit[i]);
  individual->edits = 0;
}

void nq_individual_write(const nq_population *population, const nq_individual *individual,
                         uint32_t *rows) {
  nq_genome genome = genome_in(&population->store, individual->genome);
  memcpy(rows, genome.rows, population->plan->n * sizeof *rows);
  for (uint32_t i = 0; i < individual->edits; i++) {
    nq_edit edit = individual->edit[i];
    uint32_t row = rows[edit.a];
    rows[edit.a] = genome.row != NULL ? edit.b : rows[edit.b];
    if (genome.row == NULL) rows[edit.b] = row;
  }
}

/* ---- Common edits ---- */

static uint32_t count_common(const nq_individual *a, const nq_individual *b, uint32_t most) {
  uint32_t i = 0;
  while (i < most && i < a->edits && a->edit[i].a == b->edit[i].a && a->edit[i].b == b->edit[i].b)
    i++;
  return i;
}

void nq_individual_fold(nq_population *population) {
  const nq_genetic_plan *plan = population->plan;
  nq_individual *now = population->now;
  uint32_t *holder = population->holder, *common = population->common;
  for (uint32_t i = 0; i < plan->options.population; i++) holder[now[i].genome] = NQ_EMPTY;
  for (uint32_t i = 0; i < plan->options.population; i++) {
    uint32_t genome = now[i].genome;
    if (population->wanted[i] == 0) continue;
    bool first = holder[genome] == NQ_EMPTY;
    if (first) holder[genome] = i;
    common[genome] =
        first ? now[i].edits : count_common(&now[i], &now[holder[genome]], common[genome]);
  }
  for (uint32_t i = 0; i < plan->options.population; i++) {
    uint32_t count = population->wanted[i] != 0 ? common[now[i].genome] : 0;
    if (count == 0) continue;
    nq_genome genome = genome_in(&population->store, now[i].genome);
    if (holder[now[i].genome] == i)
      for (uint32_t k = 0; k < count; k++) (void)nq_genome_edit(plan, &genome, now[i].edit[k]);
    now[i].edits -= count;
    memmove(now[i].edit, now[i].edit + count, now[i].edits * sizeof(nq_edit));
  }
}

/* ---- Adding edits to a child ---- */

/* A child whose edits are being scored.  On a shared genome they are made for as long as that
 * takes, and then taken back. */
struct birth {
  nq_individual *child;
  uint32_t made; /* of the child's edits */
  nq_edit undo[NQ_PENDING];
};

static void make_edits(const nq_population *population, struct birth *birth) {
  nq_individual *child = birth->child;
  nq_genome genome = genome_in(&population->store, child->genome);
  for (; birth->made < child->edits; birth->made++)
    birth->undo[birth->made] = nq_genome_edit(population->plan, &genome, child->edit[birth->made]);
}

static void take_back(const nq_population *population, struct birth *birth) {
  nq_genome genome = genome_in(&population->store, birth->child->genome);
  while (birth->made > 0)
    (void)nq_genome_edit(population->plan, &genome, birth->undo[--birth->made]);
}

/* Score the edit, and make it or leave it pending. */
static void add_edit(nq_population *population, struct birth *birth, nq_edit edit) {
  nq_individual *child = birth->child;
  bool alone = population->store.users[child->genome] == 1;
  if (alone || child->edits == NQ_PENDING) {
    take_back(population, birth);
    nq_individual_settle(population, child);
    alone = true;
  } else {
    make_edits(population, birth);
  }
  nq_genome genome = genome_in(&population->store, child->genome);
  child->score = nq_genome_edited(population->plan, &genome, child->score, edit);
  if (alone)
    (void)nq_genome_edit(population->plan, &genome, edit);
  else
    child->edit[child->edits++] = edit;
}

/* ---- Crossover ---- */

/* A parent's genes in a dense array: its rows themselves, or `dense`, which has n numbers. */
static const uint32_t *gather(const nq_population *population, const nq_individual *parent,
                              uint32_t *dense) {
  const nq_genetic_plan *plan = population->plan;
  if (plan->gene == NULL && parent->edits == 0)
    return genome_in(&population->store, parent->genome).rows;
  nq_individual_write(population, parent, dense);
  if (plan->gene != NULL)
    for (uint32_t i = 0; i < plan->genes; i++) dense[i] = dense[plan->gene[i]];
  return dense;
}

/* Draw two cuts, uniform over all pairs, or the single cut or start that the crossover needs. */
static void draw_cuts(nq_population *population, nq_mating *mating) {
  nq_crossover crossover = population->plan->options.crossover;
  uint64_t count = mating->count;
  if (crossover == NQ_CROSSOVER_CYCLE) {
    mating->from = (uint32_t)below_pcg64(&population->random, count);
  } else if (crossover == NQ_CROSSOVER_ONE_POINT || crossover == NQ_CROSSOVER_ONE_POINT_TWO_SIDED) {
    mating->from = count > 1 ? 1 + (uint32_t)below_pcg64(&population->random, count - 1) : 0;
    mating->to = mating->count;
  } else {
    uint32_t one = (uint32_t)below_pcg64(&population->random, count + 1);
    uint32_t other = (uint32_t)below_pcg64(&population->random, count);
    if (other >= one) other++;
    mating->from = one < other ? one : other;
    mating->to = one < other ? other : one;
  }
}

/* Write the child's genes, all of them; O(n). */
static void cross_genes(nq_population *population, nq_individual *child, const nq_individual *a,
                        const nq_individual *b, nq_mating *mating) {
  const nq_genetic_plan *plan = population->plan;
  uint32_t n = plan->n, *scratch = population->scratch;
  *child = (nq_individual){.genome = nq_genome_take(&population->store)};
  nq_genome genome = genome_in(&population->store, child->genome);
  mating->a = gather(population, a, scratch);
  mating->b = gather(population, b, scratch + n);
  mating->child = plan->gene == NULL ? genome.rows : scratch + 2 * (size_t)n;
  mating->where = scratch + 3 * (size_t)n;
  mating->look = &population->look;
  nq_cross(plan->options.crossover, mating);
  if (plan->gene != NULL) {
    for (uint32_t i = 0; i < n; i++) genome.rows[i] = domain_fixed_row(plan->domain, i);
    for (uint32_t i = 0; i < plan->genes; i++) genome.rows[plan->gene[i]] = mating->child[i];
  }
  nq_individual_evaluate(population, child);
}

/* Make a child of two parents.  `mirrored`: cross at the previous child's cut.  Where the parents
 * differ in a few genes only, the child is the first with some edits. */
static void cross(nq_population *population, struct birth *birth, const nq_individual *a,
                  const nq_individual *b, bool mirrored) {
  const nq_genetic_plan *plan = population->plan;
  nq_mating mating = {.count = plan->genes, .from = population->cut, .to = plan->genes};
  nq_edit edit[NQ_DIFFERENCES];
  uint32_t edits = 0;
  if (!mirrored) draw_cuts(population, &mating);
  population->cut = mating.from;
  population->until = mating.to;
  if (a->genome != b->genome) population->unwatched += plan->n / 8;
  if (!nq_differ_cross(&population->store, a, b, &mating, edit, &edits)) {
    cross_genes(population, birth->child, a, b, &mating);
    return;
  }
  *birth->child = *a;
  population->store.users[a->genome]++;
  for (uint32_t i = 0; i < edits; i++) add_edit(population, birth, edit[i]);
}

/* ---- Mutation ---- */

/* The number of genes before the next one that mutates: geometric, as each mutates
 * independently. */
static uint64_t draw_gap(nq_population *population) {
  double probability = population->mutation;
  if (probability >= 1) return 0;
  if (!(probability > 0)) return UINT64_MAX;
  double gap = log(1 - unit_pcg64(&population->random)) / log1p(-probability);
  return gap < 1e18 ? (uint64_t)gap : UINT64_MAX;
}

/* Change a gene: its column exchanges rows with that of another gene, or gets a random row. */
static void change_gene(nq_population *population, struct birth *birth, uint32_t gene) {
  const nq_genetic_plan *plan = population->plan;
  nq_edit edit = {.a = gene_column(plan, gene)};
  if (!has_rows(plan)) {
    uint32_t other = (uint32_t)below_pcg64(&population->random, plan->genes - 1);
    edit.b = gene_column(plan, other >= gene ? other + 1 : other);
  } else {
    nq_genome genome = genome_in(&population->store, birth->child->genome);
    edit.b = nq_domain_draw_row(plan->domain, edit.a, &population->random);
    make_edits(population, birth);
    if (edit.b == genome.rows[edit.a]) return;
  }
  add_edit(population, birth, edit);
  population->steps++;
}

/* With a probability per child one gene changes; otherwise each gene does with that probability. */
static void mutate(nq_population *population, struct birth *birth) {
  const nq_genetic_plan *plan = population->plan;
  if (!has_rows(plan) && plan->genes < 2) return;
  if (plan->options.mutation_unit != NQ_MUTATION_PER_GENE) {
    if (steps_left(population) == 0) return;
    if (unit_pcg64(&population->random) >= population->mutation) return;
    change_gene(population, birth, (uint32_t)below_pcg64(&population->random, plan->genes));
    return;
  }
  uint64_t gene = draw_gap(population), changes = 0;
  while (gene < plan->genes && steps_left(population) > 0) {
    if (++changes % LOOK_NUMBERS == 0 && look_stops(&population->look)) return;
    change_gene(population, birth, (uint32_t)gene);
    uint64_t gap = draw_gap(population);
    gene = gap > UINT64_MAX - gene - 1 ? UINT64_MAX : gene + 1 + gap;
  }
}

/* ---- The memetic step ---- */

static void improve(nq_population *population, nq_individual *child) {
  uint64_t most = population->plan->options.memetic_steps, left = steps_left(population);
  if (cost_of(child->score) == 0 || left == 0) return;
  nq_individual_settle(population, child);
  nq_genome genome = genome_in(&population->store, child->genome);
  uint64_t taken = population->improver->improve(population->improver_work, genome.rows,
                                                 most < left ? most : left, &population->random,
                                                 &population->look);
  population->steps += taken;
  population->memetic_steps += taken;
  nq_individual_evaluate(population, child);
}

/* ---- Birth ---- */

/* Among equal children the last is the best: see nq_population_survey. */
static void note_family(nq_population *population, const nq_individual *child, uint32_t i) {
  nq_lineage *family = population->family;
  size_t n = population->plan->n;
  uint32_t second = population->second[i];
  if (cost_of(child->score) > family->cost) return;
  family->cost = cost_of(child->score);
  family->child = i;
  family->from = population->cut;
  family->to = population->until;
  nq_individual_write(population, &population->now[population->first[i]], family->rows);
  if (second != NQ_EMPTY)
    nq_individual_write(population, &population->now[second], family->rows + n);
  memcpy(family->rows + 2 * n, family->rows + 3 * n, n * sizeof *family->rows);
}

void nq_individual_bear(nq_population *population, nq_individual *child, uint32_t i) {
  const nq_individual *parent = &population->now[population->first[i]];
  struct birth birth = {.child = child};
  uint64_t steps = population->steps;
  bool crossed = population->second[i] != NQ_EMPTY;
  if (crossed) {
    cross(population, &birth, parent, &population->now[population->second[i]],
          population->mirrored[i]);
  } else {
    *child = *parent;
    population->store.users[child->genome]++;
  }
  if (population->look.stopped) return;
  if (population->family != NULL) { /* keep the child as it is before its mutation */
    take_back(population, &birth);
    nq_individual_write(population, child,
                        population->family->rows + 3 * (size_t)population->plan->n);
  }
  mutate(population, &birth);
  take_back(population, &birth);
  if (population->steps > steps) {
    population->mutated++;
    population->improved += cost_of(child->score) < cost_of(parent->score);
  }
  if (population->improver_work != NULL) improve(population, child);
  if (population->family != NULL) note_family(population, child, i);
  population->evaluations += crossed || population->steps > steps;
  population->unwatched += 16 + 8 * (uint64_t)child->edits;
}

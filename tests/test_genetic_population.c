/* Invariants of populations of the genetic algorithm, generation by generation. */
#include "core/option.h"
#include "genetic/genetic.h"
#include "instances.h"
#include "local/local.h"
#include "sized.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define SEED         UINT64_C(20240614)
#define N_MOST       40 /* of an instance here */

static uint32_t row_of(const nq_population *population, uint32_t i, uint32_t column) {
  nq_genome genome = genome_in(&population->store, population->now[i].genome);
  return individual_row(population->plan, &genome, &population->now[i], column);
}

/* Each individual's score agrees with the checker; its placed queens keep their rows; its rows are
 * a permutation, or allowed; and every genome has as many users as individuals. */
static void assert_individuals(const nq_population *population, uint32_t *rows) {
  const nq_genetic_plan *plan = population->plan;
  uint32_t n = plan->n, users[128] = {0};
  assert_true(population->store.count <= COUNT(users));
  for (uint32_t i = 0; i < plan->options.population; i++) {
    nq_check_report report;
    uint64_t broken = 0;
    for (uint32_t column = 0; column < n; column++) {
      rows[column] = row_of(population, i, column);
      assert_true(rows[column] < n);
      broken += !domain_allows(plan->domain, column, rows[column]);
      if (domain_is_fixed(plan->domain, column))
        assert_int_equal(rows[column], domain_fixed_row(plan->domain, column));
    }
    assert_int_equal(nq_check(rows, n, NULL, &report, NULL), NQ_OK);
    assert_int_equal(report.conflicts, population->now[i].score.conflicts);
    assert_int_equal(broken, population->now[i].score.broken);
    assert_int_equal(broken + report.conflicts, population->cost[i]);
    if (plan->options.encoding == NQ_ENCODING_PERMUTATION)
      assert_int_equal(report.pairs[NQ_ROW], 0);
    else
      assert_int_equal(broken, 0);
    users[population->now[i].genome]++;
  }
  for (uint32_t i = 0; i < population->store.count; i++)
    assert_int_equal(users[i], population->store.users[i]);
}

/* By definition, pair by pair. */
static double plain_diversity(const nq_population *population) {
  const nq_genetic_plan *plan = population->plan;
  double different = 0, compared = 0;
  for (uint32_t a = 0; a < plan->options.population; a++)
    for (uint32_t b = 0; b < a; b++)
      for (uint32_t gene = 0; gene < plan->genes; gene++) {
        uint32_t column = gene_column(plan, gene);
        different += row_of(population, a, column) != row_of(population, b, column);
        compared++;
      }
  return different / compared;
}

/* What populations need of a run. */
struct setting {
  nq_solve_options options;
  nq_watch watch;
  nq_domain domain;
  nq_genetic_plan plan;
  nq_task task;
  uint32_t rows[N_MOST];
};

static void begin(struct setting *setting, const nq_instance *instance,
                  nq_genetic_options genetic) {
  uint32_t n = nq_instance_n(instance);
  assert_in_range(n, 1, N_MOST);
  setting->options = (nq_solve_options){.genetic = genetic};
  setting->task = (nq_task){.instance = instance,
                            .options = &setting->options,
                            .watch = &setting->watch,
                            .n = n,
                            .rows = setting->rows,
                            .improver = &nq_improver_min_conflicts};
  nq_watch_init(&setting->watch, 0, NULL, NULL);
  assert_int_equal(nq_domain_init(&setting->domain, instance, NULL), NQ_OK);
  assert_int_equal(nq_genetic_plan_init(&setting->plan, &genetic, &setting->domain, NULL), NQ_OK);
}

static void end(struct setting *setting) {
  nq_genetic_plan_release(&setting->plan);
  nq_domain_release(&setting->domain);
  nq_watch_release(&setting->watch);
}

static void make(const struct setting *setting, nq_population *population) {
  assert_int_equal(nq_population_init(population, &setting->plan, &setting->task, NULL), NQ_OK);
}

static void breed(const nq_instance *instance, nq_genetic_options genetic, uint64_t seed) {
  uint32_t rows[N_MOST];
  struct setting setting;
  nq_population population;
  begin(&setting, instance, genetic);
  make(&setting, &population);
  for (uint64_t restart = 0; restart < 2; restart++) {
    nq_breeding breeding = nq_population_start(&population, seed, 0, restart);
    for (unsigned i = 0; i < 40 && breeding == NQ_BREEDING_ON; i++) {
      uint64_t best = population.best;
      assert_individuals(&population, rows);
      breeding = nq_population_breed(&population);
      if (setting.plan.options.elite > 0) assert_true(population.best <= best);
    }
    assert_individuals(&population, rows);
    assert_true(fabs(plain_diversity(&population) - nq_population_describe(&population).diversity) <
                1e-9);
  }
  nq_population_release(&population);
  end(&setting);
}

/* The i-th value of the option, NULL past the end. */
static const nq_choice *genetic_choice(const char *name, size_t i) {
  return nq_option_choice(nq_option_find(nq_method_option("genetic", 0), name), i);
}

static void test_populations_are_consistent(void **state) {
  (void)state;
  nq_instance *instances[] = {nq_instance_new(30), rich_instance(30)};
  const nq_choice *crossover;
  for (size_t c = 0; (crossover = genetic_choice("crossover", c)) != NULL; c++)
    for (int variant = (int)c % TRIM; variant < 24; variant += TRIM) {
      nq_genetic_options genetic = {.mutation = -1};
      genetic.crossover = (nq_crossover)crossover->value;
      genetic.crossover_probability = 0.25 * (variant % 5);
      genetic.selection = (nq_selection)(1 + variant % 4);
      genetic.elite = variant % 3;
      genetic.memetic_steps = variant % 6 == 5;
      if (variant % 7 == 3) genetic.mutation = 0.2;
      if (variant == 23) genetic.mutation = 0;
      if (variant % 5 == 2) genetic.mutation_unit = NQ_MUTATION_PER_GENE;
      if (variant % 9 == 4) genetic.adaptation = NQ_ADAPTATION_ONE_FIFTH;
      genetic.population = 2 + (uint32_t)variant;
      if (genetic.elite >= (int32_t)genetic.population) genetic.elite = -1;
      breed(instances[variant % 2], genetic, SEED + (uint64_t)variant);
    }
  nq_instance_free(instances[0]);
  nq_instance_free(instances[1]);
}

/* Two relatives that share a genome, or have genomes that differ in a few genes: the edits of
 * nq_differ_cross make the child that nq_cross makes. */
static void relate(nq_population *population, nq_individual *a, nq_individual *b, bool apart) {
  nq_pcg64 *random = &population->random;
  const nq_genetic_plan *plan = population->plan;
  nq_individual *relatives[] = {a, b};
  nq_genome_drop(&population->store, b->genome);
  *b = *a;
  population->store.users[a->genome]++;
  if (apart) nq_individual_settle(population, b);
  if (apart) b->genome = nq_genome_own(&population->store, b->genome, NULL);
  for (int k = 0; k < 2; k++) {
    uint32_t edits = (uint32_t)nq_pcg64_below(random, 9);
    for (uint32_t i = 0; i < edits; i++) {
      nq_edit edit = {.a = gene_column(plan, (uint32_t)nq_pcg64_below(random, plan->genes))};
      edit.b = edit.a;
      while (plan->options.encoding == NQ_ENCODING_PERMUTATION && edit.b == edit.a)
        edit.b = gene_column(plan, (uint32_t)nq_pcg64_below(random, plan->genes));
      if (plan->options.encoding == NQ_ENCODING_ROWS)
        edit.b = nq_domain_draw_row(plan->domain, edit.a, random);
      relatives[k]->edit[i] = edit;
    }
    relatives[k]->edits = edits;
    if (apart && k == 1) nq_individual_settle(population, b);
  }
}

static void expect_same_child(nq_population *population, const nq_individual *a,
                              const nq_individual *b) {
  const nq_genetic_plan *plan = population->plan;
  uint32_t rows[4][N_MOST], where[N_MOST], edits;
  nq_edit edit[NQ_DIFFERENCES];
  nq_mating mating = {rows[0], rows[1], rows[2], where, plan->genes, 0, plan->genes, NULL};
  mating.from = (uint32_t)nq_pcg64_below(&population->random, plan->genes);
  if (plan->options.crossover != NQ_CROSSOVER_ONE_POINT)
    mating.to =
        mating.from + 1 + (uint32_t)nq_pcg64_below(&population->random, plan->genes - mating.from);
  nq_individual_write(population, a, rows[0]);
  nq_individual_write(population, b, rows[1]);
  for (uint32_t i = 0; i < plan->genes; i++)
    for (int k = 0; k < 2; k++) rows[k][i] = rows[k][gene_column(plan, i)];
  nq_cross(plan->options.crossover, &mating);
  assert_true(nq_differ_cross(&population->store, a, b, &mating, edit, &edits));
  nq_individual_write(population, a, rows[3]);
  for (uint32_t i = 0; i < edits; i++) {
    uint32_t row = rows[3][edit[i].a];
    bool swap = plan->options.encoding == NQ_ENCODING_PERMUTATION;
    rows[3][edit[i].a] = swap ? rows[3][edit[i].b] : edit[i].b;
    if (swap) rows[3][edit[i].b] = row;
  }
  for (uint32_t i = 0; i < plan->genes; i++)
    assert_int_equal(rows[3][gene_column(plan, i)], rows[2][i]);
}

static void cross_relatives(const nq_instance *instance, nq_crossover crossover) {
  struct setting setting;
  nq_population population;
  nq_genetic_options genetic = NQ_GENETIC_DEFAULTS;
  genetic.crossover = crossover;
  begin(&setting, instance, genetic);
  make(&setting, &population);
  for (uint64_t round = 0; round < 200; round++) {
    assert_int_equal(nq_population_start(&population, SEED, 0, round), NQ_BREEDING_ON);
    relate(&population, &population.now[0], &population.now[1], round % 2 == 1);
    expect_same_child(&population, &population.now[0], &population.now[1]);
  }
  nq_population_release(&population);
  end(&setting);
}

static void test_relatives_cross_by_edits(void **state) {
  (void)state;
  static const nq_crossover crossovers[] = {NQ_CROSSOVER_ONE_POINT, NQ_CROSSOVER_TWO_POINT,
                                            NQ_CROSSOVER_PMX};
  nq_instance *instances[] = {nq_instance_new(40), rich_instance(40)};
  for (size_t i = 0; i < 6; i++) cross_relatives(instances[i % 2], crossovers[i / 2]);
  nq_instance_free(instances[0]);
  nq_instance_free(instances[1]);
}

/* ---- Migration ---- */

/* The best of one population replace the worst of another, and nothing else. */
static void test_migrants_replace_the_worst(void **state) {
  (void)state;
  enum { SIZE = 12, MIGRANTS = 3, LEAVE = SIZE - MIGRANTS };
  nq_instance *instance = nq_instance_new(30);
  struct setting setting;
  nq_population to, from;
  uint32_t order[SIZE];
  nq_genetic_options genetic = NQ_GENETIC_DEFAULTS;
  genetic.population = SIZE;
  begin(&setting, instance, genetic);
  make(&setting, &to);
  make(&setting, &from);
  assert_int_equal(nq_population_start(&to, 1, 0, 0), NQ_BREEDING_ON);
  assert_int_equal(nq_population_start(&from, 2, 0, 0), NQ_BREEDING_ON);
  for (unsigned i = 0; i < 6; i++) assert_int_equal(nq_population_breed(&from), NQ_BREEDING_ON);
  nq_population_rank(&to);
  nq_population_rank(&from);
  memcpy(order, to.elite, sizeof order);
  uint64_t before[SIZE];
  memcpy(before, to.cost, sizeof before);
  nq_population_receive(&to, &from, MIGRANTS, 0);
  nq_population_survey(&to);
  for (uint32_t i = 0; i < LEAVE; i++) assert_int_equal(to.cost[order[i]], before[order[i]]);
  for (uint32_t i = 0; i < MIGRANTS; i++) {
    const nq_individual *migrant = &from.now[from.elite[i]];
    const nq_individual *arrived = &to.now[order[SIZE - 1 - i]];
    uint32_t there[30], here[30];
    nq_individual_write(&from, migrant, there);
    nq_individual_write(&to, arrived, here);
    assert_memory_equal(there, here, sizeof here);
    assert_int_equal(to.cost[order[SIZE - 1 - i]], from.cost[from.elite[i]]);
    nq_individual recounted = *arrived;
    nq_individual_evaluate(&to, &recounted);
    assert_int_equal(recounted.score.conflicts, arrived->score.conflicts);
  }
  assert_int_equal(to.best, from.best);
  nq_population_release(&to);
  nq_population_release(&from);
  end(&setting);
  nq_instance_free(instance);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_populations_are_consistent),
      cmocka_unit_test(test_relatives_cross_by_edits),
      cmocka_unit_test(test_migrants_replace_the_worst),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

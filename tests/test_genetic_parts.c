/* The parts of the genetic algorithm: crossover, selection, genomes.
 *
 * Frequencies are compared with their expectation by Pearson's chi-square at an error rate of 1e-6
 * per test; seeds are fixed, so a failure is an error in the code. */
#include "core/random.h"
#include "genetic/genetic.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define SEED         UINT64_C(20240613)
#define GENES_MAX    40
/* Critical values of chi-square at 1e-6, for 5 and 23 degrees of freedom. */
#define CHI_SQUARE_5  35.89
#define CHI_SQUARE_23 70.6

/* ---- Crossover ---- */

struct example {
  nq_crossover crossover;
  uint32_t from, to;
  uint32_t a[10], b[10], child[10];
};

/* D. E. Goldberg, "Genetic Algorithms in Search, Optimization, and Machine Learning", 1989, chapter
 * 5: the worked examples of the three operators, both children each. */
static const struct example examples[] = {
    {NQ_CROSSOVER_PMX,
     3,
     6,
     {9, 8, 4, 5, 6, 7, 1, 3, 2, 10},
     {8, 7, 1, 2, 3, 10, 9, 5, 4, 6},
     {9, 8, 4, 2, 3, 10, 1, 6, 5, 7}},
    {NQ_CROSSOVER_PMX,
     3,
     6,
     {8, 7, 1, 2, 3, 10, 9, 5, 4, 6},
     {9, 8, 4, 5, 6, 7, 1, 3, 2, 10},
     {8, 10, 1, 5, 6, 7, 9, 2, 4, 3}},
    {NQ_CROSSOVER_ORDER,
     3,
     6,
     {9, 8, 4, 5, 6, 7, 1, 3, 2, 10},
     {8, 7, 1, 2, 3, 10, 9, 5, 4, 6},
     {2, 3, 10, 5, 6, 7, 9, 4, 8, 1}},
    {NQ_CROSSOVER_ORDER,
     3,
     6,
     {8, 7, 1, 2, 3, 10, 9, 5, 4, 6},
     {9, 8, 4, 5, 6, 7, 1, 3, 2, 10},
     {5, 6, 7, 2, 3, 10, 1, 9, 8, 4}},
    {NQ_CROSSOVER_CYCLE,
     0,
     0,
     {9, 8, 2, 1, 7, 4, 5, 10, 6, 3},
     {1, 2, 3, 4, 5, 6, 7, 8, 9, 10},
     {9, 2, 3, 1, 5, 4, 7, 8, 6, 10}},
    {NQ_CROSSOVER_CYCLE,
     0,
     0,
     {1, 2, 3, 4, 5, 6, 7, 8, 9, 10},
     {9, 8, 2, 1, 7, 4, 5, 10, 6, 3},
     {1, 8, 2, 4, 7, 6, 5, 10, 9, 3}},
    {NQ_CROSSOVER_ONE_POINT,
     4,
     0,
     {1, 1, 1, 1, 1, 1, 1, 1, 1, 1},
     {2, 2, 2, 2, 2, 2, 2, 2, 2, 2},
     {1, 1, 1, 1, 2, 2, 2, 2, 2, 2}},
    {NQ_CROSSOVER_TWO_POINT,
     2,
     9,
     {1, 1, 1, 1, 1, 1, 1, 1, 1, 1},
     {2, 2, 2, 2, 2, 2, 2, 2, 2, 2},
     {1, 1, 2, 2, 2, 2, 2, 2, 2, 1}},
};

static void test_crossover_equals_published_examples(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT(examples); i++) {
    const struct example *example = &examples[i];
    uint32_t child[10], where[11];
    nq_mating mating = {example->a, example->b, child, where, 10, example->from, example->to, NULL};
    nq_cross(example->crossover, &mating);
    assert_memory_equal(child, example->child, sizeof child);
  }
}

static bool contains(const uint32_t *values, uint32_t from, uint32_t to, uint32_t value) {
  for (uint32_t i = from; i < to; i++)
    if (values[i] == value) return true;
  return false;
}

static void assert_permutation(const uint32_t *values, uint32_t count) {
  for (uint32_t value = 0; value < count; value++) assert_true(contains(values, 0, count, value));
}

/* The next of b's genes, from *place on with wraparound, that is not between a's cuts. */
static uint32_t next_in_order(const nq_mating *mating, uint32_t *place) {
  for (;;) {
    uint32_t value = mating->b[*place % mating->count];
    ++*place;
    if (!contains(mating->a, mating->from, mating->to, value)) return value;
  }
}

static void assert_property(nq_crossover crossover, const nq_mating *mating) {
  uint32_t from = mating->from, to = mating->to, count = mating->count, place = to;
  for (uint32_t k = 0; k < count; k++) {
    uint32_t i = (to + k) % count, gene = mating->child[i];
    bool between = i >= from && i < to;
    if (crossover == NQ_CROSSOVER_PMX && between)
      assert_int_equal(gene, mating->b[i]);
    else if (crossover == NQ_CROSSOVER_PMX && !contains(mating->b, from, to, mating->a[i]))
      assert_int_equal(gene, mating->a[i]);
    else if (crossover == NQ_CROSSOVER_CYCLE)
      assert_true(gene == mating->a[i] || gene == mating->b[i]);
    else if (crossover == NQ_CROSSOVER_ORDER)
      assert_int_equal(gene, between ? mating->a[i] : next_in_order(mating, &place));
  }
  if (crossover == NQ_CROSSOVER_CYCLE) assert_int_equal(mating->child[from], mating->a[from]);
}

static void test_crossover_keeps_permutations(void **state) {
  (void)state;
  static const nq_crossover crossovers[] = {NQ_CROSSOVER_PMX, NQ_CROSSOVER_ORDER,
                                            NQ_CROSSOVER_CYCLE};
  nq_pcg64 random;
  nq_pcg64_seed(&random, SEED, 1);
  for (unsigned round = 0; round < 6000; round++) {
    uint32_t a[GENES_MAX], b[GENES_MAX], child[GENES_MAX], where[GENES_MAX];
    uint32_t count = 1 + (uint32_t)nq_pcg64_below(&random, GENES_MAX);
    for (uint32_t i = 0; i < count; i++) a[i] = b[i] = i;
    nq_pcg64_shuffle(&random, a, count);
    nq_pcg64_shuffle(&random, b, count);
    uint32_t from = (uint32_t)nq_pcg64_below(&random, count);
    uint32_t to = from + 1 + (uint32_t)nq_pcg64_below(&random, count - from);
    memset(child, 0xff, sizeof child);
    nq_mating mating = {a, b, child, where, count, from, to, NULL};
    nq_crossover crossover = crossovers[round % COUNT(crossovers)];
    nq_cross(crossover, &mating);
    assert_permutation(child, count);
    assert_property(crossover, &mating);
  }
}

/* ---- Selection ---- */

#define INDIVIDUALS 6
#define DRAWS       60000

static const uint64_t costs[INDIVIDUALS] = {7, 2, 4, 2, 30, 3};

static double chi_square(const double *seen, const double *expected, size_t count) {
  double sum = 0;
  for (size_t i = 0; i < count; i++)
    sum += (seen[i] - expected[i]) * (seen[i] - expected[i]) / expected[i];
  return sum;
}

/* The expected share of the draws of each individual. */
static void expect_shares(const nq_genetic_plan *plan, double share[INDIVIDUALS]) {
  double fitness[INDIVIDUALS], mean = 0, squares = 0, sum = 0, below, alike;
  for (int i = 0; i < INDIVIDUALS; i++) {
    double pairs = plan->n * (plan->n - 1.0) / 2;
    fitness[i] = plan->options.fitness == NQ_FITNESS_PAIRS ? pairs - (double)costs[i]
                                                           : 1 / (1 + (double)costs[i]);
    mean += fitness[i] / INDIVIDUALS;
  }
  for (int i = 0; i < INDIVIDUALS; i++)
    squares += (fitness[i] - mean) * (fitness[i] - mean) / INDIVIDUALS;
  for (int i = 0; i < INDIVIDUALS; i++) {
    below = alike = 0;
    for (int j = 0; j < INDIVIDUALS; j++) {
      below += costs[j] > costs[i];
      alike += costs[j] == costs[i];
    }
    share[i] = fitness[i];
    if (plan->options.scaling == NQ_SCALING_POWER) share[i] = pow(fitness[i], plan->options.power);
    if (plan->options.scaling == NQ_SCALING_SIGMA)
      share[i] = fmax(0.1, 1 + (fitness[i] - mean) / (2 * sqrt(squares)));
    if (plan->options.selection == NQ_SELECTION_RANK) share[i] = below + (alike - 1) / 2;
    if (plan->options.selection == NQ_SELECTION_TOURNAMENT)
      share[i] =
          (pow(below + alike, plan->options.tournament) - pow(below, plan->options.tournament)) /
          alike;
    sum += share[i];
  }
  for (int i = 0; i < INDIVIDUALS; i++) share[i] /= sum;
}

static void assert_frequencies(nq_genetic_plan plan) {
  nq_arrays arrays = {0};
  nq_selector selector;
  nq_pcg64 random;
  double share[INDIVIDUALS], seen[INDIVIDUALS] = {0}, expected[INDIVIDUALS];
  uint32_t *parents = calloc(DRAWS, sizeof *parents);
  assert_non_null(parents);
  nq_pcg64_seed(&random, SEED, 2);
  expect_shares(&plan, share);
  plan.options.population = INDIVIDUALS;
  nq_selector_init(&selector, &plan, costs, &arrays);
  assert_false(arrays.failed);
  nq_selector_prepare(&selector, 2);
  nq_selector_draw(&selector, parents, DRAWS, &random);
  for (int i = 0; i < DRAWS; i++) seen[parents[i]]++;
  size_t bins = 0;
  double chi = 0;
  for (int i = 0; i < INDIVIDUALS; i++) {
    expected[i] = share[i] * DRAWS;
    if (expected[i] == 0) assert_true(seen[i] == 0);
    if (expected[i] < 5) continue; /* too few for the statistic; the others cover its share */
    chi += chi_square(&seen[i], &expected[i], 1);
    bins++;
  }
  assert_true(bins >= 3);
  if (!(chi < CHI_SQUARE_5))
    fail_msg("chi-square %g for selection %d", chi, (int)plan.options.selection);
  nq_arrays_release(&arrays);
  free(parents);
}

static void test_selection_frequencies(void **state) {
  (void)state;
  nq_domain domain = {.n = 12};
  const nq_genetic_plan plain = {.domain = &domain,
                                 .n = 12,
                                 .options = {.selection = NQ_SELECTION_ROULETTE,
                                             .fitness = NQ_FITNESS_RECIPROCAL,
                                             .scaling = NQ_SCALING_NONE,
                                             .power = 3}};
  nq_genetic_plan plan = plain;
  assert_frequencies(plan);
  plan.options.scaling = NQ_SCALING_POWER;
  assert_frequencies(plan);
  plan.options.scaling = NQ_SCALING_SIGMA;
  assert_frequencies(plan);
  plan = plain;
  plan.options.fitness = NQ_FITNESS_PAIRS;
  assert_frequencies(plan);
  plan.options.scaling = NQ_SCALING_POWER;
  assert_frequencies(plan);
  plan = plain;
  plan.options.selection = NQ_SELECTION_RANK;
  assert_frequencies(plan);
  plan.options.selection = NQ_SELECTION_TOURNAMENT;
  for (plan.options.tournament = 1; plan.options.tournament <= 4; plan.options.tournament++)
    assert_frequencies(plan);
}

/* Every individual gets its expected number of places, rounded down or up.  The places are
 * shuffled: over many spins each individual is first in proportion to its share. */
static void test_sus_spreads_evenly(void **state) {
  (void)state;
  nq_domain domain = {.n = 12};
  nq_genetic_plan plan = {.domain = &domain,
                          .n = 12,
                          .options = {.selection = NQ_SELECTION_SUS,
                                      .fitness = NQ_FITNESS_RECIPROCAL,
                                      .scaling = NQ_SCALING_NONE}};
  double share[INDIVIDUALS], first[INDIVIDUALS] = {0}, expected[INDIVIDUALS];
  expect_shares(&plan, share);
  plan.options.population = INDIVIDUALS;
  nq_arrays arrays = {0};
  nq_selector selector;
  nq_pcg64 random;
  nq_pcg64_seed(&random, SEED, 3);
  nq_selector_init(&selector, &plan, costs, &arrays);
  assert_false(arrays.failed);
  nq_selector_prepare(&selector, 2);
  enum { SPINS = 20000, PLACES = 17 };
  for (int spin = 0; spin < SPINS; spin++) {
    uint32_t parents[PLACES], places[INDIVIDUALS] = {0};
    nq_selector_draw(&selector, parents, PLACES, &random);
    for (int i = 0; i < PLACES; i++) places[parents[i]]++;
    for (int i = 0; i < INDIVIDUALS; i++) {
      assert_true(places[i] >= (uint32_t)floor(share[i] * PLACES));
      assert_true(places[i] <= (uint32_t)ceil(share[i] * PLACES));
    }
    first[parents[0]]++;
  }
  for (int i = 0; i < INDIVIDUALS; i++) expected[i] = share[i] * SPINS;
  assert_true(chi_square(first, expected, INDIVIDUALS) < CHI_SQUARE_5);
  nq_selector_draw(&selector, NULL, 0, &random); /* no places: nothing happens */
  nq_arrays_release(&arrays);
}

static void test_order_by_cost(void **state) {
  (void)state;
  nq_pcg64 random;
  nq_pcg64_seed(&random, SEED, 4);
  for (unsigned round = 0; round < 500; round++) {
    uint64_t cost[GENES_MAX];
    uint32_t order[GENES_MAX];
    uint32_t count = 1 + (uint32_t)nq_pcg64_below(&random, GENES_MAX);
    for (uint32_t i = 0; i < count; i++) cost[i] = nq_pcg64_below(&random, 12);
    nq_order_by_cost(order, cost, count);
    assert_permutation(order, count);
    for (uint32_t i = 1; i < count; i++) assert_true(cost[order[i - 1]] <= cost[order[i]]);
  }
}

/* ---- Genomes ---- */

/* An instance with all restrictions: two placed queens, blocked squares, excluded diagonals. */
static nq_instance *make_instance(uint32_t n, bool restricted) {
  nq_instance *instance = nq_instance_new(n);
  assert_non_null(instance);
  if (!restricted) return instance;
  assert_int_equal(nq_instance_place(instance, 1, 3, NULL), NQ_OK);
  assert_int_equal(nq_instance_place(instance, 4, 2, NULL), NQ_OK);
  for (uint32_t i = 5; i < n; i++)
    assert_int_equal(nq_instance_block(instance, i, (i * 7 + 1) % n, NULL), NQ_OK);
  assert_int_equal(nq_instance_exclude_rising(instance, n - 1, NULL), NQ_OK);
  assert_int_equal(nq_instance_exclude_falling(instance, n + 2, NULL), NQ_OK);
  return instance;
}

static nq_edit draw_edit(const nq_genetic_plan *plan, nq_pcg64 *random) {
  uint32_t a = gene_column(plan, (uint32_t)nq_pcg64_below(random, plan->genes)), b;
  if (plan->options.encoding == NQ_ENCODING_ROWS)
    return (nq_edit){a, nq_domain_draw_row(plan->domain, a, random)};
  do b = gene_column(plan, (uint32_t)nq_pcg64_below(random, plan->genes));
  while (b == a);
  return (nq_edit){a, b};
}

/* A score from the checker, which is independent of the counters. */
static nq_score check_score(const nq_domain *domain, const uint32_t *rows) {
  nq_check_report report;
  nq_score score = {0, 0};
  assert_int_equal(nq_check(rows, domain->n, NULL, &report, NULL), NQ_OK);
  score.conflicts = report.conflicts;
  for (uint32_t column = 0; column < domain->n; column++)
    score.broken += !domain_allows(domain, column, rows[column]);
  return score;
}

static void assert_same_score(nq_score a, nq_score b) {
  assert_int_equal(a.conflicts, b.conflicts);
  assert_int_equal(a.broken, b.broken);
}

static void walk_genome(uint32_t n, bool restricted, nq_encoding encoding) {
  nq_instance *instance = make_instance(n, restricted);
  nq_domain domain;
  nq_genetic_plan plan;
  nq_genetic_options options = {.encoding = encoding};
  nq_pcg64 random;
  nq_pcg64_seed(&random, SEED, n);
  assert_int_equal(nq_domain_init(&domain, instance, NULL), NQ_OK);
  assert_int_equal(nq_genetic_plan_init(&plan, &options, &domain, NULL), NQ_OK);
  void *bytes = aligned_alloc(64, nq_genome_bytes(&plan));
  assert_non_null(bytes);
  nq_genome genome = nq_genome_at(&plan, bytes);
  nq_genome_draw(&plan, &genome, &random, NULL);
  if (encoding == NQ_ENCODING_PERMUTATION) assert_permutation(genome.rows, n);
  nq_score score = nq_genome_count(&plan, &genome, NULL);
  assert_same_score(score, check_score(&domain, genome.rows));
  if (encoding == NQ_ENCODING_ROWS) assert_int_equal(score.broken, 0);
  for (unsigned step = 0; step < 400; step++) {
    nq_edit edit = draw_edit(&plan, &random);
    score = nq_genome_edited(&plan, &genome, score, edit);
    nq_genome_edit(&plan, &genome, edit);
    assert_same_score(score, check_score(&domain, genome.rows));
    for (uint32_t column = 0; column < n; column++)
      if (domain_is_fixed(&domain, column))
        assert_int_equal(genome.rows[column], domain_fixed_row(&domain, column));
  }
  assert_same_score(score, nq_genome_count(&plan, &genome, NULL));
  free(bytes);
  nq_genetic_plan_release(&plan);
  nq_domain_release(&domain);
  nq_instance_free(instance);
}

static void test_edits_equal_recounts(void **state) {
  (void)state;
  for (uint32_t n = 2; n <= 40; n++) {
    walk_genome(n, false, NQ_ENCODING_PERMUTATION);
    walk_genome(n, false, NQ_ENCODING_ROWS);
    if (n < 12) continue;
    walk_genome(n, true, NQ_ENCODING_PERMUTATION);
    walk_genome(n, true, NQ_ENCODING_ROWS);
  }
}

/* With 2 of 6 queens placed all 24 orders of the other four are equally likely. */
static void test_permutations_are_uniform(void **state) {
  (void)state;
  nq_instance *instance = nq_instance_new(6);
  assert_int_equal(nq_instance_place(instance, 0, 3, NULL), NQ_OK);
  assert_int_equal(nq_instance_place(instance, 4, 0, NULL), NQ_OK);
  nq_domain domain;
  nq_genetic_plan plan;
  nq_genetic_options options = {0};
  nq_pcg64 random;
  nq_pcg64_seed(&random, SEED, 5);
  assert_int_equal(nq_domain_init(&domain, instance, NULL), NQ_OK);
  assert_int_equal(nq_genetic_plan_init(&plan, &options, &domain, NULL), NQ_OK);
  uint32_t rows[6];
  nq_genome genome = {.rows = rows};
  double seen[24] = {0}, expected[24];
  for (int i = 0; i < 24000; i++) {
    nq_genome_draw(&plan, &genome, &random, NULL);
    unsigned order = 0, seats = 4;
    for (uint32_t a = 0; a < 4; a++, seats--) {
      unsigned lower = 0;
      for (uint32_t b = a + 1; b < 4; b++) lower += rows[plan.gene[b]] < rows[plan.gene[a]];
      order = order * seats + lower;
    }
    seen[order]++;
  }
  for (int i = 0; i < 24; i++) expected[i] = 1000;
  assert_true(chi_square(seen, expected, 24) < CHI_SQUARE_23);
  nq_genetic_plan_release(&plan);
  nq_domain_release(&domain);
  nq_instance_free(instance);
}

static void test_store_shares_genomes(void **state) {
  (void)state;
  nq_domain domain = {.n = 8};
  nq_genetic_plan plan = {.domain = &domain, .n = 8, .options.encoding = NQ_ENCODING_PERMUTATION};
  nq_arrays arrays = {0};
  nq_genome_store store;
  nq_genome_store_init(&store, &plan, 3, &arrays);
  assert_false(arrays.failed);
  nq_genome_store_clear(&store);
  uint32_t one = nq_genome_take(&store);
  genome_in(&store, one).rows[3] = 77;
  assert_int_equal(nq_genome_own(&store, one, NULL), one);
  store.users[one]++;
  uint32_t other = nq_genome_own(&store, one, NULL);
  assert_int_not_equal(other, one);
  assert_int_equal(genome_in(&store, other).rows[3], 77);
  assert_int_equal(store.users[one], 1);
  assert_int_equal(store.users[other], 1);
  nq_genome_drop(&store, one);
  nq_genome_drop(&store, other);
  assert_int_equal(store.unused_count, 3);
  nq_arrays_release(&arrays);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_crossover_equals_published_examples),
      cmocka_unit_test(test_crossover_keeps_permutations),
      cmocka_unit_test(test_selection_frequencies),
      cmocka_unit_test(test_sus_spreads_evenly),
      cmocka_unit_test(test_order_by_cost),
      cmocka_unit_test(test_edits_equal_recounts),
      cmocka_unit_test(test_permutations_are_uniform),
      cmocka_unit_test(test_store_shares_genomes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Work of O(n) on one large board polls the watch again and again, and a poll can break it off. */
#include "sized.h"
#include "board/conflicts.h"
#include "core/core.h"
#include "generate/kinds.h"
#include "genetic/genetic.h"
#include "local/local.h"
#include "local/walk.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

enum { N = 3 * LOOK_NUMBERS + 1000 };

/* Polls for one pass over the columns, if each comes after LOOK_NUMBERS numbers. */
#define PASS (N / LOOK_NUMBERS)

/* The polls of a watch; at poll `most` the run must stop. */
struct looks {
  nq_watch watch;
  unsigned calls, most;
};

static bool count_look(void *context, const nq_progress *progress) {
  struct looks *looks = context;
  (void)progress;
  looks->watch.called -= 1; /* so that the next poll calls too */
  return ++looks->calls != looks->most;
}

static void begin(struct looks *looks, unsigned most) {
  *looks = (struct looks){.most = most};
  nq_watch_init(&looks->watch, 0, count_look, looks);
  looks->watch.called -= 1;
}

/* ---- Permutations ---- */

static void permutations_are_those_of_the_shuffle(void **state) {
  (void)state;
  uint32_t *drawn = malloc(N * sizeof *drawn), *shuffled = malloc(N * sizeof *shuffled);
  struct looks looks;
  nq_pcg64 random, same;
  begin(&looks, 0);
  nq_look look = {.watch = &looks.watch, .progress = {.total = N}};
  nq_pcg64_seed(&random, 1, 2);
  same = random;
  for (uint32_t i = 0; i < N; i++) shuffled[i] = i;
  nq_pcg64_shuffle(&same, shuffled, N);
  assert_true(nq_permutation_draw(drawn, N, &random, &look));
  assert_memory_equal(drawn, shuffled, N * sizeof *drawn);
  assert_memory_equal(&random, &same, sizeof random);
  assert_in_range(looks.calls, 2 * PASS, 2 * PASS + 2);
  assert_int_equal(look.progress.done, N);
  assert_false(look.stopped);
  nq_watch_release(&looks.watch);
  begin(&looks, PASS + 2);
  assert_false(nq_permutation_draw(drawn, N, &random, &look));
  assert_true(look.stopped);
  assert_int_equal(looks.calls, PASS + 2);
  nq_watch_release(&looks.watch);
  free(drawn);
  free(shuffled);
}

/* ---- Start boards of min-conflicts ---- */

/* The polls of a start; with `most`, it stops at that one. */
static unsigned start_walk(nq_start start, unsigned most) {
  nq_instance *instance = nq_instance_new(N);
  nq_domain domain;
  nq_walk walk;
  struct looks looks;
  begin(&looks, most);
  assert_int_equal(nq_domain_init(&domain, instance, NULL), NQ_OK);
  const nq_walk_plan plan = {
      .domain = &domain,
      .watch = &looks.watch,
      .options = {.start = start, .step = start == NQ_START_FEWEST ? NQ_STEP_COLUMN : NQ_STEP_SWAP},
      .n = N};
  uint32_t *rows = malloc(N * sizeof *rows);
  assert_int_equal(nq_walk_init(&walk, &plan, rows, NULL), NQ_OK);
  nq_pcg64_seed(&walk.random, 1, 0);
  assert_int_equal(nq_walk_start(&walk), most == 0);
  assert_int_equal(walk.stopped, most > 0);
  nq_walk_release(&walk);
  nq_domain_release(&domain);
  nq_instance_free(instance);
  nq_watch_release(&looks.watch);
  free(rows);
  return looks.calls;
}

/* Each pass polls at every 65,536th column: rows, shuffle, counters, queens. */
static void starts_poll_in_every_pass(void **state) {
  (void)state;
  enum { POLLS = N / 65536 };
  assert_in_range(start_walk(NQ_START_PERMUTATION, 0), 4 * POLLS - 4, 4 * POLLS + 4);
  assert_in_range(start_walk(NQ_START_RANDOM, 0), 3 * POLLS - 3, 3 * POLLS + 3);
  assert_in_range(start_walk(NQ_START_FEWEST, 0), 3 * POLLS - 3, 3 * POLLS + 3);
  for (unsigned most = 1; most < 4 * POLLS; most += POLLS)
    assert_int_equal(start_walk(NQ_START_PERMUTATION, most), most);
}

/* ---- The genetic algorithm ---- */

/* The polls of generation 0 and, if it is not stopped, of the next one. */
static unsigned breed(nq_crossover crossover, unsigned most, unsigned *of_start) {
  nq_instance *instance = nq_instance_new(N);
  nq_solve_options options = {
      .genetic = {.population = 4, .crossover = crossover, .crossover_probability = 1}};
  nq_genetic_plan plan;
  nq_domain domain;
  nq_population population;
  struct looks looks;
  uint32_t *rows = malloc(N * sizeof *rows);
  begin(&looks, most);
  nq_task task = {.instance = instance,
                  .options = &options,
                  .watch = &looks.watch,
                  .n = N,
                  .rows = rows,
                  .improver = &nq_improver_min_conflicts};
  assert_int_equal(nq_domain_init(&domain, instance, NULL), NQ_OK);
  assert_int_equal(nq_genetic_plan_init(&plan, &options.genetic, &domain, NULL), NQ_OK);
  assert_int_equal(nq_population_init(&population, &plan, &task, NULL), NQ_OK);
  nq_breeding breeding = nq_population_start(&population, 1, 0, 0);
  *of_start = looks.calls;
  if (breeding == NQ_BREEDING_ON) breeding = nq_population_breed(&population);
  assert_int_equal(breeding, most == 0 ? NQ_BREEDING_ON : NQ_BREEDING_STOPPED);
  nq_population_release(&population);
  nq_genetic_plan_release(&plan);
  nq_domain_release(&domain);
  nq_instance_free(instance);
  nq_watch_release(&looks.watch);
  free(rows);
  return looks.calls;
}

static void individuals_are_not_born_unwatched(void **state) {
  (void)state;
  static const nq_crossover crossovers[] = {NQ_CROSSOVER_PMX, NQ_CROSSOVER_ORDER,
                                            NQ_CROSSOVER_CYCLE};
  unsigned start;
  for (unsigned i = 0; i < trimmed(sizeof crossovers / sizeof *crossovers); i++) {
    unsigned all = breed(crossovers[i], 0, &start);
    assert_true(start >= 4 * 7 * PASS); /* rows, shuffle, 4n counters, queens: of four boards */
    assert_true(all - start >= 3 * 6 * PASS);
    unsigned stops[] = {start + 2, start + PASS + 2, 2, PASS + 2, 3 * PASS + 2, 6 * PASS + 2};
    for (unsigned k = 0; k < (i == 0 ? 6 : 2); k++) /* the start is the same for all */
      assert_int_equal(breed(crossovers[i], stops[k], &start), stops[k]);
  }
}

/* ---- Boards with some conflicts ---- */

static nq_status make_item(const char *kind, uint32_t n, uint64_t conflicts, struct looks *looks) {
  nq_generating generation = {.watch = &looks->watch};
  nq_generated item = {0};
  nq_generate_options_init(&generation.options);
  generation.options.kind = kind;
  generation.options.n = n;
  generation.options.value[NQ_GENERATE_CONFLICTS] = conflicts;
  assert_int_equal(nq_generate_begin(&generation, NULL), NQ_OK);
  nq_status status = nq_generate_make_item(&generation, NULL, &(uint64_t){0}, &item, NULL);
  if (status == NQ_OK && conflicts != NQ_GENERATE_DEFAULT)
    assert_int_equal(item.conflicts, conflicts);
  nq_generate_release(&item);
  nq_generate_end(&generation);
  return status;
}

/* The polls until a board has so many conflicts. */
static unsigned make_near(uint64_t conflicts) {
  struct looks looks;
  begin(&looks, 0);
  assert_int_equal(make_item("near", N, conflicts, &looks), NQ_OK);
  nq_watch_release(&looks.watch);
  return looks.calls;
}

static void near_boards_poll(void **state) {
  (void)state;
  assert_true(make_near(1) >= PASS);      /* counters */
  assert_true(make_near(N) >= 10 * PASS); /* counters, columns, eight piles */
}

/* The board, and three checks of its lines, and the checker. */
static void toroidal_boards_poll(void **state) {
  (void)state;
  enum { N_TORUS = N - (N % 6) + 1 }; /* no factor in common with 6 */
  struct looks looks;
  begin(&looks, 0);
  assert_int_equal(make_item("toroidal", N_TORUS, NQ_GENERATE_DEFAULT, &looks), NQ_OK);
  assert_true(looks.calls >= 4 * PASS);
  unsigned all = looks.calls;
  nq_watch_release(&looks.watch);
  for (unsigned most = 1; most < all; most += PASS) {
    begin(&looks, most);
    assert_int_equal(make_item("toroidal", N_TORUS, NQ_GENERATE_DEFAULT, &looks), NQ_END);
    nq_watch_release(&looks.watch);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(permutations_are_those_of_the_shuffle),
      cmocka_unit_test(starts_poll_in_every_pass),
      cmocka_unit_test(individuals_are_not_born_unwatched),
      cmocka_unit_test(near_boards_poll),
      cmocka_unit_test(toroidal_boards_poll),
  };
  return cmocka_run_group_tests_name("looks", tests, NULL, NULL);
}

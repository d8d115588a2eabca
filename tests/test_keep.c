/* Start boards that are given, and the queens of theirs that are kept: against all solutions of small
 * boards; instances, threads, restarts, and boards that are refused. */
#include "core/random.h"
#include "nqueens.h"
#include "sized.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <string.h>
#include <cmocka.h>

#define N_MOST 1000

static const char *const methods[] = {"min-conflicts", "min-conflicts:preset=aima", "genetic",
                                      "genetic:encoding=rows,population=12,islands=2"};
enum { METHODS = sizeof methods / sizeof *methods };

struct answer {
  nq_status status;
  nq_result result;
  nq_error error;
  uint32_t rows[N_MOST];
};

static struct answer solve(const nq_instance *instance, const char *method, const uint32_t *from,
                           bool keep, uint64_t seed) {
  struct answer answer = {0};
  nq_solve_options options;
  nq_solve_options_init(&options);
  assert_int_equal(nq_solve_options_set(&options, method, NULL), NQ_OK);
  options.seed = seed;
  options.threads = 2;
  options.from = from;
  options.keep = keep;
  answer.status = nq_solve_into(instance, &options, answer.rows, &answer.result, &answer.error);
  return answer;
}

/* A counter, or -1. */
static int64_t counter(const nq_result *result, const char *name) {
  for (size_t i = 0; i < result->counters; i++)
    if (strcmp(result->counter[i].name, name) == 0) return (int64_t)result->counter[i].value;
  return -1;
}

static uint32_t count_moved(const uint32_t *from, const uint32_t *rows, uint32_t n) {
  uint32_t moved = 0;
  for (uint32_t column = 0; column < n; column++)
    moved += from[column] != NQ_EMPTY && from[column] != rows[column];
  return moved;
}

struct nearest {
  const uint32_t *from;
  uint32_t n, moved;
};

static bool compare(void *context, const uint32_t *rows) {
  struct nearest *nearest = context;
  uint32_t moved = count_moved(nearest->from, rows, nearest->n);
  if (moved < nearest->moved) nearest->moved = moved;
  return true;
}

static uint32_t fewest(const nq_instance *instance, const uint32_t *from) {
  struct nearest nearest = {.from = from, .n = nq_instance_n(instance), .moved = UINT32_MAX};
  nq_enumerate_options options;
  nq_enumerate_result result;
  nq_enumerate_options_init(&options);
  options.context = &nearest;
  assert_int_equal(nq_enumerate(instance, &options, compare, &result, NULL), NQ_OK);
  return nearest.moved;
}

static void expect_fewest(const nq_instance *instance, const uint32_t *from, const char *method) {
  uint32_t n = nq_instance_n(instance);
  struct answer answer = solve(instance, method, from, true, 1);
  assert_int_equal(answer.status, NQ_OK);
  assert_int_equal(answer.result.verdict, NQ_SOLVED);
  assert_int_equal(count_moved(from, answer.rows, n), fewest(instance, from));
  assert_int_equal(counter(&answer.result, "moved"), fewest(instance, from));
  assert_int_equal(counter(&answer.result, "fewest_moved"), fewest(instance, from));
}

static void moves_the_fewest_queens(void **state) {
  (void)state;
  nq_pcg64 random;
  nq_pcg64_seed(&random, 1, 0);
  for (uint32_t n = 4; n <= 10; n += TRIM > 1 ? 2 : 1) {
    nq_instance *instance = nq_instance_new(n);
    for (unsigned i = 0; i < 12; i++) {
      uint32_t from[10];
      for (uint32_t column = 0; column < n; column++)
        from[column] = i < 4 ? column
                       : i > 8 && nq_pcg64_below(&random, 3) == 0
                           ? NQ_EMPTY
                           : (uint32_t)nq_pcg64_below(&random, n);
      if (i < 4) nq_pcg64_shuffle(&random, from, n);
      expect_fewest(instance, from, methods[i % METHODS]);
    }
    nq_instance_free(instance);
  }
}

/* Queens of the board stand on a blocked square, in the column of a placed queen, and on its lines. */
static void keeps_an_instance(void **state) {
  (void)state;
  const uint32_t from[] = {0, 1, NQ_EMPTY, 3, 7, 5, 6, 6};
  nq_instance *instance = nq_instance_new(8);
  assert_int_equal(nq_instance_place(instance, 0, 3, NULL), NQ_OK);
  assert_int_equal(nq_instance_block(instance, 4, 7, NULL), NQ_OK);
  for (unsigned i = 0; i < METHODS; i++) expect_fewest(instance, from, methods[i]);
  nq_instance_free(instance);
}

static void begins_with_the_board(void **state) {
  (void)state;
  const uint32_t solution[] = {2, 0, 3, 1}, almost[] = {2, 0, 3, 3};
  nq_instance *instance = nq_instance_new(4);
  for (unsigned i = 0; i < METHODS; i++)
    for (uint64_t seed = 0; seed < trimmed(5); seed++) {
      struct answer answer = solve(instance, methods[i], solution, false, seed);
      assert_int_equal(answer.status, NQ_OK);
      assert_memory_equal(answer.rows, solution, sizeof solution);
      assert_int_equal(answer.result.steps, 0);
      assert_int_equal(counter(&answer.result, "moved"), 0);
      assert_int_equal(counter(&answer.result, "fewest_moved"), -1);
    }
  struct answer answer = solve(instance, "min-conflicts:walk=0", almost, false, 1);
  assert_int_equal(counter(&answer.result, "start_conflicts"), 1);
  nq_instance_free(instance);
}

/* Each walk begins with the board again: after steps that solve nothing, as after all of them. */
static void restarts_from_the_board(void **state) {
  (void)state;
  const uint32_t from[] = {0, 1, 2, 3, 4, 5, 6, 7};
  nq_instance *instance = nq_instance_new(8);
  for (unsigned i = 0; i < 2; i++) {
    const char *method = i == 0 ? "min-conflicts:patience=12,step=column" : "genetic:stagnation=3";
    struct answer answer = solve(instance, method, from, false, 1);
    assert_int_equal(answer.result.verdict, NQ_SOLVED);
    assert_true(answer.result.restarts > 0);
    if (i == 0) assert_int_equal(counter(&answer.result, "start_conflicts"), 28);
  }
  nq_instance_free(instance);
}

/* Two swaps make four queens that can return; the search moves many more. */
static void repairs_a_large_board(void **state) {
  (void)state;
  static uint32_t from[N_MOST];
  assert_true(nq_construct(from, N_MOST));
  for (uint32_t i = 100; i < 500; i += 300) {
    uint32_t row = from[i];
    from[i] = from[i + 150];
    from[i + 150] = row;
  }
  nq_instance *instance = nq_instance_new(N_MOST);
  struct answer plain = solve(instance, "min-conflicts", from, false, 1);
  struct answer kept = solve(instance, "min-conflicts", from, true, 1);
  assert_int_equal(counter(&plain.result, "moved"), count_moved(from, plain.rows, N_MOST));
  assert_int_equal(counter(&kept.result, "moved"), count_moved(from, kept.rows, N_MOST));
  assert_int_equal(counter(&kept.result, "fewest_moved"), -1);
  assert_in_range(counter(&kept.result, "moved"), 1, 12);
  assert_true(counter(&plain.result, "moved") > counter(&kept.result, "moved"));
  nq_instance_free(instance);
}

/* A solution, with the rows of three pairs of columns exchanged: that many queens can return. */
static void draw_spoilt(uint32_t *from, uint32_t n, nq_pcg64 *random) {
  assert_true(nq_construct(from, n));
  for (unsigned i = 0; i < 3; i++) {
    uint32_t a = (uint32_t)nq_pcg64_below(random, n), b = (uint32_t)nq_pcg64_below(random, n);
    uint32_t row = from[a];
    from[a] = from[b];
    from[b] = row;
  }
}

/* Beyond the n of the whole search: about as few as were exchanged, seed 2. */
static void moves_few_queens(void **state) {
  (void)state;
  nq_pcg64 random;
  nq_pcg64_seed(&random, 2, 0);
  uint32_t moved = 0;
  for (uint32_t i = 0; i < trimmed(30); i++) {
    uint32_t n = 23 + i % 3 * 10, from[43];
    draw_spoilt(from, n, &random);
    nq_instance *instance = nq_instance_new(n);
    if (i % 2 == 1) {
      uint32_t placed = (uint32_t)nq_pcg64_below(&random, n), row = from[placed];
      uint32_t blocked = (placed + 1) % n;
      assert_int_equal(nq_instance_place(instance, placed, (row + 1) % n, NULL), NQ_OK);
      if (from[blocked] != (row + 1) % n)
        assert_int_equal(nq_instance_block(instance, blocked, from[blocked], NULL), NQ_OK);
    }
    struct answer answer = solve(instance, methods[i % 2], from, true, i);
    assert_int_equal(answer.status, NQ_OK);
    assert_int_equal(answer.result.verdict, NQ_SOLVED);
    assert_int_equal(counter(&answer.result, "moved"), count_moved(from, answer.rows, n));
    assert_true(answer.result.memory_bytes >= (6 * (uint64_t)n - 2) * sizeof(uint32_t));
    if (i % 2 == 0) moved += count_moved(from, answer.rows, n);
    nq_instance_free(instance);
  }
  assert_in_range(moved, 15 * 2, 100); /* in 15 boards, where 90 would be those exchanged */
}

/* A few queens of a solution, each three in turn: they need not move, as is proved. */
static void keeps_three_queens(void **state) {
  (void)state;
  const uint32_t solution[] = {0, 4, 7, 5, 2, 6, 1, 3};
  nq_instance *instance = nq_instance_new(8);
  for (uint32_t i = 0; i < 8; i++) {
    uint32_t from[8];
    for (uint32_t column = 0; column < 8; column++)
      from[column] = (column + i) % 8 < 3 ? solution[column] : NQ_EMPTY;
    for (unsigned j = 0; j < METHODS; j++) {
      expect_fewest(instance, from, methods[j]);
      assert_int_equal(fewest(instance, from), 0);
    }
  }
  nq_instance_free(instance);
}

/* The whole board is searched up to n = 22, and proves something when all ways were tried. */
static void proves_up_to_22(void **state) {
  (void)state;
  uint32_t from[23], fewer = 0;
  nq_pcg64 random;
  nq_pcg64_seed(&random, 3, 0);
  for (uint32_t i = 0; i < 9; i++) {
    uint32_t n = 21 + i % 3;
    nq_instance *instance = nq_instance_new(n);
    draw_spoilt(from, n, &random);
    struct answer plain = solve(instance, "min-conflicts", from, false, 1);
    struct answer answer = solve(instance, "min-conflicts", from, true, 1);
    int64_t moved = counter(&answer.result, "moved");
    assert_int_equal(moved, count_moved(from, answer.rows, n));
    assert_int_equal(counter(&answer.result, "fewest_moved"), n > 22 ? -1 : moved);
    assert_true(moved <= counter(&plain.result, "moved"));
    if (n == 22) fewer += moved < counter(&plain.result, "moved");
    nq_instance_free(instance);
  }
  assert_true(fewer > 0);
  nq_instance *instance = nq_instance_new(22);
  for (uint32_t column = 0; column < 22; column++) from[column] = column;
  struct answer answer = solve(instance, "min-conflicts", from, true, 1);
  assert_int_equal(answer.result.verdict, NQ_SOLVED);
  assert_int_equal(counter(&answer.result, "fewest_moved"), -1); /* it was left at its limit */
  nq_instance_free(instance);
}

/* Half of the time is left for keeping queens; what was not searched is no proof. */
static void ends_in_time(void **state) {
  (void)state;
  uint32_t from[22], rows[22];
  for (uint32_t column = 0; column < 22; column++) from[column] = column;
  nq_instance *instance = nq_instance_new(22);
  nq_solve_options options;
  nq_result result;
  nq_error error;
  nq_solve_options_init(&options);
  options.from = from;
  options.keep = true;
  options.limits.seconds = .3;
  assert_int_equal(nq_solve_into(instance, &options, rows, &result, &error), NQ_OK);
  assert_int_equal(result.verdict, NQ_SOLVED);
  assert_int_equal(counter(&result, "fewest_moved"), -1);
  nq_instance_free(instance);
}

static void expect_refused(const nq_instance *instance, const char *method, const uint32_t *from,
                           bool keep, nq_status status, const char *why) {
  struct answer answer = solve(instance, method, from, keep, 1);
  assert_int_equal(answer.status, status);
  assert_non_null(strstr(answer.error.message, why));
}

static void refuses(void **state) {
  (void)state;
  const uint32_t from[] = {0, 1, 2, 2}, outside[] = {0, 1, 2, 4}, first[] = {5, 1, 2, 3},
                 whole[] = {0, 1, 2, 3};
  nq_instance *instance = nq_instance_new(4), *blocked = nq_instance_new(4);
  assert_int_equal(nq_instance_block(blocked, 0, 0, NULL), NQ_OK);
  expect_refused(instance, "min-conflicts", NULL, true, NQ_BAD_VALUE, "give one");
  expect_refused(instance, "min-conflicts", outside, false, NQ_BAD_VALUE,
                 "row 4 in column 3: the rows are 0 to 3");
  expect_refused(instance, "min-conflicts", first, false, NQ_BAD_VALUE, "row 5 in column 0");
  expect_refused(instance, "min-conflicts:start=greedy", from, false, NQ_BAD_VALUE,
                 "another start");
  expect_refused(instance, "min-conflicts:step=swap", from, false, NQ_BAD_VALUE, "in each row");
  expect_refused(blocked, "min-conflicts:step=swap", whole, false, NQ_BAD_VALUE, "no instance");
  expect_refused(instance, "auto", from, false, NQ_UNSUPPORTED, "only the methods");
  expect_refused(instance, "hill-climbing", from, false, NQ_UNSUPPORTED, "only the methods");
  assert_int_equal(solve(instance, "min-conflicts:step=swap", whole, false, 1).status, NQ_OK);
  for (uint32_t apart = 0; apart <= 4; apart++) {
    uint32_t rows[8] = {0};
    nq_solve_options options;
    nq_result result;
    nq_solve_options_init(&options);
    options.from = rows + apart;
    assert_int_equal(nq_solve_into(instance, &options, rows, &result, NULL),
                     apart < 4 ? NQ_BAD_VALUE : NQ_OK);
  }
  nq_instance_free(instance);
  nq_instance_free(blocked);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(moves_the_fewest_queens), cmocka_unit_test(keeps_an_instance),
      cmocka_unit_test(begins_with_the_board),   cmocka_unit_test(restarts_from_the_board),
      cmocka_unit_test(repairs_a_large_board),   cmocka_unit_test(refuses),
      cmocka_unit_test(moves_few_queens),        cmocka_unit_test(ends_in_time),
      cmocka_unit_test(keeps_three_queens),      cmocka_unit_test(proves_up_to_22),
  };
  return cmocka_run_group_tests_name("keep", tests, NULL, NULL);
}

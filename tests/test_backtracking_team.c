/* Backtracking on several threads: what one thread finds, in the same order, with the same
 * statistics and the same end, however small the sinks. */
#include "exact/backtracking.h"
#include "instances.h"
#include "sized.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#define SINK_BOARDS_MOST 64

/* A test case, and a digest of its boards that depends on their order. */
typedef struct test_case {
  uint32_t n;
  uint64_t room;               /* of a sink */
  uint64_t end_after;          /* boards in a sink after which the next ends the search; or 0 */
  uint64_t stop_after;         /* boards passed on before passing on fails; or 0 */
  uint64_t opened, sinks_left; /* sinks_left: number that can be opened */
  uint64_t sum, boards;
  bool ended; /* a sink has ended the search */
} test_case;

typedef struct test_sink {
  test_case *all;
  uint64_t count, seen;
  bool ended;
  uint32_t rows[SINK_BOARDS_MOST][NQ_BACKTRACK_N_MAX];
} test_sink;

static bool take(void *context, const uint32_t *rows) {
  test_case *all = context;
  for (uint32_t column = 0; column < all->n; column++)
    all->sum = (all->sum ^ rows[column]) * UINT64_C(0x100000001b3);
  all->boards++;
  return true;
}

static void *open_sink(void *context) {
  test_case *all = context;
  if (all->sinks_left-- == 0) return NULL;
  test_sink *sink = calloc(1, sizeof *sink);
  assert_non_null(sink);
  sink->all = all;
  all->opened++;
  return sink;
}

static void close_sink(void *context) {
  test_sink *sink = context;
  sink->all->opened--;
  free(sink);
}

static nq_backtrack_put put(void *context, const uint32_t *rows) {
  test_sink *sink = context;
  sink->ended = sink->all->end_after > 0 && sink->seen == sink->all->end_after;
  if (sink->ended) return NQ_PUT_END;
  memcpy(sink->rows[sink->count++], rows, sink->all->n * sizeof *rows);
  sink->seen++;
  return sink->count == sink->all->room ? NQ_PUT_FULL : NQ_PUT_MORE;
}

static bool pass_on(void *context, void *from) {
  test_case *all = context;
  test_sink *sink = from;
  for (uint64_t i = 0; i < sink->count; i++) take(all, sink->rows[i]);
  sink->count = 0;
  all->ended = all->ended || sink->ended;
  return !sink->ended && (all->stop_after == 0 || all->boards < all->stop_after);
}

static const nq_backtrack_sink test_sinks = {open_sink, close_sink, put, pass_on};

static nq_enumerate_result search(nq_backtrack_plan plan, unsigned threads, test_case *all,
                                  double seconds, nq_progress_function *progress) {
  nq_watch watch;
  nq_enumerate_result report;
  nq_error error = {0};
  nq_watch_init(&watch, seconds, progress, NULL);
  all->n = nq_instance_n(plan.instance);
  if (all->sinks_left == 0) all->sinks_left = UINT64_MAX;
  plan.watch = &watch;
  plan.context = all;
  plan.threads = threads;
  plan.sink = &test_sinks;
  if (nq_backtrack_enumerate(&plan, &report, &error) != NQ_OK) fail_msg("%s", error.message);
  nq_watch_release(&watch);
  assert_int_equal(all->opened, 0);
  return report;
}

static void expect_same_report(const nq_enumerate_result *a, const nq_enumerate_result *b) {
  assert_int_equal(a->solutions, b->solutions);
  assert_int_equal(a->branches, b->branches);
  assert_int_equal(a->failures, b->failures);
  assert_int_equal(a->end, b->end);
}

/* With and without boards. */
static void expect_same(nq_backtrack_plan plan) {
  static const unsigned threads[] = {2, 3, 8};
  static const uint64_t rooms[] = {1, SINK_BOARDS_MOST, 17};
  const uint32_t n = nq_instance_n(plan.instance);
  test_case one = {0};
  plan.visit = take;
  nq_enumerate_result report = search(plan, 1, &one, 0, NULL);
  for (size_t i = 0; i < sizeof threads / sizeof *threads; i++) {
    test_case more = {.room = rooms[i] == 1 && n > 10 ? 40 : rooms[i]}, none = {0};
    plan.visit = take;
    nq_enumerate_result same = search(plan, threads[i], &more, 0, NULL);
    expect_same_report(&report, &same);
    assert_int_equal(one.boards, more.boards);
    assert_int_equal(one.sum, more.sum);
    if (i % 2 == 1) continue;
    plan.visit = NULL;
    same = search(plan, threads[i], &none, 0, NULL);
    expect_same_report(&report, &same);
    assert_int_equal(none.boards, 0);
  }
}

static void finds_what_one_thread_finds(void **state) {
  (void)state;
  for (uint32_t n = 1; n <= 12; n++) {
    nq_instance *instance = nq_instance_new(n);
    expect_same((nq_backtrack_plan){.instance = instance});
    expect_same((nq_backtrack_plan){.instance = instance, .fundamental = true});
    nq_instance_free(instance);
  }
}

static void keeps_slices(void **state) {
  (void)state;
  static const uint64_t slices[] = {2, 7, 1000};
  for (uint32_t n = 8; n <= 12; n += n == 10 ? 2 : 1) {
    nq_instance *instance = nq_instance_new(n);
    for (size_t i = 0; i < sizeof slices / sizeof *slices; i++)
      for (unsigned slice = 0; slice < 3; slice++)
        expect_same((nq_backtrack_plan){.instance = instance,
                                        .fundamental = slice == 1,
                                        .slice = slice * (slices[i] - 1) / 2,
                                        .slices = slices[i]});
    nq_instance_free(instance);
  }
}

/* Limits on both sides of the ends of parts and of the whole. */
static void ends_at_the_limit_in_order(void **state) {
  (void)state;
  nq_instance *twelve = nq_instance_new(12), *thirteen = nq_instance_new(13);
  for (uint64_t limit = 9999; limit < 14300; limit += limit < 10002 ? TRIM : sized(1601, 397))
    expect_same((nq_backtrack_plan){.instance = twelve, .solutions = limit});
  for (uint64_t limit = 14199; limit <= 14201; limit++)
    expect_same((nq_backtrack_plan){.instance = twelve, .solutions = limit});
  for (uint64_t limit = 10007; limit < sized(20000, 80000); limit += 31001)
    expect_same((nq_backtrack_plan){.instance = thirteen, .solutions = limit});
  expect_same(
      (nq_backtrack_plan){.instance = thirteen, .solutions = 15000, .slice = 1, .slices = 3});
  nq_instance_free(twelve);
  nq_instance_free(thirteen);
}

static void finds_the_same_of_instances(void **state) {
  (void)state;
  uint64_t boards = 0;
  for (uint64_t seed = 0; seed < sized(40, 100); seed++) {
    nq_pcg64 random;
    nq_pcg64_seed(&random, seed, 47);
    uint32_t n = 8 + draw_below(&random, 3);
    nq_instance *instance = random_instance(&random, n, (uint32_t)(seed % 3), n, seed % 4 == 0);
    test_case all = {0};
    boards += search((nq_backtrack_plan){.instance = instance}, 1, &all, 0, NULL).solutions;
    expect_same((nq_backtrack_plan){.instance = instance});
    expect_same((nq_backtrack_plan){.instance = instance, .slice = seed % 5, .slices = 5});
    nq_instance_free(instance);
  }
  assert_true(boards > 200);
}

static void keeps_limits_of_instances(void **state) {
  (void)state;
  nq_instance *instance = nq_instance_new(sized(12, 13));
  assert_int_equal(nq_instance_block(instance, 4, 4, NULL), NQ_OK);
  for (uint64_t limit = 10000; limit < 90000; limit += sized(70001, 39001))
    expect_same((nq_backtrack_plan){.instance = instance, .solutions = limit});
  nq_instance_free(instance);
}

/* Placed queens leave all boards in one part, larger than any sink. */
static void passes_on_a_large_part(void **state) {
  (void)state;
  nq_instance *instance = nq_instance_new(15);
  static const uint32_t rows[] = {0, 2, 4, 6};
  for (uint32_t column = 0; column < 4; column++)
    assert_int_equal(nq_instance_place(instance, column, rows[column], NULL), NQ_OK);
  expect_same((nq_backtrack_plan){.instance = instance});
  nq_instance_free(instance);
}

static void ends_when_boards_cannot_be_taken(void **state) {
  (void)state;
  nq_instance *instance = nq_instance_new(11);
  const nq_backtrack_plan plan = {.instance = instance, .visit = take};
  test_case put_ends = {.room = 5, .end_after = 9}, pass_ends = {.room = 5, .stop_after = 100};
  nq_enumerate_result report = search(plan, 3, &put_ends, 0, NULL);
  assert_int_equal(report.end, NQ_ENUMERATE_VISITOR);
  assert_true(put_ends.ended);
  report = search(plan, 3, &pass_ends, 0, NULL);
  assert_int_equal(report.end, NQ_ENUMERATE_VISITOR);
  assert_in_range(pass_ends.boards, 100, 104);
  nq_instance_free(instance);
}

/* The boards found until then are the first of all. */
static void obeys_the_watch(void **state) {
  (void)state;
  static const uint32_t sizes[] = {20, 26, 40, 64};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
    for (int by_time = 0; by_time < 2; by_time++) {
      nq_instance *instance = nq_instance_new(sizes[i]);
      nq_backtrack_plan plan = {.instance = instance, .visit = take};
      test_case some = {.room = SINK_BOARDS_MOST}, first = {0};
      nq_enumerate_result report =
          search(plan, 3, &some, by_time ? 0.03 : 0, by_time ? NULL : interrupt);
      assert_int_equal(report.end, NQ_ENUMERATE_STOPPED);
      assert_int_equal(report.solutions, some.boards);
      plan.solutions = some.boards;
      if (some.boards > 0) search(plan, 1, &first, 0, NULL);
      assert_int_equal(first.sum, some.sum);
      nq_instance_free(instance);
    }
}

/* Without sinks, one thread is used. */
static void does_without_sinks(void **state) {
  (void)state;
  nq_instance *instance = nq_instance_new(10);
  for (uint64_t sinks = 1; sinks < 9; sinks += 3) {
    test_case all = {.room = 4, .sinks_left = sinks};
    nq_enumerate_result report =
        search((nq_backtrack_plan){.instance = instance, .visit = take}, 4, &all, 0, NULL);
    assert_int_equal(report.solutions, 724);
    assert_int_equal(all.boards, 724);
  }
  nq_instance_free(instance);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(finds_what_one_thread_finds),
      cmocka_unit_test(keeps_slices),
      cmocka_unit_test(ends_at_the_limit_in_order),
      cmocka_unit_test(finds_the_same_of_instances),
      cmocka_unit_test(keeps_limits_of_instances),
      cmocka_unit_test(passes_on_a_large_part),
      cmocka_unit_test(ends_when_boards_cannot_be_taken),
      cmocka_unit_test(obeys_the_watch),
      cmocka_unit_test(does_without_sinks),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

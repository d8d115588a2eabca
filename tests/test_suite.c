/* src/generate/suite: what suites promise, whatever their rows. */
#include "generate/kinds.h"

#include "generate.h"

#include <stdbool.h>
#include <string.h>
#include <cmocka.h>

typedef struct seen {
  unsigned items, yes, no;
  char last[NQ_SUITE_SUM_BYTES];
} seen;

static bool see(void *context, const nq_generated *item, const nq_suite_row *row,
                const char sum[NQ_SUITE_SUM_BYTES]) {
  seen *all = context;
  all->items++;
  all->yes += item->answer == NQ_KNOWN_SOLVABLE;
  all->no += item->answer == NQ_KNOWN_UNSOLVABLE;
  assert_true(item->answer == row->answer && item->solutions == row->solutions);
  assert_string_equal(item->kind->name, row->kind);
  assert_int_equal(strlen(sum), NQ_SUITE_SUM_BYTES - 1);
  memcpy(all->last, sum, sizeof all->last);
  return true;
}

/* The files of a folder are named after kind, n and index. */
static void expect_distinct(const nq_suite *suite) {
  for (size_t i = 0; i < suite->count; i++)
    for (size_t j = 0; j < i; j++) {
      const nq_suite_row *a = &suite->rows[i], *b = &suite->rows[j];
      assert_true(strcmp(a->kind, b->kind) != 0 || a->n != b->n || a->index != b->index);
      assert_true(a->checksum != b->checksum);
    }
}

static void suites_are_found_and_made(void **state) {
  static const struct {
    const char *size;
    unsigned items, least_yes, least_no;
  } promised[] = {{"smoke", 20, 8, 8}, {"main", 120, 55, 55}, {"open", 12, 0, 0}};
  (void)state;
  assert_ptr_equal(nq_suite_by_name("queens-2026", NULL), &nq_queens_2026_main);
  assert_null(nq_suite_by_name("queens-2026", "large"));
  assert_null(nq_suite_by_name("queens", NULL));
  assert_null(nq_suite_at(3));
  assert_null(nq_suite_solver(NQ_SUITE_SOLVERS));
  for (size_t i = 0; i < 3; i++) {
    const nq_suite *suite = nq_suite_by_name("queens-2026", promised[i].size);
    seen all = {0};
    nq_error error = {0};
    nq_generate_options how;
    nq_generate_options_init(&how);
    how.context = &all;
    assert_non_null(suite);
    assert_int_equal(nq_suite_generate(suite, &how, see, &error), NQ_OK);
    assert_int_equal(all.items, suite->count);
    assert_true(all.items >= promised[i].items && all.yes >= promised[i].least_yes &&
                all.no >= promised[i].least_no);
    expect_distinct(suite);
  }
}

static void another_instance_is_noticed(void **state) {
  nq_suite_row row = nq_queens_2026_smoke.rows[0];
  nq_suite suite = nq_queens_2026_smoke;
  seen all = {0};
  nq_error error = {0};
  nq_generate_options how;
  (void)state;
  nq_generate_options_init(&how);
  how.context = &all;
  suite.rows = &row;
  suite.count = 1;
  assert_int_equal(nq_suite_generate(&suite, &how, see, &error), NQ_OK);
  row.checksum ^= 1;
  assert_int_equal(nq_suite_generate(&suite, &how, see, &error), NQ_INTERNAL);
  assert_non_null(strstr(error.message, "another instance"));
  assert_int_equal(all.items, 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(suites_are_found_and_made),
                                     cmocka_unit_test(another_instance_is_noticed)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}

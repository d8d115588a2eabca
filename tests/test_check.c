/* The checker against a second, simpler one that compares all pairs of columns. */
#include "board/board.h"
#include "sized.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <cmocka.h>

#define SMALL_MAX 60
#define ITEMS_MAX 400

/* ---- The plain checker ---- */

/* The test's own record of an instance. */
typedef struct items {
  struct {
    uint32_t column, row;
  } placed[ITEMS_MAX], blocked[ITEMS_MAX];
  struct {
    uint64_t diagonal;
    bool rising;
  } excluded[ITEMS_MAX];
  size_t placed_count, blocked_count, excluded_count;
} items;

static uint64_t plain_line(int direction, uint32_t n, uint32_t column, uint32_t row) {
  if (direction == NQ_ROW) return row;
  if (direction == NQ_RISING) return (uint64_t)column + row;
  return (uint64_t)n - 1 + row - column;
}

static bool plain_shares(int direction, const uint32_t *rows, uint32_t n, uint32_t a, uint32_t b) {
  return rows[a] < n && rows[b] < n &&
         plain_line(direction, n, a, rows[a]) == plain_line(direction, n, b, rows[b]);
}

static void plain_pairs(const uint32_t *rows, uint32_t n, nq_check_report *report) {
  for (uint32_t second = 0; second < n; second++)
    for (int direction = 0; direction < 3; direction++)
      for (uint32_t first = 0; first < second; first++) {
        if (!plain_shares(direction, rows, n, first, second)) continue;
        if (report->conflicts == 0) {
          report->first_column = first;
          report->second_column = second;
          report->direction = (nq_direction)direction;
          report->line = plain_line(direction, n, second, rows[second]);
        }
        report->pairs[direction]++;
        report->conflicts++;
      }
}

static bool plain_breaks(const items *given, uint32_t n, uint32_t column, uint32_t row) {
  for (size_t i = 0; i < given->placed_count; i++)
    if (given->placed[i].column == column && given->placed[i].row != row) return true;
  for (size_t i = 0; i < given->blocked_count; i++)
    if (given->blocked[i].column == column && given->blocked[i].row == row) return true;
  for (size_t i = 0; row < n && i < given->excluded_count; i++)
    if (given->excluded[i].diagonal ==
        plain_line(given->excluded[i].rising ? NQ_RISING : NQ_FALLING, n, column, row))
      return true;
  return false;
}

static nq_check_report plain_check(const uint32_t *rows, uint32_t n, const items *given) {
  nq_check_report report = {0};
  plain_pairs(rows, n, &report);
  for (uint32_t column = n; column-- > 0;) {
    if (rows[column] == NQ_EMPTY) {
      report.empty_columns++;
      report.first_empty = column;
    } else if (rows[column] >= n) {
      report.out_of_range++;
      report.first_out_of_range = column;
      report.row_out_of_range = rows[column];
    }
    if (given != NULL && plain_breaks(given, n, column, rows[column])) {
      report.broken++;
      report.first_broken = column;
      report.row_broken = rows[column];
    }
  }
  report.valid = report.conflicts + report.empty_columns + report.out_of_range + report.broken == 0;
  return report;
}

/* ---- Comparing ---- */

static void print_board(const char *kind, uint64_t seed, const uint32_t *rows, uint32_t n) {
  print_error("%s, seed %" PRIu64 ", n = %" PRIu32 ":", kind, seed, n);
  for (uint32_t column = 0; column < n && n <= 1000; column++)
    print_error(" %" PRIu32, rows[column]);
  print_error("\n");
}

static bool same_report(const nq_check_report *a, const nq_check_report *b) {
  return a->valid == b->valid && a->conflicts == b->conflicts &&
         memcmp(a->pairs, b->pairs, sizeof a->pairs) == 0 &&
         (a->conflicts == 0 ||
          (a->first_column == b->first_column && a->second_column == b->second_column &&
           a->direction == b->direction && a->line == b->line)) &&
         a->empty_columns == b->empty_columns && a->first_empty == b->first_empty &&
         a->out_of_range == b->out_of_range && a->first_out_of_range == b->first_out_of_range &&
         a->row_out_of_range == b->row_out_of_range && a->broken == b->broken &&
         a->first_broken == b->first_broken && a->row_broken == b->row_broken && !b->more;
}

static void print_report(const char *who, const nq_check_report *report) {
  print_error("%s: conflicts %" PRIu64 " (%" PRIu64 " %" PRIu64 " %" PRIu64 "), columns %" PRIu64
              " %" PRIu64 " direction %d line %" PRIu64 ", empty %" PRIu64 " from %" PRIu64
              ", outside %" PRIu64 " from %" PRIu64 ", broken %" PRIu64 " from %" PRIu64 "\n",
              who, report->conflicts, report->pairs[0], report->pairs[1], report->pairs[2],
              report->first_column, report->second_column, (int)report->direction, report->line,
              report->empty_columns, report->first_empty, report->out_of_range,
              report->first_out_of_range, report->broken, report->first_broken);
}

static void expect_report(const char *kind, uint64_t seed, const uint32_t *rows, uint32_t n,
                          const nq_instance *instance, const nq_check_report *expected) {
  nq_check_report report;
  memset(&report, 0xa5, sizeof report);
  assert_int_equal(nq_check(rows, n, instance, &report, NULL), NQ_OK);
  if (same_report(&report, expected)) return;
  print_board(kind, seed, rows, n);
  print_report("expected", expected);
  print_report("found", &report);
  fail();
}

/* ---- Boards ---- */

static void fill_independent(nq_pcg64 *random, uint32_t *rows, uint32_t n) {
  for (uint32_t column = 0; column < n; column++)
    rows[column] = (uint32_t)nq_pcg64_below(random, n);
}

static void fill_permutation(nq_pcg64 *random, uint32_t *rows, uint32_t n) {
  for (uint32_t column = 0; column < n; column++) rows[column] = column;
  nq_pcg64_shuffle(random, rows, n);
}

/* rows[column] = 2 * column mod n is a solution if neither 2 nor 3 divides n; without its corner
 * queen it is a solution of size n - 1. */
static bool fill_solution(uint32_t *rows, uint32_t n) {
  bool whole = n % 2 != 0 && n % 3 != 0, cut = (n + 1) % 2 != 0 && (n + 1) % 3 != 0;
  if (!whole && !cut) return false;
  for (uint32_t column = 0; column < n; column++)
    rows[column] = whole ? 2 * column % n : 2 * (column + 1) % (n + 1) - 1;
  return true;
}

static void fill_near(nq_pcg64 *random, uint32_t *rows, uint32_t n) {
  if (!fill_solution(rows, n)) fill_permutation(random, rows, n);
  for (uint64_t swaps = nq_pcg64_below(random, 4); swaps > 0; swaps--) {
    size_t a = nq_pcg64_below(random, n), b = nq_pcg64_below(random, n);
    uint32_t row = rows[a];
    rows[a] = rows[b];
    rows[b] = row;
  }
}

/* Only a few rows: lines with many queens. */
static void fill_crowded(nq_pcg64 *random, uint32_t *rows, uint32_t n) {
  uint32_t used = 1 + (uint32_t)nq_pcg64_below(random, 3);
  for (uint32_t column = 0; column < n; column++)
    rows[column] = (uint32_t)nq_pcg64_below(random, used < n ? used : n);
}

static const struct {
  const char *name;
  void (*fill)(nq_pcg64 *random, uint32_t *rows, uint32_t n);
} kinds[] = {{"independent rows", fill_independent},
             {"permutation", fill_permutation},
             {"near a solution", fill_near},
             {"few rows", fill_crowded}};

#define KINDS (sizeof kinds / sizeof *kinds)

/* Empty some columns and put some queens outside the board; the first row outside is n. */
static void spoil(nq_pcg64 *random, uint32_t *rows, uint32_t n) {
  const uint32_t bad[] = {NQ_EMPTY, n, n + 1, NQ_EMPTY - 1};
  uint64_t chance = 1 + nq_pcg64_below(random, 12);
  for (uint32_t column = 0; column < n; column++)
    if (nq_pcg64_below(random, chance) == 0)
      rows[column] = nq_pcg64_below(random, 2) ? NQ_EMPTY : bad[nq_pcg64_below(random, 4)];
}

static void agrees_on_small_boards(void **state) {
  (void)state;
  uint32_t rows[SMALL_MAX];
  for (uint64_t seed = 0; seed < trimmed(40); seed++)
    for (uint32_t n = 1; n <= SMALL_MAX; n++)
      for (size_t kind = 0; kind < KINDS; kind++) {
        nq_pcg64 random;
        nq_pcg64_seed(&random, seed, n);
        kinds[kind].fill(&random, rows, n);
        if (seed % 2) spoil(&random, rows, n);
        nq_check_report expected = plain_check(rows, n, NULL);
        expect_report(kinds[kind].name, seed, rows, n, NULL, &expected);
      }
}

/* Every board of sizes 1 to 6, with empty columns. */
static void agrees_on_all_tiny_boards(void **state) {
  (void)state;
  static const unsigned solutions[] = {0, 1, 0, 0, 2, 10, 4};
  for (uint32_t n = 1; n <= 6; n++) {
    unsigned valid = 0;
    uint32_t rows[6] = {0};
    for (uint32_t column = 0; column < n;) {
      nq_check_report expected = plain_check(rows, n, NULL);
      expect_report("tiny", 0, rows, n, NULL, &expected);
      valid += expected.valid;
      for (column = 0; column < n; column++) { /* count upwards: 0 .. n - 1, empty, carry */
        rows[column] = rows[column] == NQ_EMPTY ? 0
                       : rows[column] + 1 < n   ? rows[column] + 1
                                                : NQ_EMPTY;
        if (rows[column] != 0) break;
      }
    }
    assert_int_equal(valid, solutions[n]);
  }
}

/* ---- Large boards ---- */

static void *new_array(size_t count, size_t size) {
  void *array = calloc(count, size);
  assert_non_null(array);
  return array;
}

static uint64_t pairs_of(uint64_t queens) {
  return queens * (queens - 1) / 2;
}

/* Counters for each line of each direction: plain_check is too slow for these sizes. */
static void count_pairs(const uint32_t *rows, uint32_t n, uint64_t pairs[3]) {
  for (int direction = 0; direction < 3; direction++) {
    uint32_t *counters = new_array(2 * (size_t)n, sizeof *counters);
    pairs[direction] = 0;
    for (uint32_t column = 0; column < n; column++)
      if (rows[column] < n)
        pairs[direction] += counters[plain_line(direction, n, column, rows[column])]++;
    free(counters);
  }
}

static void expect_pairs(const char *kind, uint64_t seed, const uint32_t *rows, uint32_t n) {
  nq_check_report report;
  uint64_t pairs[3];
  count_pairs(rows, n, pairs);
  assert_int_equal(nq_check(rows, n, NULL, &report, NULL), NQ_OK);
  if (memcmp(report.pairs, pairs, sizeof pairs) != 0) print_board(kind, seed, rows, n);
  for (int direction = 0; direction < 3; direction++)
    assert_int_equal(report.pairs[direction], pairs[direction]);
  assert_int_equal(report.conflicts, pairs[0] + pairs[1] + pairs[2]);
}

/* The table of crowded lines overflows in each direction with independent rows and in the
 * diagonals with permutations; boards near a solution stay within it. */
static void agrees_on_large_boards(void **state) {
  (void)state;
  static const uint32_t sizes[] = {1000, 4096, 65537, 200001};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    uint32_t n = sizes[i], *rows = new_array(n, sizeof *rows);
    for (size_t kind = 0; kind < KINDS; kind++) {
      nq_pcg64 random;
      nq_pcg64_seed(&random, 7, n);
      kinds[kind].fill(&random, rows, n);
      expect_pairs(kinds[kind].name, 7, rows, n);
      spoil(&random, rows, n);
      expect_pairs(kinds[kind].name, 7, rows, n);
    }
    free(rows);
  }
}

/* As many crowded rows as the table holds, and a few more and less. */
static void agrees_around_a_full_table(void **state) {
  (void)state;
  enum { N = 128 * 100 };
  uint32_t *rows = new_array(N, sizeof *rows);
  for (uint32_t crowded = 40; crowded <= 70; crowded++) {
    assert_true(fill_solution(rows, N - 1) || fill_solution(rows, N));
    for (uint32_t i = 0; i < crowded; i++) rows[100 + 2 * i] = rows[101 + 2 * i];
    expect_pairs("full table", crowded, rows, N);
  }
  free(rows);
}

/* Rows chosen to share a few places of the table, as in a hostile file. */
static void agrees_on_colliding_lines(void **state) {
  (void)state;
  enum { N = 1 << 17, PLACES = N / 128 + 8 };
  uint32_t *rows = new_array(N, sizeof *rows), column = 0;
  for (uint32_t row = 0; row < N; row++) {
    uint64_t hash = (row * UINT64_C(0x9e3779b97f4a7c15)) >> 32;
    if ((hash * PLACES) >> 32 > 2) continue;
    for (int queens = 0; queens < 3; queens++) rows[column++] = row;
  }
  assert_in_range(column, 3 * 257, 3 * (PLACES / 2));
  while (column < N) rows[column++] = NQ_EMPTY;
  expect_pairs("colliding lines", 0, rows, N);
  free(rows);
}

static void counts_one_row(void **state) {
  (void)state;
  static const uint32_t sizes[] = {1, 2, 3, 10, 31, 32, 33, 64, 65, 1000, 65536, 100000};
  uint32_t *rows = new_array(100000, sizeof *rows);
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    uint32_t n = sizes[i];
    for (uint32_t column = 0; column < n; column++) rows[column] = n - 1;
    nq_check_report expected = {.valid = n == 1,
                                .conflicts = pairs_of(n),
                                .pairs = {pairs_of(n), 0, 0},
                                .second_column = 1,
                                .direction = NQ_ROW,
                                .line = n - 1};
    expect_report("one row", 0, rows, n, NULL, &expected);
  }
  free(rows);
}

static void counts_main_diagonals(void **state) {
  (void)state;
  static const uint32_t sizes[] = {2, 3, 31, 32, 33, 1000, 65536, 100000};
  uint32_t *rows = new_array(100000, sizeof *rows);
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    uint32_t n = sizes[i];
    nq_check_report expected = {.conflicts = pairs_of(n), .second_column = 1, .line = n - 1};
    for (uint32_t column = 0; column < n; column++) rows[column] = column;
    expected.direction = NQ_FALLING;
    expected.pairs[NQ_FALLING] = pairs_of(n);
    expect_report("falling diagonal", 0, rows, n, NULL, &expected);
    for (uint32_t column = 0; column < n; column++) rows[column] = n - 1 - column;
    expected.direction = NQ_RISING;
    expected.pairs[NQ_FALLING] = 0;
    expected.pairs[NQ_RISING] = pairs_of(n);
    expect_report("rising diagonal", 0, rows, n, NULL, &expected);
  }
  free(rows);
}

static void finds_solutions_valid(void **state) {
  (void)state;
  static const uint32_t sizes[] = {1, 4, 5, 6, 7, 10, 1000, 65539, 1000003};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    uint32_t n = sizes[i], *rows = new_array(n, sizeof *rows);
    assert_true(fill_solution(rows, n));
    nq_check_report expected = {.valid = true};
    expect_report("solution", 0, rows, n, NULL, &expected);
    free(rows);
  }
}

/* ---- Instances ---- */

static void fill_instance(nq_pcg64 *random, const uint32_t *rows, uint32_t n, items *given,
                          nq_instance *instance) {
  size_t placed = nq_pcg64_below(random, n + 1), blocked = nq_pcg64_below(random, 4 * n),
         excluded = nq_pcg64_below(random, 2) ? nq_pcg64_below(random, n) : 0;
  *given = (items){0};
  for (size_t i = 0; i < placed; i++) {
    uint32_t column = (uint32_t)nq_pcg64_below(random, n), row = rows[column];
    if (row >= n || nq_pcg64_below(random, 4) == 0) row = (uint32_t)nq_pcg64_below(random, n);
    if (nq_instance_place(instance, column, row, NULL) != NQ_OK) continue;
    given->placed[given->placed_count].column = column;
    given->placed[given->placed_count++].row = row;
  }
  for (size_t i = 0; i < blocked; i++) {
    uint32_t column = (uint32_t)nq_pcg64_below(random, n),
             row = (uint32_t)nq_pcg64_below(random, n);
    assert_int_equal(nq_instance_block(instance, column, row, NULL), NQ_OK);
    given->blocked[given->blocked_count].column = column;
    given->blocked[given->blocked_count++].row = row;
  }
  for (size_t i = 0; i < excluded; i++) {
    uint64_t diagonal = nq_pcg64_below(random, 2 * n - 1);
    bool rising = nq_pcg64_below(random, 2) != 0;
    nq_status status = rising ? nq_instance_exclude_rising(instance, diagonal, NULL)
                              : nq_instance_exclude_falling(instance, diagonal, NULL);
    assert_int_equal(status, NQ_OK);
    given->excluded[given->excluded_count].diagonal = diagonal;
    given->excluded[given->excluded_count++].rising = rising;
  }
}

static void holds_boards_against_instances(void **state) {
  (void)state;
  static items given;
  uint32_t rows[SMALL_MAX], kept = 0;
  for (uint64_t seed = 0; seed < trimmed(60); seed++)
    for (uint32_t n = 1; n <= SMALL_MAX; n++) {
      nq_pcg64 random;
      nq_pcg64_seed(&random, seed, 1000 + n);
      kinds[seed % KINDS].fill(&random, rows, n);
      if (seed % 3 == 2) spoil(&random, rows, n);
      nq_instance *instance = nq_instance_new(n);
      assert_non_null(instance);
      fill_instance(&random, rows, n, &given, instance);
      nq_check_report expected = plain_check(rows, n, &given);
      kept += expected.broken == 0;
      expect_report(kinds[seed % KINDS].name, seed, rows, n, instance, &expected);
      nq_instance_free(instance);
    }
  assert_true(kept > 20);
}

/* ---- Errors and memory ---- */

static void refuses_bad_arguments(void **state) {
  (void)state;
  nq_error error = {0};
  nq_check_report report;
  uint32_t rows[4] = {1, 3, 0, 2};
  assert_int_equal(nq_check(rows, 0, NULL, &report, &error), NQ_BAD_VALUE);
  nq_instance *instance = nq_instance_new(5);
  assert_int_equal(nq_check(rows, 4, instance, &report, &error), NQ_BAD_VALUE);
  assert_string_equal(error.message, "the board has n = 4, but the instance has n = 5");
  assert_false(report.valid);
  nq_instance_free(instance);
}

static void promises_half_a_byte_a_queen(void **state) {
  (void)state;
  for (uint64_t n = 1; n <= UINT32_MAX; n = n * 3 / 2 + 1)
    assert_in_range(nq_check_bytes((uint32_t)n, 1), 1, n / 2 + 256);
  assert_in_range(nq_check_bytes(UINT32_MAX, 1), 1, UINT32_MAX / 2 + 256);
}

static uint64_t address_space_used(void) {
  uint64_t pages = 0;
  FILE *file = fopen("/proc/self/statm", "r");
  if (file == NULL) return 0;
  if (fscanf(file, "%" SCNu64, &pages) != 1) pages = 0;
  fclose(file);
  return pages * 4096;
}

static nq_status check_within(uint64_t bytes, const uint32_t *rows, uint32_t n,
                              nq_check_report *report, nq_error *error) {
  struct rlimit before, within;
  assert_int_equal(getrlimit(RLIMIT_AS, &before), 0);
  within = (struct rlimit){address_space_used() + bytes, before.rlim_max};
  assert_int_equal(setrlimit(RLIMIT_AS, &within), 0);
  nq_status status = nq_check(rows, n, NULL, report, error);
  assert_int_equal(setrlimit(RLIMIT_AS, &before), 0);
  return status;
}

/* A board for which the checker maps both arrays; 4 MiB are for their alignment. */
static void keeps_the_promise(void **state) {
  (void)state;
  const uint32_t n = 34000000 / TRIM;
  if (address_space_used() == 0 || getenv("UNDER") != NULL) skip(); /* valgrind's counts too */
  uint32_t *rows = new_array(n, sizeof *rows);
  nq_check_report report;
  nq_error error = {0};
  uint64_t bytes = nq_check_bytes(n, 1);
  assert_int_equal(check_within(bytes / 2, rows, n, &report, &error), NQ_NO_MEMORY);
  assert_int_equal(error.status, NQ_NO_MEMORY);
  assert_non_null(
      strstr(error.message, TRIM > 1 ? "n = 11333333 needs 56" : "n = 34000000 needs 170"));
  uint64_t before = address_space_used();
  /* Memory for the marks only: they are enough. */
  assert_int_equal(check_within(TRIM > 1 ? 7750000 : 15500000, rows, n, &report, &error), NQ_OK);
  assert_int_equal(report.conflicts, pairs_of(n));
  assert_int_equal(address_space_used(), before);
  assert_int_equal(check_within(bytes + (UINT64_C(9) << 19), rows, n, &report, &error), NQ_OK);
  assert_int_equal(address_space_used(), before);
  assert_int_equal(report.pairs[NQ_ROW], pairs_of(n));
  assert_int_equal(report.conflicts, pairs_of(n));
  free(rows);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(agrees_on_small_boards),
      cmocka_unit_test(agrees_on_all_tiny_boards),
      cmocka_unit_test(agrees_on_large_boards),
      cmocka_unit_test(agrees_around_a_full_table),
      cmocka_unit_test(agrees_on_colliding_lines),
      cmocka_unit_test(counts_one_row),
      cmocka_unit_test(counts_main_diagonals),
      cmocka_unit_test(finds_solutions_valid),
      cmocka_unit_test(holds_boards_against_instances),
      cmocka_unit_test(refuses_bad_arguments),
      cmocka_unit_test(promises_half_a_byte_a_queen),
      cmocka_unit_test(keeps_the_promise),
  };
  return cmocka_run_group_tests_name("check", tests, NULL, NULL);
}

/* Puzzles: all completions and nothing else, and parts that share no board. */
#include "generate.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static nq_generate_options puzzles(uint32_t n, uint64_t remove, uint64_t count, uint64_t seed) {
  nq_generate_options options = options_for("puzzles", n, seed);
  options.value[NQ_GENERATE_REMOVE] = remove;
  options.count = count;
  return options;
}

/* ---- Completions ---- */

static int compare_rows(const uint32_t *a, const uint32_t *b, uint32_t n) {
  for (uint32_t column = 0; column < n; column++)
    if (a[column] != b[column]) return a[column] < b[column] ? -1 : 1;
  return 0;
}

static bool keeps(const nq_generated *item, const uint32_t *rows) {
  for (uint32_t column = 0; column < item->n; column++) {
    uint32_t row = nq_instance_placed_row(item->instance, column);
    if (row != NQ_EMPTY && row != rows[column]) return false;
  }
  return count_pairs(rows, item->n) == 0;
}

/* In order, each once, the puzzle's own solution among them. */
static void expect_listed(const nq_generated *item) {
  bool own = false;
  assert_non_null(item->completions);
  for (uint64_t i = 0; i < item->solutions; i++) {
    const uint32_t *rows = item->completions + i * item->n;
    assert_true(keeps(item, rows));
    if (i > 0) assert_true(compare_rows(rows - item->n, rows, item->n) < 0);
    own = own || compare_rows(rows, item->board.rows, item->n) == 0;
  }
  assert_true(own);
}

static void expect_complete(const nq_generated *item, void *context) {
  const uint64_t *removed = context;
  assert_int_equal(nq_instance_placed_count(item->instance), item->n - *removed);
  assert_int_equal(item->answer, NQ_KNOWN_SOLVABLE);
  assert_int_equal(item->part, 0);
  assert_true(item->branches != UINT64_MAX);
  expect_listed(item);
  if (item->n <= PLAIN_N) {
    assert_int_equal(item->solutions, plain_count(item->instance));
    return;
  }
  nq_enumerate_options all;
  nq_enumerate_result result;
  nq_enumerate_options_init(&all);
  assert_int_equal(nq_enumerate(item->instance, &all, NULL, &result, NULL), NQ_OK);
  assert_int_equal(item->solutions, result.solutions);
}

static void all_completions_are_listed(void **state) {
  static const uint32_t large[][2] = {{10, 7}, {13, 8}, {21, 9}, {40, 8}, {64, 10}};
  (void)state;
  for (uint32_t n = 1; n <= 8; n++)
    for (uint64_t removed = 0; removed <= n && n != 2 && n != 3; removed++) {
      nq_generate_options options = puzzles(n, removed, 5, n);
      run_all(&options, expect_complete, &removed);
    }
  for (size_t i = 0; i < sizeof large / sizeof *large; i++) {
    uint64_t removed = large[i][1];
    nq_generate_options options = puzzles(large[i][0], removed, large[i][0] <= 13 ? 40 : 2, 1);
    run_all(&options, expect_complete, &removed);
  }
}

/* The empty board of n = 8 has 92 completions. */
static void expect_only_number(const nq_generated *item, void *context) {
  (void)context;
  assert_int_equal(item->solutions, 92);
  assert_null(item->completions);
}

static void more_completions_than_the_limit_are_counted(void **state) {
  (void)state;
  nq_generate_options options = puzzles(8, 8, 2, 1);
  uint64_t removed = 8;
  options.value[NQ_GENERATE_COMPLETIONS] = 92;
  run_all(&options, expect_complete, &removed);
  options.value[NQ_GENERATE_COMPLETIONS] = 91;
  run_all(&options, expect_only_number, NULL);
  options.value[NQ_GENERATE_COMPLETIONS] = 0;
  run_all(&options, expect_only_number, NULL);
}

/* ---- Which puzzles ---- */

static void note_removed(const nq_generated *item, void *context) {
  unsigned *seen = context;
  seen[item->n - nq_instance_placed_count(item->instance)]++;
}

static void numbers_of_removed_queens_fill_their_range(void **state) {
  unsigned seen[13] = {0};
  (void)state;
  nq_generate_options options = puzzles(12, 3, 300, 1);
  options.value[NQ_GENERATE_REMOVE_MOST] = 7;
  run_all(&options, note_removed, seen);
  for (unsigned removed = 0; removed <= 12; removed++)
    assert_true(removed >= 3 && removed <= 7 ? seen[removed] > 30 : seen[removed] == 0);
}

typedef struct boards {
  uint32_t n, rows[40][24];
} boards;

static void note_board(const nq_generated *item, void *context) {
  boards *noted = context;
  noted->n = item->n;
  memcpy(noted->rows[item->index], item->board.rows, item->n * sizeof *item->board.rows);
}

/* The boards are those of the kinds `solved --uniform` and `typical`. */
static void sources_are_uniform_or_typical(void **state) {
  (void)state;
  for (uint32_t n = 10; n <= 24; n += 14) {
    boards own = {0}, expected = {0};
    nq_generate_options options = puzzles(n, 4, 40, 7);
    options.threads = 2;
    run_all(&options, note_board, &own);
    options = options_for(n == 10 ? "solved" : "typical", n, 7);
    if (n == 10) options.value[NQ_GENERATE_UNIFORM] = 1;
    options.count = 40;
    run_all(&options, note_board, &expected);
    assert_memory_equal(&own, &expected, sizeof own);
  }
}

/* [which of two][column or part] */
typedef struct tally {
  unsigned of[2][4];
} tally;

static void note_choice(const nq_generated *item, void *context) {
  tally *seen = context;
  for (uint32_t column = 0; column < 4; column++)
    if (nq_instance_placed_row(item->instance, column) == NQ_EMPTY)
      seen->of[item->board.rows[0] == 2][column]++;
}

/* n = 4 has two solutions: a chi-square test of 8 cells, error rate 10^-4. */
static void removed_queens_do_not_depend_on_the_solution(void **state) {
  tally seen = {{{0}}};
  double square = 0;
  (void)state;
  nq_generate_options options = puzzles(4, 1, 800, 1);
  run_all(&options, note_choice, &seen);
  for (unsigned i = 0; i < 8; i++) {
    unsigned part = i / 4, choice = i % 4;
    double off = (double)seen.of[part][choice] - 100;
    square += off * off / 100;
  }
  assert_true(square < 29.9);
}

/* ---- Parts ---- */

#define N_MOST 20

/* An image of a board, padded, and the part that the board belongs to. */
typedef struct image {
  uint8_t rows[N_MOST];
  uint8_t part;
} image;

typedef struct images {
  bool puzzles_only;
  image *all;
  size_t count, room;
  unsigned in_part[NQ_GENERATE_PARTS_MAX];
} images;

/* The square (column, row) under the i-th symmetry: turned i % 4 times, then mirrored or not. */
static void move_square(unsigned i, uint32_t n, uint32_t *column, uint32_t *row) {
  for (unsigned turn = 0; turn < i % 4; turn++) {
    uint32_t other = *column;
    *column = n - 1 - *row;
    *row = other;
  }
  if (i >= 4) *column = n - 1 - *column;
}

static void add_images(images *to, const uint32_t *rows, uint32_t n, unsigned part) {
  for (unsigned i = 0; i < 8; i++) {
    if (to->count == to->room) {
      to->room = to->room > 0 ? 2 * to->room : 1024;
      to->all = realloc(to->all, to->room * sizeof *to->all);
      assert_non_null(to->all);
    }
    image *made = &to->all[to->count++];
    memset(made->rows, 0xFF, sizeof made->rows);
    made->part = (uint8_t)part;
    for (uint32_t from = 0; from < n; from++) {
      uint32_t column = from, row = rows[from];
      if (row == NQ_EMPTY) continue;
      move_square(i, n, &column, &row);
      made->rows[column] = (uint8_t)row;
    }
  }
}

static void note_boards(const nq_generated *item, void *context) {
  images *to = context;
  uint32_t shown[N_MOST];
  for (uint32_t column = 0; column < item->n; column++)
    shown[column] = nq_instance_placed_row(item->instance, column);
  to->in_part[item->part]++;
  add_images(to, shown, item->n, item->part);
  if (to->puzzles_only) return;
  expect_listed(item);
  add_images(to, item->board.rows, item->n, item->part);
  for (uint64_t i = 0; i < item->solutions; i++)
    add_images(to, item->completions + i * item->n, item->n, item->part);
}

static int compare_images(const void *a, const void *b) {
  return memcmp(a, b, sizeof(image));
}

static bool share_boards(images *of) {
  bool shared = false;
  qsort(of->all, of->count, sizeof *of->all, compare_images);
  for (size_t i = 1; i < of->count; i++)
    shared = shared || (memcmp(of->all[i - 1].rows, of->all[i].rows, N_MOST) == 0 &&
                        of->all[i - 1].part != of->all[i].part);
  free(of->all);
  return shared;
}

static void set_split(nq_generate_options *options, uint64_t by) {
  static const uint32_t shares[] = {70, 10, 20};
  memcpy(options->split, shares, sizeof shares);
  options->value[NQ_GENERATE_SPLIT_BY] = by;
}

/* Of several runs with different numbers of queens removed and other items, all with one seed. */
static void no_image_is_in_two_parts(void **state) {
  (void)state;
  for (uint32_t n = 7; n <= 14; n += n == 10 ? 4 : 1)
    for (uint64_t by = 0; by < 2; by++) {
      images noted = {.puzzles_only = by == 1};
      for (uint64_t removed = n / 3; removed <= n / 2; removed++) {
        nq_generate_options options = puzzles(n, removed, 100, 5);
        set_split(&options, by);
        options.first = 100 * removed;
        run_all(&options, note_boards, &noted);
      }
      for (unsigned part = 0; part < 3; part++) assert_true(noted.in_part[part] > 0);
      assert_false(share_boards(&noted));
    }
}

/* The check above finds what it looks for: by puzzles, completions are in several parts. */
static void shared_solutions_are_noticed(void **state) {
  (void)state;
  images noted = {0};
  nq_generate_options options = puzzles(10, 5, 100, 5);
  set_split(&options, 1);
  run_all(&options, note_boards, &noted);
  assert_true(share_boards(&noted));
}

/* 1000 items have the shares of the split, within four standard errors. */
static void parts_have_their_shares(void **state) {
  static const unsigned expected[] = {700, 100, 200}, error[] = {58, 38, 51};
  (void)state;
  images noted = {.puzzles_only = true};
  nq_generate_options options = puzzles(14, 2, 1000, 3);
  set_split(&options, 0);
  run_all(&options, note_boards, &noted);
  free(noted.all);
  for (unsigned part = 0; part < 3; part++)
    assert_in_range(noted.in_part[part], expected[part] - error[part],
                    expected[part] + error[part]);
}

/* For n = 5: [a queen is in a corner][part], which of the two classes is in which part. */
static void note_class(const nq_generated *item, void *context) {
  tally *seen = context;
  const uint32_t *rows = item->board.rows;
  bool corner = rows[0] % 4 == 0 || rows[4] % 4 == 0;
  seen->of[corner][item->part]++;
}

static void split_in_two(nq_generate_options *options, uint32_t first, uint32_t second,
                         uint64_t by) {
  options->split[0] = first;
  options->split[1] = second;
  options->value[NQ_GENERATE_SPLIT_BY] = by;
}

static void each_part_has_a_class(void **state) {
  (void)state;
  for (uint32_t share = 1; share < 1000; share += 998) {
    tally seen = {{{0}}};
    nq_generate_options options = puzzles(5, 1, 50, 1);
    split_in_two(&options, share, 1000 - share, 0);
    run_all(&options, note_class, &seen);
    for (unsigned corner = 0; corner < 2; corner++)
      assert_true((seen.of[corner][0] > 0) != (seen.of[corner][1] > 0));
    assert_true((seen.of[0][0] > 0) != (seen.of[1][0] > 0));
  }
}

static void parts_depend_on_the_seed(void **state) {
  (void)state;
  for (uint64_t by = 0; by < 2; by++) {
    tally seen = {{{0}}};
    for (uint64_t seed = 1; seed <= 20; seed++) {
      nq_generate_options options = puzzles(5, 0, 10, seed);
      split_in_two(&options, 1, 1, by);
      run_all(&options, note_class, &seen);
    }
    assert_true(seen.of[1][0] > 0 && seen.of[1][1] > 0);
  }
}

/* ---- Refused ---- */

static void expect_error(const nq_generate_options *options, nq_status status,
                         const char *message) {
  nq_error error = {0};
  assert_int_equal(try_run(options, NULL, NULL, &error), status);
  assert_string_equal(error.message, message);
}

static void what_cannot_be_made_is_refused(void **state) {
  (void)state;
  nq_generate_options options = puzzles(8, 9, 1, 1);
  expect_error(&options, NQ_BAD_VALUE, "remove: 9 is out of range: it must be 0 to 8");
  options = puzzles(8, 5, 1, 1);
  options.value[NQ_GENERATE_REMOVE_MOST] = 4;
  expect_error(&options, NQ_BAD_VALUE, "remove-most: 4 is out of range: it must be 5 to 8");
  options.value[NQ_GENERATE_REMOVE_MOST] = 9;
  expect_error(&options, NQ_BAD_VALUE, "remove-most: 9 is out of range: it must be 5 to 8");
  options = puzzles(3, 1, 1, 1);
  expect_error(&options, NQ_NONE, "no solution exists for n = 3");
  options = puzzles(65, 1, 1, 1);
  expect_error(&options, NQ_UNSUPPORTED,
               "n = 65 is over 64: a complete search finds the completions");
  options = puzzles(8, 1, 1, 1);
  options.value[NQ_GENERATE_SPLIT_BY] = 1;
  expect_error(&options, NQ_BAD_VALUE, "split-by: it is for --split only");
  options.value[NQ_GENERATE_SPLIT_BY] = NQ_GENERATE_DEFAULT;
  options.split[0] = 1;
  expect_error(&options, NQ_BAD_VALUE, "split: a single part is no split");
  options = options_for("solved", 8, 1);
  options.split[0] = options.split[1] = 1;
  expect_error(&options, NQ_BAD_VALUE, "split: it is for the kind puzzles only");
}

static void parts_need_classes(void **state) {
  (void)state;
  nq_generate_options options = puzzles(4, 1, 10, 1);
  set_split(&options, 0);
  expect_error(&options, NQ_NONE,
               "split: n = 4 has only 1 class of solutions under the symmetries of the square: 3 "
               "parts cannot be filled");
  options.n = 5;
  expect_error(&options, NQ_NONE,
               "split: n = 5 has only 2 classes of solutions under the symmetries of the square: 3 "
               "parts cannot be filled");
  options = puzzles(8, 8, 1, 1);
  set_split(&options, 0);
  expect_error(&options, NQ_UNSUPPORTED,
               "split: puzzle 0: with 8 queens removed it has completions in several parts, "
               "whichever are removed (1000 choices were tried): remove fewer, or split by puzzles "
               "(--split-by)");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(all_completions_are_listed),
      cmocka_unit_test(more_completions_than_the_limit_are_counted),
      cmocka_unit_test(numbers_of_removed_queens_fill_their_range),
      cmocka_unit_test(sources_are_uniform_or_typical),
      cmocka_unit_test(removed_queens_do_not_depend_on_the_solution),
      cmocka_unit_test(no_image_is_in_two_parts),
      cmocka_unit_test(shared_solutions_are_noticed),
      cmocka_unit_test(parts_have_their_shares),
      cmocka_unit_test(each_part_has_a_class),
      cmocka_unit_test(parts_depend_on_the_seed),
      cmocka_unit_test(what_cannot_be_made_is_refused),
      cmocka_unit_test(parts_need_classes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

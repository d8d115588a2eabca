/* The search for large boards: solutions for every size, the same for any number of threads. */
#include "core/core.h"
#include "local/local.h"
#include "local/rounds/rounds.h"
#include "nqueens.h"
#include "sized.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

/* ---- A board in memory ---- */

struct memory {
  uint64_t n;
  uint64_t *rows;
  uint64_t fails_at; /* a write to this column or a later one fails; UINT64_MAX: none */
  bool fails_again;  /* a second write to a column fails */
  uint64_t seen;     /* columns */
  bool differs;      /* rows that were seen are not those written */
  uint64_t lies_at;  /* this column reads as the first one; 0: none does */
};

static nq_status write_rows(void *context, uint64_t column, const uint64_t *rows, size_t count,
                            nq_error *error) {
  struct memory *memory = context;
  assert_true(column + count <= memory->n);
  if (column + count > memory->fails_at) return nq_error_set(error, NQ_IO, "the disk is full");
  if (memory->fails_again && memory->rows[column] != 0)
    return nq_error_set(error, NQ_IO, "the disk is broken");
  memcpy(memory->rows + column, rows, count * sizeof *rows);
  return NQ_OK;
}

static nq_status read_rows(void *context, uint64_t column, uint64_t *rows, size_t count,
                           nq_error *error) {
  struct memory *memory = context;
  (void)error;
  assert_true(column + count <= memory->n);
  memcpy(rows, memory->rows + column, count * sizeof *rows);
  if (memory->lies_at > column && memory->lies_at < column + count)
    rows[memory->lies_at - column] = memory->rows[0];
  return NQ_OK;
}

static void visit_rows(void *context, uint64_t column, const uint64_t *rows, size_t count) {
  struct memory *memory = context;
  assert_int_equal(column, memory->seen);
  memory->seen += count;
  memory->differs |= memcmp(memory->rows + column, rows, count * sizeof *rows) != 0;
}

static nq_large_board init(struct memory *memory, uint64_t n) {
  *memory = (struct memory){
      .n = n, .rows = calloc((size_t)n, sizeof *memory->rows), .fails_at = UINT64_MAX};
  assert_non_null(memory->rows);
  return (nq_large_board){.n = n, .context = memory, .write = write_rows, .read = read_rows};
}

static void solve(const nq_large_board *board, uint64_t seed, unsigned threads) {
  nq_solve_options options;
  nq_result result;
  nq_error error = {0};
  nq_solve_options_init(&options);
  options.seed = seed;
  options.threads = threads;
  if (nq_large_solve(board, &options, &result, &error) != NQ_OK) fail_msg("%s", error.message);
  assert_int_equal(result.verdict, NQ_SOLVED);
}

/* The usual checker must agree. */
static bool is_solution(const struct memory *memory) {
  uint32_t n = (uint32_t)memory->n, *rows = calloc(n, sizeof *rows);
  nq_check_report report;
  assert_non_null(rows);
  for (uint32_t column = 0; column < n; column++) rows[column] = (uint32_t)memory->rows[column];
  assert_int_equal(nq_check(rows, n, NULL, &report, NULL), NQ_OK);
  free(rows);
  return report.valid;
}

/* ---- Search ---- */

static void solves_every_size(void **state) {
  static const uint64_t sizes[] = {10000,  10001,  10002,  10003,  10007,  10008,   10009,  16383,
                                   16384,  16385,  32767,  32768,  32769,  65535,   65536,  65537,
                                   99998,  99999,  100003, 131071, 131072, 131073,  262139, 262147,
                                   524287, 524288, 524289, 600002, 600003, 1000003, 1048575};
  (void)state;
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i += TRIM) {
    struct memory memory;
    nq_large_board board = init(&memory, sizes[i]);
    solve(&board, i, 1);
    if (!is_solution(&memory)) fail_msg("n = %" PRIu64, sizes[i]);
    free(memory.rows);
  }
}

static void depends_on_the_seed_alone(void **state) {
  struct memory one, other;
  uint64_t n = (UINT64_C(1) << 22) + 3;
  (void)state;
  nq_large_board first = init(&one, n), second = init(&other, n);
  solve(&first, 7, 1);
  for (unsigned threads = 2; threads <= 5; threads += 3) {
    memset(other.rows, 0, (size_t)n * sizeof *other.rows);
    solve(&second, 7, threads);
    assert_memory_equal(one.rows, other.rows, (size_t)n * sizeof *one.rows);
  }
  free(one.rows);
  free(other.rows);
}

/* As they are at the end, however often they are read. */
static void shows_the_rows_once(void **state) {
  static const uint64_t sizes[] = {10000, 65537, 1000003};
  (void)state;
  for (size_t i = 0; i < 2 * sizeof sizes / sizeof *sizes; i++) {
    struct memory memory;
    uint64_t n = sizes[i / 2], sum = 0;
    nq_large_board board = init(&memory, n);
    board.visit = visit_rows;
    solve(&board, 1, 1 + i % 2);
    assert_int_equal(memory.seen, n);
    assert_false(memory.differs);
    for (uint64_t column = 0; column < n; column++) sum += memory.rows[column];
    assert_int_equal(sum, n * (n - 1) / 2); /* nothing is empty after the check */
    free(memory.rows);
  }
}

static void draws_another_board_for_another_seed(void **state) {
  struct memory one, other;
  uint64_t n = 10007, same = 0;
  (void)state;
  nq_large_board first = init(&one, n), second = init(&other, n);
  solve(&first, 1, 1);
  solve(&second, 2, 1);
  for (uint64_t column = 0; column < n; column++) same += one.rows[column] == other.rows[column];
  assert_in_range(same, 0, 8); /* 1 is expected */
  free(one.rows);
  free(other.rows);
}

static void reports_errors_of_the_board(void **state) {
  static const uint64_t at[] = {0, 5000, 99999};
  (void)state;
  for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
    struct memory memory;
    nq_large_board board = init(&memory, 100003);
    nq_solve_options options;
    nq_result result;
    nq_error error = {0};
    memory.fails_at = at[i];
    nq_solve_options_init(&options);
    assert_int_equal(nq_large_solve(&board, &options, &result, &error), NQ_IO);
    assert_string_equal(error.message, "the disk is full");
    free(memory.rows);
  }
}

/* They are written by the check. */
static void reports_errors_of_the_last_rows(void **state) {
  struct memory memory;
  nq_large_board board = init(&memory, 600011);
  nq_solve_options options;
  nq_result result;
  nq_error error = {0};
  (void)state;
  memory.fails_again = true;
  nq_solve_options_init(&options);
  assert_int_equal(nq_large_solve(&board, &options, &result, &error), NQ_IO);
  assert_string_equal(error.message, "the disk is broken");
  free(memory.rows);
}

static void checks_what_is_read(void **state) {
  struct memory memory;
  nq_large_board board = init(&memory, 100003);
  nq_solve_options options;
  nq_result result;
  nq_error error = {0};
  (void)state;
  memory.lies_at = 77777;
  nq_solve_options_init(&options);
  assert_int_equal(nq_large_solve(&board, &options, &result, &error), NQ_INTERNAL);
  assert_non_null(strstr(error.message, "no solution (columns 0 and 77777 share row "));
  free(memory.rows);
}

static bool stop_at_once(void *context, const nq_progress *progress) {
  (void)context, (void)progress;
  return false;
}

static void ends_when_it_must(void **state) {
  struct memory memory;
  nq_large_board board = init(&memory, UINT64_C(1) << 24);
  nq_solve_options options;
  nq_result result;
  (void)state;
  nq_solve_options_init(&options);
  options.limits.seconds = 0.01;
  assert_int_equal(nq_large_solve(&board, &options, &result, NULL), NQ_OK);
  assert_int_equal(result.verdict, NQ_UNKNOWN);
  assert_false(result.interrupted);
  options.limits.seconds = 0;
  options.progress = stop_at_once;
  assert_int_equal(nq_large_solve(&board, &options, &result, NULL), NQ_OK);
  assert_true(result.interrupted);
  free(memory.rows);
}

struct ending {
  nq_watch watch;
  unsigned writes;
};

static nq_status end_at_write(void *context, uint64_t column, const uint64_t *rows, size_t count,
                              nq_error *error) {
  struct ending *ending = context;
  (void)column, (void)rows, (void)count, (void)error;
  ending->writes++;
  nq_watch_end(&ending->watch);
  return NQ_OK;
}

/* Each group of columns writes its part of the board after each pass. */
static void the_rows_of_a_pass_are_not_waited_for(void **state) {
  struct ending ending = {.writes = 0};
  nq_large_board board = {.n = 100003, .context = &ending, .write = end_at_write};
  nq_solve_options options;
  nq_rounds_unwritten *unwritten;
  nq_result result = {.verdict = NQ_UNKNOWN};
  nq_error error;
  (void)state;
  nq_solve_options_init(&options);
  nq_watch_init(&ending.watch, 0, NULL, NULL);
  assert_int_equal(
      nq_rounds_solve(&board, &options, NULL, &ending.watch, &unwritten, &result, &error), NQ_OK);
  assert_int_equal(result.verdict, NQ_UNKNOWN);
  assert_int_equal(ending.writes, 1);
  nq_rounds_unwritten_free(unwritten);
  nq_watch_release(&ending.watch);
}

static void refuses_values_out_of_range(void **state) {
  struct memory memory;
  nq_large_board board = init(&memory, 10);
  nq_solve_options options;
  nq_result result;
  (void)state;
  nq_solve_options_init(&options);
  for (int i = 0; i < 5; i++) {
    board.n = i == 0 ? NQ_LARGE_N_MIN - 1 : i == 1 ? NQ_LARGE_N_MAX + 1 : NQ_LARGE_N_MIN;
    options.threads = i != 2;
    options.stream = i == 3 ? UINT64_C(1) << 32 : 0;
    options.limits.seconds = i == 4 ? -1 : 0;
    assert_int_equal(nq_large_solve(&board, &options, &result, NULL), NQ_BAD_VALUE);
  }
  free(memory.rows);
}

/* ---- Schedule ---- */

/* The groups of a round, and the halves of groups that touch, for every n. */
static void rounds_share_no_line(void **state) {
  (void)state;
  for (uint64_t n = NQ_LARGE_N_MIN; n <= NQ_LARGE_N_MAX; n += n / 3 + 1) {
    nq_pcg64 random;
    nq_rounds_plan plan;
    nq_pcg64_seed(&random, n, 0);
    nq_rounds_plan_init(&plan, n, &random);
    uint64_t groups = plan.groups, width = 8 * plan.bytes;
    assert_true(plan.groups * plan.blocks * width >= n);
    assert_true((plan.groups * plan.blocks - plan.blocks) * width < n);
    for (uint64_t pass = 0; pass < plan.passes; pass++) {
      uint64_t run = rounds_first(&plan, pass + 1) - rounds_first(&plan, pass);
      assert_in_range(run, 1, plan.blocks / 2 - 1);
    }
    if (plan.passes == 0) fail_msg("n = %" PRIu64 ": no pass", n);
    if (plan.passes > 0) assert_int_equal(rounds_first(&plan, plan.passes), plan.filled);
    for (uint64_t t = 0; t < groups; t++) {
      bool row[NQ_ROUNDS_GROUPS] = {0}, sum[NQ_ROUNDS_GROUPS] = {0}, gap[NQ_ROUNDS_GROUPS] = {0};
      for (uint64_t i = 0; i < groups; i++) {
        uint64_t j = (plan.turn * i + t) % groups, up = (i + j) % groups;
        uint64_t down = (j + groups - i) % groups;
        assert_false(row[j] || sum[up] || gap[down]);
        row[j] = sum[up] = gap[down] = true;
      }
    }
  }
}

/* Every block of rows meets as many blocks of columns. */
static void blocks_of_rows_are_met_alike(void **state) {
  (void)state;
  for (uint64_t n = NQ_LARGE_N_MIN; n < 2000000; n += n / 2) {
    nq_pcg64 random;
    nq_rounds_plan plan;
    nq_pcg64_seed(&random, n, 0);
    nq_rounds_plan_init(&plan, n, &random);
    uint64_t *met = calloc((size_t)plan.blocks, sizeof *met);
    assert_non_null(met);
    for (uint64_t c = 0; c < plan.groups * plan.blocks; c++) met[rounds_height(&plan, c)]++;
    for (uint64_t h = 0; h < plan.blocks; h++) assert_int_equal(met[h], plan.groups);
    free(met);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(solves_every_size),
      cmocka_unit_test(depends_on_the_seed_alone),
      cmocka_unit_test(shows_the_rows_once),
      cmocka_unit_test(draws_another_board_for_another_seed),
      cmocka_unit_test(reports_errors_of_the_board),
      cmocka_unit_test(reports_errors_of_the_last_rows),
      cmocka_unit_test(checks_what_is_read),
      cmocka_unit_test(ends_when_it_must),
      cmocka_unit_test(the_rows_of_a_pass_are_not_waited_for),
      cmocka_unit_test(refuses_values_out_of_range),
      cmocka_unit_test(rounds_share_no_line),
      cmocka_unit_test(blocks_of_rows_are_met_alike),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

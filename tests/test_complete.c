/* Complete search: verdicts, boards and proofs against a plain search, by masks and by counts;
 * budgets and traces. */
#include "complete.h"
#include "exact/complete.h"
#include "instances.h"
#include "proof.h"
#include "sized.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <string.h>
#include <cmocka.h>
#include <unistd.h>

static void agrees_with_a_plain_search(void **state) {
  (void)state;
  unsigned solvable = 0, unsolvable = 0;
  for (uint64_t seed = 0; seed < thinned(sized(2000, 6000)); seed++) {
    nq_instance *instance = draw_instance(seed, 51, 4);
    uint64_t solutions = plain_count(instance);
    for (unsigned kind = 0; kind < 2; kind++) {
      const complete_plan plan = {
          .instance = instance, .seed = seed, .stream = 1, .by_counts = kind == 1};
      struct answer found = answer(&plan, 0);
      if ((found.verdict == NQ_SOLVED) != (solutions > 0))
        fail_msg("seed %" PRIu64 ", kind %u: verdict %d, but %" PRIu64 " solutions", seed, kind,
                 (int)found.verdict, solutions);
      nq_board_release(&found.board);
    }
    solvable += solutions > 0;
    unsolvable += solutions == 0;
    nq_instance_free(instance);
  }
  assert_true(solvable > thinned(200) && unsolvable > thinned(200));
}

/* Squares that the sums of diagonals remove are in no solution, and neither is what the linear
 * relaxation refutes. */
static void agrees_where_diagonals_are_excluded(void **state) {
  (void)state;
  unsigned solvable = 0, unsolvable = 0;
  for (uint64_t seed = 0; seed < thinned(sized(1000, 3000)); seed++) {
    uint32_t n = 5 + (uint32_t)(seed % 5);
    nq_instance *instance = draw_diagonals(seed, n, n / 2 - 1);
    if (seed % 3 == 0) assert_int_equal(nq_instance_place(instance, n - 1, n / 3, NULL), NQ_OK);
    uint64_t solutions = plain_count(instance);
    for (unsigned relaxed = 0; relaxed < 2; relaxed++) {
      const complete_plan plan = {.instance = instance, .seed = seed, .relaxed = relaxed == 1};
      struct answer found = answer(&plan, 0);
      if ((found.verdict == NQ_SOLVED) != (solutions > 0))
        fail_msg("seed %" PRIu64 ", relaxed %u: verdict %d, but %" PRIu64 " solutions", seed,
                 relaxed, (int)found.verdict, solutions);
      nq_board_release(&found.board);
    }
    solvable += solutions > 0;
    unsolvable += solutions == 0;
    nq_instance_free(instance);
  }
  assert_true(solvable > thinned(150) && unsolvable > thinned(150));
}

/* Larger boards, some with a block of rows and columns left open; both ways must agree, and the
 * relaxation saves most of the work. */
static void relaxation_agrees_with_queens(void **state) {
  (void)state;
  unsigned solvable = 0, unsolvable = 0;
  uint64_t plain_branches = 0, relaxed_branches = 0;
  const uint64_t begin = sized(12, 0), end = begin + trimmed(sized(16, 60));
  for (uint64_t seed = begin; seed < end; seed++) {
    nq_instance *instance = draw_diagonals(seed, 16 + (uint32_t)(seed % 3), 9);
    if (seed % 4 == 0) assert_int_equal(nq_instance_place(instance, 8, 7, NULL), NQ_OK);
    complete_plan plan = {.instance = instance, .seed = seed, .by_counts = true};
    struct answer plain = answer(&plan, 0);
    plan.by_counts = false;
    plan.relaxed = true;
    struct answer relaxed = answer(&plan, 0);
    if (plain.verdict != relaxed.verdict)
      fail_msg("seed %" PRIu64 ": verdicts %d and %d", seed, (int)plain.verdict,
               (int)relaxed.verdict);
    solvable += plain.verdict == NQ_SOLVED;
    unsolvable += plain.verdict == NQ_UNSOLVABLE;
    plain_branches += plain.statistics.branches;
    relaxed_branches += relaxed.statistics.branches;
    nq_board_release(&plain.board);
    nq_board_release(&relaxed.board);
    nq_instance_free(instance);
  }
  assert_true(solvable >= trimmed(3) && unsolvable >= trimmed(3));
  assert_true(relaxed_branches < plain_branches / 80);
}

static void proves_what_has_no_solution(void **state) {
  (void)state;
  unsigned proved = 0, searched = 0;
  char path[40];
  for (uint64_t seed = 0; seed < trimmed(sized(240, 600)); seed++) {
    nq_instance *instance =
        seed % 15 != 0 ? draw_instance(seed, 51, 4) : draw_diagonals(seed, 12, 6);
    take_path(path);
    const complete_plan plan = {
        .instance = instance, .seed = seed, .proof = path, .by_counts = seed % 2 == 1};
    struct answer found = answer(&plan, 0);
    if (found.verdict == NQ_UNSOLVABLE)
      expect_proof(path);
    else
      assert_int_equal(access(path, F_OK), -1);
    proved += found.verdict == NQ_UNSOLVABLE;
    searched += found.verdict == NQ_UNSOLVABLE && found.statistics.branches > 100;
    nq_board_release(&found.board);
    nq_instance_free(instance);
  }
  assert_true(proved > trimmed(40) && searched > trimmed(4));
}

/* Later walks remove squares that a look ahead refutes; each is a clause of the proof. */
static void proves_what_looks_refute(void **state) {
  (void)state;
  unsigned looked = 0;
  char path[40];
  for (uint64_t seed = 0; seed < 12; seed++) {
    nq_instance *instance = draw_diagonals(seed, 15, 9);
    take_path(path);
    const complete_plan plan = {.instance = instance, .seed = seed, .proof = path};
    struct answer found = answer(&plan, 0);
    if (found.verdict == NQ_UNSOLVABLE) expect_proof(path);
    looked += found.verdict == NQ_UNSOLVABLE && found.statistics.restarts > 0;
    nq_board_release(&found.board);
    nq_instance_free(instance);
  }
  assert_true(looked > 1);
}

/* The proofs of the other methods go by the same formulas for n = 2 and 3. */
static void proves_small_boards(void **state) {
  (void)state;
  char path[40];
  for (uint32_t n = 2; n <= 3; n++) {
    nq_instance *instance = nq_instance_new(n);
    take_path(path);
    const complete_plan plan = {.instance = instance, .proof = path};
    assert_int_equal(answer(&plan, 0).verdict, NQ_UNSOLVABLE);
    expect_proof(path);
    nq_instance_free(instance);
  }
}

/* However a run is cut into pieces. */
static void does_not_depend_on_budgets(void **state) {
  (void)state;
  for (uint64_t seed = 0; seed < 40; seed++) {
    nq_instance *instance = draw_diagonals(seed, 14, 7);
    const complete_plan plan = {
        .instance = instance, .seed = seed, .stream = 2, .by_counts = seed % 2 == 1};
    struct answer whole = answer(&plan, 0), pieces = answer(&plan, 1 + seed % 7);
    assert_int_equal(whole.verdict, pieces.verdict);
    assert_memory_equal(&whole.statistics, &pieces.statistics, sizeof whole.statistics);
    if (whole.verdict == NQ_SOLVED)
      assert_memory_equal(whole.board.rows, pieces.board.rows, 14 * sizeof(uint32_t));
    nq_board_release(&whole.board);
    nq_board_release(&pieces.board);
    nq_instance_free(instance);
  }
}

/* Walks that break off begin anew, until one is through. */
static void restarts_and_ends(void **state) {
  (void)state;
  unsigned restarted = 0;
  for (uint64_t seed = sized(3, 0); seed < sized(4, 6); seed++) {
    nq_instance *instance = draw_diagonals(seed, 18, 9);
    complete_plan plan = {.instance = instance, .seed = seed};
    struct answer masks = answer(&plan, 0);
    plan.by_counts = true;
    struct answer counts = answer(&plan, 0);
    assert_int_equal(masks.verdict, counts.verdict);
    restarted += masks.statistics.restarts > 1 && counts.statistics.restarts > 3;
    nq_board_release(&masks.board);
    nq_board_release(&counts.board);
    nq_instance_free(instance);
  }
  assert_true(restarted > 0);
}

/* Too few rows for some columns: no search would end. */
static void refutes_by_matching(void **state) {
  (void)state;
  enum { N = 60, FEW = 21 };
  nq_instance *instance = nq_instance_new(N);
  for (uint32_t column = 0; column < FEW; column++)
    for (uint32_t row = FEW - 1; row < N; row++)
      assert_int_equal(nq_instance_block(instance, 2 * column, row, NULL), NQ_OK);
  const complete_plan plan = {.instance = instance};
  struct answer found = answer(&plan, 0);
  assert_int_equal(found.verdict, NQ_UNSOLVABLE);
  assert_non_null(strstr(found.statistics.reason, "the columns cannot all have a row"));
  nq_instance_free(instance);
}

static void solves_plain_boards(void **state) {
  (void)state;
  for (uint32_t n = 4; n <= 1200; n = n < 40 ? n + 1 : n < 130 ? n + sized(9, 1) : n * 3) {
    nq_instance *instance = nq_instance_new(n);
    const complete_plan plan = {.instance = instance, .seed = n, .stream = 3};
    struct answer found = answer(&plan, 0);
    assert_int_equal(found.verdict, NQ_SOLVED);
    assert_int_equal(found.statistics.open, n);
    assert_int_equal(found.statistics.best, n);
    nq_board_release(&found.board);
    nq_instance_free(instance);
  }
}

/* A random solution with some columns emptied again, and squares blocked in these. */
static nq_instance *hide_solution(uint64_t seed, uint32_t n, uint32_t open) {
  nq_pcg64 random;
  nq_solve_options options;
  nq_solve_options_init(&options);
  options.seed = seed;
  nq_pcg64_seed(&random, seed, 52);
  nq_board board;
  nq_result result;
  nq_instance *plain = nq_instance_new(n), *instance = nq_instance_new(n);
  assert_int_equal(nq_solve(plain, &options, &board, &result, NULL), NQ_OK);
  uint32_t stride = n / open;
  for (uint32_t column = 0; column < n; column++)
    if (column % stride != 0 || column / stride >= open)
      assert_int_equal(nq_instance_place(instance, column, board.rows[column], NULL), NQ_OK);
  for (uint32_t i = 0; i < 10 * open; i++) {
    uint32_t column = stride * draw_below(&random, open), row = draw_below(&random, n);
    if (board.rows[column] != row)
      assert_int_equal(nq_instance_block(instance, column, row, NULL), NQ_OK);
  }
  nq_board_release(&board);
  nq_instance_free(plain);
  return instance;
}

static void solves_what_has_a_hidden_solution(void **state) {
  (void)state;
  static const uint32_t sizes[][2] = {{60, 60}, {200, 90}, {1000, 300}, {100000, 40}};
  for (uint64_t seed = 0; seed < 12; seed++) {
    uint32_t n = sizes[seed % 4][0], open = sizes[seed % 4][1];
    nq_instance *instance = hide_solution(seed, n, open);
    const complete_plan plan = {.instance = instance, .seed = seed};
    struct answer found = answer(&plan, 0);
    assert_int_equal(found.verdict, NQ_SOLVED);
    assert_int_equal(found.statistics.open, open);
    nq_board_release(&found.board);
    nq_instance_free(instance);
  }
}

/* ---- Traces ---- */

struct replay {
  const nq_instance *instance;
  uint32_t n, rows[PLAIN_MOST];
  uint64_t events[3], branches;
  bool dead; /* the event before was a dead end */
};

static bool attacks(const uint32_t *rows, uint32_t n, uint32_t column, uint32_t row) {
  for (uint32_t other = 0; other < n; other++)
    if (rows[other] != NQ_EMPTY &&
        (other == column || plain_attacks(other, rows[other], column, row)))
      return true;
  return false;
}

/* Squares left to a column without a queen, counted plainly. */
static uint32_t squares_of(const struct replay *replay, uint32_t column) {
  uint32_t squares = 0;
  for (uint32_t row = 0; row < replay->n; row++)
    squares += nq_instance_allows(replay->instance, column, row) &&
               !attacks(replay->rows, replay->n, column, row);
  return squares;
}

static bool has_dead_row(const struct replay *replay, uint32_t row) {
  for (uint32_t column = 0; column < replay->n; column++)
    if (replay->rows[column] == row || (nq_instance_allows(replay->instance, column, row) &&
                                        !attacks(replay->rows, replay->n, column, row)))
      return false;
  return true;
}

static void replay_event(void *context, const nq_branch_state *state) {
  struct replay *replay = context;
  assert_int_equal(state->n, replay->n);
  assert_true(state->branches >= replay->branches);
  assert_true(!replay->dead || state->event == NQ_BRANCH_TAKE_BACK);
  replay->branches = state->branches;
  replay->events[state->event]++;
  replay->dead = state->event == NQ_BRANCH_REFUSE;
  if (state->event == NQ_BRANCH_PLACE) {
    assert_false(attacks(replay->rows, replay->n, state->column, state->row));
    assert_true(nq_instance_allows(replay->instance, state->column, state->row));
    replay->rows[state->column] = state->row;
  } else {
    assert_int_equal(replay->rows[state->column], state->row);
    if (state->event == NQ_BRANCH_TAKE_BACK) replay->rows[state->column] = NQ_EMPTY;
  }
  assert_memory_equal(state->rows, replay->rows, replay->n * sizeof *replay->rows);
  bool dead = false;
  for (uint32_t i = 0; i < replay->n; i++) {
    assert_int_equal(state->squares[i], squares_of(replay, i));
    dead =
        dead || (state->squares[i] == 0 && replay->rows[i] == NQ_EMPTY) || has_dead_row(replay, i);
  }
  if (state->event == NQ_BRANCH_REFUSE) assert_true(dead);
}

static void traces_every_event(void **state) {
  (void)state;
  uint64_t refused = 0;
  for (uint64_t seed = 0; seed < 300; seed++) {
    nq_instance *instance = draw_instance(seed, 51, 4);
    struct replay replay = {.instance = instance, .n = nq_instance_n(instance)};
    for (uint32_t column = 0; column < replay.n; column++)
      replay.rows[column] = nq_instance_placed_row(instance, column);
    const complete_plan plan = {.instance = instance,
                                .seed = seed,
                                .by_counts = seed % 2 == 1,
                                .trace = replay_event,
                                .trace_context = &replay};
    struct answer found = answer(&plan, 0);
    if (found.verdict == NQ_SOLVED)
      assert_memory_equal(replay.rows, found.board.rows, replay.n * sizeof *replay.rows);
    assert_int_equal(replay.events[NQ_BRANCH_PLACE], found.statistics.queens);
    assert_true(replay.events[NQ_BRANCH_REFUSE] <= found.statistics.failures);
    refused += replay.events[NQ_BRANCH_REFUSE];
    nq_board_release(&found.board);
    nq_instance_free(instance);
  }
  assert_true(refused > 100);
}

static void refuses_a_trace_of_a_large_board(void **state) {
  (void)state;
  nq_instance *instance = nq_instance_new(NQ_TRACE_N_MAX + 1);
  const complete_plan plan = {.instance = instance, .trace = replay_event};
  struct running running;
  assert_int_equal(begin_search(&running, &plan, NULL, NULL), NQ_BAD_VALUE);
  assert_null(running.search);
  nq_instance_free(instance);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(agrees_with_a_plain_search),
      cmocka_unit_test(agrees_where_diagonals_are_excluded),
      cmocka_unit_test(relaxation_agrees_with_queens),
      cmocka_unit_test(proves_what_has_no_solution),
      cmocka_unit_test(proves_what_looks_refute),
      cmocka_unit_test(proves_small_boards),
      cmocka_unit_test(does_not_depend_on_budgets),
      cmocka_unit_test(restarts_and_ends),
      cmocka_unit_test(refutes_by_matching),
      cmocka_unit_test(solves_plain_boards),
      cmocka_unit_test(solves_what_has_a_hidden_solution),
      cmocka_unit_test(traces_every_event),
      cmocka_unit_test(refuses_a_trace_of_a_large_board),
  };
  return cmocka_run_group_tests_name("complete", tests, NULL, NULL);
}

/* src/draw: runs as they are recorded, animated, as frames and as a page. */
#include "draw.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

static void a_run_moves_queens_and_ends_as_the_last_board(void **state) {
  (void)state;
  uint32_t rows[] = {1, 1, 0, 2, 1, 3, 0, 2};
  const nq_run run = {.n = 4, .boards = 2, .rows = rows};
  nq_bytes bytes = {0};
  nq_error error = {0};
  assert_int_equal(nq_draw_run(&run, &bytes, &error), NQ_OK);
  /* Four queens and the dot of the chart are animated; one queen moves. */
  assert_int_equal(count_text(&bytes, "<animateTransform"), 5);
  require_contains(&bytes, "values=\"130 130;130 130;130 258;130 258\"");
  require_contains(&bytes, "<g transform=\"translate(130 258)\">");
  /* At the end all are filled. */
  assert_int_equal(count_text(&bytes, "href=\"#h\" color=\"#d55e00\" visibility=\"hidden\""), 4);
  assert_int_equal(count_text(&bytes, "href=\"#q\" color=\"#1f2a44\" visibility=\"visible\""), 4);
  assert_int_equal(count_text(&bytes, "<path visibility"), 1); /* lines of the first board */
  nq_bytes_release(&bytes);
  nq_run large = run;
  large.n = NQ_DRAW_RUN_N_MAX + 1;
  assert_int_equal(nq_draw_run(&large, &bytes, &error), NQ_BAD_VALUE);
}

/* ---- Recorded runs ---- */

static nq_run record(const char *method, const nq_instance *instance, uint64_t seed, size_t room) {
  nq_run run;
  nq_error error = {0};
  nq_solve_options options;
  nq_solve_options_init(&options);
  if (method != NULL) assert_int_equal(nq_solve_options_set(&options, method, &error), NQ_OK);
  options.seed = seed;
  if (nq_run_record(&run, instance, &options, room, &error) != NQ_OK) fail_msg("%s", error.message);
  return run;
}

static const char *const methods[] = {"min-conflicts:start=random,step=column",
                                      "genetic",
                                      "backtracking",
                                      "hill-climbing",
                                      "annealing:move=column",
                                      "backtracking:preset=textbook"};

/* The kinds of their runs. */
static const nq_run_kind kinds[] = {NQ_RUN_STEPS, NQ_RUN_GENERATIONS, NQ_RUN_EVENTS,
                                    NQ_RUN_STEPS, NQ_RUN_STEPS,       NQ_RUN_EVENTS};

static void a_record_ends_with_the_solution(void **state) {
  (void)state;
  for (uint32_t n = 1; n <= NQ_DRAW_RUN_N_MAX; n = n == 1 ? 4 : n * 3 / 2)
    for (size_t i = 0; i < (n <= 9 ? 6 : 3); i++) {
      nq_instance *instance = nq_instance_new(n);
      nq_run run = record(methods[i], instance, n, NQ_DRAW_PAGE_MAX);
      nq_check_report report;
      assert_int_equal(run.kind, kinds[i]);
      assert_int_equal(run.verdict, NQ_SOLVED);
      assert_string_equal(run.method, methods[i]);
      assert_int_equal(nq_check(run.rows + (run.boards - 1) * n, n, NULL, &report, NULL), NQ_OK);
      assert_true(report.valid);
      assert_int_equal(nq_run_value(&run, run.boards - 1), run.kind == NQ_RUN_EVENTS ? n : 0);
      nq_run_release(&run);
      nq_instance_free(instance);
    }
}

/* Each event changes what it names, and no queen attacks another. */
static void events_lead_from_board_to_board(void **state) {
  (void)state;
  nq_instance *instance = nq_instance_new(20);
  assert_int_equal(nq_instance_place(instance, 3, 5, NULL), NQ_OK);
  nq_run run = record("backtracking", instance, 7, 500);
  for (size_t i = 0; i < run.boards; i++) {
    const uint32_t *rows = run.rows + i * run.n;
    const nq_run_note *note = &run.notes[i];
    uint32_t changed = 0;
    nq_check_report report;
    assert_int_equal(nq_check(rows, run.n, NULL, &report, NULL), NQ_OK);
    assert_int_equal(report.conflicts, 0);
    assert_int_equal(rows[3], 5);
    if (i == 0) continue;
    const uint32_t *before = rows - run.n;
    for (uint32_t column = 0; column < run.n; column++)
      if (rows[column] != before[column]) {
        changed++;
        assert_int_equal(column, note->column);
      }
    assert_int_equal(changed, note->event == 'r' ? 0 : 1);
    assert_int_equal(rows[note->column], note->event == 't' ? NQ_EMPTY : note->row);
  }
  assert_int_equal(nq_run_value(&run, 0), 1);
  nq_run_release(&run);
  nq_instance_free(instance);
}

static void a_record_ends_where_there_is_no_room(void **state) {
  (void)state;
  nq_instance *instance = nq_instance_new(30);
  for (size_t i = 0; i < 3; i++) {
    nq_run run = record(methods[i], instance, 1, 5);
    assert_int_equal(run.boards, 5);
    nq_run_release(&run);
  }
  nq_instance_free(instance);
}

static void without_a_method_it_is_that_of_solve(void **state) {
  (void)state;
  nq_instance *instance = nq_instance_new(8);
  nq_run run = record(NULL, instance, 1, 90);
  assert_int_equal(run.kind, NQ_RUN_STEPS);
  nq_run_release(&run);
  nq_instance_free(instance);
}

static void runs_that_cannot_be_drawn_are_refused(void **state) {
  (void)state;
  nq_run run;
  nq_error error = {0};
  nq_solve_options options;
  nq_solve_options_init(&options);
  nq_instance *large = nq_instance_new(NQ_DRAW_RUN_N_MAX + 1), *small = nq_instance_new(8);
  options.method = "backtracking";
  assert_int_equal(nq_run_record(&run, large, &options, 9, &error), NQ_BAD_VALUE);
  nq_run_release(&run);
  options.method = "sat";
  assert_int_equal(nq_run_record(&run, small, &options, 9, &error), NQ_UNSUPPORTED);
  nq_run_release(&run);
  options.method = "backtracking";
  for (uint32_t row = 0; row < 8; row++)
    assert_int_equal(nq_instance_block(small, 2, row, NULL), NQ_OK);
  assert_int_equal(nq_run_record(&run, small, &options, 9, &error), NQ_UNSUPPORTED);
  assert_non_null(strstr(error.message, "there is no run to draw: "));
  nq_run_release(&run);
  nq_instance_free(large);
  nq_instance_free(small);
}

/* ---- Their pictures ---- */

static void queens_of_empty_columns_are_hidden(void **state) {
  (void)state;
  uint32_t rows[] = {NQ_EMPTY, NQ_EMPTY, NQ_EMPTY, NQ_EMPTY, 1, NQ_EMPTY, NQ_EMPTY, NQ_EMPTY};
  const nq_run run = {.kind = NQ_RUN_EVENTS, .n = 4, .boards = 2, .rows = rows};
  nq_bytes bytes = {0};
  nq_error error = {0};
  assert_int_equal(nq_draw_run(&run, &bytes, &error), NQ_OK);
  assert_int_equal(count_text(&bytes, "color=\"#1f2a44\" visibility=\"visible\""), 1);
  assert_int_equal(count_text(&bytes, "visibility=\"hidden\" x="), 7);
  nq_bytes_release(&bytes);
}

/* The queen on (0, 1) attacks 3 squares of each other column, or 2 at the border. */
static void frames_cross_out_the_squares_that_queens_attack(void **state) {
  (void)state;
  uint32_t rows[] = {1, NQ_EMPTY, NQ_EMPTY, NQ_EMPTY};
  const nq_run run = {.kind = NQ_RUN_EVENTS, .n = 4, .boards = 1, .rows = rows};
  nq_instance *instance = nq_instance_new(4);
  nq_bytes bytes = {0}, blocked = {0};
  nq_error error = {0};
  assert_int_equal(nq_draw_frame(NQ_DRAW_SVG, 1, &run, 0, instance, &bytes, &error), NQ_OK);
  assert_int_equal(nq_instance_block(instance, 1, 1, NULL), NQ_OK);
  assert_int_equal(nq_draw_frame(NQ_DRAW_SVG, 1, &run, 0, instance, &blocked, &error), NQ_OK);
  nq_bytes plain = {0};
  assert_int_equal(nq_draw_board(NQ_DRAW_SVG, 1, rows, 4, NULL, &plain, &error), NQ_OK);
  assert_int_equal(count_text(&bytes, "<path"), count_text(&plain, "<path") + 2); /* and words */
  require_contains(&bytes, "stroke=\"#8a8377\" stroke-width=\"3.2\" d=\"M");
  require_contains(&blocked, "stroke=\"#8a8377\" stroke-width=\"6.27\" d=\"M");
  nq_bytes_release(&bytes);
  nq_bytes_release(&blocked);
  nq_bytes_release(&plain);
  nq_instance_free(instance);
}

static void a_page_codes_boards_by_what_changes(void **state) {
  (void)state;
  uint32_t rows[] = {1, 1, 0, 2, 1, 3, 0, 2, 1, 3, 0, 2};
  nq_run_note notes[] = {{.restart = 0}, {.restart = 0}, {.restart = 1}};
  const nq_run run = {
      .n = 4, .boards = 3, .rows = rows, .notes = notes, .method = "a\"<b", .seed = 7};
  nq_instance *instance = nq_instance_new(4);
  assert_int_equal(nq_instance_place(instance, 0, 1, NULL), NQ_OK);
  assert_int_equal(nq_instance_block(instance, 3, 3, NULL), NQ_OK);
  assert_int_equal(nq_instance_exclude_rising(instance, 6, NULL), NQ_OK);
  nq_bytes page = {0};
  nq_error error = {0};
  assert_int_equal(nq_draw_page(&run, instance, &page, &error), NQ_OK);
  require_contains(&page, "\"boards\":[\"ABBBCADC\",\"BD\",\"\"]");
  require_contains(&page, "\"restarts\":[2]");
  require_contains(&page, "\"placed\":\"AB\"");
  require_contains(&page, "\"blocked\":\"DD\"");
  require_contains(&page, "\"rising\":[6]");
  require_contains(&page, "\"method\":\"a\\u0022\\u003cb\"");
  require_contains(&page, "\"seed\":\"7\"");
  nq_bytes_release(&page);
  nq_instance_free(instance);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_run_moves_queens_and_ends_as_the_last_board),
      cmocka_unit_test(a_record_ends_with_the_solution),
      cmocka_unit_test(events_lead_from_board_to_board),
      cmocka_unit_test(a_record_ends_where_there_is_no_room),
      cmocka_unit_test(without_a_method_it_is_that_of_solve),
      cmocka_unit_test(runs_that_cannot_be_drawn_are_refused),
      cmocka_unit_test(queens_of_empty_columns_are_hidden),
      cmocka_unit_test(frames_cross_out_the_squares_that_queens_attack),
      cmocka_unit_test(a_page_codes_boards_by_what_changes),
  };
  return cmocka_run_group_tests_name("draw_run", tests, NULL, NULL);
}

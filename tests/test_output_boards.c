/* src/output/boards: one object for lines, bytes, pictures and folders. */
#include "format/format.h"
#include "output/output.h"
#include "temporary.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>
#include <cmocka.h>

static const uint32_t solution[8] = {3, 1, 6, 4, 0, 7, 5, 2};

/* Asked whether to go on as often as *context says. */
static bool count_down(void *context, const nq_progress *progress) {
  int *left = context;
  (void)progress;
  return (*left)-- > 0;
}

static cli_boards boards_for(const char *path, int *left) {
  return (cli_boards){
      .path = path, .n = 8, .scale = NQ_DRAW_SCALE, .progress = count_down, .context = left};
}

static bool exists(const char *path) {
  struct stat there;
  return stat(path, &there) == 0;
}

/* Write `count` boards there; what went wrong, or NQ_OK. */
static nq_status write_boards(const char *path, uint64_t count, int left, nq_error *error) {
  cli_boards boards = boards_for(path, &left);
  nq_status status = cli_boards_open(&boards, error);
  if (status != NQ_OK) return status;
  assert_false(exists(path));
  status = cli_boards_begin(&boards, count, error);
  for (uint64_t i = 0; status == NQ_OK && i < count; i++)
    status = cli_boards_add(&boards, solution, error);
  if (status == NQ_OK) status = cli_boards_commit(&boards, error);
  cli_boards_abort(&boards);
  return status;
}

static void every_kind_is_there_after_commit(void **state) {
  (void)state;
  nq_error error = {0};
  static const char *const paths[] = {"a.txt", "a.json", "a.npy", "a.svg"};
  for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
    assert_int_equal(write_boards(paths[i], 1 + i % 2, 1000, &error), NQ_OK);
    assert_true(exists(paths[i]));
  }
  cli_boards boards = boards_for("frames/", &(int){1000});
  boards.asked = CLI_FORMAT_SVG;
  assert_int_equal(cli_boards_open(&boards, &error), NQ_OK);
  assert_int_equal(cli_boards_begin(&boards, 12, &error), NQ_OK);
  for (int i = 0; i < 12; i++) assert_int_equal(cli_boards_add(&boards, solution, &error), NQ_OK);
  assert_int_equal(cli_boards_add(&boards, solution, &error), NQ_INTERNAL);
  assert_int_equal(cli_boards_commit(&boards, &error), NQ_OK);
  assert_true(exists("frames/01.svg") && exists("frames/12.svg") && !exists("frames/13.svg"));
}

static void nothing_is_there_after_abort_or_an_error(void **state) {
  (void)state;
  nq_error error = {0};
  static const char *const paths[] = {"b.txt", "b.svg", "b.npy"};
  for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
    cli_boards boards = boards_for(paths[i], &(int){1000});
    assert_int_equal(cli_boards_open(&boards, &error), NQ_OK);
    assert_int_equal(cli_boards_begin(&boards, 2, &error), NQ_OK);
    assert_int_equal(cli_boards_add(&boards, solution, &error), NQ_OK);
    cli_boards_abort(&boards);
    cli_boards_abort(&boards);
    assert_string_equal(boards.name, paths[i]);
    assert_false(exists(paths[i]));
  }
  assert_int_equal(write_boards("b.svg", 0, 1000, &error), NQ_UNSUPPORTED); /* no board */
  assert_int_equal(write_boards("b.svg", NQ_DRAW_SHEET_MAX + 1, 1000, &error), NQ_UNSUPPORTED);
  assert_false(exists("b.svg"));
}

static void errors_name_the_output(void **state) {
  (void)state;
  nq_error error = {0};
  cli_boards boards = boards_for("/dev/full", &(int){1000});
  if (cli_boards_open(&boards, &error) == NQ_OK) {
    assert_true(cli_boards_in_place(&boards));
    assert_int_equal(cli_boards_begin(&boards, 1, &error), NQ_OK);
    assert_int_equal(cli_boards_add(&boards, solution, &error), NQ_OK);
    assert_int_equal(cli_boards_commit(&boards, &error), NQ_IO);
    assert_string_equal(error.message, "/dev/full: writing failed: No space left on device");
  }
  boards = boards_for("c.npy", &(int){1000});
  boards.asked = NQ_FORMAT_LINE;
  assert_int_equal(cli_boards_open(&boards, &error), NQ_BAD_VALUE);
  assert_non_null(strstr(error.message, "'c.npy' has the suffix of the format npy, not of line"));
  boards = boards_for("c.npy", &(int){1000});
  boards.one_based = true;
  assert_int_equal(cli_boards_open(&boards, &error), NQ_BAD_VALUE);
}

static void a_request_to_stop_ends_a_folder(void **state) {
  (void)state;
  nq_error error = {0};
  int left = 1;
  cli_boards boards = boards_for("d/", &left);
  boards.asked = CLI_FORMAT_SVG;
  assert_int_equal(cli_boards_open(&boards, &error), NQ_OK);
  assert_int_equal(cli_boards_begin(&boards, 3, &error), NQ_OK);
  assert_int_equal(cli_boards_add(&boards, solution, &error), NQ_OK); /* the first is not asked */
  assert_int_equal(cli_boards_add(&boards, solution, &error), NQ_OK);
  assert_int_equal(cli_boards_add(&boards, solution, &error), NQ_IO);
  cli_boards_abort(&boards);
  assert_false(exists("d"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_kind_is_there_after_commit),
      cmocka_unit_test(nothing_is_there_after_abort_or_an_error),
      cmocka_unit_test(errors_name_the_output),
      cmocka_unit_test(a_request_to_stop_ends_a_folder),
  };
  return cmocka_run_group_tests_name("output_boards", tests, enter_temporary_folder,
                                     remove_temporary_folder);
}

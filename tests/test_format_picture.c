/* Pictures of boards. */
#include "io.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <unistd.h>
#include <cmocka.h>

static void writes_pictures(void **state) {
  (void)state;
  int descriptor = io_file();
  const uint32_t first[] = {1, 3, 0, 2}, second[] = {1, NQ_EMPTY, 1, NQ_EMPTY};
  nq_error error;
  nq_writer *writer = nq_writer_new(descriptor, NQ_FORMAT_PICTURE, 4, 2, 1);
  assert_int_equal(nq_writer_comment(writer, "one", &error), NQ_OK);
  assert_int_equal(nq_writer_board(writer, first, &error), NQ_OK);
  assert_int_equal(nq_writer_comment(writer, "two", &error), NQ_OK);
  assert_int_equal(nq_writer_comment(writer, "more", &error), NQ_OK);
  assert_int_equal(nq_writer_board(writer, second, &error), NQ_OK);
  assert_int_equal(nq_writer_finish(writer, &error), NQ_OK);
  io_expect_text(descriptor, "# one\n_ _ Q _\nQ _ _ _\n_ _ _ Q\n_ Q _ _\n"
                             "\n# two\n# more\n_ _ _ _\nQ _ Q _\n_ _ _ _\n_ _ _ _\n");
}

static void separates_without_comments(void **state) {
  (void)state;
  int descriptor = io_file();
  const uint32_t rows[] = {0};
  nq_writer *writer = nq_writer_new(descriptor, NQ_FORMAT_PICTURE, 1, 3, 0);
  for (int i = 0; i < 3; i++) assert_int_equal(nq_writer_board(writer, rows, NULL), NQ_OK);
  assert_int_equal(nq_writer_finish(writer, NULL), NQ_OK);
  io_expect_text(descriptor, "Q\n\nQ\n\nQ\n");
}

static void cannot_draw_rows_out_of_range(void **state) {
  (void)state;
  int descriptor = io_file();
  const uint32_t rows[] = {0, 4, 1, 2}, right[] = {1, 3, 0, 2};
  nq_error error = {0};
  nq_writer *writer = nq_writer_new(descriptor, NQ_FORMAT_PICTURE, 4, 1, 0);
  assert_int_equal(nq_writer_board(writer, rows, &error), NQ_BAD_VALUE);
  assert_string_equal(error.message, "column 1: row 4 cannot be drawn: a picture has rows 0..3");
  assert_int_equal(nq_writer_board(writer, right, &error), NQ_OK);
  assert_int_equal(nq_writer_finish(writer, &error), NQ_OK);
  close(descriptor);
}

static void reads_pictures(void **state) {
  (void)state;
  int descriptor = io_text("# c\r\n\r\n_ _ Q _\r\nQ _ _ _\r\n_ _ _ Q\r\n_ Q _ _\r\n# c\n"
                           "Q_Q\n___\n..Q\n\n\n  . . \nQ.  \n\nQ\n\n_\n");
  nq_reader *reader = nq_reader_new(descriptor, NQ_FORMAT_AUTO);
  io_expect_board(reader, 3, 4, (const uint32_t[]){1, 3, 0, 2});
  nq_board board = {0};
  uint64_t line;
  nq_error error = {0};
  assert_int_equal(nq_reader_next(reader, &board, &line, &error), NQ_NO_BOARD);
  assert_int_equal(line, 8);
  assert_string_equal(error.message, "column 2 has queens on rows 0 and 2");
  io_expect_board(reader, 13, 2, (const uint32_t[]){1, NQ_EMPTY});
  io_expect_board(reader, 16, 1, (const uint32_t[]){0});
  io_expect_board(reader, 18, 1, (const uint32_t[]){NQ_EMPTY});
  io_expect_end(reader);
  nq_reader_free(reader);
  close(descriptor);
}

static void reads_dots_when_named(void **state) {
  (void)state;
  int descriptor = io_text("..\n..");
  nq_reader *reader = nq_reader_new(descriptor, NQ_FORMAT_PICTURE);
  io_expect_board(reader, 1, 2, (const uint32_t[]){NQ_EMPTY, NQ_EMPTY});
  io_expect_end(reader);
  nq_reader_free(reader);
  close(descriptor);
}

static void reads_ones_among_dots(void **state) {
  (void)state;
  static const char *const pictures[] = {
      ". 1 . .\n. . . 1\n1 . . .\n. . 1 .\n", ".1..\n...1\n1...\n..1.",
      "# c\n- 1 - -\n- - - 1\n1 - - -\n- - 1 -\n", "_1__\n___1\n1___\n__1_\n\n"};
  for (size_t i = 0; i < sizeof pictures / sizeof *pictures; i++) {
    int descriptor = io_text(pictures[i]);
    nq_reader *reader = nq_reader_new(descriptor, NQ_FORMAT_AUTO);
    io_expect_board(reader, 1 + (pictures[i][0] == '#'), 4, (const uint32_t[]){2, 0, 3, 1});
    io_expect_end(reader);
    nq_reader_free(reader);
    close(descriptor);
  }
}

/* Lines of dots that are no picture. */
static void reads_partial_boards(void **state) {
  (void)state;
  int descriptor = io_text(". 1 . .\n. . . 1\n1 . 3 .\n. . 1 .\n");
  nq_reader *reader = nq_reader_new(descriptor, NQ_FORMAT_AUTO);
  io_expect_board(reader, 1, 4, (const uint32_t[]){NQ_EMPTY, 1, NQ_EMPTY, NQ_EMPTY});
  io_expect_board(reader, 2, 4, (const uint32_t[]){NQ_EMPTY, NQ_EMPTY, NQ_EMPTY, 1});
  nq_reader_free(reader);
  close(descriptor);
}

static void refuses_pictures(void **state) {
  (void)state;
  static const io_refusal cases[] = {
      {"_Q\nQ_\n__\n", 3, "an empty line was expected after the 2 lines"},
      {"_Q\n", 2, "2 squares wide but only 1 line high"},
      {"_Q\n\nQ_\n", 2, "2 squares wide but only 1 line high"},
      {"_Q\nQ\n", 2, "fewer than the 2 squares of the first"},
      {"_Q\nQ__\n", 2, "more than the 2 squares of the first"},
      {"_Q\nQ_x\n", 2, "more than the 2 squares of the first"},
      {"_Q\n# c\nQ_\n", 2, "only 1 line high"},
      {"_Q\n??\nQ_\n", 2, "only 1 line high"},
      {"| | |\n|Q| |\n| |Q|\n", 3, "an empty line was expected after the 2 lines"},
      {"| | |\n|Q| |\n|-|-|\n| |Q|\n", 4, "an empty line was expected after the 2 lines"},
      {"_Q\rQ_\r", 1, "a bare carriage return"},
      {"_Q\t\x01\n", 1, "a byte 0x01"},
  };
  io_expect_refusals(NQ_FORMAT_PICTURE, cases, sizeof cases / sizeof *cases);
  io_expect_refusals(NQ_FORMAT_AUTO, cases, sizeof cases / sizeof *cases);
}

/* Each bad picture is one refusal, wherever in its line the fault lies. */
static void goes_on_behind_bad_pictures(void **state) {
  (void)state;
  static const char *const bad[] = {"_Q\nQ\n__\n",  "_Q\nQ__\n__\n", "_Q\n??\nQ_\n", "?_\nQ_\n",
                                    "_Q\n_Q\nQ_\n", "_Q\nQ_\n__\n",  "_Q",           "_Q\nQ"};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    char text[100];
    snprintf(text, sizeof text, "%s\n\n_Q\nQ_\n", bad[i]);
    int descriptor = io_text(text);
    nq_reader *reader = nq_reader_new(descriptor, NQ_FORMAT_PICTURE);
    nq_board board = {0};
    uint64_t line;
    assert_int_equal(nq_reader_next(reader, &board, &line, NULL), NQ_BAD_FORMAT);
    assert_int_equal(line, 1);
    assert_int_equal(nq_reader_next(reader, &board, &line, NULL), NQ_OK);
    assert_int_equal(board.n, 2);
    assert_int_equal(board.rows[0], 1);
    nq_board_release(&board);
    io_expect_end(reader);
    nq_reader_free(reader);
    close(descriptor);
  }
}

static void refuses_nul_bytes(void **state) {
  (void)state;
  static const char text[] = "_Q\nQ\0\n\n_Q\n__\n";
  int descriptor = io_bytes(text, sizeof text - 1);
  nq_reader *reader = nq_reader_new(descriptor, NQ_FORMAT_AUTO);
  io_expect_refusal(reader, 2, "a NUL byte");
  io_expect_board(reader, 4, 2, (const uint32_t[]){NQ_EMPTY, 0});
  io_expect_end(reader);
  nq_reader_free(reader);
  close(descriptor);
}

static void round_trips(void **state) {
  (void)state;
  for (uint32_t n = 1; n < 40; n++) io_round_trip(NQ_FORMAT_PICTURE, true, 21, n, 3, n, 0);
  io_round_trip(NQ_FORMAT_PICTURE, true, 22, 1500, 2, 1500, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(writes_pictures),
      cmocka_unit_test(separates_without_comments),
      cmocka_unit_test(cannot_draw_rows_out_of_range),
      cmocka_unit_test(reads_pictures),
      cmocka_unit_test(reads_dots_when_named),
      cmocka_unit_test(reads_ones_among_dots),
      cmocka_unit_test(reads_partial_boards),
      cmocka_unit_test(refuses_pictures),
      cmocka_unit_test(goes_on_behind_bad_pictures),
      cmocka_unit_test(refuses_nul_bytes),
      cmocka_unit_test(round_trips),
  };
  return cmocka_run_group_tests_name("format_picture", tests, NULL, NULL);
}

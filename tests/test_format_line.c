/* The native text of boards, and what all formats share: the table, empty input, recognition. */
#include "io.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

static nq_reader *open_text(const char *text, nq_format format, int *descriptor) {
  *descriptor = io_text(text);
  nq_reader *reader = nq_reader_new(*descriptor, format);
  assert_non_null(reader);
  return reader;
}

static void close_text(nq_reader *reader, int descriptor) {
  nq_reader_free(reader);
  close(descriptor);
}

static void table_of_formats(void **state) {
  (void)state;
  static const char *const names[] = {"line",   "picture", "json",     "npy", "pairs",
                                      "matrix", "csv",     "leetcode", "fen"};
  for (size_t i = 0; i < 9; i++) {
    assert_string_equal(nq_format_name(i), names[i]);
    assert_int_equal(nq_format_by_name(names[i]), NQ_FORMAT_LINE + i);
  }
  assert_null(nq_format_name(9));
  assert_int_equal(nq_format_by_name("lines"), NQ_FORMAT_AUTO);
  assert_int_equal(nq_format_by_name(""), NQ_FORMAT_AUTO);
}

static void suffixes(void **state) {
  (void)state;
  static const struct {
    const char *path;
    nq_format format;
  } cases[] = {
      {"a.txt", NQ_FORMAT_LINE},         {"a.pic", NQ_FORMAT_PICTURE}, {"a.json", NQ_FORMAT_JSON},
      {"x/y.z/a.jsonl", NQ_FORMAT_JSON}, {"a.tar.NPY", NQ_FORMAT_NPY}, {"a", NQ_FORMAT_AUTO},
      {"dir.npy/board", NQ_FORMAT_AUTO}, {".npy", NQ_FORMAT_AUTO},     {"dir/.npy", NQ_FORMAT_AUTO},
      {"a.npy2", NQ_FORMAT_AUTO},        {"", NQ_FORMAT_AUTO},         {"a.", NQ_FORMAT_AUTO}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    assert_int_equal(nq_format_by_suffix(cases[i].path), cases[i].format);
}

static void writes_lines(void **state) {
  (void)state;
  int descriptor = io_file();
  nq_error error;
  const uint32_t first[] = {1, 3, 0, NQ_EMPTY}, second[] = {9, 10, 99, 4294967294};
  nq_writer *writer = nq_writer_new(descriptor, NQ_FORMAT_LINE, 4, 2, 1);
  assert_int_equal(nq_writer_comment(writer, "two\n\nboards", &error), NQ_OK);
  assert_int_equal(nq_writer_board(writer, first, &error), NQ_OK);
  assert_int_equal(nq_writer_board(writer, second, &error), NQ_OK);
  assert_int_equal(nq_writer_board(writer, second, &error), NQ_BAD_VALUE);
  assert_int_equal(nq_writer_finish(writer, &error), NQ_OK);
  io_expect_text(descriptor, "# two\n#\n# boards\n2 4 1 .\n10 11 100 4294967295\n");
}

/* Every number of digits, at both ends. */
static void writes_all_lengths(void **state) {
  (void)state;
  char expected[400] = "";
  uint32_t rows[32], n = 0;
  for (uint64_t power = 1; power < 4294967295; power *= 10) {
    rows[n++] = (uint32_t)power - 1;
    rows[n++] = (uint32_t)power;
  }
  for (uint32_t i = 0; i < n; i++)
    snprintf(expected + strlen(expected), sizeof expected - strlen(expected), "%" PRIu32 "%c",
             rows[i], i + 1 < n ? ' ' : '\n');
  int descriptor = io_file();
  nq_writer *writer = nq_writer_new(descriptor, NQ_FORMAT_LINE, n, 1, 0);
  assert_int_equal(nq_writer_board(writer, rows, NULL), NQ_OK);
  assert_int_equal(nq_writer_finish(writer, NULL), NQ_OK);
  io_expect_text(descriptor, expected);
}

static void refuses_writers(void **state) {
  (void)state;
  assert_null(nq_writer_new(1, NQ_FORMAT_AUTO, 4, 1, 0));
  assert_null(nq_writer_new(1, NQ_FORMAT_LINE, 0, 1, 0));
  assert_null(nq_writer_new(1, NQ_FORMAT_LINE, 4, 1, 2));
  assert_null(nq_writer_new(1, (nq_format)99, 4, 1, 0));
  assert_null(nq_reader_new(0, (nq_format)99));
  nq_writer_free(NULL);
  nq_reader_free(NULL);
}

static void missing_boards(void **state) {
  (void)state;
  const uint32_t rows[] = {0};
  for (nq_format format = NQ_FORMAT_LINE; format <= NQ_FORMAT_NPY; format++) {
    int descriptor = io_file();
    nq_error error = {0};
    nq_writer *writer = nq_writer_new(descriptor, format, 1, 2, 0);
    assert_int_equal(nq_writer_board(writer, rows, &error), NQ_OK);
    assert_int_equal(nq_writer_finish(writer, &error), NQ_IO);
    assert_non_null(strstr(error.message, "1 of 2"));
    close(descriptor);
  }
}

static void unknown_number_of_boards(void **state) {
  (void)state;
  const uint32_t rows[] = {0};
  for (nq_format format = NQ_FORMAT_LINE; format <= NQ_FORMAT_NPY; format++) {
    nq_status right = format == NQ_FORMAT_NPY ? NQ_UNSUPPORTED : NQ_OK;
    int descriptor = io_file();
    nq_writer *writer = nq_writer_new(descriptor, format, 1, NQ_BOARDS_UNKNOWN, 0);
    assert_int_equal(nq_writer_board(writer, rows, NULL), right);
    assert_int_equal(nq_writer_board(writer, rows, NULL), right);
    assert_int_equal(nq_writer_finish(writer, NULL), right);
    close(descriptor);
  }
}

static void freed_writer_writes_nothing(void **state) {
  (void)state;
  const uint32_t rows[] = {0};
  int descriptor = io_file();
  nq_writer *writer = nq_writer_new(descriptor, NQ_FORMAT_LINE, 1, 1, 0);
  assert_int_equal(nq_writer_board(writer, rows, NULL), NQ_OK);
  nq_writer_free(writer);
  io_expect_text(descriptor, "");
}

static void reads_lines(void **state) {
  (void)state;
  int descriptor;
  nq_reader *reader =
      open_text("\xEF\xBB\xBF# a comment\r\n\r\n1 3 0 2\r\n\t 1  .\t007 .  \n  # more\n"
                "4294967294\n\n0 0",
                NQ_FORMAT_AUTO, &descriptor);
  io_expect_board(reader, 3, 4, (const uint32_t[]){1, 3, 0, 2});
  io_expect_board(reader, 4, 4, (const uint32_t[]){1, NQ_EMPTY, 7, NQ_EMPTY});
  io_expect_board(reader, 6, 1, (const uint32_t[]){4294967294});
  io_expect_board(reader, 8, 2, (const uint32_t[]){0, 0});
  io_expect_end(reader);
  io_expect_end(reader);
  close_text(reader, descriptor);
}

static void refuses_tokens(void **state) {
  (void)state;
  static const io_refusal cases[] = {
      {"1 3 x 2\n", 1, "'x'"},
      {"# c\n\n1 3 -1 2\n", 3, "'-1'"},
      {"1 4294967295\n", 1, "'4294967295'"},
      {"4294967295 1\n", 1, "'4294967295'"},
      {"1 4294967295 1\n", 1, "'4294967295'"},
      {"1 42949672960 1\n", 1, "'42949672960'"},
      {"1 18446744073709551617 1\n", 1, "'18446744073709551617'"},
      {"4294967296 1\n", 1, "'4294967296'"},
      {"42949672940 1\n", 1, "'42949672940'"},
      {"18446744073709551617 1\n", 1, "'18446744073709551617'"},
      {"1 18446744073709551616", 1, "'18446744073709551616'"},
      {"1 3,0,2\n", 1, "'3"},
      {"1 ..\n", 1, "'..'"},
      {"1 3 # no\n", 1, "'#'"},
      {"1 3\r0 2\n", 1, "a bare carriage return"},
      {"1 3\x1b[2J\n", 1, "a byte 0x1B"},
  };
  static const io_refusal named[] = {
      {"1 3.0\n", 1, "'3.0'"},
      {"abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz\n", 1,
       "'abcdefghijklmnopqrstuvwxyzab...'"},
  };
  io_expect_refusals(NQ_FORMAT_LINE, named, sizeof named / sizeof *named);
  io_expect_refusals(NQ_FORMAT_LINE, cases, sizeof cases / sizeof *cases);
  io_expect_refusals(NQ_FORMAT_AUTO, cases, sizeof cases / sizeof *cases);
}

static void goes_on_behind_bad_lines(void **state) {
  (void)state;
  int descriptor;
  nq_reader *reader =
      open_text("hello world\n1 3 0 2\n1 x 0 y\n2 0 3 1\nz", NQ_FORMAT_AUTO, &descriptor);
  io_expect_board(reader, 2, 4, (const uint32_t[]){1, 3, 0, 2});
  io_expect_refusal(reader, 3, "'x'");
  io_expect_board(reader, 4, 4, (const uint32_t[]){2, 0, 3, 1});
  io_expect_refusal(reader, 5, "'z'");
  io_expect_end(reader);
  close_text(reader, descriptor);
}

static void refuses_nul_bytes(void **state) {
  (void)state;
  static const char text[] = "1 3\n0 \0 2\n# a\0b\n1\0\n2 0\n";
  int descriptor = io_bytes(text, sizeof text - 1);
  nq_reader *reader = nq_reader_new(descriptor, NQ_FORMAT_AUTO);
  io_expect_board(reader, 1, 2, (const uint32_t[]){1, 3});
  io_expect_refusal(reader, 2, "a NUL byte"); /* and with it what follows, as one error */
  io_expect_board(reader, 5, 2, (const uint32_t[]){2, 0});
  io_expect_end(reader);
  close_text(reader, descriptor);
}

static void refuses_empty_input(void **state) {
  (void)state;
  static const io_refusal empty[] = {{"", 0, "the input is empty"},
                                     {"\xEF\xBB\xBF", 0, "the input is empty"}};
  static const io_refusal comments[] = {{"\n", 0, "only comments"},
                                        {"# a\n  \r\n#b", 0, "only comments"}};
  for (nq_format format = NQ_FORMAT_AUTO; format <= NQ_FORMAT_NPY; format++) {
    io_expect_refusals(format, empty, 2);
    if (format != NQ_FORMAT_NPY) io_expect_refusals(format, comments, 2);
    int descriptor;
    nq_reader *reader = open_text("", format, &descriptor);
    io_expect_refusal(reader, 0, "no board");
    io_expect_end(reader);
    close_text(reader, descriptor);
  }
}

static void recognises(void **state) {
  (void)state;
  int descriptor;
  nq_reader *reader = open_text("# c\n. . .\n# Q\n. 1 .\n", NQ_FORMAT_AUTO, &descriptor);
  io_expect_board(reader, 2, 3, (const uint32_t[]){NQ_EMPTY, NQ_EMPTY, NQ_EMPTY});
  io_expect_board(reader, 4, 3, (const uint32_t[]){NQ_EMPTY, 1, NQ_EMPTY});
  close_text(reader, descriptor);
  reader = open_text("...\n.Q.\n...\n", NQ_FORMAT_AUTO, &descriptor);
  io_expect_board(reader, 1, 3, (const uint32_t[]){NQ_EMPTY, 1, NQ_EMPTY});
  close_text(reader, descriptor);
  reader = open_text(". .\n", NQ_FORMAT_AUTO, &descriptor);
  io_expect_board(reader, 1, 2, (const uint32_t[]){NQ_EMPTY, NQ_EMPTY});
  io_expect_end(reader);
  close_text(reader, descriptor);
  reader = open_text(". . # no comment here\nQ_\n", NQ_FORMAT_AUTO, &descriptor);
  io_expect_refusal(reader, 1, "a row, 0 to 4294967294");
  close_text(reader, descriptor);
  reader = open_text("\x7F"
                     "ELF\n1 3 0 2\n",
                     NQ_FORMAT_AUTO, &descriptor);
  io_expect_refusal(reader, 0, "not a board in a known format");
  io_expect_end(reader);
  close_text(reader, descriptor);
}

/* A comment longer than the look ahead, in front of each format. */
static void recognises_behind_long_comments(void **state) {
  (void)state;
  static const char *const ends[] = {"\n1 0\n", "\nQ_\n_Q\n", "\n{\"rows\":[0,1]}\n"};
  size_t size = 300000;
  char *text = malloc(size + 64);
  assert_non_null(text);
  memset(text, '#', size);
  for (size_t i = 0; i < 3; i++) {
    snprintf(text + size, 64, "%s", ends[i]);
    int descriptor;
    nq_reader *reader = open_text(text, NQ_FORMAT_AUTO, &descriptor);
    io_expect_board(reader, 2, 2, i == 0 ? (const uint32_t[]){1, 0} : (const uint32_t[]){0, 1});
    io_expect_end(reader);
    close_text(reader, descriptor);
  }
  free(text);
}

static void round_trips(void **state) {
  (void)state;
  for (uint32_t n = 1; n < 40; n++) {
    io_round_trip(NQ_FORMAT_LINE, true, 11, n, 3, n, 0);
    io_round_trip(NQ_FORMAT_LINE, true, 12, n, 2, NQ_N_MAX, 0);
  }
  io_round_trip(NQ_FORMAT_LINE, true, 13, 100000, 3, 100000, 0);
  io_round_trip(NQ_FORMAT_LINE, true, 15, 600000, 2, 600000, 0);
  io_round_trip(NQ_FORMAT_LINE, true, 14, 3000000, 2, NQ_N_MAX, 0);
}

/* A row n without a row 0: rows are from 1. */
static void sees_rows_from_1(void **state) {
  (void)state;
  static const struct {
    const char *text;
    uint32_t rows[4];
    unsigned base;
  } cases[] = {{"2 4 1 3\n", {1, 3, 0, 2}, 1}, {". 4 . 2\n", {NQ_EMPTY, 3, NQ_EMPTY, 1}, 1},
               {"4 4 4 4\n", {3, 3, 3, 3}, 1}, {"2 3 1 3\n", {2, 3, 1, 3}, 0},
               {"2 4 0 3\n", {2, 4, 0, 3}, 0}, {"2 5 1 4\n", {2, 5, 1, 4}, 0}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    int descriptor;
    unsigned base;
    nq_reader *reader = open_text(cases[i].text, NQ_FORMAT_AUTO, &descriptor);
    io_expect_board(reader, 1, 4, cases[i].rows);
    const char *form = nq_reader_form(reader, &base);
    assert_int_equal(base, cases[i].base);
    if (base == 1)
      assert_string_equal(form, "rows");
    else
      assert_null(form); /* our own */
    io_expect_end(reader);
    close_text(reader, descriptor);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(table_of_formats),
      cmocka_unit_test(suffixes),
      cmocka_unit_test(writes_lines),
      cmocka_unit_test(writes_all_lengths),
      cmocka_unit_test(refuses_writers),
      cmocka_unit_test(missing_boards),
      cmocka_unit_test(unknown_number_of_boards),
      cmocka_unit_test(freed_writer_writes_nothing),
      cmocka_unit_test(reads_lines),
      cmocka_unit_test(refuses_tokens),
      cmocka_unit_test(goes_on_behind_bad_lines),
      cmocka_unit_test(refuses_nul_bytes),
      cmocka_unit_test(refuses_empty_input),
      cmocka_unit_test(recognises),
      cmocka_unit_test(recognises_behind_long_comments),
      cmocka_unit_test(round_trips),
      cmocka_unit_test(sees_rows_from_1),
  };
  return cmocka_run_group_tests_name("format_line", tests, NULL, NULL);
}

/* JSON boards. */
#include "io.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <unistd.h>
#include <cmocka.h>

static void writes_objects(void **state) {
  (void)state;
  const uint32_t first[] = {1, 3, 0, 2}, second[] = {0, NQ_EMPTY, 4294967294, 9};
  for (unsigned base = 0; base <= 1; base++) {
    int descriptor = io_file();
    nq_error error;
    nq_writer *writer = nq_writer_new(descriptor, NQ_FORMAT_JSON, 4, 2, base);
    assert_int_equal(nq_writer_comment(writer, "nowhere", &error), NQ_OK);
    assert_int_equal(nq_writer_board(writer, first, &error), NQ_OK);
    assert_int_equal(nq_writer_board(writer, second, &error), NQ_OK);
    assert_int_equal(nq_writer_finish(writer, &error), NQ_OK);
    io_expect_text(descriptor, base == 0
                                   ? "{\"n\":4,\"base\":0,\"rows\":[1,3,0,2]}\n"
                                     "{\"n\":4,\"base\":0,\"rows\":[0,null,4294967294,9]}\n"
                                   : "{\"n\":4,\"base\":1,\"rows\":[2,4,1,3]}\n"
                                     "{\"n\":4,\"base\":1,\"rows\":[1,null,4294967295,10]}\n");
  }
}

/* Each board has its own members, and other formats have none. */
static void writes_members(void **state) {
  (void)state;
  static const uint32_t rows[] = {1, 3, 0, 2};
  static const char *const texts[] = {
      [NQ_FORMAT_LINE] = "1 3 0 2\n1 3 0 2\n",
      [NQ_FORMAT_JSON] = "{\"n\":4,\"base\":0,\"seed\":7,\"why\":\"x\",\"rows\":[1,3,0,2]}\n"
                         "{\"n\":4,\"base\":0,\"rows\":[1,3,0,2]}\n"};
  const nq_format formats[] = {NQ_FORMAT_LINE, NQ_FORMAT_JSON};
  for (size_t i = 0; i < 2; i++) {
    int descriptor = io_file();
    nq_writer *writer = nq_writer_new(descriptor, formats[i], 4, 2, 0);
    nq_writer_members(writer, "\"seed\":7,\"why\":\"x\"");
    assert_int_equal(nq_writer_board(writer, rows, NULL), NQ_OK);
    assert_int_equal(nq_writer_board(writer, rows, NULL), NQ_OK);
    assert_int_equal(nq_writer_finish(writer, NULL), NQ_OK);
    io_expect_text(descriptor, texts[formats[i]]);
  }
}

static void reads_objects(void **state) {
  (void)state;
  int descriptor =
      io_text("\xEF\xBB\xBF\n{\"n\":4,\"base\":0,\"rows\":[1,3,0,2]}\r\n"
              "# c\n{ \"rows\": [2, 4,\r\n 1, 3],\n\n  \"base\":1, \"seed\":{\"a\":\"{}\\n\"} }\n"
              "{\"rows\":[null,4294967294]}{\"rows\":[7]} "
              "{\"rows\":[8]}\n{\"base\":1,\"rows\":[4294967295]}");
  nq_reader *reader = nq_reader_new(descriptor, NQ_FORMAT_AUTO);
  io_expect_board(reader, 2, 4, (const uint32_t[]){1, 3, 0, 2});
  io_expect_board(reader, 4, 4, (const uint32_t[]){1, 3, 0, 2});
  io_expect_board(reader, 8, 2, (const uint32_t[]){NQ_EMPTY, 4294967294});
  io_expect_board(reader, 8, 1, (const uint32_t[]){7});
  io_expect_board(reader, 8, 1, (const uint32_t[]){8});
  io_expect_board(reader, 9, 1, (const uint32_t[]){4294967294});
  io_expect_end(reader);
  nq_reader_free(reader);
  close(descriptor);
}

static void refuses_objects(void **state) {
  (void)state;
  static const io_refusal cases[] = {
      {"\n{\"n\":4}\n", 2, "\"rows\" must be an array of row numbers, not nothing"},
      {"{\"rows\":3}", 1, "not an integer"},
      {"{\"rows\":[]}", 1, "\"rows\" is empty"},
      {"{\"n\":3,\"rows\":[1,3,0,2]}", 1, "\"n\" is 3, but \"rows\" has 4 numbers"},
      {"{\"n\":\"4\",\"rows\":[1,3,0,2]}", 1, "\"n\" must be an integer, not a string"},
      {"{\"n\":-4,\"rows\":[1,3,0,2]}", 1, "\"n\" is -4, but must be 1 to 4294967295"},
      {"{\"n\":4.0,\"rows\":[1,3,0,2]}", 1, "not 4.0"},
      {"{\"base\":2,\"rows\":[1]}", 1, "\"base\" is 2, but must be 0 to 1"},
      {"{\"base\":null,\"rows\":[1]}", 1, "\"base\" must be an integer, not null"},
      {"{\"base\":1,\"rows\":[1,0]}", 1,
       "\"rows\"[1] is 0, but with base 1 a row is 1 to 4294967295"},
      {"{\"rows\":[1,-1]}", 1, "\"rows\"[1] is -1, but with base 0 a row is 0 to 4294967294"},
      {"{\"rows\":[4294967295]}", 1, "\"rows\"[0] is 4294967295"},
      {"{\"base\":1,\"rows\":[4294967296]}", 1, "\"rows\"[0] is 4294967296"},
      {"{\"rows\":[99999999999999999999]}", 1, "\"rows\"[0] is 99999999999999999999,"},
      {"{\"rows\":[1.5]}", 1, "a row number or null, not 1.5"},
      {"{\"rows\":[\"1\"]}", 1, "not a string"},
      {"{\"rows\":[true]}", 1, "not true or false"},
      {"{\"rows\":[[1]]}", 1, "not an array"},
      {"{\"rows\":[{}]}", 1, "not an object"},
      {"{\"rows\":[1],\"rows\":[2]}", 1, "duplicate object key"},
      {"{\"rows\":[1,]}", 1, "not a JSON object"},
      {"{\"rows\":[1", 1, "not a JSON object"},
      {"{\"rows\":\n[1,\"\n\"]}", 1, "must be a row number or null, not '\"'"},
  };
  static const io_refusal named[] = {
      {"[{}]", 1, "an object such as {\"n\":4,\"rows\":[1,3,0,2]} was expected, not '['"},
  };
  io_expect_refusals(NQ_FORMAT_JSON, named, 1);
  io_expect_refusals(NQ_FORMAT_JSON, cases, sizeof cases / sizeof *cases);
  io_expect_refusals(NQ_FORMAT_AUTO, cases, sizeof cases / sizeof *cases);
}

static void goes_on_behind_bad_objects(void **state) {
  (void)state;
  static const char *const bad[] = {
      "{\"rows\":[1,3", "{\"rows\":[1,x]}",   "{\"rows\":[1,\n-x\n]}", "{\"rows\":-1}", "{",
      "oops",           "{\"n\":2,\"rows\":", "{{\"rows\":[1]}"};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    char text[100];
    snprintf(text, sizeof text, "%s\n {\"rows\":[5]}\n{\"rows\":[6]}", bad[i]);
    int descriptor = io_text(text);
    nq_reader *reader = nq_reader_new(descriptor, NQ_FORMAT_JSON);
    uint64_t line = i == 2 ? 4 : 2;
    io_expect_refusal(reader, 1, "");
    io_expect_board(reader, line, 1, (const uint32_t[]){5});
    io_expect_board(reader, line + 1, 1, (const uint32_t[]){6});
    io_expect_end(reader);
    nq_reader_free(reader);
    close(descriptor);
  }
}

static void refuses_nul_bytes(void **state) {
  (void)state;
  static const char text[] =
      "{\"rows\":[1]}\n{\"rows\":[1,\0 2]}\n\0{\"rows\":[3]}\n{\"rows\":[4]}";
  int descriptor = io_bytes(text, sizeof text - 1);
  nq_reader *reader = nq_reader_new(descriptor, NQ_FORMAT_AUTO);
  io_expect_board(reader, 1, 1, (const uint32_t[]){1});
  io_expect_refusal(reader, 2, "a NUL byte");
  io_expect_refusal(reader, 3, "a NUL byte");
  io_expect_board(reader, 4, 1, (const uint32_t[]){4});
  io_expect_end(reader);
  nq_reader_free(reader);
  close(descriptor);
}

static void round_trips(void **state) {
  (void)state;
  for (unsigned base = 0; base <= 1; base++) {
    for (uint32_t n = 1; n < 40; n++) {
      io_round_trip(NQ_FORMAT_JSON, false, 31, n, 3, n + 2, base);
      io_round_trip(NQ_FORMAT_JSON, true, 32, n, 2, NQ_N_MAX, base);
    }
    io_round_trip(NQ_FORMAT_JSON, false, 33, 200000, 2, NQ_N_MAX, base);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(writes_objects),
      cmocka_unit_test(writes_members),
      cmocka_unit_test(reads_objects),
      cmocka_unit_test(refuses_objects),
      cmocka_unit_test(goes_on_behind_bad_objects),
      cmocka_unit_test(refuses_nul_bytes),
      cmocka_unit_test(round_trips),
  };
  return cmocka_run_group_tests_name("format_json", tests, NULL, NULL);
}

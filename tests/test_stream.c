/* Boards that are read as a stream: a sink takes some of their rows at a time. */
#include "format/format.h"
#include "io.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

typedef struct taken {
  uint32_t *rows;
  size_t count, room, most; /* most: how many are taken before the sink stops */
} taken;

static bool take(void *context, const uint32_t *rows, size_t count) {
  taken *to = context;
  if (to->count + count > to->most) return false;
  assert_true(to->count + count <= to->room);
  memcpy(to->rows + to->count, rows, count * sizeof *rows);
  to->count += count;
  return true;
}

static int write_boards(nq_format format, const uint32_t *rows, uint32_t n) {
  int descriptor = io_file();
  nq_writer *writer = nq_writer_new(descriptor, format, n, 2, 0);
  for (int i = 0; i < 2; i++) assert_int_equal(nq_writer_board(writer, rows, NULL), NQ_OK);
  assert_int_equal(nq_writer_finish(writer, NULL), NQ_OK);
  assert_int_equal(lseek(descriptor, 0, SEEK_SET), 0);
  return descriptor;
}

static void streams(nq_format format, uint32_t n) {
  nq_pcg64 random;
  nq_pcg64_seed(&random, 3, n);
  uint32_t *rows = io_random_rows(&random, n, n), seen;
  taken to = {.rows = malloc(n * sizeof *rows), .room = n, .most = n};
  assert_non_null(to.rows);
  int descriptor = write_boards(format, rows, n);
  nq_reader *reader = nq_reader_new(descriptor, format);
  nq_error error = {0};
  uint64_t line;
  for (int i = 0; i < 2; i++) {
    to.count = 0;
    assert_int_equal(nq_reader_stream(reader, take, &to, &seen, &line, &error), NQ_OK);
    assert_int_equal(seen, n);
    assert_int_equal(to.count, n);
    assert_memory_equal(to.rows, rows, n * sizeof *rows);
  }
  assert_int_equal(nq_reader_stream(reader, take, &to, &seen, &line, &error), NQ_END);
  nq_reader_free(reader);
  close(descriptor);
  free(rows);
  free(to.rows);
}

static void hands_over_every_row(void **state) {
  (void)state;
  static const nq_format formats[] = {NQ_FORMAT_LINE, NQ_FORMAT_JSON, NQ_FORMAT_NPY};
  static const uint32_t sizes[] = {1, 2, 65535, 65536, 65537, 131072, 200001};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
    for (int format = 0; format < 3; format++) streams(formats[format], sizes[i]);
  streams(NQ_FORMAT_PICTURE, 30);
}

static void the_sink_can_say_stop(void **state) {
  (void)state;
  static const nq_format formats[] = {NQ_FORMAT_LINE, NQ_FORMAT_JSON, NQ_FORMAT_NPY};
  enum { N = 150000 };
  uint32_t *rows = malloc(N * sizeof *rows), seen;
  assert_non_null(rows);
  for (uint32_t column = 0; column < N; column++) rows[column] = column;
  for (int format = 0; format < 3; format++)
    for (size_t most = 0; most < N; most += 70000) {
      taken to = {.rows = malloc(N * sizeof *rows), .room = N, .most = most};
      assert_non_null(to.rows);
      int descriptor = write_boards(formats[format], rows, N);
      nq_reader *reader = nq_reader_new(descriptor, formats[format]);
      nq_error error = {0};
      uint64_t line;
      assert_int_equal(nq_reader_stream(reader, take, &to, &seen, &line, &error), NQ_IO);
      assert_string_equal(error.message, "reading was stopped");
      assert_in_range(to.count, 0, most);
      assert_memory_equal(to.rows, rows, to.count * sizeof *rows);
      nq_reader_free(reader);
      close(descriptor);
      free(to.rows);
    }
  free(rows);
}

/* A text that is read as a stream. */
typedef struct reading {
  uint32_t rows[8], n; /* of the last board */
  uint64_t line;
  taken to;
  int descriptor;
  nq_reader *reader;
} reading;

static void open_text(reading *at, const char *text, nq_format format) {
  *at = (reading){.to = {.rows = at->rows, .room = 8, .most = 8}, .descriptor = io_text(text)};
  at->reader = nq_reader_new(at->descriptor, format);
}

static nq_status next(reading *at) {
  nq_error error = {0};
  at->to.count = 0;
  return nq_reader_stream(at->reader, take, &at->to, &at->n, &at->line, &error);
}

static void close_text(reading *at) {
  nq_reader_free(at->reader);
  close(at->descriptor);
}

/* The text has a mistake on one line, and a board of n below it, on the other. */
static void read_below_mistake(const char *text, nq_format format, uint64_t mistake, uint64_t line,
                               uint32_t n) {
  reading at;
  open_text(&at, text, format);
  assert_int_equal(next(&at), NQ_BAD_FORMAT);
  assert_int_equal(at.line, mistake);
  assert_int_equal(next(&at), NQ_OK);
  assert_int_equal(at.line, line);
  assert_int_equal(at.n, n);
  assert_int_equal(at.to.count, n);
  close_text(&at);
}

static void tells_what_is_wrong(void **state) {
  (void)state;
  read_below_mistake("1 2 x\n0\n", NQ_FORMAT_LINE, 1, 2, 1);
}

/* A mistake is told once, though each board after it has another n than was stated. */
static void rows_of_refused_boards_are_not_spoken_of(void **state) {
  (void)state;
  read_below_mistake("2\n1 3 0 2 x 7\n1 3 0 2\n2 0 3 1\n. 1\n", NQ_FORMAT_AUTO, 2, 5, 2);
}

/* Numbers that are no board beside another one are none here either. */
static void what_is_in_doubt_waits(void **state) {
  (void)state;
  static const uint32_t expected[] = {1, 3, 0, 2};
  reading at;
  open_text(&at, "2 6 0 1\n\n[1, 3, 0, 2]\n2 0 3 1\n", NQ_FORMAT_AUTO);
  assert_int_equal(next(&at), NQ_BAD_FORMAT);
  assert_int_equal(at.line, 1);
  assert_int_equal(at.to.count, 0);
  for (uint64_t i = 3; i <= 4; i++) {
    assert_int_equal(next(&at), NQ_OK);
    assert_int_equal(at.line, i);
    if (i == 3) assert_memory_equal(at.rows, expected, sizeof expected);
  }
  close_text(&at);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(hands_over_every_row),
      cmocka_unit_test(the_sink_can_say_stop),
      cmocka_unit_test(tells_what_is_wrong),
      cmocka_unit_test(rows_of_refused_boards_are_not_spoken_of),
      cmocka_unit_test(what_is_in_doubt_waits),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

/* What reading, writing and checking report as they go on, and that they stop when asked to. */
#include "hurried.h"
#include "io.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

/* The reports, and how many are wanted; 0: all. */
typedef struct heard {
  const char *phase;
  unsigned calls, most;
  nq_progress last;
} heard;

static bool hear(void *context, const nq_progress *at) {
  heard *all = context;
  assert_string_equal(at->phase, all->phase);
  assert_true(at->seconds >= 0);
  /* A check learns on its way that it needs more passes. */
  assert_true(at->done >= all->last.done || strcmp(at->phase, "check") == 0);
  all->last = *at;
  return ++all->calls != all->most;
}

/* ---- Reading ---- */

static nq_status read_all(int descriptor, heard *all, uint64_t *boards) {
  nq_error error = {0};
  nq_board board = {0};
  uint64_t line;
  nq_reader *reader = nq_reader_new(descriptor, NQ_FORMAT_AUTO);
  assert_non_null(reader);
  nq_reader_watch(reader, hear, all);
  nq_status status;
  for (*boards = 0; (status = nq_reader_next(reader, &board, &line, &error)) == NQ_OK;) ++*boards;
  nq_reader_free(reader);
  nq_board_release(&board);
  return status;
}

enum { BOARDS = 100000, LINE = 8 };

static int boards_of_four(void) {
  char *text = malloc(BOARDS * LINE);
  assert_non_null(text);
  for (size_t i = 0; i < BOARDS; i++) memcpy(text + i * LINE, "1 3 0 2\n", LINE);
  int descriptor = io_bytes(text, BOARDS * LINE);
  free(text);
  return descriptor;
}

static void reading_reports_bytes(void **state) {
  (void)state;
  int descriptor = boards_of_four();
  uint64_t boards;
  heard all = {.phase = "read"};
  assert_int_equal(lseek(descriptor, 10 * LINE, SEEK_SET), 10 * LINE);
  assert_int_equal(read_all(descriptor, &all, &boards), NQ_END);
  assert_int_equal(boards, BOARDS - 10);
  assert_string_equal(all.last.unit, "bytes");
  assert_int_equal(all.last.total, (BOARDS - 10) * LINE);
  assert_int_equal(all.last.done, all.last.total);
  assert_int_equal(all.last.bytes, all.last.done);
  assert_true(all.calls > 2);
  close(descriptor);
}

static void reading_stops(void **state) {
  (void)state;
  int descriptor = boards_of_four();
  uint64_t boards;
  heard all = {.phase = "read", .most = 2};
  assert_int_equal(read_all(descriptor, &all, &boards), NQ_IO);
  assert_true(boards > 0 && boards < BOARDS);
  assert_int_equal(all.calls, 2);
  close(descriptor);
}

/* The size of what comes from elsewhere is not known. */
static void a_socket_has_no_total(void **state) {
  (void)state;
  uint64_t boards;
  heard all = {.phase = "read"};
  int descriptor = io_broken("1 3 0 2\n");
  assert_int_equal(read_all(descriptor, &all, &boards), NQ_IO);
  assert_int_equal(all.last.total, 0);
  assert_int_equal(all.last.done, 8);
  close(descriptor);
}

static void arrays_are_read_in_pieces(void **state) {
  (void)state;
  const uint32_t n = 3000000; /* 12 MB */
  uint32_t *rows = malloc(n * sizeof *rows);
  assert_non_null(rows);
  assert_true(nq_construct(rows, n));
  int descriptor = io_file();
  nq_writer *writer = nq_writer_new(descriptor, NQ_FORMAT_NPY, n, 1, 0);
  assert_int_equal(nq_writer_board(writer, rows, NULL), NQ_OK);
  assert_int_equal(nq_writer_finish(writer, NULL), NQ_OK);
  uint64_t boards;
  for (unsigned most = 0; most <= 2; most += 2) {
    heard all = {.phase = "read", .most = most};
    assert_int_equal(lseek(descriptor, 0, SEEK_SET), 0);
    assert_int_equal(read_all(descriptor, &all, &boards), most == 0 ? NQ_END : NQ_IO);
    assert_int_equal(boards, most == 0);
    assert_true(all.last.done < all.last.total || most == 0);
  }
  close(descriptor);
  free(rows);
}

/* ---- Writing ---- */

/* Numbers and squares are counted, but not what else is in the file. */
static void writing_expects_the_bytes(void **state) {
  (void)state;
  static const uint32_t sizes[] = {1, 4, 10, 11, 100, 1234};
  for (nq_format format = NQ_FORMAT_LINE; format <= NQ_FORMAT_NPY; format++)
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
      uint32_t n = sizes[i], rows[1234];
      heard all = {.phase = "write"};
      int descriptor = io_file();
      nq_writer *writer = nq_writer_new(descriptor, format, n, 3, 0);
      assert_non_null(writer);
      nq_writer_watch(writer, hear, &all);
      assert_true(nq_construct(rows, n));
      for (int board = 0; board < 3; board++)
        assert_int_equal(nq_writer_board(writer, rows, NULL), NQ_OK);
      assert_int_equal(nq_writer_finish(writer, NULL), NQ_OK);
      uint64_t bytes = (uint64_t)lseek(descriptor, 0, SEEK_END);
      assert_string_equal(all.last.unit, "bytes");
      assert_int_equal(all.last.done, bytes);
      assert_int_equal(all.last.bytes, bytes);
      uint64_t more = format == NQ_FORMAT_JSON ? 120 : format == NQ_FORMAT_NPY ? 128 : 2;
      if (format == NQ_FORMAT_LINE) assert_int_equal(all.last.total, bytes);
      assert_in_range(bytes, all.last.total, all.last.total + more);
      close(descriptor);
    }
}

static void without_a_number_of_boards_no_total(void **state) {
  (void)state;
  static const uint32_t rows[] = {1, 3, 0, 2};
  heard all = {.phase = "write"};
  int descriptor = io_file();
  nq_writer *writer = nq_writer_new(descriptor, NQ_FORMAT_LINE, 4, NQ_BOARDS_UNKNOWN, 0);
  nq_writer_watch(writer, hear, &all);
  assert_int_equal(nq_writer_board(writer, rows, NULL), NQ_OK);
  assert_int_equal(nq_writer_finish(writer, NULL), NQ_OK);
  assert_int_equal(all.last.done, 8);
  assert_int_equal(all.last.total, 0);
  close(descriptor);
}

/* ---- Checking ---- */

/* A board with many conflicts is counted in passes. */
static void checking_reports_columns(void **state) {
  (void)state;
  enum { N = 2000000 };
  static const unsigned most[] = {0, 1};
  uint32_t *rows = malloc(N * sizeof *rows);
  assert_non_null(rows);
  for (uint32_t column = 0; column < N; column++)
    rows[column] = (uint32_t)((column * UINT64_C(0x9e3779b97f4a7c15)) >> 32) % N;
  nq_check_report plain, report;
  assert_int_equal(nq_check(rows, N, NULL, &plain, NULL), NQ_OK);
  assert_true(plain.conflicts > 0);
  for (size_t i = 0; i < 2; i++) {
    heard all = {.phase = "check", .most = most[i]};
    const nq_check_options options = {.threads = 1, .progress = hear, .context = &all};
    nq_status status = nq_check_with(rows, N, NULL, &options, &report, NULL);
    assert_true(all.calls > 0);
    assert_int_equal(status, most[i] == 0 ? NQ_OK : NQ_END);
    assert_int_equal(all.last.total, N);
    assert_true(all.last.done <= N);
    if (status == NQ_OK) assert_memory_equal(&report, &plain, sizeof plain);
  }
  free(rows);
}

static void checking_needs_a_thread(void **state) {
  (void)state;
  static const uint32_t rows[] = {1, 3, 0, 2};
  const nq_check_options one = {.threads = 1}, none = {0};
  nq_check_report report;
  nq_error error;
  assert_int_equal(nq_check_with(rows, 4, NULL, &one, &report, &error), NQ_OK);
  assert_true(report.valid);
  assert_int_equal(nq_check_with(rows, 4, NULL, &none, &report, &error), NQ_BAD_VALUE);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(reading_reports_bytes),
      cmocka_unit_test(reading_stops),
      cmocka_unit_test(a_socket_has_no_total),
      cmocka_unit_test(arrays_are_read_in_pieces),
      cmocka_unit_test(writing_expects_the_bytes),
      cmocka_unit_test(without_a_number_of_boards_no_total),
      cmocka_unit_test(checking_reports_columns),
      cmocka_unit_test(checking_needs_a_thread),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

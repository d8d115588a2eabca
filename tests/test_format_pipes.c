/* Boards through pipes and descriptors that are slow, full, closed or broken. */
#include "io.h"

#include <fcntl.h>
#include <inttypes.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <cmocka.h>

/* A line of more than 10 MB in pieces from a pipe: the buffer's ends fall on every place. */
static void long_line_through_pipe(void **state) {
  (void)state;
  const uint32_t n = 1500000;
  int ends[2];
  assert_int_equal(pipe(ends), 0);
  pid_t child = fork();
  assert_true(child >= 0);
  if (child == 0) {
    close(ends[0]);
    FILE *stream = fdopen(ends[1], "w");
    static char buffer[4099];
    setvbuf(stream, buffer, _IOFBF, sizeof buffer);
    for (uint32_t i = 0; i < n; i++)
      fprintf(stream, "%" PRIu32 "%c", i * 2654435761u >> 1, i + 1 < n ? ' ' : '\n');
    _exit(fclose(stream) == 0 ? 0 : 1);
  }
  close(ends[1]);
  nq_reader *reader = nq_reader_new(ends[0], NQ_FORMAT_AUTO);
  nq_board board = {0};
  uint64_t line;
  nq_error error = {0};
  assert_int_equal(nq_reader_next(reader, &board, &line, &error), NQ_OK);
  assert_int_equal(board.n, n);
  for (uint32_t i = 0; i < n; i++) assert_true(board.rows[i] == i * 2654435761u >> 1);
  io_expect_end(reader);
  nq_board_release(&board);
  nq_reader_free(reader);
  close(ends[0]);
  assert_int_equal(waitpid(child, NULL, 0), child);
}

static void ignore_signal(int number) {
  (void)number;
}

static void make_impatient(int descriptor) {
  int flags = fcntl(descriptor, F_GETFL);
  assert_true(flags >= 0);
  assert_int_equal(fcntl(descriptor, F_SETFL, flags | O_NONBLOCK), 0);
}

/* Send two boards a piece at a time, with a signal and a pause before each. */
static void send_slowly(int descriptor, pid_t reader) {
  static const char *const pieces[] = {"1 ", "3", " 0 2\n2", " 0 3 1", "\n"};
  for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
    nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    kill(reader, SIGUSR1);
    nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    if (write(descriptor, pieces[i], strlen(pieces[i])) < 0) _exit(1);
  }
  _exit(0);
}

/* Reading goes on after signals, and waits where the descriptor does not. */
static void waits_for_slow_input(void **state) {
  (void)state;
  sigaction(SIGUSR1, &(struct sigaction){.sa_handler = ignore_signal}, NULL);
  for (int impatient = 0; impatient <= 1; impatient++) {
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    if (impatient) make_impatient(ends[0]);
    pid_t reader_process = getpid(), child = fork();
    assert_true(child >= 0);
    if (child == 0) send_slowly(ends[1], reader_process);
    close(ends[1]);
    nq_reader *reader = nq_reader_new(ends[0], NQ_FORMAT_AUTO);
    io_expect_board(reader, 1, 4, (const uint32_t[]){1, 3, 0, 2});
    io_expect_board(reader, 2, 4, (const uint32_t[]){2, 0, 3, 1});
    io_expect_end(reader);
    nq_reader_free(reader);
    close(ends[0]);
    assert_int_equal(waitpid(child, NULL, 0), child);
  }
}

/* Read one board of n after a pause, and leave nothing unread. */
static void read_late(int descriptor, uint32_t n) {
  nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
  nq_reader *reader = nq_reader_new(descriptor, NQ_FORMAT_LINE);
  nq_board board = {0};
  uint64_t line;
  bool read = nq_reader_next(reader, &board, &line, NULL) == NQ_OK && board.n == n;
  nq_board_release(&board);
  nq_reader_free(reader);
  _exit(read ? 0 : 1);
}

/* Writing waits for a reader that takes its time. */
static void waits_for_slow_output(void **state) {
  (void)state;
  const uint32_t n = 300000;
  int ends[2];
  assert_int_equal(pipe(ends), 0);
  make_impatient(ends[1]);
  pid_t child = fork();
  assert_true(child >= 0);
  if (child == 0) {
    close(ends[1]);
    read_late(ends[0], n);
  }
  close(ends[0]);
  uint32_t *rows = calloc(n, sizeof *rows);
  assert_non_null(rows);
  nq_writer *writer = nq_writer_new(ends[1], NQ_FORMAT_LINE, n, 1, 0);
  assert_int_equal(nq_writer_board(writer, rows, NULL), NQ_OK);
  assert_int_equal(nq_writer_finish(writer, NULL), NQ_OK);
  close(ends[1]);
  int result;
  assert_int_equal(waitpid(child, &result, 0), child);
  assert_int_equal(result, 0);
  free(rows);
}

static void full_disk(void **state) {
  (void)state;
  const uint32_t rows[] = {1, 3, 0, 2};
  for (nq_format format = NQ_FORMAT_LINE; format <= NQ_FORMAT_NPY; format++) {
    int descriptor = open("/dev/full", O_WRONLY);
    assert_true(descriptor >= 0);
    nq_writer *writer = nq_writer_new(descriptor, format, 4, 1, 0);
    nq_error error = {0};
    assert_int_equal(nq_writer_board(writer, rows, &error), NQ_OK);
    assert_int_equal(nq_writer_finish(writer, &error), NQ_IO);
    assert_non_null(strstr(error.message, "No space left"));
    close(descriptor);
  }
}

/* More than the buffer holds: the board itself meets the failure, and every call after it. */
static void closed_pipe(void **state) {
  (void)state;
  signal(SIGPIPE, SIG_IGN);
  uint32_t *rows = calloc(500000, sizeof *rows);
  assert_non_null(rows);
  for (nq_format format = NQ_FORMAT_LINE; format <= NQ_FORMAT_NPY; format++) {
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    close(ends[0]);
    nq_writer *writer = nq_writer_new(ends[1], format, 500000, 2, 0);
    nq_error error = {0};
    assert_int_equal(nq_writer_board(writer, rows, &error), NQ_IO);
    assert_non_null(strstr(error.message, "Broken pipe"));
    assert_int_equal(nq_writer_comment(writer, "c", NULL),
                     format == NQ_FORMAT_LINE || format == NQ_FORMAT_PICTURE ? NQ_IO : NQ_OK);
    assert_int_equal(nq_writer_board(writer, rows, &error), NQ_IO);
    assert_int_equal(nq_writer_finish(writer, &error), NQ_IO);
    close(ends[1]);
  }
  free(rows);
}

static void unreadable(void **state) {
  (void)state;
  int descriptor = open("/", O_RDONLY);
  for (nq_format format = NQ_FORMAT_AUTO; format <= NQ_FORMAT_NPY; format++) {
    nq_reader *reader = nq_reader_new(descriptor, format);
    nq_board board = {0};
    uint64_t line;
    nq_error error = {0};
    assert_int_equal(nq_reader_next(reader, &board, &line, &error), NQ_IO);
    assert_non_null(strstr(error.message, "Is a directory"));
    io_expect_end(reader);
    nq_reader_free(reader);
  }
  close(descriptor);
}

/* A board cut short by a failure is no board. */
static void failing_input(void **state) {
  (void)state;
  int descriptor = io_broken("1 3 0 2\n2 0 3");
  nq_reader *reader = nq_reader_new(descriptor, NQ_FORMAT_AUTO);
  nq_board board = {0};
  uint64_t line;
  nq_error error = {0};
  io_expect_board(reader, 1, 4, (const uint32_t[]){1, 3, 0, 2});
  assert_int_equal(nq_reader_next(reader, &board, &line, &error), NQ_IO);
  assert_non_null(strstr(error.message, "reading failed: Connection reset"));
  assert_null(board.rows);
  io_expect_end(reader);
  nq_reader_free(reader);
  close(descriptor);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(long_line_through_pipe),
      cmocka_unit_test(waits_for_slow_input),
      cmocka_unit_test(waits_for_slow_output),
      cmocka_unit_test(full_disk),
      cmocka_unit_test(closed_pipe),
      cmocka_unit_test(unreadable),
      cmocka_unit_test(failing_input),
  };
  return cmocka_run_group_tests_name("format_pipes", tests, NULL, NULL);
}

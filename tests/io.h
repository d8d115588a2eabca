/* Descriptors with given contents for the tests of the formats, and what was written to them. */
#ifndef NQ_TESTS_IO_H
#define NQ_TESTS_IO_H

#include "nqueens.h"
#include "temporary.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
#include <cmocka.h>

/* An empty file without a name. */
static inline int io_file(void) {
  char name[TEMPORARY_ROOM];
  temporary_name(name);
  int descriptor = mkstemp(name);
  assert_true(descriptor >= 0);
  unlink(name);
  return descriptor;
}

/* A file with these bytes, at its start. */
static inline int io_bytes(const void *bytes, size_t size) {
  int descriptor = io_file();
  for (size_t done = 0; done < size;) {
    ssize_t count = write(descriptor, (const char *)bytes + done, size - done);
    assert_true(count > 0);
    done += (size_t)count;
  }
  assert_int_equal(lseek(descriptor, 0, SEEK_SET), 0);
  return descriptor;
}

static inline int io_text(const char *text) {
  return io_bytes(text, strlen(text));
}

/* A socket that gives the text and then fails: its other end is closed with something unread. */
static inline int io_broken(const char *text) {
  int ends[2];
  assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
  assert_int_equal(write(ends[0], "unread", 6), 6);
  assert_int_equal(write(ends[1], text, strlen(text)), (ssize_t)strlen(text));
  close(ends[1]);
  return ends[0];
}

/* The contents of the file, with a NUL after them; to be freed. */
static inline char *io_contents(int descriptor, size_t *size) {
  off_t end = lseek(descriptor, 0, SEEK_END);
  assert_true(end >= 0);
  char *bytes = malloc((size_t)end + 1);
  assert_non_null(bytes);
  assert_int_equal(pread(descriptor, bytes, (size_t)end, 0), end);
  bytes[end] = '\0';
  if (size != NULL) *size = (size_t)end;
  return bytes;
}

/* Close after comparing with the text expected. */
static inline void io_expect_text(int descriptor, const char *expected) {
  char *text = io_contents(descriptor, NULL);
  assert_string_equal(text, expected);
  free(text);
  close(descriptor);
}

/* Read the next board and compare. */
static inline void io_expect_board(nq_reader *reader, uint64_t line, uint32_t n,
                                   const uint32_t *rows) {
  nq_board board = {0};
  nq_error error = {0};
  uint64_t found;
  nq_status status = nq_reader_next(reader, &board, &found, &error);
  if (status != NQ_OK) print_error("status %d: %s\n", (int)status, error.message);
  assert_int_equal(status, NQ_OK);
  assert_int_equal(found, line);
  assert_int_equal(board.n, n);
  assert_memory_equal(board.rows, rows, n * sizeof *rows);
  nq_board_release(&board);
}

static inline void io_expect_end(nq_reader *reader) {
  nq_board board = {0};
  nq_error error = {0};
  uint64_t line;
  nq_status status = nq_reader_next(reader, &board, &line, &error);
  if (status == NQ_BAD_FORMAT) print_error("%s\n", error.message);
  assert_int_equal(status, NQ_END);
  assert_null(board.rows);
}

/* The next board is refused at this line, in words that hold `part`. */
static inline void io_expect_refusal(nq_reader *reader, uint64_t line, const char *part) {
  nq_board board = {0};
  nq_error error = {0};
  uint64_t found;
  nq_status status = nq_reader_next(reader, &board, &found, &error);
  if (status != NQ_BAD_FORMAT || strstr(error.message, part) == NULL || error.line != line)
    print_error("status %d, line %" PRIu64 ": '%s' where line %" PRIu64 ", '%s' was expected\n",
                (int)status, error.line, error.message, line, part);
  assert_int_equal(status, NQ_BAD_FORMAT);
  assert_int_equal(error.status, NQ_BAD_FORMAT);
  assert_int_equal(error.line, line);
  assert_non_null(strstr(error.message, part));
  assert_null(strchr(error.message, '\n'));
  assert_null(board.rows);
}

/* What is refused, where, and in which words. */
typedef struct io_refusal {
  const char *text;
  uint64_t line;
  const char *part;
} io_refusal;

/* Each text's first board is refused so in this format. */
static inline void io_expect_refusals(nq_format format, const io_refusal *cases, size_t count) {
  for (size_t i = 0; i < count; i++) {
    int descriptor = io_text(cases[i].text);
    nq_reader *reader = nq_reader_new(descriptor, format);
    assert_non_null(reader);
    io_expect_refusal(reader, cases[i].line, cases[i].part);
    nq_reader_free(reader);
    close(descriptor);
  }
}

/* Boards of random rows, some out of range and some columns empty; the rows are the caller's to
 * free. */
static inline uint32_t *io_random_rows(nq_pcg64 *random, uint32_t n, uint32_t bound) {
  uint32_t *rows = malloc(n * sizeof *rows);
  assert_non_null(rows);
  for (uint32_t column = 0; column < n; column++) {
    bool empty = nq_pcg64_below(random, 8) == 0;
    rows[column] = empty ? NQ_EMPTY : (uint32_t)nq_pcg64_below(random, bound);
  }
  return rows;
}

/* Write `boards` random boards and read them back in the format, recognised or named. */
static inline void io_round_trip(nq_format format, bool named, uint64_t seed, uint32_t n,
                                 uint32_t boards, uint32_t bound, unsigned base) {
  nq_pcg64 random;
  nq_pcg64_seed(&random, seed, n);
  int descriptor = io_file();
  nq_error error = {0};
  nq_writer *writer = nq_writer_new(descriptor, format, n, boards, base);
  assert_non_null(writer);
  uint32_t **rows = malloc(boards * sizeof *rows);
  assert_non_null(rows);
  for (uint32_t i = 0; i < boards; i++) {
    rows[i] = io_random_rows(&random, n, bound);
    assert_int_equal(nq_writer_comment(writer, "seed 7\nanswer: none", &error), NQ_OK);
    assert_int_equal(nq_writer_board(writer, rows[i], &error), NQ_OK);
  }
  assert_int_equal(nq_writer_finish(writer, &error), NQ_OK);
  assert_int_equal(lseek(descriptor, 0, SEEK_SET), 0);
  nq_reader *reader = nq_reader_new(descriptor, named ? format : NQ_FORMAT_AUTO);
  for (uint32_t i = 0; i < boards; i++) {
    nq_board board = {0};
    uint64_t line;
    nq_status status = nq_reader_next(reader, &board, &line, &error);
    if (status != NQ_OK || board.n != n || memcmp(board.rows, rows[i], n * sizeof **rows) != 0)
      fail_msg("seed %" PRIu64 ", n %" PRIu32 ", board %" PRIu32 ": %s", seed, n, i, error.message);
    nq_board_release(&board);
    free(rows[i]);
  }
  io_expect_end(reader);
  nq_reader_free(reader);
  free(rows);
  close(descriptor);
}

#endif

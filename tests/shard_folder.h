/* For tests of src/output/shards: a board in the folder "board", and reads that fail. */
#ifndef NQ_TESTS_SHARD_FOLDER_H
#define NQ_TESTS_SHARD_FOLDER_H

#include "output/output.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/types.h>
#include <cmocka.h>
#include <zlib.h>

/* ---- Calls that fail: the linker puts these in the place of the library's (Makefile) ---- */

static unsigned long reads, failing_read; /* from 1; 0: none */
static int failure;

ssize_t __real_pread64(int file, void *bytes, size_t size, off_t at);
ssize_t __wrap_pread64(int file, void *bytes, size_t size, off_t at);
ssize_t __wrap___pread64_chk(int file, void *bytes, size_t size, off_t at, size_t room);

ssize_t __wrap_pread64(int file, void *bytes, size_t size, off_t at) {
  if (++reads != failing_read) return __real_pread64(file, bytes, size, at);
  errno = failure;
  return -1;
}

ssize_t __wrap___pread64_chk(int file, void *bytes, size_t size, off_t at, size_t room) {
  assert_true(size <= room);
  return __wrap_pread64(file, bytes, size, at);
}

static size_t read_most; /* bytes at a time; 0: as many as there are */

ssize_t __real_read(int file, void *bytes, size_t size);
ssize_t __wrap_read(int file, void *bytes, size_t size);
ssize_t __wrap___read_chk(int file, void *bytes, size_t size, size_t room);

ssize_t __wrap_read(int file, void *bytes, size_t size) {
  if (read_most > 0 && size > read_most) size = read_most;
  if (++reads != failing_read) return __real_read(file, bytes, size);
  errno = failure;
  return -1;
}

ssize_t __wrap___read_chk(int file, void *bytes, size_t size, size_t room) {
  assert_true(size <= room);
  return __wrap_read(file, bytes, size);
}

static inline void fail_read(unsigned long number, int why) {
  reads = 0;
  failing_read = number;
  failure = why;
}

/* ---- Files ---- */

/* The whole file, which the caller frees. */
static inline char *read_file(const char *path, size_t *size) {
  FILE *file = fopen(path, "rb");
  assert_non_null(file);
  assert_int_equal(fseek(file, 0, SEEK_END), 0);
  *size = (size_t)ftell(file);
  rewind(file);
  char *text = calloc(*size + 1, 1);
  assert_non_null(text);
  assert_int_equal(fread(text, 1, *size, file), *size);
  assert_int_equal(fclose(file), 0);
  return text;
}

static inline void write_file(const char *path, const char *text, size_t size) {
  FILE *file = fopen(path, "wb");
  assert_non_null(file);
  assert_int_equal(fwrite(text, 1, size, file), size);
  assert_int_equal(fclose(file), 0);
}

static inline uint64_t sum_file(const char *path) {
  size_t size;
  char *bytes = read_file(path, &size);
  uint64_t sum = crc32_z(0, (const unsigned char *)bytes, size);
  free(bytes);
  return sum;
}

/* ---- Boards ---- */

static const cli_shards_run some_run = {.method = "rounds", .seed = 7};

static inline uint64_t row_of(uint64_t column) {
  return column * 2654435761 % 4294967291;
}

static inline void create(cli_shards *shards, uint64_t n, uint64_t count, bool is_wide) {
  uint64_t *rows = calloc((size_t)n, sizeof *rows);
  nq_error error = {0};
  assert_non_null(rows);
  for (uint64_t column = 0; column < n; column++) rows[column] = row_of(column);
  if (cli_shards_create(shards, "board/", n, count, is_wide, &error) != NQ_OK)
    fail_msg("%s", error.message);
  if (cli_shards_reserve(shards, &error) != NQ_OK) fail_msg("%s", error.message);
  nq_large_board board = cli_shards_board(shards);
  assert_int_equal(board.write(board.context, 0, rows, (size_t)n, &error), NQ_OK);
  free(rows);
}

static inline void create_complete(uint64_t n, uint64_t count, bool is_wide) {
  cli_shards shards;
  nq_error error = {0};
  create(&shards, n, count, is_wide);
  errno = EIO; /* of another call */
  if (cli_shards_commit(&shards, &some_run, &error) != NQ_OK) fail_msg("%s", error.message);
  cli_shards_release(&shards);
}

/* Show `size` rows at a time. */
static inline void visit(cli_shards *shards, size_t size) {
  nq_large_board board = cli_shards_board(shards);
  uint64_t *rows = calloc(size, sizeof *rows);
  assert_non_null(rows);
  for (uint64_t column = 0; column < board.n; column += size) {
    size_t count = board.n - column < size ? (size_t)(board.n - column) : size;
    for (size_t i = 0; i < count; i++) rows[i] = row_of(column + i);
    board.visit(board.context, column, rows, count);
  }
  free(rows);
}

static inline void remove_board(void) {
  assert_int_equal(system("rm -r board"), 0); /* NOLINT(cert-env33-c): a name of our own */
}

static inline void verify(size_t first, size_t end, const char *message) {
  cli_shards shards;
  nq_error error = {0};
  assert_int_equal(cli_shards_open(&shards, "board", NULL), NQ_OK);
  nq_status status = cli_shards_sum(&shards, first, end, &error);
  assert_int_equal(status, message == NULL ? NQ_OK : NQ_BAD_FORMAT);
  if (message != NULL) assert_string_equal(error.message, message);
  cli_shards_release(&shards);
}

#endif

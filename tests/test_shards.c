/* src/output/shards: the rows of boards in files, and the checksums of the files. */
#include "output/output.h"
#include "shard_folder.h"
#include "temporary.h"

#include <errno.h>
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cmocka.h>
#include <zlib.h>

/* ---- Checksums ---- */

static void assert_sums(const cli_shards *shards) {
  for (size_t i = 0; i < shards->count; i++) {
    char path[40];
    snprintf(path, sizeof path, "board/part-%05zu.npy", i);
    assert_int_equal(shards->shard[i].checksum, sum_file(path));
  }
}

static void forget_sums(cli_shards *shards) {
  for (size_t i = 0; i < shards->count; i++) shards->shard[i].summed = shards->shard[i].sum = 0;
}

/* As rows are shown, in any pieces, and then nothing is read; or by reading the files. */
static void sums_are_those_of_the_files(void **state) {
  static const size_t pieces[] = {1, 700, 2047, 2048, 2049, 10000};
  (void)state;
  for (size_t i = 0; i < 2 * sizeof pieces / sizeof *pieces; i++) {
    cli_shards shards;
    create(&shards, 9973, i % 3 + 1, i % 2 == 0);
    visit(&shards, pieces[i / 2]);
    for (size_t shard = 0; shard < shards.count; shard++) {
      const cli_shard *one = &shards.shard[shard];
      assert_int_equal(one->summed, cli_shard_bytes(&shards, one));
    }
    fail_read(1, EIO);
    assert_int_equal(cli_shards_sum(&shards, 0, shards.count, NULL), NQ_OK);
    assert_sums(&shards);
    fail_read(0, 0);
    forget_sums(&shards);
    assert_int_equal(cli_shards_sum(&shards, 0, shards.count, NULL), NQ_OK);
    assert_sums(&shards);
    cli_shards_release(&shards); /* removes the folder */
  }
}

/* Those that were not shown to their ends, and those of the numbers asked for. */
static void only_some_files_are_read(void **state) {
  cli_shards shards;
  (void)state;
  create(&shards, 5000, 5, false);
  for (size_t i = 0; i < 5; i++) shards.shard[i].checksum = 1;
  shards.shard[1].summed = cli_shard_bytes(&shards, &shards.shard[1]);
  shards.shard[1].sum = 77;
  shards.shard[3].summed = cli_shard_bytes(&shards, &shards.shard[3]) - 1;
  shards.shard[3].sum = 78;
  assert_int_equal(cli_shards_sum(&shards, 1, 4, NULL), NQ_OK);
  uint64_t second = sum_file("board/part-00002.npy"), third = sum_file("board/part-00003.npy");
  const uint64_t wanted[] = {1, 77, second, third, 1};
  for (size_t i = 0; i < 5; i++) assert_int_equal(shards.shard[i].checksum, wanted[i]);
  cli_shards_release(&shards);
}

/* What was last called, and when to stop. */
struct seen {
  int left;
  unsigned calls;
  uint64_t done, total, bytes;
};

static bool see(void *context, const nq_progress *progress) {
  struct seen *seen = context;
  assert_string_equal(progress->phase, "read");
  assert_string_equal(progress->unit, "bytes");
  assert_true(progress->done > seen->done);
  assert_true(progress->seconds >= 0 && progress->seconds < 1000);
  seen->done = progress->done;
  seen->total = progress->total;
  seen->bytes = progress->bytes;
  seen->calls++;
  return seen->left-- > 0;
}

/* Files of two pieces each; the last one is shorter. */
static void bytes_are_counted(void **state) {
  const uint64_t file = 128 + 8 * 140001, all = 3 * file - 16;
  cli_shards shards;
  (void)state;
  create(&shards, 420001, 3, true);
  for (int left = 0; left < 7; left++) {
    struct seen seen = {.left = left};
    forget_sums(&shards);
    shards.progress = see;
    shards.context = &seen;
    nq_status status = cli_shards_sum(&shards, 0, 3, NULL);
    assert_int_equal(status, left < 6 ? NQ_END : NQ_OK);
    assert_int_equal(seen.calls, left < 6 ? left + 1 : 6);
    assert_int_equal(seen.total, all);
    uint64_t before = seen.calls / 2 * file - (seen.calls == 6 ? 16 : 0);
    assert_int_equal(seen.done, before + (seen.calls % 2 << 20));
    assert_int_equal(seen.bytes, seen.done);
  }
  struct seen some = {.left = 9}, verified = {.left = 9};
  forget_sums(&shards);
  shards.context = &some;
  assert_int_equal(cli_shards_sum(&shards, 0, 2, NULL), NQ_OK);
  assert_int_equal(some.total, 2 * file);
  assert_int_equal(some.done, 2 * file);
  forget_sums(&shards);
  shards.context = &verified;
  assert_int_equal(cli_shards_sum(&shards, 1, 3, NULL), NQ_OK);
  assert_int_equal(verified.total, 2 * file - 16);
  assert_int_equal(verified.done, 2 * file - 16);
  verified = (struct seen){.left = 1};
  forget_sums(&shards);
  assert_int_equal(cli_shards_sum(&shards, 1, 3, NULL), NQ_END);
  assert_int_equal(verified.calls, 2);
  cli_shards_release(&shards);
}

/* An interrupted read is made again; another failure is an error. */
static void reads_that_fail_are_errors(void **state) {
  cli_shards shards;
  nq_error error = {0};
  uint64_t rows[30];
  (void)state;
  create(&shards, 30, 3, false);
  nq_large_board board = cli_shards_board(&shards);
  for (unsigned long number = 1; number <= 3; number++) {
    forget_sums(&shards);
    fail_read(number, EINTR);
    assert_int_equal(cli_shards_sum(&shards, 0, 3, &error), NQ_OK);
    assert_int_equal(reads, 4);
    assert_sums(&shards);
    forget_sums(&shards);
    fail_read(number, EIO);
    assert_int_equal(cli_shards_sum(&shards, 0, 3, &error), NQ_IO);
    assert_int_equal(reads, number);
    const char *const names[] = {
        "board/part-00000.npy: ", "board/part-00001.npy: ", "board/part-00002.npy: "};
    assert_non_null(strstr(error.message, names[number - 1]));
    assert_non_null(strstr(error.message, strerror(EIO)));
  }
  fail_read(2, EIO);
  assert_int_equal(board.read(board.context, 0, rows, 30, &error), NQ_IO);
  assert_non_null(strstr(error.message, "board/part-00001.npy: "));
  fail_read(0, 0);
  assert_int_equal(truncate("board/part-00002.npy", 140), 0);
  assert_int_equal(board.read(board.context, 0, rows, 30, &error), NQ_IO);
  assert_string_equal(error.message, "board/part-00002.npy: it ends too early");
  cli_shards_release(&shards);
}

static void files_that_differ_are_named(void **state) {
  char *first, *second, message[200];
  size_t size;
  (void)state;
  create_complete(20, 4, false);
  verify(0, 4, NULL);
  first = read_file("board/part-00001.npy", &size);
  second = read_file("board/part-00002.npy", &size);
  write_file("board/part-00002.npy", first, size);
  verify(0, 4, "board/part-00002.npy: it has the content of part-00001.npy");
  verify(0, 2, NULL);
  verify(3, 4, NULL);
  free(first);
  first = read_file("board/part-00000.npy", &size);
  write_file("board/part-00002.npy", first, size);
  verify(0, 4, "board/part-00002.npy: it has the content of part-00000.npy");
  uint64_t was = crc32_z(0, (const unsigned char *)second, size);
  second[size - 1] ^= 1;
  write_file("board/part-00002.npy", second, size);
  snprintf(message, sizeof message,
           "board/part-00002.npy: its CRC-32 is %08" PRIx64 ", not %08" PRIx64
           " as in the index: the file was altered, or is of another run",
           sum_file("board/part-00002.npy"), was);
  verify(0, 4, message);
  verify(2, 3, message);
  write_file("board/part-00001.npy", second, size); /* two: the first is named */
  verify(2, 4, message);
  free(first);
  free(second);
  remove_board();
}

/* ---- The page cache ---- */

#define LONG_N      4200001 /* so that each shard has more than is forgotten at once */
#define LONG_SHARDS 2
#define LONG_PART   1000 /* columns written or read together: no shard is a multiple of them */

static void require_rows(cli_shards *shards, bool visits) {
  nq_large_board board = cli_shards_board(shards);
  uint64_t rows[LONG_PART];
  nq_error error;
  for (uint64_t column = 0, fit; column < LONG_N; column += fit) {
    fit = LONG_N - column < LONG_PART ? LONG_N - column : LONG_PART;
    assert_int_equal(board.read(board.context, column, rows, (size_t)fit, &error), NQ_OK);
    for (uint64_t i = 0; i < fit; i++) assert_true(rows[i] == row_of(column + i));
    if (visits) board.visit(board.context, column, rows, (size_t)fit);
  }
}

static void write_all_rows(const char *path, bool wide, bool forgets) {
  cli_shards shards;
  nq_error error;
  assert_int_equal(cli_shards_create(&shards, path, LONG_N, LONG_SHARDS, wide, &error), NQ_OK);
  assert_int_equal(cli_shards_reserve(&shards, &error), NQ_OK);
  assert_false(shards.forgets); /* it is small */
  shards.forgets = forgets;
  nq_large_board board = cli_shards_board(&shards);
  for (uint64_t column = 0, fit; column < LONG_N; column += fit) {
    uint64_t rows[LONG_PART];
    fit = LONG_N - column < LONG_PART ? LONG_N - column : LONG_PART;
    for (uint64_t i = 0; i < fit; i++) rows[i] = row_of(column + i);
    assert_int_equal(board.write(board.context, column, rows, (size_t)fit, &error), NQ_OK);
  }
  require_rows(&shards, true);
  assert_int_equal(cli_shards_commit(&shards, &some_run, &error), NQ_OK);
  cli_shards_release(&shards);
}

static void read_all_rows(const char *path, bool forgets) {
  cli_shards shards;
  nq_error error;
  assert_int_equal(cli_shards_open(&shards, path, &error), NQ_OK);
  shards.forgets = forgets;
  require_rows(&shards, false);
  assert_int_equal(cli_shards_sum(&shards, 0, LONG_SHARDS, &error), NQ_OK);
  cli_shards_release(&shards);
}

static void forgotten_bytes_are_the_same(void **state) {
  (void)state;
  for (int wide = 0; wide < 2; wide++) {
    write_all_rows("kept/", wide, false);
    write_all_rows("forgotten/", wide, true);
    read_all_rows("kept/", true);
    read_all_rows("forgotten/", false);
    // NOLINTNEXTLINE(cert-env33-c): names of our own
    assert_int_equal(system("diff -r kept forgotten && rm -r kept forgotten"), 0);
  }
}

/* ---- Rows ---- */

static void rows_are_read_as_they_were_written(void **state) {
  static const uint64_t sizes[] = {1, 2, 5, 4096, 9001, 70001};
  (void)state;
  for (size_t i = 0; i < 12; i++) {
    uint64_t n = sizes[i / 2], rows[5000];
    cli_shards shards;
    create_complete(n, i % 4 + 1, i % 2 == 0);
    assert_int_equal(cli_shards_open(&shards, i % 3 == 0 ? "board/" : "board", NULL), NQ_OK);
    assert_int_equal(shards.n, n);
    assert_int_equal(shards.row_bytes, i % 2 == 0 ? 8 : 4);
    nq_large_board board = cli_shards_board(&shards);
    for (uint64_t at = 0; at < n; at += 4999) {
      size_t count = n - at < 5000 ? (size_t)(n - at) : 5000;
      assert_int_equal(board.read(board.context, at, rows, count, NULL), NQ_OK);
      for (size_t j = 0; j < count; j++) assert_int_equal(rows[j], row_of(at + j));
    }
    cli_shards_release(&shards);
    remove_board();
  }
}

/* ---- Room on the disk ---- */

static bool stop_at_once(void *context, const nq_progress *progress) {
  *(nq_progress *)context = *progress;
  return false;
}

/* As Ctrl-C does while a file system in memory gives room. */
static void room_is_not_waited_for_after_a_stop(void **state) {
  const uint64_t n = UINT64_C(1) << 25, bytes = n * 8;
  cli_shards shards;
  nq_progress last = {0};
  struct stat found;
  (void)state;
  assert_int_equal(cli_shards_create(&shards, "board/", 2 * n, 2, true, NULL), NQ_OK);
  shards.progress = stop_at_once;
  shards.context = &last;
  assert_int_equal(cli_shards_reserve(&shards, NULL), NQ_END);
  assert_string_equal(last.phase, "reserve");
  assert_string_equal(last.unit, "bytes");
  assert_in_range(last.done, 1, bytes);
  assert_in_range(last.total, 2 * bytes, 2 * bytes + 1024);
  assert_int_equal(stat("board/part-00000.npy", &found), 0);
  assert_int_equal(found.st_size, last.done);
  assert_int_equal(stat("board/part-00001.npy", &found), 0);
  assert_int_equal(found.st_size, 0);
  cli_shards_release(&shards);
  assert_int_equal(access("board", F_OK), -1);
}

static bool take_rising(void *context, const nq_progress *progress) {
  nq_progress *last = context;
  assert_true(progress->done > last->done);
  assert_true(progress->done <= progress->total);
  *last = *progress;
  return true;
}

static void room_is_counted_over_all_files(void **state) {
  cli_shards shards;
  nq_progress last = {0};
  (void)state;
  assert_int_equal(cli_shards_create(&shards, "board/", 100, 7, false, NULL), NQ_OK);
  shards.progress = take_rising;
  shards.context = &last;
  assert_int_equal(cli_shards_reserve(&shards, NULL), NQ_OK);
  assert_int_equal(last.done, shards.bytes);
  assert_int_equal(shards.bytes, 400 + 7 * shards.shard[0].start);
  cli_shards_release(&shards);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(sums_are_those_of_the_files),
      cmocka_unit_test(only_some_files_are_read),
      cmocka_unit_test(bytes_are_counted),
      cmocka_unit_test(reads_that_fail_are_errors),
      cmocka_unit_test(files_that_differ_are_named),
      cmocka_unit_test(forgotten_bytes_are_the_same),
      cmocka_unit_test(rows_are_read_as_they_were_written),
      cmocka_unit_test(room_is_not_waited_for_after_a_stop),
      cmocka_unit_test(room_is_counted_over_all_files),
  };
  return cmocka_run_group_tests(tests, enter_temporary_folder, remove_temporary_folder);
}

/* src/output/shards: the files of a large board are the same whether the system keeps their bytes in
 * memory or lets them pass. */
#include "output/shards.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

#define N      10007
#define SHARDS 3
#define PART   1000 /* columns that are written or read together: no shard is a multiple of them */

static uint64_t row_of(uint64_t column) {
  return column * 5003 % N;
}

static int enter_folder(void **state) {
  char name[] = "/tmp/nqueens-test-XXXXXX";
  if (mkdtemp(name) == NULL || chdir(name) != 0) return -1;
  *state = strdup(name);
  return *state != NULL ? 0 : -1;
}

static int remove_folder(void **state) {
  char command[64];
  snprintf(command, sizeof command, "rm -r '%s'", (char *)*state);
  free(*state);
  return system(command); /* NOLINT(cert-env33-c): a name of our own */
}

static void require_rows(cli_shards *shards, bool visits) {
  nq_large_board board = cli_shards_board(shards);
  uint64_t rows[PART];
  nq_error error;
  for (uint64_t column = 0, fit; column < N; column += fit) {
    fit = N - column < PART ? N - column : PART;
    assert_int_equal(board.read(board.context, column, rows, (size_t)fit, &error), NQ_OK);
    for (uint64_t i = 0; i < fit; i++) assert_true(rows[i] == row_of(column + i));
    if (visits) board.visit(board.context, column, rows, (size_t)fit);
  }
}

static void write_board(const char *path, bool wide, nq_caching caching) {
  cli_shards shards;
  nq_error error;
  assert_int_equal(cli_shards_create(&shards, path, N, SHARDS, wide, &error), NQ_OK);
  assert_int_equal(shards.caching, NQ_CACHED); /* it is small */
  shards.caching = caching;
  nq_large_board board = cli_shards_board(&shards);
  for (uint64_t column = 0, fit; column < N; column += fit) {
    uint64_t rows[PART];
    fit = N - column < PART ? N - column : PART;
    for (uint64_t i = 0; i < fit; i++) rows[i] = row_of(column + i);
    assert_int_equal(board.write(board.context, column, rows, (size_t)fit, &error), NQ_OK);
  }
  require_rows(&shards, true);
  const cli_shards_run run = {.method = "rounds", .seed = 1};
  assert_int_equal(cli_shards_commit(&shards, &run, NULL, NULL, &error), NQ_OK);
  cli_shards_release(&shards);
}

static void read_board(const char *path, nq_caching caching) {
  cli_shards shards;
  nq_error error;
  assert_int_equal(cli_shards_open(&shards, path, &error), NQ_OK);
  shards.caching = caching;
  require_rows(&shards, false);
  assert_int_equal(cli_shards_verify(&shards, 0, SHARDS, NULL, NULL, &error), NQ_OK);
  cli_shards_release(&shards);
}

static void test_passing_bytes_are_the_same(void **state) {
  (void)state;
  for (int wide = 0; wide < 2; wide++) {
    write_board("kept/", wide, NQ_CACHED);
    write_board("passed/", wide, NQ_PASSING);
    read_board("kept/", NQ_PASSING);
    read_board("passed/", NQ_CACHED);
    assert_int_equal(system("diff -r kept passed && rm -r kept passed"),
                     0); /* NOLINT(cert-env33-c) */
  }
}

static void test_a_cut_file_is_an_error(void **state) {
  (void)state;
  for (nq_caching caching = NQ_CACHED; caching <= NQ_PASSING; caching++) {
    cli_shards shards;
    nq_error error;
    uint64_t row;
    write_board("cut/", false, caching);
    assert_int_equal(cli_shards_open(&shards, "cut/", &error), NQ_OK);
    shards.caching = caching;
    assert_int_equal(truncate("cut/part-00001.npy", 200), 0);
    nq_large_board board = cli_shards_board(&shards);
    assert_int_equal(board.read(board.context, N / 2, &row, 1, &error), NQ_IO);
    assert_non_null(strstr(error.message, "part-00001.npy: it ends too early"));
    assert_int_equal(cli_shards_verify(&shards, 0, SHARDS, NULL, NULL, &error), NQ_IO);
    assert_non_null(strstr(error.message, "part-00001.npy: it ends too early"));
    cli_shards_release(&shards);
    assert_int_equal(system("rm -r cut"), 0); /* NOLINT(cert-env33-c) */
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_passing_bytes_are_the_same, enter_folder, remove_folder),
      cmocka_unit_test_setup_teardown(test_a_cut_file_is_an_error, enter_folder, remove_folder),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

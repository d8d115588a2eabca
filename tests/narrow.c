/* Where a size_t has 32 bits, floating point has its own precision or the bytes of a number lie the
 * other way round: solve, check, count, write and read, and find the same boards.  Needs nothing but
 * the C library, so that any compiler will do: tools/lint builds and runs it with -m32, with musl and
 * for s390x. */
#include "counting/parts.h"
#include "format/boards/boards.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define require(condition) require_at(condition, #condition, __LINE__)

static void require_at(bool condition, const char *text, int line) {
  if (condition) return;
  fprintf(stderr, "narrow.c:%d: not so: %s\n", line, text);
  exit(1);
}

static int scratch(void) {
  FILE *file = tmpfile();
  require(file != NULL);
  return fileno(file);
}

/* The board that every machine must find: FNV-1a over the rows. */
static uint64_t hash_rows(const uint32_t *rows, uint32_t n) {
  uint64_t hash = UINT64_C(0xcbf29ce484222325);
  for (uint32_t column = 0; column < n; column++)
    for (unsigned byte = 0; byte < 4; byte++)
      hash = (hash ^ (rows[column] >> 8 * byte & 255)) * UINT64_C(0x100000001b3);
  return hash;
}

static void solve(const char *method, uint32_t n, unsigned threads, uint64_t expected) {
  nq_instance *instance = nq_instance_new(n);
  nq_solve_options options;
  nq_solve_options_init(&options);
  options.method = method;
  options.seed = 7;
  options.threads = threads;
  nq_board board = {0};
  nq_result result;
  nq_error error = {0};
  nq_status status = nq_solve(instance, &options, &board, &result, &error);
  if (status != NQ_OK) fprintf(stderr, "%s: %s\n", method, error.message);
  require(status == NQ_OK && result.verdict == NQ_SOLVED && board.n == n);
  uint64_t hash = hash_rows(board.rows, n);
  if (hash != expected) fprintf(stderr, "%s %" PRIu32 ": 0x%016" PRIx64 "\n", method, n, hash);
  require(hash == expected);
  nq_check_report report;
  require(nq_check(board.rows, n, instance, &report, NULL) == NQ_OK && report.valid);
  nq_board_release(&board);
  nq_instance_free(instance);
}

/* All queens on one row, and on one diagonal: the numbers pass 32 bits. */
static void count_pairs(uint32_t n) {
  uint32_t *rows = calloc(n, sizeof *rows);
  require(rows != NULL);
  nq_check_report report;
  for (int kind = 0; kind < 3; kind++) {
    for (uint32_t column = 0; column < n; column++)
      rows[column] = kind == 0 ? 5 : kind == 1 ? n - 1 - column : column;
    require(nq_check(rows, n, NULL, &report, NULL) == NQ_OK);
    require(report.pairs[kind] == (uint64_t)n * (n - 1) / 2);
    require(report.conflicts == report.pairs[kind]);
  }
  free(rows);
}

static void count_solutions(void) {
  static const uint64_t known[] = {1, 0, 0, 2, 10, 4, 40, 92, 352, 724};
  for (uint32_t n = 1; n <= 10; n++) {
    nq_count_plan *plan;
    require(nq_count_plan_new(n, &plan, NULL) == NQ_OK);
    const nq_count_range all = {.end = nq_count_plan_units(plan)};
    const nq_count_options options = {.threads = 2};
    nq_count_result result;
    require(nq_count_run(plan, &all, 1, &options, &result, NULL) == NQ_OK);
    require(result.count == known[n - 1]);
    nq_count_plan_free(plan);
  }
}

static void write_and_read(nq_format format) {
  static const uint32_t rows[] = {1, 3, 0, NQ_EMPTY, 2};
  int descriptor = scratch();
  nq_writer *writer = nq_writer_new(descriptor, format, 5, 2, 0);
  for (int i = 0; i < 2; i++) require(nq_writer_board(writer, rows, NULL) == NQ_OK);
  require(nq_writer_finish(writer, NULL) == NQ_OK);
  require(lseek(descriptor, 0, SEEK_SET) == 0);
  nq_reader *reader = nq_reader_new(descriptor, NQ_FORMAT_AUTO);
  nq_board board = {0};
  uint64_t line;
  for (int i = 0; i < 2; i++) {
    require(nq_reader_next(reader, &board, &line, NULL) == NQ_OK);
    require(board.n == 5 && memcmp(board.rows, rows, sizeof rows) == 0);
  }
  require(nq_reader_next(reader, &board, &line, NULL) == NQ_END);
  nq_board_release(&board);
  nq_reader_free(reader);
}

/* The bytes of a NumPy file are the same everywhere. */
static void write_bytes(void) {
  static const unsigned char expected[] = {1, 0, 0, 0, 2, 1, 0, 0, 255, 255, 255, 255};
  const uint32_t rows[] = {1, 258, NQ_EMPTY};
  unsigned char bytes[140];
  int descriptor = scratch();
  nq_writer *writer = nq_writer_new(descriptor, NQ_FORMAT_NPY, 3, 1, 0);
  require(nq_writer_board(writer, rows, NULL) == NQ_OK);
  require(nq_writer_finish(writer, NULL) == NQ_OK);
  require(pread(descriptor, bytes, sizeof bytes, 0) == (ssize_t)sizeof bytes);
  require(memcmp(bytes + 128, expected, sizeof expected) == 0);
}

/* A size of more than 32 bits is refused, not cut short. */
static void refuse_the_largest(void) {
  if (sizeof(size_t) > 4) return;
  nq_instance *instance = nq_instance_new(NQ_N_MAX);
  nq_solve_options options;
  nq_solve_options_init(&options);
  nq_board board = {0};
  nq_result result;
  require(instance != NULL);
  require(nq_solve(instance, &options, &board, &result, NULL) == NQ_NO_MEMORY);
  require(nq_board_init(&board, NQ_N_MAX, NULL) == NQ_NO_MEMORY);
  nq_instance_free(instance);
}

static bool take_instance(void *context, const nq_generated *item, const nq_suite_row *row,
                          const char sum[NQ_SUITE_SUM_BYTES]) {
  size_t *count = context;
  require(item != NULL && row != NULL && sum[0] != '\0');
  ++*count;
  return true;
}

/* Each instance is compared with the checksum of its row. */
static void make_suites(void) {
  const nq_suite *suite;
  for (size_t i = 0; (suite = nq_suite_at(i)) != NULL; i++) {
    size_t count = 0;
    const nq_generate_options how = {.threads = 2, .context = &count};
    nq_error error = {0};
    nq_status status = nq_suite_generate(suite, &how, take_instance, &error);
    if (status != NQ_OK) fprintf(stderr, "%s %s: %s\n", suite->name, suite->size, error.message);
    require(status == NQ_OK && count == suite->count);
  }
}

int main(void) {
  solve("min-conflicts", 1000, 1, UINT64_C(0xf8f166b4a410151d));
  solve("genetic", 20, 1, UINT64_C(0x12716aa0d7f34b95));
  solve("backtracking", 24, 1, UINT64_C(0x975e60ebc1212b35));
  solve("construct", 1001, 1, UINT64_C(0x1d5e9bb7fc1c48c4));
  solve("min-conflicts", 600000, 2, UINT64_C(0xcce36f049ce080c1));
  count_pairs(200000);
  count_solutions();
  write_and_read(NQ_FORMAT_LINE);
  write_and_read(NQ_FORMAT_PICTURE);
  write_and_read(NQ_FORMAT_NPY);
  write_bytes();
  refuse_the_largest();
  make_suites();
  return 0;
}

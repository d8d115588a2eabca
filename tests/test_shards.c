/* src/output/shards: boards in files, their index and their checksums. */
#include "output/shards.h"
#include "temporary.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <jansson.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>
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

static bool close_fails; /* the next one */

int __real_close(int file);
int __wrap_close(int file);

int __wrap_close(int file) {
  int result = __real_close(file);
  if (!close_fails) return result;
  close_fails = false;
  errno = EIO;
  return -1;
}

static void fail_read(unsigned long number, int why) {
  reads = 0;
  failing_read = number;
  failure = why;
}

/* ---- A folder ---- */

static void remove_board(void) {
  assert_int_equal(system("rm -r board"), 0); /* NOLINT(cert-env33-c): a name of our own */
}

/* ---- Files ---- */

/* The whole file, which the caller frees. */
static char *read_file(const char *path, size_t *size) {
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

static void write_file(const char *path, const char *text, size_t size) {
  FILE *file = fopen(path, "wb");
  assert_non_null(file);
  assert_int_equal(fwrite(text, 1, size, file), size);
  assert_int_equal(fclose(file), 0);
}

static uint64_t sum_file(const char *path) {
  size_t size;
  char *bytes = read_file(path, &size);
  uint64_t sum = crc32_z(0, (const unsigned char *)bytes, size);
  free(bytes);
  return sum;
}

/* ---- Boards ---- */

static const cli_shards_run some_run = {.method = "rounds", .seed = 7};

static uint64_t row_of(uint64_t column) {
  return column * 2654435761 % 4294967291;
}

static void create(cli_shards *shards, uint64_t n, uint64_t count, bool is_wide) {
  uint64_t *rows = calloc((size_t)n, sizeof *rows);
  nq_error error = {0};
  assert_non_null(rows);
  for (uint64_t column = 0; column < n; column++) rows[column] = row_of(column);
  if (cli_shards_create(shards, "board/", n, count, is_wide, &error) != NQ_OK)
    fail_msg("%s", error.message);
  nq_large_board board = cli_shards_board(shards);
  assert_int_equal(board.write(board.context, 0, rows, (size_t)n, &error), NQ_OK);
  free(rows);
}

static void create_complete(uint64_t n, uint64_t count, bool is_wide) {
  cli_shards shards;
  nq_error error = {0};
  create(&shards, n, count, is_wide);
  errno = EIO; /* of another call */
  if (cli_shards_commit(&shards, &some_run, NULL, NULL, &error) != NQ_OK)
    fail_msg("%s", error.message);
  cli_shards_release(&shards);
}

/* Show `size` rows at a time. */
static void visit(cli_shards *shards, size_t size) {
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
    assert_int_equal(cli_shards_sum(&shards, 0, shards.count, NULL, NULL, NULL), NQ_OK);
    assert_sums(&shards);
    fail_read(0, 0);
    forget_sums(&shards);
    assert_int_equal(cli_shards_sum(&shards, 0, shards.count, NULL, NULL, NULL), NQ_OK);
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
  assert_int_equal(cli_shards_sum(&shards, 1, 4, NULL, NULL, NULL), NQ_OK);
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
    nq_status status = cli_shards_sum(&shards, 0, 3, see, &seen, NULL);
    assert_int_equal(status, left < 6 ? NQ_END : NQ_OK);
    assert_int_equal(seen.calls, left < 6 ? left + 1 : 6);
    assert_int_equal(seen.total, all);
    uint64_t before = seen.calls / 2 * file - (seen.calls == 6 ? 16 : 0);
    assert_int_equal(seen.done, before + (seen.calls % 2 << 20));
    assert_int_equal(seen.bytes, seen.done);
  }
  struct seen some = {.left = 9}, verified = {.left = 9};
  forget_sums(&shards);
  assert_int_equal(cli_shards_sum(&shards, 0, 2, see, &some, NULL), NQ_OK);
  assert_int_equal(some.total, 2 * file);
  assert_int_equal(some.done, 2 * file);
  forget_sums(&shards);
  assert_int_equal(cli_shards_verify(&shards, 1, 3, see, &verified, NULL), NQ_OK);
  assert_int_equal(verified.total, 2 * file - 16);
  assert_int_equal(verified.done, 2 * file - 16);
  verified = (struct seen){.left = 1};
  forget_sums(&shards);
  assert_int_equal(cli_shards_verify(&shards, 1, 3, see, &verified, NULL), NQ_END);
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
    assert_int_equal(cli_shards_sum(&shards, 0, 3, NULL, NULL, &error), NQ_OK);
    assert_int_equal(reads, 4);
    assert_sums(&shards);
    forget_sums(&shards);
    fail_read(number, EIO);
    assert_int_equal(cli_shards_sum(&shards, 0, 3, NULL, NULL, &error), NQ_IO);
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

static void verify(size_t first, size_t end, const char *message) {
  cli_shards shards;
  nq_error error = {0};
  assert_int_equal(cli_shards_open(&shards, "board", NULL), NQ_OK);
  nq_status status = cli_shards_verify(&shards, first, end, NULL, NULL, &error);
  assert_int_equal(status, message == NULL ? NQ_OK : NQ_BAD_FORMAT);
  if (message != NULL) assert_string_equal(error.message, message);
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
  assert_int_equal(cli_shards_commit(&shards, &some_run, NULL, NULL, &error), NQ_OK);
  cli_shards_release(&shards);
}

static void read_all_rows(const char *path, bool forgets) {
  cli_shards shards;
  nq_error error;
  assert_int_equal(cli_shards_open(&shards, path, &error), NQ_OK);
  shards.forgets = forgets;
  require_rows(&shards, false);
  assert_int_equal(cli_shards_verify(&shards, 0, LONG_SHARDS, NULL, NULL, &error), NQ_OK);
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

/* ---- The index ---- */

static void the_index_names_the_run_and_the_files(void **state) {
  size_t size;
  char wanted[1000];
  (void)state;
  create_complete(5, 2, false);
  char *text = read_file("board/index.json", &size);
  snprintf(wanted, sizeof wanted,
           "{\n \"nqueens\": \"" NQ_VERSION "\",\n \"n\": 5,\n \"seed\": 7,\n"
           " \"method\": \"rounds\",\n \"options\": {\n  \"shards\": 2\n },\n"
           " \"row_bytes\": 4,\n \"shard_columns\": 3,\n \"shards\": [\n"
           "  {\n   \"file\": \"part-00000.npy\",\n   \"first\": 0,\n   \"columns\": 3,\n"
           "   \"crc32\": \"%08" PRIx64 "\"\n  },\n"
           "  {\n   \"file\": \"part-00001.npy\",\n   \"first\": 3,\n   \"columns\": 2,\n"
           "   \"crc32\": \"%08" PRIx64 "\"\n  }\n ]\n}\n",
           sum_file("board/part-00000.npy"), sum_file("board/part-00001.npy"));
  assert_string_equal(text, wanted);
  free(text);
  remove_board();
}

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

/* The index with `old` replaced. */
static void open_edited(const char *index, const char *old, const char *new, const char *message) {
  const char *at = strstr(index, old);
  char text[2000];
  cli_shards shards;
  nq_error error = {0};
  assert_non_null(at);
  snprintf(text, sizeof text, "%.*s%s%s", (int)(at - index), index, new, at + strlen(old));
  write_file("board/index.json", text, strlen(text));
  nq_status status = cli_shards_open(&shards, "board", &error);
  if (message == NULL) {
    if (status != NQ_OK) fail_msg("%s: %s", new, error.message);
    cli_shards_release(&shards);
    return;
  }
  if (status != NQ_BAD_FORMAT || strstr(error.message, message) == NULL)
    fail_msg("%s: %d, %s", new, (int)status, error.message);
}

static void an_index_that_is_wrong_is_refused(void **state) {
  static const char *const edits[][3] = {
      {"{", " {", NULL},
      {"{", "", "board/index.json: it is not JSON: "},
      {"\"n\": 10,", "", "board/index.json: it must have \"n\", \"row_bytes\" (4 or 8) and"},
      {"\"n\": 10,", "\"n\": 0,", "it must have \"n\""},
      {"\"n\": 10,", "\"n\": -1,", "it must have \"n\""},
      {"\"n\": 10,", "\"n\": 10.0,", "it must have \"n\""},
      {"\"n\": 10,", "\"n\": 10, \"n\": 10,", "it is not JSON: duplicate"},
      {"\"n\": 10,", "\"n\": 9,",
       "shard 2, part-00002.npy, must have \"first\" 8 and \"columns\" 1"},
      {"\"n\": 10,", "\"n\": 8,", "it names 3 shards; 2 were expected (at most 512)"},
      {"\"n\": 10,", "\"n\": 13,", "it names 3 shards; 4 were expected (at most 512)"},
      {"\"n\": 10,", "\"n\": 1099511627777,", "it must have \"n\""},
      {"\"n\": 10,", "\"n\": 1099511627776,", "it names 3 shards; 274877906944 were expected"},
      {"\"row_bytes\": 4", "\"row_bytes\": 5", "it must have \"n\""},
      {"\"row_bytes\": 4", "\"row_bytes\": 3", "it must have \"n\""},
      {"\"row_bytes\": 4", "\"row_bytes\": 9", "it must have \"n\""},
      {"\"row_bytes\": 4", "\"row_bytes\": 8", "part-00000.npy: it has 144 bytes, not 160"},
      {"\"shard_columns\": 4", "\"shard_columns\": 0", "it must have \"n\""},
      {"\"shard_columns\": 4", "\"shard_columns\": 11", "it must have \"n\""},
      {"\"shard_columns\": 4", "\"shard_columns\": 10", "it names 3 shards; 1 were expected"},
      {"\"shards\": [", "\"other\": [", "it names 0 shards; 3 were expected"},
      {"\"first\": 4", "\"first\": 3", "shard 1, part-00001.npy, must have \"first\" 4 and"},
      {"\"first\": 0", "\"first\": \"0\"", "shard 0, part-00000.npy, must have \"first\" 0 and"},
      {"\"first\": 4", "\"first\": -4", "shard 1, part-00001.npy, must have \"first\" 4 and"},
      {"\"columns\": 2", "\"columns\": {}", "shard 2, part-00002.npy, must have \"first\" 8 and"},
      {"\"first\": 4", "\"first\": 5", "shard 1, part-00001.npy, must have \"first\" 4 and"},
      {"\"columns\": 2", "\"columns\": 1", "shard 2, part-00002.npy, must have \"first\" 8 and"},
      {"\"columns\": 2", "\"columns\": 3", "shard 2, part-00002.npy, must have \"first\" 8 and"},
      {"part-00001", "part-00000", "board/index.json: part-00000.npy is there twice"},
      {"part-00002", "part-00001", "board/index.json: part-00001.npy is there twice"},
      {"part-00002", "part-00000", "board/index.json: part-00000.npy is there twice"},
      {"part-00001.npy", "", "shard 1 must have a \"file\" in the folder and its \"crc32\""},
      {"part-00001.npy", "../board/part-00001.npy", "shard 1 must have a \"file\" in the folder"},
      {"\"part-00001.npy\"", "7", "shard 1 must have a \"file\" in the folder"},
      {"crc32\": \"", "crc\": \"", "shard 0 must have a \"file\" in the folder"},
      {"crc32\": \"", "crc32\": \"0", "shard 0 must have a \"file\" in the folder"},
      {"crc32\": \"", "crc32\": \"-", "shard 0 must have a \"file\" in the folder"},
  };
  size_t size;
  (void)state;
  create_complete(10, 3, false);
  char *index = read_file("board/index.json", &size);
  for (size_t i = 0; i < sizeof edits / sizeof *edits; i++)
    open_edited(index, edits[i][0], edits[i][1], edits[i][2]);
  char *sum = strstr(index, "crc32\": \"") + 9;
  char last = sum[7];
  sum[7] = 'g';
  open_edited(index, "{", "{", "shard 0 must have a \"file\" in the folder");
  sum[7] = 'A';
  open_edited(index, "{", "{", "shard 0 must have a \"file\" in the folder");
  sum[7] = last;
  open_edited(index, "{", "{", NULL);
  free(index);
  remove_board();
}

static void an_index_is_read_in_pieces(void **state) {
  cli_shards shards;
  nq_error error = {0};
  (void)state;
  create_complete(10, 3, false);
  for (read_most = 1; read_most < 400; read_most += 57) {
    fail_read(2, EINTR);
    assert_int_equal(cli_shards_open(&shards, "board", &error), NQ_OK);
    assert_int_equal(shards.n, 10);
    cli_shards_release(&shards);
    fail_read(2, EIO);
    assert_int_equal(cli_shards_open(&shards, "board", &error), NQ_IO);
    assert_int_equal(reads, 2);
    assert_non_null(strstr(error.message, "board/index.json: "));
    assert_non_null(strstr(error.message, strerror(EIO)));
  }
  read_most = 0;
  fail_read(0, 0);
  remove_board();
}

static unsigned long requests, refused_request; /* for memory, by jansson */

static void *refuse_one(size_t size) {
  return ++requests == refused_request ? NULL : malloc(size);
}

/* jansson 2.14 itself writes past a buffer when the fourth request fails. */
static void an_index_needs_memory(void **state) {
  cli_shards shards;
  nq_error error = {0};
  (void)state;
  create_complete(10, 3, false);
  json_set_alloc_funcs(refuse_one, free);
  for (refused_request = 1; refused_request <= 3; refused_request++) {
    requests = 0;
    assert_int_equal(cli_shards_open(&shards, "board", &error), NQ_NO_MEMORY);
    assert_string_equal(error.message, "no memory for the index");
  }
  json_set_alloc_funcs(malloc, free);
  remove_board();
}

/* A name of as many letters, for the second file, and a length of the index. */
static void names_and_the_index_have_limits(void **state) {
  enum { MOST = 1 << 20 };
  char name[257] = "", path[300], *index, *text = calloc(MOST + 2, 1);
  cli_shards shards;
  nq_error error = {0};
  size_t size;
  (void)state;
  assert_non_null(text);
  create_complete(10, 3, false);
  index = read_file("board/index.json", &size);
  memset(name, 'x', 256);
  open_edited(index, "part-00001.npy", name, "shard 1 must have a \"file\" in the folder");
  name[255] = '\0';
  snprintf(path, sizeof path, "board/%s", name);
  assert_int_equal(rename("board/part-00001.npy", path), 0);
  open_edited(index, "part-00001.npy", name, NULL);
  assert_int_equal(rename(path, "board/part-00001.npy"), 0);
  memset(text, ' ', MOST + 1);
  memcpy(text, index, size);
  write_file("board/index.json", text, MOST);
  assert_int_equal(cli_shards_open(&shards, "board", NULL), NQ_OK);
  cli_shards_release(&shards);
  text[MOST + 1] = ' ';
  write_file("board/index.json", text, MOST + 2);
  read_most = 600000;
  assert_int_equal(cli_shards_open(&shards, "board", &error), NQ_BAD_FORMAT);
  read_most = 0;
  assert_int_equal(cli_shards_open(&shards, "board", &error), NQ_BAD_FORMAT);
  write_file("board/index.json", text, MOST + 1);
  assert_int_equal(cli_shards_open(&shards, "board", &error), NQ_BAD_FORMAT);
  assert_string_equal(
      error.message, "board/index.json: it is longer than 1048576 bytes: it is no index of shards");
  free(index);
  free(text);
  remove_board();
}

static unsigned count_open_files(void) {
  unsigned count = 0;
  for (int file = 0; file < 100; file++) count += fcntl(file, F_GETFD) >= 0;
  return count;
}

static void the_index_is_closed_and_has_the_usual_mode(void **state) {
  struct stat index;
  mode_t mask = umask(027);
  unsigned before = count_open_files();
  (void)state;
  create_complete(10, 2, false);
  verify(0, 2, NULL);
  umask(mask);
  assert_int_equal(count_open_files(), before);
  assert_int_equal(stat("board/index.json", &index), 0);
  assert_int_equal(index.st_mode & 07777, 0640);
  remove_board();
}

static void an_index_that_cannot_have_its_name_is_removed(void **state) {
  cli_shards shards;
  nq_error error = {0};
  (void)state;
  create(&shards, 10, 2, false);
  assert_int_equal(mkdir("board/index.json", 0777), 0);
  assert_int_equal(cli_shards_commit(&shards, &some_run, NULL, NULL, &error), NQ_IO);
  assert_string_equal(error.message, "board/index.json: Is a directory");
  assert_int_equal(access("board/" CLI_SHARDS_PART, F_OK), -1);
  cli_shards_release(&shards);
  remove_board();
}

static void an_index_that_cannot_be_closed_is_removed(void **state) {
  cli_shards shards;
  nq_error error = {0};
  (void)state;
  create(&shards, 10, 2, false);
  close_fails = true;
  assert_int_equal(cli_shards_commit(&shards, &some_run, NULL, NULL, &error), NQ_IO);
  assert_false(close_fails);
  assert_non_null(strstr(error.message, "board/index.json: "));
  assert_non_null(strstr(error.message, strerror(EIO)));
  assert_int_equal(access("board/" CLI_SHARDS_PART, F_OK), -1);
  assert_int_equal(access("board/" CLI_SHARDS_INDEX, F_OK), -1);
  cli_shards_release(&shards);
}

static void a_board_has_512_shards_at_most(void **state) {
  cli_shards shards;
  (void)state;
  create_complete(CLI_SHARDS_MAX, CLI_SHARDS_MAX + 1, false);
  assert_int_equal(cli_shards_open(&shards, "board", NULL), NQ_OK);
  assert_int_equal(shards.count, CLI_SHARDS_MAX);
  cli_shards_release(&shards);
  remove_board();
}

static void a_folder_that_was_removed_is_an_error(void **state) {
  cli_shards shards;
  nq_error error = {0};
  (void)state;
  create(&shards, 10, 2, false);
  remove_board();
  assert_int_equal(cli_shards_commit(&shards, &some_run, NULL, NULL, &error), NQ_IO);
  assert_string_equal(error.message, "board/index.json: No such file or directory");
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
      cmocka_unit_test(the_index_names_the_run_and_the_files),
      cmocka_unit_test(rows_are_read_as_they_were_written),
      cmocka_unit_test(an_index_that_is_wrong_is_refused),
      cmocka_unit_test(an_index_is_read_in_pieces),
      cmocka_unit_test(an_index_needs_memory),
      cmocka_unit_test(names_and_the_index_have_limits),
      cmocka_unit_test(the_index_is_closed_and_has_the_usual_mode),
      cmocka_unit_test(an_index_that_cannot_have_its_name_is_removed),
      cmocka_unit_test(an_index_that_cannot_be_closed_is_removed),
      cmocka_unit_test(a_board_has_512_shards_at_most),
      cmocka_unit_test(a_folder_that_was_removed_is_an_error),
  };
  return cmocka_run_group_tests(tests, enter_temporary_folder, remove_temporary_folder);
}

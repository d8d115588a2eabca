/* src/output/shards_files: what the index of a board in files says, and what of it is refused. */
#include "output/output.h"
#include "shard_folder.h"
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

static int sync_fails; /* this one, counted from 1 */

int __real_fsync(int file);
int __wrap_fsync(int file);

int __wrap_fsync(int file) {
  if (sync_fails == 0 || --sync_fails > 0) return __real_fsync(file);
  errno = EIO;
  return -1;
}

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
  assert_int_equal(cli_shards_commit(&shards, &some_run, &error), NQ_IO);
  assert_string_equal(error.message, "board/index.json: Is a directory");
  cli_shards_release(&shards);
  assert_int_equal(access("board/" CLI_SHARDS_PART, F_OK), -1);
  remove_board();
}

static bool stop_at_sync(void *context, const nq_progress *at) {
  (void)context;
  return strcmp(at->phase, "sync") != 0;
}

static void shards_are_not_put_on_the_disk_after_a_stop(void **state) {
  cli_shards shards;
  (void)state;
  create(&shards, 10, 2, false);
  shards.progress = stop_at_sync;
  assert_int_equal(cli_shards_commit(&shards, &some_run, NULL), NQ_END);
  cli_shards_release(&shards);
  assert_int_equal(access("board", F_OK), -1);
}

/* Two shards, the folder, the index, the folder with the name of the index; the folder around it. */
static void
shards_that_cannot_be_put_on_the_disk_are_removed_until_the_index_has_its_name(void **state) {
  (void)state;
  for (int which = 1; which <= 6; which++) {
    cli_shards shards;
    nq_error error = {0};
    bool named = which > 5;
    create(&shards, 10, 2, false);
    sync_fails = which;
    assert_int_equal(cli_shards_commit(&shards, &some_run, &error), NQ_IO);
    assert_int_equal(sync_fails, 0);
    assert_non_null(strstr(error.message, which == 1 ? "board/part-00000.npy: " : "board/"));
    assert_non_null(strstr(error.message, strerror(EIO)));
    cli_shards_release(&shards);
    assert_int_equal(access("board", F_OK), named ? 0 : -1);
    assert_int_equal(access("board/" CLI_SHARDS_PART, F_OK), -1);
    if (named) verify(0, 2, NULL);
    if (named) remove_board();
  }
}

static void expect_refused(const char *message) {
  cli_shards shards;
  nq_error error = {0};
  assert_int_equal(cli_shards_create(&shards, "board/", 10, 2, false, &error), NQ_IO);
  assert_string_equal(error.message, message);
}

/* The index is locked from the beginning to the end of a run. */
static void a_folder_has_one_run_at_a_time(void **state) {
  cli_shards shards;
  nq_error error = {0};
  (void)state;
  create(&shards, 10, 2, false);
  expect_refused("board/: another run writes to this folder");
  visit(&shards, 10);
  assert_int_equal(cli_shards_commit(&shards, &some_run, &error), NQ_OK);
  expect_refused("board/: the folder holds a board already: name another");
  cli_shards_release(&shards);
  verify(0, 2, NULL);
  assert_int_equal(access("board/" CLI_SHARDS_PART, F_OK), -1);
  remove_board();
}

/* Shards without an index, or with a name that no run makes, are not a killed run's. */
static void files_of_others_are_left(void **state) {
  static const char *const names[] = {"part-00000.npy", "part-99999.npy",  "part--0007.npy",
                                      "part- 0007.npy", "part-000007.npy", "part-0007.npy"};
  (void)state;
  assert_int_equal(mkdir("board", 0777), 0);
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    char path[40];
    snprintf(path, sizeof path, "board/%s", names[i]);
    write_file(path, "mine", 4);
    for (int unfinished = 0; unfinished < 2; unfinished++) {
      if (unfinished) write_file("board/" CLI_SHARDS_PART, "", 0);
      if (i >= 2)
        expect_refused("board/: the folder holds files that are no shards: name another");
      else if (!unfinished)
        expect_refused("board/: the folder holds files that no unfinished run left: name another");
    }
    if (i < 2) create_complete(10, 2, false);
    assert_int_equal(access(path, F_OK), i == 0 || i >= 2 ? 0 : -1);
    remove_board();
    assert_int_equal(mkdir("board", 0777), 0);
  }
  remove_board();
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
  assert_int_equal(cli_shards_commit(&shards, &some_run, &error), NQ_IO);
  assert_string_equal(error.message, "board/index.json: No such file or directory");
  cli_shards_release(&shards);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_index_names_the_run_and_the_files),
      cmocka_unit_test(an_index_that_is_wrong_is_refused),
      cmocka_unit_test(an_index_is_read_in_pieces),
      cmocka_unit_test(an_index_needs_memory),
      cmocka_unit_test(names_and_the_index_have_limits),
      cmocka_unit_test(the_index_is_closed_and_has_the_usual_mode),
      cmocka_unit_test(shards_are_not_put_on_the_disk_after_a_stop),
      cmocka_unit_test(an_index_that_cannot_have_its_name_is_removed),
      cmocka_unit_test(
          shards_that_cannot_be_put_on_the_disk_are_removed_until_the_index_has_its_name),
      cmocka_unit_test(a_folder_has_one_run_at_a_time),
      cmocka_unit_test(files_of_others_are_left),
      cmocka_unit_test(a_board_has_512_shards_at_most),
      cmocka_unit_test(a_folder_that_was_removed_is_an_error),
  };
  return cmocka_run_group_tests(tests, enter_temporary_folder, remove_temporary_folder);
}

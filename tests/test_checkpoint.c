/* Checkpoints: continuing, torn and damaged files, other counts. */
#include "checkpoints.h"
#include "ledger/ledger.h"

#include <inttypes.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

static const uint64_t three[] = {0, 10, 10, 25, 40, 41};

static void tells_the_rest(void **state) {
  (void)state;
  const char *path = in_folder("rest");
  write_records(path, three, 3);
  uint64_t dropped = 9;
  nq_checkpoint *checkpoint = open_good(path, &dropped);
  assert_int_equal(dropped, 0);
  nq_count_range wanted = {.begin = 0, .end = nq_count_plan_units(plan)}, done, *missing;
  size_t count;
  nq_error error;
  assert_int_equal(nq_checkpoint_rest(checkpoint, &wanted, &done, &missing, &count, &error), NQ_OK);
  assert_int_equal(done.count, 100 + 110 + 140);
  assert_true(done.seconds > 0.749 && done.seconds < 0.751);
  assert_int_equal(count, 2);
  assert_int_equal(missing[0].begin, 25);
  assert_int_equal(missing[0].end, 40);
  assert_int_equal(missing[1].begin, 41);
  assert_int_equal(missing[1].end, wanted.end);
  free(missing);
  wanted = (nq_count_range){.begin = 10, .end = 25};
  assert_int_equal(nq_checkpoint_rest(checkpoint, &wanted, &done, &missing, &count, &error), NQ_OK);
  assert_int_equal(count, 0);
  assert_int_equal(done.count, 110);
  free(missing);
  wanted.end = 24;
  assert_int_equal(nq_checkpoint_rest(checkpoint, &wanted, &done, &missing, &count, &error),
                   NQ_BAD_VALUE);
  assert_non_null(strstr(error.message, "rest:3:"));
  close_good(checkpoint);
}

/* Cut the file anywhere: only the record of the last line may be lost, and the rest can be
 * continued. */
static void torn_line_is_dropped(void **state) {
  (void)state;
  char text[2000] = "", again[2000] = "";
  const char *path = in_folder("whole");
  write_records(path, three, 3);
  size_t size = read_file(path, text, sizeof text), header = strcspn(text, "\n") + 1;
  path = in_folder("torn");
  for (size_t cut = 0; cut < size; cut++) {
    write_file(path, text, cut);
    size_t lines = 0, good = 0;
    for (size_t i = 0; i < cut; i++)
      if (text[i] == '\n') lines++, good = i + 1;
    uint64_t dropped;
    nq_checkpoint *checkpoint = open_good(path, &dropped);
    assert_int_equal(dropped, good < cut ? lines + 1 : 0);
    nq_count_range range = {.begin = 60, .end = 61, .count = 7};
    nq_error error;
    assert_int_equal(nq_checkpoint_append(checkpoint, &range, &error), NQ_OK);
    close_good(checkpoint);
    size_t now = read_file(path, again, sizeof again);
    size_t kept = good > header ? good : header;
    assert_memory_equal(again, text, kept);
    assert_non_null(strstr(again + kept, "done 60 61 n 12 count 7 "));
    assert_int_equal(again[now - 1], '\n');
    assert_int_equal(open_status(path, plan, &error), NQ_OK);
  }
}

/* A record that cannot be written completely leaves nothing, and nothing follows it. */
static void full_disk_keeps_the_file_whole(void **state) {
  (void)state;
  char text[2000], again[2000];
  const char *path = in_folder("full");
  write_records(path, three, 3);
  size_t size = read_file(path, text, sizeof text);
  nq_checkpoint *checkpoint = open_good(path, NULL);
  struct rlimit limit;
  assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
  struct rlimit small = {.rlim_cur = size + 9, .rlim_max = limit.rlim_max};
  signal(SIGXFSZ, SIG_IGN);
  assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
  nq_count_range range = {.begin = 60, .end = 61, .count = 7};
  nq_error error;
  nq_status status = nq_checkpoint_append(checkpoint, &range, &error);
  assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
  assert_int_equal(status, NQ_IO);
  assert_non_null(strstr(error.message, "full: cannot write: "));
  assert_int_equal(nq_checkpoint_append(checkpoint, &range, &error), NQ_IO);
  close_good(checkpoint);
  assert_int_equal(read_file(path, again, sizeof again), size);
  assert_memory_equal(again, text, size);
}

/* Change each byte in turn: in the last line the line is dropped, elsewhere it is an error of that
 * line. */
static void damage_is_named(void **state) {
  (void)state;
  char text[2000] = "", place[100];
  const char *path = in_folder("damaged");
  write_records(path, three, 3);
  size_t size = read_file(path, text, sizeof text), line = 1;
  size_t last = size - 1;
  while (text[last - 1] != '\n') last--;
  for (size_t i = 0; i + 1 < size; i++) {
    char byte = text[i];
    text[i] ^= 1;
    write_file(path, text, size);
    text[i] = byte;
    nq_error error;
    if (i + 1 >= last) { /* without the end before it, the last line is that line with this one */
      uint64_t dropped;
      nq_checkpoint *checkpoint = open_good(path, &dropped);
      assert_int_equal(dropped, i < last ? 3 : 4);
      close_good(checkpoint);
    } else {
      assert_int_equal(open_status(path, plan, &error), NQ_BAD_FORMAT);
      snprintf(place, sizeof place, "damaged:%zu: ", line);
      assert_non_null(strstr(error.message, place));
      assert_int_equal(error.line, line);
      char again[2000];
      assert_int_equal(read_file(path, again, sizeof again), size); /* unchanged */
    }
    if (byte == '\n') line++;
  }
}

static void other_files_are_refused(void **state) {
  (void)state;
  static const struct {
    const char *text, *says;
  } headers[] = {
      {"nqueens-count format 3 numbering 1 n 12 units 252", "format 3"},
      {"nqueens-count format 1 numbering 1 n 13 units 252", "for n = 13, not for n = 12"},
      {"nqueens-count format 1 numbering 0 n 12 units 252", "units in numbering 0"},
      {"nqueens-count format 1 numbering 1 n 12 units 251", "251 units"},
      {"nqueens-count format 1 numbering 1 n 12 units 252 more", "not the header"},
      {"nqueens-what format 1 numbering 1 n 12 units 252", "not the header"},
  };
  const char *path = in_folder("other");
  char line[300] = "";
  nq_error error;
  for (size_t i = 0; i < sizeof headers / sizeof *headers; i++) {
    write_file(path, line, seal(line, sizeof line, headers[i].text));
    assert_int_equal(open_status(path, plan, &error), NQ_BAD_FORMAT);
    assert_non_null(strstr(error.message, headers[i].says));
  }
  static const char *const texts[] = {"n", "nqueens-count format 1 numbering 9", "dear diary\n",
                                      "dear diary"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    char again[100];
    write_file(path, texts[i], strlen(texts[i]));
    if (i == 0) continue; /* may be a torn header */
    assert_int_equal(open_status(path, plan, &error), NQ_BAD_FORMAT);
    read_file(path, again, sizeof again);
    assert_string_equal(again, texts[i]);
  }
  assert_int_equal(open_status(folder, plan, &error), NQ_IO);
  assert_int_equal(open_status(in_folder("no/such/folder"), plan, &error), NQ_IO);
}

static void bad_records_are_refused(void **state) {
  (void)state;
  static const char *const records[] = {
      "done 5 5 count 1 milliseconds 0", "done 5 4 count 1 milliseconds 0",
      "done 0 253 count 1 milliseconds 0", "done 0 2 count 1 milliseconds 0 more"};
  char text[1000] = "";
  nq_error error;
  const char *path = in_folder("records");
  for (size_t i = 0; i < sizeof records / sizeof *records; i++) {
    size_t size = seal(text, sizeof text, "nqueens-count format 1 numbering 1 n 12 units 252");
    size += seal(text + size, sizeof text - size, records[i]);
    size += seal(text + size, sizeof text - size, "done 8 9 count 1 milliseconds 0");
    write_file(path, text, size);
    assert_int_equal(open_status(path, plan, &error), NQ_BAD_FORMAT);
    assert_int_equal(error.line, 2);
  }
  static const uint64_t twice[] = {0, 10, 50, 60, 9, 12};
  write_records(path, twice, 3);
  assert_int_equal(open_status(path, plan, &error), NQ_BAD_FORMAT);
  assert_non_null(strstr(error.message, "records:4: the record overlaps the record of line 2"));
}

/* Records with a right checksum that this program cannot have written. */
static void forged_records_are_named(void **state) {
  (void)state;
  static const struct {
    const char *record[2];
    size_t line;
    const char *says;
  } cases[] = {
      {{"done 0 8 count 18446744073709551615 milliseconds 0"}, 2, "at most 14200"},
      {{"done 0 8 count 14201 milliseconds 0"}, 2, "counts 14201 solutions"},
      {{"done 0 8 count -5 milliseconds 0"}, 2, "'done 0 8 count -5 milliseconds 0' is not a"},
      {{"done 0 8 count 18446744073709551616 milliseconds 0"}, 2, "counts 18446744073709551616"},
      {{"done 0 8 count 340282366920938463463374607431768211456 milliseconds 0"},
       2,
       "is not a record of n = 12"},
      {{"done 0 8 n 13 count 1 milliseconds 0 path avx2 version 0.2.0"},
       2,
       "the record is of n = 13, not of n = 12"},
      {{"done 0 8 n 12 count 1 milliseconds 0 path avx2"}, 2, "is not a record"},
      {{"done 0 18446744073709551617 count 1 milliseconds 0"}, 2, "the units 0 to 251"},
      {{"done -1 8 count 1 milliseconds 0"}, 2, "is not a record"},
      {{"done 0 8 count 1 milliseconds -1"}, 2, "is not a record"},
      {{"done 00 8 count 1 milliseconds 0"}, 2, "is not a record"},
      {{"done 8 9 count 7200 milliseconds 0", "done 0 8 count 7001 milliseconds 0"},
       2,
       "more than the 14200"},
  };
  const char *path = in_folder("forged");
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[1000] = "", place[40];
    nq_error error = {0};
    size_t size = seal(text, sizeof text, "nqueens-count format 1 numbering 1 n 12 units 252");
    for (size_t j = 0; j < 2 && cases[i].record[j] != NULL; j++)
      size += seal(text + size, sizeof text - size, cases[i].record[j]);
    write_file(path, text, size);
    snprintf(place, sizeof place, "forged:%zu: ", cases[i].line);
    for (int merge = 0; merge < 2; merge++) {
      nq_checkpoint_audit audit;
      nq_status status = merge ? nq_checkpoint_read(plan, &path, 1, true, &audit, &error)
                               : open_status(path, plan, &error);
      assert_int_equal(status, NQ_BAD_FORMAT);
      if (strstr(error.message, place) == NULL || strstr(error.message, cases[i].says) == NULL)
        fail_msg("case %zu: %s", i, error.message);
    }
  }
  /* All units, but a sum that is not the known one. */
  static const uint64_t all[] = {0, 252};
  const char *whole = in_folder("all");
  nq_checkpoint_audit audit;
  nq_error error = {0};
  write_records(whole, all, 1);
  assert_int_equal(nq_checkpoint_read(plan, &whole, 1, true, &audit, &error), NQ_BAD_FORMAT);
  assert_non_null(strstr(error.message, "add up to 100 solutions, but n = 12 has 14200"));
}

/* Files of version 0.1 are read and continued; a new file has no records of the old kind. */
static void old_files_are_continued(void **state) {
  (void)state;
  static const char *const headers[] = {"nqueens-count format 1 numbering 1 n 12 units 252",
                                        "nqueens-count format 2 numbering 1 n 12 units 252"};
  const char *path = in_folder("old");
  for (size_t i = 0; i < 2; i++) {
    char text[2000] = "", again[2000];
    nq_error error = {0};
    size_t size = seal(text, sizeof text, headers[i]);
    size += seal(text + size, sizeof text - size, "done 0 8 count 11 milliseconds 7");
    size += seal(text + size, sizeof text - size, "done 8 9 count 2 milliseconds 1");
    write_file(path, text, size);
    if (i == 1) {
      assert_int_equal(open_status(path, plan, &error), NQ_BAD_FORMAT);
      assert_non_null(strstr(error.message, "old:2: 'done 0 8 count 11 milliseconds 7' is not"));
      continue;
    }
    nq_checkpoint *checkpoint = open_good(path, NULL);
    nq_count_range range = {.begin = 60, .end = 61, .count = 7, .path = "avx2"};
    assert_int_equal(nq_checkpoint_append(checkpoint, &range, &error), NQ_OK);
    close_good(checkpoint);
    read_file(path, again, sizeof again);
    assert_memory_equal(again, text, size);
    assert_non_null(strstr(again + size,
                           "done 60 61 n 12 count 7 milliseconds 0 path avx2 version " NQ_VERSION
                           " crc "));
    nq_checkpoint_audit audit;
    assert_int_equal(nq_checkpoint_read(plan, &path, 1, true, &audit, &error), NQ_OK);
    assert_int_equal(audit.sum.count, 20);
    assert_int_equal(audit.records.count, 3);
    nq_checkpoint_audit_release(&audit);
  }
}

/* Records of n = 29 whose sum is over 2^64, and over any number of solutions. */
static void sums_do_not_wrap(void **state) {
  (void)state;
  nq_count_plan *large;
  nq_error error = {0};
  assert_int_equal(nq_count_plan_new(29, &large, &error), NQ_OK);
  const char *path = in_folder("wide");
  char text[2000] = "";
  remove(path);
  nq_checkpoint *checkpoint;
  assert_int_equal(nq_checkpoint_open(path, large, &checkpoint, NULL, &error), NQ_OK);
  for (uint64_t i = 0; i < 3; i++) {
    nq_count_range range = {.begin = i, .end = i + 1, .count = UINT64_MAX - i, .count_high = i};
    assert_int_equal(nq_checkpoint_append(checkpoint, &range, &error), NQ_OK);
  }
  nq_count_range wanted = {.begin = 0, .end = 3}, done, *missing;
  size_t count;
  assert_int_equal(nq_checkpoint_rest(checkpoint, &wanted, &done, &missing, &count, &error), NQ_OK);
  free(missing);
  assert_int_equal(count, 0);
  assert_int_equal(done.count_high, 5); /* 3 (2^64 - 1) - 3 + 3 * 2^64 */
  assert_int_equal(done.count, UINT64_MAX - 5);
  close_good(checkpoint);
  size_t size = read_file(path, text, sizeof text);
  assert_non_null(strstr(text, "count 55340232221128654845 "));
  assert_int_equal(open_status(path, large, &error), NQ_OK);
  /* 29! is 8841761993739701954543616000000. */
  static const char *const counts[] = {"8841761993739701954543616000000",
                                       "8841761993739701954543616000001",
                                       "340282366920938463463374607431768211455"};
  for (size_t i = 0; i < 3; i++) {
    char record[200];
    snprintf(record, sizeof record, "done 9 10 n 29 count %s milliseconds 1 path avx2 version 1",
             counts[i]);
    write_file(path, text, size + seal(text + size, sizeof text - size, record));
    assert_int_equal(open_status(path, large, &error), NQ_BAD_FORMAT);
    assert_non_null(strstr(error.message, i == 0 ? "wide:5: the record of units 9 to 9 counts"
                                                 : "but n = 29 has at most 8841761993739701"));
    assert_non_null(strstr(error.message, counts[i]));
  }
  nq_count_plan_free(large);
}

/* A large file is refused, or its torn end skipped, in little memory. */
static void large_files_take_little_memory(void **state) {
  (void)state;
  const off_t large = (off_t)1 << 26;
  char text[1000] = "";
  const char *path = in_folder("large");
  nq_error error = {0};
  struct rusage before, after;
  assert_int_equal(getrusage(RUSAGE_SELF, &before), 0);
  for (int headed = 0; headed < 2; headed++) {
    size_t size = seal(text, sizeof text, "nqueens-count format 1 numbering 1 n 12 units 252");
    write_file(path, text, headed ? size : 0);
    assert_int_equal(truncate(path, large), 0);
    uint64_t dropped = 0;
    nq_checkpoint *checkpoint;
    nq_status status = nq_checkpoint_open(path, plan, &checkpoint, &dropped, &error);
    assert_int_equal(status, headed ? NQ_OK : NQ_BAD_FORMAT);
    if (!headed) continue;
    assert_int_equal(dropped, 2);
    close_good(checkpoint);
  }
  remove(path);
  assert_int_equal(getrusage(RUSAGE_SELF, &after), 0);
  assert_true(after.ru_maxrss - before.ru_maxrss < 32 << 10); /* KiB */
}

static void one_writer_at_a_time(void **state) {
  (void)state;
  const char *path = in_folder("locked");
  nq_checkpoint *checkpoint = open_good(path, NULL);
  pid_t child = fork(); /* locks are a process's own */
  assert_true(child >= 0);
  if (child == 0) {
    nq_checkpoint *second;
    nq_error error;
    _exit(nq_checkpoint_open(path, plan, &second, NULL, &error) == NQ_IO ? 0 : 1);
  }
  int status;
  assert_int_equal(waitpid(child, &status, 0), child);
  assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  close_good(checkpoint);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(tells_the_rest),
      cmocka_unit_test(torn_line_is_dropped),
      cmocka_unit_test(full_disk_keeps_the_file_whole),
      cmocka_unit_test(damage_is_named),
      cmocka_unit_test(other_files_are_refused),
      cmocka_unit_test(bad_records_are_refused),
      cmocka_unit_test(forged_records_are_named),
      cmocka_unit_test(old_files_are_continued),
      cmocka_unit_test(sums_do_not_wrap),
      cmocka_unit_test(large_files_take_little_memory),
      cmocka_unit_test(one_writer_at_a_time),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}

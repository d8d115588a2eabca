/* Checkpoints: continuing, torn and damaged files, other counts, merging. */
#include "ledger/checkpoint.h"

#include <inttypes.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <zlib.h>
#include <cmocka.h>

enum { N = 12 };

static char folder[200];
static nq_count_plan *plan; /* of N */

static const char *in_folder(const char *name) {
  static char path[4][300];
  static unsigned turn;
  char *next = path[turn++ % 4];
  snprintf(next, sizeof path[0], "%s/%s", folder, name);
  return next;
}

static void write_file(const char *path, const char *text, size_t size) {
  FILE *file = fopen(path, "wb");
  assert_non_null(file);
  assert_int_equal(fwrite(text, 1, size, file), size);
  assert_int_equal(fclose(file), 0);
}

static size_t read_file(const char *path, char *text, size_t room) {
  FILE *file = fopen(path, "rb");
  assert_non_null(file);
  size_t size = fread(text, 1, room - 1, file);
  text[size] = '\0';
  fclose(file);
  return size;
}

static nq_checkpoint *open_good(const char *path, uint64_t *dropped) {
  nq_checkpoint *checkpoint;
  nq_error error;
  assert_int_equal(nq_checkpoint_open(path, plan, &checkpoint, dropped, &error), NQ_OK);
  return checkpoint;
}

static void close_good(nq_checkpoint *checkpoint) {
  nq_error error;
  assert_int_equal(nq_checkpoint_close(checkpoint, &error), NQ_OK);
}

/* A file with a record for each pair of `bounds`, of count 100 + its begin. */
static void write_records(const char *path, const uint64_t *bounds, size_t records) {
  remove(path);
  nq_checkpoint *checkpoint = open_good(path, NULL);
  for (size_t i = 0; i < records; i++) {
    nq_count_range range = {bounds[2 * i], bounds[2 * i + 1], 100 + bounds[2 * i], 0.25,
                            .path = "portable"};
    nq_error error;
    assert_int_equal(nq_checkpoint_append(checkpoint, &range, &error), NQ_OK);
  }
  close_good(checkpoint);
}

static nq_status open_status(const char *path, const nq_count_plan *other, nq_error *error) {
  nq_checkpoint *checkpoint;
  nq_status status = nq_checkpoint_open(path, other, &checkpoint, NULL, error);
  if (status == NQ_OK)
    close_good(checkpoint);
  else
    assert_null(checkpoint);
  return status;
}

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

/* A line with its checksum. */
static size_t seal(char *line, size_t room, const char *text) {
  unsigned long crc = crc32(0, (const Bytef *)text, (uInt)strlen(text));
  return (size_t)snprintf(line, room, "%s crc %08lx\n", text, crc);
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
      nq_status status = merge ? nq_checkpoint_merge(plan, &path, 1, &audit, &error)
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
  assert_int_equal(nq_checkpoint_merge(plan, &whole, 1, &audit, &error), NQ_BAD_FORMAT);
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
    assert_int_equal(nq_checkpoint_merge(plan, &path, 1, &audit, &error), NQ_OK);
    assert_int_equal(audit.sum.count, 20);
    assert_int_equal(audit.records, 3);
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
  const off_t large = (off_t)1 << 30;
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
  assert_true(after.ru_maxrss - before.ru_maxrss < 128 << 10); /* KiB */
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

/* ---- Joining ---- */

enum { MANY_N = 22, MANY = 15000, JOINED_UNITS = 17 /* 176870 units / 10000 */ };

static size_t count_lines(const char *path) {
  FILE *file = fopen(path, "rb");
  assert_non_null(file);
  size_t lines = 0;
  for (int c; (c = getc(file)) != EOF;) lines += c == '\n';
  fclose(file);
  return lines;
}

static nq_count_plan *many_plan(void) {
  nq_count_plan *many;
  assert_int_equal(nq_count_plan_new(MANY_N, &many, NULL), NQ_OK);
  return many;
}

/* Append units begin .. end - 1 one by one, of count 2 * unit, in the order of eight threads. */
static nq_status append_units(nq_checkpoint *checkpoint, uint64_t begin, uint64_t end,
                              const char *path) {
  nq_status status = NQ_OK;
  for (uint64_t i = begin; i < end && status == NQ_OK; i++) {
    uint64_t unit = (i - begin) / 8 * 8 + 8 <= end - begin ? i ^ (begin % 8 == 0 ? 7 : 0) : i;
    nq_count_range range = {.begin = unit, .end = unit + 1, .count = 2 * unit, .seconds = 0.001};
    snprintf(range.path, sizeof range.path, "%s", path);
    status = nq_checkpoint_append(checkpoint, &range, NULL);
  }
  return status;
}

/* The records of a file, which has the units 0 .. at least `least` - 1 once. */
static void audit_units(const nq_count_plan *many, const char *path, uint64_t least,
                        nq_checkpoint_audit *audit) {
  assert_int_equal(nq_checkpoint_merge(many, &path, 1, audit, NULL), NQ_OK);
  for (size_t i = 0; i < audit->flaw_count; i++) {
    assert_false(audit->flaws[i].overlap);
    assert_true(audit->flaws[i].begin >= least);
  }
}

static void neighbours_are_joined(void **state) {
  (void)state;
  nq_count_plan *many = many_plan();
  nq_checkpoint *checkpoint;
  nq_checkpoint_audit audit;
  nq_error error;
  char text[4000];
  const char *path = in_folder("joined");
  size_t size = seal(text, sizeof text, "nqueens-count format 1 numbering 1 n 22 units 176870");
  size += seal(text + size, sizeof text - size, "done 0 8 count 56 milliseconds 7");
  size += seal(text + size, sizeof text - size,
               "done 8 16 n 22 count 184 milliseconds 7 path avx2 version 0.0.9");
  size += seal(text + size, sizeof text - size,
               "done 16 24 n 22 count 312 milliseconds 7 path later version 9.0.0");
  write_file(path, text, size);
  assert_int_equal(nq_checkpoint_open(path, many, &checkpoint, NULL, &error), NQ_OK);
  assert_int_equal(append_units(checkpoint, 24, 8000, "avx2"), NQ_OK);
  assert_int_equal(append_units(checkpoint, 8000, MANY, "portable"), NQ_OK);
  assert_int_equal(append_units(checkpoint, MANY + 8, MANY + 16, "portable"), NQ_OK); /* a gap */
  pid_t child = fork(); /* the new file is locked */
  if (child == 0) _exit(open_status(path, many, &error) == NQ_IO ? 0 : 1);
  int status;
  assert_int_equal(waitpid(child, &status, 0), child);
  assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  nq_count_range wanted = {.begin = 0, .end = MANY + 16}, done, *missing;
  size_t count;
  assert_int_equal(nq_checkpoint_rest(checkpoint, &wanted, &done, &missing, &count, &error), NQ_OK);
  assert_int_equal(count, 1);
  assert_int_equal(missing[0].begin, MANY);
  free(missing);
  close_good(checkpoint);
  assert_true(count_lines(path) < 2 * MANY / JOINED_UNITS + 1000);
  read_file(path, text, sizeof text);
  assert_memory_equal(text, "nqueens-count format 1 numbering 1 n 22 ", 40);
  assert_non_null(strstr(text, "\ndone 0 8 count 56 milliseconds 7 crc "));
  assert_non_null(
      strstr(text, "\ndone 8 16 n 22 count 184 milliseconds 7 path avx2 version 0.0.9"));
  assert_non_null(strstr(text, " path later version 9.0.0 crc "));
  assert_non_null(strstr(text, "\ndone 24 41 n 22 count 1088 milliseconds 17 path avx2 version "));
  audit_units(many, path, MANY, &audit);
  assert_int_equal(audit.counted, MANY + 8);
  assert_int_equal(audit.sum.count, done.count);
  assert_int_equal(done.count, (uint64_t)MANY * (MANY - 1) + UINT64_C(16) * MANY + 184);
  assert_true(done.seconds > 14.99 && done.seconds < 15.01);
  nq_checkpoint_audit_release(&audit);
  nq_count_plan_free(many);
}

/* Without a place for a new file the records are only appended. */
static void records_that_cannot_be_joined_stay(void **state) {
  (void)state;
  nq_count_plan *many = many_plan();
  nq_checkpoint *checkpoint;
  nq_checkpoint_audit audit;
  struct rlimit limit;
  const char *path = in_folder("joined");
  remove(path);
  assert_int_equal(nq_checkpoint_open(path, many, &checkpoint, NULL, NULL), NQ_OK);
  assert_int_equal(getrlimit(RLIMIT_NOFILE, &limit), 0);
  struct rlimit none = {.rlim_cur = 0, .rlim_max = limit.rlim_max};
  assert_int_equal(setrlimit(RLIMIT_NOFILE, &none), 0);
  nq_status status = append_units(checkpoint, 0, 1500, "avx2");
  assert_int_equal(setrlimit(RLIMIT_NOFILE, &limit), 0);
  assert_int_equal(status, NQ_OK);
  assert_int_equal(count_lines(path), 1501);
  assert_int_equal(append_units(checkpoint, 1504, 2504, "avx2"), NQ_OK); /* and later */
  close_good(checkpoint);
  assert_true(count_lines(path) < 1000);
  audit_units(many, path, 1500, &audit);
  assert_int_equal(audit.counted, 2500);
  nq_checkpoint_audit_release(&audit);
  nq_count_plan_free(many);
}

/* A process killed at any moment, most of which it spends joining, loses no record. */
static void kills_while_joining_lose_nothing(void **state) {
  (void)state;
  nq_count_plan *many = many_plan();
  nq_checkpoint *checkpoint;
  nq_checkpoint_audit audit;
  const char *path = in_folder("joined");
  uint64_t next = 0, told;
  remove(path);
  for (unsigned round = 0; round < 8; round++) {
    int ends[2], status;
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
      if (nq_checkpoint_open(path, many, &checkpoint, NULL, NULL) != NQ_OK) _exit(1);
      for (uint64_t i = next; append_units(checkpoint, i, i + 1, "avx2") == NQ_OK; i++)
        if (write(ends[1], &i, sizeof i) != (ssize_t)sizeof i) break;
      _exit(1);
    }
    close(ends[1]);
    /* A pipe holds some thousand numbers: read while the child works. */
    uint64_t most = next + 500 + 997 * round % 3000;
    while (next < most && read(ends[0], &told, sizeof told) == (ssize_t)sizeof told)
      next = told + 1;
    assert_int_equal(kill(child, SIGKILL), 0);
    while (read(ends[0], &told, sizeof told) == (ssize_t)sizeof told) next = told + 1;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status));
    close(ends[0]);
    audit_units(many, path, next, &audit);
    next = audit.counted; /* at most one more than it could report */
    assert_int_equal(audit.flaw_count, 1);
    nq_checkpoint_audit_release(&audit);
  }
  assert_true(next > 8000);
  assert_true(count_lines(path) < 2 * next / JOINED_UNITS + 1000);
  nq_count_plan_free(many);
}

/* ---- Complete counts ------------------------------------------------------------------------ */

typedef struct interruption {
  nq_checkpoint *checkpoint;
  uint32_t records_left;
} interruption;

static nq_status record(void *context, const nq_count_range *range, nq_error *error) {
  interruption *here = context;
  if (here->records_left == 0) return nq_error_set(error, NQ_IO, "stopped");
  here->records_left--;
  return nq_checkpoint_append(here->checkpoint, range, error);
}

/* Count a slice into a file, interrupted after every other record until it is done. */
static uint64_t count_in_pieces(const char *path, uint64_t k, uint64_t m, uint32_t threads) {
  nq_count_range slice, done, *missing;
  nq_error error;
  nq_status status;
  uint64_t total = 0;
  assert_int_equal(nq_count_slice(plan, k, m, &slice, &error), NQ_OK);
  do {
    size_t count;
    nq_count_result result;
    interruption here = {open_good(path, NULL), 2};
    nq_count_options options = {.threads = threads, .record = record, .context = &here};
    assert_int_equal(nq_checkpoint_rest(here.checkpoint, &slice, &done, &missing, &count, &error),
                     NQ_OK);
    status = nq_count_run(plan, missing, count, &options, &result, &error);
    total = done.count + result.count;
    free(missing);
    close_good(here.checkpoint);
  } while (status != NQ_OK);
  return total;
}

static void interrupted_counts_go_on(void **state) {
  (void)state;
  remove(in_folder("pieces"));
  assert_int_equal(count_in_pieces(in_folder("pieces"), 0, 1, 2), 14200);
  assert_int_equal(count_in_pieces(in_folder("pieces"), 0, 1, 1), 14200); /* all from the file */
}

static void slices_merge(void **state) {
  (void)state;
  const char *paths[3];
  nq_checkpoint_audit audit;
  nq_error error;
  char text[1000] = "";
  for (uint64_t k = 0; k < 3; k++) {
    char name[20];
    snprintf(name, sizeof name, "slice%" PRIu64, k);
    paths[k] = in_folder(name);
    count_in_pieces(paths[k], k, 3, 1);
  }
  assert_int_equal(nq_checkpoint_merge(plan, paths, 3, &audit, &error), NQ_OK);
  assert_int_equal(audit.flaw_count, 0);
  assert_int_equal(audit.counted, 252);
  assert_int_equal(audit.sum.count, 14200);
  nq_checkpoint_audit_release(&audit);
  const char *two[] = {paths[0], paths[2]};
  assert_int_equal(nq_checkpoint_merge(plan, two, 2, &audit, &error), NQ_OK);
  assert_int_equal(audit.flaw_count, 1);
  nq_checkpoint_flaw_describe(&audit.flaws[0], two, text, sizeof text);
  assert_string_equal(text, "units 84 to 167 are missing");
  nq_checkpoint_audit_release(&audit);
  const char *same[] = {paths[0], paths[0]};
  assert_int_equal(nq_checkpoint_merge(plan, same, 2, &audit, &error), NQ_OK);
  assert_int_equal(audit.counted, 84);
  assert_true(audit.flaw_count > 1 && audit.flaws[0].overlap);
  nq_checkpoint_audit_release(&audit);
}

static void merging_names_flaws(void **state) {
  (void)state;
  static const uint64_t first[] = {10, 30, 50, 60, 100, 252}, second[] = {20, 22, 25, 55, 5, 8};
  const char *paths[] = {in_folder("first"), in_folder("second")};
  write_records(paths[0], first, 3);
  write_records(paths[1], second, 3);
  nq_checkpoint_audit audit;
  nq_error error;
  assert_int_equal(nq_checkpoint_merge(plan, paths, 2, &audit, &error), NQ_OK);
  static const struct {
    uint64_t begin, end;
    bool overlap;
    uint64_t line[2];
  } expected[] = {{0, 5, false, {0, 0}},  {8, 10, false, {0, 0}}, {20, 22, true, {2, 2}},
                  {25, 30, true, {2, 3}}, {50, 55, true, {3, 3}}, {60, 100, false, {0, 0}}};
  assert_int_equal(audit.flaw_count, sizeof expected / sizeof *expected);
  for (size_t i = 0; i < audit.flaw_count; i++) {
    assert_int_equal(audit.flaws[i].begin, expected[i].begin);
    assert_int_equal(audit.flaws[i].end, expected[i].end);
    assert_int_equal(audit.flaws[i].overlap, expected[i].overlap);
    assert_int_equal(audit.flaws[i].line[0] + audit.flaws[i].line[1],
                     expected[i].line[0] + expected[i].line[1]);
  }
  assert_int_equal(audit.counted, 3 + 50 + 152);
  assert_int_equal(audit.records, 6);
  char text[1000] = "";
  nq_checkpoint_flaw_describe(&audit.flaws[3], paths, text, sizeof text);
  assert_non_null(strstr(text, "units 25 to 29 are in "));
  assert_non_null(strstr(text, "first:2 and in "));
  assert_non_null(strstr(text, "second:3"));
  nq_checkpoint_audit_release(&audit);
}

static void merging_refuses_bad_files(void **state) {
  (void)state;
  const char *paths[] = {in_folder("first"), in_folder("absent")};
  nq_checkpoint_audit audit;
  nq_error error;
  assert_int_equal(nq_checkpoint_merge(plan, paths, 2, &audit, &error), NQ_IO);
  write_file(paths[1], "", 0);
  assert_int_equal(nq_checkpoint_merge(plan, paths, 2, &audit, &error), NQ_BAD_FORMAT);
  nq_count_plan *other;
  assert_int_equal(nq_count_plan_new(N + 1, &other, &error), NQ_OK);
  assert_int_equal(nq_checkpoint_merge(other, paths, 1, &audit, &error), NQ_BAD_FORMAT);
  assert_non_null(strstr(error.message, "first:1: "));
  nq_count_plan_free(other);
}

static int set_up(void **state) {
  (void)state;
  const char *temporary = getenv("TMPDIR");
  snprintf(folder, sizeof folder, "%s/nq-checkpoint-XXXXXX", temporary ? temporary : "/tmp");
  nq_error error;
  return mkdtemp(folder) != NULL && nq_count_plan_new(N, &plan, &error) == NQ_OK ? 0 : -1;
}

static int tear_down(void **state) {
  (void)state;
  static const char *const names[] = {"rest",    "whole",  "torn",   "damaged", "other",
                                      "records", "forged", "all",    "full",    "locked",
                                      "pieces",  "slice0", "slice1", "slice2",  "first",
                                      "second",  "absent", "old",    "wide",    "joined"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) remove(in_folder(names[i]));
  nq_count_plan_free(plan);
  return rmdir(folder);
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
      cmocka_unit_test(neighbours_are_joined),
      cmocka_unit_test(records_that_cannot_be_joined_stay),
      cmocka_unit_test(kills_while_joining_lose_nothing),
      cmocka_unit_test(interrupted_counts_go_on),
      cmocka_unit_test(slices_merge),
      cmocka_unit_test(merging_names_flaws),
      cmocka_unit_test(merging_refuses_bad_files),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}

/* Records of checkpoints are joined; complete counts from checkpoints, and merging. */
#include "checkpoints.h"
#include "ledger/ledger.h"

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
#include <cmocka.h>

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
  assert_int_equal(nq_checkpoint_read(many, &path, 1, true, audit, NULL), NQ_OK);
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
  char part[TEMPORARY_ROOM + 60];
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
    snprintf(part, sizeof part, "%s/.nqueens-%ld-0.part", folder, (long)child);
    remove(part); /* had it its name already, but had not replaced the file */
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
  assert_int_equal(nq_checkpoint_read(plan, paths, 3, true, &audit, &error), NQ_OK);
  assert_int_equal(audit.flaw_count, 0);
  assert_int_equal(audit.counted, 252);
  assert_int_equal(audit.sum.count, 14200);
  nq_checkpoint_audit_release(&audit);
  const char *two[] = {paths[0], paths[2]};
  assert_int_equal(nq_checkpoint_read(plan, two, 2, true, &audit, &error), NQ_OK);
  assert_int_equal(audit.flaw_count, 1);
  nq_checkpoint_flaw_describe(&audit.flaws[0], two, text, sizeof text);
  assert_string_equal(text, "units 84 to 167 are missing");
  nq_checkpoint_audit_release(&audit);
  const char *same[] = {paths[0], paths[0]};
  assert_int_equal(nq_checkpoint_read(plan, same, 2, true, &audit, &error), NQ_OK);
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
  assert_int_equal(nq_checkpoint_read(plan, paths, 2, true, &audit, &error), NQ_OK);
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
  assert_int_equal(audit.records.count, 6);
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
  assert_int_equal(nq_checkpoint_read(plan, paths, 2, true, &audit, &error), NQ_IO);
  write_file(paths[1], "", 0);
  assert_int_equal(nq_checkpoint_read(plan, paths, 2, true, &audit, &error), NQ_BAD_FORMAT);
  nq_count_plan *other;
  assert_int_equal(nq_count_plan_new(N + 1, &other, &error), NQ_OK);
  assert_int_equal(nq_checkpoint_read(other, paths, 1, true, &audit, &error), NQ_BAD_FORMAT);
  assert_non_null(strstr(error.message, "first:1: "));
  nq_count_plan_free(other);
}

int main(void) {
  const struct CMUnitTest tests[] = {
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

/* Checkpoints of the count of n = 12, in a folder of their own. */
#ifndef NQ_TESTS_CHECKPOINTS_H
#define NQ_TESTS_CHECKPOINTS_H

#include "ledger/ledger.h"
#include "temporary.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>
#include <cmocka.h>

enum { N = 12 };

static char folder[TEMPORARY_ROOM];
static nq_count_plan *plan; /* of N */

static inline const char *in_folder(const char *name) {
  static char path[4][TEMPORARY_ROOM + 40];
  static unsigned turn;
  char *next = path[turn++ % 4];
  snprintf(next, sizeof path[0], "%s/%s", folder, name);
  return next;
}

static inline void write_file(const char *path, const char *text, size_t size) {
  FILE *file = fopen(path, "wb");
  assert_non_null(file);
  assert_int_equal(fwrite(text, 1, size, file), size);
  assert_int_equal(fclose(file), 0);
}

static inline size_t read_file(const char *path, char *text, size_t room) {
  FILE *file = fopen(path, "rb");
  assert_non_null(file);
  size_t size = fread(text, 1, room - 1, file);
  text[size] = '\0';
  fclose(file);
  return size;
}

static inline nq_checkpoint *open_good(const char *path, uint64_t *dropped) {
  nq_checkpoint *checkpoint;
  nq_error error;
  assert_int_equal(nq_checkpoint_open(path, plan, &checkpoint, dropped, &error), NQ_OK);
  return checkpoint;
}

static inline void close_good(nq_checkpoint *checkpoint) {
  nq_error error;
  assert_int_equal(nq_checkpoint_close(checkpoint, &error), NQ_OK);
}

/* A file with a record for each pair of `bounds`, of count 100 + its begin. */
static inline void write_records(const char *path, const uint64_t *bounds, size_t records) {
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

static inline nq_status open_status(const char *path, const nq_count_plan *other, nq_error *error) {
  nq_checkpoint *checkpoint;
  nq_status status = nq_checkpoint_open(path, other, &checkpoint, NULL, error);
  if (status == NQ_OK)
    close_good(checkpoint);
  else
    assert_null(checkpoint);
  return status;
}

/* A line with its checksum. */
static inline size_t seal(char *line, size_t room, const char *text) {
  unsigned long crc = crc32(0, (const Bytef *)text, (uInt)strlen(text));
  return (size_t)snprintf(line, room, "%s crc %08lx\n", text, crc);
}

static inline int set_up(void **state) {
  (void)state;
  nq_error error;
  temporary_name(folder);
  return mkdtemp(folder) != NULL && nq_count_plan_new(N, &plan, &error) == NQ_OK ? 0 : -1;
}

static inline int tear_down(void **state) {
  (void)state;
  static const char *const names[] = {"rest",    "whole",  "torn",   "damaged", "other",
                                      "records", "forged", "all",    "full",    "locked",
                                      "pieces",  "slice0", "slice1", "slice2",  "first",
                                      "second",  "absent", "old",    "wide",    "joined"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) remove(in_folder(names[i]));
  nq_count_plan_free(plan);
  return rmdir(folder);
}

#endif

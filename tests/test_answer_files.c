/* Answers that solvers gave (tests/answers), whole, cut short at every byte, with other line ends
 * and a byte order mark, and with a NUL byte: a cut one never becomes another board. */
#include "io.h"

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

#define N 8
#ifdef NQ_SANITIZED
#define STEP 5 /* bytes between two cuts: sanitizers make reading slow, and tell more of each */
#else
#define STEP 1
#endif
#define SEEN_MAX 100

typedef struct seen {
  unsigned count, errors;
  uint32_t n[SEEN_MAX];
  nq_answer answers[SEEN_MAX];
  uint32_t rows[SEEN_MAX][N];
} seen;

static char *read_bytes(const char *path, size_t *size) {
  FILE *file = fopen(path, "rb");
  assert_non_null(file);
  char *bytes = malloc(1 << 20);
  assert_non_null(bytes);
  *size = fread(bytes, 1, 1 << 20, file);
  assert_true(*size > 0 && *size < 1 << 20);
  fclose(file);
  return bytes;
}

/* The format that a file is named after where its content cannot decide it. */
static nq_format format_of(const char *name) {
  return strncmp(name, "judge", 5) == 0 ? NQ_FORMAT_JUDGE : NQ_FORMAT_AUTO;
}

static void collect(const char *name, const char *bytes, size_t size, uint32_t n, seen *found) {
  *found = (seen){0};
  int descriptor = io_bytes(bytes, size);
  nq_reader *reader = nq_reader_new(descriptor, format_of(name));
  assert_non_null(reader);
  if (n > 0) nq_reader_expect(reader, n);
  nq_board board = {0};
  for (;;) {
    uint64_t line;
    nq_error error = {0};
    nq_status status = nq_reader_next(reader, &board, &line, &error);
    if (status == NQ_END) break;
    assert_true(status == NQ_OK || status == NQ_NO_BOARD || status == NQ_BAD_FORMAT);
    if (status == NQ_BAD_FORMAT) found->errors++;
    if (status == NQ_BAD_FORMAT) continue;
    nq_check_report report = {0};
    nq_answer answer = nq_reader_answer(reader, &(uint32_t){0});
    if (status == NQ_OK) assert_int_equal(nq_check(board.rows, board.n, NULL, &report, NULL), 0);
    bool other_n = n > 0 && board.n != n;
    if (status == NQ_OK && (!report.valid || other_n)) answer = NQ_ANSWER_INVALID;
    assert_true(found->count < SEEN_MAX);
    if (answer == NQ_ANSWER_BOARD)
      memcpy(found->rows[found->count], board.rows, (board.n < N ? board.n : N) * sizeof(uint32_t));
    if (answer == NQ_ANSWER_BOARD) found->n[found->count] = board.n;
    found->answers[found->count++] = answer;
  }
  nq_board_release(&board);
  nq_reader_free(reader);
  close(descriptor);
}

static bool is_subset(const seen *part, const seen *whole) {
  for (unsigned i = 0; i < part->count; i++) {
    if (part->answers[i] == NQ_ANSWER_INVALID) continue;
    bool known = false;
    for (unsigned w = 0; w < whole->count; w++)
      known = known || (part->answers[i] == whole->answers[w] && part->n[i] == whole->n[w] &&
                        memcmp(part->rows[i], whole->rows[w], sizeof *part->rows) == 0);
    if (!known) return false;
  }
  return true;
}

/* Call `test` with every file; n is N where the answer does not determine it. */
static void each_file(void (*test)(const char *name, const char *bytes, size_t size, uint32_t n,
                                   const seen *whole)) {
  DIR *folder = opendir(NQ_SOURCE_ROOT "/tests/answers");
  assert_non_null(folder);
  unsigned files = 0;
  for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
    const char *name = entry->d_name;
    if (name[0] == '.' || strcmp(name, "README") == 0) continue;
    char path[1024];
    snprintf(path, sizeof path, NQ_SOURCE_ROOT "/tests/answers/%s", name);
    size_t size;
    char *bytes = read_bytes(path, &size);
    bool silent = strstr(name, "auxiliary") != NULL || strcmp(name, "sat-cryptominisat.txt") == 0;
    seen whole;
    collect(name, bytes, size, silent ? N : 0, &whole);
    test(name, bytes, size, silent ? N : 0, &whole);
    free(bytes);
    files++;
  }
  closedir(folder);
  assert_true(files > 50);
}

/* A file's name names its contents. */
static void expect_whole(const char *name, const char *bytes, size_t size, uint32_t n,
                         const seen *whole) {
  nq_answer answer = strstr(name, "unsat") != NULL     ? NQ_ANSWER_UNSATISFIABLE
                     : strstr(name, "unknown") != NULL ? NQ_ANSWER_UNKNOWN
                                                       : NQ_ANSWER_BOARD;
  bool mixed = strcmp(name, "z3py.txt") == 0; /* a verdict between boards */
  if (whole->errors != 0 || whole->count == 0) fail_msg("%s: %u errors", name, whole->errors);
  for (unsigned i = 0; i < whole->count && !mixed; i++)
    if (whole->answers[i] != answer) fail_msg("%s: answer %d", name, (int)whole->answers[i]);
  if (strstr(name, "several") != NULL) assert_true(whole->count > 1);
  seen found;
  collect(name, bytes, size, N, &found);
  if (n == 0 && memcmp(&found, whole, sizeof found) != 0) fail_msg("%s: not the same with n", name);
}

static void whole_files(void **state) {
  (void)state;
  each_file(expect_whole);
}

/* Rows alone on a line, or squares: without n, fewer of them are a smaller board. */
static bool tells_no_end(const char *name) {
  return strncmp(name, "judge", 5) == 0 || strcmp(name, "toulbar2-file.txt") == 0 ||
         strcmp(name, "ortools-picture.txt") == 0 || strncmp(name, "picture", 7) == 0 ||
         strcmp(name, "list-commas.txt") == 0 || strcmp(name, "chess.txt") == 0 ||
         strcmp(name, "values.txt") == 0;
}

static void expect_cut(const char *name, const char *bytes, size_t size, uint32_t n,
                       const seen *whole) {
  seen found;
  for (size_t cut = 0; cut < size; cut += STEP) {
    collect(name, bytes, cut, N, &found);
    if (!is_subset(&found, whole)) fail_msg("%s, cut to %zu bytes, n given", name, cut);
    if (found.count == 0) assert_true(found.errors > 0);
    if (n > 0 || tells_no_end(name)) continue;
    collect(name, bytes, cut, 0, &found);
    if (!is_subset(&found, whole)) fail_msg("%s, cut to %zu bytes", name, cut);
  }
}

static void cut_files(void **state) {
  (void)state;
  each_file(expect_cut);
}

/* Lines that end as on Windows, after a byte order mark. */
static void expect_windows(const char *name, const char *bytes, size_t size, uint32_t n,
                           const seen *whole) {
  char *other = malloc(2 * size + 3);
  assert_non_null(other);
  size_t length = 3;
  memcpy(other, "\xEF\xBB\xBF", 3);
  for (size_t i = 0; i < size; i++) {
    if (bytes[i] == '\n') other[length++] = '\r';
    other[length++] = bytes[i];
  }
  seen found;
  collect(name, other, length, n, &found);
  if (memcmp(&found, whole, sizeof found) != 0) fail_msg("%s with carriage returns", name);
  free(other);
}

static void windows_files(void **state) {
  (void)state;
  each_file(expect_windows);
}

/* A NUL byte in place of any other adds nothing. */
static void expect_nul(const char *name, const char *bytes, size_t size, uint32_t n,
                       const seen *whole) {
  char *other = malloc(size);
  assert_non_null(other);
  memcpy(other, bytes, size);
  (void)n;
  for (size_t i = 0; i < size; i += STEP) {
    seen found;
    other[i] = '\0';
    collect(name, other, size, N, &found);
    if (!is_subset(&found, whole)) fail_msg("%s with a NUL byte at %zu", name, i);
    other[i] = bytes[i];
  }
  free(other);
}

static void nul_bytes(void **state) {
  (void)state;
  each_file(expect_nul);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(whole_files),
      cmocka_unit_test(cut_files),
      cmocka_unit_test(windows_files),
      cmocka_unit_test(nul_bytes),
  };
  return cmocka_run_group_tests_name("answer_files", tests, NULL, NULL);
}

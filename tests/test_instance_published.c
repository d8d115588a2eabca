/* The instances that CSPLib publishes, where they are at hand: every file reads, and for n = 10
 * the excluded diagonals give the published verdicts.
 *
 * They are looked for in the folder that NQ_INSTANCES names, else in ../shared/instances. */
#include "io.h"
#include "sized.h"

#include <dirent.h>
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

#define DEFAULT_FOLDER NQ_SOURCE_ROOT "/../shared/instances"

static const char *instances_folder(void) {
  const char *folder = getenv("NQ_INSTANCES");
  return folder != NULL ? folder : DEFAULT_FOLDER;
}

/* The path of a file among the instances; skips the test without it. */
static const char *require_file(const char *name, char path[1000]) {
  snprintf(path, 1000, "%s/%s", instances_folder(), name);
  if (access(path, R_OK) == 0) return path;
  print_message("%s is missing\n", path);
  skip();
  return NULL;
}

/* A stream with the output of the command for the file. */
static FILE *open_command(const char *command, const char *path, const char *rest) {
  char line[1600];
  snprintf(line, sizeof line, "%s '%s' %s", command, path, rest);
  FILE *stream = popen(line, "r");
  assert_non_null(stream);
  return stream;
}

/* Unpack an archive into a new folder, whose name is the caller's. */
static void unpack(const char *archive, char folder[TEMPORARY_ROOM]) {
  char path[1000], rest[TEMPORARY_ROOM + 40];
  require_file(archive, path);
  temporary_name(folder);
  assert_non_null(mkdtemp(folder));
  snprintf(rest, sizeof rest, "-C %s --strip-components=%d", folder, archive[0] == 'd');
  assert_int_equal(pclose(open_command("tar -xzf", path, rest)), 0);
}

static nq_instance *read_named(const char *folder, const char *name, uint64_t first_diagonals) {
  char path[TEMPORARY_ROOM + 300];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *file = fopen(path, "r");
  assert_non_null(file);
  nq_error error = {0};
  nq_instance *instance = nq_instance_read(fileno(file), first_diagonals, &error);
  if (instance == NULL) fail_msg("%s:%" PRIu64 ": %s", name, error.line, error.message);
  fclose(file);
  return instance;
}

/* How often a byte occurs in a file. */
static size_t count_byte(const char *folder, const char *name, int wanted) {
  char path[TEMPORARY_ROOM + 300];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *file = fopen(path, "r");
  assert_non_null(file);
  size_t count = 0;
  for (int byte; (byte = getc(file)) != EOF;) count += byte == wanted;
  fclose(file);
  return count;
}

static void remove_folder(const char *folder) {
  char command[TEMPORARY_ROOM + 10];
  snprintf(command, sizeof command, "rm -r %s", folder);
  assert_int_equal(system(command), 0);
}

/* Read every file of an archive: n as in its name, and as many items as it has pairs. */
static void read_archive(const char *archive, size_t expected_files) {
  char folder[TEMPORARY_ROOM];
  unpack(archive, folder);
  DIR *directory = opendir(folder);
  assert_non_null(directory);
  size_t files = 0;
  for (struct dirent *entry; (entry = readdir(directory)) != NULL;) {
    const char *name = entry->d_name, *number = name + strcspn(name, "0123456789");
    if (name[0] == '.') continue;
    files++;
    nq_instance *instance = read_named(folder, name, UINT64_MAX);
    size_t pairs = count_byte(folder, name, '[') - 1;
    assert_int_equal(nq_instance_n(instance), strtoul(number, NULL, 10));
    assert_int_equal(nq_instance_placed_count(instance), 0);
    assert_int_equal(nq_instance_blocked_count(instance) + nq_instance_excluded_count(instance),
                     pairs);
    assert_true(pairs > 0);
    nq_instance_free(instance);
  }
  closedir(directory);
  assert_int_equal(files, expected_files);
  remove_folder(folder);
}

static void reads_every_file(void **state) {
  (void)state;
  read_archive("diag-8.tar.gz", 1000);
  read_archive("diag-10.tar.gz", 1000);
  read_archive("diag-12.tar.gz", 1000);
  read_archive("diag-14.tar.gz", 1000);
  read_archive("blocked-asp-28-48.tar.gz", 200);
}

/* Depth first, from the left. */
static bool can_complete(const nq_instance *instance, uint32_t *rows, uint32_t column) {
  uint32_t n = nq_instance_n(instance);
  if (column == n) return true;
  for (uint32_t row = 0; row < n; row++) {
    bool open = nq_instance_allows(instance, column, row);
    for (uint32_t other = 0; other < column && open; other++)
      open = rows[other] != row && rows[other] + other != row + column &&
             rows[other] + column != row + other;
    rows[column] = row;
    if (open && can_complete(instance, rows, column + 1)) return true;
  }
  return false;
}

static void agrees_with_verdicts(void **state) {
  (void)state;
  char folder[TEMPORARY_ROOM], line[100], path[1000];
  require_file("diag-10-12-14.verdicts.txt.gz", path);
  unpack("diag-10.tar.gz", folder);
  FILE *verdicts = open_command("gzip -dc", path, "");
  size_t cases = 0;
  while (fgets(line, sizeof line, verdicts) != NULL) {
    unsigned n, first, k, seed, solvable;
    if (sscanf(line, "%u %u %u %u %u", &n, &first, &k, &seed, &solvable) != 5 || n != 10) continue;
    if (seed % sized(5, 1) != 0) continue;
    char name[64];
    snprintf(name, sizeof name, "diag-10-%u-%u.param", k, seed);
    nq_instance *instance = read_named(folder, name, first);
    uint32_t rows[10];
    if (can_complete(instance, rows, 0) != (solvable == 1)) fail_msg("%s, first %u", name, first);
    nq_instance_free(instance);
    cases++;
  }
  assert_int_equal(pclose(verdicts), 0);
  assert_int_equal(cases, sized(2400, 12000));
  remove_folder(folder);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(reads_every_file),
      cmocka_unit_test(agrees_with_verdicts),
  };
  return cmocka_run_group_tests_name("instance_published", tests, NULL, NULL);
}

/* Files that other processes check: what is sent of the job, and the end of a unit. */
#include "cli/check/checker.h"
#include "cli/commands.h"
#include "temporary.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#define BOARDS 100000

/* A job about one file, whose parts are at other addresses each time. */
static nq_bytes pack(char *file, const nq_instance *instance) {
  cli_check_options *options = malloc(sizeof *options);
  char **files = malloc(sizeof *files), *variable = strdup("x");
  cli_progress *progress = malloc(sizeof *progress);
  assert_true(options != NULL && files != NULL && variable != NULL && progress != NULL);
  memset(options, 0xa5, sizeof *options);
  options->json = options->quiet = options->typical = false;
  options->n = 4;
  options->memory = 0;
  options->variable = variable;
  files[0] = file;
  const cli_check_job job = {.checker = {.options = options,
                                         .instance = instance,
                                         .n = 4,
                                         .out = stdout,
                                         .progress = progress,
                                         .together = 2},
                             .files = files,
                             .file_count = 1};
  nq_bytes bytes = {0};
  cli_check_work.pack_job(&job, &bytes);
  assert_false(bytes.failed);
  memset(options, 0, sizeof *options);
  free(options);
  free(files);
  free(variable);
  free(progress);
  return bytes;
}

static void a_packed_job_holds_no_addresses(void **state) {
  char file[] = "board.txt";
  nq_instance *instance = nq_instance_new(4);
  (void)state;
  nq_bytes first = pack(file, instance);
  void *hole = malloc(64);
  nq_bytes second = pack(file, instance);
  free(hole);
  assert_int_equal(first.size, second.size);
  assert_memory_equal(first.data, second.data, first.size);
  nq_bytes_release(&first);
  nq_bytes_release(&second);
  nq_instance_free(instance);
}

/* Open the job as another process does, and do its only unit; the size of what is sent back. */
static size_t check(char *file, bool stopped, nq_status wanted) {
  nq_watch watch;
  nq_error error = {0};
  void *job = NULL;
  size_t unit = 0;
  nq_bytes packed = pack(file, NULL), sent = {0};
  nq_watch_init(&watch, 0, NULL, NULL);
  if (stopped) nq_watch_end(&watch);
  assert_int_equal(cli_check_work.open(&packed, &watch, &job, &error), NQ_OK);
  void *result = calloc(1, cli_check_work.result_size);
  void *taken = calloc(1, cli_check_work.result_size);
  assert_int_equal(cli_check_work.perform(job, NULL, &unit, result, &error), wanted);
  cli_check_work.pack(result, &sent);
  assert_true(cli_check_work.unpack(&sent, taken));
  assert_int_equal(sent.taken, sent.size);
  cli_check_work.release(result);
  cli_check_work.release(taken);
  cli_check_work.close(job);
  free(result);
  free(taken);
  size_t size = sent.size;
  nq_bytes_release(&packed);
  nq_bytes_release(&sent);
  nq_watch_release(&watch);
  return size;
}

static void a_unit_ends_within_a_file_when_its_watch_stops(void **state) {
  char file[] = "boards.txt";
  FILE *boards = fopen(file, "w");
  (void)state;
  assert_non_null(boards);
  for (unsigned i = 0; i < BOARDS; i++) fputs("1 3 0 2\n", boards);
  assert_int_equal(fclose(boards), 0);
  assert_true(check(file, false, NQ_OK) > BOARDS * strlen("boards.txt:1: valid n=4\n"));
  assert_true(check(file, true, NQ_END) < BOARDS);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_packed_job_holds_no_addresses),
      cmocka_unit_test(a_unit_ends_within_a_file_when_its_watch_stops)};
  return cmocka_run_group_tests(tests, enter_temporary_folder, remove_temporary_folder);
}

/* Any bytes, taken for a store of runs: no crash, and a file that is refused stays as it was. */
#include "experiment/store.h"
#include "scratch.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static char folder[] = "/tmp/nqueens-fuzz-XXXXXX", path[64], side[3][80];

static void remove_files(void) {
  static const char *const ends[] = {"-wal", "-shm", "-journal"};
  unlink(path);
  for (size_t i = 0; i < 3; i++) {
    snprintf(side[i], sizeof side[i], "%s%s", path, ends[i]);
    unlink(side[i]);
  }
}

static void remove_folder(void) {
  remove_files();
  rmdir(folder);
}

static void take(void *context, const nq_stored_run *run) {
  (void)context;
  require(run->reason != NULL && run->counters != NULL && run->machine != NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  static nq_plan plan = {.first_seed = 1, .seeds = 3, .time_limit = 10};
  if (plan.n_count == 0) {
    require(mkdtemp(folder) != NULL && atexit(remove_folder) == 0);
    snprintf(path, sizeof path, "%s/runs", folder);
    require(nq_plan_add_methods(&plan, "construct", NULL) == NQ_OK);
    require(nq_plan_set_sizes(&plan, "8", NULL) == NQ_OK);
  }
  remove_files();
  scratch_write(path, bytes, size);
  nq_error error = {0};
  nq_store *store = nq_store_open(path, &plan, &error);
  if (store == NULL) {
    require(error.message[0] != '\0' && scratch_holds(path, bytes, size));
    return 0;
  }
  (void)nq_store_each(store, &plan, take, NULL, &error);
  nq_store_close(store);
  return 0;
}

/* A store of a small plan, in a folder of its own. */
#ifndef NQ_TESTS_STORES_H
#define NQ_TESTS_STORES_H

#include "experiment/store.h"
#include "temporary.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <cmocka.h>

static char folder[TEMPORARY_ROOM];
static char path[TEMPORARY_ROOM + 20];
static nq_plan plan;

static inline int make_folder(void **state) {
  (void)state;
  temporary_name(folder);
  if (mkdtemp(folder) == NULL) return -1;
  snprintf(path, sizeof path, "%s/runs.sqlite", folder);
  plan = (nq_plan){.first_seed = 5, .seeds = 4, .time_limit = 2.5, .step_limit = 1000};
  if (nq_plan_add_methods(&plan, "construct", NULL) != NQ_OK) return -1;
  if (nq_plan_add_variant(&plan, "min-conflicts:walk=0.05", NULL) != NQ_OK) return -1;
  return nq_plan_set_sizes(&plan, "8,50", NULL) == NQ_OK ? 0 : -1;
}

static inline int remove_folder(void **state) {
  (void)state;
  nq_plan_release(&plan);
  return rmdir(folder);
}

static inline int remove_file(void **state) {
  (void)state;
  static const char *const endings[] = {"", "-wal", "-shm", "-journal"};
  for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
    char name[sizeof path + 10];
    snprintf(name, sizeof name, "%s%s", path, endings[i]);
    unlink(name);
  }
  return 0;
}

static inline nq_store *opened(void) {
  nq_error error = {0};
  nq_store *store = nq_store_open(path, &plan, &error);
  if (store == NULL) fail_msg("%s", error.message);
  return store;
}

#endif

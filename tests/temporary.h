/* Temporary files and folders, in the folder that tests/run chooses. */
#ifndef NQ_TESTS_TEMPORARY_H
#define NQ_TESTS_TEMPORARY_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define TEMPORARY_ROOM 300

/* A name for mkstemp or mkdtemp to complete. */
static inline void temporary_name(char name[TEMPORARY_ROOM]) {
  const char *folder = getenv("TMPDIR");
  snprintf(name, TEMPORARY_ROOM, "%s/nqueens-test-XXXXXX", folder != NULL ? folder : "/tmp");
}

/* For cmocka: begin in an empty folder, whose name is the state, and remove it at the end. */
static inline int enter_temporary_folder(void **state) {
  char name[TEMPORARY_ROOM];
  temporary_name(name);
  if (mkdtemp(name) == NULL || chdir(name) != 0) return -1;
  *state = strdup(name);
  return *state != NULL ? 0 : -1;
}

static inline int remove_temporary_folder(void **state) {
  char command[TEMPORARY_ROOM + 10];
  snprintf(command, sizeof command, "rm -r '%s'", (char *)*state);
  free(*state);
  return system(command); /* NOLINT(cert-env33-c): a name of our own */
}

#endif

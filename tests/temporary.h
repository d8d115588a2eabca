/* The folder for temporary files, which tests/run chooses. */
#ifndef NQ_TESTS_TEMPORARY_H
#define NQ_TESTS_TEMPORARY_H

#include <stdio.h>
#include <stdlib.h>

#define TEMPORARY_ROOM 300

/* A name for mkstemp or mkdtemp to complete. */
static inline void temporary_name(char name[TEMPORARY_ROOM]) {
  const char *folder = getenv("TMPDIR");
  snprintf(name, TEMPORARY_ROOM, "%s/nqueens-test-XXXXXX", folder != NULL ? folder : "/tmp");
}

#endif

#include "core/temporary.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

char *nq_temporary_name(const char *path, unsigned i) {
  const char *slash = strrchr(path, '/');
  int folder = slash != NULL ? (int)(slash + 1 - path) : 0;
  size_t size = (size_t)folder + 64;
  char *name = malloc(size);
  if (name != NULL)
    snprintf(name, size, "%.*s.nqueens-%ld-%u.part", folder, path, (long)getpid(), i);
  return name;
}

int nq_temporary_open(const char *path, char **name) {
  for (unsigned i = 0; i < NQ_TEMPORARY_NAMES; i++) {
    *name = nq_temporary_name(path, i);
    if (*name == NULL) return -1;
    int descriptor = open(*name, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0666);
    if (descriptor >= 0) return descriptor;
    free(*name);
    *name = NULL;
    if (errno != EEXIST) return -1;
  }
  return -1;
}

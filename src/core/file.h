/* Files that are there whole or not at all. */
#ifndef NQ_CORE_FILE_H
#define NQ_CORE_FILE_H

#include "nqueens.h"

#include <stdbool.h>
#include <stdio.h>
#include <unistd.h>

typedef struct nq_file {
  const char *name; /* for messages: the path as it was said, which is the caller's */
  char *path;       /* where the file goes, links resolved; NULL: written in place */
  char *temporary;  /* its name until then, or NULL while it has none */
  int descriptor;   /* for reading too where there is a path */
} nq_file;

#define NQ_FILE_STANDARD                                                                           \
  { .name = "standard output", .descriptor = STDOUT_FILENO }
#define NQ_FILE_STANDARD_ERROR                                                                     \
  { .name = "standard error", .descriptor = STDERR_FILENO }

/* The path with its links followed, to be freed, so that a link stays one and its target, which need
 * not exist yet, is replaced; without slashes at its end.  NULL with errno. */
char *nq_file_resolve(const char *path);

/* Open a device or pipe in place; a regular file as a nameless one in the same folder (one with a
 * temporary name where the file system has no nameless ones), but the file of standard output or
 * standard error as that.  NQ_IO when that cannot be had: a folder that is missing or read-only, a
 * path that is a folder. */
nq_status nq_file_open(nq_file *file, const char *path, nq_error *error);

/* A stream that writes to the file, to be closed before the file is committed or aborted; NULL with
 * errno. */
FILE *nq_file_stream(const nq_file *file);
/* Close it; false, with errno, when not all that was written has arrived. */
bool nq_file_close_stream(FILE *stream);

/* Give the file its name, replacing one that was there; NQ_IO when that fails. */
nq_status nq_file_commit(nq_file *file, nq_error *error);

/* Leave nothing behind. */
void nq_file_abort(nq_file *file);

#endif

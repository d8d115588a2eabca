#define _GNU_SOURCE /* O_TMPFILE */
#include "core/file.h"
#include "core/temporary.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define LINKS_MAX 40

static nq_status fail(const nq_file *file, const char *what, nq_error *error) {
  return nq_error_set(error, NQ_IO, "%s: %s%s", file->name, what, strerror(errno));
}

/* What a link says, from the folder that it is in; NULL when it cannot be known. */
static char *follow(const char *link) {
  const size_t length = PATH_MAX;
  const char *slash = strrchr(link, '/');
  size_t folder = slash != NULL ? (size_t)(slash + 1 - link) : 0;
  char *target = calloc(folder + length + 1, 1);
  if (target == NULL) return NULL;
  ssize_t got = readlink(link, target + folder, length + 1);
  if (got < 0 || (size_t)got > length) {
    free(target);
    return NULL;
  }
  if (target[folder] == '/')
    memmove(target, target + folder, (size_t)got + 1);
  else
    memcpy(target, link, folder);
  return target;
}

char *nq_file_resolve(const char *path) {
  char *real = realpath(path, NULL);
  if (real != NULL) return real;
  char *at = strdup(path);
  struct stat link;
  size_t length = at != NULL ? strlen(at) : 0;
  while (length > 1 && at[length - 1] == '/') at[--length] = '\0';
  for (unsigned i = 0; at != NULL && i < LINKS_MAX; i++) {
    if (lstat(at, &link) != 0 || !S_ISLNK(link.st_mode)) return at;
    char *target = follow(at);
    free(at);
    at = target;
  }
  free(at);
  errno = ELOOP;
  return NULL;
}

/* The way to a nameless file, by which it gets its name. */
#define SELF_BYTES 64

static void name_self(int descriptor, char self[SELF_BYTES]) {
  snprintf(self, SELF_BYTES, "/proc/self/fd/%d", descriptor);
}

/* -1 also where there is no /proc: the file could not be named at the end of all work. */
static int open_nameless(const char *path) {
  char self[SELF_BYTES], *copy = strdup(path);
  if (copy == NULL) return -1;
  int descriptor = open(dirname(copy), O_TMPFILE | O_RDWR | O_CLOEXEC, 0666);
  free(copy);
  if (descriptor < 0) return -1;
  name_self(descriptor, self);
  if (access(self, F_OK) == 0) return descriptor;
  close(descriptor);
  return -1;
}

/* 0, or the error (as errno has it) of a path that names no file that could be made: empty, a folder's,
 * or too long. */
static int refuse_path(const char *path) {
  size_t size = strlen(path);
  if (size == 0) return ENOENT;
  if (path[size - 1] == '/') return EISDIR;
  const char *slash = strrchr(path, '/');
  return strlen(slash != NULL ? slash + 1 : path) > NAME_MAX ? ENAMETOOLONG : 0;
}

/* As /dev/stdout is: another file in its place would take from it what stands there already, and what
 * others have yet to write. */
static bool find_standard(nq_file *file, const struct stat *there) {
  static const nq_file standard[] = {NQ_FILE_STANDARD, NQ_FILE_STANDARD_ERROR};
  struct stat stream;
  for (size_t i = 0; i < sizeof standard / sizeof *standard; i++) {
    if (fstat(standard[i].descriptor, &stream) != 0) continue;
    if (stream.st_dev != there->st_dev || stream.st_ino != there->st_ino) continue;
    *file = standard[i];
    return true;
  }
  return false;
}

nq_status nq_file_open(nq_file *file, const char *path, nq_error *error) {
  *file = (nq_file)NQ_FILE_STANDARD;
  struct stat there;
  bool exists = stat(path, &there) == 0;
  if (exists && S_ISREG(there.st_mode) && find_standard(file, &there)) return NQ_OK;
  file->name = path;
  if (exists && !S_ISREG(there.st_mode)) {
    file->descriptor = open(path, O_WRONLY | O_CLOEXEC);
    return file->descriptor >= 0 ? NQ_OK : fail(file, "", error);
  }
  if (exists && access(path, W_OK) != 0) return fail(file, "", error);
  errno = exists ? 0 : refuse_path(path);
  if (errno != 0) return fail(file, "", error);
  file->path = nq_file_resolve(path);
  if (file->path == NULL) return fail(file, "", error);
  file->descriptor = open_nameless(file->path);
  if (file->descriptor < 0) file->descriptor = nq_temporary_open(file->path, &file->temporary);
  if (file->descriptor < 0) {
    nq_status status = fail(file, "", error);
    nq_file_abort(file);
    return status;
  }
  if (exists) (void)fchmod(file->descriptor, there.st_mode & 07777);
  return NQ_OK;
}

FILE *nq_file_stream(const nq_file *file) {
  int copy = dup(file->descriptor);
  FILE *stream = copy >= 0 ? fdopen(copy, "w") : NULL;
  if (copy >= 0 && stream == NULL) close(copy);
  return stream;
}

bool nq_file_close_stream(FILE *stream) {
  bool whole = ferror(stream) == 0;
  return fclose(stream) == 0 && whole;
}

/* Link the nameless file under a temporary name, from where it can replace another. */
static bool name_nameless(nq_file *file) {
  char self[SELF_BYTES];
  name_self(file->descriptor, self);
  for (unsigned i = 0; i < NQ_TEMPORARY_NAMES; i++) {
    char *name = nq_temporary_name(file->path, i);
    if (name == NULL) return false;
    if (linkat(AT_FDCWD, self, AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0) {
      file->temporary = name;
      return true;
    }
    free(name);
    if (errno != EEXIST) return false;
  }
  return false;
}

/* Standard output and standard error are the caller's. */
static bool is_own(const nq_file *file) {
  return file->descriptor >= 0 && file->descriptor != STDOUT_FILENO &&
         file->descriptor != STDERR_FILENO;
}

nq_status nq_file_commit(nq_file *file, nq_error *error) {
  nq_status status = NQ_OK;
  if (file->path != NULL && file->temporary == NULL && !name_nameless(file))
    status = fail(file, "cannot be named: ", error);
  if (status == NQ_OK && is_own(file)) {
    int closed = close(file->descriptor);
    file->descriptor = -1;
    if (closed != 0) status = fail(file, "", error);
  }
  if (status == NQ_OK && file->path != NULL) {
    if (rename(file->temporary, file->path) != 0) {
      status = fail(file, "", error);
    } else {
      free(file->temporary);
      file->temporary = NULL;
    }
  }
  nq_file_abort(file);
  return status;
}

void nq_file_abort(nq_file *file) {
  if (is_own(file)) close(file->descriptor);
  if (file->temporary != NULL) unlink(file->temporary);
  free(file->temporary);
  free(file->path);
  *file = (nq_file){.descriptor = -1};
}

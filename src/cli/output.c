#define _GNU_SOURCE /* O_TMPFILE */
#include "cli/output.h"
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

/* A picture is the default on a terminal up to this n. */
#define PICTURE_N 40

const char *const cli_format_names[] = {"line", "picture", "json", "npy",
                                        "svg",  "png",     "pdf",  NULL};

#define LINKS_MAX 40

static nq_status fail(const cli_output *output, const char *what, nq_error *error) {
  return nq_error_set(error, NQ_IO, "%s: %s%s", output->name, what, strerror(errno));
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

/* Behind links, so that a link stays one and its target, which need not be there yet, is replaced.
 */
static char *resolve(const char *path) {
  char *real = realpath(path, NULL);
  if (real != NULL) return real;
  char *at = strdup(path);
  struct stat link;
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

static bool is_standard(const char *path) {
  return path == NULL || strcmp(path, "-") == 0;
}

bool cli_output_is_terminal(const char *path) {
  return is_standard(path) && isatty(STDOUT_FILENO);
}

nq_format cli_output_format(int asked, const char *path, uint32_t n) {
  if (asked != NQ_FORMAT_AUTO) return (nq_format)asked;
  bool standard = is_standard(path);
  if (standard && isatty(STDOUT_FILENO) && n <= PICTURE_N) return NQ_FORMAT_PICTURE;
  nq_format format = standard ? NQ_FORMAT_AUTO : nq_format_by_suffix(path);
  return format == NQ_FORMAT_AUTO ? NQ_FORMAT_LINE : format;
}

/* As /dev/stdout is: another file in its place would take from it what stands there already, and what
 * others have yet to write. */
static bool is_standard_output(const struct stat *there) {
  struct stat standard;
  return fstat(STDOUT_FILENO, &standard) == 0 && standard.st_dev == there->st_dev &&
         standard.st_ino == there->st_ino;
}

bool cli_output_same(const char *path, const char *other) {
  struct stat first, second;
  if (stat(path, &first) != 0 || stat(other, &second) != 0) return strcmp(path, other) == 0;
  return S_ISREG(first.st_mode) && first.st_dev == second.st_dev && first.st_ino == second.st_ino;
}

nq_status cli_output_open(cli_output *output, const char *path, nq_error *error) {
  *output = (cli_output){.name = "standard output", .descriptor = STDOUT_FILENO};
  if (is_standard(path)) return NQ_OK;
  struct stat there;
  bool exists = stat(path, &there) == 0;
  if (exists && S_ISREG(there.st_mode) && is_standard_output(&there)) return NQ_OK;
  output->name = path;
  if (exists && !S_ISREG(there.st_mode)) {
    output->descriptor = open(path, O_WRONLY | O_CLOEXEC);
    return output->descriptor >= 0 ? NQ_OK : fail(output, "", error);
  }
  if (exists && access(path, W_OK) != 0) return fail(output, "", error);
  errno = exists ? 0 : nq_path_refusal(path);
  if (errno != 0) return fail(output, "", error);
  output->path = resolve(path);
  if (output->path == NULL) return fail(output, "", error);
  output->descriptor = open_nameless(output->path);
  if (output->descriptor < 0)
    output->descriptor = nq_temporary_open(output->path, &output->temporary);
  if (output->descriptor < 0) {
    nq_status status = fail(output, "", error);
    cli_output_abort(output);
    return status;
  }
  if (exists) (void)fchmod(output->descriptor, there.st_mode & 07777);
  return NQ_OK;
}

/* Link the nameless file under a temporary name, from where it can replace another. */
static bool name_nameless(cli_output *output) {
  char self[SELF_BYTES];
  name_self(output->descriptor, self);
  for (unsigned i = 0; i < NQ_TEMPORARY_NAMES; i++) {
    char *name = nq_temporary_name(output->path, i);
    if (name == NULL) return false;
    if (linkat(AT_FDCWD, self, AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0) {
      output->temporary = name;
      return true;
    }
    free(name);
    if (errno != EEXIST) return false;
  }
  return false;
}

nq_status cli_output_commit(cli_output *output, nq_error *error) {
  nq_status status = NQ_OK;
  if (output->path != NULL && output->temporary == NULL && !name_nameless(output))
    status = fail(output, "cannot be named: ", error);
  if (status == NQ_OK && output->descriptor != STDOUT_FILENO) {
    int closed = close(output->descriptor);
    output->descriptor = -1;
    if (closed != 0) status = fail(output, "", error);
  }
  if (status == NQ_OK && output->path != NULL) {
    if (rename(output->temporary, output->path) != 0) {
      status = fail(output, "", error);
    } else {
      free(output->temporary);
      output->temporary = NULL;
    }
  }
  cli_output_abort(output);
  return status;
}

void cli_output_abort(cli_output *output) {
  if (output->descriptor >= 0 && output->descriptor != STDOUT_FILENO) close(output->descriptor);
  if (output->temporary != NULL) unlink(output->temporary);
  free(output->temporary);
  free(output->path);
  *output = (cli_output){.descriptor = -1};
}

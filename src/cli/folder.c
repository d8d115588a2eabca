#include "cli/folder.h"
#include "format/system.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define NAME_TRIES 100

static nq_status fail(const cli_folder *folder, const char *what, nq_error *error) {
  return nq_error_set(error, NQ_IO, "%s: %s%s", folder->name, what, strerror(errno));
}

bool cli_folder_is_meant(const char *path) {
  return path != NULL && path[0] != '\0' && path[strlen(path) - 1] == '/';
}

/* `folder` and `name` with a slash between; NULL when memory is short. */
static char *join(const char *folder, const char *name) {
  size_t size = strlen(folder) + strlen(name) + 2;
  char *path = malloc(size);
  if (path != NULL) snprintf(path, size, "%s/%s", folder, name);
  return path;
}

static bool is_entry(const char *name) {
  return strcmp(name, ".") != 0 && strcmp(name, "..") != 0;
}

/* 0 when nothing is there, or an empty folder; otherwise an errno. */
static int refuse_there(const char *path) {
  struct stat there;
  if (lstat(path, &there) != 0) return errno == ENOENT ? 0 : errno;
  if (!S_ISDIR(there.st_mode)) return ENOTDIR;
  DIR *entries = opendir(path);
  if (entries == NULL) return errno;
  int refusal = 0;
  for (const struct dirent *entry; refusal == 0 && (entry = readdir(entries)) != NULL;)
    if (is_entry(entry->d_name)) refusal = ENOTEMPTY;
  closedir(entries);
  return refusal;
}

/* Beside the folder meant, in the same file system. */
static bool make_temporary(cli_folder *folder) {
  size_t size = strlen(folder->path) + 64;
  const char *slash = strrchr(folder->path, '/');
  int length = slash != NULL ? (int)(slash + 1 - folder->path) : 0;
  folder->temporary = malloc(size);
  for (unsigned i = 0; folder->temporary != NULL && i < NAME_TRIES; i++) {
    snprintf(folder->temporary, size, "%.*s.nqueens-%ld-%u.part", length, folder->path,
             (long)getpid(), i);
    if (mkdir(folder->temporary, 0777) == 0) return true;
    if (errno != EEXIST) break;
  }
  free(folder->temporary);
  folder->temporary = NULL;
  return false;
}

nq_status cli_folder_open(cli_folder *folder, const char *path, nq_error *error) {
  size_t size = strlen(path);
  *folder = (cli_folder){.name = path};
  while (size > 1 && path[size - 1] == '/') size--;
  folder->path = strndup(path, size);
  int refusal = folder->path == NULL ? ENOMEM : refuse_there(folder->path);
  if (refusal == 0 && make_temporary(folder)) return NQ_OK;
  if (refusal != 0) errno = refusal;
  nq_status status = errno == ENOTEMPTY
                         ? nq_error_set(error, NQ_IO,
                                        "%s: there are files already: a folder that is new or "
                                        "empty is needed",
                                        folder->name)
                         : fail(folder, "", error);
  cli_folder_abort(folder);
  return status;
}

static bool goes_on(void *context) {
  (void)context;
  return true;
}

nq_status cli_folder_add(cli_folder *folder, const char *name, const void *bytes, size_t size,
                         nq_error *error) {
  char *path = join(folder->temporary, name);
  int descriptor = path != NULL ? open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0666) : -1;
  free(path);
  if (descriptor < 0) return fail(folder, "", error);
  int failure = nq_write_all(descriptor, bytes, size, goes_on, NULL);
  if (close(descriptor) != 0 && failure == 0) failure = errno;
  errno = failure;
  return failure == 0 ? NQ_OK : fail(folder, "writing failed: ", error);
}

nq_status cli_folder_commit(cli_folder *folder, nq_error *error) {
  nq_status status = NQ_OK;
  if (rename(folder->temporary, folder->path) == 0) {
    free(folder->temporary);
    folder->temporary = NULL;
  } else {
    status = fail(folder, "", error);
  }
  cli_folder_abort(folder);
  return status;
}

static void remove_files(const char *path) {
  DIR *entries = opendir(path);
  if (entries == NULL) return;
  for (const struct dirent *entry; (entry = readdir(entries)) != NULL;)
    if (is_entry(entry->d_name)) (void)unlinkat(dirfd(entries), entry->d_name, 0);
  closedir(entries);
}

void cli_folder_abort(cli_folder *folder) {
  if (folder->temporary != NULL) {
    remove_files(folder->temporary);
    (void)rmdir(folder->temporary);
  }
  free(folder->temporary);
  free(folder->path);
  *folder = (cli_folder){0};
}

#include "cli/folder.h"
#include "core/system.h"
#include "core/temporary.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static nq_status fail(const char *path, const char *what, nq_error *error) {
  return nq_error_set(error, NQ_IO, "%s: %s", path, what != NULL ? what : strerror(errno));
}

static bool is_dots(const char *name) {
  return strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
}

/* NQ_OK when nothing is there, or an empty folder. */
static nq_status require_empty(const char *path, nq_error *error) {
  struct stat there;
  if (lstat(path, &there) != 0) return errno == ENOENT ? NQ_OK : fail(path, NULL, error);
  if (!S_ISDIR(there.st_mode)) return fail(path, "it is there already, and is no folder", error);
  DIR *entries = opendir(path);
  if (entries == NULL) return fail(path, NULL, error);
  const struct dirent *entry;
  do entry = readdir(entries);
  while (entry != NULL && is_dots(entry->d_name));
  bool empty = entry == NULL;
  closedir(entries);
  if (empty) return NQ_OK;
  return fail(path, "the folder is there already and is not empty: name another", error);
}

bool cli_folder_is_meant(const char *path) {
  return path != NULL && path[0] != '\0' && path[strlen(path) - 1] == '/';
}

/* Without the slashes at its end. */
static char *copy_path(const char *path) {
  char *copy = strdup(path);
  size_t length = copy != NULL ? strlen(copy) : 0;
  while (length > 1 && copy[length - 1] == '/') copy[--length] = '\0';
  return copy;
}

static bool make_temporary(cli_folder *folder) {
  for (unsigned i = 0; i < NQ_TEMPORARY_NAMES; i++) {
    char *name = nq_temporary_name(folder->path, i);
    if (name == NULL) return false;
    if (mkdir(name, 0777) == 0) {
      folder->temporary = name;
      return true;
    }
    free(name);
    if (errno != EEXIST) return false;
  }
  return false;
}

nq_status cli_folder_open(cli_folder *folder, const char *path, nq_error *error) {
  *folder = (cli_folder){.descriptor = -1, .path = copy_path(path)};
  if (folder->path == NULL) return nq_error_set(error, NQ_NO_MEMORY, "out of memory");
  nq_status status = require_empty(folder->path, error);
  if (status == NQ_OK && !make_temporary(folder)) status = fail(folder->path, NULL, error);
  if (status == NQ_OK) {
    folder->descriptor = open(folder->temporary, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder->descriptor < 0) status = fail(folder->path, NULL, error);
  }
  if (status != NQ_OK) cli_folder_abort(folder);
  return status;
}

int cli_folder_create(const cli_folder *folder, const char *name, nq_error *error) {
  int file = openat(folder->descriptor, name, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0666);
  if (file < 0) nq_error_set(error, NQ_IO, "%s/%s: %s", folder->path, name, strerror(errno));
  return file;
}

nq_status cli_folder_add(const cli_folder *folder, const char *name, const void *bytes, size_t size,
                         nq_error *error) {
  int descriptor = cli_folder_create(folder, name, error);
  if (descriptor < 0) return NQ_IO;
  int failure = nq_write_all(descriptor, bytes, size, NULL, NULL);
  if (close(descriptor) != 0 && failure == 0) failure = errno;
  if (failure == 0) return NQ_OK;
  return nq_error_set(error, NQ_IO, "%s/%s: writing failed: %s", folder->path, name,
                      strerror(failure));
}

/* An empty folder of that name gives way; another one that came meanwhile does not. */
nq_status cli_folder_commit(cli_folder *folder, nq_error *error) {
  nq_status status = NQ_OK;
  if (rename(folder->temporary, folder->path) != 0) {
    status = fail(folder->path, NULL, error);
  } else {
    free(folder->temporary);
    folder->temporary = NULL;
    close(folder->descriptor);
  }
  cli_folder_abort(folder);
  return status;
}

/* There are only files in it. */
static void remove_files(int descriptor) {
  DIR *entries = fdopendir(descriptor);
  if (entries == NULL) {
    close(descriptor);
    return;
  }
  const struct dirent *entry;
  while ((entry = readdir(entries)) != NULL)
    if (!is_dots(entry->d_name)) unlinkat(descriptor, entry->d_name, 0);
  closedir(entries);
}

void cli_folder_abort(cli_folder *folder) {
  if (folder->temporary != NULL) {
    if (folder->descriptor >= 0) remove_files(folder->descriptor);
    rmdir(folder->temporary);
  }
  free(folder->temporary);
  free(folder->path);
  *folder = (cli_folder){0};
}

#include "output/output.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* So many files are synchronised one by one.  With more, the milliseconds that each takes would be
 * felt more than what other programs have not yet put on the disk. */
#define SYNCED_EACH 32

static nq_status fail(const char *path, const char *what, nq_error *error) {
  if (what == NULL) return nq_error_system(error, errno, "%s", path);
  return nq_error_set(error, NQ_IO, "%s: %s", path, what);
}

/* The same of a file in the folder, whose name may end with a slash. */
static nq_status fail_file(const cli_folder *folder, const char *file, const char *what,
                           int failure, nq_error *error) {
  const char *slash = cli_path_names_folder(folder->name) ? "" : "/";
  return nq_error_system(error, failure, "%s%s%s%s", folder->name, slash, file, what);
}

static bool is_dots(const char *name) {
  return strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
}

const char *cli_folder_next(DIR *entries) {
  const struct dirent *entry;
  do {
    errno = 0;
    entry = readdir(entries);
  } while (entry != NULL && is_dots(entry->d_name));
  return entry != NULL ? entry->d_name : NULL;
}

static nq_status require_empty(const cli_folder *folder, nq_error *error) {
  DIR *entries = opendir(folder->path);
  if (entries == NULL) return fail(folder->name, NULL, error);
  nq_status status = NQ_OK;
  if (cli_folder_next(entries) != NULL)
    status = fail(folder->name, "the folder exists and is not empty: name another", error);
  else if (errno != 0)
    status = fail(folder->name, NULL, error);
  closedir(entries);
  return status;
}

/* A folder that exists must be empty and replaceable. */
static nq_status examine(cli_folder *folder, nq_error *error) {
  struct stat current;
  if (stat(folder->path, &folder->before) != 0)
    return errno == ENOENT ? NQ_OK : fail(folder->name, NULL, error);
  folder->replaces = true;
  if (!S_ISDIR(folder->before.st_mode))
    return fail(folder->name, "it exists and is not a folder", error);
  nq_status status = require_empty(folder, error);
  if (status != NQ_OK) return status;
  if (access(folder->path, W_OK | X_OK) != 0) return fail(folder->name, NULL, error);
  if (stat(".", &current) == 0 && nq_file_is_same(&folder->before, &current))
    return fail(folder->name,
                "the current folder cannot be replaced: name another, or a folder in it", error);
  return NQ_OK;
}

/* Give the new folder the owner, group and mode of the one that it replaces. */
static nq_status take_over(const cli_folder *folder, nq_error *error) {
  struct stat own;
  const struct stat *before = &folder->before;
  if (fstat(dirfd(folder->entries), &own) != 0) return fail(folder->name, NULL, error);
  if (own.st_dev != before->st_dev)
    return fail(folder->name, "a file system is mounted there: name a folder in it", error);
  bool other = own.st_uid != before->st_uid || own.st_gid != before->st_gid;
  if (other && fchown(dirfd(folder->entries), before->st_uid, before->st_gid) != 0)
    return fail(folder->name, "a new folder cannot have its owner or group: name another", error);
  if (fchmod(dirfd(folder->entries), (before->st_mode & 07777) | S_IRWXU) != 0)
    return fail(folder->name, NULL, error);
  return NQ_OK;
}

bool cli_path_names_folder(const char *path) {
  return path != NULL && path[0] != '\0' && path[strlen(path) - 1] == '/';
}

static bool make_folder(const char *name, void *context) {
  (void)context;
  return mkdir(name, 0777) == 0;
}

/* Make it beside the path. */
static nq_status make_beside(cli_folder *folder, const char *path, nq_error *error) {
  folder->temporary = nq_temporary_make(path, make_folder, NULL);
  if (folder->temporary != NULL) folder->entries = opendir(folder->temporary);
  if (folder->entries == NULL) return fail(folder->name, NULL, error);
  return NQ_OK;
}

nq_status cli_folder_open(cli_folder *folder, const char *path, nq_error *error) {
  *folder = (cli_folder){.name = path, .path = nq_file_resolve(path)};
  if (folder->path == NULL) return fail(path, NULL, error);
  nq_status status = examine(folder, error);
  if (status == NQ_OK) status = make_beside(folder, folder->path, error);
  if (status == NQ_OK && folder->replaces) status = take_over(folder, error);
  if (status != NQ_OK) cli_folder_abort(folder);
  return status;
}

nq_status cli_folder_open_into(cli_folder *folder, const char *path, nq_error *error) {
  static const char inside[] = "/files";
  struct stat existing;
  if (stat(path, &existing) != 0 || !S_ISDIR(existing.st_mode))
    return cli_folder_open(folder, path, error);
  *folder = (cli_folder){.name = path, .path = nq_file_resolve(path), .joins = true};
  size_t room = folder->path != NULL ? strlen(folder->path) + sizeof inside : 0;
  char *beside = room > 0 ? malloc(room) : NULL;
  if (beside != NULL) snprintf(beside, room, "%s%s", folder->path, inside);
  nq_status status = beside != NULL ? make_beside(folder, beside, error) : fail(path, NULL, error);
  free(beside);
  if (status != NQ_OK) cli_folder_abort(folder);
  return status;
}

int cli_folder_create(const cli_folder *folder, const char *name, nq_error *error) {
  int file = openat(dirfd(folder->entries), name, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0666);
  if (file < 0) (void)fail_file(folder, name, "", errno, error);
  return file;
}

FILE *cli_folder_stream(const cli_folder *folder, const char *name, nq_error *error) {
  int descriptor = cli_folder_create(folder, name, error);
  if (descriptor < 0) return NULL;
  FILE *file = fdopen(descriptor, "w");
  if (file == NULL) {
    fail_file(folder, name, "", errno, error);
    close(descriptor);
  }
  return file;
}

nq_status cli_folder_add(const cli_folder *folder, const char *name, const void *bytes, size_t size,
                         nq_error *error) {
  int descriptor = cli_folder_create(folder, name, error);
  if (descriptor < 0) return NQ_IO;
  int failure = nq_write_all(descriptor, bytes, size, NULL, NULL);
  if (close(descriptor) != 0 && failure == 0) failure = errno;
  return failure == 0 ? NQ_OK : fail_file(folder, name, ": writing failed", failure, error);
}

static int sync_entry(const cli_folder *folder, const char *name) {
  int file = openat(dirfd(folder->entries), name, O_RDONLY | O_CLOEXEC);
  if (file < 0) return errno;
  int failure = nq_sync(file);
  close(file);
  return failure;
}

/* Put the files on the disk: each of a few, or else the whole file system at once. */
static nq_status sync_entries(const cli_folder *folder, nq_progress_function *progress,
                              void *context, nq_error *error) {
  const char *name;
  nq_progress at = {.phase = "sync", .unit = "files"};
  rewinddir(folder->entries);
  while ((name = cli_folder_next(folder->entries)) != NULL) {
    bool many = at.done++ == SYNCED_EACH;
    int failure = many ? nq_sync_all(dirfd(folder->entries)) : sync_entry(folder, name);
    if (failure == 0 && !progress(context, &at)) failure = ECANCELED;
    if (failure != 0) return fail_file(folder, name, "", failure, error);
    if (many) return NQ_OK;
  }
  return errno == 0 ? NQ_OK : fail(folder->name, NULL, error);
}

static nq_status move_entries(const cli_folder *folder, int into, nq_error *error) {
  const char *name;
  rewinddir(folder->entries);
  while ((name = cli_folder_next(folder->entries)) != NULL)
    if (renameat(dirfd(folder->entries), name, into, name) != 0)
      return fail_file(folder, name, "", errno, error);
  if (errno == 0) errno = nq_sync(into);
  return errno == 0 ? NQ_OK : fail(folder->name, NULL, error);
}

/* Move its files to the folder that it joins. */
static nq_status move_files(const cli_folder *folder, nq_error *error) {
  int into = open(folder->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (into < 0) return fail(folder->name, NULL, error);
  nq_status status = move_entries(folder, into, error);
  close(into);
  return status;
}

/* An empty folder of that name is replaced; it fails if something else has been put there. */
static nq_status rename_folder(cli_folder *folder, nq_error *error) {
  errno = nq_name(dirfd(folder->entries), AT_FDCWD, folder->temporary, folder->path);
  if (errno != 0) return fail(folder->name, NULL, error);
  if (folder->replaces) (void)fchmod(dirfd(folder->entries), folder->before.st_mode & 07777);
  free(folder->temporary);
  folder->temporary = NULL;
  return NQ_OK;
}

nq_status cli_folder_commit(cli_folder *folder, nq_progress_function *progress, void *context,
                            nq_error *error) {
  nq_status status = sync_entries(folder, progress, context, error);
  if (status == NQ_OK)
    status = folder->joins ? move_files(folder, error) : rename_folder(folder, error);
  cli_folder_abort(folder);
  return status;
}

/* There are only files in it. */
static void remove_files(const cli_folder *folder) {
  const char *name;
  rewinddir(folder->entries);
  while ((name = cli_folder_next(folder->entries)) != NULL)
    unlinkat(dirfd(folder->entries), name, 0);
}

void cli_folder_abort(cli_folder *folder) {
  if (folder->temporary != NULL) {
    if (folder->entries != NULL) remove_files(folder);
    rmdir(folder->temporary);
  }
  if (folder->entries != NULL) closedir(folder->entries);
  free(folder->temporary);
  free(folder->path);
  *folder = (cli_folder){0};
}

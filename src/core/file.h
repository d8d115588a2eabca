/* Files that appear complete or not at all and survive a power cut, and reads and writes that
 * finish what they begin. */
#ifndef NQ_CORE_FILE_H
#define NQ_CORE_FILE_H

#include "core/core.h"

#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct nq_file {
  const char *name; /* for messages: the path as given; the caller owns it */
  char *path;       /* the final path, links resolved; NULL: written in place */
  char *temporary;  /* the name until then; NULL while the file has no name */
  int descriptor;   /* readable too if there is a path */
  FILE *stream;     /* that writes to it, or NULL */
} nq_file;

#define NQ_FILE_STANDARD                                                                           \
  { .name = "standard output", .descriptor = STDOUT_FILENO }
#define NQ_FILE_STANDARD_ERROR                                                                     \
  { .name = "standard error", .descriptor = STDERR_FILENO }

static inline bool nq_file_is_same(const struct stat *first, const struct stat *second) {
  return first->st_dev == second->st_dev && first->st_ino == second->st_ino;
}

/* Lock the open file until it is closed.  0, EBUSY when another process has it locked or, unless
 * `name` is NULL, the name in the folder (or AT_FDCWD) leads to another file by now, or an
 * errno. */
int nq_file_lock(int descriptor, int folder, const char *name);

/* Who is told how many bytes have got room on the disk, with the phase "reserve", or are on it,
 * with the phase "sync". */
typedef struct nq_room {
  nq_progress_function *progress; /* or NULL */
  void *context;
  nq_progress at; /* total: of several files; 0: of the next one */
} nq_room;

/* The path with its links followed and without slashes at its end, so that writing replaces the
 * target (which need not exist yet), not the link.  Free it; NULL with errno. */
char *nq_file_resolve(const char *path);

/* Open `path` for writing:
 *
 *     device or pipe                        in place
 *     the file of stdout or stderr          as that stream
 *     regular file, existing or new         a nameless file in the same folder, or a temporary name
 *                                           if the file system has no nameless files
 *
 * NQ_IO when it cannot be opened: the folder is missing or read-only, or the path is a folder. */
nq_status nq_file_open(nq_file *file, const char *path, nq_error *error);

/* Make file->stream.  NQ_IO. */
nq_status nq_file_stream(nq_file *file, nq_error *error);
/* Close it, if it is there, as the commit and abort do too.  NQ_IO if any write failed. */
nq_status nq_file_close_stream(nq_file *file, nq_error *error);
/* Close a stream; false, with errno, if any write failed. */
bool nq_stream_close(FILE *stream);

/* Put the content on the disk, give the file its name, replacing an existing one, and put that on
 * the disk too: nq_name.  A file that is written in place is only closed.  NQ_IO when that
 * fails. */
nq_status nq_file_commit(nq_file *file, nq_room *room, nq_error *error);

/* The same for a file that has a path and stays open: *descriptor keeps its locks. */
nq_status nq_file_commit_open(nq_file *file, int *descriptor, nq_error *error);

/* Remove every trace of the file. */
void nq_file_abort(nq_file *file);

/* ---- Temporary names ---- */

/* Call `make` with names in the folder of `path` that no other process uses until it returns true.
 * Returns that name, to be freed; NULL with errno when it fails otherwise than by EEXIST. */
char *nq_temporary_make(const char *path, bool (*make)(const char *name, void *context),
                        void *context);

/* ---- Reading and writing: repeats interrupted calls, waits for non-blocking descriptors ---- */

/* Read up to `size` bytes, at least one unless the input ends: then *got = 0.  Returns 0 or an
 * errno. */
int nq_read_some(int descriptor, void *bytes, size_t size, size_t *got);
/* Write all bytes; returns 0 or an errno.  Between calls of the system it asks `goes_on`, unless
 * NULL, whether to go on, and returns ECANCELED if not. */
int nq_write_all(int descriptor, const void *bytes, size_t size, bool (*goes_on)(void *),
                 void *context);

/* Read or write all bytes at a place of a regular file.  Return 0 or an errno; ENODATA: the file
 * ends before.  `forgets`: they need not stay in the system's page cache once they are on the
 * disk. */
int nq_read_at(int descriptor, void *bytes, uint64_t size, uint64_t at);
int nq_write_at(int descriptor, const void *bytes, uint64_t size, uint64_t at, bool forgets);
/* The first `end` bytes need not stay there. */
void nq_file_forget(int descriptor, uint64_t end);

/* Give the file room on the disk for so many bytes, so that a full disk is found now.  In /dev/shm
 * and the like a GB takes a fraction of a second.  Returns 0, ECANCELED if `progress` returned
 * false, or another errno; where nq_is_unsupported, the file system cannot. */
int nq_file_allocate(int descriptor, uint64_t bytes, nq_room *room);
/* The same as far as the file system can: otherwise only the size is set. */
int nq_file_reserve(int descriptor, uint64_t bytes, nq_room *room);
bool nq_is_unsupported(int failure);

/* ---- On the disk: what a power cut cannot take away.  Each returns 0 or an errno. ---- */

/* Put the content of a file or the names in a folder on the disk, if the file system can. */
int nq_sync(int descriptor);
/* Before it, for a large file, which may take long: the same for one piece after the other.
 * Between them it tells `room`, and returns ECANCELED as above. */
int nq_sync_pieces(int descriptor, nq_room *room);
/* The same for everything on the file system of an open file.  (Before Linux 5.8, failures are not
 * reported.) */
int nq_sync_all(int descriptor);
/* Put the names in the folder of `path` on the disk. */
int nq_sync_folder_of(const char *path);

/* The one way to a final name: put the open file or folder `from` on the disk, name it `to`, and
 * put that name on the disk; after a failure it has the name `from` again.  Both are relative to
 * `folder` and in the same folder.  An existing file of that name is replaced. */
int nq_name(int descriptor, int folder, const char *from, const char *to);

#endif

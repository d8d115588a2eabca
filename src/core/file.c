#define _GNU_SOURCE /* O_TMPFILE, flock, pwritev2, sync_file_range, syncfs */
#include "core/file.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#define LINKS_MAX       40
#define TEMPORARY_NAMES 100 /* tried for one path */

/* No system transfers more than about 2 GiB in one call. */
#define CALL_BYTES_MAX ((size_t)1 << 30)
/* Room that is asked for at a time: a quarter of a second of a file in memory. */
#define ALLOCATE_BYTES ((uint64_t)1 << 28)
/* Bytes that are put on the disk at a time: a fraction of a second of a slow one. */
#define SYNC_BYTES ((uint64_t)1 << 24)

/* How often a waiting write asks its caller whether to go on. */
#define WAIT_MILLISECONDS 50
/* Waits granted to a slow reader after the caller wants to stop, so that its input ends with a
 * whole line. */
#define PATIENCE 4

static nq_status fail(const nq_file *file, nq_error *error) {
  return nq_error_system(error, errno, "%s", file->name);
}

/* The target of a link, relative to the link's folder; NULL when it cannot be read. */
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
  for (unsigned i = 0; at != NULL; i++) {
    if (lstat(at, &link) != 0 || !S_ISLNK(link.st_mode)) return at;
    char *target = i < LINKS_MAX ? follow(at) : NULL;
    int failure = i < LINKS_MAX ? errno : ELOOP;
    free(at);
    at = target;
    errno = failure;
  }
  return NULL;
}

/* ---- Temporary names ---- */

/* The i-th name.  Its length does not depend on that of the path, which may be as long as names can
 * be. */
static char *temporary_name(const char *path, unsigned i) {
  const char *slash = strrchr(path, '/');
  int folder = slash != NULL ? (int)(slash + 1 - path) : 0;
  size_t size = (size_t)folder + 64;
  char *name = malloc(size);
  if (name != NULL)
    snprintf(name, size, "%.*s.nqueens-%ld-%u.part", folder, path, (long)getpid(), i);
  return name;
}

char *nq_temporary_make(const char *path, bool (*make)(const char *name, void *context),
                        void *context) {
  for (unsigned i = 0; i < TEMPORARY_NAMES; i++) {
    char *name = temporary_name(path, i);
    if (name == NULL || make(name, context)) return name;
    int failure = errno;
    free(name);
    errno = failure;
    if (failure != EEXIST) return NULL;
  }
  return NULL;
}

static bool create(const char *name, void *descriptor) {
  int made = open(name, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0666);
  *(int *)descriptor = made;
  return made >= 0;
}

/* ---- Files ---- */

/* Open the folder that `path`, relative to another, is in, or with O_TMPFILE a nameless file there;
 * -1 with errno. */
static int open_around(int folder, const char *path, int flags) {
  char *copy = strdup(path);
  int around = copy != NULL ? openat(folder, dirname(copy), flags | O_CLOEXEC, 0666) : -1;
  free(copy);
  return around;
}

/* The path under /proc by which a nameless file can be linked. */
#define SELF_BYTES 64

static void name_self(int descriptor, char self[SELF_BYTES]) {
  snprintf(self, SELF_BYTES, "/proc/self/fd/%d", descriptor);
}

/* Also -1 without /proc: the file could not be named once it is complete. */
static int open_nameless(const char *path) {
  char self[SELF_BYTES];
  int descriptor = open_around(AT_FDCWD, path, O_TMPFILE | O_RDWR);
  if (descriptor < 0) return -1;
  name_self(descriptor, self);
  if (access(self, F_OK) == 0) return descriptor;
  close(descriptor);
  return -1;
}

/* 0, or the errno of a path that cannot name a new file: empty, ending with a slash, too long. */
static int refuse_path(const char *path) {
  size_t size = strlen(path);
  if (size == 0) return ENOENT;
  if (path[size - 1] == '/') return EISDIR;
  const char *slash = strrchr(path, '/');
  return strlen(slash != NULL ? slash + 1 : path) > NAME_MAX ? ENAMETOOLONG : 0;
}

/* Such as /dev/stdout: replacing that file would lose its content and what others still write to
 * it. */
static bool find_standard(nq_file *file, const struct stat *there) {
  static const nq_file standard[] = {NQ_FILE_STANDARD, NQ_FILE_STANDARD_ERROR};
  struct stat stream;
  for (size_t i = 0; i < sizeof standard / sizeof *standard; i++) {
    if (fstat(standard[i].descriptor, &stream) != 0 || !nq_file_is_same(&stream, there)) continue;
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
    return file->descriptor >= 0 ? NQ_OK : fail(file, error);
  }
  if (exists && access(path, W_OK) != 0) return fail(file, error);
  errno = exists ? 0 : refuse_path(path);
  if (errno != 0) return fail(file, error);
  file->path = nq_file_resolve(path);
  if (file->path == NULL) return fail(file, error);
  file->descriptor = open_nameless(file->path);
  if (file->descriptor < 0)
    file->temporary = nq_temporary_make(file->path, create, &file->descriptor);
  if (file->descriptor < 0) {
    nq_status status = fail(file, error);
    nq_file_abort(file);
    return status;
  }
  if (exists) (void)fchmod(file->descriptor, there.st_mode & 07777);
  return NQ_OK;
}

nq_status nq_file_stream(nq_file *file, nq_error *error) {
  int copy = dup(file->descriptor);
  file->stream = copy >= 0 ? fdopen(copy, "w") : NULL;
  if (file->stream != NULL) return NQ_OK;
  if (copy >= 0) close(copy);
  if (errno == EINVAL) errno = EBADF; /* as write() says of such a descriptor */
  return fail(file, error);
}

nq_status nq_file_close_stream(nq_file *file, nq_error *error) {
  FILE *stream = file->stream;
  file->stream = NULL;
  return stream == NULL || nq_stream_close(stream) ? NQ_OK : fail(file, error);
}

bool nq_stream_close(FILE *stream) {
  bool failed = ferror(stream) != 0; /* in an earlier call, whose errno is gone */
  if (fclose(stream) != 0) return false;
  if (failed) errno = EIO;
  return !failed;
}

static bool link_self(const char *name, void *self) {
  return linkat(AT_FDCWD, self, AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0;
}

/* Link the nameless file under a temporary name, so that it can be renamed over another file. */
static bool name_nameless(nq_file *file) {
  char self[SELF_BYTES];
  name_self(file->descriptor, self);
  file->temporary = nq_temporary_make(file->path, link_self, self);
  return file->temporary != NULL;
}

/* Standard output and standard error stay open. */
static bool is_own(const nq_file *file) {
  return file->descriptor >= 0 && file->descriptor != STDOUT_FILENO &&
         file->descriptor != STDERR_FILENO;
}

/* Give a file that has a path its name. */
static nq_status name_finally(nq_file *file, nq_room *room, nq_error *error) {
  if (file->temporary == NULL && !name_nameless(file))
    return nq_error_system(error, errno, "%s: cannot be named", file->name);
  errno = room != NULL ? nq_sync_pieces(file->descriptor, room) : 0;
  if (errno == 0) errno = nq_name(file->descriptor, AT_FDCWD, file->temporary, file->path);
  return errno == 0 ? NQ_OK : fail(file, error);
}

nq_status nq_file_commit(nq_file *file, nq_room *room, nq_error *error) {
  nq_status status = nq_file_close_stream(file, error);
  if (status == NQ_OK && file->path != NULL) status = name_finally(file, room, error);
  if (status == NQ_OK && file->path == NULL &&
      is_own(file)) { /* otherwise the content is on the disk, and closing cannot lose it */
    int closed = close(file->descriptor);
    file->descriptor = -1;
    if (closed != 0) status = fail(file, error);
  }
  nq_file_abort(file);
  return status;
}

nq_status nq_file_commit_open(nq_file *file, int *descriptor, nq_error *error) {
  nq_status status = name_finally(file, NULL, error);
  if (status == NQ_OK) {
    *descriptor = file->descriptor;
    file->descriptor = -1;
  }
  nq_file_abort(file);
  return status;
}

void nq_file_abort(nq_file *file) {
  (void)nq_file_close_stream(file, NULL);
  if (is_own(file)) close(file->descriptor);
  if (file->temporary != NULL) unlink(file->temporary);
  free(file->temporary);
  free(file->path);
  *file = (nq_file){.descriptor = -1};
}

int nq_file_lock(int descriptor, int folder, const char *name) {
  struct stat own, named;
  if (flock(descriptor, LOCK_EX | LOCK_NB) != 0) return errno == EWOULDBLOCK ? EBUSY : errno;
  bool ours =
      name == NULL || (fstat(descriptor, &own) == 0 && fstatat(folder, name, &named, 0) == 0 &&
                       nq_file_is_same(&own, &named));
  return ours ? 0 : EBUSY;
}

/* ---- Reading and writing ---- */

/* After a failed call: wait until the descriptor is ready; true if the call should be repeated. */
static bool worth_repeating(int descriptor, short events) {
  if (errno == EINTR) return true;
  if (errno != EAGAIN && errno != EWOULDBLOCK) return false;
  struct pollfd waiting = {.fd = descriptor, .events = events};
  return poll(&waiting, 1, -1) >= 0 || errno == EINTR;
}

int nq_read_some(int descriptor, void *bytes, size_t size, size_t *got) {
  ssize_t count;
  do {
    count = read(descriptor, bytes, size < CALL_BYTES_MAX ? size : CALL_BYTES_MAX);
  } while (count < 0 && worth_repeating(descriptor, POLLIN));
  *got = count > 0 ? (size_t)count : 0;
  return count < 0 ? errno : 0;
}

/* Wait for a slow reader here, where the caller can end the wait, rather than in write(): once the
 * descriptor is ready, a write of PIPE_BUF bytes does not block.  False when the caller wants to
 * stop and *patience is used up. */
static bool wait_for_room(int descriptor, unsigned *patience, bool (*goes_on)(void *),
                          void *context) {
  struct pollfd waiting = {.fd = descriptor, .events = POLLOUT};
  for (;;) {
    int ready = poll(&waiting, 1, WAIT_MILLISECONDS);
    if (ready > 0 || (ready < 0 && errno != EINTR)) return true;
    if (!goes_on(context) && (*patience)-- == 0) return false;
  }
}

int nq_write_all(int descriptor, const void *bytes, size_t size, bool (*goes_on)(void *),
                 void *context) {
  const char *next = bytes;
  struct stat kind;
  bool waits = goes_on != NULL && fstat(descriptor, &kind) == 0 && !S_ISREG(kind.st_mode);
  unsigned patience = PATIENCE;
  const size_t most = waits ? PIPE_BUF : CALL_BYTES_MAX;
  while (size > 0) {
    if (waits && !wait_for_room(descriptor, &patience, goes_on, context)) return ECANCELED;
    ssize_t count = write(descriptor, next, size < most ? size : most);
    if (count == 0) return EIO;
    if (count < 0 && !worth_repeating(descriptor, POLLOUT)) return errno;
    if (count > 0) {
      next += count;
      size -= (size_t)count;
    }
    if (size > 0 && goes_on != NULL && !waits && !goes_on(context)) return ECANCELED;
  }
  return 0;
}

int nq_read_at(int descriptor, void *bytes, uint64_t size, uint64_t at) {
  char *next = bytes;
  while (size > 0) {
    ssize_t got = pread(descriptor, next, (size_t)size, (off_t)at);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return got == 0 ? ENODATA : errno;
    next += got;
    at += (uint64_t)got;
    size -= (uint64_t)got;
  }
  return 0;
}

#ifndef RWF_DONTCACHE
#define RWF_DONTCACHE 0x80
#endif

/* Older C libraries, Linux before 6.14, and some file systems cannot forget. */
static ssize_t write_once(int descriptor, const void *bytes, size_t size, off_t at, bool forgets) {
  ssize_t put = -1;
#ifdef RWF_APPEND
  struct iovec piece = {.iov_len = size};
  memcpy(&piece.iov_base, &bytes, sizeof bytes); /* it is not const */
  if (forgets) put = pwritev2(descriptor, &piece, 1, at, RWF_DONTCACHE);
#else
  (void)forgets;
#endif
  return put >= 0 ? put : pwrite(descriptor, bytes, size, at);
}

int nq_write_at(int descriptor, const void *bytes, uint64_t size, uint64_t at, bool forgets) {
  const char *next = bytes;
  while (size > 0) {
    ssize_t put = write_once(descriptor, next, (size_t)size, (off_t)at, forgets);
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) return put == 0 ? EIO : errno;
    next += put;
    at += (uint64_t)put;
    size -= (uint64_t)put;
  }
  return 0;
}

void nq_file_forget(int descriptor, uint64_t end) {
  if (end > 0) (void)posix_fadvise(descriptor, 0, (off_t)end, POSIX_FADV_DONTNEED);
}

bool nq_is_unsupported(int failure) {
  return failure == EOPNOTSUPP || failure == EINVAL || failure == ENOSYS || failure == ENODEV;
}

/* Do something with all bytes of a file, a piece at a time.  `act` returns 0 or an errno. */
static int work_through(int descriptor, uint64_t bytes, nq_room *room, uint64_t most,
                        int (*act)(int descriptor, off_t at, off_t size)) {
  nq_progress *at = &room->at;
  double begin = nq_clock() - at->seconds;
  at->unit = "bytes";
  if (at->total == 0) at->total = bytes;
  for (uint64_t done = 0; done < bytes;) {
    uint64_t piece = bytes - done < most ? bytes - done : most;
    int failure = act(descriptor, (off_t)done, (off_t)piece);
    if (failure != 0 && failure != EINTR) return failure;
    if (failure == 0) {
      done += piece;
      at->done += piece;
    }
    at->seconds = nq_clock() - begin;
    if (room->progress != NULL && !room->progress(room->context, at)) return ECANCELED;
  }
  return 0;
}

int nq_file_allocate(int descriptor, uint64_t bytes, nq_room *room) {
  room->at.phase = "reserve";
  return work_through(descriptor, bytes, room, ALLOCATE_BYTES, posix_fallocate);
}

int nq_file_reserve(int descriptor, uint64_t bytes, nq_room *room) {
  int failure = nq_file_allocate(descriptor, bytes, room);
  if (!nq_is_unsupported(failure)) return failure;
  return ftruncate(descriptor, (off_t)bytes) == 0 ? 0 : errno;
}

/* ---- On the disk ---- */

/* The next piece is on its way meanwhile. */
static int sync_piece(int descriptor, off_t at, off_t size) {
  const unsigned whole =
      SYNC_FILE_RANGE_WAIT_BEFORE | SYNC_FILE_RANGE_WRITE | SYNC_FILE_RANGE_WAIT_AFTER;
  (void)sync_file_range(descriptor, at + size, size, SYNC_FILE_RANGE_WRITE);
  int result = sync_file_range(descriptor, at, size, whole);
  return result == 0 || nq_is_unsupported(errno) ? 0 : errno;
}

int nq_sync_pieces(int descriptor, nq_room *room) {
  struct stat file;
  if (fstat(descriptor, &file) != 0) return errno;
  if (!S_ISREG(file.st_mode)) return 0;
  room->at.phase = "sync";
  return work_through(descriptor, (uint64_t)file.st_size, room, SYNC_BYTES, sync_piece);
}

int nq_sync(int descriptor) {
  while (fsync(descriptor) != 0)
    if (errno != EINTR) return nq_is_unsupported(errno) ? 0 : errno;
  return 0;
}

int nq_sync_all(int descriptor) {
  return syncfs(descriptor) == 0 ? 0 : errno;
}

int nq_sync_folder_of(const char *path) {
  int around = open_around(AT_FDCWD, path, O_RDONLY | O_DIRECTORY);
  int failure = around >= 0 ? nq_sync(around) : errno;
  if (around >= 0) close(around);
  return failure;
}

int nq_name(int descriptor, int folder, const char *from, const char *to) {
  int failure = nq_sync(descriptor);
  if (failure != 0) return failure;
  int around = open_around(folder, to, O_RDONLY | O_DIRECTORY);
  if (around < 0 && errno != EACCES) return errno; /* it may be open to new names only */
  if (renameat(folder, from, folder, to) == 0) {
    failure = around >= 0 ? nq_sync(around) : nq_sync_all(descriptor);
    if (failure != 0) (void)renameat(folder, to, folder, from);
  } else {
    failure = errno;
  }
  if (around >= 0) close(around);
  return failure;
}

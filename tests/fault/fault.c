/* A library to preload that makes the k-th call of a kind fail, as told by the environment:
 *
 *     FAULT_CALL    the kind: a name from the table below
 *     FAULT_AT      the call that fails, counted from 1; without it none does
 *     FAULT_ERROR   the errno; by default ENOMEM for memory, EAGAIN for threads, otherwise EIO.
 *                   0: no failure, but for `write` half of what was asked (a short write)
 *     FAULT_LASTS   set: all calls from that one on fail
 *     FAULT_MARK    a file that gets a byte when a call fails; FAULT_COUNT: one that gets the number
 *                   of calls when the process ends
 *     FAULT_RECORD  a file that gets a line for each call that puts something on the disk or gives it
 *                   a name, with inodes: "file INODE SUM", "folder INODE NAME=INODE ..", "all",
 *                   "name INODE FOLDER SUM NAME", "gone INODE".  SUM is of the content at that time
 *     FAULT_COPIES  a folder that gets the contents of files that were put on the disk, named by SUM
 *     FAULT_SERVE   a folder: the program waits before `main`, and for each number on standard input a copy
 *                   of it runs with that FAULT_AT (0: none), in FOLDER/now, with standard output to
 *                   FOLDER/out and error to FOLDER/said; then its status is a line of standard output.
 *                   (To load the program takes longer than most runs.)
 *
 * A signal ends the process after a minute.  Programs that it starts are left alone.
 *
 * Memory comes from the C library's own entry points, so nothing has to be looked up before the
 * first call.  Calls inside the C library itself are seen for the malloc family only. */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

enum kind { MEMORY, WRITE, READ, SYNC, NAME, OPEN, CLOSE, THREAD, NONE };

static const struct {
  const char *name;
  int error;
} kinds[] = {[MEMORY] = {"memory", ENOMEM}, [WRITE] = {"write", EIO},     [READ] = {"read", EIO},
             [SYNC] = {"sync", EIO},        [NAME] = {"name", EIO},       [OPEN] = {"open", EIO},
             [CLOSE] = {"close", EIO},      [THREAD] = {"thread", EAGAIN}};

static enum kind wanted = NONE;
static unsigned long at;
static int failure;
static bool lasts;
static atomic_ulong calls;

/* The next number of standard input, which is not buffered: copies must not have what follows. */
static const char *next_number(char number[24]) {
  size_t length = 0;
  while (length < 23 && syscall(SYS_read, STDIN_FILENO, number + length, 1) == 1) {
    if (number[length] == '\n') {
      number[length] = '\0';
      return number;
    }
    length++;
  }
  _exit(0);
}

static void redirect(int descriptor, const char *path, int flags) {
  int file = (int)syscall(SYS_openat, AT_FDCWD, path, flags, 0666);
  if (file < 0 || dup2(file, descriptor) < 0) _exit(125);
  syscall(SYS_close, file);
}

/* Returns in each copy. */
static void serve(const char *folder) {
  char number[24], answer[24];
  for (;;) {
    const char *place = next_number(number);
    pid_t copy = fork();
    if (copy == 0) {
      if (strcmp(place, "0") != 0) setenv("FAULT_AT", place, 1);
      if (chdir(folder) != 0) _exit(125);
      redirect(STDIN_FILENO, "/dev/null", O_RDONLY);
      redirect(STDOUT_FILENO, "out", O_WRONLY | O_CREAT | O_TRUNC);
      redirect(STDERR_FILENO, "said", O_WRONLY | O_CREAT | O_TRUNC);
      if (chdir("now") != 0) _exit(125);
      unsetenv("FAULT_SERVE");
      return;
    }
    int status = 0;
    if (copy < 0 || waitpid(copy, &status, 0) != copy) _exit(125);
    status = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
    syscall(SYS_write, STDOUT_FILENO, answer, snprintf(answer, sizeof answer, "%d\n", status));
  }
}

__attribute__((constructor)) static void prepare(void) {
  const char *folder = getenv("FAULT_SERVE");
  if (folder != NULL) serve(folder);
  const char *call = getenv("FAULT_CALL"), *place = getenv("FAULT_AT");
  const char *error = getenv("FAULT_ERROR");
  for (int kind = MEMORY; call != NULL && kind < NONE; kind++)
    if (strcmp(kinds[kind].name, call) == 0) {
      failure = error != NULL ? atoi(error) : kinds[kind].error;
      wanted = (enum kind)kind;
    }
  unsetenv("FAULT_CALL"); /* programs that this one starts fail by themselves */
  alarm(60);
  at = place != NULL ? strtoul(place, NULL, 10) : 0;
  lasts = getenv("FAULT_LASTS") != NULL;
}

static void note(const char *variable, const char *text) {
  const char *path = getenv(variable);
  if (path == NULL) return;
  int file = (int)syscall(SYS_openat, AT_FDCWD, path, O_CREAT | O_WRONLY | O_TRUNC, 0666);
  syscall(SYS_write, file, text, strlen(text));
  syscall(SYS_close, file);
}

__attribute__((destructor)) static void tell(void) {
  char text[32];
  if (wanted == NONE) return;
  snprintf(text, sizeof text, "%lu\n", atomic_load(&calls));
  note("FAULT_COUNT", text);
}

/* This call is to fail; errno is set. */
static bool fails(enum kind kind) {
  if (kind != wanted) return false;
  unsigned long call = atomic_fetch_add(&calls, 1) + 1;
  if (at == 0 || (lasts ? call < at : call != at)) return false;
  note("FAULT_MARK", "x");
  errno = failure;
  return true;
}

/* ---- The record ---- */

static void record(const char *line, size_t size) {
  const char *path = getenv("FAULT_RECORD");
  int file = (int)syscall(SYS_openat, AT_FDCWD, path, O_CREAT | O_WRONLY | O_APPEND, 0666);
  syscall(SYS_write, file, line, size);
  syscall(SYS_close, file);
}

/* FNV-1a. */
static unsigned long long sum_file(const char *self) {
  unsigned long long sum = 0xcbf29ce484222325;
  unsigned char bytes[4096];
  int file = (int)syscall(SYS_openat, AT_FDCWD, self, O_RDONLY, 0);
  for (long got; (got = syscall(SYS_read, file, bytes, sizeof bytes)) > 0;)
    for (long i = 0; i < got; i++) sum = (sum ^ bytes[i]) * 0x100000001b3;
  syscall(SYS_close, file);
  return sum;
}

/* Keep the content in FAULT_COPIES, named by its sum. */
static void keep_copy(const char *self, unsigned long long sum) {
  const char *folder = getenv("FAULT_COPIES");
  char path[4096];
  long got = 0;
  if (folder == NULL) return;
  snprintf(path, sizeof path, "%s/%016llx", folder, sum);
  int from = (int)syscall(SYS_openat, AT_FDCWD, self, O_RDONLY, 0);
  int to = (int)syscall(SYS_openat, AT_FDCWD, path, O_CREAT | O_WRONLY | O_TRUNC, 0666);
  while ((got = syscall(SYS_read, from, path, sizeof path)) > 0)
    syscall(SYS_write, to, path, (size_t)got);
  syscall(SYS_close, from);
  syscall(SYS_close, to);
}

static size_t list_folder(const char *self, char *text, size_t room) {
  size_t used = 0;
  DIR *folder = opendir(self);
  for (struct dirent *entry; folder != NULL && (entry = readdir(folder)) != NULL;)
    if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0 && used < room - 300)
      used += (size_t)snprintf(text + used, room - used, " %s=%llu", entry->d_name,
                               (unsigned long long)entry->d_ino);
  if (folder != NULL) closedir(folder);
  return used;
}

static void record_sync(int file) {
  struct stat found;
  char line[1 << 16], self[64];
  if (getenv("FAULT_RECORD") == NULL || fstat(file, &found) != 0) return;
  snprintf(self, sizeof self, "/proc/self/fd/%d", file);
  bool folder = S_ISDIR(found.st_mode);
  size_t used = (size_t)snprintf(line, sizeof line, "%s %llu", folder ? "folder" : "file",
                                 (unsigned long long)found.st_ino);
  if (folder) {
    used += list_folder(self, line + used, sizeof line - used - 1);
  } else {
    unsigned long long sum = sum_file(self);
    used += (size_t)snprintf(line + used, sizeof line - used, " %016llx", sum);
    keep_copy(self, sum);
  }
  line[used++] = '\n';
  record(line, used);
}

/* After a call that has named `to`. */
static int record_name(int result, int folder, const char *to) {
  struct stat named, around;
  char line[8192], self[64], *copy = strdup(to), *slash = copy != NULL ? strrchr(copy, '/') : NULL;
  int file = -1;
  if (slash != NULL) *slash = '\0';
  if (result == 0 && getenv("FAULT_RECORD") != NULL)
    file = (int)syscall(SYS_openat, folder, to, O_RDONLY | O_NOFOLLOW, 0);
  snprintf(self, sizeof self, "/proc/self/fd/%d", file);
  if (file >= 0 && fstat(file, &named) == 0 &&
      fstatat(folder,
              slash == NULL   ? "."
              : slash == copy ? "/"
                              : copy,
              &around, 0) == 0)
    record(line,
           (size_t)snprintf(line, sizeof line, "name %llu %llu %016llx %s\n",
                            (unsigned long long)named.st_ino, (unsigned long long)around.st_ino,
                            sum_file(self), slash != NULL ? slash + 1 : to));
  if (file >= 0) syscall(SYS_close, file);
  free(copy);
  return result;
}

/* Before a call that removes a name: another file may get the inode of this one. */
static void record_gone(const char *path) {
  struct stat found;
  char line[64];
  if (getenv("FAULT_RECORD") != NULL && lstat(path, &found) == 0 && found.st_nlink == 1)
    record(line,
           (size_t)snprintf(line, sizeof line, "gone %llu\n", (unsigned long long)found.st_ino));
}

#define NEXT(name) ((__typeof__(name) *)dlsym(RTLD_NEXT, #name))

/* The C library names its parameters with underscores. */
// NOLINTBEGIN(readability-inconsistent-declaration-parameter-name)

/* ---- Memory ---- */

void *malloc(size_t size) {
  return fails(MEMORY) ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
  return fails(MEMORY) ? NULL : __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size) {
  return fails(MEMORY) ? NULL : __libc_realloc(memory, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  return fails(MEMORY) ? NULL : __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
  *memory = fails(MEMORY) ? NULL : __libc_memalign(alignment, size);
  return *memory != NULL ? 0 : ENOMEM;
}

void *mmap(void *address, size_t size, int protection, int flags, int file, off_t offset) {
  if (fails(MEMORY)) return MAP_FAILED;
  long mapped = syscall(SYS_mmap, address, size, protection, flags, file, offset);
  return (void *)mapped; // NOLINT(performance-no-int-to-ptr): what the system returns
}

void *mmap64(void *address, size_t size, int protection, int flags, int file, off64_t offset) {
  return mmap(address, size, protection, flags, file, offset);
}

/* ---- Threads ---- */

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *),
                   void *argument) {
  return fails(THREAD) ? failure : NEXT(pthread_create)(thread, attributes, start, argument);
}

/* ---- Files ---- */

ssize_t write(int file, const void *bytes, size_t size) {
  if (file != STDERR_FILENO && fails(WRITE)) {
    if (failure != 0) return -1;
    size = (size + 1) / 2;
  }
  return syscall(SYS_write, file, bytes, size);
}

ssize_t pwrite64(int file, const void *bytes, size_t size, off64_t offset) {
  if (fails(WRITE)) {
    if (failure != 0) return -1;
    size = (size + 1) / 2;
  }
  return syscall(SYS_pwrite64, file, bytes, size, offset);
}

ssize_t pwrite(int file, const void *bytes, size_t size, off_t offset) {
  return pwrite64(file, bytes, size, offset);
}

ssize_t read(int file, void *bytes, size_t size) {
  if (fails(READ)) {
    if (failure != 0) return -1;
    size = (size + 1) / 2;
  }
  return syscall(SYS_read, file, bytes, size);
}

ssize_t pread64(int file, void *bytes, size_t size, off64_t offset) {
  if (fails(READ)) {
    if (failure != 0) return -1;
    size = (size + 1) / 2;
  }
  return syscall(SYS_pread64, file, bytes, size, offset);
}

/* What a build with checked library calls uses. */
ssize_t __pread64_chk(int file, void *bytes, size_t size, off64_t offset, size_t room) {
  if (size > room) abort();
  return pread64(file, bytes, size, offset);
}

/* Streams read by read() above, too. */
static ssize_t read_stream(void *file, char *bytes, size_t size) {
  return read((int)(intptr_t)file, bytes, size);
}

static int close_stream(void *file) {
  return close((int)(intptr_t)file);
}

FILE *fdopen(int file, const char *mode) {
  const cookie_io_functions_t functions = {.read = read_stream, .close = close_stream};
  if (mode[0] != 'r' || mode[1] == '+') return NEXT(fdopen)(file, mode);
  void *stream = (void *)(intptr_t)file; // NOLINT(performance-no-int-to-ptr): only a number
  return fopencookie(stream, mode, functions);
}

struct dirent64 *readdir64(DIR *folder) {
  return fails(READ) ? NULL : NEXT(readdir64)(folder);
}

/* Space on the disk is asked for as if it were written.  Returns an errno. */
int posix_fallocate64(int file, off64_t offset, off64_t size) {
  return fails(WRITE) && failure != 0 ? failure : NEXT(posix_fallocate64)(file, offset, size);
}

int fsync(int file) {
  record_sync(file);
  return fails(SYNC) ? -1 : (int)syscall(SYS_fsync, file);
}

int fdatasync(int file) {
  record_sync(file);
  return fails(SYNC) ? -1 : (int)syscall(SYS_fdatasync, file);
}

int syncfs(int file) {
  if (getenv("FAULT_RECORD") != NULL) record("all\n", 4);
  return fails(SYNC) ? -1 : (int)syscall(SYS_syncfs, file);
}

int sync_file_range(int file, off64_t offset, off64_t size, unsigned flags) {
  return fails(SYNC) ? -1 : (int)syscall(SYS_sync_file_range, file, offset, size, flags);
}

int ftruncate64(int file, off64_t size) {
  return fails(SYNC) ? -1 : (int)syscall(SYS_ftruncate, file, size);
}

int rename(const char *from, const char *to) {
  return fails(NAME) ? -1 : record_name(NEXT(rename)(from, to), AT_FDCWD, to);
}

int link(const char *from, const char *to) {
  return fails(NAME) ? -1 : record_name(NEXT(link)(from, to), AT_FDCWD, to);
}

int linkat(int from_folder, const char *from, int to_folder, const char *to, int flags) {
  return fails(NAME)
             ? -1
             : record_name(NEXT(linkat)(from_folder, from, to_folder, to, flags), to_folder, to);
}

int renameat(int from_folder, const char *from, int to_folder, const char *to) {
  return fails(NAME) ? -1
                     : record_name(NEXT(renameat)(from_folder, from, to_folder, to), to_folder, to);
}

int unlink(const char *path) {
  record_gone(path);
  return (int)syscall(SYS_unlinkat, AT_FDCWD, path, 0);
}

int mkdir(const char *path, mode_t mode) {
  return fails(NAME) ? -1 : NEXT(mkdir)(path, mode);
}

/* A descriptor that fails to close is closed all the same. */
int close(int file) {
  int closed = (int)syscall(SYS_close, file);
  return fails(CLOSE) ? -1 : closed;
}

static int open_mode(int folder, const char *path, int flags, mode_t mode) {
  return fails(OPEN) ? -1 : (int)syscall(SYS_openat, folder, path, flags, mode);
}

#define OPEN_WITH(signature, folder)                                                               \
  int signature {                                                                                  \
    va_list rest;                                                                                  \
    va_start(rest, flags);                                                                         \
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;                        \
    va_end(rest);                                                                                  \
    return open_mode(folder, path, flags, mode);                                                   \
  }
OPEN_WITH(open(const char *path, int flags, ...), AT_FDCWD)
OPEN_WITH(open64(const char *path, int flags, ...), AT_FDCWD)
OPEN_WITH(openat(int folder, const char *path, int flags, ...), folder)
OPEN_WITH(openat64(int folder, const char *path, int flags, ...), folder)

/* What a build with checked library calls uses. */
int __open64_2(const char *path, int flags) {
  return open_mode(AT_FDCWD, path, flags, 0);
}

FILE *fopen64(const char *path, const char *mode) {
  return fails(OPEN) ? NULL : NEXT(fopen64)(path, mode);
}

// NOLINTEND(readability-inconsistent-declaration-parameter-name)

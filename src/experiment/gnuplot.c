#include "core/error.h"
#include "core/file.h"
#include "experiment/graphics.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define SILENCE_SECONDS   60
#define POLL_MILLISECONDS 100
#define DRAWING_MOST      (64u << 20) /* bytes */

extern char **environ;

static nq_status say_missing(nq_error *error) {
  return nq_error_set(error, NQ_UNSUPPORTED, "gnuplot is not installed");
}

/* Searches as posix_spawnp does; the program found may still fail to start. */
nq_status nq_plot_require(nq_error *error) {
  const char *folder = getenv("PATH");
  if (folder == NULL) return NQ_OK; /* the system has a default */
  for (;;) {
    char name[PATH_MAX];
    size_t length = strcspn(folder, ":");
    int size =
        snprintf(name, sizeof name, "%.*s%sgnuplot", (int)length, folder, length > 0 ? "/" : "");
    if (size > 0 && (size_t)size < sizeof name && access(name, F_OK) == 0) return NQ_OK;
    if (folder[length] == '\0') return say_missing(error);
    folder += length + 1;
  }
}

/* Start gnuplot without a shell, stdin from `input`, stdout to `output`, stderr to /dev/null. */
static int start_gnuplot(int input, int output, pid_t *process) {
  char name[] = "gnuplot", defaults[] = "-d";
  char *const arguments[] = {name, defaults, NULL};
  posix_spawn_file_actions_t actions;
  int failure = posix_spawn_file_actions_init(&actions);
  if (failure != 0) return failure;
  failure = posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
  if (failure == 0) failure = posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  if (failure == 0)
    failure = posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  if (failure == 0) failure = posix_spawnp(process, name, &actions, NULL, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  return failure;
}

/* Wait for something to read: NQ_OK; NQ_IO when nothing comes for a minute. */
static nq_status wait_readable(int pipe, nq_watch *watch) {
  double begin = nq_clock();
  while (nq_clock() - begin < SILENCE_SECONDS) {
    struct pollfd ready = {.fd = pipe, .events = POLLIN};
    if (watch != NULL && nq_watch_poll(watch, (nq_progress){0})) return NQ_END;
    int events = poll(&ready, 1, POLL_MILLISECONDS);
    if (events > 0) return NQ_OK;
    if (events < 0 && errno != EINTR) return NQ_IO;
  }
  return NQ_IO;
}

/* Read the pipe to its end; NQ_IO when there is too much, or as above. */
static nq_status read_all(int pipe, nq_watch *watch, nq_bytes *bytes) {
  char chunk[8192];
  size_t got = 1, begin = bytes->size;
  nq_status status = NQ_OK;
  while (status == NQ_OK && got > 0) {
    status = wait_readable(pipe, watch);
    if (status == NQ_OK && nq_read_some(pipe, chunk, sizeof chunk, &got) != 0) status = NQ_IO;
    if (status == NQ_OK) nq_bytes_add(bytes, chunk, got);
    if (bytes->failed || bytes->size - begin > DRAWING_MOST) status = NQ_IO;
  }
  return status;
}

/* Wait for the process; 0 on success.  127 means that it could not be started, on systems where
 * posix_spawnp does not report that. */
static int await_exit(pid_t process) {
  int status;
  while (waitpid(process, &status, 0) < 0)
    if (errno != EINTR) return EPROTO;
  if (!WIFEXITED(status)) return EPROTO;
  return WEXITSTATUS(status) == 0 ? 0 : WEXITSTATUS(status) == 127 ? ENOEXEC : EPROTO;
}

static nq_status say_failure(int failure, nq_error *error) {
  if (failure == ENOENT) return say_missing(error);
  if (failure == ENOEXEC) return nq_error_set(error, NQ_IO, "gnuplot could not be started");
  if (failure == EPROTO) return nq_error_set(error, NQ_IO, "gnuplot failed");
  return nq_error_system(error, failure, "gnuplot");
}

static nq_status run_gnuplot(int script, nq_watch *watch, nq_bytes *bytes, nq_error *error) {
  int ends[2];
  pid_t process;
  nq_status status = NQ_OK;
  if (pipe(ends) != 0) return say_failure(errno, error);
  (void)fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  (void)fcntl(ends[1], F_SETFD, FD_CLOEXEC);
  int failure = start_gnuplot(script, ends[1], &process);
  close(ends[1]);
  if (failure == 0) {
    status = read_all(ends[0], watch, bytes);
    if (status != NQ_OK) kill(process, SIGKILL);
    failure = await_exit(process);
    if (failure == 0 && status != NQ_OK) failure = EPROTO;
  }
  close(ends[0]);
  if (status == NQ_END) return NQ_END;
  return failure == 0 ? NQ_OK : say_failure(failure, error);
}

nq_status nq_plot_draw(FILE *script, nq_watch *watch, nq_bytes *bytes, nq_error *error) {
  size_t before = bytes->size;
  if (fflush(script) != 0 || ferror(script) || lseek(fileno(script), 0, SEEK_SET) < 0)
    return say_failure(errno, error);
  nq_status status = run_gnuplot(fileno(script), watch, bytes, error);
  if (status != NQ_OK) bytes->size = before;
  return status;
}

#include "experiment/output.h"

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

#define SILENCE_MILLISECONDS 60000
#define SVG_MOST             (64u << 20) /* bytes */

extern char **environ;

static const char terminal[] =
    "set terminal svg size 560,400 dynamic font 'sans-serif,16' noenhanced linewidth 1.5\n"
    "set encoding utf8\n";

/* ---- Running gnuplot ---- */

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

/* Write the script to a file without a name and rewind it; -1 on failure. */
static int store_script(const char *script) {
  FILE *file = tmpfile();
  if (file == NULL) return -1;
  fputs(terminal, file);
  fputs(script, file);
  int descriptor = fflush(file) == 0 && !ferror(file) ? dup(fileno(file)) : -1;
  fclose(file);
  if (descriptor >= 0) (void)lseek(descriptor, 0, SEEK_SET);
  return descriptor;
}

/* Start gnuplot without a shell, stdin from `input`, stdout to `output`, stderr to /dev/null. */
static int start(int input, int output, pid_t *process) {
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

/* Read the pipe to its end, NUL-terminated; NULL when there is too much or nothing comes for a
 * minute. */
static char *read_all(int pipe) {
  char *text = NULL;
  size_t size = 0, room = 0;
  for (;;) {
    struct pollfd ready = {.fd = pipe, .events = POLLIN};
    if (size + 1 >= room) {
      room = room == 0 ? 65536 : 2 * room;
      char *grown = room <= SVG_MOST ? realloc(text, room) : NULL;
      if (grown == NULL) break;
      text = grown;
    }
    int events = poll(&ready, 1, SILENCE_MILLISECONDS);
    if (events == 0) break; /* a timeout does not set errno */
    ssize_t count = events > 0 ? read(pipe, text + size, room - size - 1) : -1;
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) break;
    if (count == 0) {
      text[size] = '\0';
      return text;
    }
    size += (size_t)count;
  }
  free(text);
  return NULL;
}

/* Wait for the process; 0 on success.  127 means that it could not be started, on systems where
 * posix_spawnp does not report that. */
static int wait_for(pid_t process) {
  int status;
  while (waitpid(process, &status, 0) < 0)
    if (errno != EINTR) return EPROTO;
  if (!WIFEXITED(status)) return EPROTO;
  return WEXITSTATUS(status) == 0 ? 0 : WEXITSTATUS(status) == 127 ? ENOEXEC : EPROTO;
}

static nq_status run(int script, char **svg, nq_error *error) {
  int ends[2];
  pid_t process;
  if (pipe(ends) != 0) return nq_error_set(error, NQ_IO, "gnuplot: %s", strerror(errno));
  (void)fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  (void)fcntl(ends[1], F_SETFD, FD_CLOEXEC);
  int failure = start(script, ends[1], &process);
  close(ends[1]);
  if (failure == 0) {
    *svg = read_all(ends[0]);
    if (*svg == NULL) kill(process, SIGKILL);
    failure = wait_for(process);
    if (failure == 0 && *svg == NULL) failure = EPROTO;
  }
  close(ends[0]);
  if (failure == 0) return NQ_OK;
  free(*svg);
  *svg = NULL;
  if (failure == ENOENT) return say_missing(error);
  if (failure == ENOEXEC) return nq_error_set(error, NQ_IO, "gnuplot could not be started");
  if (failure == EPROTO) return nq_error_set(error, NQ_IO, "gnuplot failed");
  return nq_error_set(error, NQ_IO, "gnuplot: %s", strerror(failure));
}

/* ---- From an SVG file to a part of a page ---- */

void nq_html_write(const char *text, FILE *html) {
  static const char special[] = "&<>\"'";
  static const char *const escaped[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"};
  for (; *text != '\0'; text++) {
    const char *at = strchr(special, *text);
    if (at != NULL)
      fputs(escaped[at - special], html);
    else
      fputc(*text, html);
  }
}

/* Add the plot's number to ids and references, and remove gnuplot's titles, which would pop up as
 * tool tips. */
static void embed(const char *svg, unsigned number, const char *label, FILE *html) {
  static const char *const marks[] = {"id='", "id=\"", "href='#"};
  fputs("<svg role=\"img\" aria-label=\"", html);
  nq_html_write(label, html);
  fputc('"', html);
  for (const char *c = svg + strlen("<svg"); *c != '\0';) {
    const char *end = strncmp(c, "<title>", 7) == 0 ? strstr(c, "</title>") : NULL;
    if (end != NULL) {
      c = end + strlen("</title>");
      continue;
    }
    size_t length = 0;
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
      if (strncmp(c, marks[i], strlen(marks[i])) == 0) length = strlen(marks[i]);
    if (length == 0) {
      fputc(*c++, html);
    } else {
      fprintf(html, "%.*splot%u-", (int)length, c, number);
      c += length;
    }
  }
}

nq_status nq_plot_draw(const char *script, unsigned number, const char *label, FILE *html,
                       nq_error *error) {
  char *svg = NULL;
  int input = store_script(script);
  if (input < 0) return nq_error_set(error, NQ_IO, "gnuplot: %s", strerror(errno));
  nq_status status = run(input, &svg, error);
  close(input);
  if (status != NQ_OK || svg == NULL) return status;
  const char *begin = strstr(svg, "<svg");
  if (begin != NULL && strstr(begin, "</svg>") != NULL)
    embed(begin, number, label, html);
  else
    status = nq_error_set(error, NQ_IO, "gnuplot drew nothing");
  free(svg);
  return status;
}

#define _GNU_SOURCE /* pipe2, ppoll */
#include "experiment/child.h"
#include "core/file.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define POLL_MILLISECONDS 100
#define PATH_BYTES        4096

/* Descriptors of the guard. */
enum { INPUT, OUTPUT, ERRORS, CONTROL, REPORT, DESCRIPTORS };

/* What the guard reports. */
struct report {
  int failure; /* errno: the program could not be started */
  nq_child_end end;
  int code;
  double wall_seconds, cpu_seconds;
  uint64_t rss_bytes;
};

static nq_status find(const char *name, char path[PATH_BYTES], nq_error *error) {
  const char *folder = getenv("PATH");
  if (folder == NULL) folder = "/bin:/usr/bin";
  if (strchr(name, '/') != NULL) folder = "";
  for (;;) {
    size_t length = strcspn(folder, ":");
    int size =
        snprintf(path, PATH_BYTES, "%.*s%s%s", (int)length, folder, length > 0 ? "/" : "", name);
    struct stat file;
    if (size > 0 && size < PATH_BYTES && stat(path, &file) == 0 && S_ISREG(file.st_mode))
      return NQ_OK;
    if (folder[length] == '\0')
      return nq_error_set(error, NQ_UNSUPPORTED, "%.60s is not installed", name);
    folder += length + 1;
  }
}

nq_status nq_child_require(const char *name, nq_error *error) {
  char path[PATH_BYTES];
  return find(name, path, error);
}

/* ---- Where a program may write ---- */

/* Linux's interface, landlock(7), which not every C library has headers for. */
enum { CREATE_RULESET = 444, ADD_RULE = 445, RESTRICT_SELF = 446 };
#define ASK_VERSION  UINT32_C(1)
#define PATH_BENEATH 1
#define WRITE_FILE   (UINT64_C(1) << 1)
#define REMOVE_MAKE  (UINT64_C(0x1ff) << 4) /* remove or make a file or folder of any type */
#define REFER        (UINT64_C(1) << 13)    /* move between folders; from version 2 on */
#define TRUNCATE     (UINT64_C(1) << 14)    /* from version 3 on */

struct path_rule {
  uint64_t allowed;
  int32_t folder;
} __attribute__((packed));

/* Allow these changes below a folder, or to a file; one that does not exist needs no rule. */
static bool allow(int rules, const char *path, uint64_t changes) {
  struct stat found;
  struct path_rule rule = {.folder = open(path, O_PATH | O_CLOEXEC)};
  if (rule.folder < 0) return true;
  bool known = fstat(rule.folder, &found) == 0;
  rule.allowed = known && S_ISDIR(found.st_mode) ? changes : changes & (WRITE_FILE | TRUNCATE);
  known = known && syscall(ADD_RULE, rules, PATH_BENEATH, &rule, 0) == 0;
  close(rule.folder);
  return known;
}

/* From now on this process and those that it starts may write only to files below these folders
 * (NULL: none) and to a few devices.  Linux 5.13 and later can do this (Landlock); before, nothing
 * changes.  Takes no lock: for use after fork.  False when it failed. */
static bool confine(const char *folder, const char *more) {
  const char *const places[] = {folder, more, "/dev/null", "/dev/zero", "/dev/full", "/dev/tty"};
  long version = syscall(CREATE_RULESET, NULL, 0, ASK_VERSION);
  if (version < 1) return true; /* an older Linux, or one without it */
  const uint64_t changes =
      WRITE_FILE | REMOVE_MAKE | (version >= 2 ? REFER : 0) | (version >= 3 ? TRUNCATE : 0);
  int rules = (int)syscall(CREATE_RULESET, &changes, sizeof changes, 0);
  bool done = rules >= 0;
  for (size_t i = 0; i < sizeof places / sizeof *places && done; i++)
    done = places[i] == NULL || allow(rules, places[i], changes);
  done =
      done && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && syscall(RESTRICT_SELF, rules, 0) == 0;
  if (rules >= 0) close(rules);
  return done;
}

/* ---- The guard: after fork, it calls nothing that takes a lock ---- */

static void wake_up(int number) {
  (void)number; /* it ends ppoll */
}

/* Kill the program's group, and the guard's children, which /proc lists; false without /proc. */
static bool kill_children(pid_t program) {
  char path[64], text[4096];
  if (program > 0) kill(-program, SIGKILL);
  snprintf(path, sizeof path, "/proc/self/task/%d/children", (int)getpid());
  int list = open(path, O_RDONLY);
  ssize_t size = list >= 0 ? read(list, text, sizeof text - 1) : 0;
  if (list >= 0) close(list);
  text[size > 0 ? size : 0] = '\0';
  char *next = text, *end;
  for (long child; (child = strtol(next, &end, 10)) > 1; next = end)
    if (*end == ' ') kill((pid_t)child, SIGKILL); /* the last one may be cut off */
  return list >= 0;
}

static _Noreturn void become(const nq_child *child, const char *path, char *const *environment,
                             int failed) {
  const int defaults[] = {SIGCHLD, SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE};
  sigset_t none;
  struct rlimit memory = {.rlim_cur = (rlim_t)child->memory_bytes,
                          .rlim_max = (rlim_t)child->memory_bytes};
  const struct rlimit core = {0};
  for (size_t i = 0; i < sizeof defaults / sizeof *defaults; i++) signal(defaults[i], SIG_DFL);
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  setpgid(0, 0);
  if (child->memory_bytes > 0) setrlimit(RLIMIT_AS, &memory);
  setrlimit(RLIMIT_CORE, &core);
  if (child->trusted || confine(child->folder, child->more))
    execve(path, child->words, environment);
  int failure = errno;
  (void)!write(failed, &failure, sizeof failure);
  _exit(127);
}

/* Start the program; 0 or an errno. */
static int start(const nq_child *child, const char *path, char *const *environment,
                 pid_t *program) {
  int failed[2], failure = 0;
  if (pipe2(failed, O_CLOEXEC) != 0) return errno;
  *program = fork();
  if (*program == 0) {
    close(CONTROL);
    close(REPORT);
    become(child, path, environment, failed[1]);
  }
  if (*program < 0) failure = errno;
  close(failed[1]);
  if (failure == 0 && read(failed[0], &failure, sizeof failure) <= 0) failure = 0;
  close(failed[0]);
  return failure;
}

/* Wait for the program's end, the time limit, or the end of the process that asked for it. */
static void await(const nq_child *child, pid_t program, double begin, struct report *report) {
  sigset_t none;
  sigemptyset(&none);
  for (;;) {
    pid_t ended;
    int status;
    while ((ended = waitpid(-1, &status, WNOHANG)) > 0) {
      if (ended != program) continue;
      if (WIFSIGNALED(status)) report->end = NQ_CHILD_KILLED;
      report->code = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
      return;
    }
    double left = child->seconds > 0 ? child->seconds - (nq_clock() - begin) : 3600;
    if (left <= 0) {
      report->end = NQ_CHILD_TIME;
      return;
    }
    struct pollfd control = {.fd = CONTROL, .events = POLLIN};
    struct timespec most = {.tv_sec = (time_t)left,
                            .tv_nsec = (long)((left - (double)(time_t)left) * 1e9)};
    if (ppoll(&control, 1, &most, &none) > 0) return;
  }
}

static _Noreturn void guard(const nq_child *child, const char *path, char *const *environment,
                            const int *descriptors) {
  const struct sigaction wake = {.sa_handler = wake_up};
  const int ignored[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE};
  struct report report = {0};
  sigset_t children;
  pid_t program = 0;
  int moved[DESCRIPTORS];
  for (int i = 0; i < DESCRIPTORS; i++) moved[i] = fcntl(descriptors[i], F_DUPFD, DESCRIPTORS);
  for (int i = 0; i < DESCRIPTORS; i++) dup2(moved[i], i);
  if (syscall(SYS_close_range, DESCRIPTORS, ~0U, 0) != 0) /* before Linux 5.9 */
    for (int i = DESCRIPTORS; i < 4096; i++) close(i);
  setsid();
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++) signal(ignored[i], SIG_IGN);
  sigemptyset(&children);
  sigaddset(&children, SIGCHLD);
  sigprocmask(SIG_SETMASK, &children, NULL);
  sigaction(SIGCHLD, &wake, NULL);
  double begin = nq_clock();
  report.failure = start(child, path, environment, &program);
  if (report.failure == 0) await(child, program, begin, &report);
  report.wall_seconds = nq_clock() - begin;
  while (report.failure == 0 && waitpid(-1, NULL, kill_children(program) ? 0 : WNOHANG) > 0)
    continue;
  struct rusage used;
  getrusage(RUSAGE_CHILDREN, &used);
  report.cpu_seconds = (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
                       (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) * 1e-6;
  report.rss_bytes = (uint64_t)used.ru_maxrss << 10;
  (void)!write(REPORT, &report, sizeof report);
  _exit(0);
}

/* ---- This process ---- */

/* Keep the end of the text. */
static void keep_last(nq_child *child, const char *text, size_t size) {
  size_t room = sizeof child->last - 1, used = strlen(child->last);
  if (size > room) {
    text += size - room;
    size = room;
  }
  size_t kept = used < room - size ? used : room - size;
  memmove(child->last, child->last + used - kept, kept);
  memcpy(child->last + kept, text, size);
  child->last[kept + size] = '\0';
}

/* Read what there is; false at the end. */
static bool read_some(nq_child *child, int from, nq_bytes *output) {
  char chunk[8192];
  size_t got = 0;
  if (nq_read_some(from, chunk, sizeof chunk, &got) != 0 || got == 0) return false;
  if (output == NULL)
    keep_last(child, chunk, got);
  else if (output->size + got <= child->output_most)
    nq_bytes_add(output, chunk, got);
  else
    child->end = NQ_CHILD_OUTPUT;
  return true;
}

/* Read until the guard has ended; closing `control` has it end the program.  A guard that its
 * program has stopped goes on. */
static bool follow(nq_child *child, pid_t process, int *pipes, nq_bytes *output,
                   struct report *report) {
  struct pollfd ready[] = {{.fd = pipes[OUTPUT], .events = POLLIN},
                           {.fd = pipes[ERRORS], .events = POLLIN},
                           {.fd = pipes[REPORT], .events = POLLIN}};
  size_t got = 0;
  while (ready[0].fd >= 0 || ready[1].fd >= 0 || ready[2].fd >= 0) {
    bool stop = child->watch != NULL && nq_watch_poll(child->watch, (nq_progress){.phase = "run"});
    if (stop && child->end == NQ_CHILD_EXITED) child->end = NQ_CHILD_STOPPED;
    if ((child->end != NQ_CHILD_EXITED || output->failed) && pipes[CONTROL] >= 0) {
      close(pipes[CONTROL]);
      pipes[CONTROL] = -1;
    }
    if (poll(ready, 3, POLL_MILLISECONDS) <= 0) {
      kill(process, SIGCONT);
      continue;
    }
    if (ready[0].revents != 0 && !read_some(child, pipes[OUTPUT], output)) ready[0].fd = -1;
    if (ready[1].revents != 0 && !read_some(child, pipes[ERRORS], NULL)) ready[1].fd = -1;
    if (ready[2].revents != 0) {
      if (nq_read_some(pipes[REPORT], report, sizeof *report, &got) != 0) got = 0;
      if (got < sizeof *report) return false; /* it was killed: the program may run on */
      ready[2].fd = -1;
    }
  }
  return got == sizeof *report;
}

static void close_all(int *descriptors, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (descriptors[i] >= 0) close(descriptors[i]);
}

/* Make the pipes: ours[] and the guard's ends. */
static bool open_pipes(int *ours, int *theirs) {
  bool open = true;
  for (int i = OUTPUT; i < DESCRIPTORS; i++) {
    int ends[2] = {-1, -1};
    open = open && pipe2(ends, O_CLOEXEC) == 0;
    bool down = i == CONTROL; /* from here to the guard */
    ours[i] = ends[down ? 1 : 0];
    theirs[i] = ends[down ? 0 : 1];
  }
  return open;
}

/* The environment of the program: ours, but for TMPDIR; NULL without memory. */
static char **make_environment(const char *folder) {
  static const char name[] = "TMPDIR=";
  size_t count = 0, kept = 0, room = folder != NULL ? sizeof name + strlen(folder) : 0;
  while (environ[count] != NULL) count++;
  char **made = calloc(1, (count + 2) * sizeof *made + room);
  if (made == NULL) return NULL;
  for (size_t i = 0; i < count; i++)
    if (strncmp(environ[i], name, strlen(name)) != 0) made[kept++] = environ[i];
  char *text = (char *)(made + count + 2);
  if (folder != NULL) snprintf(text, room, "%s%s", name, folder);
  if (folder != NULL) made[kept] = text;
  return made;
}

nq_status nq_child_run(nq_child *child, nq_bytes *output, nq_error *error) {
  int ours[DESCRIPTORS] = {-1}, theirs[DESCRIPTORS] = {child->input};
  struct report report = {0};
  child->end = NQ_CHILD_EXITED;
  child->last[0] = '\0';
  char path[PATH_BYTES];
  nq_status status = find(child->words[0], path, error);
  if (status != NQ_OK) return status;
  char **environment = make_environment(child->folder);
  if (environment == NULL) return nq_error_set(error, NQ_NO_MEMORY, "no memory for a program");
  bool open = open_pipes(ours, theirs);
  int failure = open ? 0 : errno;
  pid_t process = open ? fork() : -1;
  if (process == 0) guard(child, path, environment, theirs);
  if (open && process < 0) failure = errno;
  free(environment);
  close_all(theirs + OUTPUT, DESCRIPTORS - OUTPUT);
  bool reported = process > 0 && follow(child, process, ours, output, &report);
  close_all(ours, DESCRIPTORS);
  if (process < 0) return nq_error_system(error, failure, "a program cannot be started");
  while (waitpid(process, NULL, 0) < 0 && errno == EINTR) continue;
  if (!reported)
    return nq_error_set(error, NQ_IO, "the guard of %.60s was killed", child->words[0]);
  if (report.failure != 0) return nq_error_system(error, report.failure, "%.60s", child->words[0]);
  if (output->failed) return nq_error_set(error, NQ_NO_MEMORY, "no memory for the output");
  if (child->end == NQ_CHILD_EXITED) child->end = report.end;
  child->code = report.code;
  child->wall_seconds = report.wall_seconds;
  child->cpu_seconds = report.cpu_seconds;
  child->rss_bytes = report.rss_bytes;
  return child->end == NQ_CHILD_STOPPED ? NQ_END : NQ_OK;
}

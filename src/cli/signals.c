#include "cli/commands.h"

#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

/* A signal within this many milliseconds of the first one counts as the same interrupt: timeout(1),
 * for example, signals its child and then the child's process group. */
#define SAME_INTERRUPT 100

static atomic_bool catching, interrupted;
static atomic_uint first_interrupt; /* its time in milliseconds; 0: none yet */
static atomic_uint patience;        /* seconds from then on; 0: any */

/* Before there is anything to clean up, an interrupt ends the process immediately. */
static void end_at_once(void) {
  static const char text[] = CLI_ERASE CLI_PREFIX "interrupted\n";
  size_t from = cli_show_line(false) ? 0 : sizeof CLI_ERASE - 1;
  ssize_t written = write(STDERR_FILENO, text + from, sizeof text - 1 - from);
  (void)written;
  _exit(CLI_INTERRUPTED);
}

/* The first interrupt lets the work end in an orderly way; the second ends the process at once. */
static void note_interrupt(int number) {
  if (!atomic_load(&catching)) end_at_once();
  struct timespec time = {0};
  (void)clock_gettime(CLOCK_MONOTONIC, &time);
  unsigned now = ((unsigned)time.tv_sec * 1000 + (unsigned)(time.tv_nsec / 1000000)) | 1, first = 0;
  if (atomic_compare_exchange_strong(&first_interrupt, &first, now)) {
    atomic_store(&interrupted, true);
    alarm(atomic_load(&patience)); /* the second interrupt */
  } else if (now - first >= SAME_INTERRUPT) {
    signal(number, SIG_DFL);
    raise(number);
  }
}

/* Other signals that would end the process, such as SIGHUP when the terminal closes, count as
 * interrupts too, unless the process started with them ignored (nohup). */
static void handle_interrupts(void) {
  static const int others[] = {SIGHUP, SIGQUIT, SIGALRM, SIGUSR1, SIGUSR2, SIGXCPU};
  struct sigaction action = {.sa_handler = note_interrupt}, before;
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, NULL);
  sigaction(SIGTERM, &action, NULL);
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    if (sigaction(others[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
      sigaction(others[i], &action, NULL);
}

void cli_catch_interrupts(void) {
  atomic_store(&catching, true);
}

void cli_end_within(unsigned seconds) {
  atomic_store(&patience, seconds);
  cli_catch_interrupts();
}

bool cli_interrupted(void) {
  return atomic_load(&interrupted);
}

void cli_interrupt(void) {
  atomic_store(&interrupted, true);
}

/* If descriptor 0, 1 or 2 is closed at the start, a file opened later would take its number.
 * Occupy it with /dev/null, opened the wrong way, so that reading or writing it fails. */
static void hold_standard_descriptors(void) {
  for (int descriptor = 0; descriptor <= 2; descriptor++)
    if (fcntl(descriptor, F_GETFD) < 0)
      (void)open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

void cli_signals_init(void) {
  hold_standard_descriptors();
  handle_interrupts();
  signal(SIGPIPE, SIG_IGN); /* writing to a closed pipe returns an error, */
  signal(SIGXFSZ, SIG_IGN); /* and so does exceeding the file size limit */
}

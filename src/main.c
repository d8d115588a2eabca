/* nqueens: signals and the exit code; the rest is in cli/. */
#include "cli/commands.h"

#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <time.h>
#include <unistd.h>

/* One cause may send a signal twice, as timeout(1) does, to its child and then to the child's group:
 * what comes within so many milliseconds of the first is not a second one. */
#define SAME_INTERRUPT 100

static atomic_bool catching, interrupted;
static atomic_uint first_interrupt; /* when, in milliseconds; 0: not yet */

/* While there is nothing to clean up an interrupt ends the process, whatever it waits for. */
static void end_at_once(void) {
  static const char text[] = "nqueens: interrupted\n";
  ssize_t written = write(STDERR_FILENO, text, sizeof text - 1);
  (void)written;
  _exit(CLI_INTERRUPTED);
}

/* The second interrupt ends the process at once. */
static void note_interrupt(int number) {
  if (!atomic_load(&catching)) end_at_once();
  struct timespec time = {0};
  (void)clock_gettime(CLOCK_MONOTONIC, &time);
  unsigned now = ((unsigned)time.tv_sec * 1000 + (unsigned)(time.tv_nsec / 1000000)) | 1, first = 0;
  if (atomic_compare_exchange_strong(&first_interrupt, &first, now)) {
    atomic_store(&interrupted, true);
  } else if (now - first >= SAME_INTERRUPT) {
    signal(number, SIG_DFL);
    raise(number);
  }
}

/* The other signals that would end the process, such as that of a terminal that is closed, are no
 * less an interrupt, unless the process was told to ignore them (nohup). */
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

static void catch_interrupts(void) {
  atomic_store(&catching, true);
}

/* A descriptor 0, 1 or 2 that came closed must not become some file that is opened later: it is
 * held by one that can be neither read nor written to any use. */
static void hold_standard_descriptors(void) {
  for (int descriptor = 0; descriptor <= 2; descriptor++)
    if (fcntl(descriptor, F_GETFD) < 0)
      (void)open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

int main(int argc, char **argv) {
  const cli_signals signals = {catch_interrupts, &interrupted};
  hold_standard_descriptors();
  handle_interrupts();
  signal(SIGPIPE, SIG_IGN); /* a closed pipe is seen where it is written to, */
  signal(SIGXFSZ, SIG_IGN); /* and so is a file that may not grow */
  return cli_run(argc, argv, &signals);
}

#define _GNU_SOURCE /* sched_getaffinity */
#include "cli/cli.h"

#include <argp.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <sched.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

/* Read by argp, in the C library: it must be seen there. */
NQ_API const char *argp_program_version = "nqueens " NQ_VERSION;

struct command {
  const char *name;
  const char *summary;
  int (*run)(int argc, char **argv, const cli_signals *signals);
};

static const struct command commands[] = {
    {"solve", "find one solution for any n, or several", cli_solve},
    {"enumerate", "write every solution of a board of up to 64 columns", cli_enumerate},
    {"check", "say whether boards are solutions, and why not", cli_check},
    {"compare", "compare methods by many runs, with statistics", cli_compare},
    {"draw", "draw a board, or a run that solves one, as SVG, PNG or PDF", cli_draw},
    {"count", "the exact number of solutions", cli_count},
    {"export", "write an instance in the language of another solver", cli_export},
    {"generate", "test boards and instances, each with its known answer", cli_generate},
};

/* Room for a path and what is wrong with it. */
#define MESSAGE_BYTES (PATH_MAX + 500)

#define COMMANDS (sizeof commands / sizeof *commands)

static void show_help(void) {
  puts("Usage: nqueens COMMAND [ARGUMENT...]\n"
       "Local search for the N-queens problem at any size.\n\n"
       "  nqueens solve 1000000 -o board.npy   one random solution, verified\n"
       "  nqueens solve 8                      a small one, as a picture on a terminal\n"
       "  nqueens check board.npy              is it a solution?\n"
       "  nqueens count 18                     how many solutions are there?\n\n"
       "Commands:");
  for (size_t i = 0; i < COMMANDS; i++)
    printf("  %-10s %s\n", commands[i].name, commands[i].summary);
  puts("\n`nqueens COMMAND --help` tells a command's options.\n"
       "Exit codes: 0 yes, 1 no, 2 error, 3 unknown (a limit was reached), 130 interrupted.");
}

void cli_make_plain(char *text) {
  for (; *text != '\0'; text++)
    if ((unsigned char)*text < ' ' || *text == 0x7f) *text = '?';
}

void cli_say(const char *format, ...) {
  char text[MESSAGE_BYTES];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  cli_make_plain(text);
  fprintf(stderr, "nqueens: %s\n", text);
}

int cli_say_error(const char *name, const nq_error *error) {
  if (name == NULL)
    cli_say("%s", error->message);
  else if (error->line == 0)
    cli_say("%s: %s", name, error->message);
  else
    cli_say("%s:%" PRIu64 ": %s", name, error->line, error->message);
  return CLI_ERROR;
}

void cli_describe_seconds(double seconds, char *text, size_t size) {
  const char *unit = seconds < 1e-3 ? "us" : seconds < 1 ? "ms" : "s";
  double scale = seconds < 1e-3 ? 1e6 : seconds < 1 ? 1e3 : 1;
  snprintf(text, size, seconds < 1000 ? "%.3g %s" : "%.0f %s", seconds * scale, unit);
}

nq_instance *cli_read_instance(const char *path, uint64_t first_diagonals) {
  int descriptor = strcmp(path, "-") == 0 ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) {
    cli_say("%s: %s", path, strerror(errno));
    return NULL;
  }
  nq_error error = {0};
  nq_instance *instance = nq_instance_read(descriptor, first_diagonals, &error);
  if (instance == NULL) cli_say_error(path, &error);
  if (descriptor != STDIN_FILENO) close(descriptor);
  return instance;
}

bool cli_system_seed(uint64_t *seed) {
  bool drawn = getrandom(seed, sizeof *seed, 0) == (ssize_t)sizeof *seed;
  *seed >>= 11;
  return drawn;
}

unsigned cli_processors(void) {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) != 0) return 1;
  int count = CPU_COUNT(&set);
  return count > 0 ? (unsigned)count : 1;
}

/* What was printed must have arrived: a full disk or a closed pipe is an error. */
static int finish_output(int code) {
  if (fflush(stdout) == 0 && !ferror(stdout)) return code;
  cli_say("standard output: %s", strerror(errno));
  return CLI_ERROR;
}

static int run_command(int argc, char **argv, const cli_signals *signals) {
  const char *name = argv[1];
  if (strcmp(name, "--help") == 0 || strcmp(name, "-?") == 0 || strcmp(name, "help") == 0) {
    show_help();
    return CLI_YES;
  }
  if (strcmp(name, "--version") == 0 || strcmp(name, "-V") == 0) {
    puts(argp_program_version);
    return CLI_YES;
  }
  for (size_t i = 0; i < COMMANDS; i++)
    if (strcmp(commands[i].name, name) == 0) return commands[i].run(argc - 1, argv + 1, signals);
  cli_say("there is no command '%s'; `nqueens --help` lists them", name);
  return CLI_ERROR;
}

int cli_run(int argc, char **argv, const cli_signals *signals) {
  argp_err_exit_status = CLI_ERROR;
  if (argc < 2) {
    cli_say("a command is needed, such as `nqueens solve 1000`; `nqueens --help` lists them");
    return CLI_ERROR;
  }
  return finish_output(run_command(argc, argv, signals));
}

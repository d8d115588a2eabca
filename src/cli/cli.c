#define _GNU_SOURCE /* sched_getaffinity */
#include "cli/commands.h"
#include "cli/describe.h"
#include "cli/guide.h"
#include "cli/options.h"
#include "cli/spelling.h"

#include <argp.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <sched.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

/* Read by argp, in the C library: it must be seen there. */
NQ_API const char *argp_program_version = "nqueens " NQ_VERSION;

static const cli_command commands[] = {
    {"solve", "find one solution for any n, or several", cli_solve},
    {"enumerate", "write every solution of a board of up to 64 columns", cli_enumerate},
    {"check", "say whether boards are solutions, and why not", cli_check},
    {"compare", "compare methods by many runs, with statistics", cli_compare},
    {"draw", "draw a board, or a run that solves one, as SVG, PNG or PDF", cli_draw},
    {"count", "the exact number of solutions", cli_count},
    {"export", "write an instance in the language of another solver", cli_export},
    {"generate", "test boards and instances, each with its known answer", cli_generate},
    {"help", "the options of a command", cli_help},
    {"manual", "the source of a command's manual page", cli_manual},
    {"completion", "a script that completes commands and options in a shell", cli_completion},
};

/* Room for a path and what is wrong with it. */
#define MESSAGE_BYTES (PATH_MAX + 500)

#define COMMANDS (sizeof commands / sizeof *commands)

const cli_command *cli_command_at(size_t i) {
  return i < COMMANDS ? &commands[i] : NULL;
}

const cli_command *cli_command_by_name(const char *name) {
  for (size_t i = 0; i < COMMANDS; i++)
    if (strcmp(commands[i].name, name) == 0) return &commands[i];
  return NULL;
}

int cli_refuse_command(const char *name) {
  cli_nearest nearest = {.word = name};
  uint64_t n;
  char why[200];
  for (size_t i = 0; i < COMMANDS; i++) cli_nearest_offer(&nearest, commands[i].name);
  if (cli_parse_count(name, 1, NQ_N_MAX, &n, why, sizeof why))
    cli_say("there is no command '%s': did you mean `nqueens solve %s`?", name, name);
  else if (nearest.name != NULL)
    cli_say("there is no command '%s': did you mean '%s'?", name, nearest.name);
  else
    cli_say("there is no command '%.80s'; `nqueens --help` lists them", name);
  return CLI_ERROR;
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

int cli_input_open(const char *path) {
  int descriptor = strcmp(path, "-") == 0 ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) cli_say("%s: %s", path, strerror(errno));
  return descriptor;
}

void cli_input_close(int descriptor) {
  if (descriptor != STDIN_FILENO) close(descriptor);
}

nq_instance *cli_read_instance(const char *path, uint64_t first_diagonals) {
  int descriptor = cli_input_open(path);
  if (descriptor < 0) return NULL;
  nq_error error = {0};
  nq_instance *instance = nq_instance_read(descriptor, first_diagonals, &error);
  if (instance == NULL) cli_say_error(path, &error);
  cli_input_close(descriptor);
  return instance;
}

nq_instance *cli_take_instance(const char *path, uint64_t first_diagonals, uint32_t n) {
  if (path != NULL) return cli_read_instance(path, first_diagonals);
  nq_instance *instance = nq_instance_new(n);
  if (instance == NULL) cli_say("out of memory");
  return instance;
}

double cli_limit_seconds(double said) {
  return said < 0 ? 0 : said == 0 ? 1e-9 : said;
}

bool cli_system_seed(uint64_t *seed) {
  bool drawn = getrandom(seed, sizeof *seed, 0) == (ssize_t)sizeof *seed;
  *seed >>= 11;
  if (!drawn) cli_say("the system gives no random seed: say --seed S");
  return drawn;
}

unsigned cli_processors(void) {
  cpu_set_t set;
  bool fits = sched_getaffinity(0, sizeof set, &set) == 0; /* up to 1024 */
  long count = fits ? CPU_COUNT(&set) : sysconf(_SC_NPROCESSORS_ONLN);
  return count > 0 ? (unsigned)count : 1;
}

int cli_finish_output(int code) {
  if (fflush(stdout) == 0 && !ferror(stdout)) return code;
  cli_say("standard output: %s", strerror(errno));
  return CLI_ERROR;
}

static int show_version(int argc, char **argv, const cli_signals *signals) {
  (void)argc, (void)argv, (void)signals;
  puts(argp_program_version);
  return CLI_YES;
}

/* Words that stand for commands. */
static const cli_command others[] = {
    {"--help", NULL, cli_help}, {"-h", NULL, cli_help},
    {"-?", NULL, cli_help},     {"--version", NULL, show_version},
    {"-V", NULL, show_version}, {CLI_ASK_COMPLETE, NULL, cli_guide_complete},
};

static int run_command(int argc, char **argv, const cli_signals *signals) {
  const cli_command *command = cli_command_by_name(argv[1]);
  for (size_t i = 0; command == NULL && i < sizeof others / sizeof *others; i++)
    if (strcmp(others[i].name, argv[1]) == 0) command = &others[i];
  if (command != NULL) return command->run(argc - 1, argv + 1, signals);
  return cli_refuse_command(argv[1]);
}

int cli_run(int argc, char **argv, const cli_signals *signals) {
  argp_err_exit_status = CLI_ERROR;
  if (argc < 2) {
    cli_say("a command is needed, such as `nqueens solve 1000`; `nqueens --help` lists them");
    return CLI_ERROR;
  }
  return cli_finish_output(run_command(argc, argv, signals));
}

/* A command of the program: the table entry from which its command line is parsed, and its help,
 * manual page and completion are written. */
#ifndef NQ_OPTIONS_COMMAND_H
#define NQ_OPTIONS_COMMAND_H

#include "core/option.h"
#include "options/say.h"

#include <stdatomic.h>
#include <stdio.h>

/* Handling of signals, as provided by main. */
typedef struct cli_signals {
  /* From now on SIGINT, SIGTERM and the like set the flag once.  Before this call they end the
   * process with CLI_INTERRUPTED, so call it only after waiting for an input, or for the reader of
   * a FIFO. */
  void (*catch_interrupts)(void);
  /* The same, but the process ends by itself this long after the first signal. */
  void (*end_within)(unsigned seconds);
  void (*interrupt)(void); /* set the flag as a signal would; a first signal can still come */
  const atomic_bool *interrupted;
  atomic_bool *line_visible; /* a progress line is on the terminal, to be erased at the end */
} cli_signals;

/* Options that the help shows together. */
typedef struct cli_group {
  const char *heading;      /* NULL: the usual ones, and those of every command */
  const char *of;           /* after the heading: the method whose options they are, or NULL */
  const nq_option *options; /* a table */
  size_t offset;            /* in the command's options, of the struct that they fill */
  bool keys;                /* not options but keys, as in METHOD:key=value */
  /* Write the owners of an option for the help, such as "near, partial"; or NULL. */
  void (*owners)(const nq_option *option, char *text, size_t size);
} cli_group;

/* Names, each with a line about it, at the end of the help. */
typedef struct cli_list {
  const char *heading;
  nq_option_names *names;
} cli_list;

struct cli_call;

#define CLI_EXITS 5

typedef struct cli_command {
  const char *name;
  const char *summary;     /* a line for the overview */
  const char *description; /* a sentence for the help */
  const char *usage;       /* its arguments; a line for each way to call it */
  const char *example;     /* a command line to show */
  const char *about;       /* about the example, of the five commands that are most used; or NULL */
  const nq_option *usual;  /* a table of options; or NULL */
  const cli_group *groups; /* of other options; the last has no options; or NULL */
  /* Further groups, from 0; false past the end; or NULL. */
  bool (*more_groups)(size_t i, cli_group *group);
  const cli_list *lists;        /* the last has no names; or NULL */
  const char *notes;            /* paragraphs, a line each, after the options; or NULL */
  const char *exits[CLI_EXITS]; /* what 0, 1, 2, 3 and 130 mean; NULL: never returned */
  const nq_option *first;       /* its first argument; NULL: none */
  const nq_option *further;     /* the arguments after it; NULL: like the first */
  size_t most_arguments;
  size_t options_size; /* of the struct that the groups fill */
  /* Set the defaults that are not zero; false after a failure, which has been reported; or NULL. */
  bool (*set_defaults)(void *options);
  int (*run)(const struct cli_call *call); /* the exit code */
} cli_command;

/* An option of a command. */
typedef struct cli_row {
  const nq_option *option;
  cli_group group; /* that it belongs to */
  bool opens;      /* it is the first of the group */
  bool given;      /* on the command line */
} cli_row;

/* The command's i-th option or key, those of every command last; false past the end. */
bool cli_command_row(const cli_command *command, size_t i, cli_row *row);
/* Is it one of those that every command has? */
bool cli_row_is_common(const cli_row *row);

/* The meaning of the i-th exit code that has one, and the code; NULL past the end. */
const char *cli_exit_meaning(const char *const exits[CLI_EXITS], size_t i, int *code);

/* By name, or NULL; `commands` ends with NULL. */
const cli_command *cli_command_find(const cli_command *const *commands, const char *name);

/* What its commands share. */
typedef struct cli_program {
  const cli_command *const *commands; /* the last is NULL */
  const cli_signals *signals;
  nq_crew *crew;   /* other processes that work too; or NULL */
  const char *mpi; /* the MPI library and its version; or NULL */
  void (*write_version)(FILE *stream, const char *mpi);
} cli_program;

/* A command that runs. */
typedef struct cli_call {
  const cli_command *command;
  const cli_program *program;
  const cli_signals *signals;
  nq_crew *crew;    /* of the program */
  char **words;     /* of the command line, from the command to NULL */
  void *options;    /* as set by the command line */
  char **arguments; /* the words that are not options, in order */
  size_t argument_count;
  cli_row *rows; /* of the options, without keys */
  size_t row_count;
} cli_call;

/* The struct that an option fills. */
void *cli_row_options(const cli_call *call, const cli_row *row);

/* The row of the option of that name; NULL where there is none. */
const cli_row *cli_row_find(const cli_call *call, const char *name);

/* ---- Running one; mistakes are reported with what may have been meant: run.c ---- */

/* Read argv[1 ..] and run the command; argv[0] is not looked at.  Returns the exit code. */
int cli_command_run(const cli_command *command, const cli_program *program, int argc, char **argv);

/* Report that there is no such command, and which one may have been meant; returns CLI_ERROR. */
int cli_refuse_command(const cli_command *const *commands, const char *name);

#endif

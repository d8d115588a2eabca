/* Commands of the program: the table entry from which a command line is parsed, and its help,
 * manual page and completion are written; and messages. */
#ifndef NQ_OPTIONS_OPTIONS_H
#define NQ_OPTIONS_OPTIONS_H

#include "core/core.h"
#include "core/option.h"

#include <getopt.h>
#include <stdio.h>

/* ---- Messages on standard error, and exit codes: say.c ---- */

/* Exit codes, fixed for scripts. */
enum { CLI_YES = 0, CLI_NO = 1, CLI_ERROR = 2, CLI_UNKNOWN = 3, CLI_INTERRUPTED = 130 };

/* Every message begins with it. */
#define CLI_PREFIX "nqueens: "

/* A progress line is on the terminal, or is not; returns whether it was.  The next message erases
 * it. */
bool cli_show_line(bool visible);
#define CLI_ERASE "\r\033[K"

/* Print "nqueens: message", without control characters; returns CLI_ERROR, cli_refuse false. */
int cli_say(const char *format, ...) NQ_PRINTF(1, 2);
#define cli_refuse(...) (cli_say(__VA_ARGS__), false)

/* From now on what this thread says goes to `stream`; NULL: to standard error. */
void cli_say_into(FILE *stream);

/* "nqueens: name:line: message" (parts that are missing are left out); returns CLI_ERROR. */
int cli_say_error(const char *name, const nq_error *error);

/* Replace control characters, also of the direction of text, by question marks: names and words
 * from files must not control the terminal, look like others or start another line. */
void cli_mask_controls(char *text);

/* ---- Commands ---- */

/* Options that the help shows together; in the table of a command also a group for each method that
 * has options. */
typedef struct cli_group {
  const char *heading;      /* NULL: the usual ones, and those of every command */
  bool of_methods;          /* one for each method, with */
  const char *of;           /* after the heading: the method whose options they are, or NULL */
  const nq_option *options; /* a table */
  size_t offset;            /* in the command's options, of the struct that they fill */
  bool keys;                /* not options but keys, as in METHOD:key=value */
  /* Write the owners of an option for the help, such as "near, partial"; or NULL. */
  void (*owners)(const nq_option *option, char *text, size_t size);
} cli_group;

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
  const cli_group *groups; /* of other options; the last has no heading; or NULL */
  /* Names at the end of the help, each with a line about it, and their heading; or NULL. */
  const char *list_heading;
  nq_option_names *list;
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

/* The options and keys of a command in turn, those of every command last. */
typedef struct cli_rows {
  const cli_command *command;
  size_t group;            /* groups begun */
  cli_group of;            /* the last of them, */
  const nq_option *option; /* and what comes next in it, or NULL */
} cli_rows;

/* False past the end. */
bool cli_rows_next(cli_rows *rows, cli_row *row);
/* Is it one of those that every command has? */
bool cli_row_is_common(const cli_row *row);

/* By name, or NULL; `commands` ends with NULL. */
const cli_command *cli_command_find(const cli_command *const *commands, const char *name);

/* What its commands share. */
typedef struct cli_program {
  const cli_command *const *commands; /* the last is NULL */
  nq_crew *crew;                      /* other processes that work too; or NULL */
  const char *mpi;                    /* the MPI library and its version; or NULL */
  void (*write_version)(FILE *stream, const char *mpi);
} cli_program;

/* A command that runs, or is being typed. */
typedef struct cli_call {
  const cli_command *command;
  const cli_program *program;
  char **words;     /* of the command line, from the command to NULL; read, arguments come last */
  int word_count;   /* to be read, the command included */
  void *options;    /* as set by the command line */
  char **arguments; /* the words that are not options, in order */
  size_t argument_count;
  cli_row *rows; /* of the options, without keys */
  size_t row_count;
  struct option *longs; /* what getopt knows of them */
  char *letters;
  nq_arrays arrays; /* memory of all these, and of the items of lists */
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

/* ---- Reading a command line, to run the command or to complete it: command.c ---- */

/* What the next word is. */
typedef enum cli_word {
  CLI_WORD_OPTION,   /* an option, with its value */
  CLI_WORD_UNKNOWN,  /* an unknown option, or an ambiguous one */
  CLI_WORD_NO_VALUE, /* an option whose value is missing */
  CLI_WORD_SURPLUS,  /* an option that takes no value has one */
  CLI_WORD_END       /* only arguments are left, which are set */
} cli_word;

/* Fill the rows and get ready to read the words into the options; false when memory is short.
 * Release the arrays in any case. */
bool cli_call_begin(cli_call *call);
/* The next word; *row is its option, or NULL. */
cli_word cli_call_next(cli_call *call, cli_row **row);

/* ---- Files that the options name ---- */

/* Check that each output is a file of its own, under any spelling of its path: otherwise it would
 * overwrite an input or another output.  False after a mistake, which has been reported. */
bool cli_files_check(const cli_call *call);

/* ---- Help ---- */

/* "near: attacking pairs (default: 1)": an option's owners, its help and its default. */
void cli_guide_describe(const cli_row *row, char *text, size_t size);

/* The help of a command in full; in brief, with a line for each usual option and only the names of
 * the others (in full if there are no usual ones); only a list of its options; the overview of the
 * program; and examples of the commands that are most used.  Lines fit the width of the terminal,
 * or $COLUMNS, unless a single word is longer. */
void cli_help_write(FILE *stream, const cli_command *command);
void cli_help_write_brief(FILE *stream, const cli_command *command);
void cli_help_write_usage(FILE *stream, const cli_command *command);
void cli_help_write_overview(FILE *stream, const cli_command *const *commands);
void cli_help_write_most_used(FILE *stream, const cli_command *const *commands);

/* ---- The source of manual pages: roff with the macros man ---- */

/* The page of a command, nqueens-<name>(1); of the program, nqueens(1). */
void cli_manual_write(FILE *stream, const cli_command *command);
void cli_manual_write_overview(FILE *stream, const cli_command *const *commands);

/* ---- Completion ---- */

/* Complete the last word of a command line that is being typed.
 *
 * The shells' scripts ask `nqueens --complete WORD...` with the words after the program up to the
 * cursor; the last is the one to complete, "" where it has not begun.  The answer is a line for
 * each word that fits, followed by a tab and a description if there is one:
 *
 *     --method=<TAB>the method; METHOD:key=value,... sets its options too (default: ..)
 *
 * A word that ends with "=" or "," is incomplete.  The line ":files" means that file names fit,
 * after the "=" if there is one. */
void cli_completion_write(FILE *stream, const cli_command *const *commands, char **words,
                          size_t count);

/* The scripts, from files of these names. */
extern const char nq_completion_bash[], nq_completion_zsh[], nq_completion_fish[];

#endif

/* Options of a subcommand: one table, from which parsing, range checks and help derive. */
#ifndef NQ_CLI_OPTIONS_H
#define NQ_CLI_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum cli_kind {
  CLI_HEADING, /* `help` is a heading for the options that follow */
  CLI_FLAG,    /* bool */
  CLI_COUNT,   /* uint64_t, least .. most */
  CLI_REAL,    /* double, least .. most */
  CLI_CHOICE,  /* int: `least` plus the place in choices */
  CLI_TEXT,    /* const char * */
  CLI_INPUT,   /* const char *: a file that is read; `-`: standard input */
  CLI_OUTPUT,  /* const char *: a file that is written; `least`: the descriptor that `-` stands for,
                * or 0 where it must be a file; `choices`: suffixes of files written beside it */
  CLI_LIST     /* cli_list: the option may be said again */
} cli_kind;

/* The texts of an option in their order.  `items` is the caller's, with room for argc of them. */
typedef struct cli_list {
  const char **items;
  size_t count;
} cli_list;

typedef struct cli_option {
  cli_kind kind;
  const char *name;           /* long name */
  char letter;                /* short name, or 0 */
  const char *argument;       /* its name in the help; for CLI_CHOICE NULL: the choices */
  size_t offset;              /* of the value in the struct that is filled */
  uint64_t least, most;       /* CLI_COUNT, CLI_REAL */
  const char *const *choices; /* CLI_CHOICE, CLI_OUTPUT: ends with NULL */
  const char *help;
} cli_option;

/* A subcommand's line, as in "solve", "N" and a line about it. */
typedef struct cli_usage {
  const char *name;
  const char *arguments;
  const char *summary;
  const char *notes; /* below the options, or NULL */
  const char *range; /* what numbers among the arguments must be, for one that is negative */
  size_t most_arguments;
  const char *input; /* the name of the first argument where it is a file that is read, or NULL */
} cli_usage;

/* Parse argv[1 ..] by the table (ends with a NULL help) into *values.  Positional arguments are
 * moved to the front of argv, from argv[1] on; returns how many.  On --help and --version, and on
 * an error (told on stderr), the process ends. */
size_t cli_options_parse(const cli_usage *usage, const cli_option *table, int argc, char **argv,
                         void *values);

/* A whole number such as 1000000, 1e6 or 1_000_000, least .. most; otherwise false, and *why tells
 * what is wrong and the range (static text of the given size). */
bool cli_parse_count(const char *text, uint64_t least, uint64_t most, uint64_t *value, char *why,
                     size_t size);

#endif

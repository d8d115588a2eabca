/* A command line, read once by getopt_long: option by option, for running a command and for
 * completion. */
#ifndef NQ_OPTIONS_READER_H
#define NQ_OPTIONS_READER_H

#include "options/command.h"

#include <getopt.h>
#include <stdbool.h>

typedef struct cli_reader {
  cli_call *call;
  int argc;
  char **argv; /* words change places: arguments come last */
  struct option *longs;
  char *letters;
  const char **texts; /* items of lists */
} cli_reader;

/* What the next word is. */
typedef enum cli_word {
  CLI_WORD_OPTION,   /* an option, with its value */
  CLI_WORD_UNKNOWN,  /* none of the options, or the beginning of several */
  CLI_WORD_NO_VALUE, /* an option whose value is missing */
  CLI_WORD_SURPLUS,  /* an option that takes none has a value */
  CLI_WORD_END       /* there are arguments alone, from argv[optind] on */
} cli_word;

/* Fill call->rows and make ready for the command's options; false when memory is short.  Release it
 * in any case. */
bool cli_reader_init(cli_reader *reader, cli_call *call, int argc, char **argv);
void cli_reader_release(cli_reader *reader);

/* The next word; *row is its option, or NULL. */
cli_word cli_reader_next(cli_reader *reader, cli_row **row);

#endif

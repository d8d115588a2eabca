/* Reading a command line with getopt_long, option by option, to run the command or to complete
 * it. */
#ifndef NQ_OPTIONS_READER_H
#define NQ_OPTIONS_READER_H

#include "options/command.h"

#include <getopt.h>

typedef struct cli_reader {
  cli_call *call;
  int argc;
  char **argv; /* permuted: arguments come last */
  struct option *longs;
  char *letters;
  const char **texts; /* items of lists */
} cli_reader;

/* What the next word is. */
typedef enum cli_word {
  CLI_WORD_OPTION,   /* an option, with its value */
  CLI_WORD_UNKNOWN,  /* an unknown option, or an ambiguous one */
  CLI_WORD_NO_VALUE, /* an option whose value is missing */
  CLI_WORD_SURPLUS,  /* an option that takes no value has one */
  CLI_WORD_END       /* only arguments are left, from argv[optind] on */
} cli_word;

/* Fill call->rows and prepare to read the command's options; false when memory is short.  Release
 * it in any case. */
bool cli_reader_init(cli_reader *reader, cli_call *call, int argc, char **argv);
void cli_reader_release(cli_reader *reader);

/* The next word; *row is its option, or NULL. */
cli_word cli_reader_next(cli_reader *reader, cli_row **row);

/* ---- Files that the options name ---- */

/* Check that each output is a file of its own, under any spelling of its path: otherwise it would
 * overwrite an input or another output.  False after a mistake, which has been reported. */
bool cli_files_check(const cli_call *call);

#endif

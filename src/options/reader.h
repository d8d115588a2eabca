/* A command line, read once by getopt_long: option by option, for running a command and for
 * completion. */
#ifndef NQ_OPTIONS_READER_H
#define NQ_OPTIONS_READER_H

#include "options/command.h"

#include <getopt.h>
#include <stdbool.h>
#include <stddef.h>

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

/* ---- What was meant by a word that is none: the nearest of those that are ---- */

/* Of the names offered so far, the one nearest to `word`; begins as {.word = word}. */
typedef struct cli_nearest {
  const char *word, *name; /* name: NULL as long as none is near */
  size_t distance;
} cli_nearest;

void cli_nearest_offer(cli_nearest *nearest, const char *name);

/* ---- Files that the options name ---- */

/* Each file that is written must be a file of its own: neither one that is read nor one that is
 * written for another option, under whatever spelling; what is written last would be all that is
 * left of it.  False has been reported. */
bool cli_files_check(const cli_call *call);

#endif

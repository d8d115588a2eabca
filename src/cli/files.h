/* The files that a command line names. */
#ifndef NQ_CLI_FILES_H
#define NQ_CLI_FILES_H

#include "cli/options.h"

/* Each file that is written must be a file of its own: neither one that is read nor one that is
 * written for another option, under whatever spelling; what is written last would be all that is
 * left of it.  An error ends the process.  `argument`: the first one, or NULL. */
void cli_check_files(const cli_usage *usage, const cli_option *table, const void *values,
                     const char *argument);

#endif

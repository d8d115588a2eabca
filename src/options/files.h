/* The files that a command line names. */
#ifndef NQ_OPTIONS_FILES_H
#define NQ_OPTIONS_FILES_H

#include "options/command.h"

#include <stdbool.h>

/* Each file that is written must be a file of its own: neither one that is read nor one that is
 * written for another option, under whatever spelling; what is written last would be all that is
 * left of it.  False has been reported. */
bool cli_files_check(const cli_call *call);

#endif

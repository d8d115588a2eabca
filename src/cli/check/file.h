/* What `nqueens check` does with a file. */
#ifndef NQ_CLI_CHECK_FILE_H
#define NQ_CLI_CHECK_FILE_H

#include "cli/check/checker.h"

/* Check the boards of the file, or `-`; print the verdicts to checker->out. */
void cli_check_file(cli_checker *checker, const char *file);

#endif

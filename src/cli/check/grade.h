/* nqueens check --grade: a folder of files, and a line of CSV or an object for each. */
#ifndef NQ_CLI_CHECK_GRADE_H
#define NQ_CLI_CHECK_GRADE_H

#include "cli/check/checker.h"

/* Check every file in the folder of --grade, and write what was found.  False, after a message,
 * when the folder cannot be read or the table not written; a file that cannot be read is a row of
 * it, and sets checker->failed. */
bool cli_grade_folder(cli_checker *checker);

#endif

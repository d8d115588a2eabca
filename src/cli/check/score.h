/* nqueens check --answers FILE --against SET: the answers of a learned solver to a set of
 * puzzles. */
#ifndef NQ_CLI_CHECK_SCORE_H
#define NQ_CLI_CHECK_SCORE_H

#include "cli/check/checker.h"

/* Check the answers, and print how many are right for each number of branches.  False, after a
 * message, when the files cannot be read; a wrong or missing answer sets checker->invalid. */
bool cli_score_answers(cli_checker *checker);

#endif

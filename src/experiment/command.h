/* Solvers of others as methods of a comparison: RUN, a text such as `run:dimacs:cadical -q {}`. */
#ifndef NQ_EXPERIMENT_COMMAND_H
#define NQ_EXPERIMENT_COMMAND_H

#include "core/core.h"
#include "experiment/attempt.h"

#define NQ_COMMAND "run"

/* The file that keeps the answer if it is wrong: FILES/wrong/PROGRAM-N-DIGEST-SEED.txt. */
void nq_attempt_wrong_path(const nq_attempt *attempt, char path[NQ_ATTEMPT_PATH]);

/* MODEL.  `run:FORMAT[/ENCODING][,from=FORMAT][,memory=BYTES][,write=FOLDER]:WORDS`.  The instance is exported in
 * the format, which is not timed, and kept in FILES/exports if there is such a folder.  The command
 * gets the name of that file in the place of {} in its words, or else the file as its standard
 * input, and prints its answer or writes it to the file that {answer} stands for.  {seed}, {limit}
 * (seconds, rounded up) and {threads} (1) are replaced, too.  Words are separated by blanks outside
 * of quotes; there is no shell.  The answer is read as `check` reads answers, and checked. */
bool nq_command_is(const char *text);

/* NQ_BAD_VALUE says what is wrong with the text; NQ_UNSUPPORTED: there is no such program. */
nq_status nq_command_check(const char *text, nq_error *error);

/* Run the command; the memory of its result is the most that one of its processes had.
 * NQ_UNSUPPORTED, NQ_IO, NQ_NO_MEMORY; NQ_END when the watch stopped it. */
nq_status nq_command_run(nq_attempt *attempt, nq_error *error);

/* Add what the command's program prints when it is called with --version, for at most five seconds;
 * nothing when it fails. */
nq_status nq_command_version(const char *text, nq_watch *watch, nq_bytes *output, nq_error *error);

/* Write the program's name, without its folder, to `label`. */
void nq_command_label(const char *text, char *label, size_t size);

#endif

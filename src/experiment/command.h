/* Solvers of others as methods of a comparison: RUN, a text such as `run:dimacs:cadical -q {}`. */
#ifndef NQ_EXPERIMENT_COMMAND_H
#define NQ_EXPERIMENT_COMMAND_H

#include "core/limits.h"
#include "nqueens.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define NQ_COMMAND "run"

/* The start of the reason of a result whose answer was wrong. */
#define NQ_COMMAND_WRONG "wrong answer: "

/* MODEL.  `run:FORMAT[/ENCODING][,from=FORMAT][,memory=BYTES]:WORDS`.  The board is exported in the
 * format, which is not timed.  The command gets the name of that file in the place of {} in its
 * words, or else the file as its standard input, and prints its answer or writes it to the file
 * that {answer} stands for.  {seed}, {limit} (seconds, rounded up) and {threads} (1) are replaced,
 * too.  Words are separated by blanks outside of quotes; there is no shell.  The answer is read as
 * `check` reads answers, and checked. */
bool nq_command_is(const char *text);

/* NQ_BAD_VALUE says what is wrong with the text; NQ_UNSUPPORTED: there is no such program. */
nq_status nq_command_check(const char *text, nq_error *error);

/* Run it on the instance, which has a solution.  *result as of nq_solve, with the reason why there
 * is no solution; memory is the most that one of its processes had.  NQ_UNSUPPORTED, NQ_IO,
 * NQ_NO_MEMORY. */
nq_status nq_command_run(const char *text, const nq_instance *instance, uint64_t seed,
                         double seconds, nq_watch *watch, nq_result *result, double *cpu_seconds,
                         nq_error *error);

/* Write the program's name, without its folder, to `label`. */
void nq_command_label(const char *text, char *label, size_t size);

#endif

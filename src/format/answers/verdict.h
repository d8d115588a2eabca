/* Verdicts of other solvers, and errors in their answers. */
#ifndef NQ_FORMAT_ANSWERS_VERDICT_H
#define NQ_FORMAT_ANSWERS_VERDICT_H

#include "format/answers/symbol.h"
#include "format/format.h"

#include <stdbool.h>
#include <stdint.h>

/* NQ_NO_BOARD with the solver's verdict and its line. */
nq_status nq_answer_verdict(nq_reader *reader, nq_answer answer, uint64_t line, nq_error *error);
/* NQ_BAD_FORMAT: `expected` was expected, but `found` was found. */
nq_status nq_answer_unexpected(const nq_symbol *found, const char *expected, nq_error *error);
/* NQ_BAD_FORMAT: the input ends, or goes wrong, inside an answer. */
nq_status nq_answer_cut(uint64_t line, const char *missing, nq_error *error);

/* NQ_BAD_FORMAT: a solution at `line`, after the verdict at line `none` that there is none. */
nq_status nq_answer_contradicts(uint64_t line, uint64_t none, nq_error *error);

/* NQ_BAD_FORMAT at the reader's last verdict, which promised a solution. */
nq_status nq_answer_missing(nq_reader *reader, const char *what, nq_error *error);

/* The verdict that a solver's word stands for, such as UNSATISFIABLE; false for other words. */
bool nq_answer_by_word(const char *word, nq_answer *answer);

#endif

/* The answers of other solvers: the functions of their entries. */
#ifndef NQ_FORMAT_ANSWERS_ANSWERS_H
#define NQ_FORMAT_ANSWERS_ANSWERS_H

#include "format/format.h"

#include <stdbool.h>
#include <stddef.h>

nq_board_read nq_smt_read, nq_sat_read, nq_list_read, nq_asp_read, nq_cbc_read, nq_glpk_read,
    nq_toulbar2_read, nq_cpsat_read, nq_judge_read, nq_qubo_read, nq_brackets_read, nq_places_read;
/* The instantiation of XCSP3, starting at its <; its lines may start with v. */
nq_board_read nq_xcsp_take;

/* Whether the next board is a list, in brackets or with commas, and no line of rows. */
bool nq_brackets_start(nq_reader *reader);

/* The format of the answer whose line starts at input->next[at], or AUTO. */
nq_format nq_recognise_answer(nq_input *input, size_t at);

#endif

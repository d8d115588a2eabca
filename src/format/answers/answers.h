/* The answers of other solvers: the functions of their entries. */
#ifndef NQ_FORMAT_ANSWERS_ANSWERS_H
#define NQ_FORMAT_ANSWERS_ANSWERS_H

#include "format/format.h"

#include <stddef.h>
#include <stdint.h>

nq_status nq_smt_read(nq_reader *reader, nq_board *board, uint64_t *line, nq_error *error);
nq_status nq_sat_read(nq_reader *reader, nq_board *board, uint64_t *line, nq_error *error);
nq_status nq_list_read(nq_reader *reader, nq_board *board, uint64_t *line, nq_error *error);
nq_status nq_asp_read(nq_reader *reader, nq_board *board, uint64_t *line, nq_error *error);
nq_status nq_cbc_read(nq_reader *reader, nq_board *board, uint64_t *line, nq_error *error);
nq_status nq_glpk_read(nq_reader *reader, nq_board *board, uint64_t *line, nq_error *error);
nq_status nq_toulbar2_read(nq_reader *reader, nq_board *board, uint64_t *line, nq_error *error);
nq_status nq_cpsat_read(nq_reader *reader, nq_board *board, uint64_t *line, nq_error *error);
nq_status nq_judge_read(nq_reader *reader, nq_board *board, uint64_t *line, nq_error *error);
/* The instantiation of XCSP3, starting at its <; its lines may start with v. */
nq_status nq_xcsp_take(nq_reader *reader, nq_board *board, uint64_t *line, nq_error *error);

/* The format of the answer whose line starts at input->next[at], or AUTO. */
nq_format nq_recognise_answer(nq_input *input, size_t at);

#endif

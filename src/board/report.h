/* What the checkers of boards in memory, of large ones and of ranks find, noted in one way.  They share
 * nothing with the search. */
#ifndef NQ_BOARD_REPORT_H
#define NQ_BOARD_REPORT_H

#include "nqueens.h"

/* The column is empty, or its row is not on the board. */
void nq_report_column(nq_check_report *report, uint64_t column, uint64_t row, bool empty);
/* The column does not keep the instance. */
void nq_report_broken(nq_check_report *report, uint64_t column, uint64_t row);
/* All was noted: set `valid`. */
void nq_report_judge(nq_check_report *report);

/* NQ_INTERNAL unless it is valid: the report on a board of a search, of an instance or NULL. */
nq_status nq_report_require_valid(const nq_check_report *report, uint64_t n,
                                  const nq_instance *instance, nq_error *error);

/* A queen is placed in the column, and the board has it on another row or not at all. */
bool nq_report_misses_placed(const nq_instance *instance, uint32_t column, uint32_t row);

#endif

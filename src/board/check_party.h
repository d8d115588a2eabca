/* The check of a large board by all ranks of a party. */
#ifndef NQ_BOARD_CHECK_PARTY_H
#define NQ_BOARD_CHECK_PARTY_H

#include "core/core.h"
#include "parallel/party.h"

/* Called by all ranks, which read the same rows: the report is that of nq_large_check, at all of them.
 * `memory_bytes` is for the marks of a rank; 0: its share of all lines.  Each rank visits the rows that
 * it reads for the first time.  NQ_END when the watch of one stopped; an error is that of the lowest
 * rank that has one. */
nq_status nq_large_check_party(const nq_large_board *board, nq_party *party, uint64_t memory_bytes,
                               nq_watch *watch, nq_check_report *report, nq_error *error);

#endif

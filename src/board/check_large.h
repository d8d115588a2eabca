/* The checker of large boards, under a watch. */
#ifndef NQ_BOARD_CHECK_LARGE_H
#define NQ_BOARD_CHECK_LARGE_H

#include "core/limits.h"

#include <stdint.h>

/* nq_large_check, polling the watch; NQ_END when it stopped. */
nq_status nq_large_check_watched(const nq_large_board *board, unsigned threads, uint64_t memory,
                                 nq_watch *watch, nq_check_report *report, nq_error *error);

#endif

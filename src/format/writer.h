/* An output of many boards, written in parts that are appended in order. */
#ifndef NQ_FORMAT_WRITER_H
#define NQ_FORMAT_WRITER_H

#include "nqueens.h"

/* Largest n of the boards of a part. */
#define NQ_PART_N_MAX 64

/* A writer that only holds boards, in the format, n and base of `whole`, until they are appended to
 * it.  Each thread can fill its own part with nq_writer_board; nq_writer_free frees it.  NULL when
 * memory is short or n is too large. */
nq_writer *nq_part_new(const nq_writer *whole);
/* Whether there is no room for another board. */
bool nq_part_is_full(const nq_writer *part);
/* Append the boards of the part to `whole`, as nq_writer_board would write them, and empty the
 * part. */
nq_status nq_part_append(nq_writer *whole, nq_writer *part, nq_error *error);

#endif

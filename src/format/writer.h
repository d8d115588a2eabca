/* Boards of one output, written in parts that are put together in order. */
#ifndef NQ_FORMAT_WRITER_H
#define NQ_FORMAT_WRITER_H

#include "nqueens.h"

#include <stdbool.h>

/* Largest n of the boards of a part. */
#define NQ_PART_N_MAX 64

/* A writer that writes nowhere: it holds boards of the same format, n and base as `whole` until they
 * are appended to it.  nq_writer_board puts a board there, nq_writer_free frees it; no thread need
 * hold another back.  NULL when there is no memory for it, or n is too large. */
nq_writer *nq_part_new(const nq_writer *whole);
/* There is no room for another board. */
bool nq_part_is_full(const nq_writer *part);
/* Write the boards of the part behind those of `whole`: the bytes are those that nq_writer_board
 * would have written.  The part is empty then. */
nq_status nq_part_append(nq_writer *whole, nq_writer *part, nq_error *error);

#endif

/* A line of a text that is neither a picture nor numbers alone. */
#ifndef NQ_FORMAT_READ_STATEMENT_H
#define NQ_FORMAT_READ_STATEMENT_H

#include "format/format.h"

/* Read the statements of the tree that was read last, and lines after it that belong to the same
 * board.  NQ_END if it is text that holds no board; NQ_BAD_FORMAT. */
nq_status nq_statement_read(nq_reader *reader);

#endif

/* Lines of numbers. */
#ifndef NQ_FORMAT_READ_LINES_H
#define NQ_FORMAT_READ_LINES_H

#include "format/format.h"

/* Take the line of numbers whose tree was read last, and those after it that belong to the same
 * board.  NQ_END if it is not a line of numbers; NQ_BAD_FORMAT. */
nq_status nq_lines_read(nq_reader *reader);

#endif

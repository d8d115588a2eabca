/* Reading trees. */
#ifndef NQ_FORMAT_READ_TERM_H
#define NQ_FORMAT_READ_TERM_H

#include "format/read/scan.h"

/* Read the next tree, which may be empty.  NQ_END at the end of the input, NQ_BAD_FORMAT after a
 * bracket that does not fit or a text that is cut short; NQ_NO_MEMORY. */
nq_status nq_terms_read(nq_terms *terms, nq_error *error);

#endif

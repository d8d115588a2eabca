/* The table of dialects: it includes all of them, and only the reader includes it. */
#ifndef NQ_FORMAT_READ_DIALECTS_H
#define NQ_FORMAT_READ_DIALECTS_H

#include "format/read/dialect.h"

/* The dialect of a format that is named; of NQ_FORMAT_AUTO, any text. */
const nq_dialect *nq_dialect_of(nq_format format);
/* The dialect that the line shows, or NULL.  `first`: it is the first line, so that signs of
 * comments count as well. */
const nq_dialect *nq_dialect_at(nq_terms *terms, bool first);

#endif

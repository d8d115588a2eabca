/* Lists and ranges of board sizes, as in 8,1e3, 10..12 or 8..128:x2. */
#ifndef NQ_CORE_SIZES_H
#define NQ_CORE_SIZES_H

#include "core/option.h"
#include "nqueens.h"

#include <stddef.h>
#include <stdint.h>

/* At most so many in one list. */
#define NQ_SIZES_MOST 10000

typedef struct nq_sizes {
  uint32_t *n;
  size_t count;
} nq_sizes;

/* Add the sizes of a list with commas: numbers, and ranges FIRST..LAST:+K and FIRST..LAST:xK, whose
 * step :+1 may be left out.  `size`, a COUNT32, has their bounds and the name for messages.
 * NQ_BAD_VALUE, NQ_NO_MEMORY.  Release them in any case. */
nq_status nq_sizes_add(nq_sizes *sizes, const nq_option *size, const char *list, nq_error *error);
void nq_sizes_release(nq_sizes *sizes);

/* NQ_BAD_VALUE when one is given twice. */
nq_status nq_sizes_require_distinct(const nq_sizes *sizes, const nq_option *size, nq_error *error);

#endif

/* read and write that see to the end what they begin: interrupted calls are repeated, and
 * descriptors that do not block are waited for. */
#ifndef NQ_CORE_SYSTEM_H
#define NQ_CORE_SYSTEM_H

#include "nqueens.h"

#include <stdbool.h>
#include <stddef.h>

/* Read up to `size` bytes, at least one unless the input ends.  *got = 0 at the end; otherwise 0 is
 * returned, or an errno. */
int nq_read_some(int descriptor, void *bytes, size_t size, size_t *got);
/* Write all of it: 0, or an errno.  When it takes several calls, `goes_on`, unless NULL, is
 * asked in between with the context whether to go on: ECANCELED if not. */
int nq_write_all(int descriptor, const void *bytes, size_t size, bool (*goes_on)(void *),
                 void *context);

/* NQ_IO: "<action>: <the system's words for `number`>". */
nq_status nq_error_system(nq_error *error, const char *action, int number);

#endif

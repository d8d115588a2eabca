/* What must be true unless the code is wrong.  Checked only in debug builds (make DEBUG=1), as a
 * library must not end its caller's process. */
#ifndef NQ_CORE_INVARIANT_H
#define NQ_CORE_INVARIANT_H

#ifdef NQ_DEBUG
#include <assert.h>
#define invariant(condition) assert(condition)
#else
#define invariant(condition) ((void)(0 && (condition)))
#endif

#endif

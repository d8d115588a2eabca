/* Which library this is. */
#include "nqueens.h"

const char *nq_version(void) {
  return NQ_VERSION;
}

/* What sampling offers to solve/. */
#ifndef NQ_SAMPLING_SAMPLING_H
#define NQ_SAMPLING_SAMPLING_H

#include "board/method.h"

/* Solutions with the statistics of uniformly drawn ones. */
extern const nq_method nq_method_typical;

#endif

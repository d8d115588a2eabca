/* The method auto: searches that take turns. */
#ifndef NQ_SOLVE_AUTO_H
#define NQ_SOLVE_AUTO_H

#include "board/method.h"

extern const nq_method nq_method_auto;

#endif

/* Steps of min-conflicts for boards that other methods made. */
#ifndef NQ_LOCAL_IMPROVE_H
#define NQ_LOCAL_IMPROVE_H

#include "board/method.h"

extern const nq_improver nq_improver_min_conflicts;

#endif

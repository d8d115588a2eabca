/* Steps of min-conflicts for boards that other methods made. */
#ifndef NQ_SEARCH_IMPROVE_H
#define NQ_SEARCH_IMPROVE_H

#include "search/method.h"

extern const nq_improver nq_improver_min_conflicts;

#endif

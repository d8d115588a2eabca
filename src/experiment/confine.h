/* Where a program may write. */
#ifndef NQ_EXPERIMENT_CONFINE_H
#define NQ_EXPERIMENT_CONFINE_H

#include <stdbool.h>

/* From now on this process and those that it starts may write only to files below these folders (NULL:
 * none) and to a few devices.  Linux 5.13 and later can do this (Landlock); before, nothing
 * changes.  Takes no lock: for use after fork.  False when it failed. */
bool nq_confine(const char *folder, const char *more);

#endif

/* How much memory this process may still take. */
#ifndef NQ_CORE_MEMORY_AVAILABLE_H
#define NQ_CORE_MEMORY_AVAILABLE_H

#include <stdint.h>

/* Bytes that this process could allocate now without swapping: the system's available memory, or
 * less if the limits of control groups or of the address space leave less.  UINT64_MAX: unknown. */
uint64_t nq_memory_available(void);

/* Bytes that the control groups listed in a file such as /proc/self/cgroup leave; each is looked up
 * under `root`, such as /sys/fs/cgroup.  UINT64_MAX: no limit, or unknown. */
uint64_t nq_memory_group_available(const char *groups, const char *root);

#endif

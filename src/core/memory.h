/* Memory for arrays that may be larger than the machine: sizes are checked, large blocks are
 * mapped on their own with huge pages asked for, and what the machine has is known beforehand. */
#ifndef NQ_CORE_MEMORY_H
#define NQ_CORE_MEMORY_H

#include "nqueens.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* *product = a * b; false when that does not fit. */
bool nq_multiply(uint64_t a, uint64_t b, uint64_t *product);

/* `count` zeroed elements of `size` bytes, both >= 1; NULL when they cannot be had.  Free with the
 * same count and size. */
void *nq_memory_new(uint64_t count, size_t size);
void nq_memory_free(void *memory, uint64_t count, size_t size);

/* The same block with room for `new_count` >= 1 elements, moved if need be; what elements past the
 * old count hold is not said.  Mapped blocks keep their pages: nothing is copied.  NULL, and the
 * old block as it was, when memory cannot be had. */
void *nq_memory_resize(void *memory, uint64_t old_count, uint64_t new_count, size_t size);

/* Bytes that this process could get now without swapping: the least of what the system has
 * available and what the limits of control groups and of the address space leave.  UINT64_MAX: not
 * known. */
uint64_t nq_memory_available(void);

/* What the control groups of a file such as /proc/self/cgroup leave, each looked up below `root`,
 * as /sys/fs/cgroup is.  UINT64_MAX: no limit, or not known. */
uint64_t nq_memory_group_available(const char *groups, const char *root);

/* NQ_NO_MEMORY, naming what is needed and what there is, when `bytes` are more than that. */
nq_status nq_memory_require(uint64_t bytes, const char *what, nq_error *error);

#endif

/* Memory for arrays that may be larger than the machine: sizes are checked, large blocks are mapped
 * separately in huge pages, and the available memory can be checked first. */
#ifndef NQ_CORE_MEMORY_H
#define NQ_CORE_MEMORY_H

#include "nqueens.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* *product = a * b; false when that overflows. */
bool nq_multiply(uint64_t a, uint64_t b, uint64_t *product);

/* `count` zeroed elements of `size` bytes, both >= 1; NULL when memory is short.  Free with the
 * same count and size. */
void *nq_memory_new(uint64_t count, size_t size);
void nq_memory_free(void *memory, uint64_t count, size_t size);

/* Resize the block to `new_count` >= 1 elements, moving it if necessary; elements past the old
 * count are undefined.  Mapped blocks keep their pages: nothing is copied.  NULL when memory is
 * short: the old block stays valid. */
void *nq_memory_resize(void *memory, uint64_t old_count, uint64_t new_count, size_t size);

/* Room for one more item of `size` bytes in a growing array of malloc, whose pointer is at `items`;
 * false when memory is short: the array stays as it is.  All zero is an empty one. */
bool nq_memory_grow(void *items, size_t count, size_t *room, size_t size);

/* Arrays that are freed together; all zero: none.  `measures`: none is taken, only counted, so that
 * the code that takes arrays also says how large they are. */
enum { NQ_ARRAYS_MOST = 24 };
typedef struct nq_arrays {
  struct {
    void *memory;
    uint64_t count;
    size_t size;
  } array[NQ_ARRAYS_MOST];
  size_t used;
  uint64_t bytes; /* of all; UINT64_MAX on overflow */
  bool measures;
  bool failed; /* memory was short for one of them */
} nq_arrays;

/* Another one, as by nq_memory_new, but `count` may be 0; NULL, and `failed`, when memory is
 * short.  NULL if it only measures. */
void *nq_arrays_take(nq_arrays *arrays, uint64_t count, size_t size);
void nq_arrays_release(nq_arrays *arrays);

/* Addresses for `bytes` >= 1, all zero, on whole pages; a page takes memory once it was written.
 * NULL when the system has none.  Unmap with the same size. */
void *nq_memory_map(uint64_t bytes);
void nq_memory_unmap(void *memory, uint64_t bytes);
/* Give back the whole pages among mapped bytes: they are zero again. */
void nq_memory_discard(void *memory, uint64_t bytes);

/* "557 bytes", "5.4 MiB", "119 GiB": all messages have this one unit. */
void nq_memory_describe(uint64_t bytes, char *text, size_t size);

/* NQ_NO_MEMORY, naming both amounts, when `bytes` are not available; `what` needs them. */
nq_status nq_memory_require(uint64_t bytes, const char *what, nq_error *error);

#endif

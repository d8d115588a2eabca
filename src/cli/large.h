/* Large boards as input: folders of shards, and .npy files of more rows than 32 bits can number. */
#ifndef NQ_CLI_LARGE_H
#define NQ_CLI_LARGE_H

#include "draw/draw.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Is the file such a board?  `any_n`: any .npy file of one board with unsigned rows of 4 or 8 bytes
 * counts. */
bool cli_is_large(const char *file, bool any_n);

/* What --memory gives, in bytes; never 0, which means no limit. */
static inline uint64_t cli_memory_bytes(double gib) {
  return (uint64_t)(gib * 1073741824.0) + 1;
}

/* The rows of the board for a picture: all go to `density`, the first `room` to rows[].  Sets
 * *n. */
nq_status cli_large_draw(const char *file, nq_density *density, uint32_t *rows, size_t room,
                         uint64_t *n, nq_error *error);

#endif

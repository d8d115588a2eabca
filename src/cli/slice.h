/* Slices: the K-th, from 0, of M parts of some work, written K/M. */
#ifndef NQ_CLI_SLICE_H
#define NQ_CLI_SLICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct cli_slice {
  uint64_t part, parts; /* part < parts; 0/1 is the whole */
} cli_slice;

/* "K/M", both as in nq_number_parse, 0 <= K < M <= most_parts; otherwise false, and `why` tells
 * what is wrong and the range. */
bool cli_parse_slice(const char *text, uint64_t most_parts, cli_slice *slice, char *why,
                     size_t size);

#endif

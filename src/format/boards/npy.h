/* Inside the .npy format. */
#ifndef NQ_FORMAT_BOARDS_NPY_H
#define NQ_FORMAT_BOARDS_NPY_H

#include "format/format.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Fill *shape from the text of a header, or NQ_BAD_FORMAT with what was found and what would be
 * right.  text ends with a NUL. */
nq_status nq_npy_parse_header(const char *text, nq_npy_shape *shape, nq_error *error);

/* rows[0 .. count - 1] as little-endian bytes, on any machine; `bytes` has 4 * count. */
void nq_npy_encode(const uint32_t *rows, size_t count, unsigned char *bytes);

#endif

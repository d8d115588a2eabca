/* The layout of .npy files: the byte order and the header. */
#ifndef NQ_FORMAT_BOARDS_NPY_LAYOUT_H
#define NQ_FORMAT_BOARDS_NPY_LAYOUT_H

#include "format/format.h"

/* The first bytes of every file. */
extern const unsigned char nq_npy_magic[6];

/* Fill *shape from the text of a header, which ends with a NUL, of boards of up to `most` columns.
 * NQ_BAD_FORMAT with the fault and the remedy. */
nq_status nq_npy_parse_header(const char *text, uint64_t most, nq_npy_shape *shape,
                              nq_error *error);

/* Whether rows have the same bytes in memory and in the file: on little-endian machines. */
bool nq_npy_is_native(void);

/* rows[0 .. count - 1] as little-endian bytes, on any machine; `bytes` has 4 * count. */
void nq_npy_encode(const uint32_t *rows, size_t count, unsigned char *bytes);

#endif

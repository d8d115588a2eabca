/* SHA-256 (FIPS 180-4), by which files and instances are known again. */
#ifndef NQ_CORE_SHA256_H
#define NQ_CORE_SHA256_H

#include <stddef.h>

#define NQ_SHA256_TEXT 65 /* 64 hexadecimal digits */

void nq_sha256(const void *bytes, size_t size, char text[NQ_SHA256_TEXT]);

#endif

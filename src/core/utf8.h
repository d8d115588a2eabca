/* Characters of text that may be anything. */
#ifndef NQ_CORE_UTF8_H
#define NQ_CORE_UTF8_H

#include <stddef.h>
#include <stdint.h>

/* The character at the start of `size` > 0 bytes: its bytes, 1..4, and its code point; 0 where they
 * are not UTF-8 (cut, too long for its code point, a surrogate, above U+10FFFF). */
size_t nq_utf8_read(const char *text, size_t size, uint32_t *point);

#endif

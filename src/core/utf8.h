/* Characters of text that may not be UTF-8. */
#ifndef NQ_CORE_UTF8_H
#define NQ_CORE_UTF8_H

#include <stddef.h>
#include <stdint.h>

/* The length, 1..4, of the character at the start of `size` > 0 bytes, and its code point; 0 if
 * they are not UTF-8 (cut short, overlong, a surrogate, above U+10FFFF). */
size_t nq_utf8_read(const char *text, size_t size, uint32_t *point);

#endif

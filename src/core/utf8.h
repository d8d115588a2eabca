/* Characters of text from outside, which may be any bytes. */
#ifndef NQ_CORE_UTF8_H
#define NQ_CORE_UTF8_H

#include <stddef.h>
#include <stdint.h>

/* The character at the start of `size` > 0 bytes: returns its length, 1..4, and sets its code
 * point; 0 where the bytes are not UTF-8 (cut short, too long for the code point, a surrogate,
 * above U+10FFFF). */
size_t nq_utf8_read(const char *text, size_t size, uint32_t *point);

#endif

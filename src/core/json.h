/* Building JSON with jansson so that a lack of memory is always noticed: an object or array that
 * could not take a member becomes NULL, and so does every value that contains it. */
#ifndef NQ_CORE_JSON_H
#define NQ_CORE_JSON_H

#include <jansson.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Both take ownership of `value`. */
static inline void nq_json_put(json_t **object, const char *key, json_t *value) {
  if (json_object_set_new(*object, key, value) == 0) return;
  json_decref(*object);
  *object = NULL;
}

static inline void nq_json_append(json_t **array, json_t *value) {
  if (json_array_append_new(*array, value) == 0) return;
  json_decref(*array);
  *array = NULL;
}

/* An integer if the value is whole. */
static inline json_t *nq_json_number(double value) {
  bool whole = value == floor(value) && fabs(value) < 0x1p53;
  return whole ? json_integer((json_int_t)value) : json_real(value);
}

/* [3,null,..]: null for NQ_EMPTY. */
json_t *nq_json_rows(const uint32_t *rows, size_t count);

/* ["pairwise","ladder"]; none for NULL, which also ends them. */
json_t *nq_json_names(const char *const *names);

/* A text from outside, such as a file name.  Control characters are written as \u0000 .. \u009f,
 * and each byte b that is not UTF-8 as the lone surrogate \udc00 + b, like Python's
 * "surrogateescape", so that different texts stay different.  Write the value with nq_json_text
 * only. */
json_t *nq_json_bytes(const char *text);

/* The text, to be freed; NULL when memory is short (json_dumps would then omit keys) or `value` is
 * NULL. */
char *nq_json_text(const json_t *value, size_t flags);

#endif

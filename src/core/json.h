/* Building JSON with jansson so that no lack of memory goes unnoticed: an object or array that
 * could not take a value becomes NULL, and so does every object that takes it. */
#ifndef NQ_CORE_JSON_H
#define NQ_CORE_JSON_H

#include <jansson.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>

/* Both take over `value`. */
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

/* A whole number is written as one. */
static inline json_t *nq_json_number(double value) {
  bool whole = value == floor(value) && fabs(value) < 0x1p53;
  return whole ? json_integer((json_int_t)value) : json_real(value);
}

/* A text from outside, such as the name of a file.  Control characters are written as \u0000 ..
 * \u009f, and each byte b that is not UTF-8 as the lone surrogate \udc00 + b, as in Python's
 * "surrogateescape": different texts stay different.  Only for nq_json_text. */
json_t *nq_json_bytes(const char *text);

/* The text, to be freed; NULL where memory is short or `value` is NULL.  (json_dumps would leave
 * out keys when memory is short.) */
char *nq_json_text(const json_t *value, size_t flags);

#endif

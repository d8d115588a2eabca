/* Errors as values, a status and one line of text; and the version.  Compiled without _GNU_SOURCE,
 * with which strerror_r is another function. */
#include "core/core.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Longer text is cut to `size` bytes. */
static void NQ_PRINTF(4, 0)
    print(nq_error *error, nq_status status, size_t size, const char *format, va_list arguments) {
  error->status = status;
  error->line = 0;
  vsnprintf(error->message, size, format, arguments);
}

nq_status nq_error_set(nq_error *error, nq_status status, const char *format, ...) {
  if (error == NULL) return status;
  va_list arguments;
  va_start(arguments, format);
  print(error, status, sizeof error->message, format, arguments);
  va_end(arguments);
  return status;
}

nq_status nq_error_pass(nq_error *error, const nq_error *why) {
  if (error != NULL) *error = *why;
  return why->status;
}

nq_status nq_error_system(nq_error *error, int number, const char *format, ...) {
  char words[128];
  if (error == NULL) return NQ_IO;
  if (strerror_r(number, words, sizeof words) != 0) strcpy(words, "unknown error");
  va_list arguments;
  va_start(arguments, format);
  print(error, NQ_IO, sizeof error->message - sizeof words, format, arguments);
  va_end(arguments);
  nq_text_add(error->message, sizeof error->message, ": %s", words);
  return NQ_IO;
}

const char *nq_version(void) {
  return NQ_VERSION;
}

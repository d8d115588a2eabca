/* Errors as values, a status and one line of text; and the version. */
#include "core/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

nq_status nq_error_set(nq_error *error, nq_status status, const char *format, ...) {
  if (error == NULL) return status;
  error->status = status;
  error->line = 0;
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(error->message, sizeof error->message, format, arguments);
  va_end(arguments);
  return status;
}

nq_status nq_error_system(nq_error *error, const char *action, int number) {
  char words[128];
  if (strerror_r(number, words, sizeof words) != 0) strcpy(words, "unknown error");
  return nq_error_set(error, NQ_IO, "%s: %s", action, words);
}

const char *nq_version(void) {
  return NQ_VERSION;
}

/* Not in a file with _GNU_SOURCE, where strerror_r is another function. */

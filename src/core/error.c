/* Errors as values, a status and one line of text; and the version. */
#include "nqueens.h"

#include <stdarg.h>
#include <stdio.h>

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

const char *nq_version(void) {
  return NQ_VERSION;
}

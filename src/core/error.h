/* Errors of the system. */
#ifndef NQ_CORE_ERROR_H
#define NQ_CORE_ERROR_H

#include "nqueens.h"

/* NQ_IO: "<text>: <the system's message for the errno `number`>".  The library's threads may call
 * it, unlike strerror(). */
nq_status nq_error_system(nq_error *error, int number, const char *format, ...) NQ_PRINTF(3, 4);

#endif

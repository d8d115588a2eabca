/* Errors of the system. */
#ifndef NQ_CORE_ERROR_H
#define NQ_CORE_ERROR_H

#include "nqueens.h"

/* NQ_IO: "<action>: <the system's message for `number`>". */
nq_status nq_error_system(nq_error *error, const char *action, int number);

#endif

/* The machine that runs are made on, in words. */
#ifndef NQ_EXPERIMENT_MACHINE_H
#define NQ_EXPERIMENT_MACHINE_H

#include <stddef.h>

/* "Linux 6.1.0 x86_64, AMD EPYC 9554"; what cannot be found out is left out. */
void nq_machine_describe(char *text, size_t size);

#endif

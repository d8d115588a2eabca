/* A large board that is solved within its own .npy file. */
#ifndef NQ_CLI_MAPPING_H
#define NQ_CLI_MAPPING_H

#include "cli/output.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct cli_mapping {
  void *base;     /* the whole file; NULL: nothing is mapped */
  uint64_t bytes; /* of it */
  uint32_t *rows; /* n entries */
} cli_mapping;

/* True when one board of n queens, in this format, may as well live in the output's file. */
bool cli_mapping_suits(const nq_file *output, nq_format format, uint32_t n);

/* Give the output's file its size and header, and map it.  Its place on the disk is taken before:
 * a full disk is NQ_IO here and no signal later.  NQ_OK with nothing mapped where the file system
 * cannot do that, or when *interrupted: then the file is as it was. */
nq_status cli_mapping_open(cli_mapping *mapping, const nq_file *output, uint32_t n,
                           const atomic_bool *interrupted, nq_error *error);

/* Unmap it; the file keeps what was written to the rows. */
void cli_mapping_close(cli_mapping *mapping);

#endif

/* Reading files that gzip has compressed. */
#ifndef NQ_CLI_UNPACK_H
#define NQ_CLI_UNPACK_H

#include "nqueens.h"

#include <zlib.h>

#define CLI_UNPACK_BYTES ((size_t)64 << 10)

typedef struct cli_unpack {
  int descriptor;
  bool packed;  /* by gzip */
  bool whole;   /* between two members, or before the first */
  bool damaged; /* or cut short */
  z_stream stream;
  unsigned char *buffer; /* of CLI_UNPACK_BYTES, or NULL; as read: `next` .. `end` - 1 are left */
  size_t next, end;
} cli_unpack;

/* Recognise gzip by its first bytes, and have the reader, unless it is NULL, read what is in it.
 * NQ_IO when the input cannot be read, NQ_NO_MEMORY. */
nq_status cli_unpack_begin(cli_unpack *unpack, int descriptor, nq_reader *reader, nq_error *error);
void cli_unpack_end(cli_unpack *unpack);
/* The bytes of the input, unpacked: an nq_bytes_source. */
int cli_unpack_read(void *context, void *bytes, size_t size, size_t *got);
/* After an error of the reader: say so where the compressed data are at fault. */
void cli_unpack_explain(const cli_unpack *unpack, nq_error *error);

#endif

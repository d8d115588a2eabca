/* Buffered output to a file descriptor: a fixed buffer, which large arrays bypass. */
#ifndef NQ_FORMAT_OUTPUT_H
#define NQ_FORMAT_OUTPUT_H

#include "nqueens.h"

/* Decimal digits of the largest uint64_t. */
#define NQ_DIGITS_MAX 20

typedef struct nq_output {
  int descriptor;
  int failure; /* errno of the first write that failed: every later one fails the same way */
  char *buffer;
  size_t size, used;
  /* Called before the first write, when a terminal may have to be cleared, and after every one;
   * false stops; or NULL. */
  nq_progress_function *progress;
  void *context;
  unsigned grace; /* stop requests still to be ignored, so that a line can be completed */
  double begin;
  uint64_t written; /* bytes, */
  uint64_t total;   /* of about so many; 0: not known */
} nq_output;

/* As a descriptor, this counts the bytes and drops them. */
#define NQ_NOWHERE (-1)

/* False when there is no memory for the buffer. */
bool nq_output_init(nq_output *output, int descriptor);
/* The same with a buffer of `size` bytes, at least 4096. */
bool nq_output_init_size(nq_output *output, int descriptor, size_t size);
void nq_output_release(nq_output *output);

/* Room for at least `size` bytes (at most 4096).  The caller fills it and adds the number of bytes
 * to output->used.  NULL after a failure to write. */
char *nq_output_reserve(nq_output *output, size_t size);
/* The number of bytes that fit without a write. */
size_t nq_output_room(const nq_output *output);

/* These do not report failures: nq_output_status and nq_output_flush do. */
void nq_output_bytes(nq_output *output, const void *bytes, size_t size);
void nq_output_text(nq_output *output, const char *text);
void nq_output_number(nq_output *output, uint64_t number);
/* At most 4095 bytes; slower than the others. */
void nq_output_print(nq_output *output, const char *format, ...) NQ_PRINTF(2, 3);
/* Write the rows with `base` added, `separator` between them, and `empty` (at most 8 bytes) for
 * NQ_EMPTY. */
void nq_output_rows(nq_output *output, const uint32_t *rows, uint32_t n, unsigned base,
                    char separator, const char *empty);

/* NQ_OK, or NQ_IO with the system's message for the failure. */
nq_status nq_output_status(const nq_output *output, nq_error *error);
nq_status nq_output_flush(nq_output *output, nq_error *error);

/* Put the decimal digits of `number` at `text`, without a NUL; returns their end. */
char *nq_put_number(char *text, uint32_t number);

#endif

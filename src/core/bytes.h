/* A growing array of bytes. */
#ifndef NQ_CORE_BYTES_H
#define NQ_CORE_BYTES_H

#include "nqueens.h"

#include <stdbool.h>
#include <stdio.h>

/* All zero is empty. */
typedef struct nq_bytes {
  unsigned char *data;
  size_t size, room;
  size_t taken; /* by nq_bytes_take */
  bool failed;  /* memory ran out: nothing more is added */
  /* Asked while a PNG or PDF is compressed, which takes most of its time; false ends the drawing
   * with NQ_IO.  Or NULL. */
  bool (*goes_on)(void *context);
  void *context;
} nq_bytes;

void nq_bytes_add(nq_bytes *bytes, const void *data, size_t size);
void nq_bytes_text(nq_bytes *bytes, const char *text);
/* Add what the file has left, until there are `most` bytes, about; 0 or an errno. */
int nq_bytes_read(nq_bytes *bytes, int file, size_t most);
/* Copy the next bytes to `data`; false when there are fewer. */
bool nq_bytes_take(nq_bytes *bytes, void *data, size_t size);
void nq_bytes_release(nq_bytes *bytes);

/* A stream that adds to `bytes`, which must not move or be used until it is closed.  NULL when
 * memory is short.  (The memory streams of some C libraries lose text without an error.) */
FILE *nq_bytes_stream(nq_bytes *bytes);
/* Close it; NULL, too, is closed.  The text, which ends with a 0 and is to be freed; NULL, and
 * bytes->failed, when memory was short. */
char *nq_bytes_close_text(nq_bytes *bytes, FILE *stream);

/* A result of nq_solve, with the words that it refers to, which are kept in `names`. */
typedef struct nq_result_names {
  char counter[NQ_COUNTERS_MAX][32], member[32];
} nq_result_names;
void nq_bytes_add_result(nq_bytes *bytes, const nq_result *result);
bool nq_bytes_take_result(nq_bytes *bytes, nq_result *result, nq_result_names *names);

#endif

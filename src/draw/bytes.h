/* Bytes in memory that grow: a picture until it is written. */
#ifndef NQ_DRAW_BYTES_H
#define NQ_DRAW_BYTES_H

#include <stdbool.h>
#include <stddef.h>

/* All zero is empty. */
typedef struct nq_bytes {
  unsigned char *data;
  size_t size, room;
  bool failed; /* memory was short: nothing more is added */
} nq_bytes;

void nq_bytes_add(nq_bytes *bytes, const void *data, size_t size);
void nq_bytes_text(nq_bytes *bytes, const char *text);
/* With at most two decimals and a point, whatever the locale: "12", "-0.5", "3.14". */
void nq_bytes_number(nq_bytes *bytes, double number);
/* `text` with each '#' replaced by the next of the numbers. */
void nq_bytes_format(nq_bytes *bytes, const char *text, const double *numbers);
/* In base 64, without line ends. */
void nq_bytes_base64(nq_bytes *bytes, const unsigned char *data, size_t size);
void nq_bytes_release(nq_bytes *bytes);

#endif

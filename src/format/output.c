#include "format/stream.h"
#include "core/file.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool nq_output_init(nq_output *output, int descriptor, size_t size) {
  *output = (nq_output){.descriptor = descriptor, .buffer = malloc(size), .size = size};
  return output->buffer != NULL;
}

void nq_output_release(nq_output *output) {
  free(output->buffer);
  output->buffer = NULL;
}

/* A large array is written in pieces of this size, so that an interrupt is noticed soon. */
#define PIECE_BYTES ((size_t)16 << 20)

static bool goes_on(void *context) {
  const nq_output *output = context;
  if (output->progress == NULL) return true;
  nq_progress progress = {.phase = "write",
                          .done = output->written,
                          .total = output->total,
                          .unit = "bytes",
                          .bytes = output->written,
                          .seconds = nq_clock() - output->begin};
  return output->progress(output->context, &progress);
}

static void write_out(nq_output *output, const void *bytes, size_t size) {
  const char *from = bytes;
  bool wanted = size == 0 || output->written > 0 || goes_on(output);
  while (size > 0 && output->failure == 0) {
    size_t piece = size < PIECE_BYTES ? size : PIECE_BYTES;
    if (output->descriptor != NQ_NOWHERE)
      output->failure = nq_write_all(output->descriptor, from, piece, goes_on, output);
    from += piece;
    size -= piece;
    output->written += piece;
    if (output->failure != 0 || (wanted && goes_on(output))) continue;
    if (size > 0 || output->grace == 0)
      output->failure = ECANCELED;
    else
      output->grace--;
  }
}

static void empty_buffer(nq_output *output) {
  write_out(output, output->buffer, output->used);
  output->used = 0;
}

size_t nq_output_room(const nq_output *output) {
  return output->size - output->used;
}

char *nq_output_reserve(nq_output *output, size_t size) {
  if (nq_output_room(output) < size) empty_buffer(output);
  return output->failure == 0 ? output->buffer + output->used : NULL;
}

void nq_output_bytes(nq_output *output, const void *bytes, size_t size) {
  if (nq_output_room(output) < size) empty_buffer(output);
  if (size > output->size) {
    write_out(output, bytes, size);
    return;
  }
  if (size > 0) memcpy(output->buffer + output->used, bytes, size);
  output->used += size;
}

void nq_output_text(nq_output *output, const char *text) {
  nq_output_bytes(output, text, strlen(text));
}

void nq_output_number(nq_output *output, uint64_t number) {
  char digits[NQ_DIGITS_MAX];
  size_t at = sizeof digits;
  do {
    digits[--at] = (char)('0' + number % 10);
    number /= 10;
  } while (number > 0);
  nq_output_bytes(output, digits + at, sizeof digits - at);
}

void nq_output_print(nq_output *output, const char *format, ...) {
  char *text = nq_output_reserve(output, 4096);
  if (text == NULL) return;
  va_list arguments;
  va_start(arguments, format);
  int length = vsnprintf(text, 4096, format, arguments);
  va_end(arguments);
  if (length > 0) output->used += length < 4096 ? (size_t)length : 4095;
}

nq_status nq_output_status(const nq_output *output, nq_error *error) {
  if (output->failure == 0) return NQ_OK;
  return nq_error_system(error, output->failure, "writing failed");
}

nq_status nq_output_flush(nq_output *output, nq_error *error) {
  empty_buffer(output);
  return nq_output_status(output, error);
}

/* Two digits at a time from a table: half the divisions. */
static const char digit_pairs[] = "00010203040506070809101112131415161718192021222324"
                                  "25262728293031323334353637383940414243444546474849"
                                  "50515253545556575859606162636465666768697071727374"
                                  "75767778798081828384858687888990919293949596979899";

static unsigned count_digits(uint32_t number) {
  static const uint32_t powers[] = {10,      100,      1000,      10000,     100000,
                                    1000000, 10000000, 100000000, 1000000000};
  unsigned digits = 1;
  while (digits < 10 && number >= powers[digits - 1]) digits++;
  return digits;
}

char *nq_put_number(char *text, uint32_t number) {
  char *end = text + count_digits(number), *at = end;
  while (number >= 100) {
    at -= 2;
    memcpy(at, digit_pairs + 2 * (size_t)(number % 100), 2);
    number /= 100;
  }
  if (number >= 10)
    memcpy(at - 2, digit_pairs + 2 * (size_t)number, 2);
  else
    at[-1] = (char)('0' + number);
  return end;
}

/* The numbers below 100, four bytes each: small boards are written by the million. */
#define DECADE(d) d "0  " d "1  " d "2  " d "3  " d "4  " d "5  " d "6  " d "7  " d "8  " d "9  "
static const char small_numbers[] = "0   1   2   3   4   5   6   7   8   9   " DECADE("1")
    DECADE("2") DECADE("3") DECADE("4") DECADE("5") DECADE("6") DECADE("7") DECADE("8") DECADE("9");

/* A number below 100 and a separator, without a branch.  Needs room for four bytes. */
static char *put_small(char *text, uint32_t number, char separator) {
  size_t size = 1 + (size_t)(number >= 10);
  memcpy(text, small_numbers + 4 * (size_t)number, 4);
  text[size] = separator;
  return text + size + 1;
}

/* An item and its separator. */
#define ITEM_BYTES 12

static char *put_row(char *text, uint32_t row, unsigned base, const char *empty) {
  if (row != NQ_EMPTY) return nq_put_number(text, row + base);
  while (*empty != '\0') *text++ = *empty++;
  return text;
}

void nq_output_rows(nq_output *output, const uint32_t *rows, uint32_t n, unsigned base,
                    char separator, const char *empty) {
  for (uint32_t column = 0; column < n;) {
    char *text = nq_output_reserve(output, 64 * ITEM_BYTES), *at = text;
    if (text == NULL) return;
    size_t fit = nq_output_room(output) / ITEM_BYTES;
    uint32_t end = n - column < fit ? n : column + (uint32_t)fit;
    for (; column < end; column++) {
      if (rows[column] < 99) {
        at = put_small(at, rows[column] + base, separator);
      } else {
        at = put_row(at, rows[column], base, empty);
        *at++ = separator;
      }
    }
    output->used += (size_t)(at - text);
  }
  output->used--; /* the last separator */
}

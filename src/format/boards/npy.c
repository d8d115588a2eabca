/* NumPy's .npy files (NumPy Enhancement Proposal 1, and its text in numpy.lib.format).
 *
 * MODEL.  All numbers are little-endian; items may be big-endian, as the header states:
 *
 *     0x93 N U M P Y   major minor   length   header                          items
 *                      1     0       2 bytes  a Python dictionary in ASCII,   4 bytes each
 *                      2,3   0       4 bytes  blanks, a line feed
 *
 *     {'descr': '<u4', 'fortran_order': False, 'shape': (boards, n), }
 *
 * The writer uses version 1.0, items that start at a multiple of 64, and shape (n,) for one board.
 * An item 2^32 - 1 is an empty column.  The header is read as a Python literal (npy_layout.c); the
 * size that it claims costs memory only as items arrive. */
#include "format/boards/boards.h"
#include "format/boards/npy_layout.h"
#include "core/core.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define HEADER_MOST 65536

/* ---- Writing ---- */

nq_status nq_npy_start(nq_writer *writer, nq_error *error) {
  char header[NQ_NPY_HEADER_MAX];
  if (writer->boards == NQ_BOARDS_UNKNOWN)
    return nq_error_set(error, NQ_UNSUPPORTED,
                        "an npy file starts with the number of boards, so it must be known");
  nq_output_bytes(&writer->output, header, nq_npy_header(writer->n, writer->boards, header));
  return NQ_OK;
}

static void write_encoded(nq_output *output, const uint32_t *rows, uint32_t n) {
  for (uint32_t column = 0; column < n;) {
    char *bytes = nq_output_reserve(output, 4);
    if (bytes == NULL) return;
    size_t fit = nq_output_room(output) / 4, count = n - column < fit ? n - column : fit;
    nq_npy_encode(rows + column, count, (unsigned char *)bytes);
    output->used += 4 * count;
    column += (uint32_t)count;
  }
}

nq_status nq_npy_write(nq_writer *writer, const uint32_t *rows, nq_error *error) {
  (void)error;
  if (nq_npy_is_native())
    nq_output_bytes(&writer->output, rows, (size_t)writer->n * sizeof *rows);
  else
    write_encoded(&writer->output, rows, writer->n);
  return NQ_OK;
}

/* ---- Reading ---- */

/* Read the dictionary's text into `text`, which has `size` bytes, one of them for the final NUL. */
static nq_status read_header(nq_input *input, char *text, size_t size, nq_error *error) {
  unsigned char start[12];
  size_t got = nq_input_bytes(input, start, 8);
  if (got < 6 || memcmp(start, nq_npy_magic, sizeof nq_npy_magic) != 0)
    return nq_error_set(error, NQ_BAD_FORMAT,
                        "not a NumPy file: it must start with the bytes 0x93 N U M P Y");
  unsigned version = got == 8 ? start[6] : 0;
  if (got == 8 && (version < 1 || version > 3 || start[7] != 0))
    return nq_error_set(error, NQ_BAD_FORMAT,
                        "npy version %u.%u is not supported; 1.0, 2.0 and 3.0 are", version,
                        start[7]);
  size_t width = version == 1 ? 2 : 4, length = 0;
  if (got == 8) got += nq_input_bytes(input, start + 8, width);
  bool whole = got == 8 + width;
  for (size_t byte = 0; whole && byte < width; byte++)
    length |= (size_t)start[8 + byte] << 8 * byte;
  if (length >= size)
    return nq_error_set(error, NQ_BAD_FORMAT,
                        "the npy header claims %zu bytes; fewer than %zu were expected", length,
                        size);
  got = whole ? nq_input_bytes(input, text, length) : 0;
  text[got] = '\0';
  if (!whole || got < length)
    return nq_error_set(error, NQ_BAD_FORMAT, "the npy file ends within its header");
  if (strlen(text) < length)
    return nq_error_set(error, NQ_BAD_FORMAT, "the npy header has a NUL byte in its text");
  return NQ_OK;
}

static nq_status read_shape(nq_input *input, uint64_t most, nq_npy_shape *shape, nq_error *error) {
  static const size_t size = HEADER_MOST;
  char *text = malloc(size);
  if (text == NULL) return nq_error_set(error, NQ_NO_MEMORY, "no memory for the npy header");
  nq_status status = read_header(input, text, size, error);
  if (status == NQ_OK) status = nq_npy_parse_header(text, most, shape, error);
  free(text);
  return status;
}

nq_status nq_npy_measure(int descriptor, nq_npy_layout *layout, nq_error *error) {
  nq_input input;
  nq_npy_shape shape = {0};
  if (!nq_input_init(&input, descriptor))
    return nq_error_set(error, NQ_NO_MEMORY, "no memory for the npy header");
  nq_status status = read_shape(&input, NQ_LARGE_N_MAX, &shape, error);
  off_t at = lseek(descriptor, 0, SEEK_CUR);
  uint64_t buffered = (uint64_t)(input.end - input.next);
  nq_input_release(&input);
  if (at < 0 || lseek(descriptor, 0, SEEK_SET) != 0)
    return nq_error_system(error, errno, "seeking failed");
  if (status != NQ_OK) return status;
  if (shape.boards != 1 || shape.is_signed || shape.big_endian ||
      (shape.bytes != 4 && shape.bytes != 8))
    return nq_error_set(error, NQ_UNSUPPORTED,
                        "a large board must be one array of the npy type '<u4' or '<u8'");
  *layout =
      (nq_npy_layout){.n = shape.n, .start = (uint64_t)at - buffered, .row_bytes = shape.bytes};
  return NQ_OK;
}

static nq_status start_reading(nq_reader *reader, nq_error *error) {
  nq_status status = read_shape(&reader->input, NQ_N_MAX, &reader->shape, error);
  reader->shape.known = status == NQ_OK;
  if (status == NQ_BAD_FORMAT) reader->ended = true;
  return status;
}

/* An item, sign-extended to 64 bits. */
static inline uint64_t decode(const unsigned char *bytes, const nq_npy_shape *shape) {
  unsigned width = shape->bytes, flip = shape->big_endian ? width - 1 : 0;
  bool negative = shape->is_signed && (bytes[(width - 1) ^ flip] & 0x80) != 0;
  uint64_t value = negative ? UINT64_MAX : 0;
  for (unsigned byte = width; byte-- > 0;) value = value << 8 | bytes[byte ^ flip];
  return value;
}

static nq_status refuse_item(uint64_t column, uint64_t value, bool is_signed, nq_error *error) {
  const char *right = "a row is 0 to 4294967294, and 4294967295 an empty column";
  if (is_signed && value > INT64_MAX)
    return nq_error_set(error, NQ_BAD_FORMAT, "column %" PRIu64 " has row -%" PRIu64 ", but %s",
                        column, -value, right);
  return nq_error_set(error, NQ_BAD_FORMAT, "column %" PRIu64 " has row %" PRIu64 ", but %s",
                      column, value, right);
}

/* Items of 4 bytes are read directly into the array and converted there. */
static size_t take_words(nq_input *input, const nq_npy_shape *shape, uint32_t *rows, size_t count) {
  size_t got = nq_input_bytes(input, rows, 4 * count) / 4;
  if (shape->big_endian == nq_npy_is_native()) {
    for (size_t i = 0; i < got; i++)
      rows[i] = (uint32_t)decode((const unsigned char *)&rows[i], shape);
  }
  return got;
}

/* Take up to `count` items into `rows`; returns their number.  Sets *bad to the index of the first
 * item that is not a row, and *value to its value. */
static size_t take_items(nq_input *input, const nq_npy_shape *shape, uint32_t *rows, size_t count,
                         size_t *bad, uint64_t *value) {
  if (shape->bytes == 4 && !shape->is_signed) return take_words(input, shape, rows, count);
  size_t done = 0;
  while (done < count) {
    size_t fit = (size_t)(input->end - input->next) / shape->bytes;
    if (fit == 0 && !nq_input_more(input)) break;
    for (; fit > 0 && done < count; fit--, done++, input->next += shape->bytes) {
      uint64_t item = decode(input->next, shape);
      if (item > UINT32_MAX && *bad == SIZE_MAX) {
        *bad = done;
        *value = item;
      }
      rows[done] = (uint32_t)item;
    }
  }
  return done;
}

static nq_status take_board(nq_reader *reader, nq_rows *rows, nq_error *error) {
  const nq_npy_shape *shape = &reader->shape;
  nq_status verdict = NQ_OK;
  while (nq_rows_seen(rows) < shape->n) {
    if (rows->count == rows->room) {
      nq_status status = nq_rows_grow(rows, shape->n, error);
      if (status != NQ_OK) return status;
    }
    uint64_t left = shape->n - nq_rows_seen(rows), room = rows->room - rows->count;
    size_t want = (size_t)(room < left ? room : left), bad = SIZE_MAX;
    uint64_t value = 0;
    size_t got = take_items(&reader->input, shape, rows->rows + rows->count, want, &bad, &value);
    if (bad != SIZE_MAX && verdict == NQ_OK)
      verdict = refuse_item(nq_rows_seen(rows) + bad, value, shape->is_signed, error);
    rows->count += got;
    if (got == want) continue;
    reader->ended = true;
    return nq_error_set(error, NQ_BAD_FORMAT,
                        "the npy file ends too early: its header announces %" PRIu64
                        " boards of %" PRIu64 " numbers, and board %" PRIu64 " has only %" PRIu64,
                        shape->boards, shape->n, reader->found + 1, nq_rows_seen(rows));
  }
  return verdict;
}

/* Nothing may follow the last board. */
static nq_status require_end(nq_reader *reader, nq_error *error) {
  if (reader->found + 1 < reader->shape.boards || nq_input_peek(&reader->input) < 0) return NQ_OK;
  reader->ended = true;
  return nq_error_set(error, NQ_BAD_FORMAT,
                      "the npy file is longer than the %" PRIu64 " boards of %" PRIu64
                      " numbers that its header announces",
                      reader->shape.boards, reader->shape.n);
}

nq_status nq_npy_read(nq_reader *reader, nq_board *board, uint64_t *line, nq_error *error) {
  if (reader->empty) return NQ_END;
  nq_status status = reader->shape.known ? NQ_OK : start_reading(reader, error);
  if (status != NQ_OK) return status;
  if (reader->found == reader->shape.boards) return NQ_END;
  *line = reader->found + 1;
  nq_rows rows = {.guess = reader->last_n, .sink = reader->sink, .context = reader->context};
  status = take_board(reader, &rows, error);
  if (status == NQ_OK) status = require_end(reader, error);
  if (status == NQ_OK) status = nq_rows_settle(&rows, reader->base == 1, &reader->form_base, error);
  if (status == NQ_OK) status = nq_rows_finish(&rows, board, error);
  nq_rows_release(&rows);
  return status;
}

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
 * An item 2^32 - 1 is an empty column.  The header is read as a Python literal, with
 * its entries in any order; the size that it claims costs memory only as items arrive. */
#include "format/boards/boards.h"
#include "core/core.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define HEADER_MOST 65536
#define ALIGNMENT   64

/* The first bytes of every file. */
static const unsigned char magic[6] = {0x93, 'N', 'U', 'M', 'P', 'Y'};

/* Rows have the same bytes in memory and in the file. */
#define IS_NATIVE (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__)

void nq_npy_encode(const uint32_t *rows, size_t count, unsigned char *bytes) {
  for (size_t i = 0; i < count; i++)
    for (unsigned byte = 0; byte < 4; byte++)
      bytes[4 * i + byte] = (unsigned char)(rows[i] >> 8 * byte);
}

/* ---- Writing ---- */

static size_t write_header(unsigned row_bytes, const char *shape, char header[NQ_NPY_HEADER_MAX]) {
  const size_t start = sizeof magic + 4;
  memset(header, 0, NQ_NPY_HEADER_MAX);
  memcpy(header, magic, sizeof magic);
  header[sizeof magic] = 1;
  int written =
      snprintf(header + start, NQ_NPY_HEADER_MAX - start,
               "{'descr': '<u%u', 'fortran_order': False, 'shape': %s, }", row_bytes, shape);
  size_t size = start + (size_t)written;
  size_t end = (size + ALIGNMENT) / ALIGNMENT * ALIGNMENT; /* at least one byte more */
  memset(header + size, ' ', end - 1 - size);
  header[end - 1] = '\n';
  header[start - 2] = (char)((end - start) & 0xFF);
  header[start - 1] = (char)((end - start) >> 8);
  return end;
}

size_t nq_npy_header_wide(uint64_t columns, unsigned row_bytes, char header[NQ_NPY_HEADER_MAX]) {
  char shape[48];
  snprintf(shape, sizeof shape, "(%" PRIu64 ",)", columns);
  return write_header(row_bytes, shape, header);
}

size_t nq_npy_header(uint32_t n, uint64_t boards, char header[NQ_NPY_HEADER_MAX]) {
  char shape[48];
  if (boards == 1) return nq_npy_header_wide(n, sizeof n, header);
  snprintf(shape, sizeof shape, "(%" PRIu64 ", %" PRIu32 ")", boards, n);
  return write_header(sizeof n, shape, header);
}

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
  if (IS_NATIVE)
    nq_output_bytes(&writer->output, rows, (size_t)writer->n * sizeof *rows);
  else
    write_encoded(&writer->output, rows, writer->n);
  return NQ_OK;
}

/* ---- Reading the header ---- */

#define SHAPE_MOST 8 /* dimensions */

typedef struct header {
  char descr[16];
  bool has_descr, has_order, has_shape;
  bool fortran;
  unsigned dimensions;
  uint64_t size[SHAPE_MOST];
} header;

typedef bool take_item(const char **at, header *found);

static void skip_blanks(const char **at) {
  *at += strspn(*at, " \t\r\n");
}

static bool take(const char **at, const char *word) {
  skip_blanks(at);
  size_t size = strlen(word);
  if (strncmp(*at, word, size) != 0) return false;
  *at += size;
  return true;
}

/* A string in either kind of quotes; false when there is none or it does not fit. */
static bool take_string(const char **at, char *text, size_t size) {
  skip_blanks(at);
  char quote = **at;
  if (quote != '\'' && quote != '"') return false;
  const char *start = *at + 1, *end = strchr(start, quote);
  if (end == NULL || (size_t)(end - start) >= size) return false;
  memcpy(text, start, (size_t)(end - start));
  text[end - start] = '\0';
  *at = end + 1;
  return true;
}

/* Items with commas between, or after each, up to the closing bracket. */
static bool take_items(const char **at, const char *close, take_item *item, header *found) {
  while (!take(at, close)) {
    if (!item(at, found)) return false;
    if (!take(at, ",")) return take(at, close);
  }
  return true;
}

static bool take_size(const char **at, header *found) {
  skip_blanks(at);
  if (found->dimensions == SHAPE_MOST || !is_digit(**at)) return false;
  uint64_t *size = &found->size[found->dimensions++];
  const char *digits = *at;
  for (*size = 0; is_digit(*digits); digits++) {
    unsigned digit = (unsigned)(*digits - '0');
    if (*size > (UINT64_MAX - digit) / 10) return false;
    *size = 10 * *size + digit;
  }
  *at = digits + (*digits == 'L'); /* an L as Python 2 wrote it */
  return true;
}

static bool take_order(const char **at, header *found) {
  found->fortran = take(at, "True");
  return found->fortran || take(at, "False");
}

static bool take_entry(const char **at, header *found) {
  char key[24];
  if (!take_string(at, key, sizeof key) || !take(at, ":")) return false;
  if (strcmp(key, "descr") == 0 && !found->has_descr)
    return found->has_descr = take_string(at, found->descr, sizeof found->descr);
  if (strcmp(key, "fortran_order") == 0 && !found->has_order)
    return found->has_order = take_order(at, found);
  if (strcmp(key, "shape") == 0 && !found->has_shape)
    return found->has_shape = take(at, "(") && take_items(at, ")", take_size, found);
  return false;
}

static bool take_dictionary(const char **at, header *found) {
  if (!take(at, "{") || !take_items(at, "}", take_entry, found)) return false;
  skip_blanks(at);
  return **at == '\0' && found->has_descr && found->has_order && found->has_shape;
}

/* i or u and the bytes of an item, after the order of its bytes, < or >, or | for a single one. */
static nq_status judge_type(const char *name, nq_npy_shape *shape, nq_error *error) {
  bool ordered = *name == '<' || *name == '>',
       kind = *name != '\0' && strchr("iu", name[1]) != NULL;
  bool known = kind && strlen(name) == 3 && strchr("1248", name[2]) != NULL;
  if (known && (ordered || (*name == '|' && name[2] == '1'))) {
    shape->bytes = (unsigned)(name[2] - '0');
    shape->is_signed = name[1] == 'i';
    shape->big_endian = *name == '>';
    return NQ_OK;
  }
  return nq_error_at(error, 0,
                     "the npy type '%s'%s; save with astype('<u4') (also read are i4, i8, u8, i2 "
                     "and u2 in either order of bytes, i1 and u1)",
                     name,
                     strchr(name, 'f') != NULL ? " holds floating-point numbers"
                                               : " does not hold integers");
}

static nq_status judge_shape(const header *found, uint64_t most, nq_npy_shape *shape,
                             nq_error *error) {
  if (found->dimensions < 1 || found->dimensions > 2)
    return nq_error_set(error, NQ_BAD_FORMAT,
                        "the npy array has %u dimensions; 1, shape (n,), or 2, shape (boards, n), "
                        "were expected",
                        found->dimensions);
  shape->boards = found->dimensions == 2 ? found->size[0] : 1;
  shape->n = found->size[found->dimensions - 1];
  if (shape->n < 1 || shape->n > most)
    return nq_error_set(error, NQ_BAD_FORMAT,
                        "the npy array has boards of %" PRIu64 " columns; 1 to %" PRIu64
                        " were expected",
                        shape->n, most);
  if (shape->boards == 0)
    return nq_error_set(error, NQ_BAD_FORMAT, "no board: the npy array has shape (0, %" PRIu64 ")",
                        shape->n);
  return NQ_OK;
}

/* Fill *shape from the text of a header of boards of up to `most` columns.  A cursor walks the
 * text; a function that fails leaves it where it failed. */
static nq_status parse_header(const char *text, uint64_t most, nq_npy_shape *shape,
                              nq_error *error) {
  header found = {0};
  const char *at = text;
  if (!take_dictionary(&at, &found))
    return nq_error_at(error, 0,
                       "the npy header must look like {'descr': '<u4', 'fortran_order': False, "
                       "'shape': (8,), }; the format does not match at \"%.47s\"",
                       at);
  nq_status status = judge_type(found.descr, shape, error);
  if (status != NQ_OK) return status;
  if (found.fortran)
    return nq_error_set(error, NQ_BAD_FORMAT,
                        "the npy array is in Fortran order; save numpy.ascontiguousarray(boards)");
  return judge_shape(&found, most, shape, error);
}

/* ---- Reading ---- */

static nq_status take_part(nq_input *input, void *bytes, size_t size, nq_error *error) {
  if (nq_input_bytes(input, bytes, size) == size) return NQ_OK;
  return nq_error_set(error, NQ_BAD_FORMAT, "the npy file ends within its header");
}

/* Read the dictionary's text into `text`, which has `size` bytes, one of them for the final NUL. */
static nq_status read_header(nq_input *input, char *text, size_t size, nq_error *error) {
  unsigned char start[sizeof magic], version[2], bytes[4];
  size_t got = nq_input_bytes(input, start, sizeof magic), length = 0;
  if (got < sizeof magic || memcmp(start, magic, sizeof magic) != 0)
    return nq_error_set(error, NQ_BAD_FORMAT,
                        "not a NumPy file: it must start with the bytes 0x93 N U M P Y");
  nq_status status = take_part(input, version, sizeof version, error);
  if (status != NQ_OK) return status;
  if (version[0] < 1 || version[0] > 3 || version[1] != 0)
    return nq_error_set(error, NQ_BAD_FORMAT,
                        "npy version %u.%u is not supported; 1.0, 2.0 and 3.0 are", version[0],
                        version[1]);
  size_t width = version[0] == 1 ? 2 : 4;
  status = take_part(input, bytes, width, error);
  for (size_t byte = 0; status == NQ_OK && byte < width; byte++)
    length |= (size_t)bytes[byte] << 8 * byte;
  if (length >= size)
    return nq_error_set(error, NQ_BAD_FORMAT,
                        "the npy header claims %zu bytes; fewer than %zu were expected", length,
                        size);
  if (status == NQ_OK) status = take_part(input, text, length, error);
  text[length] = '\0';
  if (status == NQ_OK && strlen(text) < length)
    return nq_error_set(error, NQ_BAD_FORMAT, "the npy header has a NUL byte in its text");
  return status;
}

static nq_status read_shape(nq_input *input, uint64_t most, nq_npy_shape *shape, nq_error *error) {
  static const size_t size = HEADER_MOST;
  char *text = malloc(size);
  if (text == NULL) return nq_error_set(error, NQ_NO_MEMORY, "no memory for the npy header");
  nq_status status = read_header(input, text, size, error);
  if (status == NQ_OK) status = parse_header(text, most, shape, error);
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

static nq_status start_reading(nq_reader *reader) {
  nq_status status = read_shape(&reader->input, NQ_N_MAX, &reader->shape, reader->error);
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
  bool negative = is_signed && value > INT64_MAX;
  return nq_error_set(error, NQ_BAD_FORMAT,
                      "column %" PRIu64 " has row %s%" PRIu64
                      ", but a row is 0 to 4294967294, and 4294967295 an empty column",
                      column, negative ? "-" : "", negative ? -value : value);
}

/* Items of 4 bytes are read directly into the array and converted there. */
static size_t take_words(nq_input *input, const nq_npy_shape *shape, uint32_t *rows, size_t count) {
  size_t got = nq_input_bytes(input, rows, 4 * count) / 4;
  if (shape->big_endian == IS_NATIVE) {
    for (size_t i = 0; i < got; i++)
      rows[i] = (uint32_t)decode((const unsigned char *)&rows[i], shape);
  }
  return got;
}

/* Take up to `count` items into `rows`; returns their number.  Sets *bad to the index of the first
 * item that is not a row, and *value to its value. */
static size_t take_rows(nq_input *input, const nq_npy_shape *shape, uint32_t *rows, size_t count,
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

static nq_status take_board(nq_reader *reader, nq_rows *rows) {
  const nq_npy_shape *shape = &reader->shape;
  nq_error *error = reader->error;
  nq_status verdict = NQ_OK;
  while (nq_rows_seen(rows) < shape->n) {
    if (rows->count == rows->room) {
      nq_status status = nq_rows_grow(rows, shape->n, error);
      if (status != NQ_OK) return status;
    }
    uint64_t left = shape->n - nq_rows_seen(rows), room = rows->room - rows->count;
    size_t want = (size_t)(room < left ? room : left), bad = SIZE_MAX;
    uint64_t value = 0;
    size_t got = take_rows(&reader->input, shape, rows->rows + rows->count, want, &bad, &value);
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
static nq_status require_end(nq_reader *reader) {
  if (reader->found + 1 < reader->shape.boards || nq_input_peek(&reader->input) < 0) return NQ_OK;
  reader->ended = true;
  return nq_error_set(reader->error, NQ_BAD_FORMAT,
                      "the npy file is longer than the %" PRIu64 " boards of %" PRIu64
                      " numbers that its header announces",
                      reader->shape.boards, reader->shape.n);
}

nq_status nq_npy_read(nq_reader *reader, nq_board *board, uint64_t *line) {
  nq_error *error = reader->error;
  if (reader->empty) return NQ_END;
  nq_status status = reader->shape.n > 0 ? NQ_OK : start_reading(reader);
  if (status != NQ_OK) return status;
  if (reader->found == reader->shape.boards) return NQ_END;
  *line = reader->found + 1;
  nq_rows rows = {.guess = reader->last_n, .sink = reader->sink, .context = reader->context};
  status = take_board(reader, &rows);
  if (status == NQ_OK) status = require_end(reader);
  if (status == NQ_OK) status = nq_rows_settle(&rows, reader->base == 1, &reader->form_base, error);
  if (status == NQ_OK) status = nq_rows_finish(&rows, board, error);
  nq_rows_release(&rows);
  return status;
}

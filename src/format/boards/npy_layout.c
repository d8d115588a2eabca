/* The layout of .npy files: the byte order, and the header, a Python dictionary with three entries
 * in any order.
 *
 *     {'descr': '<u4', 'fortran_order': False, 'shape': (boards, n), }
 *
 * A cursor walks the text; a function that fails leaves it where it failed. */
#include "format/boards/npy_layout.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define ALIGNMENT 64

const unsigned char nq_npy_magic[6] = {0x93, 'N', 'U', 'M', 'P', 'Y'};

bool nq_npy_is_native(void) {
  const uint16_t one = 1;
  unsigned char first;
  memcpy(&first, &one, 1);
  return first == 1;
}

void nq_npy_encode(const uint32_t *rows, size_t count, unsigned char *bytes) {
  for (size_t i = 0; i < count; i++)
    for (unsigned byte = 0; byte < 4; byte++)
      bytes[4 * i + byte] = (unsigned char)(rows[i] >> 8 * byte);
}

/* ---- Writing the header ---- */

static size_t write_header(unsigned row_bytes, const char *shape, char header[NQ_NPY_HEADER_MAX]) {
  const size_t start = sizeof nq_npy_magic + 4;
  memset(header, 0, NQ_NPY_HEADER_MAX);
  memcpy(header, nq_npy_magic, sizeof nq_npy_magic);
  header[sizeof nq_npy_magic] = 1;
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

/* ---- Reading the header ---- */

/* After '<' or '>', the order of the bytes, or '|' for a single byte. */
static const struct {
  const char *name;
  unsigned bytes;
  bool is_signed;
} item_types[] = {
    {"u4", 4, false}, {"i4", 4, true}, {"i8", 8, true},  {"u8", 8, false},
    {"u2", 2, false}, {"i2", 2, true}, {"u1", 1, false}, {"i1", 1, true},
};

#define SHAPE_MOST 8 /* dimensions */

typedef struct header {
  char descr[16];
  bool has_descr, has_order, has_shape;
  bool fortran;
  unsigned dimensions;
  uint64_t size[SHAPE_MOST];
} header;

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

static bool take_size(const char **at, uint64_t *size) {
  skip_blanks(at);
  const char *digits = *at;
  for (*size = 0; *digits >= '0' && *digits <= '9'; digits++) {
    unsigned digit = (unsigned)(*digits - '0');
    if (*size > (UINT64_MAX - digit) / 10) return false;
    *size = 10 * *size + digit;
  }
  if (digits == *at) return false;
  *at = digits + (*digits == 'L'); /* an L as Python 2 wrote it */
  return true;
}

/* ( ), (a,), (a, b), ... */
static bool take_shape(const char **at, header *found) {
  if (!take(at, "(")) return false;
  while (!take(at, ")")) {
    if (found->dimensions == SHAPE_MOST) return false;
    if (!take_size(at, &found->size[found->dimensions])) return false;
    found->dimensions++;
    if (take(at, ",")) continue;
    return take(at, ")");
  }
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
    return found->has_shape = take_shape(at, found);
  return false;
}

static bool take_dictionary(const char **at, header *found) {
  if (!take(at, "{")) return false;
  while (!take(at, "}")) {
    if (!take_entry(at, found)) return false;
    if (take(at, ",")) continue;
    if (!take(at, "}")) return false;
    break;
  }
  skip_blanks(at);
  return **at == '\0' && found->has_descr && found->has_order && found->has_shape;
}

/* Text from a file for a message: its first bytes, with '?' for those that are not printable. */
static const char *show(const char *text, char *shown, size_t size) {
  size_t used = 0;
  for (; text[used] != '\0' && used + 1 < size; used++)
    shown[used] = text[used] >= ' ' && text[used] < 0x7F ? text[used] : '?';
  shown[used] = '\0';
  return shown;
}

static nq_status judge_type(const header *found, nq_npy_shape *shape, nq_error *error) {
  const char *name = found->descr;
  bool ordered = *name == '<' || *name == '>';
  for (size_t i = 0; i < sizeof item_types / sizeof *item_types; i++) {
    if (!ordered && (*name != '|' || item_types[i].bytes > 1)) continue;
    if (strcmp(name + 1, item_types[i].name) != 0) continue;
    shape->bytes = item_types[i].bytes;
    shape->is_signed = item_types[i].is_signed;
    shape->big_endian = *name == '>';
    return NQ_OK;
  }
  const char *kind =
      strchr(name, 'f') != NULL ? " holds floating-point numbers" : " does not hold integers";
  char shown[sizeof found->descr];
  return nq_error_set(error, NQ_BAD_FORMAT,
                      "the npy type '%s'%s; save with astype('<u4') (also read are i4, i8, u8, i2 "
                      "and u2 in either order of bytes, i1 and u1)",
                      show(name, shown, sizeof shown), kind);
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

nq_status nq_npy_parse_header(const char *text, uint64_t most, nq_npy_shape *shape,
                              nq_error *error) {
  header found = {0};
  const char *at = text;
  if (!take_dictionary(&at, &found)) {
    char shown[48];
    return nq_error_set(error, NQ_BAD_FORMAT,
                        "the npy header must look like {'descr': '<u4', 'fortran_order': False, "
                        "'shape': (8,), }; the format does not match at \"%s\"",
                        show(at, shown, sizeof shown));
  }
  nq_status status = judge_type(&found, shape, error);
  if (status != NQ_OK) return status;
  if (found.fortran)
    return nq_error_set(error, NQ_BAD_FORMAT,
                        "the npy array is in Fortran order; save numpy.ascontiguousarray(boards)");
  return judge_shape(&found, most, shape, error);
}

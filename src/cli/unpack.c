/* MODEL.  The first bytes of a file are looked at where they are; those of a pipe cannot be put
 * back, so from there all bytes go through this buffer, compressed or not.  A file may have several
 * members, one after another, as `cat a.gz b.gz` makes it. */
#include "cli/commands.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

static const unsigned char magic[2] = {0x1F, 0x8B};

/* Read more bytes than are left.  0 or an errno; at the end of the input `end` does not change. */
static int fill(cli_unpack *unpack) {
  size_t got = 0, left = unpack->end - unpack->next;
  memmove(unpack->buffer, unpack->buffer + unpack->next, left);
  unpack->next = 0;
  unpack->end = left;
  int failure =
      nq_read_some(unpack->descriptor, unpack->buffer + left, CLI_UNPACK_BYTES - left, &got);
  unpack->end += got;
  return failure;
}

static int read_plain(cli_unpack *unpack, void *bytes, size_t size, size_t *got) {
  size_t left = unpack->end - unpack->next;
  if (left == 0) return nq_read_some(unpack->descriptor, bytes, size, got);
  *got = left < size ? left : size;
  memcpy(bytes, unpack->buffer + unpack->next, *got);
  unpack->next += *got;
  return 0;
}

/* Inflate some of the buffer; false if it is damaged. */
static bool inflate_some(cli_unpack *unpack, unsigned char *bytes, size_t size, size_t *got) {
  z_stream *stream = &unpack->stream;
  size_t most = size < UINT_MAX ? size : UINT_MAX, left = unpack->end - unpack->next;
  stream->next_in = unpack->buffer + unpack->next;
  stream->avail_in = (uInt)left;
  stream->next_out = bytes;
  stream->avail_out = (uInt)most;
  int result = inflate(stream, Z_NO_FLUSH);
  unpack->next = unpack->end - stream->avail_in;
  *got = most - stream->avail_out;
  unpack->whole = result == Z_STREAM_END;
  if (unpack->whole) return inflateReset(stream) == Z_OK;
  return result == Z_OK || result == Z_BUF_ERROR;
}

static int read_packed(cli_unpack *unpack, void *bytes, size_t size, size_t *got) {
  for (*got = 0; *got == 0;) {
    if (unpack->next == unpack->end) {
      int failure = fill(unpack);
      if (failure != 0) return failure;
      if (unpack->end == 0 && unpack->whole) return 0;
      unpack->damaged = unpack->end == 0;
    }
    unpack->damaged = unpack->damaged || !inflate_some(unpack, bytes, size, got);
    if (unpack->damaged) return EIO;
  }
  return 0;
}

int cli_unpack_read(void *context, void *bytes, size_t size, size_t *got) {
  cli_unpack *unpack = context;
  return unpack->packed ? read_packed(unpack, bytes, size, got)
                        : read_plain(unpack, bytes, size, got);
}

/* Make room for bytes that are read ahead. */
static bool reserve(cli_unpack *unpack) {
  if (unpack->buffer == NULL) unpack->buffer = malloc(CLI_UNPACK_BYTES);
  return unpack->buffer != NULL;
}

/* Have the first two bytes of a pipe in the buffer. */
static int look(cli_unpack *unpack) {
  if (!reserve(unpack)) return ENOMEM;
  while (unpack->end < sizeof magic) {
    size_t before = unpack->end;
    int failure = fill(unpack);
    if (failure != 0 || unpack->end == before) return failure;
  }
  return 0;
}

nq_status cli_unpack_begin(cli_unpack *unpack, int descriptor, nq_reader *reader, nq_error *error) {
  unsigned char first[sizeof magic] = {0};
  *unpack = (cli_unpack){.descriptor = descriptor};
  off_t at = lseek(descriptor, 0, SEEK_CUR);
  if (at >= 0) {
    if (pread(descriptor, first, sizeof first, at) != (ssize_t)sizeof first) return NQ_OK;
  } else {
    int failure = look(unpack);
    if (failure != 0) return nq_error_system(error, failure, "reading failed");
    if (unpack->end >= sizeof first) memcpy(first, unpack->buffer, sizeof first);
  }
  unpack->packed = memcmp(first, magic, sizeof magic) == 0;
  if (at >= 0 && !unpack->packed) return NQ_OK;
  unpack->whole = true;
  if (unpack->packed &&
      (!reserve(unpack) || inflateInit2(&unpack->stream, 16 + MAX_WBITS) != Z_OK)) {
    unpack->packed = false;
    return nq_error_set(error, NQ_NO_MEMORY, "out of memory");
  }
  if (reader != NULL) nq_reader_source(reader, cli_unpack_read, unpack);
  return NQ_OK;
}

void cli_unpack_end(cli_unpack *unpack) {
  if (unpack->packed) inflateEnd(&unpack->stream);
  free(unpack->buffer);
}

void cli_unpack_explain(const cli_unpack *unpack, nq_error *error) {
  if (error->status == NQ_IO && unpack->damaged)
    nq_error_set(error, NQ_IO, "the gzip data are damaged or cut short");
}

/* Any bytes, taken for a file or a pipe that gzip may have compressed: no crash, and an end.  What is
 * not compressed passes unchanged; what is compressed here, in two members, comes out the same, and is
 * refused if it is cut short.
 *
 *     byte 0   bit 0: compress the rest; bit 1: then cut it; bit 2: through a pipe; bits 4 to 7: level
 *     byte 1   the place of the cut, and of the border between the members
 *     rest     the input */
#define ZLIB_CONST /* input that is not written to */
#include "cli/commands.h"
#include "scratch.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#define INPUT_MOST  4096
#define PACKED_MOST 16384
#define OUTPUT_MOST (1 << 20)

enum { COMPRESSED = 1, CUT = 2, PIPED = 4, LEVEL_SHIFT = 4 };

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

/* Add a member to packed[0 .. size - 1]; returns the new size. */
static size_t pack(const uint8_t *bytes, size_t count, int level, uint8_t *packed, size_t size) {
  z_stream stream = {0};
  uint8_t none = 0;
  require(deflateInit2(&stream, level, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY) == Z_OK);
  stream.next_in = count > 0 ? bytes : &none;
  stream.avail_in = (uInt)count;
  stream.next_out = packed + size;
  stream.avail_out = (uInt)(PACKED_MOST - size);
  require(deflate(&stream, Z_FINISH) == Z_STREAM_END);
  size = PACKED_MOST - stream.avail_out;
  deflateEnd(&stream);
  return size;
}

static int open_input(const uint8_t *bytes, size_t size, bool piped) {
  int ends[2];
  if (!piped) {
    int file = scratch_file();
    scratch_fill(file, bytes, size);
    return file;
  }
  require(pipe(ends) == 0 && write(ends[1], bytes, size) == (ssize_t)size);
  close(ends[1]);
  return ends[0];
}

/* Unpack all; false if the input is refused. */
static bool unpack_all(int input, size_t piece, uint8_t *output, size_t *size) {
  static cli_source source;
  nq_error error = {0};
  char path[32];
  int failure;
  size_t got = 0;
  snprintf(path, sizeof path, "/dev/fd/%d", input);
  require(cli_source_open(&source, path, NQ_FORMAT_AUTO, &error) == NQ_OK);
  *size = 0;
  do {
    failure = cli_source_read(&source, output + *size, piece, &got);
    if (failure == 0) *size += got;
    require(got <= piece && (failure == 0 || source.damaged));
  } while (failure == 0 && got > 0 && *size + piece <= OUTPUT_MOST);
  cli_source_close(&source, &error);
  close(input);
  return failure == 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  static uint8_t packed[PACKED_MOST], output[OUTPUT_MOST];
  if (size < 2 || size > INPUT_MOST) return 0;
  unsigned how = bytes[0], place = bytes[1];
  const uint8_t *rest = bytes + 2, *input = rest;
  size_t count = size - 2, input_size = count, unpacked;
  bool compressed = (how & COMPRESSED) != 0, cut = compressed && (how & CUT) != 0;
  if (compressed) {
    size_t border = count * place / 256;
    int level = (int)(how >> LEVEL_SHIFT) % 10;
    input_size = pack(rest, border, level, packed, 0);
    input_size = pack(rest + border, count - border, level, packed, input_size);
    if (cut) input_size -= 1 + place % 8;
    input = packed;
  }
  bool taken = unpack_all(open_input(input, input_size, (how & PIPED) != 0), 1 + place * 64, output,
                          &unpacked);
  bool plain = !compressed && (count < 2 || rest[0] != 0x1F || rest[1] != 0x8B);
  if (cut) require(!taken);
  if (plain || (compressed && !cut))
    require(taken && unpacked == count && memcmp(output, rest, count) == 0);
  return 0;
}

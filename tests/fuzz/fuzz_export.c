/* Any instance with any comment, written in each language: no crash, and where the reader knows the
 * language it comes back as it was, whatever the comment.
 *
 * The bytes: n, then the length of the comment and it, then kind, column and row of each item. */
#include "nqueens.h"
#include "scratch.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

/* Wrong items are refused, and left out. */
static nq_instance *build(const uint8_t *bytes, size_t size, uint32_t n) {
  nq_instance *instance = nq_instance_new(n);
  require(instance != NULL);
  for (; size >= 3; bytes += 3, size -= 3) {
    nq_error error = {0};
    uint64_t diagonal = (uint64_t)bytes[1] + bytes[2];
    bool done = true;
    switch (bytes[0] % 4) {
    case 0:
      done = nq_instance_place(instance, bytes[1], bytes[2], &error) == NQ_OK;
      break;
    case 1:
      done = nq_instance_block(instance, bytes[1], bytes[2], &error) == NQ_OK;
      break;
    case 2:
      done = nq_instance_exclude_rising(instance, diagonal, &error) == NQ_OK;
      break;
    default:
      done = nq_instance_exclude_falling(instance, diagonal, &error) == NQ_OK;
    }
    require(done || error.message[0] != '\0');
  }
  return instance;
}

static size_t text_of(int descriptor, char **text) {
  off_t size = lseek(descriptor, 0, SEEK_END);
  require(size >= 0);
  *text = malloc((size_t)size + 1);
  require(*text != NULL && pread(descriptor, *text, (size_t)size, 0) == size);
  return (size_t)size;
}

/* Both in the native text, without a comment. */
static void require_same(const nq_instance *instance, const nq_instance *again, const int file[2]) {
  char *first, *second;
  scratch_clear(file[0]);
  scratch_clear(file[1]);
  require(nq_instance_write(instance, file[0], NULL) == NQ_OK);
  require(nq_instance_write(again, file[1], NULL) == NQ_OK);
  size_t size = text_of(file[0], &first);
  require(size == text_of(file[1], &second) && memcmp(first, second, size) == 0);
  free(first);
  free(second);
}

static void export_and_read(const nq_instance *instance, const char *comment, const char *format,
                            const int file[2]) {
  const nq_export_options options = {.format = format, .comment = comment};
  nq_error error = {0};
  scratch_clear(file[0]);
  nq_status status = nq_export_write(instance, &options, file[0], &error);
  require(status == NQ_OK || (status == NQ_UNSUPPORTED && error.message[0] != '\0'));
  if (status != NQ_OK || (strcmp(format, "native") != 0 && strcmp(format, "csplib") != 0)) return;
  require(lseek(file[0], 0, SEEK_SET) == 0);
  nq_instance *again = nq_instance_read(file[0], UINT64_MAX, &error);
  require(again != NULL);
  require_same(instance, again, file);
  nq_instance_free(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  static int file[2] = {-1, -1};
  if (file[0] < 0) file[0] = scratch_file(), file[1] = scratch_file();
  if (size < 2) return 0;
  size_t said = bytes[1] < size - 2 ? bytes[1] : size - 2;
  char *comment = malloc(said + 1);
  require(comment != NULL);
  memcpy(comment, bytes + 2, said);
  comment[said] = '\0';
  nq_instance *instance = build(bytes + 2 + said, size - 2 - said, bytes[0] % 24 + 1);
  const nq_export_format *format;
  for (size_t i = 0; (format = nq_export_format_at(i)) != NULL; i++)
    export_and_read(instance, comment, format->name, file);
  nq_instance_free(instance);
  free(comment);
  return 0;
}

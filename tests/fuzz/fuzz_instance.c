/* Any bytes, read as an instance: no crash, and an error with a message.  What reads as an
 * instance is written, and reads back the same. */
#include "nqueens.h"
#include "scratch.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static size_t read_back(int descriptor, char **text) {
  off_t size = lseek(descriptor, 0, SEEK_END);
  require(size > 0);
  *text = malloc((size_t)size);
  require(*text != NULL && pread(descriptor, *text, (size_t)size, 0) == size);
  return (size_t)size;
}

static void write_instance(const nq_instance *instance, int descriptor) {
  scratch_clear(descriptor);
  require(nq_instance_write(instance, descriptor, NULL) == NQ_OK);
  require(lseek(descriptor, 0, SEEK_SET) == 0);
}

static void write_and_read(const nq_instance *instance, const int scratch[2]) {
  write_instance(instance, scratch[0]);
  nq_instance *again = nq_instance_read(scratch[0], UINT64_MAX, NULL);
  require(again != NULL && nq_instance_n(again) == nq_instance_n(instance));
  write_instance(again, scratch[1]);
  char *first, *second;
  size_t size = read_back(scratch[0], &first);
  require(size == read_back(scratch[1], &second) && memcmp(first, second, size) == 0);
  free(first);
  free(second);
  nq_instance_free(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  static int input = -1, scratch[2];
  if (input < 0) {
    input = scratch_file();
    scratch[0] = scratch_file();
    scratch[1] = scratch_file();
  }
  static const uint64_t first_diagonals[] = {UINT64_MAX, 2};
  for (int i = 0; i < 2; i++) {
    scratch_fill(input, bytes, size);
    nq_error error = {0};
    nq_instance *instance = nq_instance_read(input, first_diagonals[i], &error);
    require(instance != NULL || (error.status != NQ_OK && error.message[0] != '\0'));
    if (instance == NULL) continue;
    write_and_read(instance, scratch);
    nq_instance_free(instance);
  }
  return 0;
}

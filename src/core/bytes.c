#define _GNU_SOURCE /* fopencookie */
#include "core/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void nq_bytes_add(nq_bytes *bytes, const void *data, size_t size) {
  if (bytes->room - bytes->size < size && !bytes->failed)
    bytes->failed = size > SIZE_MAX - bytes->size ||
                    !nq_memory_reserve(&bytes->data, bytes->size + size, &bytes->room, 1);
  if (bytes->failed || size == 0) return;
  memcpy(bytes->data + bytes->size, data, size);
  bytes->size += size;
}

void nq_bytes_text(nq_bytes *bytes, const char *text) {
  nq_bytes_add(bytes, text, strlen(text));
}

int nq_bytes_read(nq_bytes *bytes, int file, size_t most) {
  char chunk[8192];
  size_t got = 1;
  int failure = 0;
  while (failure == 0 && got > 0 && bytes->size < most) {
    failure = nq_read_some(file, chunk, sizeof chunk, &got);
    if (failure == 0) nq_bytes_add(bytes, chunk, got);
  }
  return failure;
}

bool nq_bytes_take(nq_bytes *bytes, void *data, size_t size) {
  if (bytes->size - bytes->taken < size) return false;
  if (size > 0) memcpy(data, bytes->data + bytes->taken, size);
  bytes->taken += size;
  return true;
}

int nq_bytes_give(void *context, void *data, size_t size, size_t *got) {
  nq_bytes *bytes = context;
  size_t left = bytes->size - bytes->taken;
  *got = left < size ? left : size;
  (void)nq_bytes_take(bytes, data, *got);
  return 0;
}

void nq_bytes_release(nq_bytes *bytes) {
  free(bytes->data);
  *bytes = (nq_bytes){0};
}

static ssize_t write_bytes(void *bytes, const char *data, size_t size) {
  nq_bytes_add(bytes, data, size);
  return ((const nq_bytes *)bytes)->failed ? 0 : (ssize_t)size;
}

FILE *nq_bytes_stream(nq_bytes *bytes) {
  const cookie_io_functions_t functions = {.write = write_bytes};
  FILE *stream = fopencookie(bytes, "w", functions);
  if (stream == NULL) bytes->failed = true;
  return stream;
}

char *nq_bytes_close_text(nq_bytes *bytes, FILE *stream) {
  if (stream != NULL && fclose(stream) != 0) bytes->failed = true;
  nq_bytes_add(bytes, "", 1);
  char *text = bytes->failed ? NULL : (char *)bytes->data;
  if (bytes->failed) free(bytes->data);
  *bytes = (nq_bytes){.failed = bytes->failed};
  return text;
}

void nq_bytes_add_result(nq_bytes *bytes, const nq_result *result) {
  nq_result_names names = {0};
  for (size_t i = 0; i < result->counters; i++)
    snprintf(names.counter[i], sizeof names.counter[i], "%s", result->counter[i].name);
  if (result->member != NULL) snprintf(names.member, sizeof names.member, "%s", result->member);
  nq_bytes_add(bytes, result, sizeof *result);
  nq_bytes_add(bytes, &names, sizeof names);
}

bool nq_bytes_take_result(nq_bytes *bytes, nq_result *result, nq_result_names *names) {
  if (!nq_bytes_take(bytes, result, sizeof *result) || !nq_bytes_take(bytes, names, sizeof *names))
    return false;
  for (size_t i = 0; i < result->counters; i++) result->counter[i].name = names->counter[i];
  if (result->member != NULL) result->member = names->member;
  return true;
}

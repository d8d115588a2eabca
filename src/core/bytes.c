#include "core/bytes.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_ROOM 4096

static bool grow(nq_bytes *bytes, size_t size) {
  size_t room = bytes->room > 0 ? bytes->room : FIRST_ROOM;
  while (room - bytes->size < size && room <= SIZE_MAX / 2) room *= 2;
  unsigned char *larger = room - bytes->size < size ? NULL : realloc(bytes->data, room);
  if (larger == NULL) return false;
  bytes->data = larger;
  bytes->room = room;
  return true;
}

void nq_bytes_add(nq_bytes *bytes, const void *data, size_t size) {
  if (bytes->room - bytes->size < size && !bytes->failed) bytes->failed = !grow(bytes, size);
  if (bytes->failed || size == 0) return;
  memcpy(bytes->data + bytes->size, data, size);
  bytes->size += size;
}

void nq_bytes_text(nq_bytes *bytes, const char *text) {
  nq_bytes_add(bytes, text, strlen(text));
}

bool nq_bytes_take(nq_bytes *bytes, void *data, size_t size) {
  if (bytes->size - bytes->taken < size) return false;
  if (size > 0) memcpy(data, bytes->data + bytes->taken, size);
  bytes->taken += size;
  return true;
}

void nq_bytes_release(nq_bytes *bytes) {
  free(bytes->data);
  *bytes = (nq_bytes){0};
}

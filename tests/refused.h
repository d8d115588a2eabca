/* Memory that is refused: the linker puts these functions in the place of the library's (Makefile). */
#ifndef NQ_TESTS_REFUSED_H
#define NQ_TESTS_REFUSED_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/types.h>

static _Thread_local unsigned long calls, refused_call; /* of this thread, from 1; 0: none */

static bool refuse(void) {
  return ++calls == refused_call;
}

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_mmap(void *address, size_t size, int protection, int flags, int file, off_t offset);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_mmap(void *address, size_t size, int protection, int flags, int file, off_t offset);

void *__wrap_malloc(size_t size) {
  return refuse() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size) {
  return refuse() ? NULL : __real_calloc(count, size);
}

void *__wrap_mmap(void *address, size_t size, int protection, int flags, int file, off_t offset) {
  return refuse() ? MAP_FAILED : __real_mmap(address, size, protection, flags, file, offset);
}

#endif

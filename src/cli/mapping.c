/* MODEL.  The file is mapped from its first byte, the rows begin behind the header:
 *
 *     base         rows = base + header                              base + bytes
 *     | header     | row 0 | row 1 |  ..                    | row n-1 |
 *
 * The header's size is a multiple of 64, so the rows are aligned.  Pages that are written to belong
 * to the file: the system may put them on the disk at any time, and they need no memory that
 * others could not have. */
#include "cli/mapping.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* From here on a copy of the rows is worth saving: 64 MiB. */
#define MAPPED_N (UINT32_C(1) << 24)

/* The file has the least significant byte first. */
static bool is_native(void) {
  return __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__;
}

bool cli_mapping_suits(const nq_file *output, nq_format format, uint32_t n) {
  return output->path != NULL && format == NQ_FORMAT_NPY && n >= MAPPED_N && is_native();
}

/* The file system has no such thing; the plain way may still work. */
static bool is_unsupported(int failure) {
  return failure == EOPNOTSUPP || failure == ENOSYS || failure == ENODEV || failure == EINVAL;
}

/* Take the place on the disk; an errno, or 0. */
static int reserve(int descriptor, uint64_t bytes, const atomic_bool *interrupted) {
  int failure;
  do failure = posix_fallocate(descriptor, 0, (off_t)bytes);
  while (failure == EINTR && !atomic_load(interrupted));
  return failure;
}

nq_status cli_mapping_open(cli_mapping *mapping, const nq_file *output, uint32_t n,
                           const atomic_bool *interrupted, nq_error *error) {
  char header[NQ_NPY_HEADER_MAX];
  size_t start = nq_npy_header(n, 1, header);
  uint64_t bytes = start + sizeof(uint32_t) * (uint64_t)n;
  *mapping = (cli_mapping){0};
  if (bytes > SIZE_MAX) return NQ_OK;
  int failure = reserve(output->descriptor, bytes, interrupted);
  if (failure == 0) {
    void *base =
        mmap(NULL, (size_t)bytes, PROT_READ | PROT_WRITE, MAP_SHARED, output->descriptor, 0);
    if (base != MAP_FAILED) {
      memcpy(base, header, start);
      *mapping = (cli_mapping){base, bytes, (uint32_t *)((char *)base + start)};
      return NQ_OK;
    }
  } else if (!is_unsupported(failure) && failure != EINTR) {
    return nq_error_set(error, NQ_IO, "no room for its %llu bytes: %s", (unsigned long long)bytes,
                        strerror(failure));
  }
  if (ftruncate(output->descriptor, 0) == 0) return NQ_OK;
  return nq_error_set(error, NQ_IO, "%s", strerror(errno));
}

void cli_mapping_close(cli_mapping *mapping) {
  if (mapping->base != NULL) munmap(mapping->base, (size_t)mapping->bytes);
  *mapping = (cli_mapping){0};
}

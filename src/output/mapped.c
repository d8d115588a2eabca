/* A large board that is solved within its own .npy file.
 *
 * MODEL.  The file is mapped from its first byte, the rows follow its header:
 *
 *     mapping      rows = mapping + header                         mapping + file_bytes
 *     | header     | row 0 | row 1 |  ..                    | row n-1 |
 *
 * The header's size is a multiple of 64, so the rows are aligned.  Pages that are written to belong
 * to the file: the system may put them on the disk at any time, and they take no memory from
 * other programs. */
#include "output/kind.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Files of at least 64 MiB are mapped, to save a copy of the rows. */
#define MAPPED_N (UINT32_C(1) << 24)

/* The file has the least significant byte first. */
static bool is_native(void) {
  return __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__;
}

bool cli_boards_can_map(const cli_boards *boards) {
  return boards->format == NQ_FORMAT_NPY && boards->count == 1 && boards->n >= MAPPED_N &&
         !boards_in_place(boards) && is_native();
}

/* Give the file its size and header, and map it; or leave it empty, with nothing mapped. */
static nq_status map(cli_boards *boards, nq_error *error) {
  char header[NQ_NPY_HEADER_MAX];
  int file = boards->file.descriptor;
  size_t start = nq_npy_header((uint32_t)boards->n, 1, header);
  uint64_t bytes = start + sizeof(uint32_t) * boards->n;
  if (bytes > SIZE_MAX) return NQ_OK;
  /* A full disk would be a signal later. */
  nq_room room = {.progress = boards->progress, .context = boards->context};
  int failure = nq_file_allocate(file, bytes, &room);
  if (failure == 0) {
    void *base = mmap(NULL, (size_t)bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (base != MAP_FAILED) {
      memcpy(base, header, start);
      boards->mapping = base;
      boards->file_bytes = bytes;
      boards->rows = (uint32_t *)((char *)base + start);
      return NQ_OK;
    }
  } else if (!nq_is_unsupported(failure) && failure != ECANCELED) {
    return nq_error_set(error, NQ_IO, "no room for its %" PRIu64 " bytes: %s", bytes,
                        strerror(failure));
  }
  if (ftruncate(file, 0) == 0) return NQ_OK;
  return nq_error_set(error, NQ_IO, "%s", strerror(errno));
}

static nq_status begin(cli_boards *boards, nq_error *error) {
  nq_status status = map(boards, error);
  if (status != NQ_OK || boards->mapping != NULL) return status;
  boards->kind = &cli_boards_text;
  return boards->kind->begin(boards, error);
}

/* The rows are in the file already. */
static nq_status add(cli_boards *boards, const uint32_t *rows, nq_error *error) {
  (void)boards, (void)rows, (void)error;
  return NQ_OK;
}

/* The file keeps what was written to the rows. */
static void unmap(cli_boards *boards) {
  if (boards->mapping != NULL) munmap(boards->mapping, (size_t)boards->file_bytes);
  boards->mapping = NULL;
}

const cli_boards_kind cli_boards_mapped = {.begin = begin, .add = add, .release = unmap};

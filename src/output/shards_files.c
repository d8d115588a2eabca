#define _GNU_SOURCE /* htole64 */
#include "output/shards_files.h"
#include "output/folder.h"

#include <endian.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* After so many bytes, what was read is given back to the system. */
#define FORGOTTEN (UINT64_C(1) << 23)

nq_status cli_shards_fail(const cli_shards *shards, nq_status status, const char *file,
                          const char *why, nq_error *error) {
  const char *slash = cli_path_names_folder(shards->name) || *file == '\0' ? "" : "/";
  return nq_error_set(error, status, "%.150s%s%.80s: %.150s", shards->name, slash, file, why);
}

nq_status cli_shards_fail_system(const cli_shards *shards, const char *file, int failure,
                                 nq_error *error) {
  return cli_shards_fail(shards, NQ_IO, file, strerror(failure), error);
}

nq_status cli_shards_divide(cli_shards *shards, nq_error *error) {
  uint64_t n = shards->n, columns = shards->shard_columns;
  size_t count = (size_t)((n + columns - 1) / columns);
  shards->shard = calloc(count, sizeof *shards->shard);
  if (shards->shard == NULL) return nq_error_set(error, NQ_NO_MEMORY, "no memory for the shards");
  shards->count = count;
  for (size_t i = 0; i < count; i++) {
    uint64_t first = i * columns, rest = n - first;
    shards->shard[i] =
        (cli_shard){.descriptor = -1, .first = first, .columns = rest < columns ? rest : columns};
  }
  return NQ_OK;
}

nq_status cli_shards_open_file(const cli_shards *shards, const char *file, int *descriptor,
                               nq_error *error) {
  struct stat found;
  bool index = strcmp(file, CLI_SHARDS_INDEX) == 0;
  /* Opening a FIFO would wait for its writer. */
  *descriptor = openat(shards->folder, file, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (*descriptor < 0 && errno == ELOOP)
    return cli_shards_fail(shards, NQ_BAD_FORMAT, file, "it is a link, not a file of the folder",
                           error);
  if (*descriptor < 0 && errno == ENOENT && index)
    return cli_shards_fail(shards, NQ_BAD_FORMAT, "",
                           "there is no index.json: the folder holds no complete board", error);
  if (*descriptor >= 0 && fstat(*descriptor, &found) == 0 && S_ISREG(found.st_mode)) return NQ_OK;
  if (*descriptor < 0) return cli_shards_fail_system(shards, file, errno, error);
  close(*descriptor);
  *descriptor = -1;
  return cli_shards_fail(shards, NQ_BAD_FORMAT, file, "it is not a regular file", error);
}

/* What went wrong in a transfer, an errno or 0. */
static nq_status fail_transfer(const cli_shards *shards, const cli_shard *shard, int failure,
                               nq_error *error) {
  if (failure == ENODATA)
    return cli_shards_fail(shards, NQ_IO, shard->name, "it ends too early", error);
  return failure == 0 ? NQ_OK : cli_shards_fail_system(shards, shard->name, failure, error);
}

nq_status cli_shards_read(const cli_shards *shards, const cli_shard *shard, void *bytes,
                          uint64_t at, size_t size, nq_error *error) {
  /* The system reads ahead in large pieces of memory only where none of the file is in memory. */
  if (shards->forgets && at == shard->start)
    nq_file_forget(shard->descriptor, cli_shard_bytes(shards, shard));
  int failure = nq_read_at(shard->descriptor, bytes, size, at);
  /* Many at a time: what lies in a larger piece only in part is not forgotten. */
  if (shards->forgets && at / FORGOTTEN != (at + size) / FORGOTTEN)
    nq_file_forget(shard->descriptor, at);
  return fail_transfer(shards, shard, failure, error);
}

nq_status cli_shards_write(const cli_shards *shards, const cli_shard *shard, const void *bytes,
                           uint64_t at, size_t size, nq_error *error) {
  int failure = shards->forgets ? nq_write_and_forget(shard->descriptor, bytes, size, at)
                                : nq_write_at(shard->descriptor, bytes, size, at);
  return fail_transfer(shards, shard, failure, error);
}

void cli_shards_encode(const uint64_t *rows, size_t count, unsigned row_bytes,
                       unsigned char *bytes) {
  for (size_t i = 0; i < count; i++) {
    uint64_t row = htole64(rows[i]);
    uint32_t low = htole32((uint32_t)rows[i]);
    if (row_bytes == 8)
      memcpy(bytes + 8 * i, &row, 8);
    else
      memcpy(bytes + 4 * i, &low, 4);
  }
}

#define _DEFAULT_SOURCE /* le64toh */
#include "output/output.h"

#include <dirent.h>
#include <endian.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define SHARD_COLUMNS (UINT64_C(1) << 27) /* unless there would be too many shards */
#define PIECE         (UINT64_C(1) << 16) /* rows that are converted together */

/* ---- Rows ---- */

static void decode(const unsigned char *bytes, size_t count, unsigned row_bytes, uint64_t *rows) {
  for (size_t i = 0; i < count; i++) {
    uint64_t row;
    uint32_t low;
    if (row_bytes == 8) {
      memcpy(&row, bytes + 8 * i, 8);
      rows[i] = le64toh(row); /* NOLINT(clang-analyzer-core.NullDereference) */
    } else {
      memcpy(&low, bytes + 4 * i, 4);
      low = le32toh(low);
      /* NOLINTNEXTLINE(clang-analyzer-core.NullDereference) */
      rows[i] = low == UINT32_MAX ? NQ_LARGE_EMPTY : low;
    }
  }
}

/* Write columns, or read them if `written` is NULL, piecewise unless files have the same rows. */
static nq_status move_rows(const cli_shards *shards, uint64_t column, const uint64_t *written,
                           uint64_t *read, size_t count, nq_error *error) {
  unsigned char bytes[1024 * 8], *room = bytes;
  bool as_is = cli_shards_rows_as_is(shards);
  size_t most = as_is ? count : sizeof bytes / 8;
  nq_status status = NQ_OK;
  if (count > most && (room = malloc(PIECE * 8)) != NULL) most = PIECE;
  if (room == NULL) room = bytes;
  for (size_t done = 0, fit; done < count && status == NQ_OK; done += fit, column += fit) {
    const cli_shard *shard = &shards->shard[column / shards->shard_columns];
    uint64_t left = shard->first + shard->columns - column;
    uint64_t at = shard->start + (column - shard->first) * shards->row_bytes;
    fit = count - done < most ? count - done : most;
    if (fit > left) fit = (size_t)left;
    size_t size = fit * shards->row_bytes;
    if (written != NULL) {
      if (!as_is) cli_shards_encode(written + done, fit, shards->row_bytes, room);
      /* cppcheck-suppress nullPointerArithmetic */
      status = cli_shards_write(shards, shard, as_is ? (const void *)(written + done) : room, at,
                                size, error);
    } else {
      /* cppcheck-suppress nullPointerArithmetic */
      void *to = as_is ? (void *)(read + done) : room;
      status = cli_shards_read(shards, shard, to, at, size, error);
      if (status == NQ_OK && !as_is) decode(room, fit, shards->row_bytes, read + done);
    }
  }
  if (room != bytes) free(room);
  return status;
}

static nq_status write_rows(void *context, uint64_t column, const uint64_t *rows, size_t count,
                            nq_error *error) {
  return move_rows(context, column, rows, NULL, count, error);
}

static nq_status read_rows(void *context, uint64_t column, uint64_t *rows, size_t count,
                           nq_error *error) {
  return move_rows(context, column, NULL, rows, count, error);
}

nq_large_board cli_shards_board(cli_shards *shards) {
  return (nq_large_board){.n = shards->n,
                          .context = shards,
                          .write = write_rows,
                          .read = read_rows,
                          .visit = shards->folder < 0 ? NULL : cli_shards_visit};
}

/* ---- Creating ---- */

/* As name_shard makes it. */
static bool is_shard_name(const char *name) {
  return strlen(name) == strlen("part-00000.npy") && strncmp(name, "part-", 5) == 0 &&
         strspn(name + 5, "0123456789") == 5 && strcmp(name + 10, ".npy") == 0;
}

/* What a killed run left is there together with its unfinished index; refuse anything else.  With
 * `removes` delete it, but for the index, which is now this run's. */
static nq_status clear_folder(const cli_shards *shards, bool removes, nq_error *error) {
  int copy = openat(shards->folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR *entries = copy >= 0 ? fdopendir(copy) : NULL;
  const char *name, *why = NULL;
  bool unfinished = false, left = false;
  nq_status status = NQ_OK;
  if (entries == NULL) {
    status = cli_shards_fail_system(shards, "", errno, error);
    if (copy >= 0) close(copy);
    return status;
  }
  while (status == NQ_OK && why == NULL && (name = cli_folder_next(entries)) != NULL)
    if (strcmp(name, CLI_SHARDS_INDEX) == 0)
      why = "the folder holds a board already: name another";
    else if (strcmp(name, CLI_SHARDS_PART) == 0)
      unfinished = true;
    else if (!is_shard_name(name))
      why = "the folder holds files that are no shards: name another";
    else if (removes && unlinkat(shards->folder, name, 0) != 0)
      status = cli_shards_fail_system(shards, name, errno, error);
    else
      left = true;
  if (status == NQ_OK && why == NULL && errno != 0)
    status = cli_shards_fail_system(shards, "", errno, error);
  else if (why == NULL && left && !unfinished)
    why = "the folder holds files that no unfinished run left: name another";
  if (status == NQ_OK && why != NULL) status = cli_shards_fail(shards, NQ_IO, "", error, "%s", why);
  closedir(entries);
  return status;
}

/* Create and lock the index: other machines may not see the lock of a folder on the network. */
static nq_status lock_folder(cli_shards *shards, nq_error *error) {
  shards->index = openat(shards->folder, CLI_SHARDS_PART,
                         O_CREAT | O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0666);
  if (shards->index < 0) return cli_shards_fail_system(shards, CLI_SHARDS_PART, errno, error);
  /* Another run may have finished it, or removed it, since it was opened here. */
  int failure = nq_file_lock(shards->index, shards->folder, CLI_SHARDS_PART);
  if (failure == 0 && ftruncate(shards->index, 0) == 0) return NQ_OK;
  if (failure == 0) return cli_shards_fail_system(shards, CLI_SHARDS_PART, errno, error);
  close(shards->index);
  shards->index = -1; /* not this run's to remove */
  return failure == EBUSY
             ? cli_shards_fail(shards, NQ_IO, "", error, "another run writes to this folder")
             : cli_shards_fail_system(shards, CLI_SHARDS_PART, failure, error);
}

static nq_status open_folder(cli_shards *shards, const char *path, nq_error *error) {
  shards->created = mkdir(path, 0777) == 0;
  if (!shards->created && errno != EEXIST) return cli_shards_fail_system(shards, "", errno, error);
  shards->folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (shards->folder < 0) return cli_shards_fail_system(shards, "", errno, error);
  nq_status status = clear_folder(shards, false, error);
  if (status == NQ_OK) status = lock_folder(shards, error);
  return status == NQ_OK ? clear_folder(shards, true, error) : status;
}

/* Give the file its header and its size. */
static nq_status reserve(const cli_shards *shards, const cli_shard *shard, nq_room *room,
                         nq_error *error) {
  char header[NQ_NPY_HEADER_MAX];
  (void)nq_npy_header_wide(shard->columns, shards->row_bytes, header);
  int failure = nq_write_all(shard->descriptor, header, (size_t)shard->start, NULL, NULL);
  if (failure == 0)
    failure = nq_file_reserve(shard->descriptor, cli_shard_bytes(shards, shard), room);
  if (failure == ECANCELED) return NQ_END;
  return failure == 0 ? NQ_OK : cli_shards_fail_system(shards, shard->name, failure, error);
}

nq_status cli_shards_reserve(cli_shards *shards, nq_error *error) {
  nq_status status = NQ_OK;
  nq_room room = {.progress = shards->progress, .context = shards->context};
  room.at.total = shards->bytes;
  for (size_t i = 0; i < shards->count && status == NQ_OK; i++)
    status = reserve(shards, &shards->shard[i], &room, error);
  return status;
}

static void name_shard(cli_shard *shard, size_t i) {
  snprintf(shard->name, sizeof shard->name, "part-%05zu.npy", i);
}

/* `flags`: how, beside reading and writing. */
static nq_status open_shards(cli_shards *shards, int flags, nq_error *error) {
  nq_status status = NQ_OK;
  for (size_t i = 0; i < shards->count && status == NQ_OK; i++) {
    cli_shard *shard = &shards->shard[i];
    name_shard(shard, i);
    shard->descriptor = openat(shards->folder, shard->name, flags | O_RDWR | O_CLOEXEC, 0666);
    if (shard->descriptor < 0) status = cli_shards_fail_system(shards, shard->name, errno, error);
  }
  return status;
}

static nq_status cut(cli_shards *shards, uint64_t count, bool wide, nq_error *error) {
  uint64_t n = shards->n;
  if (count == 0) count = (n + SHARD_COLUMNS - 1) / SHARD_COLUMNS;
  if (count > CLI_SHARDS_MAX) count = CLI_SHARDS_MAX;
  if (count > n) count = n;
  if (count == 0) return nq_error_set(error, NQ_BAD_VALUE, "a board of no columns");
  shards->shard_columns = (n + count - 1) / count;
  shards->row_bytes = wide || n > NQ_N_MAX ? 8 : 4;
  return cli_shards_divide(shards, error);
}

nq_status cli_shards_create(cli_shards *shards, const char *path, uint64_t n, uint64_t count,
                            bool wide, nq_error *error) {
  bool folder = cli_path_names_folder(path);
  *shards = CLI_SHARDS_CLOSED;
  shards->name = path;
  shards->n = n;
  shards->writing = true;
  nq_status status = cut(shards, folder ? count : 1, wide, error);
  if (status == NQ_OK)
    status = folder ? open_folder(shards, path, error) : nq_file_open(&shards->file, path, error);
  if (status == NQ_OK && folder)
    status = open_shards(shards, O_CREAT | O_EXCL, error);
  else if (status == NQ_OK && shards->file.path == NULL)
    status = cli_shards_fail(shards, NQ_UNSUPPORTED, "", error,
                             "a large board is written to a regular file or a folder");
  else if (status == NQ_OK)
    shards->shard[0].descriptor = shards->file.descriptor;
  if (status != NQ_OK) cli_shards_release(shards);
  return status;
}

nq_status cli_shards_join(cli_shards *shards, const char *path, uint64_t n, uint64_t shard_columns,
                          unsigned row_bytes, nq_error *error) {
  *shards = CLI_SHARDS_CLOSED;
  shards->name = path;
  shards->n = n;
  shards->shard_columns = shard_columns;
  shards->row_bytes = row_bytes;
  shards->folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  nq_status status = shards->folder < 0 ? cli_shards_fail_system(shards, "", errno, error)
                                        : cli_shards_divide(shards, error);
  if (status == NQ_OK) status = open_shards(shards, 0, error);
  if (status != NQ_OK) cli_shards_release(shards);
  return status;
}

/* ---- Commit ---- */

nq_status cli_shards_commit(cli_shards *shards, const cli_shards_run *run, nq_error *error) {
  nq_status status = cli_shards_sum(shards, 0, shards->count, error);
  if (status == NQ_OK) status = cli_shards_sync(shards, error);
  if (status != NQ_OK) return status;
  if (shards->folder >= 0) return cli_shards_write_index(shards, run, error);
  shards->shard[0].descriptor = -1; /* the commit closes it */
  status = nq_file_commit(&shards->file, NULL, error);
  shards->file.descriptor = -1;
  shards->writing = status != NQ_OK;
  return status;
}

/* ---- Opening ---- */

/* The size of the one board in a .npy file; 0 for other files. */
static uint64_t size_in(const char *path) {
  nq_npy_layout layout = {0};
  int descriptor = open(path, O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return 0;
  nq_status status = nq_npy_measure(descriptor, &layout, NULL);
  close(descriptor);
  return status == NQ_OK ? layout.n : 0;
}

bool cli_shards_are_at(const char *path, bool any_n) {
  struct stat found;
  if (strcmp(path, "-") == 0 || stat(path, &found) != 0) return false;
  if (S_ISDIR(found.st_mode)) return true;
  if (!S_ISREG(found.st_mode)) return false;
  uint64_t n = size_in(path);
  return n > NQ_N_MAX || (n > 0 && any_n);
}

/* The file must have the header and the size that its columns make. */
static nq_status open_shard(cli_shards *shards, cli_shard *shard, nq_error *error) {
  char wanted[NQ_NPY_HEADER_MAX], header[NQ_NPY_HEADER_MAX];
  struct stat found;
  nq_status status = cli_shards_open_file(shards, shard->name, &shard->descriptor, error);
  if (status != NQ_OK) return status;
  uint64_t bytes = cli_shard_bytes(shards, shard);
  if (fstat(shard->descriptor, &found) != 0)
    return cli_shards_fail_system(shards, shard->name, errno, error);
  if ((uint64_t)found.st_size != bytes)
    return cli_shards_fail(shards, NQ_BAD_FORMAT, shard->name, error,
                           "it has %" PRIu64 " bytes, not %" PRIu64 ", as its columns need",
                           (uint64_t)found.st_size, bytes);
  size_t start = nq_npy_header_wide(shard->columns, shards->row_bytes, wanted);
  status = cli_shards_read(shards, shard, header, 0, start, error);
  if (status == NQ_OK && memcmp(header, wanted, start) != 0)
    return cli_shards_fail(shards, NQ_BAD_FORMAT, shard->name, error,
                           "its header is not that of %" PRIu64 " rows of %u bytes", shard->columns,
                           shards->row_bytes);
  return status;
}

static nq_status open_single(cli_shards *shards, nq_error *error) {
  nq_npy_layout layout;
  struct stat found;
  shards->shard = calloc(1, sizeof *shards->shard);
  if (shards->shard == NULL) return nq_error_set(error, NQ_NO_MEMORY, "no memory for the shards");
  shards->count = 1;
  cli_shard *shard = shards->shard;
  shard->descriptor = open(shards->name, O_RDONLY | O_CLOEXEC);
  if (shard->descriptor < 0 || fstat(shard->descriptor, &found) != 0)
    return cli_shards_fail_system(shards, "", errno, error);
  nq_error why = {0};
  nq_status status = nq_npy_measure(shard->descriptor, &layout, &why);
  if (status != NQ_OK) return cli_shards_fail(shards, status, "", error, "%s", why.message);
  shards->n = shards->shard_columns = shard->columns = layout.n;
  shards->row_bytes = layout.row_bytes;
  shard->start = layout.start;
  cli_shards_measure(shards);
  if ((uint64_t)found.st_size == shards->bytes) return NQ_OK;
  return cli_shards_fail(shards, NQ_BAD_FORMAT, "", error,
                         "it has %" PRIu64 " bytes, not %" PRIu64 ", as its header announces",
                         (uint64_t)found.st_size, shards->bytes);
}

nq_status cli_shards_open(cli_shards *shards, const char *path, nq_error *error) {
  *shards = CLI_SHARDS_CLOSED;
  shards->name = path;
  struct stat found;
  nq_status status = NQ_OK;
  if (stat(path, &found) == 0 && S_ISDIR(found.st_mode)) {
    shards->folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    status = shards->folder < 0 ? cli_shards_fail_system(shards, "", errno, error)
                                : cli_shards_read_index(shards, error);
    for (size_t i = 0; i < shards->count && status == NQ_OK; i++)
      status = open_shard(shards, &shards->shard[i], error);
  } else {
    status = open_single(shards, error);
  }
  if (status != NQ_OK) cli_shards_release(shards);
  return status;
}

/* ---- Release ---- */

void cli_shards_release(cli_shards *shards) {
  bool single = shards->folder < 0, removes = shards->writing && !single;
  for (size_t i = 0; i < shards->count && shards->shard != NULL; i++) {
    const cli_shard *shard = &shards->shard[i];
    if (shard->descriptor < 0 || (single && shards->writing)) continue;
    close(shard->descriptor);
    if (removes) unlinkat(shards->folder, shard->name, 0);
  }
  if (single && shards->writing) nq_file_abort(&shards->file);
  /* Last: while there are shards, it says whose they are. */
  if (removes && shards->index >= 0) unlinkat(shards->folder, CLI_SHARDS_PART, 0);
  if (shards->index >= 0) close(shards->index);
  if (shards->writing && shards->created) rmdir(shards->name);
  if (shards->folder >= 0) close(shards->folder);
  free(shards->shard);
  *shards = CLI_SHARDS_CLOSED;
}

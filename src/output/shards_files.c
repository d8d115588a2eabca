#define _GNU_SOURCE /* htole64 */
/* The files of shards; their checksums, of rows being checked and of files; and their index. */
#include "core/json.h"
#include "output/output.h"

#include <endian.h>
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

/* After so many bytes, what was read is given back to the system. */
#define FORGOTTEN (UINT64_C(1) << 23)
#define SUM_BYTES (UINT64_C(1) << 20)
#define SUM_ROWS  ((size_t)1 << 10)

/* ---- Files ---- */

nq_status cli_shards_fail(const cli_shards *shards, nq_status status, const char *file,
                          nq_error *error, const char *why, ...) {
  const char *slash = cli_path_names_folder(shards->name) || *file == '\0' ? "" : "/";
  char text[151];
  va_list arguments;
  va_start(arguments, why);
  vsnprintf(text, sizeof text, why, arguments);
  va_end(arguments);
  return nq_error_set(error, status, "%.150s%s%.80s: %s", shards->name, slash, file, text);
}

nq_status cli_shards_fail_system(const cli_shards *shards, const char *file, int failure,
                                 nq_error *error) {
  return cli_shards_fail(shards, NQ_IO, file, error, "%s", strerror(failure));
}

void cli_shards_measure(cli_shards *shards) {
  for (size_t i = 0; i < shards->count; i++)
    shards->bytes += cli_shard_bytes(shards, &shards->shard[i]);
  shards->forgets = shards->bytes > nq_memory_available() / 2;
}

nq_status cli_shards_divide(cli_shards *shards, nq_error *error) {
  uint64_t n = shards->n, columns = shards->shard_columns;
  size_t count = (size_t)((n + columns - 1) / columns);
  shards->shard = calloc(count, sizeof *shards->shard);
  if (shards->shard == NULL) return nq_error_set(error, NQ_NO_MEMORY, "no memory for the shards");
  shards->count = count;
  for (size_t i = 0; i < count; i++) {
    char header[NQ_NPY_HEADER_MAX];
    cli_shard *shard = &shards->shard[i];
    uint64_t first = i * columns, rest = n - first;
    *shard =
        (cli_shard){.descriptor = -1, .first = first, .columns = rest < columns ? rest : columns};
    shard->start = nq_npy_header_wide(shard->columns, shards->row_bytes, header);
  }
  cli_shards_measure(shards);
  return NQ_OK;
}

nq_status cli_shards_open_file(const cli_shards *shards, const char *file, int *descriptor,
                               nq_error *error) {
  struct stat found;
  bool index = strcmp(file, CLI_SHARDS_INDEX) == 0;
  /* Opening a FIFO would wait for its writer. */
  *descriptor = openat(shards->folder, file, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (*descriptor < 0 && errno == ELOOP)
    return cli_shards_fail(shards, NQ_BAD_FORMAT, file, error,
                           "it is a link, not a file of the folder");
  if (*descriptor < 0 && errno == ENOENT && index)
    return cli_shards_fail(shards, NQ_BAD_FORMAT, "", error,
                           "there is no index.json: the folder holds no complete board");
  if (*descriptor >= 0 && fstat(*descriptor, &found) == 0 && S_ISREG(found.st_mode)) return NQ_OK;
  if (*descriptor < 0) return cli_shards_fail_system(shards, file, errno, error);
  close(*descriptor);
  *descriptor = -1;
  return cli_shards_fail(shards, NQ_BAD_FORMAT, file, error, "it is not a regular file");
}

/* What went wrong in a transfer, an errno or 0. */
static nq_status fail_transfer(const cli_shards *shards, const cli_shard *shard, int failure,
                               nq_error *error) {
  if (failure == ENODATA)
    return cli_shards_fail(shards, NQ_IO, shard->name, error, "it ends too early");
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
  int failure = nq_write_at(shard->descriptor, bytes, size, at, shards->forgets);
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

/* ---- Checksums of rows ---- */

/* MODEL.  The CRC-32 of a file is the exclusive or of those of its pieces, each moved past the
 * bytes that follow it in the file.  So pieces may come in any order, and at any rank. */

/* Add a piece that `before` bytes precede. */
static void add_piece(const cli_shards *shards, cli_shard *shard, uLong sum, uint64_t before,
                      uint64_t size) {
  uint64_t after = cli_shard_bytes(shards, shard) - before - size;
  shard->sum ^= crc32_combine(sum, 0, (z_off_t)after);
  shard->summed += size;
}

/* Rows of one shard, and with the first its header. */
static void sum_rows(const cli_shards *shards, cli_shard *shard, uint64_t column,
                     const uint64_t *rows, size_t count) {
  unsigned char bytes[SUM_ROWS * 8];
  char header[NQ_NPY_HEADER_MAX];
  bool as_is = cli_shards_rows_as_is(shards);
  uLong sum = 0;
  if (column == shard->first) {
    (void)nq_npy_header_wide(shard->columns, shards->row_bytes, header);
    add_piece(shards, shard, crc32_z(0, (const unsigned char *)header, (size_t)shard->start), 0,
              shard->start);
  }
  for (size_t done = 0, fit; done < count; done += fit) {
    fit = as_is || count - done < SUM_ROWS ? count - done : SUM_ROWS;
    if (!as_is) cli_shards_encode(rows + done, fit, shards->row_bytes, bytes);
    const unsigned char *next = as_is ? (const unsigned char *)rows : bytes;
    sum = crc32_z(sum, next, fit * shards->row_bytes);
  }
  add_piece(shards, shard, sum, shard->start + (column - shard->first) * shards->row_bytes,
            count * shards->row_bytes);
}

void cli_shards_visit(void *context, uint64_t column, const uint64_t *rows, size_t count) {
  const cli_shards *shards = context;
  for (size_t done = 0, fit; done < count; done += fit) {
    cli_shard *shard = &shards->shard[(column + done) / shards->shard_columns];
    uint64_t left = shard->first + shard->columns - (column + done);
    fit = count - done < left ? count - done : (size_t)left;
    sum_rows(shards, shard, column + done, rows + done, fit);
  }
}

/* The exclusive or, bit by bit: a bit is set if an odd number of ranks has it. */
void cli_shards_join_sums(cli_shards *shards, nq_party *party) {
  enum { BITS = 32 };
  for (size_t i = 0; i < shards->count; i++) {
    cli_shard *shard = &shards->shard[i];
    uint64_t values[BITS + 1] = {[BITS] = shard->summed};
    for (unsigned bit = 0; bit < BITS; bit++) values[bit] = shard->sum >> bit & 1;
    party->sum(party, values, BITS + 1);
    shard->summed = values[BITS];
    shard->sum = 0;
    for (unsigned bit = 0; bit < BITS; bit++) shard->sum |= (values[bit] & 1) << bit;
  }
}

/* ---- Checksums of files ---- */

/* Sum up a file, unless all of it was visited.  `now` counts the bytes of all files. */
static nq_status sum_shard(const cli_shards *shards, cli_shard *shard, nq_progress *now,
                           nq_error *error) {
  uint64_t end = cli_shard_bytes(shards, shard);
  double began = nq_clock() - now->seconds;
  if (shard->summed == end) return NQ_OK;
  unsigned char *bytes = malloc(SUM_BYTES);
  if (bytes == NULL) return nq_error_set(error, NQ_NO_MEMORY, "no memory for the checksums");
  nq_status status = NQ_OK;
  shard->sum = 0; /* the CRC-32 of no bytes */
  for (uint64_t at = 0, fit; at < end && status == NQ_OK; at += fit) {
    fit = end - at < SUM_BYTES ? end - at : SUM_BYTES;
    status = cli_shards_read(shards, shard, bytes, at, (size_t)fit, error);
    if (status != NQ_OK) break;
    shard->sum = crc32_z((uLong)shard->sum, bytes, (size_t)fit);
    now->bytes = now->done += fit;
    now->seconds = nq_clock() - began;
    if (shards->progress != NULL && !shards->progress(shards->context, now)) status = NQ_END;
  }
  free(bytes);
  if (status == NQ_OK) shard->summed = end;
  return status;
}

/* Why a file does not have its checksum. */
static nq_status refuse_sum(const cli_shards *shards, const cli_shard *shard, nq_error *error) {
  const char *other = NULL;
  for (size_t i = 0; i < shards->count; i++)
    if (&shards->shard[i] != shard && shards->shard[i].checksum == shard->sum)
      other = shards->shard[i].name;
  if (other != NULL)
    return cli_shards_fail(shards, NQ_BAD_FORMAT, shard->name, error, "it has the content of %.80s",
                           other);
  return cli_shards_fail(shards, NQ_BAD_FORMAT, shard->name, error,
                         "its CRC-32 is %08" PRIx64 ", not %08" PRIx64
                         " as in the index: the file was altered, or is of another run",
                         shard->sum, shard->checksum);
}

nq_status cli_shards_sum(cli_shards *shards, size_t first, size_t end, nq_error *error) {
  nq_progress now = {.phase = "read", .unit = "bytes"};
  nq_status status = NQ_OK;
  if (shards->folder < 0) return NQ_OK;
  for (size_t i = first; i < end; i++) now.total += cli_shard_bytes(shards, &shards->shard[i]);
  for (size_t i = first; i < end && status == NQ_OK; i++) {
    cli_shard *shard = &shards->shard[i];
    status = sum_shard(shards, shard, &now, error);
    if (!shards->listed) shard->checksum = shard->sum;
    if (status == NQ_OK && shard->sum != shard->checksum) status = refuse_sum(shards, shard, error);
  }
  return status;
}

/* ---- On the disk ---- */

nq_status cli_shards_sync(cli_shards *shards, nq_error *error) {
  nq_status status = NQ_OK;
  nq_room room = {.progress = shards->progress, .context = shards->context};
  room.at.total = shards->bytes;
  for (size_t i = 0; i < shards->count && status == NQ_OK; i++) {
    int file = shards->shard[i].descriptor, failure = nq_sync_pieces(file, &room);
    if (failure == ECANCELED) return NQ_END;
    if (failure == 0) failure = nq_sync(file);
    if (failure != 0)
      status = cli_shards_fail_system(shards, shards->shard[i].name, failure, error);
  }
  return status;
}

/* ---- The index ---- */

/* MODEL.
 *
 *     {"nqueens": "2.0.0", "n": 100000, "seed": 1, "method": "rounds", "options": {"shards": 2},
 *      "row_bytes": 4, "shard_columns": 50000,
 *      "shards": [{"file": "part-00000.npy", "first": 0, "columns": 50000, "crc32": "6b8d.."},
 *      ..]} */

/* Bytes; CLI_SHARDS_MAX shards with long names take a quarter. */
#define INDEX_MOST (1 << 20)

static json_t *describe_shard(const cli_shard *shard) {
  char sum[20];
  snprintf(sum, sizeof sum, "%08" PRIx64, shard->checksum);
  return json_pack("{s:s, s:I, s:I, s:s}", "file", shard->name, "first", (json_int_t)shard->first,
                   "columns", (json_int_t)shard->columns, "crc32", sum);
}

static json_t *describe(const cli_shards *shards, const cli_shards_run *run) {
  json_t *list = json_array();
  for (size_t i = 0; i < shards->count; i++)
    nq_json_append(&list, describe_shard(&shards->shard[i]));
  return json_pack("{s:s, s:I, s:I, s:s, s:{s:I}, s:I, s:I, s:o}", "nqueens", NQ_VERSION, "n",
                   (json_int_t)shards->n, "seed", (json_int_t)run->seed, "method", run->method,
                   "options", "shards", (json_int_t)shards->count, "row_bytes",
                   (json_int_t)shards->row_bytes, "shard_columns",
                   (json_int_t)shards->shard_columns, "shards", list);
}

/* Give the index its name, and put all on the disk: the names of the shards first. */
static int name_index(cli_shards *shards) {
  int failure = nq_sync(shards->folder);
  if (failure == 0)
    failure = nq_name(shards->index, shards->folder, CLI_SHARDS_PART, CLI_SHARDS_INDEX);
  if (failure != 0) return failure;
  shards->writing = false;
  return nq_sync_folder_of(shards->name);
}

nq_status cli_shards_write_index(cli_shards *shards, const cli_shards_run *run, nq_error *error) {
  json_t *object = describe(shards, run);
  char *text = nq_json_text(object, JSON_INDENT(1));
  json_decref(object);
  if (text == NULL) return nq_error_set(error, NQ_NO_MEMORY, "no memory for the index");
  int failure = nq_write_all(shards->index, text, strlen(text), NULL, NULL);
  free(text);
  if (failure == 0) failure = nq_write_all(shards->index, "\n", 1, NULL, NULL);
  if (failure == 0) failure = name_index(shards);
  if (failure != 0) return cli_shards_fail_system(shards, CLI_SHARDS_INDEX, failure, error);
  close(shards->index);
  shards->index = -1;
  return NQ_OK;
}

static nq_status take_shard(const cli_shards *shards, json_t *object, size_t i, nq_error *error) {
  const char *file = json_string_value(json_object_get(object, "file"));
  const char *sum = json_string_value(json_object_get(object, "crc32"));
  cli_shard *shard = &shards->shard[i];
  json_int_t first, columns;
  if (file == NULL || *file == '\0' || strchr(file, '/') != NULL ||
      strlen(file) >= sizeof shard->name || sum == NULL || strlen(sum) != 8 ||
      strspn(sum, "0123456789abcdef") != 8)
    return cli_shards_fail(shards, NQ_BAD_FORMAT, CLI_SHARDS_INDEX, error,
                           "shard %zu must have a \"file\" in the folder and its \"crc32\"", i);
  shard->checksum = strtoul(sum, NULL, 16);
  if (json_unpack(object, "{s:I, s:I}", "first", &first, "columns", &columns) != 0 ||
      first != (json_int_t)shard->first || columns != (json_int_t)shard->columns)
    return cli_shards_fail(shards, NQ_BAD_FORMAT, CLI_SHARDS_INDEX, error,
                           "shard %zu, %.60s, must have \"first\" %" PRIu64
                           " and \"columns\" %" PRIu64,
                           i, file, shard->first, shard->columns);
  snprintf(shard->name, sizeof shard->name, "%s", file);
  for (size_t other = 0; other < i; other++)
    if (strcmp(shards->shard[other].name, file) == 0)
      return cli_shards_fail(shards, NQ_BAD_FORMAT, CLI_SHARDS_INDEX, error, "%.80s is there twice",
                             file);
  return NQ_OK;
}

static nq_status take_index(cli_shards *shards, json_t *index, nq_error *error) {
  json_int_t n, row_bytes, columns;
  if (json_unpack(index, "{s:I, s:I, s:I}", "n", &n, "row_bytes", &row_bytes, "shard_columns",
                  &columns) != 0 ||
      n < 1 || n > (json_int_t)NQ_LARGE_N_MAX || (row_bytes != 4 && row_bytes != 8) ||
      columns < 1 || columns > n)
    return cli_shards_fail(shards, NQ_BAD_FORMAT, CLI_SHARDS_INDEX, error,
                           "it must have \"n\", \"row_bytes\" (4 or 8) and \"shard_columns\"");
  shards->n = (uint64_t)n;
  shards->row_bytes = (unsigned)row_bytes;
  shards->shard_columns = (uint64_t)columns;
  const json_t *list = json_object_get(index, "shards");
  uint64_t count = (shards->n + shards->shard_columns - 1) / shards->shard_columns;
  if (json_array_size(list) != count || count > CLI_SHARDS_MAX) {
    return cli_shards_fail(shards, NQ_BAD_FORMAT, CLI_SHARDS_INDEX, error,
                           "it names %zu shards; %" PRIu64 " were expected (at most %d)",
                           json_array_size(list), count, CLI_SHARDS_MAX);
  }
  nq_status status = cli_shards_divide(shards, error);
  shards->listed = true;
  for (size_t i = 0; i < shards->count && status == NQ_OK; i++)
    status = take_shard(shards, json_array_get(list, i), i, error);
  return status;
}

static nq_status parse(cli_shards *shards, const nq_bytes *text, nq_error *error) {
  json_error_t where = {0}; /* without memory, jansson leaves a part as it is */
  if (text->size > INDEX_MOST)
    return cli_shards_fail(shards, NQ_BAD_FORMAT, CLI_SHARDS_INDEX, error,
                           "it is longer than %d bytes: it is no index of shards", INDEX_MOST);
  json_t *index = text->failed ? NULL
                               : json_loadb((const char *)text->data, text->size,
                                            JSON_REJECT_DUPLICATES, &where);
  if (index == NULL && (json_error_code(&where) == json_error_out_of_memory || !where.text[0]))
    return nq_error_set(error, NQ_NO_MEMORY, "no memory for the index");
  if (index == NULL)
    return cli_shards_fail(shards, NQ_BAD_FORMAT, CLI_SHARDS_INDEX, error, "it is not JSON: %.120s",
                           where.text);
  nq_status status = take_index(shards, index, error);
  json_decref(index);
  return status;
}

nq_status cli_shards_read_index(cli_shards *shards, nq_error *error) {
  nq_bytes text = {0};
  int file;
  nq_status status = cli_shards_open_file(shards, CLI_SHARDS_INDEX, &file, error);
  if (status != NQ_OK) return status;
  int failure = nq_bytes_read(&text, file, INDEX_MOST + 1);
  close(file);
  status = failure == 0 ? parse(shards, &text, error)
                        : cli_shards_fail_system(shards, CLI_SHARDS_INDEX, failure, error);
  nq_bytes_release(&text);
  return status;
}

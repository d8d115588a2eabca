/* MODEL.
 *
 *     {"nqueens": "2.0.0", "n": 100000, "seed": 1, "method": "rounds", "options": {"shards": 2},
 *      "row_bytes": 4, "shard_columns": 50000,
 *      "shards": [{"file": "part-00000.npy", "first": 0, "columns": 50000, "crc32": "6b8d.."}, ..]} */
#include "core/json.h"
#include "output/output.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Bytes; CLI_SHARDS_MAX shards with long names take a quarter. */
#define INDEX_MOST (1 << 20)

/* ---- Writing ---- */

static json_t *describe_shard(const cli_shard *shard) {
  char sum[20];
  json_t *object = json_object();
  snprintf(sum, sizeof sum, "%08" PRIx64, shard->checksum);
  nq_json_put(&object, "file", json_string(shard->name));
  nq_json_put(&object, "first", json_integer((json_int_t)shard->first));
  nq_json_put(&object, "columns", json_integer((json_int_t)shard->columns));
  nq_json_put(&object, "crc32", json_string(sum));
  return object;
}

static json_t *describe(const cli_shards *shards, const cli_shards_run *run) {
  json_t *object = json_object(), *list = json_array();
  nq_json_put(&object, "nqueens", json_string(NQ_VERSION));
  nq_json_put(&object, "n", json_integer((json_int_t)shards->n));
  nq_json_put(&object, "seed", json_integer((json_int_t)run->seed));
  nq_json_put(&object, "method", json_string(run->method));
  nq_json_put(&object, "options", json_pack("{s:I}", "shards", (json_int_t)shards->count));
  nq_json_put(&object, "row_bytes", json_integer((json_int_t)shards->row_bytes));
  nq_json_put(&object, "shard_columns", json_integer((json_int_t)shards->shard_columns));
  for (size_t i = 0; i < shards->count; i++)
    nq_json_append(&list, describe_shard(&shards->shard[i]));
  nq_json_put(&object, "shards", list);
  return object;
}

/* Give the index its name, and put all on the disk: the names of the shards first. */
static int name_index(cli_shards *shards) {
  int failure = nq_sync(shards->folder);
  if (failure == 0)
    failure = nq_name(shards->index, shards->folder, CLI_SHARDS_PART, CLI_SHARDS_INDEX, true);
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

/* ---- Reading ---- */

/* A whole number of an object, least .. most; false: there is none. */
static bool take_number(const json_t *object, const char *key, uint64_t least, uint64_t most,
                        uint64_t *value) {
  const json_t *item = json_object_get(object, key);
  json_int_t number = json_integer_value(item);
  if (!json_is_integer(item) || number < 0) return false;
  *value = (uint64_t)number;
  return *value >= least && *value <= most;
}

static nq_status take_shard(const cli_shards *shards, const json_t *object, size_t i,
                            nq_error *error) {
  const char *file = json_string_value(json_object_get(object, "file"));
  const char *sum = json_string_value(json_object_get(object, "crc32"));
  cli_shard *shard = &shards->shard[i];
  uint64_t first = shard->first, columns = shard->columns, number;
  if (file == NULL || *file == '\0' || strchr(file, '/') != NULL ||
      strlen(file) >= sizeof shard->name || sum == NULL || strlen(sum) != 8 ||
      strspn(sum, "0123456789abcdef") != 8)
    return cli_shards_fail(shards, NQ_BAD_FORMAT, CLI_SHARDS_INDEX, error,
                           "shard %zu must have a \"file\" in the folder and its \"crc32\"", i);
  shard->checksum = strtoul(sum, NULL, 16);
  if (!take_number(object, "first", first, first, &number) ||
      !take_number(object, "columns", columns, columns, &number))
    return cli_shards_fail(shards, NQ_BAD_FORMAT, CLI_SHARDS_INDEX, error,
                           "shard %zu, %.60s, must have \"first\" %" PRIu64
                           " and \"columns\" %" PRIu64,
                           i, file, first, columns);
  snprintf(shard->name, sizeof shard->name, "%s", file);
  for (size_t other = 0; other < i; other++)
    if (strcmp(shards->shard[other].name, file) == 0)
      return cli_shards_fail(shards, NQ_BAD_FORMAT, CLI_SHARDS_INDEX, error, "%.80s is there twice",
                             file);
  return NQ_OK;
}

static nq_status take_index(cli_shards *shards, const json_t *index, nq_error *error) {
  uint64_t row_bytes = 0;
  if (!take_number(index, "n", 1, NQ_LARGE_N_MAX, &shards->n) ||
      !take_number(index, "row_bytes", 4, 8, &row_bytes) || (row_bytes != 4 && row_bytes != 8) ||
      !take_number(index, "shard_columns", 1, shards->n, &shards->shard_columns))
    return cli_shards_fail(shards, NQ_BAD_FORMAT, CLI_SHARDS_INDEX, error,
                           "it must have \"n\", \"row_bytes\" (4 or 8) and \"shard_columns\"");
  shards->row_bytes = (unsigned)row_bytes;
  const json_t *list = json_object_get(index, "shards");
  uint64_t count = (shards->n + shards->shard_columns - 1) / shards->shard_columns;
  if (json_array_size(list) != count || count > CLI_SHARDS_MAX) {
    return cli_shards_fail(shards, NQ_BAD_FORMAT, CLI_SHARDS_INDEX, error,
                           "it names %zu shards; %" PRIu64 " were expected (at most %d)",
                           json_array_size(list), count, CLI_SHARDS_MAX);
  }
  nq_status status = cli_shards_divide(shards, error);
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

/* MODEL.  A suite is a folder with an index.json as `nqueens generate` writes it
 * (generate/index.c).  The kind of an item is its family, and its answer is solvable, unsolvable or
 * unknown.  The checksum of the suite is that of its index. */
#include "cli/compare_suite.h"
#include "cli/commands.h"
#include "core/json.h"
#include "output/output.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define FAMILY_OF_FILES "files"
#define INDEX_MOST      ((size_t)1 << 28)
#define PATH_ROOM       4096

static bool add_file(nq_plan *plan, const char *path, const char *family, nq_known answer) {
  nq_error error = {0};
  const char *slash = strrchr(path, '/');
  nq_instance *instance = cli_read_instance(path, UINT64_MAX);
  if (instance == NULL) return false;
  return nq_plan_add_instance(plan, slash != NULL ? slash + 1 : path, family, answer, instance,
                              &error) == NQ_OK ||
         cli_refuse("%s", error.message);
}

bool cli_compare_add_files(nq_plan *plan, const char *const *paths, size_t count) {
  bool added = true;
  for (size_t i = 0; i < count && added; i++)
    added = add_file(plan, paths[i], FAMILY_OF_FILES, NQ_KNOWN_NOTHING);
  return added;
}

/* ---- Suites ---- */

static nq_status read_index(const char *path, nq_bytes *bytes, nq_error *error) {
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return nq_error_system(error, errno, "%.200s", path);
  int failure = nq_bytes_read(bytes, file, INDEX_MOST);
  close(file);
  if (failure != 0) return nq_error_system(error, failure, "%.200s", path);
  return bytes->failed ? nq_error_set(error, NQ_NO_MEMORY, "no memory for %.200s", path) : NQ_OK;
}

static bool add_item(nq_plan *plan, const char *folder, const json_t *item) {
  char path[PATH_ROOM];
  const char *file = json_string_value(json_object_get(item, "file"));
  const char *kind = json_string_value(json_object_get(item, "kind"));
  const char *answer = json_string_value(json_object_get(item, "answer"));
  const char *format = json_string_value(json_object_get(item, "format"));
  nq_known known = NQ_KNOWN_SOLVABLE;
  if (file == NULL || kind == NULL || answer == NULL)
    return cli_refuse("%s: an item of index.json lacks its file, kind or answer", folder);
  while (known <= NQ_KNOWN_NOTHING && strcmp(nq_known_name(known), answer) != 0) known++;
  if (known > NQ_KNOWN_NOTHING || json_object_get(item, "row") != NULL)
    return cli_refuse("%s: %s is no instance in a file of its own: a suite holds kinds such as "
                      "blocked, one per file",
                      folder, file);
  if (format != NULL && strcmp(format, "native") != 0)
    return cli_refuse("%s: its files are in the format %s: write the suite without --format, since "
                      "compare exports by itself",
                      folder, format);
  if (strchr(file, '/') != NULL)
    return cli_refuse("%s: %s is in another folder: a suite has its files beside index.json",
                      folder, file);
  size_t length = strlen(folder);
  int size = snprintf(path, sizeof path, "%s%s%s", folder,
                      length > 0 && folder[length - 1] == '/' ? "" : "/", file);
  if (size < 0 || (size_t)size >= sizeof path) return cli_refuse("%s: the name is too long", file);
  if (!add_file(plan, path, kind, known)) return false;
  const char *sum = json_string_value(json_object_get(item, "sha256"));
  return sum == NULL || strcmp(sum, plan->question[nq_plan_questions(plan) - 1].digest) == 0 ||
         cli_refuse("%s is not the instance of index.json: its checksum is another", path);
}

static bool add_suite(nq_plan *plan, const char *folder) {
  char path[PATH_ROOM];
  nq_error error = {0};
  nq_bytes bytes = {0};
  json_error_t why;
  json_t *index = NULL;
  const json_t *item;
  size_t i;
  snprintf(path, sizeof path, "%.4000s/index.json", folder);
  bool added = true;
  if (read_index(path, &bytes, &error) != NQ_OK)
    added = cli_refuse("%s", error.message);
  else if ((index = json_loadb((const char *)bytes.data, bytes.size, 0, &why)) == NULL)
    added = cli_refuse("%s:%d: %s", path, why.line, why.text);
  else if (json_array_size(json_object_get(index, "items")) == 0)
    added = cli_refuse("%s: it has no items", path);
  json_array_foreach(json_object_get(index, "items"), i, item) {
    added = added && add_item(plan, folder, item);
  }
  nq_sha256(bytes.data, bytes.size, plan->suite);
  json_decref(index);
  nq_bytes_release(&bytes);
  return added;
}

json_t *cli_compare_read_results(const nq_option_list *files) {
  json_error_t why;
  json_t *results = json_array();
  for (size_t i = 0; i < files->count && results != NULL; i++) {
    json_t *loaded = json_load_file(files->items[i], 0, &why);
    if (loaded == NULL && why.line < 1)
      cli_say("%s", why.text);
    else if (loaded == NULL)
      cli_say("%s:%d: %s", files->items[i], why.line, why.text);
    nq_json_append(&results, loaded);
  }
  return results;
}

bool cli_compare_merge(nq_plan *plan, nq_store *store, const nq_option_list *files,
                       const json_t *results) {
  nq_error error = {0};
  if (files->count > 0 && plan->suite[0] == '\0')
    return cli_refuse("--merge: results are of one --suite");
  for (size_t i = 0; i < files->count; i++) {
    const json_t *result = json_array_get(results, i);
    nq_status status = store == NULL ? nq_results_add_variants(result, plan, &error)
                                     : nq_results_add_runs(result, plan, store, &error);
    if (status != NQ_OK) {
      cli_say_error(files->items[i], &error);
      return false;
    }
  }
  return true;
}

bool cli_compare_add_suites(nq_plan *plan, const nq_option_list *folders) {
  bool added = true;
  for (size_t i = 0; i < folders->count && added; i++) added = add_suite(plan, folders->items[i]);
  if (folders->count > 1) plan->suite[0] = '\0';
  return added;
}

/* MODEL.  The rows of the solutions stand one after the other in `rows`, in 1, 2 or 4 bytes each,
 * so that all 14,772,512 solutions of n = 16 take 0.7 GB with their entries.  The table leads from
 * a hash to an entry, plus 1; where two solutions have one hash, the second has the next.  With
 * `images`, the lexicographically least image stands for all. */
#include "cli/check/set.h"
#include "board/images.h"
#include "core/memory.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct cli_set_entry {
  cli_set_place place;
  uint64_t offset; /* in `rows` */
  uint32_t n;
};

/* Largest n whose number of solutions is known. */
#define KNOWN_N_MAX 27

/* ---- Normal form ---- */

static unsigned row_width(uint32_t n) {
  return n <= 1U << 8 ? 1 : n <= 1U << 16 ? 2 : 4;
}

static bool is_less(const uint32_t *const lines[2], uint32_t n, unsigned i, unsigned than) {
  for (uint32_t j = 0; j < n; j++) {
    uint32_t a = image_at(lines, n, i, j), b = image_at(lines, n, than, j);
    if (a != b) return a < b;
  }
  return false;
}

/* The number of the least image. */
static unsigned least_image(const uint32_t *const lines[2], uint32_t n) {
  unsigned least = 0;
  for (unsigned i = 1; i < NQ_IMAGES; i++)
    if (is_less(lines, n, i, least)) least = i;
  return least;
}

/* The bytes that stand for a solution, to be freed; NULL when memory is short. */
static unsigned char *pack(const cli_set *set, const uint32_t *rows, uint32_t n) {
  unsigned width = row_width(n), image = 0;
  unsigned char *packed = malloc((size_t)n * width);
  uint32_t *columns = set->images ? malloc((size_t)n * sizeof *columns) : NULL;
  if (packed == NULL || (set->images && columns == NULL)) {
    free(packed);
    free(columns);
    return NULL;
  }
  const uint32_t *const lines[2] = {rows, columns};
  if (set->images) {
    for (uint32_t column = 0; column < n; column++) columns[rows[column]] = column;
    image = least_image(lines, n);
  }
  for (uint32_t j = 0; j < n; j++) {
    uint32_t row = image_at(lines, n, image, j);
    for (unsigned byte = 0; byte < width; byte++)
      packed[(size_t)j * width + byte] = (unsigned char)(row >> 8 * byte);
  }
  free(columns);
  return packed;
}

static uint64_t hash(const unsigned char *packed, size_t size) {
  uint64_t value = size;
  for (size_t i = 0; i < size; i++) {
    value = (value ^ packed[i]) * UINT64_C(0x9E3779B97F4A7C15);
    value ^= value >> 29;
  }
  return value >> 1;
}

/* The entry of the packed solution, or NULL; *key is its key, or the one it would have. */
static const struct cli_set_entry *find(const cli_set *set, const unsigned char *packed, uint32_t n,
                                        uint64_t *key) {
  size_t size = (size_t)n * row_width(n);
  *key = hash(packed, size);
  for (uint32_t number; (number = nq_table_get(&set->table, *key)) != 0; ++*key) {
    const struct cli_set_entry *entry = &set->entries[number - 1];
    if (entry->n == n && memcmp(set->rows.data + entry->offset, packed, size) == 0) return entry;
  }
  return NULL;
}

/* ---- The set ---- */

static bool append(cli_set *set, const unsigned char *packed, uint32_t n, uint64_t key,
                   const cli_set_place *place) {
  const struct cli_set_entry entry = {*place, set->rows.size, n};
  if (set->size > INT32_MAX ||
      !nq_memory_grow(&set->entries, (size_t)set->size, &set->room, sizeof entry))
    return false;
  nq_bytes_add(&set->rows, packed, (size_t)n * row_width(n));
  if (set->rows.failed || !nq_table_set(&set->table, key, (uint32_t)(set->size + 1))) return false;
  set->entries[set->size++] = entry;
  return true;
}

bool cli_set_add(cli_set *set, const uint32_t *rows, uint32_t n, const cli_set_place *place,
                 const cli_set_place **first) {
  uint64_t key;
  unsigned char *packed = pack(set, rows, n);
  *first = NULL;
  if (packed == NULL) return false;
  const struct cli_set_entry *entry = find(set, packed, n, &key);
  bool done = entry != NULL || append(set, packed, n, key, place);
  if (entry != NULL) *first = &entry->place;
  free(packed);
  return done;
}

bool cli_set_has(const cli_set *set, const uint32_t *rows, uint32_t n, bool *failed) {
  uint64_t key;
  unsigned char *packed = pack(set, rows, n);
  *failed = packed == NULL;
  bool has = packed != NULL && find(set, packed, n, &key) != NULL;
  free(packed);
  return has;
}

void cli_set_release(cli_set *set) {
  nq_table_release(&set->table);
  nq_bytes_release(&set->rows);
  free(set->entries);
  *set = (cli_set){.images = set->images};
}

/* ---- Comparison with all solutions ---- */

static nq_status count_plain(uint32_t n, bool images, nq_progress_function *progress, void *context,
                             uint64_t *solutions, nq_error *error) {
  bool interrupted = false;
  if (n > KNOWN_N_MAX)
    return nq_error_set(error, NQ_UNSUPPORTED,
                        "n = %" PRIu32 " is more than %d: the number of solutions is not known", n,
                        KNOWN_N_MAX);
  *solutions = nq_count_known(n);
  if (!images) return NQ_OK;
  nq_status status =
      nq_count_fundamental(n, *solutions, progress, context, solutions, &interrupted, error);
  return status == NQ_OK && interrupted ? NQ_END : status;
}

static nq_status count_instance(const nq_instance *instance, nq_progress_function *progress,
                                void *context, uint64_t *solutions, nq_error *error) {
  nq_count_instance_options options;
  nq_count_instance_result result;
  nq_count_instance_options_init(&options);
  options.progress = progress;
  options.context = context;
  nq_status status = nq_count_instance(instance, &options, &result, error);
  *solutions = result.count;
  return status == NQ_OK && result.stopped ? NQ_END : status;
}

struct search {
  const cli_set *set;
  cli_set_gaps *gaps;
  uint32_t n;
  bool failed;
};

/* An nq_enumerate_visit, which ends with the first solution that is not in the set. */
static bool pass_present(void *context, const uint32_t *rows) {
  struct search *search = context;
  if (cli_set_has(search->set, rows, search->n, &search->failed)) return true;
  uint32_t *example = search->failed ? NULL : calloc(search->n, sizeof *example);
  search->failed = example == NULL;
  if (example != NULL) memcpy(example, rows, search->n * sizeof *example);
  search->gaps->example = example;
  return false;
}

static nq_status find_missing(const cli_set *set, const nq_instance *instance, cli_set_gaps *gaps,
                              nq_error *error) {
  struct search search = {.set = set, .gaps = gaps, .n = nq_instance_n(instance)};
  nq_enumerate_options options;
  nq_enumerate_result result;
  nq_enumerate_options_init(&options);
  options.fundamental = set->images;
  options.context = &search;
  nq_status status = nq_enumerate(instance, &options, pass_present, &result, error);
  if (status == NQ_OK && search.failed) return nq_error_set(error, NQ_NO_MEMORY, "out of memory");
  return status;
}

nq_status cli_set_compare(const cli_set *set, const nq_instance *instance,
                          nq_progress_function *progress, void *context, cli_set_gaps *gaps,
                          nq_error *error) {
  bool plain = nq_instance_is_plain(instance);
  *gaps = (cli_set_gaps){0};
  if (set->images && !plain)
    return nq_error_set(error, NQ_UNSUPPORTED, "--fundamental is for plain boards");
  nq_status status = plain ? count_plain(nq_instance_n(instance), set->images, progress, context,
                                         &gaps->solutions, error)
                           : count_instance(instance, progress, context, &gaps->solutions, error);
  if (status != NQ_OK) return status;
  gaps->missing = gaps->solutions - set->size;
  return gaps->missing > 0 ? find_missing(set, instance, gaps, error) : NQ_OK;
}

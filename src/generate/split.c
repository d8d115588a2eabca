/* The parts of a data set of puzzles.
 *
 * MODEL.  The class of a board under the symmetries of the square is the least of its images in
 * lexicographic order, where an empty column or row counts as n.  The hash of that and of the seed
 * belongs to a part:
 *
 *     solutions, n <= LISTED_N   all classes are listed and shuffled; the parts take their shares of
 *                                the list, at least one class each
 *     other                      the hash is uniform; the parts take their shares of its range
 *
 * So a part depends on n, the seed and the shares alone: runs with other counts, indices or numbers
 * of queens removed agree on it.  Two classes with the same hash would only share a part. */
#include "board/images.h"
#include "core/core.h"
#include "core/random.h"
#include "exact/backtracking.h"
#include "generate/kinds.h"

#include <inttypes.h>
#include <stdlib.h>

/* 1787 classes. */
#define LISTED_N 12
/* Of the shuffle; differs from those of items and solvers. */
#define SPLIT_STREAM (UINT64_C(1) << 63)

struct nq_split {
  uint32_t n;
  uint64_t seed, ends[NQ_GENERATE_PARTS_MAX]; /* the sums of the shares up to each part */
  unsigned parts;
  bool listing;    /* solutions, n <= LISTED_N */
  nq_table listed; /* hash -> part + 1 */
};

/* ---- Classes ---- */

static uint32_t entry(const uint32_t *const lines[2], uint32_t n, unsigned image, uint32_t j) {
  uint32_t value = image_at(lines, n, image, j);
  return value < n ? value : n;
}

static unsigned find_least(const uint32_t *const lines[2], uint32_t n) {
  unsigned least = 0;
  for (unsigned i = 1; i < NQ_IMAGES; i++) {
    uint32_t j = 0;
    while (j < n && entry(lines, n, i, j) == entry(lines, n, least, j)) j++;
    if (j < n && entry(lines, n, i, j) < entry(lines, n, least, j)) least = i;
  }
  return least;
}

/* At most UINT64_MAX - 1, a key of the table. */
static uint64_t hash_class(const nq_split *split, const uint32_t *rows) {
  uint32_t columns[NQ_BACKTRACK_N_MAX], n = split->n;
  const uint32_t *const lines[2] = {rows, columns};
  for (uint32_t row = 0; row < n; row++) columns[row] = NQ_EMPTY;
  for (uint32_t column = 0; column < n; column++)
    if (rows[column] != NQ_EMPTY) columns[rows[column]] = column;
  unsigned least = find_least(lines, n);
  uint64_t hash = scatter(split->seed + n);
  for (uint32_t j = 0; j < n; j++) hash = scatter(hash + entry(lines, n, least, j) + 1);
  return hash - (hash == UINT64_MAX);
}

/* ---- The list ---- */

typedef struct class_list {
  const nq_split *split;
  uint64_t *hashes;
  size_t count, room;
} class_list;

static bool add_class(void *context, const uint32_t *rows) {
  class_list *list = context;
  if (!nq_memory_grow(&list->hashes, list->count, &list->room, sizeof *list->hashes)) return false;
  list->hashes[list->count++] = hash_class(list->split, rows);
  return true;
}

/* The shuffled classes from `at` on up to the share of the part, leaving one for each part that
 * follows. */
static size_t end_of_part(const nq_split *split, unsigned part, size_t at, size_t classes) {
  uint64_t total = split->ends[split->parts - 1];
  size_t end = (size_t)((classes * split->ends[part] + total / 2) / total);
  size_t most = classes - (split->parts - 1 - part);
  if (end <= at) end = at + 1;
  return end < most ? end : most;
}

static nq_status deal_out(nq_split *split, const class_list *list, nq_error *error) {
  uint32_t order[2048];
  nq_pcg64 random;
  size_t at = 0;
  if (list->count > sizeof order / sizeof *order)
    return nq_error_set(error, NQ_INTERNAL, "too many classes of solutions");
  for (uint32_t i = 0; i < list->count; i++) order[i] = i;
  nq_pcg64_seed(&random, split->seed, SPLIT_STREAM);
  nq_pcg64_shuffle(&random, order, list->count);
  for (unsigned part = 0; part < split->parts; part++)
    for (size_t end = end_of_part(split, part, at, list->count); at < end; at++)
      if (!nq_table_set(&split->listed, list->hashes[order[at]], part + 1))
        return nq_error_set(error, NQ_NO_MEMORY, "no memory for the classes");
  return NQ_OK;
}

static nq_status list_classes(const nq_generating *generation, class_list *list, nq_error *error) {
  nq_backtrack_report report;
  nq_instance *instance = nq_instance_new(list->split->n);
  if (instance == NULL) return nq_generate_no_memory(list->split->n, error);
  const nq_backtrack_plan plan = {.instance = instance,
                                  .visit = add_class,
                                  .context = list,
                                  .watch = generation->watch,
                                  .fundamental = true};
  nq_status status = nq_backtrack_enumerate(&plan, &report, error);
  nq_instance_free(instance);
  if (status != NQ_OK || report.end == NQ_BACKTRACK_EXHAUSTED) return status;
  if (report.end == NQ_BACKTRACK_WATCH) return NQ_END;
  return nq_error_set(error, NQ_NO_MEMORY, "no memory for the classes");
}

static nq_status share_classes(const nq_generating *generation, nq_split *split, nq_error *error) {
  class_list list = {.split = split};
  nq_status status = list_classes(generation, &list, error);
  if (status == NQ_OK && list.count < split->parts)
    status = nq_error_set(error, NQ_NONE,
                          "split: n = %" PRIu32 " has only %zu class%s of solutions under the "
                          "symmetries of the square: %u parts cannot be filled",
                          split->n, list.count, list.count == 1 ? "" : "es", split->parts);
  if (status == NQ_OK) status = deal_out(split, &list, error);
  free(list.hashes);
  return status;
}

/* ---- The split ---- */

bool nq_split_is_by_puzzles(const nq_generate_options *options) {
  return options->value[NQ_GENERATE_SPLIT_BY] == 1;
}

nq_status nq_split_new(nq_generating *generation, nq_error *error) {
  const nq_generate_options *options = &generation->options;
  if (options->split[0] == 0) return NQ_OK;
  nq_split *split = calloc(1, sizeof *split);
  if (split == NULL) return nq_error_set(error, NQ_NO_MEMORY, "no memory for the parts");
  generation->split = split;
  split->n = options->n;
  split->listing = !nq_split_is_by_puzzles(options) && options->n <= LISTED_N;
  split->seed = options->seed;
  uint64_t end = 0;
  while (split->parts < NQ_GENERATE_PARTS_MAX && options->split[split->parts] > 0) {
    end += options->split[split->parts];
    split->ends[split->parts++] = end;
  }
  if (split->parts == 1)
    return nq_error_set(error, NQ_BAD_VALUE, "split: a single part is no split");
  return split->listing ? share_classes(generation, split, error) : NQ_OK;
}

void nq_split_free(nq_split *split) {
  if (split != NULL) nq_table_release(&split->listed);
  free(split);
}

unsigned nq_split_part(const nq_split *split, const uint32_t *rows) {
  uint64_t hash = hash_class(split, rows);
  if (split->listing) return table_get(&split->listed, hash) - 1;
  uint64_t place = multiply_full(hash, split->ends[split->parts - 1]).high;
  unsigned part = 0;
  while (place >= split->ends[part]) part++;
  return part;
}

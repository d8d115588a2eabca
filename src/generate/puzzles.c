/* Puzzles for learned solvers: solutions with some queens removed, and all their completions; and
 * the parts of a data set of them.
 *
 * MODEL.  The solution is uniform up to n = NQ_COUNT_PICK_N_MAX, and typical for larger n.  The
 * columns of the removed queens are a uniform choice.  A complete search, fail-first, finds all
 * completions; its branches are the difficulty.
 *
 * In a split by solutions, a puzzle belongs to the part of its solution.  Its queens are drawn
 * again while it has a completion of another part.  In a split by puzzles it belongs to its own
 * part.
 *
 * MODEL of parts.  The class of a board under the symmetries of the square is the least of its
 * images in lexicographic order, where an empty column or row counts as n.  The hash of that and of
 * the seed belongs to a part:
 *
 *     solutions, n <= LISTED_N   all classes are listed and shuffled; the parts take their shares of
 *                                the list, at least one class each
 *     other                      the hash is uniform; the parts take their shares of its range
 *
 * So a part depends on n, the seed and the shares alone: runs with other counts, indices or numbers
 * of queens removed agree on it.  Two classes with the same hash would only share a part. */
#include "board/board.h"
#include "generate/kinds.h"

#include <stdlib.h>
#include <string.h>

#define COMPLETIONS 1000
#define TRIES       1000

#define LISTED_N 12
#define CLASSES  2048 /* of solutions of n = 12 there are 1787 */
/* Of the shuffle; differs from those of items and solvers. */
#define SPLIT_STREAM (UINT64_C(1) << 63)

typedef struct nq_split {
  uint32_t n;
  uint64_t seed, ends[NQ_GENERATE_PARTS_MAX]; /* the sums of the shares up to each part */
  unsigned parts;
  bool listing;             /* solutions, n <= LISTED_N: */
  uint64_t hashes[CLASSES]; /* of the classes */
  size_t classes;
  nq_table listed; /* hash -> part + 1 */
} nq_split;

static bool is_by_puzzles(const nq_generate_options *options) {
  return options->value[NQ_GENERATE_SPLIT_BY] == 1;
}

/* ---- Classes ---- */

/* At most UINT64_MAX - 1, a key of the table. */
static uint64_t hash_class(const nq_split *split, const uint32_t *rows) {
  uint32_t columns[NQ_BACKTRACK_N_MAX], n = split->n;
  const uint32_t *const lines[2] = {rows, columns};
  for (uint32_t row = 0; row < n; row++) columns[row] = NQ_EMPTY;
  for (uint32_t column = 0; column < n; column++)
    if (rows[column] != NQ_EMPTY) columns[rows[column]] = column;
  unsigned least = least_image(lines, n);
  uint64_t hash = scatter(split->seed + n);
  for (uint32_t j = 0; j < n; j++) hash = scatter(hash + image_at(lines, n, least, j) + 1);
  return hash - (hash == UINT64_MAX);
}

/* ---- The list ---- */

static bool add_class(void *context, const uint32_t *rows) {
  nq_split *split = context;
  if (split->classes == CLASSES) return false;
  split->hashes[split->classes++] = hash_class(split, rows);
  return true;
}

/* The shuffled classes from `at` on up to the share of the part, leaving one for each part that
 * follows. */
static size_t end_of_part(const nq_split *split, unsigned part, size_t at) {
  uint64_t total = split->ends[split->parts - 1];
  size_t end = (size_t)((split->classes * split->ends[part] + total / 2) / total);
  size_t most = split->classes - (split->parts - 1 - part);
  if (end <= at) end = at + 1;
  return end < most ? end : most;
}

static nq_status deal_out(nq_split *split, nq_error *error) {
  uint32_t order[CLASSES];
  nq_pcg64 random;
  size_t at = 0;
  nq_pcg64_seed(&random, split->seed, SPLIT_STREAM);
  (void)nq_permutation_draw(order, (uint32_t)split->classes, &random, NULL);
  for (unsigned part = 0; part < split->parts; part++)
    for (size_t end = end_of_part(split, part, at); at < end; at++)
      if (!nq_table_set(&split->listed, split->hashes[order[at]], part + 1))
        return nq_error_set(error, NQ_NO_MEMORY, "no memory for the classes");
  return NQ_OK;
}

static nq_status share_classes(const nq_generating *generation, nq_split *split, nq_error *error) {
  nq_enumerate_result report;
  nq_instance *instance = nq_instance_new(split->n);
  if (instance == NULL) return nq_generate_no_memory(split->n, error);
  const nq_backtrack_plan plan = {.instance = instance,
                                  .visit = add_class,
                                  .context = split,
                                  .watch = generation->watch,
                                  .fundamental = true};
  nq_status status = nq_backtrack_enumerate(&plan, &report, error);
  nq_instance_free(instance);
  if (status != NQ_OK) return status;
  if (report.end == NQ_ENUMERATE_STOPPED) return NQ_END;
  if (report.end == NQ_ENUMERATE_VISITOR)
    return nq_error_set(error, NQ_INTERNAL, "too many classes of solutions");
  if (split->classes >= split->parts) return deal_out(split, error);
  return nq_error_set(error, NQ_NONE,
                      "split: n = %" PRIu32 " has only %zu class%s of solutions under the "
                      "symmetries of the square: %u parts cannot be filled",
                      split->n, split->classes, split->classes == 1 ? "" : "es", split->parts);
}

/* Set generation->split, or leave NULL where options->split has no shares. */
static nq_status new_split(nq_generating *generation, nq_error *error) {
  const nq_generate_options *options = &generation->options;
  if (options->split[0] == 0) return NQ_OK;
  nq_split *split = calloc(1, sizeof *split);
  if (split == NULL) return nq_error_set(error, NQ_NO_MEMORY, "no memory for the parts");
  generation->split = split;
  split->n = options->n;
  split->listing = !is_by_puzzles(options) && options->n <= LISTED_N;
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

/* The part of a solution, or of a puzzle. */
static unsigned part_of(const nq_split *split, const uint32_t *rows) {
  uint64_t hash = hash_class(split, rows);
  if (split->listing) return table_get(&split->listed, hash) - 1;
  uint64_t place = multiply_full(hash, split->ends[split->parts - 1]).high;
  unsigned part = 0;
  while (place >= split->ends[part]) part++;
  return part;
}

/* ---- Completions ---- */

/* Padded with zeros, so that memcmp compares the rows. */
typedef struct small_board {
  uint8_t rows[NQ_BACKTRACK_N_MAX];
} small_board;

typedef struct listing {
  const nq_split *split; /* of the completions, or NULL */
  const nq_generated *item;
  uint64_t limit, found;
  small_board *boards; /* NULL once there are more than `limit` */
  size_t room;
  bool elsewhere, no_memory; /* why the search was ended */
} listing;

static bool take_completion(void *context, const uint32_t *rows) {
  listing *list = context;
  list->elsewhere = list->split != NULL && part_of(list->split, rows) != list->item->part;
  if (list->elsewhere) return false;
  if (list->found < list->limit) {
    list->no_memory =
        !nq_memory_grow(&list->boards, (size_t)list->found, &list->room, sizeof *list->boards);
    if (list->no_memory) return false;
    small_board *board = &list->boards[list->found];
    memset(board, 0, sizeof *board);
    for (uint32_t column = 0; column < list->item->n; column++)
      board->rows[column] = (uint8_t)rows[column];
  }
  list->found++;
  return true;
}

static int compare_boards(const void *a, const void *b) {
  return memcmp(a, b, sizeof(small_board));
}

static nq_status keep_completions(nq_generated *item, listing *list, nq_error *error) {
  uint32_t n = item->n;
  qsort(list->boards, (size_t)list->found, sizeof *list->boards, compare_boards);
  item->completions = calloc((size_t)list->found, n * sizeof *item->completions);
  if (item->completions == NULL)
    return nq_error_set(error, NQ_NO_MEMORY, "no memory for the completions");
  for (size_t i = 0; i < list->found; i++)
    for (uint32_t column = 0; column < n; column++)
      item->completions[i * n + column] = list->boards[i].rows[column];
  return NQ_OK;
}

static unsigned find_part(const nq_generating *generation, const nq_generated *item) {
  uint32_t shown[NQ_BACKTRACK_N_MAX];
  if (!is_by_puzzles(&generation->options)) return part_of(generation->split, item->board.rows);
  for (uint32_t column = 0; column < item->n; column++)
    shown[column] = nq_instance_placed_row(item->instance, column);
  return part_of(generation->split, shown);
}

/* Fill in part, solutions, completions and branches; *fits is false when a completion belongs to
 * another part. */
static nq_status complete(const nq_making *at, bool *fits) {
  const nq_generating *generation = at->generation;
  nq_generated *item = at->item;
  nq_enumerate_result report;
  listing list = {.item = item, .limit = item->value[NQ_GENERATE_COMPLETIONS]};
  if (generation->split != NULL) item->part = find_part(generation, item);
  if (!is_by_puzzles(&generation->options)) list.split = generation->split;
  const nq_backtrack_plan plan = {
      .instance = item->instance, .visit = take_completion, .context = &list};
  nq_status status = nq_exact_search(at, plan, &report);
  *fits = !list.elsewhere;
  if (status == NQ_OK && list.no_memory)
    status = nq_error_set(at->error, NQ_NO_MEMORY, "no memory for the completions");
  item->solutions = list.found;
  item->branches = report.branches;
  if (status == NQ_OK && *fits && list.found <= list.limit)
    status = keep_completions(item, &list, at->error);
  free(list.boards);
  return status;
}

/* ---- The puzzle ---- */

nq_status nq_puzzles_prepare(nq_generating *generation, nq_error *error) {
  nq_generate_options *options = &generation->options;
  uint64_t *value = options->value;
  if (value[NQ_GENERATE_COMPLETIONS] == NQ_GENERATE_DEFAULT)
    value[NQ_GENERATE_COMPLETIONS] = COMPLETIONS;
  if (options->split[0] == 0 && value[NQ_GENERATE_SPLIT_BY] != NQ_GENERATE_DEFAULT)
    return nq_error_set(error, NQ_BAD_VALUE, "split-by: it is for --split only");
  if (options->split[0] > 0 && value[NQ_GENERATE_SPLIT_BY] == NQ_GENERATE_DEFAULT)
    value[NQ_GENERATE_SPLIT_BY] = 0;
  if (options->n > NQ_BACKTRACK_N_MAX)
    return nq_error_set(error, NQ_UNSUPPORTED,
                        "n = %" PRIu32 " is over %d: a complete search finds the completions",
                        options->n, NQ_BACKTRACK_N_MAX);
  uint32_t n = options->n;
  nq_status status = nq_generate_settle(generation, NQ_GENERATE_REMOVE, n / 2, 0, n, error);
  uint64_t remove = value[NQ_GENERATE_REMOVE];
  if (status == NQ_OK)
    status = nq_generate_settle(generation, NQ_GENERATE_REMOVE_MOST, remove, remove, n, error);
  if (status == NQ_OK) status = nq_generate_require_solution(options->n, error);
  if (status == NQ_OK) status = new_split(generation, error);
  if (status != NQ_OK || options->n > NQ_COUNT_PICK_N_MAX || options->count == 0) return status;
  return nq_generate_pick(generation, error);
}

static nq_status remove_queens(nq_making *at, uint64_t removed) {
  uint32_t columns[NQ_BACKTRACK_N_MAX];
  bool fits = false;
  nq_status status = NQ_OK;
  for (unsigned i = 0; i < TRIES && !fits && status == NQ_OK; i++) {
    (void)nq_generate_permutation(at, columns, at->n);
    status = nq_generate_show(at, at->item->board.rows, columns, at->n - removed);
    if (status == NQ_OK) status = complete(at, &fits);
  }
  if (status != NQ_OK || fits) return status;
  return nq_error_set(at->error, NQ_UNSUPPORTED,
                      "split: puzzle %" PRIu64 ": with %" PRIu64 " queens removed it has "
                      "completions in several parts, whichever are removed (%d choices were "
                      "tried): remove fewer, or split by puzzles (--split-by)",
                      at->item->index, removed, TRIES);
}

nq_status nq_puzzles_make(nq_making *at) {
  uint64_t least = at->item->value[NQ_GENERATE_REMOVE];
  uint64_t choices = at->item->value[NQ_GENERATE_REMOVE_MOST] - least + 1;
  nq_status status = nq_board_reserve(&at->item->board, at->n, at->error);
  if (status == NQ_OK) status = nq_generate_own(at, "typical");
  if (status != NQ_OK) return status;
  if (at->generation->solutions != NULL) /* the number that was picked */
    (void)nq_pcg64_below(&at->random, nq_count_known(at->n));
  uint64_t removed = least + (choices > 1 ? nq_pcg64_below(&at->random, choices) : 0);
  return remove_queens(at, removed);
}

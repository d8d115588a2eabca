/* Puzzles for learned solvers: solutions with some queens removed, and all their completions.
 *
 * MODEL.  The solution is uniform up to n = NQ_COUNT_PICK_N_MAX, and typical for larger n.  The
 * columns of the removed queens are a uniform choice.  A complete search, fail-first, finds all
 * completions; its branches are the difficulty.
 *
 * In a split by solutions, a puzzle belongs to the part of its solution.  Its queens are drawn
 * again while it has a completion of another part. */
#include "board/board.h"
#include "core/core.h"
#include "exact/backtracking.h"
#include "generate/kinds.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define COMPLETIONS 1000
#define TRIES       1000

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
  if (status == NQ_OK) status = nq_split_new(generation, error);
  if (status != NQ_OK || options->n > NQ_COUNT_PICK_N_MAX || options->count == 0) return status;
  return nq_generate_pick(generation, error);
}

/* ---- Completions ---- */

/* Padded with zeros, so that memcmp compares the rows. */
typedef struct small_board {
  uint8_t rows[NQ_BACKTRACK_N_MAX];
} small_board;

typedef struct listing {
  const nq_split *split; /* of the completions, or NULL */
  uint32_t n;
  unsigned part;
  uint64_t limit, found;
  small_board *boards; /* NULL once there are more than `limit` */
  size_t room;
  bool elsewhere, no_memory; /* why the search was ended */
} listing;

static bool take_completion(void *context, const uint32_t *rows) {
  listing *list = context;
  list->elsewhere = list->split != NULL && nq_split_part(list->split, rows) != list->part;
  if (list->elsewhere) return false;
  if (list->found < list->limit) {
    list->no_memory =
        !nq_memory_grow(&list->boards, (size_t)list->found, &list->room, sizeof *list->boards);
    if (list->no_memory) return false;
    small_board *board = &list->boards[list->found];
    memset(board, 0, sizeof *board);
    for (uint32_t column = 0; column < list->n; column++)
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
  if (!nq_split_is_by_puzzles(&generation->options))
    return nq_split_part(generation->split, item->board.rows);
  for (uint32_t column = 0; column < item->n; column++)
    shown[column] = nq_instance_placed_row(item->instance, column);
  return nq_split_part(generation->split, shown);
}

/* Fill in part, solutions, completions and branches; *fits is false when a completion belongs to
 * another part. */
static nq_status complete(const nq_generating *generation, nq_generated *item, bool *fits,
                          nq_error *error) {
  nq_exact exact;
  listing list = {.n = item->n, .limit = item->value[NQ_GENERATE_COMPLETIONS]};
  if (generation->split != NULL) item->part = find_part(generation, item);
  if (!nq_split_is_by_puzzles(&generation->options)) list.split = generation->split;
  list.part = item->part;
  nq_status status =
      nq_exact_visit(generation, item->instance, take_completion, &list, &exact, error);
  *fits = !list.elsewhere;
  if (status == NQ_OK && list.no_memory)
    status = nq_error_set(error, NQ_NO_MEMORY, "no memory for the completions");
  item->solutions = list.found;
  item->branches = exact.branches;
  if (status == NQ_OK && *fits && list.found <= list.limit)
    status = keep_completions(item, &list, error);
  free(list.boards);
  return status;
}

/* ---- The puzzle ---- */

static nq_status remove_queens(const nq_generating *generation, nq_generated *item,
                               uint64_t removed, nq_pcg64 *random, nq_error *error) {
  uint32_t columns[NQ_BACKTRACK_N_MAX];
  bool fits = false;
  nq_status status = NQ_OK;
  for (unsigned i = 0; i < TRIES && !fits && status == NQ_OK; i++) {
    nq_instance_free(item->instance);
    item->instance = NULL;
    (void)nq_permutation_draw(columns, item->n, random, NULL);
    status =
        nq_generate_show(generation, item, item->board.rows, columns, item->n - removed, error);
    if (status == NQ_OK) status = complete(generation, item, &fits, error);
  }
  if (status != NQ_OK || fits) return status;
  return nq_error_set(error, NQ_UNSUPPORTED,
                      "split: puzzle %" PRIu64 ": with %" PRIu64 " queens removed it has "
                      "completions in several parts, whichever are removed (%d choices were "
                      "tried): remove fewer, or split by puzzles (--split-by)",
                      item->index, removed, TRIES);
}

nq_status nq_puzzles_make(const nq_generating *generation, nq_generated *item, nq_pcg64 *random,
                          nq_error *error) {
  uint64_t least = item->value[NQ_GENERATE_REMOVE];
  uint64_t choices = item->value[NQ_GENERATE_REMOVE_MOST] - least + 1;
  nq_status status = nq_board_reserve(&item->board, item->n, error);
  if (status == NQ_OK) status = nq_generate_own(generation, item, "typical", error);
  if (status != NQ_OK) return status;
  if (generation->solutions != NULL) /* the number that was picked */
    (void)nq_pcg64_below(random, nq_count_known(item->n));
  uint64_t removed = least + (choices > 1 ? nq_pcg64_below(random, choices) : 0);
  return remove_queens(generation, item, removed, random, error);
}

/* The table of kinds, and how an item is made. */
#include "board/board.h"
#include "generate/kinds.h"

#include <stdlib.h>
#include <string.h>

#define TAKES(parameter) (UINT32_C(1) << NQ_GENERATE_##parameter)

#define KIND(name, summary, makes, placed, parameters, prepare, make)                              \
  {                                                                                                \
    {name, summary, (makes) == NQ_MAKES_INSTANCE, placed, (parameters)&TAKES(REMOVE), parameters}, \
        makes, prepare, make                                                                       \
  }

static const nq_generate_entry entries[] = {
    KIND("solved", "random solutions", NQ_MAKES_SOLUTION, false, TAKES(UNIFORM) | TAKES(DISTINCT),
         nq_solved_prepare, nq_solved_make),
    KIND("typical", "solutions like uniformly drawn ones, at any n", NQ_MAKES_SOLUTION, false,
         TAKES(SWEEPS), nq_typical_prepare, nq_typical_make),
    KIND("near", "boards on which K pairs of queens attack each other", NQ_MAKES_BOARD, false,
         TAKES(CONFLICTS), nq_near_prepare, nq_near_make),
    KIND("random", "boards of independent random rows", NQ_MAKES_BOARD, false, 0, NULL,
         nq_random_make),
    KIND("permutation", "boards that are random permutations: only diagonals conflict",
         NQ_MAKES_BOARD, false, 0, NULL, nq_permutation_make),
    KIND("symmetric", "solutions that a half or a quarter turn keeps; not uniform",
         NQ_MAKES_SOLUTION, false, TAKES(TURN), nq_symmetric_prepare, nq_symmetric_make),
    KIND("toroidal", "linear solutions of a board whose diagonals wrap around", NQ_MAKES_SOLUTION,
         false, 0, nq_toroidal_prepare, nq_toroidal_make),
    KIND("corrupt", "broken boards, to test a checker", NQ_MAKES_FAULT, false, TAKES(FAULT),
         nq_corrupt_prepare, nq_corrupt_make),
    KIND("plain", "instances: the board without a queen", NQ_MAKES_INSTANCE, true, 0, NULL,
         nq_plain_make),
    KIND("partial", "instances: K queens of a solution, to be completed", NQ_MAKES_INSTANCE, true,
         TAKES(SHOW), nq_partial_prepare, nq_partial_make),
    KIND("unique", "instances: few queens with exactly one solution; n up to 64", NQ_MAKES_INSTANCE,
         true, 0, nq_unique_prepare, nq_unique_make),
    KIND("completion", "instances: M random queens that do not attack each other",
         NQ_MAKES_INSTANCE, true, TAKES(PLACED) | TAKES(VERDICT), nq_sampled_prepare,
         nq_sampled_make),
    KIND("blocked", "instances: M random blocked squares", NQ_MAKES_INSTANCE, false,
         TAKES(BLOCKS) | TAKES(LEAST) | TAKES(VERDICT), nq_sampled_prepare, nq_sampled_make),
    KIND("diagonals", "instances: D random excluded diagonals", NQ_MAKES_INSTANCE, false,
         TAKES(DIAGONALS) | TAKES(LEAST) | TAKES(VERDICT), nq_sampled_prepare, nq_sampled_make),
    KIND("hard", "instances of these three kinds, of which half have a solution", NQ_MAKES_INSTANCE,
         false, TAKES(FAMILY) | TAKES(VERDICT), nq_hard_prepare, nq_hard_make),
    KIND("unsolvable", "instances proved to have no solution", NQ_MAKES_INSTANCE, false,
         TAKES(REASON), nq_unsolvable_prepare, nq_unsolvable_make),
    KIND("puzzles", "data set: K queens removed, with all completions; n up to 64",
         NQ_MAKES_INSTANCE, true,
         TAKES(REMOVE) | TAKES(REMOVE_MOST) | TAKES(COMPLETIONS) | TAKES(SPLIT_BY),
         nq_puzzles_prepare, nq_puzzles_make),
};

#define ENTRIES (sizeof entries / sizeof *entries)

const nq_generate_kind *nq_generate_kind_at(size_t i) {
  return i < ENTRIES ? &entries[i].kind : NULL;
}

static const nq_generate_entry *find_entry(const char *name) {
  for (size_t i = 0; name != NULL && i < ENTRIES; i++)
    if (strcmp(entries[i].kind.name, name) == 0) return &entries[i];
  return NULL;
}

const nq_generate_kind *nq_generate_kind_by_name(const char *name) {
  const nq_generate_entry *entry = find_entry(name);
  return entry != NULL ? &entry->kind : NULL;
}

void nq_generate_options_init(nq_generate_options *options) {
  *options = (nq_generate_options){.count = 1, .threads = 1};
  for (size_t i = 0; i < NQ_GENERATE_PARAMETERS; i++) options->value[i] = NQ_GENERATE_DEFAULT;
}

/* ---- Options ---- */

void nq_generate_takers(const nq_option *parameter, char *text, size_t size) {
  text[0] = '\0';
  for (size_t i = 0; i < ENTRIES; i++)
    if (entries[i].kind.parameters >> (parameter - nq_generate_table) & 1)
      nq_text_add(text, size, text[0] != '\0' ? ", %s" : "%s", entries[i].kind.name);
}

static nq_status refuse_parameter(const nq_generate_kind *kind, const nq_option *parameter,
                                  nq_error *error) {
  char kinds[200];
  nq_generate_takers(parameter, kinds, sizeof kinds);
  return nq_error_set(error, NQ_BAD_VALUE, "the kind %s has no parameter '%s': it is one of %s",
                      kind->name, parameter->name, kinds);
}

static nq_status require_value(nq_generating *generation, nq_generate_parameter i,
                               nq_error *error) {
  const nq_generate_kind *kind = &generation->entry->kind;
  const nq_option *option = &nq_generate_table[i];
  if (generation->options.value[i] == NQ_GENERATE_DEFAULT) return NQ_OK;
  if ((kind->parameters >> i & 1) == 0) return refuse_parameter(kind, option, error);
  uint64_t most = option->kind == NQ_OPTION_FLAG64 ? 1 : option->most;
  if (option->choices != NULL)
    for (most = 0; option->choices[most + 1].name != NULL;) most++;
  return nq_generate_settle(generation, i, 0, 0, most, error);
}

static nq_status resolve(nq_generating *generation, nq_error *error) {
  const nq_generate_options *options = &generation->options;
  const uint64_t indices = UINT64_C(1) << 32;
  generation->entry = find_entry(options->kind);
  if (generation->entry == NULL)
    return nq_error_set(error, NQ_BAD_VALUE, "there is no kind '%s'",
                        options->kind != NULL ? options->kind : "");
  if (options->n == 0) return nq_error_set(error, NQ_BAD_VALUE, "n must be at least 1");
  if (options->threads == 0) return nq_error_set(error, NQ_BAD_VALUE, "threads must be at least 1");
  if (options->first >= indices || options->count > indices - options->first)
    return nq_error_set(error, NQ_BAD_VALUE, "indices must be below 2^32");
  if (!(options->seconds >= 0))
    return nq_error_set(error, NQ_BAD_VALUE, "the time limit must not be negative");
  if (options->split[0] > 0 && !generation->entry->kind.puzzles)
    return nq_error_set(error, NQ_BAD_VALUE, "split: it is for the kind puzzles only");
  nq_status status = NQ_OK;
  uint64_t *verdict = &generation->options.value[NQ_GENERATE_VERDICT];
  for (nq_generate_parameter i = 0; i < NQ_GENERATE_PARAMETERS && status == NQ_OK; i++)
    status = require_value(generation, i, error);
  if (status != NQ_OK || generation->entry->prepare == NULL) return status;
  if ((generation->entry->kind.parameters & TAKES(VERDICT)) != 0 && *verdict == NQ_GENERATE_DEFAULT)
    *verdict = 0;
  return generation->entry->prepare(generation, error);
}

/* ---- An item ---- */

/* From this n on, boards are made one after another, each with all threads; typical ones, whose
 * method has one thread, at the same time, but no more than there are threads. */
#define LARGE_N 20000
/* Least memory per column: a board, and its search or check. */
#define COLUMN_BYTES 5
/* Threads that make items. */
unsigned nq_generate_threads(const nq_generate_options *options) {
  bool serial = options->kind != NULL && strcmp(options->kind, "typical") == 0;
  return options->count == 1 || (options->n >= LARGE_N && !serial) ? 1 : options->threads;
}

void nq_generate_release(void *result) {
  nq_generated *item = result;
  nq_board_release(&item->board);
  nq_instance_free(item->instance);
  item->instance = NULL;
  free(item->completions);
  item->completions = NULL;
}

nq_generated nq_generate_blank(const nq_generate_options *options, const nq_generate_kind *kind,
                               uint64_t index) {
  nq_generated item = {.kind = kind,
                       .n = options->n,
                       .seed = options->seed,
                       .index = index,
                       .answer = NQ_KNOWN_NOTHING,
                       .solutions = UINT64_MAX,
                       .branches = UINT64_MAX};
  memcpy(item.value, options->value, sizeof item.value);
  return item;
}

nq_status nq_generate_make_item(void *job, void *worker, const void *unit, void *result,
                                nq_error *error) {
  const nq_generating *generation = job;
  const nq_generate_entry *entry = generation->entry;
  const nq_generate_options *options = &generation->options;
  uint64_t index = *(const uint64_t *)unit;
  nq_generated *item = result;
  nq_making at = {.generation = generation,
                  .item = item,
                  .n = options->n,
                  .look = {.watch = generation->watch, .progress = {.phase = "generate"}},
                  .error = error};
  (void)worker;
  *item = nq_generate_blank(options, &entry->kind, index);
  nq_pcg64_seed(&at.random, options->seed, NQ_GENERATE_STREAM + index);
  if (nq_generate_poll(generation)) return NQ_END;
  nq_status status = NQ_OK;
  if (entry->makes != NQ_MAKES_INSTANCE) status = nq_board_reserve(&item->board, item->n, error);
  if (status == NQ_OK) status = entry->make(&at);
  nq_arrays_release(&at.arrays);
  return status == NQ_OK && entry->makes != NQ_MAKES_INSTANCE ? nq_generate_judge(&at) : status;
}

void nq_generate_end(nq_generating *generation) {
  free(generation->solutions);
  nq_split_free(generation->split);
}

nq_status nq_generate_begin(nq_generating *generation, nq_error *error) {
  const nq_generate_options *options = &generation->options;
  nq_status status = resolve(generation, error);
  generation->solver_threads = nq_generate_threads(options) == 1 ? options->threads : 1;
  if (status == NQ_OK)
    status = nq_memory_require(COLUMN_BYTES * (uint64_t)options->n, "a board", error);
  return status;
}

/* The tables of kinds and parameters, and the run over the items. */
#include "generate/generate.h"
#include "core/memory.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TAKES(parameter) (UINT32_C(1) << NQ_GENERATE_##parameter)

static const nq_generate_entry entries[] = {
    {{"solved", "random solutions", false, false, TAKES(UNIFORM)},
     nq_solved_prepare,
     nq_solved_make},
    {{"near", "boards with exactly K conflicts", false, false, TAKES(CONFLICTS)},
     nq_near_prepare,
     nq_near_make},
    {{"random", "boards of independent random rows", false, false, 0}, NULL, nq_random_make},
    {{"permutation", "boards that are random permutations: only diagonals conflict", false, false,
      0},
     NULL,
     nq_permutation_make},
    {{"symmetric", "solutions that a half or a quarter turn keeps", false, false, TAKES(TURN)},
     nq_symmetric_prepare,
     nq_symmetric_make},
    {{"toroidal", "linear solutions of a board whose diagonals wrap around", false, false, 0},
     nq_toroidal_prepare,
     nq_toroidal_make},
    {{"corrupt", "broken boards, to test a checker", false, false, TAKES(FAULT)},
     nq_corrupt_prepare,
     nq_corrupt_make},
    {{"partial", "instances: K queens of a solution, to be completed", true, true, TAKES(SHOW)},
     nq_partial_prepare,
     nq_partial_make},
    {{"unique", "instances: few queens with exactly one solution; n up to 64", true, true, 0},
     nq_unique_prepare,
     nq_unique_make},
    {{"completion", "instances: M random queens that do not attack each other", true, true,
      TAKES(PLACED) | TAKES(VERDICT)},
     nq_completion_prepare,
     nq_completion_make},
    {{"blocked", "instances: M random blocked squares", true, false,
      TAKES(BLOCKS) | TAKES(LEAST) | TAKES(VERDICT)},
     nq_blocked_prepare,
     nq_blocked_make},
    {{"diagonals", "instances: D random excluded diagonals", true, false,
      TAKES(DIAGONALS) | TAKES(LEAST) | TAKES(VERDICT)},
     nq_diagonals_prepare,
     nq_diagonals_make},
    {{"hard", "instances of these three kinds, of which half have a solution", true, false,
      TAKES(FAMILY) | TAKES(VERDICT)},
     nq_hard_prepare,
     nq_hard_make},
    {{"unsolvable", "instances proved to have no solution", true, false, TAKES(REASON)},
     nq_unsolvable_prepare,
     nq_unsolvable_make},
};

#define ENTRIES (sizeof entries / sizeof *entries)

static const nq_choice families[] = {
    {"completion", 0, NULL}, {"blocked", 1, NULL}, {"diagonals", 2, NULL}, {0}};
static const nq_choice reasons[] = {{"placed", 0, NULL},
                                    {"blocked", 1, NULL},
                                    {"diagonals", 2, NULL},
                                    {"pigeonhole", 3, NULL},
                                    {0}};
static const nq_choice turns[] = {{"180", 0, NULL}, {"90", 1, NULL}, {0}};
static const nq_choice faults[] = {{"duplicate-row", 0, NULL}, {"diagonal", 1, NULL},
                                   {"out-of-range", 2, NULL},  {"short", 3, NULL},
                                   {"long", 4, NULL},          {0}};

#define AT(parameter) offsetof(nq_generate_options, value[NQ_GENERATE_##parameter])
#define COUNT(parameter, key, value_name, unless, about)                                           \
  [NQ_GENERATE_##parameter] = {NQ_OPTION_COUNT64,        key,                                      \
                               .argument = (value_name), .offset = AT(parameter),                  \
                               .most = UINT64_MAX - 1,   .fallback = (unless),                     \
                               .help = (about)}

/* In the order of nq_generate_parameter. */
const nq_option nq_generate_table[NQ_GENERATE_PARAMETERS + 1] = {
    COUNT(CONFLICTS, "conflicts", "K", "1", "attacking pairs"),
    [NQ_GENERATE_UNIFORM] = {NQ_OPTION_FLAG64, "uniform", .offset = AT(UNIFORM),
                             .help = "make each solution equally likely; n up to 14"},
    COUNT(SHOW, "show", "K", "half of them", "queens shown"),
    COUNT(PLACED, "placed", "M", "where half have a solution", "queens placed"),
    COUNT(BLOCKS, "blocks", "M", "where half have a solution", "squares blocked"),
    COUNT(DIAGONALS, "diagonals", "D", "where half have a solution", "diagonals excluded"),
    COUNT(LEAST, "least", "K", "4, or n/2",
          "leave at least this many squares in each column and row"),
    [NQ_GENERATE_FAMILY] = {NQ_OPTION_CHOICE64, "family", .offset = AT(FAMILY), .choices = families,
                            .fallback = "all in turn", .help = "the kind of instance"},
    [NQ_GENERATE_REASON] = {NQ_OPTION_CHOICE64, "reason", .offset = AT(REASON), .choices = reasons,
                            .fallback = "all in turn", .help = "why there is no solution"},
    [NQ_GENERATE_VERDICT] = {NQ_OPTION_FLAG64, "verdict", .offset = AT(VERDICT),
                             .help = "find out by exact search whether there is a solution"},
    [NQ_GENERATE_TURN] = {NQ_OPTION_CHOICE64, "turn", .offset = AT(TURN), .choices = turns,
                          .fallback = "180", .help = "the rotation that keeps a board, in degrees"},
    [NQ_GENERATE_FAULT] = {NQ_OPTION_CHOICE64, "fault", .offset = AT(FAULT), .choices = faults,
                           .fallback = "all in turn", .help = "what is wrong with a board"},
};

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

const nq_option *nq_generate_option(nq_generate_parameter parameter) {
  return (unsigned)parameter < NQ_GENERATE_PARAMETERS ? &nq_generate_table[parameter] : NULL;
}

const char *nq_known_name(nq_known answer) {
  static const char *const names[] = {[NQ_KNOWN_VALID] = "valid",
                                      [NQ_KNOWN_INVALID] = "invalid",
                                      [NQ_KNOWN_SOLVABLE] = "solvable",
                                      [NQ_KNOWN_UNSOLVABLE] = "unsolvable",
                                      [NQ_KNOWN_NOTHING] = "unknown"};
  return names[answer];
}

void nq_generate_options_init(nq_generate_options *options) {
  *options = (nq_generate_options){.count = 1, .threads = 1};
  for (size_t i = 0; i < NQ_GENERATE_PARAMETERS; i++) options->value[i] = NQ_GENERATE_DEFAULT;
}

/* ---- In words ---- */

/* A text that is cut off at its size. */
typedef struct line {
  char *text;
  size_t size, used;
} line;

static void add(line *to, const char *format, ...) NQ_PRINTF(2, 3);

static void add(line *to, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int length = vsnprintf(to->text + to->used, to->size - to->used, format, arguments);
  va_end(arguments);
  if (length < 0) return;
  to->used += (size_t)length < to->size - to->used ? (size_t)length : to->size - to->used - 1;
}

void nq_generated_describe(const nq_generated *item, char *text, size_t size) {
  if (size == 0) return;
  line to = {.text = text, .size = size};
  nq_generate_options used;
  memcpy(used.value, item->value, sizeof used.value);
  bool board = item->instance == NULL;
  add(&to, "kind=%s n=%" PRIu32 " seed=%" PRIu64 " index=%" PRIu64, item->kind->name, item->n,
      item->seed, item->index);
  for (size_t i = 0; i < NQ_GENERATE_PARAMETERS; i++) {
    char value[32];
    bool verdict = i == NQ_GENERATE_VERDICT;     /* the answer says it, */
    bool conflicts = i == NQ_GENERATE_CONFLICTS; /* as it does that */
    if (item->value[i] == NQ_GENERATE_DEFAULT || verdict || conflicts) continue;
    nq_option_format(&nq_generate_table[i], &used, value, sizeof value);
    add(&to, " %s=%s", nq_generate_table[i].name, value);
  }
  add(&to, " answer=%s", nq_known_name(item->answer));
  if (board) add(&to, " conflicts=%" PRIu64, item->conflicts);
  if (item->solutions != UINT64_MAX) add(&to, " solutions=%" PRIu64, item->solutions);
  if (item->reason[0] != '\0') add(&to, " (%s)", item->reason);
}

/* ---- Options ---- */

static nq_status require_value(const nq_generate_kind *kind, size_t i, uint64_t value,
                               nq_error *error) {
  const nq_option *option = &nq_generate_table[i];
  if (value == NQ_GENERATE_DEFAULT) return NQ_OK;
  if ((kind->parameters >> i & 1) == 0)
    return nq_error_set(error, NQ_BAD_VALUE, "the kind %s has no parameter '%s'", kind->name,
                        option->name);
  uint64_t most = option->kind == NQ_OPTION_FLAG64 ? 1 : option->most;
  if (option->choices != NULL)
    for (most = 0; option->choices[most + 1].name != NULL;) most++;
  if (value <= most) return NQ_OK;
  return nq_error_set(error, NQ_BAD_VALUE, "%s: %" PRIu64 " is out of range 0..%" PRIu64,
                      option->name, value, most);
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
    return nq_error_set(error, NQ_BAD_VALUE, "the limit of seconds must not be negative");
  nq_status status = NQ_OK;
  for (size_t i = 0; i < NQ_GENERATE_PARAMETERS && status == NQ_OK; i++)
    status = require_value(&generation->entry->kind, i, options->value[i], error);
  if (status != NQ_OK || generation->entry->prepare == NULL) return status;
  return generation->entry->prepare(generation, error);
}

bool nq_generate_poll(const nq_generating *generation) {
  return nq_watch_poll(generation->watch, (nq_progress){.phase = "generate"});
}

/* ---- The run ---- */

/* Boards of at least this n are made one after the other, each by all threads. */
#define LARGE_N 20000
/* A column's share of what every kind needs at least: a board, and its search or check. */
#define COLUMN_BYTES 5
/* Items of a batch for each thread. */
#define SHARE 16

typedef struct cell {
  nq_generated item;
  nq_status status;
  nq_error error;
} cell;

/* Items that are made at once: their cells are taken in turn by whichever thread is free. */
typedef struct batch {
  const nq_generating *generation;
  cell *cells;
  uint64_t first, count;
  atomic_uint_least64_t next;
} batch;

static void release_item(nq_generated *item) {
  nq_board_release(&item->board);
  nq_instance_free(item->instance);
  item->instance = NULL;
}

static void make_item(const nq_generating *generation, uint64_t index, cell *to) {
  const nq_generate_options *options = &generation->options;
  nq_pcg64 random;
  to->error = (nq_error){0};
  to->item = (nq_generated){.kind = &generation->entry->kind,
                            .n = options->n,
                            .seed = options->seed,
                            .index = index,
                            .answer = NQ_KNOWN_NOTHING,
                            .solutions = UINT64_MAX};
  memcpy(to->item.value, options->value, sizeof to->item.value);
  nq_pcg64_seed(&random, options->seed, NQ_GENERATE_STREAM + index);
  to->status = nq_generate_poll(generation)
                   ? NQ_END
                   : generation->entry->make(generation, &to->item, &random, &to->error);
}

static void *make_cells(void *argument) {
  batch *work = argument;
  for (uint64_t i; (i = atomic_fetch_add(&work->next, 1)) < work->count;)
    make_item(work->generation, work->first + i, &work->cells[i]);
  return NULL;
}

/* With as many threads as can be had: the calling one is always there. */
static void make_batch(batch *work, unsigned threads) {
  pthread_t thread[64];
  unsigned started = 0;
  atomic_store(&work->next, 0);
  while (started + 1 < threads && started < 64 && started + 1 < work->count &&
         pthread_create(&thread[started], NULL, make_cells, work) == 0)
    started++;
  make_cells(work);
  while (started > 0) pthread_join(thread[--started], NULL);
}

static nq_status visit_batch(batch *work, nq_generate_visit *visit, nq_error *error) {
  nq_status status = NQ_OK;
  for (uint64_t i = 0; i < work->count; i++) {
    cell *at = &work->cells[i];
    if (status == NQ_OK && at->status != NQ_OK) {
      status = at->status;
      if (error != NULL) *error = at->error;
    }
    if (status == NQ_OK && !visit(work->generation->options.context, &at->item)) status = NQ_END;
    release_item(&at->item);
  }
  return status;
}

static nq_status run(const nq_generating *generation, unsigned threads, nq_generate_visit *visit,
                     nq_error *error) {
  const nq_generate_options *options = &generation->options;
  size_t share = threads == 1 ? 1 : (size_t)threads * SHARE;
  batch work = {.generation = generation, .first = options->first};
  work.cells = calloc(share, sizeof *work.cells);
  if (work.cells == NULL)
    return nq_error_set(error, NQ_NO_MEMORY, "no memory for %zu items", share);
  uint64_t end = options->first + options->count;
  nq_status status = NQ_OK;
  for (; status == NQ_OK && work.first < end; work.first += work.count) {
    work.count = end - work.first < share ? end - work.first : share;
    make_batch(&work, threads);
    status = visit_batch(&work, visit, error);
  }
  free(work.cells);
  return status;
}

nq_status nq_generate(const nq_generate_options *options, nq_generate_visit *visit,
                      nq_error *error) {
  nq_watch watch;
  nq_generating generation = {.options = *options, .watch = &watch};
  nq_watch_init(&watch, options->seconds > 0 ? options->seconds : 0, options->progress,
                options->context);
  nq_status status = resolve(&generation, error);
  bool alone = options->n >= LARGE_N || options->count == 1;
  generation.solver_threads = alone ? options->threads : 1;
  if (status == NQ_OK)
    status = nq_memory_require(COLUMN_BYTES * (uint64_t)options->n, "a board", error);
  if (status == NQ_OK) status = run(&generation, alone ? 1 : options->threads, visit, error);
  free(generation.solutions);
  nq_watch_release(&watch);
  return status;
}

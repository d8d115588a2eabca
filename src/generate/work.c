/* Items as units of work, which another process may make: jobs and items as bytes. */
#include "board/board.h"
#include "generate/kinds.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define KIND_BYTES 32

void nq_generate_pack_job(const nq_generate_options *options, nq_bytes *bytes) {
  char kind[KIND_BYTES] = "";
  size_t length = strlen(options->kind); /* it is in the table: it fits */
  memcpy(kind, options->kind, length < sizeof kind ? length : sizeof kind - 1);
  nq_bytes_add(bytes, kind, sizeof kind);
  nq_bytes_add(bytes, options, sizeof *options);
}

static nq_status open_job(nq_bytes *packed, nq_watch *watch, void **job, nq_error *error) {
  char kind[KIND_BYTES];
  nq_generating *generation = calloc(1, sizeof *generation);
  if (generation == NULL) return nq_error_set(error, NQ_NO_MEMORY, "no memory for the job");
  *job = generation;
  generation->watch = watch;
  nq_generate_options *options = &generation->options;
  if (!nq_bytes_take(packed, kind, sizeof kind) || !nq_bytes_take(packed, options, sizeof *options))
    return nq_error_set(error, NQ_INTERNAL, "the job is cut off");
  kind[sizeof kind - 1] = '\0';
  const nq_generate_kind *entry = nq_generate_kind_by_name(kind);
  options->kind = entry != NULL ? entry->name : "";
  options->progress = NULL;
  options->context = NULL;
  options->crew = NULL;
  return nq_generate_begin(generation, error);
}

static void close_job(void *job) {
  nq_generating *generation = job;
  nq_generate_end(generation);
  free(generation);
}

/* ---- Instances: counts, then all placed queens, blocked squares and excluded diagonals ---- */

void nq_generate_pack_instance(const nq_instance *instance, nq_bytes *bytes) {
  const size_t counts[3] = {nq_instance_placed_count(instance), nq_instance_blocked_count(instance),
                            nq_instance_excluded_count(instance)};
  uint32_t square[2];
  nq_bytes_add(bytes, counts, sizeof counts);
  for (size_t i = 0; i < counts[0]; i++) {
    nq_instance_placed_at(instance, i, &square[0], &square[1]);
    nq_bytes_add(bytes, square, sizeof square);
  }
  for (size_t i = 0; i < counts[1]; i++) {
    nq_instance_blocked_at(instance, i, &square[0], &square[1]);
    nq_bytes_add(bytes, square, sizeof square);
  }
  for (size_t i = 0; i < counts[2]; i++) {
    bool rising;
    uint64_t line = nq_instance_excluded_at(instance, i, &rising);
    line = line << 1 | rising;
    nq_bytes_add(bytes, &line, sizeof line);
  }
}

static bool take_squares(nq_bytes *bytes, size_t count, nq_instance *instance,
                         nq_status (*add)(nq_instance *, uint32_t, uint32_t, nq_error *)) {
  uint32_t square[2];
  for (; count > 0; count--)
    if (!nq_bytes_take(bytes, square, sizeof square) ||
        add(instance, square[0], square[1], NULL) != NQ_OK)
      return false;
  return true;
}

static bool take_lines(nq_bytes *bytes, size_t count, nq_instance *instance) {
  uint64_t line;
  for (; count > 0; count--)
    if (!nq_bytes_take(bytes, &line, sizeof line) ||
        ((line & 1) != 0 ? nq_instance_exclude_rising(instance, line >> 1, NULL)
                         : nq_instance_exclude_falling(instance, line >> 1, NULL)) != NQ_OK)
      return false;
  return true;
}

bool nq_generate_unpack_instance(nq_bytes *bytes, uint32_t n, nq_instance **instance) {
  size_t counts[3];
  *instance = nq_instance_new(n);
  return *instance != NULL && nq_bytes_take(bytes, counts, sizeof counts) &&
         take_squares(bytes, counts[0], *instance, nq_instance_place) &&
         take_squares(bytes, counts[1], *instance, nq_instance_block) &&
         take_lines(bytes, counts[2], *instance);
}

/* ---- Items: the struct, the kind's place in the table, instance, rows and completions ---- */

static size_t completions_size(const nq_generated *item) {
  return (size_t)item->solutions * item->n * sizeof *item->completions; /* was in memory */
}

static void pack(const void *result, nq_bytes *bytes) {
  const nq_generated *item = result;
  size_t kind = 0;
  while (nq_generate_kind_at(kind) != item->kind) kind++;
  nq_bytes_add(bytes, item, sizeof *item);
  nq_bytes_add(bytes, &kind, sizeof kind);
  if (item->instance != NULL) nq_generate_pack_instance(item->instance, bytes);
  if (item->board.rows != NULL)
    nq_bytes_add(bytes, item->board.rows, item->board.n * sizeof *item->board.rows);
  if (item->completions != NULL) nq_bytes_add(bytes, item->completions, completions_size(item));
}

static bool unpack(nq_bytes *bytes, void *result) {
  nq_generated *item = result;
  size_t kind;
  if (!nq_bytes_take(bytes, item, sizeof *item) || !nq_bytes_take(bytes, &kind, sizeof kind))
    return false;
  bool has_instance = item->instance != NULL, has_board = item->board.rows != NULL;
  bool has_completions = item->completions != NULL;
  uint32_t n = item->board.n;
  item->kind = nq_generate_kind_at(kind);
  item->instance = NULL;
  item->board = (nq_board){0};
  item->completions = NULL;
  if (has_instance && !nq_generate_unpack_instance(bytes, item->n, &item->instance)) return false;
  if (has_board && (nq_board_init(&item->board, n, NULL) != NQ_OK ||
                    !nq_bytes_take(bytes, item->board.rows, n * sizeof *item->board.rows)))
    return false;
  if (!has_completions) return true;
  item->completions = malloc(completions_size(item));
  return item->completions != NULL &&
         nq_bytes_take(bytes, item->completions, completions_size(item));
}

const nq_work_kind nq_generate_work = {.name = "generate",
                                       .unit_size = sizeof(uint64_t),
                                       .result_size = sizeof(nq_generated),
                                       .perform = nq_generate_make_item,
                                       .release = nq_generate_release,
                                       .open = open_job,
                                       .close = close_job,
                                       .pack = pack,
                                       .unpack = unpack};

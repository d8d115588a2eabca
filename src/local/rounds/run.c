/* What the stages share: memory that is counted, errors from any thread, the end of the run, and
 * waves, whoever plays them. */
#include "local/rounds/rounds.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#define VAIN_WAVES 16 /* without a winner, before the rest is repaired */

void nq_rounds_count_memory(nq_rounds *rounds, uint64_t more, uint64_t less) {
  pthread_mutex_lock(&rounds->noting);
  rounds->memory_bytes += more - less;
  if (rounds->memory_bytes > rounds->peak_bytes) rounds->peak_bytes = rounds->memory_bytes;
  pthread_mutex_unlock(&rounds->noting);
}

bool nq_rounds_resize(nq_rounds *rounds, void *items, uint64_t *room, uint64_t count, size_t size) {
  void *memory;
  nq_error error;
  memcpy(&memory, items, sizeof memory);
  memory = *room == 0 ? nq_memory_new(count, size) : nq_memory_resize(memory, *room, count, size);
  if (memory == NULL) {
    nq_rounds_fail(rounds,
                   nq_error_set(&error, NQ_NO_MEMORY,
                                "a board of n = %" PRIu64 " needs %" PRIu64 " more bytes of memory",
                                rounds->plan.n, count * size),
                   &error);
    return false;
  }
  nq_rounds_count_memory(rounds, count * size, *room * size);
  memcpy(items, &memory, sizeof memory);
  *room = count;
  return true;
}

void *nq_rounds_new(nq_rounds *rounds, uint64_t count, size_t size) {
  void *memory = NULL;
  return nq_rounds_resize(rounds, &memory, &(uint64_t){0}, count, size) ? memory : NULL;
}

void *nq_rounds_new_object(nq_rounds *rounds, size_t size) {
  void *object = nq_rounds_new(rounds, 1, size);
  if (nq_rounds_agree(rounds, object != NULL)) return object;
  nq_rounds_free(rounds, object, 1, size);
  return NULL;
}

void nq_rounds_free(nq_rounds *rounds, void *memory, uint64_t count, size_t size) {
  if (memory == NULL) return;
  nq_memory_free(memory, count, size);
  nq_rounds_count_memory(rounds, 0, count * size);
}

void nq_rounds_drop(nq_rounds *rounds, nq_rounds_list *list) {
  nq_rounds_free(rounds, list->item, list->room, sizeof *list->item);
  *list = (nq_rounds_list){0};
}

void nq_rounds_fail(nq_rounds *rounds, nq_status status, const nq_error *error) {
  pthread_mutex_lock(&rounds->noting);
  if (atomic_load(&rounds->failed) == NQ_OK) {
    rounds->error = *error;
    if (rounds->party != NULL) rounds->party->sign(rounds->party, &rounds->error);
    atomic_store(&rounds->failed, (int)status);
  }
  pthread_mutex_unlock(&rounds->noting);
}

void nq_rounds_lack(nq_rounds *rounds, const char *what) {
  nq_error error;
  nq_rounds_fail(rounds, nq_error_set(&error, NQ_NO_MEMORY, "no memory for %s", what), &error);
}

/* Whether the run ends here is for all ranks to know. */
static bool ends_anywhere(nq_rounds *rounds, bool stop, bool failed) {
  uint64_t sums[2] = {stop, failed};
  if (rounds->party != NULL) rounds->party->sum(rounds->party, sums, 2);
  if (sums[0] > 0 && !stop) nq_watch_end(rounds->watch);
  return sums[0] + sums[1] > 0;
}

bool nq_rounds_must_stop(nq_rounds *rounds, const char *phase, uint64_t done) {
  uint64_t n = rounds->plan.n;
  nq_progress progress = {.phase = phase, .done = done < n ? done : n, .total = n};
  return nq_watch_poll(rounds->watch, progress);
}

bool nq_rounds_must_end(nq_rounds *rounds, const char *phase, uint64_t done) {
  bool stop = nq_rounds_must_stop(rounds, phase, done);
  return ends_anywhere(rounds, stop, atomic_load(&rounds->failed) != NQ_OK);
}

bool nq_rounds_agree(nq_rounds *rounds, bool fine) {
  return rounds->party == NULL ? fine : !ends_anywhere(rounds, false, !fine);
}

void nq_rounds_poll(nq_rounds *rounds) {
  nq_party *party = rounds->party;
  if (party != NULL && pthread_equal(pthread_self(), rounds->caller)) party->poll(party);
}

/* ---- Waves ---- */

bool nq_rounds_make_room(nq_rounds *rounds, uint64_t more) {
  nq_rounds_unwritten *unwritten = rounds->unwritten;
  uint64_t room = unwritten->count + more;
  return room <= unwritten->room || nq_rounds_resize(rounds, &unwritten->settled, &unwritten->room,
                                                     room + room / 8, sizeof *unwritten->settled);
}

/* Rows without a queen among those at home here; counts them only if there is no array. */
static uint64_t find_rows(const nq_rounds *rounds, uint64_t *rows) {
  uint64_t row = 8 * rounds_home(rounds, ROUNDS_ROWS, rounds->own), count = 0;
  uint64_t end = 8 * rounds_home(rounds, ROUNDS_ROWS, rounds->own + 1);
  if (end > rounds->plan.n) end = rounds->plan.n;
  for (; row < end; row += 64) {
    uint64_t free = ~load_bits(rounds->rows, row);
    if (end - row < 64) free &= (UINT64_C(1) << (end - row)) - 1;
    for (; free != 0; free &= free - 1, count++)
      if (rows != NULL) rows[count] = row + (unsigned)__builtin_ctzll(free);
  }
  return count;
}

bool nq_rounds_list_rows(nq_rounds *rounds) {
  nq_rounds_list *rows = &rounds->free_rows;
  rows->count = find_rows(rounds, NULL);
  if (!nq_rounds_resize(rounds, &rows->item, &rows->room, rows->count + 1, sizeof *rows->item))
    return false;
  find_rows(rounds, rows->item);
  return true;
}

bool nq_rounds_close_up(nq_rounds *rounds, nq_rounds_list *list) {
  uint64_t *item = list->item, count = list->count, kept = 0;
  for (uint64_t i = 0; i < count; i++) {
    item[kept] = item[i];
    kept += item[i] != ROUNDS_HOLE;
  }
  list->count = kept;
  return list->room - kept < list->room / 8 + 2 ||
         nq_rounds_resize(rounds, &list->item, &list->room, kept + 1, sizeof *item);
}

void nq_rounds_begin_batch(nq_rounds *rounds, uint64_t part) {
  uint64_t pieces = rounds_pieces(rounds->active), last = pieces - 1;
  rounds->part = part;
  rounds->in_batch = (last - part) / rounds->parts * ROUNDS_PIECE + ROUNDS_PIECE;
  if (last % rounds->parts == part) rounds->in_batch -= pieces * ROUNDS_PIECE - rounds->active;
  rounds->unwritten->segment[rounds->unwritten->segments++] = rounds->unwritten->count;
}

bool nq_rounds_play_waves(nq_rounds *rounds, bool (*wave)(void *context), void *context) {
  for (unsigned vain = 0; rounds->active > 0 && vain < VAIN_WAVES &&
                          rounds->unwritten->segments < ROUNDS_SEGMENTS - ROUNDS_BATCHES;) {
    uint64_t before = rounds->active, parts = before / ROUNDS_BATCH_LEAST;
    rounds->parts = parts < 1 ? 1 : parts < ROUNDS_BATCHES ? parts : ROUNDS_BATCHES;
    if (!wave(context)) return false;
    rounds->drawn += before;
    vain = rounds->active == before ? vain + 1 : 0;
  }
  return true;
}

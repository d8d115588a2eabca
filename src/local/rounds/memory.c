/* What the stages share: memory that is counted, errors from any thread, and the end of the run. */
#include "core/core.h"
#include "local/rounds/rounds.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>

void nq_rounds_count_memory(nq_rounds *rounds, uint64_t more, uint64_t less) {
  pthread_mutex_lock(&rounds->noting);
  rounds->memory_bytes += more - less;
  if (rounds->memory_bytes > rounds->peak_bytes) rounds->peak_bytes = rounds->memory_bytes;
  pthread_mutex_unlock(&rounds->noting);
}

void *nq_rounds_resize(nq_rounds *rounds, void *memory, uint64_t old_count, uint64_t new_count,
                       size_t size) {
  void *resized = old_count == 0 ? nq_memory_new(new_count, size)
                                 : nq_memory_resize(memory, old_count, new_count, size);
  nq_error error;
  if (resized != NULL)
    nq_rounds_count_memory(rounds, new_count * size, old_count * size);
  else
    nq_rounds_fail(rounds,
                   nq_error_set(&error, NQ_NO_MEMORY,
                                "a board of n = %" PRIu64 " needs %" PRIu64 " more bytes of memory",
                                rounds->plan.n, new_count * size),
                   &error);
  return resized;
}

void *nq_rounds_new(nq_rounds *rounds, uint64_t count, size_t size) {
  return nq_rounds_resize(rounds, NULL, 0, count, size);
}

void nq_rounds_free(nq_rounds *rounds, void *memory, uint64_t count, size_t size) {
  if (memory == NULL) return;
  nq_memory_free(memory, count, size);
  nq_rounds_count_memory(rounds, 0, count * size);
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

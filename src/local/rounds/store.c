#include "local/rounds/store.h"
#include "board/occupancy.h"
#include "core/file.h"
#include "core/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define GROUP_PARTS 4 /* chunks of the rows that a group meets in a half-round, about, */
#define CHUNK_MOST  (UINT64_C(4) << 20)

/* ---- The file ---- */

static void fail(nq_rounds *rounds, int failure) {
  nq_error error;
  const rounds_chunk *chunk = rounds->store->chunk;
  uint64_t bytes = rounds->store->first[ROUNDS_KINDS] * rounds->store->chunk_bytes;
  nq_rounds_fail(rounds,
                 nq_error_set(&error, NQ_IO, "%s for %" PRIu64 " bytes of bits: %s",
                              chunk == NULL ? "no room on the disk" : "cannot use the file", bytes,
                              strerror(failure)),
                 &error);
}

/* 0, as of a caller who has not set it, is standard input. */
static bool is_spare_file(int file) {
  struct stat found;
  int flags = file > 0 ? fcntl(file, F_GETFL) : -1;
  return flags >= 0 && (flags & O_ACCMODE) == O_RDWR && fstat(file, &found) == 0 &&
         S_ISREG(found.st_mode);
}

static bool reserve(nq_rounds *rounds, uint64_t bytes) {
  int file = rounds->board->spare;
  if (!is_spare_file(file)) {
    nq_error error;
    nq_rounds_fail(rounds,
                   nq_error_set(&error, NQ_BAD_VALUE,
                                "spare is %d: with so little memory it must be the descriptor of a "
                                "regular file, open to read and write",
                                file),
                   &error);
    return false;
  }
  nq_room room = {.progress = nq_watch_goes_on, .context = rounds->watch};
  int failure = ftruncate(file, 0) == 0 ? 0 : errno; /* of an attempt before */
  if (failure == 0) failure = nq_file_reserve(file, bytes, &room);
  if (failure != 0 && failure != ECANCELED) fail(rounds, failure);
  return failure == 0;
}

/* ---- Chunks ---- */

static rounds_kind kind_of(const nq_rounds_store *store, uint64_t chunk) {
  return chunk < store->first[ROUNDS_RISING]    ? ROUNDS_ROWS
         : chunk < store->first[ROUNDS_FALLING] ? ROUNDS_RISING
                                                : ROUNDS_FALLING;
}

/* The address and size of a chunk. */
static uint8_t *address(const nq_rounds *rounds, uint64_t chunk, uint64_t *size) {
  const nq_rounds_store *store = rounds->store;
  rounds_kind kind = kind_of(store, chunk);
  uint64_t at = (chunk - store->first[kind]) * store->chunk_bytes;
  uint64_t rest = rounds_bytes(rounds, kind) - at;
  *size = rest < store->chunk_bytes ? rest : store->chunk_bytes;
  return rounds_bits(rounds, kind) + at;
}

bool nq_rounds_store_init(nq_rounds *rounds, uint64_t others) {
  nq_rounds_store *store = nq_rounds_new(rounds, 1, sizeof *store);
  rounds->store = store;
  if (store == NULL) return false;
  uint64_t page = nq_memory_page_bytes();
  uint64_t bytes = rounds->row_bytes / (2 * rounds->plan.groups) / GROUP_PARTS / page * page;
  store->chunk_bytes = bytes < page ? page : bytes > CHUNK_MOST ? CHUNK_MOST : bytes;
  for (rounds_kind kind = 0; kind < ROUNDS_KINDS; kind++)
    store->first[kind + 1] =
        store->first[kind] +
        (rounds_bytes(rounds, kind) + store->chunk_bytes - 1) / store->chunk_bytes;
  uint64_t chunks = store->first[ROUNDS_KINDS];
  if (!reserve(rounds, chunks * store->chunk_bytes + others)) return false;
  store->chunk = nq_rounds_new(rounds, chunks, sizeof *store->chunk);
  store->leaving = nq_rounds_new(rounds, chunks, sizeof *store->leaving);
  store->coming = nq_rounds_new(rounds, chunks, sizeof *store->coming);
  if (store->chunk == NULL || store->leaving == NULL || store->coming == NULL) return false;
  for (rounds_kind kind = 0; kind < ROUNDS_KINDS; kind++)
    nq_memory_use_small_pages(rounds_bits(rounds, kind), rounds_bytes(rounds, kind));
  return true;
}

void nq_rounds_store_release(nq_rounds *rounds) {
  nq_rounds_store *store = rounds->store;
  if (store == NULL) return;
  uint64_t chunks = store->first[ROUNDS_KINDS];
  nq_rounds_count_memory(rounds, 0, store->held * store->chunk_bytes);
  nq_rounds_free(rounds, store->chunk, chunks, sizeof *store->chunk);
  nq_rounds_free(rounds, store->leaving, chunks, sizeof *store->leaving);
  nq_rounds_free(rounds, store->coming, chunks, sizeof *store->coming);
  nq_rounds_free(rounds, store, 1, sizeof *store);
  rounds->store = NULL;
}

static uint64_t whole_pages(uint64_t bytes) {
  uint64_t page = nq_memory_page_bytes();
  return (bytes + page - 1) / page * page;
}

/* ---- Steps ---- */

void nq_rounds_store_begin(nq_rounds *rounds) {
  rounds->store->step++;
  rounds->store->coming_count = 0;
}

/* The first and the last chunk of bytes. */
static uint64_t find_chunks(const nq_rounds *rounds, rounds_kind kind, uint64_t from, uint64_t to,
                            uint64_t *last) {
  const nq_rounds_store *store = rounds->store;
  if (to > rounds_bytes(rounds, kind)) to = rounds_bytes(rounds, kind);
  *last = store->first[kind] + (to - 1) / store->chunk_bytes;
  return store->first[kind] + from / store->chunk_bytes;
}

void nq_rounds_store_want(nq_rounds *rounds, rounds_kind kind, uint64_t from, uint64_t to,
                          rounds_use use) {
  nq_rounds_store *store = rounds->store;
  uint64_t last, i = find_chunks(rounds, kind, from, to, &last);
  for (; i <= last; i++) {
    rounds_chunk *chunk = &store->chunk[i];
    if (!chunk->held && chunk->used != store->step) store->coming[store->coming_count++] = i;
    chunk->used = store->step;
    chunk->changed |= use == ROUNDS_WRITE;
  }
}

/* Stale chunks first, then by the step that used them, the last one first. */
static uint64_t rank_of(const nq_rounds_store *store, uint64_t i) {
  uint64_t used = store->chunk[i].used, idle = store->step - used;
  return idle > store->cycle ? UINT64_MAX / 2 + idle : used;
}

static int compare_ranks(const void *a, const void *b) {
  uint64_t first = ((const rounds_leaver *)a)->rank, second = ((const rounds_leaver *)b)->rank;
  return (first < second) - (first > second);
}

/* List what makes room for the chunks that are coming, as far as this step can do without. */
static void list_leaving(nq_rounds_store *store) {
  uint64_t after = store->held + store->coming_count, found = 0;
  uint64_t excess = after > store->room ? after - store->room : 0;
  store->leaving_count = 0;
  if (excess == 0) return;
  for (uint64_t i = 0; i < store->first[ROUNDS_KINDS]; i++)
    if (store->chunk[i].held && store->chunk[i].used != store->step)
      store->leaving[found++] = (rounds_leaver){rank_of(store, i), i};
  if (found > excess) qsort(store->leaving, (size_t)found, sizeof *store->leaving, compare_ranks);
  store->leaving_count = found < excess ? found : excess;
}

/* Jobs of the team. */
static void save(void *context, uint64_t job) {
  nq_rounds *rounds = context;
  nq_rounds_store *store = rounds->store;
  uint64_t i = store->leaving[job].chunk, size;
  rounds_chunk *chunk = &store->chunk[i];
  uint8_t *bytes = address(rounds, i, &size);
  int failure = 0;
  if (chunk->changed)
    failure = nq_write_at(rounds->board->spare, bytes, size, i * store->chunk_bytes);
  if (failure != 0) fail(rounds, failure);
  chunk->saved |= chunk->changed;
  chunk->held = chunk->changed = false;
  nq_memory_discard(bytes, whole_pages(size));
}

static void load(void *context, uint64_t job) {
  nq_rounds *rounds = context;
  const nq_rounds_store *store = rounds->store;
  uint64_t i = store->coming[job], size;
  uint8_t *bytes = address(rounds, i, &size);
  int failure = 0;
  if (store->chunk[i].saved)
    failure = nq_read_at(rounds->board->spare, bytes, size, i * store->chunk_bytes);
  if (failure != 0) fail(rounds, failure);
  store->chunk[i].held = true;
}

bool nq_rounds_store_bring(nq_rounds *rounds) {
  nq_rounds_store *store = rounds->store;
  list_leaving(store);
  for (uint64_t i = 0; i < store->leaving_count; i++)
    if (store->chunk[store->leaving[i].chunk].changed) store->written += store->chunk_bytes;
  for (uint64_t i = 0; i < store->coming_count; i++)
    if (store->chunk[store->coming[i]].saved) store->read += store->chunk_bytes;
  nq_team_run(rounds->team, save, rounds, store->leaving_count);
  nq_team_run(rounds->team, load, rounds, store->coming_count);
  store->held += store->coming_count - store->leaving_count;
  nq_rounds_count_memory(rounds, store->coming_count * store->chunk_bytes,
                         store->leaving_count * store->chunk_bytes);
  return atomic_load(&rounds->failed) == NQ_OK;
}

bool nq_rounds_store_limit(nq_rounds *rounds, uint64_t others, uint64_t least) {
  nq_rounds_store *store = rounds->store;
  uint64_t most = rounds->board->memory_bytes, all = store->first[ROUNDS_KINDS];
  uint64_t used = rounds->memory_bytes - store->held * store->chunk_bytes + others;
  nq_error error;
  store->room = used < most ? (most - used) / store->chunk_bytes : 0;
  if (store->room > all) store->room = all;
  nq_rounds_store_begin(rounds);
  if (store->room >= least || store->room == all) return nq_rounds_store_bring(rounds);
  nq_rounds_fail(rounds,
                 nq_error_set(&error, NQ_NO_MEMORY,
                              "a board of n = %" PRIu64 " needs %" PRIu64
                              " bytes of memory, even with bits on disk; the limit is %" PRIu64,
                              rounds->plan.n, used + least * store->chunk_bytes, most),
                 &error);
  return false;
}

void nq_rounds_store_drop(nq_rounds *rounds, rounds_kind kind) {
  nq_rounds_store *store = rounds->store;
  uint64_t less = 0;
  for (uint64_t i = store->first[kind]; i < store->first[kind + 1]; i++) {
    less += store->chunk[i].held;
    store->chunk[i] = (rounds_chunk){0};
  }
  nq_memory_discard(rounds_bits(rounds, kind), whole_pages(rounds_bytes(rounds, kind)));
  store->held -= less;
  store->dropped[kind] = true;
  nq_rounds_count_memory(rounds, 0, less * store->chunk_bytes);
}

void nq_rounds_store_announce(const nq_rounds *rounds, rounds_kind kind, uint64_t from,
                              uint64_t to) {
  const nq_rounds_store *store = rounds->store;
  uint64_t last, i = find_chunks(rounds, kind, from, to, &last);
  for (; i <= last; i++)
    if (!store->chunk[i].held && store->chunk[i].saved)
      (void)posix_fadvise(rounds->board->spare, (off_t)(i * store->chunk_bytes),
                          (off_t)store->chunk_bytes, POSIX_FADV_WILLNEED);
}

/* ---- Other bytes ---- */

void *nq_rounds_store_borrow(nq_rounds *rounds, uint64_t at, uint64_t size, bool used) {
  const nq_rounds_store *store = rounds->store;
  void *bytes = nq_rounds_new(rounds, size + 1, 1);
  at += store->first[ROUNDS_KINDS] * store->chunk_bytes;
  if (bytes == NULL) return NULL;
  int failure = used ? nq_read_at(rounds->board->spare, bytes, size, at) : 0;
  if (failure == 0) return bytes;
  fail(rounds, failure);
  nq_rounds_free(rounds, bytes, size + 1, 1);
  return NULL;
}

void nq_rounds_store_give_back(nq_rounds *rounds, void *bytes, uint64_t at, uint64_t size,
                               bool changed) {
  const nq_rounds_store *store = rounds->store;
  at += store->first[ROUNDS_KINDS] * store->chunk_bytes;
  int failure = changed ? nq_write_at(rounds->board->spare, bytes, size, at) : 0;
  if (failure != 0) fail(rounds, failure);
  nq_rounds_free(rounds, bytes, size + 1, 1);
}

bool nq_rounds_store_move(nq_rounds *rounds, uint8_t *bytes, uint64_t at, uint64_t size, bool out) {
  const nq_rounds_store *store = rounds->store;
  at += store->first[ROUNDS_KINDS] * store->chunk_bytes;
  int file = rounds->board->spare;
  int failure = out ? nq_write_at(file, bytes, size, at) : nq_read_at(file, bytes, size, at);
  if (failure != 0) fail(rounds, failure);
  if (out) nq_memory_discard(bytes, size);
  nq_rounds_count_memory(rounds, out ? 0 : size, out ? size : 0);
  return failure == 0;
}

/* ---- One bit ---- */

/* The byte of a bit: in memory, or read into *copy, and then *at is its place in the file. */
static uint8_t *find_byte(nq_rounds *rounds, rounds_kind kind, uint64_t bit, uint8_t *copy,
                          uint64_t *at) {
  const nq_rounds_store *store = rounds->store;
  uint64_t i = store->first[kind] + bit / 8 / store->chunk_bytes;
  rounds_chunk *chunk = &store->chunk[i];
  *at = UINT64_MAX;
  if (chunk->held) return rounds_bits(rounds, kind) + bit / 8;
  *at = store->first[kind] * store->chunk_bytes + bit / 8;
  *copy = 0;
  int failure = chunk->saved ? nq_read_at(rounds->board->spare, copy, 1, *at) : 0;
  if (failure != 0) fail(rounds, failure);
  return copy;
}

bool nq_rounds_store_test(nq_rounds *rounds, rounds_kind kind, uint64_t bit) {
  uint8_t copy;
  uint64_t at;
  return test_bit(find_byte(rounds, kind, bit, &copy, &at), bit % 8);
}

void nq_rounds_store_put(nq_rounds *rounds, rounds_kind kind, uint64_t bit, bool taken) {
  uint8_t copy, *byte;
  uint64_t at, i = rounds->store->first[kind] + bit / 8 / rounds->store->chunk_bytes;
  rounds_chunk *chunk = &rounds->store->chunk[i];
  invariant(!rounds->store->dropped[kind]); /* the file still has old bytes beside this one */
  byte = find_byte(rounds, kind, bit, &copy, &at);
  *byte = (uint8_t)((*byte & ~(1U << bit % 8)) | (unsigned)taken << bit % 8);
  int failure = at == UINT64_MAX ? 0 : nq_write_at(rounds->board->spare, byte, 1, at);
  if (failure != 0) fail(rounds, failure);
  chunk->changed |= chunk->held;
  chunk->saved |= !chunk->held;
}

/* Boards and instances inside the library, and the checker that every solution passes. */
#ifndef NQ_BOARD_BOARD_H
#define NQ_BOARD_BOARD_H

#include "core/core.h"
#include "parallel/party.h"

/* As nq_board_init, but all rows are 0: the memory of a large board is not touched yet. */
nq_status nq_board_reserve(nq_board *board, uint32_t n, nq_error *error);

#define NQ_IMAGES 8

/* Entry j of image i < NQ_IMAGES of a board under the symmetries of the square; `lines` are rows[]
 * and its inverse.  The images are numbered by bits: columns and rows swapped (1), read from the
 * right (2), upside down (4).  One starts with the queen of the first or last column or, if
 * swapped, row.  An empty column or row has n. */
static inline uint32_t image_at(const uint32_t *const lines[2], uint32_t n, unsigned i,
                                uint32_t j) {
  uint32_t value = lines[i & 1][(i & 2) != 0 ? n - 1 - j : j];
  return value == NQ_EMPTY ? n : (i & 4) != 0 ? n - 1 - value : value;
}

/* Is image i before another one in lexicographic order? */
static inline bool image_is_less(const uint32_t *const lines[2], uint32_t n, unsigned i,
                                 unsigned than) {
  for (uint32_t j = 0; j < n; j++) {
    uint32_t a = image_at(lines, n, i, j), b = image_at(lines, n, than, j);
    if (a != b) return a < b;
  }
  return false;
}

/* The number of the least image. */
static inline unsigned least_image(const uint32_t *const lines[2], uint32_t n) {
  unsigned least = 0;
  for (unsigned i = 1; i < NQ_IMAGES; i++)
    if (image_is_less(lines, n, i, least)) least = i;
  return least;
}

/* ---- Instances ---- */

/* Make room for that many placed queens: placing them takes no longer for one than for another. */
nq_status nq_instance_reserve(nq_instance *instance, uint64_t placed, nq_error *error);

/* What an instance has, in lists in the order given.  An item is a square, column << 32 | row, or a
 * diagonal, index << 1 | rising. */
typedef enum nq_item_kind {
  NQ_ITEM_PLACED,
  NQ_ITEM_BLOCKED,
  NQ_ITEM_EXCLUDED,
  NQ_ITEM_KINDS
} nq_item_kind;

nq_status nq_instance_add(nq_instance *instance, nq_item_kind kind, uint64_t item, nq_error *error);

/* Is the square one of the blocked ones? */
bool nq_instance_blocks(const nq_instance *instance, uint32_t column, uint32_t row);

/* An instance as bytes, for another process; its n is known there.  `unpack` returns false when
 * memory is short or bytes are missing. */
void nq_instance_pack(const nq_instance *instance, nq_bytes *bytes);
bool nq_instance_unpack(nq_bytes *bytes, uint32_t n, nq_instance **instance);

/* The SHA-256 of its native text without comments, as format/exports/models.c writes it.  False
 * when memory is short. */
bool nq_instance_digest(const nq_instance *instance, char sum[NQ_SHA256_TEXT]);

/* ---- The checker ---- */

/* As nq_check, on up to `threads` threads and under `watch`, which may be NULL; NQ_END when it
 * stopped the check. */
nq_status nq_check_watched(const uint32_t *rows, uint32_t n, const nq_instance *instance,
                           unsigned threads, nq_watch *watch, nq_check_report *report,
                           nq_error *error);

/* Bytes that nq_check_watched allocates: about n/2 for one or two threads, 3n/4 for more. */
uint64_t nq_check_bytes(uint32_t n, unsigned threads);

/* Only the verdict of nq_check, on a plain board of n <= NQ_CHECK_SMALL_N, for callers with
 * millions of boards. */
#define NQ_CHECK_SMALL_N 64
bool nq_check_small(const uint32_t *rows, uint32_t n);

/* The fast path, as most boards that are checked are solutions.  True when every row is below n and
 * no two queens attack each other.  False otherwise; also when memory is short or `watch`, which
 * may be NULL, stops: then nothing is known. */
bool nq_rows_are_clean(const uint32_t *rows, uint32_t n, unsigned threads, nq_watch *watch);
/* Bytes that it allocates: n/4 per thread, for at most three threads. */
uint64_t nq_clean_bytes(uint32_t n, unsigned threads);

/* nq_large_check, polling the watch; NQ_END when it stopped. */
nq_status nq_large_check_watched(const nq_large_board *board, unsigned threads, uint64_t memory,
                                 nq_watch *watch, nq_check_report *report, nq_error *error);

/* The same by all ranks of a party, which read the same rows and get the same report.
 * `memory_bytes` is for the marks of a rank; 0: its share of all lines.  Each rank visits the rows
 * that it reads for the first time.  NQ_END when the watch of one stopped; an error is that of the
 * lowest rank that has one. */
nq_status nq_large_check_party(const nq_large_board *board, nq_party *party, uint64_t memory_bytes,
                               nq_watch *watch, nq_check_report *report, nq_error *error);

/* NQ_INTERNAL unless it is valid: the report on a board of a search, of an instance or NULL. */
nq_status nq_report_require_valid(const nq_check_report *report, uint64_t n,
                                  const nq_instance *instance, nq_error *error);

/* ---- A set of solutions, each once, and where it was read first: solutions.c ---- */

/* Where a solution was read. */
typedef struct nq_solution_place {
  const char *file; /* owned by the caller */
  uint64_t line;
} nq_solution_place;

struct nq_solution;

/* All zero is empty. */
typedef struct nq_solutions {
  bool images;   /* the images of a solution under the symmetries of the square count as the same */
  uint64_t size; /* number of different solutions */
  nq_table table;
  nq_bytes rows;
  struct nq_solution *entries;
  size_t room;
} nq_solutions;

/* Add a solution that was read at `place`.  *first is NULL if it is new, else where it was read
 * before; valid until the next call.  False when memory is short. */
bool nq_solutions_add(nq_solutions *set, const uint32_t *rows, uint32_t n,
                      const nq_solution_place *place, const nq_solution_place **first);
/* Is the solution in the set?  False, and *failed, when memory is short. */
bool nq_solutions_has(const nq_solutions *set, const uint32_t *rows, uint32_t n, bool *failed);
void nq_solutions_release(nq_solutions *set);

#endif

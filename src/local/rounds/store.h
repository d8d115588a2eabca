/* Bits of lines that are in memory only while they are used, and otherwise in a file.
 *
 * MODEL.  All bits have addresses, and a place in the file.  They are divided into chunks, each
 * either in memory or, unless it is still zero, in the file:
 *
 *     step     0                  1                  2 ..
 *              want what is used  want
 *              bring it           bring              others make room for it
 *              use it             use it
 *
 * Nearly the same steps return in a fixed order, `cycle` steps long.  So the chunk that makes room is
 * the one used last, which will not be used again for longest, but before it those that were not
 * used for more than a cycle.  Then the file is read once in a cycle for what does not fit, whereas
 * the kernel, which drops what was used least recently, would read all of it. */
#ifndef NQ_LOCAL_ROUNDS_STORE_H
#define NQ_LOCAL_ROUNDS_STORE_H

#include "local/rounds/lines.h"
#include "local/rounds/parts.h"

#include <stdbool.h>
#include <stdint.h>

typedef enum rounds_use { ROUNDS_READ, ROUNDS_WRITE } rounds_use;

typedef struct rounds_chunk {
  uint64_t used; /* the last step that wanted it */
  bool held;     /* in memory */
  bool changed;  /* since it was read or written */
  bool saved;    /* in the file; a chunk that is neither is zero */
} rounds_chunk;

typedef struct rounds_leaver {
  uint64_t rank, chunk;
} rounds_leaver;

struct nq_rounds_store {
  uint64_t chunk_bytes;
  uint64_t first[ROUNDS_KINDS + 1]; /* chunk of each kind */
  bool dropped[ROUNDS_KINDS];
  rounds_chunk *chunk;
  uint64_t held, room; /* chunks in memory, and how many may be */
  uint64_t step, cycle;
  rounds_leaver *leaving; /* in this step */
  uint64_t *coming;
  uint64_t leaving_count, coming_count;
  uint64_t written, read; /* bytes, of the whole run */
};

/* Addresses for the bits, none in memory, and room in the file for them and `others` bytes more.  False, with an error noted,
 * if there is none. */
bool nq_rounds_store_init(nq_rounds *rounds, uint64_t others);
void nq_rounds_store_release(nq_rounds *rounds);

/* Let as many chunks be in memory as fit into the limit of memory beside `others` bytes more than
 * are counted now, and put the others away; false, with an error noted, when they are fewer than `least`. */
bool nq_rounds_store_limit(nq_rounds *rounds, uint64_t others, uint64_t least);

/* The chunks that `bytes` bytes may touch. */
static inline uint64_t rounds_chunks(const nq_rounds_store *store, uint64_t bytes) {
  return bytes / store->chunk_bytes + 2;
}

/* Begin a step, with nothing wanted. */
void nq_rounds_store_begin(nq_rounds *rounds);
/* Want the bytes from .. to - 1 of a kind. */
void nq_rounds_store_want(nq_rounds *rounds, rounds_kind kind, uint64_t from, uint64_t to,
                          rounds_use use);
/* Have all of them in memory; false, with an error noted, when that failed. */
bool nq_rounds_store_bring(nq_rounds *rounds);
/* Forget the bits of a kind, which are not used again. */
void nq_rounds_store_drop(nq_rounds *rounds, rounds_kind kind);
/* Start to read from the disk what a later step will want. */
void nq_rounds_store_announce(const nq_rounds *rounds, rounds_kind kind, uint64_t from,
                              uint64_t to);

/* Other bytes of the file, for a job of the team: borrow them, with the content that they were given
 * back with or any; NULL, with an error noted, when that failed. */
void *nq_rounds_store_borrow(nq_rounds *rounds, uint64_t at, uint64_t size, bool used);
void nq_rounds_store_give_back(nq_rounds *rounds, void *bytes, uint64_t at, uint64_t size,
                               bool changed);

/* Move `size` bytes of mapped memory out to the file, at the place `at` of the same other bytes, or in
 * from there. */
bool nq_rounds_store_move(nq_rounds *rounds, uint8_t *bytes, uint64_t at, uint64_t size, bool out);

/* One bit, wherever it is; an error is noted. */
bool nq_rounds_store_test(nq_rounds *rounds, rounds_kind kind, uint64_t bit);
void nq_rounds_store_put(nq_rounds *rounds, rounds_kind kind, uint64_t bit, bool taken);

#endif

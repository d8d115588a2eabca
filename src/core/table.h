/* A small map from 64-bit keys to 32-bit numbers: open addressing with linear probing (D. E. Knuth,
 * The Art of Computer Programming 3, 6.4, algorithms L and R), at most half full.  A missing key
 * has the number 0; setting a number to 0 removes the key.  The order of the slots differs from
 * table to table, so nothing iterates over them. */
#ifndef NQ_CORE_TABLE_H
#define NQ_CORE_TABLE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct nq_table {
  uint64_t *keys;    /* key + 1; 0 is a free slot */
  uint32_t *numbers; /* by slot */
  uint64_t slots;    /* a power of two, or 0 before the first key */
  uint64_t used;
  uint64_t salt; /* random, so that nobody can choose keys that collide */
} nq_table;

/* A zeroed nq_table is an empty one. */
void nq_table_release(nq_table *table);

/* Make room for `keys` in all: setting them moves none.  False, with nothing changed, when memory
 * is short. */
bool nq_table_reserve(nq_table *table, uint64_t keys);

/* A 64-bit finaliser (the middle rounds of MurmurHash3) scatters neighbouring lines. */
static inline uint64_t table_hash(const nq_table *table, uint64_t key) {
  key ^= table->salt;
  key ^= key >> 33;
  key *= UINT64_C(0xff51afd7ed558ccd);
  key ^= key >> 33;
  key *= UINT64_C(0xc4ceb9fe1a85ec53);
  return key ^ (key >> 33);
}

/* The slot of the key, or the free slot for it. */
static inline uint64_t table_find(const nq_table *table, uint64_t key) {
  uint64_t slot = table_hash(table, key) & (table->slots - 1);
  while (table->keys[slot] != 0 && table->keys[slot] != key + 1)
    slot = (slot + 1) & (table->slots - 1);
  return slot;
}

/* The key's number, or 0.  Keys are at most UINT64_MAX - 1. */
static inline uint32_t table_get(const nq_table *table, uint64_t key) {
  if (table->used == 0) return 0;
  uint64_t slot = table_find(table, key);
  return table->keys[slot] != 0 ? table->numbers[slot] : 0;
}

/* Set the key's number; 0 removes the key.  False, with nothing changed, when memory is short; this
 * cannot happen for a key that is present, nor when removing one. */
bool nq_table_set(nq_table *table, uint64_t key, uint32_t number);

/* Remove all keys, keeping the memory. */
void nq_table_clear(nq_table *table);

#endif

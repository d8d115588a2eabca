/* A small map from 64-bit keys to 32-bit numbers: open addressing with linear probing (D. E. Knuth,
 * The Art of Computer Programming 3, 6.4, algorithms L and R), at most half full.  A missing key
 * has the number 0, and a key whose number becomes 0 is missing.  Where keys stand differs from table
 * to table, and nothing walks over them in that order. */
#ifndef NQ_CORE_TABLE_H
#define NQ_CORE_TABLE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct nq_table {
  uint64_t *keys;    /* key + 1; 0 is a free slot */
  uint32_t *numbers; /* of as many slots */
  uint64_t slots;    /* a power of two, or 0 before the first key */
  uint64_t used;
  uint64_t salt; /* a random number, so that nobody knows beforehand which keys meet in a slot */
} nq_table;

/* A zeroed nq_table is an empty one. */
void nq_table_release(nq_table *table);

/* The key's number, or 0.  Keys end at UINT64_MAX - 1. */
uint32_t nq_table_get(const nq_table *table, uint64_t key);

/* Set the key's number; 0 removes the key.  False when memory cannot be had: nothing has changed
 * then.  Setting a present key or removing one never fails. */
bool nq_table_set(nq_table *table, uint64_t key, uint32_t number);

/* Remove all keys, keeping the memory. */
void nq_table_clear(nq_table *table);

#endif

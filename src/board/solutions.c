/* MODEL.  The rows of the solutions stand one after the other in `rows`, in 1, 2 or 4 bytes each,
 * so that all 14,772,512 solutions of n = 16 take 0.7 GB with their entries.  The table leads from
 * a hash to an entry, plus 1; where two solutions have one hash, the second has the next.  With
 * `images`, the lexicographically least image stands for all. */
#include "board/board.h"

#include <stdlib.h>
#include <string.h>

struct nq_solution {
  nq_solution_place place;
  uint64_t offset; /* in `rows` */
  uint32_t n;
};

/* ---- Normal form ---- */

static unsigned row_width(uint32_t n) {
  return n <= 1U << 8 ? 1 : n <= 1U << 16 ? 2 : 4;
}

/* The bytes that stand for a solution, to be freed; NULL when memory is short. */
static unsigned char *pack(const nq_solutions *set, const uint32_t *rows, uint32_t n) {
  unsigned width = row_width(n), image = 0;
  unsigned char *packed = malloc((size_t)n * width);
  uint32_t *columns = set->images ? malloc((size_t)n * sizeof *columns) : NULL;
  if (packed == NULL || (set->images && columns == NULL)) {
    free(packed);
    free(columns);
    return NULL;
  }
  const uint32_t *const lines[2] = {rows, columns};
  if (set->images) {
    for (uint32_t column = 0; column < n; column++) columns[rows[column]] = column;
    image = least_image(lines, n);
  }
  for (uint32_t j = 0; j < n; j++) {
    uint32_t row = image_at(lines, n, image, j);
    for (unsigned byte = 0; byte < width; byte++)
      packed[(size_t)j * width + byte] = (unsigned char)(row >> 8 * byte);
  }
  free(columns);
  return packed;
}

static uint64_t hash(const unsigned char *packed, size_t size) {
  uint64_t value = size;
  for (size_t i = 0; i < size; i++) {
    value = (value ^ packed[i]) * UINT64_C(0x9E3779B97F4A7C15);
    value ^= value >> 29;
  }
  return value >> 1;
}

/* The entry of the packed solution, or NULL; *key is its key, or the one it would have. */
static const struct nq_solution *find(const nq_solutions *set, const unsigned char *packed,
                                      uint32_t n, uint64_t *key) {
  size_t size = (size_t)n * row_width(n);
  *key = hash(packed, size);
  for (uint32_t number; (number = table_get(&set->table, *key)) != 0; ++*key) {
    const struct nq_solution *entry = &set->entries[number - 1];
    if (entry->n == n && memcmp(set->rows.data + entry->offset, packed, size) == 0) return entry;
  }
  return NULL;
}

/* ---- The set ---- */

static bool append(nq_solutions *set, const unsigned char *packed, uint32_t n, uint64_t key,
                   const nq_solution_place *place) {
  const struct nq_solution entry = {*place, set->rows.size, n};
  if (set->size > INT32_MAX ||
      !nq_memory_grow(&set->entries, (size_t)set->size, &set->room, sizeof entry))
    return false;
  nq_bytes_add(&set->rows, packed, (size_t)n * row_width(n));
  if (set->rows.failed || !nq_table_set(&set->table, key, (uint32_t)(set->size + 1))) return false;
  set->entries[set->size++] = entry;
  return true;
}

bool nq_solutions_add(nq_solutions *set, const uint32_t *rows, uint32_t n,
                      const nq_solution_place *place, const nq_solution_place **first) {
  uint64_t key;
  unsigned char *packed = pack(set, rows, n);
  *first = NULL;
  if (packed == NULL) return false;
  const struct nq_solution *entry = find(set, packed, n, &key);
  bool done = entry != NULL || append(set, packed, n, key, place);
  if (entry != NULL) *first = &entry->place;
  free(packed);
  return done;
}

bool nq_solutions_has(const nq_solutions *set, const uint32_t *rows, uint32_t n, bool *failed) {
  uint64_t key;
  unsigned char *packed = pack(set, rows, n);
  *failed = packed == NULL;
  bool has = packed != NULL && find(set, packed, n, &key) != NULL;
  free(packed);
  return has;
}

void nq_solutions_release(nq_solutions *set) {
  nq_table_release(&set->table);
  nq_bytes_release(&set->rows);
  free(set->entries);
  *set = (nq_solutions){.images = set->images};
}

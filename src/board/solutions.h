/* A set of solutions, each once, and where it was read first. */
#ifndef NQ_BOARD_SOLUTIONS_H
#define NQ_BOARD_SOLUTIONS_H

#include "core/core.h"

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

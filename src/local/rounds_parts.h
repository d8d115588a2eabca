/* The parts of the search for a large board. */
#ifndef NQ_LOCAL_ROUNDS_PARTS_H
#define NQ_LOCAL_ROUNDS_PARTS_H

#include "core/limits.h"
#include "core/threads.h"
#include "local/rounds_plan.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/* ---- The board ---- */

/* Its memory and its errors: rounds_memory.c */
typedef struct nq_rounds {
  nq_rounds_plan plan;
  const nq_large_board *board;
  nq_team *team;
  nq_watch *watch;
  uint64_t key; /* of the random streams */
  /* Bits of lines, as in board/occupancy.h. */
  uint8_t *rows, *rising, *falling;
  uint64_t row_bytes, diagonal_bytes;
  uint64_t *columns;   /* left over: columns without a queen, in increasing order, */
  uint64_t *free_rows; /* and as many rows without one */
  uint64_t left_count, columns_room, rows_room;
  uint64_t memory_bytes, peak_bytes;
  pthread_mutex_t noting; /* held while what follows or the memory changes */
  atomic_int failed;      /* the first nq_status of a job that was not NQ_OK, */
  nq_error error;         /* and its error */
} nq_rounds;

/* An array, counted in memory_bytes; NULL, with an error noted, when memory is short.  From any
 * thread. */
void *nq_rounds_new(nq_rounds *rounds, uint64_t count, size_t size);
void nq_rounds_free(nq_rounds *rounds, void *memory, uint64_t count, size_t size);
/* The same array with another number of elements, 0 for none yet; NULL, and the old one is still
 * there, when memory is short. */
void *nq_rounds_resize(nq_rounds *rounds, void *memory, uint64_t old_count, uint64_t new_count,
                       size_t size);

/* Note the first error; from any thread. */
void nq_rounds_fail(nq_rounds *rounds, nq_status status, const nq_error *error);

/* The run must end: stopped, or failed.  Looks at the clock too. */
bool nq_rounds_must_end(nq_rounds *rounds, const char *phase, uint64_t done);

/* ---- The stages; false when the run must end ---- */

/* rounds_fill.c: place most queens, and write all columns but those after the last pass; fills
 * columns[] and left_count. */
bool nq_rounds_fill(nq_rounds *rounds);

/* rounds_left.c: place the queens left over.  *repaired is false when that failed, which hardly
 * ever happens. */
bool nq_rounds_settle(nq_rounds *rounds, nq_result *result, bool *repaired);

#endif

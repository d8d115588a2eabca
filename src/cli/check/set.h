/* The solutions that `nqueens check --distinct` and `--all` have read. */
#ifndef NQ_CLI_CHECK_SET_H
#define NQ_CLI_CHECK_SET_H

#include "core/bytes.h"
#include "core/table.h"
#include "nqueens.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Where a solution was read. */
typedef struct cli_set_place {
  const char *file; /* owned by the caller */
  uint64_t line;
} cli_set_place;

struct cli_set_entry;

/* All zero is empty. */
typedef struct cli_set {
  bool images;   /* the images of a solution under the symmetries of the square count as the same */
  uint64_t size; /* number of different solutions */
  nq_table table;
  nq_bytes rows;
  struct cli_set_entry *entries;
  size_t room;
} cli_set;

/* Add a solution that was read at `place`.  *first is NULL if it is new, else where it was read
 * before; valid until the next call.  False when memory is short. */
bool cli_set_add(cli_set *set, const uint32_t *rows, uint32_t n, const cli_set_place *place,
                 const cli_set_place **first);
/* Is the solution in the set?  False, and *failed, when memory is short. */
bool cli_set_has(const cli_set *set, const uint32_t *rows, uint32_t n, bool *failed);
void cli_set_release(cli_set *set);

/* What a set lacks. */
typedef struct cli_set_gaps {
  uint64_t solutions; /* of the problem, or classes of them */
  uint64_t missing;
  uint32_t *example; /* the first that is missing, to be freed; or NULL */
} cli_set_gaps;

/* Compare a set of solutions of the instance with all of them.  NQ_UNSUPPORTED: their number cannot
 * be found, or with `images` the instance is not plain. */
nq_status cli_set_compare(const cli_set *set, const nq_instance *instance,
                          nq_progress_function *progress, void *context, cli_set_gaps *gaps,
                          nq_error *error);

#endif

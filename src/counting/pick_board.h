/* The boards of a unit that have a wanted number; pick.c has the model. */
#ifndef NQ_COUNTING_PICK_BOARD_H
#define NQ_COUNTING_PICK_BOARD_H

#include "counting/parts.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A wanted number, and where its board goes. */
typedef struct wish {
  uint64_t rank;
  size_t place;
} wish;

/* The wishes of one unit. */
typedef struct unit_wishes {
  uint32_t n;
  count_unit unit;
  const count_tables *tables;
  const wish *wishes;
  size_t count, next;
  uint64_t first;        /* number of the unit's first board */
  uint64_t seen;         /* boards so far */
  count_segment *groups; /* room for those of a stream */
  uint8_t *rows;         /* of all wishes */
  bool broken;           /* something did not agree */
  bool stopped;          /* by the pulse */
  count_pulse *pulse;
  void *context;
} unit_wishes;

enum { GROUPS_MOST = 1 << 16 };

/* A count_see whose context is a unit_wishes: write the wanted ones of the boards for which these
 * pairs stand. */
count_see nq_count_pick_seen;

#endif

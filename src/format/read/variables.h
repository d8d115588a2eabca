/* The variables of an answer, gathered over its lines: names.h adds to them. */
#ifndef NQ_FORMAT_READ_VARIABLES_H
#define NQ_FORMAT_READ_VARIABLES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define NQ_BASE_SEEN (-1) /* what numbers count from is seen from them */

#define NQ_STEM_BYTES 40
#define NQ_STEMS      24 /* different names in an answer; more are not looked at */

/* A name without its indices: x of x_0_1 and x[0,1]; "" of the keys of a dictionary, 0 and (0, 1).
 */
typedef struct nq_stem {
  char text[NQ_STEM_BYTES];
  unsigned indices; /* 1 or 2 */
  uint64_t count;
} nq_stem;

typedef struct nq_name {
  uint32_t stem;
  bool whole; /* the value is a whole number */
  int64_t index[2], value;
} nq_name;

typedef struct nq_names {
  uint64_t line; /* of the first */
  nq_name *at;
  size_t count, room;
  nq_stem stems[NQ_STEMS];
  uint32_t stem_count;
  bool failed; /* memory was short */
} nq_names;

#endif

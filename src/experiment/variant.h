/* A method with options, as in `min-conflicts:start=random,walk=0.05`. */
#ifndef NQ_EXPERIMENT_VARIANT_H
#define NQ_EXPERIMENT_VARIANT_H

#include "nqueens.h"

#define NQ_VARIANT_TEXT 1024

typedef struct nq_variant {
  nq_solve_options solve;     /* the method and its options; the rest as by default */
  char text[NQ_VARIANT_TEXT]; /* canonical: equal texts are equal variants */
} nq_variant;

/* Parse METHOD or METHOD:key=value,...: keys in any order, each once.  NQ_BAD_VALUE names the key,
 * the value and the range.  Texts end at 400 characters. */
nq_status nq_variant_parse(const char *text, nq_variant *variant, nq_error *error);

/* The part of the text after the colon, or "". */
const char *nq_variant_options(const nq_variant *variant);

#endif

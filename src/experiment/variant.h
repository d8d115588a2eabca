/* A method with options, as in `min-conflicts:start=random,walk=0.05`. */
#ifndef NQ_EXPERIMENT_VARIANT_H
#define NQ_EXPERIMENT_VARIANT_H

#include "nqueens.h"

#include <stdbool.h>
#include <stdio.h>

#define NQ_VARIANT_TEXT 1024

typedef struct nq_variant {
  nq_solve_options solve;     /* the method and its options; the rest as by default */
  char text[NQ_VARIANT_TEXT]; /* canonical: equal texts are equal variants */
} nq_variant;

/* Parse METHOD or METHOD:key=value,...: keys in any order, each once.  The canonical text has full
 * keys in the order of the table and plain numbers.  NQ_BAD_VALUE names the key, the value and the
 * range.  Texts end at 400 characters. */
nq_status nq_variant_parse(const char *text, nq_variant *variant, nq_error *error);

/* The part of the text behind the colon, or "". */
const char *nq_variant_options(const nq_variant *variant);

/* A key: its method, its name, its values as in "random|greedy" or "0..1", and a line about it. */
typedef struct nq_variant_key {
  const char *method, *name, *help;
  char values[80];
} nq_variant_key;

/* How many keys there may be at most. */
#define NQ_VARIANT_KEYS 64

/* The i-th key of the table, those of a method together; false past the end. */
bool nq_variant_key_at(size_t i, nq_variant_key *key);

/* For a help text: the methods and, for each, its keys with their values or range. */
void nq_variant_describe_keys(FILE *stream);

#endif

/* Suggestions for names that are misspelt, or that others use. */
#ifndef NQ_CORE_NEAREST_H
#define NQ_CORE_NEAREST_H

#include <stddef.h>

/* Of the names offered so far, the one nearest to `word`; begins as {.word = word}. */
typedef struct nq_nearest {
  const char *word, *name; /* name: NULL while none is near */
  size_t distance;
} nq_nearest;

void nq_nearest_offer(nq_nearest *nearest, const char *name);

#endif

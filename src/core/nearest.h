/* Lists of names: where one is, and which is meant where it is misspelt or one that others use. */
#ifndef NQ_CORE_NEAREST_H
#define NQ_CORE_NEAREST_H

#include <stddef.h>

/* Of the names offered so far, the one nearest to `word`; begins as {.word = word}. */
typedef struct nq_nearest {
  const char *word, *name; /* name: NULL while none is near */
  size_t distance;
} nq_nearest;

void nq_nearest_offer(nq_nearest *nearest, const char *name);

/* The index of name[0 .. length - 1] among the names, which end with NULL; SIZE_MAX if it is none
 * of them, or if there is no list (NULL). */
size_t nq_names_find(const char *const *names, const char *name, size_t length);

#endif

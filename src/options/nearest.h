/* What was meant by a word that is none: the nearest of those that are. */
#ifndef NQ_OPTIONS_NEAREST_H
#define NQ_OPTIONS_NEAREST_H

#include <stddef.h>

/* Of the names offered so far, the one nearest to `word`; begins as {.word = word}. */
typedef struct cli_nearest {
  const char *word, *name; /* name: NULL as long as none is near */
  size_t distance;
} cli_nearest;

void cli_nearest_offer(cli_nearest *nearest, const char *name);

#endif

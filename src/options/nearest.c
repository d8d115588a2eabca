#include "options/reader.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

/* Longer words are ignored; no name is longer. */
#define WORD_MOST 32

static size_t least(size_t a, size_t b) {
  return a < b ? a : b;
}

static bool same(char a, char b) {
  return tolower((unsigned char)a) == tolower((unsigned char)b);
}

/* The number of letters inserted, left out, replaced, or swapped with a neighbour (optimal string
 * alignment).  Neither word is longer than WORD_MOST. */
static size_t measure(const char *a, const char *b) {
  size_t cost[WORD_MOST + 1][WORD_MOST + 1], rows = strlen(a), columns = strlen(b);
  for (size_t j = 0; j <= columns; j++) cost[0][j] = j;
  for (size_t i = 1; i <= rows; i++) {
    cost[i][0] = i;
    for (size_t j = 1; j <= columns; j++) {
      size_t best = cost[i - 1][j - 1] + !same(a[i - 1], b[j - 1]);
      best = least(best, least(cost[i - 1][j], cost[i][j - 1]) + 1);
      if (i > 1 && j > 1 && same(a[i - 1], b[j - 2]) && same(a[i - 2], b[j - 1]))
        best = least(best, cost[i - 2][j - 2] + 1);
      cost[i][j] = best;
    }
  }
  return cost[rows][columns];
}

void cli_nearest_offer(cli_nearest *nearest, const char *name) {
  size_t length = strlen(nearest->word);
  if (length < 2 || length > WORD_MOST || strlen(name) > WORD_MOST) return;
  size_t distance = measure(nearest->word, name);
  if (distance > 1 + length / 5 || distance >= least(length, strlen(name))) return;
  if (nearest->name != NULL && nearest->distance <= distance) return;
  nearest->name = name;
  nearest->distance = distance;
}

/* Ranges of N, as in 1..15, among the arguments. */
#include "cli/count/count.h"
#include "core/number.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Numbers of one range. */
#define RANGE_MOST 10000

/* The ends of a range; false if the word is none.  Numbers that are out of range for a count are
 * left to the count. */
static bool parse_range(const char *word, uint64_t *first, uint64_t *last) {
  char number[40];
  const char *dots = strstr(word, "..");
  if (dots == NULL || (size_t)(dots - word) >= sizeof number) return false;
  snprintf(number, sizeof number, "%.*s", (int)(dots - word), word);
  return nq_number_parse(number, first) == NQ_NUMBER_OK &&
         nq_number_parse(dots + 2, last) == NQ_NUMBER_OK;
}

bool cli_count_is_range(const char *word) {
  uint64_t first, last;
  return parse_range(word, &first, &last) && first != last;
}

void cli_count_numbers_release(cli_count_numbers *numbers) {
  for (size_t i = 0; i < numbers->count; i++) free(numbers->words[i]);
  free(numbers->words);
}

static bool add(cli_count_numbers *numbers, const char *word) {
  char **words = realloc(numbers->words, (numbers->count + 1) * sizeof *words);
  if (words != NULL) numbers->words = words;
  if (words != NULL && (words[numbers->count] = strdup(word)) != NULL) return ++numbers->count > 0;
  return cli_refuse("out of memory");
}

bool cli_count_numbers_take(cli_count_numbers *numbers, size_t count, char **words) {
  for (size_t i = 0; i < count; i++) {
    uint64_t first, last;
    if (!parse_range(words[i], &first, &last)) {
      if (!add(numbers, words[i])) return false;
      continue;
    }
    if (first > last || last - first >= RANGE_MOST)
      return cli_refuse("N: '%s' must be a range FIRST..LAST of at most %d numbers", words[i],
                        RANGE_MOST);
    for (uint64_t n = first; n <= last; n++) {
      char word[24];
      snprintf(word, sizeof word, "%" PRIu64, n);
      if (!add(numbers, word)) return false;
    }
  }
  return true;
}

#include "cli/numbers.h"
#include "core/number.h"
#include "options/say.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Numbers of one word. */
#define NUMBERS_MOST 10000
/* A longer number is cut, and refused in any case. */
#define NUMBER_BYTES 400

/* The ends of a range; false if the text is none. */
static bool parse_range(const char *text, uint64_t *first, uint64_t *last) {
  char number[40];
  const char *dots = strstr(text, "..");
  if (dots == NULL || (size_t)(dots - text) >= sizeof number) return false;
  snprintf(number, sizeof number, "%.*s", (int)(dots - text), text);
  return nq_number_parse(number, first) == NQ_NUMBER_OK &&
         nq_number_parse(dots + 2, last) == NQ_NUMBER_OK;
}

bool cli_numbers_are_several(const char *word) {
  uint64_t first, last;
  return strchr(word, ',') != NULL || (parse_range(word, &first, &last) && first != last);
}

bool cli_numbers_are_listed(const char *word) {
  uint64_t first, last;
  if (parse_range(word, &first, &last)) return true;
  bool listed = false;
  for (const char *at = strchr(word, ','); at != NULL; at = strchr(at + 1, ',')) {
    size_t digits = strspn(at + 1, "0123456789");
    if (digits == 0) return false;
    listed = listed || digits != 3;
  }
  return listed;
}

void cli_numbers_release(cli_numbers *numbers) {
  for (size_t i = 0; i < numbers->count; i++) free(numbers->words[i]);
  free(numbers->words);
}

static bool add(cli_numbers *numbers, const char *word) {
  char **words = realloc(numbers->words, (numbers->count + 1) * sizeof *words);
  if (words != NULL) numbers->words = words;
  if (words != NULL && (words[numbers->count] = strdup(word)) != NULL) return ++numbers->count > 0;
  return cli_refuse("out of memory");
}

/* A number, a range, or what is neither. */
static bool take_text(cli_numbers *numbers, const char *place, const char *text) {
  uint64_t first, last;
  if (!parse_range(text, &first, &last)) return add(numbers, text);
  if (first > last || last - first >= NUMBERS_MOST)
    return cli_refuse("%s: '%s' must be a range FIRST..LAST of at most %d numbers", place, text,
                      NUMBERS_MOST);
  for (uint64_t n = first; n <= last; n++) {
    char word[24];
    snprintf(word, sizeof word, "%" PRIu64, n);
    if (!add(numbers, word)) return false;
  }
  return true;
}

bool cli_numbers_take(cli_numbers *numbers, const char *place, size_t count,
                      const char *const *words) {
  for (size_t i = 0; i < count; i++)
    for (const char *at = words[i]; at != NULL;) {
      char text[NUMBER_BYTES];
      size_t length = strcspn(at, ",");
      snprintf(text, sizeof text, "%.*s", (int)(length < sizeof text ? length : sizeof text), at);
      if (!take_text(numbers, place, text)) return false;
      if (numbers->count > NUMBERS_MOST)
        return cli_refuse("%s: at most %d numbers", place, NUMBERS_MOST);
      at = at[length] == ',' ? at + length + 1 : NULL;
    }
  return true;
}

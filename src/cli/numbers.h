/* Lists and ranges of numbers on the command line, as in 8,10..12. */
#ifndef NQ_CLI_NUMBERS_H
#define NQ_CLI_NUMBERS_H

#include <stdbool.h>
#include <stddef.h>

/* The words of lists and ranges, each number by itself; what is no number is left as it is. */
typedef struct cli_numbers {
  char **words;
  size_t count;
} cli_numbers;

/* Is the word a list or a range of several numbers? */
bool cli_numbers_are_several(const char *word);

/* The same, but false where the commas may be meant to separate thousands, as in 1,000. */
bool cli_numbers_are_listed(const char *word);

/* Write out the lists and ranges among the words; false after a message, which begins with `place`.
 * Release in any case. */
bool cli_numbers_take(cli_numbers *numbers, const char *place, size_t count,
                      const char *const *words);
void cli_numbers_release(cli_numbers *numbers);

#endif

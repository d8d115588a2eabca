#include "cli/slice.h"

#include "core/number.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

bool cli_parse_slice(const char *text, uint64_t most_parts, cli_slice *slice, char *why,
                     size_t size) {
  char part[64];
  const char *stroke = strchr(text, '/');
  size_t length = stroke != NULL ? (size_t)(stroke - text) : sizeof part;
  bool numbers = length < sizeof part;
  if (numbers) {
    memcpy(part, text, length);
    part[length] = '\0';
    const char *digits = part[0] == '-' ? part + 1 : part; /* a number, if out of range */
    nq_number k = nq_number_parse(digits, &slice->part);
    nq_number m = nq_number_parse(stroke + 1, &slice->parts);
    numbers = k != NQ_NUMBER_NONE && m != NQ_NUMBER_NONE;
    if (k == NQ_NUMBER_OK && m == NQ_NUMBER_OK && digits == part && slice->parts <= most_parts &&
        slice->part < slice->parts)
      return true;
  }
  snprintf(why, size,
           "'%.80s' %s: it must be K/M, part K of M, K from 0 to M - 1, M from 1 to %" PRIu64, text,
           numbers ? "is out of range" : "is not a slice", most_parts);
  return false;
}

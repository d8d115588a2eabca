#include "core/core.h"
#include "core/option.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A longer item is cut, and refused in any case. */
#define ITEM_BYTES 200

/* After n comes n * times + plus. */
typedef struct range {
  uint32_t first, last;
  uint64_t times, plus;
} range;

void nq_sizes_release(nq_sizes *sizes) {
  free(sizes->n);
  *sizes = (nq_sizes){0};
}

static nq_status add(nq_sizes *sizes, const nq_option *size, uint32_t n, nq_error *error) {
  if (sizes->count == NQ_SIZES_MOST)
    return nq_error_set(error, NQ_BAD_VALUE, "%s: at most %d numbers", nq_option_name(size),
                        NQ_SIZES_MOST);
  if (!nq_memory_grow(&sizes->n, sizes->count, &sizes->room, sizeof *sizes->n))
    return nq_error_set(error, NQ_NO_MEMORY, "out of memory");
  sizes->n[sizes->count++] = n;
  return NQ_OK;
}

/* ":+5" or ":x2", or nothing. */
static bool read_step(const char *text, range *read) {
  uint64_t value = 1;
  bool times = strncmp(text, ":x", 2) == 0;
  bool right = *text == '\0' || ((times || strncmp(text, ":+", 2) == 0) &&
                                 nq_number_parse(text + 2, &value) == NQ_NUMBER_OK);
  read->times = times ? value : 1;
  read->plus = times ? 0 : value;
  return right && value > (times ? 1 : 0) && value <= UINT32_MAX;
}

/* A number, or FIRST..LAST with a step. */
static nq_status read_item(const nq_option *size, char *item, range *read, nq_error *error) {
  char *dots = strstr(item, "..");
  if (dots == NULL) {
    *read = (range){.times = 1, .plus = 1};
    nq_status status = nq_option_set(size, item, &read->first, error);
    read->last = read->first;
    return status;
  }
  char *last = dots + 2, *step = last + strcspn(last, ":");
  if (!read_step(step, read))
    return nq_error_set(error, NQ_BAD_VALUE,
                        "%s: '%.80s' has another step than :+K, as in 10..50:+10, or :xK, as in "
                        "8..128:x2",
                        nq_option_name(size), item);
  *dots = *step = '\0';
  nq_status status = nq_option_set(size, item, &read->first, error);
  if (status == NQ_OK) status = nq_option_set(size, last, &read->last, error);
  if (status != NQ_OK || read->first <= read->last) return status;
  return nq_error_set(error, NQ_BAD_VALUE,
                      "%s: '%.80s..%.80s' is empty: the smaller size comes first",
                      nq_option_name(size), item, last);
}

nq_status nq_sizes_add(nq_sizes *sizes, const nq_option *size, const char *list, nq_error *error) {
  nq_status status = NQ_OK;
  for (const char *at = list; at != NULL && status == NQ_OK;) {
    char item[ITEM_BYTES];
    size_t length = strcspn(at, ",");
    range read = {0};
    snprintf(item, sizeof item, "%.*s", (int)(length < sizeof item ? length : sizeof item), at);
    status = read_item(size, item, &read, error);
    for (uint64_t n = read.first; status == NQ_OK && n <= read.last; n = n * read.times + read.plus)
      status = add(sizes, size, (uint32_t)n, error);
    at = at[length] == ',' ? at + length + 1 : NULL;
  }
  return status;
}

nq_status nq_sizes_require_distinct(const nq_sizes *sizes, const nq_option *size, nq_error *error) {
  for (size_t i = 0; i < sizes->count; i++)
    for (size_t j = 0; j < i; j++)
      if (sizes->n[i] == sizes->n[j])
        return nq_error_set(error, NQ_BAD_VALUE, "%s: %" PRIu32 " is given twice",
                            nq_option_name(size), sizes->n[i]);
  return NQ_OK;
}

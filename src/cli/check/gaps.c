/* The solutions that were read, compared with all that there are. */
#include "cli/check/gaps.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Largest n whose number of solutions is known. */
#define KNOWN_N_MAX 27

static nq_status count_plain(uint32_t n, bool images, nq_progress_function *progress, void *context,
                             uint64_t *solutions, nq_error *error) {
  bool interrupted = false;
  if (n > KNOWN_N_MAX)
    return nq_error_set(error, NQ_UNSUPPORTED,
                        "n = %" PRIu32 " is more than %d: the number of solutions is not known", n,
                        KNOWN_N_MAX);
  *solutions = nq_count_known(n);
  if (!images) return NQ_OK;
  nq_status status =
      nq_count_fundamental(n, *solutions, progress, context, solutions, &interrupted, error);
  return status == NQ_OK && interrupted ? NQ_END : status;
}

static nq_status count_instance(const nq_instance *instance, nq_progress_function *progress,
                                void *context, uint64_t *solutions, nq_error *error) {
  nq_count_instance_options options;
  nq_count_instance_result result;
  nq_count_instance_options_init(&options);
  options.progress = progress;
  options.context = context;
  nq_status status = nq_count_instance(instance, &options, &result, error);
  *solutions = result.count;
  return status == NQ_OK && result.stopped ? NQ_END : status;
}

struct search {
  const nq_solutions *set;
  cli_gaps *gaps;
  uint32_t n;
  bool failed;
};

/* An nq_enumerate_visit, which ends with the first solution that is not in the set. */
static bool pass_present(void *context, const uint32_t *rows) {
  struct search *search = context;
  if (nq_solutions_has(search->set, rows, search->n, &search->failed)) return true;
  uint32_t *example = search->failed ? NULL : calloc(search->n, sizeof *example);
  search->failed = example == NULL;
  if (example != NULL) memcpy(example, rows, search->n * sizeof *example);
  search->gaps->example = example;
  return false;
}

static nq_status find_missing(const nq_solutions *set, const nq_instance *instance, cli_gaps *gaps,
                              nq_error *error) {
  struct search search = {.set = set, .gaps = gaps, .n = nq_instance_n(instance)};
  nq_enumerate_options options;
  nq_enumerate_result result;
  nq_enumerate_options_init(&options);
  options.fundamental = set->images;
  options.context = &search;
  nq_status status = nq_enumerate(instance, &options, pass_present, &result, error);
  if (status == NQ_OK && search.failed) return nq_error_set(error, NQ_NO_MEMORY, "out of memory");
  return status;
}

nq_status cli_gaps_find(const nq_solutions *set, const nq_instance *instance,
                        nq_progress_function *progress, void *context, cli_gaps *gaps,
                        nq_error *error) {
  bool plain = nq_instance_is_plain(instance);
  *gaps = (cli_gaps){0};
  nq_status status = plain ? count_plain(nq_instance_n(instance), set->images, progress, context,
                                         &gaps->solutions, error)
                           : count_instance(instance, progress, context, &gaps->solutions, error);
  if (status != NQ_OK) return status;
  gaps->missing = gaps->solutions - set->size;
  return gaps->missing > 0 ? find_missing(set, instance, gaps, error) : NQ_OK;
}

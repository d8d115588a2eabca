/* The solutions that were read, compared with all that there are. */
#include "cli/check/checker.h"
#include "core/json.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Largest n whose number of solutions is known. */
#define KNOWN_N_MAX 27

/* What a set lacks. */
struct gaps {
  const nq_solutions *set;
  uint32_t n;
  uint64_t solutions; /* of the problem, or classes of them */
  uint64_t missing;
  uint32_t *example; /* the first that is missing, to be freed; or NULL */
  bool failed;       /* memory was short */
};

static nq_status count_plain(cli_checker *checker, struct gaps *gaps, nq_error *error) {
  bool interrupted = false;
  if (gaps->n > KNOWN_N_MAX)
    return nq_error_set(error, NQ_UNSUPPORTED,
                        "n = %" PRIu32 " is more than %d: the number of solutions is not known",
                        gaps->n, KNOWN_N_MAX);
  gaps->solutions = nq_count_known(gaps->n);
  if (!gaps->set->images) return NQ_OK;
  nq_status status = nq_count_fundamental(gaps->n, gaps->solutions, cli_report_reading, checker,
                                          &gaps->solutions, &interrupted, error);
  return status == NQ_OK && interrupted ? NQ_END : status;
}

static nq_status count_instance(cli_checker *checker, struct gaps *gaps, nq_error *error) {
  nq_count_instance_options options;
  nq_count_instance_result result;
  nq_count_instance_options_init(&options);
  options.progress = cli_report_reading;
  options.context = checker;
  nq_status status = nq_count_instance(checker->instance, &options, &result, error);
  gaps->solutions = result.count;
  return status == NQ_OK && result.stopped ? NQ_END : status;
}

/* An nq_enumerate_visit, which ends with the first solution that is not in the set. */
static bool pass_present(void *context, const uint32_t *rows) {
  struct gaps *gaps = context;
  if (nq_solutions_has(gaps->set, rows, gaps->n, &gaps->failed)) return true;
  if (!gaps->failed) gaps->example = calloc(gaps->n, sizeof *gaps->example);
  gaps->failed = gaps->example == NULL;
  if (!gaps->failed) memcpy(gaps->example, rows, gaps->n * sizeof *rows);
  return false;
}

static nq_status find_missing(const nq_instance *instance, struct gaps *gaps, nq_error *error) {
  nq_enumerate_options options;
  nq_enumerate_result result;
  nq_enumerate_options_init(&options);
  options.fundamental = gaps->set->images;
  options.context = gaps;
  nq_status status = nq_enumerate(instance, &options, pass_present, &result, error);
  if (status == NQ_OK && gaps->failed) return nq_error_set(error, NQ_NO_MEMORY, "out of memory");
  return status;
}

static bool print_text(const struct gaps *gaps) {
  const char *things = gaps->set->images ? "classes of solutions" : "solutions";
  if (gaps->missing == 0) {
    printf("all %" PRIu64 " %s of n=%" PRIu32 "\n", gaps->solutions, things, gaps->n);
    return true;
  }
  printf("%" PRIu64 " of %" PRIu64 " %s of n=%" PRIu32 " %s missing, such as", gaps->missing,
         gaps->solutions, things, gaps->n, gaps->missing == 1 ? "is" : "are");
  for (uint32_t column = 0; column < gaps->n; column++) printf(" %" PRIu32, gaps->example[column]);
  putchar('\n');
  return true;
}

static bool print_json(const struct gaps *gaps) {
  json_t *rows = gaps->missing > 0 ? nq_json_rows(gaps->example, gaps->n) : json_null();
  json_t *object =
      json_pack("{s:I, s:s, s:I, s:I, s:o}", "n", (json_int_t)gaps->n, "of",
                gaps->set->images ? "classes" : "solutions", "solutions",
                (json_int_t)gaps->solutions, "missing", (json_int_t)gaps->missing, "example", rows);
  return cli_stats_print(object, CLI_YES) == CLI_YES;
}

bool cli_gaps_print(cli_checker *checker) {
  struct gaps gaps = {.set = checker->set, .n = checker->n};
  nq_error error = {0};
  if (checker->n == 0) return cli_refuse("--all: no board was read; --n gives the size");
  nq_instance *plain = checker->instance == NULL ? nq_instance_new(checker->n) : NULL;
  const nq_instance *instance = plain != NULL ? plain : checker->instance;
  if (instance == NULL) return cli_refuse("out of memory");
  nq_status status =
      (nq_instance_is_plain(instance) ? count_plain : count_instance)(checker, &gaps, &error);
  gaps.missing = gaps.solutions - gaps.set->size;
  if (status == NQ_OK && gaps.missing > 0) status = find_missing(instance, &gaps, &error);
  nq_instance_free(plain);
  cli_progress_clear(checker->progress);
  if (status != NQ_OK) return cli_say_error("--all", &error) == CLI_YES;
  if (gaps.missing > 0) cli_check_note(checker, CLI_NO);
  bool done = (checker->options->json ? print_json : print_text)(&gaps);
  free(gaps.example);
  return done;
}

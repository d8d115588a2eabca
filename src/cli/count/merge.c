/* nqueens count --merge: N and checkpoints -> one number, if every unit is there once. */
#include "cli/count/count.h"
#include "cli/describe.h"
#include "core/number.h"
#include "ledger/checkpoint.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>

/* At most this many flaws of a kind are listed one by one. */
#define FLAWS_LISTED 10

uint64_t cli_count_say_flaws(const nq_checkpoint_audit *audit, const char *const *paths,
                             bool overlap) {
  uint64_t units = 0;
  size_t listed = 0, more = 0;
  for (size_t i = 0; i < audit->flaw_count; i++) {
    const nq_checkpoint_flaw *flaw = &audit->flaws[i];
    char text[600];
    if (flaw->overlap != overlap) continue;
    units += flaw->end - flaw->begin;
    if (listed++ >= FLAWS_LISTED) {
      more++;
      continue;
    }
    nq_checkpoint_flaw_describe(flaw, paths, text, sizeof text);
    cli_say("%s", text);
  }
  if (more > 0) cli_say("and %zu more such range%s", more, nq_plural(more));
  return units;
}

static int report_audit(const cli_count_options *options, uint32_t n,
                        const nq_checkpoint_audit *audit, const char *const *paths,
                        size_t path_count) {
  char time[32];
  uint64_t twice = cli_count_say_flaws(audit, paths, true),
           missing = cli_count_say_flaws(audit, paths, false);
  cli_counted counted = {.n = n,
                         .count = {audit->sum.count, audit->sum.count_high},
                         .units = audit->units,
                         .done = audit->units - missing,
                         .seconds = audit->sum.seconds,
                         .records = audit->records,
                         .files = path_count};
  if (twice > 0)
    return cli_say("n = %" PRIu32 " not counted: %" PRIu64 " unit%s in the files more than once", n,
                   twice, twice == 1 ? " is" : "s are");
  if (missing > 0) {
    cli_count_print_json(options, &counted);
    cli_say("n = %" PRIu32 " not counted: %" PRIu64 " of %" PRIu64 " unit%s missing", n, missing,
            audit->units, audit->units == 1 ? " is" : "s are");
    return CLI_UNKNOWN;
  }
  char number[WIDE_TEXT_BYTES];
  nq_error error = {0};
  bool interrupted;
  if (cli_count_classes(options, n, cli_count_is_checked(n), NULL, NULL, &counted.count,
                        &interrupted, &error) != NQ_OK)
    return cli_say_error(NULL, &error);
  cli_describe_seconds(audit->sum.seconds, time, sizeof time);
  if (!options->quiet)
    cli_say("n = %" PRIu32 ": %s %s, counted in %s of one thread (%" PRIu64
            " unit%s, %zu record%s, %zu file%s)",
            n, nq_wide_format(counted.count, number), cli_count_noun(options, counted.count), time,
            audit->units, nq_plural(audit->units), audit->records, nq_plural(audit->records),
            path_count, nq_plural(path_count));
  counted.whole = true;
  return cli_count_print(options, &counted);
}

int cli_count_merge(const cli_count_options *options, const char *n_text, const char *const *paths,
                    size_t path_count) {
  uint32_t n;
  nq_error error = {0};
  nq_count_plan *plan;
  nq_checkpoint_audit audit;
  if (!cli_count_parse_n(n_text, "N", &n)) return CLI_ERROR;
  if (nq_count_plan_new(n, &plan, &error) != NQ_OK) return cli_say_error(NULL, &error);
  nq_status status = nq_checkpoint_merge(plan, paths, path_count, &audit, &error);
  nq_count_plan_free(plan);
  if (status != NQ_OK) return cli_say_error(NULL, &error);
  int code = report_audit(options, n, &audit, paths, path_count);
  nq_checkpoint_audit_release(&audit);
  return code;
}

/* Large boards are read as a stream: lines are marked, as many at a time as memory allows, and at
 * the same time the checksums of the shards are made, which must be those of the index. */
#include "cli/check/large.h"
#include "core/core.h"
#include "parallel/work.h"

#include <inttypes.h>

bool cli_check_is_large(const cli_checker *checker, const char *file) {
  bool auto_or_npy = checker->format == NQ_FORMAT_AUTO || checker->format == NQ_FORMAT_NPY;
  return auto_or_npy && cli_shards_are_at(file, checker->options->memory > 0);
}

/* Bytes for the marks of each of the processes, `together` of them on a machine; 0: no limit. */
static uint64_t memory_for(const cli_checker *checker, uint64_t n, unsigned processes,
                           unsigned together) {
  double given = checker->options->memory;
  if (given > 0) return (uint64_t)(given / together * 1073741824.0) + 1; /* 0 is no limit */
  uint64_t need = n / 8 * 5 / processes * together, available = nq_memory_available();
  return need < available / 2 ? 0 : available / 2 / together;
}

static nq_status require_plain(const cli_checker *checker, const char *file, nq_error *error) {
  const char *name = checker->instance != NULL            ? "instance"
                     : checker->density != NULL           ? "typical"
                     : checker->options->all              ? "all"
                     : checker->set != NULL               ? "distinct"
                     : checker->options->variable != NULL ? "variable"
                                                          : NULL;
  if (name == NULL) return NQ_OK;
  return nq_error_set(error, NQ_UNSUPPORTED, "%.200s: --%s is not for large boards", file, name);
}

static nq_status check_alone(cli_checker *checker, cli_shards *shards, nq_check_report *report,
                             nq_error *error) {
  const nq_large_board board = cli_shards_board(shards);
  unsigned threads = cli_processors() / checker->together;
  const nq_check_options options = {.threads = threads > 0 ? threads : 1,
                                    .memory_bytes =
                                        memory_for(checker, shards->n, 1, checker->together),
                                    .progress = cli_report_check,
                                    .context = checker};
  nq_status status = nq_large_check(&board, &options, report, error);
  if (status != NQ_OK) return status;
  return cli_shards_verify(shards, 0, shards->count, cli_report_reading, checker, error);
}

static nq_status check_together(cli_checker *checker, cli_shards *shards, nq_check_report *report,
                                nq_error *error) {
  nq_crew *crew = checker->crew;
  cli_check_together job = {.shards = shards,
                            .memory_bytes =
                                memory_for(checker, shards->n, crew->others + 1, crew->together),
                            .progress = cli_report_check,
                            .context = checker};
  nq_status status = crew->join(crew, "check", &job, error);
  *report = job.report;
  return status;
}

nq_status cli_check_large(cli_checker *checker, const char *file, uint64_t *n,
                          nq_check_report *report, nq_error *error) {
  cli_shards shards;
  nq_status status = require_plain(checker, file, error);
  if (status == NQ_OK) status = cli_shards_open(&shards, file, error);
  if (status != NQ_OK) return status;
  *n = shards.n;
  status = (checker->crew != NULL ? check_together : check_alone)(checker, &shards, report, error);
  cli_shards_release(&shards);
  return status;
}

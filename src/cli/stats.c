#include "cli/stats.h"

#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

nq_status cli_stats_open(cli_stats *stats, const char *path, nq_error *error) {
  *stats = (cli_stats){.output = {.descriptor = -1}};
  if (path == NULL) return NQ_OK;
  if (strcmp(path, "-") == 0) {
    stats->stream = stderr;
    return NQ_OK;
  }
  nq_status status = cli_output_open(&stats->output, path, error);
  if (status != NQ_OK) return status;
  int copy = dup(stats->output.descriptor);
  stats->stream = copy >= 0 ? fdopen(copy, "w") : NULL;
  if (stats->stream != NULL) return NQ_OK;
  cli_output_abort(&stats->output);
  return nq_error_set(error, NQ_IO, "%s: %s", path, strerror(errno));
}

/* A counter that is a whole number is written as one. */
static json_t *number(double value) {
  bool whole = value == floor(value) && fabs(value) < 0x1p53;
  return whole ? json_integer((json_int_t)value) : json_real(value);
}

void cli_stats_write(cli_stats *stats, const char *method, uint32_t n, uint64_t seed,
                     uint64_t stream, const nq_result *result) {
  static const char *const verdicts[] = {
      [NQ_SOLVED] = "solved", [NQ_UNSOLVABLE] = "unsolvable", [NQ_UNKNOWN] = "unknown"};
  if (stats->stream == NULL) return;
  json_t *object = json_object();
  json_object_set_new(object, "method", json_string(method));
  json_object_set_new(object, "n", json_integer(n));
  json_object_set_new(object, "seed", json_integer((json_int_t)seed));
  json_object_set_new(object, "stream", json_integer((json_int_t)stream));
  json_object_set_new(object, "verdict", json_string(verdicts[result->verdict]));
  if (result->reason[0] != '\0') json_object_set_new(object, "reason", json_string(result->reason));
  json_object_set_new(object, "steps", json_integer((json_int_t)result->steps));
  json_object_set_new(object, "restarts", json_integer((json_int_t)result->restarts));
  json_object_set_new(
      object, "conflicts",
      result->conflicts == UINT64_MAX ? json_null() : json_integer((json_int_t)result->conflicts));
  json_object_set_new(object, "seconds",
                      json_pack("{s:f, s:f, s:f, s:f}", "start", result->seconds_start, "search",
                                result->seconds_search, "check", result->seconds_check, "total",
                                result->seconds_total));
  json_object_set_new(object, "memory_bytes", json_integer((json_int_t)result->memory_bytes));
  for (size_t i = 0; i < result->counters; i++)
    json_object_set_new(object, result->counter[i].name, number(result->counter[i].value));
  json_dumpf(object, stats->stream, JSON_COMPACT | JSON_PRESERVE_ORDER | JSON_REAL_PRECISION(9));
  fputc('\n', stats->stream);
  json_decref(object);
}

nq_status cli_stats_commit(cli_stats *stats, nq_error *error) {
  if (stats->stream == NULL || stats->stream == stderr) return NQ_OK;
  bool failed = ferror(stats->stream) != 0;
  failed = fclose(stats->stream) != 0 || failed;
  stats->stream = NULL;
  if (!failed) return cli_output_commit(&stats->output, error);
  nq_error_set(error, NQ_IO, "%s: %s", stats->output.name, strerror(errno));
  cli_output_abort(&stats->output);
  return NQ_IO;
}

void cli_stats_abort(cli_stats *stats) {
  if (stats->stream != NULL && stats->stream != stderr) {
    fclose(stats->stream);
    cli_output_abort(&stats->output);
  }
  stats->stream = NULL;
}

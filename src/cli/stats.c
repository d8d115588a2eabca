#include "cli/commands.h"
#include "core/json.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- Times, formatted for people ---- */

void cli_describe_seconds(double seconds, char *text, size_t size) {
  static const char *const units[] = {"us", "ms", "s"};
  double value = seconds * 1e6;
  size_t unit = 0;
  for (; value >= 999.5 && unit < 2; unit++) value /= 1000;
  snprintf(text, size, value < 999.5 ? "%.3g %s" : "%.0f %s", value, units[unit]);
}

void cli_describe_left(double seconds, char *text, size_t size) {
  static const struct {
    const char *unit;
    double seconds;
  } units[] = {{"d", 86400}, {"h", 3600}, {"min", 60}, {"s", 1}};
  size_t i = 0;
  while (i < 3 && seconds < units[i].seconds) i++;
  double whole = (double)(uint64_t)(seconds / units[i].seconds);
  if (i == 3)
    snprintf(text, size, "%.0f s", whole);
  else
    snprintf(text, size, "%.0f %s %.0f %s", whole, units[i].unit,
             (double)(uint64_t)((seconds - whole * units[i].seconds) / units[i + 1].seconds),
             units[i + 1].unit);
}

/* ---- JSON ---- */

nq_status cli_stats_open(cli_stats *stats, const char *path, nq_error *error) {
  *stats = (cli_stats){.output = {.descriptor = -1}};
  if (path == NULL) return NQ_OK;
  nq_status status = NQ_OK;
  if (strcmp(path, "-") == 0)
    stats->output = (nq_file)NQ_FILE_STANDARD_ERROR;
  else
    status = nq_file_open(&stats->output, path, error);
  if (status == NQ_OK) status = nq_file_stream(&stats->output, error);
  if (status != NQ_OK)
    nq_file_abort(&stats->output);
  else if (stats->output.descriptor == STDERR_FILENO) /* to keep its place among the messages */
    setvbuf(stats->output.stream, NULL, _IOLBF, BUFSIZ);
  return status;
}

char *cli_stats_text(const json_t *object) {
  return nq_json_text(object, JSON_COMPACT | JSON_PRESERVE_ORDER | JSON_REAL_PRECISION(9));
}

void cli_stats_put(cli_stats *stats, json_t *object, bool print) {
  char *text = cli_stats_text(object);
  json_decref(object);
  if (text == NULL) {
    stats->short_of_memory = true;
    return;
  }
  if (stats->output.stream != NULL) fprintf(stats->output.stream, "%s\n", text);
  if (print) puts(text);
  free(text);
}

bool cli_stats_have_output(bool json, const char *output_path, const char *things) {
  return !json || !cli_output_is_standard(output_path) ||
         cli_refuse("--json: standard output is for the summary: give -o FILE for the %s", things);
}

int cli_stats_finish(cli_stats *stats, int code) {
  nq_error error = {0};
  bool lost = stats->short_of_memory, failed = code == CLI_ERROR;
  if (stats->output.stream == NULL) return lost && !failed ? cli_say("out of memory") : code;
  if (!lost && !failed)
    return nq_file_commit(&stats->output, NULL, &error) == NQ_OK ? code
                                                                 : cli_say_error(NULL, &error);
  if (!failed) code = cli_say("%s: out of memory", stats->output.name);
  nq_file_abort(&stats->output);
  return code;
}

int cli_stats_print(json_t *object, int code) {
  cli_stats stats = {0};
  cli_stats_put(&stats, object, true);
  return cli_stats_finish(&stats, code);
}

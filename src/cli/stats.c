#include "cli/commands.h"
#include "core/json.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
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

/* "population=50": what differs from the defaults. */
static json_t *describe_options(const nq_solve_options *solve) {
  char text[1024];
  nq_solve_options_text(solve, text, sizeof text);
  const char *colon = strchr(text, ':');
  return json_string(colon != NULL ? colon + 1 : "");
}

/* A count without a limit, as nq_option_format writes it. */
static const char unlimited[] = "18446744073709551615";

/* {"population":50,...}: each option of the method with an effect, given or by default. */
static json_t *describe_parameters(const nq_solve_options *solve, const nq_instance *instance) {
  json_t *object = json_object();
  nq_solve_options resolved = *solve;
  const nq_option *option;
  if (nq_solve_options_resolve(&resolved, instance, NULL) != NQ_OK) return object;
  for (size_t i = 0; (option = nq_method_option(resolved.method, i)) != NULL; i++) {
    char text[64];
    if (!nq_option_is_key(option)) continue;
    nq_option_format(option, &resolved, text, sizeof text);
    bool number = text[0] >= '0' && text[0] <= '9';
    if (text[0] == '\0') continue; /* a preset: none */
    if (!nq_option_has_effect(nq_method_option(resolved.method, 0), option, &resolved)) continue;
    nq_json_put(&object, option->name,
                strcmp(text, unlimited) == 0 ? json_null()
                : number                     ? nq_json_number(strtod(text, NULL))
                                             : json_string(text));
  }
  return object;
}

static double seconds_of(struct timeval time) {
  return (double)time.tv_sec + (double)time.tv_usec * 1e-6;
}

/* What the process has used since its start.  Memory that the system has to supply first costs
 * system time, a page fault for each piece. */
static json_t *describe_process(void) {
  struct rusage used;
  getrusage(RUSAGE_SELF, &used);
  return json_pack("{s:f, s:f, s:I}", "user_seconds", seconds_of(used.ru_utime), "system_seconds",
                   seconds_of(used.ru_stime), "page_faults",
                   (json_int_t)used.ru_minflt + (json_int_t)used.ru_majflt);
}

json_t *cli_stats_describe(const char *method, const nq_instance *instance, uint64_t n,
                           const nq_solve_options *solve, uint64_t file_bytes,
                           const nq_result *result) {
  json_t *object = json_object();
  nq_json_put(&object, "method", json_string(method));
  if (result->member != NULL) nq_json_put(&object, "member", json_string(result->member));
  nq_json_put(&object, "options", describe_options(solve));
  if (instance != NULL) nq_json_put(&object, "parameters", describe_parameters(solve, instance));
  nq_json_put(&object, "n", json_integer((json_int_t)n));
  nq_json_put(&object, "seed", json_integer((json_int_t)solve->seed));
  nq_json_put(&object, "stream", json_integer((json_int_t)solve->stream));
  nq_json_put(&object, "verdict", json_string(nq_verdict_name(result->verdict)));
  if (result->reason[0] != '\0') nq_json_put(&object, "reason", json_string(result->reason));
  nq_json_put(&object, "steps", json_integer((json_int_t)result->steps));
  nq_json_put(&object, "restarts", json_integer((json_int_t)result->restarts));
  nq_json_put(&object, "conflicts",
              result->conflicts == UINT64_MAX ? json_null()
                                              : json_integer((json_int_t)result->conflicts));
  nq_json_put(&object, "seconds",
              json_pack("{s:f, s:f, s:f, s:f}", "start", result->seconds_start, "search",
                        result->seconds_search, "check", result->seconds_check, "total",
                        result->seconds_total));
  nq_json_put(&object, "memory_bytes", json_integer((json_int_t)result->memory_bytes));
  if (file_bytes > 0) nq_json_put(&object, "mapped_bytes", json_integer((json_int_t)file_bytes));
  nq_json_put(&object, "process", describe_process());
  for (size_t i = 0; i < result->counters; i++)
    nq_json_put(&object, result->counter[i].name, nq_json_number(result->counter[i].value));
  return object;
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

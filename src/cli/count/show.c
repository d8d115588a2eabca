/* Counts on standard output, as numbers, a table or JSON, as statistics, and in words. */
#include "cli/commands.h"
#include "cli/count/modes.h"
#include "core/json.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

/* ---- Options ---- */

bool cli_count_take_sizes(const char *text, const char *place, uint32_t most, nq_sizes *sizes) {
  const nq_option size = {NQ_OPTION_COUNT32, place, .least = 1, .most = most};
  nq_error error = {0};
  if (nq_sizes_add(sizes, &size, text, &error) == NQ_OK) return true;
  bool large = most == NQ_COUNT_N_MAX && strstr(error.message, "out of range") != NULL;
  return cli_refuse("%s%s", error.message,
                    large ? ", so that the diagonals of a half board fit in 64 bits" : "");
}

uint64_t cli_count_memory(const cli_count_options *options) {
  return (uint64_t)(options->memory * (1 << 30));
}

/* ---- Output ---- */

static void put_json(FILE *stream, const cli_count_options *options, const cli_counted *counted) {
  char count[WIDE_TEXT_BYTES] = "null";
  if (counted->whole) nq_wide_format(counted->count, count);
  fprintf(stream, "{\"n\":%" PRIu32 ",\"count\":%s,\"of\":\"%s\"", counted->n, count,
          options->fundamental ? "classes" : "solutions");
  if (options->sliced)
    fprintf(stream, ",\"slice\":\"%" PRIu64 "/%" PRIu64 "\"", options->slice.part,
            options->slice.parts);
  fprintf(stream, ",\"units\":%" PRIu64 ",\"units_done\":%" PRIu64, counted->units, counted->done);
  if (counted->searched)
    fprintf(stream, ",\"nodes\":%" PRIu64 ",\"failures\":%" PRIu64, counted->nodes,
            counted->failures);
  if (counted->files > 0)
    fprintf(stream, ",\"records\":%zu,\"files\":%zu", counted->records, counted->files);
  const nq_checkpoint_recount *again = counted->recounted;
  if (again != NULL)
    fprintf(stream,
            ",\"records_recounted\":%zu,\"units_recounted\":%" PRIu64
            ",\"wrong\":%zu,\"seed\":%" PRIu64,
            again->records, again->units, again->wrong_count, options->seed);
  if (counted->threads > 0) fprintf(stream, ",\"threads\":%" PRIu32, counted->threads);
  fprintf(stream, ",\"seconds\":%.6f}\n", counted->seconds);
}

static void print_row(cli_count_run *run, const cli_counted *counted) {
  char count[WIDE_TEXT_BYTES];
  if (!run->headed) printf("%2s  %20s  %14s\n", "n", "count", "milliseconds");
  run->headed = true;
  printf("%2" PRIu32 "  %20s  %14.3f\n", counted->n, nq_wide_format(counted->count, count),
         1000 * counted->seconds);
}

int cli_count_show(cli_count_run *run, const cli_counted *counted) {
  const cli_count_options *options = run->options;
  char text[WIDE_TEXT_BYTES];
  cli_progress_clear(&run->progress);
  if (run->stats.output.stream != NULL) put_json(run->stats.output.stream, options, counted);
  if (options->json)
    put_json(stdout, options, counted);
  else if (counted->whole && options->table)
    print_row(run, counted);
  else if (counted->whole)
    puts(nq_wide_format(counted->count, text));
  if (fflush(stdout) != 0) return CLI_ERROR;
  return counted->whole ? CLI_YES : CLI_UNKNOWN;
}

/* ---- In words ---- */

const char *cli_count_noun(const cli_count_options *options, nq_wide count) {
  bool one = count.low == 1 && count.high == 0;
  if (options->fundamental) return one ? "class" : "classes";
  return one ? "solution" : "solutions";
}

void cli_count_say(const cli_count_options *options, const cli_counted *counted) {
  char number[WIDE_TEXT_BYTES], time[32], slice[60] = "", effort[120] = "", units[120] = "";
  if (options->quiet || options->table) return;
  cli_describe_seconds(counted->seconds, time, sizeof time);
  if (options->sliced)
    snprintf(slice, sizeof slice, " in slice %" PRIu64 "/%" PRIu64, options->slice.part,
             options->slice.parts);
  if (counted->searched)
    snprintf(effort, sizeof effort, ", %" PRIu64 " node%s, %" PRIu64 " failure%s,", counted->nodes,
             nq_plural(counted->nodes), counted->failures, nq_plural(counted->failures));
  else if (counted->earlier > 0)
    snprintf(units, sizeof units, "%" PRIu64 " unit%s, %" PRIu64 " of them earlier, ",
             counted->units, nq_plural(counted->units), counted->earlier);
  else
    snprintf(units, sizeof units, "%" PRIu64 " unit%s, ", counted->units,
             nq_plural(counted->units));
  cli_say("n = %" PRIu32 ": %s %s%s%s in %s (%s%" PRIu32 " thread%s)", counted->n,
          nq_wide_format(counted->count, number), cli_count_noun(options, counted->count), slice,
          effort, time, units, counted->threads, nq_plural(counted->threads));
}

/* ---- Classes ---- */

bool cli_count_is_checked(uint32_t n) {
  return n <= 22 || nq_count_known(n) == UINT64_MAX;
}

nq_status cli_count_classes(cli_count_run *run, uint32_t n, nq_wide *count,
                            nq_count_classes *classes, bool *interrupted, nq_error *error) {
  nq_status status = nq_count_classify(n, count->low, count->high, cli_progress_in_time,
                                       &run->progress, classes, interrupted, error);
  if (run->options->fundamental)
    *count = (nq_wide){classes->plain + classes->half_turn + classes->quarter_turn, 0};
  return status;
}

void cli_count_put_interval(json_t **object, const char *name, const char *interval, bool known,
                            double number, double low, double high) {
  nq_json_put(object, name, known ? json_real(number) : json_null());
  nq_json_put(object, interval,
              known ? json_pack("[o,o]", nq_json_number(low), nq_json_number(high)) : json_null());
}

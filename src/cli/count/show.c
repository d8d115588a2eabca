/* Counts on standard output, as numbers, a table or JSON, and as statistics. */
#include "cli/count/count.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>

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

void cli_count_print_json(const cli_count_options *options, const cli_counted *counted) {
  if (options->json) put_json(stdout, options, counted);
}

static void print(const cli_count_options *options, const cli_counted *counted) {
  char text[WIDE_TEXT_BYTES];
  if (options->json)
    put_json(stdout, options, counted);
  else
    puts(nq_wide_format(counted->count, text));
}

int cli_count_print(const cli_count_options *options, const cli_counted *counted) {
  print(options, counted);
  return fflush(stdout) == 0 ? CLI_YES : CLI_ERROR;
}

static void print_row(cli_count_output *output, const cli_counted *counted) {
  char count[WIDE_TEXT_BYTES];
  if (!output->headed) printf("%2s  %20s  %14s\n", "n", "count", "milliseconds");
  output->headed = true;
  printf("%2" PRIu32 "  %20s  %14.3f\n", counted->n, nq_wide_format(counted->count, count),
         1000 * counted->seconds);
}

int cli_count_show(cli_count_output *output, const cli_counted *counted) {
  const cli_count_options *options = output->options;
  if (output->stats.stream != NULL) put_json(output->stats.stream, options, counted);
  if (counted->whole && options->table) print_row(output, counted);
  if (options->json || (counted->whole && !options->table)) print(options, counted);
  if (fflush(stdout) != 0) return CLI_ERROR;
  return counted->whole ? CLI_YES : CLI_UNKNOWN;
}

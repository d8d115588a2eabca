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
  fprintf(stream, ",\"threads\":%" PRIu32 ",\"seconds\":%.6f}\n", counted->threads,
          counted->seconds);
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
  if (!counted->whole) return CLI_UNKNOWN;
  if (!options->json && !options->table) return cli_count_print(counted->count);
  if (options->json)
    put_json(stdout, options, counted);
  else
    print_row(output, counted);
  return fflush(stdout) == 0 ? CLI_YES : CLI_ERROR;
}

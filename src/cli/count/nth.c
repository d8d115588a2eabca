/* nqueens count N --nth R: N and R -> nq_count_pick -> a board. */
#include "cli/count/modes.h"

#include <inttypes.h>
#include <stdio.h>

/* `rows`: NULL where they are not known. */
static bool print_board(const cli_count_options *options, const uint8_t *rows, uint32_t n) {
  if (options->json)
    printf("{\"n\":%" PRIu32 ",\"base\":0,\"nth\":%" PRIu64 ",\"rows\":%s", n, options->nth,
           rows != NULL ? "[" : "null");
  for (uint32_t column = 0; column < n && rows != NULL; column++)
    printf("%s%u", column == 0 ? "" : options->json ? "," : " ", rows[column]);
  puts(!options->json ? "" : rows != NULL ? "]}" : "}");
  return fflush(stdout) == 0;
}

int cli_count_nth(cli_count_run *run) {
  const cli_count_options *options = run->options;
  uint8_t rows[NQ_COUNT_PICK_N_MAX];
  uint32_t n = run->n;
  bool interrupted;
  nq_error error = {0};
  run->signals->catch_interrupts();
  nq_status status =
      nq_count_pick(n, &options->nth, 1, cli_count_threads(options), cli_progress_in_time,
                    &run->progress, rows, &interrupted, &error);
  cli_progress_clear(&run->progress);
  if (status != NQ_OK) {
    cli_say("%s%s", status == NQ_BAD_VALUE ? "--nth: " : "", error.message);
    return status == NQ_NONE ? CLI_NO : CLI_ERROR;
  }
  if (!interrupted) return print_board(options, rows, n) ? CLI_YES : CLI_ERROR;
  const char *why;
  int code = cli_progress_stop(&run->progress, &why);
  if (options->json) (void)print_board(options, NULL, n);
  if (!options->quiet) cli_say("n = %" PRIu32 ": %s before the board was found", n, why);
  return code;
}

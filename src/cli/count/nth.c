/* nqueens count N --nth R: N and R -> nq_count_pick -> a board. */
#include "cli/count/count.h"
#include "cli/progress.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

static void print_head(const cli_count_options *options, uint32_t n) {
  printf("{\"n\":%" PRIu32 ",\"base\":0,\"nth\":%" PRIu64 ",\"rows\":", n, options->nth);
}

static bool print_board(const cli_count_options *options, const uint8_t *rows, uint32_t n) {
  if (options->json) {
    print_head(options, n);
    putchar('[');
  }
  for (uint32_t column = 0; column < n; column++)
    printf("%s%u", column == 0 ? "" : options->json ? "," : " ", rows[column]);
  puts(options->json ? "]}" : "");
  return fflush(stdout) == 0;
}

int cli_count_nth(const cli_count_options *options, const char *word, const cli_signals *signals) {
  static const nq_option size = {NQ_OPTION_COUNT32, "N", .least = 1, .most = NQ_COUNT_PICK_N_MAX};
  uint8_t rows[NQ_COUNT_PICK_N_MAX];
  uint32_t n;
  bool interrupted;
  nq_error error = {0};
  cli_progress progress;
  if (nq_option_set(&size, word, &n, &error) != NQ_OK) return cli_say("%s", error.message);
  cli_progress_init(&progress, signals, options->quiet);
  cli_progress_limit(&progress, cli_limit_seconds(options->seconds));
  nq_status status = nq_count_pick(n, &options->nth, 1, cli_count_threads(options),
                                   cli_progress_in_time, &progress, rows, &interrupted, &error);
  cli_progress_clear(&progress);
  if (status != NQ_OK) {
    cli_say("%s%s", status == NQ_BAD_VALUE ? "--nth: " : "", error.message);
    return status == NQ_NONE ? CLI_NO : CLI_ERROR;
  }
  if (!interrupted) return print_board(options, rows, n) ? CLI_YES : CLI_ERROR;
  const char *why;
  int code = cli_progress_stop(&progress, &why);
  if (options->json) {
    print_head(options, n);
    puts("null}");
  }
  if (!options->quiet) cli_say("n = %" PRIu32 ": %s before the board was found", n, why);
  return code;
}

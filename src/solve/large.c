/* Large boards: the search, and the checker, which every solution must pass. */
#include "solve/parts.h"
#include "board/board.h"
#include "local/local.h"

nq_status nq_solve_require(const nq_solve_options *options, nq_error *error) {
  if (options->threads == 0) return nq_error_set(error, NQ_BAD_VALUE, "threads must be at least 1");
  if (options->stream > UINT32_MAX)
    return nq_error_set(error, NQ_BAD_VALUE, "stream must be below 2^32");
  if (!(options->limits.seconds >= 0))
    return nq_error_set(error, NQ_BAD_VALUE, "the limit of seconds must not be negative");
  return NQ_OK;
}

static nq_status require_board(const nq_large_board *board, const nq_party *party,
                               nq_error *error) {
  if (party != NULL && party->ranks > NQ_PARTY_RANKS)
    return nq_error_set(error, NQ_UNSUPPORTED, "%u ranks solve a board; at most %d can",
                        party->ranks, NQ_PARTY_RANKS);
  if (board->n < NQ_LARGE_N_MIN || board->n > NQ_LARGE_N_MAX)
    return nq_error_set(error, NQ_BAD_VALUE, "n is %" PRIu64 "; it must be %" PRIu64 " to %" PRIu64,
                        board->n, NQ_LARGE_N_MIN, NQ_LARGE_N_MAX);
  return NQ_OK;
}

/* `unwritten`: NULL if all is written.  The check has one reader at a time, which goes from left to
 * right, perhaps several times. */
static nq_status check_solution(const nq_large_board *board, nq_rounds_unwritten *unwritten,
                                unsigned threads, nq_watch *watch, nq_result *result,
                                nq_error *error) {
  const nq_large_board read = unwritten != NULL ? nq_rounds_finishing(unwritten) : *board;
  nq_check_report report;
  double begin = nq_clock();
  nq_status status = nq_large_check_watched(&read, threads, 0, watch, &report, error);
  result->seconds_check = nq_clock() - begin;
  if (status == NQ_END) {
    nq_result_unknown(result, watch, "");
    return NQ_OK;
  }
  return status != NQ_OK ? status : nq_report_require_valid(&report, board->n, NULL, error);
}

nq_status nq_large_solve(const nq_large_board *board, const nq_solve_options *options,
                         nq_result *result, nq_error *error) {
  return nq_large_solve_party(board, options, NULL, result, error);
}

nq_status nq_large_solve_party(const nq_large_board *board, const nq_solve_options *options,
                               nq_party *party, nq_result *result, nq_error *error) {
  nq_watch watch;
  nq_rounds_unwritten *unwritten;
  *result = (nq_result){.verdict = NQ_UNKNOWN, .conflicts = UINT64_MAX};
  nq_status status = require_board(board, party, error);
  if (status == NQ_OK) status = nq_solve_require(options, error);
  if (status != NQ_OK) return status;
  nq_watch_init(&watch, options->limits.seconds, options->progress, options->context);
  status = nq_rounds_solve(board, options, party, &watch, &unwritten, result, error);
  if (status == NQ_OK && result->verdict == NQ_SOLVED) {
    result->conflicts = 0;
    if (party == NULL)
      status = check_solution(board, unwritten, options->threads, &watch, result, error);
  }
  nq_rounds_unwritten_free(unwritten);
  result->seconds_total = nq_clock() - watch.begin;
  nq_watch_release(&watch);
  return status;
}

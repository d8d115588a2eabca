/* Polls and traces of a complete search. */
#include "exact/complete.h"

bool nq_complete_stops(const nq_complete *search) {
  const nq_complete_statistics *statistics = &search->statistics;
  nq_progress progress = {.phase = "search"};
  if (statistics->branches > 0)
    progress = (nq_progress){.phase = "search",
                             .done = statistics->best,
                             .total = statistics->open,
                             .branches = statistics->branches,
                             .restarts = statistics->restarts,
                             .bytes = nq_sat_proof_bytes(search->refutation.files)};
  return watch_stop(search->task->watch) != NQ_STOP_NOT ||
         nq_watch_poll(search->task->watch, progress);
}

static bool is_attacked(const nq_complete *search, uint32_t column, uint32_t row) {
  const nq_open *open = &search->open;
  for (uint32_t i = 0; i < search->depth; i++) {
    nq_open_square queen = search->queens[i];
    int64_t right = (int64_t)open->columns[column] - open->columns[queen.column];
    int64_t up = (int64_t)open->rows[row] - open->rows[queen.row];
    if (up == 0 || right == up || right == -up) return true;
  }
  return false;
}

static uint32_t count_squares(const nq_complete *search, uint32_t column) {
  uint32_t squares = 0;
  if (search->traced[search->open.columns[column]] != NQ_EMPTY) return 0;
  for (uint32_t row = 0; row < search->open.count; row++)
    squares += open_allows(&search->open, column, row) && !is_attacked(search, column, row);
  return squares;
}

void nq_complete_trace(const nq_complete *search, nq_branch_event event, nq_open_square square,
                       bool forced) {
  const nq_backtracking_options *own = &search->task->options->backtracking;
  const uint32_t *columns = search->open.columns;
  uint32_t *rows = search->traced, *squares = rows + search->open.n;
  uint32_t column = columns[square.column], row = search->open.rows[square.row];
  if (event == NQ_BRANCH_PLACE) rows[column] = row;
  if (event == NQ_BRANCH_TAKE_BACK) rows[column] = NQ_EMPTY;
  for (uint32_t i = 0; i < search->open.count; i++) squares[columns[i]] = count_squares(search, i);
  own->trace(own->trace_context, &(nq_branch_state){.event = event,
                                                    .restart = search->statistics.restarts,
                                                    .branches = search->statistics.branches,
                                                    .column = column,
                                                    .row = row,
                                                    .forced = forced,
                                                    .n = search->open.n,
                                                    .rows = rows,
                                                    .squares = squares});
}

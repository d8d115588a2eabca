/* Traces of a complete search: the board and the squares left, counted from scratch at each event.
 */
#include "core/core.h"
#include "exact/complete_parts.h"

#include <stdlib.h>
#include <string.h>

struct nq_complete_tracer {
  nq_arrays arrays;
  uint32_t *rows, *squares; /* n each */
};

nq_status nq_complete_tracer_new(nq_complete *search, nq_error *error) {
  const nq_instance *instance = search->plan.instance;
  uint32_t n = nq_instance_n(instance);
  if (n > NQ_TRACE_N_MAX)
    return nq_error_set(error, NQ_BAD_VALUE, "a trace needs n <= %d", NQ_TRACE_N_MAX);
  nq_complete_tracer *tracer = search->tracer = calloc(1, sizeof *tracer);
  if (tracer != NULL) {
    tracer->rows = nq_arrays_take(&tracer->arrays, n, sizeof *tracer->rows);
    tracer->squares = nq_arrays_take(&tracer->arrays, n, sizeof *tracer->squares);
  }
  if (tracer == NULL || tracer->arrays.failed)
    return nq_error_set(error, NQ_NO_MEMORY, "no memory for a trace");
  memset(tracer->rows, 0xff, n * sizeof *tracer->rows);
  for (size_t i = 0; i < nq_instance_placed_count(instance); i++) {
    uint32_t column, row;
    nq_instance_placed_at(instance, i, &column, &row);
    tracer->rows[column] = row;
  }
  return NQ_OK;
}

void nq_complete_tracer_free(nq_complete_tracer *tracer) {
  if (tracer != NULL) nq_arrays_release(&tracer->arrays);
  free(tracer);
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
  if (search->tracer->rows[search->open.columns[column]] != NQ_EMPTY) return 0;
  for (uint32_t row = 0; row < search->open.count; row++)
    squares += open_allows(&search->open, column, row) && !is_attacked(search, column, row);
  return squares;
}

void nq_complete_trace(nq_complete *search, nq_branch_event event, nq_open_square square,
                       bool forced) {
  nq_complete_tracer *tracer = search->tracer;
  uint32_t column = search->open.columns[square.column], row = search->open.rows[square.row];
  if (event == NQ_BRANCH_PLACE) tracer->rows[column] = row;
  if (event == NQ_BRANCH_TAKE_BACK) tracer->rows[column] = NQ_EMPTY;
  for (uint32_t i = 0; i < search->open.count; i++)
    tracer->squares[search->open.columns[i]] = count_squares(search, i);
  const nq_branch_state state = {.event = event,
                                 .restart = search->statistics.restarts,
                                 .branches = search->statistics.branches,
                                 .column = column,
                                 .row = row,
                                 .forced = forced,
                                 .n = search->open.n,
                                 .rows = tracer->rows,
                                 .squares = tracer->squares};
  search->plan.trace(search->plan.trace_context, &state);
}

/* What the checkers of boards in memory, of large ones and of ranks find, noted in one way. */
#include "board/board.h"
#include "board/lines.h"

#include <stdio.h>

/* ---- Notes, from the columns in any order ---- */

/* Count columns, of which `column` is the first; true if it is the first so far. */
static bool note(uint64_t *count, uint64_t *first, uint64_t column, uint64_t columns) {
  bool leftmost = columns > 0 && (*count == 0 || column < *first);
  if (leftmost) *first = column;
  *count += columns;
  return leftmost;
}

void nq_report_column(nq_check_report *report, uint64_t column, uint64_t row, bool empty) {
  if (empty)
    note(&report->empty_columns, &report->first_empty, column, 1);
  else if (note(&report->out_of_range, &report->first_out_of_range, column, 1))
    report->row_out_of_range = row;
}

void nq_report_broken(nq_check_report *report, uint64_t column, uint64_t row) {
  if (note(&report->broken, &report->first_broken, column, 1)) report->row_broken = row;
}

void nq_report_add(nq_check_report *report, const nq_check_report *other) {
  note(&report->empty_columns, &report->first_empty, other->first_empty, other->empty_columns);
  if (note(&report->out_of_range, &report->first_out_of_range, other->first_out_of_range,
           other->out_of_range))
    report->row_out_of_range = other->row_out_of_range;
}

void nq_report_look(nq_check_report *report, const nq_large_board *board, uint64_t column,
                    const uint64_t *rows, size_t count) {
  if (board->visit != NULL && count > 0) board->visit(board->context, column, rows, count);
  for (size_t i = 0; i < count; i++)
    if (rows[i] >= board->n)
      nq_report_column(report, column + i, rows[i], rows[i] == NQ_LARGE_EMPTY);
}

void nq_report_judge(nq_check_report *report) {
  report->valid = report->conflicts == 0 && report->empty_columns == 0 &&
                  report->out_of_range == 0 && report->broken == 0;
}

bool nq_report_misses_placed(const nq_instance *instance, uint32_t column, uint32_t row) {
  uint32_t placed = nq_instance_placed_row(instance, column);
  return placed != NQ_EMPTY && placed != row;
}

/* ---- Description ---- */

/* How `column`, which has a queen, breaks the instance. */
static void describe_broken(const nq_instance *instance, uint32_t column, uint32_t row, char *text,
                            size_t size) {
  if (nq_report_misses_placed(instance, column, row)) {
    snprintf(text, size,
             "column %" PRIu32 " has row %" PRIu32 ", but a queen is placed on row %" PRIu32,
             column, row, nq_instance_placed_row(instance, column));
    return;
  }
  if (nq_instance_blocks(instance, column, row)) {
    snprintf(text, size, "column %" PRIu32 ", row %" PRIu32 " is blocked", column, row);
    return;
  }
  for (size_t i = 0; i < nq_instance_excluded_count(instance); i++) {
    bool rising;
    uint64_t diagonal = nq_instance_excluded_at(instance, i, &rising);
    nq_direction direction = rising ? NQ_RISING : NQ_FALLING;
    if (line_index(nq_instance_n(instance), direction, column, row) != diagonal) continue;
    snprintf(text, size, "column %" PRIu32 ", row %" PRIu32 " is on excluded %s %" PRIu64, column,
             row, nq_line_names[direction], diagonal);
    return;
  }
  snprintf(text, size, "column %" PRIu32 ": two queens are placed there", column);
}

static void describe_empty(const nq_check_report *report, char *text, size_t size) {
  if (report->empty_columns == 1)
    snprintf(text, size, "column %" PRIu64 " is empty", report->first_empty);
  else
    snprintf(text, size, "column %" PRIu64 " is empty, and %" PRIu64 " more", report->first_empty,
             report->empty_columns - 1);
}

void nq_check_describe(const nq_check_report *report, uint64_t n, const nq_instance *instance,
                       char *text, size_t size) {
  if (size > 0) *text = '\0';
  if (report->out_of_range > 0)
    snprintf(text, size, "column %" PRIu64 " has row %" PRIu64 ", outside 0..%" PRIu64,
             report->first_out_of_range, report->row_out_of_range, n - 1);
  else if (report->empty_columns > 0)
    describe_empty(report, text, size);
  else if (report->conflicts > 0)
    snprintf(text, size, "columns %" PRIu64 " and %" PRIu64 " share %s %" PRIu64,
             report->first_column, report->second_column, nq_line_names[report->direction],
             report->line);
  else if (report->broken > 0 && instance != NULL)
    describe_broken(instance, (uint32_t)report->first_broken, (uint32_t)report->row_broken, text,
                    size);
}

nq_status nq_report_require_valid(const nq_check_report *report, uint64_t n,
                                  const nq_instance *instance, nq_error *error) {
  char text[200];
  if (report->valid) return NQ_OK;
  nq_check_describe(report, n, instance, text, sizeof text);
  return nq_error_set(error, NQ_INTERNAL,
                      "the search returned a board that is no solution (%s): this is a bug in "
                      "nqueens, please report it",
                      text);
}

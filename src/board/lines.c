#include "board/lines.h"

#include <string.h>

const char *const nq_line_names[] = {"row", "rising diagonal", "falling diagonal"};

bool nq_line_range_init(nq_line_range *range, uint64_t lines, uint64_t most) {
  uint64_t words = (lines + 63) / 64;
  *range = (nq_line_range){
      .marks = nq_memory_new(words, sizeof *range->marks), .words = words, .most = most};
  return range->marks != NULL;
}

void nq_line_range_set(nq_line_range *range, uint64_t n, uint64_t begin, uint64_t count) {
  bool used = range->n > 0; /* new memory is zero */
  if (used) memset(range->marks, 0, (size_t)range->words * sizeof *range->marks);
  nq_table_clear(&range->extras);
  range->n = n;
  range->begin = begin;
  range->count = count;
  range->counts = NQ_LINE_COUNTS_NONE;
}

void nq_line_range_release(nq_line_range *range) {
  nq_memory_free(range->marks, range->words, sizeof *range->marks);
  nq_table_release(&range->extras);
  *range = (nq_line_range){0};
}

/* Of one line: the pairs of all lines then fit into 64 bits. */
static uint64_t most_extras(uint64_t n) {
  uint64_t most = UINT64_MAX / 2 / n;
  return most < UINT32_MAX ? most : UINT32_MAX;
}

static void note_first(nq_line_counts *counts, uint64_t column, uint64_t line) {
  if (column > counts->first_column ||
      (column == counts->first_column && line > counts->first_line))
    return;
  counts->first_column = column;
  counts->first_line = line;
}

uint32_t nq_line_count_extra(nq_line_range *range, uint64_t column, uint64_t offset) {
  nq_line_counts *counts = &range->counts;
  nq_direction direction = line_direction(range->n, range->begin + offset);
  uint64_t extras = (uint64_t)table_get(&range->extras, offset) + 1;
  bool room = extras > 1 || range->extras.used < range->most;
  counts->extras[direction]++;
  note_first(counts, column, range->begin + offset);
  if (!room || extras > most_extras(range->n)) {
    counts->full = true;
    return 0;
  }
  if (!nq_table_set(&range->extras, offset, (uint32_t)extras)) {
    counts->no_memory = true;
    return 0;
  }
  counts->pairs[direction] += extras;
  counts->lines += extras == 1;
  return (uint32_t)extras;
}

void nq_line_counts_add(nq_line_counts *sum, const nq_line_counts *part) {
  for (unsigned i = 0; i < NQ_DIRECTIONS; i++) {
    sum->pairs[i] += part->pairs[i];
    sum->extras[i] += part->extras[i];
  }
  sum->lines += part->lines;
  sum->full = sum->full || part->full;
  sum->no_memory = sum->no_memory || part->no_memory;
  note_first(sum, part->first_column, part->first_line);
}

uint64_t nq_line_find(uint64_t n, uint64_t line, uint64_t column, const uint64_t *rows,
                      size_t count) {
  nq_direction direction = line_direction(n, line);
  for (size_t i = 0; i < count; i++, column++)
    if (rows[i] < n && rows[i] + line_shift(n, direction, column) == line) return column;
  return UINT64_MAX;
}

void nq_line_counts_report(uint64_t n, const nq_line_counts *counts, nq_check_report *report) {
  report->more = counts->full || counts->lines > NQ_LINES_MOST;
  report->conflicts = 0;
  for (unsigned i = 0; i < NQ_DIRECTIONS; i++) {
    report->pairs[i] = report->more ? counts->extras[i] : counts->pairs[i];
    report->conflicts += report->pairs[i];
  }
  if (report->conflicts == 0) return;
  report->second_column = counts->first_column;
  report->direction = line_direction(n, counts->first_line);
  report->line = counts->first_line - line_first(n, report->direction);
}

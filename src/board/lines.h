/* The lines of a board, and marks on them, for all checkers.  They share no code with the search
 * and count from the rows alone.
 *
 * MODEL.  The lines of a board have numbers in one order,
 *
 *     rows 0 .. n - 1      rising n .. 3n - 2      falling 3n - 1 .. 5n - 3
 *
 * so that the line of a queen is row + shift(direction, column).  A range of numbers has an owner,
 * with a bit for each line.  It may be told of the queens in any order: a queen on a line that is
 * already marked is an EXTRA: a line with e extras holds e + 1 queens and so e(e + 1)/2 pairs,
 * which is the sum 1 + 2 + ... + e that results when the i-th extra adds i.  The extras of each
 * line are in a table, of a limited number of lines; what follows from a full one is the checker's
 * to decide.
 *
 * The checkers of large boards allow NQ_LINES_MOST of them in all ranges together.  When there are
 * more, or more than 2^63 / n extras on one line, each extra counts as one pair: less than there
 * are, but the same number however the lines are divided, and it fits into 64 bits. */
#ifndef NQ_BOARD_LINES_H
#define NQ_BOARD_LINES_H

#include "core/core.h"

#define NQ_DIRECTIONS 3
#define NQ_LINES_MOST (UINT64_C(1) << 20)

/* "row", "rising diagonal", .. by nq_direction. */
extern const char *const nq_line_names[];

/* The number of all lines. */
static inline uint64_t line_total(uint64_t n) {
  return 5 * n - 2;
}

/* The number of the first line of a direction, and with NQ_DIRECTIONS the total. */
static inline uint64_t line_first(uint64_t n, unsigned direction) {
  return direction == 0 ? 0 : (2 * direction - 1) * n - (direction - 1);
}

/* What is added to the row of a queen in the column, modulo 2^64; the next column's shift differs
 * by line_slope. */
static inline uint64_t line_shift(uint64_t n, unsigned direction, uint64_t column) {
  uint64_t first = line_first(n, direction);
  return direction == NQ_ROW      ? first
         : direction == NQ_RISING ? first + column
                                  : first + (n - 1) - column;
}

static inline uint64_t line_slope(unsigned direction) {
  return direction == NQ_ROW ? 0 : direction == NQ_RISING ? 1 : UINT64_MAX;
}

/* The queen's line among those of the direction. */
static inline uint64_t line_index(uint64_t n, unsigned direction, uint64_t column, uint64_t row) {
  return row + line_shift(n, direction, column) - line_first(n, direction);
}

/* The number of lines of a direction. */
static inline uint64_t line_count(uint64_t n, unsigned direction) {
  return line_first(n, direction + 1) - line_first(n, direction);
}

static inline nq_direction line_direction(uint64_t n, uint64_t line) {
  return line < line_first(n, NQ_RISING)    ? NQ_ROW
         : line < line_first(n, NQ_FALLING) ? NQ_RISING
                                            : NQ_FALLING;
}

/* What was found on lines. */
typedef struct nq_line_counts {
  uint64_t pairs[NQ_DIRECTIONS], extras[NQ_DIRECTIONS];
  uint64_t lines; /* that have extras; not all of them if `full` */
  bool full;      /* the table of a range had no room, or a line too many extras */
  bool no_memory; /* for a table: the rest is not complete */
  uint64_t first_column, first_line; /* of the leftmost extra; in its column, of the first line */
} nq_line_counts;

#define NQ_LINE_COUNTS_NONE ((nq_line_counts){.first_column = UINT64_MAX})

void nq_line_counts_add(nq_line_counts *sum, const nq_line_counts *part);
/* Set pairs, conflicts, more, and of the first pair all but the first column. */
void nq_line_counts_report(uint64_t n, const nq_line_counts *counts, nq_check_report *report);

/* The owner of a range; a zeroed one may be released. */
typedef struct nq_line_range {
  uint64_t n, begin, count; /* lines begin .. begin + count - 1 */
  uint64_t *marks, words;   /* room for 64 * words >= count lines */
  uint64_t most;            /* lines with extras */
  nq_table extras;          /* by line - begin */
  nq_line_counts counts;
} nq_line_range;

/* Room for so many lines, of which `most` may have extras; false when memory is short. */
bool nq_line_range_init(nq_line_range *range, uint64_t lines, uint64_t most);
/* Begin with other lines of a board of size n, none of them marked. */
void nq_line_range_set(nq_line_range *range, uint64_t n, uint64_t begin, uint64_t count);
void nq_line_range_release(nq_line_range *range);

/* If there is a queen, it is on line begin + offset.  True: it is an extra, to be counted. */
static inline bool line_mark_if(nq_line_range *range, uint64_t offset, bool queen) {
  uint64_t bit = (uint64_t)queen << offset % 64, *word = &range->marks[offset / 64];
  bool marked = (*word & bit) != 0;
  *word |= bit;
  return marked;
}

/* A queen is on line begin + offset. */
static inline bool line_mark(nq_line_range *range, uint64_t offset) {
  return line_mark_if(range, offset, true);
}

/* Count it.  Returns how many extras of the line there now are, 0: no room. */
uint32_t nq_line_count_extra(nq_line_range *range, uint64_t column, uint64_t offset);

/* The first of the columns from `column` on whose queen is on the line; UINT64_MAX: none. */
uint64_t nq_line_find(uint64_t n, uint64_t line, uint64_t column, const uint64_t *rows,
                      size_t count);

/* ---- The report: what checkers note, from the columns in any order ---- */

/* The column is empty, or its row is not on the board. */
void nq_report_column(nq_check_report *report, uint64_t column, uint64_t row, bool empty);
/* The column does not keep the instance. */
void nq_report_broken(nq_check_report *report, uint64_t column, uint64_t row);
/* The notes on further columns of a large board: those of another report; of rows, which `visit`
 * gets too. */
void nq_report_add(nq_check_report *report, const nq_check_report *other);
void nq_report_look(nq_check_report *report, const nq_large_board *board, uint64_t column,
                    const uint64_t *rows, size_t count);
/* All was noted: set `valid`. */
void nq_report_judge(nq_check_report *report);

/* A queen is placed in the column, and the board has it on another row or not at all. */
bool nq_report_misses_placed(const nq_instance *instance, uint32_t column, uint32_t row);

#endif

/* Boards and instances, the checker, and the counters of conflicts.
 *
 * SPDX-License-Identifier: MIT */
#ifndef NQUEENS_BOARD_H
#define NQUEENS_BOARD_H

#include "nqueens/base.h"

/* ---- Boards ------------------------------------------------------------------------------ */

/* Largest board size. */
#define NQ_N_MAX UINT32_MAX

/* In rows[]: the column is empty (a partial board).  Never a row: rows end at NQ_N_MAX - 1. */
#define NQ_EMPTY UINT32_MAX

/* n queens, rows[column] = row, or NQ_EMPTY in a partial board. */
typedef struct nq_board {
  uint32_t n;
  uint32_t *rows; /* n entries, owned by the board */
} nq_board;

/* A board of n empty columns.  NQ_BAD_VALUE for n = 0, NQ_NO_MEMORY where 4n bytes are not
 * available: *board is then all zero. */
NQ_API nq_status nq_board_init(nq_board *board, uint32_t n, nq_error *error);
/* Free the rows; the board is then all zero, and may be released again. */
NQ_API void nq_board_release(nq_board *board);

/* ---- Instances: the question --------------------------------------------------------------- */

/* n, queens already placed, blocked squares, excluded diagonals. */
typedef struct nq_instance nq_instance;

/* The plain problem of size n >= 1.  NULL for n = 0 or when memory is short. */
NQ_API nq_instance *nq_instance_new(uint32_t n);
NQ_API void nq_instance_free(nq_instance *instance);

/* Place a queen; block a square; exclude a diagonal (its index as in the MODEL).  Repeating a call
 * changes nothing.  NQ_BAD_VALUE when out of range; NQ_NO_MEMORY.  An error leaves the instance
 * unchanged.
 * Queens that attack each other or stand on a forbidden square are accepted here: such an
 * instance has no solution, and nq_instance_contradiction says why. */
NQ_API nq_status nq_instance_place(nq_instance *instance, uint32_t column, uint32_t row,
                                   nq_error *error);
NQ_API nq_status nq_instance_block(nq_instance *instance, uint32_t column, uint32_t row,
                                   nq_error *error);
NQ_API nq_status nq_instance_exclude_rising(nq_instance *instance, uint64_t diagonal,
                                            nq_error *error);
NQ_API nq_status nq_instance_exclude_falling(nq_instance *instance, uint64_t diagonal,
                                             nq_error *error);

NQ_API uint32_t nq_instance_n(const nq_instance *instance);
/* The number of placed queens, blocked squares and excluded diagonals. */
NQ_API size_t nq_instance_placed_count(const nq_instance *instance);
NQ_API size_t nq_instance_blocked_count(const nq_instance *instance);
NQ_API size_t nq_instance_excluded_count(const nq_instance *instance);

/* True when nothing is placed, blocked or excluded. */
NQ_API bool nq_instance_is_plain(const nq_instance *instance);
/* The row of the queen placed in `column` < n, or NQ_EMPTY.  O(1). */
NQ_API uint32_t nq_instance_placed_row(const nq_instance *instance, uint32_t column);
/* False when the square, column and row < n, is blocked or on an excluded diagonal.  Placed queens
 * do not count.  O(1). */
NQ_API bool nq_instance_allows(const nq_instance *instance, uint32_t column, uint32_t row);

/* The i-th placed queen or blocked square, 0 <= i < count, in the order they were added. */
NQ_API void nq_instance_placed_at(const nq_instance *instance, size_t i, uint32_t *column,
                                  uint32_t *row);
NQ_API void nq_instance_blocked_at(const nq_instance *instance, size_t i, uint32_t *column,
                                   uint32_t *row);
/* The i-th excluded diagonal, 0 <= i < excluded count; *rising is its direction. */
NQ_API uint64_t nq_instance_excluded_at(const nq_instance *instance, size_t i, bool *rising);

/* True when the instance obviously has no solution: two placed queens attack each other, or a
 * placed queen stands on a forbidden square.  `error` then says why.  O(placed). */
NQ_API bool nq_instance_contradiction(const nq_instance *instance, nq_error *error);

/* ---- The checker -------------------------------------------------------------------------- */

typedef enum nq_direction { NQ_ROW, NQ_RISING, NQ_FALLING } nq_direction;

/* What a checker found. */
typedef struct nq_check_report {
  bool valid;         /* n queens on the board, no conflicts, the instance kept */
  bool more;          /* only by nq_large_check: there are more pairs than were counted */
  uint64_t conflicts; /* attacking pairs: pairs[0] + pairs[1] + pairs[2]; empty columns and rows
                         out of range are not counted */
  uint64_t pairs[3];  /* by nq_direction */
  /* The first attacking pair, where conflicts > 0: second_column is the leftmost column whose queen
   * is attacked by a queen to the left of it; first_column is the leftmost queen on that line.  If
   * they share several lines, row precedes rising and rising precedes falling. */
  uint64_t first_column, second_column;
  uint64_t line; /* index of the shared line */
  nq_direction direction;
  uint64_t empty_columns, first_empty; /* number of empty columns, and the first */
  /* Number of columns with rows >= n, the first, and its row. */
  uint64_t out_of_range, first_out_of_range, row_out_of_range;
  /* Number of columns that break the instance, the first, and its row.  Such a column lacks its
   * placed queen, or its queen is on a blocked square or an excluded diagonal. */
  uint64_t broken, first_broken, row_broken;
} nq_check_report;

typedef struct nq_check_options {
  unsigned threads;      /* >= 1; the report does not depend on it */
  uint64_t memory_bytes; /* for the marks of nq_large_check, at most; 0: as much as one pass
                                   * needs, 5n/8 */
  nq_progress_function *progress; /* called with the phase "check"; or NULL */
  void *context;
  uint64_t reserved[4]; /* 0: options of later versions */
} nq_check_options;

/* Check rows[0 .. n - 1], n >= 1, against `instance`, whose n must be the same, or against the
 * plain problem if it is NULL.  O(n) time; about n/2 bytes beyond the board.  It shares no code
 * with the counters of the search.  NQ_OK with the report filled in, whether the board is valid or
 * not; NQ_NO_MEMORY; NQ_BAD_VALUE. */
NQ_API nq_status nq_check(const uint32_t *rows, uint32_t n, const nq_instance *instance,
                          nq_check_report *report, nq_error *error);

/* The same with options; about 3n/4 bytes with several threads.  NQ_END: `progress` returned false,
 * and the report is not valid. */
NQ_API nq_status nq_check_with(const uint32_t *rows, uint32_t n, const nq_instance *instance,
                               const nq_check_options *options, nq_check_report *report,
                               nq_error *error);

/* Explain in one line why a board of size n is not valid, as in "columns 2 and 5 share row 4"; the
 * empty string for a valid board.  `instance` is the one of the check. */
NQ_API void nq_check_describe(const nq_check_report *report, uint64_t n,
                              const nq_instance *instance, char *text, size_t size);

/* ---- Conflict counters --------------------------------------------------------------------- */

/* Counters for every line of a board, and the set of queens in conflict, updated in O(1) per move.
 * They take 53n bytes.  Columns and rows must be less than n; this is not checked. */
typedef struct nq_conflicts nq_conflicts;

/* An empty board of size n.  NULL for n = 0 or when memory is short. */
NQ_API nq_conflicts *nq_conflicts_new(uint32_t n);
NQ_API void nq_conflicts_free(nq_conflicts *conflicts);

/* Place a queen in an empty column; remove the queen of a column.  O(1). */
NQ_API void nq_conflicts_place(nq_conflicts *conflicts, uint32_t column, uint32_t row);
NQ_API void nq_conflicts_remove(nq_conflicts *conflicts, uint32_t column);
/* The row of the queen in `column`, or NQ_EMPTY. */
NQ_API uint32_t nq_conflicts_row(const nq_conflicts *conflicts, uint32_t column);
/* The number of attacking pairs. */
NQ_API uint64_t nq_conflicts_total(const nq_conflicts *conflicts);
/* The number of queens in other columns that attack the square.  O(1). */
NQ_API uint64_t nq_conflicts_at(const nq_conflicts *conflicts, uint32_t column, uint32_t row);
/* The change of the total if the queens of two distinct columns exchanged rows.  O(1). */
NQ_API int64_t nq_conflicts_swap_delta(const nq_conflicts *conflicts, uint32_t column_a,
                                       uint32_t column_b);
/* Exchange the rows of the queens of two distinct columns.  O(1). */
NQ_API void nq_conflicts_swap(nq_conflicts *conflicts, uint32_t column_a, uint32_t column_b);
/* The number of attacked queens, and the column of the i-th, in no particular order.  O(1). */
NQ_API uint32_t nq_conflicts_queens(const nq_conflicts *conflicts);
NQ_API uint32_t nq_conflicts_queen(const nq_conflicts *conflicts, uint32_t i);
/* Recount everything and compare; true when all counters are right.  Takes O(n) time and as much
 * memory again; false, too, if that memory is not available. */
NQ_API bool nq_conflicts_verify(const nq_conflicts *conflicts);

#endif

/* Boards that need not fit into memory: rows of 64 bits, written and read piece by piece.
 *
 * SPDX-License-Identifier: MIT */
#ifndef NQUEENS_LARGE_H
#define NQUEENS_LARGE_H

#include "nqueens/board.h"
#include "nqueens/solve.h"

/* The sizes of nq_large_solve. */
#define NQ_LARGE_N_MIN UINT64_C(10000)
#define NQ_LARGE_N_MAX (UINT64_C(1) << 40)

/* An empty column of such a board. */
#define NQ_LARGE_EMPTY UINT64_MAX

/* Put rows[0 .. count - 1] into the columns from `column` on.  Any status but NQ_OK ends the
 * run. */
typedef nq_status nq_large_write(void *context, uint64_t column, const uint64_t *rows, size_t count,
                                 nq_error *error);
/* Get them in the same way; columns that were never written may have any row. */
typedef nq_status nq_large_read(void *context, uint64_t column, uint64_t *rows, size_t count,
                                nq_error *error);

/* Visit rows[0 .. count - 1], which the columns from `column` on have. */
typedef void nq_large_visit(void *context, uint64_t column, const uint64_t *rows, size_t count);

/* Where the rows of a board are kept.  Both functions may be called from several threads at once,
 * for disjoint columns. */
typedef struct nq_large_board {
  uint64_t n;
  void *context;
  nq_large_write *write; /* may be NULL for a check */
  nq_large_read *read;
  /* Called with the rows that were read to be checked, from column 0 on and once each, by one
   * thread at a time, while others read; or NULL. */
  nq_large_visit *visit;
  uint64_t reserved[1]; /* 0: members of later versions */
} nq_large_board;

/* Look for one solution of size n, NQ_LARGE_N_MIN .. NQ_LARGE_N_MAX.  The rows are valid if
 * result->verdict is NQ_SOLVED; they have then passed nq_large_check.  Of the options seed, stream,
 * threads, limits.seconds, progress and context count.  The same version, n, seed and stream give
 * the same board, whatever the number of threads; it is another board than that of nq_solve.  It
 * takes about 1.2 n bytes of memory.  NQ_BAD_VALUE, NQ_NO_MEMORY, NQ_INTERNAL, or an error of the
 * functions of `board`. */
NQ_API nq_status nq_large_solve(const nq_large_board *board, const nq_solve_options *options,
                                nq_result *result, nq_error *error);

/* Check a board of any size from 1 to NQ_LARGE_N_MAX against the plain problem.  It is read once
 * for each options->memory_bytes of marks, of 5n/8 bytes in all; from 2 threads on, one more waits
 * for `read`.  If more than 2^20 lines have several queens, or one has more than 2^63 / n, each
 * queen after the first of a line is counted as one pair, and report->more is set.  NQ_END:
 * `progress` returned false, and the report is not valid; NQ_NO_MEMORY, NQ_BAD_VALUE, or an error
 * of board->read. */
NQ_API nq_status nq_large_check(const nq_large_board *board, const nq_check_options *options,
                                nq_check_report *report, nq_error *error);

#endif

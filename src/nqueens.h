/* nqueens: local search for the N-queens problem at any size.
 *
 * The public header of libnqueens: it includes all headers of nqueens/, one for each part.
 *
 * MODEL.  A board of size n holds one queen in each column: rows[column] = row, both from 0 to
 * n - 1.  Two queens attack each other when they share
 *
 *     a row                 row
 *     a rising diagonal     column + row            0 .. 2n - 2
 *     a falling diagonal    row - column + n - 1    0 .. 2n - 2
 *
 * `conflicts` counts attacking PAIRS: the sum over all lines of k(k - 1)/2 for k queens on the
 * line.  A board with 0 conflicts that keeps its instance is a solution.
 *
 * The library never prints, never exits, installs no signal handlers and has no mutable globals:
 * any number of calls may run at once on distinct objects.  A function that can fail returns an
 * nq_status and, where it takes an nq_error, reports there what is wrong and what would be right.
 *
 * SPDX-License-Identifier: MIT */
#ifndef NQUEENS_H
#define NQUEENS_H

#include "nqueens/base.h"
#include "nqueens/random.h"
#include "nqueens/board.h"
#include "nqueens/solve.h"
#include "nqueens/large.h"
#include "nqueens/count.h"
#include "nqueens/sample.h"
#include "nqueens/format.h"
#include "nqueens/enumerate.h"
#include "nqueens/generate.h"

#endif

/* Every solution of a board of up to 64 columns, depth first.
 *
 * MODEL.  A set of rows is a 64-bit mask, bit r for row r.  In front of column c three masks say
 * which of its squares earlier queens attack:
 *
 *     rows       as they are             rising    shifted by -1 with every column
 *                                        falling   shifted by +1 with every column
 *
 * and a fourth which squares the instance allows.  What is left of the column is tried from row 0
 * on, so that solutions come in the lexicographic order of rows[].
 *
 * Statistics, as constraint solvers tell them:
 *
 *     solutions   boards that were visited
 *     branches    decisions: queens put on a square that was not the last one left to a line.
 *                 (Plain boards are searched without looking for such squares: every queen counts.
 *                 Of some n the last six columns come from a table, and count as one.)
 *     failures    dead ends: a line without a queen had no square left
 *
 * They end with the last board of a limit, whatever the threads. */
#ifndef NQ_EXACT_BACKTRACKING_H
#define NQ_EXACT_BACKTRACKING_H

#include "board/method.h"

#include <stdbool.h>
#include <stdint.h>

#define NQ_BACKTRACK_N_MAX      64
#define NQ_BACKTRACK_SLICES_MAX 1000000

/* Called with each solution, n rows; false ends the search. */
typedef bool nq_backtrack_visit(void *context, const uint32_t *rows);

typedef enum nq_backtrack_put {
  NQ_PUT_MORE, /* there is room for another board */
  NQ_PUT_FULL, /* there is none */
  NQ_PUT_END   /* the search ends here: pass_on will say so again */
} nq_backtrack_put;

/* What several threads leave their boards in until these are next in order.  One thread at a time
 * uses a sink. */
typedef struct nq_backtrack_sink {
  void *(*open)(void *context); /* an empty one; NULL: no memory */
  void (*close)(void *sink);
  nq_backtrack_put (*put)(void *sink, const uint32_t *rows);
  /* Called by the thread that began the search, in order: take over what is in the sink, which is
   * empty then; false ends the search. */
  bool (*pass_on)(void *context, void *sink);
} nq_backtrack_sink;

typedef struct nq_backtrack_plan {
  const nq_instance *instance;
  nq_backtrack_visit *visit; /* or NULL: solutions are only counted */
  void *context;             /* of `visit` and `sink` */
  /* More than one: so many threads search the parts of the work, the calling one puts theirs
   * together.  The boards, their order, the statistics and the end are those of one thread.  Needs
   * `sink` where there is `visit`, which takes the boards of the last part under a limit.  With a
   * limit of branches, one of few solutions or a small board it is one thread all the same, and
   * where fewer can be had. */
  unsigned threads;
  const nq_backtrack_sink *sink;
  nq_watch *watch;
  uint64_t solutions; /* stop after so many; 0: no limit */
  uint64_t branches;  /* the same */
  /* Only the lexicographically least of the (up to 8) images of a solution under the symmetries of
   * the square.  Plain boards only. */
  bool fundamental;
  /* Part `slice` (from 0) of `slices`: solutions that begin with some of the choices for the first
   * columns.  The slices in turn are the whole, in order.  Each walks the first columns for itself,
   * so of the statistics only the solutions add up.  slices = 0: the whole. */
  uint64_t slice, slices;
} nq_backtrack_plan;

typedef enum nq_backtrack_end {
  NQ_BACKTRACK_EXHAUSTED, /* there are no more solutions */
  NQ_BACKTRACK_SOLUTIONS, /* the limit of solutions */
  NQ_BACKTRACK_BRANCHES,  /* the limit of branches */
  NQ_BACKTRACK_WATCH,     /* time or interrupt, as the watch knows */
  NQ_BACKTRACK_VISITOR    /* visit returned false */
} nq_backtrack_end;

typedef struct nq_backtrack_report {
  uint64_t solutions, branches, failures;
  nq_backtrack_end end;
} nq_backtrack_report;

/* Visit the solutions in lexicographic order.  Instances that are not plain are searched column by
 * column too, with every line looked at after each queen: a last square is taken at once, an empty
 * line is a dead end.
 * NQ_UNSUPPORTED when n is over 64 (the message says what to take instead) or an instance that is
 * not plain is asked for fundamental solutions; NQ_BAD_VALUE for slices out of range;
 * NQ_NO_MEMORY. */
nq_status nq_backtrack_enumerate(const nq_backtrack_plan *plan, nq_backtrack_report *report,
                                 nq_error *error);

/* The same solutions in no order to rely on, fail-first: the next queen goes to the line, column or
 * row, with the fewest squares left.  For verdicts and counts of instances.  Neither fundamental
 * nor slices (NQ_UNSUPPORTED). */
nq_status nq_backtrack_fail_first(const nq_backtrack_plan *plan, nq_backtrack_report *report,
                                  nq_error *error);

/* NQ_UNSUPPORTED for boards of more columns than bitmasks have. */
nq_status nq_backtracking_require(const nq_instance *instance, nq_error *error);

#endif

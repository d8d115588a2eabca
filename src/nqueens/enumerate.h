/* Every solution, in order.
 *
 * SPDX-License-Identifier: MIT */
#ifndef NQUEENS_ENUMERATE_H
#define NQUEENS_ENUMERATE_H

#include "nqueens/format.h"

/* ---- Enumeration --------------------------------------------------------------------------- */

/* Largest n whose solutions can be enumerated: a set of rows is one machine word. */
#define NQ_ENUMERATE_N_MAX 64

/* Largest number of slices. */
#define NQ_ENUMERATE_SLICES_MAX 1000000

typedef struct nq_enumerate_options {
  uint64_t solutions; /* end after this many solutions; 0: no limit */
  double seconds;     /* wall clock; 0: no limit */
  /* Only the lexicographically least of the (up to 8) images of each solution under the symmetries
   * of the square.  Plain instances only. */
  bool fundamental;
  /* Part `slice` of `slices`, 0 <= slice < slices <= NQ_ENUMERATE_SLICES_MAX: the solutions that
   * begin with some of the choices for the first columns.  One after another, the slices give all
   * solutions in order. */
  uint64_t slice, slices;
  unsigned threads;               /* >= 1; the result does not depend on it */
  nq_progress_function *progress; /* called with the phase "search"; or NULL */
  void *context;                  /* of progress and of the visitor */
  uint64_t reserved[8];           /* 0: options of later versions */
} nq_enumerate_options;

/* Why an enumeration ended. */
typedef enum nq_enumerate_end {
  NQ_ENUMERATE_ALL,     /* there are no more solutions */
  NQ_ENUMERATE_LIMIT,   /* options->solutions were found */
  NQ_ENUMERATE_TIME,    /* options->seconds have passed */
  NQ_ENUMERATE_STOPPED, /* `progress` returned false */
  NQ_ENUMERATE_VISITOR  /* the visitor returned false, or a board could not be written */
} nq_enumerate_end;

typedef struct nq_enumerate_result {
  nq_enumerate_end end;
  uint64_t solutions; /* visited, written or counted */
  /* Decisions: queens placed on a square that was not the last one of its line.  (On plain boards
   * every queen counts.  For some n the last six columns come from a table and count as one
   * branch.)  Every slice searches the first columns itself, so the branches and failures of slices
   * do not add up to those of the whole. */
  uint64_t branches;
  uint64_t failures; /* dead ends: lines without a queen that had no square left */
  double seconds;    /* wall clock */
} nq_enumerate_result;

/* Called with each solution in lexicographic order of rows[0 .. n - 1], from the calling thread.
 * The rows are valid until it returns.  False ends the enumeration. */
typedef bool nq_enumerate_visit(void *context, const uint32_t *rows);

/* Defaults: all solutions, slice 0 of 1, one thread, no progress. */
NQ_API void nq_enumerate_options_init(nq_enumerate_options *options);

/* Visit the solutions of `instance`, or, where `visit` is NULL, only count them one by one
 * (nq_count is much faster for plain instances).  Every solution has passed nq_check before it is
 * visited.
 * NQ_OK with *result filled in, however the enumeration ended (the result does not depend on the
 * number of threads unless the clock, `progress` or the visitor ended it); NQ_UNSUPPORTED: n is
 * greater than NQ_ENUMERATE_N_MAX, or `fundamental` is set for an instance that is not plain;
 * NQ_BAD_VALUE: an option is out of range; NQ_NO_MEMORY; NQ_INTERNAL. */
NQ_API nq_status nq_enumerate(const nq_instance *instance, const nq_enumerate_options *options,
                              nq_enumerate_visit *visit, nq_enumerate_result *result,
                              nq_error *error);

/* The same, but each solution goes to `writer`, which must be for boards of the instance's n; the
 * threads share the work of formatting.  Errors as for nq_enumerate and nq_writer_board; *result is
 * filled in even then.  The caller still has to call nq_writer_finish. */
NQ_API nq_status nq_enumerate_write(const nq_instance *instance,
                                    const nq_enumerate_options *options, nq_writer *writer,
                                    nq_enumerate_result *result, nq_error *error);

#endif

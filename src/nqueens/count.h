/* The number of solutions.
 *
 * SPDX-License-Identifier: MIT */
#ifndef NQUEENS_COUNT_H
#define NQUEENS_COUNT_H

#include "nqueens/board.h"

/* ---- Counting -------------------------------------------------------------------------------- */

/* Largest n that can be counted. */
#define NQ_COUNT_N_MAX 29

/* Store the exact number of solutions of the plain problem in *solutions, using `threads` >= 1
 * threads.  Half boards are joined, so no solution is visited (src/counting/).  `progress`, or
 * NULL, is called with the phase "count"; when it returns false, the count ends with *interrupted
 * true and *solutions 0.  NQ_BAD_VALUE (n = 0, no thread), NQ_UNSUPPORTED (n > NQ_COUNT_N_MAX, or
 * n = 29, whose number does not fit), NQ_NO_MEMORY, NQ_INTERNAL. */
NQ_API nq_status nq_count(uint32_t n, unsigned threads, nq_progress_function *progress,
                          void *context, uint64_t *solutions, bool *interrupted, nq_error *error);

/* The number of solutions as published (OEIS A000170), without counting; 0 <= n <= 27, UINT64_MAX
 * for larger n: nobody has counted them. */
NQ_API uint64_t nq_count_known(uint32_t n);

/* Store in *classes the number of classes of solutions under the 8 symmetries of the square,
 * computed from the number of all solutions, `solutions` (Burnside's lemma).  It takes seconds for
 * n up to 25, a minute for n = 27.  `progress` as for nq_count.  NQ_INTERNAL when `solutions`
 * cannot be the number for n; NQ_BAD_VALUE (n = 0); NQ_UNSUPPORTED (n > NQ_COUNT_N_MAX). */
NQ_API nq_status nq_count_fundamental(uint32_t n, uint64_t solutions,
                                      nq_progress_function *progress, void *context,
                                      uint64_t *classes, bool *interrupted, nq_error *error);

/* The classes by their symmetry.  For n > 1: solutions = 8 plain + 4 half_turn + 2 quarter_turn. */
typedef struct nq_count_classes {
  uint64_t plain;        /* 8 different images; for n = 1 the one solution, its own image */
  uint64_t half_turn;    /* 4: a half turn maps a solution to itself */
  uint64_t quarter_turn; /* 2: a quarter turn does, too */
} nq_count_classes;

/* The same for a number of solutions in two halves, solutions + 2^64 solutions_high: *classes has
 * the classes.  Symmetric solutions are counted on their own, so NQ_INTERNAL also is a check of
 * the number. */
NQ_API nq_status nq_count_classify(uint32_t n, uint64_t solutions, uint64_t solutions_high,
                                   nq_progress_function *progress, void *context,
                                   nq_count_classes *classes, bool *interrupted, nq_error *error);

/* ---- Counting in units ----------------------------------------------------------------------- */

/* The count of a plain board split into units of work, 0 .. units - 1.  Each can be counted alone,
 * on any machine, at any time; the sum over all units is the number of solutions. */
typedef struct nq_count_plan nq_count_plan;

/* Version of the numbering of units.  Counts of units may be added only if they used the same
 * version. */
#define NQ_COUNT_NUMBERING 1

/* Store the plan for n in *plan.  NQ_BAD_VALUE (n = 0), NQ_UNSUPPORTED (n > NQ_COUNT_N_MAX),
 * NQ_NO_MEMORY. */
NQ_API nq_status nq_count_plan_new(uint32_t n, nq_count_plan **plan, nq_error *error);
NQ_API void nq_count_plan_free(nq_count_plan *plan);
NQ_API uint32_t nq_count_plan_n(const nq_count_plan *plan);
NQ_API uint64_t nq_count_plan_units(const nq_count_plan *plan);

/* Units begin .. end - 1. */
typedef struct nq_count_range {
  uint64_t begin, end;
  uint64_t count;      /* their contribution to the number of solutions: the low 64 bits, */
  double seconds;      /* processor time of one thread */
  uint64_t count_high; /* and the high ones, 0 where the number fits in 64 bits */
  char path[12];       /* that counted them: a name from nq_count_path_name; "": unknown */
} nq_count_range;

/* Largest number of slices. */
#define NQ_COUNT_SLICES_MAX (UINT64_C(1) << 32)

/* Set *range to slice `slice` of `slices`, with count and seconds 0.  Slices are disjoint, together
 * contain all units, and differ in size by at most one unit.  Ranges of equal size take about equal
 * work.  NQ_BAD_VALUE unless 0 <= slice < slices <= NQ_COUNT_SLICES_MAX. */
NQ_API nq_status nq_count_slice(const nq_count_plan *plan, uint64_t slice, uint64_t slices,
                                nq_count_range *range, nq_error *error);

/* Called with each range when it has been counted.  Any status but NQ_OK ends the run. */
typedef nq_status nq_count_record(void *context, const nq_count_range *range, nq_error *error);

typedef struct nq_count_options {
  unsigned threads; /* >= 1 */
  const char *path; /* a name from nq_count_path_name; NULL: the fastest on this machine */
  /* May be NULL.  Both are called from the calling thread. */
  nq_count_record *record;
  nq_progress_function *progress; /* phase "count", done and total in units */
  void *context;                  /* of both */
  nq_crew *crew;                  /* other processes that count too; or NULL */
  /* In bytes, of all threads of all processes of a machine.  Tables that do not fit are replaced by
   * a search for each unit, and lists of half boards that do not fit are cut into pieces; both take
   * longer.  0: 4 GiB for each process. */
  uint64_t memory;
  uint64_t reserved[6]; /* 0: options of later versions */
} nq_count_options;

typedef struct nq_count_result {
  uint64_t count;      /* the contribution of the counted units: the low 64 bits, */
  uint64_t count_high; /* and the high ones: n = 29 has more than 2^64 solutions */
  uint64_t units;      /* number of units counted */
  double seconds;      /* wall clock */
  bool interrupted;    /* `progress` returned false */
} nq_count_result;

/* Defaults: one thread, the fastest path, no callbacks. */
NQ_API void nq_count_options_init(nq_count_options *options);

/* Count the units of all `ranges` (only begin and end matter), which must lie in the plan and not
 * overlap.  Even after an error, *result holds the units that were counted and recorded.
 * NQ_BAD_VALUE, NQ_UNSUPPORTED (this machine cannot run the path), NQ_NO_MEMORY, NQ_INTERNAL, or
 * the status that `record` returned. */
NQ_API nq_status nq_count_run(const nq_count_plan *plan, const nq_count_range *ranges,
                              size_t range_count, const nq_count_options *options,
                              nq_count_result *result, nq_error *error);

/* A path is a version of the inner loops for one kind of processor.  The name of the i-th path, the
 * fastest first, and whether this machine can run it; NULL past the end. */
NQ_API const char *nq_count_path_name(size_t i, bool *available);

/* ---- Counting the solutions of an instance -------------------------------------------------- */

/* Largest number of columns without a placed queen, on boards of any size. */
#define NQ_COUNT_COLUMNS_MAX 64

/* Largest number of slices. */
#define NQ_COUNT_INSTANCE_SLICES_MAX 4096

typedef struct nq_count_instance_options {
  /* Slice `slice` of `slices`, 0 <= slice < slices <= NQ_COUNT_INSTANCE_SLICES_MAX; the counts of
   * all slices add up. */
  uint64_t slice, slices;
  double seconds;                 /* wall clock; 0: no limit */
  unsigned threads;               /* >= 1; the count does not depend on it */
  nq_progress_function *progress; /* phase "count", done and total in parts; or NULL */
  void *context;
  uint64_t reserved[8]; /* 0: options of later versions */
} nq_count_instance_options;

typedef struct nq_count_instance_result {
  uint64_t count;    /* solutions found; too low when the run was stopped */
  uint64_t nodes;    /* queens tried, by all threads */
  uint64_t failures; /* dead ends: lines without a queen that had no square left */
  uint64_t parts;    /* of the slice */
  uint64_t done;     /* parts that were searched */
  unsigned threads;  /* number of threads that searched a part */
  bool stopped;      /* by the time limit or `progress` */
  bool interrupted;  /* by `progress` */
  double seconds;    /* wall clock */
} nq_count_instance_result;

/* Defaults: slice 0 of 1, one thread, no limit. */
NQ_API void nq_count_instance_options_init(nq_count_instance_options *options);

/* Count the solutions one by one.  NQ_OK with *result filled in; NQ_UNSUPPORTED: more than
 * NQ_COUNT_COLUMNS_MAX columns have no queen; NQ_BAD_VALUE: an option is out of range;
 * NQ_NO_MEMORY. */
NQ_API nq_status nq_count_instance(const nq_instance *instance,
                                   const nq_count_instance_options *options,
                                   nq_count_instance_result *result, nq_error *error);

#endif

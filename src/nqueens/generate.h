/* Test boards and instances.
 *
 * SPDX-License-Identifier: MIT */
#ifndef NQUEENS_GENERATE_H
#define NQUEENS_GENERATE_H

#include "nqueens/solve.h"

/* ---- Generating test boards and instances --------------------------------------------------- */

/* A kind of board or instance: a row of the table of kinds. */
typedef struct nq_generate_kind {
  const char *name; /* "near" */
  const char *summary;
  bool instances;      /* makes instances; otherwise boards */
  bool placed;         /* its instances have placed queens only: partial boards */
  bool puzzles;        /* each of its instances comes with all its solutions: a data set */
  uint32_t parameters; /* bit i: the kind takes parameter i */
} nq_generate_kind;

/* Parameters of kinds. */
typedef enum nq_generate_parameter {
  NQ_GENERATE_CONFLICTS,
  NQ_GENERATE_UNIFORM,
  NQ_GENERATE_SHOW,
  NQ_GENERATE_PLACED,
  NQ_GENERATE_BLOCKS,
  NQ_GENERATE_DIAGONALS,
  NQ_GENERATE_LEAST,
  NQ_GENERATE_FAMILY,
  NQ_GENERATE_REASON,
  NQ_GENERATE_VERDICT,
  NQ_GENERATE_TURN,
  NQ_GENERATE_FAULT,
  NQ_GENERATE_SWEEPS,
  NQ_GENERATE_DISTINCT,
  NQ_GENERATE_REMOVE,
  NQ_GENERATE_REMOVE_MOST,
  NQ_GENERATE_COMPLETIONS,
  NQ_GENERATE_SPLIT_BY,
  NQ_GENERATE_PARAMETERS /* number of parameters */
} nq_generate_parameter;

/* The i-th kind, NULL past the end; the kind with this name, or NULL. */
NQ_API const nq_generate_kind *nq_generate_kind_at(size_t i);
NQ_API const nq_generate_kind *nq_generate_kind_by_name(const char *name);
/* The option that describes the parameter, NULL past the end.  The value of a parameter is a
 * number, the value of a choice, or 0 or 1. */
NQ_API const nq_option *nq_generate_option(nq_generate_parameter parameter);

/* Value of a parameter that is not given. */
#define NQ_GENERATE_DEFAULT UINT64_MAX

/* Largest number of parts of a data set. */
#define NQ_GENERATE_PARTS_MAX 8

typedef struct nq_generate_options {
  const char *kind;
  uint32_t n;
  uint64_t seed;
  uint64_t first, count; /* the items first .. first + count - 1; all indices are below 2^32 */
  uint64_t value[NQ_GENERATE_PARAMETERS]; /* NQ_GENERATE_DEFAULT where the kind does not take it */
  /* Kinds of puzzles: the shares of the parts that the data set is split into, as in {80, 20}; the
   * first 0 ends the list.  Each class of boards under the symmetries of the square belongs to one
   * part, which depends on n, the seed, the shares and `split-by` alone.
   *     by solutions   all completions of a puzzle are in its part: no board of a part, puzzle or
   *                    solution, is an image of a board of another
   *     by puzzles     no puzzle of a part is an image of a puzzle of another */
  uint32_t split[NQ_GENERATE_PARTS_MAX];
  unsigned threads;               /* >= 1; the items do not depend on it */
  double seconds;                 /* wall clock; 0: no limit */
  nq_progress_function *progress; /* or NULL */
  void *context;                  /* of progress and of the visitor */
  nq_crew *crew;                  /* other processes that make items too; or NULL */
} nq_generate_options;

/* The known answer of an item, proved by the checker or by exact search. */
typedef enum nq_known {
  NQ_KNOWN_VALID,   /* a board that is a solution */
  NQ_KNOWN_INVALID, /* a board that is not a solution */
  NQ_KNOWN_SOLVABLE,
  NQ_KNOWN_UNSOLVABLE,
  NQ_KNOWN_NOTHING
} nq_known;

typedef struct nq_generated {
  const nq_generate_kind *kind;
  uint32_t n;
  uint64_t seed, index;
  uint64_t value[NQ_GENERATE_PARAMETERS]; /* as used; NQ_GENERATE_DEFAULT: not used */
  nq_board board;                         /* kind corrupt: its n may differ from `n`; of a puzzle,
                                             the solution that it was made from */
  nq_instance *instance;                  /* NULL for kinds of boards */
  nq_known answer;
  uint64_t conflicts; /* of a board, as the checker counts them */
  uint64_t solutions; /* of an instance; UINT64_MAX: unknown */
  /* Of a puzzle: its solutions in lexicographic order, n rows each, or NULL if they are more than
   * the parameter `completions`; the branches of the complete search that found them; its part. */
  uint32_t *completions;
  uint64_t branches; /* UINT64_MAX: unknown */
  unsigned part;
  char reason[200]; /* why the board is invalid or there is no solution; may be empty */
} nq_generated;

/* Called with each item in turn, from the calling thread; the item is valid until it returns.
 * False ends the run. */
typedef bool nq_generate_visit(void *context, const nq_generated *item);

/* Defaults: seed 0, one item, one thread, no limits, no parameter given.  Then set kind and n. */
NQ_API void nq_generate_options_init(nq_generate_options *options);

/* Make the items.  Item i has a random stream of its own: the same version, kind, n, values and
 * seed give the same item.  Its answer has been proved before it is visited.
 * NQ_OK when all were visited; NQ_END when the visitor, `progress` or the clock ended the run;
 * NQ_NONE: it has been proved that there is no such item; NQ_BAD_VALUE: an option is out of range
 * or does not belong to the kind; NQ_UNSUPPORTED: an item cannot be made, or was not found;
 * NQ_NO_MEMORY; NQ_INTERNAL. */
NQ_API nq_status nq_generate(const nq_generate_options *options, nq_generate_visit *visit,
                             nq_error *error);

/* Describe the item in one line of `name=value`: kind, n, seed, index, parameters, answer. */
NQ_API void nq_generated_describe(const nq_generated *item, char *text, size_t size);
/* "valid", "invalid", "solvable", "unsolvable", "unknown". */
NQ_API const char *nq_known_name(nq_known answer);

/* ---- Suites of instances --------------------------------------------------------------------- */

/* Programs whose time was measured on the instances of a suite. */
#define NQ_SUITE_SOLVERS 9

/* Milliseconds that stand for no answer: within the limit, and not tried. */
#define NQ_SUITE_UNDECIDED (-1)
#define NQ_SUITE_NOT_RUN   (-2)

typedef struct nq_suite_row {
  const char *kind;
  uint32_t n, index;
  nq_generate_parameter parameter; /* the only one given; NQ_GENERATE_PARAMETERS: none */
  uint64_t value;
  /* Squares "column row column row .." with queens, for kinds whose items depend on a method of
   * solving, which may change; NULL: the kind makes the instance. */
  const char *queens;
  nq_known answer;                        /* solvable, unsolvable or unknown */
  uint64_t solutions;                     /* UINT64_MAX: unknown */
  uint64_t checksum;                      /* the first 64 bits of its SHA-256 */
  int32_t milliseconds[NQ_SUITE_SOLVERS]; /* processor time, at least 1 */
} nq_suite_row;

/* A named set of instances, which is the same for ever. */
typedef struct nq_suite {
  const char *name, *size; /* "queens-2026", "smoke" */
  uint64_t seed;           /* of all its instances */
  unsigned limit;          /* seconds that each solver had */
  const char *machine;     /* that measured */
  const nq_suite_row *rows;
  size_t count;
} nq_suite;

/* The i-th suite, one entry for each size; NULL past the end. */
NQ_API const nq_suite *nq_suite_at(size_t i);
/* The suite of this name and size, or NULL; without a size, the one to use if in doubt. */
NQ_API const nq_suite *nq_suite_by_name(const char *name, const char *size);
/* The name of the i-th of the solvers measured; NULL past the end. */
NQ_API const char *nq_suite_solver(size_t i);

/* Bytes of a SHA-256 in hexadecimal digits, with its end. */
#define NQ_SUITE_SUM_BYTES 65

/* Called with each instance in turn; false ends the run. */
typedef bool nq_suite_visit(void *context, const nq_generated *item, const nq_suite_row *row,
                            const char sum[NQ_SUITE_SUM_BYTES]);

/* Make the instances of a suite, as nq_generate where they are not listed, with threads, seconds,
 * progress and context as in `how`.  Each is compared with its checksum, the SHA-256 of its native
 * text without comments, and has the known answer of the suite.  NQ_INTERNAL when an instance is
 * another. */
NQ_API nq_status nq_suite_generate(const nq_suite *suite, const nq_generate_options *how,
                                   nq_suite_visit *visit, nq_error *error);

#endif

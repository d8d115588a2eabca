/* nqueens: local search for the N-queens problem at any size.
 *
 * The one public header of libnqueens.
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
 * nq_status and, where it takes an nq_error, tells there what is wrong and what would be right.
 *
 * SPDX-License-Identifier: MIT */
#ifndef NQUEENS_H
#define NQUEENS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define NQ_API                 __attribute__((visibility("default")))
#define NQ_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define NQ_API
#define NQ_PRINTF(text, first)
#endif

#define NQ_VERSION "0.1.0"

/* NQ_VERSION of the library that is linked, which may be newer than this header. */
NQ_API const char *nq_version(void);

/* Largest board size. */
#define NQ_N_MAX UINT32_MAX

/* In rows[]: the column is empty (a partial board).  Never a row: rows end at NQ_N_MAX - 1. */
#define NQ_EMPTY UINT32_MAX

/* ---- Status and errors ------------------------------------------------------------------ */

typedef enum nq_status {
  NQ_OK = 0,
  NQ_END,         /* a reader has no further board: not an error */
  NQ_BAD_VALUE,   /* an argument is out of its range */
  NQ_BAD_FORMAT,  /* input text or bytes break their format */
  NQ_IO,          /* reading or writing failed */
  NQ_NO_MEMORY,   /* memory cannot be had; the message says how much was needed */
  NQ_UNSUPPORTED, /* the method or format cannot do what was asked */
  NQ_INTERNAL,    /* a bug: a board called a solution failed the check */
  NQ_NO_BOARD,    /* a reader has an answer that is no board: nq_reader_answer tells which */
  NQ_NONE         /* proved: what was asked for does not exist */
} nq_status;

/* What went wrong.  `message` says what is wrong and what would be right, in one line, without a
 * program name; `line` is the line of the input, from 1, or 0 where there is none. */
typedef struct nq_error {
  nq_status status;
  uint64_t line;
  char message[400];
} nq_error;

/* Fill *error (ignored when NULL) and return `status`. */
NQ_API nq_status nq_error_set(nq_error *error, nq_status status, const char *format, ...)
    NQ_PRINTF(3, 4);

/* ---- Random numbers ---------------------------------------------------------------------- */

/* PCG generators (M. E. O'Neill, "PCG: A Family of Simple Fast Space-Efficient Statistically Good
 * Algorithms for Random Number Generation", HMC-CS-2014-0905, 2014).  The state belongs to the
 * caller; copying it copies the stream.  Both equal the reference implementation bit for bit. */

/* PCG32: setseq, 64-bit state, 32-bit output (XSH-RR 64/32). */
typedef struct nq_pcg32 {
  uint64_t state;
  uint64_t increment; /* odd */
} nq_pcg32;

/* PCG64: setseq, 128-bit state, 64-bit output (XSL-RR 128/64).  [0] is the low half. */
typedef struct nq_pcg64 {
  uint64_t state[2];
  uint64_t increment[2]; /* odd */
} nq_pcg64;

/* Seed from (seed, stream): distinct streams of one seed are distinct sequences.  pcg32 uses the
 * low 63 bits of `stream`. */
NQ_API void nq_pcg32_seed(nq_pcg32 *random, uint64_t seed, uint64_t stream);
NQ_API void nq_pcg64_seed(nq_pcg64 *random, uint64_t seed, uint64_t stream);

/* The next number of the stream, uniform over all 2^32 or 2^64 values. */
NQ_API uint32_t nq_pcg32_next(nq_pcg32 *random);
NQ_API uint64_t nq_pcg64_next(nq_pcg64 *random);

/* Uniform in 0 .. bound - 1 without bias (D. Lemire, "Fast Random Integer Generation in an
 * Interval", ACM TOMACS 29(1), 2019).  bound >= 1. */
NQ_API uint32_t nq_pcg32_below(nq_pcg32 *random, uint32_t bound);
NQ_API uint64_t nq_pcg64_below(nq_pcg64 *random, uint64_t bound);

/* Uniform in [0, 1) with 53 random bits. */
NQ_API double nq_pcg64_unit(nq_pcg64 *random);

/* Jump `delta` numbers ahead (modulo the period: 2^64 - k goes back k) in O(log delta) (F. Brown,
 * "Random Number Generation with Arbitrary Strides", 1994). */
NQ_API void nq_pcg32_advance(nq_pcg32 *random, uint64_t delta);
NQ_API void nq_pcg64_advance(nq_pcg64 *random, uint64_t delta_low, uint64_t delta_high);

/* Uniform random permutation of values[0 .. count - 1], in place (Fisher & Yates 1938, Durstenfeld
 * 1964). */
NQ_API void nq_pcg64_shuffle(nq_pcg64 *random, uint32_t *values, size_t count);

/* ---- Boards ------------------------------------------------------------------------------ */

/* n queens, rows[column] = row, or NQ_EMPTY in a partial board. */
typedef struct nq_board {
  uint32_t n;
  uint32_t *rows; /* n entries, owned by the board */
} nq_board;

/* A board of n empty columns.  NQ_BAD_VALUE for n = 0, NQ_NO_MEMORY when 4n bytes cannot be had:
 * *board is then all zero. */
NQ_API nq_status nq_board_init(nq_board *board, uint32_t n, nq_error *error);
/* Free the rows; the board is then all zero, and may be released again. */
NQ_API void nq_board_release(nq_board *board);

/* ---- Instances: the question --------------------------------------------------------------- */

/* n, queens already placed, blocked squares, excluded diagonals. */
typedef struct nq_instance nq_instance;

/* The plain problem of size n, 1 <= n.  NULL when memory cannot be had or n = 0. */
NQ_API nq_instance *nq_instance_new(uint32_t n);
NQ_API void nq_instance_free(nq_instance *instance);

/* Place a queen; block a square; exclude a diagonal (its index as in the MODEL).  Saying the same
 * twice is allowed.  NQ_BAD_VALUE when out of range; NQ_NO_MEMORY; the instance is then as
 * it was.
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
/* How many of each it has. */
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

/* The i-th placed queen or blocked square, 0 <= i < count, in the order of their first mention. */
NQ_API void nq_instance_placed_at(const nq_instance *instance, size_t i, uint32_t *column,
                                  uint32_t *row);
NQ_API void nq_instance_blocked_at(const nq_instance *instance, size_t i, uint32_t *column,
                                   uint32_t *row);
/* The i-th excluded diagonal, 0 <= i < excluded count; *rising tells its direction. */
NQ_API uint64_t nq_instance_excluded_at(const nq_instance *instance, size_t i, bool *rising);

/* True when the instance plainly has no solution: two placed queens attack each other, or a placed
 * queen stands on a forbidden square.  `error` then says why.  O(placed). */
NQ_API bool nq_instance_contradiction(const nq_instance *instance, nq_error *error);

/* ---- The checker -------------------------------------------------------------------------- */

typedef enum nq_direction { NQ_ROW, NQ_RISING, NQ_FALLING } nq_direction;

/* What the checker found on a raw array of rows. */
typedef struct nq_check_report {
  bool valid;         /* n queens on the board, no conflicts, the instance kept */
  uint64_t conflicts; /* attacking pairs: pairs[0] + pairs[1] + pairs[2]; empty columns and rows
                         out of range take no part */
  uint64_t pairs[3];  /* by nq_direction */
  /* The first offending pair: second_column is the first column, from the left, whose queen is
   * attacked by one before it; first_column is the leftmost queen on that line.  Rows before
   * rising before falling.  Meaningful when conflicts > 0. */
  uint32_t first_column, second_column;
  nq_direction direction;
  uint64_t line;          /* the index of the line that they share */
  uint64_t empty_columns; /* and the first of them */
  uint32_t first_empty;
  uint64_t out_of_range; /* rows >= n, and the first such column */
  uint32_t first_out_of_range;
  uint64_t broken;       /* columns where the instance is not kept: a placed queen elsewhere, */
  uint32_t first_broken; /* a blocked square, an excluded diagonal; and the first of them */
} nq_check_report;

/* Check rows[0 .. n - 1], n >= 1, against the plain problem or, where `instance` is not NULL (its n
 * must be equal), against that.  O(n) time; about n/2 bytes beyond the board.  It shares nothing
 * with the counters that the search uses.  NQ_NO_MEMORY, NQ_BAD_VALUE, or NQ_OK with the report
 * filled in, whatever the verdict. */
NQ_API nq_status nq_check(const uint32_t *rows, uint32_t n, const nq_instance *instance,
                          nq_check_report *report, nq_error *error);

/* One line about why the board is not valid, as in "columns 2 and 5 share row 4"; the empty string
 * for a valid one.  `rows` is the array that was checked. */
NQ_API void nq_check_describe(const nq_check_report *report, const uint32_t *rows, uint32_t n,
                              const nq_instance *instance, char *text, size_t size);

/* ---- Conflict counters --------------------------------------------------------------------- */

/* Counters for every line of a board, and the set of queens in conflict, kept up to date in O(1) a
 * move.  53n bytes.  Columns and rows are below n; it is not checked. */
typedef struct nq_conflicts nq_conflicts;

/* An empty board of size n.  NULL when memory cannot be had or n = 0. */
NQ_API nq_conflicts *nq_conflicts_new(uint32_t n);
NQ_API void nq_conflicts_free(nq_conflicts *conflicts);

/* Put a queen into an empty column; take one away; both O(1). */
NQ_API void nq_conflicts_place(nq_conflicts *conflicts, uint32_t column, uint32_t row);
NQ_API void nq_conflicts_remove(nq_conflicts *conflicts, uint32_t column);
/* The row of the queen in `column`, or NQ_EMPTY. */
NQ_API uint32_t nq_conflicts_row(const nq_conflicts *conflicts, uint32_t column);
/* Attacking pairs on the board now. */
NQ_API uint64_t nq_conflicts_total(const nq_conflicts *conflicts);
/* How many queens of other columns attack the square.  O(1). */
NQ_API uint64_t nq_conflicts_at(const nq_conflicts *conflicts, uint32_t column, uint32_t row);
/* By how much the total would change if the queens of two distinct columns exchanged rows.  O(1) */
NQ_API int64_t nq_conflicts_swap_delta(const nq_conflicts *conflicts, uint32_t column_a,
                                       uint32_t column_b);
/* Exchange the rows of the queens of two distinct columns.  O(1). */
NQ_API void nq_conflicts_swap(nq_conflicts *conflicts, uint32_t column_a, uint32_t column_b);
/* The number of queens that are attacked, and the i-th of them (in no particular order).  O(1). */
NQ_API uint32_t nq_conflicts_queens(const nq_conflicts *conflicts);
NQ_API uint32_t nq_conflicts_queen(const nq_conflicts *conflicts, uint32_t i);
/* Recount everything from scratch, O(n) time and as much memory again, and compare: true when all
 * counters are right; false also when that memory cannot be had. */
NQ_API bool nq_conflicts_verify(const nq_conflicts *conflicts);

/* ---- Solving ------------------------------------------------------------------------------- */

typedef enum nq_verdict {
  NQ_SOLVED,     /* a solution was found and has passed nq_check */
  NQ_UNSOLVABLE, /* proved: no solution exists; `reason` says why */
  NQ_UNKNOWN     /* a limit was reached, or the run was interrupted */
} nq_verdict;

/* 0 means without limit, in each. */
typedef struct nq_limits {
  uint64_t steps;    /* queens moved or pairs swapped, over all restarts; of a start board from
                        which none was, one */
  uint64_t restarts; /* new start boards after the first */
  double seconds;    /* wall clock, >= 0 */
} nq_limits;

/* How far a run has got.  `phase` is a static word such as "start" or "repair". */
typedef struct nq_progress {
  const char *phase;
  uint64_t done, total; /* queens placed of n in "start"; 0, 0 where not known */
  uint64_t conflicts;   /* attacking pairs now, in "repair"; of the best board, in "breed" */
  uint64_t bytes;       /* written so far, in "write"; of a proof, in "search" */
  uint64_t branches;    /* of backtracking; done and total are then the most columns that had a
                           queen at a time, and the open columns */
  uint64_t restarts;
  double seconds; /* since the run began */
} nq_progress;

/* Called now and then (some ten times a second or more often; from any of the run's threads, but
 * never from two at once).  Return false to stop the run: it ends as NQ_UNKNOWN, interrupted. */
typedef bool nq_progress_function(void *context, const nq_progress *progress);

typedef enum nq_start {
  NQ_START_AUTO,        /* greedy */
  NQ_START_RANDOM,      /* independent rows */
  NQ_START_PERMUTATION, /* a random permutation: no two queens share a row */
  NQ_START_GREEDY       /* columns in turn, to a square without conflicts where one is found */
} nq_start;

typedef enum nq_step {
  NQ_STEP_AUTO,   /* swap; column after start random or where squares are forbidden */
  NQ_STEP_COLUMN, /* a queen in conflict moves within its column to a row with fewest conflicts */
  NQ_STEP_SWAP    /* two queens exchange rows when that lowers the conflicts */
} nq_step;

/* How many tries a walk gets before the next restart. */
typedef enum nq_restart {
  NQ_RESTART_FIXED, /* `patience` */
  NQ_RESTART_LUBY /* `patience` times 1 1 2 1 1 2 4 .. (M. Luby, A. Sinclair, D. Zuckerman, "Optimal
                       speedup of Las Vegas algorithms", Information Processing Letters 47, 1993) */
} nq_restart;

/* A board of a run of min-conflicts, as a trace sees it. */
typedef struct nq_step_state {
  uint64_t restart, step; /* both from 0; step 0 of a restart is its start board */
  uint64_t conflicts;
  uint32_t n;
  const uint32_t *rows; /* n entries, until the call returns */
} nq_step_state;

typedef void nq_step_trace(void *context, const nq_step_state *state);

/* Largest n of a run that can be traced. */
#define NQ_TRACE_N_MAX 4096

/* Options of the method min-conflicts. */
typedef struct nq_min_conflicts_options {
  nq_start start;
  nq_step step;
  nq_restart restart;
  double walk;       /* probability of a random step, 0 .. 1; negative: the default for the step */
  uint64_t patience; /* tries before the first restart; 0: the default for n and step */
  /* Called with each start board and after each step, from the calling thread, or NULL.  It needs
   * n <= NQ_TRACE_N_MAX and one thread: NQ_BAD_VALUE otherwise. */
  nq_step_trace *trace;
  void *trace_context;
} nq_min_conflicts_options;

/* ---- The genetic algorithm ---- */

typedef enum nq_selection {
  NQ_SELECTION_AUTO,       /* roulette */
  NQ_SELECTION_ROULETTE,   /* in proportion to the scaled fitness */
  NQ_SELECTION_TOURNAMENT, /* the fittest of some drawn at random */
  NQ_SELECTION_RANK,       /* in proportion to the rank: 2 for the best to 0 for the worst */
  NQ_SELECTION_SUS         /* roulette with one spin: stochastic universal sampling */
} nq_selection;

typedef enum nq_fitness {
  NQ_FITNESS_AUTO,       /* reciprocal */
  NQ_FITNESS_RECIPROCAL, /* 1 / (1 + conflicts) */
  NQ_FITNESS_PAIRS       /* pairs of queens that do not attack each other */
} nq_fitness;

typedef enum nq_scaling {
  NQ_SCALING_AUTO,  /* power with fitness reciprocal, none with pairs */
  NQ_SCALING_NONE,  /* the fitness as it is */
  NQ_SCALING_POWER, /* fitness ^ power */
  NQ_SCALING_SIGMA  /* 1 + (fitness - mean) / (2 standard deviations), at least .1 */
} nq_scaling;

typedef enum nq_encoding {
  NQ_ENCODING_AUTO,       /* what the crossover works on; permutation */
  NQ_ENCODING_ROWS,       /* a gene is the row of a column; rows may repeat */
  NQ_ENCODING_PERMUTATION /* the genes are a permutation of the rows */
} nq_encoding;

typedef enum nq_crossover {
  NQ_CROSSOVER_AUTO,                /* pmx for permutation, two-point for rows */
  NQ_CROSSOVER_ONE_POINT,           /* rows: one parent before a cut, the other behind it */
  NQ_CROSSOVER_ONE_POINT_TWO_SIDED, /* rows: the same, and the complement as a second child */
  NQ_CROSSOVER_TWO_POINT,           /* rows: one parent between two cuts, the other outside */
  NQ_CROSSOVER_PMX,                 /* permutation: partially mapped */
  NQ_CROSSOVER_ORDER,               /* permutation: OX */
  NQ_CROSSOVER_CYCLE                /* permutation: CX */
} nq_crossover;

/* The options of the method genetic that are chosen by name. */
typedef enum nq_genetic_option {
  NQ_GENETIC_SELECTION,
  NQ_GENETIC_FITNESS,
  NQ_GENETIC_SCALING,
  NQ_GENETIC_ENCODING,
  NQ_GENETIC_CROSSOVER,
  NQ_GENETIC_OPTIONS /* how many there are */
} nq_genetic_option;

typedef struct nq_choice {
  const char *name; /* "roulette" */
  int value;        /* NQ_SELECTION_ROULETTE */
  const char *summary;
} nq_choice;

/* The option's own name, as in "selection"; NULL past the end. */
NQ_API const char *nq_genetic_option_name(nq_genetic_option option);
/* The i-th value of the option, NULL past the end; AUTO is not among them. */
NQ_API const nq_choice *nq_genetic_choice(nq_genetic_option option, size_t i);
/* The option's value of that name, or NULL. */
NQ_API const nq_choice *nq_genetic_choice_by_name(nq_genetic_option option, const char *name);

/* One generation, as a trace sees it.  Conflicts count, on an instance with forbidden squares,
 * each queen on such a square as one more. */
typedef struct nq_generation {
  uint64_t restart, generation; /* both from 0; generation 0 is the random start */
  uint64_t evaluations;         /* over all restarts */
  uint64_t best_conflicts;
  double mean_conflicts;
  double best_fitness, mean_fitness; /* before scaling */
  double diversity; /* mean share of genes in which two individuals differ, 0 .. 1 */
} nq_generation;

typedef void nq_genetic_trace(void *context, const nq_generation *generation);

/* Options of the method genetic; nq_solve_options_init sets all to their defaults. */
typedef struct nq_genetic_options {
  nq_selection selection;
  nq_fitness fitness;
  nq_scaling scaling;
  nq_encoding encoding;
  nq_crossover crossover;
  /* Exponent of scaling power; 0: the default, 64. */
  uint32_t power;
  /* Probability that a child has two parents; negative: the default, .1. */
  double crossover_probability;
  /* Encoding permutation: probability that two genes of a child exchange rows; rows: that a gene is
   * drawn anew, each for itself.  Negative: the default, .9 and 1 / (n + 1). */
  double mutation;
  /* Individuals, 2 .. 2^30; 0: the default, 20. */
  uint32_t population;
  /* So many of the best live on unchanged, fewer than the population; negative: the default, 1. */
  int32_t elite;
  /* Individuals in a tournament, at most the population; 0: the default, 5. */
  uint32_t tournament;
  /* Steps of min-conflicts on each child, at most: a memetic algorithm; 0: none. */
  uint32_t memetic_steps;
  /* Generations without a better best before a restart; 0: the default for n, encoding and
   * population. */
  uint64_t stagnation;
  /* Called after each generation from the calling thread, or NULL; costs population times n. */
  nq_genetic_trace *trace;
  void *trace_context;
} nq_genetic_options;

/* ---- Backtracking ---- */

typedef enum nq_branch_event {
  NQ_BRANCH_PLACE,    /* a queen was put on the square */
  NQ_BRANCH_REFUSE,   /* with it the board is a dead end: a line has no square left */
  NQ_BRANCH_TAKE_BACK /* it was taken away again */
} nq_branch_event;

/* What a run of backtracking just did, as a trace sees it. */
typedef struct nq_branch_state {
  nq_branch_event event;
  uint64_t restart;     /* from 0 */
  uint64_t branches;    /* so far */
  uint32_t column, row; /* the square */
  bool forced;          /* PLACE: it was the last one left to its column or row */
  uint32_t n;
  const uint32_t *rows;    /* the board now: n entries, NQ_EMPTY in columns without a queen */
  const uint32_t *squares; /* left to each of these: n entries, 0 in columns with a queen */
} nq_branch_state;

typedef void nq_branch_trace(void *context, const nq_branch_state *state);

/* Options of the method backtracking. */
typedef struct nq_backtracking_options {
  /* Called with each event, from the calling thread, until its board and squares change; or NULL.
   * It needs n <= NQ_TRACE_N_MAX: NQ_BAD_VALUE otherwise. */
  nq_branch_trace *trace;
  void *trace_context;
} nq_backtracking_options;

typedef struct nq_solve_options {
  const char *method; /* a name from the table of methods, or NULL for the default */
  uint64_t seed;
  uint64_t stream;  /* boards with distinct streams of one seed are independent; < 2^32 */
  unsigned threads; /* >= 1; the answer does not depend on it */
  nq_limits limits;
  nq_progress_function *progress; /* or NULL */
  void *context;
  nq_min_conflicts_options min_conflicts;
  nq_genetic_options genetic;
  nq_backtracking_options backtracking;
  /* Of sat and backtracking, or NULL: when no solution exists the clauses learned (of backtracking,
   * the refuted decisions) go into this file, a proof in DRAT (of additions only), and the formula they refute into <proof>.cnf.  Files of these names are
   * replaced when both are whole, and else left alone; a device such as /dev/null takes both. */
  const char *proof;
} nq_solve_options;

/* A method's own counter. */
typedef struct nq_counter {
  const char *name; /* static, a JSON key */
  double value;
} nq_counter;

#define NQ_COUNTERS_MAX 16

typedef struct nq_result {
  nq_verdict verdict;
  bool interrupted; /* NQ_UNKNOWN because `progress` asked for it */
  char reason[200]; /* NQ_UNSOLVABLE: why no solution exists; NQ_UNKNOWN: which limit */
  uint64_t steps;
  uint64_t restarts;
  uint64_t conflicts; /* of the solution: 0; otherwise the fewest of any board at a walk's end,
                         UINT64_MAX where the method has no such boards or none was finished */
  double seconds_start, seconds_search, seconds_check, seconds_total;
  uint64_t memory_bytes; /* the board, the counters and the checker, at their largest; rows that the
                            caller gave are not counted */
  size_t counters;
  nq_counter counter[NQ_COUNTERS_MAX];
} nq_result;

/* Defaults: min-conflicts, seed 0, stream 0, one thread, no limits. */
NQ_API void nq_solve_options_init(nq_solve_options *options);

/* Look for one solution of `instance` and put it into *board, which must be all zero or released
 * and is the caller's to release.  When result->verdict is not NQ_SOLVED the board is left empty.
 * Every solution has passed nq_check against the instance.  Same version, instance, options and
 * seed: the same board, whatever the number of threads.
 * NQ_OK with *result filled in, or an error: NQ_BAD_VALUE (an option out of range),
 * NQ_UNSUPPORTED (the method cannot take this instance), NQ_NO_MEMORY, NQ_INTERNAL. */
NQ_API nq_status nq_solve(const nq_instance *instance, const nq_solve_options *options,
                          nq_board *board, nq_result *result, nq_error *error);

/* As nq_solve, but the solution goes into rows[0 .. n - 1], the caller's: memory or a mapped file,
 * of any content.  Unless result->verdict is NQ_SOLVED it is not said what they hold afterwards. */
NQ_API nq_status nq_solve_into(const nq_instance *instance, const nq_solve_options *options,
                               uint32_t *rows, nq_result *result, nq_error *error);

/* The i-th name of the table of methods and a line about it; NULL past the end. */
NQ_API const char *nq_method_name(size_t i);
NQ_API const char *nq_method_summary(size_t i);

/* Fill rows[0 .. n - 1] with the explicit solution of Pauls (E. Pauls, "Das Maximalproblem der
 * Damen auf dem Schachbrete", Deutsche Schachzeitung 29, 1874): no search, O(n).  False for n = 2
 * and n = 3, where none exists, and for n = 0. */
NQ_API bool nq_construct(uint32_t *rows, uint32_t n);

/* ---- Counting -------------------------------------------------------------------------------- */

/* Largest n that can be counted. */
#define NQ_COUNT_N_MAX 27

/* The exact number of solutions of the plain problem into *solutions, on `threads` threads, >= 1.
 * `progress`, or NULL, is asked with the phase "count"; when it returns false the count ends with
 * *interrupted true (false otherwise) and *solutions 0.  NQ_BAD_VALUE (n = 0, no thread),
 * NQ_UNSUPPORTED (n > NQ_COUNT_N_MAX), NQ_NO_MEMORY, NQ_INTERNAL. */
NQ_API nq_status nq_count(uint32_t n, unsigned threads, nq_progress_function *progress,
                          void *context, uint64_t *solutions, bool *interrupted, nq_error *error);

/* ---- Reading and writing ------------------------------------------------------------------- */

typedef enum nq_format {
  NQ_FORMAT_AUTO,    /* reading only: recognised by content */
  NQ_FORMAT_LINE,    /* `1 3 0 2`, one board a line; `.` is an empty column; # starts a comment */
  NQ_FORMAT_PICTURE, /* a line a row, `Q _ _ _`; an empty line between boards */
  NQ_FORMAT_JSON,    /* one object a line: {"n":4,"base":0,"rows":[1,3,0,2]} */
  NQ_FORMAT_NPY,     /* NumPy: uint32, shape (n,), or (boards, n) for several; 2^32 - 1 is an empty
                        column; the line of a board is its number, from 1 */

  /* Answers of other solvers, for reading only.  Columns and rows are counted from 1 where nothing
   * else is said; a 0/1 variable of a square has the number column * n + row + 1. */
  NQ_FORMAT_SMT,      /* SMT-LIB: sat ((Q1 4) ...), Bools ((q_1_4 true) ...), or a model */
  NQ_FORMAT_Z3PY,     /* z3's Python: [Q_3 = 8, Q_1 = 4, ...] */
  NQ_FORMAT_SAT,      /* s and v lines of SAT solvers and pseudo-Boolean ones (v -x1 x2) */
  NQ_FORMAT_MINIZINC, /* queens = [5, 2, ...]; ----------, FlatZinc, and MiniZinc's JSON */
  NQ_FORMAT_ASP,      /* clingo's text and JSON: queen(column,row) */
  NQ_FORMAT_CBC,      /* solution file with names x_column_row, from 0 */
  NQ_FORMAT_GLPK,     /* glpsol -w */
  NQ_FORMAT_OPL,      /* CPLEX OPL: x = [5 8 4 1 3 6 2 7]; */
  NQ_FORMAT_TOULBAR2, /* what toulbar2 prints, rows from 0 */
  NQ_FORMAT_CPSAT,    /* a response of CP-SAT as text, rows from 0 */
  NQ_FORMAT_ESSENCE,  /* letting queens be [5, 2, ...] */
  NQ_FORMAT_XCSP3,    /* s line and <instantiation>, rows from 0 */
  NQ_FORMAT_JUDGE     /* a line of rows from 1: never recognised, as it looks like NQ_FORMAT_LINE */
} nq_format;

/* The format's name ("line", ...), or NULL past the end; i = 0 is the first that can be written. */
NQ_API const char *nq_format_name(size_t i);
/* The same for those that can be read: first those that can be written too, then the others. */
NQ_API const char *nq_format_readable_name(size_t i);
/* The format by name, whether it can be written or not; NQ_FORMAT_AUTO when there is none such. */
NQ_API nq_format nq_format_by_name(const char *name);
/* The format that a file name's suffix asks for (.txt .json .jsonl .npy .pic); AUTO when none. */
NQ_API nq_format nq_format_by_suffix(const char *path);

/* Boards to a file descriptor, in one format.  Nothing beyond a fixed buffer is held in memory. */
typedef struct nq_writer nq_writer;

/* As `boards`: not known beforehand.  npy cannot be written then (NQ_UNSUPPORTED). */
#define NQ_BOARDS_UNKNOWN UINT64_MAX

/* `boards` is how many boards of n queens will be written (npy tells it in its header);
 * `base` (0 or 1) is added to every row in line and JSON.  The descriptor stays the caller's.
 * NULL when memory cannot be had, for a format that cannot be written, n = 0 or base > 1. */
NQ_API nq_writer *nq_writer_new(int descriptor, nq_format format, uint32_t n, uint64_t boards,
                                unsigned base);
/* Call `progress` with the phase "write" now and then; when it returns false, writing soon fails with
 * NQ_IO: a small board is finished first. */
NQ_API void nq_writer_watch(nq_writer *writer, nq_progress_function *progress, void *context);
/* Rows of n entries.  NQ_IO when the descriptor refuses (errno's text in the message); NQ_BAD_VALUE
 * for more boards than were announced, or a row >= n in a picture. */
NQ_API nq_status nq_writer_board(nq_writer *writer, const uint32_t *rows, nq_error *error);
/* A comment line: `# text` in line and picture, nothing in the others. */
NQ_API nq_status nq_writer_comment(nq_writer *writer, const char *text, nq_error *error);
/* Write what is buffered and free the writer; NQ_IO when that fails or boards are missing. */
NQ_API nq_status nq_writer_finish(nq_writer *writer, nq_error *error);
/* Free the writer without writing what is buffered. */
NQ_API void nq_writer_free(nq_writer *writer);

/* Boards from a file descriptor, one after the other. */
typedef struct nq_reader nq_reader;

/* `format` AUTO recognises each format by its content.  The descriptor stays the caller's. */
NQ_API nq_reader *nq_reader_new(int descriptor, nq_format format);
NQ_API void nq_reader_free(nq_reader *reader);
/* The answers are of boards of size n >= 1.  Needed where an answer does not tell n itself (a SAT
 * solver's, with variables beyond n^2), and a help where it is told by the queens alone; boards that
 * tell their size are read as they are. */
NQ_API void nq_reader_expect(nq_reader *reader, uint32_t n);
/* The board is the value of this variable, where an answer has several lists: in MiniZinc, FlatZinc,
 * OPL, Essence and XCSP3.  Otherwise it is the list named queens, or as in the export of that format
 * (x in OPL, q in XCSP3), or the only one.  The name must live as long as the reader; NULL: none. */
NQ_API void nq_reader_variable(nq_reader *reader, const char *name);
/* Read the next board into *board (released and filled anew; rows may be NQ_EMPTY or out of range:
 * that is for nq_check to judge) and its line, from 1, into *line.  NQ_END after the last; an input
 * without any board is NQ_BAD_FORMAT first.  After NQ_BAD_FORMAT (error->line says where) the call
 * may be repeated: it goes on behind the bad board; after any other error it ends.  NQ_NO_BOARD, no
 * error and not the end, is for answers of solvers without a board. */
NQ_API nq_status nq_reader_next(nq_reader *reader, nq_board *board, uint64_t *line,
                                nq_error *error);

/* What a solver answered. */
typedef enum nq_answer {
  NQ_ANSWER_BOARD,
  NQ_ANSWER_INVALID,       /* squares that rows[] cannot say: two queens in a column, a row below 0;
                              the error's message says which */
  NQ_ANSWER_UNSATISFIABLE, /* it says that there is no solution */
  NQ_ANSWER_UNKNOWN        /* it says that it does not know */
} nq_answer;

/* What the last nq_reader_next read, when that was NQ_OK or NQ_NO_BOARD; *n is the size of the
 * board, 0 where there is none. */
NQ_API nq_answer nq_reader_answer(const nq_reader *reader, uint32_t *n);

/* Read an instance: the native text or a CSPLib file (prob079 completion and excluded diagonals,
 * prob080 blocked), recognised by content.  Of a CSPLib list of diagonals only the first
 * `first_diagonals` count; UINT64_MAX: all.  NULL with *error (its line set) when it cannot be
 * read. */
NQ_API nq_instance *nq_instance_read(int descriptor, uint64_t first_diagonals, nq_error *error);
/* Write an instance in the native text. */
NQ_API nq_status nq_instance_write(const nq_instance *instance, int descriptor, nq_error *error);

/* ---- Instances in the languages of other solvers -------------------------------------------- */

/* Formats whose model and data may stand in two files (MiniZinc: .mzn and .dzn). */
typedef enum nq_part { NQ_PART_ALL, NQ_PART_MODEL, NQ_PART_DATA } nq_part;

typedef struct nq_export_options {
  const char *format;             /* a name from the table of export formats */
  const char *encoding;           /* one of the format's, or NULL: its first */
  nq_part part;                   /* NQ_PART_ALL where the format has one file only */
  const char *comment;            /* lines for the head of the file, as its comments; or NULL */
  nq_progress_function *progress; /* asked now and then, with the phase "write"; or NULL */
  void *context;
} nq_export_options;

/* Write the instance, with what is placed, blocked and excluded.  Memory O(n + what the instance
 * holds), whatever the size of the file.  NQ_BAD_VALUE: no such format or encoding; NQ_UNSUPPORTED:
 * the format cannot say this; NQ_IO: the descriptor refuses, or `progress` said stop. */
NQ_API nq_status nq_export_write(const nq_instance *instance, const nq_export_options *options,
                                 int descriptor, nq_error *error);
/* About how many bytes nq_export_write would write, within a few percent, in a small part of the
 * time; comments not counted. */
NQ_API nq_status nq_export_size(const nq_instance *instance, const nq_export_options *options,
                                uint64_t *bytes, nq_error *error);

/* An export format, as users see it. */
typedef struct nq_export_format {
  const char *name;             /* "dimacs" */
  const char *summary;          /* one line */
  const char *suffix;           /* ".cnf": the usual end of a file's name */
  const char *const *encodings; /* names, the default first; ends with NULL; NULL: there is one */
  bool parts;                   /* NQ_PART_MODEL and NQ_PART_DATA can be asked for */
  /* Of the encodings, those with several models for one solution; ends with NULL; NULL: none. */
  const char *const *many_models;
} nq_export_format;

/* The i-th of the table, NULL past the end; by name, or NULL. */
NQ_API const nq_export_format *nq_export_format_at(size_t i);
NQ_API const nq_export_format *nq_export_format_by_name(const char *name);

/* ---- Generating test boards and instances --------------------------------------------------- */

/* A kind of board or instance, as users see it. */
typedef struct nq_generate_kind {
  const char *name; /* "near" */
  const char *summary;
  bool instances;      /* it makes instances; otherwise boards */
  bool placed;         /* instances of placed queens only: partial boards */
  uint32_t parameters; /* bit i: it takes parameter i */
} nq_generate_kind;

/* What a kind may be told. */
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
  NQ_GENERATE_PARAMETERS /* how many there are */
} nq_generate_parameter;

/* A parameter, as users see it. */
typedef struct nq_generate_setting {
  const char *name;           /* "conflicts" */
  const char *argument;       /* "K", where its value is a number */
  const char *const *choices; /* the value is a place in this list, which ends with NULL */
  const char *summary;        /* with neither argument nor choices: a flag, 0 or 1 */
} nq_generate_setting;

/* The i-th of the table, NULL past the end; by name, or NULL. */
NQ_API const nq_generate_kind *nq_generate_kind_at(size_t i);
NQ_API const nq_generate_kind *nq_generate_kind_by_name(const char *name);
NQ_API const nq_generate_setting *nq_generate_setting_at(nq_generate_parameter parameter);

/* As a parameter's value: not said. */
#define NQ_GENERATE_DEFAULT UINT64_MAX

typedef struct nq_generate_options {
  const char *kind;
  uint32_t n;
  uint64_t seed;
  uint64_t first, count; /* the items first .. first + count - 1; all indices are below 2^32 */
  uint64_t value[NQ_GENERATE_PARAMETERS]; /* NQ_GENERATE_DEFAULT where the kind does not take it */
  unsigned threads;                       /* >= 1; what is made does not depend on it */
  double seconds;                         /* stop after that; 0: no limit */
  nq_progress_function *progress;         /* or NULL */
  void *context;                          /* of progress and of the visitor */
} nq_generate_options;

/* What is known of an item, proved by the checker or by exact search. */
typedef enum nq_known {
  NQ_KNOWN_VALID,   /* a board: a solution */
  NQ_KNOWN_INVALID, /* a board: none */
  NQ_KNOWN_SOLVABLE,
  NQ_KNOWN_UNSOLVABLE,
  NQ_KNOWN_NOTHING
} nq_known;

typedef struct nq_generated {
  const nq_generate_kind *kind;
  uint32_t n;
  uint64_t seed, index;
  uint64_t value[NQ_GENERATE_PARAMETERS]; /* as used; NQ_GENERATE_DEFAULT: it has no part */
  nq_board board;        /* its n may be another than what was asked for: kind corrupt */
  nq_instance *instance; /* or NULL, where the kind makes boards */
  nq_known answer;
  uint64_t conflicts; /* of a board, as the checker counts them */
  uint64_t solutions; /* of an instance; UINT64_MAX: not known */
  char reason[200];   /* why a board is invalid, why there is no solution; may be empty */
} nq_generated;

/* Called with each item in turn, from the calling thread; the item is the library's.  False ends
 * the run. */
typedef bool nq_generate_visit(void *context, const nq_generated *item);

/* Defaults: seed 0, one item, one thread, no limits, nothing said of any parameter. */
NQ_API void nq_generate_options_init(nq_generate_options *options);

/* Make the items.  Item i draws from a random stream of its own: the same version, kind, n, values
 * and seed make the same item.  What is said of it has been proved before it is visited.
 * NQ_OK when all were visited; NQ_END when the visitor, `progress` or the clock ended the run;
 * NQ_NONE, proved: there is no such item; NQ_BAD_VALUE: an option is out of range or not the
 * kind's; NQ_UNSUPPORTED: this cannot be made, or was not found; NQ_NO_MEMORY; NQ_INTERNAL. */
NQ_API nq_status nq_generate(const nq_generate_options *options, nq_generate_visit *visit,
                             nq_error *error);

/* The item in one line of `name=value`: kind, n, seed, index, parameters, answer. */
NQ_API void nq_generated_describe(const nq_generated *item, char *text, size_t size);
/* "valid", "invalid", "solvable", "unsolvable", "unknown". */
NQ_API const char *nq_known_name(nq_known answer);

#ifdef __cplusplus
}
#endif
#endif

/* Looking for one solution.
 *
 * SPDX-License-Identifier: MIT */
#ifndef NQUEENS_SOLVE_H
#define NQUEENS_SOLVE_H

#include "nqueens/board.h"

/* ---- Solving ------------------------------------------------------------------------------- */

typedef enum nq_verdict {
  NQ_SOLVED,     /* a solution was found and has passed nq_check */
  NQ_UNSOLVABLE, /* proved: no solution exists; `reason` says why */
  NQ_UNKNOWN     /* a limit was reached, or the run was interrupted */
} nq_verdict;

/* 0 means no limit. */
typedef struct nq_limits {
  uint64_t steps;    /* queens moved or pairs swapped, over all restarts; a start board without a
                        step counts as one */
  uint64_t restarts; /* new start boards after the first */
  double seconds;    /* wall clock, >= 0 */
} nq_limits;

/* What a preset sets where an option is not given; the words of each are in its file in src/. */
typedef enum nq_min_conflicts_preset {
  NQ_MIN_CONFLICTS_PRESET_NONE,
  NQ_MIN_CONFLICTS_PRESET_TEXTBOOK, /* sweeps over the columns in order */
  NQ_MIN_CONFLICTS_PRESET_MINTON,   /* S. Minton, M. D. Johnston, A. B. Philips, P. Laird,
                                       "Minimizing conflicts", Artificial Intelligence 58, 1992 */
  NQ_MIN_CONFLICTS_PRESET_AIMA      /* Russell and Norvig: the same, at most 100,000 moves */
} nq_min_conflicts_preset;

typedef enum nq_start {
  NQ_START_AUTO,        /* the board nq_solve_options.from, or greedy without one */
  NQ_START_RANDOM,      /* independent rows */
  NQ_START_PERMUTATION, /* a random permutation: no two queens share a row */
  NQ_START_GREEDY,      /* column by column, on a square without conflicts if one is found */
  NQ_START_FEWEST,      /* column by column, to a row with fewest conflicts; O(n^2) */
  NQ_START_GIVEN        /* within the library: AUTO with nq_solve_options.from */
} nq_start;

typedef enum nq_step {
  NQ_STEP_AUTO,   /* swap; column after start random or fewest, from a board in which two queens
                     share a row, or where squares are forbidden */
  NQ_STEP_COLUMN, /* a queen in conflict moves within its column to a row with fewest conflicts
                     (Minton et al. 1992) */
  NQ_STEP_SWAP,   /* two queens exchange rows if that does not raise the conflicts (R. Sosic, J. Gu,
                     "Efficient local search with conflict minimization", IEEE TKDE 6, 1994) */
  NQ_STEP_SWEEP   /* as column, but each queen in turn, in conflict or not */
} nq_step;

/* Among rows with equally few conflicts, for steps column and sweep. */
typedef enum nq_ties {
  NQ_TIES_AUTO,    /* uniform */
  NQ_TIES_UNIFORM, /* each with the same probability */
  NQ_TIES_HALF     /* in order, each takes the place of the one before with probability 1/2 */
} nq_ties;

/* Tries before the next restart. */
typedef enum nq_restart {
  NQ_RESTART_AUTO,  /* fixed */
  NQ_RESTART_FIXED, /* `patience` */
  NQ_RESTART_LUBY /* `patience` times 1 1 2 1 1 2 4 .. (M. Luby, A. Sinclair, D. Zuckerman, "Optimal
                       speedup of Las Vegas algorithms", Information Processing Letters 47, 1993) */
} nq_restart;

/* A board of a run of local search, as passed to a trace. */
typedef struct nq_step_state {
  uint64_t restart, step; /* both from 0; step 0 of a restart is its start board */
  uint64_t evaluations;   /* of this restart so far */
  uint64_t conflicts;
  uint32_t n;
  const uint32_t *rows; /* n entries, valid until the call returns */
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
  uint64_t patience; /* tries before the first restart, or sweeps with step sweep; 0: the default
                        for n; UINT64_MAX: never */
  /* Called with each start board and after each step, from the calling thread, or NULL.  It needs
   * n <= NQ_TRACE_N_MAX and one thread: NQ_BAD_VALUE otherwise. */
  nq_step_trace *trace;
  void *trace_context;
  nq_min_conflicts_preset preset;
  nq_ties ties;
} nq_min_conflicts_options;

/* ---- The genetic algorithm (src/genetic/ names the sources in full) ---- */

typedef enum nq_genetic_preset {
  NQ_GENETIC_PRESET_NONE,
  NQ_GENETIC_PRESET_TEXTBOOK, /* independent rows, fitness 1 / conflicts, roulette */
  NQ_GENETIC_PRESET_AIMA      /* Russell and Norvig: fitness of pairs that do not attack */
} nq_genetic_preset;

typedef enum nq_selection {
  NQ_SELECTION_AUTO,       /* roulette */
  NQ_SELECTION_ROULETTE,   /* in proportion to the scaled fitness (Holland 1975) */
  NQ_SELECTION_TOURNAMENT, /* the fittest of a few drawn at random (Goldberg & Deb 1991) */
  NQ_SELECTION_RANK,       /* in proportion to the rank: 2 for the best to 0 for the worst
                              (Baker 1985) */
  NQ_SELECTION_SUS         /* roulette with one spin: stochastic universal sampling (Baker 1987) */
} nq_selection;

typedef enum nq_fitness {
  NQ_FITNESS_AUTO,       /* reciprocal */
  NQ_FITNESS_RECIPROCAL, /* 1 / (1 + conflicts) */
  NQ_FITNESS_PAIRS,      /* pairs of queens that do not attack each other */
  NQ_FITNESS_INVERSE     /* 1 / conflicts; a board without conflicts ends the run */
} nq_fitness;

typedef enum nq_scaling {
  NQ_SCALING_AUTO,  /* power with fitness reciprocal, none with pairs */
  NQ_SCALING_NONE,  /* the fitness as it is */
  NQ_SCALING_POWER, /* fitness ^ power (Gillies 1985) */
  NQ_SCALING_SIGMA  /* 1 + (fitness - mean) / (2 standard deviations), at least .1 (Tanese 1989) */
} nq_scaling;

typedef enum nq_encoding {
  NQ_ENCODING_AUTO,       /* the one that the crossover needs, or permutation */
  NQ_ENCODING_ROWS,       /* a gene is the row of a column; rows may repeat */
  NQ_ENCODING_PERMUTATION /* the genes are a permutation of the rows */
} nq_encoding;

typedef enum nq_crossover {
  NQ_CROSSOVER_AUTO,                /* pmx for permutation, two-point for rows */
  NQ_CROSSOVER_ONE_POINT,           /* rows: one parent before a cut, the other after it
                                       (Holland 1975) */
  NQ_CROSSOVER_ONE_POINT_TWO_SIDED, /* rows: the same, and the complement as a second child */
  NQ_CROSSOVER_TWO_POINT,           /* rows: one parent between two cuts, the other outside
                                       (De Jong 1975) */
  NQ_CROSSOVER_PMX,                 /* permutation: partially mapped (Goldberg & Lingle 1985) */
  NQ_CROSSOVER_ORDER,               /* permutation: OX (Davis 1985) */
  NQ_CROSSOVER_CYCLE                /* permutation: CX (Oliver, Smith & Holland 1987) */
} nq_crossover;

/* What the probability `mutation` is for. */
typedef enum nq_mutation_unit {
  NQ_MUTATION_AUTO,      /* gene with encoding rows or an adaptive rate, otherwise child */
  NQ_MUTATION_PER_CHILD, /* one change in a child */
  NQ_MUTATION_PER_GENE   /* a change of each gene by itself */
} nq_mutation_unit;

/* How the probability `mutation` changes. */
typedef enum nq_adaptation {
  NQ_ADAPTATION_AUTO,     /* fixed */
  NQ_ADAPTATION_FIXED,    /* it does not */
  NQ_ADAPTATION_ONE_FIFTH /* it rises while over a fifth of the mutated children are better than
                             their parent, and falls otherwise (Rechenberg 1973) */
} nq_adaptation;

/* Where the migrants of an island go. */
typedef enum nq_topology {
  NQ_TOPOLOGY_AUTO, /* ring */
  NQ_TOPOLOGY_RING, /* to the next island */
  NQ_TOPOLOGY_FULL  /* to every other island */
} nq_topology;

/* A number of individuals that is times n: 4 | NQ_TIMES_N is 4n. */
#define NQ_TIMES_N UINT32_C(0x80000000)

/* One generation, as passed to a trace, of all islands together.  On an instance with forbidden
 * squares, a queen on such a square counts as one more conflict. */
/* How the best individual of a generation came about. */
typedef struct nq_birth {
  bool copied; /* it is of the elite: no parents, rows and cuts are set */
  /* Numbers of its parents in the generation before; the second is NQ_EMPTY without crossover. */
  uint32_t first, second;
  uint32_t from, to; /* columns of the cuts of a crossover, from <= to <= n */
  /* Of the parents, and of the child before its mutation: n entries each, valid like those of the
   * generation. */
  const uint32_t *first_rows, *second_rows, *crossed_rows;
  /* By individual of the generation before. */
  uint32_t population;
  const uint64_t *conflicts;
  const double *wheel; /* running sums of the chances to be a parent; NULL: there is no wheel */
} nq_birth;

typedef struct nq_generation {
  uint64_t restart, generation; /* both from 0; generation 0 is the random start */
  uint64_t evaluations;         /* over all restarts */
  uint64_t best_conflicts;
  double mean_conflicts;
  double best_fitness, mean_fitness; /* before scaling */
  double diversity; /* fraction of genes that differ, mean over all pairs of an island, 0 .. 1 */
  uint64_t worst_conflicts;
  double worst_fitness;
  double seconds; /* since the run began */
  uint32_t n;
  /* Of the best individual: n entries, valid until the call returns; NULL where n >
   * NQ_TRACE_N_MAX. */
  const uint32_t *rows;
  const nq_birth *birth; /* NULL in generation 0, without rows, and with several islands */
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
  /* Probability, per child or per gene (mutation_unit), that a gene changes: it exchanges rows with
   * another one (encoding permutation) or gets a random row (encoding rows).  Negative: the
   * default, .9 per child or 1 / (n + 1) per gene. */
  double mutation;
  /* Individuals of all islands together, 2 .. 2^30, or times n; 0: the default, 20 per
   * island, or 8 from n = 256 on. */
  uint32_t population;
  /* Best individuals of each island copied unchanged (elitism), fewer than its population;
   * negative: the default, 1. */
  int32_t elite;
  /* Individuals drawn for a tournament, at most the population; 0: the default, 5. */
  uint32_t tournament;
  /* Maximum number of steps of min-conflicts on each child (memetic algorithm); 0: none. */
  uint32_t memetic_steps;
  /* Generations without improvement before a restart; 0: the default for n, encoding and
   * population; UINT64_MAX: never. */
  uint64_t stagnation;
  /* Called after each generation from the calling thread, or NULL; this takes O(population n)
   * time. */
  nq_genetic_trace *trace;
  void *trace_context;
  nq_genetic_preset preset;
  nq_mutation_unit mutation_unit;
  nq_adaptation adaptation;
  nq_topology topology;
  /* Populations that breed by themselves, in as many threads as there are; 0: the default, 1. */
  uint32_t islands;
  uint32_t migration_every; /* generations between migrations; 0: the default, 50 */
  /* Best individuals of an island that are copied to another one, where they replace the worst;
   * negative: the default, 1. */
  int32_t migrants;
} nq_genetic_options;

/* ---- Hill climbing (src/local/textbook.c) ---- */

/* The neighbour that a step goes to. */
typedef enum nq_climb {
  NQ_CLIMB_AUTO,         /* steepest */
  NQ_CLIMB_STEEPEST,     /* the best of all n (n - 1); among equals one at random */
  NQ_CLIMB_FIRST_CHOICE, /* the first better one of neighbours drawn at random */
  NQ_CLIMB_STOCHASTIC    /* any better one, each with the same probability */
} nq_climb;

typedef struct nq_hill_climbing_options {
  nq_climb climb;
  int32_t
      sideways; /* most steps in a row that leave the conflicts as they are; negative: the default,
                        100 */
  uint64_t restarts; /* start boards after the first; UINT64_MAX, the default: no limit */
  /* Called with each start board and after each step, from the calling thread, or NULL.  It needs
   * n <= NQ_TRACE_N_MAX: NQ_BAD_VALUE otherwise. */
  nq_step_trace *trace;
  void *trace_context;
} nq_hill_climbing_options;

/* ---- Simulated annealing (src/local/textbook.c) ---- */

typedef enum nq_move {
  NQ_MOVE_AUTO,   /* swap; column on instances */
  NQ_MOVE_COLUMN, /* a queen moves within its column */
  NQ_MOVE_SWAP    /* two queens exchange rows; plain boards only */
} nq_move;

/* How the temperature falls over the tries of a start board. */
typedef enum nq_schedule {
  NQ_SCHEDULE_AUTO,       /* geometric */
  NQ_SCHEDULE_GEOMETRIC,  /* by a constant factor */
  NQ_SCHEDULE_LINEAR,     /* by a constant amount */
  NQ_SCHEDULE_LOGARITHMIC /* as 1 / (1 + c ln(1 + tries)) */
} nq_schedule;

typedef struct nq_annealing_options {
  nq_move move;
  nq_schedule schedule;
  /* A move that adds d conflicts is made with probability exp(-d / temperature).  Negative: the
   * defaults, .5 and .05. */
  double start_temperature, end_temperature;
  uint64_t tries;       /* moves tried on each start board; 0: the default, 100000 + 400 n */
  nq_step_trace *trace; /* as in nq_hill_climbing_options */
  void *trace_context;
} nq_annealing_options;

/* ---- Backtracking ---- */

typedef enum nq_branch_event {
  NQ_BRANCH_PLACE,    /* a queen was put on the square */
  NQ_BRANCH_REFUSE,   /* this queen leads to a dead end: a line has no square left */
  NQ_BRANCH_TAKE_BACK /* the queen was removed again */
} nq_branch_event;

/* An event of a run of backtracking, for a trace. */
typedef struct nq_branch_state {
  nq_branch_event event;
  uint64_t restart;     /* from 0 */
  uint64_t branches;    /* so far */
  uint32_t column, row; /* the square */
  bool forced;          /* PLACE: it was the last square left in its column or row */
  uint32_t n;
  const uint32_t *rows;    /* the board now: n entries, NQ_EMPTY in columns without a queen */
  const uint32_t *squares; /* squares left in each column: n entries, 0 in columns with a queen */
} nq_branch_state;

typedef void nq_branch_trace(void *context, const nq_branch_state *state);

typedef enum nq_backtracking_preset {
  NQ_BACKTRACKING_PRESET_NONE,    /* the fast search */
  NQ_BACKTRACKING_PRESET_TEXTBOOK /* column by column, rows in order (src/exact/textbook.c) */
} nq_backtracking_preset;

/* Choices of preset textbook: the next column, the order of its rows, and what a queen excludes. */
typedef enum nq_variable_order {
  NQ_VARIABLE_AUTO,
  NQ_VARIABLE_FIRST,
  NQ_VARIABLE_MRV
} nq_variable_order;
typedef enum nq_value_order { NQ_VALUE_AUTO, NQ_VALUE_FIRST, NQ_VALUE_LCV } nq_value_order;
typedef enum nq_inference {
  NQ_INFERENCE_AUTO,
  NQ_INFERENCE_NONE,
  NQ_INFERENCE_FORWARD_CHECKING
} nq_inference;

/* Options of the method backtracking. */
typedef struct nq_backtracking_options {
  nq_backtracking_preset preset;
  nq_variable_order variable; /* the last three: AUTO, which is the first value, without a preset */
  nq_value_order value;
  nq_inference inference;
  /* Called with each event, from the calling thread, or NULL.  Its arrays are valid during the
   * call.  It needs n <= NQ_TRACE_N_MAX: NQ_BAD_VALUE otherwise. */
  nq_branch_trace *trace;
  void *trace_context;
} nq_backtracking_options;

/* ---- Typical boards ---- */

/* Options of the method typical. */
typedef struct nq_typical_options {
  uint64_t sweeps; /* of the schedule, n tries each; 0: the default for n, 400 + 16000 / n */
} nq_typical_options;

typedef struct nq_solve_options {
  const char *method; /* a name from the table of methods, or NULL for nq_method_default */
  uint64_t seed;
  uint64_t stream;  /* < 2^32; distinct streams of one seed give independent boards */
  unsigned threads; /* >= 1; the answer does not depend on it */
  nq_limits limits;
  nq_progress_function *progress; /* or NULL */
  void *context;                  /* of progress */
  nq_min_conflicts_options min_conflicts;
  nq_genetic_options genetic;
  nq_backtracking_options backtracking;
  nq_typical_options typical;
  nq_hill_climbing_options hill_climbing;
  nq_annealing_options annealing;
  /* For the methods auto, sat and backtracking, or NULL: the file for a proof that no solution
   * exists, in DRAT (additions only); the formula that it refutes goes to <proof>.cnf.  If the name
   * ends with .pbp, the proof is in VeriPB's format, version 2.0, for the constraints of the export
   * "opb", and no other file is written; sat has none (NQ_UNSUPPORTED).  Existing files are
   * replaced only when all are complete; a device such as /dev/null is written to. */
  const char *proof;
  /* For the methods min-conflicts and genetic, or NULL: the board that they start from, n rows
   * below n, or NQ_EMPTY in columns without a queen.  Every restart begins with it again.  The
   * counter `moved` of the result has the number of its queens that the solution has elsewhere.
   * NQ_BAD_VALUE where it overlaps the rows of nq_solve_into. */
  const uint32_t *from;
  /* Move as few of its queens as can be found.  Where these are proved to be the fewest that any
   * solution moves, the result has the counter `fewest_moved` too (src/solve/keep.c). */
  bool keep;
  uint64_t reserved[16]; /* 0: options of later versions */
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
  uint64_t conflicts; /* 0 for a solution; otherwise the fewest at the end of any walk, or
                         UINT64_MAX if there was none */
  double seconds_start, seconds_search, seconds_check, seconds_total;
  uint64_t memory_bytes; /* peak of board, counters and checker, without the caller's rows */
  size_t counters;
  nq_counter counter[NQ_COUNTERS_MAX];
  const char *member; /* static: with the method auto, the name of the method that found the answer;
                         otherwise, and where no search was needed, NULL */
} nq_result;

/* Defaults: method NULL, seed 0, stream 0, one thread, no limits. */
NQ_API void nq_solve_options_init(nq_solve_options *options);

/* Look for one solution of `instance` and put it into *board, which must be all zero or released
 * before the call and is released by the caller.  When result->verdict is not NQ_SOLVED the board
 * is left empty.  Every solution has passed nq_check against the instance.  The same version,
 * instance, options and seed give the same board, whatever the number of threads.
 * NQ_OK with *result filled in, or an error: NQ_BAD_VALUE (an option out of range),
 * NQ_UNSUPPORTED (not possible with this method), NQ_NO_MEMORY, NQ_INTERNAL. */
NQ_API nq_status nq_solve(const nq_instance *instance, const nq_solve_options *options,
                          nq_board *board, nq_result *result, nq_error *error);

/* As nq_solve, but the solution goes into the caller's array rows[0 .. n - 1], in memory or in a
 * mapped file.  Its previous content does not matter.  Its values are unspecified unless
 * result->verdict is NQ_SOLVED. */
NQ_API nq_status nq_solve_into(const nq_instance *instance, const nq_solve_options *options,
                               uint32_t *rows, nq_result *result, nq_error *error);

/* The name of the i-th method, one line about it, and what it counts as a step, so that steps of
 * different methods cannot be compared; NULL past the end. */
NQ_API const char *nq_method_name(size_t i);
NQ_API const char *nq_method_summary(size_t i);
NQ_API const char *nq_method_step(size_t i);
/* The method that solves the instance when none is named: "min-conflicts" for a plain board, "auto"
 * where squares, diagonals or queens are given. */
NQ_API const char *nq_method_default(const nq_instance *instance);

/* ---- Options by name ---- */

/* An option of a method or of a kind of test boards: a row of its table. */
typedef struct nq_option nq_option;

/* A named value. */
typedef struct nq_choice {
  const char *name; /* "roulette" */
  int value;        /* NQ_SELECTION_ROULETTE */
  const char *summary;
} nq_choice;

/* The i-th option of the method; NULL past the end, and for an unknown method. */
NQ_API const nq_option *nq_method_option(const char *method, size_t i);

/* The option's name, one line about it, and its default in words (NULL if it has none). */
NQ_API const char *nq_option_name(const nq_option *option);
NQ_API const char *nq_option_help(const nq_option *option);
NQ_API const char *nq_option_default(const nq_option *option);
/* Write its possible values to `text`: "random|greedy", "0..1" or, without an upper bound,
 * "1..". */
NQ_API void nq_option_values(const nq_option *option, char *text, size_t size);
/* The i-th named value; NULL past the end and for other options.  AUTO is not among them. */
NQ_API const nq_choice *nq_option_choice(const nq_option *option, size_t i);

/* Set the method and its options from a text, METHOD or METHOD:key=value,..., as in
 * "genetic:population=50,selection=rank".  Options that are not named keep their value.
 * NQ_BAD_VALUE: the message names the option, its value and the range, or the option given
 * twice. */
NQ_API nq_status nq_solve_options_set(nq_solve_options *options, const char *text, nq_error *error);
/* The reverse: the method and those of its options that differ from their default, in a fixed
 * order, so that equal texts mean equal methods.  1024 bytes suffice. */
NQ_API void nq_solve_options_text(const nq_solve_options *options, char *text, size_t size);

/* Choose every default of the method's options as nq_solve would for the instance, so that all
 * members say what is in effect; nq_solve takes them, too.  NQ_BAD_VALUE as nq_solve. */
NQ_API nq_status nq_solve_options_resolve(nq_solve_options *options, const nq_instance *instance,
                                          nq_error *error);

/* Fill rows[0 .. n - 1] with the explicit solution of Pauls (E. Pauls, "Das Maximalproblem der
 * Damen auf dem Schachbrete", Deutsche Schachzeitung 29, 1874): no search, O(n).  False for n = 2
 * and n = 3, where none exists, and for n = 0. */
NQ_API bool nq_construct(uint32_t *rows, uint32_t n);
/* The same, in ten seconds or more for the largest n; also false when `progress` ends it. */
NQ_API bool nq_construct_with(uint32_t *rows, uint32_t n, nq_progress_function *progress,
                              void *context);

#endif

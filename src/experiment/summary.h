/* Results of a plan, and what people and programs read of them; the caller checks streams with
 * ferror.  graphics.h has plots and pages.
 *
 * There is a cell for each variant and group of questions, claims about pairs of variants, and the
 * growth of each variant's time with n.  `n` is the index of a group: the first ones are those of
 * the sizes. */
#ifndef NQ_EXPERIMENT_SUMMARY_H
#define NQ_EXPERIMENT_SUMMARY_H

#include "experiment/statistics.h"
#include "experiment/store.h"

#include <stdio.h>

#define NQ_SIGNIFICANCE 0.05 /* of an adjusted p */

typedef enum nq_measure_kind { NQ_SECONDS, NQ_STEPS, NQ_MEASURES } nq_measure_kind;

enum { NQ_LOWER_QUARTILE, NQ_MEDIAN, NQ_UPPER_QUARTILE, NQ_QUARTILES };

/* One measure (seconds or steps) of the runs of a cell. */
typedef struct nq_measure {
  nq_observation *sorted;
  double quartile[NQ_QUARTILES];      /* INFINITY: beyond the limit */
  nq_interval interval[NQ_QUARTILES]; /* 95 % */
} nq_measure;

typedef struct nq_cell {
  size_t count, solved; /* proved counts as solved */
  size_t outcomes[NQ_OUTCOMES];
  nq_interval solved_share; /* 95 % */
  nq_measure measure[NQ_MEASURES];
  double par2;     /* mean seconds, where a censored run counts twice the time limit */
  double *medians; /* of the seconds, of NQ_RESAMPLES resamples */
} nq_cell;

static inline nq_sample sample_of(const nq_cell *cell, nq_measure_kind kind) {
  return (nq_sample){cell->measure[kind].sorted, cell->count, NULL};
}

/* Which of two variants is faster on one n. */
typedef struct nq_claim {
  size_t n, first, second; /* indices; the first is the faster one, if either is */
  double a;                /* Vargha and Delaney's A for the first: >= 0.5 */
  double p;                /* Holm-adjusted over all claims of the summary */
  bool censored;           /* log-rank test; otherwise Mann-Whitney */
  bool mixed;              /* A, the log-rank test and the ratio favour different variants */
  nq_ratio ratio;          /* how many times as fast the first is */
  double horizon; /* 0: the ratio is of medians; otherwise of means of the seconds, in which a run
                     that takes longer than this counts as this */
} nq_claim;

/* median seconds = e^intercept * n^exponent, for the n with a known median. */
typedef struct nq_fit {
  size_t points;      /* 0: fewer than two, so no fit */
  size_t first, last; /* indices of the smallest and largest n of them */
  double intercept, exponent;
  nq_interval interval; /* of the exponent, 95 % */
} nq_fit;

/* How the runs were made that were not in the store before. */
typedef struct nq_conditions {
  unsigned threads; /* runs at a time, in each process; 0: not known */
  unsigned processors;
  bool several;   /* processes */
  uint64_t found; /* runs that were in the store before */
} nq_conditions;

/* The virtual best solver takes on each instance and seed the time of the fastest one, if each
 * variant has that run. */
typedef struct nq_best {
  size_t runs, solved;
  double par2; /* NAN without runs */
} nq_best;

/* What a variant adds to it. */
typedef struct nq_addition {
  size_t fastest; /* runs in which it is the fastest */
  size_t alone;   /* runs that only it solved */
  double par2;    /* of the virtual best solver of all others */
} nq_addition;

typedef struct nq_summary {
  const nq_plan *plan;
  nq_cell *cell; /* [variant * groups + n] */
  nq_claim *claim;
  size_t claims;
  nq_claim **pair; /* [(n * variant_count + one) * variant_count + other], or NULL */
  nq_fit *fit;     /* of each variant */
  /* With instances, the seconds of each run that was solved, INFINITY if it was not, NAN if there
   * is none: [(variant * questions + question) * seeds + seed - first_seed]. */
  double *times;
  nq_best best;      /* of all instances, if there are any, */
  nq_addition *adds; /* and what each variant adds to it */
  nq_arrays arrays;  /* memory of all these */
  uint64_t runs;
  char version[32], machine[300];   /* of the first run */
  char first_end[32], last_end[32]; /* when runs ended, in UTC; "" without runs */
  const char *command;              /* that made the summary; NULL: not known */
  nq_conditions conditions;         /* set by the caller */
  bool versions_differ, machines_differ;
} nq_summary;

/* Summarise the stored runs of the plan, which must outlive it.  NQ_END: its watch stopped it. */
nq_status nq_summary_init(nq_summary *summary, const nq_plan *plan, nq_store *store,
                          nq_error *error);
void nq_summary_release(nq_summary *summary);

const nq_cell *nq_summary_cell(const nq_summary *summary, size_t variant, size_t n);
/* How many runs of the variant ended so. */
size_t nq_summary_outcomes(const nq_summary *summary, size_t variant, nq_outcome outcome);

/* Whether the claim is that its first variant is faster. */
bool nq_claim_holds(const nq_claim *claim);

/* The claim about two variants on n (indices), in any order; NULL when one has no run there. */
const nq_claim *nq_summary_claim(const nq_summary *summary, size_t one, size_t other, size_t n);

/* How many others the variant is faster than on n, and slower than. */
typedef struct nq_standing {
  size_t wins, losses;
} nq_standing;

nq_standing nq_summary_standing(const nq_summary *summary, size_t variant, size_t n);

/* Does it have runs on n, and is none shown to be faster? */
bool nq_summary_is_unbeaten(const nq_summary *summary, size_t variant, size_t n);

/* The claim that the fastest variant on n, faster than each other that has runs, is faster than the
 * next: the one with the least ratio.  NULL when none is shown to be the fastest. */
const nq_claim *nq_summary_fastest(const nq_summary *summary, size_t n);

/* The median seconds of a question over the seeds; INFINITY: not solved; NAN: there is no run. */
double nq_summary_time(const nq_summary *summary, size_t variant, size_t question);

/* What the number of runs decides. */
typedef struct nq_power {
  size_t decided;      /* of the claims */
  size_t runs;         /* of the cell with the fewest */
  double least_effect; /* the least A that so many runs surely show; INFINITY: none */
} nq_power;

nq_power nq_summary_power(const nq_summary *summary);

/* ---- Words: words.c ---- */

/* A sentence or less; what is longer is cut off. */
typedef struct nq_words {
  char text[NQ_VARIANT_TEXT + 200];
} nq_words;

/* As printf writes them, and more after them. */
nq_words nq_say(const char *format, ...) NQ_PRINTF(1, 2);
#define nq_say_more(words, ...) nq_text_add((words)->text, sizeof((words)->text), __VA_ARGS__)

#define NQ_BEYOND ">lim" /* stands for a value beyond the limit, INFINITY */

nq_words nq_words_seconds(double seconds);                     /* "59us", "26.2ms", "1.63s" */
nq_words nq_words_count(double count);                         /* "12", "4.5", "12.3k" */
nq_words nq_words_measure(nq_measure_kind kind, double value); /* one of these */
nq_words nq_words_interval(nq_measure_kind kind, nq_interval interval); /* "[26.2ms, 1.63s]" */
nq_words nq_words_ratio(double ratio); /* "47.1", "1230": how many times as fast */

nq_words nq_words_seeds(const nq_plan *plan);  /* "1 to 25", "7" */
nq_words nq_words_limits(const nq_plan *plan); /* of a run: "0.5 seconds or 1000 steps" */
/* "n = 64", or the name of a family of instances, or "all instances"; short: "64". */
nq_words nq_words_group(const nq_plan *plan, size_t group);
nq_words nq_words_group_short(const nq_plan *plan, size_t group);

/* Notes on the figures, and on what holds. */
#define NQ_WORDS_BRACKETS                                                                          \
  "Brackets: 95 % intervals (Wilson for the share solved, otherwise bootstrap)."
#define NQ_WORDS_BEYOND                                                                            \
  "beyond the limit at which runs were stopped; they are treated as censored (Kaplan-Meier), "     \
  "never omitted."
#define NQ_WORDS_STEPS                                                                             \
  "Each method counts its own kind of steps: steps of different methods are not comparable."
#define NQ_WORDS_TESTS                                                                             \
  "A: the probability that a run of the first method takes less time than one of the second "      \
  "(Vargha and Delaney). A difference is shown where p is below .05, two-sided (Mann-Whitney, or " \
  "log-rank where a limit stopped runs), adjusted for all pairs together (Holm). Factors are "     \
  "ratios of median times, or of mean times within the limit where a median is not known."

/* Sentences name variants by their labels, and have no full stop. */

/* "a is 47 times as fast as b at n = 64 (95 % interval 30 to 60): A = 1.00, p < 1e-8
 * (Mann-Whitney)". */
nq_words nq_words_claim(const nq_summary *summary, const nq_claim *claim);
/* "a is 47 times as fast as b at n = 64 (95 % interval 30 to 60; A = 1.00)" or, not as a whole
 * sentence, "47 times as fast as b (30 to 60; A = 1.00)". */
nq_words nq_words_factor(const nq_summary *summary, const nq_claim *claim, bool whole);
/* "with 10 runs of each only differences with A of 0.83 and more are sure to show", "with 5 runs of
 * each not even a method that is always the faster one is sure to be shown so". */
nq_words nq_words_power(const nq_summary *summary);
/* The answer: "a and b are at least 660 times as fast as c at n = 8 to 256; between the two no
 * difference is shown". */
nq_words nq_words_answer(const nq_summary *summary);
/* "Within the limit of 1 second, c solved 12 of 40 runs; all others solved every run", or "" when
 * all did. */
nq_words nq_words_failures(const nq_summary *summary);
/* "liar: 20 solved, 3 time, 1 wrong"; "" when each was solved, out of time, or without answer. */
nq_words nq_words_outcomes(const nq_summary *summary, size_t variant);
/* "n = 64: a, " and by what factor over the next, or "n = 64: not decided between a and b". */
nq_words nq_words_fastest(const nq_summary *summary, size_t n);
/* "median time of a grows as n^1.02 [0.98, 1.05] over the 5 n from 8 to 1000". */
nq_words nq_words_fit(const nq_summary *summary, size_t variant);

/* ---- Text and JSON: write_text.c, write_json.c ---- */

/* Tables and what holds, within 80 columns; the last line is the largest difference shown. */
void nq_summary_write_text(const nq_summary *summary, FILE *stream);

/* The same numbers as one JSON object. */
nq_status nq_summary_write_json(const nq_summary *summary, FILE *stream, nq_error *error);

#endif

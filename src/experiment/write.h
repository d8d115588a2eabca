/* What people and programs read of a summary; graphics.h has plots and pages.
 *
 * The caller checks streams with ferror. */
#ifndef NQ_EXPERIMENT_WRITE_H
#define NQ_EXPERIMENT_WRITE_H

#include "experiment/summary.h"

#include <stdio.h>

/* ---- Words: words.c ---- */

/* A sentence or less; what is longer is cut off. */
typedef struct nq_words {
  char text[NQ_VARIANT_TEXT + 200];
} nq_words;

/* As printf writes them, and more after them. */
nq_words nq_say(const char *format, ...) NQ_PRINTF(1, 2);
void nq_say_more(nq_words *words, const char *format, ...) NQ_PRINTF(2, 3);

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
/* "liar: 20 solved, 3 time, 1 wrong"; "" when runs were only solved, stopped by the time limit, or
 * without an answer. */
nq_words nq_words_outcomes(const nq_summary *summary, size_t variant);
/* "n = 64: a, " and by what factor over the next, or "n = 64: not decided between a and b". */
nq_words nq_words_fastest(const nq_summary *summary, size_t n);
/* "median time of a grows as n^1.02 [0.98, 1.05] over the 5 n from 8 to 1000". */
nq_words nq_words_fit(const nq_summary *summary, size_t variant);

/* ---- Text and JSON: write_text.c, write_json.c ---- */

/* Tables and what holds as text, at most 80 columns wide; the last line is the largest difference
 * that is shown. */
void nq_summary_write_text(const nq_summary *summary, FILE *stream);

/* The same numbers as one JSON object. */
nq_status nq_summary_write_json(const nq_summary *summary, FILE *stream, nq_error *error);

#endif

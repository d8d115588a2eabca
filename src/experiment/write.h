/* What people and programs read of a summary: text, JSON and CSV; graphics.h has plots and pages.
 *
 * The caller checks streams with ferror. */
#ifndef NQ_EXPERIMENT_WRITE_H
#define NQ_EXPERIMENT_WRITE_H

#include "experiment/summary.h"

#include <stdio.h>

/* ---- Numbers and sentences: words.c ---- */

#define NQ_WORD     32
#define NQ_WORDS    100
#define NQ_SENTENCE (8 * NQ_LABEL + 400)

#define NQ_BEYOND ">lim" /* stands for a value beyond the limit */

/* "59us", "26.2ms", "1.63s"; NQ_BEYOND for INFINITY. */
void nq_words_seconds(double seconds, char word[NQ_WORD]);
/* "12", "4.5", "12.3k", "1.63M"; NQ_BEYOND for INFINITY. */
void nq_words_count(double count, char word[NQ_WORD]);
/* Seconds or a count, by the kind of measure. */
void nq_words_measure(nq_measure_kind kind, double value, char word[NQ_WORD]);
/* "[26.2ms, 1.63s]". */
void nq_words_interval(nq_measure_kind kind, nq_interval interval, char words[NQ_WORDS]);
/* "p = 0.012", "p < 1e-8". */
void nq_words_p(double p, char word[NQ_WORD]);

/* "1 to 25" or "7": the seeds of the plan. */
void nq_words_seeds(const nq_plan *plan, char words[NQ_WORDS]);
/* "n = 64", or the name of a family of instances, or "all instances". */
void nq_words_group(const nq_plan *plan, size_t group, char words[NQ_WORDS]);
/* "64", or the name. */
void nq_words_group_short(const nq_plan *plan, size_t group, char words[NQ_WORDS]);
/* " at n = 64", " on blocked". */
void nq_words_where(const nq_plan *plan, size_t group, char words[NQ_WORDS]);
/* "1 second", "0.5 seconds or 1000 steps": the limits of a run. */
void nq_words_limits(const nq_plan *plan, char words[NQ_WORDS]);

/* Notes on the figures, and on what holds. */
#define NQ_WORDS_BRACKETS                                                                          \
  "Brackets: 95 % intervals (Wilson for the share solved, otherwise bootstrap)."
#define NQ_WORDS_BEYOND                                                                            \
  "beyond the limit at which runs were stopped; they are treated as censored (Kaplan-Meier), "     \
  "never omitted."
#define NQ_WORDS_TESTS                                                                             \
  "A: the probability that a run of the first method takes less time than one of the second "      \
  "(Vargha and Delaney). A difference is shown where p is below .05, two-sided (Mann-Whitney, or " \
  "log-rank where a limit stopped runs), adjusted for all pairs together (Holm). Factors are "     \
  "ratios of median times, or of mean times within the limit where a median is not known."

/* Sentences name variants by their labels. */

/* "47.1", "1230": how many times as fast. */
void nq_words_ratio(double ratio, char word[NQ_WORD]);

/* "min-conflicts is 47 times as fast as genetic at n = 64 (95 % interval 30 to 60): A = 1.00, p <
 * 1e-8 (Mann-Whitney)". */
void nq_words_claim(const nq_summary *summary, const nq_claim *claim, char text[NQ_SENTENCE]);
/* "min-conflicts is 47 times as fast as genetic at n = 64 (95 % interval 30 to 60; A = 1.00)" or,
 * not as a whole sentence, "47 times as fast as genetic (30 to 60; A = 1.00)". */
void nq_words_factor(const nq_summary *summary, const nq_claim *claim, bool whole,
                     char text[NQ_SENTENCE]);
/* "with 10 runs of each only differences with A of 0.83 and more are sure to show", "with 5 runs of
 * each not even a method that is always the faster one is sure to be shown so". */
void nq_words_power(const nq_summary *summary, char words[NQ_SENTENCE]);
/* The answer in a sentence: "min-conflicts and tuned are at least 660 times as fast as genetic at n
 * = 8 to 256; between the two no difference is shown". */
void nq_words_answer(const nq_summary *summary, char text[NQ_SENTENCE]);
/* "Within the limit of 1 second, genetic solved 12 of 40 runs; all others solved every run", or ""
 * when all did. */
void nq_words_failures(const nq_summary *summary, char text[NQ_SENTENCE]);
/* "liar: 20 solved, 3 time, 1 wrong"; "" when runs were only solved, stopped by the time limit, or
 * without an answer. */
void nq_words_outcomes(const nq_summary *summary, size_t variant, char text[NQ_SENTENCE]);
/* "n = 64: min-conflicts, " and by what factor over the next, or "n = 64: not decided between
 * min-conflicts and genetic". */
void nq_words_fastest(const nq_summary *summary, size_t n, char text[NQ_SENTENCE]);
/* "median time of min-conflicts grows as n^1.02 [0.98, 1.05] over the 5 n from 8 to 1000". */
void nq_words_fit(const nq_summary *summary, size_t variant, char text[NQ_SENTENCE]);

/* ---- Text, JSON and CSV: write_text.c, write_json.c, write_csv.c ---- */

/* Tables and what holds as text, at most 80 columns wide; the last line is the largest difference
 * that is shown. */
void nq_summary_write_text(const nq_summary *summary, FILE *stream);

/* The same numbers as one JSON object. */
nq_status nq_summary_write_json(const nq_summary *summary, FILE *stream, nq_error *error);

/* The plan's runs as CSV (RFC 4180: lines end with CR LF, the first names the columns).  A text
 * that a spreadsheet would read as a formula is prefixed with an apostrophe. */
nq_status nq_runs_write_csv(const nq_plan *plan, nq_store *store, FILE *stream, nq_error *error);

/* One CSV cell, quoted where needed. */
void nq_csv_write_cell(const char *text, FILE *stream);

#endif

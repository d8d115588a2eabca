/* Figures in words, for the table and the report. */
#ifndef NQ_EXPERIMENT_WORDS_H
#define NQ_EXPERIMENT_WORDS_H

#include "experiment/summary.h"

#include <stdbool.h>
#include <stddef.h>

#define NQ_WORD     32
#define NQ_SENTENCE (2 * NQ_VARIANT_TEXT + 400)

#define NQ_BEYOND ">lim" /* what stands for a figure beyond the limit */

/* "59us", "26.2ms", "1.63s"; NQ_BEYOND for INFINITY. */
void nq_words_seconds(double seconds, char word[NQ_WORD]);
/* "12", "4.5", "12.3k", "1.63M"; NQ_BEYOND for INFINITY. */
void nq_words_count(double count, char word[NQ_WORD]);
/* By the measure's kind. */
void nq_words_measure(nq_measure_kind kind, double value, char word[NQ_WORD]);
/* "p = 0.012", "p < 1e-8". */
void nq_words_p(double p, char word[NQ_WORD]);

/* A variant's short name: its text where those of all variants are short, otherwise "#1", "#2", ..
 */
bool nq_words_short(const nq_plan *plan);
void nq_words_label(const nq_plan *plan, size_t variant, char word[NQ_WORD]);

/* Sentences name a variant by its text, or all by their labels where one is longer than `most`. */

/* "min-conflicts is faster than construct at n = 64: A = 1.00, p < 1e-8 (Mann-Whitney)". */
void nq_words_claim(const nq_summary *summary, const nq_claim *claim, size_t most,
                    char text[NQ_SENTENCE]);
/* "median time of min-conflicts grows as n^1.02 [0.98, 1.05] over the 5 n from 8 to 1000". */
void nq_words_fit(const nq_summary *summary, size_t variant, size_t most, char text[NQ_SENTENCE]);

#endif

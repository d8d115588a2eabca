/* The generators of Gent, Jefferson and Nightingale (JAIR 59, 2017), and instances of which half
 * have a solution: completion, blocked, diagonals, hard.
 *
 * MODEL.  With few queens placed, squares blocked or diagonals excluded nearly every instance has a
 * solution; with many, almost none has.  The hardest are in between.  Half have a solution at this
 * point:
 *
 *     completion   measured (half_completion); above n = 40 the authors' fit, with sqrt(n / 0.19)
 *                  queens left to place
 *     blocked      measured with this generator, at least 4 squares left per line (half_blocked)
 *     diagonals    measured by the authors, at least 4 left (half_diagonals)
 *
 * Points are interpolated between the measured n and extrapolated with the last slope.  `hard`
 * draws one of the two neighbouring whole numbers so that the mean is the point. */
#include "generate/kinds.h"

#include <inttypes.h>
#include <math.h>

#define SAMPLE_TRIES          100
#define LEAST                 4
#define HARD_N_MIN            8
#define HARD_N_MAX            4096
#define HARD_N_MAX_COMPLETION 10000

/* ---- Where half have a solution ---- */

typedef struct point {
  double n, value;
} point;

static const point half_diagonals[] = {{10, 6},    {12, 8.3},  {14, 10.7},
                                       {16, 13.2}, {18, 15.9}, {20, 17.9}};
/* Mean number of squares left in a line, from 300 instances at each of several numbers of blocks.
 * At n = 10 it agrees with the paper's 49 blocks. */
static const point half_blocked[] = {{8, 4.27},  {10, 5.08}, {12, 5.30}, {14, 5.66}, {16, 5.78},
                                     {20, 6.01}, {24, 6.29}, {28, 6.37}, {32, 6.52}, {40, 6.66}};

/* Queens placed, from 400 instances at each of several numbers of queens, 300 from n = 100 on.  These
 * and the paper's formula, n - sqrt(n / 0.19), agree from n = 20 to n = 200, where it is used; at
 * n = 1000 it leaves 73 queens to place, with which four of five instances have a solution. */
static const point half_completion[] = {{8, 2.70},   {9, 3.46},      {10, 3.54},     {11, 3.98},
                                        {12, 4.67},  {13, 5.34},     {14, 5.86},     {15, 6.61},
                                        {16, 7.32},  {18, 8.60},     {20, 10.10},    {25, 13.74},
                                        {30, 17.51}, {40, 25.50},    {200, 167.6},   {500, 452.4},
                                        {1000, 936}, {2000, 1916.9}, {5000, 4879.7}, {10000, 9850}};

#define FORMULA_N     40
#define FORMULA_N_END 200

static double interpolate(const point *points, size_t count, double n) {
  size_t i = 1;
  while (i + 1 < count && points[i].n < n) i++;
  const point *a = &points[i - 1], *b = &points[i];
  return a->value + (b->value - a->value) * (n - a->n) / (b->n - a->n);
}

static double half_of_completion(double n) {
  if (n > FORMULA_N && n < FORMULA_N_END) return n - sqrt(n / 0.19);
  /* Farther on, the queens left grow as from n = 5000 to n = 10,000. */
  if (n > HARD_N_MAX_COMPLETION) return n - 150 * pow(n / HARD_N_MAX_COMPLETION, 0.32);
  return interpolate(half_completion, sizeof half_completion / sizeof(point), n);
}

static double half_point(nq_family family, uint32_t n) {
  double size = n, value;
  if (family == NQ_FAMILY_COMPLETION)
    value = half_of_completion(size);
  else if (family == NQ_FAMILY_BLOCKED)
    value = size * (size - interpolate(half_blocked, sizeof half_blocked / sizeof(point), size));
  else
    value = interpolate(half_diagonals, sizeof half_diagonals / sizeof(point), size);
  return value > 0 ? value : 0;
}

/* ---- One instance ---- */

static const struct family {
  nq_generate_parameter count;
  const char *items;
} family_words[] = {
    [NQ_FAMILY_COMPLETION] = {NQ_GENERATE_PLACED, "queens"},
    [NQ_FAMILY_BLOCKED] = {NQ_GENERATE_BLOCKS, "squares"},
    [NQ_FAMILY_DIAGONALS] = {NQ_GENERATE_DIAGONALS, "diagonals"},
};

static nq_status decide(const nq_generating *generation, nq_generated *item, nq_error *error) {
  nq_exact exact;
  if (item->value[NQ_GENERATE_VERDICT] != 1) return NQ_OK;
  nq_status status = nq_exact_verdict(generation, item->instance, &exact, error);
  item->answer = exact.answer;
  for (size_t i = 0; i < sizeof item->reason; i++) item->reason[i] = exact.reason[i];
  return status;
}

/* Draw random lists until one is long enough. */
static nq_status make_sampled(const nq_generating *generation, nq_generated *item, nq_family family,
                              nq_pcg64 *random, nq_error *error) {
  uint64_t count = item->value[family_words[family].count], longest = 0;
  uint64_t least = family == NQ_FAMILY_COMPLETION ? 0 : item->value[NQ_GENERATE_LEAST];
  for (unsigned i = 0; i < SAMPLE_TRIES; i++) {
    nq_sample sample;
    nq_status status = nq_sample_draw(generation, family, count, least, random, &sample, error);
    if (status == NQ_OK && sample.count == count)
      status = nq_sample_build(generation, &sample, count, &item->instance, error);
    if (sample.count > longest) longest = sample.count;
    nq_sample_release(&sample);
    if (status != NQ_OK) return status;
    if (item->instance != NULL) return decide(generation, item, error);
  }
  return nq_error_set(error, NQ_UNSUPPORTED,
                      "no random list for n = %" PRIu32 " had %" PRIu64
                      " %s: the longest of %d had %" PRIu64,
                      item->n, count, family_words[family].items, SAMPLE_TRIES, longest);
}

/* ---- The kinds ---- */

/* The family whose count the kind takes. */
static nq_family family_of(const nq_generate_kind *kind) {
  nq_family family = NQ_FAMILY_COMPLETION;
  while ((kind->parameters >> family_words[family].count & 1) == 0) family++;
  return family;
}

/* Check or fill in the number of items and of squares to leave. */
nq_status nq_sampled_prepare(nq_generating *generation, nq_error *error) {
  nq_family family = family_of(&generation->entry->kind);
  uint32_t n = generation->options.n;
  uint64_t *least = &generation->options.value[NQ_GENERATE_LEAST];
  if (family != NQ_FAMILY_COMPLETION && *least == NQ_GENERATE_DEFAULT)
    *least = n / 2 < LEAST ? n / 2 : LEAST;
  if (family != NQ_FAMILY_COMPLETION && *least > n)
    return nq_error_set(error, NQ_BAD_VALUE,
                        "least: a line of n = %" PRIu32 " has no %" PRIu64 " squares", n, *least);
  return nq_generate_settle(generation, family_words[family].count,
                            (uint64_t)(half_point(family, n) + 0.5), 0, nq_sample_most(family, n),
                            error);
}

nq_status nq_sampled_make(const nq_generating *generation, nq_generated *item, nq_pcg64 *random,
                          nq_error *error) {
  return make_sampled(generation, item, family_of(item->kind), random, error);
}

nq_status nq_hard_prepare(nq_generating *generation, nq_error *error) {
  uint32_t n = generation->options.n;
  bool completion = generation->options.value[NQ_GENERATE_FAMILY] == NQ_FAMILY_COMPLETION;
  int most = completion ? HARD_N_MAX_COMPLETION : HARD_N_MAX;
  if (n >= HARD_N_MIN && n <= (uint32_t)most) return NQ_OK;
  return nq_error_set(
      error, NQ_UNSUPPORTED,
      "n = %" PRIu32 " is out of range: it must be %d to %d, since elsewhere it is not known where "
      "half of the instances have a solution",
      n, HARD_N_MIN, most);
}

/* One of the two neighbouring whole numbers. */
static uint64_t round_randomly(double value, nq_pcg64 *random) {
  double whole = floor(value);
  return (uint64_t)whole + (nq_pcg64_unit(random) < value - whole);
}

nq_status nq_hard_make(const nq_generating *generation, nq_generated *item, nq_pcg64 *random,
                       nq_error *error) {
  uint64_t *family = &item->value[NQ_GENERATE_FAMILY];
  if (*family == NQ_GENERATE_DEFAULT) *family = item->index % NQ_FAMILIES;
  nq_family of = (nq_family)*family;
  if (of != NQ_FAMILY_COMPLETION) item->value[NQ_GENERATE_LEAST] = LEAST;
  item->value[family_words[of].count] = round_randomly(half_point(of, item->n), random);
  return make_sampled(generation, item, of, random, error);
}

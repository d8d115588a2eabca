/* Samples of times, some of them censored. */
#ifndef NQ_TESTS_SAMPLES_H
#define NQ_TESTS_SAMPLES_H

#include "experiment/statistics.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define MOST         64

struct sample {
  nq_observation sorted[MOST];
  size_t count;
};

/* Sorted; censored may be NULL: none is. */
static inline struct sample sample(const double *values, const int *censored, size_t count) {
  struct sample made = {.count = count};
  assert_true(count <= MOST);
  for (size_t i = 0; i < count; i++)
    made.sorted[i] = (nq_observation){values[i], censored != NULL && censored[i] != 0};
  nq_observations_sort(made.sorted, count);
  return made;
}

static inline nq_sample view(const struct sample *of) {
  return (nq_sample){of->sorted, of->count, NULL};
}

static inline void assert_close(double value, double expected) {
  double allowed = 1e-9 * fmax(fabs(expected), 1e-3);
  if (!(fabs(value - expected) <= allowed)) fail_msg("%.17g, expected %.17g", value, expected);
}

/* Remission in weeks under 6-MP and placebo (E. J. Freireich and others, Blood 21, 1963), the
 * example of most textbooks. */
static const double mp[] = {6,  6,  6,  7,  10, 13, 16, 22, 23, 6, 9,
                            10, 11, 17, 19, 20, 25, 32, 32, 34, 35};
static const int mp_censored[] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
static const double placebo[] = {1, 1, 2,  2,  3,  4,  4,  5,  5,  8, 8,
                                 8, 8, 11, 11, 12, 12, 15, 17, 22, 23};

#endif

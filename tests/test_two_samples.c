/* Tests of two samples against each other, and what follows from them.  Reference values as in
 * test_statistics.c. */
#include "experiment/statistics.h"
#include "samples.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

static double mann_whitney(const struct sample *a, const struct sample *b) {
  double p = nq_mann_whitney(view(a), view(b));
  assert_close(nq_mann_whitney(view(b), view(a)), p);
  return p;
}

static double log_rank(const struct sample *a, const struct sample *b, double *excess) {
  double p = nq_log_rank(view(a), view(b), excess);
  assert_close(nq_log_rank(view(b), view(a), NULL), p);
  return p;
}

static double effect(const struct sample *a, const struct sample *b) {
  return nq_vargha_delaney(view(a), view(b));
}

static void mann_whitney_is_exact_without_ties(void **state) {
  (void)state;
  const double a[] = {1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30};
  const double b[] = {0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.065, 3.14, 1.285};
  struct sample x = sample(a, NULL, 9), y = sample(b, NULL, 9);
  assert_close(mann_whitney(&x, &y), 0.13591114767585355); /* method="exact" */
  const double m[] = {1.1, 2.2, 3.3}, n[] = {4.4, 5.5, 6.6, 7.7};
  x = sample(m, NULL, 3);
  y = sample(n, NULL, 4);
  assert_close(mann_whitney(&x, &y), 0.05714285714285714); /* 2 of C(7, 3) */
  double low[25], high[25];
  for (size_t i = 0; i < 25; i++) {
    low[i] = (double)i;
    high[i] = 100 + (double)i;
  }
  x = sample(low, NULL, 25);
  y = sample(high, NULL, 25);
  assert_close(mann_whitney(&x, &y) * 126410606437752, 2); /* of C(50, 25) */
}

static void mann_whitney_corrects_for_ties(void **state) {
  (void)state;
  const double a[] = {1, 2, 2, 3, 3, 3, 4, 5, 9}, b[] = {2, 3, 5, 5, 6, 7, 8, 8, 8, 10};
  struct sample x = sample(a, NULL, 9), y = sample(b, NULL, 10);
  assert_close(mann_whitney(&x, &y), 0.03928135242851959); /* method="asymptotic" */
  double p[30], q[28];
  for (int i = 1; i <= 30; i++) p[i - 1] = (i * 37 % 101) / 10.0;
  for (int i = 1; i <= 28; i++) q[i - 1] = (i * 53 % 103) / 10.0 + 2;
  x = sample(p, NULL, 30);
  y = sample(q, NULL, 28);
  assert_close(mann_whitney(&x, &y), 0.05268095305900058); /* method="asymptotic" */
  const double same[] = {3, 3, 3};
  x = y = sample(same, NULL, 3);
  assert_close(mann_whitney(&x, &y), 1);
}

/* By the exact distribution of U, enumerated. */
static void the_least_effect_is_the_least_found(void **state) {
  (void)state;
  assert_close(nq_least_effect(7, 7, .05), 1 - 8. / 49);
  assert_true(isinf(nq_least_effect(3, 3, .05)));
  assert_close(nq_least_effect(4, 4, .05), 1);
  double a[40], b[40], level = nq_least_effect(40, 40, .01);
  for (size_t i = 0; i < 40; i++) a[i] = (double)i;
  for (size_t i = 0; i < 40; i++) b[i] = (double)i + 13.5;
  struct sample x = sample(a, NULL, 40), y = sample(b, NULL, 40);
  assert_true((mann_whitney(&x, &y) < .01) == (effect(&x, &y) >= level));
}

static void log_rank_agrees(void **state) {
  (void)state;
  double excess;
  struct sample x = sample(mp, mp_censored, COUNT(mp)), y = sample(placebo, NULL, COUNT(placebo));
  assert_close(log_rank(&x, &y, &excess), 4.168809109334529e-05);
  assert_true(excess < 0); /* fewer relapses than expected under 6-MP */
  const double a[] = {0.5, 1, 1.5, 2, 10, 10, 10}, b[] = {1, 4, 6, 10, 10, 10, 10};
  const int a_censored[] = {0, 0, 0, 0, 1, 1, 1}, b_censored[] = {0, 0, 0, 1, 1, 1, 1};
  x = sample(a, a_censored, 7);
  y = sample(b, b_censored, 7);
  assert_close(log_rank(&x, &y, &excess), 0.42988062139636074);
  assert_true(excess > 0);
}

static void log_rank_of_nothing_solved_says_nothing(void **state) {
  (void)state;
  const double values[] = {10, 10, 10};
  const int censored[] = {1, 1, 1};
  struct sample x = sample(values, censored, 3);
  assert_close(log_rank(&x, &x, NULL), 1);
}

/* The definition, pair by pair. */
static double plain_effect(const struct sample *a, const struct sample *b) {
  double sum = 0;
  for (size_t i = 0; i < a->count; i++)
    for (size_t j = 0; j < b->count; j++) {
      nq_observation x = a->sorted[i], y = b->sorted[j];
      bool less = !x.censored && (x.value < y.value || (x.value == y.value && y.censored));
      bool more = !y.censored && (y.value < x.value || (x.value == y.value && x.censored));
      sum += less ? 1 : more ? 0 : 0.5;
    }
  return sum / ((double)a->count * (double)b->count);
}

static void vargha_delaney_counts_pairs(void **state) {
  (void)state;
  struct sample x = sample(mp, mp_censored, COUNT(mp)), y = sample(placebo, NULL, COUNT(placebo));
  assert_close(effect(&x, &y), plain_effect(&x, &y));
  assert_close(effect(&x, &y) + effect(&y, &x), 1);
  assert_close(effect(&x, &x), 0.5);
  uint64_t random = 1;
  for (int round = 0; round < 200; round++) {
    double values[2][20];
    int censored[2][20];
    for (size_t i = 0; i < 40; i++) {
      random = random * 6364136223846793005u + 1442695040888963407u;
      values[i % 2][i / 2] = (double)(random >> 60);
      censored[i % 2][i / 2] = (random >> 40 & 3) == 0;
    }
    x = sample(values[0], censored[0], 20);
    y = sample(values[1], censored[1], 15);
    assert_close(effect(&x, &y), plain_effect(&x, &y));
  }
  const double low[] = {1, 2}, high[] = {10, 10};
  const int limit[] = {1, 1};
  x = sample(low, NULL, 2);
  y = sample(high, limit, 2);
  assert_close(effect(&x, &y), 1);
  assert_close(effect(&y, &x), 0);
}

static void holm_steps_down(void **state) {
  (void)state;
  double p[] = {0.01, 0.04, 0.03, 0.005}, one[] = {0.7}, large[] = {0.9, 0.6};
  nq_holm_adjust((double *[]){&p[0], &p[1], &p[2], &p[3]}, 4);
  assert_close(p[0], 0.03);
  assert_close(p[1], 0.06);
  assert_close(p[2], 0.06);
  assert_close(p[3], 0.02);
  nq_holm_adjust((double *[]){one}, 1);
  assert_close(one[0], 0.7);
  nq_holm_adjust((double *[]){&large[0], &large[1]}, 2);
  assert_close(large[0], 1);
  assert_close(large[1], 1);
  nq_holm_adjust(NULL, 0);
}

static void a_line_is_fitted(void **state) {
  (void)state;
  const double n[] = {8, 16, 32, 64}, seconds[] = {0.001, 0.0041, 0.015, 0.07};
  double x[4], y[4], intercept, slope;
  for (size_t i = 0; i < 4; i++) {
    x[i] = log(n[i]);
    y[i] = log(seconds[i]);
  }
  assert_true(nq_line_fit(x, y, 4, &intercept, &slope));
  assert_close(slope, 2.02591157367127);
  assert_close(intercept, -11.13501920385969);
  assert_false(nq_line_fit(x, y, 1, &intercept, &slope));
  const double same[] = {2, 2};
  assert_false(nq_line_fit(same, y, 2, &intercept, &slope));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(mann_whitney_is_exact_without_ties),
      cmocka_unit_test(mann_whitney_corrects_for_ties),
      cmocka_unit_test(the_least_effect_is_the_least_found),
      cmocka_unit_test(log_rank_agrees),
      cmocka_unit_test(log_rank_of_nothing_solved_says_nothing),
      cmocka_unit_test(vargha_delaney_counts_pairs),
      cmocka_unit_test(holm_steps_down),
      cmocka_unit_test(a_line_is_fitted),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

/* The sums of diagonals on boards of several words: the same lines, as far from the centre of a
 * larger board, leave the same. */
#include "board/open.h"
#include "core/random.h"
#include "core/core.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

enum { N = 20, FARTHEST = 256, WORDS = (2 * (N + FARTHEST) + 63) / 64 };

/* Bits of rising and of falling diagonals. */
typedef struct problem {
  nq_sums sums;
  uint64_t left[2][WORDS], must[2][WORDS];
} problem;

static nq_sums_verdict filter(problem *all) {
  int64_t room[6 * (N + 1)];
  const nq_sums_diagonals rising = {all->left[0], all->must[0]},
                          falling = {all->left[1], all->must[1]};
  return nq_sums_filter(&all->sums, &rising, &falling, room);
}

/* Some queens of a random board have their diagonals, and there are others. */
static problem draw(nq_pcg64 *random) {
  uint32_t n = 4 + (uint32_t)nq_pcg64_below(random, N - 3), rows[N], columns[N];
  uint32_t queens = 1 + (uint32_t)nq_pcg64_below(random, n);
  uint64_t others = nq_pcg64_below(random, 4);
  problem drawn = {.sums.n = n};
  (void)nq_permutation_draw(rows, n, random, NULL);
  (void)nq_permutation_draw(columns, n, random, NULL);
  for (uint32_t i = 0; i < queens; i++) {
    sums_add_column(&drawn.sums, columns[i]);
    sums_add_row(&drawn.sums, rows[i]);
    drawn.left[0][0] |= UINT64_C(1) << (columns[i] + rows[i]);
    drawn.left[1][0] |= UINT64_C(1) << (rows[i] + n - 1 - columns[i]);
  }
  for (uint32_t i = 0; i < 2 * n - 1; i++)
    for (unsigned d = 0; d < 2; d++)
      drawn.left[d][0] |= (uint64_t)(nq_pcg64_below(random, 4) < others) << i;
  return drawn;
}

static void shift(const uint64_t from[WORDS], uint32_t by, uint64_t to[WORDS]) {
  for (size_t i = 0; i < WORDS; i++) to[i] = 0;
  for (uint32_t bit = 0; bit < 64; bit++)
    to[(bit + by) / 64] |= (from[0] >> bit & 1) << (bit + by) % 64;
}

/* Each line is `by` / 2 lines farther from the corner, as the centre is. */
static problem move(const problem *from, uint32_t by) {
  int64_t queens = from->sums.queens;
  problem to = {.sums = from->sums};
  to.sums.n += by;
  to.sums.rising += queens * by;
  if (by / 2 % 2 == 1) to.sums.even = 2 * from->sums.queens - from->sums.even;
  for (unsigned d = 0; d < 2; d++) {
    shift(from->left[d], by, to.left[d]);
    shift(from->must[d], by, to.must[d]);
  }
  return to;
}

static void larger_boards_leave_the_same(void **state) {
  unsigned found[3] = {0};
  nq_pcg64 random;
  (void)state;
  nq_pcg64_seed(&random, 3, 0);
  for (unsigned i = 0; i < 3000; i++) {
    uint32_t by = 2 * (1 + (uint32_t)nq_pcg64_below(&random, FARTHEST / 2));
    problem near = draw(&random), far = move(&near, by);
    nq_sums_verdict verdict = filter(&near);
    if (filter(&far) != verdict) fail_msg("n = %" PRIu32 " + %" PRIu32, near.sums.n, by);
    found[verdict]++;
    if (verdict == NQ_SUMS_EXCEEDED) continue;
    const problem wanted = move(&near, by);
    assert_memory_equal(far.left, wanted.left, sizeof far.left);
    assert_memory_equal(far.must, wanted.must, sizeof far.must);
  }
  for (unsigned i = 0; i < 3; i++) assert_true(found[i] > 100);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(larger_boards_leave_the_same)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}

/* The public functions over core/random.h, and those that no inner loop needs. */
#include "core/random.h"

/* ---- pcg32 ---- */

void nq_pcg32_seed(nq_pcg32 *random, uint64_t seed, uint64_t stream) {
  random->increment = (stream << 1) | 1;
  random->state = (seed + random->increment) * PCG_MULTIPLIER_64 + random->increment;
}

uint32_t nq_pcg32_next(nq_pcg32 *random) {
  return next_pcg32(random);
}

uint32_t nq_pcg32_below(nq_pcg32 *random, uint32_t bound) {
  return below_pcg32(random, bound);
}

/* Brown's method: fold the affine map of one step into itself by repeated squaring. */
void nq_pcg32_advance(nq_pcg32 *random, uint64_t delta) {
  uint64_t multiplier = PCG_MULTIPLIER_64, increment = random->increment;
  uint64_t all_multiplier = 1, all_increment = 0;
  for (; delta > 0; delta >>= 1) {
    if (delta & 1) {
      all_multiplier *= multiplier;
      all_increment = all_increment * multiplier + increment;
    }
    increment *= multiplier + 1;
    multiplier *= multiplier;
  }
  random->state = random->state * all_multiplier + all_increment;
}

/* ---- pcg64 ---- */

void nq_pcg64_seed(nq_pcg64 *random, uint64_t seed, uint64_t stream) {
  store_wide(random->increment, (nq_wide){(stream << 1) | 1, stream >> 63});
  store_wide(random->state, add_wide((nq_wide){seed, 0}, load_wide(random->increment)));
  store_wide(random->state, next_state_pcg64(random));
}

uint64_t nq_pcg64_next(nq_pcg64 *random) {
  return next_pcg64(random);
}

uint64_t nq_pcg64_below(nq_pcg64 *random, uint64_t bound) {
  return below_pcg64(random, bound);
}

double nq_pcg64_unit(nq_pcg64 *random) {
  return unit_pcg64(random);
}

void nq_pcg64_advance(nq_pcg64 *random, uint64_t delta_low, uint64_t delta_high) {
  const nq_wide one = {1, 0};
  nq_wide multiplier = (nq_wide){PCG_MULTIPLIER_128_LOW, PCG_MULTIPLIER_128_HIGH},
          increment = load_wide(random->increment);
  nq_wide all_multiplier = one, all_increment = {0, 0};
  while (delta_low != 0 || delta_high != 0) {
    if (delta_low & 1) {
      all_multiplier = multiply_wide(all_multiplier, multiplier);
      all_increment = add_wide(multiply_wide(all_increment, multiplier), increment);
    }
    increment = multiply_wide(add_wide(multiplier, one), increment);
    multiplier = multiply_wide(multiplier, multiplier);
    delta_low = (delta_low >> 1) | (delta_high << 63);
    delta_high >>= 1;
  }
  nq_wide state = multiply_wide(all_multiplier, load_wide(random->state));
  store_wide(random->state, add_wide(state, all_increment));
}

void nq_pcg64_shuffle(nq_pcg64 *random, uint32_t *values, size_t count) {
  shuffle_part(random, values, count, 0);
}

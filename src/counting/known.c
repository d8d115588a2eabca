/* The numbers of solutions that are known: OEIS A000170, up to the largest n that is counted. */
#include "counting/counting.h"

#include <stdint.h>

uint64_t nq_count_known(uint32_t n) {
  /* clang-format off */
  static const uint64_t solutions[NQ_COUNT_N_MAX + 1] = {
      1, 1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200, 73712, 365596, 2279184, 14772512,
      95815104, 666090624, 4968057848, 39029188884, 314666222712, 2691008701644,
      24233937684440, 227514171973736, 2207893435808352, 22317699616364044, 234907967154122528};
  /* clang-format on */
  return n <= NQ_COUNT_N_MAX ? solutions[n] : UINT64_MAX;
}

#include "core/core.h"
#include "core/random.h"

bool nq_permutation_draw(uint32_t *values, uint32_t n, nq_pcg64 *random, nq_look *look) {
  for (uint64_t begin = 0, end; begin < n; begin = end) {
    end = look_next(begin, n);
    for (uint64_t i = begin; i < end; i++) values[i] = (uint32_t)i;
    if (end < n && look_stops(look)) return false;
  }
  for (uint64_t begin = 0, end; begin < n; begin = end) {
    end = look_next(begin, n);
    shuffle_part(random, values, (size_t)(n - begin), (size_t)(n - end));
    if (look != NULL && look->progress.total > 0) look->progress.done = end;
    if (end < n && look_stops(look)) return false;
  }
  return true;
}

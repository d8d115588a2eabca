/* A board that changes by random swaps at a temperature.
 *
 * MODEL.  The states are the n! permutations, so that only diagonals conflict.  A try exchanges the
 * rows of two queens, chosen whatever the board, and is accepted with the probability min(1, x^d)
 * (N. Metropolis et al., "Equation of state calculations by fast computing machines", Journal of
 * Chemical Physics 21, 1953).  d is the change of the number of conflicts, and x = exp(-1 / T) the
 * weight of a conflict.  So in the long run a board with E conflicts has a probability in
 * proportion to x^E.  In particular every solution is as likely as any other, at every temperature.
 *
 * A sweep tries each column once, in order, with a random other one: n tries.  Each try keeps that
 * distribution, and so does any fixed order of tries. */
#include "sampling/sampling.h"

#include "board/conflicts.h"

#include <string.h>

/* Tries whose memory is requested ahead, on boards that do not fit into the first cache. */
#define AHEAD   16
#define AHEAD_N 32768

/* A try, drawn before the board is looked at: the other column, and a number below 2^32 that is
 * compared with the probability. */
typedef struct swap_try {
  uint32_t other, chance;
} swap_try;

/* Draw a random permutation and count its conflicts; false when stopped. */
static bool start(nq_swaps *swaps, nq_look *look) {
  uint32_t n = swaps->n, *rows = swaps->rows;
  if (!nq_permutation_draw(rows, n, &swaps->random, look)) return false;
  nq_piece cleared = {0}, counted = {0};
  while (look_piece(look, &cleared, n)) { /* at random, it would be new memory */
    size_t bytes = 2 * (size_t)(cleared.end - cleared.begin);
    memset(swaps->rising + 2 * cleared.begin, 0, bytes);
    memset(swaps->falling + 2 * cleared.begin, 0, bytes);
  }
  while (cleared.end == n && look_piece(look, &counted, n))
    for (uint64_t column = counted.begin; column < counted.end; column++) {
      uint64_t row = rows[column];
      swaps->conflicts += swaps->rising[column + row]++;
      swaps->conflicts += swaps->falling[row + n - 1 - column]++;
    }
  return counted.end == n;
}

nq_status nq_swaps_init(nq_swaps *swaps, uint32_t *rows, uint32_t n, uint64_t seed, uint64_t stream,
                        nq_watch *watch, nq_error *error) {
  *swaps = (nq_swaps){.n = n, .rows = rows};
  swaps->rising = nq_memory_new(2 * (uint64_t)n, 1);
  swaps->falling = nq_memory_new(2 * (uint64_t)n, 1);
  if (swaps->rising == NULL || swaps->falling == NULL)
    return nq_error_set(error, NQ_NO_MEMORY, "no memory for the diagonals of n = %" PRIu32, n);
  nq_pcg64_seed(&swaps->random, seed, stream);
  nq_look look = {.watch = watch, .progress = {.phase = "start", .total = n}};
  if (!start(swaps, watch != NULL ? &look : NULL)) swaps->conflicts = UINT64_MAX;
  nq_swaps_weigh(swaps, 1);
  return NQ_OK;
}

void nq_swaps_release(nq_swaps *swaps) {
  nq_memory_free(swaps->rising, 2 * (uint64_t)swaps->n, 1);
  nq_memory_free(swaps->falling, 2 * (uint64_t)swaps->n, 1);
  swaps->rising = swaps->falling = NULL;
}

uint64_t nq_swaps_bytes(uint32_t n) {
  return 4 * (uint64_t)n;
}

void nq_swaps_weigh(nq_swaps *swaps, double x) {
  double probability = 1;
  for (uint32_t d = 0; d < NQ_SWAPS_WORSE; d++, probability *= x)
    swaps->accept[d] = probability >= 1 ? UINT32_MAX : (uint32_t)(probability * 0x1p32);
}

/* The high half times n is below n, with a bias of n / 2^32 between columns.  The bias is harmless:
 * a swap and its reverse are equally likely. */
static inline swap_try draw_try(nq_pcg64 *random, uint32_t n) {
  uint64_t number = next_pcg64(random);
  return (swap_try){.other = (uint32_t)((number >> 32) * n >> 32), .chance = (uint32_t)number};
}

static inline uint64_t queens_on(const void *board, nq_direction direction, uint64_t line) {
  const nq_swaps *swaps = board;
  return direction == NQ_RISING ? swaps->rising[line] : swaps->falling[line];
}

/* Always inlined: in nq_swaps_try it works in registers. */
static inline __attribute__((always_inline)) void attempt(nq_swaps *swaps, uint32_t column,
                                                          swap_try draw) {
  if (column == draw.other) return;
  uint32_t *rows = swaps->rows;
  uint8_t *rising = swaps->rising, *falling = swaps->falling;
  size_t i = column, j = draw.other, a = rows[i], b = rows[j], last = swaps->n - 1;
  const nq_swap swap = {i, a, j, b};
  int worse = (int)swap_change(swaps, last, swap, queens_on);
  if (worse > 0 && (worse >= NQ_SWAPS_WORSE || draw.chance >= swaps->accept[worse])) return;
  rising[i + a]--, rising[j + b]--, falling[a + last - i]--, falling[b + last - j]--;
  rising[i + b]++, rising[j + a]++, falling[b + last - i]++, falling[a + last - j]++;
  rows[i] = (uint32_t)b;
  rows[j] = (uint32_t)a;
  swaps->conflicts += (uint64_t)(int64_t)worse;
  swaps->steps++;
}

/* Request the counters of a try; an earlier try may yet change them, which costs only time.  Always
 * inlined: gcc considers a function that only prefetches free of effects, and drops it. */
static inline __attribute__((always_inline)) void request(const nq_swaps *swaps, size_t i,
                                                          size_t j) {
  size_t a = swaps->rows[i], b = swaps->rows[j], last = swaps->n - 1;
  const uint8_t *rising = swaps->rising, *falling = swaps->falling;
  __builtin_prefetch(rising + i + a, 1);
  __builtin_prefetch(rising + j + b, 1);
  __builtin_prefetch(rising + i + b, 1);
  __builtin_prefetch(rising + j + a, 1);
  __builtin_prefetch(falling + (a + last - i), 1);
  __builtin_prefetch(falling + (b + last - j), 1);
  __builtin_prefetch(falling + (b + last - i), 1);
  __builtin_prefetch(falling + (a + last - j), 1);
}

static void try_ahead(nq_swaps *swaps, uint32_t first, uint32_t count) {
  uint32_t n = swaps->n, piece;
  swap_try draw[AHEAD];
  for (; count > 0; first += piece, count -= piece) {
    piece = count < AHEAD ? count : AHEAD;
    for (uint32_t k = 0; k < piece; k++) {
      draw[k] = draw_try(&swaps->random, n);
      __builtin_prefetch(swaps->rows + draw[k].other, 1);
    }
    for (uint32_t k = 0; k < piece; k++) request(swaps, first + k, draw[k].other);
    for (uint32_t k = 0; k < piece; k++) attempt(swaps, first + k, draw[k]);
  }
}

void nq_swaps_try(nq_swaps *swaps, uint32_t first, uint32_t count) {
  if (swaps->n >= AHEAD_N) {
    try_ahead(swaps, first, count);
    return;
  }
  nq_swaps local = *swaps; /* in registers, which writes through uint8_t pointers cannot change */
  for (uint32_t column = first; column < first + count; column++)
    attempt(&local, column, draw_try(&local.random, local.n));
  *swaps = local;
}

/* Which diagonals come first in the words of a unit.
 *
 * MODEL.  The join skips pairs by the highest bits of their signatures, so these should be the
 * diagonals that are most often occupied on both sides.  Which they are depends on the rows of the
 * two halves: where the left half has the upper rows, most of its queens and of the right half's
 * are on few falling diagonals near the centre.  A diagonal with k squares on the rows of a half
 * board of h columns is occupied with a probability of about 1 - (1 - 1 / h)^k.
 *
 * The bits of the stream's words are sorted by the product of the two probabilities.  The right half
 * is mirrored: bit i ^ 1 of its words is the mirror image of bit i.  The columns of a block are
 * swapped in pairs (join.c), too, so bit i of a block's words, which is swapped to i ^ 1, comes from
 * the mirror image of bit i ^ 1 of the stream's. */
#include "counting/worker.h"

#include <string.h>

typedef struct chances {
  double of[64];
} chances;

static void estimate(const count_worker *worker, const count_tables *tables, uint32_t rows,
                     uint32_t columns, chances *occupied) {
  double free[64];
  for (uint32_t bit = 0; bit < worker->signature_bits; bit++) free[bit] = 1;
  for (uint32_t column = 0; column < columns; column++)
    for (uint32_t left = rows & tables->open[column]; left != 0; left &= left - 1) {
      uint64_t lines = nq_count_signature(tables, column, (uint32_t)__builtin_ctz(left));
      for (; lines != 0; lines &= lines - 1) free[__builtin_ctzll(lines)] *= 1 - 1.0 / columns;
    }
  for (uint32_t bit = 0; bit < worker->signature_bits; bit++) occupied->of[bit] = 1 - free[bit];
}

void nq_count_bit_order_init(count_bit_order *order, const uint8_t *from, uint32_t bits) {
  uint64_t to[64] = {0};
  order->bytes = (bits + 7) / 8;
  memset(order->from, 63, sizeof order->from);
  memcpy(order->from, from, bits);
  for (uint32_t i = 0; i < bits; i++) to[from[i]] = UINT64_C(1) << i;
  for (uint32_t byte = 0; byte < order->bytes; byte++) {
    order->to[byte][0] = 0;
    for (uint32_t value = 1; value < 256; value++)
      order->to[byte][value] =
          order->to[byte][value & (value - 1)] | to[8 * byte + (uint32_t)__builtin_ctz(value)];
  }
}

void nq_count_choose_order(count_worker *worker, const count_tables *tables, const count_unit *unit,
                           uint32_t blocks) {
  uint32_t bits = worker->signature_bits, middle = unit->symmetry == BY_OFFSET ? 1 : 0;
  chances side[2];
  double both[64];
  uint8_t stream[64] = {0}, block[64] = {0};
  estimate(worker, tables, unit->rows[0], worker->half + middle, &side[0]);
  estimate(worker, tables, unit->rows[1], worker->half, &side[1]);
  for (uint32_t i = 0; i < bits; i++) {
    double chance = side[1 - blocks].of[i] * side[blocks].of[i ^ 1];
    uint32_t place = i;
    for (; place > 0 && both[place - 1] > chance; place--) {
      both[place] = both[place - 1];
      stream[place] = stream[place - 1];
    }
    both[place] = chance;
    stream[place] = (uint8_t)i;
  }
  for (uint32_t i = 0; i < bits; i++) block[i] = stream[i ^ 1] ^ 1;
  nq_count_bit_order_init(&worker->order[0], block, bits);
  nq_count_bit_order_init(&worker->order[1], stream, bits);
}

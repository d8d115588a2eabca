/* One unit of work: build the half boards of both sides (halves.c), sort them, and count the
 * disjoint pairs.
 *
 * MODEL.  Half boards that the symmetry excludes are dropped; ties are kept apart from the others.
 *
 * One side is cut into blocks of 512.  A block's tables (count_block) give, for each value of a
 * piece of a signature, which of the 512 half boards intersect it.  For each half board of the
 * other side, the stream, the table rows for its pieces are combined with OR, and the remaining
 * zeros are counted.  Both sides are sorted by the highest bits of the signature, once its bits are
 * in the order of choose_order:
 *
 *   - the rows for the pattern are combined once for all of the stream that share it (a segment);
 *   - where they give all ones, the segment or group of segments is skipped.  The half boards of a
 *     block share most of the diagonals of the highest bits;
 *   - for each value of the very highest bits, a branch of the stream, the blocks are made of those
 *     half boards alone that do not intersect it.
 *
 * The right half is a mirrored left half: rising and falling diagonals, bits 2i + 1 and 2i, are
 * swapped in the block once its bits are columns.  This works whichever side is the block. */
#include "counting/parts.h"

#include <stdlib.h>
#include <string.h>

static uint32_t pattern_bits(uint32_t half, count_symmetry symmetry) {
  uint32_t bits = 2 * count_diagonals(half, symmetry);
  return bits > CHUNKS_BITS ? bits - CHUNKS_BITS : 0;
}

/* The longer the lists, the more branches a stream has.  Fewer than the pattern's bits. */
static uint32_t branch_bits(uint32_t half) {
  return half > 8 ? 2 * (half - 8) : 0;
}

static void lay_out_signature(count_worker *worker, count_symmetry symmetry) {
  uint32_t pattern = pattern_bits(worker->half, symmetry);
  worker->signature_bits = pattern + CHUNKS_BITS;
  worker->branch_bits = worker->see != NULL ? 0 : branch_bits(worker->half);
  worker->high_bits = (pattern - worker->branch_bits + 1) / 2;
  worker->low_bits = (pattern - worker->branch_bits) / 2;
}

enum { BLOCK_SORT_BITS_MAX = 14, SORT_BITS_MAX = 16 };
/* The units of smaller boards take less time than to order their bits. */
enum { ORDERED_N_LEAST = 17 };

/* Take the arrays of a worker, but for the lists of half boards, or measure them.  Rows of lanes
 * begin on lines of the cache. */
static void take_arrays(nq_arrays *arrays, uint32_t n, count_segment *groups[2], uint32_t **places,
                        lanes *rows[2]) {
  uint32_t bits = pattern_bits(n / 2, n % 2 == 0 ? BY_QUARTERS : BY_OFFSET), sort_bits = bits;
  if (sort_bits < BLOCK_SORT_BITS_MAX) sort_bits = BLOCK_SORT_BITS_MAX;
  if (sort_bits > SORT_BITS_MAX) sort_bits = SORT_BITS_MAX;
  uint64_t most_groups = UINT64_C(1) << (bits + branch_bits(n / 2) + 1) / 2;
  *places = nq_arrays_take(arrays, UINT64_C(1) << sort_bits, sizeof **places);
  for (uint32_t i = 0; i < 2; i++) {
    groups[i] = nq_arrays_take(arrays, most_groups + 1, sizeof *groups[i]);
    char *memory = nq_arrays_take(arrays, (UINT64_C(1) << (bits + 1) / 2) + 1, sizeof *rows[i]);
    if (memory != NULL) rows[i] = (lanes *)(void *)(memory + (-(uintptr_t)memory & 63));
  }
}

uint64_t nq_count_worker_bytes(uint32_t n) {
  nq_arrays arrays = {.measures = true};
  count_segment *groups[2];
  uint32_t *places;
  lanes *rows[2];
  take_arrays(&arrays, n, groups, &places, rows);
  return sizeof(count_worker) + arrays.bytes + nq_count_halves_bytes();
}

count_worker *nq_count_worker_new(uint32_t n, const count_path *path, const count_limits *limits,
                                  count_pulse *pulse, void *context) {
  count_worker *worker = aligned_alloc(64, sizeof *worker);
  lanes *rows[2] = {NULL};
  if (worker == NULL) return NULL;
  memset(worker, 0, sizeof *worker);
  worker->path = path;
  if (limits != NULL) worker->limits = *limits;
  if (worker->limits.sort_bits == 0) worker->limits.sort_bits = SORT_BITS_MAX;
  worker->pulse = pulse;
  worker->context = context;
  worker->n = n;
  worker->half = n / 2;
  take_arrays(&worker->arrays, n, worker->groups, &worker->places, rows);
  worker->block.high = rows[0];
  worker->block.low = rows[1];
  if (!worker->arrays.failed) return worker;
  nq_count_worker_free(worker);
  return NULL;
}

void nq_count_worker_free(void *freed) {
  count_worker *worker = freed;
  if (worker == NULL) return;
  nq_arrays_release(&worker->arrays);
  for (uint32_t i = 0; i < BRANCH_STEPS; i++) free(worker->kept[i].words);
  free(worker->raw.words);
  free(worker->ties.words);
  for (uint32_t tie = 0; tie < 2; tie++) {
    for (uint32_t i = 0; i < 2; i++) free(worker->sorted[i][tie].words);
    free(worker->segments[tie]);
  }
  free(worker);
}

/* ---- Order ---------------------------------------------------------------------------------- */

/* Sort by `bits` bits of the signature, from bit `shift` on, and keep the order of equal ones. */
static bool sort_pass(count_worker *worker, const word_list *from, uint32_t shift, uint32_t bits,
                      word_list *sorted) {
  if (!nq_count_reserve(sorted, from->count)) return false;
  sorted->count = from->count;
  uint32_t *places = worker->places, sum = 0;
  size_t patterns = (size_t)1 << bits;
  uint64_t mask = patterns - 1;
  memset(places, 0, patterns * sizeof *places);
  for (size_t i = 0; i < from->count; i++) places[from->words[i] >> shift & mask]++;
  for (size_t k = 0; k < patterns; k++) {
    uint32_t here = places[k];
    places[k] = sum;
    sum += here;
  }
  uint64_t *restrict out = sorted->words;
  for (size_t i = 0; i < from->count; i++) {
    uint64_t word = from->words[i];
    out[places[word >> shift & mask]++] = word;
  }
  return true;
}

/* Sort by the `bits` bits of the signature below its `skipped` highest.  Many bits take two passes.
 * Takes the words of `from`. */
static bool sort_words(count_worker *worker, word_list *from, uint32_t skipped, uint32_t bits,
                       word_list *sorted) {
  uint32_t shift = worker->signature_bits - skipped - bits, low = bits / 2;
  if (bits <= worker->limits.sort_bits) return sort_pass(worker, from, shift, bits, sorted);
  if (!sort_pass(worker, from, shift, low, sorted) ||
      !sort_pass(worker, sorted, shift + low, bits - low, from))
    return false;
  word_list swapped = *from;
  *from = *sorted;
  *sorted = swapped;
  return true;
}

/* Twice the bits that number the blocks, because values are far from equally frequent. */
static uint32_t block_sort_bits(size_t count) {
  uint32_t bits = 0;
  while (bits < BLOCK_SORT_BITS_MAX && count > (size_t)BLOCK_LANES << bits / 2) bits++;
  return bits;
}

static uint32_t all_pattern_bits(const count_worker *worker) {
  return worker->branch_bits + worker->high_bits + worker->low_bits;
}

static bool reserve_segments(count_worker *worker, uint32_t tie) {
  size_t patterns = (size_t)1 << all_pattern_bits(worker);
  size_t words = worker->sorted[1][tie].count, most = (patterns < words ? patterns : words) + 1;
  return nq_memory_reserve(&worker->segments[tie], most, &worker->segment_room[tie],
                           sizeof *worker->segments[tie]);
}

/* Cut the sorted stream into segments and groups; returns the end of the groups. */
static count_segment *cut_stream(count_worker *worker, uint32_t tie) {
  const word_list *list = &worker->sorted[1][tie];
  count_segment *segment = worker->segments[tie], *group = worker->groups[tie];
  uint32_t lows = (1u << worker->low_bits) - 1, highs = (1u << worker->high_bits) - 1;
  uint32_t branch = 0;
  uint64_t pattern = 0;
  for (size_t i = 0; i <= list->count; i++) {
    uint64_t next = i < list->count ? list->words[i] >> CHUNKS_BITS : UINT64_MAX;
    if (i > 0 && next != pattern) {
      uint64_t high = pattern >> worker->low_bits;
      *segment++ = (count_segment){(uint32_t)pattern & lows, (uint32_t)i};
      if (next >> worker->low_bits != high) {
        for (; branch <= high >> worker->high_bits; branch++)
          worker->branches[tie][branch] = (uint32_t)(group - worker->groups[tie]);
        *group++ =
            (count_segment){(uint32_t)high & highs, (uint32_t)(segment - worker->segments[tie])};
      }
    }
    pattern = next;
  }
  for (; branch < 1u << worker->branch_bits; branch++)
    worker->branches[tie][branch] = (uint32_t)(group - worker->groups[tie]);
  return group;
}

static bool cut_segments(count_worker *worker, uint32_t tie) {
  if (!reserve_segments(worker, tie)) return false;
  const count_segment *end = cut_stream(worker, tie);
  worker->stream[tie] = (count_stream){.words = worker->sorted[1][tie].words,
                                       .segments = worker->segments[tie],
                                       .groups = worker->groups[tie],
                                       .group_count = (size_t)(end - worker->groups[tie])};
  worker->branches[tie][1u << worker->branch_bits] = (uint32_t)worker->stream[tie].group_count;
  return true;
}

/* Sort the half boards built into sorted[0] or, for the stream, sorted[1].  What the words of a
 * block share counts below the bits of the branch: above, they need not share anything. */
static bool order(count_worker *worker, bool stream) {
  for (uint32_t tie = 0; tie < 2; tie++) {
    word_list *part = tie == 0 ? &worker->raw : &worker->ties;
    uint32_t skipped = stream ? 0 : worker->branch_bits;
    uint32_t bits = stream ? all_pattern_bits(worker) : block_sort_bits(part->count);
    if (worker->ordered)
      worker->path->order_bits(part->words, part->count, &worker->order[stream ? 1 : 0]);
    if (!sort_words(worker, part, skipped, bits, &worker->sorted[stream ? 1 : 0][tie]))
      return false;
    if (stream && !cut_segments(worker, tie)) return false;
  }
  return true;
}

/* ---- Which diagonals come first in the words of a unit --------------------------------------- */

/* The join skips pairs by the highest bits of their signatures, so these should be the
 * diagonals that are most often occupied on both sides.  Which they are depends on the rows of the
 * two halves: where the left half has the upper rows, most of its queens and of the right half's
 * are on few falling diagonals near the centre.  A diagonal with k squares on the rows of a half
 * board of h columns is occupied with a probability of about 1 - (1 - 1 / h)^k.
 *
 * The bits of the stream's words are sorted by the product of the two probabilities.  The right
 * half is mirrored: bit i ^ 1 of its words is the mirror image of bit i.  The columns of a block
 * are swapped in pairs (join.c), too, so bit i of a block's words, which is swapped to i ^ 1, comes
 * from the mirror image of bit i ^ 1 of the stream's. */
typedef struct chances {
  double of[64];
} chances;

static void estimate(const count_worker *worker, uint32_t side, uint32_t columns,
                     chances *occupied) {
  const count_tables *tables = worker->tables;
  uint32_t rows = worker->unit->rows[side];
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

static void choose_order(count_worker *worker, uint32_t blocks) {
  uint32_t bits = worker->signature_bits, middle = worker->unit->symmetry == BY_OFFSET ? 1 : 0;
  chances side[2];
  double both[64];
  uint8_t stream[64] = {0}, block[64] = {0};
  estimate(worker, 0, worker->half + middle, &side[0]);
  estimate(worker, 1, worker->half, &side[1]);
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

/* ---- The pairs of two sorted lists ----------------------------------------------------------- */

/* The stream has a branch for each value of its highest bits.  A tree leads to them, two bits
 * at a time.  At each of its nodes the words of the other side that have a diagonal of the node are
 * dropped, and at its leaves the rest is cut into blocks of 512.  So a block has none of the
 * branch's diagonals, and its words share the most important of the other ones: fewer of its pairs
 * are looked at for nothing.  On the other hand, blocks are filled again for each branch. */
static void fill_block(count_worker *worker, const uint64_t *words, size_t count) {
  const count_path *path = worker->path;
  count_block *block = &worker->block;
  uint64_t padded[BLOCK_LANES];
  if (count < BLOCK_LANES) {
    memcpy(padded, words, count * sizeof *words);
    memset(padded + count, 0, (BLOCK_LANES - count) * sizeof *words);
    words = padded;
  }
  for (size_t i = 0; i < BLOCK_WORDS; i++)
    block->none.word[i] = count >= 64 * (i + 1) ? 0
                          : count <= 64 * i     ? UINT64_MAX
                                                : UINT64_MAX << count % 64;
  path->transpose(worker->columns, words, worker->signature_bits);
  for (uint32_t bit = 0; bit < worker->signature_bits; bit += 2) {
    lanes falling = worker->columns[bit];
    worker->columns[bit] = worker->columns[bit + 1];
    worker->columns[bit + 1] = falling;
  }
  for (uint32_t i = 0; i < CHUNKS; i++)
    path->fill_table(block->chunk[i], worker->columns + (size_t)i * CHUNK_BITS, CHUNK_BITS);
  path->fill_table(block->low, worker->columns + CHUNKS_BITS, worker->low_bits);
  path->fill_table(block->high, worker->columns + CHUNKS_BITS + worker->low_bits,
                   worker->high_bits);
}

/* A node of the tree, and the blocks' words that have none of its diagonals. */
typedef struct pair_node {
  uint32_t tie;          /* of the blocks' words */
  uint32_t depth, value; /* the stream's `depth` highest bits */
  const uint64_t *words;
  size_t count;
} pair_node;

/* The part of a stream that belongs to the node. */
static count_stream part_of_stream(const count_worker *worker, const pair_node *node,
                                   uint32_t tie) {
  count_stream part = worker->stream[tie];
  uint32_t shift = worker->branch_bits - node->depth;
  const uint32_t *branches = worker->branches[tie];
  size_t begin = branches[node->value << shift], end = branches[(node->value + 1) << shift];
  if (worker->weight[node->tie][tie] == 0) end = begin;
  if (begin > 0) part.segment = part.groups[begin - 1].end;
  if (part.segment > 0) part.word = part.segments[part.segment - 1].end;
  part.groups += begin;
  part.group_count = end - begin;
  return part;
}

/* Show pairs of a node without depth. */
static void show(const count_worker *worker, const pair_node *node, size_t first, uint32_t tie,
                 uint64_t pairs) {
  size_t left = node->count - first;
  const count_sight sight = {.unit = worker->unit,
                             .tables = worker->tables,
                             .stream = &worker->stream[tie],
                             .words = node->words,
                             .first = first,
                             .end = left < BLOCK_LANES ? node->count : first + BLOCK_LANES,
                             .block_tie = node->tie,
                             .stream_tie = tie,
                             .weight = worker->weight[node->tie][tie],
                             .pairs = pairs};
  worker->see(worker->seer, &sight);
}

static bool count_leaf(count_worker *worker, const pair_node *node, const count_stream parts[2],
                       uint64_t *total) {
  for (size_t first = 0; first < node->count; first += BLOCK_LANES) {
    size_t left = node->count - first;
    if (!worker->pulse(worker->context)) return false;
    fill_block(worker, node->words + first, left < BLOCK_LANES ? left : BLOCK_LANES);
    for (uint32_t tie = 0; tie < 2; tie++) {
      if (parts[tie].group_count == 0) continue;
      uint64_t pairs = worker->path->count_disjoint(&worker->block, &parts[tie]);
      *total += worker->weight[node->tie][tie] * pairs;
      if (worker->see != NULL) show(worker, node, first, tie, pairs);
    }
  }
  return true;
}

/* Those of the node's words that have none of the diagonals of its next bits. */
static bool keep_words(count_worker *worker, pair_node *node, uint32_t bits) {
  word_list *kept = &worker->kept[node->depth / BRANCH_STEP - 1];
  uint64_t mirrored = (bits & 1) << 1 | bits >> 1;
  if (bits == 0) return true;
  if (!nq_count_reserve(kept, node->count)) return false;
  node->count = worker->path->keep_words(kept->words, node->words, node->count,
                                         mirrored << (worker->signature_bits - node->depth));
  node->words = kept->words;
  return true;
}

static build_end count_node(count_worker *worker, const pair_node *node, uint64_t *total) {
  const count_stream parts[2] = {part_of_stream(worker, node, 0), part_of_stream(worker, node, 1)};
  if (node->count == 0 || parts[0].group_count + parts[1].group_count == 0) return BUILT;
  if (node->depth == worker->branch_bits)
    return count_leaf(worker, node, parts, total) ? BUILT : BUILD_STOPPED;
  build_end end = BUILT;
  for (uint32_t bits = 0; bits < 1 << BRANCH_STEP && end == BUILT; bits++) {
    pair_node next = *node;
    next.depth += BRANCH_STEP;
    next.value = node->value << BRANCH_STEP | bits;
    end = keep_words(worker, &next, bits) ? count_node(worker, &next, total) : BUILD_NO_MEMORY;
  }
  return end;
}

static build_end count_pairs(count_worker *worker, uint64_t *count) {
  build_end end = BUILT;
  *count = 0;
  for (uint32_t tie = 0; tie < 2 && end == BUILT; tie++) {
    const word_list *list = &worker->sorted[0][tie];
    const pair_node all = {.tie = tie, .words = list->words, .count = list->count};
    end = count_node(worker, &all, count);
  }
  return end;
}

/* ---- Units ---------------------------------------------------------------------------------- */

/* Build and sort a piece of a side. */
static build_end load(count_worker *worker, uint32_t side, bool stream, size_t piece) {
  build_end end = nq_count_halves_build(worker, side, piece);
  return end == BUILT && !order(worker, stream) ? BUILD_NO_MEMORY : end;
}

/* Count the pairs of all pieces of both sides. */
static build_end count_unit_pairs(count_worker *worker, uint32_t blocks, uint64_t *count) {
  uint32_t streams = 1 - blocks;
  const count_pieces *block_pieces = &worker->pieces[blocks];
  worker->pieces[0].count = worker->pieces[1].count = 0;
  *count = 0;
  build_end end = load(worker, blocks, false, 0);
  for (size_t s = 0; end == BUILT && (s == 0 || s < worker->pieces[streams].count); s++) {
    end = load(worker, streams, true, s);
    for (size_t b = 0; end == BUILT && b < block_pieces->count; b++) {
      uint64_t pairs = 0;
      if (block_pieces->count > 1 && s + b > 0) end = load(worker, blocks, false, b);
      if (end == BUILT) end = count_pairs(worker, &pairs);
      *count += pairs;
    }
  }
  return end;
}

nq_status nq_count_worker_unit(count_worker *worker, const count_tables *tables,
                               const count_unit *unit, uint64_t *count, nq_error *error) {
  if (worker->path->join_strips == NULL) {
    *count = nq_count_unit_simple(worker->n, unit, worker->pulse, worker->context);
    return *count != NQ_COUNT_UNKNOWN ? NQ_OK : NQ_END;
  }
  /* Make blocks of the side that is usually shorter: fewer have to be filled for each branch.
   * Where pairs are shown, of the other side: the numbers of solutions (pick.c) depend on it. */
  uint32_t blocks = (unit->symmetry == BY_QUARTERS) == (worker->see == NULL) ? 1 : 0;
  worker->tables = tables;
  worker->unit = unit;
  lay_out_signature(worker, unit->symmetry);
  for (uint32_t block = 0; block < 2; block++)
    for (uint32_t stream = 0; stream < 2; stream++)
      worker->weight[block][stream] =
          blocks == 0 ? unit->weight[block][stream] : unit->weight[stream][block];
  worker->ordered = worker->see == NULL && worker->n >= ORDERED_N_LEAST;
  if (worker->ordered) choose_order(worker, blocks);
  build_end end = count_unit_pairs(worker, blocks, count);
  if (end != BUILD_NO_MEMORY) return end == BUILT ? NQ_OK : NQ_END;
  return nq_error_set(error, NQ_NO_MEMORY,
                      "counting n = %" PRIu32 ": no memory for the half boards", worker->n);
}

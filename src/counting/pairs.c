/* The pairs of two sorted lists.
 *
 * MODEL.  The stream has a branch for each value of its highest bits.  A tree leads to them, two bits
 * at a time.  At each of its nodes the words of the other side that have a diagonal of the node are
 * dropped, and at its leaves the rest is cut into blocks of 512 (join.c).  So a block has none of the
 * branch's diagonals, and its words share the most important of the other ones: fewer of its pairs
 * are looked at for nothing.  On the other hand, blocks are filled again for each branch. */
#include "counting/parts.h"

#include <string.h>

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
static count_stream cut_stream(const count_worker *worker, const pair_node *node, uint32_t tie) {
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
  const count_sight sight = {.path = worker->path,
                             .block = &worker->block,
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
  const count_stream parts[2] = {cut_stream(worker, node, 0), cut_stream(worker, node, 1)};
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

build_end nq_count_pairs(count_worker *worker, uint64_t *count) {
  build_end end = BUILT;
  *count = 0;
  for (uint32_t tie = 0; tie < 2 && end == BUILT; tie++) {
    const word_list *list = &worker->sorted[0][tie];
    const pair_node all = {.tie = tie, .words = list->words, .count = list->count};
    end = count_node(worker, &all, count);
  }
  return end;
}

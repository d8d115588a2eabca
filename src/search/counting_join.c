/* One unit of work: build the half boards of both sides, order them, and count the disjoint pairs.
 *
 * MODEL.  The half boards of a side are the disjoint pairs of a strip 1 on rows S and a strip 2 on
 * the side's other rows, over all S.  `order` drops those that the symmetry leaves out, parts ties
 * from the others, mirrors the right side's, and sorts each part by the signature's pattern: its
 * highest bits, the central diagonals.
 *
 * The right side is cut into blocks of 512, whose tables (count_block) tell for each value of a
 * piece of a left signature which of the 512 meet it.  For every left half board the tables' rows
 * are joined with OR, and the zeros left are counted.  As both sides are sorted,
 *
 *   - the pattern's rows are joined once for all left half boards that share it (a segment), and
 *   - where that is all ones the segment, or group of segments, is passed over: the block's
 *     neighbours share most of the central diagonals, and at n = 20 four of five go that way. */
#include "search/counting_parts.h"

#include "core/memory.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Words with room to grow. */
typedef struct list {
  uint64_t *words;
  size_t count, room;
} list;

struct count_worker {
  const count_path *path;
  uint32_t half, blocked;
  uint32_t chunks, high_bits, low_bits; /* of a signature; see count_block */
  uint32_t signature_bits;
  list raw, ties;
  list sorted[2][2]; /* [side][tie] */
  uint32_t *places;  /* for sorting: 2^(pattern bits), for ties and others */
  count_segment *segments[2], *groups[2]; /* [tie] of the left side */
  count_stream stream[2];
  count_block block;
  lanes columns[64];
};

static uint32_t pattern_bits(const count_worker *worker) {
  return worker->high_bits + worker->low_bits;
}

/* Four chunks as long as the pattern has at most 14 bits, which two tables of 128 rows hold. */
static void lay_out_signature(count_worker *worker, count_symmetry symmetry) {
  uint32_t bits = 2 * nq_count_diagonals(worker->half, symmetry);
  worker->signature_bits = bits;
  worker->chunks = bits <= 4 * CHUNK_BITS + 14-SUB ? 4 : 5;
  uint32_t pattern = bits > worker->chunks * CHUNK_BITS ? bits - worker->chunks * CHUNK_BITS : 0;
  worker->high_bits = (pattern + 1) / 2;
  worker->low_bits = pattern / 2;
}

enum { PLACES = 1 << (2 * PATTERN_BITS_MAX) };
#define PATTERNS_MAX ((size_t)1 << 20)

count_worker *nq_count_worker_new(uint32_t n, const count_path *path) {
  count_worker *worker = nq_memory_new(1, sizeof *worker + 64);
  worker=aligned_alloc(64,(sizeof *worker+63)/64*64); memset(worker,0,sizeof*worker);
  worker->path = path;
  worker->half = n / 2;
  worker->places = malloc(8*PATTERNS_MAX+64);
  for(int t=0;t<2;t++){ worker->segments[t]=malloc(PATTERNS_MAX*8); worker->groups[t]=malloc(PATTERNS_MAX*8); }
  return worker;
}

void nq_count_worker_free(count_worker *worker) {
  if (worker == NULL) return;
  free(worker->raw.words);
}

/* Room for `count` words and 8 more. */
static bool reserve(list *list, size_t count) {
  if (count + 8 <= list->room) return true;
  size_t room = (count + 8) + (count + 8) / 2;
  uint64_t *words = realloc(list->words, room * sizeof *words);
  if (words == NULL) return false;
  list->words = words;
  list->room = room;
  return true;
}

/* Strips 1 and 2 to be joined: a run of each. */
typedef struct pairing {
  uint32_t first[2], count[2];
} pairing;

/* The runs for each choice of strip 1's rows, as far as neither is empty.  The rows of a set of
 * places among the side's rows are looked up in two tables of 7 places.  `keys` are those of strip 1
 * that may be used. */
static size_t pair_runs(pairing *pairings, const count_tables *tables, uint32_t side, uint32_t rows,
                        uint32_t keys) {
  uint32_t low[128] = {0}, high[128] = {0}, place = 0;
  for (uint32_t left = rows; left != 0; left &= left - 1, place++) {
    uint32_t *table = place < 7 ? low : high, bit = 1u << place % 7;
    for (uint32_t set = bit; set < 2 * bit; set++) table[set] = table[set - bit] | (left & -left);
  }
  const count_strips *one = &tables->strips[0];
  const count_strips *two = &tables->strips[tables->symmetry == BY_OFFSET && side == 0 ? 2 : 1];
  const uint16_t *choice = tables->choice[side];
  size_t count = 0;
  for (uint32_t i = 0; i < tables->choices[side]; i++) {
    uint32_t first = low[choice[i] & 127] | high[choice[i] >> 7];
    const uint32_t *start1 = one->start + rank_rows(one, first) * one->keys;
    const uint32_t *start2 = two->start + rank_rows(two, rows ^ first);
    pairings[count] = (pairing){{start1[0], start2[0]}, {start1[keys] - start1[0], start2[1] - start2[0]}};
    count += pairings[count].count[0] != 0 && pairings[count].count[1] != 0;
  }
  return count;
}

static bool build(count_worker *worker, const count_tables *tables, uint32_t side, uint32_t rows,
                  uint32_t last_key) {
  pairing pairings[3432];
  size_t n = pair_runs(pairings, tables, side, rows, last_key + 1);
  const count_strip *one = tables->strips[0].strip;
  const count_strip *two = tables->strips[tables->symmetry == BY_OFFSET && side == 0 ? 2 : 1].strip;
  worker->raw.count = 0;
  for (size_t i = 0; i < n; i++) {
    const pairing *p = pairings + i;
    uint32_t c1 = p->count[0], c2 = p->count[1];
    const count_strip *s1 = one + p->first[0], *s2 = two + p->first[1];
    if (!reserve(&worker->raw, worker->raw.count + (size_t)c1*c2)) return false;
#ifdef PF
    if (i + 2 < n) {
    const char *n1 = (const char*)(one + p[2].first[0]), *n2 = (const char*)(two + p[2].first[1]);
    __builtin_prefetch(n1); __builtin_prefetch(n1+64); __builtin_prefetch(n1+128);__builtin_prefetch(n2); __builtin_prefetch(n2+64); __builtin_prefetch(n2+128);
    __builtin_prefetch(n2+192); 
    if (PF==2) { __builtin_prefetch(n2+256); __builtin_prefetch(n2+320); __builtin_prefetch(n2+384); }
    }
#endif
    uint64_t *out=worker->raw.words + worker->raw.count;
    worker->raw.count += (c2+7)/8*c1 <= (c1+7)/8*c2 ? worker->path->join_strips(out, s1, c1, s2, c2) : worker->path->join_strips(out, s2, c2, s1, c1);
  }
  return true;
}

/* Sort by the highest `bits` bits of the signature; places[k] is then the end of those with k. */
static bool sort_words(count_worker *worker, const uint64_t *words, size_t count, uint32_t bits, list *sorted) {
  uint32_t shift = worker->signature_bits - bits;
  size_t patterns = (size_t)1 << bits;
  uint32_t *places = worker->places, sum = 0;
  if (!reserve(sorted, count)) return false;
  sorted->count = count;
  memset(places, 0, patterns * sizeof *places);
  for (size_t i = 0; i < count; i++) places[words[i] >> shift]++;
  for (size_t k = 0; k < patterns; k++) {
    uint32_t here = places[k];
    places[k] = sum;
    sum += here;
  }
  uint64_t *restrict out = sorted->words;
  for (size_t i = 0; i < count; i++) {
    uint64_t word = words[i];
    out[places[word >> shift]++] = word;
  }
  return true;
}

static void cut_segments(count_worker *worker, uint32_t tie) {
  count_segment *segment = worker->segments[tie], *group = worker->groups[tie];
  uint32_t begin = 0;
  uint32_t lows = 1u << worker->low_bits, highs = 1u << worker->high_bits;
  const uint32_t *end = worker->places;
  for (uint32_t high = 0; high < highs; high++, end += lows) {
    if (end[lows - 1] == begin) continue;
    for (uint32_t low = 0; low < lows; low++) {
      *segment = (count_segment){low, end[low]};
      segment += end[low] != begin;
      begin = end[low];
    }
    *group++ = (count_segment){high, (uint32_t)(segment - worker->segments[tie])};
  }
  worker->stream[tie] = (count_stream){worker->sorted[1 - worker->blocked][tie].words, worker->segments[tie], worker->groups[tie], (uint32_t)(group - worker->groups[tie]), worker->chunks};
}

static bool order(count_worker *worker, const count_unit *unit, uint32_t side) {
  count_filter filter = {unit->symmetry, worker->half, unit->bound};
  list *raw = &worker->raw, *ties = &worker->ties;
  size_t tie_count=0, count = raw->count;
  if (side == 0 || unit->symmetry == BY_QUARTERS) {
  if (!reserve(ties, raw->count)) return false;
  count = worker->path->part_words(raw->words, raw->count, &filter, ties->words, &tie_count); }
  for (uint32_t tie = 0; tie < 2; tie++) {
    const uint64_t *words = tie ? ties->words : raw->words;
    size_t c = tie ? tie_count : count;
    uint32_t bits = pattern_bits(worker);
    if (side == worker->blocked) { uint32_t x=0; while (c>>(9+x)) x++; bits = x==0?0:2*x+2; if (bits>14) bits=14; if(bits>worker->signature_bits)bits=worker->signature_bits; }
    if(!sort_words(worker, words, c, bits, &worker->sorted[side][tie])) return false;
    if (side != worker->blocked) cut_segments(worker, tie);
  }
  return true;
}

static void fill_block(count_worker *worker, const uint64_t *words, size_t count) {
  uint64_t padded[BLOCK_LANES];
  count_block *block = &worker->block;
  if (count < BLOCK_LANES) {
    memset(padded, 0, sizeof padded);
    memcpy(padded, words, count * sizeof *words);
    words = padded;
  }
  for (size_t i = 0; i < BLOCK_WORDS; i++)
    block->none[i] = count >= 64 * (i + 1) ? 0 : count <= 64 * i ? ~UINT64_C(0) : ~UINT64_C(0) << (count - 64 * i);
  worker->path->transpose(worker->columns, words, worker->signature_bits<24?24:worker->signature_bits);
  for(uint32_t i=0;i<64;i+=2){ lanes t; memcpy(t,worker->columns[i],64); memcpy(worker->columns[i],worker->columns[i+1],64); memcpy(worker->columns[i+1],t,64);} 
  for (uint32_t i = 0; i < worker->chunks; i++)
    worker->path->fill_table(block->chunk[i], worker->columns + i * CHUNK_BITS, CHUNK_BITS);
  uint32_t pattern = worker->signature_bits - pattern_bits(worker);
  worker->path->fill_table(block->low, worker->columns + pattern, worker->low_bits);
  worker->path->fill_table(block->high, worker->columns + pattern + worker->low_bits, worker->high_bits);
}

static uint64_t count_pairs(count_worker *worker, const count_unit *unit) {
  uint64_t total = 0; uint32_t bs=worker->blocked;
  for (uint32_t x = 0; x < 2; x++) {
    const list *list = &worker->sorted[bs][x];
    uint32_t w[2]; for(uint32_t y=0;y<2;y++) w[y]=worker->sorted[1-bs][y].count==0?0:bs?unit->weight[y][x]:unit->weight[x][y];
    if (w[0]==0&&w[1]==0) continue;
    for (size_t first = 0; first < list->count; first += BLOCK_LANES) {
      size_t count = list->count - first;
      fill_block(worker, list->words + first, count < BLOCK_LANES ? count : BLOCK_LANES);
      for (uint32_t y = 0; y < 2; y++)
        if (w[y])
          total += w[y]*
                   worker->path->count_disjoint(&worker->block, &worker->stream[y]);
    }
  }
  return total;
}
#include <time.h>
double TT[4],GG[4];
nq_status nq_count_worker_unit(count_worker *worker, const count_tables *tables,
                               const count_unit *unit, uint64_t *count, nq_error *error) {
  (void)error;
  lay_out_signature(worker, unit->symmetry); worker->blocked=unit->symmetry==BY_QUARTERS?BQ:BO;
  uint32_t last_key = 0; 
  if (unit->symmetry == BY_QUARTERS)
    last_key = (unit->bound >> (worker->half - tables->width)) - (1u << (tables->width - 1));
  for(uint32_t side=0;side<2;side++){  build(worker,tables,side,unit->rows[side],last_key);   order(worker,unit,side);  GG[side]+=worker->sorted[side][0].count+worker->sorted[side][1].count; }
  
  *count = count_pairs(worker, unit);
  
  return NQ_OK;
}

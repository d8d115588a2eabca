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
  uint32_t half;
  uint32_t chunks, high_bits, low_bits; /* of a signature; see count_block */
  uint32_t signature_bits;
  list raw;
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
  worker->chunks = bits <= 4 * CHUNK_BITS + 14 ? 4 : 5;
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

/* A run of strips. */
typedef struct run {
  const count_strips *strips;
  size_t first, end;
} run;

static run find_run(const count_strips *strips, uint32_t rows, uint32_t first_key, uint32_t last_key) {
  const uint32_t *start = strips->start + rank_rows(strips, rows) * strips->keys;
  return (run){strips, start[first_key], start[last_key + 1]};
}

static bool join_runs(count_worker *worker, run outer, run inner) {
  size_t outer_count = outer.end - outer.first, inner_count = inner.end - inner.first;
  if (outer_count == 0 || inner_count == 0) return true;
  list *raw = &worker->raw;
  if (!reserve(raw, raw->count + outer_count * inner_count)) return false;
  if (outer_count > inner_count) {
    run other = outer;
    outer = inner;
    inner = other;
  }
  raw->count += worker->path->join_strips(
      raw->words + raw->count, outer.strips->test + outer.first, outer.strips->half + outer.first,
      outer.end - outer.first, inner.strips->test + inner.first, inner.strips->half + inner.first,
      inner.end - inner.first);
  return true;
}

/* Join the strips on `first` and on `second`, as far as their keys say. */
static bool join_rows(count_worker *worker, const count_tables *tables, uint32_t side,
                      uint32_t first, uint32_t second, uint32_t last_key) {
  const count_strips *one = &tables->strips[0];
  const count_strips *two = &tables->strips[tables->symmetry == BY_OFFSET && side == 0 ? 2 : 1];
  uint32_t half = tables->half;
  if (tables->symmetry == BY_QUARTERS || (first >> half & 1) == 0)
    return join_runs(worker, find_run(one, first, 0, last_key),
                     find_run(two, second, 0, two->keys - 1));
  for (uint32_t distance = half - tables->width + 1; distance <= half; distance++)
    if (!join_runs(worker, find_run(one, first, distance, distance),
                   find_run(two, second, 0, half - distance)))
      return false;
  return true;
}

/* All half boards of a side into `raw`.  The rows of a set of places among the side's rows are
 * looked up in two tables of 7 places. */
static bool build(count_worker *worker, const count_tables *tables, uint32_t side, uint32_t rows,
                  uint32_t last_key) {
  uint32_t low[128] = {0}, high[128] = {0}, place = 0;
  for (uint32_t left = rows; left != 0; left &= left - 1, place++) {
    uint32_t *table = place < 7 ? low : high, bit = 1u << place % 7;
    for (uint32_t set = bit; set < 2 * bit; set++) table[set] = table[set - bit] | (left & -left);
  }
  worker->raw.count = 0;
  for (uint32_t i = 0; i < tables->choices[side]; i++) {
    uint32_t set = tables->choice[side][i];
    uint32_t first = low[set & 127] | high[set >> 7];
    if (!join_rows(worker, tables, side, first, rows ^ first, last_key)) return false;
  }
  return true;
}

static uint64_t mirror_signature(uint64_t signature) {
  const uint64_t even = UINT64_C(0x5555555555555555);
  return (signature & even) << 1 | (signature >> 1 & even);
}

static bool order(count_worker *worker, const count_unit *unit, uint32_t side) {
  uint32_t half=worker->half, shift=worker->signature_bits-pattern_bits(worker), nk=1u<<pattern_bits(worker);
  uint64_t mask=(UINT64_C(1)<<worker->signature_bits)-1; uint32_t full=(1u<<half)-1;
  uint32_t *hist=worker->places; memset(hist,0,sizeof(uint32_t)*2*(nk+1)); uint64_t*w=worker->raw.words; size_t m=0;
  bool q=unit->symmetry==BY_QUARTERS;
  for(size_t i=0;i<worker->raw.count;i++){ uint64_t x=w[i]; uint32_t tie,keep;
    if(q){ uint32_t tag=(uint32_t)(x>>(64-half)); uint32_t me=(tag>>(half-1))?tag:tag^full; tie=me==unit->bound; keep=me<=unit->bound; }
    else { tie=side==0&&(x>>60)==(x>>56&15); keep=1; }
    uint64_t g=x&mask; if(side)g=mirror_signature(g);
    w[m]=g|(uint64_t)tie<<63; m+=keep; hist[tie*(nk+1)+(g>>shift)+1]+=keep; }
  list*out=worker->sorted[side];
  for(int t=0;t<2;t++){ uint32_t sum=0; uint32_t*hh=hist+(uint32_t)t*(nk+1); for(uint32_t k=0;k<=nk;k++){uint32_t c=hh[k]; sum+=c; hh[k]=sum;} if(!reserve(&out[t],sum))return false; out[t].count=sum; }
  for(size_t i=0;i<m;i++){ uint64_t x=w[i]; uint32_t t=(uint32_t)(x>>63); uint64_t g=x&mask; out[t].words[hist[t*(nk+1)+(g>>shift)]++]=g; }
  return true;
}

static void cut_segments(count_worker *worker, uint32_t tie) {
  const list *list = &worker->sorted[0][tie];
  uint32_t shift = worker->signature_bits - pattern_bits(worker);
  count_segment *segment = worker->segments[tie], *group = worker->groups[tie];
  uint32_t ns=0,ng=0,last=~0u,lastg=~0u;
  for(size_t i=0;i<list->count;i++){ uint32_t p=(uint32_t)(list->words[i]>>shift); if(p!=last){ if(ns)segment[ns-1].end=(uint32_t)i; segment[ns++].pattern=p&((1u<<worker->low_bits)-1); last=p; uint32_t g=p>>worker->low_bits; if(g!=lastg){ if(ng)group[ng-1].end=ns-1; group[ng++].pattern=g; lastg=g;} } }
  if(ns)segment[ns-1].end=(uint32_t)list->count; if(ng)group[ng-1].end=ns;
  worker->stream[tie]=(count_stream){list->words,segment,group,ng,worker->chunks};
}

/* rows[v] = OR of the columns in v. */
static void fill_table(lanes *restrict rows, const lanes *restrict columns, uint32_t bits) {
  memset(rows[0], 0, sizeof rows[0]);
  for (uint32_t bit = 0; bit < bits; bit++)
    for (uint32_t set = 0; set < 1u << bit; set++)
      for (uint32_t i = 0; i < BLOCK_WORDS; i++)
        rows[set + (1u << bit)][i] = rows[set][i] | columns[bit][i];
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
  for (uint32_t i = 0; i < worker->chunks; i++)
    fill_table(block->chunk[i], worker->columns + i * CHUNK_BITS, CHUNK_BITS);
  uint32_t pattern = worker->signature_bits - pattern_bits(worker);
  fill_table(block->low, worker->columns + pattern, worker->low_bits);
  fill_table(block->high, worker->columns + pattern + worker->low_bits, worker->high_bits);
}

static uint64_t count_pairs(count_worker *worker, const count_unit *unit) {
  uint64_t total = 0;
  for (uint32_t right = 0; right < 2; right++) {
    const list *list = &worker->sorted[1][right];
    if (unit->weight[0][right] == 0 && unit->weight[1][right] == 0) continue;
    for (size_t first = 0; first < list->count; first += BLOCK_LANES) {
      size_t count = list->count - first;
      fill_block(worker, list->words + first, count < BLOCK_LANES ? count : BLOCK_LANES);
      for (uint32_t left = 0; left < 2; left++)
        if (unit->weight[left][right] != 0 && worker->sorted[0][left].count > 0)
          total += unit->weight[left][right] *
                   worker->path->count_disjoint(&worker->block, &worker->stream[left]);
    }
  }
  return total;
}
#include <time.h>
double TT[4]; double GG[4];
static double now(void){struct timespec t; clock_gettime(CLOCK_THREAD_CPUTIME_ID,&t); return (double)t.tv_sec+1e-9*(double)t.tv_nsec;}

nq_status nq_count_worker_unit(count_worker *worker, const count_tables *tables,
                               const count_unit *unit, uint64_t *count, nq_error *error) {
  (void)error;
  lay_out_signature(worker, unit->symmetry);
  uint32_t last_key = 0; 
  if (unit->symmetry == BY_QUARTERS)
    last_key = (unit->bound >> (worker->half - tables->width)) - (1u << (tables->width - 1));
  for(uint32_t side=0;side<2;side++){ double t=now(); build(worker,tables,side,unit->rows[side],last_key); double u=now(); TT[0]+=u-t;  order(worker,unit,side); double v=now(); TT[1]+=v-u; GG[side]+=worker->sorted[side][0].count+worker->sorted[side][1].count; }
  double t=now();
  cut_segments(worker,0); cut_segments(worker,1);
  *count = count_pairs(worker, unit);
  TT[2]+=now()-t;
  return NQ_OK;
}

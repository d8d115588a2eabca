/* Exact numbers of solutions by joining half boards: the parts that counting.c combines.  The
 * symmetry has its model in plan.c.
 *
 * MODEL.  Cut the board between columns.  Fix R, the rows of the queens in the left half.  List all
 * left half boards on R and all right half boards on the other rows, each as a signature: the set
 * of diagonals it uses among those that cross the cut.  Each pair with disjoint signatures is a
 * solution.
 *
 *       left half   right half
 *       . Q . . | . . . .       Each list is built in the same way from strips of half its width.
 *     R . . . Q | . . . .       Pairs are counted 512 at a time (join.c).  Seven of the eight
 *       . . . . | . . Q .       images of a solution are left out before they are built (plan.c).
 *       Q . . . | . . . .       Each R is an independent unit of work, so threads, machines and
 *       . . . . | . . . Q       resumed runs only have to divide the units.
 *            ...
 *
 * A plan numbers the units 0 .. units - 1.  Each contribution includes the unit's weight, so all
 * contributions add up to the number of solutions.  Files of counted units depend on this
 * numbering: whoever changes it must change NQ_COUNT_NUMBERING too.  At NQ_COUNT_N_MAX the
 * signature and tag of a half board fill 64 bits (below).
 *
 * HALF BOARDS.  The board is cut between columns; h = n / 2.
 *
 *          0      w1      h              n - 1            The left half has columns 0 .. h - 1 and,
 *       0  +-------+------+--------------+                for odd n without a queen in the centre,
 *          | strip | strip|   right half |                the middle column h.  The right half
 *          |   1   |   2  |   (mirrored: |                has h columns; it is mirrored, so that
 *          |       |      |   strips 1, 2|                it is made of strips of the left half.
 *   n - 1  +-------+------+--------------+
 *
 * 64-bit words; OR joins the boards they stand for:
 *
 *   test    of a strip: the diagonals where strips 1 and 2 meet, n - 1 rising in the low bits and
 *           n - 1 falling above them.  Two strips make a half board when these are disjoint.
 *   half    of a strip or a half board:
 *
 *              63         2s            0
 *             +------+---+---------------+
 *             | tag  |   |   signature   |
 *             +------+---+---------------+
 *
 *           The signature has a bit for each of the s = 2h - 1 rising and s falling diagonals where
 *           the left and the right half meet, n - h .. n + h - 2.  Two half boards make a solution
 *           when these are disjoint.  The diagonals that are most often occupied on both sides, the
 *           central ones, have the highest bits.  Bits 2i and 2i + 1 are a falling diagonal and the
 *           rising one that is its mirror image: to mirror a half board is to swap them.
 *           The tag holds what the symmetry depends on: h bits for BY_QUARTERS, 8 for
 *           BY_OFFSET.
 *
 * For n <= 27, h <= 13 these are at most 52 bits for test and 50 + 13 for half.  For n = 28 and 29,
 * h = 14, they are 56 bits for test and 54 + 14 for half: BY_QUARTERS words then lack the tag, and
 * their strips are sorted by it before they are joined (strips.c).  BY_OFFSET words have 56 + 8. */
#ifndef NQ_COUNTING_PARTS_H
#define NQ_COUNTING_PARTS_H

#include "parallel/work.h"

#include <stdalign.h>

/* How one of the 8 images of a solution is chosen, which defines the tag; see plan.c. */
typedef enum count_symmetry {
  BY_QUARTERS, /* bit h - 1 - c: the queen of column c is in rows 0 .. h - 1 */
  BY_OFFSET    /* distance from the centre: of the middle column's queen in the high 4 bits, of the
                  middle row's queen in the next 4 */
} count_symmetry;

/* s: the number of diagonals of each direction that the two halves can share. */
static inline uint32_t count_diagonals(uint32_t half, count_symmetry symmetry) {
  return symmetry == BY_OFFSET ? 2 * half : 2 * half - 1;
}

static inline uint32_t set_size(uint32_t set) {
  return (uint32_t)__builtin_popcount(set);
}

static inline uint64_t binomial(uint32_t n, uint32_t k) {
  uint64_t value = 1;
  for (uint32_t i = 1; i <= k; i++) value = value * (n - k + i) / i;
  return k > n ? 0 : value;
}

/* The measure of a set of `bits` places: as a number, the set or its complement, whichever has the
 * highest bit.  A set and its complement have the same measure. */
static inline uint32_t measure_set(uint32_t set, uint32_t bits) {
  return (set >> (bits - 1) % 32 & 1) != 0 ? set : set ^ ((UINT32_C(1) << bits % 32) - 1);
}

/* NQ_BAD_VALUE or NQ_UNSUPPORTED unless 1 <= n <= NQ_COUNT_N_MAX. */
nq_status nq_count_require_n(uint32_t n, nq_error *error);

/* ---- Units of work: plan.c ------------------------------------------------------------------ */

/* One unit: the rows of the left (0) and right (1) half, and the weights of pairs of their half
 * boards. */
typedef struct count_unit {
  uint64_t number; /* in the order of the plan */
  count_symmetry symmetry;
  uint32_t rows[2];
  uint32_t bound;       /* BY_QUARTERS: half boards have at most this measure; a tie has it */
  uint8_t weight[2][2]; /* [left is a tie][right is a tie]; BY_OFFSET has no ties */
} count_unit;

enum { JOIN_N_MIN = 4 }; /* smaller halves cannot be cut into strips: all is one unit */

struct nq_count_plan {
  uint32_t n, half;
  uint64_t count;         /* of units */
  uint64_t quarters;      /* this many first units are BY_QUARTERS */
  uint64_t stride;        /* the i-th run of units to count is number i * stride mod runs */
  uint64_t *before;       /* BY_QUARTERS: [i]: number of units before the i-th upper set */
  uint16_t *sets;         /* all sets of h places by size, then by measure */
  uint32_t first_set[16]; /* index in sets[] of the first set of each size */
};

/* n >= JOIN_N_MIN. */
void nq_count_unit_at(const nq_count_plan *plan, uint64_t index, count_unit *unit);

/* The measure of a half of `half` lines, `step` apart from the edge inwards: of the set of those
 * whose queen is in one of the first `half` rows. */
uint32_t nq_count_measure(const uint8_t *edge, int step, uint32_t half);
/* Whether the queens of the middle column and row choose this image. */
bool nq_count_offsets_choose(const uint8_t *rows, uint32_t half);

/* ---- Strips: strips.c ----------------------------------------------------------------------- */

typedef struct count_strip {
  uint64_t test, half;
} count_strip;

/* The strips with columns first .. end - 1; where they are kept, all of them.  Those on rows S with
 * key k are the entries start[rank(S) * keys + k] to start[rank(S) * keys + k + 1] - 1. */
typedef struct count_strips {
  uint32_t first, end, keys;
  uint64_t lists, entries;
  uint32_t *start; /* lists * keys + 1; NULL: not kept */
  count_strip *strip;
  uint32_t rank_bits;             /* half of the bits of a row set; at most 14 */
  uint32_t *low_rank, *high_rank; /* by the set of the low, high `rank_bits` rows */
} count_strips;

/* Called at least about a hundred times a second; returns false to stop the work. */
typedef bool count_pulse(void *context);

enum { COUNT_HALF_KEPT = 13 /* the largest half whose tables can be kept */ };

/* The strips of one symmetry.  Where they are not kept, the strips on a set of rows are searched
 * for each time: nq_count_strips_list. */
typedef struct count_tables {
  uint32_t n, half;
  count_symmetry symmetry;
  uint32_t width;         /* w1 */
  count_strips strips[3]; /* strip 1; strip 2; strip 2 with the middle column, if there is one */
  count_strip square[15][32]; /* the words of a queen, by column and row; BY_QUARTERS without tag */
  uint32_t open[15];          /* the rows of a column that are not closed */
  bool kept;
  nq_arrays arrays;
  count_pulse *pulse; /* called while they are built */
  void *context;
} count_tables;

/* Size in bytes of kept tables for n; computing it takes almost no time compared with building
 * them. */
uint64_t nq_count_tables_bytes(uint32_t n);

/* The bits of a half board's word for a queen in its column, counted from the edge inwards: of the
 * signature, without the tag. */
uint64_t nq_count_signature(const count_tables *tables, uint32_t column, uint32_t row);

/* The tables of both symmetries, as far as n needs them.  Unless `keep`, for which half <=
 * COUNT_HALF_KEPT, no strips are built.  NQ_END when the pulse stopped the work.  Release them even
 * after an error. */
nq_status nq_count_tables_init(count_tables tables[2], uint32_t n, bool keep, count_pulse *pulse,
                               void *context, nq_error *error);
void nq_count_tables_release(count_tables tables[2]);

/* Strips found on one set of rows, and for BY_QUARTERS the tag of each: its part of the tag of the
 * half board, bit half - 1 - c for column c. */
typedef struct count_list {
  count_strip *strip; /* room for the permutations of the columns, and 8 more */
  uint16_t *tag;
  size_t count;
} count_list;

/* Search for the strips of a kind on the rows, one for each of its columns. */
void nq_count_strips_list(const count_tables *tables, uint32_t kind, uint32_t rows,
                          count_list *list);

static inline uint64_t rank_rows(const count_strips *strips, uint32_t rows) {
  return (uint64_t)strips->low_rank[rows & ((1u << strips->rank_bits) - 1)] +
         strips->high_rank[rows >> strips->rank_bits];
}

/* ---- Joining: join.c, and its inner loops for each kind of machine -------------------------- */

enum {
  BLOCK_LANES = 512,
  BLOCK_WORDS = BLOCK_LANES / 64,
  CHUNK_BITS = 7,
  CHUNK_MASK = (1 << CHUNK_BITS) - 1,
  CHUNKS = 4, /* their tables take 32 KiB: the first-level cache */
  CHUNKS_BITS = CHUNKS * CHUNK_BITS,
  COLUMNS = 64 /* of a transposed block, one for each bit of a word */
};

/* A bit for each half board of a block. */
typedef struct lanes {
  alignas(64) uint64_t word[BLOCK_WORDS];
} lanes;

/* 512 half boards of one side as tables: for each value of a piece of a signature, a row with the
 * half boards that share a diagonal with it.  The pieces:
 *
 *    2s     branch    high     low   28        21        14        7         0
 *     +-------------------------------+---------+---------+---------+---------+
 *     |            pattern            | chunk 3 | chunk 2 | chunk 1 | chunk 0 |
 *     +-------------------------------+---------+---------+---------+---------+
 *
 * A block has none of its branch's diagonals. */
typedef struct count_block {
  lanes none; /* the lanes without a half board */
  lanes chunk[CHUNKS][1 << CHUNK_BITS];
  lanes *high, *low; /* for the upper and the lower half of the rest of the pattern */
} count_block;

/* The half boards of the other side, sorted by pattern.  A segment shares the whole pattern, a
 * group of segments its high part. */
typedef struct count_segment {
  uint32_t pattern; /* its low (of a group: high) part, without the branch */
  uint32_t end;     /* after its last word (of a group: segment) */
} count_segment;

typedef struct count_stream {
  const uint64_t *words;
  const count_segment *segments, *groups;
  size_t group_count;
  size_t segment, word; /* the first of the first group */
} count_stream;

/* An order of the bits of signatures: bit i of an ordered word is bit from[i]; see join.c. */
typedef struct count_bit_order {
  uint32_t bytes;      /* with signature bits */
  uint8_t from[64];    /* 63, a bit that is never set, from the signature's bits on */
  uint64_t to[8][256]; /* by byte, of these, and its value: the ordered bits */
} count_bit_order;

void nq_count_bit_order_init(count_bit_order *order, const uint8_t *from, uint32_t bits);

/* The inner loops for one kind of machine; the simple path has none. */
typedef struct count_path {
  const char *name;
  bool (*available)(void);
  /* Write the half words of all disjoint pairs of strips; returns their number.  May read 8 strips
   * past the end of `two` and write 8 words past the result. */
  size_t (*join_strips)(uint64_t *restrict out, const count_strip *one, size_t one_count,
                        const count_strip *two, size_t two_count);
  /* Keep the words below the bound, move ties to `ties`, drop the others; clear all tags.  Returns
   * the number kept.  May read and write 8 words past the end of both. */
  size_t (*part_words)(uint64_t *words, size_t count, const count_unit *unit, uint32_t half,
                       uint64_t *restrict ties, size_t *tie_count);
  /* Order the bits of the words.  May write 8 words past `count`. */
  void (*order_bits)(uint64_t *words, size_t count, const count_bit_order *order);
  /* Write the words that have no bit of the mask; returns their number.  May write 8 words past
   * `count`. */
  size_t (*keep_words)(uint64_t *restrict out, const uint64_t *words, size_t count, uint64_t mask);
  /* columns[b] = bit b of all words, for b < bits; may write a few more columns. */
  void (*transpose)(lanes *restrict columns, const uint64_t words[BLOCK_LANES], uint32_t bits);
  /* rows[v] = the OR of the columns in the set v, for all sets of `bits` columns. */
  void (*fill_table)(lanes *restrict rows, const lanes *restrict columns, uint32_t bits);
  /* Count the pairs of a half board of the block and one of the stream that share no diagonal. */
  uint64_t (*count_disjoint)(const count_block *block, const count_stream *stream);
} count_path;

/* Counts chunks of units anywhere. */
extern const nq_work_kind nq_count_work;

/* The i-th path, the fastest first; NULL past the end.  The last path runs on every machine. */
const count_path *nq_count_path_at(size_t i);

/* Plain C, for paths that have no faster version. */
void nq_count_order_bits(uint64_t *words, size_t count, const count_bit_order *order);
size_t nq_count_part_words(uint64_t *words, size_t count, const count_unit *unit, uint32_t half,
                           uint64_t *restrict ties, size_t *tie_count);
void nq_count_transpose(lanes *restrict columns, const uint64_t words[BLOCK_LANES], uint32_t bits);

extern const count_path nq_count_path_portable, nq_count_path_simple;
#if defined(__x86_64__) && defined(__GNUC__)
#define NQ_COUNT_X86 1
extern const count_path nq_count_path_avx2, nq_count_path_avx512;
#endif

/* Of one thread. */
typedef struct count_worker count_worker;

typedef struct count_limits {
  uint64_t words;     /* of a list of half boards: longer ones are cut; 0: none are */
  uint32_t sort_bits; /* patterns of more bits are sorted in two passes; 0: 16 */
} count_limits;

/* Bytes of a worker for each word of the longest list. */
enum { COUNT_BYTES_PER_WORD = 64 };

/* The unit stops when `pulse` returns false.  NULL when memory is short. */
count_worker *nq_count_worker_new(uint32_t n, const count_path *path, const count_limits *limits,
                                  count_pulse *pulse, void *context);
void nq_count_worker_free(void *freed);
/* Its size in bytes, without the lists of half boards that it will hold. */
uint64_t nq_count_worker_bytes(uint32_t n);
/* A block and a stream whose pairs have been counted.  Blocks are of the left half BY_QUARTERS, of
 * the right half BY_OFFSET. */
typedef struct count_sight {
  const count_unit *unit;
  const count_tables *tables; /* of its symmetry */
  const count_stream *stream;
  const uint64_t *words; /* of the block's side, of which first .. end - 1 are the block */
  size_t first, end;
  uint32_t block_tie, stream_tie; /* these words are ties: 1 */
  unsigned weight;
  uint64_t pairs;
} count_sight;

/* Called for all pairs of a unit that are counted, in an order that depends on the unit alone. */
typedef void count_see(void *seer, const count_sight *sight);

/* As nq_count_run, with lists of any length, but all pairs are shown: by many threads, each unit by
 * one. */
nq_status nq_count_run_seen(const nq_count_plan *plan, const nq_count_range *ranges,
                            size_t range_count, const nq_count_options *options, count_see *see,
                            void *seer, nq_count_result *result, nq_error *error);

/* Store the weighted number of the unit's solutions in *count.  `tables` are those of the unit's
 * symmetry.  NQ_END when it was stopped; NQ_NO_MEMORY when memory for the half boards is short. */
nq_status nq_count_worker_unit(count_worker *worker, const count_tables *tables,
                               const count_unit *unit, uint64_t *count, nq_error *error);

/* ---- The working memory of one thread, shared by halves.c and join.c -------------- */

/* A run of strips 1 and a run of strips 2, to join. */
typedef struct run_pair {
  uint32_t first[2], count[2];
} run_pair;

enum { PAIRINGS_MAX = 3432 /* choices of 7 rows of 14 for strip 1, in kept tables */ };

/* A growing array of words. */
typedef struct word_list {
  uint64_t *words;
  size_t count, room;
} word_list;

/* The lists of a side that would be too long are made piece by piece.  Piece i has the half boards
 * whose signature's highest PIECE_BITS bits are begin[i] .. begin[i + 1] - 1. */
enum { PIECE_BITS = 12, PIECE_VALUES = 1 << PIECE_BITS };
typedef struct count_pieces {
  uint32_t begin[PIECE_VALUES + 1];
  size_t count;
} count_pieces;

/* Strips 1 and 2 on one set of rows each, and groups of them; see halves.c. */
enum { LIST_ONE, LIST_TWO, LIST_SURE, LIST_TIE, LIST_MIRRORED_TIE, LIST_LESS, LIST_EQUAL, LISTS };

enum {
  BRANCH_BITS_MAX = 12, /* of a stream's signature; even */
  BRANCH_STEP = 2,
  BRANCH_STEPS = BRANCH_BITS_MAX / BRANCH_STEP
};

struct count_worker {
  const count_path *path;
  count_limits limits;
  count_pulse *pulse;
  void *context;
  uint32_t n, half;
  const count_tables *tables; /* of the unit's symmetry */
  const count_unit *unit;
  uint32_t signature_bits, branch_bits, high_bits, low_bits; /* see count_block */
  uint8_t weight[2][2];                                      /* [block tie][stream tie] */
  run_pair pairings[PAIRINGS_MAX];
  count_list list[LISTS];
  nq_arrays arrays; /* these, when they are needed, and others of a fixed size */
  word_list raw, ties;
  word_list sorted[2][2];                 /* [block, stream][tie] */
  count_pieces pieces[2];                 /* of the left, right half */
  uint64_t found[PIECE_VALUES];           /* while pieces are cut: the words of each value */
  uint32_t *places;                       /* offset of each pattern's words */
  count_segment *segments[2], *groups[2]; /* [tie] */
  size_t segment_room[2];
  count_stream stream[2];
  uint32_t branches[2][(1 << BRANCH_BITS_MAX) + 1]; /* [tie]: first group of each branch */
  bool ordered;                                     /* the bits of the unit's words, by: */
  count_bit_order order[2];                         /* of the blocks' words, of the stream's */
  word_list kept[BRANCH_STEPS];
  lanes columns[COLUMNS];
  count_block block;
  count_see *see; /* or NULL */
  void *seer;
};

/* Make room for `count` words and for the 8 words after them that vectors may touch. */
bool nq_count_reserve(word_list *list, size_t count);

typedef enum build_end { BUILT, BUILD_LONG, BUILD_STOPPED, BUILD_NO_MEMORY } build_end;

/* Write the half boards of a piece of a side, without tags, to worker->raw and worker->ties.  The
 * first call for a unit and side, with piece 0, finds worker->pieces[side]; set its count to 0
 * before.  Never BUILD_LONG. */
build_end nq_count_halves_build(count_worker *worker, uint32_t side, size_t piece);

/* The size in bytes of the lists of strips of a worker. */
uint64_t nq_count_halves_bytes(void);

/* ---- Counts by search: simple.c -------------------------------------------------- */

/* Returned by a search that was stopped. */
#define NQ_COUNT_UNKNOWN UINT64_MAX

/* The number of solutions that a half turn maps to themselves; *quarter: a quarter turn, too.
 * 1 <= n <= 31; n = 27 takes a minute, n = 28 four.  `pulse` may be NULL. */
uint64_t nq_count_half_turn(uint32_t n, uint64_t *quarter, count_pulse *pulse, void *context);

/* The weighted number of the unit's solutions, found one by one: much slower than joining half
 * boards, and shares only plan.c with it.  NQ_COUNT_UNKNOWN when stopped. */
uint64_t nq_count_unit_simple(uint32_t n, const count_unit *unit, count_pulse *pulse,
                              void *context);

#endif

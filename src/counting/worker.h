/* The working memory of one thread, shared by halves.c and join.c. */
#ifndef NQ_COUNTING_WORKER_H
#define NQ_COUNTING_WORKER_H

#include "core/core.h"
#include "counting/parts.h"

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

/* Of the half boards of a side, those whose signature's highest PIECE_BITS bits are first .. last.
 * The lists of a side that would be too long are made piece by piece. */
enum { PIECE_BITS = 12, PIECE_VALUES = 1 << PIECE_BITS };
typedef struct count_piece {
  uint32_t first, last;
} count_piece;

typedef struct count_pieces {
  count_piece piece[PIECE_VALUES];
  size_t count;
} count_pieces;

/* Groups of strips on one set of rows; see strips.c. */
enum { LIST_SURE, LIST_TIE, LIST_MIRRORED_TIE, LIST_LESS, LIST_EQUAL, LISTS_SPLIT };

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
  uint32_t signature_bits, branch_bits, high_bits, low_bits; /* see count_block */
  uint8_t weight[2][2];                                      /* [block tie][stream tie] */
  run_pair pairings[PAIRINGS_MAX];
  count_list one, two, split[LISTS_SPLIT];
  nq_arrays lists; /* these, made when they are needed */
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
build_end nq_count_halves_build(count_worker *worker, const count_tables *tables,
                                const count_unit *unit, uint32_t side, size_t piece);

/* Choose worker->order for a unit: diagonals.c. */
void nq_count_choose_order(count_worker *worker, const count_tables *tables, const count_unit *unit,
                           uint32_t blocks);

/* Count the weighted pairs of sorted[0] and the stream. */
build_end nq_count_pairs(count_worker *worker, uint64_t *count);

/* The size in bytes of the lists of strips of a worker. */
uint64_t nq_count_halves_bytes(void);

#endif

/* Boards of a complete search where few squares are left: frames and tables.
 *
 * MODEL.  Every line, column or row, has a position; position p is bit p % 128 of group p / 128.
 * The squares of a line are numbered from 0: its slots.  A frame is a state of the search, small
 * enough to be copied for each branch.  For each group it has, as words of 128 bits,
 *
 *     open              the lines without a queen
 *     slot 0, 1, ..     the lines whose square in this slot is left: no queen attacks it, and it was
 *                       not refuted.  A square has two bits, in a slot of its column and of its row
 *     sums              the open lines with 0, 1, 2 and 3 squares
 *
 *     queen on s:       open and slots &= keeps[s];  sums by adding the slots bit by bit
 *
 * Lines with many squares come first, so that later groups have fewer slots.  Within a group, lines
 * that caused more dead ends come first. */
#ifndef NQ_EXACT_COMPLETE_FRAMES_H
#define NQ_EXACT_COMPLETE_FRAMES_H

#include "exact/complete_parts.h"

typedef uint64_t mask_word __attribute__((vector_size(16)));

enum { MASK_LINES = 128, MASK_GROUPS_MOST = 16, MASK_SUMS = 4 };

#define MASK_NO_LINE UINT32_MAX

typedef struct mask_group {
  uint32_t begin; /* in a frame; open comes first, then the slots */
  uint32_t slots;
} mask_group;

typedef struct mask_bit {
  uint32_t word, position;
} mask_bit;

/* The branch that the walk is at. */
typedef struct mask_level {
  uint32_t line, slot; /* the next square to try is at this slot or later */
  uint32_t standing;   /* queens before the branch */
} mask_level;

typedef struct nq_masks {
  uint32_t squares, lines, groups, slots; /* slots: of the longest line */
  uint32_t alive, frame_size;             /* words of open and slots; of all */
  mask_group group[MASK_GROUPS_MOST];
  mask_word *keeps;    /* of square s: from s * alive on */
  uint16_t *square_at; /* position * slots + slot */
  mask_bit *bit;       /* of square s: in its column at 2 s, in its row at 2 s + 1 */
  nq_open_square *where;
  uint16_t *attacked; /* of square s: from attacks[s] to attacks[s + 1] */
  uint32_t *attacks;
  uint32_t *order;   /* the line (columns, then rows) at each position */
  uint64_t *weights; /* dead ends by line */
  uint64_t *lengths; /* squares by line */
  mask_word *frames; /* by level, and one more for looks */
  mask_level *levels;
  uint32_t level;
  uint32_t weighed;  /* all lines are weighed at levels below this one: complete_masks.c */
  uint64_t weighing; /* queens put for it */
} nq_masks;

static inline mask_word *mask_frame(const nq_masks *masks, uint32_t level) {
  return masks->frames + (size_t)level * masks->frame_size;
}

/* Copy open and slots to *to, without what `keeps` does not keep, and fill in the sums. */
static inline void mask_take(const nq_masks *masks, mask_word *to, const mask_word *from,
                             const mask_word *keeps) {
  mask_word *sums = to + masks->alive;
  for (uint32_t i = 0; i < masks->groups; i++, sums += MASK_SUMS) {
    uint32_t begin = masks->group[i].begin, end = begin + masks->group[i].slots;
    mask_word open = to[begin] = from[begin] & keeps[begin];
    mask_word one = {0}, two = {0}, three = {0}, four = {0};
    for (uint32_t slot = begin + 1; slot <= end; slot++) {
      mask_word left = to[slot] = from[slot] & keeps[slot];
      four |= three & left;
      three |= two & left;
      two |= one & left;
      one |= left;
    }
    sums[0] = open & ~one;
    sums[1] = open & one & ~two;
    sums[2] = open & two & ~three;
    sums[3] = open & three & ~four;
  }
}

static inline void mask_put(const nq_masks *masks, mask_word *to, const mask_word *from,
                            uint32_t square) {
  mask_take(masks, to, from, masks->keeps + (size_t)square * masks->alive);
}

static inline void mask_recount(const nq_masks *masks, mask_word *frame) {
  mask_take(masks, frame, frame, frame);
}

static inline void mask_set(mask_word *word, uint32_t position) {
  (*word)[position / 64 % 2] |= UINT64_C(1) << position % 64;
}

static inline void mask_clear(mask_word *word, uint32_t position) {
  (*word)[position / 64 % 2] &= ~(UINT64_C(1) << position % 64);
}

/* The first open line from position `from` on with 0 to 3 squares, or MASK_NO_LINE. */
static inline uint32_t mask_next(const nq_masks *masks, const mask_word *frame, uint32_t squares,
                                 uint32_t from) {
  const mask_word *sums = frame + masks->alive + squares;
  for (uint32_t word = from / 64; word < 2 * masks->groups; word++) {
    uint64_t lines = sums[word / 2 * MASK_SUMS][word % 2];
    if (word == from / 64) lines &= UINT64_MAX << from % 64;
    if (lines != 0) return 64 * word + (uint32_t)__builtin_ctzll(lines);
  }
  return MASK_NO_LINE;
}

static inline bool mask_is_open(const nq_masks *masks, const mask_word *frame, uint32_t line) {
  return frame[masks->group[line / MASK_LINES].begin][line / 64 % 2] >> line % 64 & 1;
}

/* The first slot from `slot` on with a square left on the line; its number of slots: there is none.
 */
static inline uint32_t mask_slot(const nq_masks *masks, const mask_word *frame, uint32_t line,
                                 uint32_t slot) {
  const mask_group *group = &masks->group[line / MASK_LINES];
  const mask_word *slots = frame + group->begin + 1;
  uint32_t half = line / 64 % 2, bit = line % 64;
  while (slot < group->slots && (slots[slot][half] >> bit & 1) == 0) slot++;
  return slot;
}

static inline uint32_t mask_square(const nq_masks *masks, uint32_t line, uint32_t slot) {
  return masks->square_at[(size_t)line * masks->slots + slot];
}

static inline bool mask_is_full(const nq_masks *masks, const mask_word *frame) {
  mask_word open = {0};
  for (uint32_t i = 0; i < masks->groups; i++) open |= frame[masks->group[i].begin];
  return (open[0] | open[1]) == 0;
}

/* Of a frame: a line has no square, a line has a single one, neither, or all queens are put. */
typedef enum mask_state { MASK_DEAD, MASK_SINGLE, MASK_OPEN, MASK_FULL } mask_state;

/* As nq_complete_kind: tables for all squares.  NQ_END: they are too many. */
nq_status nq_masks_open(nq_complete *search, nq_watch *watch, nq_error *error);

/* Begin a walk: order the lines anew, fill the tables and the first frame. */
void nq_masks_fill(nq_complete *search);

#endif

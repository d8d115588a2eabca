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
#ifndef NQ_EXACT_COMPLETE_TABLES_H
#define NQ_EXACT_COMPLETE_TABLES_H

#include "exact/complete.h"

typedef uint64_t mask_word __attribute__((vector_size(16)));

enum { MASK_LINES = 128, MASK_GROUPS_MOST = 16, MASK_SUMS = 4 };

typedef struct mask_group {
  uint32_t begin; /* in a frame; open comes first, then the slots */
  uint32_t slots;
} mask_group;

typedef struct mask_bit {
  uint32_t word, position;
} mask_bit;

/* The branch of a level. */
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
  uint32_t *numbers; /* of the square at column * (lines / 2) + row, from 1; 0: it is not open */
  uint32_t *order;   /* the line (columns, then rows) at each position */
  uint64_t *weights; /* dead ends by line */
  uint64_t *lengths; /* squares by line */
  mask_word *frames; /* by level, and one more for looks */
  mask_level *levels;
  uint32_t weighed;  /* all lines are weighed at levels below this one: complete_masks.c */
  uint64_t weighing; /* queens put for it */
} nq_masks;

static inline void mask_set(mask_word *word, uint32_t position) {
  (*word)[position / 64 % 2] |= UINT64_C(1) << position % 64;
}

static inline void mask_clear(mask_word *word, uint32_t position) {
  (*word)[position / 64 % 2] &= ~(UINT64_C(1) << position % 64);
}

/* Tables for all squares: as nq_complete_kind. */
nq_status nq_masks_open(nq_complete *search, nq_error *error);

/* Begin a walk: order the lines anew, fill the tables, and the first frame but for its sums. */
void nq_masks_fill(nq_complete *search);

#endif

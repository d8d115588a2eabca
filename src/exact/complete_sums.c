/* Complete search where diagonals are excluded: the sums of diagonals (board/sums.h) at a branch.
 *
 * MODEL.  Squares on diagonals that cannot be used are removed.  That leaves fewer diagonals, which
 * may rule out more, so this goes on until nothing changes.  Where more than a third of the queens are on
 * the board, the rest of the tree is searched faster than looked into. */
#include "board/sums.h"
#include "exact/complete_frames.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct nq_mask_sums {
  uint32_t words;                         /* of rising, and of falling */
  uint64_t *rising, *falling;             /* the diagonals left */
  uint16_t *diagonals;                    /* of square s: rising at 2 s, falling at 2 s + 1 */
  uint64_t columns[2 * MASK_GROUPS_MOST]; /* positions with a column, by word of lines */
  int64_t *room;
};

/* With few open columns on a large board, looking through the diagonals would cost too much.  In a
 * proof, each step must follow by unit propagation; this one does not. */
static bool is_useful(const nq_complete *search) {
  const nq_instance *instance = search->plan.instance;
  uint32_t n = nq_instance_n(instance);
  return nq_instance_excluded_count(instance) > 0 && search->refutation == NULL && n <= NQ_SUMS_N &&
         n / 4 <= search->open.count;
}

bool nq_mask_sums_new(nq_complete *search) {
  nq_masks *masks = search->masks;
  if (!is_useful(search)) return true;
  nq_mask_sums *sums = masks->sums = calloc(1, sizeof *sums);
  if (sums == NULL) return false;
  sums->words = search->open.n / 32 + 1;
  sums->rising = calloc(2 * (size_t)sums->words, sizeof *sums->rising);
  sums->diagonals = calloc(2 * (size_t)masks->squares + 1, sizeof *sums->diagonals);
  sums->room = calloc(sums_room(search->open.count), sizeof *sums->room);
  if (sums->rising == NULL) return false;
  sums->falling = sums->rising + sums->words;
  return sums->diagonals != NULL && sums->room != NULL;
}

void nq_mask_sums_free(nq_mask_sums *sums) {
  if (sums == NULL) return;
  free(sums->rising);
  free(sums->diagonals);
  free(sums->room);
  free(sums);
}

bool nq_masks_have_sums(const nq_masks *masks) {
  return masks->sums != NULL;
}

void nq_mask_sums_fill(nq_complete *search) {
  const nq_masks *masks = search->masks;
  const nq_open *open = &search->open;
  nq_mask_sums *sums = masks->sums;
  for (uint32_t square = 0; square < masks->squares; square++) {
    uint32_t column = open->columns[masks->where[square].column];
    uint32_t row = open->rows[masks->where[square].row];
    sums->diagonals[2 * square] = (uint16_t)(column + row);
    sums->diagonals[2 * square + 1] = (uint16_t)(row + open->n - 1 - column);
  }
  memset(sums->columns, 0, sizeof sums->columns);
  for (uint32_t i = 0; i < masks->lines; i++)
    sums->columns[i / 64] |= (uint64_t)(masks->order[i] < open->count) << i % 64;
}

static nq_sums sum_lines(const nq_complete *search, const mask_word *frame) {
  const nq_masks *masks = search->masks;
  const nq_open *open = &search->open;
  nq_sums sums = {.n = open->n};
  for (uint32_t word = 0; word < 2 * masks->groups; word++) {
    uint64_t lines = frame[masks->group[word / 2].begin][word % 2];
    for (; lines != 0; lines &= lines - 1) {
      uint32_t line = masks->order[64 * word + (uint32_t)__builtin_ctzll(lines)];
      if (line < open->count)
        sums_add_column(&sums, open->columns[line]);
      else
        sums_add_row(&sums, open->rows[line - open->count]);
    }
  }
  return sums;
}

static inline void mark(nq_mask_sums *sums, uint32_t square) {
  uint32_t up = sums->diagonals[2 * square], down = sums->diagonals[2 * square + 1];
  sums->rising[up / 64] |= UINT64_C(1) << up % 64;
  sums->falling[down / 64] |= UINT64_C(1) << down % 64;
}

static inline bool is_marked(const nq_mask_sums *sums, uint32_t square) {
  uint32_t up = sums->diagonals[2 * square], down = sums->diagonals[2 * square + 1];
  return sums->rising[up / 64] >> up % 64 & sums->falling[down / 64] >> down % 64 & 1;
}

/* The squares in a slot of 64 lines, columns only: bits by line. */
static inline uint64_t squares_in(const nq_masks *masks, const mask_word *frame, uint32_t word,
                                  uint32_t slot) {
  return frame[masks->group[word / 2].begin + 1 + slot][word % 2] & masks->sums->columns[word];
}

static void mark_diagonals(const nq_masks *masks, const mask_word *frame) {
  nq_mask_sums *sums = masks->sums;
  memset(sums->rising, 0, 2 * sums->words * sizeof *sums->rising);
  for (uint32_t word = 0; word < 2 * masks->groups; word++)
    for (uint32_t slot = 0; slot < masks->group[word / 2].slots; slot++)
      for (uint64_t left = squares_in(masks, frame, word, slot); left != 0; left &= left - 1)
        mark(sums, mask_square(masks, 64 * word + (uint32_t)__builtin_ctzll(left), slot));
}

/* With diagonals of one word each, in registers: most of the time of the filter. */
static void mark_diagonals_small(const nq_masks *masks, const mask_word *frame) {
  nq_mask_sums *sums = masks->sums;
  uint64_t rising = 0, falling = 0;
  for (uint32_t word = 0; word < 2 * masks->groups; word++)
    for (uint32_t slot = 0; slot < masks->group[word / 2].slots; slot++)
      for (uint64_t left = squares_in(masks, frame, word, slot); left != 0; left &= left - 1) {
        uint32_t square = mask_square(masks, 64 * word + (uint32_t)__builtin_ctzll(left), slot);
        rising |= UINT64_C(1) << sums->diagonals[2 * square];
        falling |= UINT64_C(1) << sums->diagonals[2 * square + 1];
      }
  sums->rising[0] = rising;
  sums->falling[0] = falling;
}

/* Remove the squares on diagonals that are not marked. */
static void remove_squares(const nq_masks *masks, mask_word *frame) {
  for (uint32_t word = 0; word < 2 * masks->groups; word++)
    for (uint32_t slot = 0; slot < masks->group[word / 2].slots; slot++)
      for (uint64_t left = squares_in(masks, frame, word, slot); left != 0; left &= left - 1) {
        uint32_t square = mask_square(masks, 64 * word + (uint32_t)__builtin_ctzll(left), slot);
        if (!is_marked(masks->sums, square)) mask_remove(masks, frame, square);
      }
}

mask_state nq_masks_filter(nq_complete *search, mask_word *frame) {
  const nq_masks *masks = search->masks;
  nq_mask_sums *sums = masks->sums;
  mask_state state = MASK_OPEN;
  while (state == MASK_OPEN) {
    nq_sums lines = sum_lines(search, frame);
    if (lines.queens < search->open.count / 3 * 2) break;
    if (sums->words == 1)
      mark_diagonals_small(masks, frame);
    else
      mark_diagonals(masks, frame);
    nq_sums_verdict verdict = nq_sums_filter(&lines, sums->rising, sums->falling, sums->room);
    if (verdict == NQ_SUMS_EXCEEDED) return MASK_DEAD;
    if (verdict == NQ_SUMS_POSSIBLE) break;
    remove_squares(masks, frame);
    mask_recount(masks, frame);
    state = nq_masks_settle(search, frame);
  }
  return state;
}

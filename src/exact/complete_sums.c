/* Complete search where diagonals are excluded: the sums of diagonals (board/sums.h) at a branch.
 *
 * MODEL.  Squares on diagonals that cannot be used are removed.  That leaves fewer diagonals, which
 * may rule out more, so this goes on until nothing changes.  Where more than half of the queens are on
 * the board, the rest of the tree is searched faster than looked into. */
#include "board/sums.h"
#include "exact/complete_frames.h"

#include <stdbool.h>
#include <stddef.h>
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

/* Mark the diagonals of all squares left, or remove the squares whose diagonals are not marked; the
 * number of those. */
static uint32_t go_through(const nq_masks *masks, mask_word *frame, bool remove) {
  nq_mask_sums *sums = masks->sums;
  uint32_t removed = 0;
  for (uint32_t word = 0; word < 2 * masks->groups; word++) {
    const mask_group *group = &masks->group[word / 2];
    for (uint32_t slot = 0; slot < group->slots; slot++) {
      uint64_t lines = frame[group->begin + 1 + slot][word % 2] & sums->columns[word];
      for (; lines != 0; lines &= lines - 1) {
        uint32_t line = 64 * word + (uint32_t)__builtin_ctzll(lines);
        uint32_t square = mask_square(masks, line, slot);
        uint32_t up = sums->diagonals[2 * square], down = sums->diagonals[2 * square + 1];
        uint64_t *rising = &sums->rising[up / 64], *falling = &sums->falling[down / 64];
        if (!remove) {
          *rising |= UINT64_C(1) << up % 64;
          *falling |= UINT64_C(1) << down % 64;
        } else if ((*rising >> up % 64 & *falling >> down % 64 & 1) == 0) {
          mask_remove(masks, frame, square);
          removed++;
        }
      }
    }
  }
  return removed;
}

mask_state nq_masks_filter(nq_complete *search, mask_word *frame) {
  const nq_masks *masks = search->masks;
  nq_mask_sums *sums = masks->sums;
  mask_state state = MASK_OPEN;
  while (state == MASK_OPEN) {
    nq_sums lines = sum_lines(search, frame);
    if (lines.queens < search->open.count / 2) break;
    memset(sums->rising, 0, 2 * sums->words * sizeof *sums->rising);
    go_through(masks, frame, false);
    if (!nq_sums_filter(&lines, sums->rising, sums->falling, sums->room)) return MASK_DEAD;
    if (go_through(masks, frame, true) == 0) break;
    mask_recount(masks, frame);
    state = nq_masks_settle(search, frame);
  }
  return state;
}

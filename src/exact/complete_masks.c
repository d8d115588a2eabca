/* Complete search where few squares are left (blocked boards, completions, small boards): the walk
 * over the frames of complete_frames.h. */
#include "exact/complete_frames.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Propagate in the frame of a level; if it has choices it becomes the level of the walk. */
static mask_state enter(nq_complete *search, uint32_t level) {
  nq_masks *masks = search->masks;
  mask_level choice;
  mask_state state = nq_masks_propagate(search, mask_frame(masks, level));
  if (state == MASK_DEAD) complete_refuse(search);
  if (state != MASK_OPEN) return state;
  state = nq_masks_choose(search, level, &choice);
  if (state == MASK_DEAD) search->statistics.failures++;
  if (state != MASK_OPEN) return state;
  masks->level = level;
  masks->levels[level] = choice;
  masks->levels[level].standing = search->depth;
  return MASK_OPEN;
}

/* What the choice at the walk's level led to is refuted. */
static void refuted(nq_complete *search) {
  const nq_masks *masks = search->masks;
  complete_take_back_to(search, masks->levels[masks->level].standing);
  if (search->refutation != NULL) nq_refutation_learn(search, masks->level);
}

nq_walk_end nq_masks_go(nq_complete *search) {
  nq_masks *masks = search->masks;
  for (;;) {
    mask_level *level = &masks->levels[masks->level];
    mask_word *frame = mask_frame(masks, masks->level);
    uint32_t slots = masks->group[level->line / MASK_LINES].slots;
    uint32_t slot = mask_slot(masks, frame, level->line, level->slot);
    if (slot == slots) {
      if (masks->level == 0) return NQ_WALK_REFUTED;
      masks->level--;
      refuted(search);
      continue;
    }
    if (complete_pauses(search)) return NQ_WALK_PAUSED;
    uint32_t square = mask_square(masks, level->line, slot), next = masks->level + 1;
    level->slot = slot + 1;
    complete_branch(search);
    if (search->refutation != NULL) {
      bool last = mask_slot(masks, frame, level->line, slot + 1) == slots;
      nq_refutation_decide(search, masks->level, masks->where[square], last);
    }
    mask_put(masks, mask_frame(masks, next), frame, square);
    complete_put(search, masks->where[square], false);
    mask_state state = enter(search, next);
    if (state == MASK_FULL) return NQ_WALK_SOLVED;
    if (state == MASK_DEAD) refuted(search);
  }
}

nq_walk_end nq_masks_begin(nq_complete *search) {
  complete_take_back_to(search, 0);
  nq_masks_fill(search);
  mask_state state = enter(search, 0);
  return state == MASK_DEAD   ? NQ_WALK_REFUTED
         : state == MASK_FULL ? NQ_WALK_SOLVED
                              : NQ_WALK_PAUSED;
}

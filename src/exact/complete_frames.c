#include "exact/complete_frames.h"

#include <stdint.h>

mask_state nq_masks_propagate(nq_complete *search, mask_word *frame) {
  nq_masks *masks = search->masks;
  for (;;) {
    uint32_t line = mask_next(masks, frame, 0, 0);
    if (line != MASK_NO_LINE) {
      masks->weights[masks->order[line]]++;
      return MASK_DEAD;
    }
    line = mask_next(masks, frame, 1, 0);
    if (line == MASK_NO_LINE) return mask_is_full(masks, frame) ? MASK_FULL : MASK_OPEN;
    uint32_t square = mask_square(masks, line, mask_slot(masks, frame, line, 0));
    mask_put(masks, frame, frame, square);
    complete_put(search, masks->where[square], true);
  }
}

/* Complete search where few squares are left (blocked boards, completions, small boards): the walk
 * over the frames of complete_frames.h, and which line to branch on.
 *
 * MODEL.  The first walk takes the first of the narrowest lines, which is enough for easy boards.
 * Later walks look ahead at lines with two squares, or three where there are none: they put a queen
 * on each square in turn, with all queens that follow from it.  A square that leads to a dead end
 * is removed; if that decides more, the looks begin again.  The best line has the largest product
 * over its squares of
 *
 *     6 * queens put + 3 * lines newly left with two squares + lines newly left with three
 *
 * At the top of the tree, where a choice matters most, all lines are weighed instead, by the
 * squares that their queens attack.  A tree is about half as large for each HALVING squares fewer,
 * so the line with the least sum of 2^(-attacked / HALVING) is best.  How many levels count as the
 * top follows from the work so far: weighing takes about one queen in WEIGHING_SHARE. */
#include "exact/complete_frames.h"

enum { HALVING = 10, WEIGHING_SHARE = 128 };

/* ---- What follows ---- */

/* The square of a line with no other, if there is one; a line without a square counts as a dead
 * end. */
static mask_state find_single(nq_masks *masks, const mask_word *frame, uint32_t *square) {
  uint32_t line = mask_next(masks, frame, 0, 0);
  if (line != MASK_NO_LINE) {
    masks->weights[masks->order[line]]++;
    return MASK_DEAD;
  }
  line = mask_next(masks, frame, 1, 0);
  if (line == MASK_NO_LINE) return mask_is_full(masks, frame) ? MASK_FULL : MASK_OPEN;
  *square = mask_square(masks, line, mask_slot(masks, frame, line, 0));
  return MASK_SINGLE;
}

/* Put the queens of all lines with a single square, on the board of the walk.  MASK_DEAD: a line
 * has no square. */
static mask_state propagate(nq_complete *search, mask_word *frame) {
  nq_masks *masks = search->board;
  uint32_t square;
  mask_state state;
  while ((state = find_single(masks, frame, &square)) == MASK_SINGLE) {
    mask_put(masks, frame, frame, square);
    complete_put(search, masks->where[square], true);
  }
  return state;
}

/* ---- Counts ---- */

/* Replace the word by its number of bits, as eight sums of 16 bits. */
static void count_bits(mask_word *word) {
  const mask_word odd = {0x5555555555555555, 0x5555555555555555};
  const mask_word pairs = {0x3333333333333333, 0x3333333333333333};
  const mask_word nibbles = {0x0f0f0f0f0f0f0f0f, 0x0f0f0f0f0f0f0f0f};
  const mask_word bytes = {0x00ff00ff00ff00ff, 0x00ff00ff00ff00ff};
  mask_word sums = *word - ((*word >> 1) & odd);
  sums = (sums & pairs) + ((sums >> 2) & pairs);
  sums = (sums + (sums >> 4)) & nibbles;
  *word = (sums & bytes) + ((sums >> 8) & bytes);
}

static uint32_t add_up(const mask_word *sums) {
  return (uint32_t)((((*sums)[0] + (*sums)[1]) * UINT64_C(0x0001000100010001)) >> 48);
}

static uint32_t squares_on(const nq_masks *masks, const mask_word *frame, uint32_t line) {
  uint32_t slots = masks->group[line / MASK_LINES].slots, squares = 0;
  for (uint32_t slot = mask_slot(masks, frame, line, 0); slot < slots;
       slot = mask_slot(masks, frame, line, slot + 1))
    squares++;
  return squares;
}

/* Each square counts twice. */
static uint32_t squares_left(const nq_masks *masks, const mask_word *frame) {
  uint32_t squares = 0;
  for (uint32_t i = 0; i < masks->groups; i++) {
    mask_word sums = {0};
    for (uint32_t slot = 1; slot <= masks->group[i].slots; slot++) {
      mask_word bits = frame[masks->group[i].begin + slot];
      count_bits(&bits);
      sums += bits;
    }
    squares += add_up(&sums);
  }
  return squares;
}

/* ---- Looks ---- */

/* A line with the fewest squares. */
static uint32_t narrowest(const nq_masks *masks, const mask_word *frame) {
  uint32_t least = UINT32_MAX, best = 0;
  for (uint32_t squares = 2; squares <= 3; squares++) {
    uint32_t line = mask_next(masks, frame, squares, 0);
    if (line != MASK_NO_LINE) return line;
  }
  for (uint32_t line = 0; line < masks->lines; line++) {
    if (!mask_is_open(masks, frame, line)) continue;
    uint32_t squares = squares_on(masks, frame, line);
    if (squares < least) {
      least = squares;
      best = line;
    }
  }
  return best;
}

/* Put a queen on the square, with all that follow, on the frame for looks. */
static mask_state look(nq_complete *search, const mask_word *frame, uint32_t square,
                       uint32_t *queens) {
  nq_masks *masks = search->board;
  mask_word *next = mask_frame(masks, masks->lines / 2 + 2);
  mask_put(masks, next, frame, square);
  mask_state state;
  for (*queens = 1; (state = find_single(masks, next, &square)) == MASK_SINGLE; ++*queens)
    mask_put(masks, next, next, square);
  return state;
}

/* How much a look that put so many queens decided. */
static uint64_t gain(const nq_masks *masks, const mask_word *frame, uint32_t queens) {
  const mask_word *next = mask_frame(masks, masks->lines / 2 + 2);
  mask_word sums = {0};
  for (uint32_t i = masks->alive; i < masks->frame_size; i += MASK_SUMS) {
    mask_word two = next[i + 2] & ~frame[i + 2];
    mask_word three = next[i + 3] & ~(frame[i + 3] | frame[i + 2]);
    count_bits(&two);
    count_bits(&three);
    sums += two + two + two + three;
  }
  return 6 * (uint64_t)queens + add_up(&sums);
}

/* The queen leads to a dead end: remove the square. */
static mask_state refute(nq_complete *search, uint32_t level, uint32_t square) {
  nq_masks *masks = search->board;
  mask_word *frame = mask_frame(masks, level);
  for (uint32_t i = 2 * square; i < 2 * square + 2; i++)
    mask_clear(&frame[masks->bit[i].word], masks->bit[i].position);
  if (search->refutation != NULL) {
    nq_refutation_decide(search, level, masks->where[square], false);
    nq_refutation_learn(search, level);
  }
  mask_recount(masks, frame);
  return propagate(search, frame);
}

typedef enum look_end { LOOKED, REMOVED, SOLVED } look_end;

/* Look at the squares of a line, and set choice->slot to that of a solution or a dead end. */
static look_end look_at_line(nq_complete *search, const mask_word *frame, mask_level *choice,
                             uint64_t *product) {
  const nq_masks *masks = search->board;
  uint32_t slots = masks->group[choice->line / MASK_LINES].slots, slot = 0, queens;
  *product = 1;
  while ((slot = mask_slot(masks, frame, choice->line, slot)) < slots) {
    mask_state state = look(search, frame, mask_square(masks, choice->line, slot), &queens);
    search->statistics.queens += queens;
    choice->slot = slot++;
    if (state != MASK_OPEN) return state == MASK_FULL ? SOLVED : REMOVED;
    *product *= gain(masks, frame, queens);
  }
  choice->slot = 0;
  return LOOKED;
}

/* Look at all lines with `squares` squares. */
static mask_state look_ahead(nq_complete *search, uint32_t level, uint32_t squares,
                             mask_level *choice) {
  const nq_masks *masks = search->board;
  const mask_word *frame = mask_frame(masks, level);
  uint64_t most = 0, product;
  mask_level at = {.line = mask_next(masks, frame, squares, 0)};
  while (at.line != MASK_NO_LINE) {
    look_end end = look_at_line(search, frame, &at, &product);
    if (end == SOLVED) *choice = at;
    if (end == SOLVED) return MASK_OPEN;
    if (end == REMOVED) {
      mask_state state = refute(search, level, mask_square(masks, at.line, at.slot));
      if (state != MASK_OPEN) return state;
      choice->line = MASK_NO_LINE;
      most = 0;
      at.line = mask_next(masks, frame, squares, 0);
      continue;
    }
    if (product > most) *choice = at;
    if (product > most) most = product;
    at.line = mask_next(masks, frame, squares, at.line + 1);
  }
  return MASK_OPEN;
}

/* ---- Weighing ---- */

/* About 2^32 * 2^(-squares / HALVING). */
static uint64_t weight_after(uint32_t squares) {
  static const uint32_t parts[HALVING] = {4294967295, 4007346184, 3738986219, 3488597513,
                                          3254976541, 3037000500, 2833621849, 2643862845,
                                          2466811524, 2301616801};
  return squares / HALVING < 32 ? parts[squares % HALVING] >> squares / HALVING : 0;
}

/* Of all lines, the one with the least sum of weights. */
static uint32_t weigh(nq_complete *search, const mask_word *frame) {
  nq_masks *masks = search->board;
  uint32_t left = squares_left(masks, frame), best = 0;
  mask_word *next = mask_frame(masks, masks->lines / 2 + 2);
  uint64_t least = UINT64_MAX;
  for (uint32_t line = 0; line < masks->lines; line++) {
    uint32_t slots = masks->group[line / MASK_LINES].slots;
    uint64_t sum = 0;
    if (!mask_is_open(masks, frame, line)) continue;
    for (uint32_t slot = mask_slot(masks, frame, line, 0); slot < slots && sum < least;
         slot = mask_slot(masks, frame, line, slot + 1)) {
      mask_put(masks, next, frame, mask_square(masks, line, slot));
      sum += weight_after((left - squares_left(masks, next)) / 2);
      masks->weighing++;
    }
    if (sum >= least) continue;
    least = sum;
    best = line;
  }
  return best;
}

/* Whether lines are weighed at this level; adapts the number of levels to the work. */
static bool is_weighed(nq_complete *search, uint32_t level) {
  nq_masks *masks = search->board;
  uint64_t most = search->statistics.queens / WEIGHING_SHARE;
  if (level == masks->weighed && masks->weighing < most / 2) masks->weighed++;
  if (level < masks->weighed && masks->weighing > most) masks->weighed = level;
  return level < masks->weighed;
}

/* Choose the line of a level, whose frame is open after propagation, and its first slot.  Squares
 * that are refuted on the way are removed; the frame may then be dead or full. */
static mask_state choose(nq_complete *search, uint32_t level, mask_level *choice) {
  const nq_masks *masks = search->board;
  const mask_word *frame = mask_frame(masks, level);
  mask_state state = MASK_OPEN;
  *choice = (mask_level){.line = MASK_NO_LINE};
  if (search->walk > 1 && is_weighed(search, level))
    choice->line = weigh(search, frame);
  else if (search->walk > 1) {
    uint32_t squares = mask_next(masks, frame, 2, 0) != MASK_NO_LINE ? 2 : 3;
    state = look_ahead(search, level, squares, choice);
  }
  if (state == MASK_OPEN && choice->line == MASK_NO_LINE) choice->line = narrowest(masks, frame);
  return state;
}

/* ---- The walk ---- */

/* Propagate in the frame of a level; if it has choices it becomes the level of the walk. */
static mask_state enter(nq_complete *search, uint32_t level) {
  nq_masks *masks = search->board;
  mask_level choice;
  mask_state state = propagate(search, mask_frame(masks, level));
  if (state == MASK_DEAD) complete_refuse(search);
  if (state != MASK_OPEN) return state;
  state = choose(search, level, &choice);
  if (state == MASK_DEAD) search->statistics.failures++;
  if (state != MASK_OPEN) return state;
  masks->level = level;
  masks->levels[level] = choice;
  masks->levels[level].standing = search->depth;
  return MASK_OPEN;
}

/* What the choice at the walk's level led to is refuted. */
static void refuted(nq_complete *search) {
  const nq_masks *masks = search->board;
  complete_take_back_to(search, masks->levels[masks->level].standing);
  if (search->refutation != NULL) nq_refutation_learn(search, masks->level);
}

static nq_walk_end go(nq_complete *search) {
  nq_masks *masks = search->board;
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

static nq_walk_end begin(nq_complete *search) {
  complete_take_back_to(search, 0);
  nq_masks_fill(search);
  mask_state state = enter(search, 0);
  return state == MASK_DEAD   ? NQ_WALK_REFUTED
         : state == MASK_FULL ? NQ_WALK_SOLVED
                              : NQ_WALK_PAUSED;
}

const nq_complete_kind nq_complete_masks = {.open = nq_masks_open, .begin = begin, .go = go};

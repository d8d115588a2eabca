/* Complete search where few squares are left (blocked boards, completions, small boards): the walk
 * over the frames of complete_tables.h, and which line to branch on.
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
#include "exact/complete_tables.h"

enum { HALVING = 10, WEIGHING_SHARE = 128 };

#define NONE UINT32_MAX /* no line, slot or square */

/* ---- Frames ---- */

static mask_word *mask_frame(const nq_masks *masks, uint32_t level) {
  return masks->frames + (size_t)level * masks->frame_size;
}

/* Copy open and slots to *to, without what `keeps` does not keep, and fill in the sums. */
static void mask_take(const nq_masks *masks, mask_word *to, const mask_word *from,
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

static void mask_put(const nq_masks *masks, mask_word *to, const mask_word *from, uint32_t square) {
  mask_take(masks, to, from, masks->keeps + (size_t)square * masks->alive);
}

/* The first open line from position `from` on with 0 to 3 squares, or NONE. */
static uint32_t mask_next(const nq_masks *masks, const mask_word *frame, uint32_t squares,
                          uint32_t from) {
  const mask_word *sums = frame + masks->alive + squares;
  for (uint32_t word = from / 64; word < 2 * masks->groups; word++) {
    uint64_t lines = sums[word / 2 * MASK_SUMS][word % 2];
    if (word == from / 64) lines &= UINT64_MAX << from % 64;
    if (lines != 0) return 64 * word + (uint32_t)__builtin_ctzll(lines);
  }
  return NONE;
}

static bool mask_is_open(const nq_masks *masks, const mask_word *frame, uint32_t line) {
  return frame[masks->group[line / MASK_LINES].begin][line / 64 % 2] >> line % 64 & 1;
}

/* The first slot from `slot` on with a square left on the line, or NONE. */
static uint32_t mask_slot(const nq_masks *masks, const mask_word *frame, uint32_t line,
                          uint32_t slot) {
  const mask_group *group = &masks->group[line / MASK_LINES];
  const mask_word *slots = frame + group->begin + 1;
  uint32_t half = line / 64 % 2, bit = line % 64;
  while (slot < group->slots && (slots[slot][half] >> bit & 1) == 0) slot++;
  return slot < group->slots ? slot : NONE;
}

static uint32_t mask_square(const nq_masks *masks, uint32_t line, uint32_t slot) {
  return masks->square_at[(size_t)line * masks->slots + slot];
}

static bool mask_is_full(const nq_masks *masks, const mask_word *frame) {
  mask_word open = {0};
  for (uint32_t i = 0; i < masks->groups; i++) open |= frame[masks->group[i].begin];
  return (open[0] | open[1]) == 0;
}

/* The frame for looks. */
static mask_word *look_frame(const nq_masks *masks) {
  return mask_frame(masks, masks->lines / 2 + 2);
}

/* ---- What follows ---- */

/* The square of a line with no other, or NONE.  NQ_UNSOLVABLE: a line has no square, it counts as a
 * dead end; NQ_SOLVED: all queens are put. */
static nq_verdict find_single(nq_masks *masks, const mask_word *frame, uint32_t *square) {
  uint32_t line = mask_next(masks, frame, 0, 0);
  *square = NONE;
  if (line != NONE) {
    masks->weights[masks->order[line]]++;
    return NQ_UNSOLVABLE;
  }
  line = mask_next(masks, frame, 1, 0);
  if (line == NONE) return mask_is_full(masks, frame) ? NQ_SOLVED : NQ_UNKNOWN;
  *square = mask_square(masks, line, mask_slot(masks, frame, line, 0));
  return NQ_UNKNOWN;
}

/* Put the queens of all lines with a single square, on the board of the walk. */
static nq_verdict propagate(nq_complete *search, mask_word *frame) {
  nq_masks *masks = search->board;
  uint32_t square;
  nq_verdict verdict;
  while ((verdict = find_single(masks, frame, &square)) == NQ_UNKNOWN && square != NONE) {
    mask_put(masks, frame, frame, square);
    complete_put(search, masks->where[square], true);
  }
  return verdict;
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
  uint32_t squares = 0;
  for (uint32_t slot = 0; (slot = mask_slot(masks, frame, line, slot)) != NONE; slot++) squares++;
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
    if (line != NONE) return line;
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
static nq_verdict look(nq_complete *search, const mask_word *frame, uint32_t square,
                       uint32_t *queens) {
  nq_masks *masks = search->board;
  mask_word *next = look_frame(masks);
  nq_verdict verdict;
  mask_put(masks, next, frame, square);
  for (*queens = 1; (verdict = find_single(masks, next, &square)) == NQ_UNKNOWN && square != NONE;
       ++*queens)
    mask_put(masks, next, next, square);
  return verdict;
}

/* How much a look that put so many queens decided. */
static uint64_t gain(const nq_masks *masks, const mask_word *frame, uint32_t queens) {
  const mask_word *next = look_frame(masks);
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
static nq_verdict refute(nq_complete *search, uint32_t level, uint32_t square) {
  nq_masks *masks = search->board;
  mask_word *frame = mask_frame(masks, level);
  for (uint32_t i = 2 * square; i < 2 * square + 2; i++)
    mask_clear(&frame[masks->bit[i].word], masks->bit[i].position);
  nq_refutation_decide(search, level, masks->where[square], false);
  nq_refutation_learn(search, level);
  mask_take(masks, frame, frame, frame);
  return propagate(search, frame);
}

/* Look at the squares of a line.  NQ_SOLVED, NQ_UNSOLVABLE: that of choice->slot leads to a
 * solution, or to a dead end. */
static nq_verdict look_at_line(nq_complete *search, const mask_word *frame, mask_level *choice,
                               uint64_t *product) {
  const nq_masks *masks = search->board;
  uint32_t slot = 0, queens;
  *product = 1;
  while ((slot = mask_slot(masks, frame, choice->line, slot)) != NONE) {
    nq_verdict verdict = look(search, frame, mask_square(masks, choice->line, slot), &queens);
    search->statistics.queens += queens;
    choice->slot = slot++;
    if (verdict != NQ_UNKNOWN) return verdict;
    *product *= gain(masks, frame, queens);
  }
  choice->slot = 0;
  return NQ_UNKNOWN;
}

/* Look at all lines with `squares` squares. */
static nq_verdict look_ahead(nq_complete *search, uint32_t level, uint32_t squares,
                             mask_level *choice) {
  const nq_masks *masks = search->board;
  const mask_word *frame = mask_frame(masks, level);
  uint64_t most = 0, product;
  mask_level at = {.line = mask_next(masks, frame, squares, 0)};
  while (at.line != NONE) {
    nq_verdict verdict = look_at_line(search, frame, &at, &product);
    if (verdict == NQ_UNSOLVABLE) {
      verdict = refute(search, level, mask_square(masks, at.line, at.slot));
      if (verdict != NQ_UNKNOWN) return verdict;
      choice->line = NONE;
      most = 0;
      at.line = mask_next(masks, frame, squares, 0);
      continue;
    }
    if (verdict == NQ_SOLVED || product > most) *choice = at;
    if (verdict == NQ_SOLVED) return NQ_UNKNOWN;
    if (product > most) most = product;
    at.line = mask_next(masks, frame, squares, at.line + 1);
  }
  return NQ_UNKNOWN;
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
  mask_word *next = look_frame(masks);
  uint64_t least = UINT64_MAX;
  for (uint32_t line = 0; line < masks->lines; line++) {
    uint64_t sum = 0;
    if (!mask_is_open(masks, frame, line)) continue;
    for (uint32_t slot = 0; sum < least && (slot = mask_slot(masks, frame, line, slot)) != NONE;
         slot++) {
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
static nq_verdict choose_line(nq_complete *search, uint32_t level, mask_level *choice) {
  const nq_masks *masks = search->board;
  const mask_word *frame = mask_frame(masks, level);
  nq_verdict verdict = NQ_UNKNOWN;
  *choice = (mask_level){.line = NONE};
  if (search->walk > 1 && is_weighed(search, level))
    choice->line = weigh(search, frame);
  else if (search->walk > 1)
    verdict = look_ahead(search, level, mask_next(masks, frame, 2, 0) != NONE ? 2 : 3, choice);
  if (verdict == NQ_UNKNOWN && choice->line == NONE) choice->line = narrowest(masks, frame);
  return verdict;
}

/* ---- The walk ---- */

/* Propagate in the frame of a level; if it stays open, choose its line. */
static nq_verdict enter(nq_complete *search, uint32_t level) {
  const nq_masks *masks = search->board;
  mask_level choice;
  nq_verdict verdict = propagate(search, mask_frame(masks, level));
  if (verdict == NQ_UNSOLVABLE) complete_refuse(search);
  if (verdict != NQ_UNKNOWN) return verdict;
  verdict = choose_line(search, level, &choice);
  if (verdict == NQ_UNSOLVABLE) search->statistics.failures++;
  if (verdict != NQ_UNKNOWN) return verdict;
  masks->levels[level] = choice;
  masks->levels[level].standing = search->depth;
  return NQ_UNKNOWN;
}

static nq_complete_choice choose(nq_complete *search) {
  const nq_masks *masks = search->board;
  const mask_word *frame = mask_frame(masks, search->level);
  mask_level *at = &masks->levels[search->level];
  uint32_t slot = mask_slot(masks, frame, at->line, at->slot);
  if (slot == NONE) return NQ_CHOICE_NONE;
  if (complete_pauses(search)) return NQ_CHOICE_LATER;
  uint32_t square = mask_square(masks, at->line, slot);
  at->slot = slot + 1;
  complete_branch(search);
  if (complete_proves(search))
    nq_refutation_decide(search, search->level, masks->where[square],
                         mask_slot(masks, frame, at->line, at->slot) == NONE);
  mask_put(masks, mask_frame(masks, search->level + 1), frame, square);
  complete_put(search, masks->where[square], false);
  return NQ_CHOICE_MADE;
}

static void take_back(nq_complete *search) {
  const nq_masks *masks = search->board;
  complete_take_back_to(search, masks->levels[search->level].standing);
}

static void begin(nq_complete *search) {
  const nq_masks *masks = search->board;
  complete_take_back_to(search, 0);
  nq_masks_fill(search);
  mask_take(masks, masks->frames, masks->frames, masks->frames);
}

const nq_complete_kind nq_complete_masks = {nq_masks_open, begin, enter, choose, take_back, false};

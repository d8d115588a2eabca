/* Complete search where few squares are left: tables and the first frame (complete_tables.h). */
#include "exact/complete_tables.h"

#include <stdlib.h>
#include <string.h>

enum { SQUARES_MOST = 8192, COLUMNS_MOST = 1024, LINE_MOST = 250 };

#define KEEPS_MOST (UINT64_C(32) << 20)

/* ---- Squares ---- */

/* Count the open squares, in all and on each line.  False: they are too many. */
static bool count_squares(const nq_complete *search, uint32_t *total, uint32_t *on_line) {
  const nq_open *open = &search->open;
  *total = 0;
  for (uint32_t column = 0; column < open->count && !complete_prepare_stops(search); column++) {
    for (uint32_t row = 0; row < open->count; row++) {
      if (!open_allows(open, column, row)) continue;
      on_line[column]++;
      if (++on_line[open->count + row] > LINE_MOST) return false;
    }
    *total += on_line[column];
    if (on_line[column] > LINE_MOST || *total > SQUARES_MOST) return false;
  }
  return true;
}

/* Number the open squares in random order; numbers[column * count + row] is then the number + 1.
 * False: no memory. */
static bool number_squares(nq_complete *search) {
  nq_masks *masks = search->board;
  uint32_t count = search->open.count, squares = 0;
  uint32_t *list = calloc((size_t)masks->squares + 1, sizeof *list);
  if (list == NULL) return false;
  for (uint32_t column = 0; column < count && !complete_prepare_stops(search); column++)
    for (uint32_t row = 0; row < count; row++)
      if (squares < masks->squares && open_allows(&search->open, column, row))
        list[squares++] = column * count + row;
  nq_pcg64_shuffle(&search->random, list, squares);
  for (uint32_t i = 0; i < squares; i++) {
    masks->where[i] = (nq_open_square){list[i] / count, list[i] % count};
    masks->numbers[list[i]] = i + 1;
  }
  free(list);
  return true;
}

/* ---- The first frame ---- */

/* Sort lines by `key`, largest first, equal ones as they are. */
static void sort_lines(uint32_t *lines, uint32_t count, const uint64_t *key) {
  for (uint32_t i = 1; i < count; i++) {
    uint32_t line = lines[i], at = i;
    for (; at > 0 && key[lines[at - 1]] < key[line]; at--) lines[at] = lines[at - 1];
    lines[at] = line;
  }
}

/* Put the lines in another order: random, but each group as long as before, and lines with more
 * dead ends first. */
static void order_lines(nq_complete *search) {
  nq_masks *masks = search->board;
  (void)nq_permutation_draw(masks->order, masks->lines, &search->random, NULL);
  if (masks->groups > 1) sort_lines(masks->order, masks->lines, masks->lengths);
  for (uint32_t i = 0; i < masks->lines; i += MASK_LINES) {
    uint32_t count = masks->lines - i < MASK_LINES ? masks->lines - i : MASK_LINES;
    sort_lines(masks->order + i, count, masks->weights);
  }
}

/* Give each square its slots and set their bits. */
static void fill_frame(nq_masks *masks, mask_word *frame) {
  uint16_t position_of[2 * COLUMNS_MOST] = {0}, used[2 * COLUMNS_MOST] = {0};
  memset(frame, 0, masks->frame_size * sizeof *frame);
  for (uint32_t i = 0; i < masks->lines; i++) {
    position_of[masks->order[i]] = (uint16_t)i;
    mask_set(&frame[masks->group[i / MASK_LINES].begin], i);
  }
  for (uint32_t i = 0; i < 2 * masks->squares; i++) {
    nq_open_square where = masks->where[i / 2];
    uint32_t line = i % 2 == 0 ? where.column : masks->lines / 2 + where.row;
    uint32_t position = position_of[line], slot = used[position]++;
    masks->square_at[(size_t)position * masks->slots + slot] = (uint16_t)(i / 2);
    masks->bit[i] = (mask_bit){masks->group[position / MASK_LINES].begin + 1 + slot, position};
    mask_set(&frame[masks->bit[i].word], position);
  }
}

/* Clear the two bits of square `number` - 1, unless it is 0. */
static void drop(const nq_masks *masks, mask_word *words, uint32_t number) {
  for (uint32_t i = 2 * number; number > 0 && i-- > 2 * number - 2;)
    mask_clear(&words[masks->bit[i].word], masks->bit[i].position);
}

/* Drop the squares that a queen on this one attacks, and its own. */
static void drop_attacked(const nq_complete *search, nq_open_square at, mask_word *keeps) {
  const nq_open *open = &search->open;
  const nq_masks *masks = search->board;
  uint32_t count = open->count;
  uint64_t row = open->rows[at.row];
  for (uint32_t i = 0; i < count; i++) drop(masks, keeps, masks->numbers[at.column * count + i]);
  for (uint32_t column = 0; column < count; column++) {
    const uint32_t *of_column = masks->numbers + (size_t)column * count;
    uint64_t right = (uint64_t)open->columns[column] - open->columns[at.column];
    if (column == at.column) continue;
    uint32_t up = nq_open_row(open, row + right), down = nq_open_row(open, row - right);
    drop(masks, keeps, of_column[at.row]);
    if (up != NQ_EMPTY) drop(masks, keeps, of_column[up]);
    if (down != NQ_EMPTY) drop(masks, keeps, of_column[down]);
  }
}

static void fill_keeps(const nq_complete *search) {
  const nq_masks *masks = search->board;
  memset(masks->keeps, 0xff, (size_t)masks->squares * masks->alive * sizeof *masks->keeps);
  for (uint32_t square = 0; square < masks->squares; square++) {
    mask_word *keeps = masks->keeps + (size_t)square * masks->alive;
    drop_attacked(search, masks->where[square], keeps);
    for (uint32_t j = 0; j < 2; j++) {
      uint32_t position = masks->bit[2 * square + j].position;
      mask_clear(&keeps[masks->group[position / MASK_LINES].begin], position);
    }
  }
}

void nq_masks_fill(nq_complete *search) {
  nq_masks *masks = search->board;
  order_lines(search);
  fill_frame(masks, masks->frames);
  fill_keeps(search);
}

/* ---- Memory ---- */

/* Lay out a frame: the longest lines are in the first group. */
static void lay_out(nq_masks *masks) {
  masks->groups = (masks->lines + MASK_LINES - 1) / MASK_LINES;
  for (uint32_t i = 0; i < masks->lines; i++) masks->order[i] = i;
  sort_lines(masks->order, masks->lines, masks->lengths);
  for (uint32_t i = 0; i < masks->groups; i++) {
    uint32_t slots = (uint32_t)masks->lengths[masks->order[i * MASK_LINES]];
    masks->group[i] = (mask_group){masks->alive, slots};
    masks->alive += 1 + slots;
  }
  masks->slots = masks->group[0].slots;
  masks->frame_size = masks->alive + MASK_SUMS * masks->groups;
}

static uint64_t frames_words(const nq_masks *masks) {
  return (uint64_t)masks->frame_size * (masks->lines / 2 + 3);
}

static uint64_t keeps_words(const nq_masks *masks) {
  return ((uint64_t)masks->squares + 1) * masks->alive;
}

static bool allocate(nq_masks *masks, nq_arrays *arrays) {
  uint64_t squares = masks->squares, count = masks->lines / 2;
  masks->keeps = nq_arrays_take(arrays, keeps_words(masks), sizeof *masks->keeps);
  masks->frames = nq_arrays_take(arrays, frames_words(masks), sizeof *masks->frames);
  masks->square_at =
      nq_arrays_take(arrays, (uint64_t)masks->lines * masks->slots, sizeof *masks->square_at);
  masks->bit = nq_arrays_take(arrays, 2 * squares, sizeof *masks->bit);
  masks->where = nq_arrays_take(arrays, squares, sizeof *masks->where);
  masks->numbers = nq_arrays_take(arrays, count * count, sizeof *masks->numbers);
  masks->levels = nq_arrays_take(arrays, (uint64_t)masks->lines + 2, sizeof *masks->levels);
  return !arrays->failed;
}

nq_status nq_masks_open(nq_complete *search, nq_error *error) {
  uint32_t squares, on_line[2 * COLUMNS_MOST] = {0};
  if (search->open.count > COLUMNS_MOST || !count_squares(search, &squares, on_line)) return NQ_END;
  uint32_t lines = 2 * search->open.count;
  nq_arrays *arrays = &search->arrays;
  nq_masks *masks = search->board = nq_arrays_take(arrays, 1, sizeof *masks);
  uint32_t *order = nq_arrays_take(arrays, lines, sizeof *order);
  uint64_t *weights = nq_arrays_take(arrays, lines, sizeof *weights);
  uint64_t *lengths = nq_arrays_take(arrays, lines, sizeof *lengths);
  if (arrays->failed) return nq_error_set(error, NQ_NO_MEMORY, "no memory for the search");
  *masks = (nq_masks){
      .squares = squares, .lines = lines, .order = order, .weights = weights, .lengths = lengths};
  for (uint32_t i = 0; i < masks->lines; i++) masks->lengths[i] = on_line[i];
  lay_out(masks);
  if (keeps_words(masks) * sizeof(mask_word) > KEEPS_MOST) return NQ_END;
  if (!allocate(masks, arrays) || !number_squares(search))
    return nq_error_set(error, NQ_NO_MEMORY, "no memory for the attacks of %" PRIu32 " squares",
                        squares);
  search->statistics.bytes += (keeps_words(masks) + frames_words(masks)) * sizeof(mask_word) +
                              (uint64_t)lines / 2 * (lines / 2) * sizeof *masks->numbers;
  return NQ_OK;
}

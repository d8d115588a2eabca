/* Complete search where few squares are left: blocked boards, completions, small boards.
 *
 * MODEL.  The squares that a queen can stand on are numbered.  A frame is a state of the search,
 * small enough to be copied for each branch:
 *
 *     alive    a bit for each square that no queen attacks
 *     choices  of the line of this frame, the squares that are still to be tried
 *     counts   a byte for each line: its squares in alive, or CLOSED once it has a queen
 *
 *     queen on s:   gone = alive & attacks[s];  alive &= ~gone;  for each square of gone: its
 *                   column and its row count one less
 *
 * The narrowest line is the first with the least byte.  Lines stand in the order of the dead ends
 * that they caused in the walks before, most first: on blocked boards that halves the tree. */
#include "core/memory.h"
#include "core/random.h"
#include "exact/complete_parts.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Tables of 8 MiB and frames of 4 KiB at most. */
enum { SQUARES_MOST = 8192, COLUMNS_MOST = 1024, LINE_MOST = 250, CLOSED = 255, PADDING = 16 };

struct nq_masks {
  uint32_t squares, lines, padded, words;
  uint64_t *attacks; /* of square s, itself too: from s * words on */
  uint64_t *on_line; /* the squares of the line at place p: from p * words on */
  uint16_t *places;  /* of square s: its column's place, its row's */
  nq_open_square *where;
  uint32_t *order;     /* the line (columns, then rows) at each place */
  uint64_t *weights;   /* dead ends by line */
  uint64_t *frames;    /* by level */
  uint32_t *standing;  /* queens when the frame of the level was complete */
  uint64_t frame_size; /* in words */
  uint32_t level;
};

/* ---- Frames ---- */

static uint64_t *frame_at(const nq_masks *masks, uint32_t level) {
  return masks->frames + level * masks->frame_size;
}

static uint64_t *choices_of(const nq_masks *masks, uint64_t *frame) {
  return frame + masks->words;
}

static uint8_t *counts_of(const nq_masks *masks, uint64_t *frame) {
  return (uint8_t *)(frame + 2 * (size_t)masks->words);
}

static uint8_t least_count(const uint8_t *counts, uint32_t padded) {
  uint8_t least = CLOSED;
  for (uint32_t i = 0; i < padded; i++) least = counts[i] < least ? counts[i] : least;
  return least;
}

static uint32_t first_place(const uint8_t *counts, uint8_t count, uint32_t padded) {
  return (uint32_t)((const uint8_t *)memchr(counts, count, padded) - counts);
}

static uint32_t only_square(const nq_masks *masks, const uint64_t *frame, uint32_t place) {
  const uint64_t *line = masks->on_line + (size_t)place * masks->words;
  uint32_t word = 0;
  while ((frame[word] & line[word]) == 0) word++;
  return 64 * word + (uint32_t)__builtin_ctzll(frame[word] & line[word]);
}

static void put(nq_complete *search, uint64_t *frame, uint32_t square, bool forced) {
  const nq_masks *masks = search->masks;
  const uint64_t *attacks = masks->attacks + (size_t)square * masks->words;
  const uint16_t *places = masks->places;
  uint8_t *counts = counts_of(masks, frame);
  const uint32_t words = masks->words;
  for (uint32_t word = 0; word < words; word++) {
    uint64_t gone = frame[word] & attacks[word];
    frame[word] ^= gone;
    for (; gone != 0; gone &= gone - 1) {
      const uint16_t *place = places + 2 * (64 * word + (uint32_t)__builtin_ctzll(gone));
      counts[place[0]]--;
      counts[place[1]]--;
    }
  }
  counts[places[2 * square]] = counts[places[2 * square + 1]] = CLOSED;
  complete_put(search, masks->where[square], forced);
}

/* Put the queens of all lines with a single square.  The squares of the narrowest line, at *place,
 * are then 0, from 2 on, or CLOSED: all queens stand. */
static uint8_t settle(nq_complete *search, uint64_t *frame, uint32_t *place) {
  const nq_masks *masks = search->masks;
  const uint8_t *counts = counts_of(masks, frame);
  for (;;) {
    uint8_t least = least_count(counts, masks->padded);
    *place = first_place(counts, least, masks->padded);
    if (least != 1) return least;
    put(search, frame, only_square(masks, frame, *place), true);
  }
}

/* ---- The walk ---- */

static void take_back_to(nq_complete *search, uint32_t depth) {
  while (search->depth > depth) complete_take_back(search);
}

/* Settle the frame of a level; where it has choices it becomes the level of the walk. */
static uint8_t enter(nq_complete *search, uint32_t level) {
  nq_masks *masks = search->masks;
  uint64_t *frame = frame_at(masks, level), *choices = choices_of(masks, frame);
  uint32_t place;
  uint8_t least = settle(search, frame, &place);
  if (least == 0) {
    masks->weights[masks->order[place]]++;
    complete_refuse(search);
  } else if (least != CLOSED) {
    const uint64_t *line = masks->on_line + (size_t)place * masks->words;
    for (uint32_t word = 0; word < masks->words; word++) choices[word] = frame[word] & line[word];
    masks->level = level;
    masks->standing[level] = search->depth;
  }
  return least;
}

/* The first word with a choice; masks->words: there is none. */
static uint32_t find_choice(const nq_masks *masks, const uint64_t *choices, uint32_t word) {
  while (word < masks->words && choices[word] == 0) word++;
  return word;
}

/* What the choice at the walk's level led to is refuted. */
static void refuted(nq_complete *search) {
  take_back_to(search, search->masks->standing[search->masks->level]);
  if (search->refutation != NULL) nq_refutation_learn(search, search->masks->level);
}

nq_walk_end nq_masks_go(nq_complete *search) {
  nq_masks *masks = search->masks;
  for (;;) {
    uint32_t level = masks->level;
    uint64_t *frame = frame_at(masks, level), *choices = choices_of(masks, frame);
    uint32_t word = find_choice(masks, choices, 0);
    if (word == masks->words) {
      if (level == 0) return NQ_WALK_REFUTED;
      masks->level--;
      refuted(search);
      continue;
    }
    if (complete_pauses(search)) return NQ_WALK_PAUSED;
    uint32_t square = 64 * word + (uint32_t)__builtin_ctzll(choices[word]);
    choices[word] &= choices[word] - 1;
    search->statistics.branches++;
    if (search->refutation != NULL)
      nq_refutation_decide(search, level, masks->where[square],
                           find_choice(masks, choices, word) == masks->words);
    memcpy(frame_at(masks, level + 1), frame, (size_t)masks->frame_size * sizeof *frame);
    put(search, frame_at(masks, level + 1), square, false);
    uint8_t least = enter(search, level + 1);
    if (least == CLOSED) return NQ_WALK_SOLVED;
    if (least == 0) refuted(search);
  }
}

/* ---- The root ---- */

/* The lines in random order, but those with more dead ends first. */
static void order_lines(nq_complete *search) {
  nq_masks *masks = search->masks;
  uint32_t *order = masks->order;
  const uint64_t *weights = masks->weights;
  for (uint32_t i = 0; i < masks->lines; i++) order[i] = i;
  nq_pcg64_shuffle(&search->random, order, masks->lines);
  for (uint32_t i = 1; i < masks->lines; i++) {
    uint32_t line = order[i], at = i;
    for (; at > 0 && weights[order[at - 1]] < weights[line]; at--) order[at] = order[at - 1];
    order[at] = line;
  }
}

static void add_to_line(nq_masks *masks, uint32_t place, uint32_t square) {
  masks->on_line[(size_t)place * masks->words + square / 64] |= UINT64_C(1) << square % 64;
  counts_of(masks, masks->frames)[place]++;
}

static void fill_root(nq_masks *masks, const uint32_t *place_of) {
  memset(masks->on_line, 0, (size_t)masks->padded * masks->words * sizeof *masks->on_line);
  memset(masks->frames, 0, (size_t)masks->frame_size * sizeof *masks->frames);
  memset(counts_of(masks, masks->frames) + masks->lines, CLOSED, masks->padded - masks->lines);
  for (uint32_t square = 0; square < masks->squares; square++) {
    nq_open_square where = masks->where[square];
    uint32_t column = place_of[where.column], row = place_of[masks->lines / 2 + where.row];
    masks->frames[square / 64] |= UINT64_C(1) << square % 64;
    masks->places[2 * square] = (uint16_t)column;
    masks->places[2 * square + 1] = (uint16_t)row;
    add_to_line(masks, column, square);
    add_to_line(masks, row, square);
  }
}

nq_walk_end nq_masks_begin(nq_complete *search) {
  nq_masks *masks = search->masks;
  uint32_t place_of[2 * COLUMNS_MOST];
  take_back_to(search, 0);
  order_lines(search);
  for (uint32_t i = 0; i < masks->lines; i++) place_of[masks->order[i]] = i;
  fill_root(masks, place_of);
  uint8_t least = enter(search, 0);
  return least == 0 ? NQ_WALK_REFUTED : least == CLOSED ? NQ_WALK_SOLVED : NQ_WALK_PAUSED;
}

/* ---- The beginning ---- */

static bool is_stopped(nq_watch *watch) {
  return nq_watch_poll(watch, (nq_progress){.phase = "prepare"});
}

/* How many squares are open; UINT32_MAX where they are too many, in all or on a line. */
static uint32_t count_squares(const nq_open *open, nq_watch *watch) {
  uint32_t total = 0, on_row[COLUMNS_MOST] = {0};
  if (open->count > COLUMNS_MOST) return UINT32_MAX;
  for (uint32_t column = 0; column < open->count && !is_stopped(watch); column++) {
    uint32_t before = total;
    for (uint32_t row = 0; row < open->count; row++) {
      if (!open_allows(open, column, row)) continue;
      total++;
      if (++on_row[row] > LINE_MOST) return UINT32_MAX;
    }
    if (total - before > LINE_MOST || total > SQUARES_MOST) return UINT32_MAX;
  }
  return total;
}

/* Number the open squares in random order; numbers[column * count + row] is then the number + 1. */
static void number_squares(nq_complete *search, uint32_t *numbers, uint32_t *list) {
  nq_masks *masks = search->masks;
  uint32_t count = search->open.count, squares = 0;
  for (uint32_t column = 0; column < count; column++)
    for (uint32_t row = 0; row < count; row++)
      if (squares < masks->squares && open_allows(&search->open, column, row))
        list[squares++] = column * count + row;
  nq_pcg64_shuffle(&search->random, list, squares);
  for (uint32_t i = 0; i < squares; i++) {
    masks->where[i] = (nq_open_square){list[i] / count, list[i] % count};
    numbers[list[i]] = i + 1;
  }
}

static void set_attack(const nq_masks *masks, uint32_t square, uint32_t number) {
  if (number == 0) return;
  masks->attacks[(size_t)square * masks->words + (number - 1) / 64] |= UINT64_C(1)
                                                                       << (number - 1) % 64;
}

static void set_attacks(nq_complete *search, uint32_t square, const uint32_t *numbers) {
  const nq_open *open = &search->open;
  nq_open_square at = search->masks->where[square];
  uint32_t count = open->count;
  for (uint32_t row = 0; row < count; row++)
    set_attack(search->masks, square, numbers[at.column * count + row]);
  for (uint32_t column = 0; column < count; column++) {
    const uint32_t *of_column = numbers + (size_t)column * count;
    uint64_t row = open->rows[at.row];
    uint64_t right = (uint64_t)open->columns[column] - open->columns[at.column];
    uint32_t up = nq_open_row(open, row + right), down = nq_open_row(open, row - right);
    set_attack(search->masks, square, of_column[at.row]);
    if (up != NQ_EMPTY) set_attack(search->masks, square, of_column[up]);
    if (down != NQ_EMPTY) set_attack(search->masks, square, of_column[down]);
  }
}

static bool fill_tables(nq_complete *search, nq_watch *watch) {
  nq_masks *masks = search->masks;
  uint64_t size = (uint64_t)search->open.count * search->open.count;
  uint32_t *numbers = nq_memory_new(size, sizeof *numbers);
  uint32_t *list = nq_memory_new((uint64_t)masks->squares + 1, sizeof *list);
  if (numbers != NULL && list != NULL) {
    number_squares(search, numbers, list);
    for (uint32_t square = 0; square < masks->squares; square++) {
      if (square % 64 == 0 && is_stopped(watch)) break;
      set_attacks(search, square, numbers);
    }
  }
  bool filled = numbers != NULL && list != NULL;
  nq_memory_free(numbers, size, sizeof *numbers);
  nq_memory_free(list, (uint64_t)masks->squares + 1, sizeof *list);
  return filled;
}

static uint64_t frames_words(const nq_masks *masks) {
  return masks->frame_size * (masks->lines / 2 + 2);
}

static bool allocate(nq_masks *masks) {
  uint64_t words = masks->words;
  masks->attacks = nq_memory_new((masks->squares + UINT64_C(1)) * words, sizeof *masks->attacks);
  masks->on_line = nq_memory_new(masks->padded * words, sizeof *masks->on_line);
  masks->frames = nq_memory_new(frames_words(masks), sizeof *masks->frames);
  masks->places = calloc(2 * (size_t)masks->squares + 1, sizeof *masks->places);
  masks->where = calloc((size_t)masks->squares + 1, sizeof *masks->where);
  masks->order = calloc(masks->padded, sizeof *masks->order);
  masks->weights = calloc(masks->padded, sizeof *masks->weights);
  masks->standing = calloc((size_t)masks->lines + 2, sizeof *masks->standing);
  return masks->attacks != NULL && masks->on_line != NULL && masks->frames != NULL &&
         masks->places != NULL && masks->where != NULL && masks->order != NULL &&
         masks->weights != NULL && masks->standing != NULL;
}

nq_status nq_masks_new(nq_complete *search, nq_watch *watch, nq_error *error) {
  uint32_t squares = count_squares(&search->open, watch);
  if (squares == UINT32_MAX) return NQ_END;
  nq_masks *masks = search->masks = calloc(1, sizeof *masks);
  if (masks == NULL) return nq_error_set(error, NQ_NO_MEMORY, "no memory for the search");
  masks->squares = squares;
  masks->words = squares / 64 + 1;
  masks->lines = 2 * search->open.count;
  masks->padded = (masks->lines + PADDING) / PADDING * PADDING;
  masks->frame_size = 2 * (uint64_t)masks->words + masks->padded / sizeof(uint64_t);
  if (!allocate(masks) || !fill_tables(search, watch))
    return nq_error_set(error, NQ_NO_MEMORY, "no memory for the attacks of %" PRIu32 " squares",
                        squares);
  search->statistics.bytes +=
      ((masks->squares + masks->padded) * (uint64_t)masks->words + frames_words(masks)) *
      sizeof(uint64_t);
  return NQ_OK;
}

void nq_masks_free(nq_masks *masks) {
  if (masks == NULL) return;
  uint64_t words = masks->words;
  nq_memory_free(masks->attacks, (masks->squares + UINT64_C(1)) * words, sizeof *masks->attacks);
  nq_memory_free(masks->on_line, masks->padded * words, sizeof *masks->on_line);
  nq_memory_free(masks->frames, frames_words(masks), sizeof *masks->frames);
  free(masks->places);
  free(masks->where);
  free(masks->order);
  free(masks->weights);
  free(masks->standing);
  free(masks);
}

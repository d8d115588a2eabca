/* Complete search where diagonals are excluded: the sums of diagonals (board/sums.h) at a branch.
 *
 * MODEL.  Squares on diagonals that cannot be used are removed.  That leaves fewer diagonals, which
 * may rule out more, so this goes on until nothing changes.
 *
 * Diagonals that have a queen in every solution are lines too: each needs one of its squares.  As
 * many central diagonals as there is room for have a position and slots in the frames; a diagonal is
 * open from the branch on that shows that it is needed.
 *
 * Where more than a third of the queens are on the board, the rest of the tree is searched faster
 * than looked into. */
#include "board/sums.h"
#include "exact/complete_frames.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct nq_mask_sums {
  uint32_t words;             /* of rising, and of falling */
  uint64_t *rising, *falling; /* the diagonals left */
  uint64_t *needed[2];        /* of these, the ones that have a queen in every solution */
  uint16_t *line_of[2];       /* the line of a rising or falling diagonal, or 0 */
  uint16_t position_of[MASK_LINES * MASK_GROUPS_MOST]; /* of these lines */
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

/* Count the squares of each diagonal, rising ones, then falling ones from 2 n on. */
static void count_squares(const nq_open *open, uint32_t *squares) {
  for (uint32_t column = 0; column < open->count; column++)
    for (uint32_t row = 0; row < open->count; row++) {
      if (!open_allows(open, column, row)) continue;
      squares[open->columns[column] + open->rows[row]]++;
      squares[3 * open->n - 1 + open->rows[row] - open->columns[column]]++;
    }
}

/* Give the most central diagonals the positions that the last group of lines has left. */
static void choose_diagonals(nq_masks *masks, uint32_t n, const uint32_t *squares,
                             uint32_t *lengths) {
  uint32_t most = (masks->lines + MASK_LINES - 1) / MASK_LINES * MASK_LINES;
  for (uint32_t i = 0; i < 4 * n; i++) {
    uint32_t distance = i / 4, falling = i % 2;
    uint32_t diagonal = i % 4 < 2 ? n - 1 - distance : n - 1 + distance;
    uint16_t *line = &masks->sums->line_of[falling][diagonal];
    uint32_t count = squares[2 * n * falling + diagonal];
    if (count == 0 || *line != 0 || masks->positions == most) continue;
    lengths[masks->positions] = count;
    *line = (uint16_t)masks->positions++;
  }
}

static bool allocate(nq_complete *search) {
  const nq_masks *masks = search->masks;
  nq_mask_sums *sums = masks->sums;
  sums->words = search->open.n / 32 + 1;
  sums->rising = calloc(4 * (size_t)sums->words, sizeof *sums->rising);
  sums->diagonals = calloc(2 * (size_t)masks->squares + 1, sizeof *sums->diagonals);
  sums->line_of[0] = calloc(4 * (size_t)search->open.n, sizeof *sums->line_of[0]);
  sums->room = calloc(sums_room(search->open.count), sizeof *sums->room);
  if (sums->rising == NULL || sums->line_of[0] == NULL) return false;
  sums->falling = sums->rising + sums->words;
  sums->needed[0] = sums->falling + sums->words;
  sums->needed[1] = sums->needed[0] + sums->words;
  sums->line_of[1] = sums->line_of[0] + 2 * (size_t)search->open.n;
  return sums->diagonals != NULL && sums->room != NULL;
}

bool nq_mask_sums_new(nq_complete *search, uint32_t *lengths) {
  nq_masks *masks = search->masks;
  const nq_open *open = &search->open;
  if (!is_useful(search)) return true;
  masks->sums = calloc(1, sizeof *masks->sums);
  uint32_t *squares = calloc(4 * (size_t)open->n, sizeof *squares);
  bool memory = masks->sums != NULL && squares != NULL && allocate(search);
  if (memory) {
    count_squares(open, squares);
    choose_diagonals(masks, open->n, squares, lengths);
  }
  free(squares);
  return memory;
}

void nq_mask_sums_free(nq_mask_sums *sums) {
  if (sums == NULL) return;
  free(sums->rising);
  free(sums->diagonals);
  free(sums->line_of[0]);
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
  for (uint32_t i = 0; i < masks->positions; i++) {
    sums->columns[i / 64] |= (uint64_t)(masks->order[i] < open->count) << i % 64;
    sums->position_of[masks->order[i]] = (uint16_t)i;
  }
}

uint32_t nq_mask_sums_lines(const nq_masks *masks, uint32_t square, uint32_t lines[2]) {
  const nq_mask_sums *sums = masks->sums;
  uint32_t count = 0;
  for (uint32_t i = 0; i < 2; i++) {
    uint32_t line = sums->line_of[i][sums->diagonals[2 * square + i]];
    if (line != 0) lines[count++] = line;
  }
  return count;
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
      else if (line < masks->lines)
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

/* Open the diagonals that are needed and have a position.  False: all of them were open. */
static bool open_needed(const nq_masks *masks, mask_word *frame) {
  const nq_mask_sums *sums = masks->sums;
  bool opened = false;
  for (uint32_t word = 0; word < 2 * sums->words; word++)
    for (uint64_t left = sums->needed[0][word]; left != 0; left &= left - 1) {
      uint32_t diagonal = 64 * (word % sums->words) + (uint32_t)__builtin_ctzll(left);
      uint32_t line = sums->line_of[word / sums->words][diagonal];
      uint32_t position = sums->position_of[line];
      if (line == 0 || mask_is_open(masks, frame, position)) continue;
      mask_set(&frame[masks->group[position / MASK_LINES].begin], position);
      opened = true;
    }
  return opened;
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
    memset(sums->needed[0], 0, 2 * sums->words * sizeof *sums->rising);
    nq_sums_verdict verdict =
        nq_sums_filter(&lines, sums->rising, sums->falling, sums->needed, sums->room);
    if (verdict == NQ_SUMS_EXCEEDED) return MASK_DEAD;
    bool opened = open_needed(masks, frame);
    if (verdict == NQ_SUMS_POSSIBLE && !opened) break;
    if (verdict == NQ_SUMS_CLEARED) remove_squares(masks, frame);
    mask_recount(masks, frame);
    state = nq_masks_settle(search, frame);
  }
  return state;
}

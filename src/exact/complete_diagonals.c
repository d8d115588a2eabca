/* Complete search where many diagonals are excluded, up to n = 64.
 *
 * MODEL.  A line, of one of four kinds, has a word with the squares left on it: of a column its
 * rows, of the others their columns, by their numbers among the open ones.  The sums of diagonals
 * (board/sums.h) show which diagonals cannot be used, and which must be; these are lines to branch
 * on, like columns and rows.
 *
 * Two short walks put queens only.  Later ones, in the upper third of the tree, first decide about
 * diagonals: the outermost one that is undecided has no queen, or has one.  There each state must
 * pass the linear relaxation (relaxation.h), which refutes most dead ends after few decisions.
 *
 * While a proof is written, which has no words for the sums of diagonals, the only walk decides
 * about diagonals at once, and each state must pass the relaxation: its multipliers are the proof,
 * a sum of constraints. */
#include "board/sums.h"
#include "core/core.h"
#include "core/random.h"
#include "exact/complete_lines.h"
#include "exact/complete_parts.h"
#include "exact/relaxation.h"

#include <stdlib.h>
#include <string.h>

enum {
  SQUARES_MOST = 2048, /* of the relaxation */
  PLAIN_WALKS = 2,
  WORK_OF_BRANCH = 4096 /* entries of the relaxation's tableau */
};

typedef enum state_end { DEAD, OPEN, FULL } state_end;

/* ---- Lines and squares ---- */

static inline void remove_square(const nq_open *open, board_state *state, nq_open_square at) {
  uint32_t lines[KINDS];
  find_lines(open, at, lines);
  for (line_kind kind = COLUMNS; kind < KINDS; kind++)
    state->squares[kind][lines[kind]] &= ~bit_of(kind, at);
}

static void remove_line(const nq_complete *search, board_state *state, line_kind kind,
                        uint32_t line) {
  for (uint64_t left = state->squares[kind][line]; left != 0; left &= left - 1)
    remove_square(&search->open, state,
                  square_of(search, kind, line, (uint32_t)__builtin_ctzll(left)));
}

static void put(nq_complete *search, board_state *state, nq_open_square at, bool forced) {
  uint32_t lines[KINDS];
  find_lines(&search->open, at, lines);
  for (line_kind kind = COLUMNS; kind < KINDS; kind++) {
    remove_line(search, state, kind, lines[kind]);
    drop_bit(state->left[kind].word, lines[kind]);
    drop_bit(state->must[kind].word, lines[kind]);
  }
  complete_put(search, at, forced);
}

/* The narrowest line that must have a queen, with fewer squares than `squares`, which becomes their
 * number; false: there is none. */
static bool find_line(const board_state *state, uint32_t *squares, line_kind *kind,
                      uint32_t *line) {
  bool found = false;
  uint32_t i;
  for (line_kind k = COLUMNS; k < KINDS; k++)
    for (line_bits must = state->must[k]; take_first(&must, &i);) {
      uint64_t left = state->squares[k][i];
      if (*squares <= 2 && (left & (left - 1)) != 0) continue; /* two at least: no need to count */
      uint32_t count = (uint32_t)__builtin_popcountll(left);
      if (count >= *squares) continue;
      *squares = count;
      *kind = k;
      *line = i;
      found = true;
    }
  return found;
}

static uint32_t open_columns(const board_state *state) {
  return (uint32_t)__builtin_popcountll(state->must[COLUMNS].word[0]);
}

/* ---- Sums ---- */

static nq_sums sum_lines(const nq_complete *search, const board_state *state) {
  nq_sums sums = {.n = search->open.n};
  uint32_t i;
  for (line_bits open = state->must[COLUMNS]; take_first(&open, &i);)
    sums_add_column(&sums, search->open.columns[i]);
  for (line_bits open = state->must[ROWS]; take_first(&open, &i);)
    sums_add_row(&sums, search->open.rows[i]);
  return sums;
}

/* Drop the diagonals without a square, unless they must have a queen. */
static void drop_empty(board_state *state, line_kind kind) {
  uint32_t i;
  for (line_bits left = state->left[kind]; take_first(&left, &i);)
    if (state->squares[kind][i] == 0 && !has_bit(state->must[kind].word, i))
      drop_bit(state->left[kind].word, i);
}

static nq_sums_verdict filter(const nq_complete *search, board_state *state) {
  nq_sums sums = sum_lines(search, state);
  line_bits before[KINDS];
  drop_empty(state, RISING);
  drop_empty(state, FALLING);
  memcpy(before, state->left, sizeof before);
  nq_sums_verdict verdict = nq_sums_filter(
      &sums, &(nq_sums_diagonals){state->left[RISING].word, state->must[RISING].word},
      &(nq_sums_diagonals){state->left[FALLING].word, state->must[FALLING].word},
      board_of(search)->room);
  for (line_kind kind = RISING; kind <= FALLING && verdict == NQ_SUMS_NARROWED; kind++) {
    uint32_t i;
    while (take_first(&before[kind], &i))
      if (!has_bit(state->left[kind].word, i)) remove_line(search, state, kind, i);
  }
  return verdict;
}

static state_end refuse(nq_complete *search, line_kind kind) {
  if (kind < RISING)
    complete_refuse(search);
  else
    search->statistics.failures++; /* a trace has no diagonals */
  return DEAD;
}

/* Put the queens that follow, and remove the squares that cannot be used, until nothing changes. */
static state_end propagate(nq_complete *search, board_state *state) {
  nq_sums_verdict verdict;
  do {
    uint32_t squares = 2, line = 0;
    for (line_kind kind = COLUMNS; find_line(state, &squares, &kind, &line); squares = 2) {
      if (squares == 0) return refuse(search, kind);
      uint32_t bit = (uint32_t)__builtin_ctzll(state->squares[kind][line]);
      put(search, state, square_of(search, kind, line, bit), true);
    }
    if (open_columns(state) == 0) return FULL;
    if (search->refutation != NULL) {
      drop_empty(state, RISING);
      drop_empty(state, FALLING);
      return OPEN;
    }
    verdict = filter(search, state);
    if (verdict == NQ_SUMS_EXCEEDED) return refuse(search, RISING);
  } while (verdict == NQ_SUMS_NARROWED);
  return OPEN;
}

/* ---- The relaxation ---- */

static bool is_refuted(nq_complete *search, const board_state *state) {
  nq_diagonals *diagonals = search->board;
  for (uint32_t i = 0; i < diagonals->squares; i++) {
    nq_open_square at = diagonals->where[i];
    diagonals->square_left[i] = state->squares[COLUMNS][at.column] >> at.row & 1;
  }
  memset(diagonals->line_state, NQ_LINE_FREE, diagonals->lines);
  for (line_kind kind = COLUMNS; kind < KINDS; kind++) {
    uint32_t i;
    for (line_bits must = state->must[kind]; take_first(&must, &i);)
      diagonals->line_state[diagonals->line_at[kind][i]] = NQ_LINE_MUST;
  }
  uint64_t work;
  bool refuted = nq_relaxation_refutes(diagonals->relaxation, diagonals->square_left,
                                       diagonals->line_state, &work);
  search->statistics.steps += work / WORK_OF_BRANCH;
  return refuted;
}

/* The last choice of the level's branch led to a dead end. */
static void refuted(nq_complete *search) {
  const nq_diagonals *diagonals = search->board;
  branch *at = &diagonals->branches[diagonals->level];
  complete_take_back_to(search, at->standing);
  if (search->refutation == NULL) return;
  uint64_t clause = nq_refutation_learn(search, diagonals->level);
  if (clause != 0) at->clause = clause;
}

/* ---- The walk ---- */

static bool is_relaxed(const nq_complete *search, const board_state *state) {
  if (search->refutation != NULL) return true;
  return (search->walk > PLAIN_WALKS || search->plan.relaxed) &&
         board_of(search)->relaxation != NULL &&
         3 * open_columns(state) >= 2 * board_of(search)->count;
}

/* The outermost diagonal that may have a queen but need not; false: there is none. */
static bool find_undecided(const board_state *state, uint32_t n, branch *at) {
  for (uint32_t distance = n; distance-- > 0;)
    for (line_kind kind = RISING; kind <= FALLING; kind++)
      for (uint32_t side = 0; side < 2; side++) {
        uint32_t line = side == 0 ? n - 1 - distance : n - 1 + distance;
        if (!has_bit(state->left[kind].word, line) || has_bit(state->must[kind].word, line))
          continue;
        *at = (branch){.kind = kind, .line = line, .decision = true, .untried = 3};
        return true;
      }
  return false;
}

/* Propagate in the state of a level; if it is open it becomes the level of the walk. */
static state_end enter(nq_complete *search, uint32_t level) {
  nq_diagonals *diagonals = search->board;
  board_state *state = &diagonals->states[level];
  branch *at = &diagonals->branches[level];
  state_end end = propagate(search, state);
  if (end != OPEN) return end;
  bool relaxed = is_relaxed(search, state);
  if (relaxed && is_refuted(search, state)) {
    search->statistics.failures++;
    if (search->refutation != NULL) nq_diagonals_write_sum(search, level);
    return DEAD;
  }
  if (!relaxed || !find_undecided(state, diagonals->n, at)) {
    uint32_t squares = UINT32_MAX;
    *at = (branch){0};
    find_line(state, &squares, &at->kind, &at->line);
    at->untried = state->squares[at->kind][at->line];
  }
  at->standing = search->depth;
  diagonals->level = level;
  return OPEN;
}

/* One of the bits, by chance. */
static uint32_t draw_bit(nq_complete *search, uint64_t bits) {
  uint64_t skip = below_pcg64(&search->random, (uint64_t)__builtin_popcountll(bits));
  while (skip-- > 0) bits &= bits - 1;
  return (uint32_t)__builtin_ctzll(bits);
}

/* Take the next choice of a branch, in the state of the next level. */
static void choose(nq_complete *search, branch *at, board_state *next) {
  uint32_t bit =
      at->decision ? (uint32_t)__builtin_ctzll(at->untried) : draw_bit(search, at->untried);
  at->untried &= ~(UINT64_C(1) << bit);
  complete_branch(search);
  if (search->refutation != NULL) nq_diagonals_state(search, at, bit);
  if (!at->decision) {
    put(search, next, square_of(search, at->kind, at->line, bit), false);
  } else if (bit == 0) {
    remove_line(search, next, at->kind, at->line);
  } else {
    add_bit(next->must[at->kind].word, at->line);
  }
}

static nq_walk_end go(nq_complete *search) {
  nq_diagonals *diagonals = search->board;
  for (;;) {
    branch *at = &diagonals->branches[diagonals->level];
    if (at->untried == 0) {
      if (diagonals->level == 0) return NQ_WALK_REFUTED;
      diagonals->level--;
      refuted(search);
      continue;
    }
    if (complete_pauses(search)) return NQ_WALK_PAUSED;
    uint32_t next = diagonals->level + 1;
    diagonals->states[next] = diagonals->states[diagonals->level];
    choose(search, at, &diagonals->states[next]);
    state_end end = enter(search, next);
    if (end == FULL) return NQ_WALK_SOLVED;
    if (end == DEAD) refuted(search);
  }
}

static void fill(const nq_complete *search, board_state *state) {
  const nq_open *open = &search->open;
  uint32_t lines[KINDS];
  memset(state, 0, sizeof *state);
  for (uint32_t i = 0; i < open->count; i++) {
    add_bit(state->must[COLUMNS].word, i);
    add_bit(state->must[ROWS].word, i);
    for (uint32_t row = 0; row < open->count; row++) {
      nq_open_square at = {i, row};
      if (!open_allows(open, i, row)) continue;
      find_lines(open, at, lines);
      for (line_kind kind = COLUMNS; kind < KINDS; kind++) {
        state->squares[kind][lines[kind]] |= bit_of(kind, at);
        add_bit(state->left[kind].word, lines[kind]);
      }
    }
  }
}

static nq_walk_end begin(nq_complete *search) {
  complete_take_back_to(search, 0);
  fill(search, board_of(search)->states);
  state_end end = enter(search, 0);
  return end == DEAD ? NQ_WALK_REFUTED : end == FULL ? NQ_WALK_SOLVED : NQ_WALK_PAUSED;
}

/* ---- Memory ---- */

static bool many_are_excluded(const nq_complete *search) {
  const nq_instance *instance = search->plan.instance;
  return nq_instance_excluded_count(instance) >= nq_instance_n(instance) / 4 + 1;
}

/* In a proof in DRAT, each step must follow by unit propagation; sums and the relaxation do not. */
static bool is_possible(const nq_complete *search) {
  return nq_instance_n(search->plan.instance) <= NQ_DIAGONALS_N &&
         (search->refutation == NULL ? many_are_excluded(search) : nq_refutation_is_linear(search));
}

/* Without many excluded diagonals, a proof is short if the relaxation is one, and long
 * otherwise. */
static bool is_useful(nq_complete *search) {
  const nq_diagonals *diagonals = search->board;
  if (search->refutation == NULL) return true;
  return diagonals->relaxation != NULL && diagonals->lines > 0 &&
         (many_are_excluded(search) || is_refuted(search, diagonals->states));
}

static void close_board(void *board) {
  nq_relaxation_free(((nq_diagonals *)board)->relaxation);
}

/* Number the lines and squares of the first state. */
static void number_lines(nq_complete *search) {
  nq_diagonals *diagonals = search->board;
  const board_state *state = diagonals->states;
  for (line_kind kind = COLUMNS; kind < KINDS; kind++)
    for (uint32_t i = 0; i <= DIAGONALS_MOST; i++) {
      if (state->squares[kind][i] == 0) continue;
      diagonals->place[diagonals->lines] = nq_diagonals_place(search, kind, i);
      diagonals->line_at[kind][i] = (uint16_t)diagonals->lines++;
    }
  for (uint32_t i = 0; i < diagonals->count; i++)
    diagonals->squares += (uint32_t)__builtin_popcountll(state->squares[COLUMNS][i]);
}

static void list_squares(nq_complete *search, uint16_t *lines_of) {
  nq_diagonals *diagonals = search->board;
  uint32_t square = 0, lines[KINDS];
  for (uint32_t column = 0; column < diagonals->count; column++)
    for (uint64_t left = diagonals->states->squares[COLUMNS][column]; left != 0; left &= left - 1) {
      nq_open_square at = {column, (uint32_t)__builtin_ctzll(left)};
      diagonals->where[square++] = at;
      find_lines(&search->open, at, lines);
      for (line_kind kind = COLUMNS; kind < KINDS; kind++)
        *lines_of++ = diagonals->line_at[kind][lines[kind]];
    }
}

/* False: no memory. */
static bool make_relaxation(nq_complete *search) {
  nq_diagonals *diagonals = search->board;
  number_lines(search);
  if (diagonals->squares > SQUARES_MOST) return true;
  uint16_t *lines_of = calloc((size_t)RELAXATION_LINES * diagonals->squares + 1, sizeof *lines_of);
  nq_arrays *arrays = &search->arrays;
  diagonals->where = nq_arrays_take(arrays, diagonals->squares, sizeof *diagonals->where);
  diagonals->square_left = nq_arrays_take(arrays, diagonals->squares, 1);
  diagonals->line_state = nq_arrays_take(arrays, diagonals->lines, 1);
  if (lines_of != NULL && !arrays->failed) {
    list_squares(search, lines_of);
    diagonals->relaxation = nq_relaxation_new(diagonals->lines, diagonals->squares, lines_of);
  }
  free(lines_of);
  if (diagonals->relaxation == NULL) return false;
  if (search->refutation != NULL) nq_relaxation_write(diagonals->relaxation);
  return true;
}

/* Each level has a queen more than the one before, or a decision. */
static bool allocate(nq_complete *search) {
  nq_diagonals *diagonals = search->board;
  diagonals->levels = diagonals->count + 4 * diagonals->n + 1;
  nq_arrays *arrays = &search->arrays;
  diagonals->states = nq_arrays_take(arrays, diagonals->levels, sizeof *diagonals->states);
  diagonals->branches = nq_arrays_take(arrays, diagonals->levels, sizeof *diagonals->branches);
  diagonals->room = nq_arrays_take(arrays, sums_room(diagonals->count), sizeof *diagonals->room);
  return !arrays->failed;
}

static nq_status open_board(nq_complete *search, nq_watch *watch, nq_error *error) {
  const nq_open *open = &search->open;
  (void)watch;
  if (!is_possible(search)) return NQ_END;
  nq_diagonals *diagonals = search->board = nq_arrays_take(&search->arrays, 1, sizeof *diagonals);
  bool memory = diagonals != NULL;
  if (memory) {
    diagonals->n = open->n;
    diagonals->count = open->count;
    for (uint32_t i = 0; i < open->count; i++) diagonals->row_at[open->rows[i]] = (uint8_t)i;
    memory = allocate(search);
  }
  if (memory) {
    fill(search, diagonals->states);
    memory = make_relaxation(search);
  }
  if (!memory) return nq_error_set(error, NQ_NO_MEMORY, "no memory for the search");
  if (!is_useful(search)) {
    close_board(diagonals);
    return NQ_END;
  }
  /* Each square is on two diagonals. */
  search->literals_most = diagonals->levels + 2 * (size_t)diagonals->squares;
  search->statistics.bytes += diagonals->levels * sizeof *diagonals->states;
  if (diagonals->relaxation != NULL)
    search->statistics.bytes += nq_relaxation_bytes(diagonals->lines, diagonals->squares);
  return NQ_OK;
}

const nq_complete_kind nq_complete_diagonals = {
    .open = open_board, .close = close_board, .begin = begin, .go = go};

/* Complete search where many diagonals are excluded, up to n = 64.
 *
 * MODEL.  A line, of one of four kinds, has a word with the squares left on it: of a column its rows,
 * of the others their columns, by their numbers among the open ones.  The sums of diagonals
 * (board/sums.h) show which diagonals cannot be used, and which must be; these are lines to branch
 * on, like columns and rows.
 *
 * A few short walks put queens only.  The last walk, in the upper third of the tree, first decides
 * about diagonals: the outermost one that is undecided has no queen, or has one.  There each state
 * must pass the linear relaxation (relaxation.h), which refutes most dead ends after few decisions. */
#include "board/sums.h"
#include "core/memory.h"
#include "core/random.h"
#include "exact/complete_parts.h"
#include "exact/relaxation.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum {
  N_MOST = 64,
  DIAGONALS_MOST = 2 * N_MOST - 1,
  SQUARES_MOST = 2048, /* of the relaxation */
  PLAIN_WALKS = 2,
  WORK_OF_BRANCH = 4096 /* entries of the relaxation's table */
};

typedef enum line_kind { COLUMNS, ROWS, RISING, FALLING, KINDS } line_kind;

/* Bits of diagonals: board indexes, in two words. */
typedef struct diagonal_bits {
  uint64_t word[2];
} diagonal_bits;

typedef struct board_state {
  uint64_t squares[KINDS][DIAGONALS_MOST + 1];
  uint64_t open[2];               /* columns and rows without a queen */
  diagonal_bits left[2], must[2]; /* rising and falling diagonals that may, or must, get a queen */
} board_state;

/* A branch on the squares of a line, or on whether a diagonal is used. */
typedef struct branch {
  line_kind kind;
  uint32_t line;
  uint64_t untried; /* squares; for a decision, bit 0: without a queen, bit 1: with one */
  bool decision;
  uint32_t standing; /* queens before the branch */
} branch;

struct nq_diagonals {
  uint32_t n, count, levels;
  uint8_t row_at[N_MOST]; /* of an open row on the board its number */
  board_state *states;    /* by level */
  branch *branches;
  uint32_t level;
  int64_t *room;
  /* The relaxation, or NULL: there are too many squares. */
  nq_relaxation *relaxation;
  uint32_t squares, lines;
  uint8_t *column_of, *row_of;                 /* of its squares */
  uint16_t line_at[KINDS][DIAGONALS_MOST + 1]; /* its line for each of ours */
  uint8_t *square_left, *line_state;
};

typedef enum state_end { DEAD, OPEN, FULL } state_end;

static inline bool has(const diagonal_bits *bits, uint32_t i) {
  return bits->word[i / 64] >> i % 64 & 1;
}

static inline void add(diagonal_bits *bits, uint32_t i) {
  bits->word[i / 64] |= UINT64_C(1) << i % 64;
}

static inline void drop(diagonal_bits *bits, uint32_t i) {
  bits->word[i / 64] &= ~(UINT64_C(1) << i % 64);
}

/* The diagonals of a kind of line. */
static inline uint32_t direction_of(line_kind kind) {
  return kind == RISING ? 0 : 1;
}

/* ---- Squares ---- */

static inline uint32_t rising_of(const nq_open *open, uint32_t column, uint32_t row) {
  return open->columns[column] + open->rows[row];
}

static inline uint32_t falling_of(const nq_open *open, uint32_t column, uint32_t row) {
  return open->rows[row] + open->n - 1 - open->columns[column];
}

/* The square of a line at bit `bit` of its word. */
static nq_open_square square_of(const nq_complete *search, line_kind kind, uint32_t line,
                                uint32_t bit) {
  const nq_open *open = &search->open;
  if (kind == COLUMNS) return (nq_open_square){line, bit};
  if (kind == ROWS) return (nq_open_square){bit, line};
  uint32_t column = open->columns[bit];
  uint32_t row = kind == RISING ? line - column : line + column + 1 - open->n;
  return (nq_open_square){bit, search->diagonals->row_at[row]};
}

static inline void remove_square(const nq_open *open, board_state *state, nq_open_square at) {
  uint64_t column = UINT64_C(1) << at.column;
  state->squares[COLUMNS][at.column] &= ~(UINT64_C(1) << at.row);
  state->squares[ROWS][at.row] &= ~column;
  state->squares[RISING][rising_of(open, at.column, at.row)] &= ~column;
  state->squares[FALLING][falling_of(open, at.column, at.row)] &= ~column;
}

static void remove_line(const nq_complete *search, board_state *state, line_kind kind,
                        uint32_t line) {
  for (uint64_t left = state->squares[kind][line]; left != 0; left &= left - 1)
    remove_square(&search->open, state,
                  square_of(search, kind, line, (uint32_t)__builtin_ctzll(left)));
}

static void put(nq_complete *search, board_state *state, nq_open_square at, bool forced) {
  uint32_t up = rising_of(&search->open, at.column, at.row);
  uint32_t down = falling_of(&search->open, at.column, at.row);
  remove_line(search, state, COLUMNS, at.column);
  remove_line(search, state, ROWS, at.row);
  remove_line(search, state, RISING, up);
  remove_line(search, state, FALLING, down);
  state->open[COLUMNS] &= ~(UINT64_C(1) << at.column);
  state->open[ROWS] &= ~(UINT64_C(1) << at.row);
  drop(&state->left[0], up);
  drop(&state->must[0], up);
  drop(&state->left[1], down);
  drop(&state->must[1], down);
  complete_put(search, at, forced);
}

/* ---- Lines that must have a queen ---- */

/* The words of the lines of a kind that must have a queen. */
static inline const uint64_t *needed(const board_state *state, line_kind kind, uint32_t *words) {
  *words = kind < RISING ? 1 : 2;
  return kind < RISING ? &state->open[kind] : state->must[direction_of(kind)].word;
}

/* One with fewer squares than `squares`; false: there is none.  `squares` is then their number. */
static bool find_line(const board_state *state, uint32_t *squares, line_kind *kind,
                      uint32_t *line) {
  bool found = false;
  for (line_kind k = COLUMNS; k < KINDS; k++) {
    uint32_t words;
    const uint64_t *lines = needed(state, k, &words);
    for (uint32_t word = 0; word < words; word++)
      for (uint64_t left = lines[word]; left != 0; left &= left - 1) {
        uint32_t i = 64 * word + (uint32_t)__builtin_ctzll(left);
        uint32_t count = (uint32_t)__builtin_popcountll(state->squares[k][i]);
        if (count >= *squares) continue;
        *squares = count;
        *kind = k;
        *line = i;
        found = true;
      }
  }
  return found;
}

static uint32_t open_columns(const board_state *state) {
  return (uint32_t)__builtin_popcountll(state->open[COLUMNS]);
}

/* ---- Sums ---- */

static nq_sums sum_lines(const nq_complete *search, const board_state *state) {
  nq_sums sums = {.n = search->open.n};
  for (uint64_t left = state->open[COLUMNS]; left != 0; left &= left - 1)
    sums_add_column(&sums, search->open.columns[__builtin_ctzll(left)]);
  for (uint64_t left = state->open[ROWS]; left != 0; left &= left - 1)
    sums_add_row(&sums, search->open.rows[__builtin_ctzll(left)]);
  return sums;
}

/* Forget the diagonals that have no square left. */
static void forget_empty(board_state *state, line_kind kind) {
  diagonal_bits *bits = &state->left[direction_of(kind)];
  for (uint32_t word = 0; word < 2; word++)
    for (uint64_t left = bits->word[word]; left != 0; left &= left - 1) {
      uint32_t i = 64 * word + (uint32_t)__builtin_ctzll(left);
      if (state->squares[kind][i] == 0 && !has(&state->must[direction_of(kind)], i)) drop(bits, i);
    }
}

static nq_sums_verdict filter(const nq_complete *search, board_state *state) {
  nq_sums sums = sum_lines(search, state);
  diagonal_bits before[2];
  forget_empty(state, RISING);
  forget_empty(state, FALLING);
  memcpy(before, state->left, sizeof before);
  nq_sums_verdict verdict = nq_sums_filter(
      &sums, &(nq_sums_diagonals){state->left[0].word, state->must[0].word},
      &(nq_sums_diagonals){state->left[1].word, state->must[1].word}, search->diagonals->room);
  for (line_kind kind = RISING; kind <= FALLING && verdict == NQ_SUMS_NARROWED; kind++)
    for (uint32_t word = 0; word < 2; word++) {
      uint32_t direction = direction_of(kind);
      uint64_t cleared = before[direction].word[word] & ~state->left[direction].word[word];
      for (; cleared != 0; cleared &= cleared - 1)
        remove_line(search, state, kind, 64 * word + (uint32_t)__builtin_ctzll(cleared));
    }
  return verdict;
}

/* Put the queens that follow, and remove the squares that cannot be used, until nothing changes. */
static state_end settle(nq_complete *search, board_state *state) {
  nq_sums_verdict verdict;
  do {
    for (;;) {
      uint32_t squares = 2, line = 0;
      line_kind kind = COLUMNS;
      if (!find_line(state, &squares, &kind, &line)) break;
      if (squares == 0) {
        if (kind < RISING)
          complete_refuse(search);
        else
          search->statistics.failures++; /* a trace has no diagonals */
        return DEAD;
      }
      uint32_t bit = (uint32_t)__builtin_ctzll(state->squares[kind][line]);
      put(search, state, square_of(search, kind, line, bit), true);
    }
    if (state->open[COLUMNS] == 0) return FULL;
    verdict = filter(search, state);
    if (verdict == NQ_SUMS_EXCEEDED) search->statistics.failures++;
    if (verdict == NQ_SUMS_EXCEEDED) return DEAD;
  } while (verdict == NQ_SUMS_NARROWED);
  return OPEN;
}

/* ---- The relaxation ---- */

static bool is_refuted(nq_complete *search, const board_state *state) {
  nq_diagonals *diagonals = search->diagonals;
  for (uint32_t i = 0; i < diagonals->squares; i++)
    diagonals->square_left[i] =
        state->squares[COLUMNS][diagonals->column_of[i]] >> diagonals->row_of[i] & 1;
  memset(diagonals->line_state, NQ_LINE_FREE, diagonals->lines);
  for (line_kind kind = COLUMNS; kind < KINDS; kind++) {
    uint32_t words;
    const uint64_t *lines = needed(state, kind, &words);
    for (uint32_t word = 0; word < words; word++)
      for (uint64_t left = lines[word]; left != 0; left &= left - 1) {
        uint32_t i = 64 * word + (uint32_t)__builtin_ctzll(left);
        diagonals->line_state[diagonals->line_at[kind][i]] = NQ_LINE_MUST;
      }
  }
  uint64_t work;
  bool refuted = nq_relaxation_refutes(diagonals->relaxation, diagonals->square_left,
                                       diagonals->line_state, &work);
  search->statistics.steps += work / WORK_OF_BRANCH;
  return refuted;
}

/* ---- The walk ---- */

static bool is_relaxed(const nq_complete *search, const board_state *state) {
  return (search->walk > PLAIN_WALKS || search->plan.relaxed) &&
         search->diagonals->relaxation != NULL &&
         3 * open_columns(state) >= 2 * search->diagonals->count;
}

/* The outermost diagonal that may have a queen but need not; false: there is none. */
static bool find_undecided(const board_state *state, uint32_t n, branch *at) {
  for (uint32_t distance = n; distance-- > 0;)
    for (line_kind kind = RISING; kind <= FALLING; kind++)
      for (uint32_t side = 0; side < 2; side++) {
        uint32_t line = side == 0 ? n - 1 - distance : n - 1 + distance;
        uint32_t direction = direction_of(kind);
        if (!has(&state->left[direction], line) || has(&state->must[direction], line)) continue;
        *at = (branch){.kind = kind, .line = line, .decision = true, .untried = 3};
        return true;
      }
  return false;
}

/* Settle the state of a level; if it is open it becomes the level of the walk. */
static state_end enter(nq_complete *search, uint32_t level) {
  nq_diagonals *diagonals = search->diagonals;
  board_state *state = &diagonals->states[level];
  branch *at = &diagonals->branches[level];
  state_end end = settle(search, state);
  if (end != OPEN) return end;
  bool relaxed = is_relaxed(search, state);
  if (relaxed && is_refuted(search, state)) {
    search->statistics.failures++;
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
  if (!at->decision) {
    put(search, next, square_of(search, at->kind, at->line, bit), false);
  } else if (bit == 0) {
    remove_line(search, next, at->kind, at->line);
  } else {
    add(&next->must[direction_of(at->kind)], at->line);
  }
}

static void take_back_to(nq_complete *search, uint32_t depth) {
  while (search->depth > depth) complete_take_back(search);
}

nq_walk_end nq_diagonals_go(nq_complete *search) {
  nq_diagonals *diagonals = search->diagonals;
  for (;;) {
    branch *at = &diagonals->branches[diagonals->level];
    if (at->untried == 0) {
      if (diagonals->level == 0) return NQ_WALK_REFUTED;
      diagonals->level--;
      take_back_to(search, diagonals->branches[diagonals->level].standing);
      continue;
    }
    if (complete_pauses(search)) return NQ_WALK_PAUSED;
    uint32_t next = diagonals->level + 1;
    diagonals->states[next] = diagonals->states[diagonals->level];
    choose(search, at, &diagonals->states[next]);
    state_end end = enter(search, next);
    if (end == FULL) return NQ_WALK_SOLVED;
    if (end == DEAD) take_back_to(search, at->standing);
  }
}

static void fill(const nq_complete *search, board_state *state) {
  const nq_open *open = &search->open;
  memset(state, 0, sizeof *state);
  for (uint32_t column = 0; column < open->count; column++) {
    state->open[COLUMNS] |= UINT64_C(1) << column;
    for (uint32_t row = 0; row < open->count; row++) {
      if (!open_allows(open, column, row)) continue;
      uint32_t up = rising_of(open, column, row), down = falling_of(open, column, row);
      state->squares[COLUMNS][column] |= UINT64_C(1) << row;
      state->squares[ROWS][row] |= UINT64_C(1) << column;
      state->squares[RISING][up] |= UINT64_C(1) << column;
      state->squares[FALLING][down] |= UINT64_C(1) << column;
      add(&state->left[0], up);
      add(&state->left[1], down);
    }
  }
  state->open[ROWS] = state->open[COLUMNS];
}

nq_walk_end nq_diagonals_begin(nq_complete *search) {
  take_back_to(search, 0);
  fill(search, search->diagonals->states);
  state_end end = enter(search, 0);
  return end == DEAD ? NQ_WALK_REFUTED : end == FULL ? NQ_WALK_SOLVED : NQ_WALK_PAUSED;
}

/* ---- Memory ---- */

/* In a proof, each step must follow by unit propagation; sums and the relaxation do not. */
static bool is_useful(const nq_complete *search) {
  const nq_instance *instance = search->plan.instance;
  uint32_t n = nq_instance_n(instance);
  return n <= N_MOST && search->refutation == NULL &&
         nq_instance_excluded_count(instance) >= n / 4 + 1;
}

/* Number the lines of the first state, and its squares. */
static bool make_relaxation(nq_complete *search) {
  nq_diagonals *diagonals = search->diagonals;
  const board_state *state = diagonals->states;
  for (line_kind kind = COLUMNS; kind < KINDS; kind++)
    for (uint32_t i = 0; i <= DIAGONALS_MOST; i++)
      if (state->squares[kind][i] != 0) diagonals->line_at[kind][i] = (uint16_t)diagonals->lines++;
  for (uint32_t i = 0; i < diagonals->count; i++)
    diagonals->squares += (uint32_t)__builtin_popcountll(state->squares[COLUMNS][i]);
  if (diagonals->squares > SQUARES_MOST) return true;
  uint16_t *lines = calloc((size_t)RELAXATION_LINES * diagonals->squares + 1, sizeof *lines);
  diagonals->column_of = calloc((size_t)diagonals->squares + 1, 1);
  diagonals->row_of = calloc((size_t)diagonals->squares + 1, 1);
  diagonals->square_left = calloc((size_t)diagonals->squares + 1, 1);
  diagonals->line_state = calloc((size_t)diagonals->lines + 1, 1);
  uint32_t square = 0;
  if (lines != NULL && diagonals->column_of != NULL && diagonals->row_of != NULL)
    for (uint32_t column = 0; column < diagonals->count; column++)
      for (uint64_t left = state->squares[COLUMNS][column]; left != 0; left &= left - 1, square++) {
        uint32_t row = (uint32_t)__builtin_ctzll(left);
        uint16_t *of = lines + (size_t)RELAXATION_LINES * square;
        diagonals->column_of[square] = (uint8_t)column;
        diagonals->row_of[square] = (uint8_t)row;
        of[0] = diagonals->line_at[COLUMNS][column];
        of[1] = diagonals->line_at[ROWS][row];
        of[2] = diagonals->line_at[RISING][rising_of(&search->open, column, row)];
        of[3] = diagonals->line_at[FALLING][falling_of(&search->open, column, row)];
      }
  if (square == diagonals->squares && lines != NULL)
    diagonals->relaxation = nq_relaxation_new(diagonals->lines, diagonals->squares, lines);
  free(lines);
  return diagonals->relaxation != NULL && diagonals->square_left != NULL &&
         diagonals->line_state != NULL;
}

/* Each level has a queen more than the one before, or a decision. */
static bool allocate(nq_complete *search) {
  nq_diagonals *diagonals = search->diagonals;
  diagonals->levels = diagonals->count + 4 * diagonals->n + 1;
  diagonals->states = nq_memory_new(diagonals->levels, sizeof *diagonals->states);
  diagonals->branches = calloc(diagonals->levels, sizeof *diagonals->branches);
  diagonals->room = calloc(sums_room(diagonals->count), sizeof *diagonals->room);
  return diagonals->states != NULL && diagonals->branches != NULL && diagonals->room != NULL;
}

nq_status nq_diagonals_new(nq_complete *search, nq_error *error) {
  const nq_open *open = &search->open;
  if (!is_useful(search)) return NQ_END;
  nq_diagonals *diagonals = search->diagonals = calloc(1, sizeof *diagonals);
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
  search->statistics.bytes += diagonals->levels * sizeof *diagonals->states;
  if (diagonals->relaxation != NULL)
    search->statistics.bytes += nq_relaxation_bytes(diagonals->lines, diagonals->squares);
  return NQ_OK;
}

void nq_diagonals_free(nq_diagonals *diagonals) {
  if (diagonals == NULL) return;
  nq_memory_free(diagonals->states, diagonals->levels, sizeof *diagonals->states);
  nq_relaxation_free(diagonals->relaxation);
  free(diagonals->branches);
  free(diagonals->room);
  free(diagonals->column_of);
  free(diagonals->row_of);
  free(diagonals->square_left);
  free(diagonals->line_state);
  free(diagonals);
}

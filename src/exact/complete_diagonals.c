/* Complete search where many diagonals are excluded, up to n = 64.
 *
 * MODEL.  A line, of one of four kinds, has a word with the squares left on it: of a column its
 * rows, of the others their columns, by their numbers among the open ones.  The sums of diagonals
 * (board/open.h) show which diagonals cannot be used, and which must be; these are lines to branch
 * on, like columns and rows.
 *
 * Two short walks put queens only.  Later ones, in the upper third of the tree, first decide about
 * diagonals: the outermost one that is undecided has no queen, or has one.  There each state must
 * pass the linear relaxation (relaxation.h), which refutes most dead ends after few decisions.
 *
 * While a proof is written, which has no words for the sums of diagonals, the only walk decides
 * about diagonals at once, and each state must pass the relaxation: its multipliers are the proof,
 * a sum of constraints. */
#include "board/open.h"
#include "exact/complete.h"
#include "exact/relaxation.h"

#include <string.h>

enum {
  N_MOST = 64,
  DIAGONALS_MOST = 2 * N_MOST - 1,
  SQUARES_MOST = 2048, /* of the relaxation */
  PLAIN_WALKS = 2,
  WORK_OF_BRANCH = 4096 /* entries of the relaxation's tableau */
};

typedef enum line_kind { COLUMNS, ROWS, RISING, FALLING, KINDS } line_kind;

/* Lines of one kind: bits of open columns or rows by number, of diagonals by index. */
typedef struct line_bits {
  uint64_t word[2];
} line_bits;

typedef struct board_state {
  uint64_t squares[KINDS][DIAGONALS_MOST + 1];
  line_bits left[KINDS]; /* lines that may get another queen */
  line_bits must[KINDS]; /* those that must: all columns and rows, and some diagonals */
} board_state;

/* A branch on the squares of a line, or on whether a diagonal is used. */
typedef struct branch {
  line_kind kind;
  uint32_t line;
  uint64_t untried; /* squares; for a decision, bit 0: without a queen, bit 1: with one */
  bool decision;
  uint32_t standing; /* queens before the branch */
} branch;

typedef struct nq_diagonals {
  uint8_t row_at[N_MOST]; /* the number of an open row, by its place on the board */
  board_state *states;    /* by level */
  branch *branches;
  int64_t *room; /* for nq_sums_filter */
  /* The relaxation, or NULL: there are too many squares. */
  nq_relaxation *relaxation;
  const int64_t *multipliers;                   /* by line: of the state that it refuted last */
  uint32_t squares, lines;                      /* those of the first state */
  nq_open_square *where;                        /* of a square */
  uint16_t line_at[KINDS][DIAGONALS_MOST + 1];  /* the number of a line in the relaxation; */
  uint16_t place[KINDS * (DIAGONALS_MOST + 1)]; /* by this number: as in sat_proof.h */
  uint8_t *square_left, *must;                  /* for the relaxation */
} nq_diagonals;

static nq_diagonals *board_of(const nq_complete *search) {
  return search->board;
}

/* ---- Lines and squares ---- */

/* Take the first of the bits; false: there is none. */
static bool take_first(line_bits *bits, uint32_t *i) {
  uint32_t word = bits->word[0] == 0;
  if (bits->word[word] == 0) return false;
  *i = 64 * word + (uint32_t)__builtin_ctzll(bits->word[word]);
  bits->word[word] &= bits->word[word] - 1;
  return true;
}

static void find_lines(const nq_open *open, nq_open_square at, uint32_t lines[KINDS]) {
  uint32_t column = open->columns[at.column], row = open->rows[at.row];
  lines[COLUMNS] = at.column;
  lines[ROWS] = at.row;
  lines[RISING] = column + row;
  lines[FALLING] = row + open->n - 1 - column;
}

/* The square of a line at bit `bit` of its word. */
static nq_open_square square_of(const nq_complete *search, line_kind kind, uint32_t line,
                                uint32_t bit) {
  const nq_open *open = &search->open;
  if (kind == COLUMNS) return (nq_open_square){line, bit};
  if (kind == ROWS) return (nq_open_square){bit, line};
  uint32_t column = open->columns[bit];
  uint32_t row = kind == RISING ? line - column : line + column + 1 - open->n;
  return (nq_open_square){bit, board_of(search)->row_at[row]};
}

/* The bit of a square in the word of its line. */
static uint64_t bit_of(line_kind kind, nq_open_square at) {
  return UINT64_C(1) << (kind == COLUMNS ? at.row : at.column);
}

static void remove_square(const nq_open *open, board_state *state, nq_open_square at) {
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

/* Drop the diagonals without a square, unless they must have a queen. */
static void drop_empty(board_state *state) {
  for (line_kind kind = RISING; kind <= FALLING; kind++) {
    uint32_t i;
    for (line_bits left = state->left[kind]; take_first(&left, &i);)
      if (state->squares[kind][i] == 0 && !has_bit(state->must[kind].word, i))
        drop_bit(state->left[kind].word, i);
  }
}

/* Remove the squares of the diagonals that cannot be used, unless a proof is written. */
static nq_sums_verdict filter(const nq_complete *search, board_state *state) {
  nq_sums sums = {.n = search->open.n};
  line_bits before[KINDS], open[KINDS];
  uint32_t i;
  drop_empty(state);
  if (complete_proves(search)) return NQ_SUMS_POSSIBLE;
  memcpy(before, state->left, sizeof before);
  memcpy(open, state->must, sizeof open);
  while (take_first(&open[COLUMNS], &i)) sums_add_column(&sums, search->open.columns[i]);
  while (take_first(&open[ROWS], &i)) sums_add_row(&sums, search->open.rows[i]);
  nq_sums_verdict verdict = nq_sums_filter(
      &sums, &(nq_sums_diagonals){state->left[RISING].word, state->must[RISING].word},
      &(nq_sums_diagonals){state->left[FALLING].word, state->must[FALLING].word},
      board_of(search)->room);
  for (line_kind kind = RISING; kind <= FALLING && verdict == NQ_SUMS_NARROWED; kind++)
    while (take_first(&before[kind], &i))
      if (!has_bit(state->left[kind].word, i)) remove_line(search, state, kind, i);
  return verdict;
}

/* A dead end because of a line of this kind. */
static nq_verdict refuse(nq_complete *search, line_kind kind) {
  if (kind < RISING)
    complete_refuse(search);
  else
    search->statistics.failures++; /* a trace has no diagonals */
  return NQ_UNSOLVABLE;
}

/* Put the queens that follow, and remove the squares that cannot be used, until nothing changes. */
static nq_verdict propagate(nq_complete *search, board_state *state) {
  nq_sums_verdict verdict;
  do {
    uint32_t squares = 2, line = 0;
    for (line_kind kind = COLUMNS; find_line(state, &squares, &kind, &line); squares = 2) {
      if (squares == 0) return refuse(search, kind);
      uint32_t bit = (uint32_t)__builtin_ctzll(state->squares[kind][line]);
      put(search, state, square_of(search, kind, line, bit), true);
    }
    if (open_columns(state) == 0) return NQ_SOLVED;
    verdict = filter(search, state);
    if (verdict == NQ_SUMS_EXCEEDED) return refuse(search, RISING);
  } while (verdict == NQ_SUMS_NARROWED);
  return NQ_UNKNOWN;
}

/* ---- The relaxation ---- */

static bool is_refuted(nq_complete *search, const board_state *state) {
  nq_diagonals *diagonals = search->board;
  for (uint32_t i = 0; i < diagonals->squares; i++) {
    nq_open_square at = diagonals->where[i];
    diagonals->square_left[i] = state->squares[COLUMNS][at.column] >> at.row & 1;
  }
  memset(diagonals->must, 0, diagonals->lines);
  for (line_kind kind = COLUMNS; kind < KINDS; kind++) {
    uint32_t i;
    for (line_bits must = state->must[kind]; take_first(&must, &i);)
      diagonals->must[diagonals->line_at[kind][i]] = 1;
  }
  uint64_t work;
  diagonals->multipliers =
      nq_relaxation_refutes(diagonals->relaxation, diagonals->square_left, diagonals->must, &work);
  search->statistics.steps += work / WORK_OF_BRANCH;
  return diagonals->multipliers != NULL;
}

/* ---- The proof, in VeriPB's format ---- */

/* The number of a line, as in sat_proof.h. */
static uint16_t place_of(const nq_complete *search, line_kind kind, uint32_t line) {
  const nq_open *open = &search->open;
  uint32_t n = open->n;
  return (uint16_t)(kind == COLUMNS  ? open->columns[line]
                    : kind == ROWS   ? n + open->rows[line]
                    : kind == RISING ? 2 * n + line
                                     : 4 * n - 1 + line);
}

/* The clause that puts a queen on the diagonal: a branch decided that. */
static uint64_t clause_of(const nq_complete *search, uint16_t place) {
  const branch *at = board_of(search)->branches;
  size_t level = 0;
  while (!at[level].decision || place_of(search, at[level].kind, at[level].line) != place) level++;
  return search->refutation.clauses[level];
}

/* Write the multipliers of the relaxation, which refuted the state of the level. */
static void write_sum(nq_complete *search, uint32_t level) {
  const nq_diagonals *diagonals = search->board;
  nq_sat_proof *files = search->refutation.files;
  for (uint32_t i = 0; i < diagonals->lines; i++) {
    int64_t times = diagonals->multipliers[i];
    uint16_t place = diagonals->place[i];
    if (times == 0) continue;
    if (times < 0 && place >= 2 * search->open.n)
      nq_sat_proof_add(files, clause_of(search, place), (uint64_t)-times);
    else
      nq_sat_proof_add_line(files, place, times < 0, (uint64_t)(times < 0 ? -times : times));
  }
  nq_refutation_note(search, nq_sat_proof_end_sum(files), level);
}

/* State the choice of a branch: one of the squares of a line, or no queen on any of them. */
static void state_choice(nq_complete *search, const branch *at, uint32_t bit) {
  const nq_diagonals *diagonals = search->board;
  uint32_t level = search->level;
  nq_refutation_follow(search, level);
  if (at->untried == 0) return; /* the last one follows */
  uint64_t left =
      at->decision ? diagonals->states[level].squares[at->kind][at->line] : UINT64_C(1) << bit;
  for (; left != 0; left &= left - 1) {
    uint32_t square = (uint32_t)__builtin_ctzll(left);
    nq_refutation_assume(search, level, square_of(search, at->kind, at->line, square),
                         !at->decision);
  }
}

/* ---- The walk ---- */

static bool is_relaxed(const nq_complete *search, const board_state *state) {
  if (complete_proves(search)) return true;
  return (search->walk > PLAIN_WALKS || search->relaxed) && board_of(search)->relaxation != NULL &&
         3 * open_columns(state) >= 2 * search->open.count;
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

/* Propagate in the state of a level; if it stays open, find its branch. */
static nq_verdict enter(nq_complete *search, uint32_t level) {
  nq_diagonals *diagonals = search->board;
  board_state *state = &diagonals->states[level];
  branch *at = &diagonals->branches[level];
  nq_verdict verdict = propagate(search, state);
  if (verdict != NQ_UNKNOWN) return verdict;
  bool relaxed = is_relaxed(search, state);
  if (relaxed && is_refuted(search, state)) {
    if (complete_proves(search)) write_sum(search, level);
    return refuse(search, RISING);
  }
  if (!relaxed || !find_undecided(state, search->open.n, at)) {
    uint32_t squares = UINT32_MAX;
    *at = (branch){0};
    find_line(state, &squares, &at->kind, &at->line);
    at->untried = state->squares[at->kind][at->line];
  }
  at->standing = search->depth;
  return NQ_UNKNOWN;
}

/* One of the bits, by chance. */
static uint32_t draw_bit(nq_complete *search, uint64_t bits) {
  uint64_t skip = below_pcg64(&search->random, (uint64_t)__builtin_popcountll(bits));
  while (skip-- > 0) bits &= bits - 1;
  return (uint32_t)__builtin_ctzll(bits);
}

/* Take the next choice of the branch, in the state of the next level. */
static nq_complete_choice choose(nq_complete *search) {
  branch *at = &board_of(search)->branches[search->level];
  board_state *state = &board_of(search)->states[search->level], *next = state + 1;
  if (at->untried == 0) return NQ_CHOICE_NONE;
  if (complete_pauses(search)) return NQ_CHOICE_LATER;
  uint32_t bit =
      at->decision ? (uint32_t)__builtin_ctzll(at->untried) : draw_bit(search, at->untried);
  at->untried &= ~(UINT64_C(1) << bit);
  *next = *state;
  complete_branch(search);
  if (complete_proves(search)) state_choice(search, at, bit);
  if (!at->decision) {
    put(search, next, square_of(search, at->kind, at->line, bit), false);
  } else if (bit == 0) {
    remove_line(search, next, at->kind, at->line);
  } else {
    add_bit(next->must[at->kind].word, at->line);
  }
  return NQ_CHOICE_MADE;
}

static void take_back(nq_complete *search) {
  complete_take_back_to(search, board_of(search)->branches[search->level].standing);
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

static void begin(nq_complete *search) {
  complete_take_back_to(search, 0);
  fill(search, board_of(search)->states);
}

/* ---- Memory ---- */

/* Number the lines of the first state, then its squares, and list the lines of each square.  False:
 * no memory. */
static bool make_relaxation(nq_complete *search) {
  nq_diagonals *diagonals = search->board;
  const board_state *state = diagonals->states;
  nq_arrays *arrays = &search->arrays;
  for (line_kind kind = COLUMNS; kind < KINDS; kind++)
    for (uint32_t i = 0; i <= DIAGONALS_MOST; i++) {
      if (state->squares[kind][i] == 0) continue;
      if (kind == COLUMNS)
        diagonals->squares += (uint32_t)__builtin_popcountll(state->squares[kind][i]);
      diagonals->place[diagonals->lines] = place_of(search, kind, i);
      diagonals->line_at[kind][i] = (uint16_t)diagonals->lines++;
    }
  if (diagonals->squares > SQUARES_MOST) return true;
  uint16_t *lines_of =
      nq_arrays_take(arrays, (uint64_t)RELAXATION_LINES * diagonals->squares, sizeof *lines_of);
  diagonals->where = nq_arrays_take(arrays, diagonals->squares, sizeof *diagonals->where);
  diagonals->square_left = nq_arrays_take(arrays, diagonals->squares, 1);
  diagonals->must = nq_arrays_take(arrays, diagonals->lines, 1);
  if (arrays->failed) return false;
  for (uint32_t column = 0, square = 0; column < search->open.count; column++)
    for (uint64_t left = state->squares[COLUMNS][column]; left != 0; left &= left - 1, square++) {
      uint32_t lines[KINDS];
      diagonals->where[square] = (nq_open_square){column, (uint32_t)__builtin_ctzll(left)};
      find_lines(&search->open, diagonals->where[square], lines);
      for (line_kind kind = COLUMNS; kind < KINDS; kind++)
        lines_of[RELAXATION_LINES * square + kind] = diagonals->line_at[kind][lines[kind]];
    }
  diagonals->relaxation = nq_relaxation_new(arrays, diagonals->lines, diagonals->squares, lines_of,
                                            complete_proves(search));
  return diagonals->relaxation != NULL;
}

/* Make the board, with room for so many levels.  False: no memory. */
static bool make_board(nq_complete *search, uint32_t levels) {
  const nq_open *open = &search->open;
  nq_arrays *arrays = &search->arrays;
  nq_diagonals *diagonals = search->board = nq_arrays_take(arrays, 1, sizeof *diagonals);
  if (diagonals == NULL) return false;
  diagonals->states = nq_arrays_take(arrays, levels, sizeof *diagonals->states);
  diagonals->branches = nq_arrays_take(arrays, levels, sizeof *diagonals->branches);
  diagonals->room = nq_arrays_take(arrays, sums_room(open->count), sizeof *diagonals->room);
  if (arrays->failed) return false;
  for (uint32_t i = 0; i < open->count; i++) diagonals->row_at[open->rows[i]] = (uint8_t)i;
  fill(search, diagonals->states);
  return make_relaxation(search);
}

static nq_status open_board(nq_complete *search, nq_error *error) {
  const nq_instance *instance = search->task->instance;
  const bool many_excluded = nq_instance_excluded_count(instance) >= search->open.n / 4 + 1;
  /* In a proof in DRAT, each step must follow by unit propagation; sums and the relaxation do
   * not. */
  bool possible = complete_proves(search) ? search->refutation.linear : many_excluded;
  if (!possible || search->open.n > N_MOST) return NQ_END;
  /* Each level has a queen more than the one before, or a decision. */
  const uint32_t levels = search->open.count + 4 * search->open.n + 1;
  if (!make_board(search, levels))
    return nq_error_set(error, NQ_NO_MEMORY, "no memory for the search");
  const nq_diagonals *diagonals = search->board;
  /* Without many excluded diagonals, a proof is short if the relaxation is one, and long
   * otherwise. */
  if (complete_proves(search) && (diagonals->relaxation == NULL || diagonals->lines == 0 ||
                                  !(many_excluded || is_refuted(search, diagonals->states))))
    return NQ_END;
  /* Each square is on two diagonals. */
  search->literals_most = levels + 2 * (size_t)diagonals->squares;
  search->statistics.bytes += levels * sizeof *diagonals->states;
  if (diagonals->relaxation != NULL)
    search->statistics.bytes += nq_relaxation_bytes(diagonals->lines, diagonals->squares);
  return NQ_OK;
}

const nq_complete_kind nq_complete_diagonals = {open_board, begin, enter, choose, take_back, false};

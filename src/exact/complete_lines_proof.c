/* What complete_diagonals.c writes to a proof in VeriPB's format. */
#include "exact/complete_lines.h"

uint16_t nq_diagonals_place(const nq_complete *search, line_kind kind, uint32_t line) {
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
  while (!at->decision || nq_diagonals_place(search, at->kind, at->line) != place) at++;
  return at->clause;
}

void nq_diagonals_write_sum(nq_complete *search, uint32_t level) {
  const nq_diagonals *diagonals = search->board;
  const int64_t *multipliers = nq_relaxation_multipliers(diagonals->relaxation);
  for (uint32_t i = 0; i < diagonals->lines; i++) {
    bool least = multipliers[i] < 0;
    uint64_t times = (uint64_t)(least ? -multipliers[i] : multipliers[i]);
    uint16_t place = diagonals->place[i];
    if (times == 0) continue;
    if (least && place >= 2 * diagonals->n)
      nq_refutation_add(search, clause_of(search, place), times);
    else
      nq_refutation_add_line(search, place, least, times);
  }
  nq_refutation_end_sum(search, level);
}

void nq_diagonals_state(nq_complete *search, const branch *at, uint32_t bit) {
  const nq_diagonals *diagonals = search->board;
  uint32_t level = diagonals->level;
  nq_refutation_begin(search, level);
  if (at->untried == 0) return; /* the last one follows */
  if (!at->decision) {
    nq_refutation_assume(search, level, square_of(search, at->kind, at->line, bit), true);
    return;
  }
  for (uint64_t left = diagonals->states[level].squares[at->kind][at->line]; left != 0;
       left &= left - 1)
    nq_refutation_assume(search, level,
                         square_of(search, at->kind, at->line, (uint32_t)__builtin_ctzll(left)),
                         false);
}

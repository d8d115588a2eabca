/* The proof of a complete search: a formula of the open part, and refuted decisions.
 *
 * MODEL.  Variable column * count + row + 1, by the numbers of the open columns and rows, is a
 * queen on that square.  The formula has, of the squares that the instance and its placed queens
 * leave,
 *
 *     a clause for each open column and row   one of its squares has a queen
 *     a pair for any two that attack          not both
 *
 * Each clause of the proof says that some decisions have no solution together.  Unit propagation
 * repeats what the search did in between: it puts a queen on the last square of a line.
 *
 * In VeriPB's format the formula is the export `opb`, with the numbers of squares on the board.
 * Its sums show what unit propagation does not see: no fractions of queens fill the lines that are
 * left (relaxation.h).  Clauses and sums below a refuted decision are deleted. */
#include "exact/complete.h"

#include <stdlib.h>

/* The pairs grow with the third power. */
#define COLUMNS_MOST 2048

/* A clause or a sum, and the level of its last decision. */
struct nq_derived {
  uint64_t number;
  uint32_t level;
};

/* ---- The formula ---- */

static int variable(const nq_complete *search, uint32_t column, uint32_t row) {
  const nq_open *open = &search->open;
  if (search->refutation.linear)
    return (int)(open->columns[column] * open->n + open->rows[row] + 1);
  return (int)(column * open->count + row + 1);
}

/* The squares of a column, or of a row. */
static void add_line(nq_complete *search, uint32_t line, bool is_column) {
  nq_refutation *refutation = &search->refutation;
  size_t used = 0;
  for (uint32_t i = 0; i < search->open.count; i++) {
    uint32_t column = is_column ? line : i, row = is_column ? i : line;
    if (open_allows(&search->open, column, row))
      refutation->clause[used++] = variable(search, column, row);
  }
  nq_sat_proof_clause(refutation->files, refutation->clause, used);
}

static void add_pair(nq_complete *search, nq_open_square one, uint32_t column, uint32_t row) {
  if (row == NQ_EMPTY || !open_allows(&search->open, column, row)) return;
  const int literals[] = {-variable(search, one.column, one.row), -variable(search, column, row)};
  nq_sat_proof_clause(search->refutation.files, literals, 2);
}

/* Those with a square further up its column or in a column to the right. */
static void add_pairs(nq_complete *search, nq_open_square square) {
  const nq_open *open = &search->open;
  uint64_t at = open->rows[square.row];
  for (uint32_t row = square.row + 1; row < open->count; row++)
    add_pair(search, square, square.column, row);
  for (uint32_t column = square.column + 1; column < open->count; column++) {
    uint64_t right = (uint64_t)open->columns[column] - open->columns[square.column];
    add_pair(search, square, column, square.row);
    add_pair(search, square, column, nq_open_row(open, at + right));
    add_pair(search, square, column, nq_open_row(open, at - right));
  }
}

static void state_formula(nq_complete *search) {
  uint32_t count = search->open.count;
  for (uint32_t line = 0; line < count; line++) {
    add_line(search, line, true);
    add_line(search, line, false);
  }
  for (uint32_t column = 0; column < count; column++)
    for (uint32_t row = 0; row < count; row++) {
      if (!open_allows(&search->open, column, row)) continue;
      nq_progress progress = {.phase = "encode",
                              .bytes = nq_sat_proof_bytes(search->refutation.files)};
      if (nq_watch_poll(search->task->watch, progress)) return;
      add_pairs(search, (nq_open_square){column, row});
    }
}

nq_status nq_refutation_begin(nq_complete *search, nq_error *error) {
  nq_refutation *refutation = &search->refutation;
  nq_arrays *arrays = &search->arrays;
  uint32_t count = search->open.count;
  if (count > COLUMNS_MOST && !refutation->linear)
    return nq_error_set(error, NQ_UNSUPPORTED,
                        "a proof needs at most %d open columns, not %" PRIu32 ": search without "
                        "one, or place more queens",
                        COLUMNS_MOST, count);
  size_t most = search->literals_most > count ? search->literals_most : count;
  refutation->literals = nq_arrays_take(arrays, most + 1, sizeof *refutation->literals);
  refutation->ends = nq_arrays_take(arrays, most + 1, sizeof *refutation->ends);
  refutation->clauses = nq_arrays_take(arrays, most + 1, sizeof *refutation->clauses);
  refutation->clause = nq_arrays_take(arrays, count, sizeof *refutation->clause);
  if (arrays->failed) return nq_error_set(error, NQ_NO_MEMORY, "no memory for a proof");
  if (!refutation->linear) state_formula(search);
  return NQ_OK;
}

/* ---- The proof ---- */

/* The decisions before a level. */
static size_t end_before(const nq_refutation *refutation, uint32_t level) {
  return level > 0 ? refutation->ends[level - 1] : 0;
}

void nq_refutation_follow(nq_complete *search, uint32_t level) {
  search->refutation.ends[level] = end_before(&search->refutation, level);
}

void nq_refutation_assume(nq_complete *search, uint32_t level, nq_open_square square, bool queen) {
  nq_refutation *refutation = &search->refutation;
  int literal = variable(search, square.column, square.row);
  refutation->literals[refutation->ends[level]++] = queen ? -literal : literal;
}

void nq_refutation_decide(nq_complete *search, uint32_t level, nq_open_square square, bool last) {
  if (!complete_proves(search)) return;
  nq_refutation_follow(search, level);
  if (!last) nq_refutation_assume(search, level, square, true);
}

/* Without memory to remember it, it is not deleted. */
void nq_refutation_note(nq_complete *search, uint64_t number, uint32_t level) {
  nq_refutation *refutation = &search->refutation;
  if (nq_memory_grow(&refutation->derived, refutation->derived_count, &refutation->derived_room,
                     sizeof *refutation->derived))
    refutation->derived[refutation->derived_count++] = (struct nq_derived){number, level};
}

void nq_refutation_learn(nq_complete *search, uint32_t level) {
  nq_refutation *refutation = &search->refutation;
  if (!complete_proves(search)) return;
  size_t end = refutation->ends[level];
  /* Without a decision at this level, the clause of the level before is enough. */
  if (end == end_before(refutation, level)) return;
  refutation->literals[end] = 0;
  uint64_t number = nq_sat_proof_learned(refutation->files, refutation->literals);
  if (!refutation->linear) return;
  for (; refutation->derived_count > 0; refutation->derived_count--) {
    const struct nq_derived *last = &refutation->derived[refutation->derived_count - 1];
    if (last->level <= level) break;
    nq_sat_proof_delete(refutation->files, last->number);
  }
  refutation->clauses[level] = number;
  nq_refutation_note(search, number, level);
}

nq_status nq_refutation_close(nq_complete *search, bool refuted, nq_error *error) {
  nq_refutation *refutation = &search->refutation;
  int variables = (int)(search->open.count * search->open.count);
  nq_status status = nq_sat_proof_close(refutation->files, refuted, variables, error);
  free(refutation->derived);
  *refutation = (nq_refutation){0};
  return status;
}

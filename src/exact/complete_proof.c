/* The proof of a complete search: a formula of the open part, and refuted decisions.
 *
 * MODEL.  Variable column * count + row + 1, by the numbers of the open columns and rows, is a
 * queen on that square.  The formula has, of the squares that the instance and its placed queens
 * leave,
 *
 *     a clause for each open column and row   one of its squares has a queen
 *     a pair for any two that attack          not both
 *
 * and, where placed queens contradict each other, only that they do.  Each clause of the proof says
 * that some decisions have no solution together.  Unit propagation repeats what the search did in
 * between: it puts a queen on the last square of a line. */
#include "core/memory.h"
#include "exact/complete_parts.h"
#include "exact/sat_proof.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>

/* The pairs grow with the third power. */
#define COLUMNS_MOST 2048

struct nq_refutation {
  nq_sat_proof *files;
  uint64_t clauses;
  uint32_t count;
  int *decisions; /* by level: the literal that denies it, 0 where it follows */
  int *clause;
};

nq_status nq_refutation_open(nq_complete *search, nq_error *error) {
  search->refutation = calloc(1, sizeof *search->refutation);
  if (search->refutation == NULL) return nq_error_set(error, NQ_NO_MEMORY, "no memory for a proof");
  return nq_sat_proof_open(search->plan.proof, &search->refutation->files, error);
}

/* ---- The formula ---- */

static int variable(const nq_refutation *refutation, uint32_t column, uint32_t row) {
  return (int)(column * refutation->count + row + 1);
}

static void add_clause(nq_refutation *refutation, const int *literals, size_t count) {
  nq_sat_proof_clause(refutation->files, literals, count);
  refutation->clauses++;
}

/* The squares of a column, or of a row. */
static void add_line(nq_complete *search, uint32_t line, bool is_column) {
  nq_refutation *refutation = search->refutation;
  size_t used = 0;
  for (uint32_t i = 0; i < refutation->count; i++) {
    uint32_t column = is_column ? line : i, row = is_column ? i : line;
    if (open_allows(&search->open, column, row))
      refutation->clause[used++] = variable(refutation, column, row);
  }
  add_clause(refutation, refutation->clause, used);
}

static void add_pair(nq_complete *search, nq_open_square one, uint32_t column, uint32_t row) {
  nq_refutation *refutation = search->refutation;
  if (row == NQ_EMPTY || !open_allows(&search->open, column, row)) return;
  const int literals[] = {-variable(refutation, one.column, one.row),
                          -variable(refutation, column, row)};
  add_clause(refutation, literals, 2);
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

static void state_formula(nq_complete *search, nq_watch *watch) {
  uint32_t count = search->open.count;
  for (uint32_t line = 0; line < count; line++) {
    add_line(search, line, true);
    add_line(search, line, false);
  }
  for (uint32_t column = 0; column < count; column++)
    for (uint32_t row = 0; row < count; row++) {
      if (!open_allows(&search->open, column, row)) continue;
      uint64_t bytes = nq_refutation_bytes(search);
      if (nq_watch_poll(watch, (nq_progress){.phase = "encode", .bytes = bytes})) return;
      add_pairs(search, (nq_open_square){column, row});
    }
}

nq_status nq_refutation_state(nq_complete *search, nq_watch *watch, nq_error *error) {
  nq_refutation *refutation = search->refutation;
  uint32_t count = refutation->count = search->open.contradiction ? 1 : search->open.count;
  if (count > COLUMNS_MOST)
    return nq_error_set(error, NQ_UNSUPPORTED,
                        "a proof needs at most %d open columns, not %" PRIu32 ": search without "
                        "one, or place more queens",
                        COLUMNS_MOST, count);
  refutation->decisions = calloc((size_t)count + 1, sizeof *refutation->decisions);
  refutation->clause = calloc((size_t)count + 1, sizeof *refutation->clause);
  if (refutation->decisions == NULL || refutation->clause == NULL)
    return nq_error_set(error, NQ_NO_MEMORY, "no memory for a proof");
  if (search->open.contradiction)
    refutation->clauses = nq_sat_proof_contradict(refutation->files);
  else
    state_formula(search, watch);
  return NQ_OK;
}

/* ---- The proof ---- */

void nq_refutation_decide(nq_complete *search, uint32_t level, nq_open_square square, bool last) {
  nq_refutation *refutation = search->refutation;
  refutation->decisions[level] = last ? 0 : -variable(refutation, square.column, square.row);
}

void nq_refutation_learn(nq_complete *search, uint32_t level) {
  nq_refutation *refutation = search->refutation;
  size_t used = 0;
  if (refutation->decisions[level] == 0) return; /* the clause of the level before is enough */
  for (uint32_t i = 0; i <= level; i++)
    if (refutation->decisions[i] != 0) refutation->clause[used++] = refutation->decisions[i];
  refutation->clause[used] = 0;
  nq_sat_proof_learned(refutation->files, refutation->clause);
}

uint64_t nq_refutation_bytes(const nq_complete *search) {
  return search->refutation != NULL ? nq_sat_proof_bytes(search->refutation->files) : 0;
}

bool nq_refutation_failed(const nq_complete *search) {
  return search->refutation != NULL && nq_sat_proof_failed(search->refutation->files);
}

nq_status nq_refutation_close(nq_complete *search, bool commit, nq_error *error) {
  nq_refutation *refutation = search->refutation;
  if (refutation == NULL) return NQ_OK;
  int variables = (int)(refutation->count * refutation->count);
  bool refuted = commit && search->end == NQ_COMPLETE_REFUTED;
  nq_status status =
      nq_sat_proof_close(refutation->files, refuted, variables, refutation->clauses, error);
  free(refutation->decisions);
  free(refutation->clause);
  free(refutation);
  search->refutation = NULL;
  return status;
}

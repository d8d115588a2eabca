/* SMT-LIB with a Boolean a square.
 *
 * MODEL.  q<column>_<row>, from 1: a queen stands there.  Qi is the sum over its column of row where
 * a queen stands, and has no part in the constraints: it puts the answer into the words of the other
 * encodings.  A diagonal of one square says nothing, and an excluded one denies all its squares.
 *
 *     columns, rows   (or ...) and ((_ at-most 1) ...)
 *     diagonals       ((_ at-most 1) ...), which is z3's own: it is not in the standard */
#include "core/memory.h"
#include "format/exports/smtlib.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The first square of a line, from 1, the way to the next, and how many there are. */
typedef struct line {
  uint64_t column, row;
  int64_t column_step, row_step;
  uint64_t length;
} line;

static line row_line(uint64_t row, uint64_t n) {
  return (line){1, row, 1, 0, n};
}

static line column_line(uint64_t column, uint64_t n) {
  return (line){column, 1, 0, 1, n};
}

/* column + row = d + 2, for d = 0 .. 2n - 2. */
static line rising_line(uint64_t d, uint64_t n) {
  return d < n ? (line){1, d + 1, 1, -1, d + 1} : (line){d - n + 2, n, 1, -1, 2 * n - 1 - d};
}

/* row - column = d - (n - 1). */
static line falling_line(uint64_t d, uint64_t n) {
  return d < n ? (line){n - d, 1, 1, 1, d + 1} : (line){1, d - n + 2, 1, 1, 2 * n - 1 - d};
}

/* Text for each square c, r of the line. */
static void write_line_squares(nq_output *output, line squares, const char *text) {
  nq_letters values = {0};
  uint64_t column = squares.column, row = squares.row;
  for (uint64_t i = 0; i < squares.length && nq_output_status(output, NULL) == NQ_OK; i++) {
    values['c' - 'a'] = column;
    values['r' - 'a'] = row;
    nq_smtlib_text(output, text, values);
    column += (uint64_t)squares.column_step;
    row += (uint64_t)squares.row_step;
  }
}

static void write_clause(nq_output *output, line squares, const char *before, const char *behind) {
  nq_output_text(output, before);
  write_line_squares(output, squares, " q%c_%r");
  nq_output_text(output, behind);
}

static void write_exactly_one(nq_output *output, line squares) {
  write_clause(output, squares, "(assert (or", squares.length > 1 ? "))\n" : " false))\n");
  write_clause(output, squares, "(assert ((_ at-most 1)", "))\n");
}

/* One bit a diagonal: it is excluded. */
typedef struct marks {
  uint64_t *words[2]; /* falling, rising */
  size_t count;
} marks;

static void release_marks(marks *excluded) {
  for (int rising = 0; rising < 2; rising++)
    nq_memory_free(excluded->words[rising], excluded->count, sizeof(uint64_t));
}

static bool init_marks(const nq_instance *instance, uint32_t n, marks *excluded) {
  *excluded = (marks){.count = (size_t)n / 32 + 1};
  for (int rising = 0; rising < 2; rising++) {
    excluded->words[rising] = nq_memory_new(excluded->count, sizeof(uint64_t));
    if (excluded->words[rising] == NULL) return false;
  }
  for (size_t i = 0; i < nq_instance_excluded_count(instance); i++) {
    bool rising;
    uint64_t diagonal = nq_instance_excluded_at(instance, i, &rising);
    excluded->words[rising][diagonal / 64] |= UINT64_C(1) << diagonal % 64;
  }
  return true;
}

static void write_diagonal(nq_output *output, const marks *excluded, bool rising, uint64_t d,
                           uint64_t n) {
  line squares = rising ? rising_line(d, n) : falling_line(d, n);
  if (excluded->words[rising][d / 64] >> d % 64 & 1)
    write_line_squares(output, squares, "(assert (not q%c_%r))\n");
  else if (squares.length > 1)
    write_clause(output, squares, "(assert ((_ at-most 1)", "))\n");
}

/* Qi as a number: 0 + the row of the queen in column i. */
static void write_value(nq_output *output, uint64_t i, uint64_t n) {
  nq_letters values = {0};
  values['i' - 'a'] = i;
  nq_smtlib_text(output, "(define-fun Q%i () Int (+ 0", values);
  write_line_squares(output, column_line(i, n), " (ite q%c_%r %r 0)");
  nq_output_text(output, "))\n");
}

nq_status nq_smtlib_booleans(const nq_export *export, nq_error *error) {
  nq_output *output = export->output;
  uint64_t n = export->n;
  marks excluded;
  if (!init_marks(export->instance, export->n, &excluded)) {
    release_marks(&excluded);
    return nq_error_set(error, NQ_NO_MEMORY, "no memory to write an instance");
  }
  nq_letters values = {0};
  for (uint64_t i = 1; i <= n; i++)
    write_line_squares(output, column_line(i, n), "(declare-const q%c_%r Bool)\n");
  for (uint64_t i = 1; i <= n; i++) write_exactly_one(output, column_line(i, n));
  for (uint64_t i = 1; i <= n; i++) write_exactly_one(output, row_line(i, n));
  for (uint64_t d = 0; d < 2 * n - 1; d++) {
    write_diagonal(output, &excluded, true, d, n);
    write_diagonal(output, &excluded, false, d, n);
  }
  nq_smtlib_squares(export, "(assert q%c_%r)\n", "(assert (not q%c_%r))\n", values);
  for (uint64_t i = 1; i <= n; i++) write_value(output, i, n);
  nq_smtlib_answer(export);
  release_marks(&excluded);
  return NQ_OK;
}

/* ---- The size ---- */

/* The decimal digits of 1 .. n together. */
static uint64_t count_digits(uint64_t n) {
  uint64_t digits = 0;
  for (uint64_t first = 1; first <= n; first *= 10) digits += n - first + 1;
  return digits;
}

/* How much more an excluded diagonal takes than at-most does. */
static double excluded_bytes(const nq_export *export) {
  double bytes = 0;
  for (size_t i = 0; i < nq_instance_excluded_count(export->instance); i++) {
    bool rising;
    uint64_t d = nq_instance_excluded_at(export->instance, i, &rising);
    line squares = rising ? rising_line(d, export->n) : falling_line(d, export->n);
    bytes += 15 * (double)squares.length - 25;
  }
  return bytes;
}

/* Each square stands in a declaration, in six clauses and in a sum: its name with so much beside
 * it; the rest goes by lines, and hardly counts.  In floating point, as n^2 may pass 64 bits. */
uint64_t nq_smtlib_booleans_size(const nq_export *export) {
  double n = export->n, digits = (double)count_digits(export->n);
  double names = 2 * n * n + 2 * n * digits;
  double declarations = 22 * n * n + names, clauses = 6 * (n * n + names);
  double sums = 10 * n * n + names + n * digits;
  double lines = n * (2 * (14 + 25) + 4 * 25 + 28) + digits;
  double answer = 27 + 2 * n + digits;
  nq_smtlib_squares(export, "(assert q%c_%r)\n", "(assert (not q%c_%r))\n", (nq_letters){0});
  double bytes = declarations + clauses + sums + lines + answer + excluded_bytes(export);
  return bytes < 0x1p63 ? (uint64_t)bytes : UINT64_MAX / 2;
}

/* SMT-LIB: integers, Booleans or bit-vectors.  All three end with the values of Q1 .. Qn.
 *
 * MODEL.  Qi = r: the queen of column i stands on row r, both from 1.  (Some guides have row and
 * column the other way round; with squares that are placed or blocked the difference shows.)
 *
 *     int   rising_i - Qi = i - 1, falling_i - Qi = n - i, and three times distinct: differences of
 *           two variables and a number each, as QF_IDL has them; z3 takes a hundredth of the time
 *           at n = 50 that it takes for distinct sums in QF_LIA
 *     bv    the same with bit-vectors of the fewest bits that hold 2n - 1, the largest sum
 *     bool  q<column>_<row>: a queen stands there; Qi is a sum over its column, for the answer only.
 *           At most one queen a line is said by (_ at-most 1), which is an extension of z3 and
 *           keeps the file at O(n^2)
 *
 * In int and bv an excluded diagonal d, counted from 0, is the number d + 1. */
#include "format/exports/smtlib.h"
#include "format/exports/comment.h"

#include <stdbool.h>
#include <string.h>

void nq_smtlib_text(nq_output *output, const char *text, const nq_letters values) {
  while (*text != '\0') {
    size_t size = strcspn(text, "%");
    nq_output_bytes(output, text, size);
    text += size;
    if (*text == '\0') return;
    nq_output_number(output, values[text[1] - 'a']);
    text += 2;
  }
}

static void set_number(nq_letters values, char letter, uint64_t number) {
  values[letter - 'a'] = number;
}

/* ---- Integers and bit-vectors ---- */

/* The words of a theory.  i: column, n, w: bits, k: i - 1, m: n - i; c, r: a square, d: a
 * diagonal. */
struct theory {
  const char *logic, *variables, *on_line, *placed, *blocked, *rising, *falling;
};

static const struct theory integers = {
    .logic = "(set-logic QF_IDL)\n",
    .variables = "(declare-const Q%i Int)\n"
                 "(declare-const rising%i Int)\n"
                 "(declare-const falling%i Int)\n"
                 "(assert (<= 1 Q%i))\n"
                 "(assert (<= Q%i %n))\n"
                 "(assert (= (- rising%i Q%i) %k))\n"
                 "(assert (= (- falling%i Q%i) %m))\n",
    .on_line = "((sum Int)) Bool",
    .placed = "(assert (= Q%c %r))\n",
    .blocked = "(assert (not (= Q%c %r)))\n",
    .rising = "(assert (not (on-rising %d)))\n",
    .falling = "(assert (not (on-falling %d)))\n",
};

static const struct theory vectors = {
    .logic = "(set-logic QF_BV)\n",
    .variables = "(declare-const Q%i (_ BitVec %w))\n"
                 "(declare-const rising%i (_ BitVec %w))\n"
                 "(declare-const falling%i (_ BitVec %w))\n"
                 "(assert (bvule (_ bv1 %w) Q%i))\n"
                 "(assert (bvule Q%i (_ bv%n %w)))\n"
                 "(assert (= (bvsub rising%i Q%i) (_ bv%k %w)))\n"
                 "(assert (= (bvsub falling%i Q%i) (_ bv%m %w)))\n",
    .on_line = "((sum (_ BitVec %w))) Bool",
    .placed = "(assert (= Q%c (_ bv%r %w)))\n",
    .blocked = "(assert (not (= Q%c (_ bv%r %w))))\n",
    .rising = "(assert (not (on-rising (_ bv%d %w))))\n",
    .falling = "(assert (not (on-falling (_ bv%d %w))))\n",
};

static uint64_t count_bits(uint64_t number) {
  uint64_t bits = 0;
  for (; number > 0; number >>= 1) bits++;
  return bits;
}

/* The text for i = 1 .. n, with a blank between two. */
static void write_each(const nq_export *export, const char *text) {
  nq_letters values = {0};
  for (uint64_t i = 1; i <= export->n && nq_output_status(export->output, NULL) == NQ_OK; i++) {
    if (i > 1) nq_output_text(export->output, " ");
    set_number(values, 'i', i);
    nq_smtlib_text(export->output, text, values);
  }
}

static void write_distinct(const nq_export *export, const char *variable) {
  if (export->n < 2) return; /* distinct takes two at least */
  nq_output_text(export->output, "(assert (distinct ");
  write_each(export, variable);
  nq_output_text(export->output, "))\n");
}

static void write_variables(const nq_export *export, const struct theory *theory,
                            nq_letters values) {
  for (uint64_t i = 1; i <= export->n && nq_output_status(export->output, NULL) == NQ_OK; i++) {
    set_number(values, 'i', i);
    set_number(values, 'k', i - 1);
    set_number(values, 'm', export->n - i);
    nq_smtlib_text(export->output, theory->variables, values);
  }
}

/* on-rising: some queen stands on the diagonal.  It makes the file O(n + excluded). */
static void write_definition(const nq_export *export, const struct theory *theory, const char *name,
                             const char *equation, const nq_letters values) {
  nq_output *output = export->output;
  nq_output_text(output, "(define-fun ");
  nq_output_text(output, name);
  nq_output_text(output, " ");
  nq_smtlib_text(output, theory->on_line, values);
  nq_output_text(output, export->n > 1 ? " (or " : " ");
  write_each(export, equation);
  nq_output_text(output, export->n > 1 ? "))\n" : ")\n");
}

void nq_smtlib_squares(const nq_export *export, const char *placed, const char *blocked,
                       nq_letters values) {
  const nq_instance *instance = export->instance;
  size_t queens = nq_instance_placed_count(instance);
  size_t squares = queens + nq_instance_blocked_count(instance);
  for (size_t i = 0; i < squares && nq_output_status(export->output, NULL) == NQ_OK; i++) {
    uint32_t column, row;
    if (i < queens)
      nq_instance_placed_at(instance, i, &column, &row);
    else
      nq_instance_blocked_at(instance, i - queens, &column, &row);
    set_number(values, 'c', (uint64_t)column + 1);
    set_number(values, 'r', (uint64_t)row + 1);
    nq_smtlib_text(export->output, i < queens ? placed : blocked, values);
  }
}

static void write_diagonals(const nq_export *export, const struct theory *theory,
                            nq_letters values) {
  size_t count = nq_instance_excluded_count(export->instance);
  if (count == 0) return;
  write_definition(export, theory, "on-rising", "(= rising%i sum)", values);
  write_definition(export, theory, "on-falling", "(= falling%i sum)", values);
  for (size_t i = 0; i < count && nq_output_status(export->output, NULL) == NQ_OK; i++) {
    bool rising;
    set_number(values, 'd', nq_instance_excluded_at(export->instance, i, &rising) + 1);
    nq_smtlib_text(export->output, rising ? theory->rising : theory->falling, values);
  }
}

void nq_smtlib_answer(const nq_export *export) {
  nq_output_text(export->output, "(check-sat)\n(get-value (");
  write_each(export, "Q%i");
  nq_output_text(export->output, "))\n");
}

static void write_numbers(const nq_export *export, const struct theory *theory) {
  nq_letters values = {0};
  set_number(values, 'n', export->n);
  set_number(values, 'w', count_bits(2 * (uint64_t) export->n - 1));
  nq_output_text(export->output, theory->logic);
  write_variables(export, theory, values);
  write_distinct(export, "Q%i");
  write_distinct(export, "rising%i");
  write_distinct(export, "falling%i");
  nq_smtlib_squares(export, theory->placed, theory->blocked, values);
  write_diagonals(export, theory, values);
  nq_smtlib_answer(export);
}

/* ---- The format ---- */

static const char *const encodings[] = {"int", "bool", "bv", NULL};
enum { INT, BOOL, BV };

static void write_head(const nq_export *export) {
  nq_export_head(export, ";", "numbered from 1: Q<column> = row, and the first row is on top");
  if (export->encoding == BOOL)
    nq_export_comment(export->output, ";", "(_ at-most 1) is an extension of z3");
  nq_output_text(export->output, "(set-option :produce-models true)\n");
}

static nq_status write_smtlib(const nq_export *export, nq_error *error) {
  write_head(export);
  if (export->encoding == BOOL) return nq_smtlib_booleans(export, error);
  write_numbers(export, export->encoding == INT ? &integers : &vectors);
  return NQ_OK;
}

/* Where the size of the encoding `bool` is worth an estimate. */
#define ESTIMATED_N 32

static nq_status measure_smtlib(const nq_export *export, uint64_t *bytes, nq_error *error) {
  if (export->encoding != BOOL || export->n < ESTIMATED_N) return write_smtlib(export, error);
  write_head(export);
  *bytes = nq_smtlib_booleans_size(export);
  return NQ_OK;
}

const nq_export_entry nq_export_smtlib = {
    .format = {.name = "smtlib",
               .summary = "SMT-LIB 2: difference logic, Booleans (as z3 has them), bit-vectors",
               .suffix = ".smt2",
               .encodings = encodings},
    .write = write_smtlib,
    .size = measure_smtlib};

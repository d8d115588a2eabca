/* SMT-LIB: integers, Booleans or bit-vectors.  All three end with the values of Q1 .. Qn.
 *
 * MODEL.  Qi = r: the queen of column i stands on row r, both from 1.  (Some guides swap row and
 * column; placed or blocked squares show the difference.)
 *
 *     int   rising_i - Qi = i - 1, falling_i - Qi = n - i, and three times distinct: differences of
 *           two variables and a number each, as QF_IDL has them; z3 takes a hundredth of the time
 *           at n = 50 that it takes for distinct sums in QF_LIA
 *     bv    the same with bit-vectors of the fewest bits that hold 2n - 1, the largest sum
 *     bool  q<column>_<row>: a queen stands there; Qi is a sum over its column, for the answer only.
 *           At most one queen a line is ((_ at-most 1) ...), an extension of z3 that keeps the
 *           file at O(n^2); a diagonal of one square has no clause, and an excluded one denies
 *           each of its squares
 *
 * In int and bv an excluded diagonal d, counted from 0, is the number d + 1. */
#include "core/core.h"
#include "format/exports/export.h"

/* ---- Integers and bit-vectors ---- */

struct theory {
  const char *logic, *variables;
  const char *on_line; /* arguments and value of on-rising and on-falling */
  nq_list_style squares, diagonals;
};

static const struct theory integers = {
    .logic = "(set-logic QF_IDL)\n",
    .variables = "(declare-const Q%C Int)\n"
                 "(declare-const rising%C Int)\n"
                 "(declare-const falling%C Int)\n"
                 "(assert (<= 1 Q%C))\n"
                 "(assert (<= Q%C %n))\n"
                 "(assert (= (- rising%C Q%C) %c))\n"
                 "(assert (= (- falling%C Q%C) %m))\n",
    .on_line = "((sum Int)) Bool",
    .squares = {.item = {"(assert (= Q%C %R))\n", "(assert (not (= Q%C %R)))\n"}},
    .diagonals = {.item = {NULL, NULL, "(assert (not (on-rising %I)))\n",
                           "(assert (not (on-falling %I)))\n"}},
};

static const struct theory vectors = {
    .logic = "(set-logic QF_BV)\n",
    .variables = "(declare-const Q%C (_ BitVec %b))\n"
                 "(declare-const rising%C (_ BitVec %b))\n"
                 "(declare-const falling%C (_ BitVec %b))\n"
                 "(assert (bvule (_ bv1 %b) Q%C))\n"
                 "(assert (bvule Q%C (_ bv%n %b)))\n"
                 "(assert (= (bvsub rising%C Q%C) (_ bv%c %b)))\n"
                 "(assert (= (bvsub falling%C Q%C) (_ bv%m %b)))\n",
    .on_line = "((sum (_ BitVec %b))) Bool",
    .squares = {.item = {"(assert (= Q%C (_ bv%R %b)))\n", "(assert (not (= Q%C (_ bv%R %b))))\n"}},
    .diagonals = {.item = {NULL, NULL, "(assert (not (on-rising (_ bv%I %b))))\n",
                           "(assert (not (on-falling (_ bv%I %b))))\n"}},
};

static void write_distinct(const nq_export *export, const char *variable) {
  if (export->n < 2) return; /* distinct takes at least two */
  nq_output_text(export->output, "(assert (distinct ");
  nq_export_columns(export, variable, " ");
  nq_output_text(export->output, "))\n");
}

/* on-rising: some queen stands on the diagonal.  A definition keeps the file at O(n + excluded). */
static void write_definition(const nq_export *export, const struct theory *theory, const char *name,
                             const char *equation) {
  nq_output *output = export->output;
  nq_output_text(output, name);
  nq_export_text(export, theory->on_line, &(nq_place){.n = export->n});
  nq_output_text(output, export->n > 1 ? " (or " : " ");
  nq_export_columns(export, equation, " ");
  nq_output_text(output, export->n > 1 ? "))\n" : ")\n");
}

/* (check-sat) and the question for Q1 .. Qn. */
static void write_answer(const nq_export *export) {
  nq_output_text(export->output, "(check-sat)\n(get-value (");
  nq_export_columns(export, "Q%C", " ");
  nq_output_text(export->output, "))\n");
}

static void write_numbers(const nq_export *export, const struct theory *theory) {
  nq_output_text(export->output, theory->logic);
  nq_export_columns(export, theory->variables, "");
  write_distinct(export, "Q%C");
  write_distinct(export, "rising%C");
  write_distinct(export, "falling%C");
  nq_export_list(export, NQ_LISTS, &theory->squares);
  if (nq_instance_excluded_count(export->instance) > 0) {
    write_definition(export, theory, "(define-fun on-rising ", "(= rising%C sum)");
    write_definition(export, theory, "(define-fun on-falling ", "(= falling%C sum)");
  }
  nq_export_list(export, NQ_LISTS, &theory->diagonals);
  write_answer(export);
}

/* ---- Booleans ---- */

#define SQUARE " q%C_%R"

static const nq_sum at_most_one = {"(assert ((_ at-most 1)" SQUARE, SQUARE, NULL, "))\n"};

static void write_exactly_one(const nq_export *export, const nq_line *line) {
  const nq_sum one = {"(assert (or" SQUARE, SQUARE, NULL, line->count > 1 ? "))\n" : " false))\n"};
  nq_export_line(export, line, &one);
  nq_export_line(export, line, &at_most_one);
}

/* An excluded diagonal denies each of its squares. */
static void write_diagonal(const nq_export *export, const nq_line *line, bool excluded) {
  static const nq_sum none = {"(assert (not q%C_%R))\n", "(assert (not q%C_%R))\n", NULL, ""};
  if (excluded)
    nq_export_line(export, line, &none);
  else if (nq_line_binds(line))
    nq_export_line(export, line, &at_most_one);
}

/* The clauses of all lines; a rising and a falling diagonal take turns.  excluded[2 * d + rising]:
 * diagonal d is excluded. */
static void write_lines(const nq_export *export, const uint8_t *excluded) {
  uint64_t n = export->n, diagonals = 2 * n - 1;
  for (uint64_t i = 0; i < 2 * n; i++) {
    nq_line line = nq_line_at(export->n, i);
    write_exactly_one(export, &line);
  }
  for (uint64_t d = 0; d < diagonals; d++) {
    nq_line rising = nq_line_at(export->n, 2 * n + d);
    nq_line falling = nq_line_at(export->n, 2 * n + diagonals + d);
    write_diagonal(export, &rising, excluded[2 * d + 1]);
    write_diagonal(export, &falling, excluded[2 * d]);
  }
}

/* Qi as a number: 0 + the row of the queen in column i. */
static void write_values(const nq_export *export) {
  static const nq_sum value = {"(define-fun Q%C () Int (+ 0 (ite q%C_%R %R 0)",
                               " (ite q%C_%R %R 0)", NULL, "))\n"};
  for (uint64_t i = 0; i < export->n; i++) {
    nq_line column = nq_line_at(export->n, i);
    nq_export_line(export, &column, &value);
  }
}

static nq_status write_booleans(const nq_export *export) {
  static const nq_list_style squares = {.item = {"(assert q%C_%R)\n", "(assert (not q%C_%R))\n"}};
  size_t size = (size_t) export->n * 4;
  uint8_t *excluded = nq_memory_new(size, sizeof *excluded);
  if (excluded == NULL) return nq_export_no_memory(export, "an instance");
  for (size_t i = 0; i < nq_instance_excluded_count(export->instance); i++) {
    bool rising;
    uint64_t diagonal = nq_instance_excluded_at(export->instance, i, &rising);
    excluded[2 * diagonal + rising] = 1;
  }
  nq_export_squares(export, "(declare-const q%C_%R Bool)\n");
  write_lines(export, excluded);
  nq_memory_free(excluded, size, sizeof *excluded);
  nq_export_list(export, NQ_LISTS, &squares);
  write_values(export);
  write_answer(export);
  return NQ_OK;
}

/* ---- The format ---- */

static const char *const encodings[] = {"int", "bool", "bv", NULL};
enum { INT, BOOL, BV };

static nq_status write_smtlib(const nq_export *export) {
  if (export->encoding == BOOL)
    nq_export_comment(export->output, ";", "(_ at-most 1) is an extension of z3");
  nq_output_text(export->output, "(set-option :produce-models true)\n");
  if (export->encoding == BOOL) return write_booleans(export);
  write_numbers(export, export->encoding == INT ? &integers : &vectors);
  return NQ_OK;
}

const nq_export_entry nq_export_smtlib = {
    .format = {"smtlib", "SMT-LIB 2: difference logic, Booleans (as z3 has them), bit-vectors",
               ".smt2", .encodings = encodings},
    .mark = ";",
    .convention = "numbered from 1: Q<column> = row, and the first row is on top",
    .write = write_smtlib,
    .growth = {{1, 192, 14}, {2, 60, 15}, {1, 258, 18}}};

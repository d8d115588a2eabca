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
#include "core/memory.h"
#include "format/exports/lines.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* Numbers by the letters a .. z that stand for them. */
typedef uint64_t letters[26];

/* Text with numbers: %i is values['i' - 'a'] in decimal. */
static void write_text(nq_output *output, const char *text, const letters values) {
  while (*text != '\0') {
    size_t size = strcspn(text, "%");
    nq_output_bytes(output, text, size);
    text += size;
    if (*text == '\0') return;
    nq_output_number(output, values[text[1] - 'a']);
    text += 2;
  }
}

static void set_number(letters values, char letter, uint64_t number) {
  values[letter - 'a'] = number;
}

/* ---- Integers and bit-vectors ---- */

/* The texts of a theory.  i: column, n, w: bits, k: i - 1, m: n - i; c, r: a square, d: a
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
  letters values = {0};
  for (uint64_t i = 1; i <= export->n && nq_output_status(export->output, NULL) == NQ_OK; i++) {
    if (i > 1) nq_output_text(export->output, " ");
    set_number(values, 'i', i);
    write_text(export->output, text, values);
  }
}

static void write_distinct(const nq_export *export, const char *variable) {
  if (export->n < 2) return; /* distinct takes at least two */
  nq_output_text(export->output, "(assert (distinct ");
  write_each(export, variable);
  nq_output_text(export->output, "))\n");
}

static void write_variables(const nq_export *export, const struct theory *theory, letters values) {
  for (uint64_t i = 1; i <= export->n && nq_output_status(export->output, NULL) == NQ_OK; i++) {
    set_number(values, 'i', i);
    set_number(values, 'k', i - 1);
    set_number(values, 'm', export->n - i);
    write_text(export->output, theory->variables, values);
  }
}

/* on-rising: some queen stands on the diagonal.  A definition keeps the file at O(n + excluded). */
static void write_definition(const nq_export *export, const struct theory *theory, const char *name,
                             const char *equation, const letters values) {
  nq_output *output = export->output;
  nq_output_text(output, "(define-fun ");
  nq_output_text(output, name);
  nq_output_text(output, " ");
  write_text(output, theory->on_line, values);
  nq_output_text(output, export->n > 1 ? " (or " : " ");
  write_each(export, equation);
  nq_output_text(output, export->n > 1 ? "))\n" : ")\n");
}

/* A text for each placed queen, and one for each blocked square: column c and row r, from 1. */
static void write_squares(const nq_export *export, const char *placed, const char *blocked,
                          letters values) {
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
    write_text(export->output, i < queens ? placed : blocked, values);
  }
}

static void write_diagonals(const nq_export *export, const struct theory *theory, letters values) {
  size_t count = nq_instance_excluded_count(export->instance);
  if (count == 0) return;
  write_definition(export, theory, "on-rising", "(= rising%i sum)", values);
  write_definition(export, theory, "on-falling", "(= falling%i sum)", values);
  for (size_t i = 0; i < count && nq_output_status(export->output, NULL) == NQ_OK; i++) {
    bool rising;
    set_number(values, 'd', nq_instance_excluded_at(export->instance, i, &rising) + 1);
    write_text(export->output, rising ? theory->rising : theory->falling, values);
  }
}

/* (check-sat) and the question for Q1 .. Qn. */
static void write_answer(const nq_export *export) {
  nq_output_text(export->output, "(check-sat)\n(get-value (");
  write_each(export, "Q%i");
  nq_output_text(export->output, "))\n");
}

static void write_numbers(const nq_export *export, const struct theory *theory) {
  letters values = {0};
  set_number(values, 'n', export->n);
  set_number(values, 'w', count_bits(2 * (uint64_t) export->n - 1));
  nq_output_text(export->output, theory->logic);
  write_variables(export, theory, values);
  write_distinct(export, "Q%i");
  write_distinct(export, "rising%i");
  write_distinct(export, "falling%i");
  write_squares(export, theory->placed, theory->blocked, values);
  write_diagonals(export, theory, values);
  write_answer(export);
}

/* ---- Booleans ---- */

/* Text for each square c, r of the line. */
static void write_line_squares(nq_output *output, const nq_line *line, const char *text) {
  letters values = {0};
  for (uint32_t i = 0; i < line->count && nq_output_status(output, NULL) == NQ_OK; i++) {
    set_number(values, 'c', (uint64_t)line_column(line, i) + 1);
    set_number(values, 'r', (uint64_t)line_row(line, i) + 1);
    write_text(output, text, values);
  }
}

static void write_clause(nq_output *output, const nq_line *line, const char *before,
                         const char *after) {
  nq_output_text(output, before);
  write_line_squares(output, line, " q%c_%r");
  nq_output_text(output, after);
}

static void write_exactly_one(nq_output *output, const nq_line *line) {
  write_clause(output, line, "(assert (or", line->count > 1 ? "))\n" : " false))\n");
  write_clause(output, line, "(assert ((_ at-most 1)", "))\n");
}

/* One bit for each diagonal: 1 where it is excluded. */
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

static void write_diagonal(nq_output *output, const marks *excluded, const nq_line *line) {
  bool rising = line->kind == NQ_LINE_RISING;
  if (excluded->words[rising][line->index / 64] >> line->index % 64 & 1)
    write_line_squares(output, line, "(assert (not q%c_%r))\n");
  else if (nq_line_binds(line))
    write_clause(output, line, "(assert ((_ at-most 1)", "))\n");
}

/* The clauses of all lines; a rising and a falling diagonal take turns. */
static void write_lines(const nq_export *export, const marks *excluded) {
  uint64_t n = export->n, diagonals = 2 * n - 1;
  for (uint64_t i = 0; i < 2 * n; i++) {
    nq_line line = nq_line_at(export->n, i);
    write_exactly_one(export->output, &line);
  }
  for (uint64_t d = 0; d < diagonals; d++) {
    nq_line rising = nq_line_at(export->n, 2 * n + d);
    nq_line falling = nq_line_at(export->n, 2 * n + diagonals + d);
    write_diagonal(export->output, excluded, &rising);
    write_diagonal(export->output, excluded, &falling);
  }
}

/* Qi as a number: 0 + the row of the queen in column i. */
static void write_value(nq_output *output, const nq_line *column) {
  letters values = {0};
  set_number(values, 'i', column->index + 1);
  write_text(output, "(define-fun Q%i () Int (+ 0", values);
  write_line_squares(output, column, " (ite q%c_%r %r 0)");
  nq_output_text(output, "))\n");
}

/* Call `visit` for each column. */
static void write_columns(const nq_export *export,
                          void (*visit)(nq_output *output, const nq_line *column)) {
  for (uint64_t i = 0; i < export->n; i++) {
    nq_line column = nq_line_at(export->n, i);
    visit(export->output, &column);
  }
}

static void write_declarations(nq_output *output, const nq_line *column) {
  write_line_squares(output, column, "(declare-const q%c_%r Bool)\n");
}

static nq_status write_booleans(const nq_export *export, nq_error *error) {
  marks excluded;
  if (!init_marks(export->instance, export->n, &excluded)) {
    release_marks(&excluded);
    return nq_error_set(error, NQ_NO_MEMORY, "no memory to write an instance");
  }
  letters values = {0};
  write_columns(export, write_declarations);
  write_lines(export, &excluded);
  write_squares(export, "(assert q%c_%r)\n", "(assert (not q%c_%r))\n", values);
  write_columns(export, write_value);
  write_answer(export);
  release_marks(&excluded);
  return NQ_OK;
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
  if (export->encoding == BOOL) return write_booleans(export, error);
  write_numbers(export, export->encoding == INT ? &integers : &vectors);
  return NQ_OK;
}

const nq_export_entry nq_export_smtlib = {
    .format = {.name = "smtlib",
               .summary = "SMT-LIB 2: difference logic, Booleans (as z3 has them), bit-vectors",
               .suffix = ".smt2",
               .encodings = encodings},
    .write = write_smtlib,
    .growth = {{1, 192, 14}, {2, 60, 15}, {1, 258, 18}}};

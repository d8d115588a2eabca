/* DIMACS CNF.
 *
 * MODEL.  The variable column * n + row + 1 is true when a queen stands on (column, row); auxiliary
 * variables follow.  Each line of the board (lines.c) holds at most one queen, in one of the
 * encodings below; a clause for each column and each row requires one.  Placed queens are unit
 * clauses, blocked squares and the squares of excluded diagonals negative ones.
 *
 * If the encoding gives a solution several models, a line `c p show 1 2 .. n^2 0` lets model
 * counters count by squares only.
 *
 * At most one of x_1 .. x_k is true:
 *
 * pairwise: not both, for each pair.  k(k - 1)/2 clauses, no auxiliary variables.
 *
 * ladder: s_1 is x_1; for i = 2 .. k - 1, s_i <-> s_(i-1) or x_i; not s_(i-1) and x_i for i = 2 ..
 * k.  Each s_i is defined by the x, so a solution has one model (I. P. Gent and P. Nightingale, "A
 * New Encoding of AllDifferent into SAT", 2004, has the same ladder).
 *
 * sequential: s_1 .. s_(k-1) as above, but implied one way only: x_i -> s_i and s_(i-1) -> s_i (C.
 * Sinz, "Towards an Optimal CNF Encoding of Boolean Cardinality Constraints", CP 2005).
 *
 * product: core/product.c, with pairwise for up to 4 variables, where product is larger. */
#include "core/core.h"
#include "core/product.h"
#include "format/exports/lines.h"

#include <inttypes.h>
#include <string.h>

/* ---- At most one ---- */

typedef struct clause_writer {
  nq_output *output;
  int next;   /* number of the next auxiliary variable */
  char *text; /* of the variables of one line: CLAUSE_TEXT bytes each */
} clause_writer;

#define CLAUSE_TEXT 32

/* An encoding: at most one of `count` variables is true.  `count` adds the number of auxiliary
 * variables and of clauses; `write` has room for 4 * count + 16 variables. */
typedef struct at_most_one {
  const char *name;
  void (*count)(size_t count, uint64_t *variables, uint64_t *clauses);
  void (*write)(clause_writer *writer, int *variables, size_t count);
} at_most_one;

/* ---- Clauses ---- */

/* A literal and a blank. */
static char *put_literal(char *at, int literal) {
  if (literal < 0) *at++ = '-';
  at = nq_put_number(at, (uint32_t)(literal < 0 ? -literal : literal));
  *at++ = ' ';
  return at;
}

static char *put_end(char *at) {
  at[0] = '0';
  at[1] = '\n';
  return at + 2;
}

static char *put_pair(char *at, int first, int second) {
  return put_end(put_literal(put_literal(at, first), second));
}

/* ---- Pairwise ---- */

static void count_pairwise(size_t count, uint64_t *variables, uint64_t *clauses) {
  (void)variables;
  if (count > 1) *clauses += (uint64_t)count * (count - 1) / 2;
}

/* The text of a variable as the first literal of a pair, and as the second with the clause's end;
 * the last byte of each half is its length. */
#define HALF (CLAUSE_TEXT / 2)

static void prepare_pairs(char *text, const int *x, size_t count) {
  for (size_t i = 0; i < count; i++, text += CLAUSE_TEXT) {
    char *end = put_literal(text, -x[i]);
    size_t size = (size_t)(end - text);
    text[HALF - 1] = (char)size;
    memcpy(text + HALF, text, size);
    put_end(text + HALF + size);
    text[CLAUSE_TEXT - 1] = (char)(size + 2);
  }
}

/* Copy a whole half, then use its length only. */
static char *put_half(char *at, const char *half) {
  memcpy(at, half, HALF);
  return at + half[HALF - 1];
}

/* The pairs of one variable, whose text is `first`, with those from `second` to `end`. */
static bool write_pairs(nq_output *output, const char *first, const char *second, const char *end) {
  while (second < end) {
    char *text = nq_output_reserve(output, 4096), *at = text;
    if (text == NULL) return false;
    size_t fit = nq_output_room(output) / CLAUSE_TEXT;
    size_t left = (size_t)(end - second) / CLAUSE_TEXT;
    const char *stop = second + (left < fit ? left : fit) * CLAUSE_TEXT;
    for (; second < stop; second += CLAUSE_TEXT) at = put_half(put_half(at, first), second + HALF);
    output->used += (size_t)(at - text);
  }
  return true;
}

static void write_pairwise(clause_writer *writer, int *x, size_t count) {
  prepare_pairs(writer->text, x, count);
  const char *end = writer->text + count * CLAUSE_TEXT;
  for (const char *first = writer->text; first < end; first += CLAUSE_TEXT)
    if (!write_pairs(writer->output, first, first + CLAUSE_TEXT, end)) return;
}

/* ---- Ladder ---- */

static void count_ladder(size_t count, uint64_t *variables, uint64_t *clauses) {
  if (count < 2) return;
  *variables += count - 2;
  *clauses += 4 * (uint64_t)(count - 2) + 1;
}

/* s <-> before or x. */
static char *put_rung(char *at, int before, int x, int s) {
  at = put_pair(at, -before, s);
  at = put_pair(at, -x, s);
  return put_end(put_literal(put_literal(put_literal(at, -s), before), x));
}

static void write_ladder(clause_writer *writer, int *x, size_t count) {
  int before = x[0];
  for (size_t i = 1; i < count; i++) {
    char *text = nq_output_reserve(writer->output, 256), *at = text;
    if (text == NULL) return;
    bool rung = i + 1 < count;
    if (rung) at = put_rung(at, before, x[i], writer->next);
    at = put_pair(at, -before, -x[i]);
    if (rung) before = writer->next++;
    writer->output->used += (size_t)(at - text);
  }
}

/* ---- Sequential ---- */

static void count_sequential(size_t count, uint64_t *variables, uint64_t *clauses) {
  if (count < 2) return;
  *variables += count - 1;
  *clauses += 3 * (uint64_t)count - 4;
}

static void write_sequential(clause_writer *writer, int *x, size_t count) {
  for (size_t i = 0; i < count && count > 1; i++) {
    char *text = nq_output_reserve(writer->output, 256), *at = text;
    if (text == NULL) return;
    int s = writer->next, before = s - 1;
    bool last = i + 1 == count;
    if (!last) at = put_pair(at, -x[i], s);
    if (!last && i > 0) at = put_pair(at, -before, s);
    if (i > 0) at = put_pair(at, -x[i], -before);
    if (!last) writer->next++;
    writer->output->used += (size_t)(at - text);
  }
}

/* ---- Product ---- */

static int take_variable(void *context) {
  clause_writer *writer = context;
  return writer->next++;
}

static void take_pair(void *context, int first, int second) {
  nq_output *output = ((const clause_writer *)context)->output;
  char *text = nq_output_reserve(output, 64);
  if (text != NULL) output->used += (size_t)(put_pair(text, first, second) - text);
}

/* The literal is put into text once. */
static void take_implications(void *context, int x, int row, int column) {
  nq_output *output = ((const clause_writer *)context)->output;
  char *text = nq_output_reserve(output, 128);
  if (text == NULL) return;
  char *at = put_literal(text, -x);
  size_t size = (size_t)(at - text);
  at = put_end(put_literal(at, row));
  memcpy(at, text, HALF);
  at = put_end(put_literal(at + size, column));
  output->used += (size_t)(at - text);
}

static const nq_product by_product = {
    .pairwise = 4, .variable = take_variable, .pair = take_pair, .imply = take_implications};

static void count_product(size_t count, uint64_t *variables, uint64_t *clauses) {
  nq_product_count(&by_product, count, variables, clauses);
}

static void write_product(clause_writer *writer, int *x, size_t count) {
  nq_product product = by_product;
  product.context = writer;
  nq_product_visit(&product, x, count);
}

enum { PAIRWISE, LADDER, SEQUENTIAL, PRODUCT, ENCODINGS };

static const at_most_one at_most_ones[ENCODINGS] = {
    [PAIRWISE] = {"pairwise", count_pairwise, write_pairwise},
    [LADDER] = {"ladder", count_ladder, write_ladder},
    [SEQUENTIAL] = {"sequential", count_sequential, write_sequential},
    [PRODUCT] = {"product", count_product, write_product}};

/* ---- Lines ---- */

static bool keeps_count(const nq_export *export) {
  return export->encoding == PAIRWISE || export->encoding == LADDER;
}

/* Auxiliary variables, and clauses. */
struct needs {
  uint64_t variables, clauses;
};

static struct needs count_lines(const nq_export *export) {
  struct needs needs = {0, 2 * (uint64_t) export->n};
  for (uint64_t place = 0; place < nq_lines_count(export->n); place++)
    at_most_ones[export->encoding].count(nq_line_at(export->n, place).count, &needs.variables,
                                         &needs.clauses);
  return needs;
}

/* ---- Writing ---- */

static void write_head(const nq_export *export, const struct needs *needed) {
  nq_output *output = export->output;
  uint64_t squares = (uint64_t) export->n * export->n;
  nq_export_head(export, "c",
                 "variable column * n + row + 1: a queen stands there, both from 0; rising = "
                 "column + row, falling = row - column + n - 1");
  nq_output_print(
      output, "c at most one: %s; %s\np cnf %" PRIu64 " %" PRIu64 "\n",
      at_most_ones[export->encoding].name,
      keeps_count(export) ? "a model for each solution\nc t mc"
                          : "several models for one solution: count those that differ in the "
                            "variables of squares\nc t pmc",
      squares + needed->variables, needed->clauses + nq_decided_count(export->instance));
}

/* `room` is for the variables of a line and those that the encoding adds. */
static void write_lines(const nq_export *export, int *room, char *text) {
  const at_most_one *encoding = &at_most_ones[export->encoding];
  static const nq_sum clause = {"%v ", "%v ", NULL, "0\n"};
  clause_writer writer = {export->output, (int)(export->n * export->n + 1), text};
  for (uint64_t place = 0; place < nq_lines_count(export->n); place++) {
    if (nq_output_status(export->output, NULL) != NQ_OK) return;
    nq_line line = nq_line_at(export->n, place);
    for (uint32_t i = 0; i < line.count; i++) room[i] = (int)line_variable(&line, export->n, i);
    if (nq_line_is_exact(&line)) nq_export_line(export, &line, &clause);
    encoding->write(&writer, room, line.count);
  }
}

static nq_status require_fit(const nq_export *export, struct needs *needs, nq_error *error) {
  uint64_t squares = (uint64_t) export->n * export->n;
  *needs = (struct needs){0, 0};
  if (squares <= INT32_MAX) *needs = count_lines(export);
  return nq_require_count(export, squares + needs->variables, "variables", error);
}

static nq_status write_dimacs(const nq_export *export, nq_error *error) {
  struct needs needs;
  nq_status status = require_fit(export, &needs, error);
  if (status != NQ_OK) return status;
  size_t room_count = (size_t)4 * export->n + 16;
  int *room = nq_memory_new(room_count, sizeof *room);
  char *text = nq_memory_new(export->n, CLAUSE_TEXT);
  if (room != NULL && text != NULL) {
    write_head(export, &needs);
    if (!keeps_count(export)) {
      nq_output_text(export->output, "c p show ");
      nq_export_squares(export, "%v ");
      nq_output_text(export->output, "0\n");
    }
    write_lines(export, room, text);
    nq_export_decided(export, "%v 0\n", "-%v 0\n");
  } else {
    status = nq_error_set(error, NQ_NO_MEMORY, "no memory to write clauses");
  }
  nq_memory_free(text, export->n, CLAUSE_TEXT);
  nq_memory_free(room, room_count, sizeof *room);
  return status;
}

static const char *const encodings[] = {"pairwise", "ladder", "sequential", "product", NULL};
static const char *const many_models[] = {"sequential", "product", NULL};

const nq_export_entry nq_export_dimacs = {
    .format = {.name = "dimacs",
               .summary = "DIMACS CNF, for SAT solvers and model counters",
               .suffix = ".cnf",
               .encodings = encodings,
               .many_models = many_models},
    .write = write_dimacs,
    .growth = {{3, 6.5, 8.1}, {2, 94, 82}, {2, 73, 57}, {2, 135, 15}}};

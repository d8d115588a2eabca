/* DIMACS CNF.
 *
 * MODEL.  The variable column * n + row + 1 is true when a queen stands on (column, row); auxiliary
 * variables follow.  Each line of the board (export.h) holds at most one queen, in one of the
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
#include "format/exports/export.h"

#include <string.h>

/* ---- At most one ---- */

typedef struct clause_writer {
  nq_output *output;
  int next;   /* number of the next auxiliary variable */
  char *text; /* of the variables of one line: CLAUSE_TEXT bytes each */
} clause_writer;

#define CLAUSE_TEXT 32

static const char *const encodings[] = {"pairwise", "ladder", "sequential", "product", NULL};
enum { PAIRWISE, LADDER, SEQUENTIAL, PRODUCT };

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
  memcpy(at, text, size);
  at = put_end(put_literal(at + size, column));
  output->used += (size_t)(at - text);
}

static const nq_product by_product = {
    .pairwise = 4, .variable = take_variable, .pair = take_pair, .imply = take_implications};

static void write_product(clause_writer *writer, int *x, size_t count) {
  nq_product product = by_product;
  product.context = writer;
  nq_product_visit(&product, x, count);
}

/* ---- Lines ---- */

/* Auxiliary variables, and clauses. */
typedef struct needs {
  uint64_t variables, clauses;
} needs;

/* Add those of a line of `count` squares. */
static void add_needs(size_t encoding, uint64_t count, needs *all) {
  if (encoding == PRODUCT) {
    nq_product_count(&by_product, (size_t)count, &all->variables, &all->clauses);
  } else if (count > 1) {
    all->variables += encoding == PAIRWISE ? 0 : encoding == LADDER ? count - 2 : count - 1;
    all->clauses += encoding == PAIRWISE ? count * (count - 1) / 2
                    : encoding == LADDER ? 4 * count - 7
                                         : 3 * count - 4;
  }
}

static needs count_needs(const nq_export *export) {
  needs all = {0, 2 * (uint64_t) export->n};
  for (uint64_t place = 0; place < nq_lines_count(export->n); place++)
    add_needs(export->encoding, nq_line_at(export->n, place).count, &all);
  return all;
}

/* ---- Writing ---- */

static void write_head(const nq_export *export, const needs *all) {
  bool counts = export->encoding == PAIRWISE || export->encoding == LADDER;
  nq_output_print(export->output, "c at most one: %s; %s\np cnf %" PRIu64 " %" PRIu64 "\n",
                  encodings[export->encoding],
                  counts ? "a model for each solution\nc t mc"
                         : "several models for one solution: count those that differ in the "
                           "variables of squares\nc t pmc",
                  square_count(export) + all->variables,
                  all->clauses + nq_decided_count(export->instance));
  if (counts) return;
  nq_output_text(export->output, "c p show ");
  nq_export_squares(export, "%v ");
  nq_output_text(export->output, "0\n");
}

/* `room` is for the variables of a line and those that the encoding adds: 4 n + 16. */
static void write_lines(const nq_export *export, int *room, char *text) {
  static void (*const write[])(clause_writer * writer, int *variables,
                               size_t count) = {[PAIRWISE] = write_pairwise,
                                                [LADDER] = write_ladder,
                                                [SEQUENTIAL] = write_sequential,
                                                [PRODUCT] = write_product};
  static const nq_sum clause = {"%v ", "%v ", NULL, "0\n"};
  clause_writer writer = {export->output, (int)(export->n * export->n + 1), text};
  for (uint64_t place = 0; place < nq_lines_count(export->n); place++) {
    if (!nq_export_goes_on(export)) return;
    nq_line line = nq_line_at(export->n, place);
    for (uint32_t i = 0; i < line.count; i++) room[i] = (int)line_variable(&line, export->n, i);
    if (line.exact) nq_export_line(export, &line, &clause);
    write[export->encoding](&writer, room, line.count);
  }
}

static nq_status write_dimacs(const nq_export *export) {
  needs all = count_needs(export);
  nq_status status = nq_export_require(export, square_count(export) + all.variables, "variables");
  if (status != NQ_OK) return status;
  nq_arrays arrays = {0};
  int *room = nq_arrays_take(&arrays, 4 * (uint64_t) export->n + 16, sizeof *room);
  char *text = nq_arrays_take(&arrays, export->n, CLAUSE_TEXT);
  if (!arrays.failed) {
    write_head(export, &all);
    write_lines(export, room, text);
    nq_export_decided(export, "%v 0\n", "-%v 0\n");
  }
  nq_arrays_release(&arrays);
  return arrays.failed ? nq_export_no_memory(export, "clauses") : NQ_OK;
}

static const char *const many_models[] = {"sequential", "product", NULL};

const nq_export_entry nq_export_dimacs = {
    .format = {"dimacs", "DIMACS CNF, for SAT solvers and model counters", ".cnf",
               .encodings = encodings, .many_models = many_models},
    .mark = "c",
    .convention = "variable column * n + row + 1: a queen stands there, both from 0; rising = "
                  "column + row, falling = row - column + n - 1",
    .squares = true,
    .write = write_dimacs,
    .growth = {{3, 6.5, 8.1}, {2, 94, 82}, {2, 73, 57}, {2, 135, 15}}};

/* At most one of x_1 .. x_k, in four encodings.
 *
 * MODEL.
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
#include "format/exports/at_most_one.h"
#include "core/product.h"

#include <stdbool.h>
#include <string.h>

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
#define HALF (NQ_CLAUSE_TEXT / 2)

static void prepare_pairs(char *text, const int *x, size_t count) {
  for (size_t i = 0; i < count; i++, text += NQ_CLAUSE_TEXT) {
    char *end = put_literal(text, -x[i]);
    size_t size = (size_t)(end - text);
    text[HALF - 1] = (char)size;
    memcpy(text + HALF, text, size);
    put_end(text + HALF + size);
    text[NQ_CLAUSE_TEXT - 1] = (char)(size + 2);
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
    size_t fit = nq_output_room(output) / NQ_CLAUSE_TEXT;
    size_t left = (size_t)(end - second) / NQ_CLAUSE_TEXT;
    const char *stop = second + (left < fit ? left : fit) * NQ_CLAUSE_TEXT;
    for (; second < stop; second += NQ_CLAUSE_TEXT)
      at = put_half(put_half(at, first), second + HALF);
    output->used += (size_t)(at - text);
  }
  return true;
}

static void write_pairwise(nq_clause_writer *writer, int *x, size_t count) {
  prepare_pairs(writer->text, x, count);
  const char *end = writer->text + count * NQ_CLAUSE_TEXT;
  for (const char *first = writer->text; first < end; first += NQ_CLAUSE_TEXT)
    if (!write_pairs(writer->output, first, first + NQ_CLAUSE_TEXT, end)) return;
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

static void write_ladder(nq_clause_writer *writer, int *x, size_t count) {
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

static void write_sequential(nq_clause_writer *writer, int *x, size_t count) {
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
  nq_clause_writer *writer = context;
  return writer->next++;
}

static void take_pair(void *context, int first, int second) {
  nq_output *output = ((const nq_clause_writer *)context)->output;
  char *text = nq_output_reserve(output, 64);
  if (text != NULL) output->used += (size_t)(put_pair(text, first, second) - text);
}

/* The literal is put into text once. */
static void take_implications(void *context, int x, int row, int column) {
  nq_output *output = ((const nq_clause_writer *)context)->output;
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

static void write_product(nq_clause_writer *writer, int *x, size_t count) {
  nq_product product = by_product;
  product.context = writer;
  nq_product_visit(&product, x, count);
}

const nq_at_most_one nq_at_most_ones[NQ_AT_MOST_ONES] = {
    [NQ_PAIRWISE] = {"pairwise", count_pairwise, write_pairwise},
    [NQ_LADDER] = {"ladder", count_ladder, write_ladder},
    [NQ_SEQUENTIAL] = {"sequential", count_sequential, write_sequential},
    [NQ_PRODUCT] = {"product", count_product, write_product}};

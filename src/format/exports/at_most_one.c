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
 * product: the x in a table of about sqrt(k) by sqrt(k); each implies the u of its row and the v of
 * its column, of which at most one holds, again by product (J.-C. Chen, "A New SAT Encoding of the
 * At-Most-One Constraint", 2010).  Up to 4 variables use pairwise.
 *
 * A clause of l literals, m of them negated, takes their digits and l + m + 2 bytes:
 * "-12 7 0\n". */
#include "format/exports/at_most_one.h"

#include <stdbool.h>
#include <string.h>

/* Product is larger than pairwise up to here. */
#define PAIRWISE_COUNT 4

static uint64_t nth(nq_progression numbers, uint64_t i) {
  return numbers.first + numbers.step * i;
}

static uint64_t digits_of(uint64_t number) {
  return nq_progression_digits((nq_progression){number, 1, 1});
}

static uint64_t last_digits(nq_progression numbers) {
  return digits_of(nth(numbers, numbers.count - 1));
}

/* ---- Clauses ---- */

/* A literal and a blank. */
static char *put_literal(char *at, int64_t literal) {
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

static char *put_pair(char *at, int64_t first, int64_t second) {
  return put_end(put_literal(put_literal(at, first), second));
}

/* ---- Pairwise ---- */

static nq_clause_cost pairwise_cost(nq_progression x, uint64_t auxiliary) {
  (void)auxiliary;
  if (x.count < 2) return (nq_clause_cost){0, 0, 0};
  uint64_t clauses = x.count * (x.count - 1) / 2;
  return (nq_clause_cost){0, clauses, (x.count - 1) * nq_progression_digits(x) + 6 * clauses};
}

/* The text of a variable as the first literal of a pair, and as the second with the clause's end;
 * the last byte of each half is its length. */
#define HALF (NQ_CLAUSE_TEXT / 2)

static void prepare_pairs(char *text, nq_progression x) {
  for (uint64_t i = 0; i < x.count; i++, text += NQ_CLAUSE_TEXT) {
    char *end = put_literal(text, -(int64_t)nth(x, i));
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

static void write_pairwise(const nq_clause_writer *writer, nq_progression x, uint64_t auxiliary) {
  (void)auxiliary;
  prepare_pairs(writer->text, x);
  const char *end = writer->text + x.count * NQ_CLAUSE_TEXT;
  for (const char *first = writer->text; first < end; first += NQ_CLAUSE_TEXT)
    if (!write_pairs(writer->output, first, first + NQ_CLAUSE_TEXT, end)) return;
}

/* ---- Ladder ---- */

static nq_clause_cost ladder_cost(nq_progression x, uint64_t auxiliary) {
  if (x.count <= 2) return pairwise_cost(x, auxiliary);
  uint64_t rungs = x.count - 2;
  nq_progression s = {auxiliary, 1, rungs};
  uint64_t digits = 3 * nq_progression_digits(x) - 2 * last_digits(x) +
                    6 * nq_progression_digits(s) - 2 * last_digits(s);
  return (nq_clause_cost){rungs, 4 * rungs + 1, digits + 22 * rungs + 6};
}

/* s <-> before or x; not before and x. */
static char *put_rung(char *at, int64_t before, int64_t x, int64_t s) {
  at = put_pair(at, -before, s);
  at = put_pair(at, -x, s);
  at = put_end(put_literal(put_literal(put_literal(at, -s), before), x));
  return put_pair(at, -before, -x);
}

static void write_ladder(const nq_clause_writer *writer, nq_progression x, uint64_t auxiliary) {
  int64_t before = (int64_t)x.first;
  for (uint64_t i = 1; i < x.count; i++) {
    char *text = nq_output_reserve(writer->output, 256), *at = text;
    if (text == NULL) return;
    int64_t now = (int64_t)nth(x, i), rung = (int64_t)(auxiliary + i - 1);
    at = i + 1 < x.count ? put_rung(at, before, now, rung) : put_pair(at, -before, -now);
    before = rung;
    writer->output->used += (size_t)(at - text);
  }
}

/* ---- Sequential ---- */

static nq_clause_cost sequential_cost(nq_progression x, uint64_t auxiliary) {
  if (x.count < 2) return (nq_clause_cost){0, 0, 0};
  nq_progression s = {auxiliary, 1, x.count - 1};
  uint64_t clauses = 3 * x.count - 4, negations = 4 * (x.count - 2) + 3;
  uint64_t digits = 2 * nq_progression_digits(x) - digits_of(x.first) - last_digits(x) +
                    4 * nq_progression_digits(s) - digits_of(s.first) - last_digits(s);
  return (nq_clause_cost){s.count, clauses, digits + negations + 4 * clauses};
}

static void write_sequential(const nq_clause_writer *writer, nq_progression x, uint64_t auxiliary) {
  for (uint64_t i = 0; i < x.count && x.count > 1; i++) {
    char *text = nq_output_reserve(writer->output, 256), *at = text;
    if (text == NULL) return;
    int64_t now = (int64_t)nth(x, i), s = (int64_t)(auxiliary + i), before = s - 1;
    if (i + 1 < x.count) at = put_pair(at, -now, s);
    if (i > 0 && i + 1 < x.count) at = put_pair(at, -before, s);
    if (i > 0) at = put_pair(at, -now, -before);
    writer->output->used += (size_t)(at - text);
  }
}

/* ---- Product ---- */

/* x_m, m from 0, stands in row m / columns and column m % columns. */
typedef struct product {
  nq_progression u, v; /* of the rows and columns */
  uint64_t next;       /* auxiliary variable after them */
} product;

static product plan_product(uint64_t count, uint64_t auxiliary) {
  uint64_t side = 1;
  while (side * side < count) side++;
  uint64_t columns = (count + side - 1) / side, rows = (count + columns - 1) / columns;
  return (product){
      {auxiliary, 1, rows}, {auxiliary + rows, 1, columns}, auxiliary + rows + columns};
}

/* The digits of all u and v, one of each for each x. */
static uint64_t product_digits(const product *plan, uint64_t count) {
  uint64_t rows = plan->u.count, columns = plan->v.count, rest = count - (rows - 1) * columns;
  nq_progression full_rows = {plan->u.first, 1, rows - 1}, full_columns = {plan->v.first, 1, rest};
  return columns * nq_progression_digits(full_rows) + rest * last_digits(plan->u) +
         (rows - 1) * nq_progression_digits(plan->v) + nq_progression_digits(full_columns);
}

static void add_cost(nq_clause_cost *sum, nq_clause_cost part) {
  sum->variables += part.variables;
  sum->clauses += part.clauses;
  sum->bytes += part.bytes;
}

static nq_clause_cost product_cost(nq_progression x, uint64_t auxiliary) {
  if (x.count <= PAIRWISE_COUNT) return pairwise_cost(x, auxiliary);
  product plan = plan_product(x.count, auxiliary);
  uint64_t digits = 2 * nq_progression_digits(x) + product_digits(&plan, x.count);
  nq_clause_cost sum = {plan.next - auxiliary, 2 * x.count, digits + 10 * x.count};
  add_cost(&sum, product_cost(plan.u, plan.next));
  add_cost(&sum, product_cost(plan.v, auxiliary + sum.variables));
  return sum;
}

static void write_product(const nq_clause_writer *writer, nq_progression x, uint64_t auxiliary) {
  if (x.count <= PAIRWISE_COUNT) {
    write_pairwise(writer, x, auxiliary);
    return;
  }
  product plan = plan_product(x.count, auxiliary);
  for (uint64_t i = 0; i < x.count; i++) {
    char *text = nq_output_reserve(writer->output, 256), *at = text;
    if (text == NULL) return;
    at = put_pair(at, -(int64_t)nth(x, i), (int64_t)nth(plan.u, i / plan.v.count));
    at = put_pair(at, -(int64_t)nth(x, i), (int64_t)nth(plan.v, i % plan.v.count));
    writer->output->used += (size_t)(at - text);
  }
  write_product(writer, plan.u, plan.next);
  write_product(writer, plan.v, plan.next + product_cost(plan.u, plan.next).variables);
}

const nq_at_most_one nq_at_most_ones[NQ_AT_MOST_ONES] = {
    [NQ_PAIRWISE] = {"pairwise", pairwise_cost, write_pairwise},
    [NQ_LADDER] = {"ladder", ladder_cost, write_ladder},
    [NQ_SEQUENTIAL] = {"sequential", sequential_cost, write_sequential},
    [NQ_PRODUCT] = {"product", product_cost, write_product}};

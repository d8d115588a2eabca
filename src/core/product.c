/* At most one of the variables x0, x1, .. by product.
 *
 * MODEL.  The variables stand in a table of about sqrt(count) rows and columns, each of which has a
 * new variable.  A true one makes that of its row and that of its column true, of which at most one
 * may be, again by product (J.-C. Chen, "A New SAT Encoding of the At-Most-One Constraint", 2010):
 *
 *         c0 c1 c2
 *     r0  x0 x1 x2        x4 -> r1, x4 -> c1
 *     r1  x3 x4 x5        at most one of r0 r1 r2, at most one of c0 c1 c2
 *     r2  x6 x7
 *
 * In the wide layout there are as many columns as the root rounded up, and they come before the
 * rows; otherwise the table has at least as many rows as columns, and the rows come first. */
#include "core/product.h"

#include <string.h>

typedef struct table {
  size_t columns, rows;
} table;

static table lay_out(const nq_product *product, size_t count) {
  size_t root = 1;
  while (root * root < count) root++;
  size_t columns = product->wide || count == 0 ? root : (count + root - 1) / root;
  return (table){columns,
                 (count + columns - 1) / columns}; /* NOLINT(clang-analyzer-core.DivideZero) */
}

static void visit_pairs(const nq_product *product, const int *x, size_t count) {
  for (size_t i = 0; i < count; i++)
    for (size_t j = i + 1; j < count; j++) product->pair(product->context, -x[i], -x[j]);
}

static void visit_copy(const nq_product *product, const int *x, size_t count, int *room) {
  memcpy(room, x, count * sizeof *x);
  nq_product_visit(product, room, count);
}

void nq_product_visit(const nq_product *product, int *variables, size_t count) {
  if (count <= product->pairwise) {
    visit_pairs(product, variables, count);
    return;
  }
  table sides = lay_out(product, count);
  int *added = variables + count, *room = added + sides.columns + sides.rows;
  int *rows = added + (product->wide ? sides.columns : 0);
  int *columns = added + (product->wide ? 0 : sides.rows);
  for (int *at = added; at < room; at++) *at = product->variable(product->context);
  for (size_t r = 0, i = 0; r < sides.rows; r++)
    for (size_t c = 0; c < sides.columns && i < count; c++, i++) {
      if (product->wide)
        product->imply(product->context, variables[i], columns[c], rows[r]);
      else
        product->imply(product->context, variables[i], rows[r], columns[c]);
    }
  visit_copy(product, rows, sides.rows, room);
  visit_copy(product, columns, sides.columns, room);
}

void nq_product_count(const nq_product *product, size_t count, uint64_t *variables,
                      uint64_t *clauses) {
  if (count <= product->pairwise) {
    *clauses += (uint64_t)count * (count - (count > 0)) / 2;
    return;
  }
  table sides = lay_out(product, count);
  *variables += sides.rows + sides.columns;
  *clauses += 2 * (uint64_t)count;
  nq_product_count(product, sides.rows, variables, clauses);
  nq_product_count(product, sides.columns, variables, clauses);
}

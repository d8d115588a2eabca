/* At most one of some literals is true, as clauses of two literals: the product encoding. */
#ifndef NQ_CORE_PRODUCT_H
#define NQ_CORE_PRODUCT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct nq_product {
  size_t pairwise; /* up to this many literals: a clause for each pair */
  bool wide;       /* the layout, see product.c: answers by seed and exported files depend on it */
  int (*variable)(void *context);                             /* a new variable */
  void (*pair)(void *context, int first, int second);         /* a clause of two literals */
  void (*imply)(void *context, int x, int first, int second); /* x -> first, x -> second */
  void *context;
} nq_product;

/* Report each clause.  `variables` has room for 4 * count + 16. */
void nq_product_visit(const nq_product *product, int *variables, size_t count);

/* Add the number of new variables and of clauses. */
void nq_product_count(const nq_product *product, size_t count, uint64_t *variables,
                      uint64_t *clauses);

#endif

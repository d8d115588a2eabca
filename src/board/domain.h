/* The squares where the queens of an instance may stand, precomputed for the inner loops. */
#ifndef NQ_BOARD_DOMAIN_H
#define NQ_BOARD_DOMAIN_H

#include "core/core.h"

/* Up to this n the forbidden squares are kept in a table of at most 2 MiB. */
#define NQ_DOMAIN_TABLE_N 4096

typedef struct nq_domain {
  const nq_instance *instance;
  uint32_t n;
  bool restricted;     /* some squares are forbidden */
  uint32_t words;      /* of 64 rows, in a column */
  uint64_t *forbidden; /* bit row of forbidden[column * words ..]: no queen may stand there, as the
                          square is blocked, on an excluded diagonal, attacked by a placed queen, or
                          not on the board.  NULL when the instance is plain or n is over
                          NQ_DOMAIN_TABLE_N: then nq_instance_allows decides, which allows squares
                          attacked by placed queens */
  uint32_t *fixed;     /* 1 + row of the queen placed in a column, or 0, so that most of a large
                         board's is memory never written; NULL: none is placed */
} nq_domain;

/* Does the instance's domain forbid squares? */
bool nq_domain_restricts(const nq_instance *instance);

/* NQ_NO_MEMORY, or NQ_OK.  Release it in any case. */
nq_status nq_domain_init(nq_domain *domain, const nq_instance *instance, nq_error *error);
void nq_domain_release(nq_domain *domain);
uint64_t nq_domain_bytes(const nq_instance *instance);

/* The row of the queen placed in a column, or NQ_EMPTY. */
static inline uint32_t domain_fixed_row(const nq_domain *domain, uint32_t column) {
  invariant(column < domain->n);
  return domain->fixed != NULL ? domain->fixed[column] - 1 : NQ_EMPTY;
}

static inline bool domain_is_fixed(const nq_domain *domain, uint32_t column) {
  return domain_fixed_row(domain, column) != NQ_EMPTY;
}

/* The forbidden rows of a column, where there is a table. */
static inline uint64_t *domain_forbidden(const nq_domain *domain, uint32_t column) {
  return domain->forbidden + (size_t)column * domain->words;
}

/* May a queen stand there?  Squares that placed queens attack are allowed without a table. */
static inline bool domain_allows(const nq_domain *domain, uint32_t column, uint32_t row) {
  invariant(column < domain->n && row < domain->n);
  if (!domain->restricted) return true;
  if (domain->forbidden != NULL) return !has_bit(domain_forbidden(domain, column), row);
  return nq_instance_allows(domain->instance, column, row);
}

/* An allowed row of the column, drawn uniformly.  There must be one. */
uint32_t nq_domain_draw_row(const nq_domain *domain, uint32_t column, nq_pcg64 *random);

/* Try to prove that the instance has no solution: a column or row has no allowed square, or
 * (with a table) the columns cannot all have different rows, or the diagonals left are too far from
 * the centre (open.h).  NQ_NONE: it has none, and the error says why; NQ_NO_MEMORY. */
nq_status nq_domain_refute(const nq_domain *domain, nq_error *error);

/* Complete rows[], in which columns without a row are NQ_EMPTY, to a perfect matching of columns to
 * rows on allowed squares: rows may change, but not those of placed queens.  The columns choose in
 * `order`, a permutation; NULL: from the left, and from no row on.  NQ_NONE: there is none, and the
 * error explains it: the first column of the order without a row, and those whose rows are in
 * `full`, have no squares on other rows (n / 64 + 1 words, or NULL).  NQ_END when the watch, which
 * may be NULL, stops it; NQ_NO_MEMORY. */
nq_status nq_domain_match(const nq_domain *domain, const uint32_t *order, uint32_t *rows,
                          uint64_t *full, nq_watch *watch, nq_error *error);

#endif

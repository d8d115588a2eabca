/* Genomes: boards of a population with their conflict counters; and individuals on them.
 *
 * MODEL.  A genome is one block of bytes:
 *
 *     rows     n numbers        the row of each column
 *     rising   2n - 1 counters  queens on each rising diagonal
 *     falling  2n - 1 counters  queens on each falling diagonal
 *     row      n counters       queens on each row; encoding rows only: in a permutation it is 1
 *
 * An edit is one mutation: with encoding permutation two columns exchange rows, with encoding rows
 * a column's queen moves to a row.  The score after an edit follows from the counters in O(1), so a
 * child that differs from its parent by a few edits needs no genome of its own. */
#ifndef NQ_GENETIC_GENOME_H
#define NQ_GENETIC_GENOME_H

#include "core/core.h"
#include "genetic/plan.h"

/* Queens on one line. */
typedef uint32_t nq_line_count;

typedef struct nq_genome {
  uint32_t *rows;
  nq_line_count *rising, *falling;
  nq_line_count *row; /* NULL with encoding permutation */
} nq_genome;

/* The search reduces both to 0: attacking pairs, and queens on forbidden squares. */
typedef struct nq_score {
  uint64_t conflicts;
  uint64_t broken;
} nq_score;

/* Permutation: columns a and b exchange rows.  Rows: the queen of column a moves to row b. */
typedef struct nq_edit {
  uint32_t a, b;
} nq_edit;

/* Most pending edits.  More of them make an individual slower to score; fewer, more copies of
 * genomes. */
#define NQ_PENDING 16

typedef struct nq_individual {
  nq_score score; /* of the genome with the edits */
  uint32_t genome;
  uint32_t edits;
  /* Pending: made one after another they turn the genome into the board. */
  nq_edit edit[NQ_PENDING];
} nq_individual;

/* A store of genomes, each shared by users[] individuals. */
typedef struct nq_genome_store {
  const nq_genetic_plan *plan;
  uint32_t count;
  uint64_t each; /* bytes of a genome */
  unsigned char *bytes;
  uint32_t *users;  /* by genome */
  uint32_t *unused; /* a stack of the genomes without users */
  uint32_t unused_count;
} nq_genome_store;

/* Bytes of one genome, a multiple of 64. */
uint64_t nq_genome_bytes(const nq_genetic_plan *plan);

/* The genome in `bytes`, which must be aligned for 32-bit numbers. */
nq_genome nq_genome_at(const nq_genetic_plan *plan, void *bytes);

/* A look (or NULL) that stops a function below leaves rows on the board, but they are of no use. */

/* Draw the rows: allowed rows with encoding rows; with encoding permutation a permutation of all
 * rows, allowed or not.  Placed queens keep their rows.  The counters do not change. */
void nq_genome_draw(const nq_genetic_plan *plan, nq_genome *genome, nq_pcg64 *random,
                    nq_look *look);

/* The given board in place of a draw: where it has no queen, a queen on a forbidden square, or with
 * encoding permutation a row twice, rows are drawn.  Then `changes` of its genes, one after another:
 * swapped with another one, or drawn anew.  `scratch` has 2n numbers. */
void nq_genome_give(const nq_genetic_plan *plan, nq_genome *genome, uint32_t changes,
                    uint32_t *scratch, nq_pcg64 *random, nq_look *look);

/* Count the lines from the rows, and the score from both; O(n). */
nq_score nq_genome_count(const nq_genetic_plan *plan, nq_genome *genome, nq_look *look);

/* The score after an edit of a genome that has this score; O(1). */
nq_score nq_genome_edited(const nq_genetic_plan *plan, const nq_genome *genome, nq_score score,
                          nq_edit edit);

/* Make the edit; O(1).  Returns the edit that takes it back. */
nq_edit nq_genome_edit(const nq_genetic_plan *plan, nq_genome *genome, nq_edit edit);

/* `count` genomes, in memory among `arrays`; clear it before use. */
void nq_genome_store_init(nq_genome_store *store, const nq_genetic_plan *plan, uint32_t count,
                          nq_arrays *arrays);
/* Drop all genomes. */
void nq_genome_store_clear(nq_genome_store *store);

/* Take an unused genome, which must exist, for one user; its content is undefined. */
uint32_t nq_genome_take(nq_genome_store *store);
/* Remove one user. */
void nq_genome_drop(nq_genome_store *store, uint32_t genome);
/* A genome with the same content and one user: this one if the caller is its only user, otherwise a
 * copy. */
uint32_t nq_genome_own(nq_genome_store *store, uint32_t genome, nq_look *look);
/* An unused genome, taken for one user, with the content of a genome of a store. */
uint32_t nq_genome_copy(nq_genome_store *store, const nq_genome_store *from, uint32_t genome,
                        nq_look *look);

static inline nq_genome genome_in(const nq_genome_store *store, uint32_t genome) {
  return nq_genome_at(store->plan, store->bytes + genome * store->each);
}

/* The row of an individual's column. */
static inline uint32_t individual_row(const nq_genetic_plan *plan, const nq_genome *genome,
                                      const nq_individual *individual, uint32_t column) {
  bool rows = plan->options.encoding == NQ_ENCODING_ROWS;
  for (uint32_t i = individual->edits; i-- > 0;) {
    nq_edit edit = individual->edit[i];
    if (column == edit.a && rows) return edit.b;
    if (column == edit.a)
      column = edit.b;
    else if (column == edit.b && !rows)
      column = edit.a;
  }
  return genome->rows[column];
}

static inline bool is_solved(const nq_individual *individual) {
  return individual->score.conflicts + individual->score.broken == 0;
}

#endif

/* Crossover: a child's genes from two parents.
 *
 * MODEL.  Parents a and b, their genes 0 .. count - 1, and two cuts 0 <= from < to <= count:
 *
 *     a       . . . | . . . . | . .
 *                  from       to
 *
 *     one-point            a before `from`, b after it (J. H. Holland, "Adaptation in Natural and
 *                          Artificial Systems", 1975)
 *     one-point-two-sided  the same, and a second child with the two sides exchanged
 *     two-point            b between the cuts, a outside (K. A. De Jong, "An Analysis of the
 *                          Behavior of a Class of Genetic Adaptive Systems", 1975)
 *
 * and for permutations of the same values, whose child is one too:
 *
 *     pmx    b's genes between the cuts, each exchanged inside a with the gene that it displaces
 *            (D. E. Goldberg, R. Lingle, "Alleles, loci, and the traveling salesman problem", Proc.
 *            1st Int. Conf. on Genetic Algorithms, 1985)
 *     order  a's genes between the cuts stay; the others follow from the second cut on, wrapping
 *            around, in the order that they have in b from its second cut on (L. Davis, "Applying
 *            adaptive algorithms to epistatic domains", Proc. 9th IJCAI, 1985)
 *     cycle  a's genes on the cycle through `from`, b's elsewhere: every gene keeps the place it
 *            has in one of the parents (I. M. Oliver, D. J. Smith, J. R. C. Holland, "A study of
 *            permutation crossover operators on the traveling salesman problem", Proc. 2nd Int.
 *            Conf. on Genetic Algorithms, 1987) */
#ifndef NQ_GENETIC_CROSS_H
#define NQ_GENETIC_CROSS_H

#include "core/core.h"
#include "genetic/genome.h"

typedef struct nq_mating {
  const uint32_t *a, *b;
  uint32_t *child;
  uint32_t *where; /* scratch for permutations: largest value + 1 numbers */
  uint32_t count;  /* genes, >= 1 */
  uint32_t from, to;
  nq_look *look; /* or NULL */
} nq_mating;

/* Fill the child.  If the look stops it, some of the child's genes are what they were. */
void nq_cross(nq_crossover crossover, const nq_mating *mating);

/* Most genes in which the parents may differ. */
#define NQ_DIFFERENCES 64

/* The edits that turn parent a into the child that nq_cross makes of the mating's count and cuts,
 * in edit[NQ_DIFFERENCES].  False when the parents differ in more genes, or the crossover moves
 * genes that they have in common: then nq_cross must do it. */
bool nq_differ_cross(const nq_genome_store *store, const nq_individual *a, const nq_individual *b,
                     const nq_mating *mating, nq_edit *edit, uint32_t *edits);

#endif

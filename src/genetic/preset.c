/* Genetic algorithms as their pages print them.  A preset is a line of options: what it does is
 * what these options say, with the code of all others.
 *
 *     textbook   the usual exercise.  A gene is the row of a column; rows may repeat.  The first
 *                population has 4n random boards.  A generation: the fitness of a board is
 *                1 / conflicts, and a board without conflicts ends the run; the fitnesses are summed
 *                up, and a binary search of a random point in the sums draws each parent; the child
 *                has the genes of one parent on one side of a random point, and of the other parent
 *                on the other side (crossover one-point; the two others of the page are
 *                one-point-two-sided and two-point); each of its genes becomes a random row with
 *                probability .04; the children replace the whole population.
 *
 *     aima       S. Russell, P. Norvig, "Artificial Intelligence: A Modern Approach", 3rd ed.
 *                2010, figure 4.8, for 8 queens.  The fitness is the number of pairs that do not attack each
 *                other; parents are drawn in proportion to it; the child has the genes 1 .. c of one
 *                and the others of the other, c random in 1 .. n; with a small probability one
 *                random gene of the child becomes a random row.  The book leaves two numbers open:
 *                the authors' own program (aima-python) has a population of 100 for 8 queens, and
 *                mutates a child with probability .1.
 *
 * Neither has an elite, nor starts anew. */
#include "genetic/preset.h"

#include <stddef.h>
#include <stdint.h>

const nq_choice nq_genetic_presets[] = {
    {"textbook", NQ_GENETIC_PRESET_TEXTBOOK, "the usual exercise: rows, roulette, population 4n"},
    {"aima", NQ_GENETIC_PRESET_AIMA, "Russell and Norvig's for 8 queens"},
    {0},
};

static const char *const presets[] = {
    [NQ_GENETIC_PRESET_TEXTBOOK] = "encoding=rows,population=4n,fitness=inverse,scaling=none,"
                                   "selection=roulette,crossover=one-point,crossover-probability=1,"
                                   "mutation=0.04,mutation-per=gene,elite=0,stagnation=none",
    [NQ_GENETIC_PRESET_AIMA] = "encoding=rows,population=100,fitness=pairs,scaling=none,"
                               "selection=roulette,crossover=one-point,mutation=0.1,"
                               "mutation-per=child,elite=0,stagnation=none",
};

nq_status nq_genetic_apply_preset(const nq_option *table, nq_solve_options *options, uint32_t n,
                                  nq_error *error) {
  const nq_solve_options defaults = {.genetic = NQ_GENETIC_DEFAULTS};
  nq_genetic_options *genetic = &options->genetic;
  if (genetic->preset == NQ_GENETIC_PRESET_NONE) return NQ_OK;
  if ((size_t)genetic->preset >= sizeof presets / sizeof *presets)
    return nq_error_set(error, NQ_BAD_VALUE, "preset has no value number %d", (int)genetic->preset);
  /* The cut c = n makes the child a copy of its first parent: no crossover. */
  if (genetic->preset == NQ_GENETIC_PRESET_AIMA && genetic->crossover_probability < 0)
    genetic->crossover_probability = 1 - 1.0 / n;
  return nq_options_fill(table, "preset", presets[genetic->preset], options, &defaults, error);
}

/* Min-conflicts as its pages print it.  A preset is a line of options: what it does is what these
 * options say, with the code of all others.
 *
 *     textbook   the usual exercise.  Every queen starts on a random row.  Sweeps over the columns
 *                order: each queen is taken off and put on the row of its column with fewest
 *                conflicts, found with a counter for each row and diagonal; a row as good as the
 *                best so far replaces it with probability 1/2.  It ends in the middle of a sweep
 *                when the board is solved, and starts anew after `patience` sweeps.
 *
 *     minton     S. Minton, M. D. Johnston, A. B. Philips, P. Laird, "Minimizing conflicts",
 *                Artificial Intelligence 58, 1992, whose rows are columns here.  Each queen starts on a row of
 *                its column with fewest conflicts with the queens before it; then a random queen in
 *                conflict moves to a row with fewest conflicts; all ties are broken at random.
 *                They gave up after 100n moves; here the next walk begins.
 *
 *     aima       S. Russell, P. Norvig, "Artificial Intelligence: A Modern Approach", 3rd ed. 2010,
 *                figure 6.8, as the authors' program (aima-python) has it: the same, but it gives up
 *                after 100,000 moves (max_steps). */
#include "local/preset.h"

#include <stddef.h>
#include <stdint.h>

const nq_choice nq_min_conflicts_presets[] = {
    {"textbook", NQ_MIN_CONFLICTS_PRESET_TEXTBOOK, "the usual exercise: sweeps over the columns"},
    {"minton", NQ_MIN_CONFLICTS_PRESET_MINTON, "Minton, Johnston, Philips and Laird 1992"},
    {"aima", NQ_MIN_CONFLICTS_PRESET_AIMA, "Russell and Norvig's, at most 100,000 moves"},
    {0},
};

static const char *const presets[] = {
    [NQ_MIN_CONFLICTS_PRESET_TEXTBOOK] =
        "start=random,step=sweep,ties=half,walk=0,restart=fixed,patience=100",
    [NQ_MIN_CONFLICTS_PRESET_MINTON] = "start=fewest,step=column,ties=uniform,walk=0,restart=fixed",
    [NQ_MIN_CONFLICTS_PRESET_AIMA] =
        "start=fewest,step=column,ties=uniform,walk=0,restart=fixed,patience=100000",
};

nq_status nq_min_conflicts_apply_preset(const nq_option *table, nq_solve_options *options,
                                        uint32_t n, nq_error *error) {
  const nq_solve_options defaults = {.min_conflicts = NQ_MIN_CONFLICTS_DEFAULTS};
  nq_min_conflicts_options *own = &options->min_conflicts;
  if (own->preset == NQ_MIN_CONFLICTS_PRESET_NONE) return NQ_OK;
  if ((size_t)own->preset >= sizeof presets / sizeof *presets)
    return nq_error_set(error, NQ_BAD_VALUE, "preset has no value number %d", (int)own->preset);
  if (own->preset == NQ_MIN_CONFLICTS_PRESET_MINTON && own->patience == 0)
    own->patience = 100 * (uint64_t)n;
  return nq_options_fill(table, "preset", presets[own->preset], options, &defaults, error);
}

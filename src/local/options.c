/* The options of min-conflicts, and their defaults. */
#include "local/local.h"
#include "local/walk.h"

/* Larger boards are repaired on bits (5n/8 bytes): the full counters (53n) outgrow an L2 cache of
 * 256 KiB. */
#define COMPACT_N 4096
#define SWEEPS    100

/* ---- Presets ---- */

/* A preset is a line of options: min-conflicts as its pages print it.
 *
 *     textbook   the usual exercise.  Every queen starts on a random row.  Sweeps over the columns
 *                order: each queen is taken off and put on the row of its column with fewest
 *                conflicts, found with a counter for each row and diagonal; a row as good as the
 *                best so far replaces it with probability 1/2.  It ends in the middle of a sweep
 *                when the board is solved, and starts anew after `patience` sweeps.
 *
 *     minton     S. Minton, M. D. Johnston, A. B. Philips, P. Laird, "Minimizing conflicts",
 *                Artificial Intelligence 58, 1992, whose rows are columns here.  Each queen starts
 *                on a row of its column with fewest conflicts with the queens before it; then a
 *                random queen in conflict moves to a row with fewest conflicts; all ties are broken
 *                at random.  They gave up after 100n moves; here the next walk begins.
 *
 *     aima       S. Russell, P. Norvig, "Artificial Intelligence: A Modern Approach", 3rd ed. 2010,
 *                figure 6.8, as the authors' program (aima-python) has it: the same, but it gives
 *                up after 100,000 moves (max_steps). */
static const nq_choice preset_choices[] = {
    {"textbook", NQ_MIN_CONFLICTS_PRESET_TEXTBOOK, "the usual exercise: sweeps over the columns"},
    {"minton", NQ_MIN_CONFLICTS_PRESET_MINTON, "Minton, Johnston, Philips and Laird 1992"},
    {"aima", NQ_MIN_CONFLICTS_PRESET_AIMA, "Russell and Norvig's, at most 100,000 moves"},
    {0},
};

static const char *const preset_lines[] = {
    [NQ_MIN_CONFLICTS_PRESET_TEXTBOOK] =
        "start=random,step=sweep,ties=half,walk=0,restart=fixed,patience=100",
    [NQ_MIN_CONFLICTS_PRESET_MINTON] = "start=fewest,step=column,ties=uniform,walk=0,restart=fixed",
    [NQ_MIN_CONFLICTS_PRESET_AIMA] =
        "start=fewest,step=column,ties=uniform,walk=0,restart=fixed,patience=100000",
};

/* ---- The table ---- */

static const nq_choice start_choices[] = {
    {"random", NQ_START_RANDOM, "independent random rows"},
    {"permutation", NQ_START_PERMUTATION, "a random permutation of the rows"},
    {"greedy", NQ_START_GREEDY, "column by column to squares without conflicts"},
    {"fewest", NQ_START_FEWEST, "column by column to rows with fewest conflicts"},
    {0},
};
static const nq_choice step_choices[] = {
    {"column", NQ_STEP_COLUMN, "a queen moves within its column"},
    {"swap", NQ_STEP_SWAP, "two queens exchange rows"},
    {"sweep", NQ_STEP_SWEEP, "each queen in turn moves within its column"},
    {0},
};
static const nq_choice restart_choices[] = {
    {"fixed", NQ_RESTART_FIXED, "as many tries each time"},
    {"luby", NQ_RESTART_LUBY, "tries in proportion to 1 1 2 1 1 2 4 ..."},
    {0},
};
static const nq_choice ties_choices[] = {
    {"uniform", NQ_TIES_UNIFORM, "each of them with the same probability"},
    {"half", NQ_TIES_HALF, "in order, each takes the place of the one before half of the time"},
    {0},
};

#define AT(member) offsetof(nq_solve_options, min_conflicts.member)

const nq_option nq_min_conflicts_table[] = {
    {NQ_OPTION_CHOICE, "preset", .key_only = true, .offset = AT(preset), .choices = preset_choices,
     .fallback = "none", .help = "an algorithm as printed: sets the defaults of the other options"},
    {NQ_OPTION_CHOICE, "start", .offset = AT(start), .choices = start_choices, .fallback = "greedy",
     .help = "how the first queens are placed"},
    {NQ_OPTION_CHOICE, "step", .offset = AT(step), .choices = step_choices,
     .fallback =
         "swap; column after start random or fewest, where rows repeat or squares are forbidden",
     .help = "how queens move"},
    {NQ_OPTION_CHOICE, "ties", .key_only = true, .offset = AT(ties), .choices = ties_choices,
     .only_with = "step=column|sweep", .fallback = "uniform",
     .help = "how rows with equally few conflicts are drawn, with steps column and sweep"},
    {NQ_OPTION_CHOICE, "restart", .offset = AT(restart), .choices = restart_choices,
     .fallback = "fixed", .help = "how the number of tries before the next restart changes"},
    {NQ_OPTION_REAL, "walk", .offset = AT(walk), .least = 0, .most = 1,
     .fallback = "0.05 with step column, 0.01 with swap; less above n = 100; 0 with sweep",
     .help = "probability that a step is random"},
    {NQ_OPTION_COUNT64, "patience", .offset = AT(patience), .least = 1, .most = UINT64_MAX,
     .or_none = true, .fallback = "1000 + 400 n tries, 100 sweeps",
     .help = "tries before the first restart; with step sweep, sweeps over all columns"},
    {0},
};

/* ---- Defaults ---- */

/* Small boards have local minima that only a random step leaves; on large boards repairing a random
 * step costs more than it gains.  A sweep would move queens that are in no conflict. */
static double default_walk(nq_step step, uint32_t n) {
  if (step == NQ_STEP_SWEEP) return 0;
  double most = step == NQ_STEP_COLUMN ? 0.05 : 0.01;
  return n <= 100 ? most : most * 100 / n;
}

/* In tries.  Enough that promising walks are rarely cut short: blocked boards of n = 28 and 48 take
 * half the time that they take with 20n tries. */
static uint64_t choose_patience(nq_step step, uint32_t n, uint64_t given) {
  uint64_t tries, sweeps = given > 0 ? given : SWEEPS;
  if (step == NQ_STEP_SWEEP) return nq_multiply(sweeps, n, &tries) ? tries : UINT64_MAX;
  return given > 0 ? given : 1000 + 400 * (uint64_t)n;
}

/* Can swaps solve the given board?  They need a queen in each row, and all squares. */
static nq_status can_swap(const nq_walk_plan *plan, bool *swaps, nq_error *error) {
  uint8_t *taken = nq_memory_new(plan->n, sizeof *taken);
  if (taken == NULL) return nq_error_set(error, NQ_NO_MEMORY, "no memory for the given board");
  *swaps = nq_instance_is_plain(plan->domain->instance);
  for (uint32_t column = 0; *swaps && column < plan->n; column++) {
    uint32_t row =
        plan->given[column]; /* NOLINT(clang-analyzer-core.NullDereference): it is given */
    *swaps = row != NQ_EMPTY && taken[row]++ == 0;
  }
  nq_memory_free(taken, plan->n, sizeof *taken);
  return NQ_OK;
}

static nq_status choose_step(nq_walk_plan *plan, nq_error *error) {
  nq_start start = plan->options.start;
  bool swaps = start != NQ_START_RANDOM && start != NQ_START_FEWEST;
  if (start == NQ_START_GIVEN) {
    nq_status status = can_swap(plan, &swaps, error);
    if (status != NQ_OK) return status;
  }
  if (plan->options.step == NQ_STEP_AUTO)
    plan->options.step = swaps && !plan->domain->restricted ? NQ_STEP_SWAP : NQ_STEP_COLUMN;
  if (swaps || plan->options.step != NQ_STEP_SWAP) return NQ_OK;
  if (start == NQ_START_GIVEN)
    return nq_error_set(error, NQ_BAD_VALUE,
                        "step swap needs a start board with one queen in each row, and no "
                        "instance: give step column or sweep");
  return nq_error_set(error, NQ_BAD_VALUE,
                      "step swap cannot resolve the row conflicts of start %s: give start "
                      "permutation or greedy, or step column or sweep",
                      start == NQ_START_RANDOM ? "random" : "fewest");
}

/* Set what the preset sets and no other option has set. */
static nq_status apply_preset(nq_min_conflicts_options *options, uint32_t n, nq_error *error) {
  const nq_solve_options defaults = {.min_conflicts = NQ_MIN_CONFLICTS_DEFAULTS};
  if (options->preset == NQ_MIN_CONFLICTS_PRESET_NONE) return NQ_OK;
  if (options->preset == NQ_MIN_CONFLICTS_PRESET_MINTON && options->patience == 0)
    options->patience = 100 * (uint64_t)n;
  nq_solve_options chosen = {.min_conflicts = *options};
  nq_status status = nq_options_set(nq_min_conflicts_table, "preset", preset_lines[options->preset],
                                    &chosen, &defaults, true, error);
  *options = chosen.min_conflicts;
  return status;
}

/* Choose the plan's options. */
static nq_status choose(nq_walk_plan *plan, nq_error *error) {
  nq_min_conflicts_options *options = &plan->options;
  if (plan->given != NULL && options->start != NQ_START_AUTO)
    return nq_error_set(error, NQ_BAD_VALUE,
                        "the start board is given: it cannot have another start");
  nq_status status = apply_preset(options, plan->n, error);
  if (status != NQ_OK) return status;
  if (plan->given != NULL) options->start = NQ_START_GIVEN;
  if (options->start == NQ_START_AUTO) options->start = NQ_START_GREEDY;
  status = choose_step(plan, error);
  if (status != NQ_OK) return status;
  if (!(options->walk <= 1))
    return nq_error_set(error, NQ_BAD_VALUE, "walk is a probability, 0 to 1");
  if (options->trace != NULL && (plan->n > NQ_TRACE_N_MAX || plan->threads > 1))
    return nq_error_set(error, NQ_BAD_VALUE, "a trace needs n <= %d and one thread",
                        NQ_TRACE_N_MAX);
  plan->compact = options->start == NQ_START_GREEDY && options->step == NQ_STEP_SWAP &&
                  !plan->domain->restricted && options->walk <= 0 && plan->n > COMPACT_N &&
                  options->trace == NULL; /* traces need the full counters */
  if (options->ties == NQ_TIES_AUTO) options->ties = NQ_TIES_UNIFORM;
  if (options->restart == NQ_RESTART_AUTO) options->restart = NQ_RESTART_FIXED;
  if (options->walk < 0) options->walk = default_walk(options->step, plan->n);
  options->patience = choose_patience(options->step, plan->n, options->patience);
  return NQ_OK;
}

nq_status nq_walk_plan_init(nq_walk_plan *plan, const nq_task *task, const nq_domain *domain,
                            nq_error *error) {
  const nq_solve_options *options = task->options;
  *plan = (nq_walk_plan){.domain = domain,
                         .watch = task->watch,
                         .options = options->min_conflicts,
                         .seed = options->seed,
                         .stream = options->stream,
                         .n = task->n,
                         .threads = options->threads,
                         .given = options->from,
                         .keep = options->keep};
  nq_status status = choose(plan, error);
  uint64_t bytes = nq_domain_bytes(task->instance) + task->row_bytes; /* not written yet */
  return status == NQ_OK ? nq_memory_require(nq_walk_bytes(plan) + bytes, "the search", error)
                         : status;
}

nq_status nq_min_conflicts_resolve(nq_solve_options *options, const nq_instance *instance,
                                   nq_error *error) {
  const nq_domain domain = {.instance = instance,
                            .n = nq_instance_n(instance),
                            .restricted = nq_domain_restricts(instance)};
  nq_walk_plan plan = {.domain = &domain,
                       .options = options->min_conflicts,
                       .n = domain.n,
                       .threads = 1,
                       .given = options->from};
  nq_status status = choose(&plan, error);
  if (status != NQ_OK) return status;
  nq_min_conflicts_options *own = &options->min_conflicts;
  *own = plan.options;
  if (plan.given != NULL) own->start = NQ_START_AUTO; /* the options can be given to nq_solve */
  if (own->step == NQ_STEP_SWEEP && own->patience < UINT64_MAX) own->patience /= plan.n;
  return NQ_OK;
}

/* The method backtracking: one complete search, or that of textbooks. */
#include "exact/exact.h"

static const nq_choice presets[] = {
    {"textbook", NQ_BACKTRACKING_PRESET_TEXTBOOK, "Russell and Norvig's, column by column"},
    {0},
};
static const nq_choice variables[] = {
    {"first", NQ_VARIABLE_FIRST, "the leftmost open column"},
    {"mrv", NQ_VARIABLE_MRV, "the open column with the fewest squares left"},
    {0},
};
static const nq_choice values[] = {
    {"first", NQ_VALUE_FIRST, "rows from 0 on"},
    {"lcv", NQ_VALUE_LCV, "rows that remove the fewest squares from other columns first"},
    {0},
};
static const nq_choice inferences[] = {
    {"none", NQ_INFERENCE_NONE, "nothing"},
    {"forward-checking", NQ_INFERENCE_FORWARD_CHECKING,
     "queens that leave a column without a square"},
    {0},
};

#define AT(member) offsetof(nq_solve_options, backtracking.member)

static const nq_option options[] = {
    {NQ_OPTION_CHOICE, "preset", .key_only = true, .offset = AT(preset), .choices = presets,
     .fallback = "none", .help = "an algorithm as printed"},
    {NQ_OPTION_CHOICE, "variable", .key_only = true, .offset = AT(variable), .choices = variables,
     .only_with = "preset=textbook", .fallback = "first",
     .help = "which column is next, with preset textbook"},
    {NQ_OPTION_CHOICE, "value", .key_only = true, .offset = AT(value), .choices = values,
     .only_with = "preset=textbook", .fallback = "first",
     .help = "which row of it is next, with preset textbook"},
    {NQ_OPTION_CHOICE, "inference", .key_only = true, .offset = AT(inference),
     .choices = inferences, .only_with = "preset=textbook", .fallback = "none",
     .help = "what is excluded after each queen, with preset textbook"},
    {0},
};

static nq_status solve_by_backtracking(nq_task *task, nq_error *error) {
  const nq_backtracking_options *own = &task->options->backtracking;
  bool textbook = own->preset == NQ_BACKTRACKING_PRESET_TEXTBOOK;
  if (!textbook && (own->variable || own->value || own->inference))
    return nq_error_set(error, NQ_BAD_VALUE,
                        "variable, value and inference are options of preset=textbook");
  if (textbook && task->options->proof != NULL)
    return nq_error_set(error, NQ_UNSUPPORTED, "preset textbook writes no proofs");
  return textbook ? nq_textbook_solve(task, error)
                  : nq_search_solve(&nq_search_backtracking, task, error);
}

static nq_status resolve(nq_solve_options *chosen, const nq_instance *instance, nq_error *error) {
  nq_backtracking_options *own = &chosen->backtracking;
  (void)instance;
  (void)error;
  if (own->preset != NQ_BACKTRACKING_PRESET_TEXTBOOK) return NQ_OK;
  if (own->variable == NQ_VARIABLE_AUTO) own->variable = NQ_VARIABLE_FIRST;
  if (own->value == NQ_VALUE_AUTO) own->value = NQ_VALUE_FIRST;
  if (own->inference == NQ_INFERENCE_AUTO) own->inference = NQ_INFERENCE_NONE;
  return NQ_OK;
}

const nq_method nq_method_backtracking = {
    .name = "backtracking",
    .summary = "exact search; any n, fast with few open columns",
    .solve = solve_by_backtracking,
    .options = options,
    .step = "one branch: a queen tried on a square",
    .resolve = resolve,
    .proves = true,
};

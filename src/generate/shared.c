/* What the kinds share: the table of parameters, solutions, random orders, the checker's verdict,
 * and exact search. */
#include "board/board.h"
#include "generate/kinds.h"

#include <stdio.h>
#include <string.h>

/* ---- Parameters ---- */

static const nq_choice families[] = {
    {"completion", 0, NULL}, {"blocked", 1, NULL}, {"diagonals", 2, NULL}, {0}};
static const nq_choice reasons[] = {{"placed", 0, NULL},
                                    {"blocked", 1, NULL},
                                    {"diagonals", 2, NULL},
                                    {"pigeonhole", 3, NULL},
                                    {0}};
static const nq_choice boards_split[] = {{"solutions", 0, NULL}, {"puzzles", 1, NULL}, {0}};
static const nq_choice turns[] = {{"180", 0, NULL}, {"90", 1, NULL}, {0}};
static const nq_choice faults[] = {{"duplicate-row", 0, NULL}, {"diagonal", 1, NULL},
                                   {"out-of-range", 2, NULL},  {"short", 3, NULL},
                                   {"long", 4, NULL},          {0}};

#define AT(parameter) offsetof(nq_generate_options, value[NQ_GENERATE_##parameter])
#define COUNT(parameter, key, value_name, unless, about)                                           \
  [NQ_GENERATE_##parameter] = {NQ_OPTION_COUNT64,        key,                                      \
                               .argument = (value_name), .offset = AT(parameter),                  \
                               .most = UINT64_MAX - 1,   .fallback = (unless),                     \
                               .help = (about)}

/* In the order of nq_generate_parameter. */
const nq_option nq_generate_table[NQ_GENERATE_PARAMETERS + 1] = {
    COUNT(CONFLICTS, "conflicts", "K", "1", "attacking pairs"),
    [NQ_GENERATE_UNIFORM] = {NQ_OPTION_FLAG64, "uniform", .offset = AT(UNIFORM),
                             .help = "make each solution equally likely; n up to 20"},
    COUNT(SHOW, "show", "K", "half of them", "queens shown"),
    COUNT(PLACED, "placed", "M", "where half have a solution", "queens placed"),
    COUNT(BLOCKS, "blocks", "M", "where half have a solution", "squares blocked"),
    COUNT(DIAGONALS, "diagonals", "D", "where half have a solution", "diagonals excluded"),
    COUNT(LEAST, "least", "K", "4, or n/2",
          "leave at least this many squares in each column and row"),
    [NQ_GENERATE_FAMILY] = {NQ_OPTION_CHOICE64, "family", .offset = AT(FAMILY), .choices = families,
                            .fallback = "all in turn", .help = "the kind of instance"},
    [NQ_GENERATE_REASON] = {NQ_OPTION_CHOICE64, "reason", .offset = AT(REASON), .choices = reasons,
                            .fallback = "all in turn", .help = "why there is no solution"},
    [NQ_GENERATE_VERDICT] = {NQ_OPTION_FLAG64, "verdict", .offset = AT(VERDICT),
                             .help = "find out by exact search whether there is a solution"},
    [NQ_GENERATE_TURN] = {NQ_OPTION_CHOICE64, "turn", .offset = AT(TURN), .choices = turns,
                          .fallback = "180", .help = "the rotation that keeps a board, in degrees"},
    [NQ_GENERATE_FAULT] = {NQ_OPTION_CHOICE64, "fault", .offset = AT(FAULT), .choices = faults,
                           .fallback = "all in turn", .help = "what is wrong with a board"},
    COUNT(SWEEPS, "sweeps", "S", "400 + 16000 / n",
          "sweeps of annealing: more come closer to a uniform draw"),
    [NQ_GENERATE_DISTINCT] = {NQ_OPTION_FLAG64, "distinct", .offset = AT(DISTINCT),
                              .help = "with --uniform: never the same board twice"},
    COUNT(REMOVE, "remove", "K", "half of them", "queens removed"),
    COUNT(REMOVE_MOST, "remove-most", "K", "as many as --remove",
          "remove a random number of queens from --remove up to this one"),
    COUNT(COMPLETIONS, "completions", "C", "1000",
          "list all completions of a puzzle with at most this many; of others only their number is "
          "given"),
    [NQ_GENERATE_SPLIT_BY] = {NQ_OPTION_CHOICE64, "split-by", .offset = AT(SPLIT_BY),
                              .choices = boards_split, .fallback = "solutions",
                              .help = "with --split: the boards whose images stay in one part"},
};

const nq_option *nq_generate_option(nq_generate_parameter parameter) {
  return (unsigned)parameter < NQ_GENERATE_PARAMETERS ? &nq_generate_table[parameter] : NULL;
}

nq_status nq_generate_settle(nq_generating *generation, nq_generate_parameter parameter,
                             uint64_t fallback, uint64_t least, uint64_t most, nq_error *error) {
  uint64_t *value = &generation->options.value[parameter];
  if (*value == NQ_GENERATE_DEFAULT) *value = fallback;
  if (*value >= least && *value <= most) return NQ_OK;
  return nq_error_set(error, NQ_BAD_VALUE,
                      "%s: %" PRIu64 " is out of range: it must be %" PRIu64 " to %" PRIu64,
                      nq_generate_table[parameter].name, *value, least, most);
}

/* ---- Small steps ---- */

bool nq_generate_poll(const nq_generating *generation) {
  return nq_watch_poll(generation->watch, (nq_progress){.phase = "generate"});
}

bool nq_generate_poll_at(const nq_making *at, uint64_t i) {
  return i % LOOK_NUMBERS == LOOK_NUMBERS - 1 && nq_generate_poll(at->generation);
}

nq_status nq_generate_no_memory(uint32_t n, nq_error *error) {
  return nq_error_set(error, NQ_NO_MEMORY, "no memory for n = %" PRIu32, n);
}

nq_status nq_generate_require_solution(uint32_t n, nq_error *error) {
  if (n != 2 && n != 3) return NQ_OK;
  return nq_error_set(error, NQ_NONE, "no solution exists for n = %" PRIu32, n);
}

bool nq_generate_report(void *context, const nq_progress *progress) {
  return !nq_watch_poll(context, *progress);
}

bool nq_generate_permutation(nq_making *at, uint32_t *values, uint32_t n) {
  return nq_permutation_draw(values, n, &at->random, &at->look);
}

/* ---- Solutions ---- */

static nq_status solve(const nq_making *at, nq_solve_options *options, uint32_t *rows) {
  nq_result result;
  options->threads = at->generation->solver_threads;
  options->progress = nq_generate_report;
  options->context = at->generation->watch;
  nq_instance *instance = nq_instance_new(at->n);
  if (instance == NULL) return nq_generate_no_memory(at->n, at->error);
  nq_status status = nq_solve_into(instance, options, rows, &result, at->error);
  nq_instance_free(instance);
  if (status != NQ_OK || result.verdict == NQ_SOLVED) return status;
  if (result.verdict == NQ_UNSOLVABLE) return nq_error_set(at->error, NQ_NONE, "%s", result.reason);
  return NQ_END;
}

nq_status nq_generate_solution(nq_making *at, uint32_t *rows) {
  nq_solve_options options;
  nq_solve_options_init(&options);
  options.seed = nq_pcg64_next(&at->random);
  return solve(at, &options, rows);
}

nq_status nq_generate_own(const nq_making *at, const char *method) {
  const nq_generated *item = at->item;
  uint32_t n = at->n, *rows = item->board.rows;
  uint64_t sweeps = item->value[NQ_GENERATE_SWEEPS];
  if (at->generation->solutions != NULL) {
    const uint8_t *from =
        at->generation->solutions + n * (item->index - at->generation->options.first);
    for (uint32_t column = 0; column < n; column++) rows[column] = from[column];
    return NQ_OK;
  }
  nq_solve_options options;
  nq_solve_options_init(&options);
  options.method = method;
  options.seed = item->seed;
  options.stream = item->index;
  if (sweeps != NQ_GENERATE_DEFAULT) options.typical.sweeps = sweeps;
  return solve(at, &options, rows);
}

/* For a board of another length, name that before the checker's reason. */
static void report_length(nq_generated *item) {
  char found[sizeof item->reason];
  if (item->board.n == item->n) return;
  snprintf(found, sizeof found, "%s", item->reason);
  snprintf(item->reason, sizeof item->reason, "%" PRIu32 " rows where n is %" PRIu32 "; %.120s",
           item->board.n, item->n, found);
}

nq_status nq_generate_judge(const nq_making *at) {
  nq_check_report report;
  nq_generated *item = at->item;
  const nq_board *board = &item->board;
  nq_makes makes = at->generation->entry->makes;
  uint64_t goal = item->value[NQ_GENERATE_CONFLICTS];
  nq_status status =
      nq_check_watched(board->rows, board->n, NULL, 1, at->generation->watch, &report, at->error);
  if (status != NQ_OK) return status;
  item->answer = report.valid ? NQ_KNOWN_VALID : NQ_KNOWN_INVALID;
  item->conflicts = report.conflicts;
  nq_check_describe(&report, board->n, NULL, item->reason, sizeof item->reason);
  report_length(item);
  if ((makes == NQ_MAKES_BOARD || (makes == NQ_MAKES_SOLUTION) == report.valid) &&
      (goal == NQ_GENERATE_DEFAULT || goal == report.conflicts))
    return NQ_OK;
  return nq_error_set(at->error, NQ_INTERNAL,
                      "a board of the kind %s has the wrong properties (%s): this is a bug of "
                      "nqueens, please report it",
                      item->kind->name, report.valid ? "it is a solution" : item->reason);
}

/* ---- Exact search ---- */

/* Of all searches together: some seconds. */
#define VERDICT_STEPS 4000000

/* The checker verifies every solution that makes an instance solvable. */
typedef struct witness {
  nq_backtrack_plan plan; /* as the caller gave it */
  nq_status status;
  nq_error error;
} witness;

static bool check_witness(void *context, const uint32_t *rows) {
  witness *seen = context;
  const nq_backtrack_plan *plan = &seen->plan;
  uint32_t n = nq_instance_n(plan->instance);
  nq_check_report report;
  seen->status = nq_check(rows, n, plan->instance, &report, &seen->error);
  if (seen->status == NQ_OK)
    seen->status = nq_report_require_valid(&report, n, plan->instance, &seen->error);
  if (seen->status != NQ_OK) return false;
  return plan->visit == NULL || plan->visit(plan->context, rows);
}

nq_status nq_exact_search(const nq_making *at, nq_backtrack_plan plan,
                          nq_enumerate_result *report) {
  witness seen = {.plan = plan};
  plan.watch = at->generation->watch;
  plan.visit = check_witness;
  plan.context = &seen;
  plan.fail_first = true;
  nq_status status = nq_backtrack_enumerate(&plan, report, at->error);
  if (status != NQ_OK) return status;
  if (seen.status != NQ_OK) return nq_error_pass(at->error, &seen.error);
  return report->end == NQ_ENUMERATE_STOPPED ? NQ_END : NQ_OK;
}

nq_status nq_exact_verdict(const nq_making *at) {
  nq_solve_options solve;
  nq_result result;
  nq_board board = {0};
  nq_generated *item = at->item;
  nq_solve_options_init(&solve);
  solve.method = "auto";
  solve.limits.steps = VERDICT_STEPS;
  solve.progress = nq_generate_report;
  solve.context = at->generation->watch;
  nq_status status = nq_solve(item->instance, &solve, &board, &result, at->error);
  nq_board_release(&board);
  if (status != NQ_OK) return status;
  if (result.interrupted) return NQ_END;
  if (result.verdict == NQ_SOLVED) item->answer = NQ_KNOWN_SOLVABLE;
  if (result.verdict != NQ_UNSOLVABLE) return NQ_OK;
  item->answer = NQ_KNOWN_UNSOLVABLE;
  memcpy(item->reason, result.reason, sizeof item->reason);
  return NQ_OK;
}

/* Recording a run: the traces of methods become boards. */
#include "draw/draw.h"

#include <stdio.h>
#include <string.h>

static const struct {
  const char *name;
  nq_run_kind kind;
} methods[] = {{"min-conflicts", NQ_RUN_STEPS},
               {"genetic", NQ_RUN_GENERATIONS},
               {"backtracking", NQ_RUN_EVENTS},
               {"hill-climbing", NQ_RUN_STEPS},
               {"annealing", NQ_RUN_STEPS}};

#define METHODS (sizeof methods / sizeof *methods)

const char *nq_run_method(size_t i) {
  return i < METHODS ? methods[i].name : NULL;
}

const char *nq_run_noun(const nq_run *run) {
  static const char *const nouns[] = {
      [NQ_RUN_STEPS] = "step", [NQ_RUN_GENERATIONS] = "generation", [NQ_RUN_EVENTS] = "event"};
  return nouns[run->kind];
}

/* Counted from scratch: n is at most 64. */
uint64_t nq_run_value(const nq_run *run, size_t board) {
  const uint32_t *rows = run->rows + board * run->n;
  uint64_t conflicts = 0, queens = 0;
  if (run->kind == NQ_RUN_GENERATIONS) return run->notes[board].best;
  for (uint32_t b = 0; b < run->n; b++) {
    queens += rows[b] != NQ_EMPTY;
    for (uint32_t a = 0; a < b; a++)
      conflicts += rows[a] != NQ_EMPTY && rows[b] != NQ_EMPTY &&
                   (rows[a] == rows[b] || a + rows[a] == b + rows[b] || a + rows[b] == b + rows[a]);
  }
  return run->kind == NQ_RUN_EVENTS ? queens : conflicts;
}

/* Add a board while there is room. */
static void keep(nq_run *run, const uint32_t *rows, nq_run_note note) {
  if (run->boards == run->room) return;
  memcpy(run->rows + run->boards * run->n, rows, run->n * sizeof *rows);
  run->notes[run->boards++] = note;
}

static void keep_step(void *run, const nq_step_state *state) {
  keep(run, state->rows, (nq_run_note){.restart = state->restart});
}

static void keep_generation(void *recording, const nq_generation *generation) {
  nq_run *run = recording;
  if (run->boards < run->room) nq_page_add_birth(&run->births, generation);
  keep(run, generation->rows,
       (nq_run_note){.restart = generation->restart,
                     .best = generation->best_conflicts,
                     .worst = generation->worst_conflicts,
                     .mean = generation->mean_conflicts,
                     .diversity = generation->diversity});
}

static void keep_event(void *run, const nq_branch_state *state) {
  char event = state->event == NQ_BRANCH_REFUSE      ? 'r'
               : state->event == NQ_BRANCH_TAKE_BACK ? 't'
               : state->forced                       ? 'f'
                                                     : 'p';
  keep(run, state->rows,
       (nq_run_note){
           .restart = state->restart, .event = event, .column = state->column, .row = state->row});
}

static void keep_placed(nq_run *run, const nq_instance *instance) {
  uint32_t rows[NQ_DRAW_RUN_N_MAX];
  for (uint32_t column = 0; column < run->n; column++)
    rows[column] = nq_instance_placed_row(instance, column);
  keep(run, rows, (nq_run_note){0});
}

/* A trace may end before the solution, where no search was needed. */
static void keep_solution(nq_run *run, const uint32_t *rows) {
  size_t size = run->n * sizeof *rows;
  nq_run_note note = {.event = 's'};
  if (run->boards > 0) {
    if (memcmp(run->rows + (run->boards - 1) * run->n, rows, size) == 0) return;
    note = run->notes[run->boards - 1];
    note.event = 's';
    note.best = 0;
  }
  keep(run, rows, note);
}

static bool has_room(void *recording, const nq_progress *progress) {
  const nq_run *run = recording;
  (void)progress;
  return run->boards < run->room;
}

static nq_status find_kind(nq_run *run, const char *method, nq_error *error) {
  for (size_t i = 0; i < METHODS; i++)
    if (strcmp(method, methods[i].name) == 0) {
      run->kind = methods[i].kind;
      return NQ_OK;
    }
  return nq_error_set(error, NQ_UNSUPPORTED, "runs of %s cannot be watched", method);
}

/* One thread: traces need that. */
static void set_traces(nq_run *run, nq_solve_options *options) {
  options->threads = 1;
  options->progress = has_room;
  options->context = run;
  options->min_conflicts.trace = keep_step;
  options->genetic.trace = keep_generation;
  options->backtracking.trace = keep_event;
  options->hill_climbing.trace = options->annealing.trace = keep_step;
  options->min_conflicts.trace_context = options->genetic.trace_context =
      options->backtracking.trace_context = options->hill_climbing.trace_context =
          options->annealing.trace_context = run;
  if (run->kind == NQ_RUN_STEPS) options->limits.steps = run->room > 1 ? run->room - 1 : 1;
}

static nq_status record_solve(nq_run *run, const nq_instance *instance,
                              const nq_solve_options *options, nq_error *error) {
  nq_board board = {0};
  nq_result result = {.verdict = NQ_UNKNOWN};
  if (run->kind == NQ_RUN_EVENTS) keep_placed(run, instance);
  nq_status status = nq_solve(instance, options, &board, &result, error);
  run->verdict = result.verdict;
  if (status == NQ_OK && result.verdict == NQ_SOLVED) keep_solution(run, board.rows);
  nq_board_release(&board);
  if (status != NQ_OK) return status;
  if (result.verdict == NQ_UNKNOWN)
    snprintf(run->reason, sizeof run->reason, "not solved in the first %zu %ss", run->boards - 1,
             nq_run_noun(run));
  else
    memcpy(run->reason, result.reason, sizeof run->reason);
  if (result.verdict == NQ_SOLVED || run->boards > (run->kind == NQ_RUN_EVENTS)) return NQ_OK;
  return nq_error_set(error, NQ_UNSUPPORTED, "there is no run to draw: %s", result.reason);
}

nq_status nq_run_record(nq_run *run, const nq_instance *instance, const nq_solve_options *options,
                        size_t room, nq_error *error) {
  nq_solve_options traced = *options;
  *run = (nq_run){.n = nq_instance_n(instance), .room = room, .seed = options->seed};
  if (run->n > NQ_DRAW_RUN_N_MAX)
    return nq_error_set(error, NQ_BAD_VALUE,
                        "a run is drawn on up to %d columns, but the instance has %" PRIu32,
                        NQ_DRAW_RUN_N_MAX, run->n);
  if (traced.method == NULL) traced.method = nq_method_default(instance);
  nq_status status = find_kind(run, traced.method, error);
  if (status != NQ_OK) return status;
  nq_solve_options_text(&traced, run->method, sizeof run->method);
  run->rows = nq_memory_new((uint64_t)room * run->n, sizeof *run->rows);
  run->notes = nq_memory_new(room, sizeof *run->notes);
  if (run->rows == NULL || run->notes == NULL)
    return nq_error_set(error, NQ_NO_MEMORY, "no memory for the run");
  set_traces(run, &traced);
  return record_solve(run, instance, &traced, error);
}

void nq_run_release(nq_run *run) {
  nq_memory_free(run->rows, (uint64_t)run->room * run->n, sizeof *run->rows);
  nq_memory_free(run->notes, run->room, sizeof *run->notes);
  nq_bytes_release(&run->births);
  *run = (nq_run){0};
}

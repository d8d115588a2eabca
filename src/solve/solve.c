/* The table of methods, and the work common to all methods: instances that need no search, limits,
 * and the checker, which every solution must pass. */
#include "board/board.h"
#include "exact/exact.h"
#include "exact/sat_proof.h"
#include "genetic/genetic.h"
#include "local/local.h"
#include "sampling/sampling.h"
#include "solve/parts.h"

#include <stdio.h>
#include <string.h>

static const nq_method *const methods[] = {
    &nq_method_min_conflicts, &nq_method_auto,      &nq_method_genetic,   &nq_method_backtracking,
#ifdef NQ_HAVE_CADICAL
    &nq_method_sat,
#endif
    &nq_method_hill_climbing, &nq_method_annealing, &nq_method_construct, &nq_method_typical,
};

enum { METHODS = sizeof methods / sizeof *methods }; /* NOLINT(bugprone-sizeof-expression) */

const char *nq_method_name(size_t i) {
  return i < METHODS ? methods[i]->name : NULL;
}

const char *nq_method_summary(size_t i) {
  return i < METHODS ? methods[i]->summary : NULL;
}

const char *nq_method_step(size_t i) {
  return i < METHODS ? methods[i]->step : NULL;
}

const char *nq_method_default(const nq_instance *instance) {
  return nq_instance_is_plain(instance) ? nq_method_min_conflicts.name : nq_method_auto.name;
}

static const nq_method *find_method(const char *name) {
  if (name == NULL) return methods[0];
  for (size_t i = 0; i < METHODS; i++)
    if (strcmp(methods[i]->name, name) == 0) return methods[i];
  return NULL;
}

void nq_solve_options_init(nq_solve_options *options) {
  *options = (nq_solve_options){.threads = 1,
                                .min_conflicts = NQ_MIN_CONFLICTS_DEFAULTS,
                                .genetic = NQ_GENETIC_DEFAULTS,
                                .hill_climbing = NQ_HILL_CLIMBING_DEFAULTS,
                                .annealing = NQ_ANNEALING_DEFAULTS};
}

/* ---- Options by name ---- */

const nq_option *nq_method_option(const char *name, size_t i) {
  const nq_method *method = find_method(name);
  const nq_option *option = method != NULL ? method->options : NULL;
  while (option != NULL && option->name != NULL && i > 0) i--, option++;
  return option != NULL && option->name != NULL ? option : NULL;
}

static nq_status refuse_method(const char *text, nq_error *error) {
  char list[200] = "", name[61];
  snprintf(name, sizeof name, "%.*s", (int)(strcspn(text, ":") < 60 ? strcspn(text, ":") : 60),
           text);
  nq_nearest nearest = {.word = name};
  for (size_t i = 0; i < METHODS; i++) {
    nq_nearest_offer(&nearest, methods[i]->name);
    nq_text_add(list, sizeof list,
                i == 0             ? "%s"
                : i + 1 == METHODS ? " or %s"
                                   : ", %s",
                methods[i]->name);
  }
  if (nearest.name != NULL)
    return nq_error_set(error, NQ_BAD_VALUE, "there is no method '%s': did you mean '%s'?", name,
                        nearest.name);
  return nq_error_set(error, NQ_BAD_VALUE, "there is no method '%s': it must be %s", name, list);
}

/* Refuse the first key that the method lacks and another one has: name that one. */
static nq_status check_keys(const nq_method *method, const char *text, nq_error *error) {
  for (const char *at = text; at != NULL; at = strchr(at, ',')) {
    char key[40];
    if (*at == ',') at++;
    snprintf(key, sizeof key, "%.*s", (int)strcspn(at, "=,"), at);
    if (nq_option_find(method->options, key) != NULL) continue;
    for (size_t i = 0; i < METHODS; i++)
      if (nq_option_find(methods[i]->options, key) != NULL)
        return nq_error_set(error, NQ_BAD_VALUE, "%s has no option '%s': it is one of %s",
                            method->name, key, methods[i]->name);
  }
  return NQ_OK;
}

nq_status nq_solve_options_set(nq_solve_options *options, const char *text, nq_error *error) {
  nq_solve_options defaults;
  nq_solve_options_init(&defaults);
  size_t length = strcspn(text, ":");
  for (size_t i = 0; i < METHODS; i++) {
    if (strlen(methods[i]->name) != length || strncmp(methods[i]->name, text, length) != 0)
      continue;
    options->method = methods[i]->name;
    if (text[length] == '\0') return NQ_OK;
    nq_status status = check_keys(methods[i], text + length + 1, error);
    if (status != NQ_OK) return status;
    return nq_options_set(methods[i]->options, methods[i]->name, text + length + 1, options,
                          &defaults, false, error);
  }
  return refuse_method(text, error);
}

void nq_solve_options_text(const nq_solve_options *options, char *text, size_t size) {
  nq_solve_options defaults;
  nq_solve_options_init(&defaults);
  const nq_method *method = find_method(options->method);
  size_t length = (size_t)snprintf(text, size, "%s:", method != NULL ? method->name : "");
  if (length < size && method != NULL)
    nq_options_format(method->options, options, &defaults, text + length, size - length);
  if (length < size && text[length] == '\0') text[length - 1] = '\0'; /* no colon for nothing */
}

nq_status nq_solve_options_resolve(nq_solve_options *options, const nq_instance *instance,
                                   nq_error *error) {
  const nq_method *method =
      find_method(options->method != NULL ? options->method : nq_method_default(instance));
  if (method == NULL)
    return nq_error_set(error, NQ_BAD_VALUE, "there is no method '%s'", options->method);
  options->method = method->name;
  nq_status status = nq_options_require(method->options, options, error);
  return status == NQ_OK && method->resolve != NULL ? method->resolve(options, instance, error)
                                                    : status;
}

/* The searches of auto run with their defaults: an option of theirs would be ignored. */
static nq_status refuse_options(const nq_solve_options *options, nq_error *error) {
  nq_solve_options defaults;
  nq_solve_options_init(&defaults);
  for (size_t i = 0; i < METHODS; i++) {
    char text[1024] = "";
    if (methods[i]->options == NULL) continue;
    nq_options_format(methods[i]->options, options, &defaults, text, sizeof text);
    if (text[0] != '\0')
      return nq_error_set(error, NQ_BAD_VALUE, "the method auto has no option %.60s: %s has", text,
                          methods[i]->name);
  }
  const char *traced = options->min_conflicts.trace != NULL   ? nq_method_min_conflicts.name
                       : options->genetic.trace != NULL       ? nq_method_genetic.name
                       : options->backtracking.trace != NULL  ? nq_method_backtracking.name
                       : options->hill_climbing.trace != NULL ? nq_method_hill_climbing.name
                       : options->annealing.trace != NULL     ? nq_method_annealing.name
                                                              : NULL;
  if (traced == NULL) return NQ_OK;
  return nq_error_set(error, NQ_BAD_VALUE, "the method auto cannot be traced: take %s", traced);
}

/* The start board is needed to the end, and must not be written over. */
static nq_status require_apart(const uint32_t *from, const uint32_t *rows, uint32_t n,
                               nq_error *error) {
  uintptr_t size = (uintptr_t)n * sizeof *rows, a = (uintptr_t)from, b = (uintptr_t)rows;
  if (from == NULL || rows == NULL || (a > b ? a - b : b - a) >= size) return NQ_OK;
  return nq_error_set(error, NQ_BAD_VALUE,
                      "the start board is in the memory of the solution: copy it first");
}

static nq_status require_options(const nq_solve_options *options, const nq_method *method,
                                 uint32_t n, const uint32_t *rows, nq_error *error) {
  nq_status status = nq_solve_require(options, error);
  if (status != NQ_OK) return status;
  if (options->proof != NULL && !method->proves)
    return nq_error_set(error, NQ_UNSUPPORTED,
                        "only the methods auto, backtracking and sat write proofs");
  if (options->from != NULL && !method->starts)
    return nq_error_set(error, NQ_UNSUPPORTED,
                        "only the methods min-conflicts and genetic start from a board");
  status = nq_options_require(method->options, options, error);
  if (status == NQ_OK) status = nq_keep_require(options, n, error);
  if (status == NQ_OK && method == &nq_method_auto) status = refuse_options(options, error);
  return status == NQ_OK ? require_apart(options->from, rows, n, error) : status;
}

/* NQ_NONE, and the reason in the error, for instances that have no solution without a search.
 * Boards of 2 and 3 have none, whatever the restrictions; where a proof is wanted, a search finds
 * it. */
static nq_status decide(const nq_instance *instance, const nq_solve_options *options,
                        nq_error *error) {
  uint32_t n = nq_instance_n(instance);
  if ((n == 2 || n == 3) && options->proof == NULL)
    return nq_error_set(error, NQ_NONE, "no solution exists for n = %" PRIu32, n);
  if (!nq_instance_contradiction(instance, error))
    return nq_sat_proof_try_shortage(options->proof, instance, error);
  nq_status status = nq_sat_proof_write_contradiction(options->proof, instance, error);
  return status == NQ_OK ? NQ_NONE : status;
}

/* Check the board.  If the check is stopped, the verdict becomes unknown. */
static nq_status check_solution(const nq_task *task, nq_error *error) {
  double begin = nq_clock();
  nq_check_report report;
  nq_status status = nq_check_watched(task->rows, task->n, task->instance, task->options->threads,
                                      task->watch, &report, error);
  task->result->seconds_check = nq_clock() - begin;
  if (status == NQ_END) nq_result_unknown(task->result, task->watch, "");
  if (status != NQ_OK) return status == NQ_END ? NQ_OK : status;
  return nq_report_require_valid(&report, task->n, task->instance, error);
}

static nq_status require_instance(const nq_method *method, const nq_instance *instance,
                                  nq_error *error) {
  uint32_t n = nq_instance_n(instance);
  if (method->plain_only && !nq_instance_is_plain(instance))
    return nq_error_set(error, NQ_UNSUPPORTED,
                        "the method %s knows only plain boards: this instance has placed queens, "
                        "blocked squares or excluded diagonals; use auto",
                        method->name);
  if (method->n_most == 0 || n <= method->n_most) return NQ_OK;
  return nq_error_set(error, NQ_UNSUPPORTED,
                      "n = %" PRIu32 " is over %" PRIu32 ", the largest board of the method %s; "
                      "use backtracking or min-conflicts",
                      n, method->n_most, method->name);
}

/* Find the method, unless the instance needs none: NQ_NONE. */
static nq_status choose_method(const nq_instance *instance, const nq_solve_options *options,
                               const uint32_t *rows, const nq_method **method, nq_error *error) {
  const char *name = options->method != NULL ? options->method : nq_method_default(instance);
  *method = find_method(name);
  if (*method == NULL) return refuse_method(name, error);
  nq_status status = require_options(options, *method, nq_instance_n(instance), rows, error);
  if (status != NQ_OK) return status;
  status = decide(instance, options, error);
  return status == NQ_OK ? require_instance(*method, instance, error) : status;
}

static nq_status run_method(const nq_method *method, const nq_instance *instance,
                            const nq_solve_options *options, uint32_t *rows, uint64_t row_bytes,
                            nq_result *result, nq_error *error) {
  nq_watch watch;
  nq_watch_init(&watch, options->limits.seconds, options->progress, options->context);
  nq_task task = {.instance = instance,
                  .options = options,
                  .watch = &watch,
                  .n = nq_instance_n(instance),
                  .rows = rows,
                  .row_bytes = row_bytes,
                  .result = result,
                  .improver = &nq_improver_min_conflicts};
  nq_status status = method->solve(&task, error);
  if (status == NQ_OK && result->verdict == NQ_SOLVED) {
    result->conflicts = 0;
    if (options->from != NULL) status = nq_keep_queens(&task, error);
    if (status == NQ_OK) status = check_solution(&task, error);
    uint64_t check_bytes = nq_check_bytes(task.n, options->threads);
    if (check_bytes > result->memory_bytes) result->memory_bytes = check_bytes;
  }
  result->seconds_total = nq_clock() - watch.begin;
  nq_watch_release(&watch);
  return status;
}

/* On the rows, or on those that the board gets.  NQ_NONE: there is no solution. */
static nq_status search(const nq_instance *instance, const nq_solve_options *options,
                        uint32_t *rows, nq_board *board, nq_result *result, nq_error *error) {
  const nq_method *method;
  uint32_t n = nq_instance_n(instance);
  uint64_t bytes = board != NULL ? (uint64_t)n * sizeof *rows : 0;
  nq_status status = choose_method(instance, options, rows, &method, error);
  if (status != NQ_OK) return status;
  if (board != NULL) {
    status = nq_memory_require(bytes + nq_check_bytes(n, 1), "the board with its check", error);
    if (status == NQ_OK) status = nq_board_reserve(board, n, error);
    if (status != NQ_OK) return status;
    rows = board->rows;
  }
  status = run_method(method, instance, options, rows, bytes, result, error);
  result->memory_bytes += bytes;
  if (board != NULL && (status != NQ_OK || result->verdict != NQ_SOLVED)) nq_board_release(board);
  return status;
}

static nq_status solve(const nq_instance *instance, const nq_solve_options *options, uint32_t *rows,
                       nq_board *board, nq_result *result, nq_error *error) {
  nq_error why = {0};
  *result = (nq_result){.verdict = NQ_UNKNOWN, .conflicts = UINT64_MAX};
  nq_status status = search(instance, options, rows, board, result, &why);
  if (status == NQ_NONE) {
    result->verdict = NQ_UNSOLVABLE;
    memcpy(result->reason, why.message, sizeof result->reason - 1);
    return NQ_OK;
  }
  if (status != NQ_OK) nq_error_pass(error, &why);
  return status;
}

nq_status nq_solve_into(const nq_instance *instance, const nq_solve_options *options,
                        uint32_t *rows, nq_result *result, nq_error *error) {
  return solve(instance, options, rows, NULL, result, error);
}

nq_status nq_solve(const nq_instance *instance, const nq_solve_options *options, nq_board *board,
                   nq_result *result, nq_error *error) {
  return solve(instance, options, NULL, board, result, error);
}

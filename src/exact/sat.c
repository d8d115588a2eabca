/* The CNF of an instance, and CaDiCaL.
 *
 * MODEL.  A variable for every square that is not forbidden, true where a queen stands.  Forbidden
 * squares have none.
 *
 *     every column and row   at least one   a clause of its squares
 *                            at most one
 *     every diagonal         at most one
 *
 * At most one of several literals: the product encoding (core/product.c).
 *
 * The squares are numbered in an order drawn by the seed, which makes CaDiCaL find different
 * solutions. */
#include "exact/exact.h"

#ifdef NQ_HAVE_CADICAL
#include "core/product.h"
#include "exact/sat_proof.h"

#include <ccadical.h>
#include <stdio.h>
#include <stdlib.h>

/* Literals added between polls of the watch: a few milliseconds. */
#define LITERALS_BETWEEN 4096

/* The time that freeing the clauses takes, which CaDiCaL does not do in pieces, in parts of that of
 * adding them: .15 to .25 for n = 500 to 2048. */
#define FREEING .25

/* Results of ccadical_solve. */
enum { SAT_UNKNOWN = 0, SAT_SOLVED = 10, SAT_UNSOLVABLE = 20 };

/* The largest value of CaDiCaL's option `seed`. */
#define SEED_MAX 2000000000

typedef struct formula {
  CCaDiCaL *solver;
  uint32_t n;
  int32_t *variables; /* by column * n + row; 0: forbidden */
  int variables_used;
  uint64_t clauses, clauses_most;    /* most: those of a plain board */
  uint64_t learned, learned_most;    /* most: a limit too large for CaDiCaL */
  uint64_t literals, literals_pause; /* added; number at the next poll of the watch */
  bool stopped;                      /* by the watch: no more clauses are added */
  int answer;                        /* of CaDiCaL */
  double began, seconds_start;       /* building; its time */
  const nq_task *task;
  nq_sat_proof *proof; /* or NULL */
} formula;

/* ---- Clauses ---- */

/* Poll the watch now and then: a large formula takes seconds. */
static bool is_stopped(formula *cnf, size_t literals) {
  cnf->literals += literals;
  if (cnf->literals >= cnf->literals_pause) {
    cnf->literals_pause = cnf->literals + LITERALS_BETWEEN;
    nq_progress progress = {
        .phase = "encode", .done = cnf->clauses, .total = cnf->clauses_most, .unit = "clauses"};
    nq_watch_reserve(cnf->task->watch, FREEING * (nq_clock() - cnf->began));
    cnf->stopped = nq_watch_poll(cnf->task->watch, progress);
  }
  return cnf->stopped;
}

static void add_clause(formula *cnf, const int *literals, size_t count) {
  if (is_stopped(cnf, count)) return;
  for (size_t i = 0; i < count; i++) ccadical_add(cnf->solver, literals[i]);
  ccadical_add(cnf->solver, 0);
  nq_sat_proof_clause(cnf->proof, literals, count);
  cnf->clauses++;
}

static int add_variable(void *context) {
  formula *cnf = context;
  return ++cnf->variables_used;
}

static void add_pair(void *context, int first, int second) {
  const int literals[] = {first, second};
  add_clause(context, literals, 2);
}

static void add_implications(void *context, int x, int first, int second) {
  add_pair(context, -x, first);
  add_pair(context, -x, second);
}

static const nq_product by_product = {.pairwise = 5,
                                      .wide = true,
                                      .variable = add_variable,
                                      .pair = add_pair,
                                      .imply = add_implications};

/* literals[count ..] has room for the new variables. */
static void add_at_most_one(formula *cnf, int *literals, size_t count) {
  nq_product product = by_product;
  product.context = cnf;
  nq_product_visit(&product, literals, count);
}

static uint64_t count_at_most_one(size_t count) {
  uint64_t variables = 0, clauses = 0;
  nq_product_count(&by_product, count, &variables, &clauses);
  return clauses;
}

/* The clauses of a plain board. */
static uint64_t count_clauses(uint32_t n) {
  uint64_t longest = count_at_most_one(n), clauses = 2 * n * (1 + longest) + 2 * longest;
  for (uint32_t length = 1; length < n; length++) clauses += 4 * count_at_most_one(length);
  return clauses;
}

/* ---- Lines ---- */

/* The line from (column, row) on, in steps of (1, 0), (0, 1), (1, 1) or (1, -1).  `room` is for its
 * literals and those of the grids made from it. */
static void add_line(formula *cnf, int64_t column, int64_t row, int64_t right, int64_t down,
                     int *room) {
  size_t count = 0;
  int64_t n = cnf->n;
  const bool diagonal = right != 0 && down != 0;
  for (; column < n && row < n && row >= 0; column += right, row += down) {
    int variable = cnf->variables[column * n + row];
    if (variable != 0) room[count++] = variable;
  }
  if (!diagonal) add_clause(cnf, room, count);
  add_at_most_one(cnf, room, count);
}

static void add_lines(formula *cnf, int *room) {
  int64_t last = (int64_t)cnf->n - 1;
  for (int64_t i = 0; i <= last; i++) {
    add_line(cnf, i, 0, 0, 1, room);
    add_line(cnf, 0, i, 1, 0, room);
  }
  for (int64_t i = 0; i <= last; i++) {
    add_line(cnf, 0, i, 1, 1, room);
    add_line(cnf, 0, i, 1, -1, room);
    if (i == 0) continue;
    add_line(cnf, i, 0, 1, 1, room);
    add_line(cnf, i, last, 1, -1, room);
  }
}

/* Number the allowed squares in random order. */
static bool number_squares(formula *cnf, const nq_domain *domain, nq_pcg64 *random) {
  uint32_t n = cnf->n, count = 0;
  uint32_t *squares = nq_memory_new((uint64_t)n * n, sizeof *squares);
  if (squares == NULL) return false;
  for (uint32_t column = 0; column < n; column++)
    for (uint32_t row = 0; row < n; row++)
      if (domain_allows(domain, column, row)) squares[count++] = column * n + row;
  nq_pcg64_shuffle(random, squares, count);
  for (uint32_t i = 0; i < count; i++) cnf->variables[squares[i]] = ++cnf->variables_used;
  nq_memory_free(squares, (uint64_t)n * n, sizeof *squares);
  return true;
}

/* ---- The run ---- */

static int must_stop(void *context) {
  const formula *cnf = context;
  if (cnf->learned >= cnf->learned_most || nq_sat_proof_failed(cnf->proof)) return true;
  nq_progress progress = {.phase = "search", .done = cnf->learned, .unit = "conflicts"};
  return nq_watch_poll(cnf->task->watch, progress);
}

static void note_clause(void *context, int *clause) {
  formula *cnf = context;
  bool empty = clause[0] == 0; /* the end of the proof, which closing it writes */
  if (cnf->proof != NULL && !empty) nq_sat_proof_learned(cnf->proof, clause);
  cnf->learned++;
}

/* These steps derive or delete clauses without reporting them.  With them off, a proof is the list
 * of clauses learned from conflicts, each of which follows by unit propagation.  Names that a
 * version does not know have no effect. */
static void derive_in_sight(CCaDiCaL *solver) {
  static const char *const hidden[] = {
      "block", "compact", "condition", "cover",    "decompose", "elim", "lucky",
      "probe", "subsume", "ternary",   "transred", "vivify",    "otfs", "inprocessing"};
  for (size_t i = 0; i < sizeof hidden / sizeof *hidden; i++)
    ccadical_set_option(solver, hidden[i], 0);
}

static bool open_solver(formula *cnf) {
  const nq_solve_options *options = cnf->task->options;
  cnf->solver = ccadical_init();
  if (cnf->solver == NULL) return false;
  int seed = (int)((options->seed + options->stream) % SEED_MAX);
  ccadical_set_option(cnf->solver, "quiet", 1);
  ccadical_set_option(cnf->solver, "seed", seed);
  if (cnf->proof != NULL) derive_in_sight(cnf->solver);
  ccadical_set_terminate(cnf->solver, cnf, must_stop);
  ccadical_set_learn(cnf->solver, cnf, INT32_MAX, note_clause);
  return true;
}

static nq_status build(formula *cnf, nq_error *error) {
  nq_domain domain;
  nq_pcg64 random;
  uint64_t squares = (uint64_t)cnf->n * cnf->n;
  cnf->began = nq_clock();
  nq_status status = nq_domain_init(&domain, cnf->task->instance, error);
  nq_pcg64_seed(&random, cnf->task->options->seed, cnf->task->options->stream);
  int *room = calloc((size_t)4 * cnf->n + 16, sizeof *room);
  cnf->variables = nq_memory_new(squares, sizeof *cnf->variables);
  if (status == NQ_OK && room != NULL && cnf->variables != NULL &&
      number_squares(cnf, &domain, &random) && open_solver(cnf))
    add_lines(cnf, room);
  else if (status == NQ_OK)
    status = nq_error_set(error, NQ_NO_MEMORY, "no memory for the variables of %" PRIu64 " squares",
                          squares);
  free(room);
  nq_domain_release(&domain);
  cnf->seconds_start = nq_clock() - cnf->began;
  return status;
}

/* ---- The search ---- */

/* With more open squares the formula takes over half a gigabyte: as one of several searches it is
 * left out. */
#define OPEN_SQUARES_MAX (UINT64_C(1) << 19)

/* Measured on blocked boards of n = 28 to 80 and plain boards to n = 1000. */
static bool estimate_sat(const nq_task *task, nq_search_cost *cost) {
  uint64_t n = task->n, placed = nq_instance_placed_count(task->instance);
  uint64_t open = placed < n ? n - placed : 0;
  cost->start = 3000 * open * open + 16 * n * n;
  cost->step = 20000 + 3000 * open;
  return n <= NQ_SAT_N_MAX && open * open <= OPEN_SQUARES_MAX &&
         !nq_sat_proof_is_linear(task->options->proof);
}

static void end_sat(void *ended) {
  formula *cnf = ended;
  (void)nq_sat_proof_close(cnf->proof, false, 0, NULL);
  if (cnf->solver != NULL) {
    ccadical_set_terminate(cnf->solver, NULL, NULL);
    ccadical_set_learn(cnf->solver, NULL, 0, NULL);
    ccadical_release(cnf->solver);
  }
  nq_memory_free(cnf->variables, (uint64_t)cnf->n * cnf->n, sizeof *cnf->variables);
  free(cnf);
}

static nq_status begin_sat(const nq_task *task, void **begun, nq_error *error) {
  formula *cnf = calloc(1, sizeof *cnf);
  *begun = NULL;
  if (cnf == NULL) return nq_error_set(error, NQ_NO_MEMORY, "no memory for the search");
  cnf->task = task;
  cnf->n = task->n;
  cnf->clauses_most = count_clauses(task->n);
  nq_status status =
      nq_sat_proof_is_linear(task->options->proof)
          ? nq_error_set(error, NQ_UNSUPPORTED,
                         "sat writes proofs in DRAT only, not in VeriPB's format (.pbp): give "
                         "another suffix, or take backtracking")
          : nq_sat_proof_open(task->options->proof, task->instance, &cnf->proof, error);
  if (status == NQ_OK)
    *begun = cnf;
  else
    end_sat(cnf);
  return status;
}

static nq_status run_sat(void *running, uint64_t steps, nq_verdict *verdict, nq_error *error) {
  formula *cnf = running;
  nq_status status = cnf->solver == NULL ? build(cnf, error) : NQ_OK;
  *verdict = NQ_UNKNOWN;
  if (status != NQ_OK || cnf->stopped) return status;
  cnf->learned_most = UINT64_MAX;
  if (steps > INT32_MAX && steps < UINT64_MAX - cnf->learned)
    cnf->learned_most = cnf->learned + steps;
  else if (steps > 0)
    ccadical_limit(cnf->solver, "conflicts", (int)steps);
  cnf->answer = ccadical_solve(cnf->solver);
  if (cnf->answer == SAT_SOLVED) *verdict = NQ_SOLVED;
  if (cnf->answer == SAT_UNSOLVABLE) *verdict = NQ_UNSOLVABLE;
  if (nq_sat_proof_failed(cnf->proof))
    return nq_error_set(error, NQ_IO, "%s: the proof cannot be written", cnf->task->options->proof);
  return NQ_OK;
}

static void report_sat(const void *reported, nq_result *result) {
  const formula *cnf = reported;
  result->steps = cnf->learned;
  result->seconds_start = cnf->seconds_start;
  result->memory_bytes =
      (uint64_t)cnf->n * cnf->n * 2 * sizeof(int32_t) + nq_domain_bytes(cnf->task->instance);
  nq_result_count(result, "variables", (double)cnf->variables_used);
  nq_result_count(result, "clauses", (double)cnf->clauses);
  if (cnf->answer != SAT_UNSOLVABLE) return;
  snprintf(result->reason, sizeof result->reason,
           "no solution exists: CaDiCaL refuted the instance, with %" PRIu64 " clause%s learned",
           cnf->learned, nq_plural(cnf->learned));
}

static void take_sat_rows(const void *solved, uint32_t *rows) {
  const formula *cnf = solved;
  uint32_t n = cnf->n;
  for (uint32_t column = 0; column < n; column++)
    for (uint32_t row = 0; row < n; row++) {
      int variable = cnf->variables[column * n + row];
      if (variable != 0 && ccadical_val(cnf->solver, variable) > 0) rows[column] = row;
    }
}

static nq_status finish_sat(void *refuted, nq_error *error) {
  formula *cnf = refuted;
  nq_sat_proof *proof = cnf->proof;
  cnf->proof = NULL;
  return nq_sat_proof_close(proof, true, cnf->variables_used, error);
}

const nq_search_kind nq_search_sat = {"sat",      estimate_sat,  begin_sat,  run_sat,
                                      report_sat, take_sat_rows, finish_sat, end_sat};

static nq_status solve_by_sat(nq_task *task, nq_error *error) {
  return nq_search_solve(&nq_search_sat, task, error);
}

const nq_method nq_method_sat = {
    .name = "sat",
    .summary = "exact, by the SAT solver CaDiCaL; n up to 2048",
    .n_most = NQ_SAT_N_MAX,
    .solve = solve_by_sat,
    .step = "one clause learned from a conflict",
    .proves = true,
};

#endif

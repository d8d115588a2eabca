/* Instances with a proof that they have no solution.
 *
 * MODEL.  Reasons placed, blocked and diagonals: a random list (sample.c) of items that do not
 * conflict is cut off after the first item that removes the last solution.
 *
 *     first 0 .. t - 1 items   solvable, or not decided within a limit of the search
 *     first t items            no solution: all possibilities were searched
 *
 * More items can only remove solutions, so t is found by bisection.  Lists that propagation alone
 * refutes are rejected: lists are drawn until the proof takes at least one decision.
 *
 * Reason pigeonhole: s + 1 columns have squares in the same s rows only.  A counting argument
 * proves it without diagonals; it is hard for solvers that only resolve clauses. */
#include "board/domain.h"
#include "core/core.h"
#include "exact/backtracking.h"
#include "generate/kinds.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { REASON_PIGEONHOLE = NQ_FAMILIES, REASONS };

#define CUT_BRANCHES 20000
#define CUT_TRIES    64
#define PIGEONHOLE_N 4096
#define HOLES_MOST   12

nq_status nq_unsolvable_prepare(nq_generating *generation, nq_error *error) {
  uint32_t n = generation->options.n;
  uint64_t reason = generation->options.value[NQ_GENERATE_REASON];
  uint32_t most = reason == REASON_PIGEONHOLE ? PIGEONHOLE_N : NQ_BACKTRACK_N_MAX;
  if (n == 1)
    return nq_error_set(error, NQ_NONE,
                        "a board of one square has a solution unless that square is forbidden: n "
                        "must be 2 or more");
  if (n < 4 && reason == REASON_PIGEONHOLE)
    return nq_error_set(error, NQ_UNSUPPORTED, "pigeonhole: n must be 4 to %d", PIGEONHOLE_N);
  if (n <= most) return NQ_OK;
  return nq_error_set(error, NQ_UNSUPPORTED, "n = %" PRIu32 " is over %" PRIu32 ": %s", n, most,
                      most == PIGEONHOLE_N ? "the most for pigeonhole"
                                           : "the proof is by exact search; --reason pigeonhole "
                                             "goes up to 4096");
}

/* ---- Lists that are cut off ---- */

static nq_status decide_prefix(const nq_generating *generation, const nq_sample *sample,
                               uint64_t count, nq_instance **instance, nq_exact *exact,
                               nq_error *error) {
  nq_status status = nq_sample_build(generation, sample, count, instance, error);
  if (status != NQ_OK) return status;
  status = nq_exact_count(generation, *instance, 1, CUT_BRANCHES, exact, error);
  if (status == NQ_OK && exact->answer == NQ_KNOWN_UNSOLVABLE) return NQ_OK;
  nq_instance_free(*instance);
  *instance = NULL;
  return status;
}

/* The shortest prefix that is proved to have no solution; *instance stays NULL if the whole list
 * cannot be refuted. */
static nq_status cut_list(const nq_generating *generation, const nq_sample *sample,
                          nq_instance **instance, nq_exact *exact, nq_error *error) {
  uint64_t low = 0, high = sample->count;
  nq_status status = decide_prefix(generation, sample, high, instance, exact, error);
  while (status == NQ_OK && *instance != NULL && low < high) {
    uint64_t middle = low + (high - low) / 2;
    nq_instance *shorter = NULL;
    nq_exact of_shorter;
    status = decide_prefix(generation, sample, middle, &shorter, &of_shorter, error);
    if (shorter == NULL) {
      low = middle + 1;
      continue;
    }
    nq_instance_free(*instance);
    *instance = shorter;
    *exact = of_shorter;
    high = middle;
  }
  return status;
}

static nq_status make_cut(const nq_generating *generation, nq_generated *item, nq_family family,
                          nq_pcg64 *random, nq_error *error) {
  bool searched = false;
  for (unsigned i = 0; i < CUT_TRIES && !searched; i++) {
    nq_sample sample;
    nq_exact exact = {0};
    nq_instance *instance = NULL;
    nq_status status = nq_sample_draw(generation, family, UINT64_MAX, 1, random, &sample, error);
    if (status == NQ_OK) status = cut_list(generation, &sample, &instance, &exact, error);
    nq_sample_release(&sample);
    if (instance != NULL && (item->instance == NULL || exact.branches > 0)) {
      nq_instance_free(item->instance);
      item->instance = instance;
      memcpy(item->reason, exact.reason, sizeof item->reason);
      searched = exact.branches > 0;
    } else {
      nq_instance_free(instance);
    }
    if (status != NQ_OK) return status;
  }
  item->answer = NQ_KNOWN_UNSOLVABLE;
  if (item->instance != NULL) return NQ_OK;
  return nq_error_set(error, NQ_UNSUPPORTED, "no instance of n = %" PRIu32 " could be refuted",
                      item->n);
}

/* ---- Pigeonhole ---- */

/* Block columns[0 .. holes] except on rows[0 .. holes - 1]. */
static nq_status block_around(nq_instance *instance, const uint32_t *columns, const uint32_t *rows,
                              uint32_t holes, nq_error *error) {
  uint32_t n = nq_instance_n(instance);
  nq_status status = NQ_OK;
  for (uint32_t i = 0; i <= holes; i++)
    for (uint32_t j = holes; j < n && status == NQ_OK; j++)
      status = nq_instance_block(instance, columns[i], rows[j], error);
  return status;
}

static nq_status prove_pigeonhole(nq_generated *item, nq_error *error) {
  nq_domain domain;
  bool proved = false;
  nq_status status = nq_domain_init(&domain, item->instance, error);
  if (status == NQ_OK)
    status = nq_domain_refute(&domain, &proved, item->reason, sizeof item->reason, error);
  nq_domain_release(&domain);
  if (status != NQ_OK || proved) return status;
  return nq_error_set(error, NQ_INTERNAL, "a pigeonhole instance was not refuted");
}

static nq_status make_pigeonhole(nq_generated *item, nq_pcg64 *random, nq_error *error) {
  uint32_t n = item->n, most = n / 2 < HOLES_MOST ? n / 2 : HOLES_MOST;
  uint32_t holes = 2 + (uint32_t)nq_pcg64_below(random, most - 1);
  uint32_t *columns = calloc(n, sizeof *columns), *rows = calloc(n, sizeof *rows);
  item->instance = nq_instance_new(n);
  item->answer = NQ_KNOWN_UNSOLVABLE;
  nq_status status = NQ_OK;
  if (columns == NULL || rows == NULL || item->instance == NULL) {
    status = nq_generate_no_memory(n, error);
  } else {
    (void)nq_permutation_draw(columns, n, random, NULL);
    (void)nq_permutation_draw(rows, n, random, NULL);
    status = block_around(item->instance, columns, rows, holes, error);
  }
  free(columns);
  free(rows);
  return status == NQ_OK ? prove_pigeonhole(item, error) : status;
}

nq_status nq_unsolvable_make(const nq_generating *generation, nq_generated *item, nq_pcg64 *random,
                             nq_error *error) {
  uint64_t *reason = &item->value[NQ_GENERATE_REASON];
  if (*reason == NQ_GENERATE_DEFAULT) *reason = item->index % (item->n < 4 ? NQ_FAMILIES : REASONS);
  if (*reason == REASON_PIGEONHOLE) return make_pigeonhole(item, random, error);
  return make_cut(generation, item, (nq_family)*reason, random, error);
}

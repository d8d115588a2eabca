/* Large boards by a party of threads, each with bits of its own: the same board as without. */
#include "refused.h"
#include "party.h"
#include "sized.h"
#include "solve/parts.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define RANKS PARTY_RANKS

/* ---- The board ---- */

struct rank {
  struct all *all;
  unsigned own;
  uint64_t messages;
  unsigned long calls; /* for memory */
  nq_result result;
  nq_status status;
  nq_error error;
};

struct all {
  unsigned ranks;
  struct rank *rank;
  uint64_t n, *rows;
  unsigned threads;
  int failing; /* the rank that cannot write, or -1 */
  int needy;   /* the rank whose request for memory number `refused` fails, or -1 */
  unsigned long refused;
  bool stops; /* rank 0 is stopped */
};

static nq_status write_rows(void *context, uint64_t column, const uint64_t *rows, size_t count,
                            nq_error *error) {
  struct rank *own = context;
  if ((int)own->own == own->all->failing) return nq_error_set(error, NQ_IO, "the disk is full");
  memcpy(own->all->rows + column, rows, count * sizeof *rows);
  return NQ_OK;
}

static nq_status read_rows(void *context, uint64_t column, uint64_t *rows, size_t count,
                           nq_error *error) {
  (void)error;
  memcpy(rows, ((struct rank *)context)->all->rows + column, count * sizeof *rows);
  return NQ_OK;
}

static bool stop(void *context, const nq_progress *now) {
  (void)context;
  return now->done < now->total / 2;
}

static void play(nq_party *party, void *context) {
  struct all *all = context;
  struct rank *own = &all->rank[party->own];
  const nq_large_board board = {
      .n = all->n, .context = own, .write = write_rows, .read = read_rows};
  nq_solve_options options;
  nq_solve_options_init(&options);
  options.seed = 5;
  options.threads = all->threads;
  if (all->stops && party->own == 0) options.progress = stop;
  *own = (struct rank){.all = all, .own = party->own};
  calls = 0;
  refused_call = (int)party->own == all->needy ? all->refused : 0;
  own->status = nq_large_solve_party(&board, &options, all->ranks > 1 ? party : NULL, &own->result,
                                     &own->error);
  own->calls = calls;
  own->messages = party->messages;
}

/* Solve on some ranks; returns them. */
static struct rank *solve(struct all *all) {
  all->rank = calloc(all->ranks, sizeof *all->rank);
  assert_non_null(all->rank);
  party_run(all->ranks, play, all);
  return all->rank;
}

static struct all *new_all(uint64_t n, unsigned ranks) {
  struct all *all = calloc(1, sizeof *all);
  assert_non_null(all);
  *all = (struct all){.ranks = ranks, .n = n, .threads = 1, .failing = -1, .needy = -1};
  all->rows = calloc((size_t)n, sizeof *all->rows);
  assert_non_null(all->rows);
  return all;
}

static void free_all(struct all *all) {
  free(all->rows);
  free(all);
}

/* ---- Tests ---- */

static void same_for_ranks(uint64_t n, const unsigned *ranks) {
  struct all *alone = new_all(n, 1);
  struct rank *one = solve(alone);
  assert_int_equal(one->result.verdict, NQ_SOLVED);
  for (; *ranks > 0; ranks++) {
    struct all *all = new_all(n, *ranks);
    all->threads = 1 + *ranks % 2;
    struct rank *rank = solve(all);
    for (unsigned i = 0; i < *ranks; i++) {
      assert_int_equal(rank[i].status, NQ_OK);
      assert_int_equal(rank[i].result.verdict, NQ_SOLVED);
      assert_int_equal(rank[i].result.steps, one->result.steps);
      assert_int_equal(rank[i].result.memory_bytes, rank->result.memory_bytes);
      assert_true(rank[i].messages > 0 || *ranks > 13);
    }
    assert_memory_equal(all->rows, alone->rows, n * sizeof *all->rows);
    free(rank);
    free_all(all);
  }
  free(one);
  free_all(alone);
}

static void awkward_sizes(void **state) {
  static const uint64_t sizes[] = {10007, 16385, 10000, 12290, 16383, 16384, 20001, 32749};
  (void)state;
  for (size_t i = 0; i < trimmed(sizeof sizes / sizeof *sizes); i++)
    same_for_ranks(sizes[i], (const unsigned[]){2 + (unsigned)i % 2 * 3, 0});
}

static void more_ranks_than_groups(void **state) {
  (void)state;
  same_for_ranks(10010, (const unsigned[]){3, 13, 14, 0});
}

/* Beyond what all ranks know of the columns left over. */
static void many_columns_left_over(void **state) {
  (void)state;
  same_for_ranks(131101,
                 full_size() ? (const unsigned[]){2, 3, 5, 8, 0} : (const unsigned[]){3, 8, 0});
}

static void other_numbers_of_groups(void **state) {
  (void)state;
  same_for_ranks(524287, (const unsigned[]){3, 0});
  same_for_ranks(524288, (const unsigned[]){2, 0});
}

static void ends_with_an_error_of_any_rank(void **state) {
  (void)state;
  for (int failing = 0; failing < 3; failing++) {
    struct all *all = new_all(12345, 3);
    all->failing = failing;
    struct rank *rank = solve(all);
    const char *why[] = {"rank 0: the disk is full", "rank 1: the disk is full",
                         "rank 2: the disk is full"};
    for (unsigned i = 0; i < 3; i++) {
      assert_int_equal(rank[i].status, NQ_IO);
      assert_int_equal(rank[i].error.status, NQ_IO);
      assert_string_equal(rank[i].error.message, why[failing]);
    }
    free(rank);
    free_all(all);
  }
}

/* Each of a rank's requests for memory is refused in turn, later ones with gaps. */
static void refuse_each(uint64_t n, unsigned ranks, unsigned needy) {
  const char *const names[] = {"rank 0: ", "rank 1: "};
  for (unsigned long call = 1, made = 1; call <= made; call += call < 60 ? 1 : call / 20) {
    struct all *all = new_all(n, ranks);
    all->needy = (int)needy;
    all->refused = call;
    struct rank *rank = solve(all);
    made = rank[needy].calls;
    for (unsigned i = 0; i < ranks; i++) {
      assert_int_equal(rank[i].status, NQ_NO_MEMORY);
      assert_memory_equal(rank[i].error.message, names[needy], 8);
    }
    free(rank);
    free_all(all);
  }
}

static void ends_when_memory_is_short_at_any_rank(void **state) {
  (void)state;
  refuse_each(12345, 2, 0);
  refuse_each(12345, 3, 1);
  refuse_each(131101, 2, 1);
}

static void refuses_more_ranks_than_a_party_has(void **state) {
  (void)state;
  nq_party party = {.ranks = NQ_PARTY_RANKS + 1};
  const nq_large_board board = {.n = 12345};
  nq_solve_options options;
  nq_result result;
  nq_error error;
  nq_solve_options_init(&options);
  assert_int_equal(nq_large_solve_party(&board, &options, &party, &result, &error), NQ_UNSUPPORTED);
  assert_string_equal(error.message, "4097 ranks solve a board; at most 4096 can");
}

static void ends_when_rank_0_is_stopped(void **state) {
  (void)state;
  struct all *all = new_all(400000, 3);
  all->stops = true;
  struct rank *rank = solve(all);
  for (unsigned i = 0; i < 3; i++) {
    assert_int_equal(rank[i].status, NQ_OK);
    assert_int_equal(rank[i].result.verdict, NQ_UNKNOWN);
  }
  free(rank);
  free_all(all);
}

/* A quarter of the bits and of the columns of a pass, with buffers, and what all ranks know. */
static void takes_a_part_of_the_memory(void **state) {
  (void)state;
  struct all *all = new_all(2000003, 4);
  struct rank *rank = solve(all);
  struct all *alone = new_all(2000003, 1);
  struct rank *one = solve(alone);
  assert_true(rank->result.memory_bytes < one->result.memory_bytes * 3 / 4);
  free(rank);
  free(one);
  free_all(all);
  free_all(alone);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(awkward_sizes),
      cmocka_unit_test(more_ranks_than_groups),
      cmocka_unit_test(many_columns_left_over),
      cmocka_unit_test(other_numbers_of_groups),
      cmocka_unit_test(ends_with_an_error_of_any_rank),
      cmocka_unit_test(ends_when_memory_is_short_at_any_rank),
      cmocka_unit_test(refuses_more_ranks_than_a_party_has),
      cmocka_unit_test(ends_when_rank_0_is_stopped),
      cmocka_unit_test(takes_a_part_of_the_memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

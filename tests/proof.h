/* The check of a DRAT proof of additions only, by unit propagation. */
#ifndef NQ_TESTS_PROOF_H
#define NQ_TESTS_PROOF_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <cmocka.h>

/* Clauses one behind the other, each with a 0 at its end. */
typedef struct clauses {
  int literals[200000];
  size_t used;
} clauses;

static inline void append_clauses(clauses *all, FILE *file) {
  for (int literal; fscanf(file, "%d", &literal) == 1;) {
    assert_true(all->used < sizeof all->literals / sizeof *all->literals);
    all->literals[all->used++] = literal;
  }
}

#define VARIABLES 5000

/* One pass over the clauses before `end`: true literals of `values` follow; -1 where a clause is
 * false, else how many followed. */
static inline int propagate(const clauses *all, size_t end, signed char *values) {
  int followed = 0;
  for (size_t at = 0; at < end; at++) {
    int open = 0, literal = 0;
    bool satisfied = false;
    for (int one; (one = all->literals[at]) != 0; at++) {
      int value = values[abs(one)] * (one > 0 ? 1 : -1);
      satisfied = satisfied || value > 0;
      if (value == 0 && one != literal) {
        open++;
        literal = one;
      }
    }
    if (satisfied || open > 1) continue;
    if (open == 0) return -1;
    values[abs(literal)] = literal > 0 ? 1 : -1;
    followed++;
  }
  return followed;
}

/* The clause at `at` follows from those before it by unit propagation. */
static inline bool follows(const clauses *all, size_t at) {
  signed char values[VARIABLES] = {0};
  for (size_t i = at; all->literals[i] != 0; i++)
    values[abs(all->literals[i])] = all->literals[i] > 0 ? -1 : 1;
  for (;;) {
    int followed = propagate(all, at, values);
    if (followed <= 0) return followed < 0;
  }
}

/* Reads PATH.cnf, holds PATH against it and removes both. */
static inline void expect_proof(const char *path) {
  static clauses all;
  char formula[100];
  unsigned variables = 0, announced = 0, found = 0;
  bool empty = false;
  snprintf(formula, sizeof formula, "%s.cnf", path);
  FILE *cnf = fopen(formula, "r"), *proof = fopen(path, "r");
  assert_true(cnf != NULL && proof != NULL);
  assert_int_equal(fscanf(cnf, "p cnf %u %u", &variables, &announced), 2);
  assert_in_range(variables, 0, VARIABLES - 1);
  all.used = 0;
  append_clauses(&all, cnf);
  size_t begin = all.used;
  for (size_t i = 0; i < begin; i++) found += all.literals[i] == 0;
  assert_int_equal(found, announced);
  append_clauses(&all, proof);
  for (size_t at = begin; at < all.used; at++) {
    assert_true(follows(&all, at));
    empty = all.literals[at] == 0;
    while (all.literals[at] != 0) at++;
  }
  assert_true(empty);
  fclose(cnf);
  fclose(proof);
  assert_int_equal(remove(path) | remove(formula), 0);
}

/* A file name that no other test has. */
static inline void take_path(char path[40]) {
  snprintf(path, 40, "/tmp/nqueens-test-XXXXXX");
  int descriptor = mkstemp(path);
  assert_true(descriptor >= 0);
  close(descriptor);
  unlink(path);
}

#endif

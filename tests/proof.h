/* Files of proofs, and the expectation that they prove. */
#ifndef NQ_TESTS_PROOF_H
#define NQ_TESTS_PROOF_H

#include "rup.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <cmocka.h>

/* Squares of the boards of these tests, with room for auxiliary variables. */
#define VARIABLES_MOST 4999

/* Checks PATH against PATH.cnf and removes both. */
static inline void expect_proof(const char *path) {
  char formula[100];
  const char *flaw;
  unsigned long number;
  rup check = {0};
  snprintf(formula, sizeof formula, "%s.cnf", path);
  FILE *cnf = fopen(formula, "r"), *proof = fopen(path, "r");
  assert_true(cnf != NULL && proof != NULL);
  if (rup_check(&check, cnf, proof, &flaw, &number) == 0) fail_msg("clause %lu: %s", number, flaw);
  assert_in_range(check.variables, 0, VARIABLES_MOST);
  assert_int_equal(fgetc(proof), '\n'); /* the end of the empty clause: nothing follows */
  assert_int_equal(fgetc(proof), EOF);
  rup_release(&check);
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

/* Check a proof as `solve --proof` writes it: rup.h.
 *
 *     check-proof PROOF      with PROOF.cnf beside it
 *
 * Exit code 0: the formula has no solution; 1: the proof does not show it; 2: a file is missing. */
#include "rup.h"

#include <stdio.h>

int main(int argc, char **argv) {
  char path[4096];
  const char *flaw;
  unsigned long number, clauses = 0;
  rup check = {0};
  snprintf(path, sizeof path, "%s.cnf", argc == 2 ? argv[1] : "");
  FILE *formula = fopen(path, "r");
  FILE *proof = formula != NULL ? fopen(argv[1], "r") : NULL;
  if (proof == NULL) {
    fprintf(stderr, "usage: check-proof PROOF, with PROOF.cnf beside it\n");
    if (formula != NULL) fclose(formula);
    return 2;
  }
  clauses = rup_check(&check, formula, proof, &flaw, &number);
  rup_release(&check);
  fclose(formula);
  fclose(proof);
  if (clauses > 0)
    printf("proved: %lu clauses\n", clauses);
  else
    printf("not proved: clause %lu: %s\n", number, flaw);
  return clauses > 0 ? 0 : 1;
}

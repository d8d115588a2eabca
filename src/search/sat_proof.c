/* DIMACS and DRAT, in text.
 *
 *     PATH.cnf   p cnf VARIABLES CLAUSES     PATH   2 -7 0
 *                1 2 3 0                            5 0
 *                ...                                0
 *
 * Each line of the proof is a clause that follows from those before it by unit propagation, the
 * last one the empty clause.  The header's numbers are known last: there is room for them. */
#include "search/sat_proof.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct nq_sat_proof {
  char *path, *formula_path;
  FILE *proof, *formula;
};

static void write_header(FILE *file, int variables, uint64_t clauses) {
  fprintf(file, "p cnf %-10d %-20" PRIu64 "\n", variables, clauses);
}

static nq_status fail(const char *path, nq_error *error) {
  return nq_error_set(error, NQ_IO, "%s: %s", path, strerror(errno));
}

static void release(nq_sat_proof *proof) {
  if (proof->proof != NULL) fclose(proof->proof);
  if (proof->formula != NULL) fclose(proof->formula);
  free(proof->path);
  free(proof->formula_path);
  free(proof);
}

static nq_status open_files(nq_sat_proof *proof, nq_error *error) {
  proof->proof = fopen(proof->path, "w");
  if (proof->proof == NULL) return fail(proof->path, error);
  proof->formula = fopen(proof->formula_path, "w");
  if (proof->formula == NULL) {
    nq_status status = fail(proof->formula_path, error);
    remove(proof->path);
    return status;
  }
  write_header(proof->formula, 0, 0);
  return NQ_OK;
}

nq_status nq_sat_proof_open(const char *path, nq_sat_proof **opened, nq_error *error) {
  static const char suffix[] = ".cnf";
  *opened = NULL;
  if (path == NULL) return NQ_OK;
  nq_sat_proof *proof = calloc(1, sizeof *proof);
  if (proof == NULL) return nq_error_set(error, NQ_NO_MEMORY, "no memory for a proof");
  size_t size = strlen(path) + sizeof suffix;
  proof->path = strdup(path);
  proof->formula_path = malloc(size);
  nq_status status = NQ_OK;
  if (proof->path == NULL || proof->formula_path == NULL)
    status = nq_error_set(error, NQ_NO_MEMORY, "no memory for a proof");
  if (status == NQ_OK) {
    snprintf(proof->formula_path, size, "%s%s", path, suffix);
    status = open_files(proof, error);
  }
  if (status == NQ_OK)
    *opened = proof;
  else
    release(proof);
  return status;
}

void nq_sat_proof_clause(nq_sat_proof *proof, const int *literals, size_t count) {
  for (size_t i = 0; i < count; i++) fprintf(proof->formula, "%d ", literals[i]);
  fputs("0\n", proof->formula);
}

void nq_sat_proof_learned(nq_sat_proof *proof, const int *literals) {
  for (; *literals != 0; literals++) fprintf(proof->proof, "%d ", *literals);
  fputs("0\n", proof->proof);
}

/* Close the stream; what it wrote has arrived. */
static bool finish(FILE **file) {
  bool whole = ferror(*file) == 0;
  whole = fclose(*file) == 0 && whole;
  *file = NULL;
  return whole;
}

nq_status nq_sat_proof_close(nq_sat_proof *proof, bool refuted, int variables, uint64_t clauses,
                             nq_error *error) {
  nq_status status = NQ_OK;
  if (proof == NULL) return NQ_OK;
  if (refuted) {
    fputs("0\n", proof->proof);
    rewind(proof->formula);
    write_header(proof->formula, variables, clauses);
    if (!finish(&proof->proof)) status = fail(proof->path, error);
    if (!finish(&proof->formula)) status = fail(proof->formula_path, error);
  }
  if (!refuted || status != NQ_OK) {
    remove(proof->path);
    remove(proof->formula_path);
  }
  release(proof);
  return status;
}

/* DIMACS and DRAT, in text.
 *
 *     PATH.cnf   p cnf VARIABLES CLAUSES     PATH   2 -7 0
 *                1 2 3 0                            5 0
 *                ...                                0
 *
 * Each line of the proof is a clause that follows from the earlier ones by unit propagation; the
 * last is the empty clause.  The numbers in the header are filled in at the end, in room left for
 * them. */
#include "exact/sat_proof.h"
#include "core/file.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct proof_file {
  nq_file file;
  FILE *stream; /* NULL: not open */
} proof_file;

struct nq_sat_proof {
  char *formula_path;
  proof_file proof, formula;
  uint64_t bytes;
};

static void write_header(FILE *file, int variables, uint64_t clauses) {
  fprintf(file, "p cnf %-10d %-20" PRIu64 "\n", variables, clauses);
}

static nq_status fail(const char *path, nq_error *error) {
  return nq_error_system(error, errno, "%s", path);
}

static nq_status open_file(proof_file *proof, const char *path, nq_error *error) {
  nq_status status = nq_file_open(&proof->file, path, error);
  if (status != NQ_OK) return status;
  proof->stream = nq_file_stream(&proof->file);
  return proof->stream != NULL ? NQ_OK : fail(path, error);
}

static void release_file(proof_file *proof) {
  if (proof->stream != NULL) fclose(proof->stream);
  nq_file_abort(&proof->file);
}

static void release(nq_sat_proof *proof) {
  release_file(&proof->proof);
  release_file(&proof->formula);
  free(proof->formula_path);
  free(proof);
}

/* A device such as /dev/null takes the formula too. */
static bool is_device(const char *path) {
  struct stat there;
  return stat(path, &there) == 0 && S_ISCHR(there.st_mode);
}

nq_status nq_sat_proof_open(const char *path, nq_sat_proof **opened, nq_error *error) {
  *opened = NULL;
  if (path == NULL) return NQ_OK;
  nq_sat_proof *proof = malloc(sizeof *proof);
  if (proof == NULL) return nq_error_set(error, NQ_NO_MEMORY, "no memory for a proof");
  *proof = (nq_sat_proof){.proof = {.file = {.descriptor = -1}},
                          .formula = {.file = {.descriptor = -1}}};
  const char *suffix = is_device(path) ? "" : ".cnf";
  size_t size = strlen(path) + strlen(suffix) + 1;
  proof->formula_path = malloc(size);
  nq_status status = NQ_OK;
  if (proof->formula_path == NULL)
    status = nq_error_set(error, NQ_NO_MEMORY, "no memory for a proof");
  else
    snprintf(proof->formula_path, size, "%s%s", path, suffix);
  if (status == NQ_OK) status = open_file(&proof->proof, path, error);
  if (status == NQ_OK) status = open_file(&proof->formula, proof->formula_path, error);
  if (status == NQ_OK) {
    write_header(proof->formula.stream, 0, 0);
    *opened = proof;
  } else {
    release(proof);
  }
  return status;
}

static void write_literals(nq_sat_proof *proof, FILE *file, const int *literals, size_t count) {
  for (size_t i = 0; i < count; i++) {
    int written = fprintf(file, "%d ", literals[i]);
    if (written > 0) proof->bytes += (uint64_t)written;
  }
  if (fputs("0\n", file) >= 0) proof->bytes += 2;
}

void nq_sat_proof_clause(nq_sat_proof *proof, const int *literals, size_t count) {
  write_literals(proof, proof->formula.stream, literals, count);
}

void nq_sat_proof_learned(nq_sat_proof *proof, const int *literals) {
  size_t count = 0;
  while (literals[count] != 0) count++;
  write_literals(proof, proof->proof.stream, literals, count);
}

uint64_t nq_sat_proof_contradict(nq_sat_proof *proof) {
  nq_sat_proof_clause(proof, (const int[]){1}, 1);
  nq_sat_proof_clause(proof, (const int[]){-1}, 1);
  return 2;
}

uint64_t nq_sat_proof_bytes(const nq_sat_proof *proof) {
  return proof->bytes;
}

bool nq_sat_proof_failed(const nq_sat_proof *proof) {
  return ferror(proof->formula.stream) || ferror(proof->proof.stream);
}

static nq_status close_stream(proof_file *proof, nq_error *error) {
  bool whole = nq_file_close_stream(proof->stream);
  proof->stream = NULL;
  return whole ? NQ_OK : fail(proof->file.name, error);
}

/* Give both files their names, or neither. */
static nq_status name_files(nq_sat_proof *proof, nq_error *error) {
  char *path = proof->formula.file.path != NULL ? strdup(proof->formula.file.path) : NULL;
  nq_status status = nq_file_commit(&proof->formula.file, NULL, error);
  if (status == NQ_OK) {
    status = nq_file_commit(&proof->proof.file, NULL, error);
    if (status != NQ_OK && path != NULL) unlink(path);
  }
  free(path);
  return status;
}

static nq_status commit(nq_sat_proof *proof, int variables, uint64_t clauses, nq_error *error) {
  FILE *formula = proof->formula.stream;
  fputs("0\n", proof->proof.stream);
  if (fseek(formula, 0, SEEK_SET) != 0) return fail(proof->formula_path, error);
  write_header(formula, variables, clauses);
  nq_status status = close_stream(&proof->proof, error);
  if (status == NQ_OK) status = close_stream(&proof->formula, error);
  return status == NQ_OK ? name_files(proof, error) : status;
}

nq_status nq_sat_proof_close(nq_sat_proof *proof, bool refuted, int variables, uint64_t clauses,
                             nq_error *error) {
  if (proof == NULL) return NQ_OK;
  nq_status status = refuted ? commit(proof, variables, clauses, error) : NQ_OK;
  release(proof);
  return status;
}

nq_status nq_sat_proof_write_contradiction(const char *path, nq_error *error) {
  nq_sat_proof *proof;
  nq_status status = nq_sat_proof_open(path, &proof, error);
  if (status != NQ_OK || proof == NULL) return status;
  uint64_t clauses = nq_sat_proof_contradict(proof);
  return nq_sat_proof_close(proof, true, 1, clauses, error);
}

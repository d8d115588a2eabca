/* DIMACS and DRAT, in text.
 *
 *     PATH.cnf   p cnf VARIABLES CLAUSES     PATH   2 -7 0
 *                1 2 3 0                            5 0
 *                ...                                0
 *
 * Each line of the proof is a clause that follows from those before it by unit propagation, the
 * last one the empty clause.  The header's numbers are known last: there is room for them. */
#define _XOPEN_SOURCE 700 /* realpath */
#include "search/sat_proof.h"
#include "core/temporary.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* One of the two, under another name until it is whole. */
typedef struct proof_file {
  char *path;      /* behind links */
  char *temporary; /* NULL for a device or pipe, which is written in place */
  FILE *stream;
} proof_file;

struct nq_sat_proof {
  proof_file proof, formula;
};

static void write_header(FILE *file, int variables, uint64_t clauses) {
  fprintf(file, "p cnf %-10d %-20" PRIu64 "\n", variables, clauses);
}

static nq_status fail(const char *path, nq_error *error) {
  return nq_error_set(error, NQ_IO, "%s: %s", path, strerror(errno));
}

static nq_status open_temporary(proof_file *file, const char *path, const mode_t *mode,
                                nq_error *error) {
  errno = nq_path_refusal(path);
  int descriptor = errno == 0 ? nq_temporary_open(file->path, &file->temporary) : -1;
  if (descriptor < 0) return fail(path, error);
  if (mode != NULL) (void)fchmod(descriptor, *mode & 07777);
  file->stream = fdopen(descriptor, "w");
  if (file->stream != NULL) return NQ_OK;
  close(descriptor);
  return fail(path, error);
}

static nq_status open_file(proof_file *file, const char *path, nq_error *error) {
  struct stat there;
  bool exists = stat(path, &there) == 0;
  if (exists && access(path, W_OK) != 0) return fail(path, error);
  file->path = exists ? realpath(path, NULL) : strdup(path);
  if (file->path == NULL) return fail(path, error);
  if (!exists || S_ISREG(there.st_mode))
    return open_temporary(file, path, exists ? &there.st_mode : NULL, error);
  file->stream = fopen(path, "w");
  return file->stream != NULL ? NQ_OK : fail(path, error);
}

/* What has no name of its own yet is gone. */
static void release_file(proof_file *file) {
  if (file->stream != NULL) fclose(file->stream);
  if (file->temporary != NULL) unlink(file->temporary);
  free(file->temporary);
  free(file->path);
}

static void release(nq_sat_proof *proof) {
  release_file(&proof->proof);
  release_file(&proof->formula);
  free(proof);
}

nq_status nq_sat_proof_open(const char *path, nq_sat_proof **opened, nq_error *error) {
  static const char suffix[] = ".cnf";
  *opened = NULL;
  if (path == NULL) return NQ_OK;
  size_t size = strlen(path) + sizeof suffix;
  char *formula = malloc(size);
  nq_sat_proof *proof = calloc(1, sizeof *proof);
  if (formula == NULL || proof == NULL) {
    free(formula);
    free(proof);
    return nq_error_set(error, NQ_NO_MEMORY, "no memory for a proof");
  }
  snprintf(formula, size, "%s%s", path, suffix);
  nq_status status = open_file(&proof->proof, path, error);
  if (status == NQ_OK) status = open_file(&proof->formula, formula, error);
  free(formula);
  if (status == NQ_OK) {
    write_header(proof->formula.stream, 0, 0);
    *opened = proof;
  } else {
    release(proof);
  }
  return status;
}

void nq_sat_proof_clause(nq_sat_proof *proof, const int *literals, size_t count) {
  for (size_t i = 0; i < count; i++) fprintf(proof->formula.stream, "%d ", literals[i]);
  fputs("0\n", proof->formula.stream);
}

void nq_sat_proof_learned(nq_sat_proof *proof, const int *literals) {
  for (; *literals != 0; literals++) fprintf(proof->proof.stream, "%d ", *literals);
  fputs("0\n", proof->proof.stream);
}

/* All that was written has arrived. */
static nq_status close_file(proof_file *file, nq_error *error) {
  bool whole = ferror(file->stream) == 0; /* if not, why is forgotten */
  errno = EIO;
  whole = fclose(file->stream) == 0 && whole;
  file->stream = NULL;
  return whole ? NQ_OK : fail(file->path, error);
}

static nq_status name_file(proof_file *file, nq_error *error) {
  if (file->temporary == NULL) return NQ_OK;
  if (rename(file->temporary, file->path) != 0) return fail(file->path, error);
  free(file->temporary);
  file->temporary = NULL;
  return NQ_OK;
}

static nq_status commit(nq_sat_proof *proof, int variables, uint64_t clauses, nq_error *error) {
  FILE *formula = proof->formula.stream;
  fputs("0\n", proof->proof.stream);
  if (fseek(formula, 0, SEEK_SET) != 0) return fail(proof->formula.path, error);
  write_header(formula, variables, clauses);
  nq_status status = close_file(&proof->proof, error);
  if (status == NQ_OK) status = close_file(&proof->formula, error);
  if (status == NQ_OK) status = name_file(&proof->formula, error);
  if (status == NQ_OK) status = name_file(&proof->proof, error);
  return status;
}

nq_status nq_sat_proof_close(nq_sat_proof *proof, bool refuted, int variables, uint64_t clauses,
                             nq_error *error) {
  if (proof == NULL) return NQ_OK;
  nq_status status = refuted ? commit(proof, variables, clauses, error) : NQ_OK;
  release(proof);
  return status;
}

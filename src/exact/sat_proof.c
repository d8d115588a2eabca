/* DIMACS and DRAT, and the format of VeriPB, version 2.0, in text.
 *
 *     PATH.cnf   p cnf VARIABLES CLAUSES     PATH   2 -7 0
 *                1 2 3 0                            5 0
 *                ...                                0
 *
 * Each line of the proof is a clause that follows from the earlier ones by unit propagation; the
 * last is the empty clause.  The numbers in the header are filled in at the end, in room left for
 * them.
 *
 *     PATH.pbp   pseudo-Boolean proof version 2.0
 *                f 28                  constraints of the export; an equation counts as two
 *                pol 1 3 2 * + 9 +     number 29: constraint 1 + 2 * constraint 3 + constraint 9
 *                rup 1 ~x7 1 x2 >= 1 ; number 30: a clause that follows by unit propagation
 *                del id 29
 *
 * and at its end the empty clause and its number.  Of the equation of a column or row, the first
 * number is "at least one", the second "at most one". */
#include "exact/sat_proof.h"
#include "board/domain.h"
#include "core/file.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LINEAR_N_MOST = 46340 /* so that the number of a square is an int, as in the export */ };

struct nq_sat_proof {
  char *formula_path;
  nq_file proof, formula;  /* the formula is not open with VeriPB */
  uint64_t bytes, clauses; /* clauses: of the formula */
  uint64_t n, number;      /* VeriPB: of the last constraint */
  bool adding;             /* within a sum */
};

bool nq_sat_proof_is_linear(const char *path) {
  static const char suffix[] = ".pbp";
  size_t length = path != NULL ? strlen(path) : 0;
  return length >= sizeof suffix && strcmp(path + length - strlen(suffix), suffix) == 0;
}

static bool is_linear(const nq_sat_proof *proof) {
  return proof->formula_path == NULL;
}

static nq_status open_file(nq_file *file, const char *path, nq_error *error) {
  nq_status status = nq_file_open(file, path, error);
  return status == NQ_OK ? nq_file_stream(file, error) : status;
}

static void release(nq_sat_proof *proof) {
  nq_file_abort(&proof->proof);
  nq_file_abort(&proof->formula);
  free(proof->formula_path);
  free(proof);
}

/* A device such as /dev/null takes the formula too. */
static bool is_device(const char *path) {
  struct stat there;
  return stat(path, &there) == 0 && S_ISCHR(there.st_mode);
}

/* ---- Opening ---- */

/* The constraints of the export, an equation counted twice. */
static uint64_t count_constraints(const nq_instance *instance) {
  uint64_t n = nq_instance_n(instance), decided = 0;
  bool rising;
  decided += nq_instance_placed_count(instance) + nq_instance_blocked_count(instance);
  for (size_t i = 0; i < nq_instance_excluded_count(instance); i++) {
    uint64_t diagonal = nq_instance_excluded_at(instance, i, &rising);
    decided += diagonal < n ? diagonal + 1 : 2 * n - 1 - diagonal;
  }
  return n == 1 ? 4 + 2 * decided : 8 * n - 6 + 2 * decided;
}

static nq_status open_linear(nq_sat_proof *proof, const char *path, const nq_instance *instance,
                             nq_error *error) {
  proof->n = nq_instance_n(instance);
  if (proof->n > LINEAR_N_MOST)
    return nq_error_set(error, NQ_UNSUPPORTED,
                        "a proof for the export opb needs n <= %d: give another suffix than .pbp "
                        "for one in DRAT",
                        LINEAR_N_MOST);
  nq_status status = open_file(&proof->proof, path, error);
  if (status != NQ_OK) return status;
  proof->number = count_constraints(instance);
  fprintf(proof->proof.stream, "pseudo-Boolean proof version 2.0\nf %" PRIu64 "\n", proof->number);
  return NQ_OK;
}

static void write_header(nq_sat_proof *proof, int variables) {
  fprintf(proof->formula.stream, "p cnf %-10d %-20" PRIu64 "\n", variables, proof->clauses);
}

static nq_status open_clauses(nq_sat_proof *proof, const char *path, nq_error *error) {
  const char *suffix = is_device(path) ? "" : ".cnf";
  size_t size = strlen(path) + strlen(suffix) + 1;
  proof->formula_path = malloc(size);
  if (proof->formula_path == NULL)
    return nq_error_set(error, NQ_NO_MEMORY, "no memory for a proof");
  snprintf(proof->formula_path, size, "%s%s", path, suffix);
  nq_status status = open_file(&proof->proof, path, error);
  if (status == NQ_OK) status = open_file(&proof->formula, proof->formula_path, error);
  if (status == NQ_OK) write_header(proof, 0);
  return status;
}

nq_status nq_sat_proof_open(const char *path, const nq_instance *instance, nq_sat_proof **opened,
                            nq_error *error) {
  *opened = NULL;
  if (path == NULL) return NQ_OK;
  nq_sat_proof *proof = malloc(sizeof *proof);
  if (proof == NULL) return nq_error_set(error, NQ_NO_MEMORY, "no memory for a proof");
  *proof = (nq_sat_proof){.proof = {.descriptor = -1}, .formula = {.descriptor = -1}};
  nq_status status = nq_sat_proof_is_linear(path) ? open_linear(proof, path, instance, error)
                                                  : open_clauses(proof, path, error);
  if (status == NQ_OK)
    *opened = proof;
  else
    release(proof);
  return status;
}

/* ---- Clauses ---- */

__attribute__((format(printf, 3, 4))) static void print(nq_sat_proof *proof, FILE *file,
                                                        const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int written = vfprintf(file, format, arguments);
  va_end(arguments);
  if (written > 0) proof->bytes += (uint64_t)written;
}

static void write_literals(nq_sat_proof *proof, FILE *file, const int *literals, size_t count) {
  for (size_t i = 0; i < count; i++) print(proof, file, "%d ", literals[i]);
  print(proof, file, "0\n");
}

void nq_sat_proof_clause(nq_sat_proof *proof, const int *literals, size_t count) {
  if (proof == NULL || is_linear(proof)) return;
  write_literals(proof, proof->formula.stream, literals, count);
  proof->clauses++;
}

uint64_t nq_sat_proof_learned(nq_sat_proof *proof, const int *literals) {
  size_t count = 0;
  while (literals[count] != 0) count++;
  if (!is_linear(proof)) {
    write_literals(proof, proof->proof.stream, literals, count);
    return 0;
  }
  print(proof, proof->proof.stream, "rup");
  for (size_t i = 0; i < count; i++)
    print(proof, proof->proof.stream, " 1 %sx%d", literals[i] < 0 ? "~" : "", abs(literals[i]));
  print(proof, proof->proof.stream, " >= 1 ;\n");
  return ++proof->number;
}

/* ---- Sums ---- */

static void add(nq_sat_proof *proof, const char *mark, uint64_t number, uint64_t times) {
  print(proof, proof->proof.stream, proof->adding ? " %s%" PRIu64 : "pol %s%" PRIu64, mark, number);
  if (times > 1) print(proof, proof->proof.stream, " %" PRIu64 " *", times);
  if (proof->adding) print(proof, proof->proof.stream, " +");
  proof->adding = true;
}

void nq_sat_proof_add(nq_sat_proof *proof, uint64_t number, uint64_t times) {
  add(proof, "", number, times);
}

/* Columns and rows have two numbers, diagonals one but in the corners: there the variable is at
 * most 1, which needs no constraint. */
void nq_sat_proof_add_line(nq_sat_proof *proof, uint64_t line, bool least, uint64_t times) {
  uint64_t n = proof->n, last = 2 * n - 2;
  if (line < 2 * n) {
    add(proof, "", 2 * line + (least ? 1 : 2), times);
    return;
  }
  bool rising = line - 2 * n <= last;
  uint64_t diagonal = rising ? line - 2 * n : line - 4 * n + 1;
  if (diagonal > 0 && diagonal < last)
    add(proof, "", (rising ? 4 * n : 6 * n - 3) + diagonal, times);
  else if (rising)
    add(proof, "~x", diagonal == 0 ? 1 : n * n, times);
  else
    add(proof, "~x", diagonal == 0 ? n * n - n + 1 : n, times);
}

uint64_t nq_sat_proof_end_sum(nq_sat_proof *proof) {
  print(proof, proof->proof.stream, "\n");
  proof->adding = false;
  return ++proof->number;
}

void nq_sat_proof_delete(nq_sat_proof *proof, uint64_t number) {
  print(proof, proof->proof.stream, "del id %" PRIu64 "\n", number);
}

/* ---- Closing ---- */

uint64_t nq_sat_proof_bytes(const nq_sat_proof *proof) {
  return proof != NULL ? proof->bytes : 0;
}

bool nq_sat_proof_failed(const nq_sat_proof *proof) {
  if (proof == NULL) return false;
  return (!is_linear(proof) && ferror(proof->formula.stream)) || ferror(proof->proof.stream);
}

/* Give both files their names, or neither. */
static nq_status name_files(nq_sat_proof *proof, nq_error *error) {
  char *path = proof->formula.path != NULL ? strdup(proof->formula.path) : NULL;
  nq_status status = is_linear(proof) ? NQ_OK : nq_file_commit(&proof->formula, NULL, error);
  if (status == NQ_OK) {
    status = nq_file_commit(&proof->proof, NULL, error);
    if (status != NQ_OK && path != NULL) unlink(path);
  }
  free(path);
  return status;
}

/* The empty clause ends a proof. */
static nq_status commit(nq_sat_proof *proof, int variables, nq_error *error) {
  uint64_t empty = nq_sat_proof_learned(proof, (const int[]){0});
  if (is_linear(proof)) {
    print(proof, proof->proof.stream, "output NONE\nconclusion UNSAT : %" PRIu64 "\n", empty);
    print(proof, proof->proof.stream, "end pseudo-Boolean proof\n");
  } else {
    if (fseek(proof->formula.stream, 0, SEEK_SET) != 0)
      return nq_error_system(error, errno, "%s", proof->formula_path);
    write_header(proof, variables);
  }
  nq_status status = nq_file_close_stream(&proof->proof, error);
  if (status == NQ_OK) status = nq_file_close_stream(&proof->formula, error);
  return status == NQ_OK ? name_files(proof, error) : status;
}

nq_status nq_sat_proof_close(nq_sat_proof *proof, bool refuted, int variables, nq_error *error) {
  if (proof == NULL) return NQ_OK;
  nq_status status = refuted ? commit(proof, variables, error) : NQ_OK;
  release(proof);
  return status;
}

nq_status nq_sat_proof_write_contradiction(const char *path, const nq_instance *instance,
                                           nq_error *error) {
  nq_sat_proof *proof;
  nq_status status = nq_sat_proof_open(path, instance, &proof, error);
  if (status != NQ_OK || proof == NULL) return status;
  nq_sat_proof_clause(proof, (const int[]){1}, 1);
  nq_sat_proof_clause(proof, (const int[]){-1}, 1);
  return nq_sat_proof_close(proof, true, 1, error);
}

/* ---- Too few rows ---- */

/* The columns that share the rows of `full` each need a queen, and these rows, one fewer, have at
 * most one each.  The sum leaves squares that propagation knows to be empty. */
static nq_status write_shortage(const char *path, const nq_instance *instance, const uint32_t *rows,
                                const uint64_t *full, nq_error *error) {
  nq_sat_proof *proof;
  bool first = true;
  uint32_t n = nq_instance_n(instance);
  nq_status status = nq_sat_proof_open(path, instance, &proof, error);
  if (status != NQ_OK || proof == NULL) return status;
  for (uint32_t column = 0; column < n; column++) {
    uint32_t row = rows[column];
    bool shares = row == NQ_EMPTY ? first : has_bit(full, row);
    if (row == NQ_EMPTY) first = false;
    if (shares) nq_sat_proof_add_line(proof, column, true, 1);
  }
  for (uint32_t row = 0; row < n; row++)
    if (has_bit(full, row)) nq_sat_proof_add_line(proof, n + row, false, 1);
  (void)nq_sat_proof_end_sum(proof);
  return nq_sat_proof_close(proof, true, 0, error);
}

nq_status nq_sat_proof_try_shortage(const char *path, const nq_instance *instance,
                                    nq_error *error) {
  uint32_t n = nq_instance_n(instance);
  if (!nq_sat_proof_is_linear(path)) return NQ_OK;
  nq_domain domain;
  nq_arrays arrays = {0};
  uint32_t *rows = nq_arrays_take(&arrays, n, sizeof *rows);
  uint64_t *full = nq_arrays_take(&arrays, n / 64 + 1, sizeof *full);
  nq_status status = nq_domain_init(&domain, instance, error);
  if (arrays.failed) status = nq_error_set(error, NQ_NO_MEMORY, "no memory for a matching");
  nq_status written = NQ_OK;
  if (status == NQ_OK && domain.forbidden != NULL)
    status = nq_domain_match(&domain, NULL, rows, full, NULL, error);
  if (status == NQ_NONE) written = write_shortage(path, instance, rows, full, error);
  nq_domain_release(&domain);
  nq_arrays_release(&arrays);
  return written != NQ_OK ? written : status;
}

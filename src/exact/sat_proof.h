/* Proofs that there is no solution, as files, in one of two formats:
 *
 *     DRAT      clauses; the formula that they refute is written to PATH.cnf
 *     VeriPB    PATH ends with .pbp: clauses and sums of constraints, those of the export `opb` */
#ifndef NQ_EXACT_SAT_PROOF_H
#define NQ_EXACT_SAT_PROOF_H

#include "nqueens.h"

typedef struct nq_sat_proof nq_sat_proof;

/* The proof is one in the format of VeriPB.  False for no path. */
bool nq_sat_proof_is_linear(const char *path);
/* Open the files, as nq_file_open does; a device such as /dev/null takes both.  *opened = NULL for
 * no path.  NQ_IO, NQ_NO_MEMORY, NQ_UNSUPPORTED (n is too large for the export `opb`). */
nq_status nq_sat_proof_open(const char *path, const nq_instance *instance, nq_sat_proof **opened,
                            nq_error *error);
/* Add a clause of the formula, which VeriPB reads from the export: nothing then, nor for NULL.  Add
 * a learned clause, which ends with 0, and return its number.  DRAT has no numbers: 0. */
void nq_sat_proof_clause(nq_sat_proof *proof, const int *literals, size_t count);
uint64_t nq_sat_proof_learned(nq_sat_proof *proof, const int *literals);

/* For VeriPB only: add a constraint by its number, or a line of the board, to the sum that is
 * written next, `times` times.  Lines are numbered as the export has them: columns, rows, rising
 * and falling diagonals, corners too.  Columns and rows have at least or at most one queen.  Ending
 * the sum returns its number. */
void nq_sat_proof_add(nq_sat_proof *proof, uint64_t number, uint64_t times);
void nq_sat_proof_add_line(nq_sat_proof *proof, uint64_t line, bool least, uint64_t times);
uint64_t nq_sat_proof_end_sum(nq_sat_proof *proof);
/* For VeriPB only: forget a learned clause or a sum. */
void nq_sat_proof_delete(nq_sat_proof *proof, uint64_t number);

/* Write both files for an instance that contradicts itself: a queen is placed on square 1, where
 * none may stand, because of another placed queen or of a restriction.  NQ_OK for no path; as
 * nq_sat_proof_open. */
nq_status nq_sat_proof_write_contradiction(const char *path, const nq_instance *instance,
                                           nq_error *error);

/* If the path is of a proof in VeriPB's format, and some columns have too few rows, write a proof
 * of that, one sum.  NQ_NONE: it was written, and the error explains it.  As nq_sat_proof_open. */
nq_status nq_sat_proof_try_shortage(const char *path, const nq_instance *instance, nq_error *error);
/* Written to both so far, about; whether writing has failed: closing says why.  NULL is allowed. */
uint64_t nq_sat_proof_bytes(const nq_sat_proof *proof);
bool nq_sat_proof_failed(const nq_sat_proof *proof);
/* If the formula was refuted, give both files their names.  Otherwise, or with NQ_IO when writing
 * failed, remove them and leave existing files of these names unchanged.  NULL is allowed. */
nq_status nq_sat_proof_close(nq_sat_proof *proof, bool refuted, int variables, nq_error *error);

#endif

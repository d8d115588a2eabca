/* Proofs that a formula has no solution, as files: PATH for the proof, PATH.cnf for the formula. */
#ifndef NQ_EXACT_SAT_PROOF_H
#define NQ_EXACT_SAT_PROOF_H

#include "nqueens.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct nq_sat_proof nq_sat_proof;

/* Open both files, as nq_file_open does; a device such as /dev/null takes both.  *opened = NULL for
 * no path.  NQ_IO, NQ_NO_MEMORY. */
nq_status nq_sat_proof_open(const char *path, nq_sat_proof **opened, nq_error *error);
/* Add a clause of the formula; add a learned clause, which ends with 0. */
void nq_sat_proof_clause(nq_sat_proof *proof, const int *literals, size_t count);
void nq_sat_proof_learned(nq_sat_proof *proof, const int *literals);
/* Add the formula of an instance that contradicts itself: a queen is placed on square 1, where none
 * may stand, because of another placed queen or of a restriction.  Returns the number of
 * clauses. */
uint64_t nq_sat_proof_contradict(nq_sat_proof *proof);
/* Write both files for such an instance.  NQ_OK for no path; as nq_sat_proof_open. */
nq_status nq_sat_proof_write_contradiction(const char *path, nq_error *error);
/* Written to both so far, about; whether writing has failed: closing says why. */
uint64_t nq_sat_proof_bytes(const nq_sat_proof *proof);
bool nq_sat_proof_failed(const nq_sat_proof *proof);
/* If the formula was refuted, give both files their names.  Otherwise, or with NQ_IO when writing
 * failed, remove them and leave existing files of these names unchanged.  NULL is allowed. */
nq_status nq_sat_proof_close(nq_sat_proof *proof, bool refuted, int variables, uint64_t clauses,
                             nq_error *error);

#endif

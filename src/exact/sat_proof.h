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
/* A clause of the formula; one that was learned, with a 0 behind it. */
void nq_sat_proof_clause(nq_sat_proof *proof, const int *literals, size_t count);
void nq_sat_proof_learned(nq_sat_proof *proof, const int *literals);
/* Written to both so far, about; whether writing has failed: closing says why. */
uint64_t nq_sat_proof_bytes(const nq_sat_proof *proof);
bool nq_sat_proof_failed(const nq_sat_proof *proof);
/* Give both files their names where the formula was refuted; leave no trace, and files of these names
 * as they were, where it was not, or with NQ_IO when they could not be written.  NULL is allowed. */
nq_status nq_sat_proof_close(nq_sat_proof *proof, bool refuted, int variables, uint64_t clauses,
                             nq_error *error);

#endif

/* What the encodings in SMT-LIB share. */
#ifndef NQ_FORMAT_EXPORTS_SMTLIB_H
#define NQ_FORMAT_EXPORTS_SMTLIB_H

#include "format/exports/export.h"

#include <stdint.h>

/* Numbers by the letters a .. z that stand for them. */
typedef uint64_t nq_letters[26];

/* Text with numbers: %i is values['i' - 'a'] in decimal. */
void nq_smtlib_text(nq_output *output, const char *text, const nq_letters values);
/* A text for each placed queen, and one for each blocked square: column c and row r, from 1. */
void nq_smtlib_squares(const nq_export *export, const char *placed, const char *blocked,
                       nq_letters values);
/* (check-sat) and the question for Q1 .. Qn. */
void nq_smtlib_answer(const nq_export *export);

/* The encoding `bool`, behind the head. */
nq_status nq_smtlib_booleans(const nq_export *export, nq_error *error);
/* Its bytes, within one in a hundred for n >= 32, but for the placed queens and blocked squares,
 * which it writes to the output. */
uint64_t nq_smtlib_booleans_size(const nq_export *export);

#endif

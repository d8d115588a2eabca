/* What an experiment compares: methods with options, and solvers of others, each with a label. */
#ifndef NQ_EXPERIMENT_VARIANTS_H
#define NQ_EXPERIMENT_VARIANTS_H

#include "nqueens.h"

/* A method with options, as in `min-conflicts:start=random,walk=0.05`, or a command (command.h). */
#define NQ_VARIANT_TEXT 1024

#define NQ_LABEL_COLUMNS 24 /* of a terminal, at most */
#define NQ_LABEL         (3 * NQ_LABEL_COLUMNS + 1)

typedef struct nq_variant {
  nq_solve_options solve;     /* the method and its options; the rest as by default */
  char text[NQ_VARIANT_TEXT]; /* canonical: equal texts are equal variants */
  char label[NQ_LABEL];       /* stands for it wherever people read of it */
  bool merged;                /* its runs come from a file of results: none is made here */
  bool labelled;              /* the label was given, not made */
  char version[80];           /* of another solver, printable; "": not known */
} nq_variant;

/* Parse METHOD or METHOD:key=value,..., or a command, with or without LABEL= before it: keys in any
 * order, each once.  NQ_BAD_VALUE names the key, the value and the range.  Texts end at 400
 * characters. */
nq_status nq_variant_parse(const char *text, nq_variant *variant, nq_error *error);

/* The same from a canonical text, of any length and without a label. */
nq_status nq_variant_read(const char *text, nq_variant *variant, nq_error *error);

/* Set the label to text[0 .. length - 1].  NQ_BAD_VALUE says what a label may be. */
nq_status nq_label_set(nq_variant *variant, const char *text, size_t length, nq_error *error);
/* The columns of a terminal that the label takes. */
size_t nq_label_columns(const char *label);

/* Set the version: the first line of the text that has a digit, or the first, with '?' for all but
 * printable ASCII. */
void nq_variant_set_version(nq_variant *variant, const char *text);

/* The part of the text after the colon, or "". */
const char *nq_variant_options(const nq_variant *variant);

/* Make the labels that were not given, from presets and the options in which the variants of a
 * method differ; all labels are then different if the given ones are. */
void nq_variants_label(nq_variant *variants, size_t count);

/* An option of the variant's method. */
typedef struct nq_parameter {
  const char *name;
  char value[160]; /* that nq_solve uses, or the default in words; "" where it does nothing */
  bool given;
} nq_parameter;

/* The i-th option of its method on boards of size n; false past the end. */
bool nq_variant_parameter(const nq_variant *variant, uint32_t n, size_t i, nq_parameter *parameter);

/* What its method counts as a step. */
const char *nq_variant_step(const nq_variant *variant);

/* The evaluations of a run; -1: its method does not count them. */
int64_t nq_result_evaluations(const nq_result *result);

#endif

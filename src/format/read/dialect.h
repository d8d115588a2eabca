/* The wrappings of boards: how a program writes its answers, as far as it is not the shape.
 *
 * A dialect is a row of one table (dialects.c): the lines that only this program writes, its
 * comments, the names of its variables, what numbers count from, and the order of verdicts and
 * boards.  Text that no row describes is read by the first row, which takes any shape. */
#ifndef NQ_FORMAT_READ_DIALECT_H
#define NQ_FORMAT_READ_DIALECT_H

#include "format/format.h"
#include "format/read/scan.h"

typedef enum nq_order {
  NQ_ORDER_LOOSE, /* a verdict without a board is one; after a board, `no` means no more */
  NQ_ORDER_FIRST, /* each verdict stands before its board */
  NQ_ORDER_ANY,   /* before or after it; after a board, `no` means no more */
  NQ_ORDER_LAST   /* after all boards, which it must not contradict */
} nq_order;

/* Take the next unit of the input, one or more lines, and add what it holds to what the reader
 * found.  NQ_END at the end of the input; NQ_BAD_FORMAT with an error still to be added, after
 * which the rest of the line is skipped; other errors end the reading. */
typedef nq_status nq_unit_read(nq_reader *reader);

struct nq_dialect {
  nq_format format;
  unsigned style; /* comments and quotes, as of nq_terms */
  nq_unit_read *read;
  nq_order order;
  int base;               /* NQ_BASE_SEEN, or what rows count from in any case */
  int likely;             /* if no number shows it */
  const char *ours;       /* the variable of our export, or NULL */
  const char *missing;    /* the error for a verdict without its board, or NULL */
  const char *starts[13]; /* of lines that show this dialect: 9: a digit, ?: a letter, $: its end */
  const char *first[8];   /* the same of the first line only */
};

/* ---- What solvers say (sayings.c) ---- */

/* The verdict that a solver's word stands for, such as UNSATISFIABLE; false for others. */
bool nq_verdict_of_word(nq_text word, nq_answer *answer);
bool nq_verdict_of_node(const nq_node *node, nq_answer *answer);
/* That of MiniZinc's =====UNKNOWN===== and OPL's <<< no solution. */
bool nq_verdict_of_mark(nq_text line, nq_answer *answer);
/* That of a line with the status of a mixed integer solver. */
nq_answer nq_verdict_of_status(nq_text line);
/* The verdict that a line of text hints at, as `No solution found.`; false for other lines. */
bool nq_verdict_of_line(nq_text line, nq_answer *answer);

/* Whether the line is of the log of a solver, whose numbers are no board. */
bool nq_is_log(nq_text line);

nq_unit_read nq_read_text, nq_read_smt, nq_read_literals, nq_read_instantiation, nq_read_atoms,
    nq_read_variables, nq_read_glpk, nq_read_response, nq_read_toulbar2, nq_read_samples,
    nq_read_objects;

#endif

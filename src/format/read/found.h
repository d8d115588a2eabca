/* What the reader found and the caller has not taken yet, and the verdicts of solvers. */
#ifndef NQ_FORMAT_READ_FOUND_H
#define NQ_FORMAT_READ_FOUND_H

#include "format/format.h"

/* Where a board stood, and how it was read. */
typedef struct nq_origin {
  uint64_t line;
  const char *form; /* as of a sheet */
  unsigned base;
} nq_origin;

/* These add to the end, and fail only for lack of memory.  The board is moved. */
nq_status nq_found_board(nq_reader *reader, const nq_origin *origin, nq_board *board);
nq_status nq_found_invalid(nq_reader *reader, const nq_origin *origin, uint32_t n,
                           const char *reason);
/* The error, which is NQ_BAD_FORMAT. */
nq_status nq_found_error(nq_reader *reader);
/* A solver's verdict.  One that a solution exists must come with a board, before or after it. */
nq_status nq_found_verdict(nq_reader *reader, nq_answer answer, uint64_t line);
/* A text that counts as a verdict if no board is found; the first counts. */
void nq_found_hint(nq_reader *reader, nq_answer answer, uint64_t line);
/* At the end of the input: a verdict without a board. */
nq_status nq_found_end(nq_reader *reader);

bool nq_found_any(const nq_reader *reader);
/* Take the first: its status, with *board or *error and the reader's answer set. */
nq_status nq_found_take(nq_reader *reader, nq_board *board, uint64_t *line);

/* Take all, and put them back at the end or drop them. */
nq_found_list nq_found_detach(nq_reader *reader);
void nq_found_attach(nq_reader *reader, nq_found_list *list);
void nq_found_drop(nq_found_list *list);
/* Whether both lists are the same boards. */
bool nq_found_same(const nq_found_list *one, const nq_found_list *other);

#endif

/* Choosing which list of an answer is the board. */
#ifndef NQ_FORMAT_ANSWERS_PICK_H
#define NQ_FORMAT_ANSWERS_PICK_H

#include "format/answers/squares.h"
#include "format/answers/symbol.h"

#include <stdbool.h>
#include <stdint.h>

typedef enum nq_rank {
  NQ_RANK_OTHER, /* the user named another variable */
  NQ_RANK_ANY,   /* the board, if it is the only one */
  NQ_RANK_OURS,  /* named as in our exports */
  NQ_RANK_NAMED  /* named queens, or as the user named it */
} nq_rank;

/* The lists of one answer, in the order they are read; the one with the best name is kept. */
typedef struct nq_pick {
  nq_reader *reader;
  const char *ours;          /* the name in our exports */
  nq_rank rank;              /* of the list that is kept; OTHER: there is none */
  bool ambiguous;            /* there is another one of rank ANY */
  char name[NQ_SYMBOL_TEXT]; /* of the list that is kept */
  uint64_t line;             /* and its line */
  nq_squares squares;        /* and its rows */
  char names[100];           /* the first few names, for a message */
  nq_error odd;              /* of the first list that is not a board, or NQ_OK */
} nq_pick;

void nq_pick_begin(nq_pick *pick, nq_reader *reader, const char *ours);
void nq_pick_release(nq_pick *pick);
nq_rank nq_pick_rank(const nq_pick *pick, const char *name);
/* Take over the squares.  NQ_BAD_FORMAT if the kept list has the same name and different rows. */
nq_status nq_pick_offer(nq_pick *pick, const char *name, nq_squares *squares, uint64_t line,
                        nq_error *error);
/* Whether any list came, a board or not. */
bool nq_pick_is_open(const nq_pick *pick);
/* NQ_OK if one list is the board; otherwise as nq_pick_finish. */
nq_status nq_pick_settle(const nq_pick *pick, nq_error *error);
/* Make the board.  NQ_END if there was no list; NQ_BAD_FORMAT, with the names, if several lists may
 * be the board or none is. */
nq_status nq_pick_finish(nq_pick *pick, nq_board *board, uint64_t *line, nq_error *error);

#endif

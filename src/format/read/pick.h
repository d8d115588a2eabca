/* Choosing which list of an answer is the board. */
#ifndef NQ_FORMAT_READ_PICK_H
#define NQ_FORMAT_READ_PICK_H

#include "format/read/found.h"
#include "format/read/scan.h"
#include "format/read/values.h"

typedef enum nq_rank {
  NQ_RANK_OTHER, /* the user named another variable */
  NQ_RANK_ANY,   /* the board, if it is the only one */
  NQ_RANK_OURS,  /* named as in our exports */
  NQ_RANK_NAMED  /* named queens, or as the user named it */
} nq_rank;

/* The list is the value of a variable.  Its boards wait for the end of the answer, unless a list of
 * a better name comes; a second value of the same variable is the next answer, or a contradiction
 * where answers end in marks.  */
nq_status nq_pick_offer(nq_reader *reader, const char *name, const nq_node *list,
                        const nq_setting *setting);
/* At the end of an answer: the list with the best name is the board.  Errors are of this line. */
nq_status nq_pick_settle(nq_reader *reader, uint64_t line);

#endif

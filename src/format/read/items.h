/* Lines with one pair, atom, assignment or square each, or with all of a board. */
#ifndef NQ_FORMAT_READ_ITEMS_H
#define NQ_FORMAT_READ_ITEMS_H

#include "format/format.h"

typedef enum nq_item { NQ_ITEM_PAIR, NQ_ITEM_ATOM, NQ_ITEM_VALUE, NQ_ITEM_SQUARE } nq_item;

/* Take the line whose tree was read last, and those after it that belong to the same board.  NQ_END
 * if it has no such items: the tree is then that of the line. */
nq_status nq_items_read(nq_reader *reader, nq_item kind, nq_error *error);
/* Read the first line of the unit again: NQ_END, with its tree. */
nq_status nq_items_again(nq_reader *reader, nq_error *error);

#endif

/* Lists and dictionaries of a text, in any of the shapes. */
#ifndef NQ_FORMAT_READ_VALUES_H
#define NQ_FORMAT_READ_VALUES_H

#include "format/read/numbers.h"
#include "format/read/grid.h"
#include "format/read/scan.h"

/* The list that a node is or, as array([...]), holds; NULL if it is none.  A call of three numbers
 * or more, c(1, 3, 0, 2), is a list itself. */
const nq_node *nq_value_list(const nq_node *node);
/* Whether the list holds only what a board may be made of, and no words between. */
bool nq_value_is_plain(const nq_node *list);
/* Add the boards in the list to what the reader found.  NQ_BAD_FORMAT if it holds none. */
nq_status nq_value_boards(const nq_node *list, const nq_setting *setting, nq_reader *reader);

#endif

/* The items that a line or a list may hold: squares and variables, in any of their spellings. */
#ifndef NQ_FORMAT_READ_ITEMS_H
#define NQ_FORMAT_READ_ITEMS_H

#include "format/format.h"
#include "format/read/names.h"

typedef enum nq_item {
  NQ_ITEM_PAIR,   /* (0, 1)  {"row": 1, "col": 0}  Queen(row=1, col=0)  row 1, column 0 */
  NQ_ITEM_ATOM,   /* queen(0,1)  -queen(0,0)  "queen(0,1)" */
  NQ_ITEM_VALUE,  /* x0 = 1  x_0_1  1  0: 1  x[0,1] = 1.0 */
  NQ_ITEM_SQUARE, /* a2  Qa2 */
  NQ_ITEMS
} nq_item;

/* Those that were taken so far. */
typedef struct nq_items {
  nq_names names;
  nq_setting setting;
  uint64_t line;
  char first[NQ_STEM_BYTES]; /* the first variable, whose second value starts the next board */
  int64_t index[2];
  bool again;   /* it came again, with another value, when it was the only one */
  size_t words; /* of the first line, if that is a sentence */
} nq_items;

/* Take the items of the list, or of a line, whose list is the root.  The number of them; 0, and
 * nothing is taken, if it has others. */
size_t nq_items_take(nq_items *items, const nq_node *list, nq_item kind);
/* Add the board to what the reader found, and forget the items.  NQ_END if there are none. */
nq_status nq_items_board(nq_items *items, nq_item kind, bool alone, nq_reader *reader);

/* The entry at *node, a key and a value with a sign between; *node becomes the next.  False if
 * there is none. */
bool nq_value_entry(const nq_node *list, const nq_node **node, const nq_node **key,
                    const nq_node **value);
/* Whether the node is a pair of numbers, (0, 1) or {"row": 0, "col": 1}; *swapped: row and column.
 */
bool nq_value_pair(const nq_node *node, int64_t pair[2], bool *swapped);
/* Whether words name the row first and then the column; either may be NULL. */
bool nq_words_are_swapped(const nq_node *first, const nq_node *second);

#endif

/* Labels before the numbers of a line. */
#ifndef NQ_FORMAT_READ_LABELS_H
#define NQ_FORMAT_READ_LABELS_H

#include "format/read/scan.h"

#include <stdbool.h>

typedef enum nq_label {
  NQ_LABEL_NONE,
  NQ_LABEL_WORDS,  /* Solution 1: */
  NQ_LABEL_NUMBER, /* 1: or 1) */
  NQ_LABEL_R,      /* [1,] or [1] */
  NQ_LABEL_INDEX,  /* the labels of columns after an empty field: ,0,1,2 */
  NQ_LABEL_HEAD    /* the labels of the columns of a matrix: [,1] [,2] or : 1 2 := */
} nq_label;

/* Skip the label at the start of the tree's line; returns the first node after it. */
const nq_node *nq_label_skip(const nq_node *root, nq_label *found);
/* [1,] and [,1]: one number and, for a matrix, a comma. */
bool nq_label_is_r(const nq_node *node);
/* Whether only the first gap between the numbers is wider than one blank. */
bool nq_label_has_gap(const nq_node *node, const nq_node *end);

#endif

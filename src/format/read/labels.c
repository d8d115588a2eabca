#include "format/read/labels.h"

#include <stddef.h>

bool nq_label_is_r(const nq_node *node) {
  return node->kind == NQ_KIND_LIST && node->sign == '[' && nq_next(node) == node + 2 &&
         node[1].kind == NQ_KIND_NUMBER;
}

const nq_node *nq_label_skip(const nq_node *root, nq_label *found) {
  const nq_node *node = root + 1, *end = nq_next(root), *first = node;
  *found = NQ_LABEL_NONE;
  if (node < end && nq_label_is_r(node)) {
    *found = NQ_LABEL_R;
    return nq_next(node);
  }
  bool bullet = node + 2 == end && nq_node_is_sign(node, '-') && node[1].at > node->at + 1;
  if (bullet) return node + 1; /* YAML's - 1 */
  if (node < end && nq_node_is_sign(node, ',')) {
    *found = NQ_LABEL_INDEX;
    return node + 1;
  }
  if (node < end && nq_node_is_sign(node, ':') && nq_node_is_sign(end - 1, NQ_SIGN_GIVES)) {
    *found = NQ_LABEL_HEAD;
    return node + 1;
  }
  for (size_t i = 0; i < 6 && node < end; i++, node = nq_next(node)) {
    bool sign = nq_node_is_sign(node, ':') || nq_node_is_sign(node, ')') ||
                nq_node_is_sign(node, NQ_SIGN_GIVES);
    if (sign && i == 0) break;
    if (sign) {
      *found = i == 1 && first->kind == NQ_KIND_NUMBER ? NQ_LABEL_NUMBER : NQ_LABEL_WORDS;
      return node + 1;
    }
    bool word =
        node->kind == NQ_KIND_WORD || nq_node_is_sign(node, '#') || node->kind == NQ_KIND_CALL;
    if (!word && node->kind != NQ_KIND_NUMBER) break;
  }
  return first;
}

bool nq_label_has_gap(const nq_node *node, const nq_node *end) {
  bool wide = node + 4 < end && node[1].at > node->at + node->size + 1;
  wide = wide && node->kind == NQ_KIND_NUMBER;
  for (node++; node < end && wide; node++) {
    bool close = node + 1 == end || node[1].at == node->at + node->size + 1;
    wide = node->kind == NQ_KIND_NUMBER && close;
  }
  return wide;
}

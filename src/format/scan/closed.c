/* Lists and calls whose bracket is closed, as programs write them, become plain lists or
 * numbers. */
#include "format/scan/scan.h"

#include <string.h>

/* np.float64(1.0) is the number. */
static bool is_number_call(const nq_terms *terms, const nq_node *node, size_t count) {
  static const char *const names[] = {"np.", "numpy.", "jnp.", "torch.", NULL};
  static const char *const types[] = {"int",    "float", "bool",     "Integer", "Decimal",
                                      "tensor", "Some",  "Optional", NULL};
  nq_node name = *node;
  if (count != 1 || node[1].kind > NQ_KIND_TRUTH) return false;
  name.text = nq_text_at(terms, node);
  return nq_node_is_any(&name, types) || nq_text_starts_any((nq_text){name.text, name.size}, names);
}

/* Whether only blanks stand between the node and the next: in (Array)(0) the word is of another
 * list than what follows it. */
static bool is_before(const nq_terms *terms, const nq_node *node, const nq_node *next) {
  const nq_text gap = {nq_text_at(terms, node) + node->size, next->at - node->at - node->size};
  return nq_text_span(gap, " \t\r\n") == gap.size;
}

/* The list of shape=(4,) tells nothing that the array itself does not. */
static void drop_shape(nq_terms *terms, size_t index) {
  if (terms->nodes[index].kind != NQ_KIND_LIST) return; /* to a call more may be added */
  const nq_node *sign = &terms->nodes[index - 1];
  if (!nq_node_is_sign(sign, NQ_SIGN_GIVES) || !is_before(terms, sign, sign + 1)) return;
  nq_node name = terms->nodes[index - 2];
  name.text = nq_text_at(terms, &name);
  if (nq_node_is(&name, "shape")) terms->count = index - 1;
}

/* (list 1 3 0 2) and (queen 0 1) of Lisp: the list is what follows the word. */
static void drop_head(nq_terms *terms, size_t index) {
  static const char *const lists[] = {"list", "vector", NULL}, *const pairs[] = {"queen", "q",
                                                                                 NULL};
  nq_node *list = &terms->nodes[index];
  if (list->span < 3 || list[1].kind != NQ_KIND_WORD) return;
  nq_node word = list[1];
  word.text = nq_text_at(terms, &list[1]);
  if (!nq_node_is_any(&word, list->span == 4 ? pairs : lists)) return;
  memmove(list + 1, list + 2, (list->span - 2) * sizeof *list);
  list->span--;
  terms->count--;
}

/* Keep each `step`-th item of the list, from the `first` on, as if commas stood between them. */
static void keep_items(nq_terms *terms, size_t index, size_t first, size_t step) {
  nq_node *list = &terms->nodes[index], *to = list + 1;
  const nq_node *end = terms->nodes + terms->count;
  size_t item = 0;
  list->value = -1;
  for (const nq_node *node = list + 1; node < end; item++) {
    uint32_t span = node->span; /* of what may be moved onto it */
    if (item % step == first) {
      memmove(to, node, span * sizeof *node);
      to += span;
      list->value++;
    }
    node += span;
  }
  terms->count = (size_t)(to - terms->nodes);
  list->span = (uint32_t)(terms->count - index);
}

/* [1; 3; 0; 2] and [(0, 1); (1, 3)] of OCaml and F#: a semicolon between each two items is a
 * comma. */
static void join_items(nq_terms *terms, size_t index) {
  const nq_node *list = &terms->nodes[index], *end = terms->nodes + terms->count;
  bool items = list->sign == '[', sign = false;
  for (const nq_node *node = list + 1; node < end && items; node += node->span, sign = !sign)
    items = nq_node_is_sign(node, ';') == sign;
  if (items && list->span >= 4) keep_items(terms, index, 0, 2);
}

/* [0] => 1 [1] => 3 ... as print_r of PHP writes a list: the keys, 0, 1 and so on, go. */
static void drop_keys(nq_terms *terms, size_t index) {
  const nq_node *list = &terms->nodes[index], *key = list + 1;
  const nq_node *end = terms->nodes + terms->count;
  int64_t items = 0;
  bool keys = list->sign == '(';
  for (; key < end && keys; items++) {
    keys = key + 3 < end && key->sign == '[' && key->span == 2 && key[1].value == items &&
           nq_node_is_sign(&key[2], NQ_SIGN_GIVES);
    if (keys) key = nq_next(key + 3);
  }
  if (keys && items >= 2) keep_items(terms, index, 2, 3);
}

/* Array ( ... ): the word goes. */
static size_t drop_array(nq_terms *terms, size_t index) {
  nq_node *list = &terms->nodes[index], word = list[-1];
  word.text = nq_text_at(terms, &word);
  if (!nq_node_is(&word, "Array") || !is_before(terms, list - 1, list)) return index;
  memmove(list - 1, list, list->span * sizeof *list);
  terms->count--;
  return index - 1;
}

/* Go's []int{1, 3, 0, 2}: what stands before the list goes. */
static size_t drop_type(nq_terms *terms, size_t index) {
  const nq_node *list = &terms->nodes[index];
  size_t from = index - 1;
  if (list->kind != NQ_KIND_LIST || list->sign != '{') return index;
  if (list[-1].kind != NQ_KIND_WORD || !is_before(terms, list - 1, list)) return index;
  while (from > 1 && terms->nodes[from - 1].kind == NQ_KIND_LIST &&
         terms->nodes[from - 1].sign == '[' && terms->nodes[from - 1].span == 1 &&
         terms->nodes[from].at == terms->nodes[from - 1].at + 2) /* not of ([]) int */
    from--;
  if (from == index - 1) return index;
  memmove(&terms->nodes[from], list, list->span * sizeof *list);
  terms->count -= index - from;
  return from;
}

/* Lisp's (1 . 2); (1;2) and (1|2) */
static bool is_parted_pair(const nq_node *node) {
  bool pair = node->sign == '(' && node->value == 0 && node->span == 4 &&
              node[1].kind == NQ_KIND_NUMBER && node[3].kind == NQ_KIND_NUMBER;
  return pair && (node[2].kind == NQ_KIND_HOLE || nq_node_is_sign(&node[2], ';') ||
                  nq_node_is_sign(&node[2], '|'));
}

size_t nq_terms_close(nq_terms *terms, size_t index) {
  index = drop_type(terms, drop_array(terms, index));
  nq_node *node = &terms->nodes[index];
  drop_keys(terms, index);
  join_items(terms, index);
  drop_head(terms, index);
  if (is_parted_pair(node)) {
    node[2] = node[3];
    node->span = 3;
    terms->count--;
  }
  if (is_number_call(terms, node, terms->count - index - 1)) {
    node[0] = node[1];
    terms->count = index + 1;
  }
  drop_shape(terms, index);
  return index;
}

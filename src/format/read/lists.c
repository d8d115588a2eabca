/* Lists of a statement: the words around them, and whether they are boards or measures. */
#include "format/read/read.h"

#include <stdio.h>
#include <string.h>

bool nq_list_is_range(const nq_node *list) {
  if (list[1].kind == NQ_KIND_LIST && nq_next(list + 1) == nq_next(list)) list++;
  return list->span == 3 && list[1].kind <= NQ_KIND_REAL && list[2].kind <= NQ_KIND_REAL;
}

/* int queens[8] = {0};: one value after an array with its size is what it holds before a search. */
static bool is_initial(const nq_node *first, const nq_node *node, const nq_node *list) {
  const nq_node *end = nq_next(list), *value = list + 1, *array = NULL, *last = NULL;
  while (value < end && value->value == list[1].value) value++;
  for (; value == end && first < node; first = nq_next(first)) array = last, last = first;
  return array != NULL && array->kind == NQ_KIND_CALL && array->sign == '[' &&
         nq_node_is_sign(last, NQ_SIGN_GIVES);
}

/* [0] * 8 and [[0] * n for _ in range(n)] are code. */
static bool is_code(const nq_node *list) {
  if (nq_node_is_sign(nq_next(list), '*')) return true;
  bool numbers = nq_node_is_number(list + 1) && nq_node_is_number(list + 2);
  for (const nq_node *node = list + 1; node < nq_next(list) && !numbers; node = nq_next(node))
    if (nq_node_is(node, "for")) return true;
  return false;
}

const nq_node *nq_list_at(const nq_reader *reader, const nq_node *node) {
  const nq_node *list = nq_value_list(node), *first = nq_terms_first(&reader->terms);
  if (list == NULL || is_initial(first, node, list) || is_code(list)) return NULL;
  if (list != node && list->sign == '(' && list->span == 3) return NULL; /* location=(0, 7)] */
  if (node->kind == NQ_KIND_CALL && node->sign == '[' && list->span == 2) return NULL; /* a[[1]] */
  bool given = nq_node_is_sign(node - 1, NQ_SIGN_GIVES) || nq_node_is(node - 1, "be");
  bool alone = node == first && nq_next(node) == nq_terms_end(&reader->terms);
  bool two = node->sign == '(' && node->span == 3;
  bool square = node > first && node[-1].kind != NQ_KIND_NUMBER &&
                nq_next(node)->kind != NQ_KIND_LIST; /* queen = (3, 1) */
  if (two && ((nq_node_is_number(node + 1) && (node[2].kind == NQ_KIND_WORD || square)) ||
              (node[1].kind == NQ_KIND_WORD && nq_node_is_number(node + 2))))
    return NULL;                                                          /* (4 rows), (solve 4) */
  bool named = nq_node_is_sign(node - 1, ':') && nq_word_is_board(first); /* Solution: [1, 0] */
  bool arrow = nq_node_is_sign(node - 1, NQ_SIGN_GIVES) && node[-1].size > 1;
  if ((!given || arrow) && !alone && !named && nq_list_is_range(list)) return NULL; /* -> (2, 4) */
  if ((given && !arrow) || alone || (node == first && node->sign == '{')) return list;
  bool plain = nq_value_is_plain(list);
  const nq_node *item = list + 1;
  while (item->kind == NQ_KIND_LIST) item++;
  bool single = item + 1 == nq_next(list) && item->kind != NQ_KIND_STRING;
  bool entry = list->sign != '{' && list->span == 4 && nq_node_is_gives(list + 2); /* [12:30] */
  return plain && !single && !entry ? list : NULL;
}

/* Whether the list is 0 1 2 ... or 1 2 3 ... */
static bool is_series(const nq_node *list) {
  bool series = false;
  return nq_value_is_permutation(list, &series) && series;
}

/* Whether the list is such a series, after words by which it counts rows or columns. */
static bool is_counting(const nq_node *label, const nq_node *list) {
  static const char *const counts[] = {"sorted", "visited", "range", "available", "free", NULL};
  bool words = false;
  for (const nq_node *node = label; node < list; node++)
    words = words || nq_word_is_row(node) || nq_word_is_columns(node) || nq_word_is_index(node) ||
            nq_node_is_any(node, counts);
  return words && is_series(list);
}

/* `label`: the words before the list; `key`: what = or : follows, or NULL. */
static nq_status read_list(nq_reader *reader, const nq_node *label, const nq_node *name,
                           const nq_node *key, const nq_node *list) {
  char words[NQ_STEM_BYTES];
  const nq_terms *terms = &reader->terms;
  nq_setting setting = {.turned = key != NULL && nq_word_is_columns(key),
                        .loose = (name == NULL && list->sign != '[') || is_counting(label, list)};
  bool object = nq_object_is(list);
  if (name != NULL && !object) {
    setting.named = true;
    snprintf(words, sizeof words, "%.*s", (int)name->size, name->text);
    return nq_pick_offer(reader, words, list, &setting);
  }
  nq_status status = nq_pick_settle(reader, terms->first_line);
  if (status != NQ_OK) return status;
  if (object || nq_object_holds(list)) return nq_object_read(reader, list);
  return nq_value_boards(list, &setting, reader);
}

/* After a list: signs, further assignments and, unless it has a name, words. */
static nq_status check_rest(const nq_reader *reader, const nq_node *node, bool named) {
  const nq_node *end = nq_terms_end(&reader->terms);
  while (node->kind == NQ_KIND_HOLE || /* a full stop apart */
         (node->kind == NQ_KIND_SIGN && node->value < 0x80 &&
          strchr(".;?,!>", (int)node->value) != NULL))
    node++;
  if (node >= end || nq_list_at(reader, node) != NULL) return NQ_OK;
  bool gives = nq_node_is_gives(nq_next(node)) || nq_node_is_sign(node, ':');
  if (named && !gives) /* not [1, 3, 0, 2] : int list */
    return nq_node_unexpected(&reader->terms, node, "';' or the end of the line");
  unsigned numbers = 0;
  for (; node < end && nq_list_at(reader, node) == NULL; node = nq_next(node)) {
    numbers += nq_node_is_scalar(node);
    if (node->kind == NQ_KIND_ODD) return nq_node_unexpected(&reader->terms, node, "text");
    if (numbers == 3)
      return nq_error_at(reader->error, node->line,
                         "the numbers after the list may be a board: write them as a list");
  }
  return NQ_OK;
}

/* Lists of two numbers without names, which are squares: no board of n = 2 is meant. */
static bool has_pairs(const nq_reader *reader) {
  const nq_node *node = nq_terms_first(&reader->terms), *end = nq_terms_end(&reader->terms);
  size_t pairs = 0;
  for (; node < end; node = nq_next(node))
    pairs += node->kind == NQ_KIND_LIST && node->span == 3 && nq_node_is_number(node + 1) &&
             nq_node_is_number(node + 2) && !nq_node_is_sign(node - 1, NQ_SIGN_GIVES);
  return pairs >= 2;
}

/* Q1, before {1, 2, 3, 4}, its domain. */
static bool is_queen_number(const nq_node *node) {
  nq_name name;
  return nq_name_of(node, &name) && nq_stem_is_ours(name.stem);
}

/* Whether the list of numbers in order, ( 1 2 3 4 ), is above another without commas, whose columns
 * they are.  The tree is read again. */
static bool is_above_like(nq_reader *reader) {
  const nq_node *list = nq_terms_first(&reader->terms);
  if (list->sign != '(' || nq_next(list) != nq_terms_end(&reader->terms) || !is_series(list))
    return false;
  nq_place end = nq_terms_here(&reader->terms);
  nq_text next = nq_terms_look(&reader->terms, 0);
  bool above = nq_text_starts(next, "(") && memchr(next.at, ',', next.size) == NULL;
  if (nq_tree_again(reader) != NQ_END) return false;
  nq_terms_return(&reader->terms, end);
  return above;
}

/* Whether the list at the node is one of measures, as the words from the label on, or the last of
 * them, tell; or of the domain of a queen. */
static bool is_of_measures(const nq_reader *reader, const nq_node *label, const nq_node *latest,
                           const nq_node *node) {
  const nq_node *list = nq_list_at(reader, node);
  bool board, series;
  if (reader->variable != NULL) return false;
  if (nq_words_are_aside(label, node)) return true;
  bool tag = nq_node_is_sign(latest - 1, '<'); /* <Node (1, 3, 0, 2)> */
  if (tag || !nq_node_is_scalar(list + 1)) return false;
  bool domain = list->sign == '{' && is_queen_number(latest);
  bool last = nq_words_are_measure(latest, nq_next(latest), &board);
  bool words = nq_words_are_measure(label, node, &board);
  if (words && !board) return true;
  return nq_value_is_permutation(list, &series) ? domain && series : last || words;
}

/* Whether the list, after rows or columns and beside another, only counts them. */
static bool is_index(const nq_reader *reader, const nq_node *latest, const nq_node *node) {
  const nq_node *list = nq_list_at(reader, node), *end = nq_terms_end(&reader->terms);
  bool place = nq_word_is_row(latest) || nq_word_is_columns(latest);
  if (!place || !is_series(list)) return false;
  for (const nq_node *other = nq_terms_first(&reader->terms); other < end; other = nq_next(other))
    if (other != node && nq_list_at(reader, other) != NULL) return true;
  return false;
}

/* Whether the word after a number only counts: Solution after 14 generations: [1, 3, 0, 2] */
static bool is_unit(const nq_reader *reader, const nq_node *word) {
  const nq_node *first = nq_terms_first(&reader->terms);
  bool board;
  return nq_word_is_board(first) && word->kind == NQ_KIND_WORD && nq_word_is_measure(word) &&
         !nq_words_are_measure(first, word - 1, &board);
}

/* Whether the tree is (8, 8) above something else than squares, the shape of a matrix: then it is
 * its n. */
static bool note_shape(nq_reader *reader) {
  const nq_node *list = nq_terms_first(&reader->terms);
  if (list->sign != '(' || list->span != 3 || nq_next(list) != nq_terms_end(&reader->terms))
    return false;
  const uint64_t line = list->line; /* the nodes go when the next line is looked at */
  const int64_t n = list[1].value;
  if (list[2].value != n || n < 4) return false;
  nq_text next = nq_terms_look(&reader->terms, 0);
  bool shape = next.size > 2 && *next.at != '(' && !is_digit(*next.at) && !nq_is_text(next);
  if (shape) reader->stated_n = n, reader->stated_line = line;
  return shape;
}

nq_status nq_lists_read(nq_reader *reader) {
  const nq_node *word = NULL, *name = NULL, *last = NULL, *key = NULL;
  nq_status status = NQ_OK;
  if (has_pairs(reader))
    return nq_error_at(reader->error, reader->terms.first_line,
                       "the pairs of this line may be the squares of a board: write them as one "
                       "list, [(0, 1), (1, 3), (2, 0), (3, 2)]");
  if (is_above_like(reader) || note_shape(reader)) return NQ_OK;
  const nq_node *end = nq_terms_end(&reader->terms);
  const nq_node *label = nq_terms_first(&reader->terms); /* where the words before the list start */
  const nq_node *latest = label, *unit = NULL;           /* the last of them */
  for (const nq_node *node = nq_terms_first(&reader->terms); node < end; node = nq_next(node)) {
    const nq_node *list = nq_list_at(reader, node);
    if (list == NULL) {
      bool gives = nq_node_is_sign(node, NQ_SIGN_GIVES) || nq_node_is(node, "be");
      if (gives) name = word;
      word = node->kind == NQ_KIND_WORD && !gives ? node : NULL;
      bool other = nq_node_is_sign(node, ':') || nq_node_is_sign(node, ';');
      if (other || nq_node_is_scalar(node)) name = NULL; /* cost = 0, [1, 3, 0, 2] */
      if (nq_node_is_gives(node)) key = last;
      last = node;
      if (node->kind == NQ_KIND_WORD && node != unit) latest = node;
      bool amount =
          nq_node_is_scalar(node) || (node->kind == NQ_KIND_WORD && is_digit(*node->text));
      if (amount || nq_node_is_sign(node, ';')) label = nq_next(node);
      if (amount && is_unit(reader, label)) unit = label, label = nq_next(label);
      continue;
    }
    bool index = is_index(reader, latest, node),
         measure = is_of_measures(reader, label, latest, node);
    bool whole = nq_next(node) == end; /* the tree may go */
    bool sentence = name != NULL && name - label >= 2 &&
                    label->kind == NQ_KIND_WORD; /* We found q = [1, 3, 0, 2] in 3 ms. */
    if (!measure) status = check_rest(reader, nq_next(node), name != NULL && !sentence);
    if (status == NQ_OK && !index)
      status = measure ? nq_pick_pass(reader, name != NULL ? name->text : NULL, node)
                       : read_list(reader, label, name, key, list);
    if (status != NQ_OK || whole) return status;
    name = word = last = key = NULL;
    label = latest = nq_next(node);
  }
  return status;
}

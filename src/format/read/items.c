#include "format/read/read.h"

#include <string.h>

/* ---- Pairs ---- */

bool nq_value_entry(const nq_node *list, const nq_node **node, const nq_node **key,
                    const nq_node **value) {
  const nq_node *end = nq_next(list), *sign = nq_next(*node);
  if (sign + 1 >= end || !nq_node_is_gives(sign)) return false;
  *key = *node;
  *value = sign + 1;
  *node = nq_next(*value);
  return (*key)->kind != NQ_KIND_SIGN && (*value)->kind != NQ_KIND_SIGN;
}

static bool find_places(const nq_node *list, int64_t pair[2], bool *swapped, size_t *words);

bool nq_value_pair(const nq_node *node, int64_t pair[2], bool *swapped) {
  const nq_node *at = node + 1, *end = nq_next(node);
  *swapped = false;
  if (node->kind < NQ_KIND_LIST) return false;
  if (node->kind == NQ_KIND_LIST && at->kind == NQ_KIND_LIST && nq_next(at) == end)
    return nq_value_pair(at, pair, swapped); /* (1-2) */
  bool arrow = at + 3 == end && nq_node_is_sign(at + 1, NQ_SIGN_GIVES) && at[1].size == 3;
  bool two = node->kind == NQ_KIND_LIST && (at + 2 == end || arrow); /* (1, 2) or (1|->2) */
  if (two && nq_node_is_number(at) && nq_node_is_number(end - 1)) {
    pair[0] = at->value;
    pair[1] = end[-1].value;
    return true;
  }
  const nq_node *key[2], *value[2];
  size_t entries = 0, words;
  while (entries < 2 && nq_value_entry(node, &at, &key[entries], &value[entries]) &&
         nq_node_is_number(value[entries]) && !nq_node_is_number(key[entries])) {
    pair[entries] = value[entries]->value;
    entries++;
  }
  bool object = node->sign == '{' || node->kind == NQ_KIND_CALL;
  if (entries < 2 || at < end) return object && find_places(node, pair, swapped, &words);
  *swapped = nq_words_are_swapped(key[0], key[1]);
  return true;
}

/* (row, col): what the pairs after it hold. */
static bool is_pair_heading(const nq_node *node, bool *swapped) {
  if (node->span != 3 || !nq_words_are_axes(node + 1, node + 2)) return false;
  *swapped = nq_words_are_swapped(node + 1, node + 2);
  return true;
}

static size_t take_pairs(nq_items *items, const nq_node *list) {
  size_t count = 0, numbers = 0, words = 0;
  bool headed = false, row_first = false;
  for (const nq_node *node = list + 1; node < nq_next(list); node = nq_next(node)) {
    int64_t pair[2] = {0};
    bool swapped, pairs = nq_value_pair(node, pair, &swapped);
    bool equals = nq_node_is_sign(node, NQ_SIGN_GIVES) && node->size == 1; /* no arrow */
    if (is_pair_heading(node, &row_first)) {
      headed = true;
      continue;
    }
    if (!pairs && ((equals && !headed) || node->kind == NQ_KIND_LIST)) return 0;
    if (pairs) {
      items->setting.swapped = headed ? row_first : swapped;
      nq_names_square(&items->names, items->line, pair[0], pair[1]);
      count++;
    }
    numbers += nq_node_is_scalar(node);
    words += node->kind == NQ_KIND_WORD;
  }
  const nq_node *last = nq_next(list) - 1;
  bool item = list[1].kind == NQ_KIND_NUMBER;                                     /* 1. (0, 3) */
  item = item || (count == 1 && last->kind <= NQ_KIND_TRUTH && last->value == 1); /* (0, 3)  1.0 */
  if (count > 1 && nq_words_are_aside(list + 1, nq_next(list))) return 0; /* attacked squares */
  return numbers > count || (numbers > 0 && words == 0 && !item) ? 0 : count;
}

/* Whether the word names a row or column; NULL is none. */
static bool is_place(const nq_node *word) {
  return word != NULL && !nq_word_is_queen(word);
}

/* Whether the word names a square, or is a letter before its number: x = 0, y: 3. */
static bool names_square(const nq_node *node) {
  return nq_word_names_square(node) || (node->size == 1 && nq_node_is_gives(node + 1) &&
                                        memchr("rcxyij", *node->text | 0x20, 6) != NULL);
}

/* The next number within the word that has its unit after it, from *at on: 1行, 第1行第5列, 6열.
 * Letters of these have three bytes. */
static bool next_unit(const nq_node *word, size_t *at, int64_t *number, nq_node *unit) {
  nq_text rest = {word->text + *at, word->size - *at};
  size_t digits = 0;
  for (; rest.size > 0 && (digits = nq_text_span(rest, "0123456789")) == 0; rest.size--) rest.at++;
  if (rest.size < digits + 3) return false;
  *at = (size_t)(rest.at - word->text) + digits;
  *unit = nq_text_word((nq_text){word->text + *at, 3});
  return nq_word_names_square(unit) && nq_number_of(rest.at, digits, number) == NQ_KIND_NUMBER;
}

/* The numbers of a text, and the words before them that name squares. */
typedef struct place_numbers {
  nq_node units[3];
  const nq_node *word[3], *last; /* the last such word */
  int64_t number[3];
  size_t numbers, named;
} place_numbers;

static void put_number(place_numbers *found, const nq_node *word, int64_t number) {
  found->word[found->numbers] = word;
  found->number[found->numbers++] = number;
  found->last = NULL;
}

/* Find the column and row in row 0, column 1; in Queen 1 is on row 1, column 2; or in
 * <queen row="1" col="2"/>; or in {"id": 7, "column": {"index": 0}, "row": {"index": 1}}. */
static bool find_places(const nq_node *list, int64_t pair[2], bool *swapped, size_t *words) {
  place_numbers found = {.last = NULL};
  const nq_node *end = nq_next(list), *other = NULL; /* the last word that names no square */
  *words = 0;
  bool item = nq_node_is_root(list) && nq_node_is_pointed(list + 1); /* 1. Queen 1: row 1, ... */
  for (const nq_node *node = list + 1 + item; node < end; node++) {
    int64_t value = node->value;
    nq_kind kind = (nq_kind)node->kind;
    nq_node *unit = &found.units[found.numbers < 3 ? found.numbers : 2];
    if (kind == NQ_KIND_STRING) kind = nq_number_of(node->text, node->size, &value);
    if (kind == NQ_KIND_WORD) {
      bool names = names_square(node);
      ++*words;
      found.named += names;
      if (names) found.last = node;
      other = names ? NULL : node;
      for (size_t at = 0; found.numbers < 3 && next_unit(node, &at, &value, unit); unit++) {
        put_number(&found, unit, value);
        found.named++;
      }
    } else if (kind == NQ_KIND_NUMBER && other != NULL &&
               (nq_node_is(other, "id") || nq_word_is_measure(other))) {
      other = NULL;
    } else if (kind == NQ_KIND_NUMBER && found.numbers < 3) {
      put_number(&found, found.last, value);
    } else if (kind != NQ_KIND_SIGN && !(kind == NQ_KIND_LIST && node->sign == '{')) {
      return false;
    }
  }
  if (found.word[0] == NULL && found.last != NULL) { /* 1 行 2 列 */
    found.word[0] = found.word[1];
    found.word[1] = found.last;
  }
  size_t start = found.numbers == 3 && !(is_place(found.word[0]) && is_place(found.word[1]));
  const nq_node *one = found.word[start], *two = found.word[start + 1];
  if (found.numbers < 2 || found.named < 2 || (!is_place(one) && !is_place(two))) return false;
  if (is_place(one) && is_place(two) && !nq_words_are_axes(one, two)) return false; /* row, row */
  if (start > 0 && !is_place(two)) return false; /* Queen 1: row 2   0 */
  *swapped = nq_words_are_swapped(one, two);
  pair[0] = found.number[start];
  pair[1] = found.number[start + 1];
  return true;
}

static size_t take_sentence(nq_items *items, const nq_node *list) {
  int64_t pair[2];
  bool swapped;
  size_t words;
  if (!find_places(list, pair, &swapped, &words)) return 0;
  if (items->words > 0 && items->words != words) return 0;
  items->words = words;
  items->setting.swapped = swapped;
  nq_names_square(&items->names, items->line, pair[0], pair[1]);
  return 1;
}

/* The queen in row 1 is in column 2, the queen in row 2 is in column 4, and so on, on one line. */
static size_t take_sentences(nq_items *items, const nq_node *list) {
  const nq_node *word = NULL, *first = NULL; /* of the number; of the one before, in its pair */
  int64_t number = 0;
  size_t count = 0;
  for (const nq_node *node = list + 1; node < nq_next(list); node++) {
    if (nq_word_names_square(node)) word = node;
    if (node->kind == NQ_KIND_WORD || node->kind == NQ_KIND_SIGN || node->kind == NQ_KIND_HOLE)
      continue;
    bool place = is_place(word);
    int64_t value = node->value;
    nq_kind kind = (nq_kind)node->kind;
    if (kind == NQ_KIND_STRING && word == NULL)
      continue; /* <board n="8"><queen row="0" col="1"/> */
    if (kind == NQ_KIND_STRING) kind = nq_number_of(node->text, node->size, &value);
    if (kind != NQ_KIND_NUMBER || word == NULL) return 0;
    if (place && first != NULL) {
      bool swapped = nq_words_are_swapped(first, word);
      if (!nq_words_are_axes(first, word)) return 0;
      if (count > 0 && swapped != items->setting.swapped) return 0;
      nq_names_square(&items->names, items->line, number, value);
      items->setting.swapped = swapped;
      count++;
      first = NULL;
    } else if (place) {
      first = word;
      number = value;
    }
    word = NULL;
  }
  return first == NULL && count >= 4 ? count : 0;
}

/* R0C5, R0 C5, R1: C5, Z1: S5 or row 1: c5; the node after it, or NULL. */
static const nq_node *skip_place(const nq_node *node, int64_t *row, int64_t *column) {
  static const char letters[][2] = {{'r', 'c'}, {'z', 's'}, {'l', 'c'}};
  if (nq_place_of(node, 'r', row, 'c', column)) return node + 1;
  for (size_t i = 0; i < sizeof letters / sizeof *letters; i++) {
    const nq_node *after = node + 1;
    if (nq_word_is_row(node) && nq_node_is_number(after))
      *row = (after++)->value;
    else if (!nq_place_of(node, letters[i][0], row, '\0', NULL))
      continue;
    if (nq_node_is_gives(after)) after++;
    if (nq_place_of(after, letters[i][1], column, '\0', NULL)) return after + 1;
  }
  return NULL;
}

/* One or several of them: rows and columns. */
static size_t take_places(nq_items *items, const nq_node *list) {
  nq_label label;
  const nq_node *node = list + 1, *end = nq_next(list), *after;
  int64_t row, column;
  size_t count = 0;
  if (skip_place(node, &row, &column) == NULL) node = nq_label_skip(list, &label);
  for (; node < end; node = after != NULL ? after : node + 1) {
    after = skip_place(node, &row, &column);
    if (after != NULL) {
      nq_names_square(&items->names, items->line, row, column);
      count++;
    } else if (!nq_node_is_sign(node, ';') && !nq_node_is_sign(node, '.')) {
      return 0;
    }
  }
  if (count > 0) items->setting.swapped = true;
  return count;
}

/* a1, b5 and c3: squares of the first columns in a sentence about queens. */
static bool is_about_squares(const nq_node *list) {
  int64_t squares = 0, last = 0, column, row;
  bool named = false;
  for (const nq_node *node = list + 1; node < nq_next(list); node = nq_next(node)) {
    bool square = nq_square_of(node, &column, &row);
    squares += square;
    if (square && column > last) last = column;
    if (node->kind != NQ_KIND_WORD && node->kind != NQ_KIND_SIGN && node->kind != NQ_KIND_HOLE)
      return false;
    named = named || nq_word_is_queen(node);
  }
  return named && squares >= 4 && last <= squares;
}

/* What follows the number of a square: 2. b4, 2) b4 or 2: b4. */
static const nq_node *skip_number(const nq_node *node, const nq_node *end, size_t number) {
  const nq_node *after = node + 1;
  if (!nq_node_is_number(node) || node->value != (int64_t)number) return node;
  if (nq_node_is_sign(after, ')') || nq_node_is_sign(after, ':')) after++;
  return after < end ? after : node;
}

static bool has_digit(const nq_node *node) {
  uint32_t i = 0;
  while (i < node->size && !is_digit(node->text[i])) i++;
  return i < node->size;
}

static size_t take_squares(nq_items *items, const nq_node *list) {
  const nq_node *end = nq_next(list), *node = list + 1;
  size_t count = 0;
  nq_label label;
  bool words = is_about_squares(list);
  if (nq_node_is_root(list)) node = nq_label_skip(list, &label);
  if (node + 2 == end && node->kind == NQ_KIND_NUMBER) node++; /* 1. Qa2 */
  for (; node < end; node = nq_next(node)) {
    int64_t column, row;
    if (nq_node_is_sign(node, ';') || nq_node_is_sign(node, '.')) continue;
    node = skip_number(node, end, count + 1);
    bool square = nq_square_of(node, &column, &row);
    if (!square && words && !has_digit(node)) continue;
    int64_t number; /* R1 C2 is one */
    bool places = nq_place_of(node, 'r', &number, '\0', NULL) &&
                  nq_place_of(node + 1, 'c', &number, '\0', NULL);
    if (!square || places) return 0;
    nq_names_square(&items->names, items->line, column, row);
    count++;
  }
  items->setting.from_one = true;
  return count;
}

/* Solution: Q_1 = 2, Answer: queen(1,2) ...: what follows the words. */
static const nq_node *skip_words(const nq_node *list) {
  nq_label label;
  const nq_node *after = nq_label_skip(list, &label);
  bool colon = label == NQ_LABEL_WORDS && nq_node_is_sign(after - 1, ':');
  return colon && after < nq_next(list) ? after : list + 1;
}

/* ---- Atoms ---- */

static size_t take_atoms(nq_items *items, const nq_node *list) {
  size_t count = items->names.count;
  size_t others =
      nq_names_atoms(&items->names, skip_words(list), nq_next(list), !nq_node_is_root(list));
  return others == 0 ? items->names.count - count : 0;
}

/* ---- Values ---- */

/* The type before a variable: IntVar 'Q_1' = [7] of Choco, <gurobi.Var x[0,1] (value 1.0)> */
static bool is_type(const nq_node *node) {
  static const char *const types[] = {"IntVar", "BoolVar", "variable", "gurobi.Var", NULL};
  return nq_node_is_any(node, types);
}

/* The word row or column, after is, in, on or at: Q1 in row 2.  NULL if it does not follow. */
static const nq_node *place_after(const nq_node *node) {
  static const char *const words[] = {"is", "placed", "in", "on", "at", NULL};
  while (nq_node_is_any(node, words)) node++;
  return nq_word_is_row(node) || nq_word_is_columns(node) ? node : NULL;
}

/* The value of a variable, after its name and = or :, or at once in a table; *rest is what follows.
 * `goes_on`: it is not the first of the line. */
static const nq_node *value_after(const nq_node *list, const nq_node *name, bool goes_on,
                                  const nq_node **rest) {
  const nq_node *end = nq_next(list), *node = nq_next(name), *place = place_after(node);
  bool key = name->kind == NQ_KIND_NUMBER || name->kind == NQ_KIND_LIST;
  bool arrow = nq_node_is_sign(node, NQ_SIGN_GIVES) && node->size > 1;
  bool gives = key ? arrow || nq_node_is_sign(node, ':') : nq_node_is_gives(node) || place != NULL;
  if (!gives && (key || (goes_on && list->value == 0))) return NULL;
  if (place != NULL) node = place;
  if (gives) node = nq_next(node);
  if (nq_node_is_sign(node, '*')) node++;
  if (node->kind == NQ_KIND_LIST && nq_node_is(node + 1, "value"))
    node += 2;                                      /* Gurobi: x[0,1] (value 1.0) */
  if (is_type(list + 1) && node->span == 2) node++; /* Choco: [7] */
  if (node >= end || !nq_node_is_scalar(node)) return NULL;
  *rest = gives || list->value > 0 ? nq_next(node) : end; /* GAMS: q1 2.000, q2 4.000 */
  const nq_node *second = *rest + 1;                      /* Pyomo: lower : value : upper : ... */
  if (!nq_node_is_sign(*rest, ':') || !nq_node_is_scalar(second) ||
      !nq_node_is_sign(second + 1, ':'))
    return node;
  *rest = end;
  return second;
}

/* Whether the line starts the next board, with the first variable of this one. */
static bool starts_again(nq_items *items, const nq_name *name, int64_t value) {
  const nq_names *names = &items->names;
  bool again = names->count > 0 && strcmp(name->stem, names->stems[names->at[0].stem].text) == 0 &&
               name->index[0] == names->at[0].index[0] &&
               (name->indices == 1 || name->index[1] == names->at[0].index[1]);
  items->again = again && names->count == 1 && names->at[0].value != value;
  return again;
}

static size_t take_values(nq_items *items, const nq_node *list) {
  const nq_node *first = list + 1, *end = nq_next(list), *rest, *node = first;
  size_t count = 0;
  const nq_node *after = skip_words(list);
  if (after + 3 < end && !nq_node_is_scalar(after)) node = after; /* not c0: 1, c1: 3 */
  bool word = first->kind == NQ_KIND_WORD && nq_word_names_square(first) &&
              nq_node_is_number(first + 1) && (items->names.count > 0 || first[1].value <= 1);
  if (word) { /* Row 1: 2 */
    node++;
    items->setting.turned = !nq_word_is_queen(first) && !nq_word_is_columns(first);
  }
  while (node < end) {
    nq_name name;
    bool named = nq_name_of(node, &name);
    const nq_node *value = named ? value_after(list, node, word || count > 0, &rest) : NULL;
    if (value == NULL) {
      bool sign = node->kind == NQ_KIND_SIGN && !nq_node_is_sign(node, '+'); /* x_1 + x_2 */
      sign = sign || (node->kind == NQ_KIND_HOLE && node + 1 == end);        /* a full stop apart */
      if (!sign && !is_type(node) && (node != first || node->kind != NQ_KIND_NUMBER)) return 0;
      node = nq_next(node);
      continue;
    }
    if (word && *value->text == '0' && value->size > 1) return 0; /* Row 1: 0010 */
    if (*value->text == '+') return 0; /* +1 x1 +1 x2 = 1, a constraint */
    if (value->value < 0 && !nq_node_is_gives(value - 1)) return 0; /* -1 x1 -1 x2 >= -1 */
    if (count == 0 && starts_again(items, &name, value->value)) return 0;
    nq_names_put(&items->names, node, value->kind != NQ_KIND_REAL, value->value);
    if (nq_word_is_columns(value - 1)) items->setting.turned = true; /* Q1 in column 2 */
    count++;
    node = rest;
    if (nq_node_is_sign(node, ':') && nq_node_is_sign(node + 1, ':'))
      node += 3; /* q1 = 2 :: Integer */
  }
  return count;
}

/* ---- Items ---- */

bool nq_squares_are_whole(const int64_t *squares, size_t step, size_t n) {
  return nq_numbers_is_whole(squares, n, step) && nq_numbers_is_whole(squares + 1, n, step);
}

/* Numbers of no board are too large for one. */
static int64_t bounded(int64_t value) {
  return value < 0 || value > NQ_N_MAX ? NQ_N_MAX : value;
}

bool nq_squares_are_two(nq_square_halves *halves, const int64_t *squares, size_t step,
                        size_t count) {
  size_t n = count / 2;
  bool two = false;
  for (; halves->count < count; halves->count++)
    for (size_t part = 0; part < 2; part++) {
      int64_t value = bounded(squares[halves->count * step + part]);
      if (value > halves->most[part]) halves->most[part] = value;
      halves->sum[part] += value;
      if (halves->count % 2 == 1)
        halves->half[part] += bounded(squares[halves->count / 2 * step + part]);
    }
  for (size_t part = 0; part < 2 && !two && n >= 4 && count % 2 == 0; part++) {
    int64_t beyond = (int64_t)n - halves->most[part];
    bool fits = (beyond == 0 || beyond == 1) && halves->sum[part] == 2 * halves->half[part];
    two = fits && nq_numbers_is_whole(squares + part, n, step) &&
          nq_numbers_is_whole(squares + n * step + part, n, step);
  }
  return two;
}

size_t nq_items_take(nq_items *items, const nq_node *list, nq_item kind) {
  typedef size_t take(nq_items * items, const nq_node *list);
  static take *const takes[NQ_ITEMS][5] = {
      [NQ_ITEM_PAIR] = {take_pairs, take_sentence, take_sentences, take_places},
      [NQ_ITEM_ATOM] = {take_atoms},
      [NQ_ITEM_VALUE] = {take_values},
      [NQ_ITEM_SQUARE] = {take_squares}};
  size_t names = items->names.count, count = 0;
  if (nq_is_move(list)) return 0;
  for (take *const *next = takes[kind]; count == 0 && *next != NULL; next++) {
    count = (*next)(items, list);
    if (count == 0) items->names.count = names;
  }
  return count;
}

nq_status nq_items_board(nq_items *items, nq_item kind, bool alone, nq_reader *reader) {
  nq_setting setting = items->setting;
  bool pairs = kind == NQ_ITEM_PAIR || kind == NQ_ITEM_SQUARE;
  setting.alone = alone;
  setting.samples = false;
  setting.unique = pairs;
  setting.named = true;
  for (size_t i = 0; i < items->names.count && pairs && setting.swapped; i++) {
    int64_t *index = items->names.at[i].index, row = index[0];
    index[0] = index[1];
    index[1] = row;
  }
  nq_status status = nq_names_board(&items->names, &setting, reader);
  nq_names_release(&items->names);
  return status;
}

/* Labels before lines of numbers, and lines of numbers as the rows of a table. */
#include "format/read/read.h"

#include <string.h>

/* ---- Labels of lines ---- */

/* [1,] and [,1]: one number and, for a matrix, a comma. */
static bool is_r_label(const nq_node *node) {
  return node->kind == NQ_KIND_LIST && node->sign == '[' && nq_next(node) == node + 2 &&
         node[1].kind == NQ_KIND_NUMBER;
}

/* Words in parentheses. */
static bool is_remark(const nq_node *list) {
  for (const nq_node *node = list + 1; node < nq_next(list); node = nq_next(node))
    if (node->kind != NQ_KIND_WORD) return false;
  return list->sign == '(';
}

/* -> or => */
static bool is_arrow(const nq_node *node) {
  return nq_node_is_sign(node, NQ_SIGN_GIVES) && node->size == 2 && node->text[1] == '>';
}

/* What joins numbers as a dash does. */
static bool is_joint(const nq_node *node) {
  return nq_node_is_sign(node, '/') || is_arrow(node);
}

/* #, No. or Nr before a number */
static bool is_number_sign(const nq_node *node) {
  static const char *const words[] = {"no", "nr", "number", NULL};
  return nq_node_is_sign(node, '#') || nq_node_is_sign(node, '.') || nq_node_is_any(node, words);
}

const nq_node *nq_label_skip(const nq_node *root, nq_label *found) {
  const nq_node *node = root + 1, *end = nq_next(root), *first = node;
  *found = NQ_LABEL_R;
  if (is_r_label(node)) return nq_next(node);
  *found = NQ_LABEL_NUMBER;
  bool single = node->kind == NQ_KIND_LIST && node->span == 2;
  bool stamp = single && node->sign == '[' && node[1].kind == NQ_KIND_REAL; /* [0.04] 1 3 0 2 */
  bool round = single && node->sign == '(' && nq_node_is_number(node + 1);  /* (1) 1 3 0 2 */
  if (stamp || round) return node + 2 + (round && nq_node_is_sign(node + 2, ':'));
  if (nq_node_is_number(node) && node[1].kind == NQ_KIND_LIST && nq_next(node + 1) == end)
    return node + 1; /* 0 [ 0  0  1  0 ] */
  *found = NQ_LABEL_NONE;
  bool bullet = nq_node_is_sign(node, '-') && nq_node_is_number(node + 1);
  if (bullet && node[1].at > node->at + 1) return node + 1; /* YAML's - 1 */
  bool item = node + 4 < end && nq_node_is_pointed(node) && nq_node_is_number(node + 1) &&
              !nq_node_is_pointed(node + 1);
  bool index = nq_node_is_sign(node, ',');
  bool heading = nq_node_is_sign(node, ':') && nq_node_is_sign(end - 1, NQ_SIGN_GIVES);
  if (item || index || heading) {
    *found = item ? NQ_LABEL_NUMBER /* 1. 1 3 0 2 */ : index ? NQ_LABEL_INDEX : NQ_LABEL_HEAD;
    return node + 1;
  }
  size_t numbers = 0;
  for (size_t i = 0; i < 6; i++, node = nq_next(node)) {
    bool bar =
        i == 1 && (nq_node_is_sign(node, '|') || nq_node_is_sign(node, ';')) && node + 3 < end;
    for (const nq_node *at = node + 1; at < end && bar; at++) bar = at->kind == NQ_KIND_NUMBER;
    bool sign = nq_node_is_sign(node, ':') || nq_node_is_sign(node, ')') ||
                nq_node_is_sign(node, NQ_SIGN_GIVES) || bar;           /* 1 | 1 3 0 2, 4;2 4 1 3 */
    if (is_arrow(node) && node + 2 < end && is_arrow(node + 2)) break; /* 2 -> 4 -> 1 */
    bool number = is_number_sign(node - 1);
    for (const nq_node *at = node; at < end && number; at++) number = nq_node_is_number(at);
    if (number && node + 4 < end) { /* Solution #1 1 3 0 2 */
      *found = NQ_LABEL_WORDS;
      return node + 1;
    }
    numbers += nq_node_is_number(node);
    if (sign && (i == 0 ? !is_arrow(node) : numbers >= 4)) break;
    bool size = sign && i == 1 && nq_node_is(first, "n");
    if (size && node + 2 < end && nq_node_is_sign(node + 2, ':') &&
        node[1].value == end - node - 3) {
      *found = NQ_LABEL_WORDS; /* n = 4: 2, 4, 1, 3 */
      return node + 3;
    }
    if (size && node[1].value != end - node - 2) break;
    node += size; /* n = 4 2 4 1 3 */
    if (sign) {
      *found = i == 1 && first->kind == NQ_KIND_NUMBER ? NQ_LABEL_NUMBER : NQ_LABEL_WORDS;
      return node + 1;
    }
    bool word = node->kind == NQ_KIND_NUMBER || node->kind == NQ_KIND_WORD ||
                node->kind == NQ_KIND_CALL || nq_node_is_sign(node, '#') ||
                nq_node_is_sign(node, 0x2116);                                /* Nr */
    bool within = nq_node_is_sign(node, '-') || nq_node_is_sign(node, '.') || /* 4-queens, No. 1 */
                  is_remark(node);                                            /* (by column) */
    if (!word && !(within && i > 0)) break;
  }
  return first;
}

/* Note where a number may be apart from others, at least four, with single blanks between: the
 * first or the last, if a wider gap or a tab is beside it; and the signs before the numbers. */
static void note_gaps(const nq_node *start, const nq_node *end, nq_block_line *found) {
  bool first = true, last = true;
  found->bars = nq_node_is_bar(start);
  found->named = found->label == NQ_LABEL_WORDS && nq_word_is_board(start - 2);
  found->signs =
      start + 2 < end && (nq_node_is_sign(start + 1, '>') || nq_node_is_sign(start + 2, '>'));
  for (const nq_node *node = start; node < end; node++)
    if (node->kind != NQ_KIND_NUMBER) return;
  if (end - start < 5) return;
  for (const nq_node *node = start; node + 1 < end; node++) {
    bool wide = node->text[node->size] == '\t' || node[1].at > node->at + node->size + 1;
    first = first && wide == (node == start);
    last = last && wide == (node + 2 == end);
  }
  found->gap_first = first;
  found->gap_last = last;
}

/* ---- Lines of numbers as rows ---- */

static bool is_separator(const nq_node *node) {
  static const char signs[] = ";&\\<>";
  if (node->kind != NQ_KIND_SIGN || node->value <= 0) return false;
  bool sign = node->value < 0x80 && strchr(signs, (int)node->value) != NULL;
  return sign || nq_node_is_bar(node) || nq_is_tall_bracket(node->value);
}

/* A number, or in quotes among commas; true, false or none; `letters`: a, b ... as labels. */
static bool take_value(const nq_node *node, bool letters, nq_node *value) {
  *value = *node;
  if (letters && node->kind == NQ_KIND_WORD && node->size == 1) value->kind = NQ_KIND_NUMBER;
  if (node->kind == NQ_KIND_STRING)
    value->kind = (unsigned char)nq_number_of(node->text, node->size, &value->value);
  return value->kind <= NQ_KIND_HOLE;
}

/* [0 0 1 0] or [0, 0, 1, 0],: the list from a node to the end of the line, if it may be a line of
 * a matrix; otherwise the root. */
static const nq_node *line_of(const nq_terms *terms, const nq_node *list) {
  const nq_node *end = nq_terms_end(terms);
  if (list->kind != NQ_KIND_LIST || list->span < 4) return terms->nodes;
  const nq_node *rest = nq_next(list);
  bool whole = rest == end || (rest + 1 == end && nq_node_is_sign(rest, ';'));
  for (const nq_node *node = list + 1; node < rest && whole; node++)
    whole = node->kind <= NQ_KIND_TRUTH && (node->value == 0 || node->value == 1);
  return whole ? list : terms->nodes;
}

/* The first number of the second cell between bars, if a cell has several numbers, or of the second
 * row before a semicolon, if one has four or more and not all are 0 or 1; or NULL. */
static const nq_node *find_other_cell(const nq_node *node, const nq_node *end) {
  const nq_node *second = NULL;
  size_t cells = 0, numbers = 0, most = 0;
  bool bars = false, binary = true;
  for (; node < end; node = nq_next(node)) {
    bool number = node->kind <= NQ_KIND_HOLE;
    if (nq_node_is_bar(node) || nq_node_is_sign(node, ';')) numbers = 0;
    bars = bars || nq_node_is_bar(node);
    binary = binary && (!number || (node->value | 1) == 1);
    cells += number && numbers == 0;
    if (number && cells == 2 && second == NULL) second = node;
    numbers += number;
    if (numbers > most) most = numbers;
  }
  return (bars ? most > 1 : most > 3 && !binary) ? second : NULL;
}

/* Whether the line ends with words about the board before them: 2 4 1 3 -> fitness: 6, or what
 * Forth says, ok.  They have at most one number. */
static bool begins_tail(const nq_numbers *table, size_t start, const nq_node *node,
                        const nq_node *end) {
  if (node->kind <= NQ_KIND_TRUTH) return false;
  size_t count = table->count - start, numbers = 0, words = 0;
  bool word = node->kind == NQ_KIND_WORD && node->size > 1, board;
  bool sign = is_arrow(node) || nq_node_is_sign(node, ';') || nq_node_is_sign(node, '-');
  bool open = node->kind == NQ_KIND_LIST;
  if (nq_node_is(node, "ok")) return true;
  if ((!word && !sign && !open) || count < 4 || table->failed ||
      table->reader->dialect->format != NQ_FORMAT_AUTO)
    return false;
  for (const nq_node *at = node; at < end; at++) {
    numbers += at->kind <= NQ_KIND_REAL;
    words += at->kind == NQ_KIND_WORD && at->size > 1;
  }
  const int64_t *rows = table->values + start;
  bool whole = nq_numbers_is_whole(rows, count, 1), series = true;
  for (size_t i = 0; i < count; i++) {
    series = series && rows[i] == rows[0] + (int64_t)i;
    if (rows[i] < 0 || rows[i] > (int64_t)count) return false;
  }
  bool measure = nq_words_are_measure(node, end, &board) || nq_word_is_measure(node);
  bool told = numbers > 0 && numbers <= words; /* fitness: 28.0, prob: 1.0 */
  return words > 0 && (measure ? told : whole && !series && numbers <= 1);
}

static bool has_comma(const nq_node *start, const nq_node *end) {
  return end > start && memchr(start->text, ',', (size_t)(end[-1].text - start->text)) != NULL;
}

bool nq_block_take(nq_numbers *table, nq_block_line *found) {
  const nq_terms *terms = &table->reader->terms;
  const nq_node *root = line_of(terms, nq_terms_first(terms));
  *found = (nq_block_line){.commas = root != terms->nodes};
  const nq_node *node = nq_label_skip(root, &found->label), *end = nq_next(root);
  found->after = node;
  if (line_of(terms, node) != terms->nodes) { /* row 0: [0, 1] */
    root = node++;
    end = nq_next(root);
    found->list = true;
  }
  const nq_node *start = node;
  if (found->label == NQ_LABEL_HEAD) end--;
  bool head = false;
  if (found->label == NQ_LABEL_R) { /* one alone, [,9], names a column; [9,] a row */
    bool alone = root[1].value > 0 && root[2].at > root[1].at + 1;
    head = alone || is_r_label(node);
    found->number = root[2].value;
  }
  if (head) found->label = NQ_LABEL_HEAD;
  if (head) node = terms->nodes + 1;
  size_t count = table->count, truths = 0, dashes = 0;
  int64_t most = 0;
  bool slashes = false;
  for (; node < end && !begins_tail(table, count, node, end); node = nq_next(node)) {
    if (is_joint(node)) {
      slashes = true;
      continue;
    }
    if (is_separator(node)) {
      if (nq_node_is_bar(node) && nq_node_is_bar(node - 1)) return false; /* an empty square */
      found->commas = true;
      continue;
    }
    nq_node value;
    const nq_node *at = head && is_r_label(node) ? node + 1 : node;
    if (!take_value(at, found->label == NQ_LABEL_INDEX, &value)) return false;
    if (at->kind == NQ_KIND_STRING && root->value == 0) return false;
    bool dash = node > start && *at->text == '-' && at->text == node[-1].text + node[-1].size;
    bool joined = dash || (node > start && is_joint(node - 1));
    if (dash) value.value = -value.value;
    dashes += joined; /* 2-4-1-3, 2/4/1/3, 2 -> 4 -> 1 -> 3, 1-2 2-4 */
    if (value.value > most) most = value.value;
    bool tight = nq_text_span((nq_text){at->text, at->size}, "01") == at->size; /* of a matrix */
    bool ten = at->size == 10 && node == start && nq_next(node) == end; /* digits of n = 10 */
    bool large = value.value > (int64_t)NQ_EMPTY - 1 && !ten && !tight;
    bool outside = value.value < 0 || large;
    bool real = value.kind == NQ_KIND_REAL;
    if ((outside || real) && found->odd == NULL) found->odd = at;
    found->real = found->real || real;
    truths += value.kind == NQ_KIND_TRUTH;
    nq_numbers_add(table, value.kind == NQ_KIND_HOLE ? NQ_HOLE : value.value);
  }
  end = node;
  if (found->gap == NULL) found->gap = find_other_cell(start, end); /* | 3 1 4 2 | 1 | */
  count = table->count - count;
  bool row = dashes + 1 == count && count >= 4 && most <= (int64_t)count, joined = dashes > 0;
  found->pairs = 2 * dashes == count && count >= 8; /* a dash within each two */
  if (slashes && !row && !found->pairs) return false;
  if (joined && !row && !found->pairs) found->odd = start + 1;
  bool none = count == 1 && start->kind == NQ_KIND_HOLE && start->size > 1; /* None: no board */
  if ((truths > 0 && count < 3) || none) return false; /* true alone is the answer of a program */
  bool commas = root->value > 0 && (end == nq_next(root) || has_comma(start, end)); /* no tail's */
  found->commas = found->commas || commas;
  if (commas && root->value + 1 < (int64_t)count)
    found->gap = nq_find_gap(start, nq_terms_end(terms), &found->pairs);
  if (found->label == NQ_LABEL_NONE || found->label == NQ_LABEL_WORDS) note_gaps(start, end, found);
  if (count > 0) nq_numbers_end_row(table, terms->first_line, truths == count);
  return count > 0 && !table->failed;
}

const nq_number_row *nq_block_last(const nq_numbers *table) {
  return &table->rows[table->row_count - 1];
}

nq_status nq_block_next(nq_numbers *table, nq_block_line *found) {
  nq_terms *terms = &table->reader->terms;
  size_t size, values = table->count;
  nq_place here = nq_terms_here(terms);
  if (!nq_terms_line(terms, &size) || size == SIZE_MAX) return NQ_END;
  nq_status status = nq_terms_read(terms);
  if (status == NQ_NO_MEMORY) return status;
  bool line = status == NQ_OK && (terms->last_line == here.line ||
                                  line_of(terms, nq_terms_first(terms)) != terms->nodes);
  if (line && nq_block_take(table, found)) {
    table->rows[table->row_count - 1].at = here.at;
    return NQ_OK;
  }
  table->count = values;
  nq_terms_return(terms, here);
  return NQ_END;
}

void nq_block_give_back(nq_numbers *table) {
  const nq_number_row *row = &table->rows[--table->row_count];
  table->count -= row->count;
  nq_terms_return(&table->reader->terms, (nq_place){row->at, row->line});
}

nq_status nq_tree_again(nq_reader *reader) {
  nq_terms_return(&reader->terms, (nq_place){0, reader->input.line});
  nq_status status = nq_terms_read(&reader->terms);
  return status == NQ_OK ? NQ_END : status;
}

nq_status nq_block_again(nq_numbers *table, nq_block_line *found) {
  table->count = table->row_count = 0;
  nq_status status = nq_tree_again(table->reader);
  return status == NQ_END && !nq_block_take(table, found) ? NQ_NO_MEMORY : status;
}

nq_status nq_block_gather(nq_numbers *table, nq_label like, size_t count, size_t most,
                          bool binary) {
  while (table->row_count < most) {
    nq_block_line found;
    nq_terms *terms = &table->reader->terms;
    nq_place before = nq_terms_here(terms);
    if ((binary || count == 2) && nq_text_is_rule(nq_terms_look(terms, 0)))
      nq_terms_skip_line(terms);
    nq_status status = nq_block_next(table, &found);
    bool same = status == NQ_OK && found.label == like && nq_block_last(table)->count == count &&
                !found.real && (!binary || nq_numbers_is_binary(table, table->row_count - 1));
    if (same) continue;
    if (status == NQ_OK) nq_block_give_back(table);
    nq_terms_return(terms, before);
    return status == NQ_NO_MEMORY ? status : NQ_OK;
  }
  return NQ_OK;
}

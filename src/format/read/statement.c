/* MODEL.  In the order in which they are looked for:
 *
 *     queens = [2, 4, 1, 3];   Solution 1: [1, 3, 0, 2]   {"queens": ...}    lists and objects
 *     (1,1) (5,2) ...   Queen 1: (1, 2)   row 0, column 1                    pairs
 *     queen(1,2) queen(2,4) ...                                              atoms
 *     x0 = 1 x1 = 3 ...   x_0_1  1   3 x_0_3 1 0   0: 1                      assignments
 *     a2 b4 c1 d3                                                            squares of chess
 *     Total of 2 solutions found.                                            text
 *
 * A line with one pair, atom, assignment or square goes on in the lines after it that have one.  A
 * line is text if it has words, at most two numbers and no list. */
#include "format/read/grid.h"
#include "format/read/read.h"
#include "core/core.h"

#include <string.h>

/* ---- Text ---- */

/* q1 q2 q3 or x0 x1 x2: one letter with numbers in order.  They are names of the columns of a
 * table, since no answer puts all queens into one column. */
static bool is_heading(const nq_reader *reader, const nq_node *first) {
  const nq_node *end = nq_terms_end(&reader->terms);
  int64_t next = 0;
  for (const nq_node *node = first; node < end; node++, next++) {
    nq_name name;
    bool word = node->kind == NQ_KIND_WORD || node->kind == NQ_KIND_STRING;
    if (!word || !nq_name_of(node, &name) || node->text[0] != first->text[0] ||
        strlen(name.stem) != 1)
      return false;
    if (node == first) next = name.index[0] > 0;
    if (name.index[0] != next) return false;
  }
  return end - first > 2;
}

nq_status nq_sparse_refuse(nq_reader *reader, uint64_t heading, size_t columns) {
  nq_terms *terms = &reader->terms;
  nq_place here = nq_terms_here(terms);
  nq_terms_skip_blank(terms);
  nq_text line = nq_terms_look(terms, 0);
  size_t name = 0, numbers = 0;
  while (name < line.size && is_letter(line.at[name])) name++;
  bool named = name < line.size && is_digit(line.at[name]), point = name > 0;
  for (size_t at = name + (name == 0); at < line.size && named; at++) {
    numbers += line.at[at] != ' ' && line.at[at - 1] == ' ';
    named = is_digit(line.at[at]) || line.at[at] == ' ' || line.at[at] == '.';
    point = point || (line.at[at] == '.' && at + 1 < line.size && is_digit(line.at[at + 1]));
  }
  bool set = line.size > 4 && is_digit(*line.at) && nq_text_has(line, " YES");
  if (!set && (!named || !point || numbers == 0 || numbers >= columns)) {
    nq_terms_return(terms, here);
    return NQ_END;
  }
  nq_terms_skip_paragraph(terms);
  return nq_error_at(reader->error, heading,
                     "blanks alone show which columns the numbers below this line are in: write "
                     "(column, row) for each queen");
}

/* Words of letters and a number, one of which is a square: the others should be. */
static const nq_node *find_no_square(const nq_reader *reader) {
  const nq_node *end = nq_terms_end(&reader->terms), *bad = NULL;
  size_t squares = 0;
  int64_t column, row;
  for (const nq_node *node = nq_terms_first(&reader->terms); node < end; node = nq_next(node)) {
    const char *word = node->text;
    bool like = node->kind == NQ_KIND_WORD && is_letter(word[0]) && is_digit(word[node->size - 1]);
    if (!like) return NULL;
    if (nq_square_of(node, &column, &row))
      squares++;
    else
      bad = node;
  }
  return squares > 0 ? bad : NULL;
}

/* Of a format that was named, and has no log or headings, every line is part of a board. */
static bool is_strict(const nq_reader *reader) {
  nq_format format = reader->dialect->format;
  return format == NQ_FORMAT_LIST || format == NQ_FORMAT_JUDGE || format == NQ_FORMAT_CHESS ||
         format == NQ_FORMAT_VALUES;
}

/* Whether the last line that was read ends with a comma. */
static bool ends_at_comma(const nq_terms *terms) {
  const unsigned char *text = terms->input->next;
  size_t at = terms->at;
  while (at > 0 && memchr(" \t\r\n", text[at - 1], 4) != NULL) at--;
  return at > 0 && text[at - 1] == ',';
}

/* A solution is 2, 4, 1, 3.: numbers at the end of a sentence are a board if they are a
 * permutation, and no series.  NQ_END if not. */
static nq_status read_last_numbers(nq_reader *reader) {
  nq_numbers table = {.reader = reader};
  const nq_node *end = nq_terms_end(&reader->terms), *start = nq_terms_first(&reader->terms), *node;
  bool words = start->kind == NQ_KIND_WORD, named;
  while (start->kind == NQ_KIND_WORD || start->kind == NQ_KIND_SIGN) start++;
  for (node = start; nq_node_is_number(node);) node++;
  const nq_node *rest = node;
  while (rest->kind == NQ_KIND_SIGN || rest->kind == NQ_KIND_HOLE) rest++;
  bool last = rest == end; /* a solution is <2, 4, 1, 3>. */
  if (!words || !last || node - start < 4 || reader->dialect->format != NQ_FORMAT_AUTO)
    return NQ_END;
  if (nq_words_are_measure(nq_terms_first(&reader->terms), start, &named) && !named) return NQ_END;
  for (; start < node; start++) nq_numbers_add(&table, start->value);
  nq_numbers_end_row(&table, reader->terms.first_line, false);
  nq_block_line more;
  bool joined = false; /* Gecode breaks a line after each ten */
  while (!table.failed && ends_at_comma(&reader->terms)) {
    joined = true; /* the nodes of this line are gone, even if the next is none of numbers */
    if (nq_block_next(&table, &more) != NQ_OK) break;
    table.rows[0].count = table.count;
    table.row_count = 1;
  }
  bool board = !table.failed && nq_numbers_is_whole(table.values, table.count, 1) &&
               !nq_numbers_is_series(&table, 0);
  nq_status status = board ? nq_numbers_boards(&table) : NQ_END;
  nq_numbers_release(&table);
  return joined && !board ? nq_tree_again(reader) : status;
}

/* Whether the list has four squares or more, one glyph each: [_, Q, _, _]. */
static bool is_glyph_row(const nq_node *list) {
  size_t queens = 0;
  if (list->kind != NQ_KIND_LIST || list->span < 5) return false;
  for (const nq_node *node = list + 1; node < nq_next(list); node++) {
    bool glyph = node->size == 1 && node->kind >= NQ_KIND_HOLE && node->kind <= NQ_KIND_SIGN;
    if (!glyph) return false;
    queens += nq_node_is(node, "Q");
  }
  return queens > 0;
}

/* What a line has before its first number: - Queen 8 is at (8, 4). */
typedef struct lead {
  char text[256];
  int64_t number;
} lead;

/* False, and there is none, if it has no letter. */
static bool take_lead(lead *first, nq_text line) {
  size_t size = 0;
  bool letter = false;
  for (; size < line.size && !is_digit(line.at[size]); size++)
    letter = letter || is_letter(line.at[size]) || (unsigned char)line.at[size] >= 0x80;
  if (!letter || size == line.size || size >= sizeof first->text) return false;
  memcpy(first->text, line.at, size);
  first->text[size] = '\0';
  nq_text rest = {line.at + size, line.size - size};
  nq_number_of(rest.at, nq_text_span(rest, "0123456789"), &first->number);
  return true;
}

/* Where the line has the same before the number, or its end. */
static size_t find_lead(nq_text line, const lead *like, int64_t number) {
  size_t size = strlen(like->text);
  for (size_t at = 0; at + size < line.size; at++) {
    int64_t found;
    bool within = at > 0 && is_letter(line.at[at]) && is_letter(line.at[at - 1]);
    if (within || memcmp(line.at + at, like->text, size) != 0) continue;
    nq_text rest = {line.at + at + size, line.size - at - size};
    size_t digits = nq_text_span(rest, "0123456789");
    if (digits > 0 && nq_number_of(rest.at, digits, &found) == NQ_KIND_NUMBER && found == number)
      return at;
  }
  return line.size;
}

/* Enter n: Row 1: Column 2, above Row 2: Column 4: a program asked on the line of the first square.
 * Whether this is so; then the square is what is read next. */
static bool ends_with_first(nq_reader *reader) {
  nq_terms *terms = &reader->terms;
  lead next;
  nq_place end = nq_terms_here(terms), square = {0, reader->input.line};
  bool single = end.line == nq_terms_line_after(terms, square.line);
  if (!single || !take_lead(&next, nq_terms_look(terms, 0))) return false;
  nq_terms_return(terms, square);
  nq_text line = nq_terms_look(terms, 0);
  size_t at = find_lead(line, &next, next.number - 1);
  bool found = at > 0 && at < line.size;
  square.at = (size_t)(line.at + at - (const char *)terms->input->next);
  nq_terms_return(terms, found ? square : end);
  return found;
}

/* Text without numbers or lists may still name a board: by squares of chess, as a position, as
 * rows of glyphs or as a list in quotes.  Then it is an error. */
static nq_status check_remark(nq_reader *reader) {
  nq_terms *terms = &reader->terms;
  size_t squares = 0, lists = 0;
  int64_t column, row, first = 0, last = 0;
  bool heading = true; /* | c1 | c2 | c3 | c4 | */
  for (const nq_node *node = nq_terms_first(terms); node < nq_terms_end(terms); node++) {
    bool square = nq_square_of(node, &column, &row);
    if (square && squares++ == 0) first = column;
    heading = heading && (!square || (column == first && row == ++last));
    lists += is_glyph_row(node);
    lists += node->kind == NQ_KIND_STRING && nq_text_is_list((nq_text){node->text, node->size});
  }
  nq_place end = nq_terms_here(terms);
  uint64_t line = terms->first_line;
  nq_terms_return(terms, (nq_place){0, reader->input.line});
  bool board =
      (squares >= 4 && !heading) || lists > 0 || nq_grid_is_in_line(nq_terms_look(terms, 0));
  nq_terms_return(terms, end);
  if (!board && ends_with_first(reader)) return NQ_OK;
  reader->passed_text = true;
  if (!board) return NQ_END;
  return nq_error_at(
      reader->error, line,
      "this line may have a board, but not in a form that is known: write it on a line "
      "of its own");
}

/* Words, at most two numbers and no list. */
static nq_status check_text(nq_reader *reader) {
  const nq_node *first = nq_terms_first(&reader->terms), *end = nq_terms_end(&reader->terms),
                *odd = find_no_square(reader);
  size_t numbers = 0, words = 0, masks = 0;
  if (odd != NULL) return nq_node_unexpected(&reader->terms, odd, "a square such as a1");
  bool signs = true;
  for (const nq_node *node = first; node < end; node++) {
    bool side = node - first >= 2 && (nq_node_is(node - 1, "x") || nq_node_is(node - 1, "by")) &&
                nq_node_is_number(node - 2) && node[-2].value == node->value; /* 8 x 8 */
    bool range = node->kind == NQ_KIND_LIST && nq_list_is_range(node);
    bool mask = node->kind == NQ_KIND_WORD && node->size > 2 && node->text[0] == '0' &&
                (node->text[1] | 0x20) == 'x'; /* 0x10 */
    numbers += ((node->kind == NQ_KIND_NUMBER || node->kind == NQ_KIND_REAL) && !side) || range;
    masks += mask;
    words += node->kind == NQ_KIND_STRING || (node->kind == NQ_KIND_WORD && node->size > 1) ||
             node->kind == NQ_KIND_CALL;
    signs = signs && node->kind == NQ_KIND_SIGN;
    if (node->kind == NQ_KIND_ODD || (node->kind > NQ_KIND_HOLE && odd == NULL)) odd = node;
    if (node->kind == NQ_KIND_ODD) break;
    if (range) node = nq_next(node) - 1;
  }
  if (masks > 2) numbers += masks;
  bool bad = odd != NULL && odd->kind == NQ_KIND_ODD && odd->value != '"' && odd->value != '\'';
  bool truth = first->kind == NQ_KIND_TRUTH || first->kind == NQ_KIND_HOLE;
  bool heading = first->kind == NQ_KIND_WORD && first + 1 < end;        /* s [*,*] */
  bool scalar = heading && nq_node_is_gives(first + 1) && numbers <= 2; /* n = 4 */
  bool time = end - first == 3 && nq_node_is_sign(first + 1, ':') && first[2].size == 2 &&
              first[2].at == first->at + first->size + 1; /* 12:30 */
  bool remark = signs || (time && numbers == 2) || scalar || (words > 0 && numbers <= 2) ||
                ((truth || heading) && numbers == 0) ||
                (numbers <= 3 && nq_is_move(reader->terms.nodes));
  if (!bad && remark && !is_strict(reader)) return check_remark(reader);
  bool row = first->kind <= NQ_KIND_HOLE;
  if (reader->dialect->format == NQ_FORMAT_CHESS)
    return nq_node_unexpected(&reader->terms, odd != NULL ? odd : first, "a square such as a1");
  if (row || odd == NULL || bad)
    return nq_node_unexpected(&reader->terms, odd,
                              "a row, 0 to 4294967294, or . for an empty column");
  if (numbers >= 3)
    return nq_error_at(reader->error, reader->terms.first_line,
                       "the numbers of this line may be a board, but not in a form that is known: "
                       "write [1, 3, 0, 2], or (column, row) for each queen");
  return nq_node_unexpected(&reader->terms, odd,
                            "a board, such as 1 3 0 2, [1, 3, 0, 2] or lines of . and Q,");
}

/* ---- Lines with items ---- */

/* What the line has besides numbers, without the signs at its end. */
static uint64_t wrapping_of(const nq_terms *terms) {
  uint64_t wrapping = 0;
  const nq_node *end = nq_terms_end(terms);
  while (end > nq_terms_first(terms) && end[-1].kind == NQ_KIND_SIGN) end--;
  for (const nq_node *node = nq_terms_first(terms); node < end; node++) {
    uint64_t kind = node->kind == NQ_KIND_SIGN || node->kind == NQ_KIND_LIST
                        ? (uint64_t)node->value + (uint64_t)node->sign + 16
                        : (uint64_t)node->kind;
    wrapping = 31 * wrapping + kind;
  }
  return wrapping;
}

/* Whether a line with something else around its square than the line before begins another board,
 * since the squares so far are one in each column and row. */
static bool begins_other(const nq_items *items, uint64_t *wrapping, const nq_terms *terms,
                         unsigned *tries) {
  const nq_names *names = &items->names;
  size_t step = sizeof *names->at / sizeof names->at->index[0];
  uint64_t last = *wrapping;
  *wrapping = wrapping_of(terms);
  if (names->count < 4 || *wrapping == last || *tries == 0) return false;
  --*tries;
  return nq_squares_are_whole(names->at->index, step, names->count);
}

/* Whether the last variable is a number and the first a name, or the other way round: x_0_1 = 1
 * above 0: 1. */
static bool is_other_kind(const nq_names *names) {
  const char *first = names->stems[names->at[0].stem].text;
  const char *last = names->stems[names->at[names->count - 1].stem].text;
  return (*first == '\0') != (*last == '\0');
}

/* Take the lines after the first, each with one item.  Where they are the squares of two boards,
 * the second is left to be read, as are all where the first line is another sentence than the next
 * and the others are a board: Start at (0, 0). */
static nq_status gather(nq_reader *reader, nq_item kind, nq_items *items) {
  nq_terms *terms = &reader->terms;
  nq_names *names = &items->names;
  const nq_place second = nq_terms_here(terms); /* where the second line starts */
  const size_t step = sizeof *names->at / sizeof names->at->index[0];
  nq_square_halves halves = {0};
  bool squares = kind == NQ_ITEM_PAIR || kind == NQ_ITEM_SQUARE;
  uint64_t wrapping = wrapping_of(terms);
  unsigned tries = 8; /* a board may be large */
  bool other = false; /* than the first line */
  lead last, now;
  bool leads = take_lead(&last, nq_terms_text(terms));
  for (size_t most = SIZE_MAX, count = 1; count < most; count++) {
    size_t size, before = names->count;
    nq_place here = nq_terms_here(terms);
    nq_status status = NQ_END;
    if (nq_terms_line(terms, &size) && size != SIZE_MAX) status = nq_terms_read(terms);
    if (status == NQ_NO_MEMORY) return status;
    bool next =
        status == NQ_OK && kind == NQ_ITEM_PAIR && begins_other(items, &wrapping, terms, &tries);
    if (status != NQ_OK || next || nq_items_take(items, terms->nodes, kind) != 1 ||
        is_other_kind(names)) {
      nq_names_cut(names, before);
      nq_terms_return(terms, here);
      nq_text line = nq_terms_look(terms, 0);
      if (!leads || find_lead(line, &last, last.number + 1) == line.size) break;
      return nq_error_at(reader->error, terms->line,
                         "this line goes on with the squares above it, but is not written as they "
                         "are");
    }
    bool led = leads && take_lead(&now, nq_terms_text(terms));
    if (before == 1) other = leads && (!led || strcmp(now.text, last.text) != 0);
    leads = led;
    if (led) last = now;
    if (!squares || !nq_squares_are_two(&halves, names->at->index, step, names->count)) continue;
    squares = false;
    most = names->count / 2;
    count = 0;
    nq_names_cut(names, 1);
    nq_terms_return(terms, second);
  }
  if (other && kind == NQ_ITEM_PAIR && names->count > 4 &&
      nq_squares_are_whole(names->at[1].index, step, names->count - 1)) {
    nq_names_cut(names, 1);
    nq_terms_return(terms, second);
  }
  if (!items->again) return NQ_OK;
  return nq_error_at(reader->error, terms->line,
                     "a variable that is the whole board has another value");
}

/* Where a line names a square outside a board of as many queens, the other queens are on the next
 * lines: (0, 1) (1, 3) above (2, 0) (3, 2).  NQ_BAD_FORMAT if these lines together are no board. */
static nq_status gather_lines(nq_reader *reader, nq_item kind, nq_items *items) {
  nq_terms *terms = &reader->terms;
  nq_names *names = &items->names;
  const size_t step = sizeof *names->at / sizeof names->at->index[0];
  size_t size, count = names->count, before = 0;
  int64_t most = 0;
  for (size_t i = 0; i < 2 * count; i++)
    if (names->at[i / 2].index[i % 2] > most) most = names->at[i / 2].index[i % 2];
  const nq_place second = nq_terms_here(terms); /* where the second line starts */
  nq_place here = second;
  nq_status status = most > (int64_t)count ? NQ_OK : NQ_END;
  while (status == NQ_OK && before < names->count) {
    before = names->count;
    here = nq_terms_here(terms);
    status = nq_terms_line(terms, &size) && size != SIZE_MAX ? nq_terms_read(terms) : NQ_END;
    size_t more = status == NQ_OK ? nq_items_take(items, terms->nodes, kind) : 0;
    bool whole = more >= 4 && nq_squares_are_whole(names->at[before].index, step, more);
    if (status == NQ_OK && (more == 0 || whole)) status = NQ_END; /* or a board of its own */
  }
  if (status == NQ_NO_MEMORY) return status;
  nq_names_cut(names, before > 0 ? before : count);
  nq_terms_return(terms, here);
  if (most > (int64_t)names->count) { /* too large for all of them, too: x02 x14 x21 x33 */
    nq_names_cut(names, count);
    nq_terms_return(terms, second);
  }
  if (names->count == count || nq_squares_are_whole(names->at->index, step, names->count))
    return NQ_OK;
  return nq_error_at(reader->error, items->line,
                     "these lines may have the squares of one board or of several: write those of "
                     "a board on one line");
}

/* One variable with a name that is not ours is text. */
static bool is_remark(nq_item kind, const nq_items *items, size_t count) {
  const char *stem = items->names.stems[0].text;
  bool score = kind == NQ_ITEM_ATOM && count > 0; /* Score(0) */
  for (uint32_t i = 0; i < items->names.stem_count && score; i++)
    score = items->names.stems[i].indices == 1 && !nq_stem_is_ours(items->names.stems[i].text);
  if (score) return true;
  return kind == NQ_ITEM_VALUE && count == 1 && strcmp(stem, "q") != 0 && strcmp(stem, "x") != 0 &&
         strncmp(stem, "queen", 5) != 0 && strcmp(stem, "n") != 0;
}

/* Whether the line has words of several letters. */
static bool has_words(const nq_reader *reader) {
  const nq_node *node = nq_terms_first(&reader->terms), *end = nq_terms_end(&reader->terms);
  while (node < end && (node->kind != NQ_KIND_WORD || node->size < 2)) node = nq_next(node);
  return node < end;
}

/* NQ_END if the line has no such items. */
static nq_status read_items(nq_reader *reader, nq_item kind) {
  nq_items items = {.line = reader->terms.first_line};
  const nq_node *first = nq_terms_first(&reader->terms);
  const char sign = (char)first->sign; /* the nodes move when more lines are read */
  bool alone =
      kind == NQ_ITEM_PAIR && nq_next(first) == nq_terms_end(&reader->terms) && sign != '{';
  bool sentence = has_words(reader);
  size_t count = nq_items_take(&items, reader->terms.nodes, kind);
  bool squares = kind == NQ_ITEM_PAIR || kind == NQ_ITEM_SQUARE;
  nq_status status = count == 1 ? gather(reader, kind, &items) : NQ_OK;
  if (count > 1 && squares && reader->dialect->format == NQ_FORMAT_AUTO)
    status = gather_lines(reader, kind, &items);
  if (count > 0) count = items.names.count;
  if (status == NQ_OK && count == 1 && sentence && ends_with_first(reader)) {
    nq_names_release(&items.names);
    return NQ_OK;
  }
  const int64_t *pair = items.names.count > 0 ? items.names.at[0].index : NULL;
  bool single = sign == '(' && pair != NULL && pair[0] == pair[1] && (pair[0] | 1) == 1; /* n = 1 */
  bool few = reader->expected_n == 0 && count < 3 && sentence && kind == NQ_ITEM_PAIR;
  few = few || (kind == NQ_ITEM_SQUARE && count == 1 && pair[0] + pair[1] > 2 &&
                nq_found_any(reader) && reader->dialect->format == NQ_FORMAT_AUTO);
  few = few || (kind == NQ_ITEM_VALUE && count == 1 && reader->expected_n == 0 &&
                reader->dialect->format == NQ_FORMAT_AUTO && items.names.stems[0].indices == 1 &&
                (pair[0] != items.names.at[0].value || (pair[0] | 1) != 1 || nq_found_any(reader)));
  bool none = count == 0 || (alone && count == 1 && !single) || is_remark(kind, &items, count) ||
              (few && count == 1 && kind != NQ_ITEM_VALUE);
  if (status == NQ_OK && few && !none)
    status = nq_error_at(reader->error, items.line,
                         "%zu square%s, too few for an answer: give --n, or write them without "
                         "words if they are all",
                         count, nq_plural(count));
  if (status == NQ_OK && none) status = count == 0 ? NQ_END : nq_tree_again(reader);
  if (status == NQ_OK) status = nq_pick_settle(reader, items.line);
  if (status == NQ_OK) status = nq_items_board(&items, kind, true, reader);
  nq_names_release(&items.names);
  return status;
}

nq_status nq_statement_read(nq_reader *reader) {
  const nq_node *first = nq_terms_first(&reader->terms), *end = nq_terms_end(&reader->terms);
  bool lists = false;
  if (first >= end) return NQ_OK;
  nq_heading_note(reader);
  const nq_text last = {end[-1].text, end[-1].size}; /* b = ".Q..\n...Q\n" */
  if (end[-1].kind == NQ_KIND_STRING && nq_text_contains(last, "\\n") &&
      (end == first + 1 || (end == first + 3 && first->span == 1 && nq_node_is_gives(first + 1))))
    return reader->read_part(reader, last, end[-1].line);
  if (nq_node_is_sign(first, '?') && nq_node_is_sign(first + 1, '-')) return NQ_END;
  bool display = end - first == 4 && first->kind == NQ_KIND_WORD && nq_node_is_gives(first + 3) &&
                 nq_node_is_sign(first + 2, '*'); /* x [*] := */
  nq_status status = display ? nq_display_read(reader) : NQ_END;
  if (status == NQ_END) status = read_items(reader, NQ_ITEM_PAIR);
  if (status != NQ_END) return status;
  first = nq_terms_first(&reader->terms);
  end = nq_terms_end(&reader->terms);
  for (const nq_node *node = first; node < end && !lists; node = nq_next(node))
    lists = nq_list_at(reader, node) != NULL;
  bool chess = reader->dialect->format == NQ_FORMAT_CHESS;
  size_t columns = (size_t)(end - first);
  bool all = !chess && is_heading(reader, first);
  if (all || (columns > 4 && is_heading(reader, first + 1))) { /* id,q1,q2,q3,q4 */
    status = all ? nq_sparse_refuse(reader, reader->terms.first_line, columns) : NQ_END;
    if (status == NQ_END) reader->heads_first = 0; /* columns, wherever their numbers stand */
    if (!all) reader->heads = columns - 1;
    return status;
  }
  static const nq_item items[] = {NQ_ITEM_ATOM, NQ_ITEM_VALUE, NQ_ITEM_SQUARE};
  for (size_t i = chess ? 2 : 0; i < 3; i++) {
    if (lists && items[i] != NQ_ITEM_VALUE) continue;
    status = read_items(reader, items[i]);
    if (status != NQ_END) return status;
  }
  if (lists) return nq_lists_read(reader);
  status = read_last_numbers(reader);
  return status == NQ_END ? check_text(reader) : status;
}

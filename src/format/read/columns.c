/* BLOCKS OF COLUMNS.  A matrix or a row that is wider than the window, as programs print it:
 *
 *     Columns 1 through 8:      MATLAB, Octave        [,1] [,2]       R, and pandas without
 *        0   0   1   0 ...                       [1,]    0    0       brackets
 *     Columns 9 and 10:                          [2,]    1    0
 *        1   0                                        [,3] [,4]
 *                                                [1,]    1    0 ...
 *
 * HEADINGS.  pandas prints boards, a line each, with an index and below the names of the columns:
 *
 *        0  1  2  3
 *     0  1  3  0  2 */
#include "format/read/read.h"

#include <string.h>

/* ---- Headings above lines with an index ---- */

bool nq_heading_fits(const nq_reader *reader) {
  const nq_terms *terms = &reader->terms;
  const nq_node *index = nq_terms_first(terms), *last = nq_terms_end(terms) - 1;
  if ((size_t)(last - index) != reader->heads) return false;
  return reader->heads_first == 0 ||
         (terms->nodes->value == 0 &&
          index[1].at + index[1].size - terms->nodes->at == reader->heads_first &&
          last->at + last->size - terms->nodes->at == reader->heads_last);
}

/* ---- Cells with a board ---- */

/* Cut so many cells from one end of the text. */
static void cut_cells(nq_text *text, char sign, size_t count, bool from_end) {
  while (count > 0 && text->size > 0) {
    char byte = from_end ? text->at[text->size - 1] : *text->at;
    if (!from_end) text->at++;
    text->size--;
    if (byte != sign) continue;
    count--;
    if (sign == ' ') *text = nq_text_trim(*text);
  }
  *text = nq_text_trim(*text);
}

/* Add the digits of the text as a row of numbers, each alone if nothing stands between them;
 * whether each row has one queen. */
static bool take_numbers(nq_numbers *table, nq_text text) {
  size_t start = table->count;
  bool digits = nq_text_span(text, "0123456789") == text.size;
  for (size_t i = 0; i < text.size; i++) {
    bool again = i > 0 && is_digit(text.at[i - 1]) && !digits;
    if (is_digit(text.at[i]) && again && !table->failed)
      table->values[table->count - 1] = nq_add_digit(table->values[table->count - 1], text.at[i]);
    else if (is_digit(text.at[i]))
      nq_numbers_add(table, text.at[i] - '0');
  }
  nq_numbers_end_row(table, table->reader->terms.line, false);
  return !table->failed && nq_numbers_is_whole(table->values + start, table->count - start, 1);
}

nq_status nq_cell_read(nq_reader *reader) {
  nq_terms *terms = &reader->terms;
  nq_text line = nq_terms_look(terms, 0), cell = line;
  size_t cells = reader->cells;
  char sign = reader->cell_sign;
  if (cells == 0 || nq_text_is_rule(line)) return NQ_END;
  reader->cells = 0;
  cut_cells(&cell, sign, reader->cell, false);
  cut_cells(&cell, sign, cells - 1 - reader->cell, true);
  bool split = memchr(cell.at, sign, cell.size) != NULL;
  bool digits = cell.size >= 4 && cell.size <= 9;
  for (size_t i = 0; i < cell.size && digits; i++)
    digits = cell.at[i] >= '1' && cell.at[i] <= (char)('0' + cell.size);
  bool list = nq_text_is_list(cell) && nq_text_span(cell, "0123456789,; ") == cell.size;
  if ((!list && !digits) || (split && sign != ' ')) return NQ_END;
  nq_numbers table = {.reader = reader};
  nq_status status = NQ_OK;
  bool whole = take_numbers(&table, cell);
  if (split) { /* n board, above 4 2 4 1 3 */
    bool doubt = whole && (!take_numbers(&table, line) || reader->cell_numbered);
    status = doubt ? nq_error_at(reader->error, terms->line,
                                 "these may be %zu rows, or %zu beside other columns: write commas "
                                 "between rows, and blanks between columns",
                                 table.rows[1].count, table.rows[0].count)
                   : NQ_END;
  } else {
    status = nq_numbers_boards(&table);
  }
  nq_numbers_release(&table);
  if (status == NQ_END) return NQ_END;
  reader->cells = cells;
  nq_terms_skip_line(terms);
  return status;
}

/* ---- What a heading says of its columns ---- */

void nq_measure_note(nq_reader *reader, bool comment) {
  const nq_terms *terms = &reader->terms;
  const nq_node *first = nq_terms_first(terms), *end = nq_terms_end(terms);
  bool board, measure = nq_words_are_measure(first, end, &board) && !board &&
                        (comment || nq_node_is_sign(end - 1, ':'));
  reader->measured_line = measure ? terms->first_line : 0;
  reader->measured_aside = comment;
}

/* A line that may be the heading of a table, and what its words say. */
typedef struct heading {
  const nq_node *first, *end;
  const nq_node *before, *last;    /* the last two nodes that are no signs */
  size_t words, columns;           /* the words of a column may be several */
  size_t signs, commas;            /* between them */
  size_t place, boards, board;     /* the second of two words for squares; the last for a board */
  size_t measures, named;          /* named: q1 q2 ... */
  bool table;                      /* it has only words and signs; */
  bool log;                        /* or units, and no word for squares or a board */
  bool swapped, counted, numbered; /* counted: the first word is n */
} heading;

static bool is_border(const nq_node *node) {
  return nq_node_is_sign(node, ';') || nq_node_is_sign(node, '|');
}

static bool is_sum(const nq_node *node) {
  return nq_node_is_sign(node, '+') || nq_node_is_sign(node, '-') || nq_node_is_sign(node, 0x2212);
}

/* Whether the node is the first word of a name: the second of Row+Col is none. */
static bool is_word(const nq_node *node) {
  bool word =
      node->kind == NQ_KIND_WORD || node->kind == NQ_KIND_STRING || node->kind == NQ_KIND_CALL;
  return word && !is_sum(node - 1);
}

/* Add what the word says, which is after this one; *last becomes it, unless it is part of a sum. */
static void add_word(heading *line, const nq_node *node, const nq_node **last) {
  static const char *const numbers[] = {"n", "size", "id", "index", "no", "nr", NULL};
  const nq_node *name = is_sum(node + 1) ? NULL : node;
  bool first = line->words == 0;
  if (nq_words_are_axes(*last, name))
    line->place = line->words, line->swapped = nq_words_are_swapped(*last, name);
  *last = name;
  if (nq_word_is_board(node)) line->boards++, line->board = line->words;
  line->counted = line->counted || (first && (nq_node_is(node, "n") || nq_node_is(node, "size")));
  line->numbered = line->numbered || nq_node_is_any(node, numbers);
  line->named += node->size > 1 && is_digit(node->text[node->size - 1]);
  line->measures +=
      nq_word_is_measure(node) || (line->counted && (first || nq_word_is_count(node)));
  line->words++;
}

static heading measure_heading(const nq_terms *terms) {
  static const char *const boards[] = {"solution", "board", NULL};
  heading line = {.first = nq_terms_first(terms),
                  .end = nq_terms_end(terms),
                  .commas = (size_t)terms->nodes->value,
                  .table = true,
                  .log = true};
  const nq_node *name = NULL;
  bool begun = false; /* a word stands before, in the same column */
  for (const nq_node *node = line.first; node < line.end; node = nq_next(node)) {
    bool word = is_word(node), unit = node->kind == NQ_KIND_LIST; /* (ms) */
    if (node->kind != NQ_KIND_SIGN) line.before = line.last, line.last = node;
    line.columns += word && !begun;
    begun = word || (begun && !is_border(node));
    line.signs += is_border(node);
    line.table = line.table && (word || node->kind == NQ_KIND_SIGN);
    bool other = nq_word_names_square(node) || nq_node_is_any(node, boards);
    line.log = line.log && (word ? !other : is_border(node) || unit);
    if (word) add_word(&line, node, &name);
  }
  if (line.signs == 0) line.columns = line.words; /* commas are no nodes */
  return line;
}

/* What the lines below it hold: squares, rows before columns, in all columns or two of them, or
 * columns alone; measures of a log, where commas or bars between words leave one to be seen and
 * blanks two, and n and counts are some as well; or a column of boards. */
static void note_columns(nq_reader *reader, const heading *line) {
  size_t between = line->signs + line->commas;
  bool apart = between == 0 || between + 1 >= line->columns;
  bool log = line->log && apart && line->measures > (between == 0 && line->named < 3);
  reader->row_first = line->table && nq_words_are_swapped(line->before, line->last);
  reader->columns_only = line->before == NULL && nq_word_is_columns(line->last);
  bool several = line->columns == line->words && line->words > 2;
  reader->places = line->place > 0 && several ? line->words : 0;
  reader->place = line->place - 1;
  reader->place_swapped = line->swapped;
  reader->measures_named = line->named >= 3;
  reader->measures = log ? line->columns : 0;
  const nq_text text = {line->first->text, (size_t)(line->end[-1].text - line->first->text)};
  bool tab = memchr(text.at, '\t', text.size) != NULL;
  bool cells = line->table && line->columns > 1 && line->boards == 1;
  reader->cells = cells ? line->columns : 0;
  reader->cell = line->board;
  reader->cell_numbered = line->numbered;
  reader->cell_sign = tab ? '\t' : line->signs > 0 ? ';' : line->commas > 0 ? ',' : ' ';
}

void nq_heading_note(nq_reader *reader) {
  const nq_terms *terms = &reader->terms;
  const heading line = measure_heading(terms);
  bool plain = line.end - line.first >= 3, signs = true;
  for (const nq_node *node = line.first; node < line.end; node = nq_next(node)) {
    plain = plain && (node->kind == NQ_KIND_WORD || nq_node_is_number(node));
    signs = signs && node->kind == NQ_KIND_SIGN;
  }
  size_t place = 0;
  while (nq_node_is_number(line.first + place)) place++;
  reader->samples = nq_node_is(line.first + place, "energy") ? place : 0;
  reader->heads = plain ? (size_t)(line.end - line.first) : 0;
  if (signs) return;
  reader->heads_first = line.first->at + line.first->size - terms->nodes->at;
  reader->heads_last = line.end[-1].at + line.end[-1].size - terms->nodes->at;
  note_columns(reader, &line);
  nq_measure_note(reader, false);
}

/* The blocks, each of `height` rows, beside each other. */
static nq_status join_blocks(const nq_numbers *blocks, size_t height) {
  nq_numbers whole = {.reader = blocks->reader, .setting = blocks->setting};
  for (size_t row = 0; row < height; row++) {
    for (size_t i = row; i < blocks->row_count; i += height)
      for (size_t at = 0; at < blocks->rows[i].count; at++)
        nq_numbers_add(&whole, blocks->values[blocks->rows[i].start + at]);
    nq_numbers_end_row(&whole, blocks->rows[row].line, blocks->rows[row].truths);
  }
  whole.failed = whole.failed || blocks->failed;
  nq_status status = nq_numbers_boards(&whole);
  nq_numbers_release(&whole);
  return status;
}

/* ---- Lines with labels ---- */

/* Take a line of a matrix, `width` squares with a label before them, without the label.  NQ_END,
 * and nothing is taken, at other lines. */
static nq_status take_labelled_line(nq_numbers *matrix, size_t width) {
  nq_block_line found;
  nq_status status = nq_block_next(matrix, &found);
  if (status != NQ_OK) return status;
  nq_number_row *row = &matrix->rows[matrix->row_count - 1];
  size_t label = found.label == NQ_LABEL_NONE; /* it is a number without a sign */
  if (row->count == width + label) {
    int64_t *values = matrix->values + row->start;
    memmove(values, values + label, width * sizeof *values);
    matrix->count -= label;
    row->count = width;
    if (nq_numbers_is_binary(matrix, matrix->row_count - 1)) return NQ_OK;
  }
  nq_block_give_back(matrix);
  return NQ_END;
}

/* Pass over the labels of further columns, from the one `next` on; their number, or 0. */
static size_t take_more_columns(nq_numbers *table, int64_t next) {
  nq_block_line found;
  nq_terms *terms = &table->reader->terms;
  nq_terms_skip_blank(terms);
  if (nq_block_next(table, &found) != NQ_OK) return 0;
  size_t count = nq_block_last(table)->count;
  bool more = table->values[nq_block_last(table)->start] == next;
  const nq_place after = nq_terms_here(terms);
  nq_block_give_back(table);
  nq_terms_return(terms, after);
  return more ? count : 0;
}

/* Whether the next line is an index and numbers, each below one of the heading. */
static bool is_above_rows(nq_numbers *table) {
  nq_block_line next;
  nq_terms *terms = &table->reader->terms;
  nq_place here = nq_terms_here(terms);
  nq_terms_skip_blank(terms);
  bool line = nq_block_next(table, &next) == NQ_OK, above = line && nq_heading_fits(table->reader);
  if (line) nq_block_give_back(table);
  if (!above) nq_terms_return(terms, here);
  return above;
}

/* The number of rows that have the numbers of a board, from 0 or 1. */
static size_t count_wholes(const nq_numbers *table) {
  size_t wholes = 0;
  for (size_t i = 0; i < table->row_count && !table->failed; i++)
    wholes += nq_numbers_is_whole(table->values + table->rows[i].start, table->rows[i].count, 1);
  return wholes;
}

/* Read the lines below R's heading, if each of their columns is a board; if lines are, leave them
 * to be read next.  NQ_END if no such lines follow. */
static nq_status read_r_columns(nq_numbers *table, size_t width) {
  nq_terms *terms = &table->reader->terms;
  nq_place start = nq_terms_here(terms);
  nq_numbers lines = {.reader = table->reader, .setting = table->setting}, columns = lines;
  nq_status status = nq_block_gather(&lines, NQ_LABEL_R, width, SIZE_MAX, false);
  size_t rows = lines.row_count;
  for (size_t at = 0; at < width && rows > 0; at++) {
    for (size_t i = 0; i < rows; i++)
      nq_numbers_add(&columns, lines.values[lines.rows[i].start + at]);
    nq_numbers_end_row(&columns, lines.rows[0].line, false);
  }
  bool whole = count_wholes(&lines) > 0, boards = rows >= 4 && count_wholes(&columns) == width;
  if (status == NQ_OK && boards) {
    status = nq_numbers_each(&columns);
  } else if (status == NQ_OK && rows > 0 && !whole) {
    status = nq_error_at(table->reader->error, lines.rows[0].line,
                         "the %zu lines or the %zu columns may be boards: write a board on a line "
                         "of its own",
                         rows, width);
  } else if (status == NQ_OK) {
    nq_terms_return(terms, start);
    status = rows > 0 ? NQ_OK : NQ_END;
  }
  nq_numbers_release(&columns);
  nq_numbers_release(&lines);
  return status;
}

nq_status nq_labelled_read(nq_numbers *table) {
  nq_terms *terms = &table->reader->terms;
  nq_place start = nq_terms_here(terms);
  nq_numbers blocks = {.reader = table->reader, .setting = table->setting};
  nq_status status = NQ_OK;
  size_t width = table->rows[0].count, columns = 0, height = 0;
  int64_t first = table->values[table->rows[0].start];
  nq_heading_note(table->reader);
  nq_terms_skip_blank(terms);
  while (width > 0 && status == NQ_OK) {
    size_t before = blocks.row_count;
    while (status == NQ_OK) status = take_labelled_line(&blocks, width);
    if (height == 0) height = blocks.row_count;
    if (status == NQ_END && blocks.row_count == before + height) status = NQ_OK;
    columns += width;
    if (columns >= height) break;
    width = take_more_columns(table, first + (int64_t)columns);
  }
  if (status == NQ_OK && columns != height) status = NQ_END;
  if (status == NQ_OK)
    status = join_blocks(&blocks, height);
  else
    nq_terms_return(terms, start);
  if (status == NQ_END && is_above_rows(table)) status = NQ_OK;
  if (status == NQ_END) status = read_r_columns(table, table->rows[0].count);
  nq_numbers_release(&blocks);
  return status;
}

/* ---- Headings that count columns ---- */

/* Columns 1 through 8:, Columns 9 and 10, Column 11: */
static bool begins_block(nq_text line) {
  if (!nq_text_starts(line, "Columns 9") && !nq_text_starts(line, "Column 9")) return false;
  const nq_text rest = {line.at + 7, line.size - 7};
  size_t size = nq_text_span(rest, "s 0123456789throughandto");
  return size == rest.size || (size + 1 == rest.size && rest.at[size] == ':');
}

nq_status nq_blocks_read(nq_reader *reader) {
  nq_terms *terms = &reader->terms;
  nq_numbers blocks = {.reader = reader};
  nq_block_line found;
  nq_status status = NQ_OK;
  size_t height = 0; /* the rows of each block, which stand after those of the last */
  if (!begins_block(nq_terms_look(terms, 0))) return NQ_END;
  while (status == NQ_OK && begins_block(nq_terms_look(terms, 0))) {
    nq_terms_skip_line(terms);
    nq_terms_skip_blank(terms);
    uint64_t line = terms->line;
    size_t before = blocks.row_count;
    do status = nq_block_next(&blocks, &found);
    while (status == NQ_OK && found.label == NQ_LABEL_NONE && found.odd == NULL);
    size_t rows = status == NQ_END ? blocks.row_count - before : 0; /* others end no block */
    if (status != NQ_NO_MEMORY) status = NQ_OK;
    if (status == NQ_OK && (rows == 0 || (height > 0 && rows != height)))
      status = nq_error_at(reader->error, line,
                           "%zu lines of whole numbers follow, as many as in each block of columns "
                           "were expected",
                           rows);
    height = rows;
    nq_terms_skip_blank(terms);
  }
  if (blocks.failed)
    status = nq_error_set(reader->error, NQ_NO_MEMORY, "no memory for the numbers");
  if (status == NQ_OK) status = join_blocks(&blocks, height);
  nq_numbers_release(&blocks);
  return status;
}

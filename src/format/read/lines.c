/* MODEL.  A line of numbers is a board, unless the lines after it say otherwise:
 *
 *     1 3 0 2    a board       0 0 1 0  n lines of n,   0 1  n lines of two:   1  n lines of
 *     2 4 1 3    another       1 0 0 0  0 and 1: a      1 3  n squares         3  one: the
 *     2413       its digits    0 0 0 1  matrix          2 0                    0  rows
 *     1. 2413    numbered      0 1 0 0                  3 2                    2
 *
 *     4          n before      [,1] [,2]    : 1 2 :=      0  1    labels of R, AMPL
 *     1 3 0 2    these         [1,] 0 1     1 0 1       0 1  0    and pandas
 *
 * A label stands before the numbers, as `Solution 1:` or `1)`, or, where only the first gap is
 * wider than one blank, the number of the solution.  A number alone at the end is their count. */
#include "format/read/read.h"
#include "core/core.h"

#include <string.h>

/* ---- Numbers alone ---- */

/* n if the numbers are several boards, after `heads` numbers that count them; or 0.  *whole: each
 * has a queen in each row; otherwise the first has. */
static size_t measure_boards(const nq_numbers *table, size_t heads, bool *whole) {
  const int64_t *values = table->values;
  for (size_t n = 4; 2 * (n + heads) <= table->row_count; n++) {
    bool boards = table->row_count % (n + heads) == 0;
    *whole = true;
    for (size_t i = 0; i < table->row_count && boards; i += n + heads) {
      boards = heads == 0 || values[i] == values[0] + (int64_t)(i / (n + heads));
      *whole = *whole && nq_numbers_is_whole(values + i + heads, n, 1);
      boards = boards && (*whole || (heads == 1 && i > 0));
    }
    if (boards) return n;
  }
  return 0;
}

/* Add each `n` numbers of lines of one as a board, after its `heads`. */
static nq_status add_boards(nq_numbers *table, size_t n, size_t heads) {
  size_t boards = table->row_count / (n + heads);
  for (size_t i = 0; i < boards; i++) {
    size_t first = i * (n + heads) + heads;
    table->rows[i] = (nq_number_row){first, n, table->rows[first].line, 0, false};
  }
  table->row_count = boards;
  table->setting.native = false;
  return nq_numbers_each(table);
}

/* NQ_BAD_FORMAT if some of these numbers are counts rather than rows: 1, 0, 0, 2, 10, 4, 40.
 * NQ_END if none is so large. */
static nq_status refuse_large(const nq_numbers *table, size_t start, size_t count) {
  const nq_reader *reader = table->reader;
  bool any = reader->entry == NULL && reader->expected_n == 0;
  for (size_t i = start; i < start + count && any; i++)
    if (table->values[i] > (int64_t)NQ_ROW_GUESSED(count))
      return nq_error_at(reader->error, table->rows[0].line,
                         "%zu numbers, up to %" PRId64 " and more, may be no rows: give --n %zu "
                         "if they are",
                         count, table->values[i], count);
  return NQ_END;
}

/* Lines of one number: n rows, n and n rows, the digits of boards, or boards of n = 1. */
static nq_status decide_singles(nq_numbers *table) {
  size_t rows = table->row_count;
  const int64_t *values = table->values;
  bool whole = nq_numbers_is_whole(values, rows, 1), zeros = true, wholes = true;
  bool headed = rows > 4 && nq_numbers_is_whole(values + 1, rows - 1, 1);
  bool stated = values[0] == (int64_t)rows - 1, first = values[0] == 0 || values[0] == 1;
  if (headed && (stated ? whole : first && !whole))
    return nq_error_at(table->reader->error, table->rows[0].line,
                       "these numbers may be %zu rows, or %" PRId64
                       " and %zu rows: give the %zu rows alone",
                       rows, values[0], rows - 1, rows - 1);
  if (headed && stated) return nq_numbers_one(table, 1);
  size_t n = measure_boards(table, 0, &wholes);
  if (n > 0) return add_boards(table, n, 0);
  n = first && !whole ? measure_boards(table, 1, &wholes) : 0;
  if (n > 0 && wholes) return add_boards(table, n, 1);
  if (n > 0)
    return nq_error_at(table->reader->error, table->rows[0].line,
                       "these numbers may be %zu rows, or %zu boards with their numbers: write an "
                       "empty line before each board",
                       rows, rows / (n + 1));
  nq_status status = whole ? NQ_END : nq_digits_try(table);
  if (status != NQ_END) return status;
  for (size_t i = 0; i < rows; i++) zeros = zeros && values[i] == 0;
  if (zeros) return nq_numbers_each(table);
  status = rows > 1 ? refuse_large(table, 0, rows) : NQ_END;
  return status == NQ_END ? nq_numbers_one(table, 0) : status;
}

/* Whether nothing but blanks follows. */
static bool at_end(nq_terms *terms) {
  for (size_t ahead = 0;; ahead++) {
    int byte = nq_terms_peek(terms, ahead);
    if (memchr(" \t\r\n`", byte, 5) == NULL) return byte < 0;
  }
}

/* Whether the number alone on its line is about what follows it, after blank lines or not. */
static bool heads_what_follows(nq_reader *reader, bool *adjacent) {
  nq_terms *terms = &reader->terms;
  nq_place here = nq_terms_here(terms);
  nq_terms_skip_blank(terms);
  nq_text line = nq_terms_look(terms, 0);
  *adjacent = terms->line == here.line && (line.size == 0 || !nq_is_text(line)); /* 3, votes */
  bool single = line.size < 4 && nq_text_span(line, "0123456789") == line.size;
  bool heads = !single || nq_terms_look(terms, 1).size > 0;
  nq_terms_return(terms, here);
  return heads;
}

/* A number above something else numbers the boards or counts them, or, directly above, is their
 * n. */
static void note_heading(nq_reader *reader, int64_t number, uint64_t line, bool adjacent) {
  bool second = number == 2 && reader->last_n > 0; /* the first had none */
  if (number <= 0 || number == reader->heading + 1 || second) {
    reader->heading = number;
  } else if (adjacent) {
    reader->stated_n = number;
    reader->stated_line = line;
  }
}

static nq_status take_one(nq_numbers *table) {
  nq_reader *reader = table->reader;
  bool point = nq_node_is_pointed(nq_terms_first(&reader->terms)), board = nq_digits_may_be(reader);
  int64_t n = table->values[0];
  nq_block_line next;
  nq_status status = nq_block_next(table, &next);
  if (status != NQ_OK && status != NQ_END) return status;
  size_t count = status == NQ_OK ? nq_block_last(table)->count : 0;
  bool other = count == 1 && table->values[table->count - 1] != 0;
  if (status == NQ_OK) nq_block_give_back(table);
  bool numbered = n == reader->heading + 1 || n == 2 || n == 3;
  if (count == 2 && numbered) { /* no board of 2 or 3 is a solution */
    if (n == reader->heading + 1) reader->heading = n;
    return NQ_OK;
  }
  if (count == 2 && n >= 2) {
    table->count = table->row_count = 0;
    status = nq_block_next(table, &next);
    return status == NQ_OK ? nq_pairs_read(table, (uint64_t)n, NQ_LABEL_NONE) : status;
  }
  if (count >= 3 && (int64_t)count == n) return NQ_OK; /* n, before its boards */
  if (n > 0 && !board && (reader->last_n > 1 || reader->pick.rank > 0) && at_end(&reader->terms))
    return NQ_OK; /* their number */
  if (n == 0 && !other && !reader->native && (reader->last_n > 1 || reader->pick.rank > 0))
    return NQ_OK; /* the conflicts of the board above */
  status = nq_block_gather(table, NQ_LABEL_NONE, 1, SIZE_MAX, false);
  if (status != NQ_OK) return status;
  bool alone = table->row_count <= 3 && n < 1000000000 && (n > 0 || point) && !board;
  if (reader->input.wrapping.markup && table->row_count <= 3 && !board)
    return NQ_OK; /* <id>0</id> */
  bool adjacent;
  if (!alone || reader->dialect->format != NQ_FORMAT_AUTO ||
      !heads_what_follows(reader, &adjacent)) {
    bool number = alone && n > 0 && table->row_count == 1 && reader->expected_n == 0;
    return number && reader->passed_text ? NQ_OK : decide_singles(table); /* 92 solutions */
  }
  n = table->values[table->row_count - 1]; /* their count may stand above */
  note_heading(reader, n, table->rows[0].line, adjacent && table->row_count == 1);
  return NQ_OK;
}

/* ---- Any line ---- */

/* R's line of a vector goes on in lines whose label is the place of their first number; literals
 * in lines whose first is the next, or the 0 at their end. */
static nq_status join_vector(nq_numbers *table, nq_label like) {
  for (;;) {
    nq_block_line found;
    nq_status status = nq_block_next(table, &found);
    if (status != NQ_OK) return status == NQ_END ? NQ_OK : status;
    int64_t first = table->values[nq_block_last(table)->start];
    int64_t place = (int64_t)table->rows[0].count + 1;
    bool joins = like == NQ_LABEL_R ? found.number == place
                                    : first == 0 || first == place || first == -place;
    if (!joins) {
      nq_block_give_back(table);
      return NQ_OK;
    }
    table->rows[0].count += nq_block_last(table)->count;
    table->row_count--;
  }
}

/* Literals over any number of lines, up to their 0.  NQ_END if the line is none. */
static nq_status take_literals(nq_numbers *table) {
  nq_number_row *row = table->rows;
  bool ended = table->values[row->count - 1] == 0;
  row->count -= ended;
  if (!nq_numbers_is_literals(table, 0)) {
    row->count += ended;
    return NQ_END;
  }
  nq_status status = ended ? NQ_OK : join_vector(table, NQ_LABEL_NONE);
  row = table->rows;
  if (table->values[row->count - 1] == 0) row->count--;
  if (status != NQ_OK || nq_numbers_is_literals(table, 0))
    return status == NQ_OK ? nq_numbers_boards(table) : status;
  return nq_error_at(table->reader->error, row->line,
                     "the literals 1, -2, ... were expected in order, each once, up to their 0");
}

static nq_status refuse_line(const nq_terms *terms, const nq_block_line *found) {
  static const char row[] = "a row, 0 to 4294967294, or . for an empty column";
  if (found->gap != NULL) return nq_node_unexpected(terms, found->gap, "a comma");
  if (found->odd != NULL) return nq_node_unexpected(terms, found->odd, row);
  return nq_error_at(terms->error, terms->first_line, "%s was expected, not '#'", row);
}

/* Queen: 1 2 3 4, above Row: 2 4 1 3: the second line is the board.  NQ_END.  NQ_BAD_FORMAT if the
 * words name no board, index: 0 1 2 3. */
static nq_status skip_indices(nq_numbers *table, const nq_block_line *found) {
  nq_reader *reader = table->reader;
  const nq_node *word = nq_terms_first(&reader->terms);
  bool turned = nq_word_is_row(word), known;
  (void)nq_words_are_measure(word, found->after, &known);
  bool columns = word->size == 1 || nq_word_is_columns(word);
  bool named = columns || nq_word_names_square(word) || nq_word_is_index(word);
  nq_terms *terms = &reader->terms;
  nq_place here = nq_terms_here(terms);
  nq_block_line next;
  nq_terms_skip_blank(terms);
  bool board = named && nq_block_next(table, &next) == NQ_OK && next.label == NQ_LABEL_WORDS &&
               nq_block_last(table)->count == table->rows[0].count;
  if (!board && table->row_count > 1) nq_block_give_back(table);
  if (!board) nq_terms_return(terms, here);
  if (board) table->setting.turned = turned, table->rows[0] = *nq_block_last(table);
  table->row_count = 1;
  bool other = !board && !known && !columns && table->rows[0].count >= 4 && reader->expected_n == 0;
  if (!other || reader->dialect->format != NQ_FORMAT_AUTO) return NQ_END;
  return nq_error_at(reader->error, table->rows[0].line,
                     "numbers in order after words that name no board: give the rows alone");
}

/* Whether a list of as many numbers, in brackets, is on the next line:
 * 1 2 3 4 above [2, 4, 1, 3] */
static bool is_above_list(const nq_numbers *table) {
  nq_text line = nq_terms_look(&table->reader->terms, 0);
  size_t numbers = 0;
  for (size_t i = 1; i < line.size; i++)
    numbers += is_digit(line.at[i]) && !is_digit(line.at[i - 1]);
  return line.size > 0 && memchr("[({", *line.at, 3) != NULL && numbers == table->rows[0].count;
}

/* Whether the number before the rows of a board counts the lines: 1 2 4 1 3 above 2 3 1 4 2. */
static bool is_counted(nq_numbers *table, int64_t number, size_t rest) {
  nq_reader *reader = table->reader;
  nq_block_line next;
  bool counted = number == reader->heading + 1 && reader->seen_n == rest;
  if (!counted && (number == 0 || number == 1) && nq_block_next(table, &next) == NQ_OK) {
    const nq_number_row *row = nq_block_last(table);
    const int64_t *values = table->values + row->start;
    counted = row->count == rest + 1 && values[0] == number + 1 &&
              nq_numbers_is_whole(values + 1, rest, 1);
    nq_block_give_back(table);
  }
  if (counted) reader->heading = number;
  return counted;
}

/* Leave out a number that stands apart from the rows of a board, such as its label.  NQ_BAD_FORMAT
 * if it may be a row itself. */
static nq_status drop_label(nq_numbers *table, const nq_block_line *found) {
  nq_number_row *row = table->rows;
  const int64_t *values = table->values + row->start;
  size_t rest = row->count - 1;
  bool whole = nq_numbers_is_whole(values, row->count, 1), apart = found->gap_first;
  bool board = rest >= 4 && nq_numbers_is_whole(values + !found->gap_last, rest, 1);
  bool label = found->signs || (found->label == NQ_LABEL_WORDS && !found->named);
  if (board && (whole ? apart || found->gap_last : label && !apart))
    return nq_error_at(
        table->reader->error, row->line,
        "these may be %zu rows, or %zu with a number beside them: give the rows alone", row->count,
        rest);
  bool large = values[0] > (int64_t)NQ_ROW_GUESSED(rest); /* 254 2 5 1 4 0 3 of uniq -c */
  apart = apart || (board && !found->gap_last && (large || is_counted(table, values[0], rest)));
  bool drop = !whole && (apart || (found->gap_last && board));
  row = table->rows;
  row->start += drop && apart;
  row->count -= drop;
  table->setting.native = table->setting.native && !drop;
  return NQ_OK;
}

/* A line of three numbers or more. */
static nq_status take_vector(nq_numbers *table, const nq_block_line *found) {
  nq_number_row *row = table->rows;
  nq_status status = NQ_END;
  bool plain = found->label == NQ_LABEL_NONE;
  bool heading = found->label == NQ_LABEL_HEAD || found->label == NQ_LABEL_INDEX;
  if (plain && nq_heading_fits(table->reader)) {
    row->start++, row->count--;
    table->setting.native = false;
  } else if (heading || (plain && nq_numbers_is_series(table, 0))) {
    status = nq_labelled_read(table);
    if (status == NQ_END && heading)
      return nq_error_at(table->reader->error, row->line,
                         "a heading of %zu columns, but no lines of 0 and 1 with labels follow",
                         row->count);
    if (status == NQ_END) status = nq_sparse_refuse(table->reader, row->line, row->count);
    if (status == NQ_END && (nq_matrix_follows(table) || is_above_list(table))) return NQ_OK;
  }
  if (found->label == NQ_LABEL_WORDS && nq_numbers_is_series(table, 0))
    status = skip_indices(table, found);
  bool triples = row->count == 3 || row->count == 6;
  if (status == NQ_END && triples && plain) status = nq_triples_read(table);
  if (status != NQ_END) return status;
  if (nq_numbers_is_binary(table, 0)) return nq_matrix_read(table, found);
  status = nq_matrix_read_values(table, found->label);
  if (status == NQ_END) status = nq_matrix_refuse(table, found->label);
  if (status != NQ_END) return status;
  status = found->label == NQ_LABEL_R ? join_vector(table, NQ_LABEL_R) : NQ_OK;
  if (status != NQ_OK) return status;
  status = drop_label(table, found);
  if (status != NQ_OK) return status;
  row = table->rows;
  bool others = (plain && found->commas) || (found->label == NQ_LABEL_WORDS && row->count >= 4);
  status = others ? refuse_large(table, row->start, row->count) : NQ_END;
  if (status != NQ_END) return status;
  if (table->setting.native) table->reader->native_n = (uint32_t)row->count;
  return nq_numbers_boards(table);
}

/* Sol: 2 and so on, a line for each column, as Minion prints rows.  NQ_END if it is another
 * line. */
static nq_status take_sol(nq_numbers *table) {
  nq_terms *terms = &table->reader->terms;
  nq_block_line next;
  nq_status status = NQ_OK;
  if (!nq_node_is(nq_terms_first(terms), "Sol")) return NQ_END;
  while (status == NQ_OK && nq_text_starts(nq_terms_look(terms, 0), "Sol:"))
    status = nq_block_next(table, &next);
  if (status == NQ_NO_MEMORY) return status;
  return nq_numbers_one(table, 0);
}

/* Pass over the lines below a heading of measures.  NQ_BAD_FORMAT if they may be a board. */
static nq_status skip_log(nq_numbers *table) {
  size_t count = table->rows[0].count, columns = count < 2 ? count : 2;
  nq_status status = nq_block_gather(table, NQ_LABEL_NONE, count, SIZE_MAX, false);
  bool named = table->reader->measures_named;
  bool board = count <= 3 && table->row_count >= 4;
  for (size_t part = count - columns; part < count && board; part++) /* rows, or pairs */
    board = nq_numbers_is_whole(table->values + part, table->row_count, count);
  for (size_t i = 0; i < table->row_count && count >= 4; i++)
    board = board || nq_numbers_is_binary(table, i) ||
            nq_numbers_is_whole(table->values + table->rows[i].start, count, 1);
  if (status != NQ_OK || (!board && !named)) return status;
  return nq_error_at(table->reader->error, table->rows[0].line,
                     "the line above names measures of a search, but these may be a board: give it "
                     "without that line");
}

/* Whether the words before the numbers of the line name measures. */
static bool is_measured(const nq_numbers *table, const nq_block_line *found) {
  bool board;
  return found->label == NQ_LABEL_WORDS && table->reader->dialect->format == NQ_FORMAT_AUTO &&
         nq_words_are_measure(nq_terms_first(&table->reader->terms), found->after, &board) &&
         !board;
}

/* Whether a heading of as many measures is above, or, on the line above, words that name one; in a
 * comment only of two columns. */
static bool is_below_measures(const nq_numbers *table, nq_label label) {
  const nq_reader *reader = table->reader;
  size_t count = table->rows[0].count;
  bool words = label == NQ_LABEL_NONE && reader->measured_line > 0 &&
               table->rows[0].line == nq_terms_line_after(&reader->terms, reader->measured_line);
  bool heading = count == reader->measures || (words && (count == 2 || !reader->measured_aside));
  return heading && reader->entry == NULL;
}

/* Whether the numbers are one in each column and row: rows, or pairs. */
static bool are_whole(const int64_t *values, size_t lines, size_t count) {
  return count == 1 ? nq_numbers_is_whole(values, lines, 1)
                    : nq_squares_are_whole(values, 2, lines);
}

/* Solution: 2, above 4 1 3 on lines of their own, or pairs: whether the first number or pair is of
 * the board.  NQ_END if it is not.  NQ_BAD_FORMAT if it may be. */
static nq_status take_first(nq_numbers *table, nq_block_line *found, size_t count) {
  nq_terms *terms = &table->reader->terms;
  const unsigned char *start = terms->input->next;
  bool named = nq_word_is_board(nq_terms_first(terms));
  size_t blanks = 0;
  while (nq_terms_peek(terms, blanks) == ' ') blanks++;
  bool more = is_digit(nq_terms_peek(terms, blanks));
  if (!more && terms->input->next == start) return NQ_END; /* otherwise the nodes are gone */
  nq_status status = more ? nq_block_gather(table, NQ_LABEL_NONE, count, SIZE_MAX, false) : NQ_OK;
  size_t lines = table->row_count;
  if (status != NQ_OK) return status;
  if (lines >= 4 && !are_whole(table->values + count, lines - 1, count)) {
    table->setting.native = false;
    if (are_whole(table->values, lines, count))
      return count == 1 ? nq_numbers_one(table, 0) : nq_pairs_take(table, 0);
    if (named)
      return nq_error_at(table->reader->error, table->rows[0].line,
                         "the number after these words may be of the board below or not: write it "
                         "on the next line, or leave it out");
  }
  return nq_block_again(table, found);
}

static nq_status take_block(nq_numbers *table) {
  const nq_terms *terms = &table->reader->terms;
  nq_block_line found;
  if (!nq_block_take(table, &found)) return NQ_END;
  size_t count = table->rows[0].count;
  if (is_below_measures(table, found.label)) return skip_log(table);
  bool judge = table->reader->dialect->format == NQ_FORMAT_JUDGE;
  bool labelled = found.label != NQ_LABEL_NONE, plain = !labelled && !found.commas;
  bool automatic = table->reader->dialect->format == NQ_FORMAT_AUTO;
  bool numbered = found.label == NQ_LABEL_NUMBER || count == 2;
  nq_status status = count > 1 ? nq_digits_beside(table, &found) : NQ_END;
  if (status == NQ_END && count > 1)
    status = nq_digits_flat(table, found.after, nq_terms_end(terms));
  if (status == NQ_END && numbered && automatic) status = nq_digits_numbered(table, &found);
  if (status == NQ_END && count == 1) status = take_sol(table);
  if (status != NQ_END) return status;
  if (found.label == NQ_LABEL_WORDS && count < 3 && automatic) {
    status = take_first(table, &found, count);
    if (status != NQ_END) return status;
  }
  if (found.label == NQ_LABEL_R && count == 2 && table->setting.swapped)
    return nq_pairs_read(table, 0, NQ_LABEL_R); /* [1,] 3 1, below row col */
  if (labelled && count < 3 && found.label != NQ_LABEL_HEAD)
    return count == 1 ? nq_digits_named(table) : NQ_END;
  if (is_measured(table, &found)) return nq_pick_pass(table->reader, NULL, nq_terms_first(terms));
  table->setting.native = plain;
  table->setting.commas = terms->nodes->value > 0;
  const nq_node *first = nq_terms_first(terms);
  if (found.label == NQ_LABEL_WORDS && nq_node_is_gives(nq_next(first)))
    table->setting.turned = nq_word_is_columns(first);
  if (count == table->reader->places && !labelled && !found.real) {
    status = nq_places_read(table);
    if (status == NQ_END) status = nq_block_again(table, &found); /* its nodes are gone */
    if (status != NQ_END) return status;
  }
  if (table->reader->samples >= 16 && count == table->reader->samples + 3) {
    table->rows->start++; /* between its number, its energy and how often it came */
    table->rows->count -= 3;
    table->setting.samples = true;
    return nq_numbers_vector(table, 0);
  }
  if (!found.real) status = take_literals(table);
  if (status != NQ_END) return status;
  if (found.pairs) return nq_pairs_take(table, 0);
  bool refused = found.real || (found.odd != NULL && (plain || judge));
  if (refused || (terms->commented && plain) || found.gap != NULL)
    return refuse_line(terms, &found);
  if (judge) return nq_numbers_boards(table);
  if (count == 1) return take_one(table);
  bool two = count == 2 && found.label != NQ_LABEL_HEAD;
  return two ? nq_pairs_read(table, 0, found.label) : take_vector(table, &found);
}

nq_status nq_lines_read(nq_reader *reader) {
  nq_numbers table = {
      .reader = reader,
      .setting = {.swapped = reader->row_first, .turned = reader->columns_only, .loose = true}};
  nq_status status = take_block(&table);
  nq_numbers_release(&table);
  return status;
}

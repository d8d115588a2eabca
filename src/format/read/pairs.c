/* Lines of two or three numbers, or columns of a table: squares, n, or rows with their index; rows
 * whose columns are letters. */
#include "format/read/read.h"

#include <string.h>

/* Whether the values are rows: of lines with the indices 0, 1, 2 ... that end as a series of
 * pandas, or, if the first has a `point`, of a list in Markdown: 1. 2, 1. 4, ... */
static bool is_indexed(const nq_numbers *table, bool point) {
  static const char *const ends[] = {"dtype:", "Name:", "Length:", NULL};
  bool series = nq_text_starts_any(nq_terms_look(&table->reader->terms, 0), ends);
  bool alike = point && table->row_count > 1;
  for (size_t i = 0; i < table->row_count; i++) {
    series = series && table->values[2 * i] == (int64_t)i;
    alike = alike && table->values[2 * i] == table->values[0];
  }
  return series || alike;
}

/* 1,0; 3,0; 0,0; 2,0: all in row 0, unless these are decimal commas. */
nq_status nq_pairs_take(nq_numbers *table, uint64_t n) {
  const nq_setting *setting = &table->setting;
  bool decimal = setting->commas && !setting->swapped && table->reader->entry == NULL;
  size_t rows = table->count / 2;
  bool other = n == 0 && (table->values[0] | 1) == 1 && rows >= 4 &&
               table->reader->expected_n == 0 && table->reader->entry == NULL;
  int64_t most = 0;
  for (size_t i = 1; i < table->count; i += 2) {
    decimal = decimal && table->values[i] == 0;
    other = other && table->values[i - 1] == table->values[0] + (int64_t)(i / 2);
    if (table->values[i] > most) most = table->values[i];
  }
  if (other && most > (int64_t)rows + 1)
    return nq_error_at(table->reader->error, table->rows[0].line,
                       "these %zu pairs, up to %" PRId64
                       ", may be a table of other numbers: give --from pairs for squares",
                       rows, most);
  if (!decimal) return nq_numbers_pairs(table, n);
  return nq_error_at(table->reader->error, table->rows[0].line,
                     "these may be %zu squares, all in row 0, or as many rows with decimal commas: "
                     "give --from pairs for squares, or write points for decimal commas",
                     table->count / 2);
}

/* 4 4 above a picture are its sides. */
static bool note_sides(const nq_numbers *table) {
  nq_reader *reader = table->reader;
  nq_text next = nq_terms_look(&reader->terms, 0);
  bool matrix = nq_text_span(next, "01, ") == next.size;
  bool sides = table->values[0] == table->values[1] && table->values[0] >= 4 && next.size > 0 &&
               (matrix || nq_text_span(next, "0123456789, ") < next.size);
  if (sides) reader->stated_n = table->values[0];
  if (sides) reader->stated_line = table->rows[0].line;
  return sides;
}

/* Take lines of two numbers up to `most` in all, or up to the next board. */
static nq_status gather_squares(nq_numbers *table, nq_label like, size_t most) {
  nq_status status = NQ_OK;
  nq_square_halves halves = {0};
  for (size_t rows = 0; status == NQ_OK && table->row_count > rows && rows < most;) {
    rows = table->row_count;
    status = nq_block_gather(table, like, 2, rows + 1, false);
    if (status != NQ_OK || !nq_squares_are_two(&halves, table->values, 2, table->row_count))
      continue;
    while (2 * table->row_count > rows + 1) nq_block_give_back(table);
    break;
  }
  return status;
}

nq_status nq_pairs_read(nq_numbers *table, uint64_t n, nq_label like) {
  nq_reader *reader = table->reader;
  bool point = nq_node_is_pointed(nq_terms_first(&reader->terms));
  nq_status status = gather_squares(table, like, n > 0 ? (size_t)n : SIZE_MAX);
  size_t rows = table->row_count;
  bool binary = rows == 2 && nq_numbers_is_binary(table, 0) && nq_numbers_is_binary(table, 1);
  if (status != NQ_OK) return status;
  if (n == 0 && is_indexed(table, point)) {
    table->count = rows;
    for (size_t i = 0; i < rows; i++) table->values[i] = table->values[2 * i + 1];
    return nq_numbers_one(table, 0);
  }
  if (binary && n == 0 && table->setting.native && reader->dialect->format == NQ_FORMAT_AUTO)
    return nq_error_at(reader->error, table->rows[0].line,
                       "0 and 1 may be rows or squares here: give --from line or --from picture");
  if (rows < n)
    return nq_error_at(reader->error, reader->terms.line,
                       "%zu squares follow, where %" PRIu64 " are announced", rows, n);
  if (rows == 1 && note_sides(table)) return NQ_OK;
  return rows == 1 ? nq_numbers_boards(table) : nq_pairs_take(table, n);
}

nq_status nq_display_read(nq_reader *reader) {
  nq_numbers lines = {.reader = reader}, pairs = lines;
  nq_block_line found;
  nq_status status;
  size_t width = 0, odd = 0;
  while ((status = nq_block_next(&lines, &found)) == NQ_OK) {
    size_t count = nq_block_last(&lines)->count;
    odd += count % 2 != 0 || found.odd != NULL || found.label != NQ_LABEL_NONE;
    width = count > width ? count : width;
  }
  for (size_t at = 0; at + 1 < width; at += 2) /* the indices go on below each other */
    for (size_t i = 0; i < lines.row_count; i++) {
      const nq_number_row *row = &lines.rows[i];
      for (size_t k = at; k < at + 2 && k < row->count; k++)
        nq_numbers_add(&pairs, lines.values[row->start + k]);
      if (at < row->count) nq_numbers_end_row(&pairs, row->line, false);
    }
  if (lines.failed || pairs.failed) status = NQ_NO_MEMORY;
  if (status == NQ_END && odd > 0)
    status = nq_error_at(reader->error, lines.rows[0].line,
                         "an index and a value, or several of both on a line, were expected");
  else if (status == NQ_END)
    status = pairs.values == NULL ? nq_tree_again(reader) : nq_pairs_take(&pairs, 0);
  nq_numbers_release(&pairs);
  nq_numbers_release(&lines);
  return status;
}

/* Whether the first lines of three numbers, or of several times three, may name squares: no two
 * are the same. */
static bool are_distinct(const nq_numbers *table) {
  const int64_t *values = table->values;
  for (size_t i = 1; i < table->count / 3; i++)
    for (size_t k = 0; k < i; k++)
      if (values[3 * i] == values[3 * k] && values[3 * i + 1] == values[3 * k + 1]) return false;
  return true;
}

/* 0 1 3 and so on: squares with an index before them; or 0 0 1, each square with 1 or 0, also
 * several on a line; or those of queens only. */
nq_status nq_triples_read(nq_numbers *table) {
  size_t width = table->rows[0].count;
  for (size_t i = 2; i < width && width > 3; i += 3)
    if (table->values[i] > 1) return NQ_END;
  nq_status status = nq_block_gather(table, NQ_LABEL_NONE, width, 5, false);
  if (status == NQ_OK && are_distinct(table))
    status = nq_block_gather(table, NQ_LABEL_NONE, width, SIZE_MAX, false);
  const int64_t *values = table->values;
  size_t count = table->count / 3;
  bool sized = width == 3 && count > 4 && values[0] == values[1] && values[2] == (int64_t)count - 1;
  if (sized) values += 3, count--; /* 4 4 4 of MatrixMarket */
  size_t n = nq_side(count), kept = 0;
  bool index = count >= 4 && width == 3, squares = count >= 16 && n * n == count;
  bool queens = count >= 4;
  for (size_t i = 0; i < count && status == NQ_OK; i++) {
    index = index && values[3 * i] == values[0] + (int64_t)i && (values[0] | 1) == 1;
    squares = squares && (values[3 * i + 2] | 1) == 1;
    queens = queens && values[3 * i + 2] == 1;
  }
  if (status != NQ_OK) return status;
  if (!index && !squares && !queens) {
    while (table->row_count > 1) nq_block_give_back(table);
    return NQ_END;
  }
  bool last = squares || queens;
  for (size_t i = 0; i < count; i++) {
    if (squares && values[3 * i + 2] == 0) continue;
    table->values[kept++] = values[3 * i + !last];
    table->values[kept++] = values[3 * i + 1 + !last];
  }
  table->count = kept;
  return nq_numbers_pairs(table, squares ? n : 0);
}

nq_status nq_places_read(nq_numbers *table) {
  const nq_reader *reader = table->reader;
  size_t width = reader->places, at = reader->place, rows, kept = 0;
  nq_status status = nq_block_gather(table, NQ_LABEL_NONE, width, SIZE_MAX, false);
  if (status != NQ_OK) return status;
  rows = table->row_count;
  while (rows < 4 && table->row_count > 1) nq_block_give_back(table);
  if (rows < 4) return NQ_END;
  size_t n = nq_side(rows);
  bool squares = width == 3 && at == 0 && rows >= 16 && n * n == rows; /* row,col,value */
  for (size_t i = 0; i < rows && squares; i++) squares = (table->values[3 * i + 2] | 1) == 1;
  for (size_t i = 0; i < rows; i++) {
    if (squares && table->values[3 * i + 2] == 0) continue;
    table->values[kept++] = table->values[width * i + at];
    table->values[kept++] = table->values[width * i + at + 1];
  }
  table->count = kept;
  table->setting.swapped = reader->place_swapped;
  return nq_numbers_pairs(table, squares ? n : 0);
}

/* ---- Letters ---- */

/* The value of the letter after the last one, or of any first, at the start of the text, which goes
 * on after it: B = 5, C = 8, or 'B': 5, 'C': 8. */
static bool take_letter(nq_text *text, char *last, int64_t *value) {
  if (text->size < 3) return false;
  bool quoted = text->size > 3 && (*text->at == '\'' || *text->at == '"');
  const char *letter = text->at + quoted, *after = letter + 1 + quoted;
  if (!is_letter(*letter) || (*last != 0 && *letter != *last + 1)) return false;
  if (quoted && letter[1] != *text->at) return false;
  nq_text rest = nq_text_trim((nq_text){after, (size_t)(text->at + text->size - after)});
  if (rest.size == 0 || *rest.at != (quoted ? ':' : '=')) return false;
  rest = nq_text_trim((nq_text){rest.at + 1, rest.size - 1});
  size_t digits = nq_text_span(rest, "0123456789");
  if (nq_number_of(rest.at, digits, value) != NQ_KIND_NUMBER) return false;
  rest = (nq_text){rest.at + digits, rest.size - digits};
  size_t comma = nq_text_starts(rest, ",");
  *last = *letter;
  *text = nq_text_trim((nq_text){rest.at + comma, rest.size - comma});
  return true;
}

nq_status nq_letters_read(nq_reader *reader) {
  nq_terms *terms = &reader->terms;
  nq_numbers table = {.reader = reader};
  const nq_place start = nq_terms_here(terms);
  char last = 0;
  bool good = true;
  for (bool more = true; more;) {
    nq_text line = nq_terms_look(terms, 0);
    size_t count = table.count;
    if (nq_text_starts(line, "{")) line = nq_text_trim((nq_text){line.at + 1, line.size - 1});
    for (int64_t value; take_letter(&line, &last, &value);) nq_numbers_add(&table, value);
    more = table.count > count;
    if (more) good = good && nq_text_span(line, "?;. }") == line.size;
    if (more) nq_terms_skip_line(terms);
  }
  good = good && table.count >= 4 && nq_numbers_is_whole(table.values, table.count, 1);
  nq_status status = NQ_END;
  if (good) nq_numbers_end_row(&table, start.line, false);
  if (good && !nq_numbers_is_series(&table, 0)) status = nq_pick_settle(reader, start.line);
  if (status == NQ_OK) status = nq_numbers_boards(&table);
  if (status == NQ_END) nq_terms_return(terms, start);
  nq_numbers_release(&table);
  return status;
}

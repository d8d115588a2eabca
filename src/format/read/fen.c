/* Pictures on one line, 1Q2/3Q/Q3/2Q1 w - - 0 1 as in chess, or .Q.. ...Q Q... ..Q., in brackets
 * or not. */
#include "format/read/grid.h"

#include <string.h>

/* .Q.. ...Q Q... ..Q., rows with one sign between, or lists such as [[.Q.., ...Q, Q..., ..Q.], ...]
 * of Java: add a row for each, of a board or several; false, and there are none, at other lines. */
static bool take_rows(nq_grid *grid, nq_text line, uint64_t number) {
  size_t width = 0;
  bool list = line.size > 0 && *line.at == '[', rows = true;
  for (size_t at = 0, size; at < line.size && rows; at += size + 1) {
    size = nq_text_span((nq_text){line.at + at, line.size - at}, "Qq._-");
    if (width == 0) width = size;
    rows = size == 0 ? list : size == width && width >= 4;
    for (size_t i = 0; i < size; i++) nq_grid_add(grid, line.at[at + i]);
    if (size > 0) nq_grid_end_row(grid, NQ_GRID_ROW, number);
    if (at + size < line.size)
      rows = rows && strchr(list ? "[], " : " ,;|", line.at[at + size]) != NULL;
  }
  rows = rows && width > 0 && grid->row_count % width == 0;
  /* _____ _____ is the edge of a frame */
  rows = rows && nq_text_span(line, "._- ,;|") < line.size;
  if (!rows) nq_grid_release(grid);
  return rows;
}

/* The size of the first field of the line if it is a position, or 0. */
static size_t measure_fen(nq_text line) {
  size_t size = nq_text_span(line, "0123456789Qq/._");
  if (size == 0 || line.at[0] == '/' || memchr(line.at, '/', size) == NULL) return 0;
  if (size < line.size && strchr(" \t\"]}", line.at[size]) == NULL) return 0;
  return nq_text_span(line, "0123456789/._") < size ? size : 0; /* with a queen */
}

/* The rest of the line from its only position on, Position: 1Q2/3Q/Q3/2Q1; or the line. */
static nq_text find_position(nq_text line) {
  nq_text found = line;
  size_t count = 0;
  for (size_t at = 0, size; at < line.size; at += size + (size == 0)) {
    nq_text rest = {line.at + at, line.size - at};
    size = nq_text_span(rest, "0123456789Qq/._");
    size_t slashes = 0;
    for (size_t i = 0; i < size; i++) slashes += rest.at[i] == '/';
    if (slashes < 3) continue;
    count++;
    found = rest;
  }
  return count == 1 ? found : line;
}

bool nq_grid_is_in_line(nq_text line) {
  size_t rows = 0, width = 0;
  for (size_t at = 0, size; at < line.size; at += size + (size == 0)) {
    nq_text rest = {line.at + at, line.size - at};
    size = nq_text_span(rest, "0123456789Qq/._-");
    bool begins = at == 0 || strchr(" \t=:[(,\"'", line.at[at - 1]) != NULL;
    if (begins && measure_fen(rest) > 0) return true;
    size_t glyphs = nq_text_span(rest, "Qq._-");
    bool row = begins && glyphs >= 4 && glyphs == size && memchr(rest.at, '.', size) != NULL;
    if (row && (width == 0 || width == size)) rows++, width = size;
  }
  return rows >= 4 && rows >= width;
}

nq_status nq_grid_read_fen(nq_grid *grid, nq_terms *terms) {
  nq_text line = nq_terms_look(terms, 0);
  if (take_rows(grid, line, terms->line)) {
    nq_terms_skip_line(terms);
    return nq_grid_check(grid, true, terms->error);
  }
  size_t size = measure_fen(line);
  bool within = size == 0;
  if (within) line = find_position(line);
  if (within) size = measure_fen(line);
  uint64_t squares = 0;
  if (size == 0) return NQ_END;
  for (size_t i = 0; i <= size && squares <= size * size; i++) {
    if (i < size && is_digit(line.at[i])) {
      squares = 10 * squares + (uint64_t)(line.at[i] - '0');
      continue;
    }
    for (; squares > 0; squares--) nq_grid_add(grid, '.');
    if (i == size || line.at[i] == '/')
      nq_grid_end_row(grid, NQ_GRID_ROW, terms->line);
    else
      nq_grid_add(grid, line.at[i]);
  }
  nq_terms_skip_line(terms);
  nq_status status = squares == 0
                         ? nq_grid_check(grid, false, terms->error)
                         : nq_error_at(terms->error, terms->line - 1,
                                       "a row of more than %" PRIu64 " squares", squares - 1);
  return within && status != NQ_OK ? NQ_END : status;
}

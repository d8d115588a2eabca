/* Pictures as tables of HTML. */
#include "format/read/grid.h"

#include <stdlib.h>
#include <string.h>

/* The glyph at *at, which becomes what follows: &#9819; and &nbsp; as well. */
static int32_t take_glyph(nq_text line, size_t *at) {
  nq_text rest = {line.at + *at, line.size - *at};
  size_t bytes;
  int32_t cell = nq_glyph((const unsigned char *)rest.at, rest.size, &bytes);
  bool hex = nq_text_starts(rest, "&#x"), entity = hex || nq_text_starts(rest, "&#9");
  const char *end = entity ? memchr(rest.at, ';', rest.size < 10 ? rest.size : 10) : NULL;
  if (end != NULL) {
    bytes = (size_t)(end + 1 - rest.at);
    cell = (int32_t)strtol(rest.at + (hex ? 3 : 2), NULL, hex ? 16 : 10);
  } else if (nq_text_starts(rest, "&nbsp;")) {
    bytes = 6;
    cell = ' ';
  }
  *at += bytes;
  return cell;
}

void nq_grid_gather_html(nq_grid *grid, nq_terms *terms) {
  uint64_t row_line = terms->line;
  bool good = true;
  for (bool last = false; good && !last; nq_terms_skip_line(terms)) {
    nq_text line = nq_terms_look(terms, 0);
    if (line.size == 0 || (grid->glyph_count == 0 && *line.at != '<')) break;
    for (size_t at = 0; at < line.size && good;) {
      nq_text rest = {line.at + at, line.size - at};
      bool ends = nq_text_starts(rest, "</tr") && grid->glyph_count > 0;
      bool cell = nq_text_starts(rest, "<td") ||
                  (nq_text_starts(rest, "<th") && !nq_text_starts(rest, "<the"));
      last = last || nq_text_starts(rest, "</table");
      if (grid->glyph_count == 0) row_line = terms->line;
      if (cell || ends) nq_grid_put_glyph(grid, '|');
      if (ends && !grid->failed) {
        nq_grid_row row = NQ_GRID_ROW;
        const nq_glyphs glyphs = {grid->glyphs, grid->glyphs + grid->glyph_count};
        nq_line_kind kind = nq_grid_parse(grid, glyphs, &row);
        good = kind != NQ_LINE_OTHER;
        if (kind == NQ_LINE_CELLS) nq_grid_end_row(grid, row, row_line);
        grid->glyph_count = 0;
      }
      const char *end = *rest.at == '<' ? memchr(rest.at, '>', rest.size) : NULL;
      if (end != NULL) {
        at = (size_t)(end + 1 - line.at);
        continue;
      }
      int32_t glyph = take_glyph(line, &at);
      if (grid->glyph_count > 0) nq_grid_put_glyph(grid, glyph);
    }
  }
  if (!good || grid->glyph_count > 0) grid->row_count = 0;
  grid->end_line = terms->line;
}

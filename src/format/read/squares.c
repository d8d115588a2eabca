/* MODEL.  A line of squares, which may have any of these around them:
 *
 *     4 | . . Q .        +---+---+        |Q| |        Q _ _ _        0 Q 0 0
 *     3 | Q . . .        |   | Q |        | |Q|        _ _ Q _        0 0 0 Q
 *     ...                +---+---+        ...          ...            ...
 *       a b c d          ...
 *
 * A line of a frame has only dashes and crosses.  Within bars, commas or tabs, and in tables of
 * HTML, a square may be blank. */
#include "format/read/grid.h"

#include <string.h>

static bool is_bar(int32_t cell) {
  return nq_is_bar(cell) || nq_is_tall_bracket(cell);
}

/* A colon is one in |:-:| of Markdown. */
static bool is_frame(int32_t cell) {
  return cell == '-' || cell == '=' || cell == '+' || cell == ':' || is_bar(cell) ||
         (cell >= 0x2500 && cell <= 0x257F);
}

/* *value is set only if the part is a number. */
static bool take_number(nq_glyphs part, int64_t *value) {
  int64_t number = 0;
  for (const int32_t *at = part.at; at < part.end; at++) {
    if (!is_digit(*at) || number > NQ_N_MAX) return false;
    number = 10 * number + (*at - '0');
  }
  if (part.end > part.at) *value = number;
  return part.end > part.at;
}

static bool is_gap(int32_t cell, const char *signs) {
  return nq_glyph_is_blank(cell) || is_bar(cell) ||
         (signs != NULL && cell > 0 && cell < 0x80 && strchr(signs, cell) != NULL);
}

/* The next run of glyphs without blanks, bars or, unless that is NULL, these signs; false at the
 * end. */
static bool next_token(nq_glyphs *line, nq_glyphs *token, const char *signs) {
  while (line->at < line->end && is_gap(*line->at, signs)) line->at++;
  token->at = line->at;
  while (line->at < line->end && !is_gap(*line->at, signs)) line->at++;
  token->end = line->at;
  return token->end > token->at;
}

/* 01234567 or 12345678901: the last digits of labels in sequence, at least four. */
static bool is_digit_labels(nq_glyphs line) {
  bool labels = line.end - line.at >= 4 && (*line.at == '0' || *line.at == '1');
  for (const int32_t *at = line.at + 1; at < line.end && labels; at++)
    labels = *at == (at[-1] == '9' ? '0' : at[-1] + 1);
  return labels;
}

/* The line without its first run of glyphs, if that is a word of several letters. */
static nq_glyphs without_word(nq_glyphs line) {
  nq_glyphs rest = line, word;
  bool letters = next_token(&rest, &word, NULL) && word.end - word.at > 1;
  for (const int32_t *at = word.at; at < word.end && letters; at++)
    letters = nq_glyph_is_foreign(*at) || (*at < 0x80 && is_letter((int)*at)) || *at == '\\';
  return letters ? rest : line;
}

/* a b c d or 1 2 3 4, also without blanks, between bars or commas, or [,1] [,2] [,3]: labels in
 * sequence, at least two. */
static bool is_labels(nq_glyphs line, size_t *labels) {
  nq_glyphs token = nq_glyphs_trim(line);
  *labels = (size_t)(token.end - token.at);
  if (is_digit_labels(token)) return true;
  int64_t first = -1, value = 0, count = 0;
  const char *signs = token.at[0] == '[' && token.at[1] == ',' ? "[,]" : ",;";
  while (next_token(&line, &token, signs)) {
    bool number = take_number(token, &value);
    for (const int32_t *at = token.at; at < token.end; at = number ? token.end : at + 1, count++) {
      if (!number) value = *at | 0x20;
      if (count == 0) first = value;
      if (value != first + count) return false;
    }
  }
  *labels = (size_t)count;
  return count >= 2 && (first == 0 || first == 1 || first == 'a');
}

/* Whether the line has only the signs of frames, and blanks.  *dashes: not so, but it has only
 * dashes or only stars, which may be empty squares as well. */
static bool is_frame_line(nq_glyphs line, bool *dashes) {
  bool dash = false, cross = false;
  const int32_t first = *line.at, *same = line.at;
  while (same < line.end && *same == first) same++;
  *dashes = same == line.end && same - line.at >= 2 && (first == '*' || first == '#');
  for (const int32_t *at = line.at; at < line.end; at++) {
    if (nq_glyph_is_blank(*at)) continue;
    if (!is_frame(*at)) return false;
    bool line_sign = *at == '-' || *at == '=' || *at == 0x2500 || *at == 0x2501 || *at == 0x2550;
    dash = dash || line_sign;
    cross = cross || !line_sign;
  }
  *dashes = dash && !cross;
  return dash && cross;
}

/* The glyphs as one square: Q, wQ, Q3, __, or blank; or -1. */
static int32_t square_of(nq_glyphs part) {
  int64_t number = 0;
  ptrdiff_t size = part.end - part.at;
  if (size == 0) return NQ_CELL_BLANK;
  int32_t first = part.at[0];
  if (size == 1) return nq_glyph_kind_of(first) != NQ_GLYPH_OTHER || is_digit(first) ? first : -1;
  if (size == 2 && part.at[1] == 'Q' && strchr("wbWB", first) != NULL) return NQ_CELL_QUEEN;
  bool one = size == 2 || part.at[1] != '0'; /* Q000 is a row */
  if ((first == 'Q' || first == 'q') && one &&
      take_number((nq_glyphs){part.at + 1, part.end}, &number))
    return NQ_CELL_NUMBERED + (int32_t)(number < 0x70000000 ? number : 0x70000000);
  return -1;
}

/* The glyph of a run of one for empty squares, as __; or -1. */
static int32_t run_of(nq_glyphs part) {
  for (const int32_t *at = part.at; at < part.end; at++)
    if (*at != *part.at || nq_glyph_kind_of(*at) != NQ_GLYPH_EMPTY) return -1;
  return *part.at;
}

/* Whether a run of glyphs may be squares without blanks between: letters of queens and X, or one
 * letter beside one sign for empty squares, as in .D.., or beside another that is not of ASCII. */
static bool is_tight(nq_glyphs token) {
  int32_t letter = 0, sign = 0;
  bool known = true, two = token.end - token.at >= 4;
  for (const int32_t *at = token.at; at < token.end; at++) {
    bool foreign = nq_glyph_is_foreign(*at) && *at != letter && letter != 0;
    bool is = (*at >= 'a' && *at <= 'z') || (*at >= 'A' && *at <= 'Z') || nq_glyph_is_foreign(*at);
    if (nq_glyph_kind_of(*at) == NQ_GLYPH_OTHER) return false;
    known = known && (!is || (*at < 0x80 && strchr("QqOoXxWw", *at) != NULL));
    int32_t *kind = is && !foreign ? &letter : &sign;
    two = two && (*kind == 0 || *kind == *at) && (is || nq_glyph_kind_of(*at) == NQ_GLYPH_EMPTY);
    *kind = *at;
  }
  return known || (two && sign != 0);
}

/* Q122: queens, and the queens that attack each other square. */
static bool is_counted(nq_glyphs token) {
  bool queen = false, counted = token.end - token.at >= 4;
  for (const int32_t *at = token.at; at < token.end && counted; at++) {
    queen = queen || *at == NQ_CELL_QUEEN;
    counted = *at == NQ_CELL_QUEEN || is_digit(*at);
  }
  return queen && counted;
}

/* A run of one glyph for empty squares is one square where others are wider, as in `__ Q3 __`. */
static bool has_wide(nq_glyphs line) {
  for (nq_glyphs token; next_token(&line, &token, NULL);)
    if (token.end - token.at > 1 && square_of(token) >= 0) return true;
  return false;
}

/* How far a run of glyphs is from the one before it; a bar or tab between is wider than blanks. */
static ptrdiff_t gap_between(nq_glyphs last, nq_glyphs token) {
  for (const int32_t *at = last.end; at < token.at; at++)
    if (*at == '\t' || is_bar(*at)) return PTRDIFF_MAX;
  return token.at - last.end;
}

/* The squares in each part of a line that has several, as many in each, with wider gaps between
 * than those between squares; or 0. */
static size_t measure_part(nq_glyphs line) {
  nq_glyphs rest = line, token, last;
  ptrdiff_t least = PTRDIFF_MAX, most = 0;
  size_t part = 0, count = 0;
  if (!next_token(&rest, &last, NULL)) return 0;
  bool tight = last.end - last.at > 1;
  for (; next_token(&rest, &token, NULL); last = token) {
    ptrdiff_t gap = gap_between(last, token);
    tight = tight || token.end - token.at > 1;
    if (gap > most) most = gap;
    if (gap < least) least = gap;
  }
  if (tight) least = 0;
  if (most <= least) return 0;
  for (; next_token(&line, &token, NULL); last = token) {
    if (count > 0 && gap_between(last, token) > least) {
      if (part == 0) part = count;
      if (count != part) return 0;
      count = 0;
    }
    count += (size_t)(token.end - token.at);
  }
  return count == part ? part : 0;
}

/* The squares of a line with blanks between, or without; false if it has others.  A number at an
 * edge may be a label. */
static bool take_plain(nq_grid *grid, nq_glyphs line, nq_grid_row *row) {
  bool wide = grid->wide = grid->wide || has_wide(line), label = false, word = false;
  nq_glyphs token;
  for (size_t tokens = 0; next_token(&line, &token, NULL); tokens++) {
    int64_t value = 0;
    ptrdiff_t size = token.end - token.at;
    int32_t square = square_of(token);
    bool digits = size >= 4 && (grid->quoted || row->part == (size_t)size ||
                                grid->headed == (size_t)size); /* '0100', 0100 0010 */
    bool counted = is_counted(token);
    for (const int32_t *at = token.at; counted && at < token.end; at++)
      grid->counted = grid->counted || (is_digit(*at) && *at > '1');
    bool number = !digits && take_number(token, &value) && (size == 1 || *token.at != '0');
    if (label || (word && *token.at == '=')) return false; /* q_1 = 1 */
    word = size > 1;
    if (grid->headed + 1 == (size_t)size && !number && is_digit(*token.at))
      row->lead = *token.at++ - '0'; /* 0.Q.. */
    label = number && size > 1 && tokens > 0;
    row->trail = number && tokens > 0 ? value : -1;
    row->trail_cell = number && size == 1;
    if (number && tokens == 0) {
      row->lead = value;
      row->lead_cell = size == 1;
    }
    if (number && size > 1) continue;
    if (square < 0 && wide) square = run_of(token);
    if (square >= 0 && !counted) {
      nq_grid_add(grid, square);
      continue;
    }
    if (!counted && !is_tight(token)) return false;
    for (; token.at < token.end; token.at++) nq_grid_add(grid, *token.at);
  }
  return true;
}

/* The glyph that stands for a kind of separator: any bar, a comma or semicolon. */
static int32_t separator_of(int32_t cell) {
  return is_bar(cell) ? '|' : cell == ';' ? ',' : cell;
}

/* 'Q' without its quotes, **Q** and `Q` without what marks them in Markdown. */
static nq_glyphs unquote(nq_glyphs part) {
  for (ptrdiff_t size; (size = part.end - part.at) >= 2 && *part.at == part.end[-1];) {
    bool quoted = *part.at == '"' || *part.at == '\'';
    if (!quoted && (size == 2 || (*part.at != '*' && *part.at != '`'))) break;
    part = nq_glyphs_trim((nq_glyphs){part.at + 1, part.end - 1});
  }
  return part;
}

/* Up to the next separator. */
static nq_glyphs before(nq_glyphs line, int32_t separator) {
  nq_glyphs part = {line.at, line.at};
  while (part.end < line.end && separator_of(*part.end) != separator) part.end++;
  return part;
}

static bool has(nq_glyphs line, int32_t separator) {
  return before(line, separator).end < line.end;
}

/* A square that is one word, the same in the whole picture, as 00 or Qn; or -1. */
static int32_t word_of(nq_grid *grid, nq_glyphs part) {
  size_t size = (size_t)(part.end - part.at), bytes = size * sizeof *part.at;
  if (size >= sizeof grid->word / sizeof *grid->word) return -1;
  for (const int32_t *at = part.at; at < part.end; at++)
    if (!is_digit(*at) && nq_glyph_kind_of(*at) == NQ_GLYPH_OTHER) return -1;
  int64_t number = 0;
  if (take_number(part, &number) && number > 0) return -1;
  if (grid->word[0] == 0) {
    memcpy(grid->word, part.at, bytes);
    grid->word[size] = 0;
  }
  bool same = memcmp(grid->word, part.at, bytes) == 0 && grid->word[size] == 0;
  return same ? NQ_CELL_WORD : -1;
}

/* -- Qu -- --: at least four squares of one size, each a run of a glyph for empty squares or the
 * word of the picture; false for others. */
static bool take_words(nq_grid *grid, nq_glyphs line) {
  const size_t start = grid->count;
  const bool known = grid->word[0] != 0;
  nq_glyphs token;
  ptrdiff_t size = 0;
  bool good = true;
  while (good && next_token(&line, &token, NULL)) {
    if (size == 0) size = token.end - token.at;
    int32_t square = run_of(token);
    if (square < 0 && nq_glyph_kind_of(*token.at) != NQ_GLYPH_EMPTY) square = word_of(grid, token);
    good = token.end - token.at == size && square >= 0 && square_of(token) < 0;
    if (good) nq_grid_add(grid, square);
  }
  good = good && grid->count >= start + 4 && grid->word[0] != 0;
  if (!good && !known) grid->word[0] = 0;
  return good;
}

/* Whether all bars but the first are two, as in tables of MediaWiki: | Q ||   ||   */
static bool is_doubled(nq_glyphs line) {
  for (const int32_t *at = line.at; at < line.end; at++) {
    if (!is_bar(*at)) continue;
    if (at == line.at || !nq_glyph_is_blank(at[-1])) return false;
    if (++at == line.end || !is_bar(*at)) return false;
  }
  return true;
}

/* The squares between separators: each blank, or one square, in quotes or not; false for others. */
static bool split_cells(nq_grid *grid, nq_glyphs line, int32_t separator) {
  const bool doubled = separator == '|' && is_doubled(line);
  for (bool last = false; !last;) {
    nq_glyphs cell = before(line, separator);
    last = cell.end == line.end;
    line.at = cell.end + 1 + (doubled && !last);
    cell = unquote(nq_glyphs_trim(cell));
    int32_t square = square_of(cell);
    if (square < 0 && *cell.at != '0') square = run_of(cell); /* |__|Q1| */
    if (square < 0 && separator == '|') square = word_of(grid, cell);
    if (square < 0) return false;
    nq_grid_add(grid, square);
  }
  return true;
}

/* The same after a number, which may be a label: 1,.,Q,.,. */
static bool split_line(nq_grid *grid, nq_glyphs line, int32_t separator, nq_grid_row *row) {
  nq_glyphs first = before(line, separator), label = nq_glyphs_trim(first);
  if (first.end < line.end && take_number(label, &row->lead)) {
    row->lead_cell = label.end - label.at == 1;
    if (!row->lead_cell) line.at = first.end + 1;
  }
  return split_cells(grid, line, separator);
}

/* Leave out a tab at the end of a line that has a glyph before each: there it ends a square, as in
 * *	Q	*	*	, and is not before a blank one. */
static nq_glyphs without_last_tab(nq_glyphs line) {
  if (line.end[-1] != '\t') return line;
  size_t tabs = 0;
  for (const int32_t *at = line.at; at < line.end; at++) {
    if (*at == '\t' && (at == line.at || at[-1] == '\t')) return line;
    tabs += *at == '\t';
  }
  line.end -= tabs > 2;
  return line;
}

/* |Q| | | or Q | | : outer bars, and numbers beside them, are not squares. */
static bool take_framed(nq_grid *grid, nq_glyphs line, nq_grid_row *row) {
  nq_glyphs first = before(line, '|'), label = nq_glyphs_trim(first), after = {line.end, line.end};
  while (!is_bar(after.at[-1])) after.at--;
  bool single = first.end + 1 == after.at && row->part == 0;
  const int32_t *last_bar = after.at;
  after = nq_glyphs_trim(after);
  bool before_squares = single && after.end - after.at > 2 && take_number(label, &row->lead);
  bool after_squares = single && label.end - label.at > 2 && take_number(after, &row->trail);
  if (before_squares || after_squares) { /* 4 | . . Q . */
    nq_grid_row inner = {0};
    grid->framed = true;
    return take_plain(grid, before_squares ? after : label, &inner);
  }
  bool left = label.at == label.end && grid->open != NQ_OPEN_BOTH;
  bool wide = line.end - last_bar > 1; /* two blanks after the last bar, or more, are a square */
  bool right =
      after.at == after.end && (grid->open == NQ_OPEN_RIGHT ? !wide : grid->open == NQ_OPEN_NONE);
  bool both = take_number(label, &row->lead) && take_number(after, &row->trail) &&
              row->lead == row->trail; /* 4| |Q| | |4 */
  for (const int32_t *at = first.end; at < after.at && both; at++) both = !is_digit(*at);
  bool outer = left || both || (right && take_number(label, &row->lead));
  if (outer) line.at = first.end + 1;
  if (right || (outer && take_number(after, &row->trail)))
    line.end = last_bar > line.at ? last_bar - 1 : line.at;
  if (!outer) row->lead = row->trail = -1;
  grid->framed = true;
  nq_grid_row inner = {0};
  size_t start = grid->count;
  if (!has(line, '|')) return take_plain(grid, line, &inner);
  nq_glyphs rank = before(line, '|'), trimmed = nq_glyphs_trim(rank), number = unquote(trimmed);
  int64_t value = 0;
  if (trimmed.end - trimmed.at > 1 && take_number(number, &value) &&
      value > 0) { /* 00 is a queen */
    row->lead = value;
    line.at = rank.end + 1;
    return split_cells(grid, line, '|');
  }
  bool good = split_cells(grid, line, '|');
  row->lead_cell = good && row->lead < 0 && is_digit(grid->cells[start]);
  if (row->lead_cell) row->lead = grid->cells[start] - '0'; /* a rank within the frame */
  return good;
}

/* [1,] before squares of R: its numbers are another shape. */
static void skip_r_label(nq_glyphs *line, int64_t *number) {
  if (*line->at != '[') return;
  nq_glyphs digits = {line->at + 1, line->at + 1};
  while (digits.end < line->end && is_digit(*digits.end)) digits.end++;
  if (digits.end[0] != ',' || digits.end[1] != ']') return;
  if (take_number(digits, number)) line->at = digits.end + 2;
}

/* \hline, \toprule and the like between the rows of a table. */
static bool is_latex_rule(nq_glyphs line) {
  static const int32_t ends[][4] = {{'l', 'i', 'n', 'e'}, {'r', 'u', 'l', 'e'}};
  if (line.end - line.at < 6 || *line.at != '\\') return false;
  const int32_t *last = line.end - 4;
  return memcmp(last, ends[0], sizeof ends[0]) == 0 || memcmp(last, ends[1], sizeof ends[1]) == 0;
}

/* Add the squares of a line. */
nq_line_kind nq_grid_parse(nq_grid *grid, nq_glyphs line, nq_grid_row *row) {
  size_t start = grid->count;
  const nq_glyphs trimmed = nq_glyphs_trim(line);
  row->extent = (size_t)(trimmed.end - trimmed.at);
  if (is_frame_line(line, &row->dashes) || is_latex_rule(trimmed)) return NQ_LINE_FRAME;
  const nq_glyphs rest = grid->row_count == 0 ? without_word(line) : line;
  if (rest.at > line.at && is_labels(rest, &row->count) && row->count >= 4)
    return NQ_LINE_LABELS;                                                /* column 1 2 3 4 */
  if (is_labels(line, &row->count) && !(grid->strict && row->count == 2)) /* 0 1 above 1 0 */
    return NQ_LINE_LABELS;
  const int32_t *rank = line.at; /* Row 1: . Q */
  while (rank < line.end && *rank < 0x80 && is_letter((int)*rank)) rank++;
  if (rank < line.at + 3) rank = line.at;
  while (rank < line.end && nq_glyph_is_blank(*rank)) rank++;
  const int32_t *digits = rank;
  while (rank < line.end && is_digit(*rank)) rank++;
  bool ranked = rank < line.end && (*rank == ':' || *rank == ')');
  if (ranked && take_number((nq_glyphs){digits, rank}, &row->lead)) line.at = rank + 1; /* 1:. Q */
  skip_r_label(&line, &row->lead);
  const int64_t lead = row->lead;
  row->part = measure_part(line);
  bool bars = has(line, '|'), framed = grid->framed,
       latex = !bars && has(line, '&') && has(line, '\\'), good = false;
  int32_t separator = latex ? '&' : has(line, ',') ? ',' : 0;
  for (const int32_t *at = line.at; latex && at < line.end; at++)
    if (*at == '\\') line.end = at; /* Q & & \\ */
  row->barred = bars;
  if (bars)
    good = take_framed(grid, line, row);
  else if (separator != 0)
    good = split_line(grid, line, separator, row);
  else if (has(line, '\t'))
    good = split_line(grid, without_last_tab(line), '\t', row);
  else
    good = take_words(grid, line);
  if (!good && (!bars || row->part >= 4)) { /* . . Q . | . Q . . */
    grid->count = start;
    grid->framed = framed;
    row->lead = lead;
    good = take_plain(grid, line, row);
  }
  if (good && grid->count > start) return NQ_LINE_CELLS;
  grid->count = start;
  grid->framed = framed;
  return NQ_LINE_OTHER;
}

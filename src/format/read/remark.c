/* Text that is passed over: whether a line of it may be a board in a form that is not known.
 *
 *     Board 2143   "2143"                 the digits of a board, with few words
 *     - Solution #1: Q_1 = 2, Q_2 = 1     values of variables
 *     . Q . .<br>   . Q . .   q[0] = 1    squares, with other things after them
 *     empty queen empty empty             words for squares
 *     B A D C                             letters for rows
 *     A: 2                                above B: 1 and C: 4; Row: 0 above Column: 1
 *
 * Dates, counts and measures are none of these, nor are headings: == Solution 1 ==, [1/2]. */
#include "format/read/grid.h"
#include "format/read/read.h"

#include <string.h>

/* The bytes of a line that are looked at, and those of a heading. */
#define LINE_MOST    4096
#define HEADING_MOST 100

/* Whether three variables or more with an index have a number: Q_1 = 2, x[2]=1. */
static bool has_values(nq_text line) {
  size_t values = 0;
  for (size_t at = 1; at + 1 < line.size; at++) {
    if (line.at[at] != '=') continue;
    nq_text name = nq_text_trim((nq_text){line.at, at});
    nq_text value = nq_text_trim((nq_text){line.at + at + 1, line.size - at - 1});
    bool index = name.size > 1 && memchr("0123456789])", name.at[name.size - 1], 12) != NULL;
    values += index && value.size > 0 && is_digit(*value.at);
  }
  return values >= 3;
}

/* Whether the line starts with four squares or more of two kinds, one of which stands once; tags
 * and other things may follow. */
static bool has_squares(nq_text line) {
  char one = 0, other = 0;
  size_t ones = 0, count = 0;
  bool apart = line.size > 1 && line.at[1] == ' ';
  for (size_t at = 0; at < line.size; at += 1 + apart, count++) {
    if (apart && at > 0 && line.at[at - 1] != ' ') break;
    char square = line.at[at];
    nq_glyph_kind kind = nq_glyph_kind_of((unsigned char)square);
    if (square == ' ' || is_digit(square) || kind == NQ_GLYPH_OTHER) break;
    if (one == 0) one = square;
    if (square != one && other == 0) other = square;
    if (square != one && square != other) break;
    ones += square == one;
  }
  bool empty = nq_glyph_kind_of((unsigned char)one) == NQ_GLYPH_EMPTY ||
               nq_glyph_kind_of((unsigned char)other) == NQ_GLYPH_EMPTY;
  return count >= 4 && empty && (ones == 1 || ones + 1 == count);
}

/* Whether the line is letters, each once, up to their number and not in order: G E C A F H B D. */
static bool is_letters(nq_text line) {
  int last = 0;
  size_t count = 0, rising = 0;
  uint32_t seen = 0;
  for (size_t i = 0; i < line.size; i++) {
    int letter = (line.at[i] | 0x20) - 'a';
    if (memchr(" \t,-", line.at[i], 4) != NULL) continue;
    if (letter < 0 || letter >= 26 || (seen >> letter & 1) != 0) return false;
    rising += count++ > 0 && letter > last;
    seen |= UINT32_C(1) << letter;
    last = letter;
  }
  return count >= 4 && rising + 1 < count && seen == (UINT32_C(1) << count) - 1;
}

/* Count both words in the line, and set those that are not known yet; false if it has others. */
static bool count_words(nq_text line, nq_text words[2], size_t counts[2]) {
  nq_text word;
  counts[0] = counts[1] = 0;
  while (nq_text_run(&line, &word)) {
    size_t which = 0;
    if (memchr(" \t\r,;", *word.at, 5) != NULL) continue;
    for (; which < 2; which++) {
      if (words[which].at == NULL) words[which] = word;
      if (words[which].size == word.size && memcmp(words[which].at, word.at, word.size) == 0) break;
    }
    if (which == 2 || !is_letter(*word.at)) return false;
    counts[which]++;
  }
  return counts[0] == 1 || counts[1] == 1;
}

/* Whether this line, of four words or more, and the next are one word again and again, but for one
 * other each. */
static bool is_words(nq_text line, nq_text next) {
  nq_text words[2] = {{NULL, 0}};
  size_t counts[2];
  return count_words(line, words, counts) && counts[0] + counts[1] >= 4 &&
         count_words(next, words, counts);
}

/* The word and the number of a line `A: 2`; false for others. */
static bool take_value(nq_text line, nq_node *word) {
  nq_text run;
  if (!nq_text_run(&line, &run)) return false;
  *word = nq_text_word(run);
  line = nq_text_trim(line);
  if (line.size < 2 || memchr(":=", *line.at, 2) == NULL) return false;
  line = nq_text_trim((nq_text){line.at + 1, line.size - 1});
  return nq_text_span(line, "0123456789") == line.size;
}

/* Whether the line and the next one are a row and a column. */
static bool is_value(nq_text line, nq_text below) {
  nq_node word, next;
  return take_value(line, &word) && take_value(below, &next) && nq_words_are_axes(&word, &next) &&
         word.size > 1 && word.text[word.size - 1] != 's';
}

/* The number that a run of digits is, or a single letter as the number of a column; or -1. */
static int64_t value_of(nq_text run) {
  int64_t value = -1;
  if (run.size == 1 && is_letter(*run.at)) return *run.at | 0x20;
  if (is_digit(*run.at)) (void)nq_number_of(run.at, run.size, &value);
  return value;
}

/* Whether three lines are the same but for two numbers, one of which counts the lines, and say of
 * no measures: squares in words that are not known. */
static bool are_alike(nq_text lines[3]) {
  size_t others = 0, counts = 0;
  nq_text run[3];
  while (nq_text_run(&lines[0], &run[0])) {
    bool same = true;
    for (size_t i = 1; i < 3; i++) {
      if (!nq_text_run(&lines[i], &run[i])) return false;
      same = same && run[i].size == run[0].size && memcmp(run[i].at, run[0].at, run[0].size) == 0;
    }
    const nq_node word = nq_text_word(run[0]);
    if (nq_word_is_measure(&word) || nq_word_is_amount(&word)) return false;
    if (nq_node_is(&word, "n") || (nq_word_is_count(&word) && word.size > 1)) return false;
    if (same) continue;
    int64_t value[3];
    for (size_t i = 0; i < 3; i++)
      if ((value[i] = value_of(run[i])) < 0 || value[i] > 999) return false;
    others++;
    counts += value[1] == value[0] + 1 && value[2] == value[0] + 2;
  }
  return others == 2 && counts > 0 && lines[1].size == 0 && lines[2].size == 0;
}

/* ---- Headings ---- */

/* The line without signs around it: ===== Solution 1 =====, [1/2]. */
static nq_text strip(nq_text line) {
  static const char signs[] = "=-*#~_+<>|%;:.[](){} \t\r";
  size_t start = nq_text_span(line, signs), end = line.size;
  while (end > start && memchr(signs, line.at[end - 1], sizeof signs - 1) != NULL) end--;
  return (nq_text){line.at + start, end - start};
}

/* Whether the text names a board, says nothing of an answer, and has at most three numbers, none of
 * which is its digits. */
static bool names_board(nq_text text) {
  size_t numbers = 0;
  bool board = false;
  nq_answer answer;
  nq_text run;
  if (nq_text_has_rows(text) || nq_verdict_of_line(text, &answer)) return false;
  while (nq_text_run(&text, &run)) {
    const nq_node word = nq_text_word(run);
    bool letter = run.size == 1 && is_letter(*run.at), n = nq_node_is(&word, "n");
    if ((letter && !n) || strchr("[]{}|\"", *run.at) != NULL) return false;
    numbers += is_digit(*run.at);
    board = board || n || nq_word_is_board(&word);
  }
  return board && numbers <= 3;
}

/* Whether the text is a number, or two as in 1/2 or 1 of 2; *second is 0 if not. */
static bool take_count(nq_text text, int64_t *first, int64_t *second) {
  size_t digits = nq_text_span(text, "0123456789");
  *second = 0;
  if (nq_number_of(text.at, digits, first) != NQ_KIND_NUMBER) return false;
  if (digits == text.size) return true;
  nq_text rest = {text.at + digits, text.size - digits};
  size_t sign = *rest.at == '/' ? 1 : nq_text_starts(rest, " of ") ? 4 : 0;
  rest = (nq_text){rest.at + sign, rest.size - sign};
  return nq_text_span(rest, "0123456789") == rest.size &&
         nq_number_of(rest.at, rest.size, second) == NQ_KIND_NUMBER;
}

/* What signs around a number say: it may be a heading, or it is one and never a board. */
typedef enum frame { FRAME_NONE, FRAME_MAY, FRAME_IS } frame;

/* 1. or 1: or 1) or (1) or [1] or [[1]] or == 1 ==, of which (1), [[1]] and [2] are no boards. */
static frame frame_of(nq_text line, nq_text inner, int64_t number) {
  static const char *const ends[] = {".$", ":$", ")$", "-$", " ->$", " -$", NULL};
  nq_text open = {line.at, (size_t)(inner.at - line.at)};
  nq_text end = {inner.at + inner.size, line.size - open.size - inner.size};
  if (open.size == 0) return nq_text_starts_any(end, ends) ? FRAME_MAY : FRAME_NONE;
  bool square = nq_text_is(open, "[") && nq_text_is(end, "]");
  if ((nq_text_is(open, "(") && nq_text_is(end, ")")) || (square && number > 1)) return FRAME_IS;
  if (nq_text_is(open, "[[") && nq_text_is(end, "]]")) return FRAME_IS;
  bool braces = nq_text_is(open, "{") && nq_text_is(end, "}");
  bool rule = open.size > 2 && open.at[0] == open.at[1] && open.at[open.size - 1] == ' ';
  return square || braces || rule || nq_text_is(open, "[#") ? FRAME_MAY : FRAME_NONE;
}

/* Whether a number alone is that of the board below it. */
static bool is_number_above(nq_reader *reader, nq_text line, nq_text inner, int64_t number) {
  nq_terms *terms = &reader->terms;
  bool next = number == reader->heading + 1;
  frame found = frame_of(line, inner, number);
  if (found == FRAME_NONE || (!next && found == FRAME_MAY)) return false;
  nq_place here = nq_terms_here(terms);
  nq_terms_skip_line(terms);
  nq_terms_skip_blank(terms);
  bool footnote = reader->last_n > 1;
  bool above = found == FRAME_IS || footnote || nq_terms_look(terms, 0).at != NULL;
  nq_terms_return(terms, here);
  if (next) reader->heading = number;
  return above;
}

/* ----第1种---- or === 解 ===: more than one glyph, which may be a queen, in a run of one sign. */
static bool is_ornament(nq_text line, nq_text inner) {
  size_t bytes, open = (size_t)(inner.at - line.at);
  char sign = *line.at;
  if (open < 3 || inner.size == 0 || (sign != '-' && sign != '=') ||
      memchr(inner.at, sign, inner.size) != NULL)
    return false;
  for (size_t i = 1; i <= 3; i++)
    if (line.at[line.size - i] != sign || line.at[i - 1] != sign) return false;
  int32_t glyph = nq_glyph((const unsigned char *)inner.at, inner.size, &bytes);
  bool words = bytes < inner.size && inner.at[bytes - 1] != inner.at[2 * bytes - 1];
  return glyph >= 0x80 && (words || inner.at[-1] == ' ');
}

/* Whether the line has dots alone, as for what was left out, above a picture of another width. */
static bool is_left_out(nq_reader *reader, nq_text line) {
  if (line.size < 3 || nq_text_span(line, ".") < line.size) return false;
  nq_text next = nq_terms_look(&reader->terms, 1);
  return next.size > 3 && next.size != line.size && nq_text_span(next, ".") < next.size;
}

nq_status nq_heading_read(nq_reader *reader) {
  nq_text line = nq_terms_look(&reader->terms, 0);
  int64_t number, most;
  bool heading = false;
  if (line.size > HEADING_MOST) return NQ_END;
  if (is_left_out(reader, line)) {
    nq_terms_skip_line(&reader->terms);
    return NQ_OK;
  }
  nq_text inner = strip(line);
  bool cut = memchr("[({", *line.at, 3) != NULL && inner.at + inner.size == line.at + line.size;
  if (cut) return NQ_END;
  if (take_count(inner, &number, &most))
    heading = most > 0 ? number <= most : is_number_above(reader, line, inner, number);
  else if (inner.at > line.at && *line.at != '#') /* not a comment, which may head a table */
    heading = names_board(inner) || is_ornament(line, inner);
  if (!heading) return NQ_END;
  if (reader->begun_line == 0) reader->begun_line = reader->input.line;
  nq_terms_skip_line(&reader->terms);
  return NQ_OK;
}

bool nq_heading_is_of_instance(nq_text line) {
  static const char *const words[] = {"puzzle",  "instance", "level",   "given",    "givens",
                                      "initial", "start",    "input",   "position", "problem",
                                      "board",   "test",     "example", NULL};
  size_t open = nq_text_span(line, "=-*~_+<>|[( "), numbers = 0;
  bool named = false;
  nq_text rest = {line.at + open, line.size - open}, tail = rest, run, last = {"", 0};
  for (; nq_text_run(&rest, &run); last = run, tail = rest) {
    const nq_node word = nq_text_word(run);
    bool number = is_digit(*run.at), sign = *run.at == '#' && rest.size > 0 && is_digit(*rest.at);
    named = named || nq_node_is_any(&word, words);
    numbers += number;
    if (number && last.size == 1 && is_letter(*last.at)) return false; /* queen d4, the start */
    if (!number && !is_letter(*run.at) && *run.at != ' ' && !sign) break;
  }
  return named && numbers <= 1 && nq_text_span(tail, "=-*~_+<>|]): ") == tail.size;
}

/* ---- Below the report of a solver ---- */

/* Whether the numbers of the text are at least four, at most as large as they are many, and all
 * from 1 to one less are among them: rows, of which one may be wrong. */
static bool are_rows(nq_text text) {
  uint64_t seen = 0;
  int64_t count = 0, most = 0;
  for (nq_text run; nq_text_run(&text, &run);) {
    int64_t value = 0;
    if (!is_digit(*run.at)) continue;
    (void)nq_number_of(run.at, run.size, &value);
    if (value < 64) seen |= UINT64_C(1) << value;
    most = value > most ? value : most;
    count++;
  }
  if (count < 4 || most > count) return false;
  for (int64_t i = 1; i < count && i < 64; i++)
    if ((seen >> i & 1) == 0) return false;
  return true;
}

/* Q1 = 2 or x[1]=2, alone on the line. */
static bool is_assignment(nq_text line) {
  const char *sign = memchr(line.at, '=', line.size);
  if (sign == NULL || !is_letter(*line.at)) return false;
  size_t size = (size_t)(sign - line.at);
  nq_text name = nq_text_trim((nq_text){line.at, size});
  nq_text value = nq_text_trim((nq_text){sign + 1, line.size - size - 1});
  bool index = name.size > 1 && memchr("0123456789]", name.at[name.size - 1], 11) != NULL;
  return index && value.size > 0 && nq_text_span(value, "0123456789") == value.size &&
         memchr(name.at, ' ', name.size) == NULL;
}

/* Whether an ASCII line has a digit, as most lines of reports have: it is no row of squares. */
static bool has_digit(nq_text line) {
  bool digit = false;
  for (size_t i = 0; i < line.size; i++) {
    if ((unsigned char)line.at[i] >= 0x80) return false;
    digit = digit || is_digit(line.at[i]);
  }
  return digit;
}

bool nq_remark_begins_board(nq_terms *terms, bool numbers, bool names) {
  static const char *const queens[] = {"Queen 9", "Queen #", "queen 9", "Q 9", NULL};
  nq_text line = nq_terms_look(terms, 0);
  if (line.size == 0) return false;
  bool digits = nq_text_span(line, "0123456789") == line.size;
  if (nq_text_span(line, "0123456789 ") == line.size)
    return numbers && (nq_text_is_list(line) || nq_text_has_rows(line) ||
                       (digits && nq_terms_look(terms, 1).size > 0));
  const char *open = memchr(line.at, '[', line.size), *colon = memchr(line.at, ':', line.size);
  size_t before = open != NULL ? (size_t)(open - line.at) : 0;
  size_t key = colon != NULL && is_letter(*line.at) ? (size_t)(colon - line.at) + 1 : line.size;
  nq_text list = {line.at + before, line.size - before}, after = {line.at + key, line.size - key};
  size_t rank = nq_text_span(line, "0123456789 |");
  bool pair = *line.at == '(' && nq_text_span(line, "0123456789, ()") == line.size;
  return nq_text_is_list(list) || (pair && memchr(line.at, ',', line.size) != NULL) ||
         (nq_text_is_list(nq_text_trim(after)) && are_rows(after)) ||
         nq_text_starts_any(line, queens) || (names && is_assignment(line)) ||
         has_squares((nq_text){line.at + rank, line.size - rank}) ||
         (!has_digit(line) && nq_grid_is_row(terms));
}

bool nq_remark_may_be_board(nq_terms *terms) {
  nq_text lines[3];
  for (size_t i = 3; i-- > 0;) { /* the last first: looking ahead moves the buffer */
    lines[i] = nq_terms_look(terms, i);
    if (lines[i].size > LINE_MOST) lines[i].size = LINE_MOST;
  }
  const nq_text line = lines[0], next = lines[1];
  if (are_alike(lines)) return true;
  bool square = nq_text_contains(line, "queen") &&
                nq_text_contains(line, ".5,"); /* \node at (0.5,3.5) {\symqueen}; */
  return square || nq_text_has_rows(line) || has_values(line) || has_squares(line) ||
         is_letters(line) || is_words(line, next) || is_value(line, next);
}

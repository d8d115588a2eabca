/* The format of an input by its first bytes.
 *
 * MODEL.  A first byte 0x93 means NumPy.  Otherwise blank lines, comments (# to the end of the
 * line), blanks and dots are skipped, as both lines and pictures may contain dots, and the first
 * other byte decides:
 *
 *     Q _ * -        picture, also at the chess queens of Unicode; -1 is no square
 *     {              json
 *     [              list; before a brace: json
 *     0 .. 9         line, or list if a comma follows the first number
 *     other text     line, whose reader reports the error
 *
 * A line of 0 and 1 may also be the first of a picture: n lines of n squares, with one 1 in each.
 * For n >= 3 n such lines, with any 1s, are always read as a picture, as no board of these rows is
 * a solution; for smaller n both are possible.  If the picture is longer than the look-ahead, its
 * first lines decide.  With dots for the 0s each line must have one 1: other lines of dots are
 * partial boards.
 *
 * `n 8`, `n = 8` and `letting n = 8` start an instance: this is an error, which says so.
 *
 * When the byte starts a line that only a solver's answer has, that line decides
 * (answers/recognise.c).
 *
 * If the look-ahead contains only dots, they are empty columns in the line format. */
#include "format/answers/answers.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

typedef struct scan {
  size_t at; /* from input->next */
  bool in_comment, line_start;
} scan;

/* Scan the rest of the buffer; returns the byte that decides, or -1. */
static int scan_buffered(scan *state, const nq_input *input) {
  size_t size = (size_t)(input->end - input->next);
  for (; state->at < size; state->at++) {
    unsigned char byte = input->next[state->at];
    bool blank = byte == ' ' || byte == '\t' || byte == '\r';
    if (byte == '\n') {
      state->in_comment = false;
      state->line_start = true;
    } else if (state->in_comment || blank) {
      continue;
    } else if (byte == '#' && state->line_start) {
      state->in_comment = true;
    } else if (byte == '.') {
      state->line_start = false;
    } else {
      return byte;
    }
  }
  return -1;
}

/* The first byte that is no blank, after `size` bytes from `at` on; the input has a NUL at its end. */
static const unsigned char *after(const nq_input *input, size_t at, size_t size) {
  const unsigned char *next = input->next + at + size;
  while (*next == ' ' || *next == '\t' || *next == '\n' || *next == '\r') next++;
  return next;
}

/* The format that `byte`, at `at`, stands for; AUTO where it is not text. */
static nq_format judge_byte(const nq_input *input, size_t at, int byte) {
  switch (byte) {
  case 0x93:
    return NQ_FORMAT_NPY;
  case 'Q':
  case '_':
  case '*':
  case 0xE2: /* the first byte of a queen */
    return NQ_FORMAT_PICTURE;
  case '-':
    return is_digit(input->next[at + 1]) ? NQ_FORMAT_LINE : NQ_FORMAT_PICTURE;
  case '{':
    return NQ_FORMAT_JSON;
  case '[':
    return *after(input, at, 1) == '{' ? NQ_FORMAT_JSON : NQ_FORMAT_LIST;
  default:
    return byte > ' ' && byte < 0x7F ? NQ_FORMAT_LINE : NQ_FORMAT_AUTO;
  }
}

/* At a byte that decides; after dots on its line it is a board's. */
static nq_format judge(nq_input *input, const scan *state, int byte) {
  nq_format format = NQ_FORMAT_AUTO;
  bool digit = is_digit(byte), text = byte > ' ' && byte < 0x7F;
  if (text && !digit && state->line_start) format = nq_recognise_answer(input, state->at);
  return format != NQ_FORMAT_AUTO ? format : judge_byte(input, state->at, byte);
}

/* ---- Pictures of 0 and 1 ---- */

typedef struct matrix {
  uint64_t width, lines; /* squares of the first line; lines so far */
  bool plain;            /* only blanks between the squares, as in the line format */
  bool dots;             /* for empty squares */
} matrix;

/* The number of squares of the line; 0 if it is blank, a comment or not a line of a picture. */
static uint64_t measure_line(const unsigned char *line, size_t size, matrix *found) {
  uint64_t squares = 0, queens = 0;
  unsigned char last = ' ';
  for (size_t i = 0; i < size; i++) {
    bool dot = line[i] == '.', comma = line[i] == ',';
    bool square = line[i] == '0' || line[i] == '1' || dot;
    if (comma && (last == ',' || squares == 0)) return 0;
    if (square && (last == '0' || last == '1' || last == ',')) found->plain = false;
    if (!square && !comma && line[i] != ' ' && line[i] != '\t' && line[i] != '\r') return 0;
    found->dots = found->dots || dot;
    squares += square;
    queens += line[i] == '1';
    if (square || comma || last != ',') last = line[i];
  }
  return queens == 1 || (squares >= 3 && !found->dots) ? squares : 0;
}

/* Blank, or a comment. */
static bool is_gap(const unsigned char *line, size_t size) {
  size_t i = 0;
  while (i < size && (line[i] == ' ' || line[i] == '\t' || line[i] == '\r')) i++;
  return i == size || line[i] == '#';
}

/* The size of the line from `at` on, without its end; false at the end of the input, or if the
 * look-ahead does not reach the line's end. */
static bool find_line(nq_input *input, size_t at, size_t *size) {
  for (;;) {
    size_t left = (size_t)(input->end - input->next);
    left -= at < left ? at : left;
    const unsigned char *start = input->next + at;
    const unsigned char *end = left > 0 ? memchr(start, '\n', left) : NULL;
    *size = end != NULL ? (size_t)(end - start) : left;
    if (end != NULL) return true;
    if (!nq_input_more(input)) return input->ended && left > 0;
  }
}

/* LINE, PICTURE or, if it may be both, AUTO.  The first line starts at `at`. */
static nq_format judge_matrix(nq_input *input, size_t at) {
  matrix found = {.plain = true};
  size_t size;
  bool more;
  while ((more = find_line(input, at, &size)) && (found.lines == 0 || found.lines < found.width)) {
    const unsigned char *line = input->next + at;
    bool gap = is_gap(line, size);
    uint64_t width = gap ? found.width : measure_line(line, size, &found);
    if (found.lines == 0) found.width = width;
    if (width == 0 || width != found.width || (gap && width < 3)) return NQ_FORMAT_LINE;
    found.lines += !gap;
    at += size + 1;
  }
  bool whole = found.lines > 0 && found.lines == found.width;
  bool ends = !more || is_gap(input->next + at, size);
  if (found.dots && !(whole && ends && found.width >= 3)) return NQ_FORMAT_LINE;
  if (found.width >= 3) return whole || !input->ended ? NQ_FORMAT_PICTURE : NQ_FORMAT_LINE;
  if (!whole || !ends) return NQ_FORMAT_LINE;
  return found.plain ? NQ_FORMAT_AUTO : NQ_FORMAT_PICTURE;
}

/* ---- Lists without brackets, and instances ---- */

/* Have the line at `at` in the buffer, or enough of it.  The next line may not be there yet. */
static void read_line(nq_input *input, size_t at) {
  size_t size;
  while ((size = (size_t)(input->end - input->next)) < at + 64 &&
         (at >= size || memchr(input->next + at, '\n', size - at) == NULL) &&
         nq_input_more(input)) {
  }
}

/* Whether a comma follows the number at `at`. */
static bool has_comma(nq_input *input, size_t at) {
  read_line(input, at);
  while (is_digit(input->next[at])) at++;
  while (input->next[at] == ' ' || input->next[at] == '\t') at++;
  return input->next[at] == ',';
}

/* n 8, n = 8, letting n = 8 */
static bool starts_instance(nq_input *input, size_t at) {
  read_line(input, at);
  const unsigned char *next = input->next + at;
  bool letting = strncmp((const char *)next, "letting ", 8) == 0;
  if (letting) next += 8;
  if (*next++ != 'n') return false;
  bool blank = *next == ' ' || *next == '\t';
  while (*next == ' ' || *next == '\t') next++;
  bool equals = *next == '=';
  if (equals) next++;
  while (*next == ' ' || *next == '\t') next++;
  return is_digit(*next) && (equals || (blank && !letting));
}

/* The format of the text at a byte that decides. */
static nq_status judge_text(nq_input *input, const scan *state, int byte, nq_format *format,
                            nq_error *error) {
  if (state->line_start && starts_instance(input, state->at))
    return nq_error_at(error, input->line,
                       "this is an instance, not a board: check boards against it with --instance, "
                       "or find one with nqueens solve --instance");
  *format = judge(input, state, byte);
  bool line = *format == NQ_FORMAT_LINE && state->line_start;
  size_t start = state->at; /* of its line */
  while (start > 0 && input->next[start - 1] != '\n') start--;
  if (*format == NQ_FORMAT_LINE && (byte == '1' || (byte == '0' && line)))
    *format = judge_matrix(input, start);
  if (*format == NQ_FORMAT_LINE && line && is_digit(byte) && has_comma(input, state->at))
    *format = NQ_FORMAT_LIST;
  if (!line || *format != NQ_FORMAT_AUTO) return NQ_OK;
  return nq_error_at(error, input->line,
                     "0 and 1 may be rows or squares here: give --from line or --from picture");
}

nq_status nq_recognise(nq_input *input, nq_format *format, nq_error *error) {
  scan state = {.line_start = true};
  int byte;
  do byte = scan_buffered(&state, input);
  while (byte < 0 && nq_input_more(input));
  *format = NQ_FORMAT_LINE;
  nq_status status = byte < 0 ? NQ_OK : judge_text(input, &state, byte, format, error);
  if (status != NQ_OK) return status;
  if (*format != NQ_FORMAT_AUTO) return NQ_OK;
  char words[NQ_BYTE_WORDS];
  return nq_error_at(error, 0,
                     "%s: this is not a board in a known format (line, picture, json, npy, list)",
                     nq_byte_words(byte, words));
}

/* Boards as programs print lists.
 *
 * MODEL.  Rows of the columns in their order, from 0, with commas or blanks between; None, null and
 * . are empty columns:
 *
 *     [1, 3, 0, 2]   (1, 3, 0, 2)   1,3,0,2       Python, JSON
 *     [1 3 0 2]   array([1, 3, 0, 2])             NumPy, over any number of lines
 *     [np.int64(1), np.int64(3), ...]             a list of NumPy's numbers, from version 2 on
 *     ["..Q.", "Q...", "...Q", ".Q.."]            a string for each line of a picture
 *     [[0, 0, 1, 0], [1, 0, 0, 0], ...]           a list for each line, of 0 and 1 or of Q and .
 *
 * Each may be repeated, also as the items of a list.  A list of n >= 3 numbers, all 0 or 1, is no
 * solution; within another list it is the first line of a picture.
 *
 * Rows from 1 to n look like rows from 0 with one out of range: if the format was recognised and
 * not named, the user is asked.  The format `judge` counts rows from 1, and has no pictures. */
#include "format/answers/answers.h"
#include "format/answers/squares.h"
#include "format/answers/verdict.h"
#include "format/boards/boards.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Lists of lists of lists. */
#define DEPTH_MOST 8

/* A list of numbers or strings. */
typedef struct list {
  nq_input *input;
  uint64_t line;
  bool pictures;      /* strings, and lists of 0 and 1, are pictures */
  nq_rows rows;       /* the numbers; or 0 and 1 for strings of one square */
  uint64_t strings;   /* and no numbers, unless 0 */
  uint64_t width;     /* of the strings */
  bool empties;       /* some number is missing */
  nq_squares squares; /* of a picture */
} list;

static bool is_quote(int byte) {
  return byte == '"' || byte == '\'';
}

/* The closing bracket, or 0. */
static int closing(int byte) {
  return byte == '[' ? ']' : byte == '(' ? ')' : 0;
}

static nq_status refuse(nq_input *input, const char *expected, nq_error *error) {
  int byte = nq_input_peek(input);
  nq_symbol found = {.kind = NQ_SYMBOL_SIGN, .line = input->line, .byte = byte};
  if (byte < 0) return nq_answer_cut(input->line, expected, error);
  if (is_letter(byte)) nq_symbol_take(input, &found);
  return nq_answer_unexpected(&found, expected, error);
}

static void skip_space(nq_input *input) {
  for (;;) {
    nq_input_skip_blanks(input);
    if (nq_input_peek(input) != '\n') return;
    nq_input_take(input);
  }
}

static void skip_word(nq_input *input) {
  for (int byte = 'a'; is_letter(byte) || is_digit(byte) || byte == '.';
       byte = nq_input_peek(input))
    nq_input_take(input);
}

/* ---- Items ---- */

static nq_status append(list *found, uint32_t row, nq_error *error) {
  if (found->strings > 0)
    return nq_error_at(error, found->input->line, "a list has either numbers or strings");
  found->empties = found->empties || row == NQ_EMPTY;
  return nq_rows_append(&found->rows, row, error);
}

/* Whether a number as NumPy prints it alone is next. */
static bool at_numpy_number(nq_input *input) {
  return nq_input_at(input, "np.int") || nq_input_at(input, "np.uint");
}

/* A number, which may have a point and zeros, as NumPy prints floats. */
static nq_status take_number(list *found, nq_error *error) {
  nq_input *input = found->input;
  uint64_t value = 0;
  while (is_digit(nq_input_peek(input))) {
    value = 10 * value + (uint64_t)(nq_input_take(input) - '0');
    if (value > NQ_EMPTY) value = NQ_EMPTY;
  }
  if (nq_input_peek(input) == '.') nq_input_take(input);
  while (nq_input_peek(input) == '0') nq_input_take(input);
  int byte = nq_input_peek(input);
  if (value == NQ_EMPTY || is_digit(byte) || is_letter(byte) || byte == '.')
    return nq_error_at(error, input->line,
                       "a row must be a whole number from 0 to 4294967294, without letters");
  return append(found, (uint32_t)value, error);
}

/* np.int64(1) and the like. */
static nq_status take_numpy_number(list *found, nq_error *error) {
  nq_input *input = found->input;
  skip_word(input);
  if (nq_input_peek(input) != '(') return refuse(input, "'('", error);
  nq_input_take(input);
  if (!is_digit(nq_input_peek(input))) return refuse(input, "a row", error);
  nq_status status = take_number(found, error);
  if (status != NQ_OK) return status;
  if (nq_input_peek(input) != ')') return refuse(input, "')'", error);
  nq_input_take(input);
  return NQ_OK;
}

/* A dot is an empty column; NumPy prints three where it left numbers out. */
static nq_status take_dots(list *found, nq_error *error) {
  nq_input *input = found->input;
  if (nq_input_at(input, "..."))
    return nq_error_at(error, input->line,
                       "NumPy left numbers out (...): save the array with numpy.save, or print it "
                       "with numpy.set_printoptions(threshold=sys.maxsize)");
  nq_input_take(input);
  return append(found, NQ_EMPTY, error);
}

/* The squares of a string: a line of the picture, or one square of it. */
static nq_status take_string(list *found, nq_error *error) {
  nq_input *input = found->input;
  uint64_t line = input->line, width = 0;
  int quote = nq_input_take(input), first = 0;
  nq_status status = NQ_OK;
  if (found->strings == 0 && found->rows.count > 0)
    return nq_error_at(error, line, "a list has either numbers or strings");
  for (; nq_input_peek(input) != quote && status == NQ_OK; width++) {
    int square = nq_picture_square(input);
    if (square == 0) return refuse(input, "a square, Q or .,", error);
    if (width == 0) first = square;
    if (square == 'Q' && (width > 0 || found->width > 1 || nq_input_peek(input) != quote))
      status = nq_squares_put(&found->squares, (int64_t)width, (int64_t)found->strings, error);
  }
  if (status != NQ_OK) return status;
  nq_input_take(input);
  if (found->strings == 0) found->width = width;
  if (width == 0 || width != found->width)
    return nq_error_at(error, line,
                       "this line of the picture has %" PRIu64 " squares, the first has %" PRIu64,
                       width, found->width);
  found->strings++;
  return width == 1 ? nq_rows_append(&found->rows, first == 'Q', error) : NQ_OK;
}

static nq_status take_item(list *found, nq_error *error) {
  static const char *const empties[] = {"null", "None"};
  nq_input *input = found->input;
  int byte = nq_input_peek(input);
  if (is_digit(byte)) return take_number(found, error);
  if (byte == '.') return take_dots(found, error);
  if (at_numpy_number(input)) return take_numpy_number(found, error);
  if (is_quote(byte) && found->pictures) return take_string(found, error);
  for (size_t i = 0; i < sizeof empties / sizeof *empties; i++)
    if (nq_input_at(input, empties[i])) {
      for (size_t k = 0; k < 4; k++) nq_input_take(input);
      return append(found, NQ_EMPTY, error);
    }
  return refuse(input,
                found->pictures ? "a row, a string or the closing bracket"
                                : "a row or the closing bracket",
                error);
}

/* Up to and including the closing bracket; or, if `close` is the end of a line, up to that. */
static nq_status take_items(list *found, int close, nq_error *error) {
  nq_input *input = found->input;
  bool comma = true; /* or the start */
  for (;;) {
    if (close == '\n')
      nq_input_skip_blanks(input);
    else
      skip_space(input);
    int byte = nq_input_peek(input);
    if (byte == close || (close == '\n' && byte < 0)) break;
    if (byte == ',' && !comma) {
      comma = true;
      nq_input_take(input);
      continue;
    }
    nq_status status = take_item(found, error);
    if (status != NQ_OK) return status;
    byte = nq_input_peek(input);
    if (byte > ' ' && byte != ',' && byte != close) return refuse(input, "a comma", error);
    comma = false;
  }
  if (found->rows.count == 0 && found->strings == 0)
    return nq_error_at(error, found->line, "the list is empty: a board has at least one column");
  nq_input_take(input);
  return NQ_OK;
}

/* ---- Between lists ---- */

/* Whether a bracket, or a name and then one, is next, after blanks, within an open bracket. */
static bool at_inner(nq_input *input) {
  skip_space(input);
  if (at_numpy_number(input)) return false;
  for (size_t at = 0;; at++) {
    if ((size_t)(input->end - input->next) == at && !nq_input_more(input)) return false;
    int byte = input->next[at];
    if (!is_letter(byte) && (at == 0 || !(is_digit(byte) || byte == '.')))
      return closing(byte) != 0;
  }
}

/* After a name, at a number: it belongs to the text, as in `fitness = 0`, unless there are three, which
 * may be a board. */
static nq_status skip_remark(nq_input *input, nq_error *error) {
  uint64_t line = input->line;
  for (unsigned numbers = 0; !nq_input_at_line_end(input);) {
    bool digit = is_digit(nq_input_take(input));
    numbers += digit && !is_digit(nq_input_peek(input));
    if (numbers == 3)
      return nq_error_at(error, line,
                         "these numbers may be a board: put them in brackets, or a line");
  }
  return NQ_OK;
}

/* Skip to a list: blanks, comments, commas, names such as `array` and `dtype=int64` with a number or
 * two, and the brackets around several lists.  NQ_OK within its bracket, whose closing one is *close,
 * or before its first number. */
static nq_status find_list(nq_input *input, unsigned *depth, int *close, nq_error *error) {
  for (bool named = false;;) {
    nq_status status = *depth > 0 ? NQ_OK : nq_input_skip_comments(input, error);
    if (status != NQ_OK) return status;
    skip_space(input);
    int byte = nq_input_peek(input);
    *close = closing(byte);
    if (*close != 0) {
      nq_input_take(input);
      if (!at_inner(input)) return NQ_OK;
      if (++*depth > DEPTH_MOST) return nq_error_at(error, input->line, "too many brackets");
    } else if (is_letter(byte)) {
      skip_word(input);
      named = true;
    } else if (named && *depth == 0 && is_digit(byte)) {
      named = false;
      status = skip_remark(input, error);
      if (status != NQ_OK) return status;
    } else if (*depth > 0 && (byte == ']' || byte == ')')) {
      nq_input_take(input);
      --*depth;
    } else if (byte == ',' || byte == '=') {
      nq_input_take(input);
    } else if (*depth > 0 || !(is_digit(byte) || byte == '.')) {
      return refuse(input, *depth > 0 ? "a closing bracket" : "a list of rows", error);
    } else {
      *close = '\n';
      return NQ_OK;
    }
  }
}

/* After an error: to the end of the list or of the line. */
static void skip_list(nq_input *input) {
  for (int byte; (byte = nq_input_peek(input)) >= 0;) {
    nq_input_take(input);
    if (byte == ']' || byte == ')' || byte == '\n') return;
  }
}

/* ---- Boards ---- */

/* Whether the list is a line of a picture. */
static bool is_line(const list *found, unsigned depth) {
  if (!found->pictures || depth == 0 || found->empties) return false;
  if (found->strings > 0) return found->width == 1 && found->strings > 1;
  for (uint64_t i = 0; i < found->rows.count; i++)
    if (found->rows.rows[i] > 1) return false;
  return found->rows.count >= 3;
}

/* Note the queens of a line, and forget its numbers. */
static nq_status put_line(list *found, uint64_t row, nq_error *error) {
  nq_status status = NQ_OK;
  for (uint64_t column = 0; column < found->rows.count && status == NQ_OK; column++)
    if (found->rows.rows[column] == 1)
      status = nq_squares_put(&found->squares, (int64_t)column, (int64_t)row, error);
  found->rows.count = 0;
  found->strings = 0;
  return status;
}

/* The other lines, each in its brackets, after the first. */
static nq_status take_lines(list *found, unsigned depth, nq_error *error) {
  uint64_t n = found->rows.count;
  nq_status status = put_line(found, 0, error);
  for (uint64_t row = 1; row < n && status == NQ_OK; row++) {
    skip_space(found->input);
    if (nq_input_peek(found->input) == ',') nq_input_take(found->input);
    skip_space(found->input);
    int close = closing(nq_input_peek(found->input));
    if (close == 0)
      return nq_error_at(error, found->input->line,
                         "the picture is %" PRIu64 " squares wide but only %" PRIu64 " lines high",
                         n, row);
    nq_input_take(found->input);
    status = take_items(found, close, error);
    if (status != NQ_OK) break;
    if (!is_line(found, depth) || found->rows.count != n)
      return nq_error_at(error, found->input->line,
                         "a line of %" PRIu64 " squares, 0 or 1, was expected", n);
    status = put_line(found, row, error);
  }
  found->width = n;
  return status;
}

static nq_status make_picture(list *found, uint64_t lines, nq_reader *reader, nq_board *board,
                              nq_error *error) {
  if (lines != found->width || lines > NQ_N_MAX)
    return nq_error_at(error, found->line,
                       "the picture is %" PRIu64 " squares wide and %" PRIu64 " lines high",
                       found->width, lines);
  found->squares.n = (uint32_t)lines;
  return nq_squares_finish(&found->squares, reader, board, found->line, error);
}

/* Do all rows lie in 1 .. n, and one is n? */
static bool may_count_from_1(const nq_rows *rows) {
  uint32_t most = 0;
  for (uint64_t i = 0; i < rows->count; i++) {
    if (rows->rows[i] == 0) return false;
    if (rows->rows[i] != NQ_EMPTY && rows->rows[i] > most) most = rows->rows[i];
  }
  return most == rows->count;
}

static nq_status make_board(list *found, unsigned depth, nq_reader *reader, nq_board *board,
                            nq_error *error) {
  nq_status status = NQ_OK;
  if (found->strings > 0 && (found->width > 1 || found->strings == 1)) {
    if (found->width == 1) status = put_line(found, 0, error);
    uint64_t lines = found->width == 1 ? 1 : found->strings;
    return status == NQ_OK ? make_picture(found, lines, reader, board, error) : status;
  }
  if (is_line(found, depth)) {
    status = take_lines(found, depth, error);
    return status == NQ_OK ? make_picture(found, found->width, reader, board, error) : status;
  }
  if (found->strings > 0)
    return nq_error_at(error, found->line, "the lines of the picture have a single square");
  if (reader->recognised && may_count_from_1(&found->rows))
    return nq_error_at(error, found->line,
                       "these rows may count from 1 or from 0 (then row %" PRIu64
                       " is off the board): give --from judge (from 1) or --from list (from 0)",
                       found->rows.count);
  return nq_rows_finish(&found->rows, board, error);
}

nq_status nq_brackets_read(nq_reader *reader, nq_board *board, uint64_t *line, nq_error *error) {
  nq_input *input = &reader->input;
  unsigned *depth = &reader->state.depth;
  list found = {.input = input, .pictures = reader->entry->format != NQ_FORMAT_JUDGE};
  int close;
  nq_squares_begin(&found.squares, reader);
  found.squares.n = 0;
  nq_status status = find_list(input, depth, &close, error);
  *line = found.line = input->line;
  if (status == NQ_OK) status = take_items(&found, close, error);
  if (status == NQ_OK) status = make_board(&found, *depth, reader, board, error);
  if (status == NQ_BAD_FORMAT) skip_list(input);
  if (status != NQ_OK && status != NQ_NO_BOARD && nq_input_peek(input) < 0) *depth = 0;
  nq_squares_release(&found.squares);
  nq_rows_release(&found.rows);
  return status;
}

bool nq_brackets_start(nq_reader *reader) {
  nq_input *input = &reader->input;
  size_t at = 0;
  if (reader->state.depth > 0 || closing(nq_input_peek(input)) != 0) return true;
  for (bool digits = true;; at++) {
    if ((size_t)(input->end - input->next) == at && !nq_input_more(input)) return false;
    int byte = input->next[at];
    if (byte == ',') return at > 0;
    if (byte == ' ' || byte == '\t')
      digits = false;
    else if (!is_digit(byte) || !digits)
      return false;
  }
}

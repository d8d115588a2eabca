/* Pictures: each line is a row of the board, the top line row 0.
 *
 * MODEL.  rows = {1, 3, 0, 2} and the partial board {1, ., 0, .}:
 *
 *     _ _ Q _      _ _ Q _
 *     Q _ _ _      Q _ _ _
 *     _ _ _ Q      _ _ _ _
 *     _ Q _ _      _ _ _ _
 *
 * A Q in line r and place c is a queen with rows[c] = r.  n is the number of squares in the first
 * line.  The n lines are consecutive; after them comes an empty line, a comment or the end.  The
 * reader also accepts . and - for _, * and the chess queens of Unicode for Q, squares without blanks
 * between, and 1 for Q with 0, . or - for _, also separated by commas.  Two queens in a row make a board with
 * a conflict; two in a column cannot be expressed by rows[] and are an error.
 *
 * Where the first queen has a number, as in `__ __ Q3 __`, squares have blanks between, may be wider,
 * and each queen's number must be that of its column, all from 0 or all from 1.
 *
 * OR-Tools prints a heading, `Solution 0`, before each picture and statistics after the last: lines
 * between pictures are skipped if the first of them starts with `Solution` or `Statistics`. */
#include "format/boards/boards.h"

#include <inttypes.h>
#include <stdbool.h>
#include <string.h>

/* ---- Writing ---- */

void nq_picture_separate(nq_writer *writer) {
  if (writer->written > 0 && !writer->separated) nq_output_text(&writer->output, "\n");
  writer->separated = true;
}

static void write_row(nq_output *output, const uint32_t *rows, uint32_t n, uint32_t row) {
  for (uint32_t column = 0; column < n;) {
    char *text = nq_output_reserve(output, 64);
    if (text == NULL) return;
    size_t fit = nq_output_room(output) / 2, size = 0;
    uint32_t end = n - column < fit ? n : column + (uint32_t)fit;
    for (; column < end; column++) {
      text[size++] = rows[column] == row ? 'Q' : '_';
      text[size++] = column + 1 < n ? ' ' : '\n';
    }
    output->used += size;
  }
}

nq_status nq_picture_write(nq_writer *writer, const uint32_t *rows, nq_error *error) {
  uint32_t n = writer->n;
  for (uint32_t column = 0; column < n; column++)
    if (rows[column] >= n && rows[column] != NQ_EMPTY)
      return nq_error_set(error, NQ_BAD_VALUE,
                          "column %" PRIu32 ": row %" PRIu32
                          " cannot be drawn: a picture has rows 0..%" PRIu32,
                          column, rows[column], n - 1);
  nq_picture_separate(writer);
  writer->separated = false;
  for (uint32_t row = 0; row < n && writer->output.failure == 0; row++)
    write_row(&writer->output, rows, n, row);
  return NQ_OK;
}

/* ---- Reading ---- */

/* How the squares of a picture are written. */
typedef enum style {
  LETTERS,
  DIGITS,
  NUMBERED, /* queens have the number of their column, from 0 or from 1, as the first one shows: */
  FROM_0,
  FROM_1
} style;

static bool is_empty_square(int byte) {
  return byte == '_' || byte == '.' || byte == '-';
}

int nq_picture_square(nq_input *input) {
  static const char *const queens[] = {"Q", "*", "\xE2\x99\x95", "\xE2\x99\x9B"};
  int byte = nq_input_peek(input);
  if (is_empty_square(byte)) {
    nq_input_take(input);
    return '_';
  }
  for (size_t i = 0; i < sizeof queens / sizeof *queens; i++)
    if (nq_input_at(input, queens[i])) {
      for (const char *at = queens[i]; *at != '\0'; at++) nq_input_take(input);
      return 'Q';
    }
  return 0;
}

static int take_digit(nq_input *input) {
  int byte = nq_input_peek(input);
  if (byte != '0' && byte != '1' && !is_empty_square(byte)) return 0;
  nq_input_take(input);
  nq_input_skip_blanks(input);
  if (nq_input_peek(input) == ',') nq_input_take(input);
  return byte == '1' ? 'Q' : '_';
}

/* Q7 on column 6 or, counted from 0, on column 7; or a few blanks. */
static int take_numbered(nq_input *input, style *written, uint64_t column, nq_error *error) {
  int square = nq_picture_square(input);
  uint64_t number = 0;
  if (square == '_')
    while (nq_input_peek(input) > ' ' && nq_picture_square(input) == '_') continue;
  if (square != 'Q') return square;
  if (!is_digit(nq_input_peek(input))) return 0;
  while (is_digit(nq_input_peek(input)) && number <= NQ_N_MAX)
    number = 10 * number + (uint64_t)(nq_input_take(input) - '0');
  style counted = number == column ? FROM_0 : FROM_1;
  bool right = number == column || number == column + 1;
  if (*written == NUMBERED && right) *written = counted;
  if (*written == counted && right) return square;
  nq_error_at(error, input->line,
              "the queen with the number %" PRIu64 " is square %" PRIu64 " of its line", number,
              column + 1);
  return -1;
}

/* The square in the next column of the line: 'Q', '_', '\n' at its end, or 0 with *error. */
static int take_square(nq_input *input, style *written, uint64_t column, nq_error *error) {
  nq_input_skip_blanks(input);
  if (nq_input_at_line_end(input)) return '\n';
  int square = *written == DIGITS    ? take_digit(input)
               : *written == LETTERS ? nq_picture_square(input)
                                     : take_numbered(input, written, column, error);
  if (square != 0) return square > 0 ? square : 0;
  char words[NQ_BYTE_WORDS];
  nq_error_at(error, input->line, "a square, %s, was expected, not %s",
              *written == DIGITS    ? "1 or 0"
              : *written == LETTERS ? "Q or _"
                                    : "Q1 or _",
              nq_byte_words(nq_input_peek(input), words));
  return 0;
}

/* The first line determines n. */
static nq_status take_first_row(nq_input *input, style *written, nq_rows *rows, nq_error *error) {
  for (;;) {
    int square = take_square(input, written, rows->count, error);
    if (square == '\n') return NQ_OK;
    if (square == 0) return NQ_BAD_FORMAT;
    nq_status status = nq_rows_append(rows, square == 'Q' ? 0 : NQ_EMPTY, error);
    if (status != NQ_OK) return status;
  }
}

static nq_status refuse_width(nq_input *input, const char *relation, uint64_t n, nq_error *error) {
  return nq_error_at(error, input->line,
                     "this line of the picture has %s the %" PRIu64 " squares of the first",
                     relation, n);
}

static nq_status take_row(nq_input *input, style *written, nq_rows *rows, uint32_t row,
                          nq_error *error) {
  for (uint64_t column = 0; column < rows->count; column++) {
    int square = take_square(input, written, column, error);
    if (square == 0) return NQ_BAD_FORMAT;
    if (square == '\n') return refuse_width(input, "fewer than", rows->count, error);
    if (square != 'Q') continue;
    if (rows->rows[column] != NQ_EMPTY)
      return nq_error_at(error, input->line,
                         "column %" PRIu64 " has queens on rows %" PRIu32 " and %" PRIu32
                         ", but a board has one queen in each column",
                         column, rows->rows[column], row);
    rows->rows[column] = row;
  }
  int square = take_square(input, written, rows->count, error);
  if (square == 0) return NQ_BAD_FORMAT;
  return square == '\n' ? NQ_OK : refuse_width(input, "more than", rows->count, error);
}

/* The first queen of the look-ahead decides whether queens are 1 or have numbers. */
static style find_style(nq_input *input) {
  int first = nq_input_peek(input);
  if (first == '0' || first == '1') return DIGITS;
  for (size_t at = 0;; at++) {
    while ((size_t)(input->end - input->next) <= at + 1)
      if (!nq_input_more(input)) return LETTERS;
    if (input->next[at] == '1') return DIGITS;
    if (input->next[at] == 'Q') return is_digit(input->next[at + 1]) ? NUMBERED : LETTERS;
    if (input->next[at] == '\n' && input->next[at + 1] == '\n') return LETTERS;
  }
}

/* At an empty line or the end. */
static bool at_gap(nq_input *input) {
  nq_input_skip_blanks(input);
  return nq_input_at_line_end(input);
}

static nq_status take_rows(nq_input *input, nq_rows *rows, nq_error *error) {
  style written = find_style(input);
  nq_status status = take_first_row(input, &written, rows, error);
  for (uint64_t row = 1; status == NQ_OK && row < rows->count; row++) {
    nq_input_take(input);
    if (at_gap(input))
      return nq_error_at(error, input->line,
                         "the picture is %" PRIu64 " squares wide but only %" PRIu64 " lines high",
                         rows->count, row);
    status = take_row(input, &written, rows, (uint32_t)row, error);
  }
  nq_input_skip_line(input);
  return status;
}

static nq_status take_picture(nq_input *input, nq_rows *rows, nq_error *error) {
  nq_status status = take_rows(input, rows, error);
  if (status != NQ_OK || at_gap(input) || nq_input_peek(input) == '#') return status;
  return nq_error_at(error, input->line,
                     "an empty line was expected after the %" PRIu64 " lines of the picture",
                     rows->count);
}

static void skip_picture(nq_input *input) {
  while (!at_gap(input)) nq_input_skip_line(input);
}

/* Skip headings, comments and blank lines before a picture. */
static nq_status skip_headings(nq_input *input, nq_error *error) {
  nq_status status = nq_input_skip_comments(input, error);
  bool heading = nq_input_at(input, "Solution") || nq_input_at(input, "Statistics");
  while (heading && status == NQ_OK) {
    int byte = nq_input_peek(input);
    if (byte > 0x7F || (byte > ' ' && strchr("Q_.-*01", byte) != NULL)) break;
    uint64_t line = input->line;
    if (!nq_input_skip_line(input)) return nq_error_at(error, line, "a NUL byte in a heading");
    status = nq_input_skip_comments(input, error);
  }
  return status;
}

nq_status nq_picture_read(nq_reader *reader, nq_board *board, uint64_t *line, nq_error *error) {
  nq_input *input = &reader->input;
  nq_status status = skip_headings(input, error);
  if (status != NQ_OK) return status;
  *line = input->line;
  nq_rows rows = {.guess = reader->last_n};
  status = take_picture(input, &rows, error);
  if (status == NQ_OK) status = nq_rows_finish(&rows, board, error);
  nq_rows_release(&rows);
  if (status == NQ_BAD_FORMAT) skip_picture(input);
  return status;
}

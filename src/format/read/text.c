/* Any text: prose, headings and fences around boards of any shape. */
#include "format/boards/boards.h"
#include "format/read/dialect.h"
#include "format/read/found.h"
#include "format/read/lines.h"
#include "format/read/object.h"
#include "format/read/grid.h"
#include "format/read/pick.h"
#include "format/read/statement.h"
#include "format/read/numbers.h"

#include <inttypes.h>
#include <stdbool.h>
#include <string.h>

/* ---- Native lines ---- */

/* What is known of the line from its first bytes. */
typedef struct glance {
  const unsigned char *text; /* after blanks */
  size_t size;
} glance;

static bool is_blank(int byte) {
  return byte == ' ' || byte == '\t' || byte == '\r';
}

static glance look(const nq_terms *terms, size_t size) {
  glance line = {terms->input->next + terms->at, size};
  while (line.size > 0 && is_blank(*line.text)) line.text++, line.size--;
  while (line.size > 0 && is_blank(line.text[line.size - 1])) line.size--;
  return line;
}

static bool starts(const glance *line, const char *text) {
  size_t size = strlen(text);
  return line->size >= size && memcmp(line->text, text, size) == 0;
}

/* As many numbers, one of them above 1, as the last native line had. */
static bool is_native(const glance *line, uint32_t n) {
  uint32_t numbers = 0;
  bool large = false;
  for (size_t i = 0; i < line->size; i++) {
    unsigned char byte = line->text[i];
    if (!is_digit(byte) && byte != ' ') return false;
    bool start = byte != ' ' && (i == 0 || line->text[i - 1] == ' ');
    numbers += start;
    large = large || (start && byte > '1') || (byte != ' ' && !start);
  }
  return n >= 3 && numbers == n && large;
}

/* Longer lines are not looked at as pairs. */
#define PAIRS_N_MAX 20000

/* Rows that are all at most half of n may be pairs. */
static nq_status settle_native(nq_reader *reader, nq_board *board, uint64_t line) {
  const nq_origin origin = {line, reader->form_base == 1 ? "rows" : NULL, reader->form_base};
  const nq_setting setting = {.base = reader->dialect->base, .native = true};
  nq_numbers table = {0};
  uint32_t most = 0;
  if (board->n > PAIRS_N_MAX) return nq_found_board(reader, &origin, board);
  for (uint32_t column = 0; column < board->n; column++)
    if (board->rows[column] != NQ_EMPTY && board->rows[column] > most) most = board->rows[column];
  if (origin.base == 1 || most > board->n / 2) return nq_found_board(reader, &origin, board);
  for (uint32_t column = 0; column < board->n; column++) {
    uint32_t row = board->rows[column];
    nq_numbers_add(&table, row == NQ_EMPTY ? NQ_HOLE : (int64_t)row);
  }
  nq_board_release(board);
  nq_numbers_end_row(&table, line, false);
  nq_status status = nq_numbers_boards(&table, &setting, reader);
  nq_numbers_release(&table);
  return status;
}

/* A line of our own form, of any length. */
static nq_status read_native(nq_reader *reader) {
  nq_board board = {0};
  uint64_t line;
  if (reader->begun_line == 0) reader->begun_line = reader->input.line;
  nq_terms_commit(&reader->terms);
  nq_status status = nq_line_read(reader, &board, &line, reader->error);
  reader->terms.line = reader->input.line;
  const nq_origin origin = {line, "rows", reader->form_base};
  if (status == NQ_NO_BOARD) return nq_found_invalid(reader, &origin, 0, reader->error->message);
  if (status != NQ_OK) return status;
  if (board.rows != NULL) return settle_native(reader, &board, line);
  return nq_found_board(reader, &(nq_origin){line, NULL, 0}, &board); /* the sink has the rows */
}

/* ---- Other lines ---- */

/* n 8, n = 8, letting n = 8 */
static bool is_instance(glance line) {
  if (starts(&line, "letting "))
    line.text += 8, line.size -= 8;
  else if (line.size > 1 && line.text[1] == ' ' && line.size > 2 && !is_digit(line.text[2]) &&
           line.text[2] != '=' && line.text[2] != ' ')
    return false;
  size_t i = 1;
  if (line.size < 3 || line.text[0] != 'n') return false;
  bool blank = is_blank(line.text[1]);
  while (i < line.size && is_blank(line.text[i])) i++;
  bool equals = i < line.size && line.text[i] == '=';
  i += equals;
  while (i < line.size && is_blank(line.text[i])) i++;
  size_t digits = i;
  while (i < line.size && is_digit(line.text[i])) i++;
  bool end = i < line.size;
  while (i < line.size && is_blank(line.text[i])) i++;
  bool rest = !end || i == line.size || strchr(";#%$", line.text[i]) != NULL;
  return i > digits && rest && (equals || blank);
}

/* Whether the line after n = 8 is of an answer: not a list of an instance, nor the end. */
static bool is_answer_next(nq_terms *terms) {
  static const char *const lists[] = {"letting", "init", "blocks", "diags", "numdiags", "$"};
  size_t at = terms->at, size = 0;
  uint64_t number = terms->line;
  glance line = look(terms, 0);
  nq_terms_skip_line(terms);
  if (nq_terms_line(terms, &size) && size != SIZE_MAX) line = look(terms, size);
  bool answer = line.size > 0 && size != SIZE_MAX;
  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
    answer = answer && !starts(&line, lists[i]);
  terms->at = at;
  terms->line = number;
  return answer;
}

/* Only dashes or equal signs, or stars: the end of a solution, a line under a heading. */
static bool is_mark(const glance *line) {
  for (size_t i = 1; i < line->size; i++)
    if (line->text[i] != line->text[0]) return false;
  return line->size >= 3 && strchr("-=*~_", line->text[0]) != NULL && line->text[0] != '\0';
}

/* MiniZinc's =====UNKNOWN=====, OPL's <<< no solution.  NQ_END at other lines. */
static nq_status read_mark(nq_reader *reader, const glance *line) {
  static const struct {
    const char *start;
    nq_answer answer;
  } marks[] = {{"=====UNSATISFIABLE", NQ_ANSWER_UNSATISFIABLE},
               {"=====UNKNOWN", NQ_ANSWER_UNKNOWN},
               {"=====UNSATorUNBOUNDED", NQ_ANSWER_UNKNOWN},
               {"=====UNBOUNDED", NQ_ANSWER_UNKNOWN},
               {"<<< no", NQ_ANSWER_UNSATISFIABLE}};
  uint64_t at = reader->terms.line;
  bool rule = starts(line, "====="), mark = is_mark(line) || starts(line, "<<<");
  if (!rule && !mark) return NQ_END;
  nq_status status = nq_pick_settle(reader, at);
  bool known = mark;
  for (size_t i = 0; i < sizeof marks / sizeof *marks && status == NQ_OK; i++) {
    if (!starts(line, marks[i].start)) continue;
    status = nq_found_verdict(reader, marks[i].answer, at);
    known = true;
  }
  nq_status bad =
      known ? NQ_OK
            : nq_error_at(reader->error, at, "UNSATISFIABLE or UNKNOWN was expected, not '%.*s'",
                          (int)strcspn((const char *)line->text + 5, "=\r\n"), line->text + 5);
  nq_terms_skip_line(&reader->terms);
  return status == NQ_OK ? bad : status;
}

/* A verdict alone on its line.  Those of z3 are each about a question of its own.  NQ_END at other
 * lines. */
static nq_status read_verdict(nq_reader *reader, const glance *line) {
  static const char *const questions[] = {"sat",     "unsat",       "unknown",
                                          "timeout", "no solution", "failed to solve"};
  nq_answer answer = NQ_ANSWER_UNSATISFIABLE;
  const char *text = (const char *)line->text, *comment = memchr(text, ';', line->size);
  size_t size = comment != NULL ? (size_t)(comment - text) : line->size;
  while (size > 0 && is_blank(text[size - 1])) size--;
  bool question = false, known = nq_verdict_of_word(text, size, &answer);
  for (size_t i = 0; i < sizeof questions / sizeof *questions; i++)
    question = question || (strlen(questions[i]) == size && starts(line, questions[i]));
  if (!known && !question) return NQ_END;
  if (!known && line->text[0] == 'f') answer = NQ_ANSWER_UNKNOWN;
  uint64_t at = reader->terms.line;
  nq_status status = nq_pick_settle(reader, at);
  if (question) reader->verdicts.shown = 0;
  if (status == NQ_OK) status = nq_found_verdict(reader, answer, at);
  nq_terms_skip_line(&reader->terms);
  return status;
}

/* A position of Forsyth-Edwards Notation: the size of its first field, or 0. */
static size_t measure_fen(const glance *line) {
  size_t slashes = 0, i = 0;
  for (; i < line->size && !is_blank(line->text[i]); i++) {
    if (line->text[i] != 'Q' && line->text[i] != 'q' && line->text[i] != '/' &&
        !is_digit(line->text[i]))
      return 0;
    slashes += line->text[i] == '/';
  }
  return slashes >= 3 ? i : 0;
}

static nq_status read_fen(nq_reader *reader, const glance *line, size_t size) {
  nq_grid grid = {0};
  nq_terms *terms = &reader->terms;
  nq_status status =
      nq_grid_add_fen(&grid, (const char *)line->text, size, terms->line, reader->error);
  nq_terms_skip_line(terms);
  if (status == NQ_OK) status = nq_grid_check(&grid, false, reader->error);
  if (status == NQ_OK) status = nq_pick_settle(reader, terms->line);
  if (status == NQ_OK) status = nq_grid_boards(&grid, reader);
  nq_grid_release(&grid);
  return status;
}

/* NQ_END, and nothing is taken, where no picture starts. */
static nq_status read_picture(nq_reader *reader, bool strict) {
  nq_grid grid;
  nq_status status = nq_grid_read(&grid, &reader->terms, strict);
  if (status == NQ_OK) status = nq_pick_settle(reader, reader->terms.line);
  if (status == NQ_OK) status = nq_grid_boards(&grid, reader);
  nq_grid_release(&grid);
  return status;
}

/* Whether a picture may start at this line: it has a glyph other than digits, or numbers the files.
 */
static bool may_be_picture(const glance *line) {
  bool digits = true, zeros = line->size > 2;
  for (size_t i = 0; i < line->size && digits; i++) {
    digits = is_digit(line->text[i]) || is_blank(line->text[i]);
    zeros = zeros && (line->text[i] == '0' || is_blank(line->text[i]));
  }
  return !digits || zeros ||
         (line->size > 2 && (starts(line, "0 1") || starts(line, "1 2") || starts(line, "01") ||
                             starts(line, "12") || starts(line, "0  ") || starts(line, "1  ")));
}

/* ---- Trees ---- */

/* A line of text, whose brackets need not fit.  NQ_END if it is more than that. */
static nq_status read_plain(nq_reader *reader) {
  nq_terms *terms = &reader->terms;
  unsigned style = terms->style;
  terms->at = 0;
  terms->line = reader->input.line;
  terms->style |= NQ_PLAIN;
  nq_status status = nq_terms_read(terms);
  terms->style = style;
  if (status != NQ_OK) return status;
  const nq_node *first = terms->nodes + 1, *end = nq_terms_end(terms);
  size_t numbers = 0, words = 0;
  bool odd = false;
  for (const nq_node *node = first; node < end; node++) {
    bool quote = node->value == '"' || node->value == '\'';
    if (node->kind == NQ_KIND_ODD && !quote) return nq_node_unexpected(terms, node, "text");
    numbers += node->kind <= NQ_KIND_REAL;
    words += node->kind == NQ_KIND_WORD && node->size > 1;
    odd = odd || nq_node_is_sign(node, NQ_SIGN_GIVES);
  }
  bool text = !odd && words > 0 && numbers <= 2 && first < end && first->kind == NQ_KIND_WORD;
  return text ? NQ_OK : NQ_END;
}

/* After a text that is cut short: an object goes up to the next line that starts one. */
static void skip_object(nq_reader *reader) {
  nq_terms *terms = &reader->terms;
  size_t size;
  terms->at = 0;
  terms->line = reader->input.line;
  for (nq_terms_skip_line(terms); nq_terms_line(terms, &size); nq_terms_skip_line(terms)) {
    glance line = look(terms, size < NQ_INPUT_WINDOW ? size : NQ_INPUT_WINDOW);
    if (line.size > 0 && line.text[0] == '{') break;
  }
}

static nq_status read_tree(nq_reader *reader, int first) {
  nq_terms *terms = &reader->terms;
  unsigned style = terms->style;
  if (first == '{') terms->style |= NQ_STRICT;
  nq_status status = nq_terms_read(terms);
  terms->style = style;
  if (status == NQ_BAD_FORMAT && first == '{') {
    nq_object_refuse(reader);
    skip_object(reader);
    return NQ_BAD_FORMAT;
  }
  if (status == NQ_BAD_FORMAT) {
    nq_error cut = *reader->error;
    size_t at = terms->at;
    uint64_t line = terms->line;
    status = read_plain(reader);
    if (status != NQ_END) return status;
    terms->at = at;
    terms->line = line;
    *reader->error = cut;
    return NQ_BAD_FORMAT;
  }
  if (status != NQ_OK) return status;
  status = nq_lines_read(reader);
  return status == NQ_END ? nq_statement_read(reader) : status;
}

/* Text without a board: a verdict, or nothing. */
static nq_status read_remark(nq_reader *reader) {
  size_t size;
  nq_terms *terms = &reader->terms;
  nq_answer answer;
  uint64_t line = terms->line;
  size_t at = terms->at;
  terms->at = 0;
  if (nq_terms_line(terms, &size) && size != SIZE_MAX &&
      nq_verdict_of_line((const char *)terms->input->next, size, &answer) &&
      reader->verdicts.hint == 0) {
    reader->verdicts.hint = reader->input.line;
    reader->verdicts.hinted = answer;
  }
  terms->at = at;
  terms->line = line;
  return NQ_OK;
}

static nq_status read_line(nq_reader *reader, glance line) {
  bool picture = reader->dialect->format == NQ_FORMAT_PICTURE;
  bool named = reader->dialect->format != NQ_FORMAT_AUTO && !picture;
  nq_status status = NQ_END;
  size_t fen = measure_fen(&line), size;
  if (!named && !picture && nq_is_log((const char *)line.text, line.size)) {
    nq_terms_skip_line(&reader->terms);
    return read_remark(reader);
  }
  if (fen > 0) return read_fen(reader, &line, fen);
  if (picture || (!named && may_be_picture(&line))) status = read_picture(reader, picture);
  if (status != NQ_END) return status;
  nq_terms_line(&reader->terms, &size); /* the buffer may have moved */
  line = look(&reader->terms, size < NQ_INPUT_WINDOW ? size : NQ_INPUT_WINDOW);
  status = read_mark(reader, &line);
  if (status == NQ_END) status = read_verdict(reader, &line);
  if (status != NQ_END) return status;
  status = read_tree(reader, line.text[0]);
  return status == NQ_END ? read_remark(reader) : status;
}

/* A comment, or a picture of #. */
static nq_status read_comment(nq_reader *reader) {
  nq_status status = NQ_END;
  if (reader->dialect->format == NQ_FORMAT_AUTO) status = read_picture(reader, false);
  if (status == NQ_BAD_FORMAT) status = NQ_END;
  if (status != NQ_END) return status;
  reader->terms.at = 0;
  reader->terms.line = reader->input.line;
  nq_terms_skip_line(&reader->terms);
  return NQ_OK;
}

/* The first line that is no comment shows what the input is. */
static nq_status judge_first(nq_reader *reader, const glance *line) {
  char words[NQ_BYTE_WORDS];
  int byte = line->text[0];
  if (reader->begun_line == 0) reader->begun_line = reader->input.line;
  if (reader->dialect->format != NQ_FORMAT_AUTO) return NQ_OK;
  bool instance = is_instance(*line);
  if (instance && memchr(line->text, '=', line->size) != NULL && !starts(line, "letting"))
    instance = !is_answer_next(&reader->terms);
  reader->last = instance || byte <= ' ' || byte == 0x7F;
  if (!reader->last) return NQ_OK;
  if (instance)
    return nq_error_at(reader->error, reader->input.line,
                       "this is an instance, not a board: check boards against it with --instance, "
                       "or find one with nqueens solve --instance");
  return nq_error_at(reader->error, 0,
                     "%s: this is not a board in a known format (line, picture, json, npy, list)",
                     nq_byte_words(byte, words));
}

static nq_status read_unit(nq_reader *reader) {
  nq_terms *terms = &reader->terms;
  bool automatic = reader->dialect->format == NQ_FORMAT_AUTO;
  size_t size;
  terms->style = reader->dialect->style;
  if (!nq_terms_line(terms, &size)) return NQ_END;
  glance line = look(terms, size == SIZE_MAX ? NQ_INPUT_WINDOW : size);
  bool number = line.size > 0 && (is_digit(line.text[0]) || line.text[0] == '.');
  if (automatic && size == SIZE_MAX && number && memchr(line.text, ',', line.size) == NULL)
    return read_native(reader);
  if (line.size == 0 || starts(&line, "```") || starts(&line, "~~~")) {
    nq_terms_skip_line(terms);
    return NQ_OK;
  }
  if (line.text[0] == '#') return read_comment(reader);
  if (line.text[0] == ';' && automatic) { /* a comment of SMT-LIB, the end of a table of AMPL */
    nq_terms_skip_line(terms);
    return NQ_OK;
  }
  if (automatic && is_native(&line, reader->native_n)) return read_native(reader);
  bool first = reader->begun_line == 0;
  nq_status status = first ? judge_first(reader, &line) : NQ_OK;
  if (status != NQ_OK) return status;
  const nq_dialect *dialect = automatic ? reader->recognise(terms, first) : NULL;
  if (dialect != NULL) {
    status = nq_pick_settle(reader, terms->line);
    reader->dialect = dialect;
    return status;
  }
  return read_line(reader, line);
}

/* The lists of an answer end with the input, and before an error. */
nq_status nq_read_text(nq_reader *reader) {
  nq_status status = read_unit(reader);
  if (status != NQ_END && status != NQ_BAD_FORMAT) return status;
  if (status == NQ_BAD_FORMAT && reader->dialect->format == NQ_FORMAT_PICTURE)
    nq_terms_skip_paragraph(&reader->terms);
  const nq_error own = *reader->error;
  nq_status settled = nq_pick_settle(reader, reader->terms.line);
  if (settled != NQ_OK) return settled;
  *reader->error = own;
  return status;
}

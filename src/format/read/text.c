/* Text, unit by unit; a unit of any text: prose, headings and fences around boards of any shape. */
#include "format/boards/boards.h"
#include "format/read/grid.h"
#include "format/read/read.h"

#include <string.h>

/* ---- Native lines ---- */

/* As many numbers as the last native line had, which are no heading, 0 1 2 ... or 1 2 3 ..., at
 * most one of which is 0, and not all at most half of n, as those of pairs are. */
static bool is_native(nq_text line, uint32_t n) {
  uint32_t numbers = 0, zeros = 0, series = 0;
  int64_t value = 0, first = 0, most = 0;
  for (size_t i = 0; i < line.size; i++) {
    char byte = line.at[i];
    if (!is_digit(byte) && byte != ' ') return false;
    if (byte == ' ') continue;
    value = nq_add_digit(i == 0 || line.at[i - 1] == ' ' ? 0 : value, byte);
    if (i + 1 < line.size && line.at[i + 1] != ' ') continue;
    if (numbers == 0) first = value;
    zeros += value == 0;
    if (value > most) most = value;
    series += value == first + (int64_t)numbers++;
  }
  return n >= 3 && numbers == n && zeros <= 1 && (series < n || first > 1) && most > n / 2;
}

/* Rows that are all at most half of n may be pairs; without holes they are no board. */
static bool may_be_pairs(const nq_board *board) {
  bool low = board->n >= 8 && board->rows != NULL;
  for (uint32_t column = 0; column < board->n && low; column++)
    low = board->rows[column] <= board->n / 2;
  return low;
}

/* A line of our own form, of any length. */
static nq_status read_line_of_rows(nq_reader *reader) {
  nq_board board = {0};
  uint64_t line = reader->input.line;
  if (reader->begun_line == 0) reader->begun_line = line;
  nq_terms_commit(&reader->terms);
  nq_status status = nq_line_read(reader, &board);
  reader->terms.line = reader->input.line;
  nq_origin origin = {.line = line, .form = "rows", .base = reader->form_base, .loose = true};
  if (status == NQ_NO_BOARD) return nq_found_invalid(reader, &origin, 0, reader->error->message);
  if (status != NQ_OK) return status;
  if (origin.base == 0) origin.form = NULL;
  if (origin.base == 1 || reader->dialect->format == NQ_FORMAT_LINE || !may_be_pairs(&board))
    return nq_found_board(reader, &origin, &board);
  uint32_t n = board.n;
  nq_board_release(&board);
  return nq_error_at(reader->error, line,
                     "these %" PRIu32 " numbers may be rows or pairs: give --from line for rows",
                     n);
}

/* Of our own form, which is named: lines of rows, and comments. */
nq_status nq_read_native(nq_reader *reader) {
  nq_text line = nq_terms_look(&reader->terms, 0);
  if (line.at == NULL) return NQ_END;
  if (line.size > 0 && *line.at != '#') return read_line_of_rows(reader);
  nq_terms_skip_line(&reader->terms);
  return NQ_OK;
}

/* ---- Other lines ---- */

/* n 8, n = 8, N: 8, letting n = 8.  *sign: what stands between, a blank at least. */
static bool states_n(nq_text line, int64_t *n, char *sign) {
  if (nq_text_starts(line, "letting ")) line.at += 8, line.size -= 8;
  if (line.size < 3 || (line.at[0] | 0x20) != 'n') return false;
  nq_text rest = nq_text_trim((nq_text){line.at + 1, line.size - 1});
  bool equals = rest.size > 0 && (*rest.at == '=' || *rest.at == ':');
  if (!equals && rest.at == line.at + 1) return false;
  *sign = equals ? *rest.at : ' ';
  if (equals) rest = nq_text_trim((nq_text){rest.at + 1, rest.size - 1});
  size_t digits = nq_text_span(rest, "0123456789");
  if (nq_number_of(rest.at, digits, n) != NQ_KIND_NUMBER) return false;
  rest = nq_text_trim((nq_text){rest.at + digits, rest.size - digits});
  return rest.size == 0 || strchr(";#%$", *rest.at) != NULL;
}

/* Whether the line after n = 8 is of an answer: not a list of an instance, nor the end. */
static bool is_answer_next(nq_terms *terms) {
  static const char *const lists[] = {"letting", "init", "blocks", "diags", "numdiags", NULL};
  nq_text line = nq_terms_look(terms, 1);
  return line.size > 0 && line.at[0] != '$' && !nq_text_starts_any(line, lists);
}

/* A verdict alone on its line; =====UNKNOWN=====, <<< no solution, or a line under a heading.
 * Words of z3 are each about a question of its own.  NQ_END at other lines. */
static nq_status read_verdict(nq_reader *reader, nq_text line) {
  static const char *const questions[] = {
      "sat$", "unsat$", "unknown$", "timeout$", "no solution$", "failed to solve$", NULL};
  nq_answer answer = NQ_ANSWER_UNKNOWN;
  uint64_t at = reader->terms.line;
  bool rule = nq_text_is_rule(line) || nq_text_starts(line, "<<<");
  bool mark = rule || nq_text_starts(line, "=====?");
  const char *comment = mark ? NULL : memchr(line.at, ';', line.size);
  if (comment != NULL) line = nq_text_trim((nq_text){line.at, (size_t)(comment - line.at)});
  bool known = nq_verdict_of(mark ? NQ_SAYS_MARK : NQ_SAYS_WORD, line, &answer);
  if (!known && !mark) return NQ_END;
  nq_status status = nq_pick_settle(reader, at);
  bool last = nq_text_starts(line, "unsat$") && reader->seen_times > 1; /* no further one */
  if (nq_text_starts_any(line, questions) && !last) reader->verdicts.shown = 0;
  if (status == NQ_OK && known)
    status = nq_found_verdict(reader, answer, at);
  else if (status == NQ_OK && !rule)
    status = nq_error_at(reader->error, at, "UNSATISFIABLE or UNKNOWN was expected, not '%.*s'",
                         (int)strcspn(line.at + 5, "=\r\n"), line.at + 5);
  nq_terms_skip_line(&reader->terms);
  return status;
}

/* Lines of a block of text that are tried as the first of a picture. */
#define TRIES_PER_BLOCK 16

/* NQ_END, and nothing is taken, where no picture starts. */
static nq_status read_picture(nq_reader *reader, bool strict) {
  nq_grid grid = {0};
  bool again = !strict && reader->terms.line < reader->tried_line;
  if (again && reader->tries == TRIES_PER_BLOCK) return NQ_END;
  nq_status status = nq_grid_read(&grid, &reader->terms, strict);
  reader->tries = again ? reader->tries + 1 : 0;
  if (status == NQ_END && grid.end_line > reader->tried_line) reader->tried_line = grid.end_line;
  if (status == NQ_OK) status = nq_pick_settle(reader, reader->terms.line);
  if (status == NQ_OK) status = nq_grid_boards(&grid, reader);
  nq_grid_release(&grid);
  return status;
}

/* Whether a picture may start at this line: a glyph is no digit, or the numbers are the files. */
static bool may_be_picture(nq_text line) {
  static const char *const files[] = {"0 1", "1 2", "01", "12", "0  ", "1  ", "0\t1", "1\t2", NULL};
  bool name =
      line.size > 3 && (*line.at | 0x20) == 'q' && line.at[1] == '_' && is_digit(line.at[2]);
  if (name) return false; /* q_0_1=1 */
  if (nq_text_span(line, "0123456789 \t\r") < line.size) return true;
  bool zeros = nq_text_span(line, "0 \t\r") == line.size;
  if (line.size > 2 && (zeros || nq_text_starts_any(line, files))) return true;
  size_t others = 0, count = 0; /* runs of digits other than 0 and 1; all */
  bool wide = false, ranks = line.size > 10 && line.at[line.size - 2] == ' ' && line.at[1] == ' ' &&
                             line.at[line.size - 1] == *line.at;
  for (size_t at = 0, size; at < line.size; at += size + 1) {
    nq_text rest = {line.at + at, line.size - at};
    size = nq_text_span(rest, "0123456789");
    others += nq_text_span(rest, "01") < size;
    count += size > 0;
    wide = wide || size == 0 || (at + size < line.size && rest.at[size] == '\t');
  }
  ranks = ranks && others == 2 * (*line.at > '1');                       /* 4 0 0 1 0 4 */
  return ranks || (count > 1 && (others == 1 || (others == 0 && wide))); /* 0 0 1 0   4 */
}

/* ---- Trees ---- */

/* Whether the tree, whose brackets need not fit, is a line of text.  NQ_END if it is more. */
static nq_status judge_plain(const nq_terms *terms) {
  const nq_node *first = nq_terms_first(terms), *end = nq_terms_end(terms);
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

static nq_status read_tree(nq_reader *reader, bool object) {
  nq_terms *terms = &reader->terms;
  unsigned style = terms->style;
  const nq_place start = {0, reader->input.line};
  if (object) terms->style |= NQ_STRICT;
  nq_status status = nq_terms_read(terms);
  terms->style = style;
  if (status == NQ_BAD_FORMAT && object) return nq_object_refuse(reader);
  if (status == NQ_BAD_FORMAT) {
    nq_error cut = *reader->error;
    nq_place end = nq_terms_here(terms);
    status = nq_terms_read_plain(terms, start);
    if (status == NQ_OK) status = judge_plain(terms);
    if (status == NQ_OK) return NQ_END;
    if (status != NQ_END) return status;
    nq_terms_return(terms, end);
    *reader->error = cut;
    return NQ_BAD_FORMAT;
  }
  if (status != NQ_OK) return status;
  status = nq_lines_read(reader);
  return status == NQ_END ? nq_statement_read(reader) : status;
}

/* Text without a board: a verdict, or nothing.  NQ_BAD_FORMAT if it is a row of squares. */
static nq_status read_remark(nq_reader *reader) {
  nq_terms *terms = &reader->terms;
  nq_place end = nq_terms_here(terms);
  uint64_t line = reader->input.line;
  nq_answer answer;
  nq_terms_return(terms, (nq_place){0, line});
  if (nq_verdict_of_line(nq_terms_look(terms, 0), &answer)) nq_found_hint(reader, answer, line);
  bool squares = nq_grid_is_row(terms);
  while (squares && nq_grid_is_row(terms)) nq_terms_skip_line(terms);
  if (squares)
    return nq_error_at(
        reader->error, line,
        "squares that may be a board, but no n lines of n: write . for an empty square "
        "and Q for a queen");
  bool board = reader->dialect->format == NQ_FORMAT_AUTO && nq_remark_may_be_board(terms);
  nq_terms_return(terms, end);
  if (board)
    return nq_error_at(reader->error, line,
                       "this line may be a board, or a part of one, but not in a form that is "
                       "known: write its rows, as 1 3 0 2");
  return NQ_OK;
}

/* Whether the line, which could not be read, is text; then it is passed over. */
static bool is_text(nq_reader *reader) {
  nq_terms *terms = &reader->terms;
  nq_place end = nq_terms_here(terms);
  const nq_place start = {0, reader->input.line};
  if (end.line > nq_terms_line_after(terms, start.line) || reader->error->line != start.line)
    return false;
  nq_terms_return(terms, start);
  bool text = nq_is_text(nq_terms_look(terms, 0));
  if (text) nq_terms_skip_line(terms);
  if (!text) nq_terms_return(terms, end);
  return text;
}

/* The line is looked at again wherever the buffer may have moved. */
static nq_status read_line(nq_reader *reader) {
  nq_text line = nq_terms_look(&reader->terms, 0);
  bool picture = reader->dialect->format == NQ_FORMAT_PICTURE;
  bool named = reader->dialect->format != NQ_FORMAT_AUTO && !picture;
  nq_status status = NQ_END;
  if (!named && !picture && nq_is_log(line) && !nq_grid_is_row(&reader->terms)) {
    nq_terms_skip_line(&reader->terms);
    return read_remark(reader);
  }
  bool list = reader->dialect->format == NQ_FORMAT_LIST && line.at[0] == '[';
  if (!named && !picture) {
    status = nq_blocks_read(reader);
    if (status == NQ_END) status = nq_cell_read(reader);
    if (status == NQ_END) status = nq_letters_read(reader);
    line = nq_terms_look(&reader->terms, 0);
  }
  if (status != NQ_END) return status;
  if (picture || ((!named || list) && may_be_picture(line))) status = read_picture(reader, picture);
  if (status != NQ_END) return status;
  line = nq_terms_look(&reader->terms, 0);
  status = read_verdict(reader, line);
  if (status != NQ_END) return status;
  status = read_tree(reader, line.at[0] == '{');
  if (status == NQ_BAD_FORMAT && !named && is_text(reader)) status = NQ_END;
  return status == NQ_END ? read_remark(reader) : status;
}

/* A comment, or a picture of #, which has more than one in its first line. */
static nq_status read_comment(nq_reader *reader, nq_text line) {
  nq_terms *terms = &reader->terms;
  bool more = memchr(line.at + 1, '#', line.size - 1) != NULL;
  nq_status status = NQ_END;
  if (reader->dialect->format == NQ_FORMAT_AUTO) status = read_picture(reader, false);
  if (status != NQ_END && (more || status != NQ_BAD_FORMAT)) return status;
  const nq_place start = {0, reader->input.line};
  nq_terms_return(terms, start);
  nq_text next = nq_terms_look(terms, 1);
  more = next.size > 0 && *next.at == '#';
  line = nq_terms_look(terms, 0);
  more = more || line.size > 200; /* it is not right above numbers, or is long */
  size_t at = (size_t)(line.at + 1 - (const char *)terms->input->next);
  status = more ? NQ_END : nq_terms_read_plain(terms, (nq_place){at, start.line});
  if (status == NQ_NO_MEMORY) return status;
  if (status == NQ_OK) nq_measure_note(reader, true);
  nq_terms_return(terms, start);
  nq_terms_skip_line(terms);
  return NQ_OK;
}

/* The first line that is no comment shows what the input is; `instance`: it may be one. */
static nq_status judge_first(nq_reader *reader, nq_text line, bool instance) {
  char words[NQ_BYTE_WORDS];
  int byte = (unsigned char)line.at[0];
  reader->begun_line = reader->input.line;
  if (reader->dialect->format != NQ_FORMAT_AUTO) return NQ_OK;
  if (instance && memchr(line.at, '=', line.size) != NULL && !nq_text_starts(line, "letting"))
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

/* 1,3,0,2: fields with commas between, and nothing else. */
static bool is_csv(nq_text line) {
  char last = ',';
  for (size_t i = 0; i < line.size; i++) {
    bool apart = i > 0 && line.at[i - 1] == ' ' && last != ',' && line.at[i] != ',';
    if (line.at[i] == ' ') continue;
    if (apart) return false;
    last = line.at[i];
  }
  return nq_text_span(line, "0123456789,.-\" ") == line.size;
}

/* The bytes of a line before the value that it has, or 0: #( #2A( and #{ of Lisp, of which the
 * bracket stays; %12 = [1, 3, 0, 2] as PARI/GP numbers its results; #2: [2, 4, 1, 3]; and the next
 * answer of Prolog, ;  Q = [2, 4, 1, 3]. */
static size_t measure_prefix(nq_text line) {
  if (nq_text_starts(line, "#(") || nq_text_starts(line, "#{")) return 1;
  if (nq_text_starts(line, "#2A(")) return 3;
  if (nq_text_starts(line, ";Value: (")) return 8; /* of MIT Scheme */
  if (nq_text_starts(line, ";")) return nq_text_contains(line, "= [");
  if (!nq_text_starts(line, "%9") && !nq_text_starts(line, "#9")) return 0;
  size_t size = 1 + nq_text_span((nq_text){line.at + 1, line.size - 1}, "0123456789");
  nq_text rest = {line.at + size, line.size - size};
  if (*line.at == '%') return nq_text_starts(rest, " = ") ? size + 3 : 0;
  return nq_text_starts(rest, ": [") || nq_text_starts(rest, ": (") || nq_text_starts(rest, " [");
}

/* Whether the line is around a diagram or a table of MediaWiki: {{Chess diagram, {| class=""; |}};
 * or a link: [[Category:Chess]] */
static bool is_wiki(nq_text line) {
  bool link = nq_text_starts(line, "[[?") && memchr(line.at, ':', line.size) != NULL;
  if (link && memchr(line.at, ',', line.size) == NULL) return true;
  if (nq_text_is(line, "|}") || nq_text_is(line, "|}}") || nq_text_is(line, "}}")) return true;
  bool diagram = nq_text_starts(line, "{{?") && memchr(line.at, ',', line.size) == NULL;
  return (diagram || nq_text_starts(line, "{|")) && memchr(line.at, '}', line.size) == NULL;
}

static nq_status read_unit(nq_reader *reader) {
  nq_terms *terms = &reader->terms;
  bool automatic = reader->dialect->format == NQ_FORMAT_AUTO;
  nq_text line = nq_terms_look(terms, 0);
  if (line.at == NULL) return NQ_END;
  bool number = line.size > 0 && (is_digit(line.at[0]) || line.at[0] == '.');
  bool endless = line.size + 64 > NQ_INPUT_WINDOW;
  if (automatic && endless && number && memchr(line.at, ',', line.size) == NULL)
    return read_line_of_rows(reader);
  size_t prefix = automatic ? measure_prefix(line) : 0;
  if (prefix > 0) {
    terms->at = (size_t)(line.at + prefix - (const char *)terms->input->next);
    nq_terms_commit(terms);
    return NQ_OK;
  }
  bool ends = nq_text_starts(line, ";"); /* a comment of SMT-LIB, a table of AMPL */
  if (line.size == 0 || (automatic && (ends || is_wiki(line)))) {
    nq_terms_skip_line(terms);
    return NQ_OK;
  }
  if (automatic) {
    nq_status status = nq_heading_read(reader);
    if (status != NQ_END) return status;
    line = nq_terms_look(terms, 0);
  }
  if (line.at[0] == '#') return read_comment(reader, line);
  bool csv = reader->entry != NULL && reader->entry->format == NQ_FORMAT_CSV;
  if (csv && !is_letter(line.at[0]) && !is_csv(line)) {
    uint64_t at = terms->line;
    nq_terms_skip_line(terms);
    return nq_error_at(reader->error, at,
                       "a row with commas between its numbers, such as 1,3,0,2, was expected: "
                       "--from csv reads nothing else");
  }
  if (automatic && is_native(line, reader->native_n)) return read_line_of_rows(reader);
  int64_t n = 0;
  char sign = 0;
  bool stated = automatic && states_n(line, &n, &sign);
  if (stated) reader->stated_n = n, reader->stated_line = terms->line;
  bool instance = stated && sign != ':' && line.at[0] != 'N';
  bool first = reader->begun_line == 0;
  nq_status status = first ? judge_first(reader, line, instance) : NQ_OK;
  if (status != NQ_OK) return status;
  const nq_dialect *dialect = automatic ? reader->recognise(terms, first) : NULL;
  if (dialect == NULL) return read_line(reader);
  status = nq_pick_settle(reader, terms->line);
  reader->dialect = dialect;
  reader->dialect_line = terms->line;
  reader->skipping = false;
  return status;
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

/* ---- The driver ---- */

/* Text has no NUL bytes: a unit that has one adds nothing but an error. */
static nq_status refuse_nul(nq_reader *reader, nq_status status) {
  uint64_t line = reader->terms.nul_line;
  reader->terms.nul_line = 0;
  if (line == 0 || (status != NQ_OK && status != NQ_END && status != NQ_BAD_FORMAT)) return status;
  nq_found_drop(&reader->finds);
  nq_found_drop(&reader->pick.found);
  reader->pick = (nq_pick){0};
  return nq_error_at(reader->error, line, "a NUL byte: this is not text");
}

/* Report the error, and take nothing more from the answer that has it. */
static nq_status refuse_answer(nq_reader *reader) {
  nq_names_release(&reader->names);
  reader->skipping = true;
  return nq_found_error(reader);
}

/* Whether a picture or a list is next, below the first line of a report by which its solver was
 * recognised: then any text is read again, as no solver prints these. */
static bool is_below_report(nq_reader *reader) {
  const nq_dialect *dialect = reader->dialect;
  bool numbers = dialect->format != NQ_FORMAT_TOULBAR2 || nq_found_any(reader); /* not its own */
  if (reader->entry != NULL || !dialect->skips) return false;
  if (reader->terms.line == reader->dialect_line) return false;
  nq_text line = nq_terms_look(&reader->terms, 0);
  if (line.size > 0 && *line.at == '{') return dialect->format != NQ_FORMAT_ASP;
  bool empty = dialect->format == NQ_FORMAT_CPSAT && reader->names.count == 0;
  if (empty && line.size > 0 && memchr(line.at, ':', line.size) == NULL) return true; /* no field */
  return nq_remark_begins_board(&reader->terms, numbers, dialect->format != NQ_FORMAT_CBC);
}

/* Whether the line is of a model for a solver, DIMACS, OPB, LP, MPS, SMT-LIB, MiniZinc, ASP, QUBO,
 * CP-SAT or OPL; `first`: or the first of our exports. */
static bool is_model(nq_text line, bool first) {
  static const char *const models[] = {"c p show ",   "c t ",         "p cnf ",     "p wcnf ",
                                       "p qubo ",     "* #variable=", "Minimize$",  "Maximize$",
                                       "Subject To$", "NAME ",        "ROWS$",      "(set-logic ",
                                       "(assert ",    "(set-option ", "include \"", "#const ?",
                                       "# offset=",   "variables {",  "using CP;",  NULL};
  bool ours = first && line.size > 0 && *line.at != '#'; /* our instances begin so, too */
  ours = ours && nq_text_contains(line, " n-queens, n = ") && nq_text_contains(line, " excluded");
  return ours || nq_text_starts_any(line, models);
}

/* Read up to the next board, verdict or error. */
static nq_status read_next(nq_reader *reader) {
  nq_terms *terms = &reader->terms;
  terms->line = reader->unit_line = reader->input.line;
  if (reader->dialect->style != 0) terms->style = reader->dialect->style;
  static const char *const fences[] = {"```", "~~~", "[code", "[/code", NULL};
  nq_status status = NQ_OK;
  bool none = reader->entry == NULL && reader->seen_n == 0 && reader->pick.rank == 0;
  if (none && is_model(nq_terms_look(terms, 0), terms->line == 1)) {
    reader->last = true;
    reader->refused = false; /* whatever was said of the lines above */
    return nq_error_at(
        reader->error, terms->line,
        "this is a model for a solver, not its answer: give what the solver printed");
  }
  if (is_below_report(reader)) {
    reader->dialect = reader->given;
    terms->style = reader->dialect->style;
    reader->skipping = false;
    status = nq_names_settle(reader);
  } else if (nq_text_starts_any(nq_terms_look(terms, 0), fences))
    nq_terms_skip_line(terms);
  else
    status = reader->dialect->read(reader);
  bool mid_line = terms->at > 0 && reader->input.next[terms->at - 1] != '\n';
  if (status == NQ_BAD_FORMAT && mid_line) nq_terms_skip_line(terms);
  nq_terms_commit(terms);
  return refuse_nul(reader, status);
}

nq_status nq_text_read(nq_reader *reader, nq_board *board, uint64_t *line) {
  bool ended = false;
  while (!ended && nq_found_waits(reader)) {
    nq_found_list waiting = nq_found_detach(reader);
    if (waiting.first != NULL) reader->sink = NULL; /* its rows come before those that follow */
    nq_status status = reader->last ? NQ_END : read_next(reader);
    if (status == NQ_BAD_FORMAT) status = refuse_answer(reader);
    ended = status == NQ_END;
    if (ended) status = nq_names_settle(reader);
    nq_found_list found = nq_found_detach(reader);
    nq_found_attach(reader, &waiting);
    nq_found_attach(reader, &found);
    if (ended && status == NQ_OK) status = nq_found_end(reader);
    if (status != NQ_OK) return status;
  }
  return nq_found_take(reader, board, line);
}

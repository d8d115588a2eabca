/* Answers of SAT solvers, in the form of the SAT and pseudo-Boolean competitions, and MiniSat's.
 *
 * MODEL.  Lines by their first letter:
 *
 *     c anything                   a comment; `c UNKNOWN` is the whole answer of some solvers
 *     * anything                   a comment as in the problem's file, OPB
 *     s SATISFIABLE                or UNSATISFIABLE, UNKNOWN, OPTIMUM FOUND; MiniSat: SAT alone
 *     v -1 -2 3 -4 5 ... 0         literals, over any number of lines; pseudo-Boolean: v -x1 -x2 x3
 *     v <instantiation> ...        an answer to XCSP3 (xml.c)
 *     o 12                         a bound: skipped
 *
 * A solution ends at its 0; comments may come between its lines.  Without a 0 it ends at an s line,
 * at the end of the input or, as in pseudo-Boolean answers, at a v line that starts again with the
 * first variable or one below it.
 *
 * Variable column * n + row + 1 is the square (column, row); variables above n^2 are auxiliary. 
 * Without n given, n is the square root of the largest variable, but only if n are true and each
 * column then has one queen, which hardly happens by chance when there are auxiliary variables, or
 * if no smaller n is a solution.  A variable that is both true and false is a contradiction. */
#include "format/read/dialect.h"
#include "format/read/found.h"
#include "format/read/sheet.h"
#include "format/read/numbers.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

typedef struct solution {
  nq_numbers literals;
  uint64_t line;
  bool ended; /* by its 0, or where the next one starts */
} solution;

/* ---- From literals to a board ---- */

static int compare(const void *one, const void *other) {
  int64_t a = *(const int64_t *)one, b = *(const int64_t *)other;
  int64_t x = llabs(a), y = llabs(b);
  return x != y ? (x < y ? -1 : 1) : a < b ? -1 : a > b;
}

/* Sort by variable and drop duplicates; NQ_BAD_FORMAT for a variable that is true and false. */
static nq_status settle(solution *found, nq_error *error) {
  int64_t *values = found->literals.values;
  size_t kept = 0, count = found->literals.count;
  if (count == 0) return NQ_OK;
  qsort(values, count, sizeof *values, compare);
  for (size_t i = 0; i < count; i++) {
    if (kept > 0 && values[kept - 1] == -values[i])
      return nq_error_at(error, found->line,
                         "the answer contradicts itself: variable %lld is both true and false",
                         llabs(values[i]));
    if (kept == 0 || values[kept - 1] != values[i]) values[kept++] = values[i];
  }
  found->literals.count = kept;
  return NQ_OK;
}

/* Whether the variables up to n^2 have one queen in each column; n >= 1. */
static bool fills_columns(const solution *found, int64_t n) {
  const int64_t *values = found->literals.values;
  int64_t columns = 0, last = -1;
  for (size_t i = 0; i < found->literals.count && llabs(values[i]) <= n * n; i++) {
    if (values[i] < 0) continue;
    int64_t column = (values[i] - 1) / n;
    if (column == last) return false;
    columns++;
    last = column;
  }
  return columns == n;
}

/* Whether no two of the queens, one in each column, share a row or diagonal. */
static bool is_solution(const solution *found, int64_t n) {
  const int64_t *values = found->literals.values;
  for (size_t i = 0; i < found->literals.count && values[i] <= n * n; i++)
    for (size_t k = 0; k < i && values[i] > 0; k++) {
      int64_t rows = (values[i] - 1) % n - (values[k] - 1) % n;
      int64_t columns = (values[i] - 1) / n - (values[k] - 1) / n;
      if (values[k] > 0 && (rows == 0 || llabs(rows) == columns)) return false;
    }
  return true;
}

/* The square root of the largest variable, if as many are true, and each column has one of them; or
 * if all up to it are there, and no smaller n makes the answer a solution.  Or 0. */
static uint64_t guess_n(const solution *found, uint64_t *trues, int64_t *largest) {
  const int64_t *values = found->literals.values;
  size_t count = found->literals.count;
  *trues = 0;
  *largest = count > 0 ? llabs(values[count - 1]) : 0;
  for (size_t i = 0; i < count; i++) *trues += values[i] > 0;
  int64_t n = nq_side((uint64_t)*largest);
  if (n == 0 || n * n != *largest || *trues != (uint64_t)n) return 0;
  if (fills_columns(found, n)) return (uint64_t)n;
  if (count != (size_t)*largest) return 0;
  for (int64_t side = n < 4 ? 1 : 4; side < n; side++)
    if (fills_columns(found, side) && is_solution(found, side)) return 0; /* others are auxiliary */
  return (uint64_t)n;
}

static nq_status finish(solution *found, nq_reader *reader) {
  uint64_t trues, n = reader->expected_n;
  int64_t largest;
  nq_status status = settle(found, reader->error);
  if (status == NQ_OK && n == 0) n = guess_n(found, &trues, &largest);
  if (status == NQ_OK && n == 0)
    return nq_error_at(reader->error, found->line,
                       "n cannot be determined from %" PRIu64 " true variables up to %" PRId64
                       ": give n, as there may be auxiliary variables",
                       trues, largest);
  if (status != NQ_OK) return status;
  nq_sheet sheet;
  nq_sheet_begin_board(&sheet, "literals", found->line, n);
  sheet.named = 0;
  sheet.failed = found->literals.failed;
  for (size_t i = 0; i < found->literals.count; i++) {
    int64_t square = found->literals.values[i] - 1, side = (int64_t)n;
    if (square >= 0 && square / side < side) nq_sheet_queen(&sheet, square / side, square % side);
  }
  return nq_sheet_finish(&sheet, reader);
}

/* ---- Lines ---- */

/* A field of a line, between blanks. */
typedef struct field {
  const char *at;
  size_t size;
} field;

/* The field at `*at`, which becomes the end of it; false at the end of the line. */
static bool next_field(const nq_terms *terms, size_t size, size_t *at, field *found) {
  const char *line = (const char *)terms->input->next + terms->at;
  while (*at < size && (line[*at] == ' ' || line[*at] == '\t' || line[*at] == '\r')) ++*at;
  found->at = line + *at;
  size_t start = *at;
  while (*at < size && (unsigned char)line[*at] > ' ') ++*at;
  if (*at == start && *at < size) ++*at; /* a control character */
  found->size = *at - start;
  return found->size > 0;
}

/* 12, -12, x12 or -x12 */
static bool parse_literal(const field *found, int64_t *literal, bool *named) {
  size_t at = found->at[0] == '-';
  *named = at < found->size && found->at[at] == 'x';
  at += *named;
  if (at == found->size) return false;
  for (*literal = 0; at < found->size; at++) {
    if (!is_digit(found->at[at])) return false;
    *literal = nq_add_digit(*literal, found->at[at]);
  }
  if (found->at[0] == '-') *literal = -*literal;
  return true;
}

static nq_status refuse_field(const nq_terms *terms, const field *found, const char *expected) {
  return nq_error_at(terms->error, terms->line, "%s was expected, not '%.*s'", expected,
                     (int)(found->size < 40 ? found->size : 40), found->at);
}

/* The literals of a line from byte `at` on; the line is not taken if the next solution starts
 * there. */
static nq_status take_literals(nq_terms *terms, size_t size, size_t at, solution *found) {
  field part;
  bool first = found->literals.count > 0, named;
  for (; next_field(terms, size, &at, &part); first = false) {
    int64_t literal;
    if (found->ended) return refuse_field(terms, &part, "the end of the line after 0");
    if (!parse_literal(&part, &literal, &named))
      return refuse_field(terms, &part, "a literal such as -12 or x12");
    found->ended = literal == 0;
    if (found->ended) continue;
    if (named && first && llabs(literal) <= llabs(found->literals.values[0])) {
      found->ended = true;
      return NQ_OK;
    }
    nq_numbers_add(&found->literals, literal);
  }
  nq_terms_skip_line(terms);
  bool whole = terms->input->next[terms->at - 1] == '\n';
  if (found->ended || whole) return NQ_OK;
  return nq_error_at(terms->error, terms->line,
                     "the answer is cut short: the end of its line is missing");
}

/* The first letter of the next line that is no comment and not empty; 0 at the end. */
static int skip_remarks(nq_terms *terms, size_t *size) {
  for (; nq_terms_line(terms, size); nq_terms_skip_line(terms)) {
    field part;
    size_t at = 0;
    if (*size == SIZE_MAX) *size = (size_t)(terms->input->end - terms->input->next) - terms->at;
    if (!next_field(terms, *size, &at, &part)) continue;
    bool remark = part.size == 1 && strchr("c*od", part.at[0]) != NULL && part.at[0] != '\0';
    if (!remark && part.at[0] != '*') return part.at[0];
  }
  return 0;
}

static bool is_literal_line(int byte, bool bare) {
  return byte == 'v' || (bare && (byte == '-' || is_digit(byte)));
}

/* Have all of a line that is longer than the look-ahead. */
static void reach_line_end(nq_terms *terms, size_t *size) {
  for (int byte; (byte = nq_terms_peek(terms, *size)) >= 0 && byte != '\n';) ++*size;
}

/* The lines of a solution; NQ_BAD_FORMAT at a line that is no part of one. */
static nq_status take_lines(nq_terms *terms, bool bare, solution *found) {
  size_t size;
  nq_status status = NQ_OK;
  int byte = skip_remarks(terms, &size);
  while (status == NQ_OK && is_literal_line(byte, bare)) {
    reach_line_end(terms, &size);
    const char *line = (const char *)terms->input->next + terms->at;
    size_t start = 0;
    while (line[start] == ' ' || line[start] == '\t') start++;
    status = take_literals(terms, size, start + (byte == 'v'), found);
    if (status != NQ_OK || found->ended) return status;
    byte = skip_remarks(terms, &size);
  }
  if (status != NQ_OK || byte == 0 || byte == 's' || byte == '<') return status;
  return nq_error_at(terms->error, terms->line, "a line that starts with c, s or v was expected");
}

static nq_status take_solution(nq_reader *reader) {
  nq_terms *terms = &reader->terms;
  solution found = {.line = terms->line};
  size_t size;
  nq_status status = take_lines(terms, reader->verdicts.promise > 0, &found);
  if (status == NQ_BAD_FORMAT) {
    nq_terms_skip_line(terms);
    while (skip_remarks(terms, &size) == 'v') nq_terms_skip_line(terms);
  }
  if (status == NQ_OK) status = finish(&found, reader);
  nq_numbers_release(&found.literals);
  return status;
}

/* s SATISFIABLE, c UNKNOWN, SAT; NQ_OK where there is none. */
static nq_status take_verdict(nq_reader *reader, const field *word, bool comment) {
  nq_answer answer;
  bool known = nq_verdict_of_word(word->at, word->size, &answer);
  if (comment && (!known || answer != NQ_ANSWER_UNKNOWN || word->at[0] != 'U')) return NQ_OK;
  uint64_t line = reader->terms.line;
  if (!known) return refuse_field(&reader->terms, word, "s SATISFIABLE, UNSATISFIABLE or UNKNOWN");
  return nq_found_verdict(reader, answer, line);
}

nq_status nq_read_literals(nq_reader *reader) {
  nq_terms *terms = &reader->terms;
  size_t size, at = 0;
  field first, second = {"", 0};
  if (!nq_terms_line(terms, &size)) return NQ_END;
  if (size == SIZE_MAX) size = (size_t)(terms->input->end - terms->input->next) - terms->at;
  if (!next_field(terms, size, &at, &first)) {
    nq_terms_skip_line(terms);
    return NQ_OK;
  }
  next_field(terms, size, &at, &second);
  bool one = first.size == 1;
  int letter = (unsigned char)first.at[0];
  bool bare = reader->verdicts.promise > 0 && (letter == '-' || is_digit(letter));
  if (letter == '<' || (letter == 'v' && one && second.size > 0 && second.at[0] == '<'))
    return nq_read_instantiation(reader);
  if ((letter == 'v' && one) || bare) return take_solution(reader);
  nq_status status = NQ_OK;
  nq_answer answer;
  if (one && (letter == 's' || letter == 'c'))
    status = take_verdict(reader, &second, letter == 'c');
  else if (letter != '*' && !(one && (letter == 'o' || letter == 'd')))
    status = nq_verdict_of_word(first.at, first.size, &answer) && second.size == 0
                 ? take_verdict(reader, &first, false)
                 : nq_error_at(reader->error, terms->line,
                               "a line that starts with c, s or v was expected");
  nq_terms_skip_line(terms);
  return status;
}

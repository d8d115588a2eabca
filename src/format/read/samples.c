/* Samples of a quadratic binary model, as annealers and dimod give them.
 *
 * MODEL.  A sample has a value, 0 or 1, for each of the n^2 variables; variable column * n + row is
 * the square (column, row):
 *
 *     0100000110000010              a line of digits, also with blanks or commas between
 *     [0, 1, 0, 0, ...]             a list, over any number of lines
 *     {"0": 0, "1": 1, ...}         an object or a Python dictionary, in any order
 *
 * Samples may follow one another, also as the items of a list.  This format is read only when it is
 * named. */
#include "format/read/dialect.h"
#include "format/read/sheet.h"
#include "format/read/found.h"
#include "format/read/names.h"
#include "format/read/numbers.h"
#include "format/read/values.h"
#include "format/read/term.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>

static const nq_node *next_of(const nq_terms *terms, const nq_node *node) {
  return terms->nodes + node->end;
}

/* Take a value: 0 or 1, or as many as the number has digits. */
static nq_status take_value(const nq_terms *terms, const nq_node *node, bool digits,
                            nq_numbers *table, nq_error *error) {
  const char *text = nq_node_text(terms, node);
  bool number = node->kind <= NQ_KIND_TRUTH && node->kind != NQ_KIND_REAL;
  if (digits && number && node->size > 1 && node->kind == NQ_KIND_NUMBER) {
    nq_status status = NQ_OK;
    for (size_t i = 0; i < node->size && status == NQ_OK; i++) {
      if (text[i] != '0' && text[i] != '1')
        return nq_error_at(error, nq_node_line(terms, node), "'%c' where 0 or 1 was expected",
                           text[i]);
      status = nq_numbers_add(table, text[i] - '0', error);
    }
    return status;
  }
  if (number && (node->value == 0 || node->value == 1))
    return nq_numbers_add(table, node->value, error);
  return nq_node_unexpected(terms, node, "0 or 1", error);
}

/* The board of n^2 values in their order. */
static nq_status add_board(const nq_numbers *table, uint64_t line, nq_reader *reader,
                           nq_error *error) {
  size_t count = table->count, n = nq_side(count);
  if (reader->expected_n > 0) n = reader->expected_n;
  if (n == 0 || n * n != count)
    return nq_error_at(error, line,
                       "the sample has %zu value%s: it needs one for each of the n^2 squares",
                       count, count == 1 ? "" : "s");
  nq_sheet sheet;
  nq_sheet_begin(&sheet, "matrix", line);
  sheet.n = sheet.named = n;
  sheet.base = 0;
  sheet.ordered = true;
  nq_status status = NQ_OK;
  for (size_t i = 0; i < count && status == NQ_OK; i++)
    if (table->values[i] == 1)
      status = nq_sheet_queen(&sheet, (int64_t)(i / n), (int64_t)(i % n), error);
  if (status == NQ_OK) return nq_sheet_finish(&sheet, reader, error);
  nq_sheet_release(&sheet);
  return status;
}

/* The number of the variable that the key names. */
static bool is_variable(const nq_terms *terms, const nq_node *key, int64_t *variable) {
  char stem[NQ_STEM_BYTES];
  unsigned indices;
  int64_t index[2];
  bool known = nq_name_of(terms, key, stem, &indices, index) && indices == 1;
  *variable = index[0];
  return known;
}

/* One value for each variable; but a queen outside the board is a wrong answer, not a bad sample.
 */
static nq_status take_entries(const nq_terms *terms, const nq_node *list, nq_numbers *table,
                              nq_numbers *outside, nq_error *error) {
  const nq_node *node = list + 1, *key, *value;
  uint64_t line = nq_node_line(terms, list);
  int64_t count = 0, variable;
  while (nq_value_entry(terms, list, &node, &key, &value)) count++;
  nq_status status = NQ_OK;
  for (int64_t i = 0; i < count && status == NQ_OK; i++)
    status = nq_numbers_add(table, NQ_HOLE, error);
  node = list + 1;
  while (status == NQ_OK && nq_value_entry(terms, list, &node, &key, &value)) {
    if (!is_variable(terms, key, &variable))
      return nq_node_unexpected(terms, key, "a variable", error);
    if (value->kind > NQ_KIND_TRUTH || value->kind == NQ_KIND_REAL || value->value < 0 ||
        value->value > 1)
      return nq_node_unexpected(terms, value, "0 or 1", error);
    bool inside = variable >= 0 && variable < count;
    if (!inside && value->value == 0)
      return nq_error_at(error, line, "variable %" PRId64 " of %" PRId64 ": they count from 0",
                         variable, count);
    if (!inside) {
      status = nq_numbers_add(outside, variable, error);
      continue;
    }
    if (table->values[variable] != NQ_HOLE)
      return nq_error_at(error, line,
                         "the answer contradicts itself: variable %" PRId64 " has two values",
                         variable);
    table->values[variable] = value->value;
  }
  if (status == NQ_OK && node < next_of(terms, list))
    return nq_node_unexpected(terms, node, "a variable", error);
  return status;
}

static nq_status read_entries(nq_reader *reader, const nq_node *list, nq_error *error) {
  const nq_terms *terms = &reader->terms;
  nq_numbers table = {0}, outside = {0};
  uint64_t line = nq_node_line(terms, list);
  nq_status status = take_entries(terms, list, &table, &outside, error);
  const nq_origin origin = {line, "matrix", 0};
  size_t n = nq_side(table.count);
  bool wrong = status == NQ_OK && outside.count > 0 && n * n == table.count;
  if (wrong)
    status = nq_found_invalid(reader, &origin, (uint32_t)n,
                              "a queen on a variable outside the board", error);
  else if (status == NQ_OK)
    status = add_board(&table, line, reader, error);
  nq_numbers_release(&table);
  nq_numbers_release(&outside);
  return status;
}

/* A list of values, or of samples. */
static nq_status read_list(nq_reader *reader, const nq_node *list, nq_error *error) {
  const nq_terms *terms = &reader->terms;
  nq_numbers table = {0};
  nq_status status = NQ_OK;
  bool samples = false;
  if (list->sign == '{') return read_entries(reader, list, error);
  for (const nq_node *child = list + 1; child < next_of(terms, list) && status == NQ_OK;
       child = next_of(terms, child)) {
    const nq_node *inner = child->kind >= NQ_KIND_LIST ? nq_value_list(terms, child) : NULL;
    samples = samples || inner != NULL;
    status = inner != NULL ? read_list(reader, inner, error)
                           : take_value(terms, child, false, &table, error);
    if (inner != NULL && status == NQ_BAD_FORMAT) status = nq_found_error(reader, error);
  }
  if (status == NQ_OK && !samples)
    status = add_board(&table, nq_node_line(terms, list), reader, error);
  nq_numbers_release(&table);
  return status;
}

nq_status nq_read_samples(nq_reader *reader, nq_error *error) {
  nq_terms *terms = &reader->terms;
  terms->style = reader->dialect->style;
  nq_status status = nq_terms_read(terms, error);
  if (status != NQ_OK || terms->count == 1) return status;
  nq_numbers table = {0};
  const nq_node *first = terms->nodes + 1, *end = terms->nodes + terms->count;
  bool digits = first->kind < NQ_KIND_LIST;
  for (const nq_node *node = first; node < end && status == NQ_OK; node = next_of(terms, node)) {
    const nq_node *list = node->kind >= NQ_KIND_LIST ? nq_value_list(terms, node) : NULL;
    if (list != NULL && !digits)
      status = read_list(reader, list, error);
    else
      status = take_value(terms, node, digits, &table, error);
    if (list != NULL && status == NQ_BAD_FORMAT) status = nq_found_error(reader, error);
  }
  if (status == NQ_OK && digits) status = add_board(&table, terms->first_line, reader, error);
  nq_numbers_release(&table);
  return status;
}

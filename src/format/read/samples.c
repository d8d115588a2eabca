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
#include "format/read/found.h"
#include "format/read/numbers.h"
#include "format/read/values.h"

#include <stdbool.h>
#include <string.h>

/* A line of digits, with blanks between or not. */
static nq_status read_digits(nq_reader *reader, const nq_setting *setting) {
  const nq_terms *terms = &reader->terms;
  const nq_node *end = nq_terms_end(terms);
  nq_numbers table = {0};
  nq_status status = NQ_OK;
  for (const nq_node *node = terms->nodes + 1; node < end && status == NQ_OK; node++) {
    const char *text = node->text;
    bool digits = node->kind == NQ_KIND_NUMBER && strspn(text, "01") >= node->size;
    if (!digits && node->kind != NQ_KIND_TRUTH) status = nq_node_unexpected(terms, node, "0 or 1");
    for (size_t i = 0; i < node->size && digits; i++) nq_numbers_add(&table, text[i] - '0');
    if (node->kind == NQ_KIND_TRUTH) nq_numbers_add(&table, node->value);
  }
  nq_numbers_end_row(&table, terms->first_line, false);
  if (status == NQ_OK) status = nq_numbers_boards(&table, setting, reader);
  nq_numbers_release(&table);
  return status;
}

nq_status nq_read_samples(nq_reader *reader) {
  const nq_setting setting = {.base = 0, .samples = true};
  nq_terms *terms = &reader->terms;
  terms->style = reader->dialect->style;
  nq_status status = nq_terms_read(terms);
  if (status != NQ_OK || terms->count == 1) return status;
  const nq_node *node = terms->nodes + 1, *end = nq_terms_end(terms);
  if (node->kind < NQ_KIND_LIST) return read_digits(reader, &setting);
  for (; node < end && status == NQ_OK; node = nq_next(node)) {
    const nq_node *list = nq_value_list(node);
    status = list != NULL ? nq_value_boards(list, &setting, reader)
                          : nq_node_unexpected(terms, node, "a sample");
    if (list != NULL && status == NQ_BAD_FORMAT) status = nq_found_error(reader);
  }
  return status;
}

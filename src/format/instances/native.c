/* The native text of instances.
 *
 *     # comment, also after a statement
 *     n 8                  first, and once
 *     queen 0 3            column, row
 *     block 2 5            column, row
 *     exclude rising 4     column + row
 *     exclude falling 10   row - column + n - 1
 *
 * One statement a line; all numbers are from 0. */
#include "format/instances/instances.h"

#include <inttypes.h>
#include <stdbool.h>
#include <string.h>

/* The next token, which must be the number of `what`. */
static nq_status take_number(nq_input *input, const char *statement, const char *what,
                             uint64_t *number, nq_error *error) {
  nq_token token = nq_token_take(input, '#');
  char words[NQ_TOKEN_WORDS];
  *number = token.number;
  if (token.kind == NQ_TOKEN_NUMBER) return NQ_OK;
  return nq_error_at(error, token.line, "%s: a %s was expected, not %s", statement, what,
                     nq_token_words(&token, words));
}

static nq_status take_line_end(nq_input *input, const char *statement, nq_error *error) {
  nq_token token = nq_token_take(input, '#');
  if (token.kind == NQ_TOKEN_LINE_END || token.kind == NQ_TOKEN_END) return NQ_OK;
  char words[NQ_TOKEN_WORDS];
  return nq_error_at(error, token.line, "%s: the end of the line was expected, not %s", statement,
                     nq_token_words(&token, words));
}

static nq_status take_square(nq_input *input, nq_instance *instance, nq_item_kind kind,
                             const char *statement, uint64_t line, nq_error *error) {
  uint64_t column, row;
  nq_status status = take_number(input, statement, "column", &column, error);
  if (status == NQ_OK) status = take_number(input, statement, "row", &row, error);
  if (status == NQ_OK) status = nq_item_add(instance, kind, column, row, line, error);
  return status;
}

static nq_status take_diagonal(nq_input *input, nq_instance *instance, uint64_t line,
                               nq_error *error) {
  nq_token direction = nq_token_take(input, '#');
  bool rising = strcmp(direction.word, "rising") == 0;
  char words[NQ_TOKEN_WORDS];
  if (!rising && strcmp(direction.word, "falling") != 0)
    return nq_error_at(error, direction.line, "exclude: rising or falling was expected, not %s",
                       nq_token_words(&direction, words));
  uint64_t diagonal;
  nq_status status = take_number(input, "exclude", "diagonal", &diagonal, error);
  if (status != NQ_OK) return status;
  return nq_item_add(instance, rising ? NQ_ITEM_RISING : NQ_ITEM_FALLING, diagonal, 0, line, error);
}

static nq_status take_size(nq_input *input, nq_instance **instance, uint64_t line,
                           nq_error *error) {
  if (*instance != NULL) return nq_error_at(error, line, "n: given more than once");
  nq_token token = nq_token_take(input, '#');
  uint32_t n;
  nq_status status = nq_token_size(&token, &n, error);
  if (status != NQ_OK) return status;
  *instance = nq_instance_new(n);
  if (*instance != NULL) return NQ_OK;
  return nq_error_set(error, NQ_NO_MEMORY, "no memory for an instance of n = %" PRIu32, n);
}

/* The statement that starts with `token`, up to the end of its line. */
static nq_status take_statement(nq_input *input, const nq_token *token, nq_instance **instance,
                                nq_error *error) {
  static const char *const names[] = {"n", "queen", "block", "exclude"};
  enum { SIZE, QUEEN, BLOCK, EXCLUDE, NAMES } which = SIZE;
  while (which < NAMES && strcmp(names[which], token->word) != 0) which++;
  char words[NQ_TOKEN_WORDS];
  if (which == NAMES)
    return nq_error_at(error, token->line,
                       "n, queen, block or exclude was expected, not %s; an instance is lines such "
                       "as n 8, queen 0 3, block 2 5 and exclude rising 4, or CSPLib's prob079 or "
                       "prob080; `nqueens check` reads boards",
                       nq_token_words(token, words));
  if (which != SIZE && *instance == NULL)
    return nq_error_at(error, token->line, "%s: the board size, as in n 8, must come first",
                       names[which]);
  nq_status status;
  if (which == SIZE)
    status = take_size(input, instance, token->line, error);
  else if (which == EXCLUDE)
    status = take_diagonal(input, *instance, token->line, error);
  else
    status = take_square(input, *instance, which == QUEEN ? NQ_ITEM_QUEEN : NQ_ITEM_BLOCK,
                         names[which], token->line, error);
  return status == NQ_OK ? take_line_end(input, names[which], error) : status;
}

nq_status nq_native_read(nq_input *input, nq_instance **instance, nq_error *error) {
  nq_instance *read = NULL;
  nq_status status = NQ_OK;
  while (status == NQ_OK) {
    nq_token token = nq_token_take(input, '#');
    if (token.kind == NQ_TOKEN_END) break;
    if (token.kind != NQ_TOKEN_LINE_END) status = take_statement(input, &token, &read, error);
  }
  if (status == NQ_OK)
    *instance = read;
  else
    nq_instance_free(read);
  return status;
}

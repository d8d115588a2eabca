/* Tokens of instances, and the items that they name, with their ranges. */
#include "core/number.h"
#include "format/instances/instances.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* ---- Tokens ---- */

/* From a digit or a minus sign on. */
static void take_number(nq_input *input, nq_token *token) {
  size_t size = 0;
  do {
    int byte = nq_input_take(input);
    if (size < NQ_WORD_BYTES - 1) token->word[size] = (char)byte;
    size++;
  } while (is_digit(nq_input_peek(input)));
  nq_number found =
      size < NQ_WORD_BYTES ? nq_number_parse(token->word, &token->number) : NQ_NUMBER_LARGE;
  token->kind = found == NQ_NUMBER_OK ? NQ_TOKEN_NUMBER : NQ_TOKEN_NO_SIZE;
  if (size >= NQ_WORD_BYTES) memcpy(token->word + NQ_WORD_BYTES - 4, "...", 4);
}

static void take_word(nq_input *input, nq_token *token) {
  token->kind = NQ_TOKEN_WORD;
  size_t size = 0;
  for (int byte; byte = nq_input_peek(input), is_letter(byte) || is_digit(byte) || byte == '\'';) {
    nq_input_take(input);
    if (size < NQ_WORD_BYTES - 1) token->word[size++] = (char)byte;
  }
}

static void skip_comment(nq_input *input) {
  while (!nq_input_at_line_end(input) && nq_input_peek(input) != '\0') nq_input_take(input);
}

nq_token nq_token_take(nq_input *input, char comment) {
  nq_input_skip_blanks(input);
  if (nq_input_peek(input) == comment) skip_comment(input);
  nq_token token = {.line = input->line, .byte = nq_input_peek(input)};
  if (token.byte < 0) {
    token.kind = NQ_TOKEN_END;
  } else if (is_digit(token.byte) || nq_input_at_negative(input)) {
    take_number(input, &token);
  } else if (is_letter(token.byte)) {
    take_word(input, &token);
  } else {
    token.kind = token.byte == '\n' ? NQ_TOKEN_LINE_END : NQ_TOKEN_OTHER;
    nq_input_take(input);
  }
  return token;
}

const char *nq_token_words(const nq_token *token, char words[NQ_TOKEN_WORDS]) {
  if (token->kind == NQ_TOKEN_WORD)
    snprintf(words, NQ_TOKEN_WORDS, "'%s'", token->word);
  else if (token->kind == NQ_TOKEN_NUMBER || token->kind == NQ_TOKEN_NO_SIZE)
    snprintf(words, NQ_TOKEN_WORDS, "the number %s", token->word);
  else
    return nq_byte_words(token->byte, words);
  return words;
}

nq_status nq_token_size(const nq_token *token, uint32_t *n, nq_error *error) {
  char words[NQ_TOKEN_WORDS];
  if (token->kind != NQ_TOKEN_NUMBER)
    return nq_error_at(error, token->line, "n: a board size was expected, not %s",
                       nq_token_words(token, words));
  if (token->number < 1 || token->number > NQ_N_MAX)
    return nq_error_at(error, token->line,
                       "n: %" PRIu64 " is out of range: it must be 1 to %" PRIu64, token->number,
                       (uint64_t)NQ_N_MAX);
  *n = (uint32_t)token->number;
  return NQ_OK;
}

/* ---- Items ---- */

static const char *const item_names[] = {
    [NQ_ITEM_QUEEN] = "queen",
    [NQ_ITEM_BLOCK] = "block",
    [NQ_ITEM_RISING] = "exclude rising",
    [NQ_ITEM_FALLING] = "exclude falling",
};

static nq_status require_range(nq_item_kind kind, const char *what, uint64_t value, uint64_t last,
                               uint64_t line, nq_error *error) {
  if (value <= last) return NQ_OK;
  return nq_error_at(error, line, "%s: %s %" PRIu64 " is out of range: it must be 0 to %" PRIu64,
                     item_names[kind], what, value, last);
}

/* In range, it can only fail for lack of memory. */
static nq_status add_diagonal(nq_instance *instance, nq_item_kind kind, uint64_t diagonal,
                              uint64_t line, nq_error *error) {
  uint64_t last = 2 * ((uint64_t)nq_instance_n(instance) - 1);
  nq_status status = require_range(kind, "diagonal", diagonal, last, line, error);
  if (status != NQ_OK) return status;
  return kind == NQ_ITEM_RISING ? nq_instance_exclude_rising(instance, diagonal, error)
                                : nq_instance_exclude_falling(instance, diagonal, error);
}

nq_status nq_item_add(nq_instance *instance, nq_item_kind kind, uint64_t first, uint64_t second,
                      uint64_t line, nq_error *error) {
  if (kind == NQ_ITEM_RISING || kind == NQ_ITEM_FALLING)
    return add_diagonal(instance, kind, first, line, error);
  uint64_t last = (uint64_t)nq_instance_n(instance) - 1;
  nq_status status = require_range(kind, "column", first, last, line, error);
  if (status == NQ_OK) status = require_range(kind, "row", second, last, line, error);
  if (status != NQ_OK) return status;
  uint32_t column = (uint32_t)first, row = (uint32_t)second;
  return kind == NQ_ITEM_QUEEN ? nq_instance_place(instance, column, row, error)
                               : nq_instance_block(instance, column, row, error);
}

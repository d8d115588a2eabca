/* The parameter files of CSPLib's prob079 (completion, excluded diagonals) and prob080 (blocked).
 *
 *     letting n = 8                     n = 10
 *     letting init = [[2, 1], ...]      numdiags = 14
 *     letting blocks = [[1,5], ...]     diags = [[4, 1], [14, 0], ...]
 *
 * `letting` may be missing, `be` may replace `=`, lists may take any number of lines and may have a
 * comma after the last item, $ starts a comment, and Essence Prime has a line `language ...`.
 *
 * MODEL.  A pair is
 *
 *     init      [row, column], from 0: a queen
 *     blocks    [row, column], from 1: a blocked square
 *     diags     [value, 1]: row + column = value;  [value, 0]: row - column + n - 1 = value
 *
 * The pairs are kept until the end, as n may come after them. */
#include "format/instances/instances.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

typedef enum list_kind { INIT, BLOCKS, DIAGS, LISTS } list_kind;

static const char *const list_names[LISTS] = {"init", "blocks", "diags"};

typedef struct pair {
  uint64_t first, second, line;
} pair;

typedef struct list {
  bool known;
  pair *pairs;
  size_t count, room;
} list;

typedef struct file {
  nq_input *input;
  nq_token token; /* the next one */
  nq_error *error;
  uint32_t n; /* 0: not known yet */
  bool has_diagonal_count;
  uint64_t diagonal_count, diagonal_count_line;
  list lists[LISTS];
} file;

/* ---- Tokens ---- */

/* Line ends mean nothing here, except after `language`. */
static void advance(file *read) {
  do read->token = nq_token_take(read->input, '$');
  while (read->token.kind == NQ_TOKEN_LINE_END);
}

static bool at_byte(const file *read, char byte) {
  return read->token.kind == NQ_TOKEN_OTHER && read->token.byte == byte;
}

static bool at_word(const file *read, const char *word) {
  return read->token.kind == NQ_TOKEN_WORD && strcmp(read->token.word, word) == 0;
}

static nq_status refuse_token(const file *read, const char *name, const char *expected) {
  char words[NQ_TOKEN_WORDS];
  return nq_error_at(read->error, read->token.line, "%s: %s was expected, not %s", name, expected,
                     nq_token_words(&read->token, words));
}

static nq_status take_byte(file *read, char byte, const char *name) {
  const char expected[] = {'\'', byte, '\'', '\0'};
  if (!at_byte(read, byte)) return refuse_token(read, name, expected);
  advance(read);
  return NQ_OK;
}

static nq_status take_number(file *read, const char *name, uint64_t *number) {
  if (read->token.kind != NQ_TOKEN_NUMBER) return refuse_token(read, name, "a number");
  *number = read->token.number;
  advance(read);
  return NQ_OK;
}

/* ---- Lists ---- */

static nq_status append_pair(list *items, pair item, nq_error *error) {
  if (items->count == items->room) {
    size_t room = items->room > 0 ? 2 * items->room : 64;
    pair *larger =
        room <= SIZE_MAX / sizeof item ? realloc(items->pairs, room * sizeof item) : NULL;
    if (larger == NULL)
      return nq_error_set(error, NQ_NO_MEMORY, "no memory for a list of %zu pairs", room);
    items->pairs = larger;
    items->room = room;
  }
  items->pairs[items->count++] = item;
  return NQ_OK;
}

static nq_status take_pair(file *read, const char *name, list *items) {
  pair item = {.line = read->token.line};
  nq_status status = take_byte(read, '[', name);
  if (status == NQ_OK) status = take_number(read, name, &item.first);
  if (status == NQ_OK) status = take_byte(read, ',', name);
  if (status == NQ_OK) status = take_number(read, name, &item.second);
  if (status == NQ_OK) status = take_byte(read, ']', name);
  return status == NQ_OK ? append_pair(items, item, read->error) : status;
}

static nq_status take_list(file *read, list_kind kind) {
  const char *name = list_names[kind];
  list *items = &read->lists[kind];
  if (items->known)
    return nq_error_at(read->error, read->token.line, "%s: given more than once", name);
  items->known = true;
  nq_status status = take_byte(read, '[', name);
  while (status == NQ_OK && !at_byte(read, ']')) {
    status = take_pair(read, name, items);
    if (status == NQ_OK && !at_byte(read, ']')) status = take_byte(read, ',', name);
  }
  if (status == NQ_OK) advance(read);
  return status;
}

/* ---- Statements ---- */

static nq_status take_size(file *read) {
  if (read->n != 0) return nq_error_at(read->error, read->token.line, "n: given more than once");
  nq_status status = nq_token_size(&read->token, &read->n, read->error);
  if (status == NQ_OK) advance(read);
  return status;
}

static nq_status take_diagonal_count(file *read) {
  if (read->has_diagonal_count)
    return nq_error_at(read->error, read->token.line, "numdiags: given more than once");
  read->has_diagonal_count = true;
  read->diagonal_count_line = read->token.line;
  return take_number(read, "numdiags", &read->diagonal_count);
}

static nq_status take_value(file *read, const char *name, list_kind kind) {
  if (at_byte(read, '=') || at_word(read, "be"))
    advance(read);
  else
    return refuse_token(read, name, "'='");
  if (strcmp(name, "n") == 0) return take_size(read);
  return kind < LISTS ? take_list(read, kind) : take_diagonal_count(read);
}

/* [letting] name = value */
static nq_status take_statement(file *read) {
  if (at_word(read, "language")) {
    nq_input_skip_line(read->input);
    advance(read);
    return NQ_OK;
  }
  if (at_word(read, "letting")) advance(read);
  char name[NQ_WORD_BYTES];
  memcpy(name, read->token.word, sizeof name);
  unsigned kind = INIT;
  while (kind < LISTS && strcmp(name, list_names[kind]) != 0) kind++;
  if (kind == LISTS && strcmp(name, "n") != 0 && strcmp(name, "numdiags") != 0)
    return refuse_token(read, "letting", "n, init, blocks, numdiags or diags");
  advance(read);
  return take_value(read, name, (list_kind)kind);
}

/* ---- From the lists to an instance ---- */

static nq_status add_pair(nq_instance *instance, list_kind kind, const pair *item,
                          nq_error *error) {
  if (kind == INIT)
    return nq_item_add(instance, NQ_ITEM_QUEEN, item->second, item->first, item->line, error);
  if (kind == DIAGS)
    return nq_item_add(instance, item->second == 1 ? NQ_ITEM_RISING : NQ_ITEM_FALLING, item->first,
                       0, item->line, error);
  return nq_item_add(instance, NQ_ITEM_BLOCK, item->second - 1, item->first - 1, item->line, error);
}

/* Checks that nq_item_add does not make; `blocks` counts from 1, and so must its errors. */
static nq_status check_pair(const file *read, list_kind kind, const pair *item) {
  uint64_t n = read->n;
  if (kind == DIAGS && item->second > 1)
    return nq_error_at(read->error, item->line,
                       "diags: the type %" PRIu64
                       " is not known; 1 is row + column, 0 is row - column + n - 1",
                       item->second);
  if (kind == DIAGS && item->first > 2 * (n - 1))
    return nq_error_at(read->error, item->line,
                       "diags: diagonal %" PRIu64 " is out of range: it must be 0 to %" PRIu64,
                       item->first, 2 * (n - 1));
  if (kind != BLOCKS) return NQ_OK;
  bool row_wrong = item->first < 1 || item->first > n;
  if (!row_wrong && item->second >= 1 && item->second <= n) return NQ_OK;
  return nq_error_at(read->error, item->line,
                     "blocks: %s %" PRIu64 " is out of range: it must be 1 to %" PRIu64,
                     row_wrong ? "row" : "column", row_wrong ? item->first : item->second, n);
}

static nq_status add_list(const file *read, list_kind kind, uint64_t first_diagonals,
                          nq_instance *instance) {
  const list *items = &read->lists[kind];
  nq_status status = NQ_OK;
  for (size_t i = 0; i < items->count && status == NQ_OK; i++) {
    status = check_pair(read, kind, &items->pairs[i]);
    if (kind == DIAGS && i >= first_diagonals) continue; /* only checked */
    if (status == NQ_OK) status = add_pair(instance, kind, &items->pairs[i], read->error);
  }
  return status;
}

static nq_status check_file(const file *read, uint64_t first_diagonals) {
  const list *diags = &read->lists[DIAGS];
  if (read->n == 0)
    return nq_error_at(read->error, read->token.line, "n: the board size, as in n = 8, is missing");
  if (read->has_diagonal_count && read->diagonal_count != diags->count)
    return nq_error_at(read->error, read->diagonal_count_line,
                       "numdiags: it is %" PRIu64 ", but diags lists %zu", read->diagonal_count,
                       diags->count);
  if (first_diagonals == UINT64_MAX) return NQ_OK;
  if (!diags->known)
    return nq_error_set(read->error, NQ_BAD_VALUE,
                        "the first %" PRIu64 " diagonals were requested, but the instance has no "
                        "list of diagonals",
                        first_diagonals);
  if (first_diagonals > diags->count)
    return nq_error_set(read->error, NQ_BAD_VALUE,
                        "the first %" PRIu64 " diagonals were requested, but the list has %zu",
                        first_diagonals, diags->count);
  return NQ_OK;
}

static nq_status build_instance(const file *read, uint64_t first_diagonals,
                                nq_instance **instance) {
  nq_status status = check_file(read, first_diagonals);
  if (status != NQ_OK) return status;
  nq_instance *built = nq_instance_new(read->n);
  if (built == NULL)
    return nq_error_set(read->error, NQ_NO_MEMORY, "no memory for an instance of n = %" PRIu32,
                        read->n);
  for (unsigned kind = INIT; kind < LISTS && status == NQ_OK; kind++)
    status = add_list(read, (list_kind)kind, first_diagonals, built);
  if (status == NQ_OK)
    *instance = built;
  else
    nq_instance_free(built);
  return status;
}

nq_status nq_csplib_read(nq_input *input, uint64_t first_diagonals, nq_instance **instance,
                         nq_error *error) {
  file read = {.input = input, .error = error};
  nq_status status = NQ_OK;
  advance(&read);
  while (status == NQ_OK && read.token.kind != NQ_TOKEN_END) status = take_statement(&read);
  if (status == NQ_OK) status = build_instance(&read, first_diagonals, instance);
  for (unsigned kind = INIT; kind < LISTS; kind++) free(read.lists[kind].pairs);
  return status;
}

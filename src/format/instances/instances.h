/* Shared by the text formats of instances: tokens, items and readers. */
#ifndef NQ_FORMAT_INSTANCES_INSTANCES_H
#define NQ_FORMAT_INSTANCES_INSTANCES_H

#include "format/input.h"

#include <stdint.h>

#define NQ_WORD_BYTES 24

typedef enum nq_token_kind {
  NQ_TOKEN_END,      /* of the input */
  NQ_TOKEN_LINE_END, /* of a line */
  NQ_TOKEN_WORD,     /* letters, digits, _ and ', starting with a letter */
  NQ_TOKEN_NUMBER,
  NQ_TOKEN_NO_SIZE, /* a whole number below 0 or of more than 64 bits */
  NQ_TOKEN_OTHER    /* one other byte */
} nq_token_kind;

typedef struct nq_token {
  nq_token_kind kind;
  uint64_t line;
  uint64_t number;
  char word[NQ_WORD_BYTES]; /* as written, cut off after 23 bytes, as no keyword is longer */
  int byte;
} nq_token;

/* Take the next token, skipping blanks, and comments from `comment` to the end of the line. */
nq_token nq_token_take(nq_input *input, char comment);
/* Describe the token for an error: 'x', the number 12, the end of the line. */
#define NQ_TOKEN_WORDS 48
const char *nq_token_words(const nq_token *token, char words[NQ_TOKEN_WORDS]);

/* The token as n; NQ_BAD_FORMAT at its line if it is not a board size. */
nq_status nq_token_size(const nq_token *token, uint32_t *n, nq_error *error);

/* A queen, a blocked square or an excluded diagonal. */
typedef enum nq_item_kind {
  NQ_ITEM_QUEEN,
  NQ_ITEM_BLOCK,
  NQ_ITEM_RISING,
  NQ_ITEM_FALLING
} nq_item_kind;

/* Add an item from `line` of the input: a square is (column, row), a diagonal is (index, 0).
 * NQ_BAD_FORMAT if it is out of range or a second queen in its column. */
nq_status nq_item_add(nq_instance *instance, nq_item_kind kind, uint64_t first, uint64_t second,
                      uint64_t line, nq_error *error);

/* The readers.  *instance is set only when NQ_OK is returned. */
nq_status nq_native_read(nq_input *input, nq_instance **instance, nq_error *error);
nq_status nq_csplib_read(nq_input *input, uint64_t first_diagonals, nq_instance **instance,
                         nq_error *error);

#endif

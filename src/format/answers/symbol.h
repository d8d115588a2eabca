/* The words, numbers and signs of other programs' answers. */
#ifndef NQ_FORMAT_ANSWERS_SYMBOL_H
#define NQ_FORMAT_ANSWERS_SYMBOL_H

#include "format/input.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum nq_symbol_kind {
  NQ_SYMBOL_END,
  NQ_SYMBOL_LINE_END,
  NQ_SYMBOL_NUMBER, /* -? and digits; value is clipped at 2^62 either way */
  NQ_SYMBOL_WORD,   /* letters, digits and _ # ! $ . -, starting with a letter, a digit, _ or # */
  NQ_SYMBOL_SIGN,   /* any other printable byte */
  NQ_SYMBOL_ODD     /* a control character or a byte above ASCII */
} nq_symbol_kind;

#define NQ_SYMBOL_TEXT 40

typedef struct nq_symbol {
  nq_symbol_kind kind;
  int byte;                  /* of a sign or an odd byte */
  size_t size;               /* of a word or number, all of it */
  int64_t value;             /* of a number */
  uint64_t line;             /* where it stands */
  char text[NQ_SYMBOL_TEXT]; /* of a word or number, cut off if too long */
} nq_symbol;

/* Take the next one on the line. */
void nq_symbol_take(nq_input *input, nq_symbol *token);
/* Take the next one, skipping line ends. */
void nq_symbol_take_any(nq_input *input, nq_symbol *token);
/* Take all bytes up to the next blank or line end as a word; END and LINE_END as above. */
void nq_symbol_take_field(nq_input *input, nq_symbol *token);

/* After an opening quote, take the text up to and including the closing quote; the text becomes
 * *token, a word.  END if there is no closing quote.  A quote after the byte `escape` is text; 0
 * means no such byte. */
void nq_symbol_take_string(nq_input *input, int quote, int escape, nq_symbol *token);

static inline bool nq_symbol_is(const nq_symbol *token, char sign) {
  return token->kind == NQ_SYMBOL_SIGN && token->byte == sign;
}
bool nq_symbol_is_word(const nq_symbol *token, const char *word);

/* Room for the description of a token in an error. */
#define NQ_SYMBOL_WORDS (NQ_SYMBOL_TEXT + 4)
const char *nq_symbol_words(const nq_symbol *token, char words[NQ_SYMBOL_WORDS]);

/* A number with one more digit; from 2^62 on it is 2^62. */
static inline int64_t nq_symbol_add_digit(int64_t number, int digit) {
  const int64_t most = INT64_C(1) << 62;
  return number < most / 10 ? 10 * number + (digit - '0') : most;
}

/* The indices at the end of a name, 3 in Q3 and Q_3, 1 and 2 in q_1_2; returns their number, 0 for
 * a name whose letters are not q, queen, queens or x (in either case), and for a token that is not a
 * whole word. */
unsigned nq_symbol_indices(const nq_symbol *token, int64_t indices[2]);

/* 0 or 1 if the field is a number within 1e-5 of it; -1 for any other field. */
int nq_unit_value(const nq_symbol *field);
/* Whether `text` holds all of the token. */
static inline bool nq_symbol_is_whole(const nq_symbol *token) {
  return token->size < sizeof token->text;
}

#endif

#include "format/answers/symbol.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

static bool starts_word(int byte) {
  return is_letter(byte) || byte == '#';
}

static bool goes_on(int byte) {
  return starts_word(byte) || is_digit(byte) || byte == '!' || byte == '$' || byte == '.';
}

static void add_byte(nq_symbol *token, int byte) {
  if (token->size < sizeof token->text - 1) token->text[token->size] = (char)byte;
  token->size++;
}

static void close_text(nq_symbol *token) {
  token->text[token->size < sizeof token->text ? token->size : sizeof token->text - 1] = '\0';
}

/* Digits followed by letters are a word. */
static void take_number(nq_input *input, nq_symbol *token) {
  token->kind = NQ_SYMBOL_NUMBER;
  bool negative = *input->next == '-';
  if (negative) add_byte(token, nq_input_take(input));
  while (is_digit(nq_input_peek(input))) {
    int byte = nq_input_take(input);
    add_byte(token, byte);
    token->value = nq_symbol_add_digit(token->value, byte);
  }
  if (negative) token->value = -token->value;
}

static void take_word(nq_input *input, nq_symbol *token) {
  token->kind = NQ_SYMBOL_WORD;
  while (goes_on(nq_input_peek(input)) || nq_input_peek(input) == '-')
    add_byte(token, nq_input_take(input));
}

/* Skip blanks; take the end of the line or of the input. */
static bool take_end(nq_input *input, nq_symbol *token) {
  nq_input_skip_blanks(input);
  *token = (nq_symbol){.line = input->line, .byte = nq_input_peek(input)};
  if (token->byte >= 0 && token->byte != '\n') return false;
  token->kind = token->byte < 0 ? NQ_SYMBOL_END : NQ_SYMBOL_LINE_END;
  nq_input_take(input);
  return true;
}

void nq_symbol_take(nq_input *input, nq_symbol *token) {
  if (take_end(input, token)) return;
  if (is_digit(token->byte) || nq_input_at_negative(input)) {
    take_number(input, token);
    if (goes_on(nq_input_peek(input))) take_word(input, token);
  } else if (starts_word(token->byte)) {
    take_word(input, token);
  } else {
    nq_input_take(input);
    token->kind = token->byte > ' ' && token->byte < 0x7F ? NQ_SYMBOL_SIGN : NQ_SYMBOL_ODD;
  }
  close_text(token);
}

void nq_symbol_take_any(nq_input *input, nq_symbol *token) {
  do nq_symbol_take(input, token);
  while (token->kind == NQ_SYMBOL_LINE_END);
}

void nq_symbol_take_field(nq_input *input, nq_symbol *token) {
  if (take_end(input, token)) return;
  token->kind = NQ_SYMBOL_WORD;
  for (int byte = token->byte; byte > ' '; byte = nq_input_peek(input))
    add_byte(token, nq_input_take(input));
  if (token->size == 0) { /* a control character, a bare carriage return */
    nq_input_take(input);
    token->kind = NQ_SYMBOL_ODD;
  }
  close_text(token);
}

void nq_symbol_take_string(nq_input *input, int quote, int escape, nq_symbol *token) {
  *token = (nq_symbol){.kind = NQ_SYMBOL_WORD, .line = input->line};
  for (bool escaped = false;;) {
    int byte = nq_input_take(input);
    if (byte < 0) token->kind = NQ_SYMBOL_END;
    if (byte < 0 || (byte == quote && !escaped)) break;
    escaped = escape != 0 && byte == escape && !escaped;
    add_byte(token, byte);
  }
  close_text(token);
}

bool nq_symbol_is_word(const nq_symbol *token, const char *word) {
  return token->kind == NQ_SYMBOL_WORD && strcmp(token->text, word) == 0;
}

static bool is_printable(const char *text) {
  for (; *text != '\0'; text++)
    if (*text < ' ' || *text > '~') return false;
  return true;
}

const char *nq_symbol_words(const nq_symbol *token, char words[NQ_SYMBOL_WORDS]) {
  if (token->kind == NQ_SYMBOL_END) return "the end of the file";
  if (token->kind == NQ_SYMBOL_LINE_END) return "the end of the line";
  if (token->kind == NQ_SYMBOL_SIGN || token->kind == NQ_SYMBOL_ODD)
    return nq_byte_words(token->byte, words);
  if (!is_printable(token->text)) return "bytes that are not text";
  snprintf(words, NQ_SYMBOL_WORDS, "'%s'", token->text);
  return words;
}

/* Returns the byte after the number, or NULL. */
static const char *parse_index(const char *text, int64_t *index) {
  const char *at = text;
  for (*index = 0; is_digit(*at); at++) *index = nq_symbol_add_digit(*index, *at);
  return at > text ? at : NULL;
}

unsigned nq_symbol_indices(const nq_symbol *token, int64_t indices[2]) {
  if (token->kind != NQ_SYMBOL_WORD || !nq_symbol_is_whole(token)) return 0;
  const char *name = token->text;
  static const char *const stems[] = {"q", "queen", "queens", "x"};
  size_t size = strcspn(name, "0123456789"), stem = size;
  while (stem > 0 && name[stem - 1] == '_') stem--;
  bool known = false;
  for (size_t i = 0; i < sizeof stems / sizeof *stems; i++)
    known = known || (strlen(stems[i]) == stem && strncasecmp(stems[i], name, stem) == 0);
  const char *at = known ? parse_index(name + size, &indices[0]) : NULL;
  if (at == NULL) return 0;
  if (*at == '\0') return 1;
  at = *at == '_' ? parse_index(at + 1, &indices[1]) : NULL;
  return at != NULL && *at == '\0' ? 2 : 0;
}

/* The decimal exponent at `text`, which is empty or starts with e. */
static bool parse_exponent(const char *text, int *exponent) {
  *exponent = 0;
  if (*text == '\0') return true;
  if (*text++ != 'e') return false;
  bool negative = *text == '-';
  if (*text == '-' || *text == '+') text++;
  int64_t value;
  const char *at = parse_index(text, &value);
  if (at == NULL || *at != '\0' || value > 400) return false;
  *exponent = negative ? -(int)value : (int)value;
  return true;
}

/* By hand, as strtod depends on the locale. */
int nq_unit_value(const nq_symbol *field) {
  const char *text = field->text;
  double value = 0, scale = 1;
  bool negative = *text == '-', digits = false, point = false;
  if (negative) text++;
  for (; is_digit(*text) || (*text == '.' && !point); text++) {
    if (*text == '.') {
      point = true;
      continue;
    }
    digits = true;
    value = 10 * value + (*text - '0');
    if (point) scale *= 10;
  }
  int exponent;
  if (!nq_symbol_is_whole(field) || !digits || !parse_exponent(text, &exponent)) return -1;
  value = (negative ? -value : value) / scale * pow(10, exponent);
  const double near = 1e-5;
  return fabs(value) <= near ? 0 : fabs(value - 1) <= near ? 1 : -1;
}

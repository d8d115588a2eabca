/* The bytes and lines under the trees, numbers and glyphs, and words about nodes. */
#include "format/scan/scan.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- Bytes and lines ---- */

void nq_terms_begin(nq_terms *terms, nq_input *input, nq_error *error) {
  *terms = (nq_terms){.input = input, .line = input->line, .error = error};
}

void nq_terms_release(nq_terms *terms) {
  free(terms->nodes);
  terms->nodes = NULL;
}

void nq_terms_commit(nq_terms *terms) {
  const unsigned char *at = terms->input->next, *nul = memchr(at, '\0', terms->at);
  if (nul != NULL && terms->nul_line == 0) {
    terms->nul_line = terms->input->line;
    for (; at < nul; at++) terms->nul_line += *at == '\n';
  }
  terms->input->next += terms->at;
  terms->input->line = terms->line;
  terms->at = 0;
}

int nq_terms_peek(nq_terms *terms, size_t ahead) {
  nq_input *input = terms->input;
  while ((size_t)(input->end - input->next) <= terms->at + ahead)
    if (!nq_input_extend(input)) return -1;
  return input->next[terms->at + ahead];
}

bool nq_terms_line(nq_terms *terms, size_t *size) {
  nq_input *input = terms->input;
  if (nq_terms_peek(terms, 0) < 0) return false;
  for (size_t seen = 0;;) {
    size_t left = (size_t)(input->end - input->next) - terms->at;
    const unsigned char *start = input->next + terms->at;
    const unsigned char *end = memchr(start + seen, '\n', left - seen);
    *size = end != NULL ? (size_t)(end - start) : left;
    if (end != NULL) return true;
    seen = left;
    if (left >= NQ_INPUT_WINDOW) *size = SIZE_MAX;
    if (left >= NQ_INPUT_WINDOW || !nq_input_extend(input)) return true;
  }
}

static bool is_blank(int byte) {
  return byte == ' ' || byte == '\t' || byte == '\r';
}

void nq_terms_skip_line(nq_terms *terms) {
  nq_input *input = terms->input;
  while (nq_terms_peek(terms, 0) >= 0) {
    const unsigned char *start = input->next + terms->at;
    const unsigned char *end = memchr(start, '\n', (size_t)(input->end - start));
    terms->at = (size_t)((end != NULL ? end : input->end) - input->next);
    if (end == NULL) continue;
    nq_terms_end_line(terms);
    break;
  }
}

void nq_terms_end_line(nq_terms *terms) {
  nq_place end = {terms->at + 1, terms->line + 1};
  nq_terms_return(terms, end);
  for (unsigned i = 0; i < terms->input->wrapping.spacing; i++) {
    while (is_blank(nq_terms_peek(terms, 0))) terms->at++;
    if (nq_terms_peek(terms, 0) != '\n') break;
    end = (nq_place){terms->at + 1, terms->line + 1};
    nq_terms_return(terms, end);
  }
  nq_terms_return(terms, end);
}

void nq_terms_skip_blank(nq_terms *terms) {
  for (nq_text line; (line = nq_terms_look(terms, 0)).at != NULL && line.size == 0;)
    nq_terms_skip_line(terms);
}

void nq_terms_skip_paragraph(nq_terms *terms) {
  while (nq_terms_look(terms, 0).size > 0) nq_terms_skip_line(terms);
}

/* ---- Lines as text ---- */

nq_text nq_text_trim(nq_text text) {
  while (text.size > 0 && is_blank(*text.at)) text.at++, text.size--;
  while (text.size > 0 && is_blank(text.at[text.size - 1])) text.size--;
  return text;
}

nq_text nq_terms_look(nq_terms *terms, size_t ahead) {
  nq_place start = nq_terms_here(terms);
  size_t size = 0;
  bool found = nq_terms_line(terms, &size);
  for (; ahead > 0 && found && size != SIZE_MAX; ahead--) {
    nq_terms_skip_line(terms);
    found = nq_terms_line(terms, &size);
  }
  nq_text line = {(const char *)terms->input->next + terms->at, size};
  nq_terms_return(terms, start);
  if (!found || ahead > 0) return (nq_text){NULL, 0};
  if (size == SIZE_MAX) line.size = NQ_INPUT_WINDOW;
  return nq_text_trim(line);
}

size_t nq_text_span(nq_text text, const char *bytes) {
  size_t size = 0, count = strlen(bytes);
  while (size < text.size && memchr(bytes, text.at[size], count) != NULL) size++;
  return size;
}

bool nq_text_starts(nq_text text, const char *pattern) {
  size_t i = 0;
  for (; pattern[i] != '\0'; i++) {
    if (pattern[i] == '$') return i == text.size;
    if (i >= text.size) return false;
    bool any = pattern[i] == '9'   ? is_digit(text.at[i])
               : pattern[i] == '?' ? is_letter(text.at[i])
                                   : text.at[i] == pattern[i];
    if (!any) return false;
  }
  return true;
}

bool nq_text_starts_any(nq_text text, const char *const *patterns) {
  while (*patterns != NULL && !nq_text_starts(text, *patterns)) patterns++;
  return *patterns != NULL;
}

/* Whether two letters may be the same but for their case: most words differ in the first. */
static bool is_like(char letter, char other) {
  return ((letter ^ other) & 0x5F) == 0;
}

/* Whether the byte beside the first or last of some words is of a longer word or number. */
static bool is_of_more(char byte, char word) {
  return is_letter(byte) || (is_digit(word) && is_digit(byte));
}

static bool find_words(nq_text text, const char *words, bool whole) {
  size_t length = strlen(words);
  for (size_t at = 0; at + length <= text.size; at++) {
    if (!is_like(text.at[at], *words)) continue;
    size_t after = at + length;
    bool start = at == 0 || !is_of_more(text.at[at - 1], *words);
    bool end = after == text.size || !is_of_more(text.at[after], words[length - 1]);
    if (((start && end) || !whole) && strncasecmp(text.at + at, words, length) == 0) return true;
  }
  return false;
}

bool nq_text_is_rule(nq_text line) {
  size_t bytes = 0;
  if (line.size == 0) return false;
  int32_t first = nq_glyph((const unsigned char *)line.at, line.size, &bytes);
  bool box = first >= 0x250C && first <= 0x256C && line.size > 3 * bytes;
  for (size_t i = 0; i < line.size && box; i++) box = !is_digit(line.at[i]);
  const char sign[] = {line.at[0], '\0'};
  bool same = nq_text_span(line, sign) == line.size && strchr("-=*~_", *line.at) != NULL;
  bool table =
      nq_text_span(line, "-+|=: \t") == line.size && memchr(line.at, '-', line.size) != NULL;
  return box || (line.size >= 3 && (same || table));
}

bool nq_text_is_list(nq_text text) {
  size_t numbers = 0;
  bool digit = false;
  for (size_t i = 0; i < text.size; digit = is_digit(text.at[i++]))
    numbers += is_digit(text.at[i]) && !digit && (i == 0 || text.at[i - 1] != '.');
  return numbers >= 3 && nq_text_span(text, "0123456789.,; []()") == text.size;
}

bool nq_text_contains(nq_text text, const char *words) {
  return find_words(text, words, false);
}

bool nq_text_has(nq_text text, const char *words) {
  return find_words(text, words, true);
}

bool nq_text_is(nq_text text, const char *word) {
  return text.size > 0 && is_like(*text.at, *word) && text.size == strlen(word) &&
         strncasecmp(text.at, word, text.size) == 0;
}

/* ---- Glyphs and numbers ---- */

int32_t nq_glyph(const unsigned char *text, size_t size, size_t *bytes) {
  unsigned first = text[0];
  size_t length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
  *bytes = 1;
  if (length == 1) return (int32_t)first;
  if (first < 0xC2 || first > 0xF4 || length > size) return 0xFFFD;
  uint32_t point = first & (0x7Fu >> length);
  for (size_t i = 1; i < length; i++) {
    if ((text[i] & 0xC0) != 0x80) return 0xFFFD;
    point = point << 6 | (text[i] & 0x3F);
  }
  *bytes = length;
  return (int32_t)point;
}

nq_kind nq_number_of(const char *text, size_t size, int64_t *result) {
  const char *end = text + size;
  bool negative = size > 0 && *text == '-', point = false, plain, digits = false;
  double value = 0, scale = 1;
  int64_t whole = 0;
  if (size > 0 && (*text == '-' || *text == '+')) text++;
  for (; text < end && *text != 'e' && *text != 'E'; text++) {
    if (*text == '.' ? point : !is_digit(*text)) return NQ_KIND_WORD;
    point = point || *text == '.';
    if (*text == '.') continue;
    digits = true;
    whole = nq_add_digit(whole, *text);
    value = 10 * value + (*text - '0');
    if (point) scale *= 10;
  }
  if (!digits) return NQ_KIND_WORD;
  plain = !point && text == end;
  if (text < end) {
    char exponent[8] = "";
    size_t length = (size_t)(end - text) - 1;
    memcpy(exponent, text + 1, length < 7 ? length : 7);
    value *= pow(10, atoi(exponent));
  }
  value /= scale;
  bool near = !plain && value < 0x1p53 && fabs(value - nearbyint(value)) <= 1e-5;
  if (near) whole = (int64_t)nearbyint(value);
  *result = negative ? -whole : whole;
  return plain || near ? NQ_KIND_NUMBER : NQ_KIND_REAL;
}

/* ---- Sizes of numbers and words ---- */

int32_t nq_terms_glyph(nq_terms *terms, size_t ahead, size_t *bytes) {
  (void)nq_terms_peek(terms, ahead + 3); /* have them in the buffer */
  const nq_input *input = terms->input;
  const unsigned char *start = input->next + terms->at + ahead;
  return nq_glyph(start, (size_t)(input->end - start), bytes);
}

bool nq_glyph_is_foreign(int32_t point) {
  return (point >= 0xC0 && point < 0x2000 && point != 0xD7 && point != 0xF7) ||
         (point >= 0x2E80 && point < 0xD800 && (point < 0x3000 || point > 0x303F) &&
          point != 0x30FB);
}

size_t nq_terms_digits(nq_terms *terms, size_t at) {
  size_t size = 0;
  while (is_digit(nq_terms_peek(terms, at + size))) size++;
  return size;
}

size_t nq_terms_number(nq_terms *terms) {
  int first = nq_terms_peek(terms, 0);
  size_t size = first == '-' || first == '+', digits = nq_terms_digits(terms, size);
  size += digits;
  if (nq_terms_peek(terms, size) == '.' && nq_terms_peek(terms, size + 1) != '.') {
    size_t after = nq_terms_digits(terms, size + 1);
    size += 1 + after;
    digits += after;
    if (nq_terms_peek(terms, size) == '.' && is_digit(nq_terms_peek(terms, size + 1)))
      return 0; /* a version */
  }
  int byte = nq_terms_peek(terms, size);
  if (byte == 'e' || byte == 'E') {
    int sign = nq_terms_peek(terms, size + 1);
    size_t head = sign == '-' || sign == '+' ? 2 : 1,
           exponent = nq_terms_digits(terms, size + head);
    if (exponent > 0) size += head + exponent;
  }
  int after = nq_terms_peek(terms, size);
  size_t bytes;
  int32_t glyph = after < 0x80 ? after : nq_terms_glyph(terms, size, &bytes);
  bool ends = !is_letter(after) && (glyph < 0x80 || glyph >= 0x2000) && !nq_glyph_is_foreign(glyph);
  return digits > 0 && ends ? size : 0; /* a bracket of many lines may follow */
}

static bool goes_on(nq_terms *terms, size_t at) {
  int byte = nq_terms_peek(terms, at), next = nq_terms_peek(terms, at + 1);
  if (is_letter(byte) || is_digit(byte) || byte == '!' || byte == '$' || byte == '\'') return true;
  if (byte == '#') return (terms->style & NQ_BARS) != 0 || (at > 0 && is_digit(next));
  if (byte == '.') return is_letter(next) || is_digit(next);
  return byte == '-' && at > 0 && is_letter(next) && is_letter(nq_terms_peek(terms, at - 1));
}

size_t nq_terms_word(nq_terms *terms) {
  for (size_t size = 0, bytes;; size += bytes) {
    bytes = 1;
    if (goes_on(terms, size)) continue;
    if (nq_terms_peek(terms, size) < 0x80 ||
        !nq_glyph_is_foreign(nq_terms_glyph(terms, size, &bytes)))
      return size;
  }
}

/* ---- Nodes ---- */

static bool has_words(const nq_node *node) {
  return node->kind == NQ_KIND_WORD || node->kind == NQ_KIND_STRING || node->kind == NQ_KIND_CALL;
}

bool nq_node_is(const nq_node *node, const char *word) {
  return has_words(node) && nq_text_is((nq_text){node->text, node->size}, word);
}

bool nq_node_is_any(const nq_node *node, const char *const *words) {
  if (!has_words(node)) return false;
  while (*words != NULL && !nq_node_is(node, *words)) words++;
  return *words != NULL;
}

/* #b0100 and #x2b, the bit-vectors of SMT-LIB, _3, and R's 3L; false for others. */
static bool take_digits(const char *text, size_t size, int64_t *value) {
  static const char digits[] = "0123456789abcdef";
  if (text[size - 1] == 'L') return nq_number_of(text, size - 1, value) == NQ_KIND_NUMBER;
  bool bits = text[0] == '#' && size > 2;
  int base = !bits ? 10 : text[1] == 'b' ? 2 : text[1] == 'x' ? 16 : 0;
  if (size < 2 || base == 0 || (!bits && text[0] != '_')) return false;
  *value = 0;
  for (size_t i = bits ? 2 : 1; i < size; i++) {
    int byte = tolower((unsigned char)text[i]);
    const char *digit = strchr(digits, byte);
    if (digit == NULL || digit - digits >= base || (bits && *value >= INT64_C(1) << 50))
      return false;
    *value = bits ? base * *value + (digit - digits) : nq_add_digit(*value, byte);
  }
  return true;
}

void nq_node_set_word(nq_node *node, const char *text) {
  static const char *const values[] = {"false", "true", "none", "null", "na"};
  for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
    if (!nq_text_is((nq_text){text, node->size}, values[i])) continue;
    node->kind = i < 2 ? NQ_KIND_TRUTH : NQ_KIND_HOLE;
    node->value = i == 1;
  }
  if (take_digits(text, node->size, &node->value)) node->kind = NQ_KIND_NUMBER;
}

const char *nq_index_words(int64_t index, char words[NQ_INDEX_WORDS]) {
  const int64_t most = INT64_C(1000000000000000000);
  if (index > most) return "above 10^18";
  if (index < -most) return "below -10^18";
  snprintf(words, NQ_INDEX_WORDS, "%" PRId64, index);
  return words;
}

const char *nq_node_words(const nq_node *node, char words[NQ_NODE_WORDS]) {
  if (node == NULL || node->kind == NQ_KIND_END) return "the end of the line";
  if (node->kind == NQ_KIND_ODD) return nq_byte_words((int)node->value, words);
  if (node->kind == NQ_KIND_LIST)
    snprintf(words, NQ_NODE_WORDS, "'%c'", node->sign);
  else
    snprintf(words, NQ_NODE_WORDS, "'%.*s'", node->size < 40 ? (int)node->size : 40, node->text);
  return words;
}

nq_status nq_node_unexpected(const nq_terms *terms, const nq_node *node, const char *expected) {
  char words[NQ_NODE_WORDS];
  uint64_t line = node != NULL ? node->line : terms->line;
  return nq_error_at(terms->error, line, "%s was expected, not %s", expected,
                     nq_node_words(node, words));
}

const nq_node *nq_find_gap(const nq_node *node, const nq_node *end, bool *pairs) {
  const nq_node *gap = NULL, *last = NULL;
  size_t count = 0;
  bool within = true, between = true;
  for (; node < end; node++) {
    if (node->kind > NQ_KIND_HOLE) continue;
    const char *rest = last != NULL ? last->text + last->size : NULL;
    bool comma = rest != NULL && memchr(rest, ',', (size_t)(node->text - rest)) != NULL;
    if (last != NULL && !comma && gap == NULL) gap = node;
    within = within && comma == (count % 2 == 1);
    between = between && comma == (count % 2 == 0 && count > 0);
    count++;
    last = node;
  }
  *pairs = (within || between) && count % 2 == 0 && count >= 6;
  return gap;
}

#include "format/scan/scan.h"
#include "core/core.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Lists within lists. */
#define DEPTH_MOST 64

typedef struct scan {
  nq_terms *terms;
  nq_status status; /* of the first failure, after which a node is `spare` */
  nq_node spare;
  size_t open[DEPTH_MOST]; /* the nodes of the open brackets; the root is open[0] */
  unsigned depth;
  bool comma;        /* the last token was a comma */
  size_t last_end;   /* where the last word or call ended, so that a bracket may follow */
  size_t last_node;  /* and its node */
  size_t number_end; /* where the last number ended, so that 1-2 is a pair */
  size_t quote_end;  /* the closing quote of a list, or SIZE_MAX */
} scan;

/* ---- Nodes ---- */

/* The node; its address is good up to the next. */
static nq_node *add_node(scan *state, nq_kind kind) {
  nq_terms *terms = state->terms;
  if (state->status == NQ_OK &&
      (terms->count > INT32_MAX ||
       !nq_memory_grow(&terms->nodes, terms->count, &terms->room, sizeof *terms->nodes)))
    state->status = nq_error_set(state->terms->error, NQ_NO_MEMORY,
                                 "no memory for an answer of more than %zu words", terms->count);
  if (state->status != NQ_OK) return &state->spare;
  nq_node *node = &terms->nodes[terms->count++];
  *node = (nq_node){.kind = (unsigned char)kind, .line = terms->line, .span = 1, .at = terms->at};
  state->comma = false;
  return node;
}

static void refuse(scan *state, uint64_t line, const char *words) {
  if (state->status == NQ_OK) state->status = nq_error_at(state->terms->error, line, "%s", words);
}

static bool is_word_start(int byte) {
  return is_letter(byte) || byte >= 0x80;
}

static int peek(scan *state, size_t ahead) {
  return nq_terms_peek(state->terms, ahead);
}

/* The text is next. */
static bool at_text(scan *state, const char *text) {
  for (size_t i = 0; text[i] != '\0'; i++)
    if (peek(state, i) != (unsigned char)text[i]) return false;
  return true;
}

/* ---- Numbers and words ---- */

/* 1-2 and 1/2 within brackets: after the first number, make it a list with both. */
static void take_pair(scan *state) {
  nq_terms *terms = state->terms;
  size_t digits = nq_terms_digits(terms, 1);
  add_node(state, NQ_KIND_NUMBER);
  add_node(state, NQ_KIND_NUMBER);
  if (state->status != NQ_OK) return;
  nq_node *list = &terms->nodes[terms->count - 3];
  list[2].at = terms->at + 1;
  list[2].size = (uint32_t)digits;
  nq_number_of(nq_text_at(terms, &list[2]), digits, &list[2].value);
  list[1] = list[0];
  list[0] = (nq_node){
      .kind = NQ_KIND_LIST, .sign = '(', .line = list->line, .at = list->at, .span = 3, .value = 1};
  terms->at += 1 + digits;
}

static void take_text(scan *state, nq_kind kind, size_t size) {
  nq_node *node = add_node(state, kind);
  node->size = (uint32_t)size;
  if (kind == NQ_KIND_NUMBER)
    node->kind = (unsigned char)nq_number_of(nq_text_at(state->terms, node), size, &node->value);
  if (kind == NQ_KIND_WORD) nq_node_set_word(node, nq_text_at(state->terms, node));
  state->terms->at += size;
  state->last_end = kind == NQ_KIND_WORD ? state->terms->at : SIZE_MAX;
  bool whole = kind == NQ_KIND_NUMBER && memchr(nq_text_at(state->terms, node), '.', size) == NULL;
  state->number_end = whole ? state->terms->at : SIZE_MAX;
  state->last_node = state->terms->count - 1;
}

/* ---- Strings and comments ---- */

/* After the opening quote: the size up to the closing one, which must be on the line; or SIZE_MAX.
 */
static size_t measure_string(scan *state, int quote) {
  bool escapes = (state->terms->style & NQ_BARS) == 0;
  for (size_t size = 0;; size++) {
    int byte = peek(state, 1 + size);
    if (byte == quote) return size;
    if (escapes && byte == '\\') byte = peek(state, 1 + ++size);
    if (byte < 0 || (byte == '\n' && escapes)) return SIZE_MAX;
  }
}

/* In any text, after a bracket of Lisp, which has no commas: ; and words. */
static bool at_lisp_comment(scan *state) {
  const nq_node *first = state->terms->nodes + 1;
  size_t ahead = 0;
  if ((state->terms->style & NQ_MARKUP) == 0 || state->terms->count < 2) return false;
  while (peek(state, ahead) == ';') ahead++;
  return first->kind == NQ_KIND_LIST && first->sign == '(' && first->value == 0 &&
         peek(state, ahead) == ' ' && is_letter(peek(state, ahead + 1));
}

/* Whether a comment up to the end of its line is next. */
static bool at_comment(scan *state, int byte) {
  unsigned style = state->terms->style;
  switch (byte) {
  case '#':
    return (style & NQ_HASH) != 0 && !is_digit(peek(state, 1));
  case '%':
    return (style & NQ_PERCENT) != 0;
  case ';':
    return (style & NQ_SEMICOLON) != 0 || at_lisp_comment(state);
  case '$':
    return (style & NQ_DOLLAR) != 0;
  case '/':
    return (style & NQ_SLASHES) != 0 && peek(state, 1) == '/';
  default:
    return false;
  }
}

/* From its first bytes up to the last. */
static void skip_comment(scan *state, size_t open, const char *close) {
  nq_terms *terms = state->terms;
  uint64_t line = terms->line;
  for (terms->at += open; !at_text(state, close); terms->at++) {
    int byte = peek(state, 0);
    if (byte < 0) {
      refuse(state, line, "a comment without an end");
      return;
    }
    terms->line += byte == '\n';
  }
  terms->at += strlen(close);
}

/* ---- Brackets and signs ---- */

static int closing(int byte) {
  return byte == '[' ? ']' : byte == '(' ? ')' : '}';
}

static nq_node *top(scan *state) {
  return &state->terms->nodes[state->open[state->depth]];
}

static void open_bracket(scan *state, int byte) {
  nq_terms *terms = state->terms;
  const char *text = (const char *)terms->input->next + terms->at;
  bool next = state->last_end == terms->at;
  bool call = next && (byte != '{' || text[-1] == '_'); /* LaTeX: x_{1,2} */
  if (byte == '{' && state->depth > 0 &&
      (next || (state->last_end + 1 == terms->at && text[-1] == ' ')))
    call = call || isupper(nq_text_at(terms, &terms->nodes[state->last_node])[0]) != 0; /* Queen{ */
  if (!call) state->last_node = terms->count;
  if (!call) add_node(state, NQ_KIND_LIST);
  if (state->depth + 1 == DEPTH_MOST)
    refuse(state, terms->line, "too many brackets within brackets");
  if (state->status != NQ_OK) return;
  if (call) terms->nodes[state->last_node].kind = NQ_KIND_CALL;
  terms->nodes[state->last_node].sign = (unsigned char)byte;
  state->open[++state->depth] = state->last_node;
  state->comma = true;
  terms->at++;
}

static void close_bracket(scan *state, int byte) {
  nq_terms *terms = state->terms;
  nq_node *node = top(state);
  size_t index = state->open[state->depth];
  if (closing(node->sign) != byte)
    state->status = nq_error_at(state->terms->error, terms->line, "'%c' was expected, not '%c'",
                                closing(node->sign), byte);
  if (state->comma && node->value > 0 && (terms->style & NQ_STRICT) != 0)
    refuse(state, terms->line, "a comma before the bracket");
  if (state->status != NQ_OK) return;
  node->span = (uint32_t)(terms->count - index);
  state->depth--;
  state->comma = false;
  terms->at++;
  if (node->kind == NQ_KIND_LIST && node->span == 1 && byte == ']' && peek(state, 0) == '(')
    terms->count--; /* ECLiPSe's [](1, 2) */
  index = nq_terms_close(terms, index);
  state->last_end = terms->nodes[index].kind == NQ_KIND_CALL ? terms->at : SIZE_MAX;
  state->last_node = index;
}

static void take_comma(scan *state) {
  nq_terms *terms = state->terms;
  bool strict = (terms->style & NQ_STRICT) != 0;
  bool head = !strict && top(state)->value == 0;
  if (state->comma && state->depth > 0 && !head) /* R's [,1] */
    refuse(state, terms->line, "an item was expected, not ','");
  if (state->comma && state->depth == 0) { /* an empty field */
    nq_node *node = add_node(state, NQ_KIND_SIGN);
    node->value = ',';
    node->size = 1;
  }
  top(state)->value++;
  state->comma = true;
  terms->at++;
}

static void take_string(scan *state, int quote, nq_kind kind) {
  nq_terms *terms = state->terms;
  size_t size = measure_string(state, quote);
  if (size == SIZE_MAX || size > UINT32_MAX) {
    nq_node *node = add_node(state, NQ_KIND_ODD);
    node->value = quote;
    terms->at++;
    return;
  }
  if (kind == NQ_KIND_STRING &&
      nq_text_is_list((nq_text){(const char *)terms->input->next + terms->at + 1, size})) {
    state->quote_end = terms->at + 1 + size;
    state->last_end = SIZE_MAX;
    open_bracket(state, '[');
    return;
  }
  terms->at++;
  const char *text = (const char *)terms->input->next + terms->at;
  uint64_t lines = 0;
  for (size_t i = 0; i < size; i++) lines += text[i] == '\n';
  nq_node *node = add_node(state, kind);
  node->size = (uint32_t)size;
  terms->at += size + 1;
  terms->line += lines;
}

static void take_sign(scan *state, int byte) {
  static const struct {
    const char *text;
    int sign;
  } longer[] = {{"...", NQ_SIGN_LEFT_OUT}, {"..", NQ_SIGN_RANGE},  {":=", NQ_SIGN_GIVES},
                {"->", NQ_SIGN_GIVES},     {"=>", NQ_SIGN_GIVES},  {"==", NQ_SIGN_GIVES},
                {"|->", NQ_SIGN_GIVES},    {"-->", NQ_SIGN_GIVES}, {":>", NQ_SIGN_GIVES}};
  if (at_text(state, "@@")) { /* TLA+: (1 :> 2 @@ 2 :> 4) */
    state->terms->at += 2;
    return;
  }
  bool text = (byte >= ' ' && byte < 0x7F) || byte >= 0x80;
  size_t size = 1;
  nq_node *node = add_node(state, text ? NQ_KIND_SIGN : NQ_KIND_ODD);
  node->value = byte;
  if (byte >= 0x80) {
    int32_t point = nq_terms_glyph(state->terms, 0, &size);
    node->value = point == 0xFFFD                      ? byte
                  : point == 0x2192 || point == 0x21A6 ? NQ_SIGN_GIVES
                                                       : point;
    if (point == 0xFFFD) node->kind = NQ_KIND_ODD;
  }
  for (size_t i = 0; i < sizeof longer / sizeof *longer; i++) {
    if (!at_text(state, longer[i].text)) continue;
    size = strlen(longer[i].text);
    node->value = longer[i].sign;
    break;
  }
  node->size = (uint32_t)size;
  state->terms->at += size;
}

/* A dot alone: no value. */
static bool at_hole(scan *state) {
  int next = peek(state, 1), before = 0;
  if (state->terms->at > 0) before = state->terms->input->next[state->terms->at - 1];
  bool start = strchr(" \t\n,;[(|", before) != NULL; /* 0 as well */
  return start && (next < 0 || strchr(" \t\r\n,;])|", next) != NULL);
}

/* ---- Trees ---- */

static bool at_blank(scan *state, int byte) {
  if (byte == ' ' || byte == '\t') return true;
  if (byte == '\r') return peek(state, 1) == '\n' || peek(state, 1) < 0;
  return byte == 0xC2 && peek(state, 1) == 0xA0; /* no-break space */
}

/* A number, or a word or sign that starts like one. */
static void take_number(scan *state, int byte) {
  bool joined = !is_digit(byte) && state->last_end == state->terms->at; /* x-1 */
  size_t size = joined ? 0 : nq_terms_number(state->terms);
  if (size > 0)
    take_text(state, NQ_KIND_NUMBER, size);
  else if (is_digit(byte))
    take_text(state, NQ_KIND_WORD, nq_terms_word(state->terms));
  else
    take_sign(state, byte);
}

/* The size of <b>, </b> or <br/> at the start, or 0. */
static size_t measure_tag(nq_text text) {
  size_t size = 1 + nq_text_starts(text, "</");
  if (text.size <= size || !is_letter(text.at[size])) return 0;
  while (size < text.size && (is_letter(text.at[size]) || is_digit(text.at[size]))) size++;
  size += size < text.size && text.at[size] == '/';
  return size < text.size && text.at[size] == '>' ? size + 1 : 0;
}

/* Pass over signs of LaTeX and Markdown, and tags.  A matrix of LaTeX on one line is a list with ;
 * between its rows.  False if other text is next. */
static bool take_markup(scan *state, int byte) {
  static const char *const signs[] = {"$",   "\\left", "\\right", "\\hline", "\\(", "\\)", "\\[",
                                      "\\]", "\\,",    "\\;",     "**",      "`",   NULL};
  nq_terms *terms = state->terms;
  if ((terms->style & NQ_MARKUP) == 0 || strchr("\\$&<*`", byte) == NULL) return false;
  nq_text rest = nq_terms_look(terms, 0);
  bool within = top(state)->sign == '[';
  bool ends = within && nq_text_starts(rest, "\\end{");
  bool begins =
      nq_text_starts(rest, "\\begin{") && (state->depth > 0 || nq_text_contains(rest, "\\end{"));
  size_t size = byte == '<' ? measure_tag(rest) : within && byte == '&';
  for (size_t i = 0; signs[i] != NULL && size == 0; i++)
    size = at_text(state, signs[i]) ? strlen(signs[i]) : 0;
  if (at_text(state, "\\{") || at_text(state, "\\}")) size = 1;
  if (within && at_text(state, "\\\\")) {
    size = 2;
    add_node(state, NQ_KIND_SIGN)->value = ';';
  }
  const char *brace = begins || ends ? memchr(rest.at, '}', rest.size) : NULL;
  while (brace != NULL && brace[1] == '{') /* {array}{cc} */
    brace = memchr(brace + 1, '}', rest.size - (size_t)(brace + 1 - rest.at));
  terms->at += brace != NULL ? (size_t)(brace - rest.at) : size;
  if (brace != NULL) begins ? open_bracket(state, '[') : close_bracket(state, ']');
  return size > 0 || brace != NULL;
}

static void take_token(scan *state, int byte) {
  nq_terms *terms = state->terms;
  bool bars = (terms->style & NQ_BARS) != 0, second = is_digit(peek(state, 1));
  bool pair = (byte == '-' || byte == '/') && second && state->number_end == terms->at;
  bool word = is_word_start(byte) || byte == '#';
  size_t size = word ? nq_terms_word(state->terms) : 0;
  if (byte == '[' || byte == '(' || byte == '{') {
    open_bracket(state, byte);
  } else if ((byte == ']' || byte == ')' || byte == '}') && state->depth > 0) {
    close_bracket(state, byte);
  } else if (byte == ',') {
    take_comma(state);
  } else if (byte == '.' && at_hole(state)) {
    add_node(state, NQ_KIND_HOLE)->size = 1;
    terms->at++;
  } else if (pair && state->depth > 0) {
    take_pair(state);
  } else if (is_digit(byte) || byte == '-' || byte == '+' || byte == '.') {
    take_number(state, byte);
  } else if (size > 0) {
    take_text(state, NQ_KIND_WORD, size);
  } else if (byte == '|' && bars) {
    take_string(state, '|', NQ_KIND_WORD);
  } else if (byte == '"' || (byte == '\'' && !bars)) {
    take_string(state, byte, NQ_KIND_STRING);
  } else {
    take_sign(state, byte);
  }
}

/* Whether the next line is of the same item of YAML as the line that ended:
 *
 *     - row: 1
 *       col: 0 */
static bool item_goes_on(scan *state) {
  const nq_terms *terms = state->terms;
  const nq_node *first = terms->nodes + 1;
  size_t size = 0;
  if (terms->count <= 4 || !nq_node_is_sign(first, '-') || !nq_node_is_sign(first + 2, ':'))
    return false;
  while (peek(state, size) == ' ') size++;
  if (size < 2) return false;
  while (is_letter(peek(state, size))) size++;
  return peek(state, size) == ':' && peek(state, size + 1) == ' ';
}

static void take_tree(scan *state) {
  nq_terms *terms = state->terms;
  bool plain = (terms->style & NQ_PLAIN) != 0;
  for (int byte; state->status == NQ_OK && (byte = peek(state, 0)) >= 0;) {
    terms->last_line = terms->line;
    if (terms->at == state->quote_end) {
      close_bracket(state, ']');
    } else if (byte == '\n') {
      nq_terms_end_line(terms);
      if (state->depth == 0 && !item_goes_on(state)) break;
    } else if (at_blank(state, byte)) {
      terms->at += byte == 0xC2 ? 2 : 1;
    } else if (at_comment(state, byte)) {
      terms->commented = true;
      size_t size = 0;
      while ((byte = peek(state, size)) >= 0 && byte != '\n') size++;
      terms->at += size;
    } else if ((terms->style & NQ_STARS) != 0 && at_text(state, "/*")) {
      skip_comment(state, 2, "*/");
    } else if ((terms->style & NQ_TAGS) != 0 && at_text(state, "<!--")) {
      skip_comment(state, 4, "-->");
    } else if (plain && strchr("[](){}", byte) != NULL) {
      take_sign(state, byte);
    } else if (!take_markup(state, byte)) {
      take_token(state, byte);
    }
  }
  if (state->status == NQ_OK && state->depth > 0)
    state->status =
        nq_error_at(state->terms->error, terms->line, "the answer is cut short: '%c' is missing",
                    closing(top(state)->sign));
}

nq_status nq_terms_read(nq_terms *terms) {
  scan state = {
      .terms = terms, .last_end = SIZE_MAX, .number_end = SIZE_MAX, .quote_end = SIZE_MAX};
  if (nq_terms_peek(terms, 0) < 0) return NQ_END;
#ifdef NQ_SANITIZED /* so that a sanitizer sees every node that was kept for too long */
  free(terms->nodes);
  terms->nodes = NULL;
  terms->room = 0;
#endif
  terms->count = 0;
  terms->first_line = terms->last_line = terms->line;
  terms->commented = false;
  add_node(&state, NQ_KIND_LIST);
  state.comma = true;
  take_tree(&state);
  add_node(&state, NQ_KIND_END);
  if (state.status != NQ_OK) return state.status;
  terms->nodes[0].span = (uint32_t)--terms->count;
  for (size_t i = 0; i <= terms->count; i++)
    terms->nodes[i].text = nq_text_at(terms, &terms->nodes[i]);
  return NQ_OK;
}

nq_status nq_terms_read_plain(nq_terms *terms, nq_place start) {
  unsigned style = terms->style;
  nq_terms_return(terms, start);
  terms->style |= NQ_PLAIN;
  nq_status status = nq_terms_read(terms);
  terms->style = style;
  return status;
}

nq_status nq_terms_read_line(nq_terms *terms) {
  nq_place start = nq_terms_here(terms);
  nq_status status = nq_terms_read(terms);
  bool whole = status == NQ_OK && terms->last_line == start.line;
  return whole || (status != NQ_OK && status != NQ_BAD_FORMAT) ? status
                                                               : nq_terms_read_plain(terms, start);
}

/* The scanner: the text of answers and instances as trees of tokens.
 *
 * MODEL.  A tree is a line of text, and of the lines after it as many as its brackets span.  Its
 * nodes stand in one array, each before the nodes within it; the root, a list without brackets, is
 * the first.
 *
 *     q = array1d(0..3, [1, 3.0, None])     root:  word q   sign =   call array1d
 *                                           call:  number 0   sign ..   number 3   list
 *                                           list:  number 1   number 3   hole
 *
 * Commas leave no node; a list has their number, so that a reader can refuse a list where some are
 * missing.  A number is whole if it is within 1e-5 of a whole one, as solvers print values: 1.0,
 * -0., 1e0, 0.9999999; np.float64(1.0) is the number as well.  A call is a name with a bracket next
 * to it, x[0,1] or queen(1,2); x[0][1] has both numbers, too. */
#ifndef NQ_FORMAT_SCAN_SCAN_H
#define NQ_FORMAT_SCAN_SCAN_H

#include "format/stream.h"

typedef enum nq_kind {
  NQ_KIND_NUMBER, /* whole; clipped at 2^62 either way */
  NQ_KIND_REAL,   /* any other number */
  NQ_KIND_TRUTH,  /* true or false: value is 1 or 0 */
  NQ_KIND_HOLE,   /* None, null, NA or a dot alone */
  NQ_KIND_WORD,   /* a name; the digits of 2x3 and 0.1s are one, too */
  NQ_KIND_STRING, /* without its quotes */
  NQ_KIND_SIGN,   /* value: a code point, or one of those below */
  NQ_KIND_ODD,    /* a byte that is no text; value: the byte */
  NQ_KIND_LIST,   /* sign: the opening bracket */
  NQ_KIND_CALL,   /* a name and arguments */
  NQ_KIND_END     /* follows the last node, for those that look one ahead */
} nq_kind;

enum {
  NQ_SIGN_GIVES = '=',      /* also :=  ->  =>  -->  |->  :> */
  NQ_SIGN_RANGE = 0x2025,   /* .. */
  NQ_SIGN_LEFT_OUT = 0x2026 /* ... */
};

typedef struct nq_node {
  unsigned char kind, sign;
  uint32_t span; /* nodes: this one and those within it */
  uint32_t size; /* bytes of the text: of a number, word or string, or the name of a call */
  uint64_t line;
  union {
    const char *text; /* good until more of the input is read */
    size_t at;        /* where it is, from input->next on, while the tree is read */
  };
  int64_t value; /* of a list or call: its commas */
} nq_node;

/* The node after this one and those within it. */
static inline const nq_node *nq_next(const nq_node *node) {
  return node + node->span;
}

/* What starts a comment, up to the end of its line, and what a quote is. */
enum {
  NQ_HASH = 1,      /* # */
  NQ_PERCENT = 2,   /* % */
  NQ_SEMICOLON = 4, /* ; */
  NQ_DOLLAR = 8,    /* $ */
  NQ_SLASHES = 16,  /* two slashes */
  NQ_STARS = 32,    /* from slash and star to star and slash */
  NQ_BARS = 64,     /* |x| is the name x; # belongs to a word; a backslash is no escape */
  NQ_STRICT = 128,  /* as in JSON: no comma after the last item, no word but true, false, null */
  NQ_TAGS = 512,    /* from <!-- to --> */
  NQ_PLAIN = 256,   /* one line only: a bracket that is not closed on it is a sign */
  NQ_MARKUP = 1024  /* LaTeX: signs of mathematics are left out, a matrix on one line is a list;
                      HTML, XML: tags are left out */
};

typedef struct nq_terms {
  nq_input *input;
  size_t at;     /* the next byte, from input->next on */
  uint64_t line; /* and its line */
  unsigned style;
  nq_error *error;
  nq_node *nodes; /* of the last tree: any reading moves them, and those for fuzzing always do */
  size_t count, room;
  uint64_t first_line, last_line; /* of the last tree */
  bool commented;                 /* the last tree ended at a comment */
  uint64_t nul_line;              /* of the first NUL byte that was taken, or 0 */
} nq_terms;

void nq_terms_begin(nq_terms *terms, nq_input *input, nq_error *error);
void nq_terms_release(nq_terms *terms);

/* Take the bytes before `at` from the input. */
void nq_terms_commit(nq_terms *terms);
/* The byte `ahead` of the next one; -1 at the end. */
int nq_terms_peek(nq_terms *terms, size_t ahead);
/* The code point `ahead` bytes after the next, and its bytes. */
int32_t nq_terms_glyph(nq_terms *terms, size_t ahead, size_t *bytes);
/* The size of the digits from `at` on; of the number that starts at the scanner, or 0 if there is
 * none or it is part of a word; of the word there. */
size_t nq_terms_digits(nq_terms *terms, size_t at);
size_t nq_terms_number(nq_terms *terms);
size_t nq_terms_word(nq_terms *terms);
/* The size of the next line without its end, if the line is in reach; SIZE_MAX if it is longer than
 * the look-ahead.  False at the end of the input. */
bool nq_terms_line(nq_terms *terms, size_t *size);
/* Go to the next line; to the next that is not empty; to the next empty one. */
void nq_terms_skip_line(nq_terms *terms);
/* Take a line feed and, where blank lines mean nothing, the blank line after it. */
void nq_terms_end_line(nq_terms *terms);
void nq_terms_skip_blank(nq_terms *terms);
void nq_terms_skip_paragraph(nq_terms *terms);

/* A line, or a part of it. */
typedef struct nq_text {
  const char *at;
  size_t size;
} nq_text;

/* The line `ahead` lines after the next, without the blanks at its ends; of a line that is longer
 * than the look-ahead, that.  `at` is NULL beyond the end. */
nq_text nq_terms_look(nq_terms *terms, size_t ahead);
nq_text nq_text_trim(nq_text text);
/* Whether the text starts so; 9 stands for any digit, ? for any letter and $ for the end. */
bool nq_text_starts(nq_text text, const char *pattern);
/* The number of bytes at its start that are among these. */
size_t nq_text_span(nq_text text, const char *bytes);
bool nq_text_starts_any(nq_text text, const char *const *patterns); /* up to NULL */
/* Whether it is a line of dashes, equal signs or stars, or one between the rows of a table; whether
 * it is a list of three numbers or more, as in quotes: 2 4 1 3 or [2, 4, 1, 3]. */
bool nq_text_is_rule(nq_text line);
bool nq_text_is_list(nq_text text);
/* Whether the words stand in the text, whatever the case; and not within others. */
bool nq_text_contains(nq_text text, const char *words);
bool nq_text_has(nq_text text, const char *words);

/* Where the scanner is, to return to. */
typedef struct nq_place {
  size_t at;
  uint64_t line;
} nq_place;

static inline nq_place nq_terms_here(const nq_terms *terms) {
  return (nq_place){terms->at, terms->line};
}
static inline void nq_terms_return(nq_terms *terms, nq_place place) {
  terms->at = place.at;
  terms->line = place.line;
}

/* The line that follows this one: where all lines are apart, the blank ones between do not count. */
static inline uint64_t nq_terms_line_after(const nq_terms *terms, uint64_t line) {
  return line + 1 + terms->input->wrapping.spacing;
}

/* Whether the scanner is at the start of a line, after the end of another. */
static inline bool nq_terms_at_start(const nq_terms *terms) {
  return terms->at > 0 && terms->input->next[terms->at - 1] == '\n';
}

/* Read the next tree, which may be empty.  NQ_END at the end of the input, NQ_BAD_FORMAT after a
 * bracket that does not fit or a text that is cut short; NQ_NO_MEMORY. */
nq_status nq_terms_read(nq_terms *terms);

/* Read the line at `start` as a tree whose brackets are signs. */
nq_status nq_terms_read_plain(nq_terms *terms, nq_place start);
/* Read the next line as a tree; without its brackets if they do not fit. */
nq_status nq_terms_read_line(nq_terms *terms);

/* The nodes of the last tree, after its root. */
static inline const nq_node *nq_terms_first(const nq_terms *terms) {
  return terms->nodes + 1;
}
static inline const nq_node *nq_terms_end(const nq_terms *terms) {
  return terms->nodes + terms->count;
}

/* The text of a tree that has nodes. */
static inline nq_text nq_terms_text(const nq_terms *terms) {
  const nq_node *first = nq_terms_first(terms), *last = nq_terms_end(terms) - 1;
  return (nq_text){first->text, (size_t)(last->text + last->size - first->text)};
}

static inline bool nq_node_is_number(const nq_node *node) {
  return node->kind == NQ_KIND_NUMBER;
}
/* A number, or true or false. */
static inline bool nq_node_is_scalar(const nq_node *node) {
  return node->kind <= NQ_KIND_TRUTH;
}
static inline bool nq_node_is_sign(const nq_node *node, int sign) {
  return node->kind == NQ_KIND_SIGN && node->value == sign;
}
/* Whether the node is the whole tree. */
static inline bool nq_node_is_root(const nq_node *node) {
  return node->kind == NQ_KIND_LIST && node->sign == 0;
}
/* = or a colon. */
static inline bool nq_node_is_gives(const nq_node *node) {
  return nq_node_is_sign(node, NQ_SIGN_GIVES) || nq_node_is_sign(node, ':');
}
/* Whether a text, or a word, string or the name of a call, is this word, whatever the case. */
bool nq_text_is(nq_text text, const char *word);
bool nq_node_is(const nq_node *node, const char *word);
bool nq_node_is_any(const nq_node *node, const char *const *words); /* up to NULL */

/* The first number that no comma precedes.  *pairs: commas stand within each two numbers, and none
 * between them, 0,1 1,3 or 0,1; 1,3, or the other way round, 0 1, 1 3. */
const nq_node *nq_find_gap(const nq_node *node, const nq_node *end, bool *pairs);

/* The text of a node while its tree is read. */
static inline const char *nq_text_at(const nq_terms *terms, const nq_node *node) {
  return (const char *)terms->input->next + node->at;
}
/* Make what it is of the list or call at the index, the last of the tree, whose bracket is closed
 * (closed.c): a number, a list without the signs between its items, or nothing.
 * Where it is then. */
size_t nq_terms_close(nq_terms *terms, size_t index);

/* Make of a word with this text the value that it is: true, none, #x2b, and _3, which PuLP makes of
 * a number. */
void nq_node_set_word(nq_node *node, const char *text);

#define NQ_INDEX_WORDS 24
/* A column or row for a message; one beyond 64 bits was read as a large one. */
const char *nq_index_words(int64_t index, char words[NQ_INDEX_WORDS]);
/* Describe the node for an error: 'x', the number 12, the end of the line (NULL). */
#define NQ_NODE_WORDS 48
const char *nq_node_words(const nq_node *node, char words[NQ_NODE_WORDS]);
/* NQ_BAD_FORMAT: `expected` was expected, not the node, or the end if it is none of the tree. */
nq_status nq_node_unexpected(const nq_terms *terms, const nq_node *node, const char *expected);

/* The number that a text is: NUMBER or REAL; WORD if it is none. */
nq_kind nq_number_of(const char *text, size_t size, int64_t *result);

/* A number with one more digit; from 2^62 on it is 2^62. */
static inline int64_t nq_add_digit(int64_t number, int digit) {
  const int64_t most = INT64_C(1) << 62;
  return number < most / 10 ? 10 * number + (digit - '0') : most;
}

/* Whether it is | or a vertical line of a frame. */
static inline bool nq_is_bar(int64_t point) {
  bool box = point >= 0x2502 && point <= 0x250B && (point & 2) != 0; /* dashed or not */
  return point == '|' || box || point == 0x2551;
}

static inline bool nq_node_is_bar(const nq_node *node) {
  return node->kind == NQ_KIND_SIGN && nq_is_bar(node->value);
}

/* Whether it is a piece of a bracket that is several lines high, as SymPy prints matrices. */
static inline bool nq_is_tall_bracket(int64_t point) {
  return point >= 0x239B && point <= 0x23A6;
}

/* Whether it is a letter beyond ASCII: not a chess piece or another symbol. */
bool nq_glyph_is_foreign(int32_t point);
/* The code point at `text`, of `size` >= 1 bytes, and its bytes; an odd byte is 0xFFFD. */
int32_t nq_glyph(const unsigned char *text, size_t size, size_t *bytes);

#endif

/* What an instance asks for, as its text names it, and how it becomes an instance. */
#ifndef NQ_FORMAT_READ_QUESTION_H
#define NQ_FORMAT_READ_QUESTION_H

#include "format/read/grid.h"
#include "format/read/read.h"

typedef enum nq_ask { ASK_QUEEN, ASK_BLOCK, ASK_DIAGONAL, ASK_SIZE, ASK_BASE, ASK_COUNT } nq_ask;

/* A queen or a blocked square, or a diagonal with its type; as written. */
typedef struct nq_asked {
  const char *name;
  nq_ask kind;
  int column_base, row_base; /* or NQ_BASE_SEEN */
  int64_t column, row;
  uint64_t line;
} nq_asked;

typedef struct nq_question {
  nq_terms terms;
  nq_status status; /* of the first failure */
  nq_error *error;
  uint32_t n; /* 0: not known yet */
  int base;   /* of numbers that do not show it; NQ_BASE_SEEN: ask */
  nq_asked *items;
  size_t count, room, diagonals;
  uint64_t given;    /* a bit for each name that has a list */
  bool object;       /* of JSON, which may say what it counts from, */
  bool stated;       /* and does */
  bool listed;       /* the diagonals are one */
  int64_t announced; /* diagonals, or -1 */
  uint64_t announced_line;
  const struct nq_meaning *what;   /* of the value that comes next, or NULL */
  bool gives;                      /* the sign after its name was there */
  const struct nq_meaning *dashes; /* of values on lines of their own, as in YAML, or NULL */
} nq_question;

/* NQ_BAD_FORMAT, unless something failed before. */
void nq_question_fail(nq_question *state, uint64_t line, const char *format, ...) NQ_PRINTF(3, 4);
void nq_question_add(nq_question *state, nq_asked found);
/* Add the queens and blocked squares of strings, ["..Q.", ...] or [[".", "Q"], ...]. */
void nq_question_strings(nq_question *state, const nq_node *node, const nq_node *end);
/* Whether the list holds more than pairs, [[0, 1, 0, 0], ...] or [| 0, 1, 0, 0 | ... |]; add its
 * squares: n lines of n, each 0 or 1, a line for each row. */
bool nq_question_is_matrix(const nq_node *node, const nq_node *end);
void nq_question_matrix(nq_question *state, nq_asked found, const nq_node *node,
                        const nq_node *end);
/* Whether the line has words, and no squares or lists: numbers are those of words, or 12/4. */
bool nq_question_is_prose(nq_text line);
/* Take the picture that begins at the next line, or below lines of prose.  NQ_END, and nothing is
 * taken, if there is none. */
nq_status nq_question_read_picture(nq_question *state);
nq_status nq_question_read_headed(nq_question *state);
/* The instance with the first diagonals, or all; NULL after a failure. */
nq_instance *nq_question_build(nq_question *state, uint64_t first);

#endif

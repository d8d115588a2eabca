/* What the readers of other solvers' answers share: squares as they come, and what was said without
 * a board. */
#ifndef NQ_FORMAT_ANSWERS_ANSWER_H
#define NQ_FORMAT_ANSWERS_ANSWER_H

#include "format/format.h"
#include "format/symbol.h"

#include <stdbool.h>
#include <stdint.h>

/* The queens of one answer, in any order.  Memory grows with the input, whatever it says of n. */
typedef struct nq_squares {
  uint32_t n;       /* expected, or 0: as large as what was seen */
  uint64_t size;    /* 1 + the largest column or row that was seen */
  uint64_t named;   /* squares that were named, with queens or without */
  uint64_t queens;  /* those with queens, in range or not */
  nq_rows pairs;    /* column, row, column, row, ... */
  nq_rows empty;    /* the same of squares that were said to have no queen */
  bool by_column;   /* a queen is the value of its column's variable, which has one only */
  char reason[200]; /* why no board can say this answer, or "" */
} nq_squares;

void nq_squares_begin(nq_squares *squares, const nq_reader *reader);
void nq_squares_release(nq_squares *squares);

/* There is a column; there is a square (which tells of its row's number too). */
void nq_squares_see_column(nq_squares *squares, int64_t column);
void nq_squares_see(nq_squares *squares, int64_t column, int64_t row);
/* A queen, both counted from 0.  What is out of range becomes the answer's reason. */
nq_status nq_squares_put(nq_squares *squares, int64_t column, int64_t row, nq_error *error);
/* Keep the first reason. */
void nq_squares_refuse(nq_squares *squares, const char *format, ...) NQ_PRINTF(2, 3);
/* The value of a square's variable: 1 a queen, 0 none; any other becomes the answer's reason. */
nq_status nq_squares_value(nq_squares *squares, int64_t column, int64_t row, int64_t value,
                           nq_error *error);

/* The board of at least one queen or named square, NQ_OK; or NQ_NO_BOARD, invalid, with the reason;
 * NQ_BAD_FORMAT when n cannot be told or the answer contradicts itself.  The squares are then released. */
nq_status nq_squares_finish(nq_squares *squares, nq_reader *reader, nq_board *board, uint64_t line,
                            nq_error *error);

/* NQ_NO_BOARD: the solver said this at the line. */
nq_status nq_answer_say(nq_reader *reader, nq_answer answer, uint64_t line, nq_error *error);
/* NQ_BAD_FORMAT: `expected` was to come, this was found. */
nq_status nq_answer_unexpected(const nq_symbol *found, const char *expected, nq_error *error);
/* NQ_BAD_FORMAT: the input ends, or goes wrong, inside an answer. */
nq_status nq_answer_cut(uint64_t line, const char *missing, nq_error *error);

/* NQ_BAD_FORMAT: a solution on a line, after a line that says that there is none. */
nq_status nq_answer_contradicts(uint64_t line, uint64_t none, nq_error *error);

/* A word that solvers say, such as UNSATISFIABLE; false for any other. */
bool nq_answer_by_word(const char *word, nq_answer *answer);

/* The side of the largest board with at most this many squares. */
uint32_t nq_answer_side(uint64_t squares);

/* ---- Which list of an answer is the board ---- */

typedef enum nq_rank {
  NQ_RANK_OTHER, /* another variable was asked for */
  NQ_RANK_ANY,   /* the board, if it is the only one */
  NQ_RANK_OURS,  /* named as in our exports */
  NQ_RANK_NAMED  /* named queens, or as asked for */
} nq_rank;

/* The lists of one answer as they come, of which the one with the best name is kept. */
typedef struct nq_pick {
  nq_reader *reader;
  const char *ours;          /* the name in our exports */
  nq_rank rank;              /* of the list that is kept; OTHER: there is none */
  bool ambiguous;            /* there is another one of rank ANY */
  char name[NQ_SYMBOL_TEXT]; /* of the list that is kept */
  uint64_t line;             /* and its line */
  nq_squares squares;        /* and its rows */
  char names[100];           /* the names of all, for a message */
  nq_error odd;              /* of the first list that is no board, or NQ_OK */
} nq_pick;

void nq_pick_begin(nq_pick *pick, nq_reader *reader, const char *ours);
void nq_pick_release(nq_pick *pick);
nq_rank nq_pick_rank(const nq_pick *pick, const char *name);
/* Takes the squares over.  NQ_BAD_FORMAT when the list that is kept has this name and other rows. */
nq_status nq_pick_offer(nq_pick *pick, const char *name, nq_squares *squares, uint64_t line,
                        nq_error *error);
/* A list was offered, or was no board. */
bool nq_pick_is_open(const nq_pick *pick);
/* NQ_OK when one is the board; otherwise as nq_pick_finish. */
nq_status nq_pick_settle(const nq_pick *pick, nq_error *error);
/* The board; NQ_END when nothing was offered; NQ_BAD_FORMAT, with the names, when it may be any of
 * several lists or is not among them. */
nq_status nq_pick_finish(nq_pick *pick, nq_board *board, uint64_t *line, nq_error *error);

/* The instantiation of XCSP3 (answers/xcsp.c), from its < on; lines may start with v. */
nq_status nq_xcsp_take(nq_reader *reader, nq_board *board, uint64_t *line, nq_error *error);

#endif

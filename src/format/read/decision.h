/* What the reader of answers found: boards, verdicts and errors, and the squares of one board. */
#ifndef NQ_FORMAT_READ_DECISION_H
#define NQ_FORMAT_READ_DECISION_H

#include "format/format.h"

/* ---- What was found, and the verdicts of solvers (found.c) ---- */

/* Whether squares are no board beside another one, of 4 or more. */
typedef enum nq_doubt {
  NQ_DOUBT_NONE,
  NQ_DOUBT_SERIES,  /* 1, 2, 3 ...: not beside another form, nor above a board of that length */
  NQ_DOUBT_OUTSIDE, /* a row is outside, or columns have none: not beside another form or n */
  NQ_DOUBT_SURE,    /* few numbers, or large ones */
  NQ_DOUBT_ALONE    /* few, and one of them outside, or below -1: not even without another one */
} nq_doubt;

/* Where a board stood, and how it was read. */
typedef struct nq_origin {
  uint64_t line;
  const char *form; /* as of a sheet; NULL: our own */
  unsigned base;
  bool loose; /* as of a sheet */
  nq_doubt doubt;
} nq_origin;

/* These add to the end, and fail only for lack of memory.  The board is moved. */
nq_status nq_found_board(nq_reader *reader, const nq_origin *origin, nq_board *board);
nq_status nq_found_invalid(nq_reader *reader, const nq_origin *origin, uint32_t n,
                           const char *reason);
nq_status nq_found_error(nq_reader *reader); /* which is NQ_BAD_FORMAT */
/* Whether what is in doubt is no board below what was found. */
bool nq_found_is_none(const nq_reader *reader, const nq_origin *origin, uint32_t n);
/* NQ_BAD_FORMAT: so many numbers may be no rows, beside a board of n. */
nq_status nq_found_beside(nq_reader *reader, uint64_t line, uint64_t count, uint32_t n);
/* NQ_BAD_FORMAT: this may be no board of n, few numbers or odd ones. */
nq_status nq_found_alone(nq_reader *reader, uint64_t line, uint64_t n);
/* Whether more must be read before anything that was found is given out. */
bool nq_found_waits(nq_reader *reader);
/* A solver's verdict.  One that a solution exists must come with a board, before or after it. */
nq_status nq_found_verdict(nq_reader *reader, nq_answer answer, uint64_t line);
/* The first text that counts as a verdict if no board is found. */
void nq_found_hint(nq_reader *reader, nq_answer answer, uint64_t line);
nq_status nq_found_end(nq_reader *reader); /* at the end of the input: a verdict without a board */

/* Whether a board, or why there is none, was found before. */
bool nq_found_any(const nq_reader *reader);
/* Take the first: its status, with *board or *error and the reader's answer set; or NQ_END. */
nq_status nq_found_take(nq_reader *reader, nq_board *board, uint64_t *line);

/* Take all, and put them back at the end or drop them. */
nq_found_list nq_found_detach(nq_reader *reader);
void nq_found_attach(nq_reader *reader, nq_found_list *list);
void nq_found_drop(nq_found_list *list);
bool nq_found_same(const nq_found_list *one, const nq_found_list *other); /* the same boards */

/* ---- The decision: squares become a board (sheet.c) ---- */

typedef struct nq_square {
  int64_t column, row;
} nq_square;

typedef struct nq_square_list {
  nq_square *at;
  size_t count, room;
} nq_square_list;

/* How numbers or names stand in the text. */
typedef struct nq_setting {
  bool native;      /* a line of our own form */
  bool loose;       /* numbers of a line or a tuple, without a name */
  bool named;       /* variables or squares have names: the board has the n that is expected, and
                       they count from 1 if no number shows it */
  bool from_one;    /* they count from 1 in any case */
  bool swapped;     /* pairs are row and column */
  bool turned;      /* lists are a column for each row */
  bool commas;      /* of lines: they may be decimal commas */
  bool tuple;       /* lists in parentheses, which may be columns and rows */
  bool samples;     /* n^2 values or variables are the squares, from 0 */
  bool unique;      /* of pairs: a square that is given twice is a queen too many */
  bool contradicts; /* a second value of a variable is a contradiction, not a second queen */
  bool alone;       /* other variables with as many indices are refused */
} nq_setting;

/* The largest number that so many squares may have as a column or row, where n is not known: a
 * larger one, as in 4 2 above 5 10, shows a table of something else. */
#define NQ_ROW_GUESSED(squares) (2 + 2 * (squares))

/* Memory grows with the input, not with the n that it claims. */
typedef struct nq_sheet {
  const char *form; /* rows, matrix, picture, pairs, assignments, literals */
  nq_setting setting;
  uint64_t line;
  uint64_t n;     /* given or stated; 0: take it from the squares */
  bool claimed;   /* n is only what the answer says */
  bool ordered;   /* columns are places in a list or picture, so from 0 */
  bool by_column; /* each column has a variable whose value is the row */
  bool bits;      /* these may be 1, 2, 4, 8 ..., a bit for each row */
  int base;       /* 0, 1 or, as the dialect has it, NQ_BASE_SEEN */
  uint64_t named; /* squares or columns that were named, with queens or without */
  nq_square_list queens, empties;
  nq_square odd;    /* the first whose value is neither 0 nor 1, */
  bool has_odd;     /* if there is one */
  bool failed;      /* memory was short */
  char reason[160]; /* why it is no board, or "" */
} nq_sheet;

void nq_sheet_begin(nq_sheet *sheet, const char *form, uint64_t line);
/* The same for a board of n whose squares are in order, from 0. */
void nq_sheet_begin_board(nq_sheet *sheet, const char *form, uint64_t line, uint64_t n);
void nq_sheet_release(nq_sheet *sheet);
void nq_sheet_queen(nq_sheet *sheet, int64_t column, int64_t row);
/* Name a square whose variable has a value: 1 is a queen, 0 is none, any other becomes the
 * reason. */
void nq_sheet_value(nq_sheet *sheet, int64_t column, int64_t row, int64_t value);
/* Set the reason, unless there is one. */
void nq_sheet_refuse(nq_sheet *sheet, const char *format, ...) NQ_PRINTF(2, 3);
/* NQ_BAD_FORMAT: a sample needs n^2 values. */
nq_status nq_sheet_refuse_sample(uint64_t count, uint64_t line, nq_error *error);
/* Whether each column and row has one queen if columns and rows count from these. */
bool nq_sheet_is_whole(const nq_sheet *sheet, int64_t column_base, int64_t row_base);
/* Add the board, or why there is none, to what the reader found.  Releases the sheet.
 * NQ_NO_MEMORY. */
nq_status nq_sheet_finish(nq_sheet *sheet, nq_reader *reader);
/* The side of the largest board with at most this many squares. */
uint32_t nq_side(uint64_t squares);

#endif

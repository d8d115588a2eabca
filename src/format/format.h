/* What a format of boards or answers provides, and the writer and reader that it is given. */
#ifndef NQ_FORMAT_FORMAT_H
#define NQ_FORMAT_FORMAT_H

#include "format/input.h"
#include "format/output.h"
#include "format/rows.h"

#include <stdbool.h>
#include <stdint.h>

/* The contents of the header of a .npy file (npy.c). */
typedef struct nq_npy_shape {
  bool known;
  unsigned bytes; /* of an item */
  bool is_signed;
  bool big_endian; /* the most significant byte first */
  uint64_t boards, n;
} nq_npy_shape;

/* The state of a reader of answers between boards. */
typedef struct nq_answer_state {
  uint64_t verdict; /* line of the last verdict, until its solution follows; or 0 */
  uint64_t answers; /* boards since the last verdict */
  uint64_t none;    /* line of the last verdict if that is `no solution`, or 0 */
  uint64_t shown;   /* line of the last board since the last verdict, or 0 */
  unsigned depth;   /* of braces within an answer in JSON */
  bool inside;      /* in a response of CP-SAT that has had no status yet */
  bool marked;      /* lines of the next element of XCSP3 start with v */
  bool has_literal; /* `literal` is the first of the next board */
  int64_t literal;
  char name[40]; /* of the next board's list, with its value unread; or empty */
} nq_answer_state;

struct nq_writer {
  nq_output output;
  const struct nq_format_entry *entry;
  uint32_t n;
  uint64_t boards; /* announced, or NQ_BOARDS_UNKNOWN */
  uint64_t written;
  unsigned base;
  const char *members; /* json: of the next board's object; or NULL */
  bool started;        /* the header is written */
  bool separated;      /* picture: the empty line after the last board is written */
};

struct nq_reader {
  nq_input input;
  const struct nq_format_entry *entry; /* NULL until recognised */
  bool started;
  bool recognised; /* the format was not named */
  bool empty;      /* the input has no bytes */
  bool ended;
  uint64_t found; /* boards, good and bad */
  uint32_t last_n;
  uint32_t expected_n;  /* or 0 */
  const char *variable; /* name of the one that is the board, for answers with several; or NULL */
  nq_answer answer;     /* of the last call, and the size of its board */
  uint32_t answer_n;
  const char *form;   /* of the last board; or NULL */
  unsigned base;      /* of its numbers */
  nq_rows_sink *sink; /* takes the rows in place of a board, in formats that can do so; or NULL */
  void *context;
  nq_npy_shape shape;
  nq_answer_state state;
};

typedef nq_status nq_board_write(nq_writer *writer, const uint32_t *rows, nq_error *error);
typedef nq_status nq_board_read(nq_reader *reader, nq_board *board, uint64_t *line,
                                nq_error *error);

/* The functions of one format.  Functions that write need not check for failures of the output.
 * Functions that read set *board only when they return NQ_OK.  They return NQ_END when only blank
 * lines and comments are left, NQ_BAD_FORMAT with the input after the bad board, and NQ_NO_BOARD
 * with reader->answer set. */
typedef struct nq_format_entry {
  nq_format format;
  bool comments; /* has comment lines */
  const char *name;
  const char *suffixes[2];
  nq_status (*start)(nq_writer *writer, nq_error *error); /* before the first board, or NULL */
  nq_board_write *write;                                  /* or NULL */
  void (*separate)(nq_writer *writer); /* write the text between two boards, once; or NULL */
  nq_board_read *read;
} nq_format_entry;

/* The entry of a format; NULL for NQ_FORMAT_AUTO (table.c). */
const nq_format_entry *nq_format_find(nq_format format);

/* Find the format of an input that is at the first byte after comments and blank lines, without
 * taking a byte.  NQ_BAD_FORMAT when no format fits, or more than one. */
nq_status nq_recognise(nq_input *input, nq_format *format, nq_error *error);

#endif

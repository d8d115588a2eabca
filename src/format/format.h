/* The table of board formats, and what a format provides for it. */
#ifndef NQ_FORMAT_FORMAT_H
#define NQ_FORMAT_FORMAT_H

#include "format/input.h"
#include "format/output.h"
#include "format/rows.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What the header of a .npy file says (npy.c). */
typedef struct nq_npy_shape {
  bool known;
  unsigned bytes; /* of an item */
  bool is_signed;
  bool big_endian; /* the most significant byte first */
  uint64_t boards, n;
} nq_npy_shape;

/* What a reader of answers keeps from one board to the next. */
typedef struct nq_answer_state {
  uint64_t said;    /* the line where a solution was promised that has not come yet, or 0 */
  uint64_t answers; /* boards since the last verdict */
  uint64_t none;    /* the line that said last that there is no solution, or 0 */
  uint64_t shown;   /* the line of the last board since the last verdict, or 0 */
  unsigned depth;   /* of braces in an answer in JSON, whose end has not come yet */
  bool inside;      /* there is a response of CP-SAT without a status so far */
  bool marked;      /* the element of XCSP3 that follows has lines that start with v */
  bool has_literal; /* a literal was read that belongs to the next board */
  int64_t literal;  /* and it */
  char name[40];    /* of the next board's list, whose value is still to be read; or empty */
} nq_answer_state;

struct nq_writer {
  nq_output output;
  const struct nq_format_entry *entry;
  uint32_t n;
  uint64_t boards; /* announced, or NQ_BOARDS_UNKNOWN */
  uint64_t written;
  unsigned base;
  bool started;   /* the header is written */
  bool separated; /* picture: an empty line follows the last board already */
};

struct nq_reader {
  nq_input input;
  const struct nq_format_entry *entry; /* NULL until recognised */
  bool started;
  bool empty; /* there is not a byte of input */
  bool ended;
  uint64_t found; /* boards, good and bad */
  uint32_t last_n;
  uint32_t expected_n;  /* or 0 */
  const char *variable; /* whose value is the board, where several are in an answer; or NULL */
  nq_answer answer;     /* of the last call, and the size of its board */
  uint32_t answer_n;
  nq_rows_sink
      *sink; /* where rows go instead of into a board, in formats that can do so; or NULL */
  void *context;
  nq_npy_shape shape;
  nq_answer_state state;
};

/* Functions of one format.  Those that write need not look for failures of the output.  Those that
 * read leave *board alone unless they return NQ_OK; they return NQ_END where only blank lines and
 * comments are left; NQ_BAD_FORMAT with the input behind the bad board; NQ_NO_BOARD with
 * reader->answer. */
typedef struct nq_format_entry {
  nq_format format;
  bool comments; /* has comment lines */
  const char *name;
  const char *suffixes[2];
  nq_status (*start)(nq_writer *writer, nq_error *error); /* before the first board, or NULL */
  nq_status (*write)(nq_writer *writer, const uint32_t *rows, nq_error *error);
  nq_status (*read)(nq_reader *reader, nq_board *board, uint64_t *line, nq_error *error);
} nq_format_entry;

nq_status nq_line_write(nq_writer *writer, const uint32_t *rows, nq_error *error);
nq_status nq_line_read(nq_reader *reader, nq_board *board, uint64_t *line, nq_error *error);
nq_status nq_picture_write(nq_writer *writer, const uint32_t *rows, nq_error *error);
nq_status nq_picture_read(nq_reader *reader, nq_board *board, uint64_t *line, nq_error *error);
nq_status nq_json_write(nq_writer *writer, const uint32_t *rows, nq_error *error);
nq_status nq_json_read(nq_reader *reader, nq_board *board, uint64_t *line, nq_error *error);
nq_status nq_npy_start(nq_writer *writer, nq_error *error);
nq_status nq_npy_write(nq_writer *writer, const uint32_t *rows, nq_error *error);
nq_status nq_npy_read(nq_reader *reader, nq_board *board, uint64_t *line, nq_error *error);

nq_status nq_smt_read(nq_reader *reader, nq_board *board, uint64_t *line, nq_error *error);
nq_status nq_sat_read(nq_reader *reader, nq_board *board, uint64_t *line, nq_error *error);
nq_status nq_list_read(nq_reader *reader, nq_board *board, uint64_t *line, nq_error *error);
nq_status nq_asp_read(nq_reader *reader, nq_board *board, uint64_t *line, nq_error *error);
nq_status nq_cbc_read(nq_reader *reader, nq_board *board, uint64_t *line, nq_error *error);
nq_status nq_glpk_read(nq_reader *reader, nq_board *board, uint64_t *line, nq_error *error);
nq_status nq_toulbar2_read(nq_reader *reader, nq_board *board, uint64_t *line, nq_error *error);
nq_status nq_cpsat_read(nq_reader *reader, nq_board *board, uint64_t *line, nq_error *error);
nq_status nq_judge_read(nq_reader *reader, nq_board *board, uint64_t *line, nq_error *error);

/* Find the format by the first bytes, none of which is taken (recognise.c). */
nq_status nq_reader_recognise(nq_reader *reader, nq_error *error);
/* The format of a solver's answer whose line starts at input->next[at] (recognise_answer.c), or
 * AUTO. */
nq_format nq_recognise_answer(nq_input *input, size_t at);
/* The entry of a format; NULL for NQ_FORMAT_AUTO. */
const nq_format_entry *nq_format_find(nq_format format);

/* Write what comes before the first board, once. */
nq_status nq_writer_start(nq_writer *writer, nq_error *error);
/* Write the empty line between two pictures, once. */
void nq_picture_separate(nq_writer *writer);

#endif

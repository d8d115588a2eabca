/* The table of board formats, and what a format provides for it. */
#ifndef NQ_FORMAT_FORMAT_H
#define NQ_FORMAT_FORMAT_H

#include "format/input.h"
#include "format/output.h"
#include "format/rows.h"

/* What the header of a .npy file says (npy.c). */
typedef struct nq_npy_shape {
  bool known;
  unsigned bytes; /* of an item */
  bool is_signed;
  uint64_t boards, n;
} nq_npy_shape;

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
  nq_npy_shape shape;
};

/* Functions of one format.  Those that write need not look for failures of the output.  Those that
 * read leave *board alone unless they return NQ_OK; they return NQ_END where only blank lines and
 * comments are left; NQ_BAD_FORMAT with the input behind the bad board. */
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

/* Find the format by the first bytes, none of which is taken (recognise.c). */
nq_status nq_reader_recognise(nq_reader *reader, nq_error *error);
/* The entry of a format; NULL for NQ_FORMAT_AUTO. */
const nq_format_entry *nq_format_find(nq_format format);

/* Write the empty line between two pictures, once. */
void nq_picture_separate(nq_writer *writer);

#endif

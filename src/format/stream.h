/* Bytes in and out, and the rows that they become.
 *
 * Text loses on its way in what it is wrapped in: UTF-16 becomes UTF-8, a no-break space a blank;
 * the colours of terminals and the > of quoted mail are dropped, and the signs of comments become
 * blanks where all of the text is comments. */
#ifndef NQ_FORMAT_STREAM_H
#define NQ_FORMAT_STREAM_H

#include "nqueens.h"

/* ---- Input: a fixed buffer, look-ahead, and a count of lines (input.c) ---- */

/* How many bytes the look-ahead can reach, unless the buffer is extended. */
#define NQ_INPUT_WINDOW ((size_t)128 << 10)

/* What the bytes of a text are wrapped in, and where in it the reading is. */
typedef struct nq_wrapping {
  bool begun;
  bool binary;      /* of NumPy: left as it is */
  bool markup;      /* starts with <: then a > is no quotation */
  bool wide, large; /* UTF-16, the most significant byte first */
  bool logged;      /* what glog writes stands before its lines */
  bool mid_line;
  unsigned spacing; /* so many blank lines stand between its lines, and mean nothing */
  bool odd;         /* `half` is the first byte of two */
  unsigned char half;
  uint32_t high; /* the first of two surrogates, or 0 */
} nq_wrapping;

typedef struct nq_input {
  int descriptor;
  nq_bytes_source *source; /* in place of the descriptor, or NULL */
  void *source_context;
  bool ended;                /* nothing follows `end` */
  int failure;               /* errno of a read that failed, or 0; a failure sets `ended` */
  uint64_t line;             /* of the byte at `next`, from 1 */
  const unsigned char *next; /* the buffered bytes: next .. end - 1; a NUL is at `end` */
  const unsigned char *end;
  unsigned char *buffer;
  size_t room;                    /* of the buffer, but for the NUL */
  nq_progress_function *progress; /* called after every read; false stops; or NULL */
  void *context;
  double begin;
  uint64_t taken, total; /* bytes read, of those of a regular file; total is 0 for others */
  nq_wrapping wrapping;
} nq_input;

/* False when there is no memory for the buffer. */
bool nq_input_init(nq_input *input, int descriptor);
void nq_input_release(nq_input *input);

/* Call `progress` after every read from now on. */
void nq_input_watch(nq_input *input, nq_progress_function *progress, void *context);

/* Read more bytes into the buffer.  False when there are none: at the end, after a failure, or with
 * a full buffer. */
bool nq_input_more(nq_input *input);

/* The same, but a full buffer grows.  Where memory is short, reading has failed. */
bool nq_input_extend(nq_input *input);

/* The next byte without taking it; -1 at the end or after a failure. */
static inline int nq_input_peek(nq_input *input) {
  if (input->next == input->end && !nq_input_more(input)) return -1;
  return *input->next;
}

/* Take up to `size` bytes; large amounts bypass the buffer.  Returns the number taken.  Lines are
 * not counted. */
size_t nq_input_bytes(nq_input *input, void *bytes, size_t size);

/* Take the rest of the line with its end. */
void nq_input_skip_line(nq_input *input);
/* Take spaces and tabs, and the carriage return of a line's end. */
void nq_input_skip_blanks(nq_input *input);
/* Whether the input is at the end of a line or of the file. */
bool nq_input_at_line_end(nq_input *input);
/* Take a UTF-8 byte order mark, if any. */
void nq_input_skip_mark(nq_input *input);

/* NQ_OK, or NQ_IO with the system's message for the failure. */
nq_status nq_input_status(const nq_input *input, nq_error *error);

static inline bool is_digit(int byte) {
  return byte >= '0' && byte <= '9';
}

/* Or an underscore. */
static inline bool is_letter(int byte) {
  return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || byte == '_';
}

/* NQ_BAD_FORMAT at a line.  The text may quote the input, so each byte that is not printable ASCII
 * becomes a ?. */
nq_status nq_error_at(nq_error *error, uint64_t line, const char *format, ...) NQ_PRINTF(3, 4);

/* Describe a byte for an error, such as 'x', "a NUL byte", "the end of the line"; -1 is the end of
 * the file. */
#define NQ_BYTE_WORDS 32
const char *nq_byte_words(int byte, char words[NQ_BYTE_WORDS]);

/* ---- Output: a fixed buffer, which large arrays bypass (output.c) ---- */

/* Decimal digits of the largest uint64_t. */
#define NQ_DIGITS_MAX 20

typedef struct nq_output {
  int descriptor;
  int failure; /* errno of the first write that failed: every later one fails the same way */
  char *buffer;
  size_t size, used;
  /* Called before the first write, when a terminal may have to be cleared, and after every one;
   * false stops; or NULL. */
  nq_progress_function *progress;
  void *context;
  unsigned grace; /* stop requests still to be ignored, so that a line can be completed */
  double begin;
  uint64_t written; /* bytes, */
  uint64_t total;   /* of about so many; 0: not known */
} nq_output;

#define NQ_OUTPUT_BYTES ((size_t)256 << 10)

/* As a descriptor, this counts the bytes and drops them. */
#define NQ_NOWHERE (-1)

/* With a buffer of `size` bytes, at least 4096, usually NQ_OUTPUT_BYTES.  False without memory. */
bool nq_output_init(nq_output *output, int descriptor, size_t size);
void nq_output_release(nq_output *output);

/* Room for at least `size` bytes (at most 4096).  The caller fills it and adds the number of bytes
 * to output->used.  NULL after a failure to write. */
char *nq_output_reserve(nq_output *output, size_t size);
/* The number of bytes that fit without a write. */
size_t nq_output_room(const nq_output *output);

/* These do not report failures: nq_output_status and nq_output_flush do. */
void nq_output_bytes(nq_output *output, const void *bytes, size_t size);
void nq_output_text(nq_output *output, const char *text);
void nq_output_number(nq_output *output, uint64_t number);
/* At most 4095 bytes; slower than the others. */
void nq_output_print(nq_output *output, const char *format, ...) NQ_PRINTF(2, 3);
/* Write the rows with `base` added, `separator` between them, and `empty` (at most 8 bytes) for
 * NQ_EMPTY. */
void nq_output_rows(nq_output *output, const uint32_t *rows, uint32_t n, unsigned base,
                    char separator, const char *empty);

/* NQ_OK, or NQ_IO with the system's message for the failure. */
nq_status nq_output_status(const nq_output *output, nq_error *error);
nq_status nq_output_flush(nq_output *output, nq_error *error);

/* Put the decimal digits of `number` at `text`, without a NUL; returns their end. */
char *nq_put_number(char *text, uint32_t number);

/* ---- Rows that grow as numbers arrive, and become a board without a copy (rows.c) ---- */

typedef struct nq_rows {
  uint32_t *rows;
  uint64_t count, room;
  uint32_t guess; /* the likely number: the size of the last board, or 0 */
  /* If not NULL, receives the rows in pieces; `count` then restarts from 0. */
  nq_rows_sink *sink;
  void *context;
  uint64_t passed; /* to the sink */
} nq_rows;

/* Make room for at least one more row, but for at most `most` in total.  NQ_IO when the sink
 * stops. */
nq_status nq_rows_grow(nq_rows *rows, uint64_t most, nq_error *error);

static inline nq_status nq_rows_append(nq_rows *rows, uint32_t row, nq_error *error) {
  if (rows->count == rows->room) {
    nq_status status = nq_rows_grow(rows, NQ_N_MAX, error);
    if (status != NQ_OK) return status;
  }
  rows->rows[rows->count++] = row;
  return NQ_OK;
}

/* The number of rows so far. */
static inline uint64_t nq_rows_seen(const nq_rows *rows) {
  return rows->passed + rows->count;
}

/* Count rows that are from 1 from 0: where `base` is 1 or, if it is below 0, where a row is n and
 * none is 0.  *found is what they counted from.  Of a board that is passed on in pieces too little
 * is there to see it.  NQ_NO_BOARD if `base` is 1 and a row is 0. */
nq_status nq_rows_settle(nq_rows *rows, int base, unsigned *found, nq_error *error);
/* Move the rows, at least one, to *board, which must be empty.  With a sink, pass on the last rows
 * and set only board->n. */
nq_status nq_rows_finish(nq_rows *rows, nq_board *board, nq_error *error);
void nq_rows_release(nq_rows *rows);

#endif

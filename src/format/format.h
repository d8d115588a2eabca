/* What a format of boards or answers provides, and the writer and reader that it is given. */
#ifndef NQ_FORMAT_FORMAT_H
#define NQ_FORMAT_FORMAT_H

#include "format/scan/scan.h"
#include "format/stream.h"

/* The contents of the header of a .npy file (npy.c); all 0 before it is read. */
typedef struct nq_npy_shape {
  unsigned bytes; /* of an item */
  bool is_signed;
  bool big_endian; /* the most significant byte first */
  uint64_t boards, n;
} nq_npy_shape;

/* What solvers said so far, as lines of the input; 0: nothing. */
typedef struct nq_verdicts {
  uint64_t promise; /* a solution exists, and none was shown since */
  bool affirmed;    /* a solution exists, as the last verdict but `none` had it */
  uint64_t none;    /* none exists */
  uint64_t shown;   /* the last board since the last verdict */
  uint64_t hint;    /* a text that counts as a verdict if no board is found */
  nq_answer hinted;
} nq_verdicts;

/* Boards, answers without one, and errors that were read, in their order. */
typedef struct nq_found nq_found;
typedef struct nq_found_list {
  nq_found *first, *last;
} nq_found_list;

/* The lists of one answer, of which the one with the best name is kept until its end
 * (values.c). */
typedef struct nq_pick {
  int rank;
  bool ambiguous;      /* there is another one of the same rank, or that may be the board */
  bool whole, series;  /* it has a queen in each row; these are 0 1 2 ... */
  char name[40];       /* of the list that is kept */
  uint64_t line;       /* and its line */
  nq_found_list found; /* and its boards */
  char names[100];     /* the first few names, for a message */
  nq_error odd;        /* of the first list that is no board, or NQ_OK */
} nq_pick;

/* ---- The variables of an answer, gathered over its lines: names.c adds to them ---- */

#define NQ_BASE_SEEN (-1) /* what numbers count from is seen from them */

#define NQ_STEM_BYTES 40
#define NQ_STEMS      24 /* different names in an answer; more are not looked at */

/* A name without its indices: x of x_0_1 and x[0,1]; "" of the keys of a dictionary, 0 and (0, 1).
 */
typedef struct nq_stem {
  char text[NQ_STEM_BYTES];
  unsigned indices; /* 1 or 2 */
  uint64_t count;
} nq_stem;

typedef struct nq_named {
  uint32_t stem;
  bool whole;  /* the value is a whole number */
  bool turned; /* of an array of columns, cols[0]: the index is a row */
  int64_t index[2], value;
} nq_named;

typedef struct nq_names {
  uint64_t line; /* of the first */
  nq_named *at;
  size_t count, room;
  nq_stem stems[NQ_STEMS];
  uint32_t stem_count;
  bool failed;      /* memory was short */
  const char *form; /* or NULL: assignments */
  bool unnamed;     /* they have numbers only */
  bool literals;    /* which are squares by number, from 1, beside auxiliary ones */
  bool ended;       /* there may be a board of none of them; CP-SAT: another field follows */
  int64_t most;     /* GLPK: the number of squares, */
  nq_answer answer; /* and whether there is a board */
} nq_names;

typedef struct nq_dialect nq_dialect;

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
  nq_error *error;                     /* of the call that is under way */
  const struct nq_format_entry *entry; /* NULL until recognised */
  bool started;
  bool empty; /* the input has no bytes */
  bool ended;
  uint64_t found; /* boards, good and bad */
  uint32_t last_n;
  bool native;          /* the last board was in the native form */
  uint32_t expected_n;  /* or 0 */
  const char *variable; /* name of the one that is the board, for answers with several; or NULL */
  int base;             /* that the caller gave, or NQ_BASE_SEEN */
  nq_answer answer;     /* of the last call, the size of its board, and how it was read */
  uint32_t answer_n;
  const char *form; /* NULL: our own */
  unsigned form_base;
  nq_rows_sink *sink; /* takes the rows in place of a board, in formats that can do so; or NULL */
  void *context;
  nq_npy_shape shape;

  /* Of the formats of text. */
  const nq_dialect *dialect, *given; /* as seen in the text; as the caller gave it */
  const nq_dialect *(*recognise)(nq_terms *terms, bool first); /* nq_dialect_at */
  /* Adds the boards of a text in a string that is on this line. */
  nq_status (*read_part)(nq_reader *reader, nq_text text, uint64_t at);
  nq_terms terms;
  nq_found_list finds;
  nq_verdicts verdicts;
  nq_pick pick;
  nq_names names;        /* of an answer over several lines */
  uint64_t dialect_line; /* of the text in which the dialect was recognised */
  uint64_t begun_line;   /* the first that is no comment, or 0 */
  int64_t stated_n;      /* by the line n = 8, or 8 */
  uint64_t stated_line;  /* or 0 */
  int64_t heading;       /* the last number that stood above a board: 1, 2, ... */
  /* The heading of a table, if the last text may be one: its fields, and where the first and the
   * last of them end on its line. */
  size_t heads, heads_first, heads_last;
  size_t samples; /* variables that stand before `energy num_oc.`, as dimod prints samples, or 0 */
  size_t cells, cell;   /* it names so many columns, and boards stand in this one, from 0; or 0; */
  char cell_sign;       /* between them; */
  bool cell_numbered;   /* the only other column has a number; */
  bool row_first;       /* it names rows before columns, */
  bool columns_only;    /* or columns alone; */
  size_t places, place; /* or so many columns, of which this one and the next are squares; or 0, */
  bool place_swapped;   /* rows before columns; */
  size_t measures;      /* or so many columns of a log, as iteration,conflicts does; else 0, */
  bool measures_named;  /* some of which are columns of a board, q1 q2 q3 */
  uint64_t measured_line; /* of words that name what the numbers below measure, or 0; */
  bool measured_aside;    /* in a comment, which may as well name how a board was found */
  uint64_t tried_line;    /* no picture begins and ends before this line: */
  unsigned tries;         /* so many lines were tried as its first */
  bool refused;           /* the last that was found is an error */
  bool passed_text;       /* a line without a board was passed over */
  bool skipping;          /* the rest of a solver's answer, which has an error or no board */
  uint64_t unit_line;     /* of the text that is read now */
  bool last;              /* what is read now is the last */
  uint32_t native_n;      /* of the last native line, or 0 */
  uint32_t seen_n;        /* of the last board of 4 or more that was found, or 0, */
  const char *seen_form;  /* its form, */
  bool seen_loose;        /* and whether it had neither a name nor square brackets */
  uint64_t seen_times;    /* how many boards were found */
};

typedef nq_status nq_board_write(nq_writer *writer, const uint32_t *rows, nq_error *error);
typedef nq_status nq_board_read(nq_reader *reader, nq_board *board, uint64_t *line);

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
  nq_board_read *read;                 /* or NULL: nq_text_read */
  const char *form;                    /* the only one in which it is read, or NULL: any */
} nq_format_entry;

/* Reads text of any form, as the reader's dialect says (reader.c). */
nq_board_read nq_text_read;

/* The entry of a format; NULL for NQ_FORMAT_AUTO (table.c). */
const nq_format_entry *nq_format_find(nq_format format);

/* ---- An output of many boards, written in parts that are appended in order (writer.c) ---- */

/* Largest n of the boards of a part. */
#define NQ_PART_N_MAX 64

/* A writer that only holds boards, in the format, n and base of `whole`, until they are appended to
 * it.  Each thread can fill its own part with nq_writer_board; nq_writer_free frees it.  NULL when
 * memory is short or n is too large. */
nq_writer *nq_part_new(const nq_writer *whole);
/* Whether there is no room for another board. */
bool nq_part_is_full(const nq_writer *part);
/* Append the boards of the part to `whole`, as nq_writer_board would write them, and empty the
 * part. */
nq_status nq_part_append(nq_writer *whole, nq_writer *part, nq_error *error);

#endif

/* Files of boards and instances.
 *
 * SPDX-License-Identifier: MIT */
#ifndef NQUEENS_FORMAT_H
#define NQUEENS_FORMAT_H

#include "nqueens/board.h"

/* ---- Reading and writing ------------------------------------------------------------------- */

typedef enum nq_format {
  NQ_FORMAT_AUTO,     /* reading only: recognised by content */
  NQ_FORMAT_LINE,     /* `1 3 0 2`, one board per line; `.` is an empty column; # starts a comment;
                        rows from 1 are seen by a row n without a row 0 */
  NQ_FORMAT_PICTURE,  /* one line per row, `Q _ _ _`; an empty line between boards */
  NQ_FORMAT_JSON,     /* one object per line: {"n":4,"base":0,"rows":[1,3,0,2]} */
  NQ_FORMAT_NPY,      /* NumPy: uint32, shape (n,), or (boards, n) for several; 2^32 - 1 is an empty
                        column; the line of a board is its number, from 1 */
  NQ_FORMAT_PAIRS,    /* (0,1) (1,3) (2,0) (3,2): column and row; not for partial boards */
  NQ_FORMAT_MATRIX,   /* a picture of 0 and 1 */
  NQ_FORMAT_CSV,      /* 1,3,0,2 */
  NQ_FORMAT_LEETCODE, /* ["..Q.","Q...","...Q",".Q.."] */
  NQ_FORMAT_FEN,      /* 2Q1/Q3/3Q/1Q2, numbers of any length; n <= 1000 */

  /* Answers of other solvers, for reading only.  Columns and rows are numbered from 1 unless
   * noted; a 0/1 variable of a square has the number column * n + row + 1. */
  NQ_FORMAT_SMT,      /* SMT-LIB: sat ((Q1 4) ...), Bools ((q_1_4 true) ...), or a model */
  NQ_FORMAT_Z3PY,     /* z3's Python: [Q_3 = 8, Q_1 = 4, ...] */
  NQ_FORMAT_SAT,      /* s and v lines of SAT solvers and pseudo-Boolean ones (v -x1 x2) */
  NQ_FORMAT_MINIZINC, /* queens = [5, 2, ...]; ----------, FlatZinc, and MiniZinc's JSON */
  NQ_FORMAT_ASP,      /* clingo's text and JSON: queen(column,row) */
  NQ_FORMAT_CBC,      /* solution file with names x_column_row, from 0 */
  NQ_FORMAT_GLPK,     /* glpsol -w */
  NQ_FORMAT_OPL,      /* CPLEX OPL: x = [5 8 4 1 3 6 2 7]; */
  NQ_FORMAT_TOULBAR2, /* output of toulbar2, rows from 0 */
  NQ_FORMAT_CPSAT,    /* a response of CP-SAT as text, rows from 0 */
  NQ_FORMAT_ESSENCE,  /* letting queens be [5, 2, ...] */
  NQ_FORMAT_XCSP3,    /* s line and <instantiation>, rows from 0 */
  NQ_FORMAT_JUDGE, /* a line of rows from 1 in any case, or a list; never recognised, since it looks
                      like NQ_FORMAT_LINE or NQ_FORMAT_LIST */
  NQ_FORMAT_QUBO,  /* a sample of the export format qubo; never recognised */

  /* What other programs print. */
  NQ_FORMAT_LIST,  /* [1, 3, 0, 2], also NumPy's, nested, or with ["..Q.", ...]; 1,3,0,2 */
  NQ_FORMAT_CHESS, /* a2 b4 c1 d3: column a is column 0, rank 1 is row 0 */
  NQ_FORMAT_VALUES /* x0 = 1 x1 = 3 ...; from 0 or, if no name and no row is 0, from 1 */
} nq_format;

/* The format's name ("line", ...), or NULL past the end; i = 0 is the first format that can be
 * written. */
NQ_API const char *nq_format_name(size_t i);
/* The same for formats that can be read: those that can also be written come first. */
NQ_API const char *nq_format_readable_name(size_t i);
/* The format with this name; NQ_FORMAT_AUTO if there is none. */
NQ_API nq_format nq_format_by_name(const char *name);
/* The format for the suffix of a file name (.txt .json .jsonl .npy .pic .csv .fen); AUTO for
 * any other. */
NQ_API nq_format nq_format_by_suffix(const char *path);

/* Writes boards to a file descriptor in one format, through a buffer of fixed size. */
typedef struct nq_writer nq_writer;

/* Value of `boards` when the number is not known; npy does not allow it (NQ_UNSUPPORTED). */
#define NQ_BOARDS_UNKNOWN UINT64_MAX

/* `boards` is the number of boards of n queens to be written (npy needs it for the header); `base`
 * (0 or 1) is added to every row in line and JSON.  The descriptor stays the caller's.  NULL when
 * memory is short, and for a format that cannot be written, n = 0 or base > 1. */
NQ_API nq_writer *nq_writer_new(int descriptor, nq_format format, uint32_t n, uint64_t boards,
                                unsigned base);
/* Call `progress` with the phase "write" and the bytes written, before the first write and after
 * every one.  When it returns false, writing soon fails with NQ_IO; the board in progress is
 * completed if it is small. */
NQ_API void nq_writer_watch(nq_writer *writer, nq_progress_function *progress, void *context);
/* Write one board, rows[0 .. n - 1].  NQ_IO when writing fails (the message has the text of errno);
 * NQ_BAD_VALUE for more boards than `boards`, or a row >= n in a picture. */
NQ_API nq_status nq_writer_board(nq_writer *writer, const uint32_t *rows, nq_error *error);
/* Write the comment line `# text` in the formats line and picture; in others do nothing.
 * NQ_IO. */
NQ_API nq_status nq_writer_comment(nq_writer *writer, const char *text, nq_error *error);
/* JSON: further members of the next board's object, as in `"seed":7,"steps":3`, which must be right
 * and outlive the next call; in other formats do nothing. */
NQ_API void nq_writer_members(nq_writer *writer, const char *text);
/* The number of boards written. */
NQ_API uint64_t nq_writer_written(const nq_writer *writer);
/* Write the buffered bytes and free the writer; NQ_IO when that fails or boards are missing. */
NQ_API nq_status nq_writer_finish(nq_writer *writer, nq_error *error);
/* Free the writer and discard the buffered bytes. */
NQ_API void nq_writer_free(nq_writer *writer);

#define NQ_NPY_HEADER_MAX 256

/* Store in `header` the header of a .npy file of `boards` boards of n queens; returns its size, a
 * multiple of 64.  The rows follow it as little-endian 32-bit numbers: a program can map such a
 * file and have nq_solve_into put the solution there. */
NQ_API size_t nq_npy_header(uint32_t n, uint64_t boards, char header[NQ_NPY_HEADER_MAX]);
/* The same for one array of `columns` rows of 4 or 8 bytes. */
NQ_API size_t nq_npy_header_wide(uint64_t columns, unsigned row_bytes,
                                 char header[NQ_NPY_HEADER_MAX]);

/* The layout of one board in a .npy file. */
typedef struct nq_npy_layout {
  uint64_t n;         /* up to 2^40 */
  uint64_t start;     /* of its rows in the file, which follow without gaps */
  unsigned row_bytes; /* 4 or 8: unsigned, with the least significant byte first */
} nq_npy_layout;

/* Read the header of a .npy file, and rewind `descriptor`, which must be seekable.  NQ_UNSUPPORTED
 * where the file has several boards or another type of rows; NQ_BAD_FORMAT, NQ_IO,
 * NQ_NO_MEMORY. */
NQ_API nq_status nq_npy_measure(int descriptor, nq_npy_layout *layout, nq_error *error);

/* Reads boards from a file descriptor, one after another. */
typedef struct nq_reader nq_reader;

/* `format` AUTO recognises each format by its content.  The descriptor stays the caller's.  NULL
 * when memory is short, and for an unknown format. */
NQ_API nq_reader *nq_reader_new(int descriptor, nq_format format);
NQ_API void nq_reader_free(nq_reader *reader);
/* Read answers as boards of size n >= 1.  Needed where an answer does not contain n (that of a SAT
 * solver with variables beyond n^2), and safer where n is only inferred from the queens.  Boards
 * that state their size are read as they are. */
NQ_API void nq_reader_expect(nq_reader *reader, uint32_t n);
/* Count columns and rows from `base`, 0 or 1, where a board does not state its base.  Without this
 * call it is seen: a 0 shows 0, the number n without a 0 shows 1, and where columns count from one
 * and rows from the other the board is NQ_BAD_FORMAT. */
NQ_API void nq_reader_base(nq_reader *reader, unsigned base);
/* Read the board from the variable of this name, where an answer of MiniZinc, FlatZinc, OPL,
 * Essence or XCSP3 has several lists.  NULL (the default): the list named queens, or named as in
 * our export (x in OPL, q in XCSP3), or the only list.  The name is not copied. */
NQ_API void nq_reader_variable(nq_reader *reader, const char *name);
/* Reads up to `size` bytes, at least one unless the input ends: then *got is 0.  Returns 0 or an
 * errno. */
typedef int nq_bytes_source(void *context, void *bytes, size_t size, size_t *got);
/* Read from `source` in place of the descriptor, as a program can do with compressed files.  Before
 * the first board, and before nq_reader_watch. */
NQ_API void nq_reader_source(nq_reader *reader, nq_bytes_source *source, void *context);
/* Call `progress` with the phase "read" and the bytes read, of those of a regular file, after every
 * read.  When it returns false, reading fails with NQ_IO. */
NQ_API void nq_reader_watch(nq_reader *reader, nq_progress_function *progress, void *context);
/* Read the next board into *board (released first; rows may be NQ_EMPTY or out of range, which
 * nq_check reports) and its line, from 1, into *line.  NQ_END after the last; an input without any
 * board is NQ_BAD_FORMAT first.  After NQ_BAD_FORMAT (at error->line) the next call continues after
 * the bad board; other errors end the reading.  NQ_NO_BOARD: the answer of a solver is not a board
 * (neither an error nor the end). */
NQ_API nq_status nq_reader_next(nq_reader *reader, nq_board *board, uint64_t *line,
                                nq_error *error);

/* Receives the rows of the next `count` columns; returning false ends the reading with NQ_IO. */
typedef bool nq_rows_sink(void *context, const uint32_t *rows, size_t count);

/* As nq_reader_next, but the rows of the board go to `sink` in pieces, from left to right, so that
 * in the formats line and npy memory does not depend on n.  *n is the number of rows.  When a board
 * turns out to be bad, the sink has already received some of its rows: discard them. */
NQ_API nq_status nq_reader_stream(nq_reader *reader, nq_rows_sink *sink, void *context, uint32_t *n,
                                  uint64_t *line, nq_error *error);

/* The kind of a solver's answer. */
typedef enum nq_answer {
  NQ_ANSWER_BOARD,
  NQ_ANSWER_INVALID,       /* rows[] cannot hold it: two queens in a column, a row below 0; the
                              error's message has the details */
  NQ_ANSWER_UNSATISFIABLE, /* the solver reports that there is no solution */
  NQ_ANSWER_UNKNOWN        /* the solver reports that it reached no result */
} nq_answer;

/* The kind of the last answer, after NQ_OK or NQ_NO_BOARD from nq_reader_next; *n is the size of
 * its board, or 0. */
NQ_API nq_answer nq_reader_answer(const nq_reader *reader, uint32_t *n);

/* How the last board was read if it was not in our own form with rows from 0: as "rows", "matrix",
 * "picture", "pairs", "assignments" or "literals"; and in *base whether its numbers count from 0 or
 * from 1.  NULL for our own forms line, json and npy from 0. */
NQ_API const char *nq_reader_form(const nq_reader *reader, unsigned *base);

/* Read an instance: the native text or a CSPLib file (prob079 completion and excluded diagonals,
 * prob080 blocked), recognised by content.  Only the first `first_diagonals` of a CSPLib list
 * of diagonals are used; UINT64_MAX: all.  NULL with *error, including its line, on failure. */
NQ_API nq_instance *nq_instance_read(int descriptor, uint64_t first_diagonals, nq_error *error);
/* The same from a source, as a program can do with compressed files. */
NQ_API nq_instance *nq_instance_read_source(nq_bytes_source *source, void *context,
                                            uint64_t first_diagonals, nq_error *error);
/* Write an instance in the native text.  NQ_IO, NQ_NO_MEMORY. */
NQ_API nq_status nq_instance_write(const nq_instance *instance, int descriptor, nq_error *error);

/* ---- Instances in the languages of other solvers -------------------------------------------- */

/* Some formats can put model and data into two files (MiniZinc: .mzn and .dzn). */
typedef enum nq_part { NQ_PART_ALL, NQ_PART_MODEL, NQ_PART_DATA } nq_part;

typedef struct nq_export_options {
  const char *format;             /* a name from the table of export formats */
  const char *encoding;           /* one of the format's encodings; NULL: its first */
  nq_part part;                   /* NQ_PART_ALL unless the format has two files */
  const char *comment;            /* text for the comment at the head of the file, or NULL */
  nq_progress_function *progress; /* phase "write", in bytes, `total` estimated; or NULL */
  void *context;
  /* How the other solver shall search, "first-unbound,min-value": a name from each of the format's
   * strategies, or one alone; NULL: the first of each. */
  const char *strategy;
} nq_export_options;

/* Write the instance with its placed queens, blocked squares and excluded diagonals.  Memory O(n +
 * size of the instance), whatever the size of the file.  NQ_BAD_VALUE: no such format, encoding or
 * strategy; NQ_UNSUPPORTED: the format cannot express the instance; NQ_IO: writing failed, or
 * `progress` returned false; NQ_NO_MEMORY. */
NQ_API nq_status nq_export_write(const nq_instance *instance, const nq_export_options *options,
                                 int descriptor, nq_error *error);

/* A row of the table of export formats. */
typedef struct nq_export_format {
  const char *name;             /* "dimacs" */
  const char *summary;          /* one line */
  const char *suffix;           /* ".cnf" */
  const char *const *encodings; /* names, the default first, then NULL; NULL: only one */
  bool parts;                   /* NQ_PART_MODEL and NQ_PART_DATA exist */
  /* The encodings in which one solution has several models, then NULL; NULL: none. */
  const char *const *many_models;
  /* Two lists of names that a strategy consists of, each with the default first, then NULL; NULL:
   * the format does not say how to search. */
  const char *const *strategies[2];
} nq_export_format;

/* The i-th row, NULL past the end; the row with this name, or NULL. */
NQ_API const nq_export_format *nq_export_format_at(size_t i);
NQ_API const nq_export_format *nq_export_format_by_name(const char *name);

#endif

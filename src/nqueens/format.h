/* Files of boards and instances.
 *
 * SPDX-License-Identifier: MIT */
#ifndef NQUEENS_FORMAT_H
#define NQUEENS_FORMAT_H

#include "nqueens/board.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Reading and writing ------------------------------------------------------------------- */

typedef enum nq_format {
  NQ_FORMAT_AUTO,    /* reading only: recognised by content */
  NQ_FORMAT_LINE,    /* `1 3 0 2`, one board a line; `.` is an empty column; # starts a comment */
  NQ_FORMAT_PICTURE, /* a line a row, `Q _ _ _`; an empty line between boards */
  NQ_FORMAT_JSON,    /* one object a line: {"n":4,"base":0,"rows":[1,3,0,2]} */
  NQ_FORMAT_NPY,     /* NumPy: uint32, shape (n,), or (boards, n) for several; 2^32 - 1 is an empty
                        column; the line of a board is its number, from 1 */

  /* Answers of other solvers, for reading only.  Columns and rows are counted from 1 where nothing
   * else is said; a 0/1 variable of a square has the number column * n + row + 1. */
  NQ_FORMAT_SMT,      /* SMT-LIB: sat ((Q1 4) ...), Bools ((q_1_4 true) ...), or a model */
  NQ_FORMAT_Z3PY,     /* z3's Python: [Q_3 = 8, Q_1 = 4, ...] */
  NQ_FORMAT_SAT,      /* s and v lines of SAT solvers and pseudo-Boolean ones (v -x1 x2) */
  NQ_FORMAT_MINIZINC, /* queens = [5, 2, ...]; ----------, FlatZinc, and MiniZinc's JSON */
  NQ_FORMAT_ASP,      /* clingo's text and JSON: queen(column,row) */
  NQ_FORMAT_CBC,      /* solution file with names x_column_row, from 0 */
  NQ_FORMAT_GLPK,     /* glpsol -w */
  NQ_FORMAT_OPL,      /* CPLEX OPL: x = [5 8 4 1 3 6 2 7]; */
  NQ_FORMAT_TOULBAR2, /* what toulbar2 prints, rows from 0 */
  NQ_FORMAT_CPSAT,    /* a response of CP-SAT as text, rows from 0 */
  NQ_FORMAT_ESSENCE,  /* letting queens be [5, 2, ...] */
  NQ_FORMAT_XCSP3,    /* s line and <instantiation>, rows from 0 */
  NQ_FORMAT_JUDGE     /* a line of rows from 1: never recognised, as it looks like NQ_FORMAT_LINE */
} nq_format;

/* The format's name ("line", ...), or NULL past the end; i = 0 is the first that can be written. */
NQ_API const char *nq_format_name(size_t i);
/* The same for those that can be read: first those that can be written too, then the others. */
NQ_API const char *nq_format_readable_name(size_t i);
/* The format by name, whether it can be written or not; NQ_FORMAT_AUTO when there is none such. */
NQ_API nq_format nq_format_by_name(const char *name);
/* The format that a file name's suffix asks for (.txt .json .jsonl .npy .pic); AUTO when none. */
NQ_API nq_format nq_format_by_suffix(const char *path);

/* Boards to a file descriptor, in one format.  Nothing beyond a fixed buffer is held in memory. */
typedef struct nq_writer nq_writer;

/* As `boards`: not known beforehand.  npy cannot be written then (NQ_UNSUPPORTED). */
#define NQ_BOARDS_UNKNOWN UINT64_MAX

/* `boards` is how many boards of n queens will be written (npy tells it in its header);
 * `base` (0 or 1) is added to every row in line and JSON.  The descriptor stays the caller's.
 * NULL when memory cannot be had, for a format that cannot be written, n = 0 or base > 1. */
NQ_API nq_writer *nq_writer_new(int descriptor, nq_format format, uint32_t n, uint64_t boards,
                                unsigned base);
/* Call `progress` with the phase "write" now and then; when it returns false, writing soon fails with
 * NQ_IO: a small board is finished first. */
NQ_API void nq_writer_watch(nq_writer *writer, nq_progress_function *progress, void *context);
/* Rows of n entries.  NQ_IO when the descriptor refuses (errno's text in the message); NQ_BAD_VALUE
 * for more boards than were announced, or a row >= n in a picture. */
NQ_API nq_status nq_writer_board(nq_writer *writer, const uint32_t *rows, nq_error *error);
/* A comment line: `# text` in line and picture, nothing in the others. */
NQ_API nq_status nq_writer_comment(nq_writer *writer, const char *text, nq_error *error);
/* Write what is buffered and free the writer; NQ_IO when that fails or boards are missing. */
NQ_API nq_status nq_writer_finish(nq_writer *writer, nq_error *error);
/* Free the writer without writing what is buffered. */
NQ_API void nq_writer_free(nq_writer *writer);

#define NQ_NPY_HEADER_MAX 256

/* The header of a .npy file of `boards` boards of n queens into `header`; returns its size, a
 * multiple of 64.  The rows follow it as little-endian numbers of 32 bits: a program can map such a
 * file and have nq_solve_into put the solution there. */
NQ_API size_t nq_npy_header(uint32_t n, uint64_t boards, char header[NQ_NPY_HEADER_MAX]);

/* Boards from a file descriptor, one after the other. */
typedef struct nq_reader nq_reader;

/* `format` AUTO recognises each format by its content.  The descriptor stays the caller's. */
NQ_API nq_reader *nq_reader_new(int descriptor, nq_format format);
NQ_API void nq_reader_free(nq_reader *reader);
/* The answers are of boards of size n >= 1.  Needed where an answer does not tell n itself (a SAT
 * solver's, with variables beyond n^2), and a help where it is told by the queens alone; boards that
 * tell their size are read as they are. */
NQ_API void nq_reader_expect(nq_reader *reader, uint32_t n);
/* The board is the value of this variable, where an answer has several lists: in MiniZinc, FlatZinc,
 * OPL, Essence and XCSP3.  Otherwise it is the list named queens, or as in the export of that format
 * (x in OPL, q in XCSP3), or the only one.  The name must live as long as the reader; NULL: none. */
NQ_API void nq_reader_variable(nq_reader *reader, const char *name);
/* Read the next board into *board (released and filled anew; rows may be NQ_EMPTY or out of range:
 * that is for nq_check to judge) and its line, from 1, into *line.  NQ_END after the last; an input
 * without any board is NQ_BAD_FORMAT first.  After NQ_BAD_FORMAT (error->line says where) the call
 * may be repeated: it goes on behind the bad board; after any other error it ends.  NQ_NO_BOARD, no
 * error and not the end, is for answers of solvers without a board. */
NQ_API nq_status nq_reader_next(nq_reader *reader, nq_board *board, uint64_t *line,
                                nq_error *error);

/* Takes the rows of the next `count` columns; false ends the reading, with NQ_IO. */
typedef bool nq_rows_sink(void *context, const uint32_t *rows, size_t count);

/* As nq_reader_next, but the rows of the board go to `sink` from the left, some at a time: memory
 * does not depend on n where the format is line or npy.  *n is the number of rows.  Rows of a board
 * that proves bad later have reached the sink, too: discard them. */
NQ_API nq_status nq_reader_stream(nq_reader *reader, nq_rows_sink *sink, void *context, uint32_t *n,
                                  uint64_t *line, nq_error *error);

/* What a solver answered. */
typedef enum nq_answer {
  NQ_ANSWER_BOARD,
  NQ_ANSWER_INVALID,       /* squares that rows[] cannot say: two queens in a column, a row below 0;
                              the error's message says which */
  NQ_ANSWER_UNSATISFIABLE, /* it says that there is no solution */
  NQ_ANSWER_UNKNOWN        /* it says that it does not know */
} nq_answer;

/* What the last nq_reader_next read, when that was NQ_OK or NQ_NO_BOARD; *n is the size of the
 * board, 0 where there is none. */
NQ_API nq_answer nq_reader_answer(const nq_reader *reader, uint32_t *n);

/* Read an instance: the native text or a CSPLib file (prob079 completion and excluded diagonals,
 * prob080 blocked), recognised by content.  Of a CSPLib list of diagonals only the first
 * `first_diagonals` count; UINT64_MAX: all.  NULL with *error (its line set) when it cannot be
 * read. */
NQ_API nq_instance *nq_instance_read(int descriptor, uint64_t first_diagonals, nq_error *error);
/* Write an instance in the native text. */
NQ_API nq_status nq_instance_write(const nq_instance *instance, int descriptor, nq_error *error);

/* ---- Instances in the languages of other solvers -------------------------------------------- */

/* Formats whose model and data may stand in two files (MiniZinc: .mzn and .dzn). */
typedef enum nq_part { NQ_PART_ALL, NQ_PART_MODEL, NQ_PART_DATA } nq_part;

typedef struct nq_export_options {
  const char *format;             /* a name from the table of export formats */
  const char *encoding;           /* one of the format's, or NULL: its first */
  nq_part part;                   /* NQ_PART_ALL where the format has one file only */
  const char *comment;            /* lines for the head of the file, as its comments; or NULL */
  nq_progress_function *progress; /* asked now and then, with the phase "write"; or NULL */
  void *context;
} nq_export_options;

/* Write the instance, with what is placed, blocked and excluded.  Memory O(n + what the instance
 * holds), whatever the size of the file.  NQ_BAD_VALUE: no such format or encoding; NQ_UNSUPPORTED:
 * the format cannot say this; NQ_IO: the descriptor refuses, or `progress` said stop. */
NQ_API nq_status nq_export_write(const nq_instance *instance, const nq_export_options *options,
                                 int descriptor, nq_error *error);
/* About how many bytes nq_export_write would write, within a few percent, in a small part of the
 * time; comments not counted. */
NQ_API nq_status nq_export_size(const nq_instance *instance, const nq_export_options *options,
                                uint64_t *bytes, nq_error *error);

/* An export format, as users see it. */
typedef struct nq_export_format {
  const char *name;             /* "dimacs" */
  const char *summary;          /* one line */
  const char *suffix;           /* ".cnf": the usual end of a file's name */
  const char *const *encodings; /* names, the default first; ends with NULL; NULL: there is one */
  bool parts;                   /* NQ_PART_MODEL and NQ_PART_DATA can be asked for */
  /* Of the encodings, those with several models for one solution; ends with NULL; NULL: none. */
  const char *const *many_models;
} nq_export_format;

/* The i-th of the table, NULL past the end; by name, or NULL. */
NQ_API const nq_export_format *nq_export_format_at(size_t i);
NQ_API const nq_export_format *nq_export_format_by_name(const char *name);

#ifdef __cplusplus
}
#endif
#endif

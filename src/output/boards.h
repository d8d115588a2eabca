/* Boards on their way out, whatever becomes of them:
 *
 *     text       lines, pictures in letters, JSON or .npy by the library's writer
 *     mapped     a large .npy file that lends its rows to the search
 *     picture    one board as SVG, PNG or PDF
 *     sheet      several small ones on a page
 *     folder     a picture of each in a folder
 *
 * Open, begin, add each board, finish, commit; or abort, at any time.  A file or folder gets its name
 * on commit, and is gone after abort.  What goes to standard output, a device or a pipe stays. */
#ifndef NQ_OUTPUT_BOARDS_H
#define NQ_OUTPUT_BOARDS_H

#include "draw/draw.h"
#include "output/folder.h"
#include "output/target.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct cli_boards_request {
  const char *path; /* NULL or "-" is standard output; with a slash at its end it is a folder's */
  int format;       /* an nq_format or CLI_FORMAT_..; NQ_FORMAT_AUTO: by the path */
  uint32_t n;
  bool one_based;
  bool frames;    /* the files in a folder are frame-000.png, .. instead of 1.png, .. */
  unsigned scale; /* of a PNG */
  const nq_instance *instance;    /* to be marked in pictures; or NULL */
  nq_progress_function *progress; /* asked whether to go on; or NULL */
  void *context;                  /* of it */
} cli_boards_request;

typedef struct cli_boards {
  cli_boards_request as;
  const char *name;   /* for messages */
  nq_draw_kind drawn; /* NQ_DRAW_NONE: in `format` */
  nq_format format;
  nq_file file;
  cli_folder folder;                  /* its temporary is NULL when there is none */
  double opened;                      /* on the monotonic clock */
  const struct cli_boards_kind *kind; /* NULL before begin */
  uint64_t count;                     /* announced, or NQ_BOARDS_UNKNOWN */
  uint64_t added, bytes_drawn;
  nq_writer *writer;     /* of text */
  uint32_t *rows;        /* of a sheet, or lent by a mapped file */
  void *mapping;         /* all of that file, */
  uint64_t mapped_bytes; /* or 0 */
} cli_boards;

/* Check that the request can be met, and open the file or folder.  After an error nothing is left to
 * abort.  NQ_BAD_VALUE: the path's suffix or the rows' base do not suit the format, or bytes would go
 * to a terminal; NQ_UNSUPPORTED: the format needs cairo; NQ_IO. */
nq_status cli_boards_open(cli_boards *boards, const cli_boards_request *request, nq_error *error);

/* Must the boards be counted before begin?  *most: as far as that matters, or 0: all of them. */
bool cli_boards_need_count(const cli_boards *boards, uint64_t *most);

/* Get ready for `count` boards, or NQ_BOARDS_UNKNOWN.  NQ_UNSUPPORTED: more than can be drawn;
 * NQ_NO_MEMORY; NQ_IO: no room on the disk. */
nq_status cli_boards_begin(cli_boards *boards, uint64_t count, nq_error *error);

/* Where the only board may be built in place, or NULL.  It must be added too. */
uint32_t *cli_boards_lend(const cli_boards *boards);

/* NQ_IO: the board could not be written, or `progress` said stop. */
nq_status cli_boards_add(cli_boards *boards, const uint32_t *rows, nq_error *error);

/* The same with a picture that is drawn already. */
nq_status cli_boards_add_drawn(cli_boards *boards, const nq_bytes *picture, nq_error *error);

/* For several threads: a writer in memory for some of the boards (format/boards/part.h), to be freed
 * by the caller, and its boards to be added after those of `boards`.  NULL when memory is short. */
bool cli_boards_take_parts(const cli_boards *boards);
nq_writer *cli_boards_new_part(const cli_boards *boards);
nq_status cli_boards_append(cli_boards *boards, nq_writer *part, nq_error *error);

/* True when what is added goes to its place at once, and abort does not take it back. */
bool cli_boards_in_place(const cli_boards *boards);

/* Write what is still in memory. */
nq_status cli_boards_finish(cli_boards *boards, nq_error *error);

/* Finish, and give the file or folder its name.  Releases *boards, whose name stays. */
nq_status cli_boards_commit(cli_boards *boards, nq_error *error);

/* Remove the file or folder.  In place the boards that were added are completed.  May follow commit. */
void cli_boards_abort(cli_boards *boards);

/* What is worth a word where the output's suffix is not that of any format, or "". */
void cli_boards_describe(const cli_boards *boards, char *text, size_t size);

#endif

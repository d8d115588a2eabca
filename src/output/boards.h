/* Boards on their way out, whatever becomes of them:
 *
 *     text       lines, pictures in letters, JSON or .npy by the library's writer
 *     mapped     a large .npy file that lends its rows to the search
 *     pictures   SVG, PNG or PDF: of one board in a file, or of each in a folder
 *     sheet      several small boards on a page
 *
 * Open, begin, add each board, commit; or abort, at any time.  A file or folder gets its name
 * on commit, and is gone after abort.  What goes to standard output, a device or a pipe stays. */
#ifndef NQ_OUTPUT_BOARDS_H
#define NQ_OUTPUT_BOARDS_H

#include "draw/draw.h"
#include "output/folder.h"
#include "output/target.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct cli_boards {
  /* Set before open: */
  const char *path; /* NULL or "-" is standard output; with a slash at its end it is a folder's */
  int asked;        /* --format: an nq_format or CLI_FORMAT_..; NQ_FORMAT_AUTO: by the path */
  uint32_t n;
  bool one_based, frames; /* frames: files in a folder are frame-000.png, .. instead of 1.png, .. */
  unsigned scale;         /* of a PNG */
  const nq_instance *instance;    /* to be marked in pictures; or NULL */
  nq_progress_function *progress; /* asked whether to go on */
  void *context;                  /* of it */

  /* To be read: */
  const char *name;      /* for messages */
  nq_writer *writer;     /* of text, to which parts can be appended; or NULL */
  uint64_t count, added; /* announced, or NQ_BOARDS_UNKNOWN */
  uint64_t mapped_bytes; /* of a mapped file, or 0 */

  /* Its own: */
  const struct cli_boards_kind *kind; /* NULL before begin */
  nq_draw_kind drawn;                 /* NQ_DRAW_NONE: in `format` */
  nq_format format;
  nq_file file;
  cli_folder folder; /* its temporary is NULL when there is none */
  double opened;     /* on the monotonic clock */
  uint64_t bytes_drawn;
  uint32_t *rows; /* of a sheet, or of a mapped file */
  void *mapping;  /* the whole of that file */
} cli_boards;

/* Check what was asked for, and open the file or folder.  After an error nothing is left to abort.
 * NQ_BAD_VALUE: the path's suffix or the rows' base do not suit the format, or bytes would go to a
 * terminal; NQ_UNSUPPORTED: the format needs cairo; NQ_IO. */
nq_status cli_boards_open(cli_boards *boards, nq_error *error);

/* Must the boards be counted before begin?  *most: as far as that matters, or 0: all of them. */
bool cli_boards_need_count(const cli_boards *boards, uint64_t *most);

/* Get ready for `count` boards, or NQ_BOARDS_UNKNOWN.  NQ_UNSUPPORTED: more than can be drawn;
 * NQ_NO_MEMORY; NQ_IO: no room on the disk. */
nq_status cli_boards_begin(cli_boards *boards, uint64_t count, nq_error *error);

/* Where the only board may be built in place, or NULL.  It must be added too. */
uint32_t *cli_boards_lend(const cli_boards *boards);

/* NQ_IO: the board could not be written, or `progress` said stop. */
nq_status cli_boards_add(cli_boards *boards, const uint32_t *rows, nq_error *error);
/* The same with a picture that is drawn already, */
nq_status cli_boards_add_drawn(cli_boards *boards, const nq_bytes *picture, nq_error *error);
/* and with the boards of a part of the writer (format/boards/part.h). */
nq_status cli_boards_append(cli_boards *boards, nq_writer *part, nq_error *error);

/* True for text that goes to its place at once and that abort does not take back. */
bool cli_boards_in_place(const cli_boards *boards);

/* Write what is still in memory, and give the file or folder its name.  After an error as abort. */
nq_status cli_boards_commit(cli_boards *boards, nq_error *error);

/* Remove the file or folder.  In place the boards that were added are completed.  May follow commit. */
void cli_boards_abort(cli_boards *boards);

#endif

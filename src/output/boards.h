/* Output of boards, of one of these kinds:
 *
 *     text       lines, text pictures, JSON or .npy, by the library's writer
 *     mapped     a large .npy file that lends its rows to the search
 *     pictures   SVG, PNG or PDF: of one board in a file, or of each in a folder
 *     sheet      several small boards on a page
 *
 * Open, begin, add each board, commit; or abort, at any time.  A file or folder gets its name on
 * commit; abort removes it.  What went to standard output, a device or a pipe stays there. */
#ifndef NQ_OUTPUT_BOARDS_H
#define NQ_OUTPUT_BOARDS_H

#include "core/file.h"
#include "draw/draw.h"
#include "output/folder.h"

#include <stdbool.h>
#include <stdint.h>

/* ---- Paths and formats (target.c) ---- */

/* The pictures among the choices of --format, after those of nq_format. */
enum { CLI_FORMAT_SVG = NQ_FORMAT_NPY + 1, CLI_FORMAT_PNG, CLI_FORMAT_PDF };

/* The kind of picture asked for, or, with NQ_FORMAT_AUTO, that of the path's suffix; NQ_DRAW_NONE
 * if it is no picture. */
nq_draw_kind cli_output_picture(int asked, const char *path);

/* The format of boards of size n for `path`: the one asked for, or, with NQ_FORMAT_AUTO, that of the
 * path's suffix, a picture for small boards on a terminal, or line. */
nq_format cli_output_format(int asked, const char *path, uint32_t n);

/* NQ_BAD_VALUE where the path's suffix is that of other formats than the one chosen by --`option`:
 * programs would open the file as one of those.  ".txt" suits all. */
nq_status cli_output_check_suffix(const char *option, const char *format, const char *path,
                                  nq_error *error);

/* Patterns of the names of files in folders of boards; ends with NULL. */
extern const char *const cli_output_inside[];

/* Is `path` standard output: NULL or "-"? */
bool cli_output_is_standard(const char *path);

/* Is `path` written to a terminal? */
bool cli_output_is_terminal(const char *path);

/* nq_file_open, but standard output for NULL and "-". */
nq_status cli_output_open(nq_file *file, const char *path, nq_error *error);

/* ---- Boards ---- */

typedef struct cli_boards {
  /* Set before open: */
  const char *path; /* NULL or "-" is standard output; a slash at the end means a folder */
  int asked;        /* --format: an nq_format or CLI_FORMAT_..; NQ_FORMAT_AUTO: by the path */
  uint32_t n;
  bool one_based, frames; /* frames: files in a folder are frame-000.png, .. instead of 1.png, .. */
  unsigned scale;         /* of a PNG */
  const nq_instance *instance;    /* to be marked in pictures; or NULL */
  nq_progress_function *progress; /* false: stop */
  void *context;                  /* of progress */

  /* Read by the caller: */
  const char *name;      /* for messages */
  nq_writer *writer;     /* of text; or NULL */
  uint64_t count, added; /* announced, or NQ_BOARDS_UNKNOWN */
  uint64_t mapped_bytes; /* of a mapped file, or 0 */

  /* Private: */
  const struct cli_boards_kind *kind; /* NULL before begin */
  nq_draw_kind drawn;                 /* NQ_DRAW_NONE: in `format` */
  nq_format format;
  nq_file file;
  cli_folder folder; /* folder.temporary is NULL if there is none */
  double opened;     /* on the monotonic clock */
  uint64_t bytes_drawn;
  uint32_t *rows; /* of a sheet, or of a mapped file */
  void *mapping;  /* the whole of that file */
} cli_boards;

/* Check what was asked for, and open the file or folder.  After an error nothing is left to abort.
 * NQ_BAD_VALUE: the path's suffix or the rows' base do not suit the format, or bytes would go to a
 * terminal; NQ_UNSUPPORTED: the format needs cairo; NQ_IO. */
nq_status cli_boards_open(cli_boards *boards, nq_error *error);

/* Must the boards be counted before begin?  Counting may end at *most, unless that is 0. */
bool cli_boards_need_count(const cli_boards *boards, uint64_t *most);

/* Get ready for `count` boards, or NQ_BOARDS_UNKNOWN.  NQ_UNSUPPORTED: more than can be drawn;
 * NQ_NO_MEMORY; NQ_IO: no room on the disk. */
nq_status cli_boards_begin(cli_boards *boards, uint64_t count, nq_error *error);

/* The rows of a mapped file, for the caller to fill in and then to add; NULL where there is none. */
uint32_t *cli_boards_lend(const cli_boards *boards);

/* NQ_IO: the board could not be written, or `progress` returned false. */
nq_status cli_boards_add(cli_boards *boards, const uint32_t *rows, nq_error *error);
/* The same with a picture that is already drawn. */
nq_status cli_boards_add_drawn(cli_boards *boards, const nq_bytes *picture, nq_error *error);
/* An empty picture, whose drawing ends with NQ_IO when the boards do not go on. */
nq_bytes cli_boards_new_picture(cli_boards *boards);
/* Call nq_enumerate_write for the instance and `writer`, which must not be NULL. */
nq_status cli_boards_enumerate(cli_boards *boards, const nq_enumerate_options *options,
                               nq_enumerate_result *result, nq_error *error);

/* True for text on standard output, a device or a pipe, which abort cannot take back. */
bool cli_boards_in_place(const cli_boards *boards);

/* Write what is still in memory, and give the file or folder its name; abort after an error. */
nq_status cli_boards_commit(cli_boards *boards, nq_error *error);

/* Discard output that could not be completed; in place, flush the boards that were added.  Harmless
 * after commit. */
void cli_boards_abort(cli_boards *boards);

/* ---- Kinds ---- */

/* Errors need not name the output: boards.c does.  `release` frees what `begin` took, also after it
 * failed. */
typedef struct cli_boards_kind {
  nq_status (*begin)(cli_boards *boards, nq_error *error);
  nq_status (*add)(cli_boards *boards, const uint32_t *rows, nq_error *error);
  nq_status (*finish)(cli_boards *boards, nq_error *error); /* or NULL */
  void (*release)(cli_boards *boards);                      /* or NULL */
} cli_boards_kind;

/* Defined in files of the same names, except `sheet`, in pictures.c, and `text`, in boards.c. */
extern const cli_boards_kind cli_boards_text, cli_boards_mapped, cli_boards_pictures,
    cli_boards_sheet;

/* boards.c: call `progress`; false: stop. */
bool cli_boards_go_on(const cli_boards *boards);
bool cli_boards_in_folder(const cli_boards *boards);

/* mapped.c: can the only board be solved within the output's file? */
bool cli_boards_can_map(const cli_boards *boards);

/* pictures.c: how many boards fit on the sheet or into the folder. */
uint64_t cli_boards_most_pictures(const cli_boards *boards);
/* Write a picture to the file, or as the next one into the folder; it counts as added already. */
nq_status cli_boards_write_picture(cli_boards *boards, const nq_bytes *picture, nq_error *error);

#endif

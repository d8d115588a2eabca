/* One board after another, on the way to its place in an output of some kind. */
#ifndef NQ_OUTPUT_KIND_H
#define NQ_OUTPUT_KIND_H

#include "core/core.h"
#include "output/folder.h"
#include "output/shards.h"
#include "output/target.h"

typedef struct cli_boards {
  /* Set before open: */
  const char *path; /* NULL or "-" is standard output; a slash at the end means a folder */
  int asked;        /* --format: an nq_format or CLI_FORMAT_..; NQ_FORMAT_AUTO: by the path */
  uint64_t n;
  bool large;             /* in shards in the folder, or in a .npy file, which is solved there */
  bool wide;              /* of a large one: rows of 64 bits, also where 32 are enough */
  uint64_t shards;        /* of a large one: their number; 0: as many as make them large */
  bool one_based, frames; /* frames: files in a folder are frame-000.png, .. instead of 1.png, .. */
  unsigned scale;         /* of a PNG */
  const nq_instance *instance;    /* to be marked in pictures; or NULL */
  nq_progress_function *progress; /* false: stop */
  void *context;                  /* of progress */

  /* Read by the caller: */
  const char *name;      /* for messages */
  nq_writer *writer;     /* of text; or NULL */
  uint64_t count, added; /* announced, or NQ_BOARDS_UNKNOWN */
  uint64_t file_bytes;   /* of files that the board is solved in, or 0 */

  /* Set before commit: the run, for the index of shards. */
  cli_shards_run run;

  /* Private: */
  const struct cli_boards_kind *kind; /* NULL before begin */
  nq_draw_kind drawn;                 /* NQ_DRAW_NONE: in `format` */
  nq_format format;
  nq_file file;
  cli_folder folder; /* folder.temporary is NULL if there is none */
  cli_shards files;  /* of a large board */
  double opened;     /* on the monotonic clock */
  uint64_t bytes_drawn;
  uint32_t *rows; /* of a sheet, or of a mapped file */
  void *mapping;  /* the whole of that file */
} cli_boards;

/* Errors need not name the output: boards.c does, unless they name files.  `add` gets NULL for a board
 * that was solved in its place.  `release` frees what `begin` took, also after it failed. */
typedef struct cli_boards_kind {
  nq_status (*begin)(cli_boards *boards, nq_error *error);
  nq_status (*add)(cli_boards *boards, const uint32_t *rows, nq_error *error);
  nq_status (*finish)(cli_boards *boards, nq_error *error); /* or NULL */
  void (*release)(cli_boards *boards);                      /* or NULL */
  bool names_files;
} cli_boards_kind;

/* Defined in files of the same names, except `sheet`, in pictures.c. */
extern const cli_boards_kind cli_boards_text, cli_boards_mapped, cli_boards_large,
    cli_boards_pictures, cli_boards_sheet;

/* Call `progress`; false: stop. */
static inline bool boards_go_on(const cli_boards *boards) {
  const nq_progress at = {
      .phase = "write", .bytes = boards->bytes_drawn, .seconds = nq_clock() - boards->opened};
  return boards->progress(boards->context, &at);
}

static inline bool boards_in_folder(const cli_boards *boards) {
  return boards->folder.temporary != NULL;
}

/* True for text on standard output, a device or a pipe, which abort cannot take back. */
static inline bool boards_in_place(const cli_boards *boards) {
  return boards->drawn == NQ_DRAW_NONE && !boards->large && boards->file.path == NULL;
}

/* mapped.c: can the only board be solved within the output's file? */
bool cli_boards_can_map(const cli_boards *boards);

/* pictures.c: how many boards fit on the sheet or into the folder. */
uint64_t cli_boards_most_pictures(const cli_boards *boards);
/* Write a picture to the file, or as the next one into the folder; it counts as added already. */
nq_status cli_boards_write_picture(cli_boards *boards, const nq_bytes *picture, nq_error *error);

#endif

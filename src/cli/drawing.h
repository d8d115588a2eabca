/* nqueens draw: a board -> picture (draw_board.c, which has the output of both), or a run -> record
 * -> picture, page or movie (draw.c). */
#ifndef NQ_CLI_DRAWING_H
#define NQ_CLI_DRAWING_H

#include "cli/commands.h"
#include "draw/draw.h"

#include <jansson.h>

typedef struct cli_draw_options {
  const char *output_path, *instance_path, *from, *method;
  uint64_t first_diagonals, index, seed;
  uint32_t scale, n;
  int format, start, step;
  bool json, quiet;
} cli_draw_options;

/* The output, opened with the first bytes: until then an interrupt may end the process. */
typedef struct cli_target {
  const cli_draw_options *options;
  nq_draw_kind kind;     /* of a picture, and NQ_DRAW_SVG for a page, which is text too */
  bool page;             /* of a run */
  const char *movie;     /* of a run: "gif" or "mp4"; or NULL */
  cli_progress progress; /* never shown */
  cli_boards boards;
  json_t *about;  /* with --json: what is drawn, printed at the end */
  nq_error error; /* of drawing and writing */
} cli_target;

/* Open it for `count` pictures. */
nq_status cli_draw_open(cli_target *target, uint64_t count);
/* Commit and report the pictures, unless there was an error or interrupt; returns the exit code. */
int cli_draw_close(cli_target *target, nq_status status);
/* Write one picture and release it, unless its drawing ended with an error, which is reported as
 * one of the file, or NULL; returns the exit code. */
int cli_draw_write(cli_target *target, nq_status drawn, const char *file, nq_bytes *picture);

/* Draw the board or boards of a file; returns the exit code. */
int cli_draw_board(cli_target *target, const char *path);

#endif

/* Boards as pictures: one board in a file, several on a sheet, or a file each in a folder. */
#ifndef NQ_CLI_PICTURES_H
#define NQ_CLI_PICTURES_H

#include "cli/inputs.h"
#include "cli/folder.h"
#include "cli/output.h"
#include "draw/draw.h"

#include <stdbool.h>
#include <stdint.h>

/* Files in a folder, at most. */
#define CLI_PICTURES_MAX 100000

typedef struct cli_pictures {
  nq_draw_kind kind;
  unsigned scale;
  uint32_t n;
  const nq_instance *instance;
  nq_file *output;
  cli_folder folder; /* its temporary is NULL when there is none */
  uint64_t expected, added;
  uint32_t *rows; /* of a sheet */
} cli_pictures;

/* The kind that --format (an nq_format or CLI_FORMAT_..; AUTO: none was said) or the path's suffix
 * asks for. */
nq_draw_kind cli_pictures_kind(int asked, const char *path);

/* As what boards of size n go to `path`: pictures of *kind, or, where that is NQ_DRAW_NONE, text or
 * bytes of *format.  False where they cannot, which has been said. */
bool cli_boards_choose(int asked, const char *path, uint32_t n, bool one_based, nq_draw_kind *kind,
                       nq_format *format);

/* Say that boards were written, and how where the path's suffix looks as if it told, but does not. */
void cli_boards_say_written(const char *path, int asked);

/* Open *output, or a folder where the path ends with a slash. */
nq_status cli_pictures_open(cli_pictures *pictures, nq_draw_kind kind, const char *path,
                            nq_file *output, nq_error *error);
/* Most boards that can be drawn. */
uint64_t cli_pictures_most(const cli_pictures *pictures);
/* How many boards of what size will come; before the first. */
nq_status cli_pictures_expect(cli_pictures *pictures, uint64_t boards, uint32_t n,
                              const nq_instance *instance, nq_error *error);
nq_status cli_pictures_add(cli_pictures *pictures, const uint32_t *rows, nq_error *error);
/* Write what is left, and name what was written. */
nq_status cli_pictures_commit(cli_pictures *pictures, nq_error *error);
void cli_pictures_abort(cli_pictures *pictures);

/* Draw one board of any size; release the bytes in any case. */
nq_status cli_picture_draw(nq_draw_kind kind, unsigned scale, const uint32_t *rows, uint32_t n,
                           const nq_instance *instance, nq_bytes *bytes, nq_error *error);
/* Write the bytes to the output. */
nq_status cli_picture_write(nq_file *output, const nq_bytes *bytes, nq_error *error);

#endif

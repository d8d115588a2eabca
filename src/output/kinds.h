/* The kinds of output that boards.c chooses from. */
#ifndef NQ_OUTPUT_KINDS_H
#define NQ_OUTPUT_KINDS_H

#include "output/boards.h"

#include <stdbool.h>

/* Errors need not name the output: boards.c does.  `release` frees what `begin` took, also after it
 * failed. */
typedef struct cli_boards_kind {
  nq_status (*begin)(cli_boards *boards, nq_error *error);
  nq_status (*add)(cli_boards *boards, const uint32_t *rows, nq_error *error);
  nq_status (*finish)(cli_boards *boards, nq_error *error); /* or NULL */
  void (*release)(cli_boards *boards);                      /* or NULL */
} cli_boards_kind;

/* In files of the same names, but `sheet`, which is in pictures.c, and `text` in boards.c. */
extern const cli_boards_kind cli_boards_text, cli_boards_mapped, cli_boards_pictures,
    cli_boards_sheet;

/* boards.c: ask `progress`. */
bool cli_boards_go_on(const cli_boards *boards);
bool cli_boards_in_folder(const cli_boards *boards);

/* mapping.c: may the only board live in the output's file? */
bool cli_boards_can_map(const cli_boards *boards);

/* pictures.c: how many boards fit on the sheet or into the folder. */
uint64_t cli_boards_most_pictures(const cli_boards *boards);
/* Write a picture to the file, or as the next one into the folder; it counts as added already. */
nq_status cli_boards_write_picture(cli_boards *boards, const nq_bytes *picture, nq_error *error);

#endif

/* Output of boards, of one of these kinds:
 *
 *     text       lines, text pictures, JSON or .npy, by the library's writer
 *     mapped     a large .npy file that lends its rows to the search
 *     large      a board in shards, or of 64-bit rows, which is solved there piece by piece
 *     pictures   SVG, PNG or PDF: of one board in a file, or of each in a folder
 *     sheet      several small boards on a page
 *
 * Open, begin, add each board, commit; or abort, at any time.  A file or folder gets its name on
 * commit; abort removes it.  What went to standard output, a device or a pipe stays there. */
#ifndef NQ_OUTPUT_BOARDS_H
#define NQ_OUTPUT_BOARDS_H

#include "output/kind.h"

/* Check what was asked for, and open the file or folder.  After an error nothing is left to abort.
 * NQ_BAD_VALUE: the path's suffix or the rows' base do not suit the format, or bytes would go to a
 * terminal; NQ_UNSUPPORTED: the format needs cairo; NQ_IO. */
nq_status cli_boards_open(cli_boards *boards, nq_error *error);

/* Must the boards be counted before begin?  Counting may end at *most, unless that is 0. */
bool cli_boards_need_count(const cli_boards *boards, uint64_t *most);

/* Get ready for `count` boards, or NQ_BOARDS_UNKNOWN.  NQ_UNSUPPORTED: more than can be drawn;
 * NQ_NO_MEMORY; NQ_IO: no room on the disk. */
nq_status cli_boards_begin(cli_boards *boards, uint64_t count, nq_error *error);

/* The rows of a mapped file, for the caller to fill in; NULL where there is none. */
uint32_t *cli_boards_lend(const cli_boards *boards);
/* The files of a large board, for the caller to write to; NULL where there are none. */
cli_shards *cli_boards_lend_files(cli_boards *boards);

/* Write a board, or take one that was solved in its place, with NULL.  NQ_IO: it could not be written,
 * or `progress` returned false. */
nq_status cli_boards_add(cli_boards *boards, const uint32_t *rows, nq_error *error);
/* The same with a picture that is already drawn. */
nq_status cli_boards_add_drawn(cli_boards *boards, const nq_bytes *picture, nq_error *error);
/* An empty picture, whose drawing ends with NQ_IO when the boards do not go on. */
nq_bytes cli_boards_new_picture(cli_boards *boards);
/* Call nq_enumerate_write for the instance and `writer`, which must not be NULL. */
nq_status cli_boards_enumerate(cli_boards *boards, const nq_enumerate_options *options,
                               nq_enumerate_result *result, nq_error *error);

/* Write what is still in memory, and give the file or folder its name; abort after an error. */
nq_status cli_boards_commit(cli_boards *boards, nq_error *error);

/* Discard output that could not be completed; in place, flush the boards that were added.  Harmless
 * after commit. */
void cli_boards_abort(cli_boards *boards);

#endif

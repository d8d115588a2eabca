/* The formats of boards: the functions of their entries. */
#ifndef NQ_FORMAT_BOARDS_BOARDS_H
#define NQ_FORMAT_BOARDS_BOARDS_H

#include "format/format.h"

nq_board_read nq_npy_read;
nq_board_write nq_line_write, nq_picture_write, nq_json_write, nq_npy_write, nq_pairs_write,
    nq_matrix_write, nq_csv_write, nq_leetcode_write, nq_fen_write;
void nq_picture_separate(nq_writer *writer);
nq_status nq_npy_start(nq_writer *writer, nq_error *error);

/* Take the rest of the line as a board, or pass its rows on.  *board must be empty. */
nq_status nq_line_read(nq_reader *reader, nq_board *board);

/* rows[0 .. count - 1] as little-endian bytes, on any machine; `bytes` has 4 * count. */
void nq_npy_encode(const uint32_t *rows, size_t count, unsigned char *bytes);

#endif

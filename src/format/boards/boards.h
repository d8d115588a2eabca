/* The formats of boards: the functions of their entries. */
#ifndef NQ_FORMAT_BOARDS_BOARDS_H
#define NQ_FORMAT_BOARDS_BOARDS_H

#include "format/format.h"

#include <stdint.h>

nq_status nq_line_write(nq_writer *writer, const uint32_t *rows, nq_error *error);
nq_status nq_line_read(nq_reader *reader, nq_board *board, uint64_t *line, nq_error *error);
nq_status nq_picture_write(nq_writer *writer, const uint32_t *rows, nq_error *error);
void nq_picture_separate(nq_writer *writer);
nq_status nq_picture_read(nq_reader *reader, nq_board *board, uint64_t *line, nq_error *error);
nq_status nq_json_write(nq_writer *writer, const uint32_t *rows, nq_error *error);
nq_status nq_json_read(nq_reader *reader, nq_board *board, uint64_t *line, nq_error *error);
nq_status nq_npy_start(nq_writer *writer, nq_error *error);
nq_status nq_npy_write(nq_writer *writer, const uint32_t *rows, nq_error *error);
nq_status nq_npy_read(nq_reader *reader, nq_board *board, uint64_t *line, nq_error *error);

#endif

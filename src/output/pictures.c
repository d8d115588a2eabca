/* Boards as pictures: one in a file, several on a sheet, or a file each in a folder. */
#include "core/core.h"
#include "output/output.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Files in a folder, at most. */
#define FILES_MAX 100000

uint64_t cli_boards_most_pictures(const cli_boards *boards) {
  return boards_in_folder(boards) ? FILES_MAX : NQ_DRAW_SHEET_MAX;
}

/* 1.svg, or 01.svg where there are 10 files or more: a list shows them in their order. */
static void name_file(const cli_boards *boards, char *name, size_t size) {
  const char *suffix = nq_draw_kind_name(boards->drawn);
  char most[32];
  int width = snprintf(most, sizeof most, "%" PRIu64, boards->count);
  if (boards->frames)
    snprintf(name, size, "frame-%03" PRIu64 ".%s", boards->added - 1, suffix);
  else
    snprintf(name, size, "%0*" PRIu64 ".%s", width, boards->added, suffix);
}

static bool goes_on(void *boards) {
  return boards_go_on(boards);
}

nq_status cli_boards_write_picture(cli_boards *boards, const nq_bytes *picture, nq_error *error) {
  char name[64];
  boards->bytes_drawn += picture->size;
  if (boards_in_folder(boards)) {
    name_file(boards, name, sizeof name);
    return cli_folder_add(&boards->folder, name, picture->data, picture->size, error);
  }
  int failure =
      nq_write_all(boards->file.descriptor, picture->data, picture->size, goes_on, boards);
  if (failure == 0) return NQ_OK;
  return nq_error_system(error, failure, "writing failed");
}

/* ---- A picture of each board ---- */

static nq_status begin_pictures(cli_boards *boards, nq_error *error) {
  if (boards->count <= cli_boards_most_pictures(boards)) return NQ_OK;
  return nq_error_set(
      error, NQ_UNSUPPORTED,
      "more than %d boards are too many files for a folder: use --limit K or --slice K/M",
      FILES_MAX);
}

/* An instance is marked only where there is room for it. */
static nq_status draw(const cli_boards *boards, const uint32_t *rows, nq_bytes *bytes,
                      nq_error *error) {
  if (boards->n <= NQ_DRAW_QUEENS_MAX)
    return nq_draw_board(boards->drawn, boards->scale, rows, (uint32_t)boards->n, boards->instance,
                         bytes, error);
  nq_density *density = nq_density_new();
  if (density == NULL) return nq_error_set(error, NQ_NO_MEMORY, "no memory for the picture");
  nq_density_add(density, rows, (uint32_t)boards->n);
  nq_status status = nq_density_finish(density, error);
  if (status == NQ_OK)
    status = nq_draw_density(boards->drawn, boards->scale, density, bytes, error);
  nq_density_free(density);
  return status;
}

/* Drawing is slow: the search alone would notice a limit or an interrupt too late.  A board that was
 * found within the limit is still drawn: the first one is not stopped, unless it is only a frame. */
static nq_status add_picture(cli_boards *boards, const uint32_t *rows, nq_error *error) {
  nq_bytes bytes = {0};
  if (boards->added > 1 || boards->frames) {
    if (!goes_on(boards)) return nq_error_set(error, NQ_IO, "stopped");
    bytes = (nq_bytes){.goes_on = goes_on, .context = boards};
  }
  nq_status status = draw(boards, rows, &bytes, error);
  if (status == NQ_OK) status = cli_boards_write_picture(boards, &bytes, error);
  nq_bytes_release(&bytes);
  return status;
}

const cli_boards_kind cli_boards_pictures = {.begin = begin_pictures, .add = add_picture};

/* ---- A sheet ---- */

static nq_status begin_sheet(cli_boards *boards, nq_error *error) {
  if (boards->count > NQ_DRAW_SHEET_MAX || boards->n > NQ_DRAW_SHEET_N_MAX)
    return nq_error_set(
        error, NQ_UNSUPPORTED,
        "a sheet has room for %d boards of up to %d columns, but there are more, or larger "
        "ones; -o DIR/ --format %s writes a file for each",
        NQ_DRAW_SHEET_MAX, NQ_DRAW_SHEET_N_MAX, nq_draw_kind_name(boards->drawn));
  boards->rows = nq_memory_new(boards->count * boards->n, sizeof *boards->rows);
  if (boards->rows != NULL) return NQ_OK;
  return nq_error_set(error, NQ_NO_MEMORY, "no memory for the boards of a sheet");
}

static nq_status keep_board(cli_boards *boards, const uint32_t *rows, nq_error *error) {
  uint64_t n = boards->n;
  (void)error;
  memcpy(boards->rows + (boards->added - 1) * n, rows, (size_t)n * sizeof *rows);
  return NQ_OK;
}

static nq_status draw_sheet(cli_boards *boards, nq_error *error) {
  nq_bytes bytes = {0};
  nq_status status = nq_draw_sheet(boards->drawn, boards->scale, boards->rows,
                                   (size_t)boards->added, (uint32_t)boards->n, &bytes, error);
  if (status == NQ_OK) status = cli_boards_write_picture(boards, &bytes, error);
  nq_bytes_release(&bytes);
  return status;
}

static void release_sheet(cli_boards *boards) {
  nq_memory_free(boards->rows, boards->count * boards->n, sizeof *boards->rows);
  boards->rows = NULL;
}

const cli_boards_kind cli_boards_sheet = {
    .begin = begin_sheet, .add = keep_board, .finish = draw_sheet, .release = release_sheet};

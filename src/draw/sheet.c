/* Many boards on one page, numbered from 1, in rows from left to right. */
#include "draw/canvas.h"

#include <math.h>
#include <stdio.h>

#define BOARD_SIDE 96.0
#define LARGEST    24.0
#define GAP        18.0
#define LABEL      6.5
#define LABEL_ROOM 14.0
#define MARGIN     24.0

struct sheet {
  size_t columns, lines;
  double side, cell;
};

/* Choose the number of boards per row so that the page is about 4 : 3. */
static struct sheet lay_out_sheet(size_t count, uint32_t n) {
  struct sheet sheet = {.columns = (size_t)ceil(sqrt((double)count * 4 / 3))};
  if (sheet.columns > count) sheet.columns = count;
  sheet.lines = (count + sheet.columns - 1) / sheet.columns;
  sheet.cell = floor(BOARD_SIDE / n);
  if (sheet.cell > LARGEST) sheet.cell = LARGEST;
  sheet.side = sheet.cell * n;
  return sheet;
}

static void draw_one(nq_canvas *canvas, const nq_place *place, const uint32_t *rows,
                     size_t number) {
  nq_canvas_squares(canvas, place);
  for (uint32_t column = 0; column < place->n; column++)
    if (rows[column] < place->n) nq_canvas_queen(canvas, place, column, rows[column], .9, false);
  char text[24];
  snprintf(text, sizeof text, "%zu", number);
  double side = place->cell * place->n;
  nq_canvas_label(canvas, place->left + side / 2, place->top + side + LABEL_ROOM / 2 + 3, LABEL,
                  NQ_ALIGN_CENTRE, NQ_COLOUR_TEXT, text);
}

nq_status nq_draw_sheet(nq_draw_kind kind, unsigned scale, const uint32_t *rows, size_t count,
                        uint32_t n, nq_bytes *picture, nq_error *error) {
  if (count < 1 || count > NQ_DRAW_SHEET_MAX || n < 1 || n > NQ_DRAW_SHEET_N_MAX)
    return nq_error_set(error, NQ_BAD_VALUE, "a sheet holds 1 to %d boards of at most %d columns",
                        NQ_DRAW_SHEET_MAX, NQ_DRAW_SHEET_N_MAX);
  for (size_t i = 0; i < count; i++) {
    nq_status status = nq_rows_require(rows + i * n, n, error);
    if (status != NQ_OK) return status;
  }
  struct sheet sheet = lay_out_sheet(count, n);
  double width = sheet.side + GAP, height = sheet.side + LABEL_ROOM + GAP;
  nq_canvas canvas;
  nq_status status =
      nq_canvas_start(&canvas, kind, 2 * MARGIN + (double)sheet.columns * width - GAP,
                      2 * MARGIN + (double)sheet.lines * height - GAP, scale, picture, error);
  if (status != NQ_OK) return status;
  for (size_t i = 0; i < count; i++) {
    size_t column = i % sheet.columns, line = i / sheet.columns;
    nq_place place = {.left = MARGIN + (double)column * width,
                      .top = MARGIN + (double)line * height,
                      .cell = sheet.cell,
                      .n = n};
    draw_one(&canvas, &place, rows + i * n, i + 1);
  }
  return nq_canvas_finish(&canvas, error);
}

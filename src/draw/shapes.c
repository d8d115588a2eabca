/* What pictures of boards share: rectangles, the queen, the squares, and the attacking pairs. */
#include "core/core.h"
#include "draw/canvas.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#define LABEL      9.0
#define LABEL_ROOM 20

static const struct {
  char kind; /* M move, L line, Z close, O disc around (x, y) with `radius` */
  double x, y, radius;
} queen_parts[] = {{'M', 13, 33, 0},   {'L', 28, 68, 0},   {'L', 72, 68, 0},   {'L', 87, 33, 0},
                   {'L', 69, 52, 0},   {'L', 68, 22, 0},   {'L', 57, 49, 0},   {'L', 50, 18, 0},
                   {'L', 43, 49, 0},   {'L', 32, 22, 0},   {'L', 31, 52, 0},   {'Z', 0, 0, 0},
                   {'M', 27, 72, 0},   {'L', 73, 72, 0},   {'L', 78, 86, 0},   {'L', 22, 86, 0},
                   {'Z', 0, 0, 0},     {'O', 13, 31, 5.5}, {'O', 32, 21, 5.5}, {'O', 50, 16, 5.5},
                   {'O', 68, 21, 5.5}, {'O', 87, 31, 5.5}};

void nq_canvas_trace_queen(nq_canvas *canvas) {
  const nq_canvas_functions *draw = canvas->functions;
  for (size_t i = 0; i < sizeof queen_parts / sizeof *queen_parts; i++) {
    double x = queen_parts[i].x, y = queen_parts[i].y;
    if (queen_parts[i].kind == 'M') draw->move(canvas, x, y);
    if (queen_parts[i].kind == 'L') draw->line(canvas, x, y);
    if (queen_parts[i].kind == 'Z') draw->close(canvas);
    if (queen_parts[i].kind == 'O') draw->disc(canvas, x, y, queen_parts[i].radius);
  }
}

void nq_canvas_rectangle(nq_canvas *canvas, double x, double y, double width, double height,
                         nq_colour colour) {
  canvas->functions->begin(canvas, colour, 0);
  canvas->functions->box(canvas, x, y, width, height);
  canvas->functions->end(canvas);
}

void nq_canvas_frame(nq_canvas *canvas, double x, double y, double width, double height,
                     double line, nq_colour colour) {
  canvas->functions->begin(canvas, colour, line);
  canvas->functions->box(canvas, x + line / 2, y + line / 2, width - line, height - line);
  canvas->functions->end(canvas);
}

void nq_canvas_squares(nq_canvas *canvas, const nq_place *place) {
  double side = place->n * place->cell, line = place->cell >= 8 ? 1.5 : 1;
  nq_canvas_rectangle(canvas, place->left, place->top, side, side, NQ_COLOUR_LIGHT);
  if (place->n <= NQ_SQUARES_MAX) {
    canvas->functions->begin(canvas, NQ_COLOUR_DARK, 0);
    for (uint32_t row = 0; row < place->n; row++)
      for (uint32_t column = (row + 1) % 2; column < place->n; column += 2)
        canvas->functions->box(canvas, place->left + column * place->cell,
                               place->top + row * place->cell, place->cell, place->cell);
    canvas->functions->end(canvas);
  }
  nq_canvas_frame(canvas, place->left - line, place->top - line, side + 2 * line, side + 2 * line,
                  line, NQ_COLOUR_EDGE);
}

void nq_canvas_queen(nq_canvas *canvas, const nq_place *place, uint32_t column, uint32_t row,
                     double share, bool hollow) {
  double size = share * place->cell;
  canvas->functions->queen(canvas, place_x(place, column) - size / 2,
                           place_y(place, row) - size / 2, size,
                           hollow ? NQ_COLOUR_ATTACKED : NQ_COLOUR_QUEEN, hollow);
}

uint64_t nq_label_step(uint64_t least) {
  static const uint64_t factors[] = {2, 5, 10};
  uint64_t ten = 1, step = 1;
  for (unsigned i = 0; step < least; i = (i + 1) % 3) {
    step = ten * factors[i];
    if (i == 2) ten = step;
  }
  return step;
}

void nq_canvas_numbers(nq_canvas *canvas, const nq_place *place) {
  double room = place->n > NQ_SQUARES_MAX ? 3 * LABEL_ROOM : LABEL_ROOM;
  uint32_t step = (uint32_t)nq_label_step((uint64_t)ceil(room / place->cell));
  for (uint32_t i = 0; i < place->n; i += step) {
    char text[16];
    snprintf(text, sizeof text, "%" PRIu32, i);
    nq_canvas_label(canvas, place_x(place, i), place->top - 14, LABEL, NQ_ALIGN_CENTRE,
                    NQ_COLOUR_TEXT, text);
    nq_canvas_label(canvas, place->left - 9, place_y(place, i), LABEL, NQ_ALIGN_RIGHT,
                    NQ_COLOUR_TEXT, text);
  }
}

bool nq_attacks_visit(const uint32_t *rows, uint32_t n,
                      void (*found)(void *context, uint32_t first, uint32_t second),
                      void *context) {
  /* the column of the last queen on each line, plus 1: rows, rising, falling */
  uint64_t lines = 5 * (uint64_t)n;
  uint32_t *last = nq_memory_new(lines, sizeof *last);
  if (last == NULL) return false;
  for (uint32_t column = 0; column < n; column++) {
    uint32_t row = rows[column];
    if (row >= n) continue;
    uint32_t *line[] = {last + row, last + n + column + row,
                        last + 3 * (size_t)n + (row + n - 1 - column)};
    for (unsigned i = 0; i < 3; i++) {
      if (*line[i] > 0) found(context, *line[i] - 1, column);
      *line[i] = column + 1;
    }
  }
  nq_memory_free(last, lines, sizeof *last);
  return true;
}

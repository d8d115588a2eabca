#include "draw/squares.h"
#include "core/memory.h"

#include <stddef.h>

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

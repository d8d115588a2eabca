/* A board's squares, as boards on their own, on sheets and in runs have them. */
#ifndef NQ_DRAW_SQUARES_H
#define NQ_DRAW_SQUARES_H

#include "draw/canvas.h"

#include <stdbool.h>
#include <stdint.h>

/* Up to this n every square is drawn; above, a plain field. */
#define NQ_SQUARES_MAX 100

/* Where a board lies on the page. */
typedef struct nq_place {
  double left, top, cell;
  uint32_t n;
} nq_place;

/* The middle of a square. */
static inline double place_x(const nq_place *place, uint32_t column) {
  return place->left + (column + .5) * place->cell;
}

static inline double place_y(const nq_place *place, uint32_t row) {
  return place->top + (row + .5) * place->cell;
}

void nq_canvas_squares(nq_canvas *canvas, const nq_place *place);

/* NQ_BAD_VALUE for a row >= n in a column that is not empty. */
nq_status nq_rows_require(const uint32_t *rows, uint32_t n, nq_error *error);

/* Call `found` for each pair of neighbours on a line, `first` < `second`.  Rows are below n or
 * NQ_EMPTY.  False when memory is short. */
bool nq_attacks_visit(const uint32_t *rows, uint32_t n,
                      void (*found)(void *context, uint32_t first, uint32_t second), void *context);

#endif

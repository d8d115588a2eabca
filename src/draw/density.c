/* Counts of queens in square cells, from rows that are seen once.
 *
 * MODEL.  The grid has GRID x GRID cells of 2^level squares a side, one stripe of columns after the
 * other:
 *
 *     cells[column >> level][row >> level]
 *
 * The size of the board may not be known before its end, so level starts at 0.  Whenever a column
 * or row is outside of the grid, four cells become one and level grows by one.  At the end cells
 * are joined until a cell is expected to hold at least 8 queens: n queens on (n / 2^level)^2
 * cells are 4^level / n each.
 *
 * n is rarely a multiple of 2^level.  The last cell of each line takes the rest of the board, half
 * a cell to one and a half, because one queen in a narrow cell would look like a high density;
 * nq_density_area gives its size.
 *
 *     2^level |----|----|----|------|  n
 *                0    1    2    3 */
#include "draw/canvas.h"

#include <math.h>
#include <stdlib.h>

enum { GRID = NQ_DENSITY_GRID };

/* Join four cells to one.  In place, since each is read before it is overwritten: 2x >= x. */
static void join_cells(nq_density *density) {
  for (uint32_t x = 0; x < GRID; x++)
    for (uint32_t y = 0; y < GRID; y++) {
      uint32_t sum = 0;
      if (x < GRID / 2 && y < GRID / 2) {
        const uint32_t *left = &density->cells[2 * x][2 * y], *right = left + GRID;
        sum = left[0] + left[1] + right[0] + right[1];
      }
      density->cells[x][y] = sum;
    }
  density->level++;
}

/* Count the rows of 32 or of 64 bits, one of which is NULL.  Always inlined: each of the callers
 * has fast loops of its own. */
static inline __attribute__((always_inline)) uint64_t row_at(const uint32_t *rows,
                                                             const uint64_t *wide, size_t i) {
  if (wide != NULL) return wide[i];
  /* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): one of them is there */
  return rows[i] == NQ_EMPTY ? UINT64_MAX : rows[i];
}

static inline __attribute__((always_inline)) void
add_rows(nq_density *density, const uint32_t *rows, const uint64_t *wide, size_t count) {
  if (count == 0) return;
  uint64_t above = 0; /* the largest row + 1, which is 0 for an empty column */
  for (size_t i = 0; i < count; i++) {
    uint64_t row = row_at(rows, wide, i) + 1;
    above = row > above ? row : above;
  }
  if (above > density->largest + 1) {
    size_t at = 0;
    while (row_at(rows, wide, at) + 1 != above) at++;
    density->largest = above - 1;
    density->largest_column = density->columns + at;
  }
  uint64_t furthest = density->columns + count - 1;
  if (furthest < density->largest) furthest = density->largest;
  while (furthest >> density->level >= GRID) join_cells(density);
  for (size_t i = 0; i < count;) {
    uint64_t stripe = density->columns >> density->level;
    uint64_t left = ((stripe + 1) << density->level) - density->columns;
    size_t end = left < count - i ? i + (size_t)left : count;
    uint32_t *cells = density->cells[stripe];
    density->columns += end - i;
    for (; i < end; i++) {
      uint64_t row = row_at(rows, wide, i);
      if (row == UINT64_MAX) continue;
      cells[row >> density->level]++;
      density->queens++;
    }
  }
}

void nq_density_add(nq_density *density, const uint32_t *rows, size_t count) {
  add_rows(density, rows, NULL, count);
}

void nq_density_add_wide(nq_density *density, const uint64_t *rows, size_t count) {
  add_rows(density, NULL, rows, count);
}

/* Add the lines of cells from `side` on to the last line before them. */
static void join_rest(nq_density *density, uint32_t side) {
  for (uint32_t x = 0; x < GRID; x++)
    for (uint32_t y = 0; y < GRID; y++) {
      if (x < side && y < side) continue;
      density->cells[x < side ? x : side - 1][y < side ? y : side - 1] += density->cells[x][y];
      density->cells[x][y] = 0;
    }
  density->side = side;
}

nq_status nq_density_finish(nq_density *density, nq_error *error) {
  uint64_t n = density->columns;
  if (n == 0) return nq_error_set(error, NQ_BAD_VALUE, "a board has at least one column");
  if (density->largest >= n)
    return nq_error_set(error, NQ_BAD_VALUE,
                        "column %" PRIu64 " has row %" PRIu64 ", but a board of %" PRIu64
                        " columns has the rows 0..%" PRIu64,
                        density->largest_column, density->largest, n, n - 1);
  while (ldexp(1, 2 * (int)density->level) < 8 * (double)n && n >> (density->level + 1) > 0)
    join_cells(density);
  uint64_t side = (n + (UINT64_C(1) << density->level) / 2) >> density->level;
  join_rest(density, side > 0 ? (uint32_t)side : 1);
  density->span = ldexp((double)n, -(int)density->level);
  return NQ_OK;
}

double nq_density_area(const nq_density *density, uint32_t x, uint32_t y) {
  double last = density->span - (density->side - 1);
  return (x + 1 == density->side ? last : 1) * (y + 1 == density->side ? last : 1);
}

/* ---- The picture: a map of the cells, a colour bar, and the expected values ---- */

/* Colours show queens per whole cell.  The mean, marked on the bar, is the number of queens
 * divided by the number of cells.  The bar ends 3 standard deviations from the mean, found or
 * expected, whichever are larger, and not below 0; cells beyond have the colour of the end.  The
 * expected deviation is that of a random row in each column: a queen falls into a given cell of its
 * stripe with probability 1 / span, so it is the square root of mean (1 - 1 / span).  Axes number
 * columns and rows of the board. */

#define SIDE      1024 /* of the map, at most, in half units, so that cells are whole pixels */
#define LEFT      52.0
#define TOP       34.0
#define MARGIN    24.0 /* below */
#define BAR_LEFT  18.0
#define BAR_WIDTH 16.0
#define BAR_ROOM  104.0
#define LINE      20.0
#define TICK      4.0
#define TICKS     5 /* at most, on an axis after 0 */

struct map {
  nq_canvas canvas;
  const nq_density *density;
  double mean, deviation, found; /* of queens per whole cell */
  double low, high;              /* of the bar; cells beyond have the colours of its ends */
  bool exceeded;                 /* whether there are such cells */
  double cell, size;             /* of the map, in units */
  nq_colour colours[256];
  uint8_t *index;
};

static double cell_density(const nq_density *density, uint32_t x, uint32_t y) {
  return density->cells[x][y] / nq_density_area(density, x, y);
}

static void measure_cells(struct map *map) {
  const nq_density *density = map->density;
  double span = density->span, sum = 0, area = 0, furthest;
  uint32_t side = density->side;
  map->mean = (double)density->queens / (span * span);
  map->deviation = sqrt(map->mean * (1 - 1 / (span > 1 ? span : 1)));
  furthest = 0;
  for (uint32_t x = 0; x < side; x++)
    for (uint32_t y = 0; y < side; y++) {
      double off = fabs(cell_density(density, x, y) - map->mean);
      if (off > furthest) furthest = off;
      sum += off * off * nq_density_area(density, x, y);
      area += nq_density_area(density, x, y);
    }
  map->found = sqrt(sum / area);
  double reach = 3 * fmax(map->found, map->deviation);
  map->exceeded = furthest > reach;
  if (!(reach > 0)) reach = 1;
  map->low = map->mean > reach ? map->mean - reach : 0;
  map->high = map->mean + reach;
}

/* The last cell of a line may be wider than 1; it then fills two places of the image. */
static nq_image fill_image(struct map *map) {
  uint32_t side = map->density->side;
  uint32_t places = (uint32_t)ceil(map->density->span);
  nq_image image = {.side = places, .index = map->index, .colours = map->colours};
  for (uint32_t y = 0; y < places; y++)
    for (uint32_t x = 0; x < places; x++) {
      double value = cell_density(map->density, x < side ? x : side - 1, y < side ? y : side - 1);
      double share = (value - map->low) / (map->high - map->low);
      map->index[(size_t)y * places + x] = (uint8_t)lround(255 * fmin(fmax(share, 0), 1));
    }
  return image;
}

/* The decimals of a count, with three digits or more: "4398", "16.8", "0.25". */
static int decimals(double count) {
  return count >= 100 || count <= 0 ? 0 : count >= 10 ? 1 : 2;
}

/* ---- Axes ---- */

/* Columns along the top and rows along the left: "0", "2000", "400k", "3000M", in the largest of
 * these units that divides the step. */
static void draw_axes(struct map *map) {
  nq_canvas *canvas = &map->canvas;
  uint64_t n = map->density->columns;
  uint64_t step = nq_label_step(n / (TICKS + 1) + 1); /* the least with n / step <= TICKS */
  uint64_t unit = step % 1000000 == 0 ? 1000000 : step >= 10000 ? 1000 : 1;
  const char *name = unit == 1000000 ? "M" : unit == 1000 ? "k" : "";
  for (uint64_t value = 0; value <= n; value += step) {
    double at = map->size * (double)value / (double)n;
    canvas->draw->begin(canvas, NQ_COLOUR_TEXT, 1);
    nq_canvas_line(canvas, LEFT + at, TOP - 1, LEFT + at, TOP - 1 - TICK);
    nq_canvas_line(canvas, LEFT - 1, TOP + at, LEFT - 1 - TICK, TOP + at);
    canvas->draw->end(canvas);
    nq_canvas_label(canvas, LEFT + at, TOP - 14, NQ_LABEL, NQ_ALIGN_CENTRE, "%" PRIu64 "%s",
                    value / unit, value > 0 ? name : "");
    nq_canvas_label(canvas, LEFT - 9, TOP + at, NQ_LABEL, NQ_ALIGN_RIGHT, "%" PRIu64 "%s",
                    value / unit, value > 0 ? name : "");
  }
  double between = map->size * (double)step / (double)n / 2; /* the first two numbers */
  nq_canvas_label(canvas, LEFT + between, TOP - 14, NQ_LABEL, NQ_ALIGN_CENTRE, "column");
  nq_canvas_label(canvas, LEFT - 9, TOP + between, NQ_LABEL, NQ_ALIGN_RIGHT, "row");
}

/* ---- The bar ---- */

static double bar_y(const struct map *map, double value) {
  return TOP + map->size * (map->high - value) / (map->high - map->low);
}

static void draw_tick(struct map *map, double value, const char *name) {
  nq_canvas *canvas = &map->canvas;
  double x = LEFT + map->size + BAR_LEFT + BAR_WIDTH, y = bar_y(map, value);
  canvas->draw->begin(canvas, NQ_COLOUR_TEXT, 1);
  nq_canvas_line(canvas, x + 1, y, x + 1 + TICK, y);
  canvas->draw->end(canvas);
  nq_canvas_label(canvas, x + 2 * TICK + 1, y, NQ_LABEL, NQ_ALIGN_LEFT, "%.*f%s", decimals(value),
                  value, name);
}

static void draw_bar(struct map *map) {
  double left = LEFT + map->size + BAR_LEFT, step = map->size / 256;
  /* Draw each colour down to the end of the bar, so that there are no seams. */
  for (unsigned i = 256; i-- > 0;) {
    double above = (255 - i) * step;
    nq_canvas_rectangle(&map->canvas, left, TOP + above, BAR_WIDTH, map->size - above,
                        map->colours[i]);
  }
  nq_canvas_frame(&map->canvas, left - 1, TOP - 1, BAR_WIDTH + 2, map->size + 2, 1, NQ_COLOUR_EDGE);
  if (bar_y(map, map->low) - bar_y(map, map->mean) > LINE) draw_tick(map, map->low, "");
  draw_tick(map, map->mean, " expected");
  draw_tick(map, map->high, map->exceeded ? " or more" : "");
}

/* \xB1 is the plus-minus sign of Latin 1. */
static void draw_caption(struct map *map) {
  double y = TOP + map->size + LINE, n = (double)map->density->columns,
         cell = n / map->density->span;
  nq_canvas_label(&map->canvas, LEFT, y, NQ_LABEL, NQ_ALIGN_LEFT,
                  "n = %" PRIu64 "    %.0f x %.0f squares per cell", map->density->columns, cell,
                  cell);
  nq_canvas_label(&map->canvas, LEFT, y + LINE, NQ_LABEL, NQ_ALIGN_LEFT,
                  "queens per cell: expected %.*f \xB1 %.*f    found \xB1 %.*f",
                  decimals(map->mean), map->mean, decimals(map->deviation), map->deviation,
                  decimals(map->found), map->found);
}

nq_status nq_draw_density(nq_draw_kind kind, unsigned scale, const nq_density *density,
                          nq_bytes *picture, nq_error *error) {
  struct map map = {.density = density};
  double span = density->span;
  size_t places = (size_t)ceil(span);
  measure_cells(&map);
  nq_colours_fill(map.colours);
  map.index = malloc(places * places);
  if (map.index == NULL) return nq_error_set(error, NQ_NO_MEMORY, "no memory for the picture");
  map.cell = floor(SIDE / span) / 2;
  map.size = map.cell * span;
  nq_status status =
      nq_canvas_start(&map.canvas, kind, ceil(LEFT + map.size + BAR_LEFT + BAR_WIDTH + BAR_ROOM),
                      ceil(TOP + map.size + 2 * LINE + MARGIN), scale, picture, error);
  if (status == NQ_OK) {
    nq_canvas *canvas = &map.canvas;
    const nq_image image = fill_image(&map);
    canvas->draw->image(canvas, LEFT, TOP, map.size, image.side * map.cell, &image);
    nq_canvas_frame(canvas, LEFT - 1, TOP - 1, map.size + 2, map.size + 2, 1, NQ_COLOUR_EDGE);
    draw_axes(&map);
    draw_bar(&map);
    draw_caption(&map);
    status = nq_canvas_finish(&map.canvas, error);
  }
  free(map.index);
  return status;
}

nq_status nq_draw_rows(nq_draw_kind kind, unsigned scale, const uint32_t *rows, uint32_t n,
                       const nq_instance *instance, nq_bytes *picture, nq_error *error) {
  if (n <= NQ_DRAW_QUEENS_MAX) return nq_draw_board(kind, scale, rows, n, instance, picture, error);
  nq_density *density = calloc(1, sizeof *density);
  if (density == NULL) return nq_error_set(error, NQ_NO_MEMORY, "no memory for the picture");
  nq_density_add(density, rows, n);
  nq_status status = nq_density_finish(density, error);
  if (status == NQ_OK) status = nq_draw_density(kind, scale, density, picture, error);
  free(density);
  return status;
}

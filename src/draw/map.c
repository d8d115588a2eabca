/* The picture of a density: a map of its cells, a colour bar, and the expected values.
 *
 * MODEL.  Colours show queens per whole cell.  The mean, marked on the bar, is the number of queens
 * divided by the number of cells.  The bar ends 3 standard deviations from the mean, found or
 * expected, whichever are larger, and not below 0; cells beyond have the colour of the end.  The
 * expected deviation is that of a random row in each column: a queen falls into a given cell of its
 * stripe with probability 1 / span, so it is the square root of mean (1 - 1 / span).  Axes number
 * columns and rows of the board. */
#include "draw/canvas.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define SIDE      1024 /* of the map, at most, in half units, so that cells are whole pixels */
#define LEFT      52.0
#define TOP       34.0
#define MARGIN    24.0 /* below */
#define BAR_LEFT  18.0
#define BAR_WIDTH 16.0
#define BAR_ROOM  104.0
#define LABEL     9.0
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
  return nq_density_count(density, x, y) / nq_density_area(density, x, y);
}

static void measure_cells(struct map *map) {
  const nq_density *density = map->density;
  double span = nq_density_span(density), sum = 0, area = 0, furthest;
  uint32_t side = nq_density_side(density);
  map->mean = (double)nq_density_queens(density) / (span * span);
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
  uint32_t side = nq_density_side(map->density);
  uint32_t places = (uint32_t)ceil(nq_density_span(map->density));
  nq_image image = {.side = places, .index = map->index, .colours = map->colours};
  for (uint32_t y = 0; y < places; y++)
    for (uint32_t x = 0; x < places; x++) {
      double value = cell_density(map->density, x < side ? x : side - 1, y < side ? y : side - 1);
      double share = (value - map->low) / (map->high - map->low);
      map->index[(size_t)y * places + x] = (uint8_t)lround(255 * fmin(fmax(share, 0), 1));
    }
  return image;
}

/* With three digits or more: "4398", "16.8", "0.25". */
static void describe_count(double value, char *text, size_t size) {
  snprintf(text, size, "%.*f", value >= 100 || value <= 0 ? 0 : value >= 10 ? 1 : 2, value);
}

/* ---- Axes ---- */

/* "0", "2000", "400k", "3000M": in the largest of these units that divides the step. */
static void name_tick(uint64_t value, uint64_t step, char *text, size_t size) {
  if (value > 0 && step % 1000000 == 0)
    snprintf(text, size, "%" PRIu64 "M", value / 1000000);
  else if (value > 0 && step >= 10000)
    snprintf(text, size, "%" PRIu64 "k", value / 1000);
  else
    snprintf(text, size, "%" PRIu64, value);
}

/* Columns along the top and rows along the left. */
static void draw_axes(struct map *map) {
  nq_canvas *canvas = &map->canvas;
  const nq_canvas_functions *draw = canvas->functions;
  uint64_t n = nq_density_n(map->density);
  uint64_t step = nq_label_step(n / (TICKS + 1) + 1); /* the least with n / step <= TICKS */
  for (uint64_t value = 0; value <= n; value += step) {
    double at = map->size * (double)value / (double)n;
    char text[32];
    name_tick(value, step, text, sizeof text);
    draw->begin(canvas, NQ_COLOUR_TEXT, 1);
    draw->move(canvas, LEFT + at, TOP - 1);
    draw->line(canvas, LEFT + at, TOP - 1 - TICK);
    draw->move(canvas, LEFT - 1, TOP + at);
    draw->line(canvas, LEFT - 1 - TICK, TOP + at);
    draw->end(canvas);
    nq_canvas_label(canvas, LEFT + at, TOP - 14, LABEL, NQ_ALIGN_CENTRE, NQ_COLOUR_TEXT, text);
    nq_canvas_label(canvas, LEFT - 9, TOP + at, LABEL, NQ_ALIGN_RIGHT, NQ_COLOUR_TEXT, text);
  }
  double between = map->size * (double)step / (double)n / 2; /* the first two numbers */
  nq_canvas_label(canvas, LEFT + between, TOP - 14, LABEL, NQ_ALIGN_CENTRE, NQ_COLOUR_TEXT,
                  "column");
  nq_canvas_label(canvas, LEFT - 9, TOP + between, LABEL, NQ_ALIGN_RIGHT, NQ_COLOUR_TEXT, "row");
}

/* ---- The bar ---- */

static double bar_y(const struct map *map, double value) {
  return TOP + map->size * (map->high - value) / (map->high - map->low);
}

static void draw_tick(struct map *map, double value, const char *name) {
  double x = LEFT + map->size + BAR_LEFT + BAR_WIDTH, y = bar_y(map, value);
  char number[32], text[64];
  describe_count(value, number, sizeof number);
  snprintf(text, sizeof text, "%s%s", number, name);
  map->canvas.functions->begin(&map->canvas, NQ_COLOUR_TEXT, 1);
  map->canvas.functions->move(&map->canvas, x + 1, y);
  map->canvas.functions->line(&map->canvas, x + 1 + TICK, y);
  map->canvas.functions->end(&map->canvas);
  nq_canvas_label(&map->canvas, x + 2 * TICK + 1, y, LABEL, NQ_ALIGN_LEFT, NQ_COLOUR_TEXT, text);
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
  char mean[32], deviation[32], found[32], text[160];
  describe_count(map->mean, mean, sizeof mean);
  describe_count(map->deviation, deviation, sizeof deviation);
  describe_count(map->found, found, sizeof found);
  uint64_t n = nq_density_n(map->density);
  double x = LEFT, y = TOP + map->size + LINE, side = (double)n / nq_density_span(map->density);
  snprintf(text, sizeof text, "n = %" PRIu64 "    %.0f x %.0f squares per cell", n, side, side);
  nq_canvas_label(&map->canvas, x, y, LABEL, NQ_ALIGN_LEFT, NQ_COLOUR_TEXT, text);
  snprintf(text, sizeof text, "queens per cell: expected %s \xB1 %s    found \xB1 %s", mean,
           deviation, found);
  nq_canvas_label(&map->canvas, x, y + LINE, LABEL, NQ_ALIGN_LEFT, NQ_COLOUR_TEXT, text);
}

static void draw_map(struct map *map) {
  nq_image image = fill_image(map);
  map->canvas.functions->image(&map->canvas, LEFT, TOP, map->size, image.side * map->cell, &image);
  nq_canvas_frame(&map->canvas, LEFT - 1, TOP - 1, map->size + 2, map->size + 2, 1, NQ_COLOUR_EDGE);
  draw_axes(map);
  draw_bar(map);
  draw_caption(map);
}

nq_status nq_draw_density(nq_draw_kind kind, unsigned scale, const nq_density *density,
                          nq_bytes *picture, nq_error *error) {
  struct map map = {.density = density};
  double span = nq_density_span(density);
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
    draw_map(&map);
    status = nq_canvas_finish(&map.canvas, error);
  }
  free(map.index);
  return status;
}

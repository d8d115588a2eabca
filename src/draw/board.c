/* A board, queen by queen.
 *
 * MODEL.  Row 0 is the top line, as in the format picture; numbers run along the top and the left.
 *
 *     queen                     filled, dark
 *     queen that is attacked    an outline in vermilion, and a line to the next queen on each line
 *                               that it shares, so nothing is shown by colour alone
 *     placed by the instance    a blue frame around the square
 *     blocked square            a cross
 *     excluded diagonal         a dash along it on each square
 *     frame of partial boards   a small cross on each square of an open column that is attacked
 *
 * If squares are too small for shapes, queens are dots and the marks are simpler. */
#include "draw/canvas.h"

#include <inttypes.h>
#include <stdlib.h>

#define SIDE     640 /* approximate, of a board with squares of SMALLEST to LARGEST */
#define SMALLEST 8
#define LARGEST  64
#define FIELD    1000 /* of a board without squares */
#define BAND     34   /* margin for the numbers */
#define MARGIN   16
#define FRAME    5.0 /* around a placed queen, at least */
#define DOT      1.4 /* a queen's radius, at least */
#define CAPTION  22  /* height */
#define LETTER   9.0

struct board {
  nq_canvas canvas;
  nq_place place;
  const uint32_t *rows;
  const nq_instance *instance;
  uint8_t *attacked;
  const nq_run *run; /* that the board is a frame of; or NULL */
  size_t frame;
};

static double square_size(uint32_t n) {
  if (n > NQ_SQUARES_MAX) return (double)FIELD / n;
  uint32_t size = SIDE / n;
  return size > LARGEST ? LARGEST : size < SMALLEST ? SMALLEST : size;
}

static double at_least(double least, double value) {
  return value > least ? value : least;
}

/* ---- The instance ---- */

/* A dash on each square of an excluded diagonal; `slope` is -1 for a rising one. */
static void draw_diagonal(struct board *board, uint64_t diagonal, bool rising) {
  const nq_place *place = &board->place;
  uint32_t n = place->n;
  double reach = place->cell * .3, slope = rising ? -1 : 1;
  for (uint32_t column = 0; column < n; column++) {
    uint64_t row = rising ? diagonal - column : diagonal + column - (n - 1);
    if (row >= n) continue; /* off the board; negative rows wrap to large numbers */
    double x = place_x(place, column), y = place_y(place, (uint32_t)row);
    board->canvas.functions->move(&board->canvas, x - reach, y - slope * reach);
    board->canvas.functions->line(&board->canvas, x + reach, y + slope * reach);
  }
}

/* `reach` is relative to the square. */
static void draw_cross(struct board *board, uint32_t column, uint32_t row, double reach) {
  const nq_canvas_functions *draw = board->canvas.functions;
  double x = place_x(&board->place, column), y = place_y(&board->place, row);
  reach *= board->place.cell;
  draw->move(&board->canvas, x - reach, y - reach);
  draw->line(&board->canvas, x + reach, y + reach);
  draw->move(&board->canvas, x - reach, y + reach);
  draw->line(&board->canvas, x + reach, y - reach);
}

static void draw_forbidden(struct board *board) {
  const nq_instance *instance = board->instance;
  const nq_canvas_functions *draw = board->canvas.functions;
  double pen = at_least(.5, board->place.cell * .07);
  if (nq_instance_excluded_count(instance) > 0) {
    draw->begin(&board->canvas, NQ_COLOUR_BLOCKED, pen);
    for (size_t i = 0; i < nq_instance_excluded_count(instance); i++) {
      bool rising;
      uint64_t diagonal = nq_instance_excluded_at(instance, i, &rising);
      draw_diagonal(board, diagonal, rising);
    }
    draw->end(&board->canvas);
  }
  if (nq_instance_blocked_count(instance) == 0) return;
  draw->begin(&board->canvas, NQ_COLOUR_BLOCKED, 1.4 * pen);
  for (size_t i = 0; i < nq_instance_blocked_count(instance); i++) {
    uint32_t column, row;
    nq_instance_blocked_at(instance, i, &column, &row);
    draw_cross(board, column, row, .42); /* visible beside a queen too */
  }
  draw->end(&board->canvas);
}

static void draw_placed(struct board *board) {
  const nq_place *place = &board->place;
  double size = at_least(FRAME, place->cell), pen = at_least(1, place->cell * .08);
  for (size_t i = 0; i < nq_instance_placed_count(board->instance); i++) {
    uint32_t column, row;
    nq_instance_placed_at(board->instance, i, &column, &row);
    nq_canvas_frame(&board->canvas, place_x(place, column) - size / 2,
                    place_y(place, row) - size / 2, size, size, pen, NQ_COLOUR_PLACED);
  }
}

/* ---- Frames of a run ---- */

static bool is_removed(const struct board *board, uint32_t column, uint32_t row) {
  for (uint32_t other = 0; other < board->place.n; other++) {
    int64_t right = (int64_t)other - column, down = (int64_t)board->rows[other] - row;
    if (board->rows[other] != NQ_EMPTY && (down == 0 || down == right || down == -right))
      return true;
  }
  return false;
}

static void draw_removed(struct board *board) {
  uint32_t n = board->place.n;
  board->canvas.functions->begin(&board->canvas, NQ_COLOUR_BLOCKED,
                                 at_least(.5, board->place.cell * .05));
  for (uint32_t column = 0; column < n; column++)
    for (uint32_t row = 0; row < n && board->rows[column] == NQ_EMPTY; row++)
      if (nq_instance_allows(board->instance, column, row) && is_removed(board, column, row))
        draw_cross(board, column, row, .2);
  board->canvas.functions->end(&board->canvas);
}

static void draw_caption(struct board *board) {
  const nq_place *place = &board->place;
  char text[96];
  nq_run_describe(board->run, board->frame, text, sizeof text);
  nq_canvas_label(&board->canvas, place->left, place->top + place->n * place->cell + CAPTION,
                  LETTER, NQ_ALIGN_LEFT, NQ_COLOUR_TEXT, text);
}

/* ---- Queens ---- */

static void join_pair(void *context, uint32_t first, uint32_t second) {
  struct board *board = context;
  board->attacked[first] = board->attacked[second] = true;
  const nq_canvas_functions *draw = board->canvas.functions;
  draw->move(&board->canvas, place_x(&board->place, first),
             place_y(&board->place, board->rows[first]));
  draw->line(&board->canvas, place_x(&board->place, second),
             place_y(&board->place, board->rows[second]));
}

static bool draw_attacks(struct board *board) {
  double pen = at_least(.5, board->place.cell * .06);
  board->canvas.functions->begin(&board->canvas, NQ_COLOUR_ATTACKED, pen);
  bool drawn = nq_attacks_visit(board->rows, board->place.n, join_pair, board);
  board->canvas.functions->end(&board->canvas);
  return drawn;
}

/* Draw as dots the queens that are attacked, or those that are not. */
static void draw_dots(struct board *board, bool attacked, double radius, nq_colour colour) {
  const nq_place *place = &board->place;
  board->canvas.functions->begin(&board->canvas, colour, 0);
  for (uint32_t column = 0; column < place->n; column++) {
    uint32_t row = board->rows[column];
    if (row == NQ_EMPTY || board->attacked[column] != attacked) continue;
    board->canvas.functions->disc(&board->canvas, place_x(place, column), place_y(place, row),
                                  radius);
  }
  board->canvas.functions->end(&board->canvas);
}

static void draw_all(struct board *board) {
  double radius = at_least(DOT, board->place.cell * .42);
  for (uint32_t column = 0; column < board->place.n && board->place.n <= NQ_SQUARES_MAX; column++)
    if (board->rows[column] != NQ_EMPTY)
      nq_canvas_queen(&board->canvas, &board->place, column, board->rows[column], .86,
                      board->attacked[column]);
  if (board->place.n <= NQ_SQUARES_MAX) return;
  draw_dots(board, false, radius, NQ_COLOUR_QUEEN);
  draw_dots(board, true, 1.6 * radius, NQ_COLOUR_ATTACKED);
  draw_dots(board, true, .8 * radius, NQ_COLOUR_PAPER);
}

nq_status nq_rows_require(const uint32_t *rows, uint32_t n, nq_error *error) {
  for (uint32_t column = 0; column < n; column++)
    if (rows[column] >= n && rows[column] != NQ_EMPTY)
      return nq_error_set(error, NQ_BAD_VALUE,
                          "column %" PRIu32 " has row %" PRIu32 ", but a board of %" PRIu32
                          " columns has the rows 0..%" PRIu32,
                          column, rows[column], n, n - 1);
  return NQ_OK;
}

static nq_status draw_board(struct board *board, nq_draw_kind kind, unsigned scale,
                            nq_bytes *picture, nq_error *error) {
  double page = BAND + board->place.n * board->place.cell + MARGIN;
  nq_status status =
      nq_canvas_start(&board->canvas, kind, page, board->run != NULL ? page + CAPTION : page, scale,
                      picture, error);
  if (status != NQ_OK) return status;
  nq_canvas_squares(&board->canvas, &board->place);
  nq_canvas_numbers(&board->canvas, &board->place);
  if (board->instance != NULL) draw_forbidden(board);
  if (board->run != NULL && board->run->kind == NQ_RUN_EVENTS) draw_removed(board);
  if (!draw_attacks(board)) picture->failed = true;
  if (board->instance != NULL) draw_placed(board);
  draw_all(board);
  if (board->run != NULL) draw_caption(board);
  return nq_canvas_finish(&board->canvas, error);
}

static nq_status draw_as(struct board *board, nq_draw_kind kind, unsigned scale, nq_bytes *picture,
                         nq_error *error) {
  uint32_t n = board->place.n;
  nq_status status = nq_rows_require(board->rows, n, error);
  if (status != NQ_OK) return status;
  board->place.left = board->place.top = BAND;
  board->place.cell = square_size(n);
  board->attacked = calloc(n, 1);
  if (board->attacked == NULL)
    return nq_error_set(error, NQ_NO_MEMORY, "no memory for the picture");
  status = draw_board(board, kind, scale, picture, error);
  free(board->attacked);
  return status;
}

nq_status nq_draw_board(nq_draw_kind kind, unsigned scale, const uint32_t *rows, uint32_t n,
                        const nq_instance *instance, nq_bytes *picture, nq_error *error) {
  struct board board = {.place = {.n = n}, .rows = rows, .instance = instance};
  return draw_as(&board, kind, scale, picture, error);
}

nq_status nq_draw_frame(nq_draw_kind kind, unsigned scale, const nq_run *run, size_t frame,
                        const nq_instance *instance, nq_bytes *picture, nq_error *error) {
  struct board board = {.place = {.n = run->n},
                        .rows = run->rows + frame * run->n,
                        .instance = instance,
                        .run = run,
                        .frame = frame};
  return draw_as(&board, kind, scale, picture, error);
}

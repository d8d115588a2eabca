/* A board, queen by queen, and many small ones on a sheet.
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

#include <math.h>

#define SIDE     640 /* approximate, of a board with squares of SMALLEST to LARGEST */
#define SMALLEST 8
#define LARGEST  64
#define FIELD    1000 /* of a board without squares */
#define BAND     34   /* margin for the numbers */
#define MARGIN   16
#define FRAME    5.0 /* around a placed queen, at least */
#define DOT      1.4 /* a queen's radius, at least */
#define CAPTION  22  /* height */

struct board {
  nq_canvas canvas;
  nq_place place;
  const uint32_t *rows;
  const nq_instance *instance;
  bool attacked[NQ_DRAW_QUEENS_MAX];
  const nq_run *run; /* that the board is a frame of; or NULL */
  size_t frame;
};

static double square_size(uint32_t n) {
  if (n > NQ_SQUARES_MAX) return (double)FIELD / n;
  uint32_t size = SIDE / n;
  return size > LARGEST ? LARGEST : size < SMALLEST ? SMALLEST : size;
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
    nq_canvas_line(&board->canvas, x - reach, y - slope * reach, x + reach, y + slope * reach);
  }
}

/* `reach` is relative to the square. */
static void draw_cross(struct board *board, uint32_t column, uint32_t row, double reach) {
  double x = place_x(&board->place, column), y = place_y(&board->place, row);
  reach *= board->place.cell;
  nq_canvas_line(&board->canvas, x - reach, y - reach, x + reach, y + reach);
  nq_canvas_line(&board->canvas, x - reach, y + reach, x + reach, y - reach);
}

static void draw_forbidden(struct board *board) {
  const nq_instance *instance = board->instance;
  nq_canvas *canvas = &board->canvas;
  double pen = fmax(.5, board->place.cell * .07);
  uint32_t column, row;
  bool rising;
  if (nq_instance_excluded_count(instance) > 0) {
    canvas->draw->begin(canvas, NQ_COLOUR_BLOCKED, pen);
    for (size_t i = 0; i < nq_instance_excluded_count(instance); i++) {
      uint64_t diagonal = nq_instance_excluded_at(instance, i, &rising);
      draw_diagonal(board, diagonal, rising);
    }
    canvas->draw->end(canvas);
  }
  if (nq_instance_blocked_count(instance) == 0) return;
  canvas->draw->begin(canvas, NQ_COLOUR_BLOCKED, 1.4 * pen);
  for (size_t i = 0; i < nq_instance_blocked_count(instance); i++) {
    nq_instance_blocked_at(instance, i, &column, &row);
    draw_cross(board, column, row, .42); /* visible beside a queen too */
  }
  canvas->draw->end(canvas);
}

static void draw_placed(struct board *board) {
  const nq_place *place = &board->place;
  double size = fmax(FRAME, place->cell), pen = fmax(1, place->cell * .08);
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
  board->canvas.draw->begin(&board->canvas, NQ_COLOUR_BLOCKED, fmax(.5, board->place.cell * .05));
  for (uint32_t column = 0; column < n; column++)
    for (uint32_t row = 0; row < n && board->rows[column] == NQ_EMPTY; row++)
      if (nq_instance_allows(board->instance, column, row) && is_removed(board, column, row))
        draw_cross(board, column, row, .2);
  board->canvas.draw->end(&board->canvas);
}

/* ---- Queens ---- */

static void join_pair(void *context, uint32_t first, uint32_t second) {
  struct board *board = context;
  board->attacked[first] = board->attacked[second] = true;
  nq_canvas_line(&board->canvas, place_x(&board->place, first),
                 place_y(&board->place, board->rows[first]), place_x(&board->place, second),
                 place_y(&board->place, board->rows[second]));
}

static bool draw_attacks(struct board *board) {
  double pen = fmax(.5, board->place.cell * .06);
  board->canvas.draw->begin(&board->canvas, NQ_COLOUR_ATTACKED, pen);
  bool drawn = nq_attacks_visit(board->rows, board->place.n, join_pair, board);
  board->canvas.draw->end(&board->canvas);
  return drawn;
}

/* A queen on a square, this many squares wide. */
static void draw_queen(nq_canvas *canvas, const nq_place *place, uint32_t column, uint32_t row,
                       double share, bool hollow) {
  double size = share * place->cell;
  canvas->draw->queen(canvas, place_x(place, column) - size / 2, place_y(place, row) - size / 2,
                      size, hollow ? NQ_COLOUR_ATTACKED : NQ_COLOUR_QUEEN, hollow);
}

/* Draw as dots the queens that are attacked, or those that are not. */
static void draw_dots(struct board *board, bool attacked, double radius, nq_colour colour) {
  const nq_place *place = &board->place;
  board->canvas.draw->begin(&board->canvas, colour, 0);
  for (uint32_t column = 0; column < place->n; column++) {
    uint32_t row = board->rows[column];
    if (row != NQ_EMPTY && board->attacked[column] == attacked)
      board->canvas.draw->add(&board->canvas, (nq_path_part){'O', place_x(place, column),
                                                             place_y(place, row), radius, 0});
  }
  board->canvas.draw->end(&board->canvas);
}

static void draw_all(struct board *board) {
  double radius = fmax(DOT, board->place.cell * .42);
  for (uint32_t column = 0; column < board->place.n && board->place.n <= NQ_SQUARES_MAX; column++)
    if (board->rows[column] != NQ_EMPTY)
      draw_queen(&board->canvas, &board->place, column, board->rows[column], .86,
                 board->attacked[column]);
  if (board->place.n <= NQ_SQUARES_MAX) return;
  draw_dots(board, false, radius, NQ_COLOUR_QUEEN);
  draw_dots(board, true, 1.6 * radius, NQ_COLOUR_ATTACKED);
  draw_dots(board, true, .8 * radius, NQ_COLOUR_PAPER);
}

/* NQ_BAD_VALUE for a row >= n in a column that is not empty. */
static nq_status require_rows(const uint32_t *rows, uint32_t n, nq_error *error) {
  for (uint32_t column = 0; column < n; column++)
    if (rows[column] >= n && rows[column] != NQ_EMPTY)
      return nq_error_set(error, NQ_BAD_VALUE,
                          "column %" PRIu32 " has row %" PRIu32 ", but a board of %" PRIu32
                          " columns has the rows 0..%" PRIu32,
                          column, rows[column], n, n - 1);
  return NQ_OK;
}

/* "step 9 of 25: 7 conflicts" */
static void draw_caption(struct board *board) {
  const nq_place *place = &board->place;
  const nq_run *run = board->run;
  uint64_t value = nq_run_value(run, board->frame);
  nq_canvas_label(&board->canvas, place->left, place->top + place->n * place->cell + CAPTION,
                  NQ_LABEL, NQ_ALIGN_LEFT, "%s %zu of %zu: %" PRIu64 " %s%s", nq_run_noun(run),
                  board->frame, run->boards - 1, value,
                  run->kind == NQ_RUN_EVENTS ? "queen" : "conflict", nq_plural(value));
}

static nq_status draw_board(struct board *board, nq_draw_kind kind, unsigned scale,
                            nq_bytes *picture, nq_error *error) {
  nq_canvas *canvas = &board->canvas;
  nq_place *place = &board->place;
  nq_status status = require_rows(board->rows, place->n, error);
  if (status != NQ_OK) return status;
  place->left = place->top = BAND;
  place->cell = square_size(place->n);
  double page = BAND + place->n * place->cell + MARGIN;
  double height = board->run != NULL ? page + CAPTION : page;
  status = nq_canvas_start(canvas, kind, page, height, scale, picture, error);
  if (status != NQ_OK) return status;
  nq_canvas_squares(canvas, place);
  nq_canvas_numbers(canvas, place);
  if (board->instance != NULL) draw_forbidden(board);
  if (board->run != NULL && board->run->kind == NQ_RUN_EVENTS) draw_removed(board);
  if (!draw_attacks(board)) picture->failed = true;
  if (board->instance != NULL) draw_placed(board);
  draw_all(board);
  if (board->run != NULL) draw_caption(board);
  return nq_canvas_finish(canvas, error);
}

nq_status nq_draw_board(nq_draw_kind kind, unsigned scale, const uint32_t *rows, uint32_t n,
                        const nq_instance *instance, nq_bytes *picture, nq_error *error) {
  struct board board = {.place = {.n = n}, .rows = rows, .instance = instance};
  return draw_board(&board, kind, scale, picture, error);
}

nq_status nq_draw_frame(nq_draw_kind kind, unsigned scale, const nq_run *run, size_t frame,
                        const nq_instance *instance, nq_bytes *picture, nq_error *error) {
  struct board board = {.place = {.n = run->n},
                        .rows = run->rows + frame * run->n,
                        .instance = instance,
                        .run = run,
                        .frame = frame};
  return draw_board(&board, kind, scale, picture, error);
}

/* ---- Sheets: many boards on one page, numbered from 1, in rows from left to right ---- */

#define SHEET_BOARD   96.0 /* side of a board, about */
#define SHEET_LARGEST 24.0 /* square */
#define SHEET_MARGIN  24.0
#define GAP           18.0
#define NUMBER        6.5
#define NUMBER_ROOM   14.0

static void draw_numbered(nq_canvas *canvas, const nq_place *place, const uint32_t *rows,
                          size_t number) {
  double side = place->cell * place->n;
  nq_canvas_squares(canvas, place);
  for (uint32_t column = 0; column < place->n; column++)
    if (rows[column] < place->n) draw_queen(canvas, place, column, rows[column], .9, false);
  nq_canvas_label(canvas, place->left + side / 2, place->top + side + NUMBER_ROOM / 2 + 3, NUMBER,
                  NQ_ALIGN_CENTRE, "%zu", number);
}

nq_status nq_draw_sheet(nq_draw_kind kind, unsigned scale, const uint32_t *rows, size_t count,
                        uint32_t n, nq_bytes *picture, nq_error *error) {
  if (count < 1 || count > NQ_DRAW_SHEET_MAX || n < 1 || n > NQ_DRAW_SHEET_N_MAX)
    return nq_error_set(error, NQ_BAD_VALUE, "a sheet holds 1 to %d boards of at most %d columns",
                        NQ_DRAW_SHEET_MAX, NQ_DRAW_SHEET_N_MAX);
  for (size_t i = 0; i < count; i++) {
    nq_status status = require_rows(rows + i * n, n, error);
    if (status != NQ_OK) return status;
  }
  size_t columns = (size_t)ceil(sqrt((double)count * 4 / 3)); /* the page is about 4 : 3 */
  if (columns > count) columns = count;
  size_t lines = (count + columns - 1) / columns;
  double cell = fmin(floor(SHEET_BOARD / n), SHEET_LARGEST);
  double width = cell * n + GAP, height = cell * n + NUMBER_ROOM + GAP;
  nq_canvas canvas;
  nq_status status =
      nq_canvas_start(&canvas, kind, 2 * SHEET_MARGIN + (double)columns * width - GAP,
                      2 * SHEET_MARGIN + (double)lines * height - GAP, scale, picture, error);
  if (status != NQ_OK) return status;
  for (size_t i = 0; i < count; i++) {
    const nq_place place = {.left = SHEET_MARGIN + (double)(i % columns) * width,
                            /* NOLINTNEXTLINE(bugprone-integer-division): its line */
                            .top = SHEET_MARGIN + (double)(i / columns) * height,
                            .cell = cell,
                            .n = n};
    draw_numbered(&canvas, &place, rows + i * n, i + 1);
  }
  return nq_canvas_finish(&canvas, error);
}

/* A run as an animated SVG (SMIL animation, W3C SVG 1.1 chapter 19).
 *
 * MODEL.  Board i is shown from time i * beat on, the last one longer; then the animation repeats.
 * As a fraction of the duration, board i begins at key(i) = i * beat / duration.
 *
 *     a queen    moves from row to row at the end of the previous beat; hollow in vermilion while
 *                it is attacked, otherwise filled: two shapes, of which one is visible, and none
 *                while the column is empty
 *     lines      between queens that attack each other: one path per board, visible in its time
 *     below      conflicts by board as steps, or queens of partial boards, with a moving dot
 *
 * Attributes outside of animations show the last board, for viewers without animation. */
#include "draw/canvas.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SIDE      512
#define CELL      64.0 /* largest side of a square */
#define BAND      34.0
#define MARGIN    18.0
#define CHART     84.0 /* height */
#define CHART_GAP 30.0
#define BEAT      .6   /* seconds, in a short run */
#define MOVE      .5   /* fraction of a beat in which a queen moves */
#define WHOLE     24.0 /* seconds for all steps of a long run */

struct film {
  nq_canvas canvas; /* draws what does not move; everything is written to its bytes */
  nq_place place;
  const nq_run *run;
  double beat, duration;
  uint8_t *attacked; /* boards * n */
  uint64_t most;     /* of the chart, which shows conflicts or queens: at least 1 */
  size_t board;      /* the current one */
};

static const uint32_t *board_rows(const struct film *film, size_t board) {
  return film->run->rows + board * film->run->n;
}

/* ---- Animations ---- */

/* The values of an attribute, and the fractions of the duration at which it takes them. */
struct track {
  nq_bytes values, keys;
};

static double key_of(const struct film *film, double board) {
  return board * film->beat / film->duration;
}

/* Add a value at a key, which needs more decimals than coordinates. */
static void add_key(struct track *track, double key, const char *value) {
  char text[16];
  unsigned millionths = (unsigned)(key * 1e6 + .5);
  snprintf(text, sizeof text, millionths < 1000000 ? "0.%06u" : "1", millionths);
  nq_bytes_print(&track->keys, "%s%s", track->keys.size > 0 ? ";" : "", text);
  nq_bytes_print(&track->values, "%s%s", track->values.size > 0 ? ";" : "", value);
}

static void add_point(struct track *track, double key, double x, double y) {
  add_key(track, key, "");
  nq_bytes_print(&track->values, "%f %f", x, y);
}

/* Write the animation element that begins with `start`, and empty the track. */
static void end_track(struct film *film, struct track *track, const char *start) {
  nq_bytes *bytes = film->canvas.bytes;
  nq_bytes_print(bytes, "%s values=\"", start);
  nq_bytes_add(bytes, track->values.data, track->values.size);
  nq_bytes_text(bytes, "\" keyTimes=\"");
  nq_bytes_add(bytes, track->keys.data, track->keys.size);
  nq_bytes_print(bytes, "\" dur=\"%fs\" repeatCount=\"indefinite\"/>\n", film->duration);
  bytes->failed = bytes->failed || track->values.failed || track->keys.failed;
  nq_bytes_release(&track->values);
  nq_bytes_release(&track->keys);
}

#define VISIBILITY "<animate attributeName=\"visibility\" calcMode=\"discrete\""
#define TRANSLATE                                                                                  \
  "<animateTransform attributeName=\"transform\" type=\"translate\" calcMode=\"linear\""

static const char *visibility(bool visible) {
  return visible ? "visible" : "hidden";
}

/* ---- Queens ---- */

/* Is it on the board, and is the shape the one to see? */
static bool is_visible(const struct film *film, size_t board, uint32_t column, bool hollow) {
  bool attacked = film->attacked[board * film->run->n + column] != 0;
  return board_rows(film, board)[column] != NQ_EMPTY && attacked == hollow;
}

/* One of the two shapes of a queen. */
static void draw_shape(struct film *film, uint32_t column, bool hollow) {
  nq_bytes *bytes = film->canvas.bytes;
  size_t boards = film->run->boards;
  double size = film->place.cell * .86;
  struct track track = {{0}, {0}};
  nq_bytes_print(bytes,
                 "<use href=\"#%c\" color=\"#%06x\" visibility=\"%s\" x=\"%f\" y=\"%f\" "
                 "width=\"%f\" height=\"%f\">",
                 hollow ? 'h' : 'q', hollow ? NQ_COLOUR_ATTACKED : NQ_COLOUR_QUEEN,
                 visibility(is_visible(film, boards - 1, column, hollow)), -size / 2, -size / 2,
                 size, size);
  for (size_t i = 0; i < boards; i++)
    if (i == 0 || is_visible(film, i, column, hollow) != is_visible(film, i - 1, column, hollow))
      add_key(&track, key_of(film, (double)i), visibility(is_visible(film, i, column, hollow)));
  end_track(film, &track, VISIBILITY);
  nq_bytes_text(bytes, "</use>\n");
}

/* While the column is empty, the queen is where it stood last, or will stand first. */
static void draw_queen(struct film *film, uint32_t column) {
  nq_bytes *bytes = film->canvas.bytes;
  size_t boards = film->run->boards;
  struct track track = {{0}, {0}};
  double x = place_x(&film->place, column);
  uint32_t row = 0;
  for (size_t i = boards; i-- > 0;)
    if (board_rows(film, i)[column] != NQ_EMPTY) row = board_rows(film, i)[column];
  add_point(&track, 0, x, place_y(&film->place, row));
  for (size_t i = 1; i < boards; i++) {
    uint32_t next = board_rows(film, i)[column];
    if (next == row || next == NQ_EMPTY) continue;
    add_point(&track, key_of(film, (double)i - MOVE), x, place_y(&film->place, row));
    add_point(&track, key_of(film, (double)i), x, place_y(&film->place, next));
    row = next;
  }
  add_point(&track, 1, x, place_y(&film->place, row));
  nq_bytes_print(bytes, "<g transform=\"translate(%f %f)\">\n", x, place_y(&film->place, row));
  end_track(film, &track, TRANSLATE);
  draw_shape(film, column, false);
  draw_shape(film, column, true);
  nq_bytes_text(bytes, "</g>\n");
}

/* ---- Lines between queens ---- */

static void join_attackers(void *context, uint32_t first, uint32_t second) {
  struct film *film = context;
  const uint32_t *rows = board_rows(film, film->board);
  nq_bytes_print(film->canvas.bytes, "M%f %fL%f %f", place_x(&film->place, first),
                 place_y(&film->place, rows[first]), place_x(&film->place, second),
                 place_y(&film->place, rows[second]));
}

static void draw_lines(struct film *film, size_t board) {
  nq_bytes *bytes = film->canvas.bytes;
  size_t boards = film->run->boards;
  struct track track = {{0}, {0}};
  if (memchr(film->attacked + board * film->run->n, 1, film->run->n) == NULL) return;
  film->board = board;
  nq_bytes_print(bytes, "<path visibility=\"%s\" d=\"", visibility(board + 1 == boards));
  if (!nq_attacks_visit(board_rows(film, board), film->run->n, join_attackers, film))
    bytes->failed = true;
  nq_bytes_text(bytes, "\">");
  if (board > 0) add_key(&track, 0, "hidden");
  add_key(&track, key_of(film, (double)board), "visible");
  if (board + 1 < boards) add_key(&track, key_of(film, (double)(board + 1) - MOVE), "hidden");
  end_track(film, &track, VISIBILITY);
  nq_bytes_text(bytes, "</path>\n");
}

/* ---- Conflicts by step ---- */

static double chart_x(const struct film *film, size_t board) {
  double width = film->place.cell * film->run->n;
  size_t last = film->run->boards - 1;
  return film->place.left + width * (last > 0 ? (double)board / (double)last : 1);
}

static double chart_y(const struct film *film, size_t board) {
  double bottom = film->place.top + film->place.cell * film->run->n + CHART_GAP + CHART;
  return bottom - CHART * (double)nq_run_value(film->run, board) / (double)film->most;
}

static void draw_chart(struct film *film) {
  nq_canvas *canvas = &film->canvas;
  size_t boards = film->run->boards;
  double left = film->place.left, side = film->place.cell * film->run->n;
  double bottom = film->place.top + side + CHART_GAP + CHART;
  nq_canvas_rectangle(canvas, left, bottom, side, 1, NQ_COLOUR_EDGE);
  nq_canvas_label(canvas, left - 9, bottom - CHART, NQ_LABEL, NQ_ALIGN_RIGHT, "%" PRIu64,
                  film->most);
  nq_canvas_label(canvas, left - 9, bottom, NQ_LABEL, NQ_ALIGN_RIGHT, "0");
  nq_canvas_label(canvas, left, bottom + 16, NQ_LABEL, NQ_ALIGN_LEFT, "%s by %s",
                  film->run->kind == NQ_RUN_EVENTS ? "queens" : "conflicts",
                  nq_run_noun(film->run));
  nq_canvas_label(canvas, left + side, bottom + 16, NQ_LABEL, NQ_ALIGN_RIGHT, "%zu", boards - 1);
  canvas->draw->begin(canvas, NQ_COLOUR_QUEEN, 1.5);
  for (size_t i = 0; i < boards; i++)
    canvas->draw->add(canvas,
                      (nq_path_part){i == 0 ? 'M' : 'L', chart_x(film, i), chart_y(film, i), 0, 0});
  canvas->draw->end(canvas);
}

static void draw_marker(struct film *film) {
  nq_bytes *bytes = film->canvas.bytes;
  size_t last = film->run->boards - 1;
  struct track track = {{0}, {0}};
  nq_bytes_print(bytes, "<circle r=\"4.5\" fill=\"#%06x\" transform=\"translate(%f %f)\">",
                 NQ_COLOUR_ATTACKED, chart_x(film, last), chart_y(film, last));
  for (size_t i = 0; i <= last; i++) {
    if (i > 0)
      add_point(&track, key_of(film, (double)i - MOVE), chart_x(film, i - 1), chart_y(film, i - 1));
    add_point(&track, key_of(film, (double)i), chart_x(film, i), chart_y(film, i));
  }
  add_point(&track, 1, chart_x(film, last), chart_y(film, last));
  end_track(film, &track, TRANSLATE);
  nq_bytes_text(bytes, "</circle>\n");
}

/* ---- The whole ---- */

static void mark_attackers(void *context, uint32_t first, uint32_t second) {
  struct film *film = context;
  uint8_t *attacked = film->attacked + film->board * film->run->n;
  attacked[first] = attacked[second] = 1;
}

/* Find the attacked queens of each board, and the largest value. */
static bool find_attackers(struct film *film) {
  for (film->board = 0; film->board < film->run->boards; film->board++) {
    if (!nq_attacks_visit(board_rows(film, film->board), film->run->n, mark_attackers, film))
      return false;
    uint64_t value = nq_run_value(film->run, film->board);
    if (value > film->most) film->most = value;
  }
  return true;
}

static nq_status draw_film(struct film *film, nq_error *error) {
  nq_bytes *bytes = film->canvas.bytes;
  double side = film->place.cell * film->run->n;
  nq_status status =
      nq_canvas_start(&film->canvas, NQ_DRAW_SVG, film->place.left + side + MARGIN,
                      film->place.top + side + CHART_GAP + CHART + BAND, 1, bytes, error);
  if (status != NQ_OK) return status;
  nq_canvas_squares(&film->canvas, &film->place);
  nq_canvas_numbers(&film->canvas, &film->place);
  draw_chart(film);
  nq_bytes_print(bytes, "<g fill=\"none\" stroke=\"#%06x\" stroke-width=\"%f\">\n",
                 NQ_COLOUR_ATTACKED, fmax(1, film->place.cell * .06));
  for (size_t i = 0; i < film->run->boards; i++) draw_lines(film, i);
  nq_bytes_text(bytes, "</g>\n");
  for (uint32_t column = 0; column < film->run->n; column++) draw_queen(film, column);
  draw_marker(film);
  return nq_canvas_finish(&film->canvas, error);
}

/* Rounded to hundredths of a second, since numbers have two decimals. */
double nq_run_beat(const nq_run *run) {
  double beat = run->boards > 1 ? floor(100 * WHOLE / (double)(run->boards - 1)) / 100 : BEAT;
  return beat > BEAT ? BEAT : beat < .02 ? .02 : beat;
}

nq_status nq_draw_run(const nq_run *run, nq_bytes *picture, nq_error *error) {
  if (run->n < 1 || run->n > NQ_DRAW_RUN_N_MAX || run->boards < 1 || run->boards > NQ_DRAW_RUN_MAX)
    return nq_error_set(error, NQ_BAD_VALUE, "a run has at most %d boards of at most %d columns",
                        NQ_DRAW_RUN_MAX, NQ_DRAW_RUN_N_MAX);
  double cell = floor((double)SIDE / run->n);
  struct film film = {.canvas = {.bytes = picture},
                      .place = {.left = BAND, .top = BAND, .n = run->n},
                      .run = run,
                      .beat = nq_run_beat(run),
                      .attacked = calloc(run->boards, run->n),
                      .most = 1};
  film.place.cell = cell > CELL ? CELL : cell;
  film.duration = (double)(run->boards - 1) * film.beat + NQ_RUN_REST;
  nq_status status = film.attacked != NULL && find_attackers(&film)
                         ? draw_film(&film, error)
                         : nq_error_set(error, NQ_NO_MEMORY, "no memory for the picture");
  free(film.attacked);
  return status;
}

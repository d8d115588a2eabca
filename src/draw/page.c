/* A run as an HTML page: page.html, page.css and page.js (which the Makefile turns into arrays),
 * and the run as JSON, whose code page.js describes. */
#include "draw/canvas.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>

extern const char nq_page_html[], nq_page_css[], nq_page_js[];

static const char head[] =
    "<!doctype html>\n"
    "<html lang=\"en\">\n"
    "<head>\n"
    "<meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
    "style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:\">\n"
    "<link rel=\"icon\" href=\"data:,\">\n";

/* ---- JSON ---- */

static void add_count(nq_bytes *page, uint64_t count) {
  char text[24];
  snprintf(text, sizeof text, "%" PRIu64, count);
  nq_bytes_text(page, text);
}

/* Before the i-th item of a list. */
static void add_comma(nq_bytes *page, size_t i) {
  if (i > 0) nq_bytes_text(page, ",");
}

static void add_key(nq_bytes *page, const char *key) {
  nq_bytes_text(page, ",\n\"");
  nq_bytes_text(page, key);
  nq_bytes_text(page, "\":");
}

/* Quotes and backslashes, and "<", which could end the script. */
static void add_text(nq_bytes *page, const char *key, const char *text) {
  add_key(page, key);
  nq_bytes_text(page, "\"");
  for (; *text != '\0'; text++) {
    char code[8];
    bool plain = *text >= ' ' && *text != '"' && *text != '\\' && *text != '<';
    snprintf(code, sizeof code, plain ? "%c" : "\\u%04x", (unsigned char)*text);
    nq_bytes_text(page, code);
  }
  nq_bytes_text(page, "\"");
}

static char digit(uint32_t value) {
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  return value == NQ_EMPTY ? '.' : digits[value];
}

static void add_square(nq_bytes *page, uint32_t column, uint32_t row) {
  const char pair[] = {digit(column), digit(row)};
  nq_bytes_add(page, pair, sizeof pair);
}

static void add_board(nq_bytes *page, const nq_run *run, size_t board) {
  const uint32_t *rows = run->rows + board * run->n, *before = rows - run->n;
  add_comma(page, board);
  nq_bytes_text(page, "\"");
  for (uint32_t column = 0; column < run->n; column++)
    if (board > 0 ? rows[column] != before[column] : rows[column] != NQ_EMPTY)
      add_square(page, column, rows[column]);
  nq_bytes_text(page, "\"");
}

static void add_event(nq_bytes *page, const nq_run *run, size_t board) {
  const nq_run_note *note = &run->notes[board];
  add_comma(page, board - 1);
  nq_bytes_text(page, "\"");
  nq_bytes_add(page, &note->event, 1);
  add_square(page, note->column, note->row);
  nq_bytes_text(page, "\"");
}

static void add_best(nq_bytes *page, const nq_run *run, size_t board) {
  add_comma(page, board);
  add_count(page, run->notes[board].best);
}

static void add_worst(nq_bytes *page, const nq_run *run, size_t board) {
  add_comma(page, board);
  add_count(page, run->notes[board].worst);
}

static void add_mean(nq_bytes *page, const nq_run *run, size_t board) {
  add_comma(page, board);
  nq_bytes_number(page, run->notes[board].mean);
}

static void add_diversity(nq_bytes *page, const nq_run *run, size_t board) {
  add_comma(page, board);
  nq_bytes_number(page, run->notes[board].diversity);
}

/* Something about each board from `first` on. */
static void add_list(nq_bytes *page, const char *key, const nq_run *run, size_t first,
                     void (*add)(nq_bytes *page, const nq_run *run, size_t board)) {
  add_key(page, key);
  nq_bytes_text(page, "[");
  for (size_t board = first; board < run->boards; board++) add(page, run, board);
  nq_bytes_text(page, "]");
}

/* The boards that begin a restart. */
static void add_restarts(nq_bytes *page, const nq_run *run) {
  size_t restarts = 0;
  add_key(page, "restarts");
  nq_bytes_text(page, "[");
  for (size_t board = 1; board < run->boards; board++) {
    if (run->notes[board].restart == run->notes[board - 1].restart) continue;
    add_comma(page, restarts++);
    add_count(page, board);
  }
  nq_bytes_text(page, "]");
}

static void add_diagonals(nq_bytes *page, const char *key, const nq_instance *instance,
                          bool wanted) {
  size_t added = 0;
  add_key(page, key);
  nq_bytes_text(page, "[");
  for (size_t i = 0; i < nq_instance_excluded_count(instance); i++) {
    bool rising;
    uint64_t diagonal = nq_instance_excluded_at(instance, i, &rising);
    if (rising != wanted) continue;
    add_comma(page, added++);
    add_count(page, diagonal);
  }
  nq_bytes_text(page, "]");
}

static void add_instance(nq_bytes *page, const nq_instance *instance) {
  uint32_t column, row;
  add_key(page, "placed");
  nq_bytes_text(page, "\"");
  for (size_t i = 0; i < nq_instance_placed_count(instance); i++) {
    nq_instance_placed_at(instance, i, &column, &row);
    add_square(page, column, row);
  }
  nq_bytes_text(page, "\"");
  add_key(page, "blocked");
  nq_bytes_text(page, "\"");
  for (size_t i = 0; i < nq_instance_blocked_count(instance); i++) {
    nq_instance_blocked_at(instance, i, &column, &row);
    add_square(page, column, row);
  }
  nq_bytes_text(page, "\"");
  add_diagonals(page, "rising", instance, true);
  add_diagonals(page, "falling", instance, false);
}

static void add_run(nq_bytes *page, const nq_run *run, const nq_instance *instance) {
  static const char *const kinds[] = {"steps", "generations", "events"};
  char seed[24];
  nq_bytes_text(page, "{\"n\":");
  add_count(page, run->n);
  add_text(page, "kind", kinds[run->kind]);
  add_text(page, "method", run->method);
  snprintf(seed, sizeof seed, "%" PRIu64, run->seed);
  add_text(page, "seed", seed); /* of 64 bits, which the script's numbers are not */
  add_key(page, "solved");
  nq_bytes_text(page, run->verdict == NQ_SOLVED ? "true" : "false");
  add_text(page, "reason", run->reason);
  add_instance(page, instance);
  add_restarts(page, run);
  if (run->kind == NQ_RUN_EVENTS) add_list(page, "events", run, 1, add_event);
  if (run->kind == NQ_RUN_GENERATIONS) {
    add_list(page, "best", run, 0, add_best);
    add_list(page, "mean", run, 0, add_mean);
    add_list(page, "worst", run, 0, add_worst);
    add_list(page, "diversity", run, 0, add_diversity);
  }
  add_list(page, "boards", run, 0, add_board);
  add_key(page, "queen");
  nq_bytes_text(page, "\"");
  nq_svg_queen(page);
  nq_bytes_text(page, "\"}\n");
}

/* ---- The page ---- */

nq_status nq_draw_page(const nq_run *run, const nq_instance *instance, nq_bytes *page,
                       nq_error *error) {
  char title[64];
  if (run->n > NQ_DRAW_RUN_N_MAX || run->boards < 1)
    return nq_error_set(error, NQ_BAD_VALUE, "a page shows a run of up to %d columns",
                        NQ_DRAW_RUN_N_MAX);
  snprintf(title, sizeof title, "<title>A run on %" PRIu32 " queens</title>\n", run->n);
  nq_bytes_text(page, head);
  nq_bytes_text(page, title);
  nq_bytes_text(page, "<style>\n");
  nq_bytes_text(page, nq_page_css);
  nq_bytes_text(page, "</style>\n</head>\n");
  nq_bytes_text(page, nq_page_html);
  nq_bytes_text(page, "<script type=\"application/json\" id=\"data\">\n");
  add_run(page, run, instance);
  nq_bytes_text(page, "</script>\n<script>\n");
  nq_bytes_text(page, nq_page_js);
  nq_bytes_text(page, "</script>\n</body>\n</html>\n");
  return page->failed ? nq_error_set(error, NQ_NO_MEMORY, "no memory for the page") : NQ_OK;
}

/* A run as an HTML page: page.html, page.css and page.js (which the Makefile turns into arrays),
 * and the run as JSON, whose code page.js describes. */
#include "draw/canvas.h"

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

/* Quotes and backslashes, and "<", which could end the script. */
static void add_text(nq_bytes *page, const char *key, const char *text) {
  nq_bytes_print(page, ",\n\"%s\":\"", key);
  for (; *text != '\0'; text++) {
    bool plain = *text >= ' ' && *text != '"' && *text != '\\' && *text != '<';
    if (plain)
      nq_bytes_print(page, "%c", *text);
    else
      nq_bytes_print(page, "\\u%04x", (unsigned char)*text);
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

/* Before the i-th item of a list. */
static const char *comma(size_t i) {
  return i > 0 ? "," : "";
}

static void add_boards(nq_bytes *page, const nq_run *run) {
  nq_bytes_text(page, ",\n\"boards\":[");
  for (size_t board = 0; board < run->boards; board++) {
    const uint32_t *rows = run->rows + board * run->n, *before = rows - run->n;
    nq_bytes_print(page, "%s\"", comma(board));
    for (uint32_t column = 0; column < run->n; column++)
      if (board > 0 ? rows[column] != before[column] : rows[column] != NQ_EMPTY)
        add_square(page, column, rows[column]);
    nq_bytes_text(page, "\"");
  }
  nq_bytes_text(page, "]");
}

static void add_events(nq_bytes *page, const nq_run *run) {
  nq_bytes_text(page, ",\n\"events\":[");
  for (size_t board = 1; board < run->boards; board++) {
    const nq_run_note *note = &run->notes[board];
    nq_bytes_print(page, "%s\"%c", comma(board - 1), note->event);
    add_square(page, note->column, note->row);
    nq_bytes_text(page, "\"");
  }
  nq_bytes_text(page, "]");
}

static void add_generations(nq_bytes *page, const nq_run *run) {
  static const char *const keys[] = {"best", "mean", "worst", "diversity"};
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
    nq_bytes_print(page, ",\n\"%s\":[", keys[i]);
    for (size_t board = 0; board < run->boards; board++) {
      const nq_run_note *note = &run->notes[board];
      const double values[] = {(double)note->best, note->mean, (double)note->worst,
                               note->diversity};
      nq_bytes_print(page, "%s%f", comma(board), values[i]);
    }
    nq_bytes_text(page, "]");
  }
  nq_bytes_text(page, ",\n\"births\":[");
  nq_bytes_add(page, run->births.data, run->births.size);
  nq_bytes_text(page, "]");
  page->failed = page->failed || run->births.failed;
}

/* ---- Births ---- */

/* Those of later generations would make a page too large. */
#define BIRTHS_MOST 1000000 /* bytes */

static void add_rows(nq_bytes *page, const uint32_t *rows, uint32_t n) {
  char digits[NQ_DRAW_RUN_N_MAX];
  for (uint32_t column = 0; column < n; column++) digits[column] = digit(rows[column]);
  nq_bytes_text(page, "\"");
  nq_bytes_add(page, digits, n);
  nq_bytes_text(page, "\"");
}

/* How many individuals have that many conflicts, and their part of the wheel in percent. */
static void add_group(nq_bytes *page, const nq_birth *birth, uint64_t conflicts) {
  double share = 0, whole = birth->wheel != NULL ? birth->wheel[birth->population - 1] : 0;
  uint32_t count = 0;
  for (uint32_t i = 0; i < birth->population; i++) {
    if (birth->conflicts[i] != conflicts) continue;
    count++;
    if (birth->wheel != NULL) share += birth->wheel[i] - (i > 0 ? birth->wheel[i - 1] : 0);
  }
  nq_bytes_print(page, "[%" PRIu64 ",%" PRIu32, conflicts, count);
  if (whole > 0) nq_bytes_print(page, ",%f", 100 * share / whole);
  nq_bytes_text(page, "]");
}

/* The least number of conflicts >= least; UINT64_MAX: none. */
static uint64_t next_conflicts(const nq_birth *birth, uint64_t least) {
  uint64_t found = UINT64_MAX;
  for (uint32_t i = 0; i < birth->population; i++)
    if (birth->conflicts[i] >= least && birth->conflicts[i] < found) found = birth->conflicts[i];
  return found;
}

static void add_parents(nq_bytes *page, const nq_birth *birth, uint32_t n) {
  nq_bytes_print(page, "\"parents\":[[%" PRIu32 ",%" PRIu64 ",", birth->first,
                 birth->conflicts[birth->first]);
  add_rows(page, birth->first_rows, n);
  if (birth->second != NQ_EMPTY) {
    nq_bytes_print(page, "],[%" PRIu32 ",%" PRIu64 ",", birth->second,
                   birth->conflicts[birth->second]);
    add_rows(page, birth->second_rows, n);
  }
  nq_bytes_print(page, "]],\"cuts\":[%" PRIu32 ",%" PRIu32 "],\"crossed\":", birth->from,
                 birth->to);
  add_rows(page, birth->crossed_rows, n);
  nq_bytes_text(page, ",");
}

void nq_page_add_birth(nq_bytes *births, const nq_generation *generation) {
  const nq_birth *birth = generation->birth;
  size_t groups = 0;
  nq_bytes_text(births, births->size > 0 ? ",\n" : "");
  if (birth == NULL || generation->n > NQ_DRAW_RUN_N_MAX || births->size > BIRTHS_MOST) {
    nq_bytes_text(births, "null");
    return;
  }
  nq_bytes_text(births, "{");
  if (!birth->copied) add_parents(births, birth, generation->n);
  nq_bytes_text(births, "\"wheel\":[");
  for (uint64_t at = next_conflicts(birth, 0); at < UINT64_MAX;
       at = next_conflicts(birth, at + 1)) {
    nq_bytes_text(births, comma(groups++));
    add_group(births, birth, at);
  }
  nq_bytes_text(births, "]}");
}

/* The boards that begin a restart. */
static void add_restarts(nq_bytes *page, const nq_run *run) {
  size_t restarts = 0;
  nq_bytes_text(page, ",\n\"restarts\":[");
  for (size_t board = 1; board < run->boards; board++)
    if (run->notes[board].restart != run->notes[board - 1].restart)
      nq_bytes_print(page, "%s%zu", comma(restarts++), board);
  nq_bytes_text(page, "]");
}

static void add_diagonals(nq_bytes *page, const char *key, const nq_instance *instance,
                          bool wanted) {
  size_t added = 0;
  nq_bytes_print(page, ",\n\"%s\":[", key);
  for (size_t i = 0; i < nq_instance_excluded_count(instance); i++) {
    bool rising;
    uint64_t diagonal = nq_instance_excluded_at(instance, i, &rising);
    if (rising == wanted) nq_bytes_print(page, "%s%" PRIu64, comma(added++), diagonal);
  }
  nq_bytes_text(page, "]");
}

static void add_instance(nq_bytes *page, const nq_instance *instance) {
  uint32_t column, row;
  nq_bytes_text(page, ",\n\"placed\":\"");
  for (size_t i = 0; i < nq_instance_placed_count(instance); i++) {
    nq_instance_placed_at(instance, i, &column, &row);
    add_square(page, column, row);
  }
  nq_bytes_text(page, "\",\n\"blocked\":\"");
  for (size_t i = 0; i < nq_instance_blocked_count(instance); i++) {
    nq_instance_blocked_at(instance, i, &column, &row);
    add_square(page, column, row);
  }
  nq_bytes_text(page, "\"");
  add_diagonals(page, "rising", instance, true);
  add_diagonals(page, "falling", instance, false);
}

/* The seed is a text: it has 64 bits, which the script's numbers do not. */
static void add_run(nq_bytes *page, const nq_run *run, const nq_instance *instance) {
  static const char *const kinds[] = {"steps", "generations", "events"};
  nq_bytes_print(page,
                 "{\"n\":%" PRIu32 ",\n\"kind\":\"%s\",\n\"seed\":\"%" PRIu64 "\",\n\"solved\":%s",
                 run->n, kinds[run->kind], run->seed, run->verdict == NQ_SOLVED ? "true" : "false");
  add_text(page, "method", run->method);
  add_text(page, "reason", run->reason);
  add_instance(page, instance);
  add_restarts(page, run);
  if (run->kind == NQ_RUN_EVENTS) add_events(page, run);
  if (run->kind == NQ_RUN_GENERATIONS) add_generations(page, run);
  add_boards(page, run);
  nq_bytes_text(page, ",\n\"queen\":\"");
  nq_svg_queen(page);
  nq_bytes_text(page, "\"}\n");
}

/* ---- The page ---- */

nq_status nq_draw_page(const nq_run *run, const nq_instance *instance, nq_bytes *page,
                       nq_error *error) {
  if (run->n > NQ_DRAW_RUN_N_MAX || run->boards < 1)
    return nq_error_set(error, NQ_BAD_VALUE, "a page shows a run of up to %d columns",
                        NQ_DRAW_RUN_N_MAX);
  nq_bytes_print(page,
                 "%s<title>A run on %" PRIu32 " queens</title>\n<style>\n%s</style>\n</head>\n%s"
                 "<script type=\"application/json\" id=\"data\">\n",
                 head, run->n, nq_page_css, nq_page_html);
  add_run(page, run, instance);
  nq_bytes_print(page, "</script>\n<script>\n%s</script>\n</body>\n</html>\n", nq_page_js);
  return page->failed ? nq_error_set(error, NQ_NO_MEMORY, "no memory for the page") : NQ_OK;
}

#include "cli/commands.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define SECONDS_BEFORE  1.0 /* shorter work needs no line */
#define SECONDS_BETWEEN 0.2
#define WIDTH_MOST      80

static bool wants_line(bool quiet) {
  const char *terminal = getenv("TERM");
  bool dumb = terminal != NULL && strcmp(terminal, "dumb") == 0; /* it cannot erase a line */
  return !quiet && !dumb && isatty(STDERR_FILENO);
}

void cli_progress_init(cli_progress *progress, bool quiet) {
  *progress = (cli_progress){.start = nq_clock(), .show = wants_line(quiet)};
}

/* ---- The line ---- */

struct display {
  char text[WIDTH_MOST];
  size_t used, most;
};

/* The last place of a terminal's row stays free, or some begin a new row. */
static struct display begin_display(void) {
  struct winsize window;
  struct display display = {.most = WIDTH_MOST - 1};
  if (ioctl(STDERR_FILENO, TIOCGWINSZ, &window) == 0 && window.ws_col > 0 &&
      window.ws_col < WIDTH_MOST)
    display.most = window.ws_col - 1U;
  return display;
}

/* Add the text if it fits. */
static bool add_text(struct display *display, const char *format, ...) NQ_PRINTF(2, 3);

static bool add_text(struct display *display, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int length = vsnprintf(display->text + display->used, display->most - display->used + 1, format,
                         arguments);
  va_end(arguments);
  bool fits = length >= 0 && (size_t)length <= display->most - display->used;
  if (fits) display->used += (size_t)length;
  display->text[display->used] = '\0';
  return fits;
}

/* "950", "12.3 thousand", "45.6 million". */
static void describe_count(double count, char *text, size_t size) {
  static const char *const units[] = {"", " thousand", " million", " billion"};
  size_t unit = 0;
  for (; count >= 999.5 && unit + 1 < sizeof units / sizeof *units; unit++) count /= 1000;
  snprintf(text, size, "%.3g%s", count, units[unit]);
}

static void describe_amount(double amount, bool bytes, char *text, size_t size) {
  if (bytes)
    nq_memory_describe((uint64_t)amount, text, size);
  else
    describe_count(amount, text, size);
}

/* The speed and, where the rest of the work is known, the time that it takes. */
static void add_rate(struct display *display, double done, double rest, double seconds,
                     bool bytes) {
  char rate[48], left[60] = "";
  if (seconds < 0.1 || done < 1) return;
  describe_amount(done / seconds, bytes, rate, sizeof rate);
  double time = rest * (seconds / done);
  if (rest > 0 && time < 1e12) cli_describe_left(time, left, sizeof left);
  if (left[0] == '\0')
    add_text(display, ", %s/s", rate);
  else if (!add_text(display, ", %s/s, %s left", rate, left))
    add_text(display, ", %s left", left);
}

/* How much is done, of all if that is known. */
static void add_amount(struct display *display, const cli_progress *progress, const nq_progress *at,
                       double now) {
  bool bytes = at->unit != NULL && strcmp(at->unit, "bytes") == 0;
  const char *unit = at->unit == NULL || bytes ? "" : at->unit, *space = *unit != '\0' ? " " : "";
  uint64_t done = at->total > 0 && at->done > at->total ? at->total : at->done;
  char amount[48];
  snprintf(amount, sizeof amount, "%" PRIu64, at->total);
  if (bytes || at->total == 0)
    describe_amount((double)(at->total > 0 ? at->total : done), bytes, amount, sizeof amount);
  if (at->total > 0)
    add_text(display, ", %.1f %% of %s%s%s", 100 * (double)done / (double)at->total, amount, space,
             unit);
  else
    add_text(display, ", %s%s%s", amount, space, unit);
  if (done >= progress->done)
    add_rate(display, (double)(done - progress->done),
             at->total > 0 ? (double)(at->total - done) : 0, now - progress->began, bytes);
}

static void add_bytes(struct display *display, const char *before, uint64_t bytes) {
  char text[32];
  nq_memory_describe(bytes, text, sizeof text);
  add_text(display, "%s%s", before, text);
}

/* A complete search: its speed, and the most columns that it has filled so far. */
static void add_branches(struct display *display, const cli_progress *progress,
                         const nq_progress *at, double now) {
  char rate[48];
  double since = now - progress->began;
  describe_count((double)at->branches / (since > 0 ? since : 1), rate, sizeof rate);
  add_text(display, ", %s branches/s, best %" PRIu64 " of %" PRIu64 " columns", rate, at->done,
           at->total);
  if (at->bytes > 0) add_bytes(display, ", proof ", at->bytes);
}

static void add_phase(struct display *display, const cli_progress *progress, const nq_progress *at,
                      double now) {
  add_text(display, "%s", at->phase);
  if (at->temperature > 0)
    add_text(display, ", T = %.3g, %" PRIu64 " conflict%s", at->temperature, at->conflicts,
             nq_plural(at->conflicts));
  if (at->branches > 0)
    add_branches(display, progress, at, now);
  else if (at->total > 0 || at->unit != NULL)
    add_amount(display, progress, at, now);
  else if (at->bytes > 0)
    add_bytes(display, ", ", at->bytes);
  else if (at->conflicts > 0)
    add_text(display, ", %" PRIu64 " conflict%s", at->conflicts, nq_plural(at->conflicts));
  if (at->restarts > 0)
    add_text(display, ", %" PRIu64 " restart%s", at->restarts, nq_plural(at->restarts));
}

static void add_items(struct display *display, const cli_progress *progress, double now) {
  uint64_t done = progress->items_done, total = progress->items_total;
  add_text(display, "%" PRIu64, done);
  if (total > 0) add_text(display, " of %" PRIu64, total);
  add_text(display, " %s", progress->items);
  add_rate(display, (double)done, total > done ? (double)(total - done) : 0, now - progress->start,
           false);
}

static void add_elapsed(struct display *display, double seconds) {
  char text[60];
  snprintf(text, sizeof text, "%.1f s", seconds);
  if (seconds >= 100) cli_describe_left(seconds, text, sizeof text);
  add_text(display, "%s: ", text);
}

/* ---- Reports ---- */

/* After an interrupt there is a message, and then no more lines. */
static bool is_due(const cli_progress *progress, double now) {
  return progress->show && !cli_interrupted() && now - progress->start >= SECONDS_BEFORE &&
         now - progress->shown >= SECONDS_BETWEEN;
}

/* `at` may be NULL: there is no phase. */
static void show_progress(cli_progress *progress, const nq_progress *at, double now) {
  struct display display = begin_display();
  bool items = progress->items != NULL;
  add_elapsed(&display, now - progress->start);
  if (items) add_items(&display, progress, now);
  if (at != NULL && (!items || now - progress->item_began >= SECONDS_BEFORE)) {
    if (items) add_text(&display, "; ");
    add_phase(&display, progress, at, now);
  }
  (void)cli_show_line(true);
  fprintf(stderr, CLI_ERASE "%s", display.text);
  fflush(stderr);
  progress->shown = now;
}

void cli_progress_items(cli_progress *progress, const char *items, uint64_t total) {
  progress->items = items;
  progress->items_total = total;
  progress->item_began = progress->start;
}

void cli_progress_items_done(cli_progress *progress, uint64_t done) {
  if (!progress->show || progress->items == NULL || done == progress->items_done) return;
  double now = nq_clock();
  progress->items_done = done;
  progress->item_began = now;
  if (is_due(progress, now)) show_progress(progress, NULL, now);
}

/* The first phase began with the run; a later one begins with its first report. */
static void note_phase(cli_progress *progress, const nq_progress *at, double now) {
  if (progress->phase != NULL && at->done >= progress->done &&
      strcmp(progress->phase, at->phase) == 0)
    return;
  bool first = progress->phase == NULL;
  progress->phase = at->phase;
  progress->began = first ? progress->start : now;
  progress->done = first ? 0 : at->done;
}

bool cli_progress_report(void *context, const nq_progress *at) {
  cli_progress *progress = context;
  if (progress->show) {
    double now = nq_clock();
    note_phase(progress, at, now);
    if (progress->beside_output && strcmp(at->phase, "write") == 0)
      cli_progress_end(progress);
    else if (is_due(progress, now))
      show_progress(progress, at, now);
  }
  return !cli_interrupted();
}

bool cli_progress_in_time(void *context, const nq_progress *at) {
  return cli_progress_report(context, at) && cli_progress_stop(context, NULL) == CLI_YES;
}

void cli_progress_limit(cli_progress *progress, double seconds) {
  progress->deadline = seconds > 0 ? nq_clock() + seconds : 0;
}

int cli_progress_stop(const cli_progress *progress, const char **why) {
  bool interrupted = cli_interrupted();
  bool late = progress->deadline > 0 && nq_clock() >= progress->deadline;
  if (why != NULL) *why = interrupted ? "interrupted" : "the time limit was reached";
  return interrupted ? CLI_INTERRUPTED : late ? CLI_UNKNOWN : CLI_YES;
}

void cli_progress_clear(cli_progress *progress) {
  if (progress->show && cli_show_line(false)) fputs(CLI_ERASE, stderr);
}

void cli_progress_end(cli_progress *progress) {
  cli_progress_clear(progress);
  progress->show = false;
}

/* ---- Output ---- */

const nq_choice cli_format_choices[] = {{"line", NQ_FORMAT_LINE, NULL},
                                        {"picture", NQ_FORMAT_PICTURE, NULL},
                                        {"json", NQ_FORMAT_JSON, NULL},
                                        {"npy", NQ_FORMAT_NPY, NULL},
                                        {"pairs", NQ_FORMAT_PAIRS, NULL},
                                        {"matrix", NQ_FORMAT_MATRIX, NULL},
                                        {"csv", NQ_FORMAT_CSV, NULL},
                                        {"leetcode", NQ_FORMAT_LEETCODE, NULL},
                                        {"fen", NQ_FORMAT_FEN, NULL},
                                        {"svg", CLI_FORMAT_SVG, NULL},
                                        {"png", CLI_FORMAT_PNG, NULL},
                                        {"pdf", CLI_FORMAT_PDF, NULL},
                                        {0}};

bool cli_output_suffix_agrees(const char *option, const char *format, const char *path) {
  nq_error error = {0};
  if (cli_output_check_suffix(option, format, path, &error) == NQ_OK) return true;
  cli_say_error(NULL, &error);
  return false;
}

int cli_say_not_written(const char *name, const cli_progress *progress, const nq_error *error) {
  const char *why;
  int code = error->status == NQ_IO ? cli_progress_stop(progress, &why) : CLI_YES;
  if (code == CLI_YES) return cli_say_error(NULL, error);
  cli_say("%s while writing %s", why, name);
  return code;
}

void cli_say_written(const cli_boards *boards) {
  const char *path = boards->path;
  if (cli_output_is_standard(path)) return;
  const char *slash = strrchr(path, '/'), *file = slash != NULL ? slash + 1 : path;
  const char *suffix = file[0] != '\0' ? strrchr(file + 1, '.') : NULL;
  bool known = boards->asked != NQ_FORMAT_AUTO || boards->format != NQ_FORMAT_LINE ||
               nq_format_by_suffix(path) != NQ_FORMAT_AUTO;
  if (known || suffix == NULL)
    cli_say("written to %s", path);
  else
    cli_say("written to %s, one board per line: no format has the suffix %s (see --format)", path,
            suffix);
}

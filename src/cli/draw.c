#include "cli/commands.h"
#include "cli/drawing.h"

#include <jansson.h>
#include <string.h>
#include <unistd.h>

/* ---- Options ---- */

/* The pictures, and the page of a run. */
enum { FORMAT_HTML = CLI_FORMAT_PDF + 1 };
static const nq_choice formats[] = {{"svg", CLI_FORMAT_SVG, NULL},
                                    {"png", CLI_FORMAT_PNG, NULL},
                                    {"pdf", CLI_FORMAT_PDF, NULL},
                                    {"html", FORMAT_HTML, NULL},
                                    {0}};

static bool names_page(const char *path) {
  const char *suffix = strrchr(path, '.');
  return suffix != NULL && strcmp(suffix, ".html") == 0;
}

static bool choose_picture(cli_target *target, bool steps, bool folder) {
  const cli_draw_options *options = target->options;
  const char *path = options->output_path;
  nq_error error = {0};
  nq_draw_kind kind = cli_output_picture(options->format, path);
  if (kind == NQ_DRAW_NONE && steps && folder) kind = NQ_DRAW_PNG;
  target->kind = kind;
  if (kind == NQ_DRAW_NONE)
    return cli_refuse("'%s' does not end with .svg, .png or .pdf%s: give --format svg, png%s", path,
                      steps ? ", or .html" : "", steps ? ", pdf or html" : " or pdf");
  if (folder && !steps)
    return cli_refuse("'%s' is a folder: a board is drawn to a file, as in -o board.svg", path);
  if (steps && !folder && kind != NQ_DRAW_SVG)
    return cli_refuse(
        "--steps: only SVG can be animated; -o DIR/ --format %s writes a picture of each board",
        nq_draw_kind_name(kind));
  if (nq_draw_kind_require(kind, &error) == NQ_OK) return true;
  return cli_refuse("%s", error.message);
}

static bool choose_output(cli_target *target, bool steps) {
  const cli_draw_options *options = target->options;
  const char *path = options->output_path, *format = NULL;
  nq_error error = {0};
  if (path == NULL)
    return cli_refuse("-o %s is needed",
                      steps ? "FILE.html, FILE.svg or DIR/" : "FILE.svg, FILE.png or FILE.pdf");
  bool folder = cli_path_names_folder(path), asked = options->format != NQ_FORMAT_AUTO;
  if (asked) format = formats[options->format - CLI_FORMAT_SVG].name;
  if (!cli_output_suffix_agrees("format", format, path)) return false;
  if (asked && options->format != FORMAT_HTML && names_page(path))
    return cli_refuse("--format: '%s' has the suffix of a page, not of %s: choose another name or "
                      "format",
                      path, format);
  target->page = asked ? options->format == FORMAT_HTML : names_page(path);
  if (!target->page && !folder) target->movie = cli_draw_movie_kind(path);
  if (!target->page && target->movie == NULL) return choose_picture(target, steps, folder);
  target->kind = NQ_DRAW_SVG;
  if (!steps)
    return cli_refuse("a %s shows the steps of a run: give --steps N, or -o FILE.svg for a board",
                      target->page ? "page" : "movie");
  if (target->page && folder)
    return cli_refuse("'%s' is a folder: a run is one page, as in -o run.html", path);
  if (target->page) return true;
  if (asked)
    return cli_refuse("--format: '%s' has the suffix of a movie: leave the option out", path);
  return cli_draw_movie_require(&error) == NQ_OK || cli_refuse("%s: %s", path, error.message);
}

static bool check_choice(const cli_draw_options *options, size_t arguments) {
  bool n = options->n > 0, instance = options->instance_path != NULL;
  if (arguments == 1 ? !n : n || instance) return true;
  return cli_refuse("either BOARD or --steps N is needed, as in `nqueens draw board.txt -o "
                    "board.svg`");
}

static int run_draw(const cli_call *call) {
  cli_draw_options *options = call->options;
  cli_target target = {.options = options, .signals = call->signals};
  bool steps = call->argument_count == 0;
  if (!check_choice(options, call->argument_count) || !choose_output(&target, steps))
    return CLI_ERROR;
  if (!cli_stats_have_output(options->json, options->output_path, "picture")) return CLI_ERROR;
  int code = steps ? cli_draw_steps(&target) : cli_draw_board(&target, call->arguments[0]);
  json_decref(target.about);
  return code;
}

static bool draw_defaults(void *values) {
  cli_draw_options *options = values;
  *options =
      (cli_draw_options){.from = "auto", .first_diagonals = UINT64_MAX, .scale = NQ_DRAW_SCALE};
  return cli_system_seed(&options->seed);
}

#define AT(member) offsetof(cli_draw_options, member)

static const nq_choice starts[] = {{"random", NQ_START_RANDOM, NULL},
                                   {"permutation", NQ_START_PERMUTATION, NULL},
                                   {"greedy", NQ_START_GREEDY, NULL},
                                   {"fewest", NQ_START_FEWEST, NULL},
                                   {0}};
static const nq_choice steps[] = {{"column", NQ_STEP_COLUMN, NULL},
                                  {"swap", NQ_STEP_SWAP, NULL},
                                  {"sweep", NQ_STEP_SWEEP, NULL},
                                  {0}};

static const nq_option usual[] = {
    {NQ_OPTION_OUTPUT, "output", .dash = STDOUT_FILENO, .letter = 'o', .argument = "FILE|DIR/",
     .offset = AT(output_path),
     .help = "write to this .svg, .png, .pdf, .html, .gif or .mp4 file, or folder; completely or "
             "not at all"},
    {NQ_OPTION_CHOICE, "format", .letter = 'f', .offset = AT(format), .choices = formats,
     .fallback = "by FILE's suffix; png in DIR/",
     .help = "the kind of picture; html is a page that replays a run"},
    {NQ_OPTION_COUNT32, "scale", .argument = "K", .offset = AT(scale), .least = 1,
     .most = NQ_DRAW_SCALE_MAX, .fallback = "2", .help = "pixels per unit of a PNG"},
    CLI_JSON(cli_draw_options, "print the summary as a JSON object"),
    CLI_QUIET(cli_draw_options),
    {0},
};
static const nq_option of_board[] = {
    {NQ_OPTION_COUNT64, "index", .argument = "I", .offset = AT(index), .least = 1,
     .most = UINT64_MAX, .fallback = "all, several on one sheet",
     .help = "draw the I-th board of BOARD alone"},
    CLI_FROM(cli_draw_options),
    CLI_INSTANCE(cli_draw_options,
                 "mark its queens, blocked squares and diagonals; without BOARD: draw a run on it"),
    CLI_FIRST_DIAGONALS(cli_draw_options),
    {0},
};

static const char *method_names(const void *options, size_t i, const char **about) {
  (void)options;
  *about = NULL;
  return nq_run_method(i);
}

static const nq_option of_run[] = {
    {NQ_OPTION_COUNT32, "steps", .argument = "N", .offset = AT(n), .least = 1,
     .most = NQ_DRAW_RUN_N_MAX,
     .help = "draw the steps of a run on N columns: a page that replays it, an animated SVG, or in "
             "DIR/ a picture of each board"},
    {NQ_OPTION_TEXT, "method", .letter = 'm', .argument = "METHOD", .offset = AT(method),
     .names = method_names, .keys = nq_method_option, .fallback = "min-conflicts",
     .help = "the method to watch, any but auto, sat, construct and typical; METHOD:key=value,... "
             "sets its options too"},
    CLI_SEED(cli_draw_options, seed, INT64_MAX, "drawn from the system and reported",
             "the same seed gives the same run"),
    {NQ_OPTION_CHOICE, "start", .offset = AT(start), .choices = starts, .fallback = "random",
     .help = "how min-conflicts places the first queens"},
    {NQ_OPTION_CHOICE, "step", .offset = AT(step), .choices = steps, .fallback = "column",
     .help = "how min-conflicts moves queens"},
    {0},
};

static const cli_group groups[] = {
    {.heading = "Options for a board", .options = of_board},
    {.heading = "Options for a run", .options = of_run},
    {0},
};
static const nq_option board = {.kind = NQ_OPTION_INPUT, .name = "BOARD"};

const cli_command cli_draw = {
    .name = "draw",
    .summary = "draw a board, or a run as a page that replays it",
    .description = "Draw a board, or a run that solves one.",
    .usage = "BOARD -o FILE\n--steps N -o FILE.html|FILE.svg|DIR/\n--instance FILE -o "
             "FILE.html|FILE.svg|DIR/",
    .example = "nqueens draw board.npy -o board.svg",
    .usual = usual,
    .groups = groups,
    .notes =
        "BOARD is a file in any format that `nqueens check` reads, or `-`.  Up to n = 2000 each "
        "queen is drawn; queens that attack each other are outlined and joined by lines.  "
        "Larger boards become a map of their density, in memory that does not depend on n.  "
        "Several boards of one size, up to n = 32, are drawn on one sheet without marks.\n"
        "A run is drawn up to n = 64: the boards of min-conflicts, step by step; the best "
        "individual of each generation; or the partial boards of backtracking, with the squares "
        "that each open column and row has left.  A page shows up to 10,000 steps, with a slider, "
        "keys and a curve, and "
        "needs no network; other pictures show the first 1000 boards.  A .gif or .mp4 is made by "
        "the program ffmpeg.\n",
    .exits = {"drawn", NULL, "error", NULL, "interrupted"},
    .first = &board,
    .most_arguments = 1,
    .options_size = sizeof(cli_draw_options),
    .set_defaults = draw_defaults,
    .run = run_draw,
};

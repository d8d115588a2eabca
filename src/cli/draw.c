#include "cli/commands.h"
#include "cli/drawing.h"
#include "core/json.h"
#include "experiment/child.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* ---- The method ---- */

/* A greedy start leaves too little to see; a preset has its own start and step. */
static bool choose_steps(const cli_draw_options *options, nq_min_conflicts_options *ways) {
  bool preset = ways->preset != NQ_MIN_CONFLICTS_PRESET_NONE;
  if (options->start != NQ_START_AUTO) ways->start = (nq_start)options->start;
  if (options->step != NQ_STEP_AUTO) ways->step = (nq_step)options->step;
  if (ways->start == NQ_START_AUTO && !preset) ways->start = NQ_START_RANDOM;
  if (ways->step == NQ_STEP_AUTO && !preset) ways->step = NQ_STEP_COLUMN;
  bool fewest = ways->start == NQ_START_FEWEST;
  if ((ways->start != NQ_START_RANDOM && !fewest) || ways->step != NQ_STEP_SWAP) return true;
  return cli_refuse("--step: swap cannot resolve the row conflicts of --start %s: give --start "
                    "permutation or greedy",
                    fewest ? "fewest" : "random");
}

static bool choose_method(const cli_draw_options *options, nq_solve_options *solve) {
  nq_error error = {0};
  nq_solve_options_init(solve);
  solve->seed = options->seed;
  solve->method = "min-conflicts";
  if (options->method != NULL && nq_solve_options_set(solve, options->method, &error) != NQ_OK)
    return cli_refuse("--method: %s", error.message);
  if (strcmp(solve->method, "min-conflicts") == 0)
    return choose_steps(options, &solve->min_conflicts);
  if (options->start == NQ_START_AUTO && options->step == NQ_STEP_AUTO) return true;
  return cli_refuse("--start and --step are options of min-conflicts, but the method is %s",
                    solve->method);
}

/* ---- Output ---- */

static void say_run(const nq_run *run) {
  size_t steps = run->boards - 1;
  uint64_t left = nq_run_value(run, steps);
  if (run->verdict == NQ_SOLVED)
    cli_say("n = %" PRIu32 " solved in %zu %s%s (seed %" PRIu64 ")", run->n, steps,
            nq_run_noun(run), nq_plural(steps), run->seed);
  else if (run->verdict == NQ_UNSOLVABLE || run->kind == NQ_RUN_EVENTS)
    cli_say("n = %" PRIu32 ": %s (seed %" PRIu64 ")", run->n, run->reason, run->seed);
  else
    cli_say("n = %" PRIu32 " %s, %" PRIu64 " conflict%s left (seed %" PRIu64 ")", run->n,
            run->reason, left, nq_plural(left), run->seed);
}

static json_t *describe_run(const nq_run *run, const char *method) {
  return json_pack("{s:s, s:I, s:I, s:s, s:I}", "method", method, "n", (json_int_t)run->n, "seed",
                   (json_int_t)run->seed, "verdict", nq_verdict_name(run->verdict), "boards",
                   (json_int_t)run->boards);
}

/* An animated picture, or a page. */
static int write_whole(cli_target *target, const nq_run *run, const nq_instance *instance) {
  nq_error *error = &target->error;
  nq_bytes bytes = {0};
  nq_status status =
      target->page ? nq_draw_page(run, instance, &bytes, error) : nq_draw_run(run, &bytes, error);
  return cli_draw_write(target, status, NULL, &bytes);
}

static nq_status add_frame(cli_target *target, const nq_run *run, size_t frame,
                           const nq_instance *instance) {
  nq_bytes bytes;
  nq_error *error = &target->error;
  nq_status status = cli_boards_new_picture(&target->boards, &bytes, error);
  if (status == NQ_OK)
    status =
        nq_draw_frame(target->kind, target->options->scale, run, frame, instance, &bytes, error);
  if (status == NQ_OK) status = cli_boards_add_drawn(&target->boards, &bytes, error);
  nq_bytes_release(&bytes);
  return status;
}

static int write_frames(cli_target *target, const nq_run *run, const nq_instance *instance) {
  nq_status status = cli_draw_open(target, run->boards);
  for (size_t i = 0; status == NQ_OK && i < run->boards; i++)
    status = add_frame(target, run, i, instance);
  return cli_draw_close(target, status);
}

/* ---- A run as a GIF or MP4: ffmpeg makes it of pictures of the boards ---- */

#define MOVIE_MOST ((size_t)1 << 30) /* bytes */

static nq_status require_movie(nq_error *error) {
  nq_status status = nq_draw_kind_require(NQ_DRAW_PNG, error);
  if (status != NQ_OK || nq_child_require("ffmpeg", NULL) == NQ_OK) return status;
  return nq_error_set(error, NQ_UNSUPPORTED,
                      "the program ffmpeg is not installed (Debian: ffmpeg), which makes .gif and "
                      ".mp4; .svg and .html can be drawn without it");
}

/* The pictures one after another, the last one for as long as it is shown. */
static nq_status write_pictures(const cli_target *target, const nq_run *run,
                                const nq_instance *instance, FILE *file, nq_error *error) {
  size_t last = run->boards - 1, rest = (size_t)ceil(NQ_RUN_REST / nq_run_beat(run));
  nq_status status = NQ_OK;
  for (size_t i = 0; i <= last && status == NQ_OK; i++) {
    nq_bytes picture = {0};
    status = nq_draw_frame(NQ_DRAW_PNG, target->options->scale, run, i, instance, &picture, error);
    for (size_t k = 0; status == NQ_OK && k < (i == last ? rest : 1); k++)
      fwrite(picture.data, 1, picture.size, file);
    nq_bytes_release(&picture);
  }
  if (status == NQ_OK && (fflush(file) != 0 || ferror(file)))
    status = nq_error_set(error, NQ_IO, "no room for the pictures of a movie");
  return status;
}

/* A GIF has the same colours throughout; an MP4 has even sides, and is written without a seek. */
static nq_status run_ffmpeg(const char *kind, const nq_run *run, FILE *pictures, nq_bytes *movie,
                            nq_error *error) {
  const char *filter = strcmp(kind, "gif") == 0
                           ? "split[a][b];[a]palettegen[p];[b][p]paletteuse=dither=none"
                           : "pad=ceil(iw/2)*2:ceil(ih/2)*2,format=yuv420p,fps=10";
  char line[400], *words[30] = {NULL}, *rest = NULL;
  nq_child child = {.words = words, .input = fileno(pictures), .output_most = MOVIE_MOST};
  snprintf(line, sizeof line,
           "ffmpeg -loglevel error -f image2pipe -framerate 100/%.0f -c:v png -i pipe:0 "
           "-filter_complex %s -movflags frag_keyframe+empty_moov -f %s pipe:1",
           100 * nq_run_beat(run), filter, kind);
  words[0] = strtok_r(line, " ", &rest);
  for (size_t i = 1; (words[i] = strtok_r(NULL, " ", &rest)) != NULL; i++) continue;
  rewind(pictures);
  nq_status status = nq_child_run(&child, movie, error);
  bool done = child.end == NQ_CHILD_EXITED && child.code == 0 && movie->size > 0;
  if (status != NQ_OK || done) return status;
  int length = (int)strcspn(child.last, "\n");
  return nq_error_set(error, NQ_IO, "ffmpeg made no %s%s%.*s", kind, length > 0 ? ": " : "", length,
                      child.last);
}

static int write_movie(cli_target *target, const nq_run *run, const nq_instance *instance) {
  nq_error *error = &target->error;
  nq_bytes movie = {0};
  FILE *pictures = tmpfile();
  nq_status status = pictures != NULL ? write_pictures(target, run, instance, pictures, error)
                                      : nq_error_set(error, NQ_IO, "no temporary file for a movie");
  if (status == NQ_OK) status = run_ffmpeg(target->movie, run, pictures, &movie, error);
  if (pictures != NULL) fclose(pictures);
  return cli_draw_write(target, status, NULL, &movie);
}

/* ---- Running ---- */

static int draw_run(cli_target *target, const nq_instance *instance,
                    const nq_solve_options *solve) {
  const cli_draw_options *options = target->options;
  nq_run run;
  int code;
  if (nq_run_record(&run, instance, solve, target->page ? NQ_DRAW_PAGE_MAX : NQ_DRAW_RUN_MAX,
                    &target->error) != NQ_OK) {
    code = cli_say_error(options->instance_path, &target->error);
  } else {
    if (!options->quiet) say_run(&run);
    if (options->json) target->about = describe_run(&run, solve->method);
    code = cli_path_names_folder(options->output_path) ? write_frames(target, &run, instance)
           : target->movie != NULL                     ? write_movie(target, &run, instance)
                                                       : write_whole(target, &run, instance);
  }
  nq_run_release(&run);
  return code;
}

static int draw_steps(cli_target *target) {
  const cli_draw_options *options = target->options;
  nq_solve_options solve;
  if (!choose_method(options, &solve)) return CLI_ERROR;
  nq_instance *instance =
      cli_take_instance(options->instance_path, options->first_diagonals, options->n);
  int code = CLI_ERROR;
  if (instance == NULL) return code;
  uint32_t n = nq_instance_n(instance);
  if (options->n > 0 && n != options->n)
    cli_say("%s: --steps is %" PRIu32 ", but the instance has %" PRIu32 " columns",
            options->instance_path, options->n, n);
  else
    code = draw_run(target, instance, &solve);
  nq_instance_free(instance);
  return code;
}

/* ---- Options ---- */

/* The pictures, and the page of a run. */
enum { FORMAT_HTML = CLI_FORMAT_PDF + 1 };
static const nq_choice formats[] = {{"svg", CLI_FORMAT_SVG, NULL},
                                    {"png", CLI_FORMAT_PNG, NULL},
                                    {"pdf", CLI_FORMAT_PDF, NULL},
                                    {"html", FORMAT_HTML, NULL},
                                    {0}};

/* "html", "gif" or "mp4", what only a run can be, by the suffix; or NULL. */
static const char *run_suffix(const char *path) {
  static const char *const names[] = {"html", "gif", "mp4", NULL};
  const char *suffix = strrchr(path, '.');
  size_t i = 0;
  while (suffix != NULL && names[i] != NULL && strcmp(suffix + 1, names[i]) != 0) i++;
  return suffix != NULL ? names[i] : NULL;
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
  const char *suffix = run_suffix(path);
  bool folder = cli_path_names_folder(path), asked = options->format != NQ_FORMAT_AUTO;
  bool names_page = suffix != NULL && strcmp(suffix, "html") == 0;
  if (asked) format = formats[options->format - CLI_FORMAT_SVG].name;
  if (!cli_output_suffix_agrees("format", format, path)) return false;
  if (asked && options->format != FORMAT_HTML && names_page)
    return cli_refuse("--format: '%s' has the suffix of a page, not of %s: choose another name or "
                      "format",
                      path, format);
  target->page = asked ? options->format == FORMAT_HTML : names_page;
  if (!target->page && !folder) target->movie = suffix;
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
  return require_movie(&error) == NQ_OK || cli_refuse("%s: %s", path, error.message);
}

static bool check_choice(const cli_draw_options *options, size_t arguments) {
  bool n = options->n > 0, instance = options->instance_path != NULL;
  if (arguments == 1 ? !n : n || instance) return true;
  return cli_refuse("either BOARD or --steps N is needed, as in `nqueens draw board.txt -o "
                    "board.svg`");
}

static int run_draw(const cli_call *call) {
  cli_draw_options *options = call->options;
  cli_target target = {.options = options};
  bool steps = call->argument_count == 0;
  if (!check_choice(options, call->argument_count) || !choose_output(&target, steps))
    return CLI_ERROR;
  if (!cli_stats_have_output(options->json, options->output_path, "picture")) return CLI_ERROR;
  int code = steps ? draw_steps(&target) : cli_draw_board(&target, call->arguments[0]);
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

#include "cli/draw.h"
#include "cli/commands.h"
#include "cli/large.h"
#include "cli/output.h"
#include "cli/stats.h"
#include "cli/unpack.h"
#include "core/json.h"
#include "core/memory.h"
#include "core/number.h"

#include <assert.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- A board ---- */

#define ROWS_MAX (NQ_DRAW_SHEET_MAX * NQ_DRAW_SHEET_N_MAX)
static_assert(ROWS_MAX >= NQ_DRAW_QUEENS_MAX, "what is drawn queen by queen has room");

/* Boards as they are read: the density of the first, and rows, one board after the other, while
 * there is room. */
struct canvas_board {
  nq_density *density;
  uint32_t n;
  size_t boards, filled;
  uint32_t rows[ROWS_MAX];
};

static bool take_rows(void *context, const uint32_t *rows, size_t count) {
  struct canvas_board *board = context;
  size_t room = ROWS_MAX - board->filled, fit = count < room ? count : room;
  memcpy(board->rows + board->filled, rows, fit * sizeof *rows);
  board->filled += fit;
  if (board->boards == 0) nq_density_add(board->density, rows, count);
  return true;
}

static bool skip_rows(void *context, const uint32_t *rows, size_t count) {
  (void)context;
  (void)rows;
  (void)count;
  return true;
}

static nq_status read_board(nq_reader *reader, uint64_t index, struct canvas_board *board,
                            nq_error *error) {
  uint64_t line;
  for (uint64_t i = 1; i <= index; i++) {
    nq_status status =
        nq_reader_stream(reader, i < index ? skip_rows : take_rows, board, &board->n, &line, error);
    if (status == NQ_END)
      return nq_error_set(error, NQ_BAD_VALUE,
                          "there is no board %" PRIu64 ": the file has %" PRIu64, index, i - 1);
    if (status != NQ_OK) return status;
  }
  board->boards = 1;
  return NQ_OK;
}

/* The first board, and those after it as far as a sheet has room. */
static nq_status read_boards(nq_reader *reader, struct canvas_board *board, nq_error *error) {
  uint64_t line;
  nq_status status = read_board(reader, 1, board, error);
  while (status == NQ_OK) {
    uint32_t n;
    status = nq_reader_stream(reader, take_rows, board, &n, &line, error);
    if (status == NQ_END) return NQ_OK;
    if (status == NQ_OK &&
        (n != board->n || n > NQ_DRAW_SHEET_N_MAX || board->boards == NQ_DRAW_SHEET_MAX))
      return nq_error_set(error, NQ_UNSUPPORTED,
                          "the file has several boards, and a sheet has room for %d of one size up "
                          "to %d columns: --index I draws one",
                          NQ_DRAW_SHEET_MAX, NQ_DRAW_SHEET_N_MAX);
    board->boards++;
  }
  return status;
}

static bool open_large(const char *path, struct canvas_board *board) {
  nq_error error = {0};
  uint64_t n;
  if (cli_large_draw(path, board->density, board->rows, ROWS_MAX, &n, &error) != NQ_OK) {
    (void)cli_say_error(NULL, &error);
    return false;
  }
  board->boards = 1;
  board->n = n < NQ_N_MAX ? (uint32_t)n : NQ_N_MAX;
  return true;
}

static bool open_board(const cli_draw_options *options, const char *path,
                       struct canvas_board *board) {
  if (cli_is_large(path, false)) return open_large(path, board);
  uint64_t n;
  if (access(path, F_OK) != 0 && nq_number_parse(path, &n) == NQ_NUMBER_OK) {
    (void)cli_say("there is no file '%s': `nqueens draw --steps %s -o run.html` draws a search on "
                  "so many columns",
                  path, path);
    return false;
  }
  int descriptor = cli_input_open(path);
  if (descriptor < 0) return false;
  nq_error error = {0};
  cli_unpack unpack = {0};
  nq_reader *reader = nq_reader_new(descriptor, nq_format_by_name(options->from));
  nq_status status = reader != NULL ? cli_unpack_begin(&unpack, descriptor, reader, &error)
                                    : nq_error_set(&error, NQ_NO_MEMORY, "out of memory");
  if (status == NQ_OK && options->index > 0)
    status = read_board(reader, options->index, board, &error);
  else if (status == NQ_OK)
    status = read_boards(reader, board, &error);
  nq_reader_free(reader);
  cli_unpack_end(&unpack);
  cli_input_close(descriptor);
  if (status == NQ_OK) return true;
  cli_unpack_say(&unpack, path, &error);
  return false;
}

static nq_status require_instance(const struct canvas_board *board, const nq_instance *instance,
                                  nq_error *error) {
  if (instance == NULL) return NQ_OK;
  if (nq_instance_n(instance) != board->n)
    return nq_error_set(error, NQ_BAD_VALUE,
                        "the board has %" PRIu32 " columns, but the instance has %" PRIu32,
                        board->n, nq_instance_n(instance));
  if (board->boards > 1)
    return nq_error_set(error, NQ_UNSUPPORTED,
                        "an instance is marked on one board, but the file has %zu: --index I draws "
                        "one",
                        board->boards);
  if (board->n <= NQ_DRAW_QUEENS_MAX) return NQ_OK;
  return nq_error_set(error, NQ_UNSUPPORTED,
                      "an instance is marked on boards of up to %d columns; a map of the density "
                      "has no room for it",
                      NQ_DRAW_QUEENS_MAX);
}

static nq_status draw_board(const cli_draw_options *options, nq_draw_kind kind,
                            const struct canvas_board *board, const nq_instance *instance,
                            nq_bytes *bytes, nq_error *error) {
  unsigned scale = options->scale;
  nq_status status = require_instance(board, instance, error);
  if (status != NQ_OK) return status;
  if (board->boards > 1)
    return nq_draw_sheet(kind, scale, board->rows, board->boards, board->n, bytes, error);
  if (board->n <= NQ_DRAW_QUEENS_MAX)
    return nq_draw_board(kind, scale, board->rows, board->n, instance, bytes, error);
  status = nq_density_finish(board->density, error);
  if (status != NQ_OK) return status;
  return nq_draw_density(kind, scale, board->density, bytes, error);
}

/* ---- Output ---- */

nq_status cli_draw_open(cli_target *target, uint64_t count, nq_error *error) {
  const char *path = target->options->output_path;
  cli_progress_init(&target->progress, target->signals, true);
  target->boards = (cli_boards){.path = path,
                                .asked = CLI_FORMAT_SVG + (int)target->kind - NQ_DRAW_SVG,
                                .n = 1,
                                .frames = true,
                                .progress = cli_progress_in_time,
                                .context = &target->progress};
  if (cli_path_names_folder(path)) target->signals->catch_interrupts();
  nq_status status = cli_boards_open(&target->boards, error);
  if (status != NQ_OK) return status;
  target->signals->catch_interrupts();
  return cli_boards_begin(&target->boards, count, error);
}

/* `code` is the exit code of the run; returns it. */
static int print_summary(cli_target *target, int code) {
  nq_json_put(&target->about, "file",
              code == CLI_YES ? nq_json_bytes(target->options->output_path) : json_null());
  nq_json_put(&target->about, "format",
              json_string(target->page ? "html" : nq_draw_kind_name(target->kind)));
  json_t *about = target->about;
  target->about = NULL;
  return cli_stats_print(about, code);
}

int cli_draw_close(cli_target *target, nq_status status, nq_error *error) {
  cli_boards *boards = &target->boards;
  if (status == NQ_OK && atomic_load(target->signals->interrupted))
    status = nq_error_set(error, NQ_IO, "interrupted");
  if (status == NQ_OK) status = cli_boards_commit(boards, error);
  cli_boards_abort(boards);
  int code = CLI_YES;
  if (status != NQ_OK)
    code = cli_say_not_written(boards->name, &target->progress, error);
  else if (!target->options->quiet)
    cli_say_written(boards);
  return target->options->json && code != CLI_ERROR ? print_summary(target, code) : code;
}

int cli_draw_write(cli_target *target, const nq_bytes *bytes) {
  nq_error error = {0};
  nq_status status = cli_draw_open(target, 1, &error);
  if (status == NQ_OK) status = cli_boards_add_drawn(&target->boards, bytes, &error);
  return cli_draw_close(target, status, &error);
}

/* Check that the output can be written, before boards are read, which may take long.  A pipe is not
 * opened: closing it again would end it for its reader. */
static bool probe_output(const char *path) {
  nq_file output;
  nq_error error = {0};
  struct stat there;
  if (stat(path, &there) == 0 && S_ISFIFO(there.st_mode)) return true;
  if (cli_output_open(&output, path, &error) == NQ_OK) {
    nq_file_abort(&output);
    return true;
  }
  cli_say_error(NULL, &error);
  return false;
}

static int run_board(cli_target *target, const char *path) {
  const cli_draw_options *options = target->options;
  nq_instance *instance = NULL;
  if (!probe_output(options->output_path)) return CLI_ERROR;
  if (options->instance_path != NULL) {
    instance = cli_read_instance(options->instance_path, options->first_diagonals);
    if (instance == NULL) return CLI_ERROR;
  }
  nq_error error = {0};
  nq_bytes bytes = {0};
  struct canvas_board board = {.density = nq_density_new()};
  int code = CLI_ERROR;
  if (board.density == NULL)
    cli_say("out of memory");
  else if (open_board(options, path, &board)) {
    if (options->json)
      target->about =
          json_pack("{s:I, s:I}", "n", (json_int_t)board.n, "boards", (json_int_t)board.boards);
    nq_status status = draw_board(options, target->kind, &board, instance, &bytes, &error);
    code = status == NQ_OK ? cli_draw_write(target, &bytes) : cli_say_error(path, &error);
  }
  nq_bytes_release(&bytes);
  nq_density_free(board.density);
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

static bool names_page(const char *path) {
  const char *suffix = strrchr(path, '.');
  return suffix != NULL && strcmp(suffix, ".html") == 0;
}

static bool choose_page(cli_target *target, bool steps, bool folder) {
  if (!steps)
    return cli_refuse(
        "a page shows the steps of a run: give --steps N, or -o FILE.svg for a board");
  if (folder)
    return cli_refuse("'%s' is a folder: a run is one page, as in -o run.html",
                      target->options->output_path);
  target->page = true;
  target->kind = NQ_DRAW_SVG;
  return true;
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

static bool choose_kind(cli_target *target, bool steps) {
  const cli_draw_options *options = target->options;
  const char *path = options->output_path, *format = NULL;
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
  if (asked ? options->format == FORMAT_HTML : names_page(path))
    return choose_page(target, steps, folder);
  return choose_picture(target, steps, folder);
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
  if (!check_choice(options, call->argument_count) || !choose_kind(&target, steps))
    return CLI_ERROR;
  if (!cli_stats_have_output(options->json, options->output_path, "picture")) return CLI_ERROR;
  int code = steps ? cli_draw_steps(&target) : run_board(&target, call->arguments[0]);
  json_decref(target.about);
  return code;
}

static bool set_defaults(void *values) {
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
     .help = "write to this .svg, .png, .pdf or .html file, or folder; completely or not at all"},
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
     .help = "the method to watch: min-conflicts, genetic or backtracking; METHOD:key=value,... "
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
        "individual "
        "of each generation; or the partial boards of backtracking, with the squares that each "
        "open "
        "column has left.  A page shows up to 10,000 steps, with a slider, keys and a curve, and "
        "needs no network; other pictures show the first 1000 boards.\n",
    .exits = {"drawn", NULL, "error", NULL, "interrupted"},
    .first = &board,
    .most_arguments = 1,
    .options_size = sizeof(cli_draw_options),
    .set_defaults = set_defaults,
    .run = run_draw,
};

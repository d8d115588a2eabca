/* nqueens draw: a board -> picture, or a run -> trace -> picture. */
#include "cli/commands.h"
#include "cli/large.h"
#include "cli/output.h"
#include "core/memory.h"
#include "core/number.h"

#include <assert.h>
#include <inttypes.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct draw_options {
  const char *output_path, *instance_path, *from;
  uint64_t first_diagonals, index, seed;
  uint32_t scale, n;
  int format, start, step;
  bool quiet;
} draw_options;

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
  if (cli_large_draw(path, board->density, board->rows, ROWS_MAX, &n, &error) != NQ_OK)
    return cli_say_error(NULL, &error) == CLI_YES;
  board->boards = 1;
  board->n = n < NQ_N_MAX ? (uint32_t)n : NQ_N_MAX;
  return true;
}

static bool open_board(const draw_options *options, const char *path, struct canvas_board *board) {
  if (cli_is_large(path, false)) return open_large(path, board);
  int descriptor = cli_input_open(path);
  if (descriptor < 0) return false;
  nq_error error = {0};
  nq_reader *reader = nq_reader_new(descriptor, nq_format_by_name(options->from));
  nq_status status;
  if (reader == NULL)
    status = nq_error_set(&error, NQ_NO_MEMORY, "out of memory");
  else if (options->index > 0)
    status = read_board(reader, options->index, board, &error);
  else
    status = read_boards(reader, board, &error);
  nq_reader_free(reader);
  cli_input_close(descriptor);
  if (status == NQ_OK) return true;
  cli_say_error(path, &error);
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

static nq_status draw_board(const draw_options *options, nq_draw_kind kind,
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

/* The output, opened when there is something to write: until then an interrupt may end the process. */
struct target {
  const draw_options *options;
  const cli_signals *signals;
  nq_draw_kind kind;
  cli_progress progress; /* never shown */
  cli_boards boards;
};

/* Open it for `count` pictures of boards of n columns. */
static nq_status open_output(struct target *target, uint64_t count, uint32_t n,
                             const nq_instance *instance, nq_error *error) {
  const char *path = target->options->output_path;
  cli_progress_init(&target->progress, target->signals, true);
  target->boards = (cli_boards){.path = path,
                                .asked = CLI_FORMAT_SVG + (int)target->kind - NQ_DRAW_SVG,
                                .n = n,
                                .frames = true,
                                .scale = (unsigned)target->options->scale,
                                .instance = instance,
                                .progress = cli_progress_in_time,
                                .context = &target->progress};
  if (cli_path_names_folder(path)) target->signals->catch_interrupts();
  nq_status status = cli_boards_open(&target->boards, error);
  if (status != NQ_OK) return status;
  target->signals->catch_interrupts();
  return cli_boards_begin(&target->boards, count, error);
}

/* Commit the pictures, unless there was an error or an interrupt; returns the exit code. */
static int close_output(struct target *target, nq_status status, nq_error *error) {
  cli_boards *boards = &target->boards;
  if (status == NQ_OK && atomic_load(target->signals->interrupted))
    status = nq_error_set(error, NQ_IO, "interrupted");
  if (status == NQ_OK) status = cli_boards_commit(boards, error);
  cli_boards_abort(boards);
  if (status != NQ_OK) return cli_say_not_written(boards, &target->progress, error);
  if (!target->options->quiet) cli_say_written(boards);
  return CLI_YES;
}

static int write_picture(struct target *target, const nq_bytes *bytes) {
  nq_error error = {0};
  nq_status status = open_output(target, 1, 1, NULL, &error);
  if (status == NQ_OK) status = cli_boards_add_drawn(&target->boards, bytes, &error);
  return close_output(target, status, &error);
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

static int run_board(struct target *target, const char *path) {
  const draw_options *options = target->options;
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
    nq_status status = draw_board(options, target->kind, &board, instance, &bytes, &error);
    code = status == NQ_OK ? write_picture(target, &bytes) : cli_say_error(path, &error);
  }
  nq_bytes_release(&bytes);
  nq_density_free(board.density);
  nq_instance_free(instance);
  return code;
}

/* ---- A run ---- */

/* A run of min-conflicts, board by board. */
typedef struct run_trace {
  const nq_instance *instance;
  uint32_t n; /* of the instance; at most NQ_DRAW_RUN_N_MAX */
  size_t boards;
  uint64_t conflicts; /* of the last board */
  uint32_t *rows;     /* boards * n */
} run_trace;

static void keep_board(void *context, const nq_step_state *state) {
  run_trace *trace = context;
  if (trace->boards == NQ_DRAW_RUN_MAX) return;
  memcpy(trace->rows + trace->boards * trace->n, state->rows, trace->n * sizeof *state->rows);
  trace->boards++;
  trace->conflicts = state->conflicts;
}

/* Run, with one thread, until solved or NQ_DRAW_RUN_MAX boards are there. */
static nq_status record_run(run_trace *trace, const nq_min_conflicts_options *ways, uint64_t seed,
                            nq_error *error) {
  trace->rows = nq_memory_new((uint64_t)NQ_DRAW_RUN_MAX * trace->n, sizeof *trace->rows);
  nq_solve_options options;
  nq_board board = {0};
  nq_result result = {.verdict = NQ_UNKNOWN};
  nq_solve_options_init(&options);
  options.method = "min-conflicts";
  options.min_conflicts = *ways;
  options.min_conflicts.trace = keep_board;
  options.min_conflicts.trace_context = trace;
  options.seed = seed;
  options.limits.steps = NQ_DRAW_RUN_MAX - 1;
  nq_status status = trace->rows != NULL
                         ? nq_solve(trace->instance, &options, &board, &result, error)
                         : nq_error_set(error, NQ_NO_MEMORY, "out of memory");
  nq_board_release(&board);
  if (status == NQ_OK && trace->boards == 0)
    return nq_error_set(error, NQ_UNSUPPORTED, "there is no run to draw: %s", result.reason);
  return status;
}

static void release_run(run_trace *trace) {
  nq_memory_free(trace->rows, (uint64_t)NQ_DRAW_RUN_MAX * trace->n, sizeof *trace->rows);
  *trace = (run_trace){0};
}

static void summarise_run(const run_trace *trace, uint64_t seed) {
  size_t steps = trace->boards - 1;
  if (trace->conflicts == 0)
    cli_say("n = %" PRIu32 " solved in %zu step%s (seed %" PRIu64 ")", trace->n, steps,
            nq_plural(steps), seed);
  else
    cli_say("n = %" PRIu32 " not solved in the first %zu step%s, %" PRIu64
            " conflict%s left (seed %" PRIu64 ")",
            trace->n, steps, nq_plural(steps), trace->conflicts, nq_plural(trace->conflicts), seed);
}

static int write_film(struct target *target, const run_trace *trace) {
  const nq_run run = {trace->n, trace->boards, trace->rows};
  nq_error error = {0};
  nq_bytes bytes = {0};
  nq_status status = nq_draw_run(&run, &bytes, &error);
  int code = status == NQ_OK ? write_picture(target, &bytes) : cli_say_error(NULL, &error);
  nq_bytes_release(&bytes);
  return code;
}

static int write_frames(struct target *target, const run_trace *trace) {
  nq_error error = {0};
  nq_status status = open_output(target, trace->boards, trace->n, trace->instance, &error);
  for (size_t i = 0; status == NQ_OK && i < trace->boards; i++)
    status = cli_boards_add(&target->boards, trace->rows + i * trace->n, &error);
  return close_output(target, status, &error);
}

static int draw_steps(struct target *target, const nq_instance *instance) {
  const draw_options *options = target->options;
  run_trace trace = {.instance = instance, .n = nq_instance_n(instance)};
  nq_min_conflicts_options ways = {
      .start = (nq_start)options->start, .step = (nq_step)options->step, .walk = -1};
  nq_error error = {0};
  int code = CLI_ERROR;
  if (record_run(&trace, &ways, options->seed, &error) != NQ_OK) {
    cli_say_error(NULL, &error);
  } else {
    if (!options->quiet) summarise_run(&trace, options->seed);
    bool folder = cli_path_names_folder(options->output_path);
    code = folder ? write_frames(target, &trace) : write_film(target, &trace);
  }
  release_run(&trace);
  return code;
}

static int run_steps(struct target *target) {
  const draw_options *options = target->options;
  nq_instance *instance =
      cli_take_instance(options->instance_path, options->first_diagonals, options->n);
  int code = CLI_ERROR;
  if (instance == NULL) return code;
  if (nq_instance_n(instance) <= NQ_DRAW_RUN_N_MAX)
    code = draw_steps(target, instance);
  else
    cli_say("%s: a run is drawn on up to %d columns, but the instance has %" PRIu32,
            options->instance_path, NQ_DRAW_RUN_N_MAX, nq_instance_n(instance));
  nq_instance_free(instance);
  return code;
}

/* ---- Options ---- */

static bool choose_kind(const draw_options *options, bool steps, nq_draw_kind *kind) {
  const char *path = options->output_path;
  nq_error error = {0};
  bool folder = cli_path_names_folder(path);
  if (path == NULL) return cli_refuse("-o FILE.svg, FILE.png or FILE.pdf is needed");
  const char *name = options->format != NQ_FORMAT_AUTO
                         ? cli_format_choices[options->format - NQ_FORMAT_LINE].name
                         : NULL;
  if (!cli_output_suffix_agrees("format", name, path)) return false;
  *kind = cli_output_picture(options->format, path);
  if (*kind == NQ_DRAW_NONE && steps && folder) *kind = NQ_DRAW_PNG;
  if (*kind == NQ_DRAW_NONE)
    return cli_refuse("'%s' does not end with .svg, .png or .pdf: give --format svg, png or pdf",
                      path);
  if (folder && !steps)
    return cli_refuse("'%s' is a folder: a board is drawn to a file, as in -o board.svg", path);
  if (steps && !folder && *kind != NQ_DRAW_SVG)
    return cli_refuse(
        "--steps: only SVG can be animated; -o DIR/ --format %s writes a picture of each board",
        nq_draw_kind_name(*kind));
  if (nq_draw_kind_require(*kind, &error) == NQ_OK) return true;
  return cli_refuse("%s", error.message);
}

static bool check_choice(draw_options *options, size_t arguments) {
  bool n = options->n > 0, instance = options->instance_path != NULL;
  if (arguments == 1 ? n : !n && !instance)
    return cli_refuse("either BOARD or --steps N is needed, as in `nqueens draw board.txt -o "
                      "board.svg`");
  if (n && instance)
    return cli_refuse(
        "either --steps N or --instance FILE is needed, as in `nqueens draw --instance "
        "instance.txt -o run.svg`");
  if (options->start == NQ_START_AUTO) options->start = NQ_START_RANDOM;
  if (options->step == NQ_STEP_AUTO) options->step = NQ_STEP_COLUMN;
  if (options->start != NQ_START_RANDOM || options->step != NQ_STEP_SWAP) return true;
  return cli_refuse("--step: swap cannot resolve the row conflicts of --start random: give --start "
                    "permutation or greedy");
}

static int run_draw(const cli_call *call) {
  draw_options *options = call->options;
  struct target target = {.options = options, .signals = call->signals};
  bool steps = call->argument_count == 0;
  if (!check_choice(options, call->argument_count) || !choose_kind(options, steps, &target.kind))
    return CLI_ERROR;
  return steps ? run_steps(&target) : run_board(&target, call->arguments[0]);
}

static bool set_defaults(void *values) {
  draw_options *options = values;
  *options = (draw_options){.from = "auto", .first_diagonals = UINT64_MAX, .scale = NQ_DRAW_SCALE};
  return cli_system_seed(&options->seed);
}

#define AT(member) offsetof(draw_options, member)

static const nq_choice starts[] = {{"random", NQ_START_RANDOM, NULL},
                                   {"permutation", NQ_START_PERMUTATION, NULL},
                                   {"greedy", NQ_START_GREEDY, NULL},
                                   {0}};
static const nq_choice steps[] = {
    {"column", NQ_STEP_COLUMN, NULL}, {"swap", NQ_STEP_SWAP, NULL}, {0}};

static const nq_option usual[] = {
    {NQ_OPTION_OUTPUT, "output", .dash = STDOUT_FILENO, .letter = 'o', .argument = "FILE|DIR/",
     .offset = AT(output_path),
     .help = "write to this .svg, .png or .pdf file, or folder; completely or not at all"},
    {NQ_OPTION_CHOICE, "format", .letter = 'f', .offset = AT(format),
     .choices = cli_format_choices + (CLI_FORMAT_SVG - NQ_FORMAT_LINE),
     .fallback = "by FILE's suffix; png in DIR/", .help = "the kind of picture"},
    {NQ_OPTION_COUNT32, "scale", .argument = "K", .offset = AT(scale), .least = 1,
     .most = NQ_DRAW_SCALE_MAX, .fallback = "2", .help = "pixels per unit of a PNG"},
    CLI_QUIET(draw_options),
    {0},
};
static const nq_option of_board[] = {
    {NQ_OPTION_COUNT64, "index", .argument = "I", .offset = AT(index), .least = 1,
     .most = UINT64_MAX, .fallback = "all, several on one sheet",
     .help = "draw the I-th board of BOARD alone"},
    CLI_FROM(draw_options),
    CLI_INSTANCE(draw_options,
                 "mark its queens, blocked squares and diagonals; without BOARD: draw a run on it"),
    CLI_FIRST_DIAGONALS(draw_options),
    {0},
};
static const nq_option of_run[] = {
    {NQ_OPTION_COUNT32, "steps", .argument = "N", .offset = AT(n), .least = 1,
     .most = NQ_DRAW_RUN_N_MAX,
     .help = "draw the steps of min-conflicts on N columns: an animated SVG, or in DIR/ a picture "
             "of each board"},
    CLI_SEED(draw_options, seed, INT64_MAX, "drawn from the system and reported",
             "the same seed gives the same run"),
    {NQ_OPTION_CHOICE, "start", .offset = AT(start), .choices = starts, .fallback = "random",
     .help = "how the first queens are placed"},
    {NQ_OPTION_CHOICE, "step", .offset = AT(step), .choices = steps, .fallback = "column",
     .help = "how queens move"},
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
    .summary = "draw a board, or a run that solves one, as SVG, PNG or PDF",
    .description = "Draw a board, or a run that solves one.",
    .usage = "BOARD -o FILE\n--steps N -o FILE.svg|DIR/\n--instance FILE -o FILE.svg|DIR/",
    .example = "nqueens draw board.npy -o board.svg",
    .usual = usual,
    .groups = groups,
    .notes =
        "BOARD is a file in any format that `nqueens check` reads, or `-`.  Up to n = 2000 each "
        "queen is drawn; queens that attack each other are outlined and joined by lines.  "
        "Larger boards become a map of their density, in memory that does not depend on n.  "
        "Several boards of one size, up to n = 32, are drawn on one sheet without marks.\n",
    .exits = {"drawn", NULL, "error", NULL, "interrupted"},
    .first = &board,
    .most_arguments = 1,
    .options_size = sizeof(draw_options),
    .set_defaults = set_defaults,
    .run = run_draw,
};

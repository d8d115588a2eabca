/* nqueens draw: a board -> picture, or a run -> trace -> picture. */
#include "cli/options.h"
#include "cli/pictures.h"
#include "cli/run_trace.h"

#include <assert.h>
#include <inttypes.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct draw_options {
  const char *output_path, *instance_path;
  uint64_t first_diagonals, index, scale, n, seed;
  int from, format, start, step;
  bool quiet;
} draw_options;

static const char *const kind_names[] = {"svg", "png", "pdf", NULL};
static const char *const from_names[] = {"auto", "line", "picture", "json", "npy", NULL};
static const char *const start_names[] = {"random", "permutation", "greedy", NULL};
static const char *const step_names[] = {"column", "swap", NULL};

#define AT(member) offsetof(draw_options, member)

static const cli_option table[] = {
    {CLI_OUTPUT, "output", 'o', "FILE|DIR/", AT(output_path), STDOUT_FILENO, 0, NULL,
     "write there, whole or not at all: .svg .png .pdf"},
    {CLI_CHOICE, "format", 'f', NULL, AT(format), CLI_FORMAT_SVG, 0, kind_names,
     "default: by FILE's suffix; in DIR/ png"},
    {CLI_COUNT, "scale", 0, "K", AT(scale), 1, NQ_DRAW_SCALE_MAX, NULL,
     "a PNG's pixels for a unit (default: 2)"},
    {CLI_FLAG, "quiet", 'q', NULL, AT(quiet), 0, 0, NULL, "say nothing but errors"},
    {CLI_HEADING, NULL, 0, NULL, 0, 0, 0, NULL, "Of a board:"},
    {CLI_COUNT, "index", 0, "I", AT(index), 1, UINT64_MAX, NULL,
     "the I-th board of BOARD alone (default: all, several on one sheet)"},
    {CLI_CHOICE, "from", 0, NULL, AT(from), 0, 0, from_names, "the board's format"},
    {CLI_INPUT, "instance", 'i', "FILE", AT(instance_path), 0, 0, NULL,
     "mark its queens, blocked squares and diagonals; without BOARD: the run is on it"},
    {CLI_COUNT, "first-diagonals", 0, "D", AT(first_diagonals), 0, UINT64_MAX - 1, NULL,
     "use the first D of a CSPLib list of diagonals"},
    {CLI_HEADING, NULL, 0, NULL, 0, 0, 0, NULL, "Of a run:"},
    {CLI_COUNT, "steps", 0, "N", AT(n), 1, NQ_DRAW_RUN_N_MAX, NULL,
     "the steps of min-conflicts on N columns: an SVG that moves, or in DIR/ a picture a board"},
    {CLI_COUNT, "seed", 's', "S", AT(seed), 0, INT64_MAX, NULL,
     "same seed, same run (default: drawn from the system and told)"},
    {CLI_CHOICE, "start", 0, NULL, AT(start), NQ_START_RANDOM, 0, start_names, "default: random"},
    {CLI_CHOICE, "step", 0, NULL, AT(step), NQ_STEP_COLUMN, 0, step_names, "default: column"},
    {0}};

static const cli_usage usage = {
    .name = "draw",
    .arguments = "BOARD -o FILE\n--steps N -o FILE.svg|DIR/\n--instance FILE -o FILE.svg|DIR/",
    .summary = "Draw a board, or a run that solves one.",
    .notes =
        "BOARD is a file in any format that `nqueens check` reads, or `-`.  Up to n = 2000 each "
        "queen is drawn; queens that attack each other are outlined and joined by lines.  "
        "Larger boards become a map of their density, in memory that does not depend on n.  "
        "Several "
        "boards of one size, up to n = 32, are drawn on one sheet without marks.\n\n"
        "Exit codes: 0 drawn, 2 error, 130 interrupted.",
    .most_arguments = 1,
    .input = "BOARD"};

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

static bool open_board(const draw_options *options, const char *path, struct canvas_board *board) {
  int descriptor = cli_input_open(path);
  if (descriptor < 0) return false;
  nq_error error = {0};
  nq_reader *reader = nq_reader_new(descriptor, (nq_format)options->from);
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
                        "an instance is marked on one board, and the file has %zu: --index I draws "
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
  unsigned scale = (unsigned)options->scale;
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

static int say_written(const draw_options *options) {
  const char *path = options->output_path;
  if (!options->quiet && strcmp(path, "-") != 0) cli_say("written to %s", path);
  return CLI_YES;
}

/* What is drawn is written at once; until then an interrupt may end the process. */
static int write_picture(const draw_options *options, const nq_bytes *bytes,
                         const cli_signals *signals) {
  nq_file output;
  nq_error error = {0};
  nq_status status = cli_output_open(&output, options->output_path, &error);
  if (status != NQ_OK) return cli_say_error(NULL, &error);
  signals->catch_interrupts();
  status = cli_picture_write(&output, bytes, &error);
  if (atomic_load(signals->interrupted)) {
    nq_file_abort(&output);
    cli_say("interrupted while writing %s", options->output_path);
    return CLI_INTERRUPTED;
  }
  if (status == NQ_OK)
    status = nq_file_commit(&output, &error);
  else
    nq_file_abort(&output);
  return status == NQ_OK ? say_written(options) : cli_say_error(NULL, &error);
}

/* Before a long time of reading: the file can be written.  A pipe would end for its reader when it
 * is closed again. */
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

static int run_board(const draw_options *options, nq_draw_kind kind, const char *path,
                     const cli_signals *signals) {
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
    nq_status status = draw_board(options, kind, &board, instance, &bytes, &error);
    code = status == NQ_OK ? write_picture(options, &bytes, signals) : cli_say_error(path, &error);
  }
  nq_bytes_release(&bytes);
  nq_density_free(board.density);
  nq_instance_free(instance);
  return code;
}

/* ---- A run ---- */

static int draw_steps(const draw_options *options, nq_draw_kind kind, const nq_instance *instance,
                      const cli_signals *signals) {
  cli_run_trace trace = {.instance = instance, .n = nq_instance_n(instance)};
  nq_min_conflicts_options ways = {
      .start = (nq_start)options->start, .step = (nq_step)options->step, .walk = -1};
  nq_error error = {0};
  nq_bytes bytes = {0};
  int code = CLI_ERROR;
  bool folder = cli_folder_is_meant(options->output_path);
  nq_status status = cli_run_record(&trace, &ways, options->seed, &error);
  if (status == NQ_OK && !options->quiet) cli_run_summarise(&trace, options->seed);
  if (status == NQ_OK && folder) {
    signals->catch_interrupts();
    status = cli_run_write(&trace, kind, (unsigned)options->scale, options->output_path,
                           signals->interrupted, &error);
    code = status == NQ_OK ? say_written(options) : CLI_ERROR;
    if (status != NQ_OK && atomic_load(signals->interrupted)) {
      cli_say("interrupted while writing %s", options->output_path);
      code = CLI_INTERRUPTED;
      status = NQ_OK;
    }
  } else if (status == NQ_OK) {
    const nq_run run = {trace.n, trace.boards, trace.rows};
    status = nq_draw_run(&run, &bytes, &error);
    if (status == NQ_OK) code = write_picture(options, &bytes, signals);
  }
  if (status != NQ_OK) cli_say_error(NULL, &error);
  nq_bytes_release(&bytes);
  cli_run_release(&trace);
  return code;
}

static int run_steps(const draw_options *options, nq_draw_kind kind, const cli_signals *signals) {
  nq_instance *instance =
      cli_take_instance(options->instance_path, options->first_diagonals, (uint32_t)options->n);
  int code = CLI_ERROR;
  if (instance == NULL) return code;
  if (nq_instance_n(instance) <= NQ_DRAW_RUN_N_MAX)
    code = draw_steps(options, kind, instance, signals);
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
  bool folder = cli_folder_is_meant(path);
  if (path == NULL) {
    cli_say("draw: -o FILE.svg, FILE.png or FILE.pdf is needed");
    return false;
  }
  const char *name =
      options->format != NQ_FORMAT_AUTO ? kind_names[options->format - CLI_FORMAT_SVG] : NULL;
  if (!cli_output_suffix_agrees("format", name, path)) return false;
  *kind = cli_pictures_kind(options->format, path);
  if (*kind == NQ_DRAW_NONE && steps && folder) *kind = NQ_DRAW_PNG;
  if (*kind == NQ_DRAW_NONE) {
    cli_say("draw: '%s' does not end with .svg, .png or .pdf: say --format svg, png or pdf", path);
    return false;
  }
  if (folder && !steps) {
    cli_say("draw: '%s' is a folder: a board is drawn to a file, as in -o board.svg", path);
    return false;
  }
  if (steps && !folder && *kind != NQ_DRAW_SVG) {
    cli_say("draw: --steps: only an SVG can move; -o DIR/ --format %s makes a picture a board",
            nq_draw_kind_name(*kind));
    return false;
  }
  if (nq_draw_kind_require(*kind, &error) == NQ_OK) return true;
  cli_say("draw: %s", error.message);
  return false;
}

static bool choose_ways(draw_options *options, size_t arguments) {
  bool n = options->n > 0, instance = options->instance_path != NULL;
  if (arguments == 1 ? n : !n && !instance) {
    cli_say("draw: either BOARD or --steps N is needed, as in `nqueens draw board.txt -o "
            "board.svg`");
    return false;
  }
  if (n && instance) {
    cli_say("draw: either --steps N or --instance FILE is needed, as in `nqueens draw --instance "
            "instance.txt -o run.svg`");
    return false;
  }
  if (options->start == NQ_START_AUTO) options->start = NQ_START_RANDOM;
  if (options->step == NQ_STEP_AUTO) options->step = NQ_STEP_COLUMN;
  if (options->start != NQ_START_RANDOM || options->step != NQ_STEP_SWAP) return true;
  cli_say("draw: --step: swap cannot mend the row conflicts of --start random: say --start "
          "permutation or greedy");
  return false;
}

int cli_draw(int argc, char **argv, const cli_signals *signals) {
  draw_options options = {.first_diagonals = UINT64_MAX, .scale = NQ_DRAW_SCALE};
  nq_draw_kind kind;
  if (!cli_system_seed(&options.seed)) return CLI_ERROR;
  size_t arguments = cli_options_parse(&usage, table, argc, argv, &options);
  if (!choose_ways(&options, arguments) || !choose_kind(&options, arguments == 0, &kind))
    return CLI_ERROR;
  if (arguments == 0) return run_steps(&options, kind, signals);
  return run_board(&options, kind, argv[1], signals);
}

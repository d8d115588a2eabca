#include "cli/commands.h"
#include "cli/drawing.h"
#include "core/json.h"

#include <assert.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- The output of all that is drawn ---- */

nq_status cli_draw_open(cli_target *target, uint64_t count) {
  const char *path = target->options->output_path;
  cli_progress_init(&target->progress, true);
  target->boards = (cli_boards){.path = path,
                                .asked = CLI_FORMAT_SVG + (int)target->kind - NQ_DRAW_SVG,
                                .n = 1,
                                .frames = true,
                                .progress = cli_progress_in_time,
                                .context = &target->progress};
  if (cli_path_names_folder(path)) cli_catch_interrupts();
  nq_status status = cli_boards_open(&target->boards, &target->error);
  if (status != NQ_OK) return status;
  cli_catch_interrupts();
  return cli_boards_begin(&target->boards, count, &target->error);
}

/* `code` is the exit code of the run; returns it. */
static int print_summary(cli_target *target, int code) {
  nq_json_put(&target->about, "file",
              code == CLI_YES ? nq_json_bytes(target->options->output_path) : json_null());
  nq_json_put(&target->about, "format",
              json_string(target->movie  ? target->movie
                          : target->page ? "html"
                                         : nq_draw_kind_name(target->kind)));
  json_t *about = target->about;
  target->about = NULL;
  return cli_stats_print(about, code);
}

int cli_draw_close(cli_target *target, nq_status status) {
  cli_boards *boards = &target->boards;
  nq_error *error = &target->error;
  if (status == NQ_OK && cli_interrupted()) status = nq_error_set(error, NQ_IO, "interrupted");
  if (status == NQ_OK) status = cli_boards_commit(boards, error);
  cli_boards_abort(boards);
  int code = CLI_YES;
  if (status != NQ_OK)
    code = cli_say_not_written(boards->name, &target->progress, error);
  else if (!target->options->quiet)
    cli_say_written(boards);
  return target->options->json && code != CLI_ERROR ? print_summary(target, code) : code;
}

int cli_draw_write(cli_target *target, nq_status drawn, const char *file, nq_bytes *picture) {
  nq_status status = drawn == NQ_OK ? cli_draw_open(target, 1) : drawn;
  if (status == NQ_OK) status = cli_boards_add_drawn(&target->boards, picture, &target->error);
  nq_bytes_release(picture);
  return drawn == NQ_OK ? cli_draw_close(target, status) : cli_say_error(file, &target->error);
}

/* ---- Boards ---- */

#define PIECE    65536 /* rows */
#define ROWS_MAX (NQ_DRAW_SHEET_MAX * NQ_DRAW_SHEET_N_MAX)
static_assert(ROWS_MAX >= NQ_DRAW_QUEENS_MAX, "what is drawn queen by queen has room");

/* Boards as they are read: the density of the first, and rows, board by board, while they fit. */
struct canvas_board {
  nq_density *density;
  uint32_t n;
  size_t boards, filled;
  uint32_t *rows; /* room for ROWS_MAX */
};

static bool take_drawn_rows(void *context, const uint32_t *rows, size_t count) {
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

/* The board of that index, or for 0 the first one, and those after it as far as a sheet has
 * room. */
static nq_status read_boards(nq_reader *reader, uint64_t index, struct canvas_board *board,
                             nq_error *error) {
  uint64_t line;
  uint32_t n;
  for (uint64_t i = 1;; i++) {
    nq_status status =
        nq_reader_stream(reader, i < index ? skip_rows : take_drawn_rows, board, &n, &line, error);
    if (status == NQ_END && board->boards > 0) return NQ_OK;
    if (status == NQ_END)
      return nq_error_set(error, NQ_BAD_VALUE,
                          "there is no board %" PRIu64 ": the file has %" PRIu64,
                          index > 0 ? index : 1, i - 1);
    if (status != NQ_OK) return status;
    if (board->boards > 0 &&
        (n != board->n || n > NQ_DRAW_SHEET_N_MAX || board->boards == NQ_DRAW_SHEET_MAX))
      return nq_error_set(error, NQ_UNSUPPORTED,
                          "the file has several boards, and a sheet has room for %d of one size up "
                          "to %d columns: --index I draws one",
                          NQ_DRAW_SHEET_MAX, NQ_DRAW_SHEET_N_MAX);
    board->n = n;
    if (i >= index) board->boards++;
    if (i == index) return NQ_OK;
  }
}

/* A board in shards: all rows go to the density, the first ones to rows[], too. */
static nq_status read_large(const char *path, struct canvas_board *board, nq_error *error) {
  cli_shards shards;
  nq_status status = cli_shards_open(&shards, path, error);
  if (status != NQ_OK) return status;
  const nq_large_board large = cli_shards_board(&shards);
  uint64_t *piece = malloc(PIECE * sizeof *piece);
  if (piece == NULL) status = nq_error_set(error, NQ_NO_MEMORY, "no memory for the picture");
  for (uint64_t column = 0; piece != NULL && column < large.n; column += PIECE) {
    size_t count = large.n - column < PIECE ? (size_t)(large.n - column) : PIECE;
    status = large.read(large.context, column, piece, count, error);
    if (status != NQ_OK) break;
    nq_density_add_wide(board->density, piece, count);
    for (size_t i = 0; i < count && column + i < ROWS_MAX; i++)
      board->rows[column + i] = (uint32_t)piece[i];
  }
  board->boards = 1;
  board->n = large.n < NQ_N_MAX ? (uint32_t)large.n : NQ_N_MAX;
  free(piece);
  cli_shards_release(&shards);
  return status;
}

static bool open_board(const cli_draw_options *options, const char *path,
                       struct canvas_board *board) {
  nq_error error = {0};
  uint64_t n;
  bool large = cli_shards_are_at(path, false);
  if (large && options->index > 1)
    return cli_refuse("%s: there is no board %" PRIu64 ": it holds one", path, options->index);
  if (large)
    return read_large(path, board, &error) == NQ_OK || cli_say_error(NULL, &error) == CLI_YES;
  if (access(path, F_OK) != 0 && nq_number_parse(path, &n) == NQ_NUMBER_OK)
    return cli_refuse("there is no file '%s': `nqueens draw --steps %s -o run.html` draws a search "
                      "on so many columns",
                      path, path);
  cli_source source;
  if (cli_source_open(&source, path, nq_format_by_name(options->from), &error) != NQ_OK)
    return cli_say_error(path, &error) == CLI_YES;
  nq_status status = read_boards(source.reader, options->index, board, &error);
  cli_source_close(&source, &error);
  return status == NQ_OK || cli_say_error(path, &error) == CLI_YES;
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

static nq_status draw_boards(const cli_draw_options *options, nq_draw_kind kind,
                             const struct canvas_board *board, const nq_instance *instance,
                             nq_bytes *bytes, nq_error *error) {
  unsigned scale = options->scale;
  nq_status status = require_instance(board, instance, error);
  if (status != NQ_OK) return status;
  if (board->boards > 1)
    return nq_draw_sheet(kind, scale, board->rows, board->boards, board->n, bytes, error);
  status = nq_density_finish(board->density, error); /* rows of 64 bits may be cut off in rows[] */
  if (status != NQ_OK) return status;
  if (board->n <= NQ_DRAW_QUEENS_MAX)
    return nq_draw_board(kind, scale, board->rows, board->n, instance, bytes, error);
  return nq_draw_density(kind, scale, board->density, bytes, error);
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

int cli_draw_board(cli_target *target, const char *path) {
  const cli_draw_options *options = target->options;
  nq_instance *instance = NULL;
  if (!probe_output(options->output_path)) return CLI_ERROR;
  if (options->instance_path != NULL) {
    instance = cli_read_instance(options->instance_path, options->first_diagonals);
    if (instance == NULL) return CLI_ERROR;
  }
  nq_bytes bytes = {0};
  struct canvas_board board = {.density = calloc(1, sizeof(nq_density)),
                               .rows = malloc(ROWS_MAX * sizeof *board.rows)};
  int code = CLI_ERROR;
  if (board.density == NULL || board.rows == NULL)
    cli_say("out of memory");
  else if (open_board(options, path, &board)) {
    if (options->json)
      target->about =
          json_pack("{s:I, s:I}", "n", (json_int_t)board.n, "boards", (json_int_t)board.boards);
    nq_status status = draw_boards(options, target->kind, &board, instance, &bytes, &target->error);
    code = cli_draw_write(target, status, path, &bytes);
  }
  free(board.density);
  free(board.rows);
  nq_instance_free(instance);
  return code;
}

#include "output/boards.h"

/* ---- Opening ---- */

static const char *format_name(const cli_boards *boards) {
  if (boards->drawn != NQ_DRAW_NONE) return nq_draw_kind_name(boards->drawn);
  return nq_format_name(boards->format - NQ_FORMAT_LINE);
}

/* Binary formats must not go to a terminal. */
static nq_status check_format(const cli_boards *boards, nq_error *error) {
  bool npy = boards->format == NQ_FORMAT_NPY, drawn = boards->drawn != NQ_DRAW_NONE;
  if (boards->one_based && (drawn || !cli_output_takes_base(boards->format)))
    return nq_error_set(error, NQ_BAD_VALUE,
                        "--one-based is for the formats line, json, pairs and csv");
  bool bytes = npy || (drawn && boards->drawn != NQ_DRAW_SVG);
  if (!bytes || !cli_output_is_terminal(boards->path)) return NQ_OK;
  return nq_error_set(error, NQ_BAD_VALUE, "refusing to write %s to a terminal: give -o FILE",
                      format_name(boards));
}

static nq_status choose_format(cli_boards *boards, nq_error *error) {
  boards->drawn = cli_output_picture(boards->asked, boards->path);
  if (boards->drawn == NQ_DRAW_NONE)
    boards->format = cli_output_format(boards->asked, boards->path, boards->n);
  const char *asked = boards->asked != NQ_FORMAT_AUTO ? format_name(boards) : NULL;
  nq_status status = cli_output_check_suffix("format", asked, boards->path, error);
  if (status == NQ_OK) status = check_format(boards, error);
  if (status != NQ_OK || boards->drawn == NQ_DRAW_NONE) return status;
  return nq_draw_kind_require(boards->drawn, error);
}

static nq_status open_large(cli_boards *boards, nq_error *error) {
  boards->format = NQ_FORMAT_NPY;
  boards->kind = &cli_boards_large;
  return cli_shards_create(&boards->files, boards->path, boards->n, boards->shards, boards->wide,
                           error);
}

nq_status cli_boards_open(cli_boards *boards, nq_error *error) {
  boards->name = cli_output_is_standard(boards->path) ? "standard output" : boards->path;
  boards->file.descriptor = -1;
  boards->opened = nq_clock();
  nq_status status = boards->large ? open_large(boards, error) : choose_format(boards, error);
  if (status != NQ_OK || boards->large) return status;
  if (boards->drawn != NQ_DRAW_NONE && cli_path_names_folder(boards->path))
    status = cli_folder_open(&boards->folder, boards->path, error);
  else
    status = cli_output_open(&boards->file, boards->path, error);
  if (status != NQ_OK) cli_boards_abort(boards);
  if (boards->file.name != NULL) boards->name = boards->file.name;
  return status;
}

/* A .npy file starts with the number of its boards, the layout of a sheet depends on it, and file
 * names in a folder have as many digits as it. */
bool cli_boards_need_count(const cli_boards *boards, uint64_t *most) {
  bool drawn = boards->drawn != NQ_DRAW_NONE;
  *most = drawn ? cli_boards_most_pictures(boards) + 1 : 0;
  return drawn || boards->format == NQ_FORMAT_NPY;
}

/* ---- Any kind ---- */

/* Some errors name a file already. */
static nq_status name_error(const cli_boards *boards, nq_status status, nq_error *error) {
  bool named = boards->kind->names_files || boards_in_folder(boards);
  if (status != NQ_IO || error == NULL || named) return status;
  const nq_error why = *error;
  return nq_error_set(error, NQ_IO, "%.300s: %s", boards->name, why.message);
}

static const cli_boards_kind *choose_kind(const cli_boards *boards) {
  if (boards->drawn == NQ_DRAW_NONE)
    return cli_boards_can_map(boards) ? &cli_boards_mapped : &cli_boards_text;
  if (boards->count <= 1 || boards_in_folder(boards)) return &cli_boards_pictures;
  return &cli_boards_sheet;
}

nq_status cli_boards_begin(cli_boards *boards, uint64_t count, nq_error *error) {
  boards->count = count;
  if (boards->kind == NULL) boards->kind = choose_kind(boards);
  return name_error(boards, boards->kind->begin(boards, error), error);
}

nq_status cli_boards_add(cli_boards *boards, const uint32_t *rows, nq_error *error) {
  if (boards->added == boards->count)
    return nq_error_set(error, NQ_INTERNAL, "more boards than expected");
  boards->added++;
  nq_status status = boards->kind->add(boards, rows, error);
  return status == NQ_OK ? NQ_OK : name_error(boards, status, error);
}

static bool goes_on(void *boards) {
  return boards_go_on(boards);
}

nq_bytes cli_boards_new_picture(cli_boards *boards) {
  return (nq_bytes){.goes_on = goes_on, .context = boards};
}

nq_status cli_boards_add_drawn(cli_boards *boards, const nq_bytes *picture, nq_error *error) {
  boards->added++;
  return name_error(boards, cli_boards_write_picture(boards, picture, error), error);
}

nq_status cli_boards_enumerate(cli_boards *boards, const nq_enumerate_options *options,
                               nq_enumerate_result *result, nq_error *error) {
  return name_error(
      boards, nq_enumerate_write(boards->instance, options, boards->writer, result, error), error);
}

static nq_status commit(cli_boards *boards, nq_error *error) {
  nq_room room = {.progress = boards->progress, .context = boards->context};
  return boards_in_folder(boards)
             ? cli_folder_commit(&boards->folder, boards->progress, boards->context, error)
             : nq_file_commit(&boards->file, &room, error);
}

nq_status cli_boards_commit(cli_boards *boards, nq_error *error) {
  const cli_boards_kind *kind = boards->kind;
  nq_status status = NQ_OK;
  if (boards->drawn != NQ_DRAW_NONE && boards->added == 0)
    status = nq_error_set(error, NQ_UNSUPPORTED, "there is no board to draw");
  else if (kind != NULL && kind->finish != NULL)
    status = name_error(boards, kind->finish(boards, error), error);
  if (status == NQ_OK) status = commit(boards, error);
  cli_boards_abort(boards);
  return status;
}

uint32_t *cli_boards_lend(const cli_boards *boards) {
  return boards->mapping != NULL ? boards->rows : NULL;
}

cli_shards *cli_boards_lend_files(cli_boards *boards) {
  return boards->large ? &boards->files : NULL;
}

void cli_boards_abort(cli_boards *boards) {
  if (boards->kind != NULL && boards->kind->release != NULL) boards->kind->release(boards);
  boards->kind = NULL;
  cli_folder_abort(&boards->folder);
  nq_file_abort(&boards->file);
}

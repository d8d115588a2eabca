#include "output/output.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Errors need not name the output: boards.c does, unless they name files.  `add` gets NULL for a
 * board that was solved in its place.  `release` frees what `begin` took, also after it failed. */
typedef struct cli_boards_kind {
  nq_status (*begin)(cli_boards *boards, nq_error *error);
  nq_status (*add)(cli_boards *boards, const uint32_t *rows, nq_error *error);
  nq_status (*finish)(cli_boards *boards, nq_error *error); /* or NULL */
  void (*release)(cli_boards *boards);                      /* or NULL */
} cli_boards_kind;

static bool goes_on(void *context) {
  const cli_boards *boards = context;
  const nq_progress at = {
      .phase = "write", .bytes = boards->bytes_drawn, .seconds = nq_clock() - boards->opened};
  return boards->progress(boards->context, &at);
}

static bool in_folder(const cli_boards *boards) {
  return boards->folder.temporary != NULL;
}

bool cli_boards_in_place(const cli_boards *boards) {
  return boards->drawn == NQ_DRAW_NONE && !boards->large && boards->file.path == NULL;
}

/* ---- Text: the library's formats ---- */

static nq_status begin_text(cli_boards *boards, nq_error *error) {
  boards->writer = nq_writer_new(boards->file.descriptor, boards->format, (uint32_t)boards->n,
                                 boards->count, boards->one_based ? 1 : 0);
  if (boards->writer == NULL) return nq_error_set(error, NQ_NO_MEMORY, "out of memory");
  nq_writer_watch(boards->writer, boards->progress, boards->context);
  return NQ_OK;
}

static nq_status add_text(cli_boards *boards, const uint32_t *rows, nq_error *error) {
  return nq_writer_board(boards->writer, rows, error);
}

static nq_status finish_text(cli_boards *boards, nq_error *error) {
  nq_status status = nq_writer_finish(boards->writer, error);
  boards->writer = NULL;
  return status;
}

static void release_text(cli_boards *boards) {
  if (boards->writer == NULL) return;
  if (cli_boards_in_place(boards) && nq_writer_written(boards->writer) > 0)
    (void)finish_text(boards, NULL);
  else
    nq_writer_free(boards->writer);
  boards->writer = NULL;
}

static const cli_boards_kind text_kind = {
    .begin = begin_text, .add = add_text, .finish = finish_text, .release = release_text};

/* ---- A large board that is solved within its own .npy file ---- */

/* MODEL.  The file is mapped from its first byte, the rows follow its header:
 *
 *     mapping      rows = mapping + header                         mapping + file_bytes
 *     | header     | row 0 | row 1 |  ..                    | row n-1 |
 *
 * The header's size is a multiple of 64, so the rows are aligned.  Pages that are written to belong
 * to the file: the system may put them on the disk at any time, and they take no memory from
 * other programs. */

/* Files of at least 64 MiB are mapped, to save a copy of the rows. */
#define MAPPED_N (UINT32_C(1) << 24)

/* The file has the least significant byte first. */
static bool can_map(const cli_boards *boards) {
  return boards->format == NQ_FORMAT_NPY && boards->count == 1 && boards->n >= MAPPED_N &&
         !cli_boards_in_place(boards) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__;
}

/* Give the file its size and header, and map it; or leave it empty, with nothing mapped. */
static nq_status map(cli_boards *boards, nq_error *error) {
  char header[NQ_NPY_HEADER_MAX];
  int file = boards->file.descriptor;
  size_t start = nq_npy_header((uint32_t)boards->n, 1, header);
  uint64_t bytes = start + sizeof(uint32_t) * boards->n;
  if (bytes > SIZE_MAX) return NQ_OK;
  /* A full disk would be a signal later. */
  nq_room room = {.progress = boards->progress, .context = boards->context};
  int failure = nq_file_allocate(file, bytes, &room);
  if (failure == 0) {
    void *base = mmap(NULL, (size_t)bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (base != MAP_FAILED) {
      memcpy(base, header, start);
      boards->mapping = base;
      boards->file_bytes = bytes;
      boards->rows = (uint32_t *)((char *)base + start);
      return NQ_OK;
    }
  } else if (!nq_is_unsupported(failure) && failure != ECANCELED) {
    return nq_error_set(error, NQ_IO, "no room for its %" PRIu64 " bytes: %s", bytes,
                        strerror(failure));
  }
  if (ftruncate(file, 0) == 0) return NQ_OK;
  return nq_error_set(error, NQ_IO, "%s", strerror(errno));
}

static nq_status begin_mapped(cli_boards *boards, nq_error *error) {
  nq_status status = map(boards, error);
  if (status != NQ_OK || boards->mapping != NULL) return status;
  boards->kind = &text_kind;
  return boards->kind->begin(boards, error);
}

/* The rows are in the file already. */
static nq_status keep_rows(cli_boards *boards, const uint32_t *rows, nq_error *error) {
  (void)boards, (void)rows, (void)error;
  return NQ_OK;
}

/* The file keeps what was written to the rows. */
static void unmap(cli_boards *boards) {
  if (boards->mapping != NULL) munmap(boards->mapping, (size_t)boards->file_bytes);
  boards->mapping = NULL;
}

static const cli_boards_kind mapped_kind = {
    .begin = begin_mapped, .add = keep_rows, .release = unmap};

/* ---- A large board that is solved within its shards ---- */

#define PIECE 1024 /* rows */

static nq_status name_stop(nq_status status, nq_error *error) {
  return status == NQ_END ? nq_error_set(error, NQ_IO, "stopped") : status;
}

static nq_status begin_large(cli_boards *boards, nq_error *error) {
  nq_status status = cli_shards_reserve(&boards->files, error);
  boards->file_bytes = boards->files.bytes;
  return name_stop(status, error);
}

/* The rows of a board that was small enough for memory. */
static nq_status add_large(cli_boards *boards, const uint32_t *rows, nq_error *error) {
  const nq_large_board board = cli_shards_board(&boards->files);
  nq_status status = NQ_OK;
  uint64_t piece[PIECE];
  size_t count;
  for (uint64_t column = 0; rows != NULL && column < board.n && status == NQ_OK; column += count) {
    count = board.n - column < PIECE ? (size_t)(board.n - column) : PIECE;
    for (size_t i = 0; i < count; i++) piece[i] = rows[column + i];
    status = board.write(board.context, column, piece, count, error);
  }
  return status;
}

static nq_status finish_large(cli_boards *boards, nq_error *error) {
  return name_stop(cli_shards_commit(&boards->files, &boards->run, error), error);
}

static void release_large(cli_boards *boards) {
  cli_shards_release(&boards->files);
}

static const cli_boards_kind large_kind = {
    .begin = begin_large, .add = add_large, .finish = finish_large, .release = release_large};

/* ---- A picture of each board ---- */

/* Files in a folder, at most. */
#define FILES_MAX 100000

/* How many boards fit on the sheet or into the folder. */
static uint64_t most_pictures(const cli_boards *boards) {
  return in_folder(boards) ? FILES_MAX : NQ_DRAW_SHEET_MAX;
}

/* 1.svg, or 01.svg where there are 10 files or more: a list shows them in their order. */
static void name_file(const cli_boards *boards, char *name, size_t size) {
  const char *suffix = nq_draw_kind_name(boards->drawn);
  char most[32];
  int width = snprintf(most, sizeof most, "%" PRIu64, boards->count);
  if (boards->frames)
    snprintf(name, size, "frame-%03" PRIu64 ".%s", boards->added - 1, suffix);
  else
    snprintf(name, size, "%0*" PRIu64 ".%s", width, boards->added, suffix);
}

/* Write a picture to the file, or as the next one into the folder; it counts as added already. */
static nq_status write_picture(cli_boards *boards, const nq_bytes *picture, nq_error *error) {
  char name[64];
  boards->bytes_drawn += picture->size;
  if (in_folder(boards)) {
    name_file(boards, name, sizeof name);
    return cli_folder_add(&boards->folder, name, picture->data, picture->size, error);
  }
  int failure =
      nq_write_all(boards->file.descriptor, picture->data, picture->size, goes_on, boards);
  if (failure == 0) return NQ_OK;
  return nq_error_system(error, failure, "writing failed");
}

static nq_status begin_pictures(cli_boards *boards, nq_error *error) {
  if (boards->count <= most_pictures(boards)) return NQ_OK;
  return nq_error_set(
      error, NQ_UNSUPPORTED,
      "more than %d boards are too many files for a folder: use --limit K or --slice K/M",
      FILES_MAX);
}

nq_status cli_boards_new_picture(cli_boards *boards, nq_bytes *picture, nq_error *error) {
  *picture = (nq_bytes){.goes_on = goes_on, .context = boards};
  return goes_on(boards) ? NQ_OK : nq_error_set(error, NQ_IO, "stopped");
}

/* Drawing is slow: the search alone would notice a limit or an interrupt too late.  The first
 * board, found within the limit, is still drawn, unless it is only a frame. */
static nq_status add_picture(cli_boards *boards, const uint32_t *rows, nq_error *error) {
  nq_bytes bytes = {0};
  nq_status status =
      boards->added > 1 || boards->frames ? cli_boards_new_picture(boards, &bytes, error) : NQ_OK;
  if (status == NQ_OK)
    status = nq_draw_rows(boards->drawn, boards->scale, rows, (uint32_t)boards->n, boards->instance,
                          &bytes, error);
  if (status == NQ_OK) status = write_picture(boards, &bytes, error);
  nq_bytes_release(&bytes);
  return status;
}

static const cli_boards_kind pictures_kind = {.begin = begin_pictures, .add = add_picture};

/* ---- A sheet of pictures ---- */

static nq_status begin_sheet(cli_boards *boards, nq_error *error) {
  if (boards->count > NQ_DRAW_SHEET_MAX || boards->n > NQ_DRAW_SHEET_N_MAX)
    return nq_error_set(
        error, NQ_UNSUPPORTED,
        "a sheet has room for %d boards of up to %d columns, but there are more, or larger "
        "ones; -o DIR/ --format %s writes a file for each",
        NQ_DRAW_SHEET_MAX, NQ_DRAW_SHEET_N_MAX, nq_draw_kind_name(boards->drawn));
  boards->rows = nq_memory_new(boards->count * boards->n, sizeof *boards->rows);
  if (boards->rows != NULL) return NQ_OK;
  return nq_error_set(error, NQ_NO_MEMORY, "no memory for the boards of a sheet");
}

static nq_status keep_board(cli_boards *boards, const uint32_t *rows, nq_error *error) {
  uint64_t n = boards->n;
  (void)error;
  memcpy(boards->rows + (boards->added - 1) * n, rows, (size_t)n * sizeof *rows);
  return NQ_OK;
}

static nq_status draw_sheet(cli_boards *boards, nq_error *error) {
  nq_bytes bytes = {0};
  nq_status status = nq_draw_sheet(boards->drawn, boards->scale, boards->rows,
                                   (size_t)boards->added, (uint32_t)boards->n, &bytes, error);
  if (status == NQ_OK) status = write_picture(boards, &bytes, error);
  nq_bytes_release(&bytes);
  return status;
}

static void release_sheet(cli_boards *boards) {
  nq_memory_free(boards->rows, boards->count * boards->n, sizeof *boards->rows);
  boards->rows = NULL;
}

static const cli_boards_kind sheet_kind = {
    .begin = begin_sheet, .add = keep_board, .finish = draw_sheet, .release = release_sheet};

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
  boards->kind = &large_kind;
  nq_status status = cli_shards_create(&boards->files, boards->path, boards->n, boards->shards,
                                       boards->wide, error);
  boards->files.progress = boards->progress;
  boards->files.context = boards->context;
  return status;
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
  *most = drawn ? most_pictures(boards) + 1 : 0;
  return drawn || boards->format == NQ_FORMAT_NPY;
}

/* ---- Any kind ---- */

/* Some errors name a file already. */
static nq_status name_error(const cli_boards *boards, nq_status status, nq_error *error) {
  bool named = boards->large || in_folder(boards);
  if (status != NQ_IO || error == NULL || named) return status;
  const nq_error why = *error;
  return nq_error_set(error, NQ_IO, "%.300s: %s", boards->name, why.message);
}

static const cli_boards_kind *choose_kind(const cli_boards *boards) {
  if (boards->drawn == NQ_DRAW_NONE) return can_map(boards) ? &mapped_kind : &text_kind;
  if (boards->count <= 1 || in_folder(boards)) return &pictures_kind;
  return &sheet_kind;
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

nq_status cli_boards_add_drawn(cli_boards *boards, const nq_bytes *picture, nq_error *error) {
  boards->added++;
  return name_error(boards, write_picture(boards, picture, error), error);
}

nq_status cli_boards_enumerate(cli_boards *boards, const nq_enumerate_options *options,
                               nq_enumerate_result *result, nq_error *error) {
  return name_error(
      boards, nq_enumerate_write(boards->instance, options, boards->writer, result, error), error);
}

static nq_status commit(cli_boards *boards, nq_error *error) {
  nq_room room = {.progress = boards->progress, .context = boards->context};
  return in_folder(boards)
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

void cli_boards_abort(cli_boards *boards) {
  if (boards->kind != NULL && boards->kind->release != NULL) boards->kind->release(boards);
  boards->kind = NULL;
  cli_folder_abort(&boards->folder);
  nq_file_abort(&boards->file);
}

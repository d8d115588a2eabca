/* The formats of items, and items on their way to a stream, a file of their own, or arrays. */
#include "cli/generate/job.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- Formats ---- */

static const char *const board_suffixes[] = {
    [NQ_FORMAT_LINE] = ".txt", [NQ_FORMAT_PICTURE] = ".pic",  [NQ_FORMAT_JSON] = ".json",
    [NQ_FORMAT_NPY] = ".npy",  [NQ_FORMAT_PAIRS] = ".txt",    [NQ_FORMAT_MATRIX] = ".txt",
    [NQ_FORMAT_CSV] = ".csv",  [NQ_FORMAT_LEETCODE] = ".txt", [NQ_FORMAT_FEN] = ".fen"};

const char *cli_generate_format_name(const cli_generate_format *format) {
  return format->export != NULL ? format->export->name
                                : nq_format_name(format->board - NQ_FORMAT_LINE);
}

static const nq_export_format *export_by_suffix(const char *path) {
  const nq_export_format *format = NULL;
  size_t length = path != NULL ? strlen(path) : 0;
  for (size_t i = 0; (format = nq_export_format_at(i)) != NULL; i++) {
    size_t size = format->suffix != NULL ? strlen(format->suffix) : 0;
    if (size > 0 && length > size && strcmp(path + length - size, format->suffix) == 0) break;
  }
  return format;
}

/* Without --format. */
static void find_default(const cli_generate_options *options, const nq_generate_kind *kind,
                         const char *path, cli_generate_format *format) {
  if (!kind->instances) {
    format->board =
        options->folder ? NQ_FORMAT_LINE : cli_output_format(NQ_FORMAT_AUTO, path, NQ_N_MAX);
    return;
  }
  format->export = export_by_suffix(path);
  if (format->export == NULL && kind->placed && path != NULL)
    format->board = nq_format_by_suffix(path);
  if (format->export == NULL && format->board == NQ_FORMAT_AUTO)
    format->export = nq_export_format_by_name("native");
}

/* Can items of the kind be written in the format? */
static bool suits(const cli_generate_format *format, const nq_generate_kind *kind) {
  return format->export != NULL ? kind->instances : !kind->instances || kind->placed;
}

/* The format given by name; in a suite none for kinds that it does not suit.  Some formats of boards
 * that are only read share their names with export formats. */
static bool find_named(const cli_generate_options *options, const nq_generate_kind *kind,
                       const char *path, cli_generate_format *format) {
  const char *name = options->format;
  format->board = nq_format_by_name(name);
  if (nq_format_name(format->board - NQ_FORMAT_LINE) == NULL) format->board = NQ_FORMAT_AUTO;
  format->export = format->board == NQ_FORMAT_AUTO ? nq_export_format_by_name(name) : NULL;
  if (format->board == NQ_FORMAT_AUTO && format->export == NULL)
    return cli_refuse(
        "--format: '%.80s' is not known; `nqueens export --list` names those of instances", name);
  if (!cli_output_suffix_agrees("format", name, path)) return false;
  if (suits(format, kind)) return true;
  *format = (cli_generate_format){0};
  return options->suite ||
         cli_refuse("--format: the kind %s makes %s", kind->name,
                    kind->instances
                        ? "instances with blocked squares or excluded diagonals, which "
                          "no format of boards can express: give native"
                        : "boards: it must be a format of boards, such as line or json");
}

/* Puzzles have a form of their own. */
static bool find_puzzles(const cli_generate_options *options, cli_generate_format *format) {
  format->board = NQ_FORMAT_JSON;
  if (options->one_based || options->encoding != NULL ||
      (options->format != NULL && strcmp(options->format, "json") != 0))
    return cli_refuse("%s: puzzles are JSON lines, numbered from 0; -o DIR/ adds arrays for NumPy",
                      options->one_based          ? "--one-based"
                      : options->encoding != NULL ? "--encoding"
                                                  : "--format");
  return options->folder || cli_output_suffix_agrees("format", "json", options->output_path);
}

bool cli_generate_format_find(const cli_generate_options *options, const nq_generate_kind *kind,
                              cli_generate_format *format) {
  const char *path = options->folder ? NULL : options->output_path; /* a folder has no suffix */
  *format = (cli_generate_format){0};
  if (kind->puzzles) return find_puzzles(options, format);
  if (options->format != NULL && !find_named(options, kind, path, format)) return false;
  if (format->board == NQ_FORMAT_AUTO && format->export == NULL)
    find_default(options, kind, path, format);
  if (options->encoding != NULL && format->export != NULL &&
      nq_names_find(format->export->encodings, options->encoding, strlen(options->encoding)) !=
          SIZE_MAX) {
    format->encoding = options->encoding;
  } else if (options->encoding != NULL && (!options->suite || options->named != NULL))
    return cli_refuse("--encoding: the format %s has no encoding '%.80s'",
                      cli_generate_format_name(format), options->encoding);
  bool takes_base = format->board != NQ_FORMAT_AUTO && cli_output_takes_base(format->board);
  format->base = options->one_based && takes_base ? 1 : 0;
  if (!options->one_based || takes_base || options->suite) return true;
  return cli_refuse("--one-based is for the formats line, json, pairs and csv");
}

/* ---- Writing an item ---- */

#define COMMENT_BYTES 700

/* Export formats state base and axis themselves. */
static void comment_on(const cli_generate_job *job, const nq_generated *item, char *text) {
  nq_generated_describe(item, text, COMMENT_BYTES);
  if (job->format.export == NULL)
    nq_text_add(text, COMMENT_BYTES, " base=%u axis=rows[column]", job->format.base);
}

static nq_status start_writer(cli_generate_job *job, const nq_generated *item, uint32_t n,
                              int descriptor, uint64_t boards) {
  nq_format format = job->format.board;
  bool sized = format == NQ_FORMAT_NPY || format == NQ_FORMAT_PICTURE || format == NQ_FORMAT_MATRIX;
  if (job->writer != NULL && job->written_n == n) return NQ_OK;
  if (sized && boards > 1 && n != item->n)
    return nq_error_set(&job->error, NQ_UNSUPPORTED,
                        "the formats picture, npy and matrix hold boards of one size");
  if (job->writer != NULL) {
    nq_status status = nq_writer_finish(job->writer, &job->error);
    job->writer = NULL;
    if (status != NQ_OK) return status;
  }
  job->writer = nq_writer_new(descriptor, job->format.board, n, sized ? boards : NQ_BOARDS_UNKNOWN,
                              job->format.base);
  if (job->writer == NULL) return nq_error_set(&job->error, NQ_NO_MEMORY, "out of memory");
  job->written_n = n;
  nq_writer_watch(job->writer, cli_progress_in_time, &job->progress);
  return NQ_OK;
}

/* A board, or the placed queens of an instance. */
static nq_status write_rows(cli_generate_job *job, const nq_generated *item) {
  if (item->instance == NULL) return nq_writer_board(job->writer, item->board.rows, &job->error);
  nq_board board = {0};
  nq_status status = nq_board_init(&board, item->n, &job->error);
  for (uint32_t column = 0; status == NQ_OK && column < item->n; column++)
    board.rows[column] = nq_instance_placed_row(item->instance, column);
  if (status == NQ_OK) status = nq_writer_board(job->writer, board.rows, &job->error);
  nq_board_release(&board);
  return status;
}

/* One of `items` that go to the descriptor. */
static nq_status write_item(cli_generate_job *job, const nq_generated *item, int descriptor,
                            uint64_t items) {
  char comment[COMMENT_BYTES];
  comment_on(job, item, comment);
  if (job->format.export != NULL) {
    const nq_export_options export = {.format = job->format.export->name,
                                      .encoding = job->format.encoding,
                                      .comment = comment,
                                      .progress = cli_progress_in_time,
                                      .context = &job->progress};
    return nq_export_write(item->instance, &export, descriptor, &job->error);
  }
  uint32_t n = item->instance != NULL ? item->n : item->board.n;
  nq_status status = start_writer(job, item, n, descriptor, items);
  if (status == NQ_OK) status = nq_writer_comment(job->writer, comment, &job->error);
  return status == NQ_OK ? write_rows(job, item) : status;
}

/* ---- Where items go ---- */

static nq_status finish_file(cli_generate_job *job, int descriptor, uint64_t *bytes) {
  struct stat file = {0};
  nq_status status = job->writer != NULL ? nq_writer_finish(job->writer, &job->error) : NQ_OK;
  job->writer = NULL;
  if (status != NQ_OK) return status;
  if (fstat(descriptor, &file) != 0) return nq_error_set(&job->error, NQ_IO, "%s", strerror(errno));
  *bytes = (uint64_t)file.st_size;
  return NQ_OK;
}

/* A file of its own. */
static nq_status add_file(cli_generate_job *job, const nq_generated *item) {
  char name[128];
  uint64_t bytes = 0;
  const nq_export_format *export = job->format.export;
  snprintf(name, sizeof name, "%s-%" PRIu32 "-%" PRIu64 "%s", item->kind->name, item->n,
           item->index, export != NULL ? export->suffix : board_suffixes[job->format.board]);
  int descriptor = cli_folder_create(&job->folder, name, &job->error);
  nq_status status = descriptor >= 0 ? write_item(job, item, descriptor, 1) : NQ_IO;
  if (status == NQ_OK) status = finish_file(job, descriptor, &bytes);
  nq_writer_free(job->writer);
  job->writer = NULL;
  if (descriptor >= 0 && close(descriptor) != 0 && status == NQ_OK)
    status = nq_error_set(&job->error, NQ_IO, "%s: %s", name, strerror(errno));
  if (status == NQ_OK)
    cli_generate_index_add(&job->index, item, name, cli_generate_format_name(&job->format), bytes,
                           CLI_NO_ROW);
  return status;
}

static nq_status add_to_arrays(cli_generate_job *job, const nq_generated *item) {
  const cli_puzzles_part *part = cli_puzzles_add(&job->puzzles, item, &job->error);
  if (part == NULL) return NQ_IO;
  cli_generate_index_add(&job->index, item, part->lines_name, "json", UINT64_MAX,
                         part->puzzles - 1);
  return NQ_OK;
}

/* To the output, as one of several, or for puzzles a line; in a folder, a file of its own, or for
 * puzzles rows of arrays. */
static nq_status add(cli_generate_job *job, const nq_generated *item) {
  if (job->options->folder)
    return job->puzzles_kind ? add_to_arrays(job, item) : add_file(job, item);
  if (!job->puzzles_kind) return write_item(job, item, job->output.descriptor, job->generate.count);
  cli_puzzle_write(job->output.stream, item, job->options->layout, NULL);
  return ferror(job->output.stream) ? nq_error_system(&job->error, errno, "writing failed") : NQ_OK;
}

static void note_unlisted(cli_generate_job *job, const nq_generated *item) {
  if (!job->puzzles_kind || item->completions != NULL) return;
  if (job->unlisted++ >= CLI_NAMED_MOST) return;
  nq_text_add(job->unlisted_names, sizeof job->unlisted_names, "%s%" PRIu64,
              job->unlisted > 1 ? ", " : "", item->index);
}

bool cli_generate_take_item(void *context, const nq_generated *item) {
  cli_generate_job *job = context;
  job->status = add(job, item);
  if (job->status != NQ_OK) return false;
  note_unlisted(job, item);
  cli_progress_items_done(&job->progress, ++job->items);
  return cli_progress_stop(&job->progress, NULL) == CLI_YES;
}

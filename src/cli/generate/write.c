/* Items on their way to a stream, a file of their own, or arrays. */
#include "cli/generate/job.h"
#include "core/core.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- Writing an item ---- */

#define COMMENT_BYTES 700

/* Export formats state base and axis themselves. */
static void comment_on(const cli_generate_job *job, const nq_generated *item, char *text) {
  nq_generated_describe(item, text, COMMENT_BYTES);
  size_t length = strlen(text);
  if (job->format.export == NULL)
    snprintf(text + length, COMMENT_BYTES - length, " base=%u axis=rows[column]", job->format.base);
}

static nq_status start_writer(cli_generate_job *job, const nq_generated *item, uint32_t n,
                              int descriptor, uint64_t boards) {
  if (job->writer != NULL && job->written_n == n) return NQ_OK;
  if (job->writer != NULL) {
    nq_status status = nq_writer_finish(job->writer, &job->error);
    job->writer = NULL;
    if (status != NQ_OK) return status;
  }
  nq_format format = job->format.board;
  bool sized = format == NQ_FORMAT_NPY || format == NQ_FORMAT_PICTURE || format == NQ_FORMAT_MATRIX;
  if (sized && boards > 1 && n != item->n)
    return nq_error_set(&job->error, NQ_UNSUPPORTED,
                        "the formats picture, npy and matrix hold boards of one size");
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

nq_status cli_generate_add_to_stream(cli_generate_job *job, const nq_generated *item) {
  return write_item(job, item, job->output.descriptor, job->generate.count);
}

nq_status cli_generate_add_line(cli_generate_job *job, const nq_generated *item) {
  cli_puzzle_write(job->lines, item, job->options->layout, NULL);
  return !ferror(job->lines)
             ? NQ_OK
             : nq_error_set(&job->error, NQ_IO, "writing failed: %s", strerror(errno));
}

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
nq_status cli_generate_add_file(cli_generate_job *job, const nq_generated *item) {
  char name[128];
  uint64_t bytes = 0;
  snprintf(name, sizeof name, "%s-%" PRIu32 "-%" PRIu64 "%s", item->kind->name, item->n,
           item->index, cli_generate_format_suffix(&job->format));
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

nq_status cli_generate_add_to_arrays(cli_generate_job *job, const nq_generated *item) {
  const cli_puzzles_part *part = cli_puzzles_add(&job->puzzles, item, &job->error);
  if (part == NULL) return NQ_IO;
  cli_generate_index_add(&job->index, item, part->lines_name, "json", UINT64_MAX,
                         part->puzzles - 1);
  return NQ_OK;
}

static void note_unlisted(cli_generate_job *job, const nq_generated *item) {
  if (!job->puzzles_kind || item->completions != NULL) return;
  if (job->unlisted++ >= CLI_NAMED_MOST) return;
  size_t length = strlen(job->unlisted_names);
  snprintf(job->unlisted_names + length, sizeof job->unlisted_names - length, "%s%" PRIu64,
           length > 0 ? ", " : "", item->index);
}

bool cli_generate_take_item(void *context, const nq_generated *item) {
  cli_generate_job *job = context;
  job->status = job->add(job, item);
  if (job->status != NQ_OK) return false;
  note_unlisted(job, item);
  cli_progress_items_done(&job->progress, ++job->items);
  return cli_progress_stop(&job->progress, NULL) == CLI_YES;
}

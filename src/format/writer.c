/* Writing boards, in one piece or in parts. */
#include "format/format.h"
#include "core/core.h"

#include <stdlib.h>
#include <string.h>

#define PART_BYTES ((size_t)512 << 10)

static nq_writer *new_writer(nq_writer model, int descriptor, size_t buffer) {
  nq_writer *writer = malloc(sizeof *writer);
  if (writer == NULL) return NULL;
  *writer = model;
  if (nq_output_init(&writer->output, descriptor, buffer)) return writer;
  free(writer);
  return NULL;
}

nq_writer *nq_writer_new(int descriptor, nq_format format, uint32_t n, uint64_t boards,
                         unsigned base) {
  const nq_format_entry *entry = nq_format_find(format);
  if (entry == NULL || entry->write == NULL || n == 0 || base > 1) return NULL;
  return new_writer((nq_writer){.entry = entry, .n = n, .boards = boards, .base = base}, descriptor,
                    NQ_OUTPUT_BYTES);
}

/* The bytes of the numbers 0 .. n - 1 in decimal, each followed by a separator. */
static uint64_t line_bytes(uint64_t n) {
  uint64_t bytes = 2 * n;
  for (uint64_t power = 10; power < n; power *= 10) bytes += n - power;
  return bytes;
}

/* About how many bytes the announced boards take without comments; 0: not known. */
static uint64_t expect_bytes(const nq_writer *writer) {
  if (writer->boards == NQ_BOARDS_UNKNOWN) return 0;
  double n = writer->n, board = (double)line_bytes(writer->n);
  if (writer->entry->format == NQ_FORMAT_NPY) board = sizeof(uint32_t) * n;
  nq_format format = writer->entry->format;
  if (format == NQ_FORMAT_PICTURE || format == NQ_FORMAT_MATRIX) board = 2 * n * n;
  if (format == NQ_FORMAT_LEETCODE) board = n * n;
  double bytes = board * (double)writer->boards;
  return bytes < 0x1p63 ? (uint64_t)bytes : 0;
}

void nq_writer_watch(nq_writer *writer, nq_progress_function *progress, void *context) {
  writer->output.total = expect_bytes(writer);
  writer->output.progress = progress;
  writer->output.context = context;
  writer->output.grace = 1;
  writer->output.begin = nq_clock();
}

void nq_writer_free(nq_writer *writer) {
  if (writer == NULL) return;
  nq_output_release(&writer->output);
  free(writer);
}

/* Before so many boards: write the header of the output, once. */
static nq_status start(nq_writer *writer, uint64_t boards, nq_error *error) {
  if (boards > writer->boards - writer->written)
    return nq_error_set(error, NQ_BAD_VALUE,
                        "%" PRIu64 " boards were announced: there is no room for another",
                        writer->boards);
  if (writer->started || writer->entry->start == NULL) return NQ_OK;
  nq_status status = writer->entry->start(writer, error);
  writer->started = status == NQ_OK;
  return status;
}

nq_status nq_writer_board(nq_writer *writer, const uint32_t *rows, nq_error *error) {
  nq_status status = start(writer, 1, error);
  if (status == NQ_OK) status = writer->entry->write(writer, rows, error);
  if (status != NQ_OK) return status;
  writer->written++;
  return nq_output_status(&writer->output, error);
}

/* Each line of the text becomes a line that starts with "# ". */
static void write_comment(nq_output *output, const char *text) {
  for (;;) {
    size_t size = strcspn(text, "\n");
    nq_output_text(output, size > 0 ? "# " : "#");
    nq_output_bytes(output, text, size);
    nq_output_text(output, "\n");
    if (text[size] == '\0') return;
    text += size + 1;
  }
}

nq_status nq_writer_comment(nq_writer *writer, const char *text, nq_error *error) {
  if (!writer->entry->comments) return NQ_OK;
  if (writer->entry->separate != NULL) writer->entry->separate(writer);
  write_comment(&writer->output, text);
  return nq_output_status(&writer->output, error);
}

void nq_writer_members(nq_writer *writer, const char *text) {
  writer->members = text;
}

static nq_status finish_writing(nq_writer *writer, nq_error *error) {
  nq_status status = start(writer, 0, error);
  if (status == NQ_OK) status = nq_output_flush(&writer->output, error);
  if (status != NQ_OK) return status;
  if (writer->boards == NQ_BOARDS_UNKNOWN || writer->written == writer->boards) return NQ_OK;
  return nq_error_set(error, NQ_IO, "only %" PRIu64 " of %" PRIu64 " boards were written",
                      writer->written, writer->boards);
}

uint64_t nq_writer_written(const nq_writer *writer) {
  return writer->written;
}

nq_status nq_writer_finish(nq_writer *writer, nq_error *error) {
  nq_status status = finish_writing(writer, error);
  nq_writer_free(writer);
  return status;
}

/* ---- Parts ---- */

/* More bytes than a board of NQ_PART_N_MAX columns takes in any format; a picture has 2 n^2. */
#define BOARD_BYTES ((size_t)16 << 10)

/* The whole writes its header and the separators between its boards itself. */
nq_writer *nq_part_new(const nq_writer *whole) {
  const nq_writer part = {.entry = whole->entry,
                          .n = whole->n,
                          .base = whole->base,
                          .boards = NQ_BOARDS_UNKNOWN,
                          .started = true};
  return whole->n > NQ_PART_N_MAX ? NULL : new_writer(part, NQ_NOWHERE, PART_BYTES);
}

bool nq_part_is_full(const nq_writer *part) {
  return nq_output_room(&part->output) < BOARD_BYTES;
}

nq_status nq_part_append(nq_writer *whole, nq_writer *part, nq_error *error) {
  if (part->written == 0) return NQ_OK;
  nq_status status = start(whole, part->written, error);
  if (status != NQ_OK) return status;
  if (whole->entry->separate != NULL) whole->entry->separate(whole);
  whole->separated = false;
  nq_output_bytes(&whole->output, part->output.buffer, part->output.used);
  whole->written += part->written;
  part->output.used = 0;
  part->written = 0;
  part->separated = false;
  return nq_output_status(&whole->output, error);
}

/* The table of formats, and the writers and readers that go through it. */
#include "format/format.h"
#include "core/limits.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Those that can be written come first. */
static const nq_format_entry formats[] = {
    {NQ_FORMAT_LINE, true, "line", {".txt"}, NULL, nq_line_write, nq_line_read},
    {NQ_FORMAT_PICTURE, true, "picture", {".pic"}, NULL, nq_picture_write, nq_picture_read},
    {NQ_FORMAT_JSON, false, "json", {".json", ".jsonl"}, NULL, nq_json_write, nq_json_read},
    {NQ_FORMAT_NPY, false, "npy", {".npy"}, nq_npy_start, nq_npy_write, nq_npy_read},
    {NQ_FORMAT_SMT, false, "smt", {NULL}, NULL, NULL, nq_smt_read},
    {NQ_FORMAT_Z3PY, false, "z3py", {NULL}, NULL, NULL, nq_smt_read},
    {NQ_FORMAT_SAT, false, "sat", {NULL}, NULL, NULL, nq_sat_read},
    {NQ_FORMAT_MINIZINC, false, "minizinc", {NULL}, NULL, NULL, nq_list_read},
    {NQ_FORMAT_ASP, false, "asp", {NULL}, NULL, NULL, nq_asp_read},
    {NQ_FORMAT_CBC, false, "cbc", {NULL}, NULL, NULL, nq_cbc_read},
    {NQ_FORMAT_GLPK, false, "glpk", {NULL}, NULL, NULL, nq_glpk_read},
    {NQ_FORMAT_OPL, false, "opl", {NULL}, NULL, NULL, nq_list_read},
    {NQ_FORMAT_TOULBAR2, false, "toulbar2", {NULL}, NULL, NULL, nq_toulbar2_read},
    {NQ_FORMAT_CPSAT, false, "cpsat", {NULL}, NULL, NULL, nq_cpsat_read},
    {NQ_FORMAT_ESSENCE, false, "essence", {NULL}, NULL, NULL, nq_list_read},
    {NQ_FORMAT_XCSP3, false, "xcsp3", {NULL}, NULL, NULL, nq_sat_read},
    {NQ_FORMAT_JUDGE, false, "judge", {NULL}, NULL, NULL, nq_judge_read},
};

#define FORMATS (sizeof formats / sizeof *formats)

const nq_format_entry *nq_format_find(nq_format format) {
  for (size_t i = 0; i < FORMATS; i++)
    if (formats[i].format == format) return &formats[i];
  return NULL;
}

const char *nq_format_name(size_t i) {
  return i < FORMATS && formats[i].write != NULL ? formats[i].name : NULL;
}

const char *nq_format_readable_name(size_t i) {
  return i < FORMATS ? formats[i].name : NULL;
}

nq_format nq_format_by_name(const char *name) {
  for (size_t i = 0; i < FORMATS; i++)
    if (strcmp(formats[i].name, name) == 0) return formats[i].format;
  return NQ_FORMAT_AUTO;
}

static bool has_suffix(const nq_format_entry *entry, const char *suffix) {
  for (size_t i = 0; i < sizeof entry->suffixes / sizeof *entry->suffixes; i++)
    if (entry->suffixes[i] != NULL && strcasecmp(entry->suffixes[i], suffix) == 0) return true;
  return false;
}

nq_format nq_format_by_suffix(const char *path) {
  const char *slash = strrchr(path, '/'), *name = slash != NULL ? slash + 1 : path;
  const char *suffix = strrchr(name, '.');
  if (suffix == NULL || suffix == name) return NQ_FORMAT_AUTO;
  for (size_t i = 0; i < FORMATS; i++)
    if (has_suffix(&formats[i], suffix)) return formats[i].format;
  return NQ_FORMAT_AUTO;
}

/* ---- Writing ---- */

nq_writer *nq_writer_new(int descriptor, nq_format format, uint32_t n, uint64_t boards,
                         unsigned base) {
  const nq_format_entry *entry = nq_format_find(format);
  if (entry == NULL || entry->write == NULL || n == 0 || base > 1) return NULL;
  nq_writer *writer = calloc(1, sizeof *writer);
  if (writer == NULL) return NULL;
  writer->entry = entry;
  writer->n = n;
  writer->boards = boards;
  writer->base = base;
  if (nq_output_init(&writer->output, descriptor)) return writer;
  free(writer);
  return NULL;
}

void nq_writer_watch(nq_writer *writer, nq_progress_function *progress, void *context) {
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

nq_status nq_writer_start(nq_writer *writer, nq_error *error) {
  if (writer->started || writer->entry->start == NULL) return NQ_OK;
  nq_status status = writer->entry->start(writer, error);
  writer->started = status == NQ_OK;
  return status;
}

nq_status nq_writer_board(nq_writer *writer, const uint32_t *rows, nq_error *error) {
  if (writer->written == writer->boards)
    return nq_error_set(error, NQ_BAD_VALUE, "%" PRIu64 " boards were announced, not more",
                        writer->boards);
  nq_status status = nq_writer_start(writer, error);
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
  if (writer->entry->format == NQ_FORMAT_PICTURE) nq_picture_separate(writer);
  write_comment(&writer->output, text);
  return nq_output_status(&writer->output, error);
}

static nq_status finish_writing(nq_writer *writer, nq_error *error) {
  nq_status status = nq_writer_start(writer, error);
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

/* ---- Reading ---- */

nq_reader *nq_reader_new(int descriptor, nq_format format) {
  const nq_format_entry *entry = nq_format_find(format);
  if (entry == NULL && format != NQ_FORMAT_AUTO) return NULL;
  nq_reader *reader = calloc(1, sizeof *reader);
  if (reader == NULL) return NULL;
  reader->entry = entry;
  if (nq_input_init(&reader->input, descriptor)) return reader;
  free(reader);
  return NULL;
}

void nq_reader_free(nq_reader *reader) {
  if (reader == NULL) return;
  nq_input_release(&reader->input);
  free(reader);
}

void nq_reader_expect(nq_reader *reader, uint32_t n) {
  reader->expected_n = n;
}

void nq_reader_variable(nq_reader *reader, const char *name) {
  reader->variable = name;
}

nq_answer nq_reader_answer(const nq_reader *reader, uint32_t *n) {
  *n = reader->answer_n;
  return reader->answer;
}

/* No text has NUL bytes: what was read with one is void. */
static nq_status refuse_nul(nq_reader *reader, nq_board *board, nq_status status, nq_error *error) {
  uint64_t line = nq_input_nul(&reader->input);
  bool read = status == NQ_OK || status == NQ_NO_BOARD || status == NQ_END;
  bool text = reader->entry == NULL || reader->entry->format != NQ_FORMAT_NPY;
  if (line == 0 || !read || !text) return status;
  nq_board_release(board);
  reader->answer_n = 0;
  return nq_error_at(error, line, "a NUL byte: this is no text");
}

static nq_status read_board(nq_reader *reader, nq_board *board, uint64_t *line, nq_error *error) {
  if (!reader->started) {
    reader->started = true;
    nq_input_skip_mark(&reader->input);
    reader->empty = nq_input_peek(&reader->input) < 0;
  }
  nq_status status = NQ_OK;
  if (reader->entry == NULL) status = nq_reader_recognise(reader, error);
  if (status == NQ_OK) status = reader->entry->read(reader, board, line, error);
  status = refuse_nul(reader, board, status, error);
  if (nq_input_status(&reader->input, error) == NQ_OK) return status;
  nq_board_release(board); /* may have been cut short */
  return NQ_IO;
}

/* An input without any board is a mistake: a file that was never written, the wrong file. */
static nq_status judge_end(const nq_reader *reader, nq_error *error) {
  if (reader->found > 0) return NQ_END;
  if (reader->empty) return nq_error_set(error, NQ_BAD_FORMAT, "no board: the input is empty");
  if (reader->entry != NULL && reader->entry->write == NULL)
    return nq_error_set(error, NQ_BAD_FORMAT, "no board, and no word that there is none");
  return nq_error_set(error, NQ_BAD_FORMAT,
                      "no board: the input has only comments and blank lines");
}

nq_status nq_reader_next(nq_reader *reader, nq_board *board, uint64_t *line, nq_error *error) {
  nq_error unused;
  if (error == NULL) error = &unused; /* the readers need what they said */
  nq_board_release(board);
  *line = 0;
  reader->answer = NQ_ANSWER_BOARD;
  reader->answer_n = 0;
  if (reader->ended) return NQ_END;
  nq_status status = read_board(reader, board, line, error);
  if (status != NQ_OK && status != NQ_BAD_FORMAT && status != NQ_NO_BOARD) reader->ended = true;
  if (status == NQ_END) return judge_end(reader, error);
  reader->found++;
  if (status == NQ_OK) reader->last_n = reader->answer_n = board->n;
  bool has_line = status == NQ_BAD_FORMAT || status == NQ_NO_BOARD;
  if (has_line && error != NULL && error->line == 0) error->line = *line;
  return status;
}

nq_status nq_reader_stream(nq_reader *reader, nq_rows_sink *sink, void *context, uint32_t *n,
                           uint64_t *line, nq_error *error) {
  nq_board board = {0};
  reader->sink = sink;
  reader->context = context;
  nq_status status = nq_reader_next(reader, &board, line, error);
  reader->sink = NULL;
  *n = board.n;
  if (status == NQ_OK && board.rows != NULL && !sink(context, board.rows, board.n))
    status = nq_error_set(error, NQ_IO, "reading was stopped");
  nq_board_release(&board);
  return status;
}

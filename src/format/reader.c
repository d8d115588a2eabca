/* Reading boards, and other solvers' answers. */
#include "format/format.h"
#include "format/read/read.h"

#include <stdlib.h>
#include <string.h>

static nq_status read_part(nq_reader *reader, nq_text text, uint64_t at);

nq_reader *nq_reader_new(int descriptor, nq_format format) {
  const nq_format_entry *entry = nq_format_find(format);
  if (entry == NULL && format != NQ_FORMAT_AUTO) return NULL;
  nq_reader *reader = calloc(1, sizeof *reader);
  if (reader == NULL) return NULL;
  reader->entry = entry;
  reader->dialect = reader->given = nq_dialect_of(format);
  reader->recognise = nq_dialect_at;
  reader->read_part = read_part;
  reader->base = NQ_BASE_SEEN;
  if (nq_input_init(&reader->input, descriptor)) return reader;
  free(reader);
  return NULL;
}

void nq_reader_free(nq_reader *reader) {
  if (reader == NULL) return;
  nq_found_drop(&reader->finds);
  nq_found_drop(&reader->pick.found);
  nq_names_release(&reader->names);
  nq_terms_release(&reader->terms);
  nq_input_release(&reader->input);
  free(reader);
}

void nq_reader_expect(nq_reader *reader, uint32_t n) {
  reader->expected_n = n;
}

void nq_reader_base(nq_reader *reader, unsigned base) {
  reader->base = base > 0;
}

void nq_reader_variable(nq_reader *reader, const char *name) {
  reader->variable = name;
}

void nq_reader_source(nq_reader *reader, nq_bytes_source *source, void *context) {
  reader->input.source = source;
  reader->input.source_context = context;
}

void nq_reader_watch(nq_reader *reader, nq_progress_function *progress, void *context) {
  nq_input_watch(&reader->input, progress, context);
}

nq_answer nq_reader_answer(const nq_reader *reader, uint32_t *n) {
  *n = reader->answer_n;
  return reader->answer;
}

const char *nq_reader_form(const nq_reader *reader, unsigned *base) {
  *base = reader->form_base;
  return reader->form;
}

/* ---- Any format ---- */

/* NumPy's files start with a byte that no text has. */
static void recognise(nq_reader *reader) {
  bool npy = nq_input_peek(&reader->input) == 0x93;
  if (npy) reader->entry = nq_format_find(NQ_FORMAT_NPY);
}

/* A format of boards that is named is read in its own form only. */
static nq_status check_form(nq_reader *reader, nq_status status, nq_board *board, uint64_t line) {
  const char *form = reader->form != NULL ? reader->form : "rows";
  const char *wanted = reader->entry != NULL ? reader->entry->form : NULL;
  bool found = status == NQ_OK || (status == NQ_NO_BOARD && reader->answer_n > 0);
  if (!found || wanted == NULL || board->n == 1 || strcmp(form, wanted) == 0) return status;
  nq_board_release(board);
  return nq_error_at(reader->error, line, "a board in another form, %s: --from %s reads %s only",
                     form, reader->entry->name, wanted);
}

static nq_status read_board(nq_reader *reader, nq_board *board, uint64_t *line) {
  if (!reader->started) {
    reader->started = true;
    nq_input_skip_mark(&reader->input);
    reader->empty = nq_input_peek(&reader->input) < 0;
    nq_terms_begin(&reader->terms, &reader->input, reader->error);
    if (reader->entry == NULL) recognise(reader);
  }
  nq_board_read *read = reader->entry != NULL ? reader->entry->read : NULL;
  nq_status status = (read != NULL ? read : nq_text_read)(reader, board, line);
  status = check_form(reader, status, board, *line);
  nq_status failure = nq_input_status(&reader->input, reader->error);
  if (failure != NQ_OK) nq_board_release(board); /* may have been cut short */
  return failure != NQ_OK ? failure : status;
}

/* An input without any board is a mistake: a file that was never written, the wrong file. */
static nq_status judge_end(const nq_reader *reader) {
  nq_error *error = reader->error;
  if (reader->found > 0) return NQ_END;
  if (reader->empty) return nq_error_set(error, NQ_BAD_FORMAT, "no board: the input is empty");
  if (reader->begun_line > 0)
    return nq_error_at(error, reader->begun_line,
                       "no board in this text, and no verdict that no solution exists");
  if (reader->entry != NULL && reader->entry->write == NULL)
    return nq_error_set(error, NQ_BAD_FORMAT, "no board, and no verdict that no solution exists");
  return nq_error_set(error, NQ_BAD_FORMAT,
                      "no board: the input has only comments and blank lines");
}

nq_status nq_reader_next(nq_reader *reader, nq_board *board, uint64_t *line, nq_error *error) {
  nq_error unused;
  if (error == NULL) error = &unused; /* the readers use their own errors */
  reader->error = reader->terms.error = error;
  nq_board_release(board);
  *line = 0;
  reader->answer = NQ_ANSWER_BOARD;
  reader->answer_n = 0;
  reader->form = NULL;
  reader->form_base = 0;
  if (reader->ended) return NQ_END;
  nq_status status = read_board(reader, board, line);
  if (status != NQ_OK && status != NQ_BAD_FORMAT && status != NQ_NO_BOARD) reader->ended = true;
  if (status == NQ_END) return judge_end(reader);
  reader->found++;
  if (status == NQ_OK) reader->last_n = reader->answer_n = board->n;
  if (status == NQ_OK && reader->form == NULL && reader->form_base == 1) reader->form = "rows";
  if (status == NQ_OK) reader->native = reader->form == NULL;
  if (status == NQ_NO_BOARD && reader->answer == NQ_ANSWER_BOARD)
    reader->answer = NQ_ANSWER_INVALID;
  bool has_line = status == NQ_BAD_FORMAT || status == NQ_NO_BOARD;
  if (has_line && error->line == 0) error->line = *line;
  return status;
}

/* ---- A text in a text ---- */

typedef struct escaped {
  nq_text rest;
  char quote; /* around the string */
} escaped;

/* A nq_bytes_source: what a string holds, or several with commas between. */
static int read_escaped(void *context, void *bytes, size_t size, size_t *got) {
  escaped *state = context;
  char *to = bytes;
  for (*got = 0; *got < size && state->rest.size > 0;) {
    nq_text rest = state->rest;
    bool escape = *rest.at == '\\' && rest.size > 1, quote = *rest.at == state->quote;
    char byte = rest.at[escape];
    if (!quote)
      to[(*got)++] = (char)(escape && byte == 'n' ? '\n' : escape && byte == 't' ? '\t' : byte);
    rest = (nq_text){rest.at + 1 + escape, rest.size - 1 - escape};
    size_t gap = quote ? nq_text_span(rest, ", \r\n\t") + 1 : 0;
    if (gap > rest.size) gap = rest.size;
    state->rest = (nq_text){rest.at + gap, rest.size - gap};
  }
  return 0;
}

/* Add the boards of a text in a string of the input, which is on this line. */
static nq_status read_part(nq_reader *reader, nq_text text, uint64_t at) {
  nq_reader *inner = nq_reader_new(-1, NQ_FORMAT_AUTO);
  nq_error *error = reader->error, found;
  nq_board board = {0};
  uint64_t line;
  if (inner == NULL) return nq_error_set(error, NQ_NO_MEMORY, "no memory for a string");
  escaped state = {text, text.at[-1] == '\'' ? '\'' : '"'};
  nq_reader_source(inner, read_escaped, &state);
  inner->expected_n = reader->expected_n;
  inner->base = reader->base;
  inner->variable = reader->variable;
  nq_status status = NQ_OK;
  while (status == NQ_OK && (status = nq_reader_next(inner, &board, &line, &found)) != NQ_END) {
    const nq_origin origin = {.line = at, .form = inner->form, .base = inner->form_base};
    bool none = status == NQ_BAD_FORMAT && strncmp(found.message, "no board", 8) == 0; /* words */
    if (status == NQ_OK)
      status = nq_found_board(reader, &origin, &board);
    else if (status == NQ_NO_BOARD && inner->answer == NQ_ANSWER_INVALID)
      status = nq_found_invalid(reader, &origin, inner->answer_n, found.message);
    else if (status == NQ_BAD_FORMAT && !none)
      status = nq_error_at(error, at, "in this string: %.300s", found.message);
    else if (status == NQ_NO_BOARD || none)
      status = NQ_OK;
  }
  nq_board_release(&board);
  nq_reader_free(inner);
  return status == NQ_END ? NQ_OK : status;
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

/* MODEL.  jansson asks for bytes in pieces and stops at the brace that closes the object.  So each
 * piece ends after a closing brace, and the bytes after the object stay in the input.  An object
 * may take several lines, but a line that starts with an opening brace starts a new object: so an
 * object that is cut short does not swallow the next. */
#include "format/json_input.h"

#include <stdbool.h>
#include <string.h>

typedef struct pieces {
  nq_input *input;
  bool line_start; /* only blanks since the start of a line other than the first */
} pieces;

/* Whether the piece at `bytes` is blank. */
static bool is_blank(const unsigned char *bytes, size_t size) {
  for (size_t i = 0; i < size; i++)
    if (bytes[i] != ' ' && bytes[i] != '\t' && bytes[i] != '\r') return false;
  return true;
}

/* Bytes up to the first brace or line end, which is part of the piece. */
static size_t measure_piece(const unsigned char *bytes, size_t size) {
  for (size_t i = 0; i < size; i++)
    if (bytes[i] == '}' || bytes[i] == '{' || bytes[i] == '\n') return i + 1;
  return size;
}

static size_t give_piece(void *buffer, size_t size, void *context) {
  pieces *state = context;
  nq_input *input = state->input;
  if (nq_input_peek(input) < 0) return 0;
  size_t left = (size_t)(input->end - input->next);
  size_t piece = measure_piece(input->next, left < size ? left : size);
  unsigned char last = input->next[piece - 1];
  bool blank = is_blank(input->next, piece - 1);
  if (state->line_start && blank && last == '{') return 0;
  memcpy(buffer, input->next, piece);
  input->next += piece;
  if (last == '\n') input->line++;
  state->line_start = last == '\n' || (state->line_start && blank && is_blank(&last, 1));
  return piece;
}

/* jansson quotes the input, with line ends and other bytes that would break the message's line.
 * When memory is short its text is mostly empty. */
static nq_status refuse_text(json_error_t *found, nq_error *error) {
  if (json_error_code(found) == json_error_out_of_memory || found->text[0] == '\0')
    return nq_error_set(error, NQ_NO_MEMORY, "no memory for the JSON object");
  for (char *at = found->text; *at != '\0'; at++)
    if ((unsigned char)*at < ' ' || *at == 0x7F) *at = ' ';
  return nq_error_set(error, NQ_BAD_FORMAT,
                      "not a JSON object: %s (column %d of line %d of the object)", found->text,
                      found->column, found->line);
}

/* After an error, skip to the next brace after blanks or at the start of a line. */
void nq_json_skip(nq_input *input) {
  for (;;) {
    nq_input_skip_blanks(input);
    int byte = nq_input_peek(input);
    if (byte < 0 || byte == '{') return;
    nq_input_skip_line(input);
  }
}

json_t *nq_json_load(nq_input *input, nq_error *error) {
  pieces state = {.input = input};
  json_error_t found = {0}; /* without memory, jansson leaves a part as it is */
  json_t *object = json_load_callback(give_piece, &state,
                                      JSON_DISABLE_EOF_CHECK | JSON_REJECT_DUPLICATES, &found);
  if (object != NULL) return object;
  nq_json_skip(input);
  refuse_text(&found, error);
  return NULL;
}

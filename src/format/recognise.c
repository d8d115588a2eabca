/* The format of an input by its first bytes.
 *
 * MODEL.  A byte 0x93 is NumPy's.  Otherwise blank lines, comments (# to the end of the line),
 * blanks and dots are passed over, as dots stand in both lines and pictures, and the first other
 * byte decides:
 *
 *     Q _            picture
 *     { [            json
 *     0 .. 9         line
 *     other text     line, whose reader says what is wrong
 *
 * unless the line that it starts is one that only the answers of a solver have (recognise_answer.c).
 *
 * Dots alone, as far as the look ahead reaches, are empty columns in the line format. */
#include "format/format.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct scan {
  size_t at; /* from input->next */
  bool in_comment, line_start;
} scan;

/* Go on through what is buffered; the byte that decides, or -1. */
static int scan_buffered(scan *state, const nq_input *input) {
  size_t size = (size_t)(input->end - input->next);
  for (; state->at < size; state->at++) {
    unsigned char byte = input->next[state->at];
    bool blank = byte == ' ' || byte == '\t' || byte == '\r';
    if (byte == '\n') {
      state->in_comment = false;
      state->line_start = true;
    } else if (state->in_comment || blank) {
      continue;
    } else if (byte == '#' && state->line_start) {
      state->in_comment = true;
    } else if (byte == '.') {
      state->line_start = false;
    } else {
      return byte;
    }
  }
  return -1;
}

/* The format that `byte` stands for; AUTO when it is no text at all. */
static nq_format judge_byte(int byte) {
  switch (byte) {
  case 0x93:
    return NQ_FORMAT_NPY;
  case 'Q':
  case '_':
    return NQ_FORMAT_PICTURE;
  case '{':
  case '[':
    return NQ_FORMAT_JSON;
  default:
    return byte > ' ' && byte < 0x7F ? NQ_FORMAT_LINE : NQ_FORMAT_AUTO;
  }
}

/* At a byte that decides; behind dots on its line it is a board's. */
static nq_format judge(nq_input *input, const scan *state, int byte) {
  nq_format format = NQ_FORMAT_AUTO;
  bool digit = byte >= '0' && byte <= '9', text = byte > ' ' && byte < 0x7F;
  if (text && !digit && state->line_start) format = nq_recognise_answer(input, state->at);
  return format != NQ_FORMAT_AUTO ? format : judge_byte(byte);
}

nq_status nq_reader_recognise(nq_reader *reader, nq_error *error) {
  nq_input *input = &reader->input;
  nq_status status = nq_input_skip_comments(input, error);
  if (status != NQ_OK) return status;
  scan state = {.line_start = true};
  int byte;
  do byte = scan_buffered(&state, input);
  while (byte < 0 && nq_input_more(input));
  nq_format format = byte < 0 ? NQ_FORMAT_LINE : judge(input, &state, byte);
  reader->entry = nq_format_find(format);
  if (reader->entry != NULL) return NQ_OK;
  char words[NQ_BYTE_WORDS];
  nq_error_at(error, 0, "%s: this is no board in a known format (line, picture, json, npy)",
              nq_byte_words(byte, words));
  reader->ended = true;
  return NQ_BAD_FORMAT;
}

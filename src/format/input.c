#include "format/stream.h"
#include "core/file.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Bytes after the room of the buffer: for a NUL, and a character that took fewer in UTF-16. */
#define SLACK 8

bool nq_input_init(nq_input *input, int descriptor) {
  *input = (nq_input){.descriptor = descriptor,
                      .line = 1,
                      .buffer = malloc(NQ_INPUT_WINDOW + SLACK),
                      .room = NQ_INPUT_WINDOW};
  if (input->buffer == NULL) return false;
  input->buffer[0] = '\0';
  input->next = input->end = input->buffer;
  return true;
}

void nq_input_release(nq_input *input) {
  free(input->buffer);
  input->buffer = NULL;
}

void nq_input_watch(nq_input *input, nq_progress_function *progress, void *context) {
  struct stat file;
  off_t at = lseek(input->descriptor, 0, SEEK_CUR);
  input->progress = progress;
  input->context = context;
  input->begin = nq_clock();
  if (input->source != NULL) return;
  if (fstat(input->descriptor, &file) != 0 || !S_ISREG(file.st_mode) || at < 0) return;
  input->total = file.st_size > at ? (uint64_t)(file.st_size - at) : 0;
}

/* A large array is read in pieces of this size, so that the caller can follow and stop it. */
#define PIECE_BYTES ((size_t)16 << 20)

/* Read some bytes; 0 at the end or after a failure. */
static size_t read_some(nq_input *input, void *bytes, size_t size) {
  size_t got;
  if (size > PIECE_BYTES) size = PIECE_BYTES;
  input->failure = input->source != NULL ? input->source(input->source_context, bytes, size, &got)
                                         : nq_read_some(input->descriptor, bytes, size, &got);
  input->taken += got;
  if (input->progress != NULL && got > 0) {
    nq_progress progress = {.phase = "read",
                            .done = input->taken,
                            .total = input->total,
                            .unit = "bytes",
                            .bytes = input->taken,
                            .seconds = nq_clock() - input->begin};
    if (!input->progress(input->context, &progress)) {
      input->failure = ECANCELED;
      got = 0;
    }
  }
  input->ended = got == 0;
  return got;
}

/* ---- Wrappings ---- */

static unsigned char *put_utf8(unsigned char *to, uint32_t point) {
  unsigned more = point < 0x80 ? 0 : point < 0x800 ? 1 : point < 0x10000 ? 2 : 3;
  static const unsigned char first[] = {0, 0xC0, 0xE0, 0xF0};
  *to++ = (unsigned char)(first[more] | point >> 6 * more);
  while (more-- > 0) *to++ = (unsigned char)(0x80 | (point >> 6 * more & 0x3F));
  return to;
}

/* UTF-16 at `from` becomes UTF-8 at `to`; the bytes of it. */
static size_t narrow(nq_wrapping *state, unsigned char *to, const unsigned char *from,
                     size_t size) {
  unsigned char *at = to;
  for (size_t i = 0; i < size; i++) {
    unsigned half = state->half;
    state->half = from[i];
    state->odd = !state->odd;
    if (state->odd) continue;
    uint32_t unit = state->large ? half << 8 | from[i] : (uint32_t)from[i] << 8 | half;
    bool low = (unit & 0xFC00) == 0xDC00 && state->high > 0;
    uint32_t point = low ? 0x10000 + ((state->high & 0x3FF) << 10 | (unit & 0x3FF)) : unit;
    state->high = (unit & 0xFC00) == 0xD800 ? unit : 0;
    if (state->high == 0 && unit != 0xFEFF) at = put_utf8(at, point);
  }
  return (size_t)(at - to);
}

/* ESC [ 31 m: the colour that ends before `end`, from `escape` on. */
static bool is_colour(const unsigned char *escape, const unsigned char *end) {
  if (end - escape < 3 || escape[1] != '[' || (end[-1] != 'm' && end[-1] != 'K')) return false;
  const unsigned char *at = escape + 2;
  while (*at == ';' || is_digit(*at)) at++;
  return at + 1 == end;
}

/* The character of \u265B, with which the text ends, as JSON has it; 0 of Latin letters. */
static uint32_t escaped_unit(const unsigned char *text, const unsigned char *end) {
  static const char digits[] = "0123456789abcdef";
  if (end - text < 6 || end[-6] != '\\' || end[-5] != 'u') return 0;
  uint32_t unit = 0;
  for (const unsigned char *at = end - 4; at < end; at++) {
    const char *digit = strchr(digits, is_digit(*at) ? *at : *at | 0x20);
    if (digit == NULL || *digit == '\0') return 0;
    unit = unit << 4 | (uint32_t)(digit - digits);
  }
  return unit < 0x100 ? 0 : unit;
}

/* The bytes of what a log has before a line: [INFO], or of glog
 * I0102 03:04:05.000006 7 nqueens_cp.cc:76] */
static size_t measure_log_prefix(const unsigned char *text, size_t size) {
  static const char *const levels[] = {"[INFO] ", "[DEBUG] ", "[TRACE] ", "[WARN] ", "[LOG] "};
  for (size_t i = 0; i < sizeof levels / sizeof *levels; i++) {
    size_t level = strlen(levels[i]);
    if (level <= size && memcmp(text, levels[i], level) == 0) return level;
  }
  if (size < 8 || memchr("IWEF", text[0], 4) == NULL) return 0;
  for (size_t i = 1; i < 5; i++)
    if (!is_digit(text[i])) return 0;
  const unsigned char *line = memchr(text, '\n', size), *end;
  end = memchr(text, ']', line != NULL ? (size_t)(line - text) : size);
  if (end == NULL || !is_digit(end[-1])) return 0;
  size_t bytes = (size_t)(end + 1 - text);
  return bytes + (bytes < size && text[bytes] == ' ');
}

/* Whether a line of the text starts so. */
static bool has_log_prefix(const unsigned char *text, size_t size) {
  const unsigned char *at = text, *end = text + size;
  while (at != NULL && at < end && measure_log_prefix(at, (size_t)(end - at)) == 0) {
    at = memchr(at, '\n', (size_t)(end - at));
    if (at != NULL) at++;
  }
  return at != NULL && at < end;
}

/* Take the wrappings from the text, in place; the bytes that are left. */
static size_t unwrap(nq_wrapping *state, unsigned char *text, size_t size) {
  bool quoted = !state->markup && memchr(text, '>', size) != NULL;
  bool coloured = memchr(text, 0x1B, size) != NULL, escapes = memchr(text, '\\', size) != NULL;
  unsigned char *to = text, *escape = NULL;
  uint32_t high = 0; /* of two surrogates */
  if (!quoted && !coloured && !escapes && !state->logged && memchr(text, 0xA0, size) == NULL) {
    if (size > 0) state->mid_line = text[size - 1] != '\n';
    return size;
  }
  for (size_t i = 0; i < size; i++) {
    if (state->logged && !state->mid_line) i += measure_log_prefix(text + i, size - i);
    if (i == size) break;
    bool quote = quoted && !state->mid_line && text[i] == '>';
    bool gap = text[i] == 0xA0 && to > text && to[-1] == 0xC2;
    if (gap) to[-1] = ' ';
    if (quote && i + 1 < size && text[i + 1] == ' ') i++;
    if (quote || gap) continue;
    if (text[i] == 0x1B) escape = to;
    *to++ = text[i];
    state->mid_line = text[i] != '\n';
    uint32_t unit = escapes ? escaped_unit(text, to) : 0;
    if (unit > 0) {
      to -= 6;
      bool low = (unit & 0xFC00) == 0xDC00 && high > 0;
      if (low) unit = 0x10000 + ((high & 0x3FF) << 10 | (unit & 0x3FF));
      high = (unit & 0xFC00) == 0xD800 ? unit : 0;
      if (high == 0) to = put_utf8(to, unit);
    }
    if (escape == NULL || !is_colour(escape, to)) continue;
    to = escape;
    escape = NULL;
  }
  return (size_t)(to - text);
}

/* The blank lines that stand between all lines of a text and mean nothing, or 0: of the pieces
 * between blank lines at least four are one line, and none is more than two.  The first may be
 * below other text, and the last above it, if it begins as the one before it: with as many bytes
 * besides digits. */
static unsigned measure_spacing(const unsigned char *text, size_t size) {
  size_t lines = 0, longest = 0, alone = 0, pieces = 0; /* lines of a piece; pieces of one line */
  size_t signs = 0, before = 0;       /* of the first line of a piece that are no digits */
  unsigned gap = 0, least = UINT_MAX; /* blank lines since the last piece */
  for (size_t i = 0, end; i < size; i = end + 1) {
    const unsigned char *found = memchr(text + i, '\n', size - i);
    end = found != NULL ? (size_t)(found - text) : size;
    while (i < end && (text[i] == ' ' || text[i] == '\t' || text[i] == '\r')) i++;
    if (i == end) {
      gap++;
      continue;
    }
    if (pieces == 0 || gap > 0) {
      if (pieces > 0 && gap < least) least = gap;
      if (pieces > 1 && lines > longest) longest = lines;
      alone += lines == 1 || pieces == 1;
      pieces++;
      lines = 0;
      before = signs;
      signs = 0;
      for (size_t at = i; at < end; at++) signs += !is_digit(text[at]) && text[at] != '\r';
    }
    lines++;
    gap = 0;
  }
  bool like = signs == before;
  return alone + (lines == 1 || like) >= 4 && longest <= 2 && (lines <= 2 || like) ? least : 0;
}

/* ---- A text of nothing but comments, as output is kept in the source of a program ---- */

static unsigned char *skip_blanks(unsigned char *text, const unsigned char *end) {
  while (text < end && memchr(" \t\r\n", *text, 4) != NULL) text++;
  return text;
}

/* The signs of the comment with which the line begins, #> or // or the like; 0 if there is none. */
static size_t measure_comment(const unsigned char *line, const unsigned char *end) {
  size_t size = 1;
  if (line == end || memchr("#/;%-", *line, 5) == NULL) return 0;
  if (line + 1 < end && line[1] == *line) size++;
  if (size == 1 && (*line == '/' || *line == '-')) return 0;
  if (*line == '#' && line + size < end && line[size] == '>') size++;
  return line + size == end || memchr(" \t\r[(", line[size], 5) != NULL ? size : 0;
}

/* Whether each line begins with one sign for comments: four lines if it is a single byte.  If
 * `blank`, blanks take its place. */
static bool is_lines_of_comments(unsigned char *text, size_t size, bool blank) {
  unsigned char *end = text + size, *next, sign = 0;
  size_t lines = 0;
  bool single = false;
  for (unsigned char *line = text; line < end; line = next + 1) {
    next = memchr(line, '\n', (size_t)(end - line));
    if (next == NULL) next = end;
    unsigned char *at = skip_blanks(line, next);
    if (at == next) continue;
    size_t signs = measure_comment(at, next);
    if (signs == 0 || (lines > 0 && *at != sign)) return false;
    sign = *at;
    single = single || signs == 1;
    lines++;
    if (blank) memset(at, ' ', signs);
  }
  return lines >= (single ? 4 : 1);
}

/* Put blanks in place of the signs around the text, if it is one comment such as this. */
static void blank_block_comment(unsigned char *text, size_t size) {
  unsigned char *end = text + size;
  text = skip_blanks(text, end);
  while (end > text && memchr(" \t\r\n", end[-1], 4) != NULL) end--;
  if (end - text < 4 || memcmp(text, "/*", 2) != 0 || memcmp(end - 2, "*/", 2) != 0) return;
  for (const unsigned char *at = text + 2; at < end - 2; at++)
    if (memcmp(at, "*/", 2) == 0) return; /* two comments are not one */
  text[0] = text[1] = end[-2] = end[-1] = ' ';
}

/* Read on to the end of a text that may be such a one, and put blanks in place of the signs; its
 * bytes. */
static size_t uncomment(nq_input *input, unsigned char *text, size_t size, size_t room) {
  unsigned char *first = skip_blanks(text, text + size);
  bool block = text + size - first >= 2 && memcmp(first, "/*", 2) == 0;
  while ((block || is_lines_of_comments(text, size, false)) && size < room && !input->ended)
    size += read_some(input, text + size, room - size);
  if (!input->ended) return size;
  if (block)
    blank_block_comment(text, size);
  else if (is_lines_of_comments(text, size, false))
    (void)is_lines_of_comments(text, size, true);
  return size;
}

/* Read some text; 0 at the end or after a failure. */
static size_t read_text(nq_input *input, unsigned char *text, size_t room) {
  nq_wrapping *state = &input->wrapping;
  size_t got = 0;
  bool first = !state->begun;
  do { /* UTF-8 takes up to 3 bytes where UTF-16 takes 2 */
    bool apart = room >= 16 && (!state->begun || state->wide);
    unsigned char *raw = apart ? text + room / 2 : text;
    size_t size = read_some(input, raw, apart ? room - room / 2 : state->wide ? 1 : room);
    if (!state->begun && size > 0) {
      size = uncomment(input, raw, size, apart ? room - room / 2 : room);
      state->begun = true;
      state->binary = raw[0] == 0x93;
      state->markup = *skip_blanks(raw, raw + size - 1) == '<';
      state->large = raw[0] == 0xFE;
      state->logged = has_log_prefix(raw, size);
      state->wide = size > 1 && (raw[0] ^ raw[1]) == 1 && raw[0] + raw[1] == 0xFE + 0xFF;
    }
    got = state->wide ? narrow(state, text, raw, size) : size;
    if (raw != text && !state->wide) memmove(text, raw, size);
    if (!state->binary) got = unwrap(state, text, got);
  } while (got == 0 && !input->ended);
  if (first && !state->binary) state->spacing = measure_spacing(text, got);
  if (got == 0 && (state->odd || state->high > 0) && input->failure == 0) input->failure = EILSEQ;
  return got;
}

bool nq_input_more(nq_input *input) {
  size_t left = (size_t)(input->end - input->next);
  if (input->ended || left >= input->room) return false;
  if (left > 0) memmove(input->buffer, input->next, left);
  size_t got = read_text(input, input->buffer + left, input->room - left);
  input->next = input->buffer;
  input->end = input->buffer + left + got;
  input->buffer[left + got] = '\0';
  return got > 0;
}

bool nq_input_extend(nq_input *input) {
  size_t left = (size_t)(input->end - input->next);
  if (left < input->room || input->ended) return nq_input_more(input);
  unsigned char *larger =
      left < SIZE_MAX / 4 ? realloc(input->buffer, 2 * input->room + SLACK) : NULL;
  if (larger == NULL) {
    input->failure = ENOMEM;
    input->ended = true;
    return false;
  }
  input->buffer = larger;
  input->room *= 2;
  input->next = larger; /* the buffer was full */
  input->end = larger + left;
  return nq_input_more(input);
}

size_t nq_input_bytes(nq_input *input, void *bytes, size_t size) {
  size_t done = (size_t)(input->end - input->next);
  if (done > size) done = size;
  if (done > 0) memcpy(bytes, input->next, done);
  input->next += done;
  while (done < size && !input->ended)
    done += read_some(input, (unsigned char *)bytes + done, size - done);
  return done;
}

void nq_input_skip_line(nq_input *input) {
  while (nq_input_peek(input) >= 0) {
    const unsigned char *end = memchr(input->next, '\n', (size_t)(input->end - input->next));
    input->next = end != NULL ? end + 1 : input->end;
    if (end == NULL) continue;
    input->line++;
    break;
  }
}

/* A carriage return is a blank only before a line feed or the end: a file whose lines end in bare
 * carriage returns must not be read as one line. */
static bool at_carriage_return(nq_input *input) {
  if (nq_input_peek(input) != '\r') return false;
  if (input->end - input->next < 2) nq_input_more(input);
  return input->end - input->next < 2 || input->next[1] == '\n';
}

void nq_input_skip_blanks(nq_input *input) {
  for (int byte; (byte = nq_input_peek(input)) == ' ' || byte == '\t' || at_carriage_return(input);)
    input->next++;
}

bool nq_input_at_line_end(nq_input *input) {
  int byte = nq_input_peek(input);
  return byte < 0 || byte == '\n';
}

void nq_input_skip_mark(nq_input *input) {
  static const unsigned char mark[3] = {0xEF, 0xBB, 0xBF};
  if (nq_input_peek(input) != mark[0]) return;
  while (input->end - input->next < 3 && nq_input_more(input)) {
  }
  if (input->end - input->next >= 3 && memcmp(input->next, mark, 3) == 0) input->next += 3;
}

nq_status nq_input_status(const nq_input *input, nq_error *error) {
  if (input->failure == 0) return NQ_OK;
  if (input->failure == ENOMEM)
    return nq_error_set(error, NQ_NO_MEMORY, "no memory for an answer of over %zu bytes",
                        input->room);
  return nq_error_system(error, input->failure, "reading failed");
}

nq_status nq_error_at(nq_error *error, uint64_t line, const char *format, ...) {
  if (error == NULL) return NQ_BAD_FORMAT;
  *error = (nq_error){.status = NQ_BAD_FORMAT, .line = line};
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(error->message, sizeof error->message, format, arguments);
  va_end(arguments);
  for (char *at = error->message; *at != '\0'; at++)
    if (*at < ' ' || *at > '~') *at = '?';
  return NQ_BAD_FORMAT;
}

const char *nq_byte_words(int byte, char words[NQ_BYTE_WORDS]) {
  if (byte < 0) return "the end of the file";
  if (byte == '\n') return "the end of the line";
  if (byte == '\r') return "a bare carriage return";
  if (byte == '\0') return "a NUL byte";
  bool printable = byte > ' ' && byte < 0x7F;
  snprintf(words, NQ_BYTE_WORDS, printable ? "'%c'" : "a byte 0x%02X", (unsigned)byte);
  return words;
}

#include "options/options.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Room for a path and a description of the error. */
#define MESSAGE_BYTES (PATH_MAX + 500)

/* U+061C, U+200E, U+200F, U+2028 to U+202E and U+2066 to U+2069 change the direction of the text
 * around them, or end its line.  Bytes of such a character; 0: it is another. */
static size_t measure_direction(const unsigned char *text) {
  if (text[0] == 0xd8 && text[1] == 0x9c) return 2;
  if (text[0] != 0xe2) return 0;
  bool found = text[1] == 0x80
                   ? (text[2] >= 0x8e && text[2] <= 0x8f) || (text[2] >= 0xa8 && text[2] <= 0xae)
                   : text[1] == 0x81 && text[2] >= 0xa6 && text[2] <= 0xa9;
  return found ? 3 : 0;
}

static void mask_directions(char *text) {
  for (; *text != '\0'; text++) {
    size_t size = measure_direction((const unsigned char *)text);
    if (size == 0) continue;
    memset(text, '?', size);
    text += size - 1;
  }
}

void cli_mask_controls(char *text) {
  unsigned char before = 0;
  mask_directions(text);
  for (; *text != '\0'; text++) {
    unsigned char byte = (unsigned char)*text;
    bool control = nq_is_control(byte, before);
    if (control && byte >= 0x80 && before == 0xc2) text[-1] = '?';
    if (control) *text = '?';
    before = byte;
  }
}

static _Thread_local FILE *said; /* or NULL */

void cli_say_into(FILE *stream) {
  said = stream;
}

int cli_say(const char *format, ...) {
  char text[MESSAGE_BYTES];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  cli_mask_controls(text);
  fprintf(said != NULL ? said : stderr, CLI_PREFIX "%s\n", text);
  return CLI_ERROR;
}

int cli_say_error(const char *name, const nq_error *error) {
  if (name == NULL) return cli_say("%s", error->message);
  if (error->line == 0) return cli_say("%s: %s", name, error->message);
  return cli_say("%s:%" PRIu64 ": %s", name, error->line, error->message);
}

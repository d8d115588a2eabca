#include "options/options.h"

#include <limits.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

/* Room for a path and a description of the error. */
#define MESSAGE_BYTES (PATH_MAX + 500)

/* Does it change the direction of the text around it, or end its line? */
static bool is_direction(uint32_t point) {
  return point == 0x61c || point == 0x200e || point == 0x200f ||
         (point >= 0x2028 && point <= 0x202e) || (point >= 0x2066 && point <= 0x2069);
}

void cli_mask_controls(char *text) {
  uint32_t point;
  unsigned char before = 0;
  for (size_t length; *text != '\0'; text += length) {
    length = nq_utf8_read(text, strnlen(text, 4), &point);
    bool turns = length > 0 && is_direction(point), high = length == 2 && point <= 0x9f;
    if (length == 0) length = 1;
    bool control = length == 1 && nq_is_control((unsigned char)*text, before);
    before = turns ? '?' : (unsigned char)text[length - 1];
    if (turns || high || control) memset(text, '?', length);
  }
}

static atomic_bool line_visible;
static _Thread_local FILE *said; /* or NULL */

bool cli_show_line(bool visible) {
  return atomic_exchange(&line_visible, visible);
}

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
  if (said == NULL && cli_show_line(false)) fputs(CLI_ERASE, stderr);
  fprintf(said != NULL ? said : stderr, CLI_PREFIX "%s\n", text);
  return CLI_ERROR;
}

int cli_say_error(const char *name, const nq_error *error) {
  if (name == NULL) return cli_say("%s", error->message);
  if (error->line == 0) return cli_say("%s: %s", name, error->message);
  return cli_say("%s:%" PRIu64 ": %s", name, error->line, error->message);
}

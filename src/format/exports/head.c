/* The comments at the head of a file in another language.
 *
 * MODEL.  A line of a comment ends at a line feed only.  Some languages also end it at a carriage
 * return, a form feed or one of Unicode's separators, and would read the text after it as code: all
 * of these become a ?, and so do bytes that are not UTF-8, which Python and protocol buffers refuse
 * even in a comment.  Tabs stay. */
#include "core/utf8.h"
#include "format/exports/export.h"

#include <inttypes.h>
#include <stdbool.h>
#include <string.h>

/* Code points that are kept out of comments, besides those below a space: DEL, the C1 controls,
 * line separators, and marks that change the direction of text. */
static const struct {
  uint32_t first, last;
} banned[] = {{0x7f, 0x9f}, {0x2028, 0x202e}, {0x2066, 0x2069}};

static bool is_banned(uint32_t point) {
  if (point < ' ') return point != '\t';
  for (size_t i = 0; i < sizeof banned / sizeof *banned; i++)
    if (point >= banned[i].first && point <= banned[i].last) return true;
  return false;
}

/* The number of bytes of the character at the start of `text`, 1..4, or 0 if it becomes a ?. */
static size_t measure_character(const char *text, size_t size) {
  uint32_t point;
  size_t length = nq_utf8_read(text, size, &point);
  return length > 0 && is_banned(point) ? 0 : length;
}

static void write_line(nq_output *output, const char *mark, const char *text, size_t size) {
  nq_output_text(output, mark);
  if (size > 0) nq_output_text(output, " ");
  for (size_t i = 0; i < size;) {
    size_t length = measure_character(text + i, size - i);
    nq_output_bytes(output, length > 0 ? text + i : "?", length > 0 ? length : 1);
    i += length > 0 ? length : 1;
  }
  nq_output_text(output, "\n");
}

void nq_export_comment(nq_output *output, const char *mark, const char *text) {
  while (*text != '\0') {
    size_t size = strcspn(text, "\n");
    write_line(output, mark, text, size);
    text += size + (text[size] == '\n');
  }
}

void nq_export_head(const nq_export *export, const char *mark, const char *convention) {
  nq_output *output = export->output;
  if (export->comment != NULL) nq_export_comment(output, mark, export->comment);
  nq_output_print(
      output, "%s n-queens, n = %" PRIu32 ": %zu placed, %zu blocked, %zu diagonals excluded\n",
      mark, export->n, nq_instance_placed_count(export->instance),
      nq_instance_blocked_count(export->instance), nq_instance_excluded_count(export->instance));
  if (convention != NULL) nq_export_comment(output, mark, convention);
}

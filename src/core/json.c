/* MODEL.  Jansson writes control characters above U+001F unescaped and accepts UTF-8 only.  Such a
 * character or byte is stored as two stand-ins, the noncharacters U+FDD0 .. U+FDEF, which other
 * text does not use:
 *
 *     U+009B     ->  U+FDD9 U+FDDB  ->  \u009b         high and low half of the number
 *     byte 0xf1  ->  U+FDEF U+FDD1  ->  \udcf1         the same, plus 16 in the first
 *
 * Two stand-ins are 6 bytes of UTF-8, exactly the size of the escape that replaces them. */
#include "core/json.h"
#include "core/core.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STAND_IN      0xfdd0u
#define STAND_IN_LAST 0xfdefu
#define BYTE          16u /* added for a byte that is not UTF-8 */

static char *put_stand_in(char *at, unsigned value) {
  unsigned point = STAND_IN + value;
  *at++ = (char)0xef;
  *at++ = (char)(0x80 | (point >> 6 & 0x3f));
  *at++ = (char)(0x80 | (point & 0x3f));
  return at;
}

json_t *nq_json_bytes(const char *text) {
  size_t size = strlen(text);
  char *kept = size < SIZE_MAX / 6 ? malloc(6 * size + 1) : NULL, *at = kept;
  if (kept == NULL) return NULL;
  for (size_t i = 0; i < size;) {
    uint32_t point;
    size_t length = nq_utf8_read(text + i, size - i, &point);
    bool taken = length > 0 && (point < STAND_IN || point > STAND_IN_LAST);
    bool control = taken && point >= 0x7f && point <= 0x9f;
    if (taken && !control) {
      memcpy(at, text + i, length);
      at += length;
    } else {
      unsigned value = control ? point : (unsigned char)text[i];
      at = put_stand_in(at, (value >> 4) + (control ? 0 : BYTE));
      at = put_stand_in(at, value & 15);
    }
    i += taken ? length : 1;
  }
  *at = '\0';
  json_t *string = json_string(kept);
  free(kept);
  return string;
}

/* The value of the stand-in at `text`, 0..31; -1: there is none. */
static int find_stand_in(const char *text) {
  uint32_t point;
  size_t length = nq_utf8_read(text, strnlen(text, 4), &point);
  return length == 3 && point >= STAND_IN && point <= STAND_IN_LAST ? (int)(point - STAND_IN) : -1;
}

static void put_escapes(char *text) {
  for (; (text = strchr(text, 0xef)) != NULL; text++) {
    int high = find_stand_in(text), low = high >= 0 ? find_stand_in(text + 3) : -1;
    char escape[16];
    if (low < 0 || low > 15) continue;
    unsigned value = ((unsigned)high & 15) << 4 | (unsigned)low;
    snprintf(escape, sizeof escape, "\\u%04x", value + (high > 15 ? 0xdc00u : 0));
    memcpy(text, escape, 6);
  }
}

char *nq_json_text(const json_t *value, size_t flags) {
  size_t size = value != NULL ? json_dumpb(value, NULL, 0, flags) : 0;
  char *text = size > 0 ? calloc(size + 1, 1) : NULL;
  if (text == NULL) return NULL;
  if (json_dumpb(value, text, size, flags) == size) {
    put_escapes(text);
    return text;
  }
  free(text);
  return NULL;
}

json_t *nq_json_rows(const uint32_t *rows, size_t count) {
  json_t *list = json_array();
  for (size_t i = 0; i < count; i++)
    nq_json_append(&list, rows[i] == NQ_EMPTY ? json_null() : json_integer(rows[i]));
  return list;
}

json_t *nq_json_names(const char *const *names) {
  json_t *list = json_array();
  for (; names != NULL && *names != NULL; names++) nq_json_append(&list, json_string(*names));
  return list;
}

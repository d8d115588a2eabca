/* Texts with numbers, the lists of an instance, the lines of a board, and comments.
 *
 * MODEL of comments.  A line of a comment ends at a line feed only.  Some languages also end it at
 * a carriage return, a form feed or one of Unicode's separators, and would read the text after it
 * as code: all of these become a ?, and so do bytes that are not UTF-8, which Python and protocol
 * buffers refuse even in a comment.  Tabs stay. */
#include "core/core.h"
#include "format/exports/export.h"

#include <string.h>

#define TEXT_BYTES 2048
#define LINE_ITEMS 10

/* Some solvers keep numbers of variables in signed 32-bit integers. */
#define COUNT_MAX INT32_MAX

bool nq_export_goes_on(const nq_export *export) {
  return export->output->failure == 0;
}

nq_status nq_export_require(const nq_export *export, uint64_t count, const char *things) {
  if (count <= COUNT_MAX) return NQ_OK;
  return nq_error_set(export->error, NQ_UNSUPPORTED,
                      "n = %" PRIu32 " is too large: it needs %" PRIu64
                      " %s, and solvers number them up to %d",
                      export->n, count, things, COUNT_MAX);
}

nq_status nq_export_no_memory(const nq_export *export, const char *what) {
  return nq_error_set(export->error, NQ_NO_MEMORY, "no memory to write %s", what);
}

/* ---- Texts ---- */

static uint64_t count_bits(uint64_t number) {
  uint64_t bits = 0;
  for (; number > 0; number >>= 1) bits++;
  return bits;
}

/* As a signed number. */
static int64_t value_of(const nq_place *at, char letter) {
  int64_t n = at->n, column = at->column, row = at->row, index = (int64_t)at->index;
  switch (letter) {
  case 'c':
    return column;
  case 'r':
    return row;
  case 'C':
    return column + 1;
  case 'R':
    return row + 1;
  case 'v':
    return column * n + row + 1;
  case 's':
    return column + row;
  case 'd':
    return row - column + n - 1;
  case 'm':
    return n - 1 - column;
  case 'i':
    return index;
  case 'I':
    return index + 1;
  case 'S':
    return index + 2;
  case 'D':
    return index - (n - 1);
  case 'b':
    return (int64_t)count_bits(2 * (uint64_t)at->n - 1);
  default:
    return n;
  }
}

static char *put_number(char *to, int64_t number) {
  if (number >= 0 && number <= UINT32_MAX) return nq_put_number(to, (uint32_t)number);
  if (number < 0) {
    *to++ = '-';
    return put_number(to, -number);
  }
  to = put_number(to, number / 10);
  *to++ = (char)('0' + number % 10);
  return to;
}

void nq_export_text(const nq_export *export, const char *text, const nq_place *at) {
  char *begin = nq_output_reserve(export->output, TEXT_BYTES), *to = begin;
  if (begin == NULL) return;
  for (; *text != '\0'; text++)
    if (*text != '%')
      *to++ = *text;
    else if (*++text == 'k')
      to = stpcpy(to, at->kind); /* NOLINT(clang-analyzer-core.NonNullParamChecker): it has one */
    else
      to = put_number(to, value_of(at, *text));
  export->output->used += (size_t)(to - begin);
}

void nq_export_columns(const nq_export *export, const char *text, const char *separator) {
  nq_place at = {.n = export->n};
  for (; at.column < export->n && nq_export_goes_on(export); at.column++) {
    if (at.column > 0) nq_output_text(export->output, separator);
    nq_export_text(export, text, &at);
  }
}

void nq_export_squares(const nq_export *export, const char *text) {
  nq_place at = {.n = export->n};
  for (; at.column < export->n; at.column++)
    for (at.row = 0; at.row < export->n && nq_export_goes_on(export); at.row++)
      nq_export_text(export, text, &at);
}

/* ---- Lists ---- */

static void write_text(const nq_export *export, const char *text) {
  if (text != NULL) nq_output_text(export->output, text);
}

static size_t count_items(const nq_instance *instance) {
  return nq_instance_placed_count(instance) + nq_instance_blocked_count(instance) +
         nq_instance_excluded_count(instance);
}

/* The list of the i-th of all items: placed queens, blocked squares, excluded diagonals. */
static nq_list find_item(const nq_instance *instance, size_t i, nq_place *at) {
  size_t placed = nq_instance_placed_count(instance), blocked = nq_instance_blocked_count(instance);
  bool rising = false;
  if (i < placed)
    nq_instance_placed_at(instance, i, &at->column, &at->row);
  else if (i < placed + blocked)
    nq_instance_blocked_at(instance, i - placed, &at->column, &at->row);
  else
    at->index = nq_instance_excluded_at(instance, i - placed - blocked, &rising);
  if (i >= placed + blocked) return rising ? NQ_LIST_RISING : NQ_LIST_FALLING;
  return i < placed ? NQ_LIST_PLACED : NQ_LIST_BLOCKED;
}

void nq_export_list(const nq_export *export, nq_list list, const nq_list_style *style) {
  const nq_instance *instance = export->instance;
  nq_place at = {.n = export->n};
  size_t written = 0, items = count_items(instance);
  for (size_t i = 0; i < items && nq_export_goes_on(export); i++) {
    nq_list of = find_item(instance, i, &at);
    if ((list != NQ_LISTS && of != list) || style->item[of] == NULL) continue;
    write_text(export, written == 0                ? style->open
                       : written % LINE_ITEMS == 0 ? style->tenth
                                                   : style->separator);
    nq_export_text(export, style->item[of], &at);
    written++;
  }
  write_text(export, written == 0 ? style->none : style->close);
}

/* ---- Lines ---- */

static nq_line diagonal_at(uint32_t n, bool rising, uint64_t index) {
  uint32_t count = (uint32_t)(index < n ? index + 1 : 2 * (uint64_t)n - 1 - index);
  uint32_t past = index < n ? 0 : (uint32_t)(index - (n - 1)); /* squares left of it, or below */
  uint32_t column = index < n ? (uint32_t)(n - 1 - index) : 0;
  return rising ? (nq_line){"rising", false, index, past, (uint32_t)(index - past), count, 1, -1}
                : (nq_line){"falling", false, index, column, past, count, 1, 1};
}

nq_line nq_line_at(uint32_t n, uint64_t place) {
  uint64_t diagonals = 2 * (uint64_t)n - 1;
  if (place < n) return (nq_line){"column", true, place, (uint32_t)place, 0, n, 0, 1};
  place -= n;
  if (place < n) return (nq_line){"row", true, place, 0, (uint32_t)place, n, 1, 0};
  place -= n;
  bool rising = place < diagonals;
  return diagonal_at(n, rising, rising ? place : place - diagonals);
}

uint64_t nq_lines_count(uint32_t n) {
  return 6 * (uint64_t)n - 2;
}

bool nq_line_binds(const nq_line *line) {
  return line->exact || line->count > 1;
}

void nq_export_line(const nq_export *export, const nq_line *line, const nq_sum *sum) {
  nq_place at = {.n = export->n, .index = line->index, .kind = line->kind};
  uint32_t count = line->count;
  if (!nq_export_goes_on(export)) return;
  if (count > 1 && *sum->next == '\0') count = 1; /* only the first square is written */
  for (uint32_t i = 0; i < count; i++) {
    at.column = line_column(line, i);
    at.row = line_row(line, i);
    const char *text = i == 0                              ? sum->first
                       : i % 8 == 0 && sum->eighth != NULL ? sum->eighth
                                                           : sum->next;
    nq_export_text(export, text, &at);
  }
  nq_output_text(export->output, sum->end);
}

void nq_export_lines(const nq_export *export, const nq_sum *exact, const nq_sum *most) {
  for (uint64_t place = 0; place < nq_lines_count(export->n); place++) {
    nq_line line = nq_line_at(export->n, place);
    if (nq_line_binds(&line)) nq_export_line(export, &line, line.exact ? exact : most);
  }
}

/* ---- Squares that the instance decides ---- */

/* Those of the i-th item, as a line. */
static nq_line decided_by(const nq_instance *instance, size_t i, bool *queen) {
  nq_place at = {.n = nq_instance_n(instance)};
  nq_list list = find_item(instance, i, &at);
  *queen = list == NQ_LIST_PLACED;
  if (list == NQ_LIST_RISING || list == NQ_LIST_FALLING)
    return diagonal_at(at.n, list == NQ_LIST_RISING, at.index);
  return (nq_line){.column = at.column, .row = at.row, .count = 1};
}

bool nq_decided_next(const nq_instance *instance, nq_decided *square) {
  if (square->passed == square->line.count) {
    if (square->items == count_items(instance)) return false;
    square->line = decided_by(instance, square->items++, &square->queen);
    square->passed = 0;
  }
  square->column = line_column(&square->line, square->passed);
  square->row = line_row(&square->line, square->passed++);
  return true;
}

uint64_t nq_decided_count(const nq_instance *instance) {
  uint64_t count = 0;
  bool queen;
  for (size_t i = 0; i < count_items(instance); i++) count += decided_by(instance, i, &queen).count;
  return count;
}

void nq_export_decided(const nq_export *export, const char *queen, const char *none) {
  for (nq_decided square = {0}; nq_decided_next(export->instance, &square);) {
    const nq_place at = {.n = export->n, .column = square.column, .row = square.row};
    nq_export_text(export, square.queen ? queen : none, &at);
  }
}

/* ---- Comments ---- */

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

void nq_export_inline(const nq_export *export, char first, const char *refused) {
  for (const char *at = export->comment; at != NULL && *at != '\0'; at++) {
    bool plain = *at >= first && *at <= '~' && strchr(refused, *at) == NULL;
    nq_output_bytes(export->output, plain ? at : *at == '\n' ? ";" : "_", 1);
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

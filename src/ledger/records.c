/* The lines of a checkpoint file.  A line is valid only if printing its numbers gives the same
 * line, so negative numbers and numbers over 64 bits are refused. */
#include "ledger/ledger.h"
#include "core/core.h"

#include <errno.h>
#include <float.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

enum { FORMAT_OLD = 1, FORMAT = 2, SEAL_BYTES = 13 /* " crc XXXXXXXX" */ };

/* ---- Lines ---------------------------------------------------------------------------------- */

/* Append " crc XXXXXXXX\n" to the text, which must have room for it; returns the length. */
static size_t seal_line(char text[RECORD_LINE_BYTES], int length) {
  unsigned long crc = crc32(0, (const Bytef *)text, (uInt)length);
  int seal = snprintf(text + length, RECORD_LINE_BYTES - (size_t)length, " crc %08lx\n", crc);
  return (size_t)length + (size_t)seal;
}

/* The numbers of a header. */
typedef struct header {
  uint64_t format, numbering, n, units;
} header;

static size_t print_header(char text[RECORD_LINE_BYTES], const header *is) {
  return seal_line(text, snprintf(text, RECORD_LINE_BYTES,
                                  "nqueens-count format %" PRIu64 " numbering %" PRIu64
                                  " n %" PRIu64 " units %" PRIu64,
                                  is->format, is->numbering, is->n, is->units));
}

static header header_of(const nq_count_plan *plan) {
  return (header){FORMAT, NQ_COUNT_NUMBERING, nq_count_plan_n(plan), nq_count_plan_units(plan)};
}

size_t nq_records_print_header(char text[RECORD_LINE_BYTES], const nq_count_plan *plan) {
  const header is = header_of(plan);
  return print_header(text, &is);
}

/* A record of format 1 has no n, path and version. */
size_t nq_records_print(char text[RECORD_LINE_BYTES], uint64_t n, const record_entry *entry) {
  const nq_count_range *range = &entry->range;
  char count[WIDE_TEXT_BYTES];
  bool old = entry->version[0] == '\0';
  snprintf(text, RECORD_LINE_BYTES, "done %" PRIu64 " %" PRIu64, range->begin, range->end);
  if (!old) nq_text_add(text, RECORD_LINE_BYTES, " n %" PRIu64, n);
  nq_text_add(text, RECORD_LINE_BYTES, " count %s milliseconds %" PRIu64,
              nq_wide_format(nq_records_count(range), count),
              (uint64_t)(range->seconds * 1000 + 0.5));
  if (!old)
    nq_text_add(text, RECORD_LINE_BYTES, " path %s version %s", entry->path, entry->version);
  return seal_line(text, (int)strlen(text));
}

record_entry nq_records_entry(const nq_count_range *range, uint64_t line) {
  record_entry entry = {.range = *range, .line = line};
  snprintf(entry.path, sizeof entry.path, "%s", range->path[0] != '\0' ? range->path : "unknown");
  snprintf(entry.version, sizeof entry.version, "%s", nq_version());
  return entry;
}

/* A line of a file. */
typedef struct line {
  char text[RECORD_LINE_BYTES]; /* its beginning, with a NUL */
  uint64_t length;              /* of the whole line, without its end */
  bool ended, last;
} line;

/* Whether a line's checksum is right. */
static bool is_sealed(const line *read) {
  char sealed[RECORD_LINE_BYTES];
  if (read->length < SEAL_BYTES || read->length >= RECORD_LINE_BYTES - 1 ||
      memchr(read->text, '\0', (size_t)read->length) != NULL)
    return false;
  memcpy(sealed, read->text, (size_t)read->length);
  (void)seal_line(sealed, (int)read->length - SEAL_BYTES);
  return memcmp(sealed, read->text, (size_t)read->length) == 0;
}

/* Whether a line, without its end, is the printed one. */
static bool is_same(const line *read, const char *printed, size_t size) {
  return read->length + 1 == size && memcmp(read->text, printed, (size_t)read->length) == 0;
}

/* ---- Reading -------------------------------------------------------------------------------- */

nq_status nq_records_io_error(const char *path, const char *what, nq_error *error) {
  return nq_error_system(error, errno, "%s: cannot %s", path, what);
}

nq_status nq_records_bad_line(nq_error *error, const char *path, uint64_t number,
                              const char *format, ...) {
  char what[400];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(what, sizeof what, format, arguments);
  va_end(arguments);
  nq_status status = nq_error_set(error, NQ_BAD_FORMAT, "%s:%" PRIu64 ": %s", path, number, what);
  if (error != NULL) error->line = number;
  return status;
}

static bool is_at_end(FILE *from) {
  int byte = getc(from);
  return byte == EOF || ungetc(byte, from) == EOF;
}

/* Read the next line, or its first `most` bytes; false after a failure. */
static bool take_line(FILE *from, uint64_t most, line *read) {
  int byte = 0;
  *read = (line){.length = 0};
  while (read->length < most && (byte = getc(from)) != EOF && byte != '\n') {
    if (read->length < sizeof read->text - 1) read->text[read->length] = (char)byte;
    read->length++;
  }
  read->ended = byte == '\n';
  read->last = is_at_end(from);
  return !ferror(from);
}

nq_status nq_records_add(record_list *entries, const record_entry *entry, nq_error *error) {
  if (!nq_memory_grow(&entries->entry, entries->count, &entries->room, sizeof *entry))
    return nq_error_set(error, NQ_NO_MEMORY, "no memory for the records");
  entries->entry[entries->count++] = *entry;
  return NQ_OK;
}

static bool parse_header(const line *read, header *is) {
  char again[RECORD_LINE_BYTES] = "";
  return is_sealed(read) &&
         sscanf(read->text,
                "nqueens-count format %" SCNu64 " numbering %" SCNu64 " n %" SCNu64
                " units %" SCNu64,
                &is->format, &is->numbering, &is->n, &is->units) == 4 &&
         is_same(read, again, print_header(again, is));
}

/* Refuse a header of another format, n or numbering, and name the first that differs. */
static nq_status read_header(record_source *source, const line *read, nq_error *error) {
  header is;
  const header ours = header_of(source->plan);
  const char *path = source->path;
  if (!parse_header(read, &is))
    return nq_records_bad_line(error, path, 1, "this is not the header of a counting checkpoint");
  if (is.format != ours.format && is.format != FORMAT_OLD)
    return nq_records_bad_line(error, path, 1,
                               "the checkpoint has format %" PRIu64
                               ", this version reads formats %d and %d",
                               is.format, FORMAT_OLD, FORMAT);
  if (is.n != ours.n)
    return nq_records_bad_line(error, path, 1,
                               "the checkpoint is for n = %" PRIu64 ", not for n = %" PRIu64, is.n,
                               ours.n);
  if (is.numbering != ours.numbering || is.units != ours.units)
    return nq_records_bad_line(error, path, 1,
                               "the checkpoint has %" PRIu64 " units in numbering %" PRIu64
                               ", this version has %" PRIu64 " in numbering %d",
                               is.units, is.numbering, ours.units, NQ_COUNT_NUMBERING);
  source->format = is.format;
  return NQ_OK;
}

static bool is_path(const char *name) {
  bool available;
  const char *path;
  for (size_t i = 0; (path = nq_count_path_name(i, &available)) != NULL; i++)
    if (strcmp(path, name) == 0) return true;
  return false;
}

/* Parse a record of the format: only if printing it gives the same line. */
static bool parse_record(const line *read, uint64_t format, uint64_t *n, record_entry *entry) {
  char again[RECORD_LINE_BYTES] = "", text[WIDE_TEXT_BYTES];
  nq_count_range *range = &entry->range;
  uint64_t milliseconds = 0;
  nq_wide count;
  int words = 0;
  *range = (nq_count_range){.begin = 0};
  entry->path[0] = entry->version[0] = '\0';
  if (format == FORMAT_OLD)
    words =
        3 + sscanf(read->text, "done %" SCNu64 " %" SCNu64 " count %39[0-9] milliseconds %" SCNu64,
                   &range->begin, &range->end, text, &milliseconds);
  else
    words = sscanf(read->text,
                   "done %" SCNu64 " %" SCNu64 " n %" SCNu64 " count %39[0-9] milliseconds %" SCNu64
                   " path %11s version %31s",
                   &range->begin, &range->end, n, text, &milliseconds, entry->path, entry->version);
  if (words != 7 || milliseconds >> DBL_MANT_DIG != 0 || !nq_wide_parse(text, &count)) return false;
  range->count = count.low;
  range->count_high = count.high;
  range->seconds = (double)milliseconds / 1000;
  if (is_path(entry->path)) snprintf(range->path, sizeof range->path, "%s", entry->path);
  return is_same(read, again, nq_records_print(again, *n, entry));
}

/* Read the record of a line whose checksum is right: an error unless it is valid. */
static nq_status read_record(const record_source *source, const line *read, record_entry *entry,
                             nq_error *error) {
  const nq_count_range *range = &entry->range;
  char most[WIDE_TEXT_BYTES], count[WIDE_TEXT_BYTES];
  uint64_t units = nq_count_plan_units(source->plan), n = nq_count_plan_n(source->plan), its_n = n;
  bool good = (source->format == FORMAT_OLD && parse_record(read, FORMAT_OLD, &its_n, entry)) ||
              parse_record(read, FORMAT, &its_n, entry);
  if (good && its_n != n)
    return nq_records_bad_line(error, source->path, entry->line,
                               "the record is of n = %" PRIu64 ", not of n = %" PRIu64, its_n, n);
  if (!good || range->begin >= range->end || range->end > units)
    return nq_records_bad_line(error, source->path, entry->line,
                               "'%.*s' is not a record of n = %" PRIu64
                               ", which has the units 0 to %" PRIu64,
                               (int)(read->length - SEAL_BYTES), read->text, n, units - 1);
  nq_wide limit = nq_records_most((uint32_t)n);
  if (!is_less_wide(limit, nq_records_count(range))) return NQ_OK;
  return nq_records_bad_line(error, source->path, entry->line,
                             "the record of units %" PRIu64 " to %" PRIu64
                             " counts %s solutions, but n = %" PRIu64 " has at most %s",
                             range->begin, range->end - 1,
                             nq_wide_format(nq_records_count(range), count), n,
                             nq_wide_format(limit, most));
}

/* Read a header or a record; *torn when it is the last line and incomplete. */
static nq_status read_line(record_source *source, const line *read, record_list *entries,
                           bool *torn, nq_error *error) {
  char expected[RECORD_LINE_BYTES];
  record_entry entry = {.file = source->file, .line = source->lines + 1};
  bool first = source->lines == 0;
  *torn = first ? read->last && !read->ended : read->last && !(read->ended && is_sealed(read));
  if (first && *torn &&
      (read->length >= nq_records_print_header(expected, source->plan) ||
       memcmp(expected, read->text, (size_t)read->length) != 0))
    *torn = false;
  if (*torn) return NQ_OK;
  if (first) return read_header(source, read, error);
  if (!is_sealed(read))
    return nq_records_bad_line(error, source->path, entry.line,
                               "the record is damaged and is not the last one");
  nq_status status = read_record(source, read, &entry, error);
  return status == NQ_OK ? nq_records_add(entries, &entry, error) : status;
}

nq_status nq_records_read(record_source *source, int descriptor, record_list *entries,
                          nq_error *error) {
  struct stat info;
  if (fstat(descriptor, &info) != 0) return nq_records_io_error(source->path, "read", error);
  if (!S_ISREG(info.st_mode))
    return nq_error_set(error, NQ_IO, "%s: a checkpoint must be a regular file", source->path);
  int copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
  FILE *from = copy >= 0 ? fdopen(copy, "r") : NULL;
  if (from == NULL) {
    if (copy >= 0) close(copy);
    return nq_records_io_error(source->path, "read", error);
  }
  nq_status status = NQ_OK;
  line read = {.last = is_at_end(from) && !ferror(from)};
  while (status == NQ_OK && !read.last) {
    bool torn = false;
    if (take_line(from, source->lines == 0 ? RECORD_LINE_BYTES : UINT64_MAX, &read))
      status = read_line(source, &read, entries, &torn, error);
    else
      status = nq_records_io_error(source->path, "read", error);
    if (torn) source->dropped = source->lines + 1;
    if (torn || status != NQ_OK) break;
    source->good += (off_t)read.length + 1;
    source->lines++;
  }
  fclose(from);
  return status;
}

/* ---- All records ---------------------------------------------------------------------------- */

static int by_begin(const void *a, const void *b) {
  const record_entry *x = a, *y = b;
  if (x->range.begin != y->range.begin) return x->range.begin < y->range.begin ? -1 : 1;
  if (x->file != y->file) return x->file < y->file ? -1 : 1;
  return x->line < y->line ? -1 : x->line > y->line ? 1 : 0;
}

void nq_records_sort(record_list *entries) {
  if (entries->count > 0) qsort(entries->entry, entries->count, sizeof *entries->entry, by_begin);
}

void nq_records_join(record_list *entries, uint64_t units) {
  size_t count = 0;
  for (size_t i = 0; i < entries->count; i++) {
    const record_entry *next = &entries->entry[i];
    record_entry *last = count > 0 ? &entries->entry[count - 1] : NULL;
    if (last == NULL || last->range.end != next->range.begin ||
        next->range.end - last->range.begin > units || strcmp(last->path, next->path) != 0 ||
        strcmp(last->version, next->version) != 0) {
      entries->entry[count++] = *next;
    } else {
      last->range.end = next->range.end;
      nq_records_sum(&last->range, &next->range);
    }
  }
  entries->count = count;
}

nq_wide nq_records_count(const nq_count_range *range) {
  return (nq_wide){range->count, range->count_high};
}

void nq_records_sum(nq_count_range *sum, const nq_count_range *range) {
  add_to_halves(&sum->count, &sum->count_high, nq_records_count(range));
  sum->seconds += range->seconds;
}

nq_wide nq_records_most(uint32_t n) {
  nq_wide most = {nq_count_known(n), 0};
  if (most.low != UINT64_MAX) return most;
  most.low = 1;
  for (uint32_t i = 2; i <= n; i++) most = multiply_wide(most, (nq_wide){i, 0});
  return most; /* fits for n <= 34 */
}

nq_status nq_records_require_sum(const nq_count_plan *plan, const char *const *paths,
                                 const record_list *entries, nq_error *error) {
  uint32_t n = nq_count_plan_n(plan);
  nq_wide left = nq_records_most(n);
  for (size_t i = 0; i < entries->count; i++) {
    const record_entry *here = &entries->entry[i];
    nq_wide count = nq_records_count(&here->range);
    if (!is_less_wide(left, count)) {
      left = subtract_wide(left, count);
      continue;
    }
    char text[2][WIDE_TEXT_BYTES];
    return nq_records_bad_line(
        error, paths[here->file], here->line,
        "the record of units %" PRIu64 " to %" PRIu64
        " counts %s solutions: with the units before it, more than the %s that n = %" PRIu32
        " can have",
        here->range.begin, here->range.end - 1, nq_wide_format(count, text[0]),
        nq_wide_format(nq_records_most(n), text[1]), n);
  }
  return NQ_OK;
}

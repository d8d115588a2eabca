/* The lines of checkpoint files, and lists of the records read from them. */
#ifndef NQ_LEDGER_RECORDS_H
#define NQ_LEDGER_RECORDS_H

#include "core/random.h"
#include "nqueens.h"

#include <sys/types.h>

enum { RECORD_LINE_BYTES = 300 /* more than any line takes */ };

/* A record and its place. */
typedef struct record_entry {
  nq_count_range range;
  char path[12], version[32]; /* that counted them, as in the record; "": a record of format 1 */
  size_t file;
  uint64_t line;
} record_entry;

typedef struct record_list {
  record_entry *entry;
  size_t count, room;
} record_list;

/* The record of what this process has counted. */
record_entry nq_records_entry(const nq_count_range *range, uint64_t line);

nq_status nq_records_add(record_list *entries, const record_entry *entry, nq_error *error);

/* Print a line with its checksum; returns its length. */
size_t nq_records_print_header(char text[RECORD_LINE_BYTES], const nq_count_plan *plan);
size_t nq_records_print(char text[RECORD_LINE_BYTES], uint32_t n, const record_entry *entry);

/* A file, the plan it must belong to, and the result of reading it. */
typedef struct record_source {
  const char *path;
  size_t file; /* its index */
  const nq_count_plan *plan;
  uint64_t format;  /* in the header */
  off_t good;       /* bytes without a torn last line */
  uint64_t lines;   /* without a torn one */
  uint64_t dropped; /* number of the torn line, or 0 */
} record_source;

/* Read all lines, in little memory whatever the file contains.  The last line may be torn: without
 * its end, or with a wrong checksum.  A torn header must at least be the beginning of one, because
 * other files must not be cut. */
nq_status nq_records_read(record_source *source, int descriptor, record_list *entries,
                          nq_error *error);

nq_status nq_records_io_error(const char *path, const char *what, nq_error *error);
/* NQ_BAD_FORMAT at a line of a file. */
nq_status nq_records_bad_line(const char *path, uint64_t number, const char *what, nq_error *error);

/* The contribution of a range, and how to add another one to it. */
wide nq_records_count(const nq_count_range *range);
void nq_records_sum(nq_count_range *sum, const nq_count_range *range);

/* No n has more solutions: the known number, or n! */
wide nq_records_most(uint32_t n);

/* Sort by first unit, then by file and line. */
void nq_records_sort(record_list *entries);

/* Join neighbours of the same path and version among the sorted records, which do not overlap, as
 * long as a record has at most `units` units. */
void nq_records_join(record_list *entries, uint64_t units);

/* NQ_BAD_FORMAT when the sorted records, which do not overlap, add up to more solutions than n has;
 * names the first record that exceeds the number. */
nq_status nq_records_require_sum(const nq_count_plan *plan, const char *const *paths,
                                 const record_list *entries, nq_error *error);

#endif

/* What the files of checkpoints share: their lines, and the records that were read. */
#ifndef NQ_LEDGER_RECORDS_H
#define NQ_LEDGER_RECORDS_H

#include "counting/counting.h"

#include <stdint.h>
#include <sys/types.h>

enum { RECORD_LINE_BYTES = 200 /* more than any line takes */ };

/* A record and where it stands. */
typedef struct record_entry {
  nq_count_range range;
  size_t file;
  uint64_t line;
} record_entry;

typedef struct record_list {
  record_entry *entry;
  size_t count, room;
} record_list;

nq_status nq_records_add(record_list *entries, const record_entry *entry, nq_error *error);

/* Print a line with its checksum; its length. */
size_t nq_records_print_header(char text[RECORD_LINE_BYTES], const nq_count_plan *plan);
size_t nq_records_print(char text[RECORD_LINE_BYTES], const nq_count_range *range);

/* A file and what it is held against. */
typedef struct record_source {
  const char *path;
  size_t file; /* its index */
  const nq_count_plan *plan;
  off_t good;       /* bytes up to the torn last line */
  uint64_t lines;   /* without it */
  uint64_t dropped; /* its number, or 0 */
} record_source;

/* Read all lines, in little memory whatever the file holds.  The last one may be torn: without its
 * end, or with a wrong checksum.  A torn header must at least begin as one: other files are not
 * ours to cut. */
nq_status nq_records_read(record_source *source, int descriptor, record_list *entries,
                          nq_error *error);

nq_status nq_records_io_error(const char *path, const char *what, nq_error *error);
/* NQ_BAD_FORMAT at a line of a file. */
nq_status nq_records_bad_line(const char *path, uint64_t number, const char *what, nq_error *error);

/* By their first units, then by file and line. */
void nq_records_sort(record_list *entries);

/* NQ_BAD_FORMAT when the records, none of which overlap, add up to more solutions than n has; names
 * the first record with which they do. */
nq_status nq_records_require_sum(const nq_count_plan *plan, const char *const *paths,
                                 const record_list *entries, nq_error *error);

#endif

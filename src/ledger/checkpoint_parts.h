/* What the files of checkpoints share: their lines, and the records that were read. */
#ifndef NQ_LEDGER_CHECKPOINT_PARTS_H
#define NQ_LEDGER_CHECKPOINT_PARTS_H

#include "ledger/checkpoint.h"

#include <sys/types.h>

enum { CHECKPOINT_LINE_BYTES = 200 /* more than any line takes */ };

/* A record and where it stands. */
typedef struct checkpoint_entry {
  nq_count_range range;
  size_t file;
  uint64_t line;
} checkpoint_entry;

typedef struct checkpoint_entries {
  checkpoint_entry *entry;
  size_t count, room;
} checkpoint_entries;

nq_status nq_checkpoint_add(checkpoint_entries *entries, const checkpoint_entry *entry,
                            nq_error *error);

/* Print a line with its checksum; its length. */
size_t nq_checkpoint_print_header(char text[CHECKPOINT_LINE_BYTES], const nq_count_plan *plan);
size_t nq_checkpoint_print_record(char text[CHECKPOINT_LINE_BYTES], const nq_count_range *range);

/* A file and what it is held against. */
typedef struct checkpoint_source {
  const char *path;
  size_t file; /* its index */
  const nq_count_plan *plan;
  off_t good;       /* bytes up to the torn last line */
  uint64_t lines;   /* without it */
  uint64_t dropped; /* its number, or 0 */
} checkpoint_source;

/* Read all lines, in little memory whatever the file holds.  The last one may be torn: without its
 * end, or with a wrong checksum.  A torn header must at least begin as one: other files are not
 * ours to cut. */
nq_status nq_checkpoint_read(checkpoint_source *source, int descriptor, checkpoint_entries *entries,
                             nq_error *error);

nq_status nq_checkpoint_io_error(const char *path, const char *what, nq_error *error);
/* NQ_BAD_FORMAT at a line of a file. */
nq_status nq_checkpoint_bad_line(const char *path, uint64_t number, const char *what,
                                 nq_error *error);

#endif

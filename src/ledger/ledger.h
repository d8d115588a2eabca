/* Checkpoint files of long counts: an append-only record of what has been counted.
 *
 * MODEL.  Lines of text, each ending with the CRC-32 of the text before it:
 *
 *   nqueens-count format 2 numbering 1 n 20 units 46508 crc 3596d56e
 *   done 0 32 n 20 count 1052688 milliseconds 41 path avx512 version 2.0.0 crc beef2866
 *   done 64 96 n 20 count ...
 *
 * The first line is the header.  Each other line is a record: units begin .. end - 1 contribute
 * count, a number of up to 128 bits.  Records of format 1, by version 0.1, lack n, path and
 * version; files of format 1 are read and continued, and may then have records of both kinds.
 *
 * A long count has millions of records.  When their number has doubled, neighbours of the same path
 * and version are joined, up to a 10,000th of all units, and a new file with these records takes
 * the place of the old one: whole or not at all.
 *
 * A killed process leaves at most a torn last line, which is dropped when the file is opened again.
 * Damage anywhere else is an error that names the line. */
#ifndef NQ_LEDGER_LEDGER_H
#define NQ_LEDGER_LEDGER_H

#include "core/random.h"

#include <sys/types.h>

typedef struct nq_checkpoint nq_checkpoint;

/* Open the plan's checkpoint file to continue it, or create it; the path must outlive it.  A torn
 * last line is cut off; *dropped (may be NULL) is then its number, otherwise 0.  NQ_IO when the
 * file cannot be read or written, or another process has it open.  NQ_BAD_FORMAT, with error->line,
 * when it is damaged, not a checkpoint, or for another n, format or numbering, when records
 * overlap, or when they count more solutions than n has.  NQ_NO_MEMORY. */
nq_status nq_checkpoint_open(const char *path, const nq_count_plan *plan, nq_checkpoint **result,
                             uint64_t *dropped, nq_error *error);

/* Append a record at once, flush as below, and join the records when they are many.  After NQ_IO
 * the file ends with the previous record, and further appends fail. */
nq_status nq_checkpoint_append(nq_checkpoint *checkpoint, const nq_count_range *range,
                               nq_error *error);

/* Synchronise the records with the disk, if there are new ones and the last time was a second ago.
 * Call it now and then while no record comes.  NQ_IO. */
nq_status nq_checkpoint_flush(nq_checkpoint *checkpoint, nq_error *error);

/* Synchronise and close; NQ_IO when that fails.  Frees it in any case; NULL is allowed. */
nq_status nq_checkpoint_close(nq_checkpoint *checkpoint, nq_error *error);

/* Divide the units wanted->begin .. wanted->end - 1: *done gets the sums of their records, *missing
 * the ranges still to count, in order (free() them).  NQ_BAD_VALUE when a record is partly outside,
 * as after a change of slice; NQ_NO_MEMORY. */
nq_status nq_checkpoint_rest(nq_checkpoint *checkpoint, const nq_count_range *wanted,
                             nq_count_range *done, nq_count_range **missing, size_t *missing_count,
                             nq_error *error);

/* NQ_BAD_FORMAT, naming the `source` of the count, unless it is the known number of solutions, or
 * at most that number where it is not of the whole board. */
nq_status nq_checkpoint_verify(uint32_t n, const nq_count_range *done, bool whole,
                               const char *source, nq_error *error);

/* ---- Lines of the files, and lists of the records read from them: records.c ---------------- */

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
size_t nq_records_print(char text[RECORD_LINE_BYTES], uint64_t n, const record_entry *entry);

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
nq_status nq_records_bad_line(nq_error *error, const char *path, uint64_t number,
                              const char *format, ...) NQ_PRINTF(4, 5);

/* The contribution of a range, and how to add another one to it. */
nq_wide nq_records_count(const nq_count_range *range);
void nq_records_sum(nq_count_range *sum, const nq_count_range *range);

/* No n has more solutions: the known number, or n! */
nq_wide nq_records_most(uint32_t n);

/* Sort by first unit, then by file and line. */
void nq_records_sort(record_list *entries);

/* Join neighbours of the same path and version among the sorted records, which do not overlap, as
 * long as a record has at most `units` units. */
void nq_records_join(record_list *entries, uint64_t units);

/* NQ_BAD_FORMAT when the sorted records, which do not overlap, add up to more solutions than n has;
 * names the first record that exceeds the number. */
nq_status nq_records_require_sum(const nq_count_plan *plan, const char *const *paths,
                                 const record_list *entries, nq_error *error);

/* ---- Merging -------------------------------------------------------------------------------- */

/* Units that no file has, or that two records have. */
typedef struct nq_checkpoint_flaw {
  uint64_t begin, end;
  bool overlap;   /* otherwise a gap, and the rest is 0 */
  size_t file[2]; /* index into the paths */
  uint64_t line[2];
} nq_checkpoint_flaw;

typedef struct nq_checkpoint_audit {
  uint64_t units;   /* of the plan */
  uint64_t counted; /* units that have a record, overlaps counted once */
  nq_count_range
      sum; /* of the counts and seconds of all records: the number of solutions when there
                         is no flaw, meaningless when there is an overlap */
  record_list records;       /* in order of begin */
  nq_checkpoint_flaw *flaws; /* in order of begin */
  size_t flaw_count;
} nq_checkpoint_audit;

/* Read the files without changing them (a torn last line is skipped) and audit them together
 * against the plan.  Flaws are not an error: *audit lists them.  Errors as for nq_checkpoint_open,
 * with the file's name in the message.  If `checked`, which does not suit those who want to know
 * which record is wrong, also NQ_BAD_FORMAT when all units are there but their sum is not the known
 * number.  Release the audit after NQ_OK only. */
nq_status nq_checkpoint_read(const nq_count_plan *plan, const char *const *paths, size_t path_count,
                             bool checked, nq_checkpoint_audit *audit, nq_error *error);
void nq_checkpoint_audit_release(nq_checkpoint_audit *audit);

/* Write "units 64 to 95 are missing" or "... are in a.txt:3 and in b.txt:2" to text. */
void nq_checkpoint_flaw_describe(const nq_checkpoint_flaw *flaw, const char *const *paths,
                                 char *text, size_t size);

/* The last of `count` >= 1 ranges, in order of begin, that begins at or before the unit. */
size_t nq_checkpoint_range_of(const nq_count_range *ranges, size_t count, uint64_t unit);

/* ---- Counting again: audit.c ----------------------------------------------------------------- */

/* A record whose units have another number of solutions. */
typedef struct nq_checkpoint_wrong {
  const record_entry *record; /* of the audit */
  nq_count_range counted;
} nq_checkpoint_wrong;

typedef struct nq_checkpoint_recount {
  /* What to do. */
  double share;     /* of the recorded units, 0 < share <= 1; at least one record is counted */
  uint64_t seed;    /* of the random choice of records */
  const char *path; /* NULL: for each record the fastest one that is not its own */
  unsigned threads;
  nq_progress_function *progress;
  void *context;
  /* What was done. */
  size_t records; /* counted again completely */
  uint64_t units; /* in them */
  bool interrupted;
  nq_checkpoint_wrong *wrong; /* free() them */
  size_t wrong_count;
} nq_checkpoint_recount;

/* Count a random share of the audit's records again, each by another path.  Wrong records are not
 * an error: *recount lists them.  Errors as for nq_count_run. */
nq_status nq_checkpoint_recount_run(const nq_count_plan *plan, const nq_checkpoint_audit *audit,
                                    nq_checkpoint_recount *recount, nq_error *error);

#endif

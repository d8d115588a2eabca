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
#ifndef NQ_LEDGER_CHECKPOINT_H
#define NQ_LEDGER_CHECKPOINT_H

#include "nqueens.h"

typedef struct nq_checkpoint nq_checkpoint;

/* Open the plan's checkpoint file to continue it, or create it.  A torn last line is cut off;
 * *dropped (may be NULL) is then its number, otherwise 0.  NQ_IO when the file cannot be read or
 * written, or another process has it open.  NQ_BAD_FORMAT, with error->line, when it is damaged,
 * not a checkpoint, or for another n, format or numbering, when records overlap, or when they count
 * more solutions than n has.  NQ_NO_MEMORY. */
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
  size_t records;
  struct record_entry *entries; /* the records, in order of begin */
  nq_checkpoint_flaw *flaws;    /* in order of begin */
  size_t flaw_count;
} nq_checkpoint_audit;

/* Read the files without changing them (a torn last line is skipped) and audit them together
 * against the plan.  Flaws are not an error: *audit lists them.  Errors as for nq_checkpoint_open,
 * with the file's name in the message, and NQ_BAD_FORMAT when all units are there but their sum is
 * not the known number.  Release the audit after NQ_OK only. */
nq_status nq_checkpoint_merge(const nq_count_plan *plan, const char *const *paths,
                              size_t path_count, nq_checkpoint_audit *audit, nq_error *error);
/* The same without a check of the sum, to find out which record is wrong. */
nq_status nq_checkpoint_read(const nq_count_plan *plan, const char *const *paths, size_t path_count,
                             nq_checkpoint_audit *audit, nq_error *error);
void nq_checkpoint_audit_release(nq_checkpoint_audit *audit);

/* Write "units 64 to 95 are missing" or "... are in a.txt:3 and in b.txt:2" to text. */
void nq_checkpoint_flaw_describe(const nq_checkpoint_flaw *flaw, const char *const *paths,
                                 char *text, size_t size);

/* Which of `count` ranges, at least one and in order of begin, has the unit: the last one that
 * begins at or before it. */
size_t nq_checkpoint_range_of(const nq_count_range *ranges, size_t count, uint64_t unit);

/* ---- Counting again: recount.c --------------------------------------------------------------- */

/* A record whose units have another number of solutions. */
typedef struct nq_checkpoint_wrong {
  size_t file; /* index into the paths */
  uint64_t line;
  nq_count_range recorded, counted;
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

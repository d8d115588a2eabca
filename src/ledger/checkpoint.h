/* Checkpoint files of long counts: what has been counted so far, append-only.
 *
 * MODEL.  Lines of text, each with the CRC-32 of what stands before it:
 *
 *   nqueens-count format 1 numbering 1 n 20 units 46508 crc 1c291ca3
 *   done 0 32 count 1052688 milliseconds 41 crc 52bc2c6b
 *   done 64 96 count ...
 *
 * The first line is the header.  Each other line is a record: units begin .. end - 1 contribute
 * count.  A process that is killed leaves at most a torn last line, which is dropped when the file
 * is opened again; damage anywhere before it is an error that names the line. */
#ifndef NQ_LEDGER_CHECKPOINT_H
#define NQ_LEDGER_CHECKPOINT_H

#include "nqueens.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct nq_checkpoint nq_checkpoint;

/* Open the plan's checkpoint file for going on, or start it.  A torn last line is cut off, and
 * *dropped (may be NULL) is then its number, 0 otherwise.  NQ_IO when it cannot be read or written,
 * or another process has it open; NQ_BAD_FORMAT, with error->line, when it is damaged, no
 * checkpoint, or one of another n, format or numbering, when records overlap, or when they count more
 * solutions than n has; NQ_NO_MEMORY. */
nq_status nq_checkpoint_open(const char *path, const nq_count_plan *plan, nq_checkpoint **result,
                             uint64_t *dropped, nq_error *error);

/* Append a record.  The file is synchronised when the last time was a second ago or more.  After
 * NQ_IO the file ends with the record before, and takes no more. */
nq_status nq_checkpoint_append(nq_checkpoint *checkpoint, const nq_count_range *range,
                               nq_error *error);

/* Synchronise and close; NQ_IO when that fails.  Frees it in any case; NULL is allowed. */
nq_status nq_checkpoint_close(nq_checkpoint *checkpoint, nq_error *error);

/* What the records say of the units wanted->begin .. wanted->end - 1: *done gets the sums of those
 * that lie within, *missing the ranges still to be counted, in order (free() them).  NQ_BAD_VALUE
 * when a record lies partly within, as after a change of slice; NQ_NO_MEMORY. */
nq_status nq_checkpoint_rest(nq_checkpoint *checkpoint, const nq_count_range *wanted,
                             nq_count_range *done, nq_count_range **missing, size_t *missing_count,
                             nq_error *error);

/* NQ_BAD_FORMAT, naming the `source` of the count, unless it is the known number of solutions, or at
 * most that number where it is not of the whole board. */
nq_status nq_checkpoint_verify(uint32_t n, uint64_t count, bool whole, const char *source,
                               nq_error *error);

/* ---- Merging -------------------------------------------------------------------------------- */

/* Units that no file has, or that two records have. */
typedef struct nq_checkpoint_flaw {
  uint64_t begin, end;
  bool overlap;   /* else a gap, and what follows is 0 */
  size_t file[2]; /* index into the paths */
  uint64_t line[2];
} nq_checkpoint_flaw;

typedef struct nq_checkpoint_audit {
  uint64_t units;   /* of the plan */
  uint64_t counted; /* units that records have, overlaps once */
  uint64_t count;   /* the sum of all records: the number of solutions when there is no flaw, and
                       nothing of use when there is an overlap */
  double seconds;
  size_t records;
  nq_checkpoint_flaw *flaws; /* in order of begin */
  size_t flaw_count;
} nq_checkpoint_audit;

/* Read the files, which stay as they are (a torn last line is passed over), and audit them together
 * against the plan.  Flaws are not an error: *audit names them.  Errors as for nq_checkpoint_open,
 * and NQ_BAD_FORMAT when all units are there but their sum is not the known number; with the file's
 * name in the message; release the audit after NQ_OK only. */
nq_status nq_checkpoint_merge(const nq_count_plan *plan, const char *const *paths,
                              size_t path_count, nq_checkpoint_audit *audit, nq_error *error);
void nq_checkpoint_audit_release(nq_checkpoint_audit *audit);

/* "units 64 to 95 are missing" or "... are in a.txt:3 and b.txt:2" into text. */
void nq_checkpoint_flaw_describe(const nq_checkpoint_flaw *flaw, const char *const *paths,
                                 char *text, size_t size);

#endif

/* A rank's part of the check of a large board; check_lines.c has the model. */
#ifndef NQ_CLUSTER_CHECK_PART_H
#define NQ_CLUSTER_CHECK_PART_H

#include "board/lines.h"
#include "cluster/mail.h"
#include "cluster/ranks.h"
#include "core/limits.h"
#include "output/shards.h"

#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PART_CHUNK (UINT64_C(1) << 14) /* columns that are read together */
#define NO_COLUMN  UINT64_MAX

typedef struct check_part {
  MPI_Comm comm;
  int rank, ranks;
  cli_shards *shards;
  bool new;               /* there are no checksums yet */
  uint64_t n, first, end; /* the board, and the columns of this rank */
  uint32_t own, grains;   /* boxes of each rank in a sweep, and their length */
  uint64_t span;          /* lines of a sweep */
  uint64_t begin, sweeps; /* the first line of this sweep; number of sweeps */
  nq_line_range *range;   /* of each own box */
  nq_mail mail;
  nq_watch watch;
  nq_progress now;
  uint64_t *rows;   /* of a chunk */
  uint64_t *shared; /* own lines with several queens, up to NQ_LINES_MOST of them */
  size_t shared_count;
  nq_line_counts counts; /* of own lines */
  nq_check_report found; /* of own columns: empty, and rows that are not on the board */
  uint64_t memory_bytes;
  nq_status status; /* of this rank */
  nq_error error;
} check_part;

/* ---- check_part.c ---- */

/* Rank 0 asks whether to go on, and tells the others if not; `context` is a check_part. */
void nq_part_attend(void *context);
/* After an error here, which is in part->error. */
void nq_part_fail(check_part *part, nq_status status);
/* Called by all ranks: the status and error of the lowest rank that failed; NQ_END: rank 0 was
 * stopped. */
nq_status nq_part_agree(check_part *part);
/* Called by all ranks after nq_mail_begin and work of their own, which ended with `status`: wait for
 * the others as nq_mail_end does, since rank 0 must attend until all have ended; then agree. */
nq_status nq_part_end(check_part *part, nq_status status);
/* Has there been no error here, and no stop? */
bool nq_part_goes_on(check_part *part);
/* Read a chunk of columns from `column` on, which ends at `end` at the latest; their number, or 0
 * after an error. */
size_t nq_part_read(check_part *part, uint64_t column, uint64_t end);

/* ---- check_pairs.c ---- */

/* Called by all ranks: report the first pair of those in the columns before `limit`, on `count`
 * lines. */
nq_status nq_part_find_first(check_part *part, uint64_t limit, uint64_t count,
                             nq_check_report *report);

#endif

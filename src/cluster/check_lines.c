/* Ranks that check a large board together.  Nothing is shared with the search: the rows on disk are
 * all that is known.
 *
 * MODEL.  The columns are divided among the ranks in order, at borders of shards where there are
 * enough of them.  The lines (board/lines.h: one order of all 5n - 2) are cut into boxes of equal
 * length, of up to 2^32 lines, dealt to the ranks in turn:
 *
 *     sweep 0                              sweep 1
 *     | rank 0 | rank 1 | rank 0 | rank 1 | rank 0 | ...       two boxes of each rank in a sweep
 *
 * In a sweep each rank reads its columns and sends each queen's lines, as offsets of 32 bits, to the
 * owners of their boxes, which mark them.  There is one sweep if the memory of all ranks holds a bit
 * for each line, otherwise as many as it takes.
 *
 * Owners are told of queens in no order, so they know lines with several queens, not columns.  The
 * pair to report is that of nq_large_check: of all queens that have a queen before them, in the order
 * of columns, on one of their lines, the leftmost; of its lines the first (row, rising, falling); and
 * the leftmost queen on that.  A second look at the columns finds the first two queens of each such
 * line.  If there are more of these lines than NQ_LINES_MOST, the columns from the left are halved
 * until there are some, but no more than that: the leftmost pair is among them.  So the result
 * depends on the board alone. */
#include "board/report.h"
#include "cli/check/work.h"
#include "cluster/check_part.h"
#include "cluster/ranks.h"

#include <inttypes.h>
#include <limits.h>
#include <mpi.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GRAIN       UINT64_C(2048) /* the length of a box is a multiple of it */
#define FETCH_AHEAD 256
#ifndef GRAINS_MOST                     /* a test has short boxes */
#define GRAINS_MOST (UINT32_C(1) << 21) /* in a box */
#endif

/* What rank 0 sends to the others first. */
struct order {
  uint64_t memory_bytes, n, identity;
  char name[PATH_MAX];
};

/* ---- Marks ---- */

static void note_extra(check_part *part, nq_line_range *range, uint64_t offset) {
  bool first = nq_line_count_extra(range, offset) == 1;
  if (first && part->shared_count < NQ_LINES_MOST)
    part->shared[part->shared_count++] = range->begin + offset;
}

/* Lines for a box of this rank have come. */
static void mark(void *context, uint32_t box, const uint32_t *offsets, size_t count) {
  check_part *part = context;
  nq_line_range *range = &part->range[box / (uint32_t)part->ranks];
  for (size_t i = 0; i < count; i++) {
    if (i + FETCH_AHEAD < count)
      __builtin_prefetch(&range->marks[offsets[i + FETCH_AHEAD] / 64], 1);
    if (line_mark(range, offsets[i])) note_extra(part, range, offsets[i]);
  }
}

static void send_lines(check_part *part, uint64_t column, size_t count) {
  uint64_t n = part->n, length = part->grains * GRAIN;
  for (unsigned direction = 0; direction < NQ_DIRECTIONS; direction++) {
    uint64_t shift = line_shift(n, direction, column) - part->begin;
    uint64_t slope = line_slope(direction);
    for (size_t i = 0; i < count; i++, shift += slope) {
      uint64_t line = part->rows[i] + shift; /* wraps to a large number before the sweep */
      if (line >= part->span || part->rows[i] >= n) continue;
      uint32_t box = (uint32_t)(line / GRAIN) / part->grains;
      mail_put(&part->mail, box, (uint32_t)(line - box * length));
    }
  }
}

/* Are there shards for all ranks?  Then a rank reads whole ones. */
static bool has_whole_shards(const check_part *part) {
  return part->shards->count >= (size_t)part->ranks;
}

/* The first shard of a rank; their number for the one past the last. */
static size_t first_shard(const check_part *part, int rank) {
  return part->shards->count * (size_t)rank / (size_t)part->ranks;
}

/* Called once for each chunk, when all columns are read for the first time. */
static void look_at_rows(check_part *part, uint64_t column, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (part->rows[i] >= part->n)
      nq_report_column(&part->found, column + i, part->rows[i], part->rows[i] == NQ_LARGE_EMPTY);
  if (has_whole_shards(part) && part->shards->folder >= 0)
    cli_shards_visit(part->shards, column, part->rows, count);
}

/* Mark the lines of a sweep, of queens in the columns before `limit`. */
static nq_status sweep(check_part *part, uint64_t number, uint64_t limit) {
  uint64_t total = line_total(part->n), length = part->grains * GRAIN;
  uint64_t end = part->end < limit ? part->end : limit;
  part->begin = number * part->span;
  for (uint32_t i = 0; i < part->own; i++) {
    uint64_t begin = part->begin + (i * (uint64_t)part->ranks + (uint64_t)part->rank) * length;
    uint64_t rest = begin < total ? total - begin : 0;
    nq_line_range_set(&part->range[i], part->n, begin, rest < length ? rest : length);
  }
  nq_mail_begin(&part->mail);
  for (uint64_t column = part->first; column < end && nq_part_goes_on(part); column += PART_CHUNK) {
    size_t count = nq_part_read(part, column, end);
    if (number == 0 && limit == part->n) look_at_rows(part, column, count);
    send_lines(part, column, count);
    nq_mail_poll(&part->mail);
  }
  nq_mail_end(&part->mail);
  for (uint32_t i = 0; i < part->own; i++)
    nq_line_counts_add(&part->counts, &part->range[i].counts);
  if (part->status == NQ_OK && part->counts.no_memory)
    nq_part_fail(part, nq_error_set(&part->error, NQ_NO_MEMORY, "no memory for the check"));
  return nq_part_agree(part);
}

/* Mark all lines of queens in the columns before `limit`; the counts of all ranks together. */
static nq_status mark_all(check_part *part, uint64_t limit, nq_line_counts *counts) {
  part->counts = (nq_line_counts){0};
  part->shared_count = 0;
  part->now = (nq_progress){.phase = "check", .total = part->sweeps * (part->end - part->first)};
  for (uint64_t i = 0; i < part->sweeps; i++)
    if (sweep(part, i, limit) != NQ_OK) return part->status;
  const nq_line_counts *own = &part->counts;
  uint64_t sum[2 * NQ_DIRECTIONS + 2];
  memcpy(sum, own->pairs, sizeof own->pairs);
  memcpy(sum + NQ_DIRECTIONS, own->extras, sizeof own->extras);
  sum[2 * NQ_DIRECTIONS] = own->lines;
  sum[2 * NQ_DIRECTIONS + 1] = own->full;
  MPI_Allreduce(MPI_IN_PLACE, sum, 2 * NQ_DIRECTIONS + 2, MPI_UINT64_T, MPI_SUM, part->comm);
  memcpy(counts->pairs, sum, sizeof counts->pairs);
  memcpy(counts->extras, sum + NQ_DIRECTIONS, sizeof counts->extras);
  counts->lines = sum[2 * NQ_DIRECTIONS];
  counts->full = sum[2 * NQ_DIRECTIONS + 1] > 0;
  return NQ_OK;
}

/* ---- All steps ---- */

/* The sum of the counts of all ranks; *first is the least, and *row, unless NULL, that of its rank. */
static void join_notes(const check_part *part, uint64_t *count, uint64_t *first, uint64_t *row) {
  uint64_t own = *count > 0 ? *first : NO_COLUMN;
  MPI_Allreduce(MPI_IN_PLACE, count, 1, MPI_UINT64_T, MPI_SUM, part->comm);
  if (*count == 0) return;
  MPI_Allreduce(&own, first, 1, MPI_UINT64_T, MPI_MIN, part->comm);
  if (row == NULL) return;
  if (own != *first) *row = 0;
  MPI_Allreduce(MPI_IN_PLACE, row, 1, MPI_UINT64_T, MPI_MAX, part->comm);
}

static nq_status check_lines(check_part *part, nq_check_report *report) {
  nq_line_counts counts = {0};
  uint64_t low = 0, high = part->n;
  if (mark_all(part, high, &counts) != NQ_OK) return part->status;
  *report = part->found;
  join_notes(part, &report->empty_columns, &report->first_empty, NULL);
  join_notes(part, &report->out_of_range, &report->first_out_of_range, &report->row_out_of_range);
  nq_line_counts_report(&counts, report);
  nq_report_judge(report);
  while (nq_line_counts_exceed(&counts)) {
    nq_line_counts before = {0};
    uint64_t middle = low + (high - low) / 2;
    if (mark_all(part, middle, &before) != NQ_OK) return part->status;
    if (before.lines == 0) {
      low = middle;
    } else {
      high = middle;
      counts = before;
    }
  }
  return counts.lines > 0 ? nq_part_find_first(part, high, counts.lines, report) : NQ_OK;
}

static bool report_reading(void *context, const nq_progress *now) {
  check_part *part = context;
  part->now = *now;
  return nq_part_goes_on(part);
}

/* Compare own shards with their checksums. */
static nq_status verify(check_part *part) {
  nq_mail_begin(&part->mail);
  nq_status status =
      cli_shards_verify(part->shards, first_shard(part, part->rank),
                        first_shard(part, part->rank + 1), report_reading, part, &part->error);
  return nq_part_end(part, status);
}

/* Each rank computes the checksums of its own shards; then all have all. */
static nq_status sum_files(check_part *part) {
  cli_shards *shards = part->shards;
  uint64_t sums[CLI_SHARDS_MAX] = {0};
  size_t first = first_shard(part, part->rank), end = first_shard(part, part->rank + 1);
  nq_mail_begin(&part->mail);
  nq_status status = cli_shards_sum(shards, first, end, report_reading, part, &part->error);
  if (nq_part_end(part, status) != NQ_OK) return part->status;
  for (size_t i = first; i < end; i++) sums[i] = shards->shard[i].checksum;
  MPI_Allreduce(MPI_IN_PLACE, sums, (int)shards->count, MPI_UINT64_T, MPI_SUM, part->comm);
  for (size_t i = 0; i < shards->count; i++) shards->shard[i].checksum = sums[i];
  shards->summed = true;
  return NQ_OK;
}

/* The first column of a rank; n for the one past the last. */
static uint64_t first_of(const check_part *part, int rank) {
  if (rank == part->ranks) return part->n;
  if (has_whole_shards(part)) return part->shards->shard[first_shard(part, rank)].first;
  return part->n / (uint64_t)part->ranks * (uint64_t)rank;
}

/* Divide columns and lines. */
static void divide(check_part *part) {
  uint64_t ranks = (uint64_t)part->ranks, total = line_total(part->n);
  uint64_t share = (total + ranks - 1) / ranks, most = part->memory_bytes * 8;
  if (part->memory_bytes == 0 || most > share) most = share;
  if (most < GRAIN) most = GRAIN;
  part->sweeps = (share + most - 1) / most;
  uint64_t grains = (share + part->sweeps * GRAIN - 1) / (part->sweeps * GRAIN);
  part->own = (uint32_t)((grains + GRAINS_MOST - 1) / GRAINS_MOST);
  part->grains = (uint32_t)((grains + part->own - 1) / part->own);
  part->span = ranks * part->own * part->grains * GRAIN;
  part->sweeps = (total + part->span - 1) / part->span;
  part->first = first_of(part, part->rank);
  part->end = first_of(part, part->rank + 1);
}

static nq_status prepare(check_part *part) {
  divide(part);
  part->rows = malloc(PART_CHUNK * sizeof *part->rows);
  part->shared = malloc(NQ_LINES_MOST * sizeof *part->shared);
  part->range = calloc(part->own, sizeof *part->range);
  bool room = part->rows != NULL && part->shared != NULL && part->range != NULL;
  for (uint32_t i = 0; i < part->own && room; i++)
    room = nq_line_range_init(&part->range[i], part->grains * GRAIN, NQ_LINES_MOST);
  nq_status status = nq_mail_open(&part->mail, part->own * (uint32_t)part->ranks, &part->error);
  if (status == NQ_OK && !room)
    status =
        nq_error_set(&part->error, NQ_NO_MEMORY, "checking needs %" PRIu64 " more bytes of memory",
                     part->own * part->grains * GRAIN / 8);
  if (status != NQ_OK) nq_part_fail(part, status);
  return nq_part_agree(part);
}

static nq_status check(check_part *part, nq_check_report *report) {
  *report = (nq_check_report){0};
  nq_status status = prepare(part);
  if (status == NQ_OK) status = check_lines(part, report);
  if (status == NQ_OK && !part->new) status = verify(part);
  if (status == NQ_OK && part->new && report->valid) status = sum_files(part);
  nq_mail_release(&part->mail);
  for (uint32_t i = 0; i < part->own && part->range != NULL; i++)
    nq_line_range_release(&part->range[i]);
  free(part->range);
  free(part->shared);
  free(part->rows);
  return status;
}

static void begin(check_part *part) {
  *part = (check_part){0};
  MPI_Comm_dup(MPI_COMM_WORLD, &part->comm);
  MPI_Comm_rank(part->comm, &part->rank);
  MPI_Comm_size(part->comm, &part->ranks);
  part->mail = (nq_mail){.comm = part->comm,
                         .rank = part->rank,
                         .ranks = part->ranks,
                         .take = mark,
                         .idle = nq_part_attend,
                         .context = part};
}

/* Differs for other boards, if they are in shards. */
static uint64_t identify(const cli_shards *shards) {
  uint64_t identity = shards->count;
  for (size_t i = 0; i < shards->count; i++)
    identity = identity * UINT64_C(0x9e3779b97f4a7c15) + shards->shard[i].checksum;
  return identity;
}

/* ---- Rank 0 ---- */

static nq_status lead(void *context, nq_error *error) {
  cli_check_together *job = context;
  check_part part;
  begin(&part);
  part.shards = job->shards;
  part.n = part.shards->n;
  part.memory_bytes = job->memory_bytes;
  nq_watch_init(&part.watch, 0, job->progress, job->context);
  struct order order = {
      .memory_bytes = part.memory_bytes, .n = part.n, .identity = identify(part.shards)};
  snprintf(order.name, sizeof order.name, "%s", part.shards->name);
  MPI_Bcast(&order, sizeof order, MPI_BYTE, 0, part.comm);
  if (nq_part_agree(&part) == NQ_OK) check(&part, &job->report);
  if (part.status != NQ_OK && error != NULL) *error = part.error;
  nq_watch_release(&part.watch);
  MPI_Comm_free(&part.comm);
  return part.status;
}

/* ---- All ranks ---- */

nq_status nq_check_lines(cli_shards *shards, nq_progress_function *progress, void *context,
                         nq_check_report *report, nq_error *error) {
  check_part part;
  begin(&part);
  part.shards = shards;
  part.n = shards->n;
  part.new = true;
  nq_watch_init(&part.watch, 0, progress, context);
  check(&part, report);
  if (part.status != NQ_OK && error != NULL) *error = part.error;
  nq_watch_release(&part.watch);
  MPI_Comm_free(&part.comm);
  return part.status;
}

/* ---- The others ---- */

/* Open the board that rank 0 has opened. */
static nq_status open_board(check_part *part, cli_shards *shards, const struct order *order) {
  nq_status status = cli_shards_open(shards, order->name, &part->error);
  if (status == NQ_OK && (shards->n != order->n || identify(shards) != order->identity))
    status = nq_error_set(&part->error, NQ_BAD_FORMAT,
                          "%.200s is another board here: all ranks must read the same files",
                          order->name);
  if (status != NQ_OK) {
    part->status = status;
    nq_rank_sign(part->rank, &part->error);
  }
  part->shards = shards;
  return nq_part_agree(part);
}

static void follow(void) {
  check_part part;
  struct order order;
  cli_shards shards = CLI_SHARDS_CLOSED;
  nq_check_report report;
  begin(&part);
  MPI_Bcast(&order, sizeof order, MPI_BYTE, 0, part.comm);
  part.n = order.n;
  part.memory_bytes = order.memory_bytes;
  if (open_board(&part, &shards, &order) == NQ_OK) check(&part, &report);
  cli_shards_release(&shards);
  MPI_Comm_free(&part.comm);
}

const rank_joint nq_joint_check = {.name = "check", .lead = lead, .follow = follow};

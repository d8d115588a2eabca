/* The first pair of queens on a line, of a board that ranks check together. */
#include "cluster/check_part.h"

#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

/* Lines with several queens, of all ranks. */
struct pairs {
  uint64_t *line;
  uint64_t *first,
      *second;     /* columns of this rank, NO_COLUMN: none; in the end the second of all */
  uint64_t *least; /* the first column of all ranks */
  size_t count;
  nq_table places; /* of a line: its place, from 1 */
};

static void release_pairs(struct pairs *pairs) {
  free(pairs->line);
  free(pairs->first);
  free(pairs->second);
  free(pairs->least);
  nq_table_release(&pairs->places);
}

/* Send own lines with several queens to all; `count`: of all ranks. */
static nq_status gather_lines(check_part *part, struct pairs *pairs, size_t count) {
  size_t ranks = (size_t)part->ranks;
  int own = (int)part->shared_count, *counts = calloc(ranks, sizeof *counts);
  int *places = calloc(ranks, sizeof *places);
  pairs->line = calloc(count, sizeof *pairs->line);
  pairs->first = calloc(count, sizeof *pairs->first);
  pairs->second = calloc(count, sizeof *pairs->second);
  pairs->least = calloc(count, sizeof *pairs->least);
  bool room = counts != NULL && places != NULL && pairs->line != NULL && pairs->first != NULL &&
              pairs->second != NULL && pairs->least != NULL;
  for (size_t i = 0; i < count && room; i++) pairs->first[i] = pairs->second[i] = NO_COLUMN;
  if (!room)
    nq_part_fail(part, nq_error_set(&part->error, NQ_NO_MEMORY, "no memory for the check"));
  if (nq_part_agree(part) == NQ_OK && room) {
    MPI_Allgather(&own, 1, MPI_INT, counts, 1, MPI_INT, part->comm);
    for (size_t i = 1; i < ranks; i++) places[i] = places[i - 1] + counts[i - 1];
    MPI_Allgatherv(part->shared, own, MPI_UINT64_T, pairs->line, counts, places, MPI_UINT64_T,
                   part->comm);
    pairs->count = count;
  }
  free(counts);
  free(places);
  return part->status;
}

static void number_lines(check_part *part, struct pairs *pairs) {
  for (size_t i = 0; i < pairs->count && part->status == NQ_OK; i++)
    if (!nq_table_set(&pairs->places, pairs->line[i], (uint32_t)i + 1))
      nq_part_fail(part, nq_error_set(&part->error, NQ_NO_MEMORY, "no memory for the check"));
}

/* The first two queens of each line in the columns of this rank before `limit`. */
static void find_queens(check_part *part, struct pairs *pairs, uint64_t limit) {
  uint64_t n = part->n, end = part->end < limit ? part->end : limit;
  part->now = (nq_progress){.phase = "check", .total = part->end - part->first};
  for (uint64_t column = part->first; column < end && nq_part_goes_on(part); column += PART_CHUNK) {
    size_t count = nq_part_read(part, column, end);
    for (size_t i = 0; i < count; i++)
      for (unsigned direction = 0; direction < NQ_DIRECTIONS && part->rows[i] < n; direction++) {
        uint64_t line = part->rows[i] + line_shift(n, direction, column + i);
        uint32_t place = nq_table_get(&pairs->places, line);
        if (place == 0) continue;
        uint64_t *first = &pairs->first[place - 1], *second = &pairs->second[place - 1];
        if (*first == NO_COLUMN)
          *first = column + i;
        else if (*second == NO_COLUMN)
          *second = column + i;
      }
  }
}

/* The first two queens of all ranks. */
static void join_queens(const check_part *part, struct pairs *pairs) {
  int count = (int)pairs->count;
  MPI_Allreduce(pairs->first, pairs->least, count, MPI_UINT64_T, MPI_MIN, part->comm);
  for (size_t i = 0; i < pairs->count; i++) /* another rank has the first: this one's is later */
    if (pairs->first[i] != pairs->least[i]) pairs->second[i] = pairs->first[i];
  MPI_Allreduce(MPI_IN_PLACE, pairs->second, count, MPI_UINT64_T, MPI_MIN, part->comm);
}

static void report_first(const struct pairs *pairs, uint64_t n, nq_check_report *report) {
  size_t best = 0;
  for (size_t i = 1; i < pairs->count; i++)
    if (pairs->second[i] < pairs->second[best] ||
        (pairs->second[i] == pairs->second[best] && pairs->line[i] < pairs->line[best]))
      best = i;
  report->direction = line_direction(n, pairs->line[best]);
  report->line = pairs->line[best] - line_first(n, report->direction);
  report->first_column = pairs->least[best];
  report->second_column = pairs->second[best];
}

nq_status nq_part_find_first(check_part *part, uint64_t limit, uint64_t count,
                             nq_check_report *report) {
  struct pairs pairs = {0};
  if (gather_lines(part, &pairs, (size_t)count) == NQ_OK) {
    number_lines(part, &pairs);
    nq_mail_begin(&part->mail);
    find_queens(part, &pairs, limit);
    if (nq_part_end(part, NQ_OK) == NQ_OK) join_queens(part, &pairs);
    if (part->status == NQ_OK) report_first(&pairs, part->n, report);
  }
  release_pairs(&pairs);
  return part->status;
}

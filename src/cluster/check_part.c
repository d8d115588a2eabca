#include "cluster/check_part.h"

void nq_part_attend(void *context) {
  check_part *part = context;
  if (part->rank == 0 && !part->mail.stopped && nq_watch_poll(&part->watch, part->now))
    nq_mail_stop(&part->mail);
  nq_rank_end_orphan();
}

bool nq_part_goes_on(check_part *part) {
  nq_part_attend(part);
  if (part->rank > 0) nq_mail_poll(&part->mail);
  return part->status == NQ_OK && !part->mail.stopped;
}

void nq_part_fail(check_part *part, nq_status status) {
  part->status = status;
  if (status == NQ_NO_MEMORY) nq_rank_sign(part->rank, &part->error);
}

nq_status nq_part_agree(check_part *part) {
  bool failed = part->status != NQ_OK && part->status != NQ_END;
  int own[2] = {failed ? part->rank : part->ranks, part->mail.stopped ? 0 : 1}, all[2];
  MPI_Allreduce(own, all, 2, MPI_INT, MPI_MIN, part->comm);
  if (all[1] == 0 && !part->mail.stopped) nq_mail_hear_stop(&part->mail);
  if (all[0] < part->ranks) {
    int status = (int)part->status;
    MPI_Bcast(&status, 1, MPI_INT, all[0], part->comm);
    MPI_Bcast(&part->error, sizeof part->error, MPI_BYTE, all[0], part->comm);
    return part->status = (nq_status)status;
  }
  return part->status = all[1] == 0 ? NQ_END : NQ_OK;
}

nq_status nq_part_end(check_part *part, nq_status status) {
  if (status != NQ_OK) nq_part_fail(part, status);
  nq_mail_end(&part->mail);
  return nq_part_agree(part);
}

size_t nq_part_read(check_part *part, uint64_t column, uint64_t end) {
  nq_large_board board = cli_shards_board(part->shards);
  size_t count = (size_t)(end - column < PART_CHUNK ? end - column : PART_CHUNK);
  nq_status status = board.read(board.context, column, part->rows, count, &part->error);
  if (status != NQ_OK) nq_part_fail(part, status);
  part->now.done += count;
  return status == NQ_OK ? count : 0;
}

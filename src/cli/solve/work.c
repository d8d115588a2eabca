/* Boards that other processes solve. */
#include "board/board.h"
#include "cli/solve/parts.h"

#include <stdlib.h>

#define TEXT_BYTES 1024

/* What a packed job begins with; the instance follows. */
typedef struct order {
  char text[TEXT_BYTES]; /* the method and its options */
  uint64_t seed;
  unsigned threads;
  nq_limits limits;
  uint32_t n;
  bool starts, keep; /* with `starts` n rows come before the instance */
} order;

static nq_status solve(void *context, void *worker, const void *unit, void *result,
                       nq_error *error) {
  cli_solve_job *job = context;
  cli_solved *solved = result;
  nq_solve_options options = job->solve;
  (void)worker;
  options.stream = *(const uint64_t *)unit;
  options.progress = nq_watch_goes_on;
  options.context = job->watch;
  nq_status status = nq_solve(job->instance, &options, &solved->board, &solved->result, error);
  bool stopped = solved->result.verdict == NQ_UNKNOWN && solved->result.interrupted;
  return status == NQ_OK && stopped ? NQ_END : status;
}

static void release(void *result) {
  nq_board_release(&((cli_solved *)result)->board);
}

static void pack_job(const void *context, nq_bytes *bytes) {
  const cli_solve_job *job = context;
  order head = {.seed = job->solve.seed,
                .threads = job->solve.threads,
                .limits = job->solve.limits,
                .n = nq_instance_n(job->instance),
                .starts = job->solve.from != NULL,
                .keep = job->solve.keep};
  nq_solve_options_text(&job->solve, head.text, sizeof head.text);
  nq_bytes_add(bytes, &head, sizeof head);
  if (head.starts) nq_bytes_add(bytes, job->solve.from, head.n * sizeof *job->solve.from);
  nq_instance_pack(job->instance, bytes);
}

static nq_status open_job(nq_bytes *packed, nq_watch *watch, void **result, nq_error *error) {
  order head;
  cli_solve_job *job = calloc(1, sizeof *job);
  if (job == NULL) return nq_error_set(error, NQ_NO_MEMORY, "no memory for an instance");
  *result = job;
  job->watch = watch;
  if (!nq_bytes_take(packed, &head, sizeof head) ||
      (head.starts && (nq_board_init(&job->from, head.n, NULL) != NQ_OK ||
                       !nq_bytes_take(packed, job->from.rows, head.n * sizeof(uint32_t)))) ||
      !nq_instance_unpack(packed, head.n, &job->own))
    return nq_error_set(error, NQ_NO_MEMORY, "no memory for an instance");
  job->instance = job->own;
  nq_solve_options_init(&job->solve);
  nq_status status = nq_solve_options_set(&job->solve, head.text, error);
  job->solve.seed = head.seed;
  job->solve.threads = head.threads;
  job->solve.limits = head.limits;
  job->solve.from = job->from.rows;
  job->solve.keep = head.keep;
  return status;
}

static void close_job(void *context) {
  cli_solve_job *job = context;
  nq_instance_free(job->own);
  nq_board_release(&job->from);
  free(job);
}

static void pack(const void *result, nq_bytes *bytes) {
  const cli_solved *solved = result;
  const nq_board *board = &solved->board;
  nq_bytes_add_result(bytes, &solved->result);
  nq_bytes_add(bytes, &board->n, sizeof board->n);
  nq_bytes_add(bytes, board->rows, board->n * sizeof *board->rows);
}

static bool unpack(nq_bytes *bytes, void *result) {
  cli_solved *solved = result;
  nq_board *board = &solved->board;
  uint32_t n;
  if (!nq_bytes_take_result(bytes, &solved->result, &solved->names) ||
      !nq_bytes_take(bytes, &n, sizeof n))
    return false;
  return n == 0 || (nq_board_init(board, n, NULL) == NQ_OK &&
                    nq_bytes_take(bytes, board->rows, n * sizeof *board->rows));
}

const nq_work_kind cli_solve_work = {.name = "solve",
                                     .unit_size = sizeof(uint64_t),
                                     .result_size = sizeof(cli_solved),
                                     .perform = solve,
                                     .release = release,
                                     .pack_job = pack_job,
                                     .open = open_job,
                                     .close = close_job,
                                     .pack = pack,
                                     .unpack = unpack};

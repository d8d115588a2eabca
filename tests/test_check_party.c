/* The check of a board by a party of threads (src/board/check_party.c), in shards (src/output/shards_files.c):
 * the report is that of the usual check, whatever the ranks, shards and memory. */
#include "board/board.h"
#include "core/random.h"
#include "hurried.h"
#include "output/output.h"
#include "refused.h"
#include "sized.h"
#include "temporary.h"
#include "party.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

/* ---- Boards ---- */

struct board {
  uint64_t n, *rows;
  uint64_t shards;
  bool wide;
};

static struct board make(uint64_t n, uint64_t shards, bool is_wide) {
  struct board board = {n, calloc((size_t)n, sizeof *board.rows), shards, is_wide};
  assert_non_null(board.rows);
  for (uint64_t column = 0; column < n; column++) board.rows[column] = 2 * column % n;
  return board;
}

/* Write it to the folder, with its checksums unless `open`; it is to be released then. */
static void write_board(const struct board *board, const char *path, cli_shards *open) {
  cli_shards own = {0}, *shards = open != NULL ? open : &own;
  nq_error error = {0};
  if (cli_shards_create(shards, path, board->n, board->shards, board->wide, &error) != NQ_OK)
    fail_msg("%s", error.message);
  assert_int_equal(cli_shards_reserve(shards, &error), NQ_OK);
  nq_large_board files = cli_shards_board(shards);
  assert_int_equal(files.write(files.context, 0, board->rows, (size_t)board->n, &error), NQ_OK);
  if (open != NULL) return;
  const cli_shards_run run = {.method = "none"};
  assert_int_equal(cli_shards_commit(shards, &run, &error), NQ_OK);
  cli_shards_release(shards);
}

static void remove_board(const char *path) {
  char name[64];
  int shard = 0;
  do snprintf(name, sizeof name, "%s/part-%05d.npy", path, shard++);
  while (unlink(name) == 0);
  snprintf(name, sizeof name, "%s/index.json", path);
  assert_int_equal(unlink(name), 0);
  assert_int_equal(rmdir(path), 0);
}

static nq_status read_rows(void *context, uint64_t column, uint64_t *rows, size_t count,
                           nq_error *error) {
  const struct board *board = context;
  (void)error;
  memcpy(rows, board->rows + column, count * sizeof *rows);
  return NQ_OK;
}

static nq_check_report check_alone(struct board *board) {
  const nq_large_board all = {.n = board->n, .context = board, .read = read_rows};
  const nq_check_options options = {.threads = 1};
  nq_check_report report;
  assert_int_equal(nq_large_check(&all, &options, &report, NULL), NQ_OK);
  return report;
}

static void assert_same(const nq_check_report *a, const nq_check_report *b) {
  assert_int_equal(a->valid, b->valid);
  assert_int_equal(a->conflicts, b->conflicts);
  for (int i = 0; i < 3; i++) assert_int_equal(a->pairs[i], b->pairs[i]);
  assert_int_equal(a->more, b->more);
  assert_int_equal(a->empty_columns, b->empty_columns);
  assert_int_equal(a->first_empty, b->first_empty);
  assert_int_equal(a->out_of_range, b->out_of_range);
  if (a->out_of_range > 0) {
    assert_int_equal(a->first_out_of_range, b->first_out_of_range);
    assert_int_equal(a->row_out_of_range, b->row_out_of_range);
  }
  if (a->conflicts == 0) return;
  assert_int_equal(a->direction, b->direction);
  assert_int_equal(a->line, b->line);
  assert_int_equal(a->first_column, b->first_column);
  assert_int_equal(a->second_column, b->second_column);
}

/* ---- A check by ranks ---- */

struct run {
  const char *path;
  const cli_shards *new; /* made by rank 0, in the folder `path`; or NULL */
  uint64_t memory;
  nq_progress_function *progress; /* of rank 0 */
  void *context;
  int needy; /* the rank whose request for memory number `refused` fails */
  unsigned long refused;
  /* The results. */
  nq_check_report report[PARTY_RANKS];
  nq_status status[PARTY_RANKS];
  nq_error error[PARTY_RANKS];
  uint64_t checksum[PARTY_RANKS][8];
  bool was_refused;
};

/* A report that must be overwritten. */
static nq_check_report rubbish(void) {
  nq_check_report report;
  memset(&report, 0x55, sizeof report);
  report.valid = report.more = true;
  return report;
}

static nq_status open_board(const struct run *run, cli_shards *shards, nq_error *error) {
  if (run->new == NULL) return cli_shards_open(shards, run->path, error);
  return cli_shards_join(shards, run->path, run->new->n, run->new->shard_columns,
                         run->new->row_bytes, error);
}

/* As in src/cluster/joint.c. */
static void take_part(nq_party *party, void *context) {
  struct run *run = context;
  cli_shards shards;
  nq_watch watch;
  nq_error *error = &run->error[party->own];
  nq_check_report *report = &run->report[party->own];
  *report = rubbish();
  if (open_board(run, &shards, error) != NQ_OK) abort();
  const nq_large_board board = cli_shards_board(&shards);
  nq_watch_init(&watch, 0, party->own == 0 ? run->progress : NULL, run->context);
  calls = 0;
  refused_call = (int)party->own == run->needy ? run->refused : 0;
  nq_status status = nq_large_check_party(&board, party, run->memory, &watch, report, error);
  if (status == NQ_OK) cli_shards_join_sums(&shards, party);
  if ((int)party->own == run->needy) run->was_refused = calls >= run->refused;
  refused_call = 0;
  if (status == NQ_OK) status = cli_shards_sum(&shards, 0, shards.count, error);
  for (size_t i = 0; i < shards.count; i++) run->checksum[party->own][i] = shards.shard[i].checksum;
  run->status[party->own] = status;
  nq_watch_release(&watch);
  cli_shards_release(&shards);
}

static struct run check_together(const char *path, unsigned ranks, uint64_t memory,
                                 nq_progress_function *progress, void *context) {
  struct run run = {.path = path, .memory = memory, .progress = progress, .context = context};
  run.needy = -1;
  party_run(ranks, take_part, &run);
  for (unsigned rank = 1; rank < ranks; rank++) {
    assert_int_equal(run.status[rank], run.status[0]);
    if (run.status[0] == NQ_OK) assert_same(&run.report[rank], &run.report[0]);
  }
  return run;
}

/* The same as alone; the board is freed. */
static nq_check_report compare(struct board *board, unsigned ranks, uint64_t memory) {
  const nq_check_report alone = check_alone(board);
  write_board(board, "board/", NULL);
  struct run run = check_together("board", ranks, memory, NULL, NULL);
  if (run.status[0] != NQ_OK) fail_msg("%s", run.error[0].message);
  assert_same(&run.report[0], &alone);
  remove_board("board");
  free(board->rows);
  return alone;
}

static void finds_what_the_usual_check_finds(void **state) {
  nq_pcg64 random;
  unsigned valid = 0, strays = 0, both = 0;
  (void)state;
  nq_pcg64_seed(&random, 1, 0);
  for (int i = 0; i < (int)trimmed(sized(120, 300)); i++) {
    uint64_t n = 1 + nq_pcg64_below(&random, i % 3 == 0 ? 8 : 9000);
    struct board board = make(n, 1 + nq_pcg64_below(&random, n < 7 ? n : 7), i % 2 == 0);
    unsigned ranks = 1 + (unsigned)nq_pcg64_below(&random, 5);
    uint64_t memory = i % 4 < 2 ? 0 : 1 + nq_pcg64_below(&random, n);
    for (uint64_t changes = nq_pcg64_below(&random, i % 5 == 0 ? 40 : 3); changes > 0; changes--)
      board.rows[nq_pcg64_below(&random, n)] = nq_pcg64_below(&random, n + n / 2 + 1);
    if (i % 7 == 0) board.rows[n / 2] = NQ_LARGE_EMPTY;
    nq_check_report report = compare(&board, ranks, memory);
    valid += report.valid;
    strays += report.out_of_range > 0;
    both += report.out_of_range > 0 && report.conflicts > 0;
  }
  assert_true(valid > trimmed(4) && strays > trimmed(20) && both > trimmed(12));
}

/* The first lines of a rank that come together are not those of the first columns: in a batch the rows
 * precede the diagonals.  Two are of rank 0 and one of rank 1. */
static void ranks_have_numbers_of_lines_that_differ(void **state) {
  (void)state;
  struct board board = make(20011, 7, false);
  board.rows[299] = 8740;
  nq_check_report report = compare(&board, 2, 0);
  assert_int_equal(report.conflicts, 3);
  assert_int_equal(report.direction, NQ_RISING);
  assert_int_equal(report.second_column, 3013);
}

static void reads_columns_in_several_chunks(void **state) {
  static const uint64_t columns[] = {16383, 16384, 40000, 65534, 69999};
  (void)state;
  for (size_t i = 0; i < sizeof columns / sizeof *columns; i++) {
    struct board board = make(70001, 3, true);
    board.rows[columns[i]] = board.rows[columns[i] / 3];
    board.rows[columns[i] / 2] = 70001 + i;
    compare(&board, 1 + (unsigned)i % 3, i % 2 == 0 ? 0 : 3000);
  }
}

/* More lines with several queens than are kept. */
static void counts_extras_if_there_are_many_conflicts(void **state) {
  uint64_t n = 1500000;
  (void)state;
  for (int turn = 0; turn < 2; turn++) {
    struct board board = make(n, 3, false);
    for (uint64_t i = 0; i < n; i++) /* from the left or from the right */
      board.rows[turn == 0 ? i : n - 1 - i] = i < n / 2 ? 2 * i : i / 2;
    nq_check_report report = compare(&board, turn == 0 ? 3 : 1, 0);
    assert_true(report.more);
  }
}

/* ---- New boards ---- */

static void every_rank_has_the_checksums_of_a_new_board(void **state) {
  (void)state;
  for (unsigned i = 0; i < 10; i++) {
    struct board board = make(i < 5 ? 3001 : 70001, i % 5 + 1, i % 2 == 0);
    cli_shards shards;
    const nq_check_report alone = check_alone(&board);
    write_board(&board, "board/", &shards);
    struct run run = {.path = "board", .new = &shards, .needy = -1};
    party_run(1 + i % 4, take_part, &run);
    assert_int_equal(cli_shards_sum(&shards, 0, shards.count, NULL), NQ_OK);
    for (unsigned rank = 0; rank <= i % 4; rank++) {
      assert_int_equal(run.status[rank], NQ_OK);
      assert_same(&run.report[rank], &alone);
      for (size_t shard = 0; shard < shards.count; shard++)
        assert_int_equal(run.checksum[rank][shard], shards.shard[shard].checksum);
    }
    cli_shards_release(&shards);
    free(board.rows);
  }
}

static void every_rank_has_the_error_of_a_new_board(void **state) {
  struct board board = make(300001, 3, false);
  cli_shards shards;
  (void)state;
  write_board(&board, "board/", &shards);
  struct run run = {.path = "board", .new = &shards, .needy = -1};
  assert_int_equal(truncate("board/part-00002.npy", 200), 0);
  party_run(3, take_part, &run);
  for (int rank = 0; rank < 3; rank++) {
    assert_int_equal(run.status[rank], NQ_IO);
    assert_string_equal(run.error[rank].message, "board/part-00002.npy: it ends too early");
  }
  cli_shards_release(&shards);
  free(board.rows);
}

/* ---- Errors ---- */

/* Change a byte of a file. */
static void damage(const char *path, long at) {
  FILE *file = fopen(path, "r+b");
  assert_non_null(file);
  assert_int_equal(fseek(file, at, SEEK_SET), 0);
  int byte = fgetc(file);
  assert_int_equal(fseek(file, at, SEEK_SET), 0);
  assert_int_equal(fputc(byte ^ 1, file), byte ^ 1);
  assert_int_equal(fclose(file), 0);
}

/* The first is named. */
static void every_altered_shard_is_found(void **state) {
  (void)state;
  for (int i = 0; i < 15; i++) {
    struct board board = make(3001, 5, false);
    char name[40];
    write_board(&board, "board/", NULL);
    damage("board/part-00004.npy", 1000);
    snprintf(name, sizeof name, "board/part-%05d.npy", i % 5);
    damage(name, 1001);
    struct run run = check_together("board", 1 + (unsigned)i / 5 * 2, 0, NULL, NULL);
    assert_int_equal(run.status[0], NQ_BAD_FORMAT);
    assert_non_null(strstr(run.error[0].message, name));
    assert_non_null(strstr(run.error[0].message, "its CRC-32 is"));
    remove_board("board");
    free(board.rows);
  }
}

/* Shorten the last shard while it is open. */
static bool cut_off(void *context, const nq_progress *progress) {
  (void)context;
  if (strcmp(progress->phase, "check") == 0 && truncate("board/part-00002.npy", 200) != 0) abort();
  return true;
}

static void a_file_that_becomes_shorter_is_an_error(void **state) {
  (void)state;
  for (unsigned ranks = 1; ranks <= 3; ranks++) {
    struct board board = make(200003, 3, true);
    write_board(&board, "board/", NULL);
    struct run run = check_together("board", ranks, 100, cut_off, NULL);
    assert_int_equal(run.status[0], NQ_IO);
    assert_non_null(strstr(run.error[0].message, "board/part-00002.npy: it ends too early"));
    remove_board("board");
    free(board.rows);
  }
}

static void refused_memory_is_an_error_of_that_rank(void **state) {
  struct board board = make(3001, 3, false);
  unsigned long errors = 0, sized = 0;
  (void)state;
  board.rows[3000] = board.rows[3];
  const nq_check_report alone = check_alone(&board);
  write_board(&board, "board/", NULL);
  for (int needy = 0; needy < 3; needy++)
    for (unsigned long refused = 1, goes_on = 1; goes_on; refused++) {
      char named[24];
      struct run run = {.path = "board", .needy = needy, .refused = refused};
      party_run(3, take_part, &run);
      goes_on = run.was_refused;
      errors += run.status[0] == NQ_NO_MEMORY;
      sized += strstr(run.error[0].message, " bytes of memory") != NULL;
      snprintf(named, sizeof named, "rank %d: ", needy);
      if (run.status[0] == NQ_OK) /* it needed no more */
        assert_same(&run.report[0], &alone);
      else if (run.status[0] != NQ_NO_MEMORY || strstr(run.error[0].message, named) == NULL)
        fail_msg("%s", run.error[0].message);
    }
  assert_true(errors >= 3 * 6 && sized >= 3 * 5);
  remove_board("board");
  free(board.rows);
}

/* ---- The end ---- */

struct stop {
  unsigned left; /* calls before it */
  unsigned checks;
};

static bool stop_later(void *context, const nq_progress *progress) {
  struct stop *stop = context;
  if (progress->done > progress->total) abort();
  stop->checks += strcmp(progress->phase, "check") == 0;
  return stop->left-- > 0;
}

static void a_stop_of_rank_0_ends_all(void **state) {
  (void)state;
  for (unsigned ranks = 1; ranks <= 3; ranks++) {
    struct board board = make(3001, ranks == 3 ? 2 : 4, false);
    struct run run = {.status = {NQ_END}};
    board.rows[3000] = board.rows[3];
    const nq_check_report alone = check_alone(&board);
    write_board(&board, "board/", NULL);
    for (unsigned left = 0; run.status[0] == NQ_END; left++) {
      struct stop stop = {.left = left};
      run = check_together("board", ranks, 100, stop_later, &stop);
      if (run.status[0] == NQ_OK) assert_true(stop.checks > 2);
    }
    assert_int_equal(run.status[0], NQ_OK);
    assert_same(&run.report[0], &alone);
    remove_board("board");
    free(board.rows);
  }
}

struct seen {
  uint64_t done[8], total[8];
  size_t count;
};

static bool see(void *context, const nq_progress *progress) {
  struct seen *seen = context;
  if (strcmp(progress->phase, "check") != 0 || seen->count == 8) return true;
  seen->done[seen->count] = progress->done;
  seen->total[seen->count++] = progress->total;
  return true;
}

/* Each sweep reads all columns. */
static void columns_that_were_read_are_counted(void **state) {
  struct board board = make(200111, 1, false);
  struct seen seen = {.count = 0};
  (void)state;
  write_board(&board, "board/", NULL);
  assert_int_equal(check_together("board", 1, 62535 + 1, see, &seen).status[0], NQ_OK);
  assert_int_equal(seen.count, 8);
  for (uint64_t i = 0; i < 8; i++) {
    assert_int_equal(seen.total[i], 200111);
    assert_int_equal(seen.done[i], i * (200111 / 4) / 2);
  }
  remove_board("board");
  free(board.rows);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(finds_what_the_usual_check_finds),
      cmocka_unit_test(ranks_have_numbers_of_lines_that_differ),
      cmocka_unit_test(reads_columns_in_several_chunks),
      cmocka_unit_test(counts_extras_if_there_are_many_conflicts),
      cmocka_unit_test(every_rank_has_the_checksums_of_a_new_board),
      cmocka_unit_test(every_rank_has_the_error_of_a_new_board),
      cmocka_unit_test(every_altered_shard_is_found),
      cmocka_unit_test(a_file_that_becomes_shorter_is_an_error),
      cmocka_unit_test(refused_memory_is_an_error_of_that_rank),
      cmocka_unit_test(a_stop_of_rank_0_ends_all),
      cmocka_unit_test(columns_that_were_read_are_counted),
  };
  return cmocka_run_group_tests(tests, enter_temporary_folder, remove_temporary_folder);
}

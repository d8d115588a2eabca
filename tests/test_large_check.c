/* The checker of large boards finds every fault, whatever its memory and threads. */
#include "board/board.h"
#include "board/lines.h"
#include "core/core.h"
#include "nqueens.h"
#include "sized.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#define CHUNK (UINT64_C(1) << 17) /* columns that the checker reads together */

/* ---- A board in memory ---- */

struct memory {
  uint64_t n;
  uint64_t *rows;
  unsigned reads, looks; /* so far; those of column 0 */
  unsigned fails_at;     /* this read, from 1, fails; 0: none */
  unsigned ends_at;      /* this look ends the watch; 0: none */
  uint64_t visited;      /* columns */
  nq_watch *watch;
};

static nq_status read_rows(void *context, uint64_t column, uint64_t *rows, size_t count,
                           nq_error *error) {
  struct memory *memory = context;
  assert_true(column + count <= memory->n);
  if (memory->fails_at > 0 && ++memory->reads == memory->fails_at)
    return nq_error_set(error, NQ_IO, "the disk is gone");
  if (memory->watch != NULL && column == 0 && ++memory->looks == memory->ends_at)
    nq_watch_end(memory->watch);
  memcpy(rows, memory->rows + column, count * sizeof *rows);
  return NQ_OK;
}

static void visit_rows(void *context, uint64_t column, const uint64_t *rows, size_t count) {
  struct memory *memory = context;
  assert_int_equal(column, memory->visited);
  assert_memory_equal(rows, memory->rows + column, count * sizeof *rows);
  memory->visited += count;
}

/* A solution if n is 1 or 5 more than a multiple of 6. */
static nq_large_board init(struct memory *memory, uint64_t n) {
  *memory = (struct memory){.n = n, .rows = calloc((size_t)n, sizeof *memory->rows)};
  assert_non_null(memory->rows);
  for (uint64_t column = 0; column < n; column++) memory->rows[column] = 2 * column % n;
  return (nq_large_board){.n = n, .context = memory, .read = read_rows};
}

static void report_with(const nq_large_board *board, unsigned threads, uint64_t memory,
                        nq_check_report *report) {
  const nq_check_options options = {.threads = threads, .memory_bytes = memory};
  assert_int_equal(nq_large_check(board, &options, report, NULL), NQ_OK);
}

/* ---- The report ---- */

/* The report must be that of the usual checker. */
static void compare_report(const struct memory *memory, const nq_check_report *wanted,
                           const nq_check_report *report) {
  assert_int_equal(report->valid, wanted->valid);
  assert_int_equal(report->conflicts, wanted->conflicts);
  assert_memory_equal(report->pairs, wanted->pairs, sizeof report->pairs);
  assert_int_equal(report->empty_columns, wanted->empty_columns);
  assert_int_equal(report->first_empty, wanted->first_empty);
  assert_int_equal(report->out_of_range, wanted->out_of_range);
  assert_int_equal(report->first_out_of_range, wanted->first_out_of_range);
  if (wanted->out_of_range > 0)
    assert_int_equal(report->row_out_of_range, memory->rows[wanted->first_out_of_range]);
  if (wanted->conflicts == 0) return;
  assert_int_equal(report->first_column, wanted->first_column);
  assert_int_equal(report->second_column, wanted->second_column);
  assert_int_equal(report->direction, wanted->direction);
  assert_int_equal(report->line, wanted->line);
}

static void compare_reports(const struct memory *memory, const nq_large_board *board,
                            uint64_t most_memory) {
  uint32_t n = (uint32_t)memory->n, *rows = calloc(n, sizeof *rows);
  nq_check_report wanted;
  nq_check_report report;
  assert_non_null(rows);
  for (uint32_t i = 0; i < n; i++) rows[i] = (uint32_t)memory->rows[i];
  assert_int_equal(nq_check(rows, n, NULL, &wanted, NULL), NQ_OK);
  free(rows);
  for (unsigned threads = 1; threads <= 4; threads *= 2)
    for (uint64_t bytes = 0; bytes <= most_memory; bytes = 2 * bytes + most_memory / 8 + 1) {
      report_with(board, threads, bytes, &report);
      compare_report(memory, &wanted, &report);
    }
}

/* Also when they are read several times, and when there are conflicts. */
static void visits_each_column_once(void **state) {
  struct memory memory;
  nq_check_report report;
  (void)state;
  nq_large_board board = init(&memory, 5 * CHUNK + 3);
  board.visit = visit_rows;
  for (unsigned threads = 1; threads <= 4; threads++)
    for (unsigned valid = 0; valid < 2; valid++) {
      memory.visited = 0;
      memory.rows[7] = valid ? 14 : UINT64_MAX;
      report_with(&board, threads, valid * 100000 * threads, &report);
      assert_int_equal(memory.visited, board.n);
    }
  free(memory.rows);
}

static void finds_what_the_usual_checker_finds(void **state) {
  struct memory memory;
  uint64_t n = 10007;
  nq_pcg64 random;
  (void)state;
  nq_large_board board = init(&memory, n);
  nq_pcg64_seed(&random, 1, 0);
  compare_reports(&memory, &board, 4096);
  for (unsigned i = 0; i < 24; i++) { /* more and more faults */
    uint64_t column = nq_pcg64_below(&random, n);
    memory.rows[column] = i % 8 == 7 ? NQ_LARGE_EMPTY : nq_pcg64_below(&random, n + (i % 4 == 3));
    compare_reports(&memory, &board, 4096);
  }
  for (uint64_t column = 0; column < n; column++) memory.rows[column] = 5;
  compare_reports(&memory, &board, 4096);
  for (uint64_t column = 0; column < n; column++) memory.rows[column] = n - 1 - column;
  compare_reports(&memory, &board, 4096);
  free(memory.rows);
}

/* Several threads in several passes: every line is in one part of one pass. */
static void parts_and_passes_have_no_gap(void **state) {
  struct memory memory;
  nq_large_board board = init(&memory, 20011);
  nq_pcg64 random;
  (void)state;
  nq_pcg64_seed(&random, 4, 0);
  for (unsigned i = 0; i < 8; i++) {
    memory.rows[nq_pcg64_below(&random, board.n)] = nq_pcg64_below(&random, board.n);
    compare_reports(&memory, &board, 8192);
  }
  free(memory.rows);
}

/* Though its sum with the column is that of queens on the board. */
static void rows_above_the_board_are_on_no_line(void **state) {
  struct memory memory;
  nq_large_board board = init(&memory, 20011);
  (void)state;
  memory.rows[989] = memory.rows[1500] = board.n;
  memory.rows[18000] = 3000; /* the row of column 1500 so far */
  assert_int_equal(18000 + memory.rows[18000], 7000 + memory.rows[7000]);
  assert_int_equal(18000 + memory.rows[18000], 989 + memory.rows[989]);
  compare_reports(&memory, &board, 4096);
  free(memory.rows);
}

/* The search for the first queen reads chunk 0 over what the pass left: after it is the first row
 * of chunk 5. */
static void first_queen_is_not_of_an_earlier_look(void **state) {
  struct memory memory;
  nq_large_board board = init(&memory, 5 * CHUNK + 3);
  (void)state;
  memory.rows[5 * CHUNK] = memory.rows[CHUNK + 7];
  compare_reports(&memory, &board, 0);
  free(memory.rows);
}

/* Boards of whole chunks, and of one column more or fewer, with faults at the borders of chunks. */
static void chunks_have_no_gap(void **state) {
  (void)state;
  for (uint64_t chunks = 1; chunks <= trimmed(5); chunks += 4)
    for (uint64_t n = chunks * CHUNK - 1; n <= chunks * CHUNK + 1; n++) {
      const uint64_t columns[] = {n - 1, CHUNK - 1, CHUNK, 0};
      struct memory memory;
      nq_large_board board = init(&memory, n);
      compare_reports(&memory, &board, 0);
      for (unsigned i = 0; i < 4; i++) {
        if (columns[i] >= n) continue;
        memory.rows[columns[i]] = i == 0 ? n : memory.rows[(columns[i] + n / 2) % n];
        compare_reports(&memory, &board, 0);
      }
      free(memory.rows);
    }
}

static void sizes_from_1_on(void **state) {
  nq_pcg64 random;
  (void)state;
  nq_pcg64_seed(&random, 2, 0);
  for (uint64_t n = 1; n <= 70; n += TRIM) {
    struct memory memory;
    nq_large_board board = init(&memory, n);
    compare_reports(&memory, &board, 16);
    for (unsigned i = 0; i < trimmed(4); i++) {
      memory.rows[nq_pcg64_below(&random, n)] = nq_pcg64_below(&random, n + 1);
      compare_reports(&memory, &board, 16);
    }
    free(memory.rows);
  }
}

/* Two queens in each row: more rows than pairs are counted for, or just not. */
static void counts_alike_however_lines_are_divided(void **state) {
  (void)state;
  for (unsigned i = 0; i < 2; i++) {
    struct memory memory;
    uint64_t n = (UINT64_C(1) << 21) + 2 * i;
    nq_large_board board = init(&memory, n);
    for (uint64_t column = 0; column < n; column++) /* on no diagonal together */
      memory.rows[column] = 2 * (column % (n / 2)) + i;
    for (uint64_t bytes = 0; bytes <= 300000; bytes += 300000) {
      nq_check_report report;
      report_with(&board, 2, bytes, &report);
      assert_int_equal(report.more, i == 1);
      assert_int_equal(report.pairs[NQ_ROW], n / 2);
      assert_int_equal(report.second_column, n / 2);
    }
    free(memory.rows);
  }
}

/* Lines with so many queens that the pairs of all might be 2^64 or more. */
static void pairs_fit_into_64_bits(void **state) {
  static const struct {
    uint64_t n;
    uint32_t extras; /* of a line so far */
    bool full;       /* with one more */
  } lines[] = {{NQ_LARGE_N_MAX, (1U << 23) - 2, false},
               {NQ_LARGE_N_MAX, (1U << 23) - 1, true},
               {UINT64_C(1) << 33, (1U << 30) - 1, true},
               {UINT64_C(1) << 31, (1U << 31) - 2, false}};
  (void)state;
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    nq_line_range range;
    assert_true(nq_line_range_init(&range, 64, NQ_LINES_MOST));
    nq_line_range_set(&range, lines[i].n, 0, 64);
    assert_true(nq_table_set(&range.extras, 5, lines[i].extras));
    assert_int_equal(nq_line_count_extra(&range, 0, 5), lines[i].full ? 0 : lines[i].extras + 1);
    assert_int_equal(range.counts.full, lines[i].full);
    nq_line_range_release(&range);
  }
}

static void describes_the_fault(void **state) {
  static const struct {
    uint64_t rows[4];
    const char *text;
  } boards[] = {
      {{1, 3, 0, 2}, ""},
      {{1, 3, 1, 2}, "columns 0 and 2 share row 1"},
      {{3, 2, 0, 1}, "columns 0 and 1 share rising diagonal 3"},
      {{1, 3, 0, NQ_LARGE_EMPTY}, "column 3 is empty"},
      {{1, 3, 0, UINT64_C(1) << 33}, "column 3 has row 8589934592, outside 0..3"},
  };
  (void)state;
  for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
    struct memory memory;
    nq_large_board board = init(&memory, 4);
    nq_check_report report;
    char text[200];
    memcpy(memory.rows, boards[i].rows, sizeof boards[i].rows);
    report_with(&board, 1, 0, &report);
    nq_check_describe(&report, 4, NULL, text, sizeof text);
    assert_string_equal(text, boards[i].text);
    assert_int_equal(report.valid, *text == '\0');
    free(memory.rows);
  }
}

/* ---- Passes, errors and the watch ---- */

/* Each pass reads column 0 once: the marks of all lines take 5n / 8 bytes, and a pass has 4096
 * lines of a direction or more. */
static void passes_fit_into_memory(void **state) {
  static const struct {
    uint64_t n, memory;
    unsigned threads, passes;
  } checks[] = {{65537, 0, 1, 1},     {65537, 40961, 1, 1},  {65537, 40960, 2, 2},
                {65537, 20480, 1, 3}, {65537, 20481, 64, 2}, {65537, 1, 1, 17},
                {65537, 1, 1000, 17}, {4093, 1, 3, 1},       {8191, 1, 1, 2}};
  (void)state;
  for (size_t i = 0; i < sizeof checks / sizeof *checks; i++) {
    struct memory memory;
    nq_large_board board = init(&memory, checks[i].n);
    nq_check_report report;
    nq_watch watch;
    nq_watch_init(&watch, 0, NULL, NULL);
    memory.watch = &watch;
    report_with(&board, checks[i].threads, checks[i].memory, &report);
    assert_int_equal(memory.looks, checks[i].passes);
    nq_watch_release(&watch);
    free(memory.rows);
  }
}

/* In every pass, and in the search for the first queen of a pair.  What failed is reported, and
 * what was found before it is not taken for valid. */
static void reports_errors_of_the_board(void **state) {
  (void)state;
  for (unsigned threads = 1; threads <= 3; threads++)
    for (unsigned fails_at = 1 + (threads - 1) % TRIM; fails_at <= 9; fails_at += TRIM) {
      struct memory memory;
      nq_large_board board = init(&memory, 3 * CHUNK - 1);
      nq_check_report report;
      nq_error error = {0};
      const nq_check_options options = {.threads = threads, .memory_bytes = 5 * 3 * CHUNK / 16};
      memory.rows[board.n - 1] = memory.rows[board.n - 2];
      memory.fails_at = fails_at;
      assert_int_equal(nq_large_check(&board, &options, &report, &error), NQ_IO);
      assert_string_equal(error.message, "the disk is gone");
      assert_int_equal(nq_large_check(&board, &options, &report, NULL), NQ_OK);
      free(memory.rows);
    }
}

struct calls {
  nq_watch *watch;
  unsigned count, stops_at; /* this call, from 1, stops; 0: none */
  uint64_t done[16];
};

/* The next poll calls again, without waiting. */
static bool note_call(void *context, const nq_progress *progress) {
  struct calls *calls = context;
  assert_string_equal(progress->phase, "check");
  assert_int_equal(progress->total, 3 * CHUNK - 1);
  assert_in_range(calls->count, 0, 15);
  calls->done[calls->count++] = progress->done;
  calls->watch->called = 0;
  return calls->count != calls->stops_at;
}

static nq_status check_noted(struct calls *calls, uint64_t bytes, nq_check_report *report) {
  struct memory memory;
  nq_watch watch;
  nq_large_board board = init(&memory, 3 * CHUNK - 1);
  memory.rows[board.n - 1] = memory.rows[board.n - 2];
  nq_watch_init(&watch, 0, note_call, calls);
  watch.called = 0;
  calls->watch = &watch;
  nq_status status = nq_large_check_watched(&board, 1, bytes, &watch, report, NULL);
  nq_watch_release(&watch);
  calls->watch = NULL;
  free(memory.rows);
  return status;
}

/* Over all passes; then the search for the first queen of a pair begins again. */
static void reports_progress(void **state) {
  static const uint64_t one[] = {0, CHUNK, 2 * CHUNK, 0, CHUNK, 2 * CHUNK},
                        two[] = {0, CHUNK / 2, CHUNK, 3 * CHUNK / 2, 2 * CHUNK, 5 * CHUNK / 2};
  struct calls calls = {0};
  nq_check_report report;
  (void)state;
  assert_int_equal(check_noted(&calls, 0, &report), NQ_OK);
  assert_int_equal(calls.count, 6);
  assert_memory_equal(calls.done, one, sizeof one);
  assert_int_equal(report.second_column, 3 * CHUNK - 2);
  calls = (struct calls){0};
  assert_int_equal(check_noted(&calls, 5 * 3 * CHUNK / 16, &report), NQ_OK);
  assert_int_equal(calls.count, 9);
  assert_memory_equal(calls.done, two, sizeof two);
}

static void stops_when_asked(void **state) {
  (void)state;
  for (unsigned call = 1; call <= 9; call++) {
    struct calls calls = {.stops_at = call};
    nq_check_report report;
    assert_int_equal(check_noted(&calls, 5 * 3 * CHUNK / 16, &report), NQ_END);
    assert_int_equal(calls.count, call);
  }
}

/* The last look at column 0 is the search for the first queen of a pair. */
static void stops_while_it_finds_a_pair(void **state) {
  struct memory memory;
  nq_large_board board = init(&memory, 200003);
  nq_check_report report;
  nq_watch watch;
  (void)state;
  memory.rows[200002] = memory.rows[150000];
  nq_watch_init(&watch, 0, NULL, NULL);
  memory.watch = &watch;
  report_with(&board, 1, 0, &report);
  assert_int_equal(report.first_column, 150000);
  assert_int_equal(memory.looks, 2);
  memory.ends_at = 4;
  assert_int_equal(nq_large_check_watched(&board, 1, 0, &watch, &report, NULL), NQ_END);
  assert_int_equal(memory.looks, 4);
  nq_watch_release(&watch);
  free(memory.rows);
}

static void refuses_values_out_of_range(void **state) {
  struct memory memory;
  nq_large_board board = init(&memory, 101);
  nq_check_report report;
  nq_error error = {0};
  nq_check_options options = {.threads = 0};
  (void)state;
  assert_int_equal(nq_large_check(&board, &options, &report, &error), NQ_BAD_VALUE);
  assert_string_equal(error.message, "threads is 0; it must be 1 or more");
  options.threads = 1;
  board.n = 0;
  assert_int_equal(nq_large_check(&board, &options, &report, NULL), NQ_BAD_VALUE);
  board.n = NQ_LARGE_N_MAX + 1;
  assert_int_equal(nq_large_check(&board, &options, &report, &error), NQ_BAD_VALUE);
  assert_string_equal(error.message, "n is 1099511627777; it must be 1 to 2^40");
  memory.n = board.n = NQ_LARGE_N_MAX; /* begins, in little memory */
  memory.fails_at = 1;
  options.memory_bytes = 1;
  assert_int_equal(nq_large_check(&board, &options, &report, NULL), NQ_IO);
  free(memory.rows);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(visits_each_column_once),
      cmocka_unit_test(finds_what_the_usual_checker_finds),
      cmocka_unit_test(parts_and_passes_have_no_gap),
      cmocka_unit_test(rows_above_the_board_are_on_no_line),
      cmocka_unit_test(first_queen_is_not_of_an_earlier_look),
      cmocka_unit_test(chunks_have_no_gap),
      cmocka_unit_test(sizes_from_1_on),
      cmocka_unit_test(counts_alike_however_lines_are_divided),
      cmocka_unit_test(pairs_fit_into_64_bits),
      cmocka_unit_test(describes_the_fault),
      cmocka_unit_test(passes_fit_into_memory),
      cmocka_unit_test(reports_errors_of_the_board),
      cmocka_unit_test(reports_progress),
      cmocka_unit_test(stops_when_asked),
      cmocka_unit_test(stops_while_it_finds_a_pair),
      cmocka_unit_test(refuses_values_out_of_range),
  };
  return cmocka_run_group_tests_name("large_check", tests, NULL, NULL);
}

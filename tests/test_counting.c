/* Counting: known numbers, symmetry, slices, threads, stops. */
#include "counting/parts.h"
#include "sized.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static nq_count_plan *new_plan(uint32_t n) {
  nq_count_plan *plan;
  nq_error error;
  assert_int_equal(nq_count_plan_new(n, &plan, &error), NQ_OK);
  return plan;
}

static nq_count_range whole(const nq_count_plan *plan) {
  return (nq_count_range){.begin = 0, .end = nq_count_plan_units(plan)};
}

static uint64_t count_with(uint32_t n, const char *path, uint32_t threads) {
  nq_count_plan *plan = new_plan(n);
  nq_count_range all = whole(plan);
  nq_count_options options = {.threads = threads, .path = path};
  nq_count_result result;
  nq_error error;
  assert_int_equal(nq_count_run(plan, &all, 1, &options, &result, &error), NQ_OK);
  assert_int_equal(result.units, nq_count_plan_units(plan));
  assert_false(result.interrupted);
  nq_count_plan_free(plan);
  return result.count;
}

static FILE *open_data(const char *name) {
  char path[1000];
  snprintf(path, sizeof path, "%s/data/%s", NQ_SOURCE_ROOT, name);
  FILE *file = fopen(path, "r");
  assert_non_null(file);
  return file;
}

/* ---- Numbers -------------------------------------------------------------------------------- */

static void known_counts(void **state) {
  (void)state;
  FILE *file = open_data("known-counts.txt");
  char line[200];
  uint32_t rows = 0;
  while (fgets(line, sizeof line, file) != NULL) {
    uint32_t n;
    uint64_t all, classes, counted;
    bool stopped;
    nq_error error;
    if (line[0] == '#') continue;
    assert_int_equal(sscanf(line, "%" SCNu32 " %" SCNu64 " %" SCNu64, &n, &all, &classes), 3);
    assert_int_equal(n, ++rows);
    if (n <= sized(15, 16)) assert_int_equal(count_with(n, NULL, 1), all);
    if (n > 20) continue;
    assert_int_equal(nq_count_fundamental(n, all, NULL, NULL, &counted, &stopped, &error), NQ_OK);
    assert_int_equal(counted, classes);
    assert_int_equal(nq_count_fundamental(n, all + 1, NULL, NULL, &counted, &stopped, &error),
                     NQ_INTERNAL);
  }
  assert_int_equal(rows, 27);
  assert_true(nq_count_known(rows) != UINT64_MAX && nq_count_known(rows + 1) == UINT64_MAX);
  fclose(file);
}

static void every_path_finds_the_known_number(void **state) {
  (void)state;
  bool available;
  const char *path;
  for (size_t i = 0; (path = nq_count_path_name(i, &available)) != NULL; i++) {
    print_message("path %s: %s\n", path, available ? "tested" : "not on this machine");
    for (uint32_t n = 1; n <= 13 && available; n++)
      assert_int_equal(count_with(n, path, 1), nq_count_known(n));
  }
  assert_true(available); /* the last path runs on every machine */
}

static bool keep_going(void *context) {
  (void)context;
  return true;
}

/* The size computed in advance is the size allocated. */
static void tables_take_the_bytes_foretold(void **state) {
  (void)state;
  for (uint32_t n = 4; n <= 17; n++) {
    count_tables tables[2] = {{.n = 0}};
    uint64_t bytes = 0;
    assert_int_equal(nq_count_tables_init(tables, n, true, keep_going, NULL, NULL), NQ_OK);
    for (uint32_t i = 0; i < 6; i++) {
      const count_strips *strips = &tables[i / 3].strips[i % 3];
      if (strips->start == NULL) continue;
      bytes += (strips->lists * strips->keys + 1) * sizeof *strips->start;
      bytes += (strips->entries + 8) * sizeof *strips->strip;
      bytes += (sizeof *strips->low_rank) << (strips->rank_bits + 1);
    }
    assert_int_equal(nq_count_tables_bytes(n), bytes);
    nq_count_tables_release(tables);
  }
}

static bool walk_first(uint32_t n, uint32_t column, uint32_t rows, uint32_t rising,
                       uint32_t falling, uint32_t *board) {
  if (column == n) return true;
  for (uint32_t row = 0; row < n; row++) {
    uint32_t bit = UINT32_C(1) << row;
    board[column] = row;
    if (((rows | rising | falling) & bit) == 0 &&
        walk_first(n, column + 1, rows | bit, (rising | bit) >> 1, (falling | bit) << 1, board))
      return true;
  }
  return false;
}

static void lexicographically_first(void **state) {
  (void)state;
  FILE *file = open_data("lexicographically-first.txt");
  char line[300];
  uint32_t last = 0;
  while (fgets(line, sizeof line, file) != NULL) {
    if (line[0] == '#') continue;
    char *next;
    uint32_t n = (uint32_t)strtoul(line, &next, 10), board[32];
    assert_int_equal(*next++, ':');
    assert_true(n == last + 1 || (last == 1 && n == 4));
    last = n;
    if (n > 21) continue;
    assert_true(walk_first(n, 0, 0, 0, 0, board));
    for (uint32_t column = 0; column < n; column++)
      assert_int_equal(strtoul(next, &next, 10), board[column] + 1);
    assert_int_equal(*next, '\n');
  }
  assert_int_equal(last, 30);
  fclose(file);
}

/* Small units of boards whose words have no room for the tag; the simple path has counted them, too
 * (n = 28 in 6 s). */
static void units_of_the_largest_boards(void **state) {
  (void)state;
  static const struct {
    uint32_t n;
    uint64_t unit, count;
  } known[] = {{28, 1890776, 80268}, {29, 14193528, 53980}, {28, 3974952, 0}};
  for (size_t i = 0; i < trimmed(sized(2, 3)); i++) {
    nq_count_plan *plan = new_plan(known[i].n);
    const nq_count_range range = {.begin = known[i].unit, .end = known[i].unit + 1};
    const nq_count_options options = {.threads = 1};
    nq_count_result result;
    nq_error error;
    assert_int_equal(nq_count_run(plan, &range, 1, &options, &result, &error), NQ_OK);
    assert_int_equal(result.count, known[i].count);
    assert_int_equal(result.count_high, 0);
    nq_count_plan_free(plan);
  }
}

/* ---- Runs ----------------------------------------------------------------------------------- */

static void slices_add_up(void **state) {
  (void)state;
  static const uint64_t parts[] = {1, 2, 3, 7, 64, 1000};
  for (uint32_t n = 1; n <= (TRIM > 1 ? 12 : sized(13, 14)); n++) {
    nq_count_plan *plan = new_plan(n);
    uint64_t units = nq_count_plan_units(plan), expected = nq_count_known(n);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
      uint64_t sum = 0, next = 0;
      for (uint64_t k = 0; k < parts[i]; k++) {
        nq_count_range slice;
        nq_count_options options = {.threads = 1};
        nq_count_result result;
        nq_error error;
        assert_int_equal(nq_count_slice(plan, k, parts[i], &slice, &error), NQ_OK);
        assert_int_equal(slice.begin, next);
        assert_true(slice.end - slice.begin <= units / parts[i] + 1);
        next = slice.end;
        if (slice.begin == slice.end && k % 100 != 0) continue; /* empty slices are all the same */
        assert_int_equal(nq_count_run(plan, &slice, 1, &options, &result, &error), NQ_OK);
        sum += result.count;
      }
      assert_int_equal(next, units);
      assert_int_equal(sum, expected);
    }
    nq_count_plan_free(plan);
  }
}

/* The recorded ranges of a run. */
typedef struct run_journal {
  unsigned char *seen; /* how often each unit was recorded */
  uint64_t count, records, stop_after;
} run_journal;

static nq_status record(void *context, const nq_count_range *range, nq_error *error) {
  run_journal *journal = context;
  if (journal->records == journal->stop_after)
    return nq_error_set(error, NQ_IO, "the journal is full");
  journal->records++;
  journal->count += range->count;
  for (uint64_t unit = range->begin; unit < range->end; unit++) journal->seen[unit]++;
  return NQ_OK;
}

static void threads_make_no_difference(void **state) {
  (void)state;
  for (uint32_t n = 13; n <= (TRIM > 1 ? 13 : 14); n++) {
    nq_count_plan *plan = new_plan(n);
    uint64_t units = nq_count_plan_units(plan), expected = nq_count_known(n);
    nq_count_range parts[] = {
        {.begin = units / 3, .end = units}, {.begin = 0, .end = 0}, {.begin = 0, .end = units / 3}};
    for (uint32_t threads = 1; threads <= 3; threads++) {
      run_journal journal = {.seen = calloc(units, 1), .stop_after = UINT64_MAX};
      nq_count_options options = {.threads = threads, .record = record, .context = &journal};
      nq_count_result result;
      nq_error error;
      assert_int_equal(nq_count_run(plan, parts, 3, &options, &result, &error), NQ_OK);
      assert_int_equal(result.count, expected);
      assert_int_equal(journal.count, expected);
      for (uint64_t unit = 0; unit < units; unit++) assert_int_equal(journal.seen[unit], 1);
      free(journal.seen);
    }
    nq_count_plan_free(plan);
  }
  assert_int_equal(count_with(4, NULL, 50), 2); /* more threads than units */
}

static bool stop_at_once(void *context, const nq_progress *progress) {
  assert_true(progress->done < progress->total);
  uint64_t *calls = context;
  ++*calls;
  return false;
}

static void progress_stops(void **state) {
  (void)state;
  nq_count_plan *plan = new_plan(27); /* would take years */
  nq_count_range slice = {.begin = 0, .end = 0};
  uint64_t calls = 0;
  nq_count_options options = {.threads = 2, .progress = stop_at_once, .context = &calls};
  nq_count_result result;
  nq_error error;
  assert_int_equal(nq_count_run(plan, &slice, 1, &options, &result, &error), NQ_OK);
  assert_false(result.interrupted);
  nq_count_plan_free(plan);
  plan = new_plan(20);
  slice = whole(plan);
  assert_int_equal(nq_count_run(plan, &slice, 1, &options, &result, &error), NQ_OK);
  assert_true(result.interrupted);
  assert_int_equal(calls, 1);
  assert_true(result.units < nq_count_plan_units(plan));
  nq_count_plan_free(plan);
}

static void record_errors_stop(void **state) {
  (void)state;
  nq_count_plan *plan = new_plan(13);
  nq_count_range all = whole(plan);
  uint64_t units = nq_count_plan_units(plan);
  run_journal journal = {.seen = calloc(units, 1), .stop_after = 3};
  nq_count_options options = {.threads = 2, .record = record, .context = &journal};
  nq_count_result result;
  nq_error error;
  assert_int_equal(nq_count_run(plan, &all, 1, &options, &result, &error), NQ_IO);
  assert_string_equal(error.message, "the journal is full");
  assert_int_equal(result.count, journal.count);
  free(journal.seen);
  nq_count_plan_free(plan);
}

static void bad_values(void **state) {
  (void)state;
  nq_count_plan *plan;
  nq_count_range range;
  nq_count_result result;
  nq_error error;
  assert_int_equal(nq_count_plan_new(0, &plan, &error), NQ_BAD_VALUE);
  assert_null(plan);
  assert_int_equal(nq_count_plan_new(30, &plan, &error), NQ_UNSUPPORTED);
  assert_non_null(strstr(error.message, "29"));
  plan = new_plan(8);
  assert_int_equal(nq_count_slice(plan, 4, 4, &range, &error), NQ_BAD_VALUE);
  assert_int_equal(nq_count_slice(plan, 0, 0, &range, &error), NQ_BAD_VALUE);
  assert_int_equal(nq_count_slice(plan, 0, (UINT64_C(1) << 32) + 1, &range, &error), NQ_BAD_VALUE);
  nq_count_options options = {.threads = 0};
  range = whole(plan);
  assert_int_equal(nq_count_run(plan, &range, 1, &options, &result, &error), NQ_BAD_VALUE);
  options = (nq_count_options){.threads = 1, .path = "abacus"};
  assert_int_equal(nq_count_run(plan, &range, 1, &options, &result, &error), NQ_BAD_VALUE);
  options.path = NULL;
  range.end++;
  assert_int_equal(nq_count_run(plan, &range, 1, &options, &result, &error), NQ_BAD_VALUE);
  range = (nq_count_range){.begin = 3, .end = 2};
  assert_int_equal(nq_count_run(plan, &range, 1, &options, &result, &error), NQ_BAD_VALUE);
  nq_count_plan_free(plan);
}

static void overlapping_ranges_are_refused(void **state) {
  (void)state;
  nq_count_plan *plan = new_plan(10);
  const nq_count_options options = {.threads = 1};
  const nq_count_range apart[] = {
      {.begin = 4, .end = 6}, {.begin = 5, .end = 5}, {.begin = 2, .end = 4}};
  const nq_count_range more[][2] = {{{.begin = 4, .end = 6}, {.begin = 2, .end = 5}},
                                    {{.begin = 4, .end = 6}, {.begin = 5, .end = 7}},
                                    {{.begin = 4, .end = 6}, {.begin = 4, .end = 6}}};
  nq_count_result result;
  nq_error error;
  assert_int_equal(nq_count_run(plan, apart, 3, &options, &result, &error), NQ_OK);
  assert_int_equal(result.units, 4);
  for (size_t i = 0; i < 3; i++)
    assert_int_equal(nq_count_run(plan, more[i], 2, &options, &result, &error), NQ_BAD_VALUE);
  nq_count_plan_free(plan);
}

/* A crew whose other process does nothing: it keeps the job as it is sent. */
typedef struct idle_crew {
  nq_crew crew;
  nq_bytes packed;
} idle_crew;

static void keep_job(nq_crew *crew, nq_work *work) {
  work->plan->kind->pack_job(work->plan->job, &((idle_crew *)(void *)crew)->packed);
}

static bool do_nothing(nq_crew *crew, nq_work *work) {
  (void)crew;
  (void)work;
  return false;
}

/* Two processes on a machine get half of the memory each, also the other one. */
static void processes_of_a_machine_share_its_memory(void **state) {
  static const uint64_t memory[2] = {UINT64_C(1) << 30, (UINT64_C(1) << 29) + 1};
  idle_crew idle[2];
  nq_count_plan *plan = new_plan(8);
  nq_count_range all = whole(plan);
  (void)state;
  for (unsigned i = 0; i < 2; i++) {
    idle[i] = (idle_crew){
        .crew = {.others = 1, .together = 2 - i, .begin = keep_job, .turn = do_nothing}};
    const nq_count_options options = {.threads = 1, .memory = memory[i], .crew = &idle[i].crew};
    nq_count_result result;
    assert_int_equal(nq_count_run(plan, &all, 1, &options, &result, NULL), NQ_OK);
    assert_int_equal(result.count, 92);
  }
  assert_int_equal(idle[0].packed.size, idle[1].packed.size);
  assert_memory_equal(idle[0].packed.data, idle[1].packed.data, idle[0].packed.size);
  for (unsigned i = 0; i < 2; i++) nq_bytes_release(&idle[i].packed);
  nq_count_plan_free(plan);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(known_counts),
      cmocka_unit_test(every_path_finds_the_known_number),
      cmocka_unit_test(tables_take_the_bytes_foretold),
      cmocka_unit_test(lexicographically_first),
      cmocka_unit_test(units_of_the_largest_boards),
      cmocka_unit_test(slices_add_up),
      cmocka_unit_test(threads_make_no_difference),
      cmocka_unit_test(progress_stops),
      cmocka_unit_test(record_errors_stop),
      cmocka_unit_test(bad_values),
      cmocka_unit_test(overlapping_ranges_are_refused),
      cmocka_unit_test(processes_of_a_machine_share_its_memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

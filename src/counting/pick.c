/* Solutions by their number in the order of the count.
 *
 * MODEL.  The count adds up the units of work (plan.c) in their order.  A unit's contribution is the
 * sum of the weights of its pairs of half boards; a pair of weight w stands for w boards, images of
 * the solution that the pair makes.  So a number R belongs to a unit, a pair in it, and an image:
 *
 *     units   counted one by one, by nq_count_run; running sums give the unit of each number
 *     pairs   only units with a wanted number are counted again.  Where the pairs of a block and a
 *             stream (parts.h) include it, counting parts of the stream finds the pair; the half
 *             boards of its two words are then found by backtracking.  Several half boards may have
 *             the same word: the i-th of equal words stands for the i-th found
 *     images  the distinct images of a solution in lexicographic order are divided among those that
 *             are counted (plan.c), in the same order, as many to each as its weight
 *
 * So any number of boards takes one count, and the units that have a wanted number once more.  The
 * order depends on n alone.  Each unit's pairs must add up to what the count found. */
#include "core/limits.h"
#include "core/memory.h"
#include "counting/pick_board.h"
#include "parallel/threads.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

typedef struct pick_run {
  nq_arrays arrays;
  uint32_t n;
  count_units units;
  uint64_t *counts;     /* of each unit */
  uint64_t *before;     /* ... and of all before it */
  wish *wishes, *spare; /* sorted by rank; room to sort them */
  size_t count;
  uint8_t *rows;
  count_tables tables[2]; /* by symmetry */
  nq_watch watch;
  pthread_mutex_t lock; /* of the rest */
  size_t next;          /* the first wish that no thread has taken */
  nq_status status;
  nq_error error;
} pick_run;

static nq_status note_unit(void *context, const nq_count_range *range, nq_error *error) {
  pick_run *run = context;
  (void)error;
  run->counts[range->begin] = range->count;
  return NQ_OK;
}

static bool report_count(void *context, const nq_progress *progress) {
  pick_run *run = context;
  return !nq_watch_poll(&run->watch, *progress);
}

/* Count each unit as a range of its own. */
static nq_status count_units_alone(pick_run *run, const nq_count_plan *plan, unsigned threads,
                                   nq_error *error) {
  uint64_t units = nq_count_plan_units(plan);
  nq_count_range *ranges = nq_memory_new(units, sizeof *ranges);
  if (ranges == NULL) return nq_error_set(error, NQ_NO_MEMORY, "no memory for the units");
  for (uint64_t i = 0; i < units; i++) ranges[i] = (nq_count_range){.begin = i, .end = i + 1};
  nq_count_options options;
  nq_count_options_init(&options);
  options.threads = threads;
  options.record = note_unit;
  options.progress = report_count;
  options.context = run;
  nq_count_result result;
  nq_status status = nq_count_run(plan, ranges, (size_t)units, &options, &result, error);
  nq_memory_free(ranges, units, sizeof *ranges);
  if (status == NQ_OK && result.interrupted) return NQ_END;
  if (status == NQ_OK && result.count != nq_count_known(run->n))
    return nq_error_set(error, NQ_INTERNAL, "n = %" PRIu32 ": the count is %" PRIu64, run->n,
                        result.count);
  for (uint64_t i = 0, sum = 0; i < units; sum += run->counts[i++]) run->before[i] = sum;
  return status;
}

/* The last unit that begins at or before the rank. */
static uint64_t unit_of(const pick_run *run, uint64_t rank) {
  uint64_t first = 0, end = run->units.count;
  while (end - first > 1) {
    uint64_t middle = first + (end - first) / 2;
    if (run->before[middle] <= rank)
      first = middle;
    else
      end = middle;
  }
  return first;
}

static bool pulse(void *context) {
  pick_run *run = context;
  return !nq_watch_poll(&run->watch, (nq_progress){.phase = "pick"});
}

/* The wishes of the next unit that has some; false when there is none. */
static bool take_unit(pick_run *run, uint64_t *number, unit_wishes *wishes) {
  pthread_mutex_lock(&run->lock);
  bool found = run->next < run->count && run->status == NQ_OK;
  if (found) {
    *number = unit_of(run, run->wishes[run->next].rank);
    uint64_t end = run->before[*number] + run->counts[*number];
    wishes->wishes = run->wishes + run->next;
    wishes->first = run->before[*number];
    wishes->next = wishes->count = 0;
    wishes->seen = 0;
    while (run->next < run->count && run->wishes[run->next].rank < end)
      run->next++, wishes->count++;
    nq_count_units_at(&run->units, *number, &wishes->unit);
    wishes->tables = &run->tables[wishes->unit.symmetry];
  }
  pthread_mutex_unlock(&run->lock);
  return found;
}

static nq_status pick_unit(pick_run *run, count_worker *worker, uint64_t number,
                           const unit_wishes *wishes, nq_error *error) {
  uint64_t count = 0;
  bool whole = false;
  nq_status status =
      nq_count_worker_unit(worker, wishes->tables, &wishes->unit, &count, &whole, error);
  if (status != NQ_OK) return status;
  if (!whole || wishes->stopped) return NQ_END;
  if (!wishes->broken && wishes->next == wishes->count && wishes->seen == run->counts[number])
    return NQ_OK;
  return nq_error_set(error, NQ_INTERNAL,
                      "n = %" PRIu32 ", unit %" PRIu64 ": %" PRIu64 " boards instead of %" PRIu64,
                      run->n, number, wishes->seen, run->counts[number]);
}

/* The fastest loops, but half boards in the order of the portable ones: the others list them in
 * orders of their own, and numbers must not depend on the machine. */
static count_path ordered_path(void) {
  size_t i = 0;
  while (!nq_count_path_at(i)->available()) i++; /* the last one always is */
  count_path path = *nq_count_path_at(i);
  path.join_strips = nq_count_path_portable.join_strips;
  path.part_words = nq_count_path_portable.part_words;
  return path;
}

static nq_status pick_units(pick_run *run, nq_error *error) {
  uint64_t number;
  unit_wishes wishes = {.n = run->n, .rows = run->rows, .pulse = pulse, .context = run};
  nq_status status = NQ_OK;
  const count_path path = ordered_path();
  count_worker *worker = nq_count_worker_new(run->n, &path, NULL, pulse, run);
  wishes.groups = malloc(GROUPS_MOST * sizeof *wishes.groups);
  if (worker == NULL || wishes.groups == NULL)
    status = nq_error_set(error, NQ_NO_MEMORY, "no memory for a counting thread");
  else
    nq_count_worker_show(worker, nq_count_pick_seen, &wishes);
  while (status == NQ_OK && take_unit(run, &number, &wishes))
    status = pick_unit(run, worker, number, &wishes, error);
  nq_count_worker_free(worker);
  free(wishes.groups);
  return status;
}

static void *pick(void *argument) {
  pick_run *run = argument;
  nq_error error = {0};
  nq_status status = pick_units(run, &error);
  pthread_mutex_lock(&run->lock);
  if (status != NQ_OK && run->status == NQ_OK) {
    run->status = status;
    run->error = error;
  }
  pthread_mutex_unlock(&run->lock);
  return NULL;
}

static nq_status init_tables(pick_run *run, nq_error *error) {
  nq_status status =
      nq_count_tables_init(&run->tables[BY_QUARTERS], run->n, BY_QUARTERS, true, pulse, run, error);
  if (status == NQ_OK && run->n % 2 != 0)
    status =
        nq_count_tables_init(&run->tables[BY_OFFSET], run->n, BY_OFFSET, true, pulse, run, error);
  return status == NQ_OK && watch_stop(&run->watch) != NQ_STOP_NOT ? NQ_END : status;
}

/* Some milliseconds of work between two looks at the watch. */
enum { DIGIT_BITS = 10, WISHES_PER_PULSE = 1 << 18 };

static bool pulse_at(pick_run *run, size_t i) {
  return i % WISHES_PER_PULSE != WISHES_PER_PULSE - 1 || pulse(run);
}

/* One pass of a radix sort, by the digit of the rank from bit `shift` on; false when stopped. */
static bool sort_digit(pick_run *run, unsigned shift) {
  const uint64_t mask = (UINT64_C(1) << DIGIT_BITS) - 1;
  size_t begin[(1 << DIGIT_BITS) + 1] = {0};
  for (size_t i = 0; i < run->count; i++) {
    begin[(run->wishes[i].rank >> shift & mask) + 1]++;
    if (!pulse_at(run, i)) return false;
  }
  for (size_t digit = 0; digit < mask; digit++) begin[digit + 1] += begin[digit];
  for (size_t i = 0; i < run->count; i++) {
    run->spare[begin[run->wishes[i].rank >> shift & mask]++] = run->wishes[i];
    if (!pulse_at(run, i)) return false;
  }
  wish *sorted = run->spare;
  run->spare = run->wishes;
  run->wishes = sorted;
  return true;
}

/* By rank and then by place, since each pass keeps the order of equal digits. */
static nq_status sort_wishes(pick_run *run, const uint64_t *ranks) {
  for (size_t i = 0; i < run->count; i++) {
    run->wishes[i] = (wish){ranks[i], i};
    if (!pulse_at(run, i)) return NQ_END;
  }
  for (unsigned shift = 0; nq_count_known(run->n) >> shift > 0; shift += DIGIT_BITS)
    if (!sort_digit(run, shift)) return NQ_END;
  return NQ_OK;
}

static nq_status pick_large(pick_run *run, const uint64_t *ranks, unsigned threads,
                            nq_error *error) {
  nq_count_plan *plan = NULL;
  nq_status status = nq_count_plan_new(run->n, &plan, error);
  if (status == NQ_OK) status = nq_count_units_init(&run->units, run->n, error);
  if (status == NQ_OK) {
    run->counts = nq_arrays_take(&run->arrays, run->units.count, sizeof *run->counts);
    run->before = nq_arrays_take(&run->arrays, run->units.count, sizeof *run->before);
    run->wishes = nq_arrays_take(&run->arrays, run->count, sizeof *run->wishes);
    run->spare = nq_arrays_take(&run->arrays, run->count, sizeof *run->spare);
    if (run->arrays.failed)
      status = nq_error_set(error, NQ_NO_MEMORY, "no memory for %zu boards", run->count);
  }
  if (status == NQ_OK) status = count_units_alone(run, plan, threads, error);
  if (status == NQ_OK) status = init_tables(run, error);
  if (status == NQ_OK) status = sort_wishes(run, ranks);
  if (status == NQ_OK) {
    nq_threads_run(threads < run->count ? threads : (unsigned)run->count, pick, run);
    status = run->status;
    if (status != NQ_OK && error != NULL) *error = run->error;
  }
  nq_arrays_release(&run->arrays);
  for (uint32_t i = 0; i < 2; i++) nq_count_tables_release(&run->tables[i]);
  nq_count_units_release(&run->units);
  nq_count_plan_free(plan);
  return status;
}

nq_status nq_count_pick(uint32_t n, const uint64_t *ranks, size_t count, unsigned threads,
                        nq_progress_function *progress, void *context, uint8_t *rows,
                        bool *interrupted, nq_error *error) {
  *interrupted = false;
  if (n == 0 || n > NQ_COUNT_PICK_N_MAX)
    return nq_error_set(error, NQ_UNSUPPORTED,
                        "n = %" PRIu32 " is out of range: boards are numbered for n = 1 to %d", n,
                        NQ_COUNT_PICK_N_MAX);
  if (n == 2 || n == 3)
    return nq_error_set(error, NQ_NONE, "no solution exists for n = %" PRIu32, n);
  if (threads == 0) return nq_error_set(error, NQ_BAD_VALUE, "threads must be at least 1");
  for (size_t i = 0; i < count; i++)
    if (ranks[i] >= nq_count_known(n))
      return nq_error_set(error, NQ_BAD_VALUE,
                          "n = %" PRIu32 " has no board %" PRIu64 ": they go from 0 to %" PRIu64, n,
                          ranks[i], nq_count_known(n) - 1);
  if (n == 1) memset(rows, 0, count);
  if (n == 1 || count == 0) return NQ_OK;
  pick_run *run = calloc(1, sizeof *run); /* too large for a small stack */
  if (run == NULL) return nq_error_set(error, NQ_NO_MEMORY, "no memory for the boards");
  run->n = n;
  run->count = count;
  run->rows = rows;
  nq_watch_init(&run->watch, 0, progress, context);
  pthread_mutex_init(&run->lock, NULL);
  nq_status status = pick_large(run, ranks, threads, error);
  pthread_mutex_destroy(&run->lock);
  nq_watch_release(&run->watch);
  free(run);
  *interrupted = status == NQ_END;
  return status == NQ_END ? NQ_OK : status;
}

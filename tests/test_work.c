/* Units of work: order, limits of the slots, errors, stops, and a crew. */
#include "parallel/work.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>
#include <cmocka.h>

/* The work: square the numbers below `count`. */
typedef struct squares {
  uint64_t next, count, settled, sum, stop_at;
  uint64_t fails_from; /* units that fail; 0: none */
  bool ordered, out_of_order;
  nq_watch watch;
} squares;

static nq_status square(void *job, void *worker, const void *unit, void *result, nq_error *error) {
  const squares *self = job;
  uint64_t number = *(const uint64_t *)unit;
  const struct timespec nap = {.tv_nsec = (long)(number % 7) * 10000};
  (void)worker;
  nanosleep(&nap, NULL);
  *(uint64_t *)result = number * number;
  if (self->fails_from == 0 || number < self->fails_from) return NQ_OK;
  return nq_error_set(error, NQ_UNSUPPORTED, "unit %d", (int)number);
}

static const nq_work_kind kind = {.name = "square",
                                  .unit_size = sizeof(uint64_t),
                                  .result_size = sizeof(uint64_t),
                                  .perform = square};

static nq_work_next next(void *context, void *unit) {
  squares *self = context;
  if (self->next == self->count) return NQ_WORK_END;
  *(uint64_t *)unit = self->next++;
  return NQ_WORK_UNIT;
}

static nq_status settle(void *context, nq_work_slot *slot) {
  squares *self = context;
  uint64_t number = *(uint64_t *)slot->unit;
  if (number != self->settled) self->out_of_order = true;
  assert_int_equal(*(uint64_t *)slot->result, number * number);
  self->settled++;
  self->sum += number;
  return self->settled == self->stop_at ? NQ_END : NQ_OK;
}

static void poll(void *context, nq_work *work) {
  (void)context;
  pthread_mutex_lock(&work->lock);
  assert_true(work->running <= work->slots);
  pthread_mutex_unlock(&work->lock);
}

static nq_status run(squares *self, unsigned threads, nq_crew *crew, nq_error *error) {
  nq_watch_init(&self->watch, 0, NULL, NULL);
  const nq_work_plan plan = {.kind = &kind,
                             .job = self,
                             .threads = threads,
                             .ordered = self->ordered,
                             .alone = true,
                             .watch = &self->watch,
                             .crew = crew,
                             .context = self,
                             .next = next,
                             .settle = settle,
                             .poll = poll};
  nq_status status = nq_work_run(&plan, error);
  nq_watch_release(&self->watch);
  return status;
}

static void every_unit_is_settled_once(void **state) {
  (void)state;
  for (unsigned threads = 1; threads <= 4; threads++)
    for (unsigned ordered = 0; ordered < 2; ordered++) {
      squares self = {.count = 500, .ordered = ordered != 0};
      assert_int_equal(run(&self, threads, NULL, NULL), NQ_OK);
      assert_int_equal(self.settled, 500);
      assert_int_equal(self.sum, 500 * 499 / 2);
      assert_true(!self.ordered || !self.out_of_order);
    }
}

static void without_a_source_units_are_numbers(void **state) {
  (void)state;
  for (unsigned threads = 1; threads <= 4; threads++) {
    squares self = {.settled = 100};
    const nq_work_plan plan = {.kind = &kind,
                               .job = &self,
                               .threads = threads,
                               .most = 400,
                               .ordered = true,
                               .alone = true,
                               .watch = &self.watch,
                               .context = &self,
                               .first = 100,
                               .settle = settle};
    nq_watch_init(&self.watch, 0, NULL, NULL);
    assert_int_equal(nq_work_run(&plan, NULL), NQ_OK);
    nq_watch_release(&self.watch);
    assert_int_equal(self.settled, 500);
    assert_int_equal(self.sum, 500 * 499 / 2 - 100 * 99 / 2);
    assert_false(self.out_of_order);
  }
}

static void the_first_failure_in_order_is_reported(void **state) {
  (void)state;
  for (unsigned threads = 1; threads <= 4; threads++) {
    squares self = {.count = 500, .ordered = true, .fails_from = 100};
    nq_error error = {0};
    assert_int_equal(run(&self, threads, NULL, &error), NQ_UNSUPPORTED);
    assert_string_equal(error.message, "unit 100");
    assert_int_equal(self.settled, 100);
  }
}

static void the_sink_ends_the_run(void **state) {
  (void)state;
  for (unsigned threads = 1; threads <= 4; threads++) {
    squares self = {.count = UINT64_MAX, .ordered = true, .stop_at = 50};
    assert_int_equal(run(&self, threads, NULL, NULL), NQ_END);
    assert_int_equal(self.settled, 50);
  }
}

/* A crew that does its units itself, a few at each turn, the last one first. */
typedef struct helpers {
  nq_crew crew;
  bool ended;
  uint64_t done;
} helpers;

static void begin(nq_crew *crew, nq_work *work) {
  (void)work;
  ((helpers *)(void *)crew)->ended = false;
}

static bool turn(nq_crew *crew, nq_work *work) {
  nq_work_slot *slots[5];
  size_t count = 0;
  while (count < 5 && (slots[count] = nq_work_take(work)) != NULL) count++;
  for (size_t i = count; i-- > 0;) {
    const nq_work_plan *plan = work->plan;
    assert_true(slots[i] >= work->slot && slots[i] < work->slot + work->slots);
    slots[i]->status = square(plan->job, NULL, slots[i]->unit, slots[i]->result, &slots[i]->error);
    nq_work_give(work, slots[i]);
    ((helpers *)(void *)crew)->done++;
  }
  return count > 0;
}

static void end(nq_crew *crew, nq_work *work) {
  assert_true(nq_work_is_over(work));
  ((helpers *)(void *)crew)->ended = true;
}

static void a_crew_takes_part(void **state) {
  (void)state;
  helpers others = {.crew = {.others = 2, .begin = begin, .turn = turn, .end = end}};
  squares self = {.count = 2000, .ordered = true};
  assert_int_equal(run(&self, 1, &others.crew, NULL), NQ_OK);
  assert_int_equal(self.settled, 2000);
  assert_false(self.out_of_order);
  assert_true(others.ended && others.done > 0);
  squares failing = {.count = 2000, .fails_from = 1000};
  nq_error error = {0};
  assert_int_equal(run(&failing, 1, &others.crew, &error), NQ_UNSUPPORTED);
}

static void pack_nothing(const void *job, nq_bytes *bytes) {
  (void)job;
  (void)bytes;
}

/* In another process nobody could refuse them. */
static void units_that_are_too_large_for_a_crew_are_refused(void **state) {
  (void)state;
  squares self = {.count = 1};
  nq_work_kind large = kind;
  nq_error error = {0};
  const nq_work_plan plan = {.kind = &large,
                             .job = &self,
                             .threads = 1,
                             .alone = true,
                             .watch = &self.watch,
                             .context = &self,
                             .next = next,
                             .settle = settle};
  nq_watch_init(&self.watch, 0, NULL, NULL);
  large.pack_job = pack_nothing;
  large.unit_size = NQ_WORK_UNIT_MOST + 1;
  assert_int_equal(nq_work_run(&plan, &error), NQ_INTERNAL);
  assert_string_equal(error.message, "square: units of 257 bytes, not at most 256");
  assert_int_equal(self.next, 0);
  large.unit_size = NQ_WORK_UNIT_MOST;
  assert_int_equal(nq_work_run(&plan, &error), NQ_OK);
  nq_watch_release(&self.watch);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_unit_is_settled_once),
      cmocka_unit_test(without_a_source_units_are_numbers),
      cmocka_unit_test(the_first_failure_in_order_is_reported),
      cmocka_unit_test(the_sink_ends_the_run),
      cmocka_unit_test(a_crew_takes_part),
      cmocka_unit_test(units_that_are_too_large_for_a_crew_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

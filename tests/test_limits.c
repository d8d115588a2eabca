/* The watch: its time limit, the request to stop, and that a stop is final. */
#include "core/core.h"

#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <cmocka.h>

/* What the progress function received, and what it returns. */
struct listener {
  unsigned calls, inside;
  bool answer, overlapped;
  nq_progress last;
  nq_watch *watch; /* make its next call due at once; or NULL */
};

static bool listen(void *context, const nq_progress *progress) {
  struct listener *listener = context;
  listener->overlapped = listener->overlapped || listener->inside++ > 0;
  listener->calls++;
  listener->last = *progress;
  if (listener->watch != NULL) listener->watch->called -= 1;
  if (listener->watch != NULL) sched_yield(); /* let another thread try to enter */
  listener->inside--;
  return listener->answer;
}

static const nq_progress repairing = {
    .phase = "repair", .conflicts = 5, .restarts = 3, .seconds = -1};

static void goes_on_without_limits(void **state) {
  (void)state;
  nq_watch watch;
  nq_watch_init(&watch, 0, NULL, NULL);
  for (int i = 0; i < 1000; i++) assert_false(nq_watch_poll(&watch, repairing));
  watch.begin -= 1e9;
  assert_false(nq_watch_poll(&watch, repairing));
  assert_int_equal(watch_stop(&watch), NQ_STOP_NOT);
  nq_watch_release(&watch);
}

/* Freeing what a run has counts as its time, but for a quarter of a second. */
static void a_reserve_comes_off_the_limit(void **state) {
  (void)state;
  nq_watch watch;
  nq_watch_init(&watch, 1000, NULL, NULL);
  nq_watch_reserve(&watch, 990);
  assert_false(nq_watch_poll(&watch, repairing));
  nq_watch_reserve(&watch, 1000.2);
  assert_false(nq_watch_poll(&watch, repairing));
  nq_watch_reserve(&watch, 1e9);
  assert_true(nq_watch_poll(&watch, repairing));
  assert_int_equal(watch_stop(&watch), NQ_STOP_TIME);
  nq_watch_release(&watch);
  nq_watch_init(&watch, 0, NULL, NULL);
  nq_watch_reserve(&watch, 1e9);
  assert_false(nq_watch_poll(&watch, repairing));
  nq_watch_release(&watch);
}

/* Time passes by setting the watch back, so that the test does not depend on a clock. */
static void stops_at_the_time_limit(void **state) {
  (void)state;
  nq_watch watch;
  nq_watch_init(&watch, 1000, NULL, NULL);
  assert_false(nq_watch_poll(&watch, repairing));
  watch.begin -= 500;
  assert_false(nq_watch_poll(&watch, repairing));
  watch.begin -= 500;
  assert_int_equal(watch_stop(&watch), NQ_STOP_NOT); /* until the next poll */
  assert_true(nq_watch_poll(&watch, repairing));
  assert_int_equal(watch_stop(&watch), NQ_STOP_TIME);
  watch.begin += 2000;
  assert_true(nq_watch_poll(&watch, repairing)); /* once set it stays */
  assert_int_equal(watch_stop(&watch), NQ_STOP_TIME);
  nq_watch_release(&watch);
}

static void calls_now_and_then(void **state) {
  (void)state;
  struct listener listener = {.answer = true};
  nq_watch watch;
  nq_watch_init(&watch, 0, listen, &listener);
  watch.called += 1e6;
  assert_false(nq_watch_poll(&watch, repairing)); /* too soon after the last call */
  assert_int_equal(listener.calls, 0);
  watch.called -= 2e6;
  watch.begin -= 10;
  assert_false(nq_watch_poll(&watch, repairing));
  assert_int_equal(listener.calls, 1);
  assert_string_equal(listener.last.phase, "repair");
  assert_int_equal(listener.last.conflicts, 5);
  assert_int_equal(listener.last.restarts, 3);
  assert_true(listener.last.seconds >= 10); /* filled in */
  assert_true(watch.called > watch.begin);
  nq_watch_release(&watch);
}

static void stops_when_told(void **state) {
  (void)state;
  struct listener listener = {.answer = false};
  nq_watch watch;
  nq_watch_init(&watch, 1000, listen, &listener);
  watch.called -= 1;
  assert_true(nq_watch_poll(&watch, repairing));
  assert_int_equal(watch_stop(&watch), NQ_STOP_INTERRUPT);
  listener.answer = true;
  watch.called -= 1;
  watch.begin -= 5000; /* the reason never changes */
  assert_true(nq_watch_poll(&watch, repairing));
  assert_int_equal(watch_stop(&watch), NQ_STOP_INTERRUPT);
  nq_watch_release(&watch);
}

static void *poll_often(void *argument) {
  nq_watch *watch = argument;
  for (int i = 0; i < 20000; i++) nq_watch_poll(watch, repairing);
  return NULL;
}

/* With several threads, calls never overlap, though every poll is due. */
static void calls_from_one_thread_at_a_time(void **state) {
  (void)state;
  nq_watch watch;
  struct listener listener = {.answer = true, .watch = &watch};
  pthread_t thread[3];
  nq_watch_init(&watch, 0, listen, &listener);
  watch.called -= 1;
  for (int i = 0; i < 3; i++)
    assert_int_equal(pthread_create(&thread[i], NULL, poll_often, &watch), 0);
  for (int i = 0; i < 3; i++) pthread_join(thread[i], NULL);
  assert_true(listener.calls > 1000);
  assert_false(listener.overlapped);
  nq_watch_release(&watch);
}

static void has_a_clock_that_goes_forward(void **state) {
  (void)state;
  double last = nq_clock();
  for (int i = 0; i < 10000; i++) {
    double now = nq_clock();
    assert_true(now >= last);
    last = now;
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(goes_on_without_limits),
      cmocka_unit_test(stops_at_the_time_limit),
      cmocka_unit_test(a_reserve_comes_off_the_limit),
      cmocka_unit_test(calls_now_and_then),
      cmocka_unit_test(stops_when_told),
      cmocka_unit_test(calls_from_one_thread_at_a_time),
      cmocka_unit_test(has_a_clock_that_goes_forward),
  };
  return cmocka_run_group_tests_name("limits", tests, NULL, NULL);
}

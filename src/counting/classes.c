/* Classes of solutions under the 8 symmetries of the square.
 *
 * MODEL.  A class has 8 solutions, 4 if a half turn maps them to themselves, 2 if a quarter turn
 * does; a reflection never does for n > 1, since two queens would share a line.  The symmetric
 * solutions are counted by a search of their own (simple.c). */
#include "core/limits.h"
#include "core/wide.h"
#include "counting/parts.h"
#include "counting/simple.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>

static bool is_wanted(void *context) {
  return !nq_watch_poll(context, (nq_progress){.phase = "count"});
}

/* Divide the solutions into classes; false when they are not a whole number of classes. */
static bool classify(wide solutions, uint64_t half, uint64_t quarter, nq_count_classes *classes) {
  if (half < quarter || (half - quarter) % 4 != 0 || quarter % 2 != 0) return false;
  if (is_less_wide(solutions, (wide){half, 0})) return false;
  wide plain = subtract_wide(solutions, (wide){half, 0});
  *classes =
      (nq_count_classes){plain.low >> 3 | plain.high << 61, (half - quarter) / 4, quarter / 2};
  return plain.low % 8 == 0 && plain.high >> 3 == 0;
}

nq_status nq_count_classify(uint32_t n, uint64_t solutions, uint64_t solutions_high,
                            nq_progress_function *progress, void *context,
                            nq_count_classes *classes, bool *interrupted, nq_error *error) {
  nq_watch watch;
  *classes = (nq_count_classes){.plain = 1};
  *interrupted = false;
  nq_status status = nq_count_require_n(n, error);
  if (status != NQ_OK) return status;
  nq_watch_init(&watch, 0, progress, context);
  uint64_t half = nq_count_half_turn(n, is_wanted, &watch);
  nq_watch_release(&watch);
  *interrupted = half == NQ_COUNT_UNKNOWN;
  if (*interrupted) return NQ_OK;
  uint64_t quarter = nq_count_quarter_turn(n);
  wide all = {solutions, solutions_high};
  char text[WIDE_TEXT_BYTES];
  bool good =
      n == 1 ? solutions == 1 && solutions_high == 0 : classify(all, half, quarter, classes);
  if (good) return NQ_OK;
  return nq_error_set(error, NQ_INTERNAL,
                      "n = %" PRIu32 ": %s solutions, %" PRIu64 " and %" PRIu64
                      " of them symmetric under half and quarter turns, do not make a whole number "
                      "of classes",
                      n, nq_wide_format(all, text), half, quarter);
}

nq_status nq_count_fundamental(uint32_t n, uint64_t solutions, nq_progress_function *progress,
                               void *context, uint64_t *classes, bool *interrupted,
                               nq_error *error) {
  nq_count_classes by;
  nq_status status = nq_count_classify(n, solutions, 0, progress, context, &by, interrupted, error);
  bool good = status == NQ_OK && !*interrupted;
  *classes = good ? by.plain + by.half_turn + by.quarter_turn : 0;
  return status;
}

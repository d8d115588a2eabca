#include "board/board.h"
#include "core/core.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

static void add_line(nq_bytes *text, const char *format, ...) NQ_PRINTF(2, 3);

static void add_line(nq_bytes *text, const char *format, ...) {
  char line[64];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(line, sizeof line, format, arguments);
  va_end(arguments);
  nq_bytes_text(text, line);
}

bool nq_instance_digest(const nq_instance *instance, char sum[NQ_SHA256_TEXT]) {
  nq_bytes text = {0};
  uint32_t column, row;
  bool rising;
  add_line(&text, "n %" PRIu32 "\n", nq_instance_n(instance));
  for (size_t i = 0; i < nq_instance_placed_count(instance); i++) {
    nq_instance_placed_at(instance, i, &column, &row);
    add_line(&text, "queen %" PRIu32 " %" PRIu32 "\n", column, row);
  }
  for (size_t i = 0; i < nq_instance_blocked_count(instance); i++) {
    nq_instance_blocked_at(instance, i, &column, &row);
    add_line(&text, "block %" PRIu32 " %" PRIu32 "\n", column, row);
  }
  for (size_t i = 0; i < nq_instance_excluded_count(instance); i++) {
    uint64_t diagonal = nq_instance_excluded_at(instance, i, &rising);
    add_line(&text, "exclude %s %" PRIu64 "\n", rising ? "rising" : "falling", diagonal);
  }
  bool whole = !text.failed;
  if (whole) nq_sha256(text.data, text.size, sum);
  nq_bytes_release(&text);
  return whole;
}

#include "core/error.h"
#include "experiment/child.h"
#include "experiment/graphics.h"

#include <errno.h>
#include <stdio.h>
#include <unistd.h>

#define DRAWING_SECONDS 60
#define DRAWING_MOST    ((size_t)64 << 20) /* bytes */

static const char program[] = "gnuplot";

nq_status nq_plot_require(nq_error *error) {
  char path[NQ_CHILD_PATH];
  return nq_child_find(program, path)
             ? NQ_OK
             : nq_error_set(error, NQ_UNSUPPORTED, "%s is not installed", program);
}

/* How the drawing ended. */
static nq_status judge(const nq_child *child, nq_error *error) {
  if (child->end == NQ_CHILD_STOPPED) return NQ_END;
  if (child->end != NQ_CHILD_EXITED) return nq_error_set(error, NQ_IO, "gnuplot failed");
  if (child->code == 0) return NQ_OK;
  return nq_error_set(error, NQ_IO,
                      child->code == 127 ? "gnuplot could not be started" : "gnuplot failed");
}

nq_status nq_plot_draw(FILE *script, nq_watch *watch, nq_bytes *bytes, nq_error *error) {
  char name[] = "gnuplot", defaults[] = "-d";
  char *const words[] = {name, defaults, NULL};
  size_t before = bytes->size;
  nq_child child = {.words = words,
                    .input = fileno(script),
                    .seconds = DRAWING_SECONDS,
                    .output_most = before + DRAWING_MOST,
                    .watch = watch};
  if (fflush(script) != 0 || ferror(script) || lseek(child.input, 0, SEEK_SET) < 0)
    return nq_error_system(error, errno, "gnuplot");
  nq_status status = nq_child_run(&child, bytes, error);
  if (status == NQ_OK) status = judge(&child, error);
  if (status != NQ_OK) bytes->size = before;
  return status;
}

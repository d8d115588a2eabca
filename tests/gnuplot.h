/* A program that stands in for gnuplot: a shell script, alone on the PATH.  Its input is kept. */
#ifndef NQ_TESTS_GNUPLOT_H
#define NQ_TESTS_GNUPLOT_H

#include "io.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cmocka.h>

typedef struct gnuplot {
  char folder[32], program[48], input[48];
  char *path; /* as it was */
} gnuplot;

/* Make `gnuplot` a script of these lines, with its input in the file $INPUT. */
static inline void gnuplot_begin(gnuplot *plotter, const char *lines) {
  strcpy(plotter->folder, "/tmp/nqueens-plot-XXXXXX");
  assert_non_null(mkdtemp(plotter->folder));
  snprintf(plotter->program, sizeof plotter->program, "%s/gnuplot", plotter->folder);
  snprintf(plotter->input, sizeof plotter->input, "%s/input", plotter->folder);
  FILE *file = fopen(plotter->program, "w");
  assert_non_null(file);
  fprintf(file, "#!/bin/sh\nINPUT=%s\n/bin/cat >>$INPUT\n%s\n", plotter->input, lines);
  assert_int_equal(fclose(file), 0);
  assert_int_equal(chmod(plotter->program, 0700), 0);
  const char *inherited = getenv("PATH");
  plotter->path = strdup(inherited != NULL ? inherited : "");
  assert_non_null(plotter->path);
  setenv("PATH", plotter->folder, 1);
}

/* Restore everything; returns the script's input, to be freed, or NULL when it never ran. */
static inline char *gnuplot_end(gnuplot *plotter) {
  char *told = NULL;
  setenv("PATH", plotter->path, 1);
  free(plotter->path);
  FILE *file = fopen(plotter->input, "r");
  if (file != NULL) {
    told = io_contents(fileno(file), NULL);
    fclose(file);
  }
  unlink(plotter->input);
  unlink(plotter->program);
  rmdir(plotter->folder);
  return told;
}

#endif

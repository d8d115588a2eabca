/* Output files that are there whole or not at all. */
#ifndef NQ_CLI_OUTPUT_H
#define NQ_CLI_OUTPUT_H

#include "nqueens.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct cli_output {
  const char *name; /* for messages */
  char *path;       /* where the file goes, links resolved; NULL: written in place */
  char *temporary;  /* its name until then, or NULL while it has none */
  int descriptor;   /* for reading too where there is a path */
} cli_output;

/* What --format says beyond the values of nq_format: pictures. */
enum { CLI_FORMAT_SVG = NQ_FORMAT_NPY + 1, CLI_FORMAT_PNG, CLI_FORMAT_PDF };

/* line picture json npy svg png pdf: the choices of --format, from NQ_FORMAT_LINE on. */
extern const char *const cli_format_names[];

/* The format of boards of size n for `path`: the one asked for, or, with NQ_FORMAT_AUTO, that of the
 * path's suffix, a picture for small boards on a terminal, or line. */
nq_format cli_output_format(int asked, const char *path, uint32_t n);

/* Does what is written to `path` end on a terminal? */
bool cli_output_is_terminal(const char *path);

/* Would one output take the place of the other? */
bool cli_output_same(const char *path, const char *other);

/* Open an output: standard output for NULL and "-"; a device or pipe in place; a regular file as a
 * nameless one in the same folder (one with a temporary name where the file system has no
 * nameless ones).  NQ_IO when that cannot be had: a folder that is missing or read-only, a path
 * that is a folder. */
nq_status cli_output_open(cli_output *output, const char *path, nq_error *error);

/* Give the file its name, replacing one that was there; NQ_IO when that fails. */
nq_status cli_output_commit(cli_output *output, nq_error *error);

/* Leave nothing behind. */
void cli_output_abort(cli_output *output);

#endif

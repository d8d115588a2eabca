/* Where output goes, and in which format. */
#ifndef NQ_CLI_OUTPUT_H
#define NQ_CLI_OUTPUT_H

#include "core/file.h"
#include "nqueens.h"

#include <stdbool.h>
#include <stdint.h>

/* What --format says beyond the values of nq_format: pictures. */
enum { CLI_FORMAT_SVG = NQ_FORMAT_NPY + 1, CLI_FORMAT_PNG, CLI_FORMAT_PDF };

/* line picture json npy svg png pdf: the choices of --format, from NQ_FORMAT_LINE on. */
extern const nq_choice cli_format_choices[];

#define CLI_FORMAT_HELP "line, picture, json, npy, svg, png or pdf"
#define CLI_FORMAT_DEFAULT                                                                         \
  "by FILE's suffix: .txt .pic .json .npy .svg .png .pdf; otherwise line, but on a terminal "      \
  "picture up to n = 40"

/* The format of boards of size n for `path`: the one asked for, or, with NQ_FORMAT_AUTO, that of the
 * path's suffix, a picture for small boards on a terminal, or line. */
nq_format cli_output_format(int asked, const char *path, uint32_t n);

/* True unless the path's suffix is that of other formats than the one chosen by --`option`: what
 * opens the file would take it for one of those.  False has been reported.  ".txt" suits all. */
bool cli_output_suffix_agrees(const char *option, const char *format, const char *path);

/* Does what is written to `path` end on a terminal? */
bool cli_output_is_terminal(const char *path);

/* nq_file_open, but standard output for NULL and "-". */
nq_status cli_output_open(nq_file *file, const char *path, nq_error *error);

#endif

/* Where output goes, and in which format. */
#ifndef NQ_OUTPUT_TARGET_H
#define NQ_OUTPUT_TARGET_H

#include "core/file.h"
#include "draw/draw.h"

/* The pictures among the choices of --format, after those of nq_format. */
enum { CLI_FORMAT_SVG = NQ_FORMAT_FEN + 1, CLI_FORMAT_PNG, CLI_FORMAT_PDF };

/* The kind of picture asked for, or, with NQ_FORMAT_AUTO, that of the path's suffix; NQ_DRAW_NONE
 * if it is no picture. */
nq_draw_kind cli_output_picture(int asked, const char *path);

/* The format of boards of size n for `path`: the one asked for, or, with NQ_FORMAT_AUTO, that of
 * the path's suffix, a picture for small boards on a terminal, or line. */
nq_format cli_output_format(int asked, const char *path, uint64_t n);

/* Can boards in this format count from 1?  Lists of rows and pairs can. */
bool cli_output_takes_base(nq_format format);

/* NQ_BAD_VALUE where the path's suffix is that of other formats than the one chosen by --`option`:
 * programs would open the file as one of those.  ".txt" suits all. */
nq_status cli_output_check_suffix(const char *option, const char *format, const char *path,
                                  nq_error *error);

/* Patterns of the names of files in folders of boards; ends with NULL. */
extern const char *const cli_output_inside[];

/* Is `path` standard output: NULL or "-"? */
bool cli_output_is_standard(const char *path);

/* Is `path` written to a terminal? */
bool cli_output_is_terminal(const char *path);

/* nq_file_open, but standard output for NULL and "-". */
nq_status cli_output_open(nq_file *file, const char *path, nq_error *error);

#endif

#include "output/output.h"

#include <string.h>
#include <stdlib.h>
#include <unistd.h>

/* A picture is the default on a terminal up to this n. */
#define PICTURE_N 40

const char *const cli_output_inside[] = {"part-*.npy", "index.json", ".*.part", "*.svg",
                                         "*.png",      "*.pdf",      NULL};

bool cli_output_is_standard(const char *path) {
  return path == NULL || strcmp(path, "-") == 0;
}

bool cli_output_is_terminal(const char *path) {
  /* mpirun of Open MPI puts a terminal of its own in place of whatever the output is. */
  bool replaced = getenv("OMPI_COMM_WORLD_SIZE") != NULL;
  return cli_output_is_standard(path) && !replaced && isatty(STDOUT_FILENO);
}

nq_format cli_output_format(int asked, const char *path, uint64_t n) {
  if (asked != NQ_FORMAT_AUTO) return (nq_format)asked;
  if (cli_output_is_terminal(path) && n <= PICTURE_N) return NQ_FORMAT_PICTURE;
  nq_format format = cli_output_is_standard(path) ? NQ_FORMAT_AUTO : nq_format_by_suffix(path);
  return format == NQ_FORMAT_AUTO ? NQ_FORMAT_LINE : format;
}

nq_draw_kind cli_output_picture(int asked, const char *path) {
  if (asked >= CLI_FORMAT_SVG) return (nq_draw_kind)(NQ_DRAW_SVG + asked - CLI_FORMAT_SVG);
  if (asked != NQ_FORMAT_AUTO || path == NULL) return NQ_DRAW_NONE;
  return nq_draw_kind_by_suffix(path);
}

bool cli_output_takes_base(nq_format format) {
  return format == NQ_FORMAT_LINE || format == NQ_FORMAT_JSON || format == NQ_FORMAT_PAIRS ||
         format == NQ_FORMAT_CSV;
}

/* `format` where the path's suffix is one of its own, else another format that has it, or NULL. */
static const char *name_by_suffix(const char *format, const char *path) {
  const nq_export_format *export;
  nq_format board = nq_format_by_suffix(path);
  const char *suffix = strrchr(path, '.');
  if (board == NQ_FORMAT_LINE || suffix == NULL) return NULL;
  const char *name = nq_draw_kind_name(nq_draw_kind_by_suffix(path));
  if (board != NQ_FORMAT_AUTO) name = nq_format_name(board - NQ_FORMAT_LINE);
  if (name != NULL && strcmp(name, format) == 0) return format;
  for (size_t i = 0; (export = nq_export_format_at(i)) != NULL; i++) {
    if (export->suffix == NULL || strcmp(export->suffix, suffix) != 0) continue;
    if (strcmp(export->name, format) == 0) return format;
    if (name == NULL) name = export->name;
  }
  return name;
}

nq_status cli_output_check_suffix(const char *option, const char *format, const char *path,
                                  nq_error *error) {
  if (format == NULL || cli_output_is_standard(path)) return NQ_OK;
  const char *name = name_by_suffix(format, path);
  if (name == NULL || strcmp(name, format) == 0) return NQ_OK;
  return nq_error_set(
      error, NQ_BAD_VALUE,
      "--%s: '%s' has the suffix of the format %s, not of %s: choose another name or format",
      option, path, name, format);
}

nq_status cli_output_open(nq_file *file, const char *path, nq_error *error) {
  if (!cli_output_is_standard(path)) return nq_file_open(file, path, error);
  *file = (nq_file)NQ_FILE_STANDARD;
  return NQ_OK;
}

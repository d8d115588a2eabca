#include "cli/output.h"

#include <stdbool.h>
#include <string.h>
#include <unistd.h>

/* A picture is the default on a terminal up to this n. */
#define PICTURE_N 40

const char *const cli_format_names[] = {"line", "picture", "json", "npy",
                                        "svg",  "png",     "pdf",  NULL};

static bool is_standard(const char *path) {
  return path == NULL || strcmp(path, "-") == 0;
}

bool cli_output_is_terminal(const char *path) {
  return is_standard(path) && isatty(STDOUT_FILENO);
}

nq_format cli_output_format(int asked, const char *path, uint32_t n) {
  if (asked != NQ_FORMAT_AUTO) return (nq_format)asked;
  bool standard = is_standard(path);
  if (standard && isatty(STDOUT_FILENO) && n <= PICTURE_N) return NQ_FORMAT_PICTURE;
  nq_format format = standard ? NQ_FORMAT_AUTO : nq_format_by_suffix(path);
  return format == NQ_FORMAT_AUTO ? NQ_FORMAT_LINE : format;
}

nq_status cli_output_open(nq_file *file, const char *path, nq_error *error) {
  if (!is_standard(path)) return nq_file_open(file, path, error);
  *file = (nq_file)NQ_FILE_STANDARD;
  return NQ_OK;
}

#include "cli/output.h"
#include "draw/draw.h"
#include "options/say.h"

#include <stdbool.h>
#include <string.h>
#include <unistd.h>

/* A picture is the default on a terminal up to this n. */
#define PICTURE_N 40

const nq_choice cli_format_choices[] = {
    {"line", NQ_FORMAT_LINE, NULL}, {"picture", NQ_FORMAT_PICTURE, NULL},
    {"json", NQ_FORMAT_JSON, NULL}, {"npy", NQ_FORMAT_NPY, NULL},
    {"svg", CLI_FORMAT_SVG, NULL},  {"png", CLI_FORMAT_PNG, NULL},
    {"pdf", CLI_FORMAT_PDF, NULL},  {0}};

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

/* `format` where the path's suffix is one of its own, else another format that has it, or NULL. */
static const char *name_by_suffix(const char *format, const char *path) {
  const nq_export_format *export;
  nq_format board = nq_format_by_suffix(path);
  nq_draw_kind kind = nq_draw_kind_by_suffix(path);
  const char *name = NULL, *suffix = strrchr(path, '.');
  if (board == NQ_FORMAT_LINE || suffix == NULL) return NULL;
  if (board != NQ_FORMAT_AUTO) name = cli_format_choices[board - NQ_FORMAT_LINE].name;
  if (kind != NQ_DRAW_NONE) name = nq_draw_kind_name(kind);
  if (name != NULL && strcmp(name, format) == 0) return format;
  for (size_t i = 0; (export = nq_export_format_at(i)) != NULL; i++) {
    if (export->suffix == NULL || strcmp(export->suffix, suffix) != 0) continue;
    if (strcmp(export->name, format) == 0) return format;
    if (name == NULL) name = export->name;
  }
  return name;
}

bool cli_output_suffix_agrees(const char *option, const char *format, const char *path) {
  if (format == NULL || is_standard(path)) return true;
  const char *name = name_by_suffix(format, path);
  if (name == NULL || strcmp(name, format) == 0) return true;
  cli_say("--%s: '%s' has the suffix of the format %s, not of %s: choose another name or format",
          option, path, name, format);
  return false;
}

nq_status cli_output_open(nq_file *file, const char *path, nq_error *error) {
  if (!is_standard(path)) return nq_file_open(file, path, error);
  *file = (nq_file)NQ_FILE_STANDARD;
  return NQ_OK;
}

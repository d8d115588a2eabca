#include "cli/commands.h"

#include <string.h>

const nq_choice cli_format_choices[] = {{"line", NQ_FORMAT_LINE, NULL},
                                        {"picture", NQ_FORMAT_PICTURE, NULL},
                                        {"json", NQ_FORMAT_JSON, NULL},
                                        {"npy", NQ_FORMAT_NPY, NULL},
                                        {"pairs", NQ_FORMAT_PAIRS, NULL},
                                        {"matrix", NQ_FORMAT_MATRIX, NULL},
                                        {"csv", NQ_FORMAT_CSV, NULL},
                                        {"leetcode", NQ_FORMAT_LEETCODE, NULL},
                                        {"fen", NQ_FORMAT_FEN, NULL},
                                        {"svg", CLI_FORMAT_SVG, NULL},
                                        {"png", CLI_FORMAT_PNG, NULL},
                                        {"pdf", CLI_FORMAT_PDF, NULL},
                                        {0}};

bool cli_output_suffix_agrees(const char *option, const char *format, const char *path) {
  nq_error error = {0};
  if (cli_output_check_suffix(option, format, path, &error) == NQ_OK) return true;
  cli_say_error(NULL, &error);
  return false;
}

int cli_say_not_written(const char *name, cli_progress *progress, const nq_error *error) {
  const char *why;
  int code = error->status == NQ_IO ? cli_progress_stop(progress, &why) : CLI_YES;
  cli_progress_clear(progress);
  if (code == CLI_YES) return cli_say_error(NULL, error);
  cli_say("%s while writing %s", why, name);
  return code;
}

void cli_say_written(const cli_boards *boards) {
  const char *path = boards->path;
  if (cli_output_is_standard(path)) return;
  const char *slash = strrchr(path, '/'), *file = slash != NULL ? slash + 1 : path;
  const char *suffix = file[0] != '\0' ? strrchr(file + 1, '.') : NULL;
  bool known = boards->asked != NQ_FORMAT_AUTO || boards->format != NQ_FORMAT_LINE ||
               nq_format_by_suffix(path) != NQ_FORMAT_AUTO;
  if (known || suffix == NULL)
    cli_say("written to %s", path);
  else
    cli_say("written to %s, one board per line: no format has the suffix %s (see --format)", path,
            suffix);
}

#include "cli/output.h"

const char *const cli_format_names[] = {"line", "picture", "json", "npy",
                                        "svg",  "png",     "pdf",  NULL};

bool cli_output_suffix_agrees(const char *option, const char *format, const char *path) {
  nq_error error = {0};
  if (cli_output_check_suffix(option, format, path, &error) == NQ_OK) return true;
  cli_say_error(NULL, &error);
  return false;
}

int cli_say_not_written(const cli_boards *boards, cli_progress *progress, const nq_error *error) {
  const char *why;
  int code = error->status == NQ_IO ? cli_progress_stop(progress, &why) : CLI_YES;
  cli_progress_clear(progress);
  if (code == CLI_YES) return cli_say_error(NULL, error);
  cli_say("%s while writing %s", why, boards->name);
  return code;
}

void cli_say_written(const cli_boards *boards) {
  char note[200];
  if (cli_output_is_standard(boards->as.path)) return;
  cli_boards_describe(boards, note, sizeof note);
  cli_say("written to %s%s", boards->as.path, note);
}

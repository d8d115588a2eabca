#include "cli/drawing.h"
#include "core/json.h"

#include <jansson.h>
#include <stdatomic.h>

nq_status cli_draw_open(cli_target *target, uint64_t count, nq_error *error) {
  const char *path = target->options->output_path;
  cli_progress_init(&target->progress, target->signals, true);
  target->boards = (cli_boards){.path = path,
                                .asked = CLI_FORMAT_SVG + (int)target->kind - NQ_DRAW_SVG,
                                .n = 1,
                                .frames = true,
                                .progress = cli_progress_in_time,
                                .context = &target->progress};
  if (cli_path_names_folder(path)) target->signals->catch_interrupts();
  nq_status status = cli_boards_open(&target->boards, error);
  if (status != NQ_OK) return status;
  target->signals->catch_interrupts();
  return cli_boards_begin(&target->boards, count, error);
}

/* `code` is the exit code of the run; returns it. */
static int print_summary(cli_target *target, int code) {
  nq_json_put(&target->about, "file",
              code == CLI_YES ? nq_json_bytes(target->options->output_path) : json_null());
  nq_json_put(&target->about, "format",
              json_string(target->movie  ? target->movie
                          : target->page ? "html"
                                         : nq_draw_kind_name(target->kind)));
  json_t *about = target->about;
  target->about = NULL;
  return cli_stats_print(about, code);
}

int cli_draw_close(cli_target *target, nq_status status, nq_error *error) {
  cli_boards *boards = &target->boards;
  if (status == NQ_OK && atomic_load(target->signals->interrupted))
    status = nq_error_set(error, NQ_IO, "interrupted");
  if (status == NQ_OK) status = cli_boards_commit(boards, error);
  cli_boards_abort(boards);
  int code = CLI_YES;
  if (status != NQ_OK)
    code = cli_say_not_written(boards->name, &target->progress, error);
  else if (!target->options->quiet)
    cli_say_written(boards);
  return target->options->json && code != CLI_ERROR ? print_summary(target, code) : code;
}

int cli_draw_write(cli_target *target, const nq_bytes *bytes) {
  nq_error error = {0};
  nq_status status = cli_draw_open(target, 1, &error);
  if (status == NQ_OK) status = cli_boards_add_drawn(&target->boards, bytes, &error);
  return cli_draw_close(target, status, &error);
}

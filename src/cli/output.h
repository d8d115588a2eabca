/* Messages of commands about their output. */
#ifndef NQ_CLI_OUTPUT_H
#define NQ_CLI_OUTPUT_H

#include "cli/progress.h"
#include "output/boards.h"

/* line picture json npy pairs matrix csv leetcode fen svg png pdf: the choices of --format, from
 * NQ_FORMAT_LINE on. */
extern const nq_choice cli_format_choices[];

#define CLI_FORMAT_HELP                                                                            \
  "line, picture, json, npy, svg, png or pdf; also pairs, matrix, csv, leetcode and fen"
#define CLI_FORMAT_DEFAULT                                                                         \
  "by FILE's suffix: .txt .pic .json .npy .csv .fen .svg .png .pdf; otherwise line, but on a "     \
  "terminal picture up to n = 40"

/* cli_output_check_suffix, but an error is reported. */
bool cli_output_suffix_agrees(const char *option, const char *format, const char *path);

/* Report what ended the writing: an interrupt, the time limit, or *error.  Returns the exit
 * code. */
int cli_say_not_written(const char *name, cli_progress *progress, const nq_error *error);

/* Report that boards were written, unless to standard output. */
void cli_say_written(const cli_boards *boards);

#endif

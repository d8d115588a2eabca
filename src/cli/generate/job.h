/* A run of `generate`: its parts, and how an item is written. */
#ifndef NQ_CLI_GENERATE_JOB_H
#define NQ_CLI_GENERATE_JOB_H

#include "cli/commands.h"
#include "cli/generate/index.h"
#include "cli/generate/options.h"
#include "cli/generate/puzzles.h"

#include <stdio.h>

/* Puzzles named in a message, at most. */
#define CLI_NAMED_MOST 8

/* A run. */
typedef struct cli_generate_job {
  const cli_generate_options *options;
  nq_crew *crew;
  nq_generate_options generate;
  cli_generate_format format;
  /* Writes an item to where the items go. */
  nq_status (*add)(struct cli_generate_job *job, const nq_generated *item);
  cli_progress progress;
  nq_file output;     /* of a stream */
  nq_writer *writer;  /* NULL until the first board */
  uint32_t written_n; /* of its boards */
  cli_folder folder;
  cli_generate_index index;
  bool puzzles_kind;
  FILE *lines; /* of a stream of puzzles */
  cli_puzzles puzzles;
  uint64_t items, skipped;
  uint64_t unlisted; /* puzzles with more completions than are listed, and the first of them */
  char unlisted_names[CLI_NAMED_MOST * 12];
  nq_status status; /* of writing */
  nq_error error;
} cli_generate_job;

/* Where items go: to the output, as one of several, or for puzzles a line; in a folder, a file of
 * its own, or for puzzles rows of arrays. */
nq_status cli_generate_add_to_stream(cli_generate_job *job, const nq_generated *item);
nq_status cli_generate_add_line(cli_generate_job *job, const nq_generated *item);
nq_status cli_generate_add_file(cli_generate_job *job, const nq_generated *item);
nq_status cli_generate_add_to_arrays(cli_generate_job *job, const nq_generated *item);

/* A visitor of items, whose context is the job: adds each. */
bool cli_generate_take_item(void *context, const nq_generated *item);

#endif

/* Data sets of puzzles: JSON lines, and in a folder also NumPy arrays, of each part. */
#ifndef NQ_CLI_GENERATE_PUZZLES_H
#define NQ_CLI_GENERATE_PUZZLES_H

#include "cli/generate/options.h"
#include "output/folder.h"

#include <jansson.h>
#include <stdio.h>

/* Write a puzzle as a line; `part` is its part's name or NULL. */
void cli_puzzle_write(FILE *file, const nq_generated *item, cli_layout layout, const char *part);

/* The arrays of a part. */
enum { CLI_PUZZLES, CLI_ANSWERS, CLI_COMPLETIONS, CLI_OWNERS, CLI_ARRAYS };

typedef struct cli_puzzles_part {
  const char *name;
  char lines_name[CLI_PART_BYTES + 16];
  FILE *lines, *arrays[CLI_ARRAYS];
  uint64_t puzzles, completions, unlisted;
} cli_puzzles_part;

typedef struct cli_puzzles {
  cli_puzzles_part parts[NQ_GENERATE_PARTS_MAX];
  const uint32_t *shares; /* of the parts; 0: no split */
  unsigned count;
  uint32_t n;
  cli_layout layout;
} cli_puzzles;

/* Create the files of all parts.  NQ_IO.  Close them in any case. */
nq_status cli_puzzles_open(cli_puzzles *puzzles, const cli_folder *folder,
                           const cli_generate_options *options, nq_error *error);

/* Write a puzzle to the files of its part, which is returned, or NULL after NQ_IO. */
const cli_puzzles_part *cli_puzzles_add(cli_puzzles *puzzles, const nq_generated *item,
                                        nq_error *error);

/* Complete the arrays.  NQ_UNSUPPORTED when a part has no puzzle; NQ_IO. */
nq_status cli_puzzles_finish(cli_puzzles *puzzles, nq_error *error);
void cli_puzzles_close(cli_puzzles *puzzles);

/* The parts for the index; NULL when memory is short. */
json_t *cli_puzzles_describe(const cli_puzzles *puzzles);

#endif

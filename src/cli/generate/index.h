/* The index of a folder of items: index.json, one object per item, and index.csv, one line per
 * item, with the same columns. */
#ifndef NQ_CLI_GENERATE_INDEX_H
#define NQ_CLI_GENERATE_INDEX_H

#include "cli/generate/options.h"
#include "cli/generate/puzzles.h"
#include "output/folder.h"

#include <jansson.h>
#include <stdio.h>

typedef struct cli_generate_index {
  FILE *json, *csv;
  uint64_t items;
  bool failed;
  json_t *parts;         /* of a data set, written at the end; or NULL */
  const nq_suite *suite; /* that the items are of; or NULL */
  const nq_suite_row *row;
  const char *sum; /* the row of the suite, and the SHA-256, of the next item */
} cli_generate_index;

/* Of items, or of index->suite.  NQ_IO when the files cannot be made.  The index must be closed in
 * any case. */
nq_status cli_generate_index_open(cli_generate_index *index, const cli_folder *folder,
                                  nq_error *error);

/* Note an item and the file that holds it, and, with CLI_NO_ROW or not, which of its lines and of
 * the rows of arrays beside it, from 0. */
#define CLI_NO_ROW UINT64_MAX
void cli_generate_index_add(cli_generate_index *index, const nq_generated *item, const char *file,
                            const char *format, uint64_t bytes, uint64_t row);

/* NQ_IO when anything could not be written. */
nq_status cli_generate_index_close(cli_generate_index *index, nq_error *error);

/* What a run made. */
typedef struct cli_generate_made {
  uint64_t items, skipped, unlisted; /* as in the messages */
  const cli_puzzles *puzzles;        /* or NULL */
} cli_generate_made;

/* Print it as a JSON object, after a run with this exit code; returns the code, or CLI_ERROR. */
int cli_generate_print_summary(const cli_generate_options *options, const cli_generate_made *made,
                               int code);

#endif

/* `nqueens generate` and `suite`: options, formats, puzzles, the index of a folder, and the run. */
#ifndef NQ_CLI_GENERATE_JOB_H
#define NQ_CLI_GENERATE_JOB_H

#include "cli/commands.h"

#include <jansson.h>
#include <stdio.h>

/* ---- Options ---- */

/* Bytes of the name of a part, with its end. */
#define CLI_PART_BYTES 33

/* The form of a data set of puzzles. */
typedef enum cli_layout { CLI_LAYOUT_FLAT, CLI_LAYOUT_TOKENS, CLI_LAYOUT_TEXT } cli_layout;

typedef struct cli_generate_options {
  nq_generate_options generate; /* in a suite without kind and n */
  const nq_generate_kind *kind; /* NULL in a suite */
  bool suite;                   /* items of several kinds: */
  const nq_suite *named;        /* those of this suite; or NULL */
  const char *size;             /* of the suite, as given; or NULL */
  nq_sizes sizes;               /* one n, or several */
  const char *sizes_text;
  const char *output_path;
  bool folder;        /* the output is a folder */
  bool count_given;   /* in a suite the default depends on the kind */
  const char *format; /* the name, or NULL */
  const char *encoding;
  double seconds; /* negative: not given */
  bool one_based, json, quiet;
  cli_layout layout;
  const char *split; /* as given, or NULL */
  char part_names[NQ_GENERATE_PARTS_MAX][CLI_PART_BYTES];
  unsigned part_count; /* 0: no split */
} cli_generate_options;

/* ---- Formats: write.c ---- */

/* How items are written: boards, or instances for another solver. */
typedef struct cli_generate_format {
  nq_format board;                /* NQ_FORMAT_AUTO: as an instance */
  const nq_export_format *export; /* NULL: as a board */
  const char *encoding;           /* of the export format, or NULL */
  unsigned base;                  /* of the rows of boards */
} cli_generate_format;

/* The format of a kind's items: the one given, or that of the suffix, or the kind's default.  False
 * when it is unknown or does not suit the kind, which has been reported. */
bool cli_generate_format_find(const cli_generate_options *options, const nq_generate_kind *kind,
                              cli_generate_format *format);
const char *cli_generate_format_name(const cli_generate_format *format);

/* ---- Puzzles: JSON lines, and in a folder also NumPy arrays, of each part ---- */

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
  unsigned count;
  const cli_generate_options *options;
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

/* Close the stream, unless it is NULL, which it then is.  False when writing failed. */
bool cli_generate_close_stream(FILE **file);

/* The parts for the index; NULL when memory is short. */
json_t *cli_puzzles_describe(const cli_puzzles *puzzles);

/* ---- The index of a folder: index.json and index.csv ---- */

typedef struct cli_generate_index {
  FILE *json, *csv;
  uint64_t items;
  bool failed;
  json_t *parts;         /* of a data set, written at the end; or NULL */
  const nq_suite *suite; /* that the items are of; or NULL */
  const nq_suite_row *row;
  const char *sum; /* the row of the suite, and the SHA-256, of the next item */
} cli_generate_index;

/* Of items, or of index->suite.  NQ_IO: the files cannot be made.  Close it in any case. */
nq_status cli_generate_index_open(cli_generate_index *index, const cli_folder *folder,
                                  nq_error *error);

/* Note an item and the file that holds it, and, with CLI_NO_ROW or not, which of its lines and of
 * the rows of arrays beside it, from 0. */
#define CLI_NO_ROW UINT64_MAX
void cli_generate_index_add(cli_generate_index *index, const nq_generated *item, const char *file,
                            const char *format, uint64_t bytes, uint64_t row);

/* NQ_IO when anything could not be written. */
nq_status cli_generate_index_close(cli_generate_index *index, nq_error *error);

/* ---- A run ---- */

/* Puzzles named in a message, at most. */
#define CLI_NAMED_MOST 8

typedef struct cli_generate_job {
  const cli_generate_options *options;
  nq_crew *crew;
  nq_generate_options generate;
  cli_generate_format format;
  cli_progress progress;
  nq_file output;     /* one file; puzzles go to its stream */
  nq_writer *writer;  /* NULL until the first board */
  uint32_t written_n; /* of its boards */
  cli_folder folder;
  cli_generate_index index;
  bool puzzles_kind;
  cli_puzzles puzzles;
  uint64_t items, skipped;
  uint64_t unlisted; /* puzzles with more completions than are listed, and the first of them */
  char unlisted_names[CLI_NAMED_MOST * 12];
  nq_status status; /* of writing items */
  nq_error error;
  nq_error failure; /* of anything else */
} cli_generate_job;

/* Make the items; returns the exit code.  generate.c */
int cli_generate_run(const cli_generate_options *options, nq_crew *crew);

/* A visitor of items, whose context is the job: writes each to where the items go.  write.c */
bool cli_generate_take_item(void *context, const nq_generated *item);

/* Print the run as a JSON object, after this exit code; returns it, or CLI_ERROR.  index.c */
int cli_generate_print_summary(const cli_generate_job *job, int code);

#endif

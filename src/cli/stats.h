/* What is known of a run, as JSON: in the file of --stats, and with --json on standard output. */
#ifndef NQ_CLI_STATS_H
#define NQ_CLI_STATS_H

#include "core/file.h"
#include "nqueens.h"

#include <jansson.h>
#include <stdio.h>

typedef struct cli_stats {
  nq_file output;
  FILE *stream;         /* NULL: no statistics */
  bool short_of_memory; /* some are missing */
} cli_stats;

/* Open the file, or standard error for "-"; nothing for NULL. */
nq_status cli_stats_open(cli_stats *stats, const char *path, nq_error *error);

/* An object about a run of a method; `file_bytes` is the size of the files that it was
 * solved in, or 0.
 * The instance may be NULL: a plain board of size n, by a method without options. */
json_t *cli_stats_describe(const char *method, const nq_instance *instance, uint64_t n,
                           const nq_solve_options *solve, uint64_t file_bytes,
                           const nq_result *result);

/* Write the object to the file, and to standard output if it is to be printed there, on one line;
 * takes it.  NULL counts as a lack of memory. */
void cli_stats_put(cli_stats *stats, json_t *object, bool print);

/* Print an object that belongs to no file of --stats, after a run with this exit code; takes the
 * object.  Returns the code, or CLI_ERROR after a message. */
int cli_stats_print(json_t *object, int code);

/* "solved", "unsolvable" or "unknown". */
const char *cli_stats_verdict(nq_verdict verdict);

/* The object on one line, to be freed; NULL when memory is short. */
char *cli_stats_text(const json_t *object);

/* With --json, standard output is for the summary: false, after a message, where the `things` that
 * the command writes would go there too. */
bool cli_stats_have_output(bool json, const char *output_path, const char *things);

/* After a run with this exit code: complete the file, or remove it after CLI_ERROR.  Returns the
 * code, or CLI_ERROR after a message. */
int cli_stats_finish(cli_stats *stats, int code);

#endif

/* Input that several commands share: instances, sizes, seeds, threads and limits, and their
 * options. */
#ifndef NQ_CLI_INPUTS_H
#define NQ_CLI_INPUTS_H

#include "options/command.h"
#include "output/boards.h"

#include <unistd.h>

/* ---- Options of several commands; the struct `type` has members of the same names ---- */

#define CLI_QUIET(type)                                                                            \
  {                                                                                                \
    .kind = NQ_OPTION_FLAG, .name = "quiet", .letter = 'q', .offset = offsetof(type, quiet),       \
    .help = "print nothing but errors"                                                             \
  }
#define CLI_JSON(type, about)                                                                      \
  { .kind = NQ_OPTION_FLAG, .name = "json", .offset = offsetof(type, json), .help = (about) }
#define CLI_ONE_BASED(type)                                                                        \
  {                                                                                                \
    .kind = NQ_OPTION_FLAG, .name = "one-based", .offset = offsetof(type, one_based),              \
    .help = "count rows from 1 (formats line, json, pairs and csv)"                                \
  }
#define CLI_OUTPUT(type, unless, about)                                                            \
  {                                                                                                \
    .kind = NQ_OPTION_OUTPUT, .name = "output", .letter = 'o', .argument = "FILE",                 \
    .offset = offsetof(type, output_path), .dash = STDOUT_FILENO, .inside = cli_output_inside,     \
    .fallback = (unless), .help = (about)                                                          \
  }
#define CLI_INSTANCE(type, about)                                                                  \
  {                                                                                                \
    .kind = NQ_OPTION_INPUT, .name = "instance", .letter = 'i', .argument = "FILE",                \
    .offset = offsetof(type, instance_path), .help = (about)                                       \
  }
#define CLI_FIRST_DIAGONALS(type)                                                                  \
  {                                                                                                \
    .kind = NQ_OPTION_COUNT64, .name = "first-diagonals", .argument = "D",                         \
    .offset = offsetof(type, first_diagonals), .most = UINT64_MAX - 1, .fallback = "all",          \
    .help = "use the first D of a CSPLib list of diagonals"                                        \
  }
#define CLI_SEED(type, member, largest, unless, about)                                             \
  {                                                                                                \
    .kind = NQ_OPTION_COUNT64, .name = "seed", .letter = 's', .argument = "S",                     \
    .offset = offsetof(type, member), .most = (largest), .fallback = (unless), .help = (about)     \
  }
#define CLI_THREADS(type, member, about)                                                           \
  {                                                                                                \
    .kind = NQ_OPTION_COUNT32, .name = "threads", .letter = 't', .argument = "T",                  \
    .offset = offsetof(type, member), .least = 1, .most = 1024, .fallback = "all cores",           \
    .help = (about)                                                                                \
  }
#define CLI_TIME_LIMIT(type, member, unless, about)                                                \
  {                                                                                                \
    .kind = NQ_OPTION_TIME, .name = "time-limit", .argument = "SECONDS",                           \
    .offset = offsetof(type, member), .most = 1000000000, .fallback = (unless), .help = (about)    \
  }

#define CLI_FROM(type)                                                                             \
  {                                                                                                \
    .kind = NQ_OPTION_NAME, .name = "from", .argument = "FORMAT", .offset = offsetof(type, from),  \
    .names = cli_readable_names, .fallback = "auto, by content",                                   \
    .help = "the format of the boards"                                                             \
  }

/* Names that options accept: the methods; "auto" and the input formats of boards. */
nq_option_names cli_method_names, cli_readable_names;

/* The options, or keys, of the i-th method that has any; they fill an nq_solve_options.  False past
 * the end. */
bool cli_method_group(size_t i, bool keys, cli_group *group);

/* The i-th encoding of the export format named `of`, or of all formats if it is NULL; NULL past the
 * end. */
const char *cli_encoding_names(const char *of, size_t i, const char **about);

/* ---- Their values ---- */

/* A descriptor for reading the file, or standard input for "-"; -1 with *error, without the
 * path. */
int cli_input_open(const char *path, nq_error *error);
void cli_input_close(int descriptor);

/* The instance in the file, "-" being standard input, compressed by gzip or not; NULL when it
 * cannot be read, which has been reported. */
nq_instance *cli_read_instance(const char *path, uint64_t first_diagonals);

/* The same, or without a path the plain problem of size n. */
nq_instance *cli_take_instance(const char *path, uint64_t first_diagonals, uint32_t n);

/* Convert a time limit from an option, where negative is none, to one of the library, where 0 is
 * none. */
double cli_limit_seconds(double given);

/* Draw a seed from the system, of 53 bits, so that every JSON reader reads it exactly.  False when
 * the system provides none, which has been reported. */
bool cli_system_seed(uint64_t *seed);

/* The number of processors that this process may use. */
unsigned cli_processors(void);

/* Set N from the command's argument, unless n is given `elsewhere`, by an instance.  False when
 * both or neither are given or N is out of range, which has been reported. */
bool cli_take_size(const cli_call *call, bool elsewhere, void *options);

#endif

/* What the commands of the program share; cli.c has their table. */
#ifndef NQ_CLI_COMMANDS_H
#define NQ_CLI_COMMANDS_H

#include "core/file.h"
#include "options/options.h"
#include "output/output.h"
#include "parallel/work.h"

#include <jansson.h>
#include <stdio.h>
#include <unistd.h>
#include <zlib.h>

/* ---- The program and its commands ---- */

/* Run the command that argv[1] names, with the help of the crew, which may be NULL, as may the name
 * and version of the MPI library; returns the exit code. */
int cli_run(int argc, char **argv, nq_crew *crew, const char *mpi);

/* The version of the program, and what is built in: version.c. */
void cli_version_write(FILE *stream, const char *mpi);

/* ---- Signals: signals.c ---- */

/* Prepare the signals and standard descriptors. */
void cli_signals_init(void);

/* From now on SIGINT, SIGTERM and the like count as an interrupt once.  Before, they end the
 * process with CLI_INTERRUPTED, so call it only after waiting for an input, or for a reader of a
 * FIFO. */
void cli_catch_interrupts(void);
/* The same, but the process ends by itself this long after the first signal. */
void cli_end_within(unsigned seconds);

/* Was there an interrupt? */
bool cli_interrupted(void);
/* There is one from now on; a first signal can still come. */
void cli_interrupt(void);

/* ---- The tables of commands, and of what other processes do for them ---- */

/* A job of `check`: a unit is a file. */
extern const nq_work_kind cli_check_work;

extern const cli_command cli_solve;
extern const cli_command cli_enumerate;
extern const cli_command cli_check;
extern const cli_command cli_compare;
extern const cli_command cli_draw;
extern const cli_command cli_count;
extern const cli_command cli_export;
extern const cli_command cli_generate;
extern const cli_command cli_suite;
extern const cli_command cli_help;
extern const cli_command cli_manual;
extern const cli_command cli_completion;

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

/* The i-th encoding of the export format named `of`, or with NULL of all; NULL past the end. */
const char *cli_encoding_names(const char *of, size_t i, const char **about);

/* ---- Their values ---- */

/* The instance in the file, "-" being standard input, compressed by gzip or not; NULL when it
 * cannot be read, which has been reported. */
nq_instance *cli_read_instance(const char *path, uint64_t first_diagonals);

/* The same, or without a path the plain problem of size n. */
nq_instance *cli_take_instance(const char *path, uint64_t first_diagonals, uint32_t n);

/* Convert the time limit of an option, negative for none, to the library's, 0 for none. */
double cli_limit_seconds(double given);

/* Draw a seed from the system, of 53 bits, so that every JSON reader reads it exactly.  False when
 * the system provides none, which has been reported. */
bool cli_system_seed(uint64_t *seed);

/* The number of processors that this process may use. */
unsigned cli_processors(void);

/* Set N from the command's argument, unless n is given `elsewhere`, by an instance.  False when
 * both or neither are given or N is out of range, which has been reported. */
bool cli_take_size(const cli_call *call, bool elsewhere, void *options);

/* ---- Files that are read, compressed by gzip or not: inputs.c ---- */

#define CLI_SOURCE_BYTES ((size_t)64 << 10)

typedef struct cli_source {
  int descriptor;
  nq_reader *reader; /* of the boards in it */
  bool packed;       /* by gzip */
  bool whole;        /* between two members, or before the first */
  bool damaged;      /* or cut short */
  z_stream stream;
  unsigned char *buffer; /* of CLI_SOURCE_BYTES, or NULL; as read: `next` .. `end` - 1 are left */
  size_t next, end;
} cli_source;

/* Open the file, "-" being standard input.  After NQ_IO or NQ_NO_MEMORY, with *error without the
 * path, nothing is left to close. */
nq_status cli_source_open(cli_source *source, const char *path, nq_format format, nq_error *error);
/* *error, that of the last reading if there was one, is explained as below. */
void cli_source_close(cli_source *source, nq_error *error);
/* After an error of reading: say so where the compressed data are at fault. */
void cli_source_explain(const cli_source *source, nq_error *error);
/* The bytes of the file, unpacked, which the reader gets: an nq_bytes_source. */
int cli_source_read(void *context, void *bytes, size_t size, size_t *got);

/* ---- The progress line on the terminal, and requests to stop: progress.c ---- */

typedef struct cli_progress {
  double start, deadline; /* of all work, on the monotonic clock; deadline 0: none */
  bool show;              /* there is to be a line */
  bool beside_output;     /* boards go to a terminal too: no line from the first board on */
  double shown;           /* when the line was last written */
  /* Work that consists of items, such as boards; NULL: one piece. */
  const char *items;
  uint64_t items_done, items_total; /* total 0: not known */
  double item_began;
  /* The current phase, and the time and the work done at its first report. */
  const char *phase;
  double began;
  uint64_t done;
} cli_progress;

/* There is a line on a terminal that can erase it, unless `quiet`.  Nothing has colours, so
 * NO_COLOR changes nothing. */
void cli_progress_init(cli_progress *progress, bool quiet);

/* From now on the line shows how many items, a noun in the plural, are done of `total` (0: not
 * known), and the phase only of an item that takes long. */
void cli_progress_items(cli_progress *progress, const char *items, uint64_t total);
/* Without items it does nothing. */
void cli_progress_items_done(cli_progress *progress, uint64_t done);

/* An nq_progress_function; the context is a cli_progress. */
bool cli_progress_report(void *context, const nq_progress *progress);

/* Also false after the deadline: for work that does not check the time itself, such as writing. */
bool cli_progress_in_time(void *context, const nq_progress *progress);

/* Set the deadline; 0 seconds: no limit. */
void cli_progress_limit(cli_progress *progress, double seconds);

/* CLI_INTERRUPTED or CLI_UNKNOWN when work must stop, otherwise CLI_YES.  *why, unless NULL, is
 * then "interrupted" or "the time limit was reached". */
int cli_progress_stop(const cli_progress *progress, const char **why);

/* Erase the line. */
void cli_progress_clear(cli_progress *progress);
/* Erase it for good: reports that still come, as of the last writes, follow the last message. */
void cli_progress_end(cli_progress *progress);

/* ---- Messages about the output ---- */

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

/* Report what ended the writing: an interrupt, the time limit, or *error; returns the exit code. */
int cli_say_not_written(const char *name, const cli_progress *progress, const nq_error *error);

/* Report that boards were written, unless to standard output. */
void cli_say_written(const cli_boards *boards);

/* ---- Times, formatted for people ---- */

/* "59 us", "26.2 ms", "1.63 s", "86400 s"; seconds >= 0. */
void cli_describe_seconds(double seconds, char *text, size_t size);
/* "3 d 4 h", "2 h 5 min", "4 min 10 s" or "12 s"; 0 <= seconds < 2^64. */
void cli_describe_left(double seconds, char *text, size_t size);

/* ---- What is known of a run, as JSON: for --stats and --json ---- */

typedef struct cli_stats {
  nq_file output;       /* without its stream: no statistics */
  bool short_of_memory; /* some are missing */
} cli_stats;

/* Open the file, or standard error for "-"; nothing for NULL. */
nq_status cli_stats_open(cli_stats *stats, const char *path, nq_error *error);

/* Write the object to the file, and to standard output if it is to be printed there, on one line;
 * takes it.  NULL counts as a lack of memory. */
void cli_stats_put(cli_stats *stats, json_t *object, bool print);

/* Print an object that belongs to no file of --stats, after a run with this exit code; takes the
 * object.  Returns the code, or CLI_ERROR after a message. */
int cli_stats_print(json_t *object, int code);

/* The object on one line, to be freed; NULL when memory is short. */
char *cli_stats_text(const json_t *object);

/* With --json, standard output is for the summary: false, after a message, where the `things` that
 * the command writes would go there too. */
bool cli_stats_have_output(bool json, const char *output_path, const char *things);

/* After a run with this exit code: complete the file, or remove it after CLI_ERROR.  Returns the
 * code, or CLI_ERROR after a message. */
int cli_stats_finish(cli_stats *stats, int code);

#endif
